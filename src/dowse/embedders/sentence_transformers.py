"""Models that sentence-transformers loads: a name on the hub, or a folder. The package is optional: it needs torch."""

from __future__ import annotations

import importlib.util
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..model.errors import ModelError
from ..model.folder_path import expanded

if TYPE_CHECKING:
    from ..ports.models import Matrix

_BATCH = 32  # texts; the library sorts and batches them by length itself
_READ_WHOLE = 1 << 20  # bytes; the digest reads pieces of larger files, which are the weights
_PIECE = 1 << 16
_PIECES = 64
_OF_EVERY_MODEL = "config.json"
_OF_A_WHOLE_MODEL = "modules.json"  # the pooling, for sentence-transformers


class SentenceTransformersEmbedder:
    """A model of sentence-transformers; implements `Embedder`. The first text loads it.

    May be shared between threads.
    """

    def __init__(self, model: str, *, environment: Mapping[str, str] | None = None) -> None:
        if importlib.util.find_spec("sentence_transformers") is None:
            raise ModelError(f"st:{model} needs sentence-transformers: pip install 'dowse[st]'")
        os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"  # huggingface_hub reads this when it is imported, below
        self._name = f"st:{model}"
        self._environment = os.environ if environment is None else environment
        folder = expanded(model)
        self._model = str(folder) if folder.is_dir() else model
        self._revision = folder_revision(folder) if folder.is_dir() else cached_commit(model, self._environment)
        self._is_here = folder.is_dir() or is_cached(model, self._revision, self._environment)
        self._dim = 0
        self._encode: Callable[[Sequence[str], bool], Matrix] | None = None
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The name that the user gave."""
        return self._name

    @property
    def revision(self) -> str:
        """The digest of a folder, or the cached commit of a name; empty before the download."""
        return self._revision

    @property
    def dim(self) -> int:
        """Dimensions of a vector; 0 before the model is loaded."""
        return self._dim

    @property
    def batch(self) -> int:
        """The best number of texts for one call."""
        return _BATCH

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        """One row a text: (len(texts), dim) float32, rows of L2 norm 1; a blank text is a zero row.

        Queries and documents get the prompts of the model.
        """
        with self._lock:  # torch uses all cores for one call; two at a time are slower
            encode = self._encode = self._encode or self._loaded()
            matrix = np.zeros((len(texts), self._dim), np.float32)
            filled = [at for at, text in enumerate(texts) if text.strip()]
            if filled:
                matrix[filled] = encode([texts[at] for at in filled], as_query)
        return matrix

    def _loaded(self) -> Callable[[Sequence[str], bool], Matrix]:
        """The encoder of the model, from this machine or else downloaded into the cache of the library.

        A cached model is not compared with the hub: that takes seconds and reveals which model is used.
        """
        from sentence_transformers import SentenceTransformer  # noqa: PLC0415  # here, since it takes seconds

        try:
            model = SentenceTransformer(self._model, local_files_only=self._is_here)
        except (OSError, ValueError, RuntimeError, ImportError) as error:
            first = next(iter(str(error).splitlines()), type(error).__name__)
            raise ModelError(f"cannot load {self._name}: {first}") from error
        self._dim = _width(model)
        self._revision = self._revision or cached_commit(self._model, self._environment) or "unknown"
        query, document = _prompt(model, ("query",)), _prompt(model, ("document", "passage"))

        def encode(texts: Sequence[str], as_query: bool) -> Matrix:
            try:
                rows = model.encode(
                    list(texts),
                    prompt=(query if as_query else document) or None,  # None: the default prompt of the model, if any
                    batch_size=_BATCH,
                    show_progress_bar=False,
                    convert_to_numpy=True,
                    normalize_embeddings=True,
                )
            except (RuntimeError, ValueError, IndexError) as error:  # torch's, such as too little memory
                raise ModelError(
                    f"{self._name} failed: {next(iter(str(error).splitlines()), 'without a message')}"
                ) from error
            matrix: Matrix = np.asarray(rows, np.float32)
            if not np.isfinite(matrix).all():
                raise ModelError(f"{self._name} returned vectors that contain NaN or infinity")
            return matrix

        return encode


def folder_revision(folder: Path) -> str:
    """A digest of the folder's files: small ones whole, and evenly spaced pieces of large ones, the weights."""
    digest = blake2b(digest_size=10)
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        if any(part.startswith(".") for part in path.relative_to(folder).parts) or path.suffix == ".md":
            continue
        size = path.stat().st_size
        digest.update(f"{path.relative_to(folder).as_posix()}\0{size}\0".encode())
        with path.open("rb") as file:
            if size <= _READ_WHOLE:
                digest.update(file.read())
                continue
            for n in range(_PIECES):
                file.seek((size - _PIECE) * n // (_PIECES - 1))
                digest.update(file.read(_PIECE))
    return digest.hexdigest()


def cached_commit(model: str, environment: Mapping[str, str]) -> str:
    """The commit of the model in the cache of huggingface_hub; empty when there is none."""
    file = _cached(model, _OF_EVERY_MODEL, environment) or _cached(model, _OF_A_WHOLE_MODEL, environment)
    return file.parent.name if file else ""


def is_cached(model: str, commit: str, environment: Mapping[str, str]) -> bool:
    """Whether the cache has all files that sentence-transformers needs.

    Another program may have cached the weights alone; sentence-transformers would load them without an error and use
    mean pooling instead of the pooling of the model.
    """
    return bool(commit) and _cached(model, _OF_A_WHOLE_MODEL, environment, revision=commit) is not None


def _cached(model: str, name: str, environment: Mapping[str, str], *, revision: str = "main") -> Path | None:
    """The file of the model in the cache of huggingface_hub: below `snapshots/COMMIT`."""
    from huggingface_hub import try_to_load_from_cache  # noqa: PLC0415  # here, since it comes with the extra

    repo = model if "/" in model else f"sentence-transformers/{model}"
    home = Path(environment.get("HF_HOME") or "~/.cache/huggingface")
    cache = expanded(environment.get("HF_HUB_CACHE") or home / "hub")
    try:
        found = try_to_load_from_cache(repo, name, cache_dir=cache, revision=revision)
    except ValueError:  # not a name of the hub
        return None
    return (
        Path(found) if isinstance(found, str) else None
    )  # neither None nor the mark of one that is known to be missing


def _width(model: Any) -> int:
    """Dimensions of a vector. Version 5.2 renamed the method and warns about the old name."""
    width = getattr(model, "get_embedding_dimension", None) or model.get_sentence_embedding_dimension
    return int(width())


def _prompt(model: Any, names: Sequence[str]) -> str:
    """The prompt of the model for one of the names; empty when it has none."""
    prompts = getattr(model, "prompts", None) or {}
    return next((str(prompts[name]) for name in names if prompts.get(name)), "")
