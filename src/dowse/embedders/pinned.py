"""Embedders that fail instead of making vectors that do not fit those of an index."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ..model.chunk import VectorForm
from ..model.errors import ModelError
from ..model.value_class import dataclass
from ..ports.models import Embedder, Matrix


@dataclass(frozen=True, slots=True)
class PinnedEmbedder:
    """A remote embedder that fails when its name means another model than before; implements `Embedder`."""

    embedder: Embedder
    known: str  # the identity of the model that embedded the documents; empty when it is not known

    @property
    def name(self) -> str:
        """The name that the user gave."""
        return self.embedder.name

    @property
    def revision(self) -> str:
        """The identifier of the model on the server; empty before the first request."""
        return self.embedder.revision

    @property
    def dim(self) -> int:
        """Dimensions of a vector; 0 before the first response."""
        return self.embedder.dim

    @property
    def batch(self) -> int:
        """The best number of texts for one call."""
        return self.embedder.batch

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        """The vectors of the server. Raises ModelError also when the model has changed."""
        rows = self.embedder.embed(texts, as_query=as_query)
        if self.known and identity(self.embedder) != self.known:
            raise ModelError(f"{self.name} is now another model on the server; run `dowse index`")
        return rows


@dataclass(frozen=True, slots=True)
class UnavailableEmbedder:
    """An embedder that is not available and raises the reason; implements `Embedder`."""

    name: str
    why: str
    revision: str = ""
    dim: int = 0
    batch: int = 1

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:  # noqa: ARG002  # it always fails
        """Raises ModelError."""
        raise ModelError(self.why)


def identity(embedder: Embedder) -> str:
    """The revision and dimensions of the embedder's model, which a remote embedder knows after its first text."""
    return json.dumps([embedder.revision, embedder.dim])


def is_served(name: str) -> bool:
    """Whether the embedder of that name runs on a server, where its model may change at any time."""
    return name.startswith(("ollama:", "openai:"))


def fingerprint_of(name: str, revision: str, dim: int, form: VectorForm) -> str:
    """The fingerprint of the vectors of that embedder in that form."""
    return json.dumps([name, revision, dim, form] if form == "blend" else [name, revision, dim])


def form_in(fingerprint: str) -> VectorForm:
    """The form of the vectors with that fingerprint; those of an index without a form have a prefix."""
    try:
        return "blend" if json.loads(fingerprint)[3] == "blend" else "prefix"
    except (ValueError, LookupError, TypeError, RecursionError):
        return "prefix"


def name_in(fingerprint: str) -> str:
    """The embedder in the fingerprint; empty without a fingerprint, or with one of an early version."""
    try:
        name = json.loads(fingerprint)[0]
    except (ValueError, LookupError, TypeError, RecursionError):
        return ""
    return name if isinstance(name, str) else ""
