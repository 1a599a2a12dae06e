"""Which known name an unknown one probably means."""

from __future__ import annotations

import pytest

from dowse.search.names.similar_names import similar_name, similar_symbol


@pytest.mark.parametrize(
    ("name", "known", "meant"),
    [
        ("refactr", ("refactor",), "refactor"),
        ("taks", ("task",), "task"),
        ("recipes", ("recipe",), "recipe"),
        ("tax checklist", ("2025 tax checklist",), "2025 tax checklist"),
        ("metis-i-0016", ("metis-i-0017",), "metis-i-0017"),
        ("emergence", ("reference",), ""),
        ("nothing", ("note-taking",), ""),
        ("nothing", ("note-taking", "nothings"), "nothings"),
        ("frut", ("fruit/red",), "fruit/red"),
        (".mdd", ("md",), "md"),
        ("x", (), ""),
    ],
)
def test_a_similar_name_has_a_word_in_common_or_few_edits(name: str, known: tuple[str, ...], meant: str) -> None:
    assert similar_name(name, known) == meant


@pytest.mark.parametrize(
    ("name", "known", "meant"),
    [
        ("url_fro", ("_FOUR", "url_for"), "url_for"),
        ("url_for", ("_FOUR",), ""),
        ("urlfor", ("url_for",), "url_for"),
        ("rendertemplate", ("render_template_string",), "render_template_string"),
        ("get_version", ("Version",), "Version"),
        ("observer", ("serveError",), ""),
        ("flask.dispach", ("Flask.dispatch",), "Flask.dispatch"),
        ("flask.dispatch", ("Flask.despair",), ""),
    ],
)
def test_a_similar_symbol_has_few_other_letters_or_more_at_one_end(
    name: str, known: tuple[str, ...], meant: str
) -> None:
    assert similar_symbol(name, known) == meant
