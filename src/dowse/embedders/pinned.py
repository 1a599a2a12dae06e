"""Embedders that refuse rather than embed otherwise than the vectors of an index were."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from ..model.errors import ModelError
from ..ports.models import Embedder, Matrix


@dataclass(frozen=True, slots=True)
class PinnedEmbedder:
    """A server's embedder that embeds only as long as the model behind its name is the same; implements `Embedder`."""

    embedder: Embedder
    known: str  # the model as it was when the documents were embedded; empty when nobody knows

    @property
    def name(self) -> str:
        """What the user calls it."""
        return self.embedder.name

    @property
    def revision(self) -> str:
        """Which model it is, as far as the server was asked."""
        return self.embedder.revision

    @property
    def dim(self) -> int:
        """Width of a vector; 0 before the first answer."""
        return self.embedder.dim

    @property
    def batch(self) -> int:
        """How many texts it likes at a time."""
        return self.embedder.batch

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        """As the server does. Raises ModelError also when it has another model now."""
        rows = self.embedder.embed(texts, as_query=as_query)
        if self.known and identity(self.embedder) != self.known:
            raise ModelError(f"the server has another model behind {self.name} than before; run `dowse index`")
        return rows


@dataclass(frozen=True, slots=True)
class UnavailableEmbedder:
    """An embedder that cannot be had, and says why when it is asked; implements `Embedder`."""

    name: str
    why: str
    revision: str = ""
    dim: int = 0
    batch: int = 1

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:  # noqa: ARG002  # whatever it is asked
        """Raises ModelError."""
        raise ModelError(self.why)


def identity(embedder: Embedder) -> str:
    """Which model answers under the embedder's name; to be asked after it has embedded something."""
    return json.dumps([embedder.revision, embedder.dim])


def is_served(name: str) -> bool:
    """Whether the embedder of that name runs on a server, which may change it at any time."""
    return name.startswith(("ollama:", "openai:"))


def name_in(fingerprint: str) -> str:
    """The embedder that the fingerprint is of; empty for one that an early version wrote, or none."""
    try:
        name = json.loads(fingerprint)[0]
    except (ValueError, LookupError, TypeError, RecursionError):
        return ""
    return name if isinstance(name, str) else ""
