"""Templates rank behind the notes with the same words."""

from __future__ import annotations

import unicodedata

import pytest

from dowse.model.hit import Evidence, Hit
from dowse.model.kinds import Kind
from dowse.ports.pipeline import QueryTraits
from dowse.stages.sentence_match import SENTENCE_MATCH
from dowse.stages.template_penalty import TEMPLATE_PENALTY, TemplatePenalty
from tests.contract.engines import paths
from tests.making import hit, make
from tests.retrieval.asking import asking, holding

_ENGINE = holding(make("a.md", "x"))
_TEMPLATE = "Templates/Movie Template.md"


def _hit(path: str, score: float, keyword: float = 0.0) -> Hit:
    why = (Evidence("keyword", keyword),) if keyword else ()
    return hit(path, score)._replace(why=why)


def _ranked(query: str, *hits: Hit) -> list[str]:
    return list(paths(TemplatePenalty()(hits, asking(query, _ENGINE))))


def test_a_template_comes_behind_the_last_note_with_the_same_words() -> None:
    template, note, other = _hit(_TEMPLATE, 0.9, 5.0), _hit("Alien.md", 0.4, 2.0), _hit("Bees.md", 0.3, 1.9)
    hits = TemplatePenalty()((template, _hit("Films.md", 0.6, 5.0), note, other), asking("movie", _ENGINE))
    assert list(paths(hits)) == ["Films.md", "Alien.md", _TEMPLATE, "Bees.md"]
    assert hits[2].score == 0.4
    assert hits[2].why[-1] == Evidence(TEMPLATE_PENALTY, 0.4)


def test_a_template_with_the_whole_query_keeps_its_place() -> None:
    template = _hit(_TEMPLATE, 0.9, 5.0).because(SENTENCE_MATCH, 0.4)
    assert _ranked("who does what by when", template, _hit("Alien.md", 0.4, 5.0)) == [_TEMPLATE, "Alien.md"]


def test_the_name_of_a_folder_of_templates_is_compared_without_accents() -> None:
    path = unicodedata.normalize("NFD", "99 Modèles/Film.md")
    assert _ranked("movie", _hit(path, 0.9, 5.0), _hit("Alien.md", 0.4, 5.0)) == ["Alien.md", path]


def test_a_template_keeps_its_place_where_no_note_has_the_words() -> None:
    hits = (_hit(_TEMPLATE, 0.9, 5.0), _hit("Bees.md", 0.4, 1.9), _hit("Alien.md", 0.3))
    assert _ranked("movie", *hits) == [_TEMPLATE, "Bees.md", "Alien.md"]


@pytest.mark.parametrize("query", ["movie template", "Templates for movies", "Vorlage movie"])
def test_a_query_may_ask_for_a_template(query: str) -> None:
    assert _ranked(query, _hit(_TEMPLATE, 0.9, 5.0), _hit("Alien.md", 0.4, 4.0))[0] == _TEMPLATE


@pytest.mark.parametrize(
    ("path", "title", "is_template"),
    [
        ("templates/movie.md", "Movie", True),
        ("notes/_templates/movie.md", "Movie", True),
        ("99 - Templates/movie.md", "Movie", True),
        ("Vorlagen/film.md", "Film", True),
        ("x/movie.md", "{{title}}", True),
        ("x/movie.md", "<% tp.file.title %>", True),
        ("Page templates of mine/movie.md", "Movie", False),
        ("templates.md", "Templates", False),
        ("templating/movie.md", "Movie", False),
    ],
)
def test_a_template_is_known_by_its_folder_or_a_placeholder(path: str, title: str, is_template: bool) -> None:
    first = _hit(path, 0.9, 5.0)
    first = first._replace(head=first.head._replace(title=title))
    assert (_ranked("movie", _hit("Bees.md", 0.95), first, _hit("Alien.md", 0.4, 4.0))[-1] == path) == is_template


@pytest.mark.parametrize("kind", ["doc", "code"])
def test_a_page_about_templates_and_a_template_of_a_program_keep_their_places(kind: Kind) -> None:
    first = _hit("docs/templates/filters.md", 0.9, 5.0)
    first = first._replace(head=first.head._replace(kind=kind))
    assert _ranked("filters", first, _hit("Alien.md", 0.4, 4.0))[0] == first.ref.doc


def test_a_search_by_meaning_or_for_linked_documents_has_no_penalty() -> None:
    assert TemplatePenalty().adapted(QueryTraits(is_by_similarity=True)) is None
    assert TemplatePenalty().adapted(QueryTraits(is_linked=True)) is None
