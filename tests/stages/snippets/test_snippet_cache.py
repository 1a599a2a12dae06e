"""The snippets that are kept between searches."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from dowse.model.document import Document
from dowse.model.hit import Snippet
from dowse.stages.snippets.snippet_cache import SnippetCache
from dowse.stages.snippets.snippet_text import CachedSnippet
from tests.making import make


class _Cuts:
    """Cuts a new snippet each time."""

    def __init__(self, length: int = 1) -> None:
        self._numbers = count(1)
        self._text = "x" * length

    def __call__(self) -> CachedSnippet:
        return CachedSnippet(Snippet(self._text, "", next(self._numbers), 0), None, 0)


def _line(cache: SnippetCache, document: Document, key: str, cuts: _Cuts) -> int:
    return cache.of(document, (key,), cuts).snippet.line


def test_a_snippet_of_the_same_content_is_cut_once() -> None:
    cache, cuts = SnippetCache(), _Cuts()
    assert _line(cache, make("a", "carbon tax"), "carbon", cuts) == 1
    assert _line(cache, make("a", "carbon tax"), "carbon", cuts) == 1


def test_another_query_has_a_snippet_of_its_own() -> None:
    cache, cuts = SnippetCache(), _Cuts()
    assert _line(cache, make("a", "carbon tax"), "carbon", cuts) == 1
    assert _line(cache, make("a", "carbon tax"), "tax", cuts) == 2


_NOTE = make("a", "carbon tax")


@pytest.mark.parametrize(
    "changed",
    [
        replace(_NOTE, text="carbon tex"),
        replace(_NOTE, units=()),
        replace(_NOTE, head=_NOTE.head._replace(path="b")),
        replace(_NOTE, head=_NOTE.head._replace(title="Tax")),
        replace(_NOTE, head=_NOTE.head._replace(tags=frozenset({"tax"}))),
    ],
)
def test_a_changed_document_has_a_new_snippet(changed: Document) -> None:
    cache, cuts = SnippetCache(), _Cuts()
    assert _line(cache, _NOTE, "carbon", cuts) == 1
    assert _line(cache, changed, "carbon", cuts) == 2


def test_the_kept_snippets_take_a_bounded_number_of_bytes() -> None:
    cache, cuts = SnippetCache(), _Cuts(3_000_000)
    assert [_line(cache, _NOTE, key, cuts) for key in ("carbon", "tax", "carbon")] == [1, 2, 3]
