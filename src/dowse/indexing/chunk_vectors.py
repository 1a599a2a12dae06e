"""The vectors of chunks: of a chunk's text and of what its document states about itself.

`blend` adds two vectors, 0.75 · unit(text) + 0.25 · unit(title part), and does not scale the sum to norm 1: a chunk
whose text agrees with its title ranks above one that does not.  Without a title part, the vector is unit(text).
docs/quality.md has the measurements.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ..chunking.enrich import blended_texts
from ..model.chunk import Chunk, VectorForm
from ..model.errors import TextsRejectedError
from ..ports.models import Embedder, Vector

_TITLE_SHARE = np.float32(0.25)  # 0.2 and 0.3 measure alike
_TEXT_SHARE = np.float32(1) - _TITLE_SHARE
_MOST_TITLES = 2_000  # vectors, 2 MB of 256 dimensions


@dataclass(slots=True)
class ChunkVectors:
    """Embeds chunks in one form; keeps the vectors of title parts, so that each is embedded once for many chunks."""

    embedder: Embedder
    form: VectorForm = "blend"
    _titles: dict[str, Vector] = field(default_factory=dict)
    _refused: dict[str, str] = field(default_factory=dict)  # by title part, why the embedder rejected it

    def __call__(self, chunks: Sequence[Chunk]) -> tuple[dict[bytes, Vector], dict[bytes, str]]:
        """The vectors, and the reasons of the embedder for rejected texts; both by digest.

        Raises ModelError when the embedder fails.
        """
        pairs = [blended_texts(chunk) if self.form == "blend" else ("", chunk.enriched) for chunk in chunks]
        if len(self._titles) > _MOST_TITLES:
            self._titles.clear()
        titles = [title for title in dict.fromkeys(title for title, _ in pairs) if title and not self._is_known(title)]
        texts = list(dict.fromkeys(text for title, text in pairs if text.strip() or not title))
        rows, refused = _embedded(self.embedder, [*texts, *titles])
        self._titles |= {title: rows[title] for title in titles if title in rows}
        self._refused |= {title: refused[title] for title in titles if title in refused}
        made: dict[bytes, Vector] = {}
        rejected: dict[bytes, str] = {}
        for chunk, (title, text) in zip(chunks, pairs, strict=True):
            why = refused.get(text) or self._refused.get(title)
            if why:
                rejected[chunk.digest] = why
            else:
                made[chunk.digest] = self._blended(title, rows.get(text)) if title else rows[text]
        return made, rejected

    def _blended(self, title: str, text: Vector | None) -> Vector:
        """The vector of a chunk with this title part; `text` is None for a blank text."""
        ahead = self._titles[title]
        row = np.zeros_like(ahead) if text is None else text
        return _TEXT_SHARE * row + _TITLE_SHARE * ahead if ahead.any() else row

    def _is_known(self, title: str) -> bool:
        return title in self._titles or title in self._refused


def _embedded(embedder: Embedder, texts: Sequence[str]) -> tuple[Mapping[str, Vector], Mapping[str, str]]:
    """The rows of the accepted texts, and the reasons for the others."""
    try:
        return dict(zip(texts, embedder.embed(texts), strict=True)), {}
    except TextsRejectedError as error:
        rows = {texts[place]: row for place, row in error.rows.items()}
        return rows, {texts[place]: why for place, why in error.refused.items()}
