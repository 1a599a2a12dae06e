"""Texts of a program in other languages, beside the original."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.model.hit import Hit
from dowse.model.ref import Ref
from dowse.stages.code.path_penalty import PathPenalty
from tests.retrieval.asking import asking, holding

_KEYS = b"<?php return ['moor' => 'x'];\n"


def _hit(path: str, keyword_score: float) -> Hit:
    document = parse_file(path, _KEYS, modified=0.0)
    return Hit(Ref(path), document.head, 0.8).because("keyword", keyword_score)


def _lowered(query: str, *hits: Hit) -> list[str]:
    found = PathPenalty()(hits, asking(query, holding()))
    return [each.ref.doc for each in found if each.score < 0.8]


@pytest.mark.parametrize(
    ("original", "translated"),
    [
        ("locales/en/boats.php", "locales/de/boats.php"),
        ("app/i18n/en.ts", "app/i18n/pt-BR.ts"),
        ("config/locales/boats.en.yml", "config/locales/boats.de.yml"),
        ("src/boats.properties", "src/boats_de.properties"),
    ],
)
def test_translated_texts_are_lowered_if_the_original_has_the_words_as_well(original: str, translated: str) -> None:
    hits = (_hit(original, 5.0), _hit(translated, 6.0), _hit("src/moor.php", 2.0))
    assert _lowered("moor a boat", *hits) == [translated]
    assert _lowered("moor a boat", *hits[1:]) == []


def test_the_best_section_of_an_original_without_a_code_counts() -> None:
    original = "src/boats.properties"
    hits = (_hit(original, 6.0), _hit("src/boats_de.properties", 6.0), _hit(original, 1.0), _hit("src/moor.php", 1.0))
    assert _lowered("moor a boat", *hits) == ["src/boats_de.properties"]


def test_notes_in_a_folder_of_languages_are_not_lowered() -> None:
    assert _lowered("moor", _hit("i18n/en/a.md", 6.0), _hit("i18n/de/a.md", 6.0), _hit("src/moor.php", 2.0)) == []


def test_translated_texts_that_alone_have_the_words_of_a_query_are_not_lowered() -> None:
    hits = (_hit("locales/en/boats.php", 2.0), _hit("locales/de/boats.php", 6.0), _hit("src/moor.php", 2.0))
    assert _lowered("Boot festmachen", *hits) == []


@pytest.mark.parametrize(
    "query", ["moor in the other locales", "wie kann ich das Boot nicht festmachen", "translations of moor"]
)
def test_a_query_for_translations_or_in_their_language_lowers_none(query: str) -> None:
    hits = (_hit("locales/en/boats.php", 6.0), _hit("locales/de/boats.php", 6.0), _hit("src/moor.php", 2.0))
    assert _lowered(query, *hits) == []
