"""A snippet shows the place that meets a condition of the query on the text, not any place with its words."""

from __future__ import annotations

import pytest

from dowse.analysis.phrase_match import phrase_spans
from dowse.analysis.regular_expression import finder
from dowse.formats.detect import parse_file
from dowse.model.hit import Snippet
from dowse.stages.snippet import CutSnippet
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


def _snippet(query: str, text: str = _NOTE, path: str = "plan.md") -> Snippet:
    document = parse_file(path, text.encode(), modified=0.0)
    (cut,) = CutSnippet()((hit(path, 0.7),), asking(query, holding(document)))
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


def test_exact_phrases_and_expressions_have_the_offsets_of_the_text() -> None:
    text = "Cafe\u0301 is é: THE café, the Café."
    assert [text[start:end] for start, end in phrase_spans(text, "Café", is_exact=True)] == ["Cafe\u0301", "Café"]
    assert [text[start:end] for start, end in finder("é:|the c|x*")(text)] == ["é:", "THE c", "the C"]
