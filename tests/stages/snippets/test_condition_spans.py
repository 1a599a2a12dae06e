"""A snippet shows the place that meets a condition of the query on the text, not any place with its words."""

from __future__ import annotations

import pytest

from dowse.analysis.phrase_match import phrase_spans
from dowse.analysis.regular_expression import finder
from dowse.formats.detect import parse_file
from dowse.model.hit import Snippet
from dowse.model.ref import Ref
from dowse.stages.snippets.snippet import CutSnippet
from tests.making import hit
from tests.retrieval.asking import asking, holding

_FILLER = "Nothing of the kind. " * 20
_NOTE = f"""# Plan

We test the rest of the milk. {_FILLER}

## Done

- [x] Test the milk, call mom
{_FILLER}

## Open

{_FILLER}

- [ ] Buy [[flour]]
- [ ] Test the REST interface, call mom
"""
_CODE = f"""def total(rest):
    # {_FILLER}
    return rest


class Api:
    def call(self):
        return REST
"""


def _snippet(query: str, text: str = _NOTE, path: str = "plan.md", *, section: str = "") -> Snippet:
    document = parse_file(path, text.encode(), modified=0.0)
    found = hit(path, 0.7)._replace(spot=Ref(path, section)) if section else hit(path, 0.7)
    (cut,) = CutSnippet()((found,), asking(query, holding(document)))
    assert cut.snippet is not None
    return cut.snippet


@pytest.mark.parametrize(
    ("query", "shown", "heading"),
    [
        ("task-todo:test", "- [ ] Test the REST interface", "Open"),
        ("task-todo:(test milk)", "We test the rest of the milk", "Plan"),  # no task meets that: the words decide
        ('task-todo:"call mom"', "- [ ] Test the REST interface, call mom", "Open"),
        ('task-todo:""', "- [ ] Buy flour", "Open"),
        ("task-done:test", "- [x] Test the milk", "Done"),
        ("match-case:REST", "- [ ] Test the REST interface", "Open"),
        ("match-case:rest", "We test the rest of the milk", "Plan"),
        ("task:match-case:rest", "We test the rest", "Plan"),
        ("line:(test interface)", "- [ ] Test the REST interface", "Open"),
        ("/call m\\w+/ flour", "- [x] Test the milk, call mom", "Done"),
        ("match-case:REST -flour", "- [ ] Test the REST interface", "Open"),
    ],
)
def test_a_snippet_shows_where_the_text_meets_the_condition(query: str, shown: str, heading: str) -> None:
    snippet = _snippet(query)
    assert (shown in snippet.text, snippet.heading) == (True, heading)


def test_a_snippet_of_a_long_passage_shows_the_words_in_it() -> None:
    text = f"# One\n\nA needle. {_FILLER}\n\n# Two\n\n{_FILLER}\n\nA thread. {_FILLER}\n\nA needle, in the end.\n"
    assert "A needle, in the end." in _snippet("section:(needle end)", text).text


def test_a_snippet_of_source_code_shows_the_line_in_the_case_as_written() -> None:
    snippet = _snippet("match-case:REST", _CODE, "api.py")
    assert ("return REST" in snippet.text, snippet.heading) == (True, "Api.call")


@pytest.mark.parametrize(
    "query", ["zebra match-case:TODO", "zebra task-todo:todo", "zebra /TODO/", "zebra line:/^- .*TODO/"]
)
def test_of_very_many_places_a_snippet_shows_one_in_the_best_part(query: str) -> None:
    sections = (f"## S{n}\n\n- [ ] TODO {'zebra' if n == 90 else 'plain'}\n\n" for n in range(100))
    snippet = _snippet(query, f"# Big\n\n{''.join(sections)}", section="s90")
    assert ("TODO zebra" in snippet.text, snippet.heading) == (True, "S90")


def test_of_very_many_places_a_snippet_of_source_code_shows_one_in_the_best_symbol() -> None:
    symbols = (f"def f{n}():\n    # TODO\n    return {'zebra' if n == 90 else n}\n\n\n" for n in range(100))
    assert _snippet("zebra match-case:TODO", "".join(symbols), "f.py", section="f90").heading == "f90"


def test_exact_phrases_and_expressions_have_the_offsets_of_the_text() -> None:
    text = "Cafe\u0301 is é: THE café, the Café."
    assert [text[start:end] for start, end in phrase_spans(text, "Café", is_exact=True)] == ["Cafe\u0301", "Café"]
    assert [text[start:end] for start, end in finder("é:|the c|x*")(text)] == ["é:", "THE c", "the C"]


def test_an_expression_that_matches_nothing_at_each_word_is_given_up() -> None:
    assert list(finder(r"milk|\b")("a " * 4_000 + "milk")) == [(8_000, 8_004)]
    assert not list(finder(r"milk|\b")("a " * 40_000 + "milk"))
