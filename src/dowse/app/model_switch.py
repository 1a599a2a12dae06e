"""Changes the model of a vault: stores the choice at once, and embeds now or in a background process."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Literal

from ..embedders.pinned import name_in
from ..embedders.registry import whole_name
from ..filesystem.private_files import opener
from ..model.errors import ModelError
from ..model.value_class import dataclass
from ..modelhub.presets import PRESETS
from .location import Progress, silent
from .sessions.vault_session import VaultSession

_PATIENCE = 3600.0  # seconds to wait for another process that embeds the vault
LOG = "embedding.log"  # in the folder of the index
_started: list[subprocess.Popen[bytes]] = []  # kept: Python warns when the object of a running process is deleted


def is_reranker(name: str) -> bool:
    """Whether the name is that of a reranker; a folder counts as an embedder."""
    rest = name.removeprefix("onnx:")
    return name == "maxsim" or (rest in PRESETS and PRESETS[rest].kind == "reranker")


def choose(vault: VaultSession, name: str, *, reranks: bool) -> str:
    """Stores the model as the choice for the vault after a test run; returns its whole name.

    Embeds no chunk yet.  Raises ModelError when the model is not available or of the other kind, and SettingsError
    when the choice cannot be stored.
    """
    name = whole_name(name, here=Path.cwd())
    if reranks or is_reranker(name):
        vault.embeddings.scorer(name).score("dowse", ["finds anything"])
        vault.use(reranker=name)
        return name
    rows = vault.embeddings.model(name).embed(["dowse finds anything"])
    if not rows.any():
        raise ModelError(f"{name} returned a zero vector for a plain sentence; choose another embedding model")
    vault.use(embedder=name)
    return name


def embed_behind(vault: VaultSession, *, index_dir: Path | None) -> Path:
    """Starts a background process that updates the index, including vectors; returns the path of its log."""
    command = ["index", str(vault.root), *(["--index-dir", str(index_dir.absolute())] if index_dir else ())]
    log = vault.folder / LOG
    with open(log, "wb", opener=opener):  # Path.open has no opener
        pass  # empties it
    with log.open("a", encoding="utf-8") as output:  # appends: an earlier process may still write into it
        process = subprocess.Popen(  # noqa: S603  # this interpreter, with dowse itself
            [sys.executable, "-P", "-m", "dowse", *command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},  # dowse is found there
        )
    _started[:] = [process, *(each for each in _started if each.poll() is None)]
    return log


@dataclass(frozen=True, slots=True)
class SwitchRequest:
    """The model that a vault is to use."""

    name: str
    reranks: bool = False  # whether it is a reranker, which the name of a folder does not say
    wait: bool = False  # whether the chunks are embedded before the call returns
    index_dir: Path | None = None


@dataclass(frozen=True, slots=True)
class SwitchResult:
    """The model of a vault after it was chosen."""

    vault: str
    root: Path
    model: str  # its whole name
    state: Literal["reranks", "in use", "embedded", "embedding"]
    chunks: int = 0  # embedded, or to be embedded
    answering: str = ""  # the embedding model that searches use meanwhile
    log: Path | None = None  # of the process that embeds
    remarks: tuple[str, ...] = ()


def switch_model(vault: VaultSession, request: SwitchRequest, *, progress: Progress = silent) -> SwitchResult:
    """Makes the vault use the model: embeds all chunks now, or starts a process that does.

    Raises ModelError when the model is not available or its vectors are not complete, and SettingsError when the choice
    cannot be stored.
    """
    upcoming = name_in(vault.engine.spaces().coming)
    chosen = choose(vault, request.name, reranks=request.reranks)
    result = SwitchResult(vault.name, vault.root, chosen, "reranks")
    if request.reranks or is_reranker(chosen):
        return result
    answering = vault.embedder_name()
    if answering == chosen and not vault.engine.pending(1):
        ended = (f"the change to {upcoming} has ended",) if upcoming else ()
        return replace(result, state="in use", remarks=ended)
    if request.wait:
        remarks = _embed(vault, progress)
        if vault.embedder_name() != chosen:
            lines = "".join(f"\n{line}" for line in remarks)
            raise ModelError(f"{chosen} is not complete in {vault.name}; run `dowse index` to continue{lines}")
        return replace(result, state="embedded", chunks=vault.counts().embedded, remarks=remarks)
    chunks = vault.counts().chunks
    log = embed_behind(vault, index_dir=request.index_dir)
    return replace(result, state="embedding", chunks=chunks, answering=answering, log=log)


def _embed(vault: VaultSession, progress: Progress) -> tuple[str, ...]:
    remarks = vault.sync(progress=progress).remarks
    if any(line.startswith("another process") for line in remarks):
        return vault.embed(patience=_PATIENCE, progress=progress)
    return remarks
