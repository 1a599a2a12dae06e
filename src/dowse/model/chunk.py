"""The embedded parts of a document: sections, or pieces of sections."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .ref import Ref

CountTokens = Callable[[str], int]  # of an embedding model


@dataclass(frozen=True, slots=True)
class Chunk:
    """A span of a document's text; `text == document.text[start:end]`.

    `digest` is that of `enriched`, the embedded text, so equal digests have equal vectors.
    """

    ref: Ref
    text: str
    start: int
    end: int
    digest: bytes  # 16 bytes
    heading: str = ""
    prefix: str = ""  # title, area and tags, put before the text when it is embedded

    @property
    def enriched(self) -> str:
        """The text that is embedded."""
        return self.prefix + self.text
