"""What the teacher, a sentence transformer, makes of each text; in shards, so that a stopped run goes on."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import torch
from distill import model_folder
from numpy.typing import NDArray
from transformers import AutoModel, AutoTokenizer
from transformers.utils import logging

Half = NDArray[np.float16]

_SHARD = 2_048  # texts
_PROCESSES = 2
_BATCH = 64
_MOST_TOKENS = 112  # of a text; passages of 460 characters have fewer, code is cut


def teach(texts: Sequence[str], folder: Path) -> None:
    """Leaves a file of vectors for each shard of the texts that has none yet.

    Processes of one thread each: threads that wait for each other lose four fifths when the machine has other work.
    """
    folder.mkdir(parents=True, exist_ok=True)
    missing = [(path, shard) for path, shard in _shards(texts, folder) if not path.exists()]
    started = time.monotonic()
    with ProcessPoolExecutor(_PROCESSES, get_context("spawn")) as pool:
        for done, _ in enumerate(pool.map(_write, *zip(*missing, strict=True)) if missing else (), start=1):
            print(f"shard {done} of {len(missing)}, {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)


def taught(texts: Sequence[str], folder: Path) -> Half:
    """The texts' vectors, in their order: (len(texts), 384), rows of L2 norm 1 but for rounding."""
    rows = np.concatenate([np.load(path) for path, _ in _shards(texts, folder)])
    vectors = np.empty_like(rows)
    vectors[_by_length(texts)] = rows
    return vectors


def _by_length(texts: Sequence[str]) -> list[int]:
    """The texts' places, the shortest first: a batch of one length needs little padding."""
    return sorted(range(len(texts)), key=lambda place: (len(texts[place]), texts[place]))


def _shards(texts: Sequence[str], folder: Path) -> Iterator[tuple[Path, list[str]]]:
    """Where the vectors of each run of texts lie, named by the digest of the texts."""
    ordered = [texts[place] for place in _by_length(texts)]
    for start in range(0, len(ordered), _SHARD):
        shard = ordered[start : start + _SHARD]
        name = sha256("\0".join(shard).encode()).hexdigest()[:16]
        yield folder / f"{name}.npy", shard


def _write(path: Path, shard: list[str]) -> None:
    """Leaves the vectors of a shard; what is there is whole."""
    torch.set_num_threads(1)
    transformer, tokenizer = _loaded()
    batches = [shard[start : start + _BATCH] for start in range(0, len(shard), _BATCH)]
    vectors = np.concatenate([_vectors(batch, transformer, tokenizer) for batch in batches])
    unfinished = path.with_suffix(".part")
    with unfinished.open("wb") as file:
        np.save(file, vectors)
    unfinished.rename(path)


@cache
def _loaded() -> tuple[torch.nn.Module, AutoTokenizer]:
    """The transformer, once a process."""
    logging.set_verbosity_error()  # it reports a buffer of positions that newer versions do without
    logging.disable_progress_bar()
    folder = model_folder()
    return AutoModel.from_pretrained(folder).eval(), AutoTokenizer.from_pretrained(folder)


@torch.inference_mode()  # type: ignore[untyped-decorator]  # torch says nothing of it
def _vectors(texts: list[str], transformer: torch.nn.Module, tokenizer: AutoTokenizer) -> Half:
    """The mean of the transformer's outputs over the tokens, at L2 norm 1, as the model's authors pool."""
    given = tokenizer(texts, padding=True, truncation=True, max_length=_MOST_TOKENS, return_tensors="pt")
    with torch.autocast("cpu", dtype=torch.bfloat16):
        outputs = transformer(**given).last_hidden_state.float()
    mask = given["attention_mask"].unsqueeze(-1).float()
    means = torch.nn.functional.normalize((outputs * mask).sum(dim=1) / mask.sum(dim=1), dim=1)
    vectors: Half = means.numpy().astype(np.float16)
    return vectors
