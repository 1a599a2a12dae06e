"""The token ids of chunks, from the texts that the chunker has counted."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import example, given, settings

from dowse.chunking.by_section import BySection
from dowse.embedders.static import StaticEmbedder
from dowse.indexing.counted_texts import CountedTexts
from dowse.model.document import Document
from tests.chunking.texts import DOCUMENTS
from tests.making import make

_EMBEDDER = StaticEmbedder()
_LONG = "".join(f"Paragraph {n} of Wool\x0band\x1csilk, {'wörter ' * 9}.{chr(10) * (1 + n % 3)}" for n in range(60))


@given(document=DOCUMENTS)
@example(document=make("a.md", _LONG))
@example(document=make("a.md", _LONG.replace("\n", " ")))
@settings(deadline=None, max_examples=60)
def test_the_ids_of_a_chunk_are_those_of_its_text(document: Document) -> None:
    counted = CountedTexts(_EMBEDDER.encoder)
    chunks = BySection(counted, size=100)(document)
    assert [counted.ids_of(chunk.text) for chunk in chunks] == [_EMBEDDER.encode(chunk.text) for chunk in chunks]


def test_a_long_text_is_counted_by_an_encoder_of_its_own() -> None:
    texts: list[str] = []

    def encoder(text: str) -> Callable[[str], bytes]:
        texts.append(text)
        return _EMBEDDER.encoder(text)

    counted = CountedTexts(encoder)
    chunker = BySection(counted, counter=counted.of)
    short, long = make("a.md", _LONG), make("b.md", _LONG * 4)
    assert [*chunker(short), *chunker(long)] == [*BySection(counted)(short), *BySection(counted)(long)]
    counted.taken(())
    assert texts == ["", long.text, ""]


def test_texts_that_were_counted_are_tokenized_once() -> None:
    encoded: list[str] = []

    def encode(text: str) -> bytes:
        encoded.append(text)
        return _EMBEDDER.encode(text)

    counted = CountedTexts(lambda _text: encode)
    text = "".join(f"Paragraph {n} has some words to be counted and not more.\n\n" for n in range(14))
    (chunk,) = BySection(counted)(make("a.md", text.strip()))
    assert "".join(encoded) == chunk.text
    assert counted.taken([chunk]) == (_EMBEDDER.encode(chunk.text),)
    assert "".join(encoded) == chunk.text
    counted.ids_of(chunk.text)
    assert "".join(encoded) == 2 * chunk.text
