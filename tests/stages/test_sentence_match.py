"""A note that contains the whole query comes first."""

from __future__ import annotations

import pytest

from dowse.model.hit import Hits
from dowse.ports.pipeline import QueryTraits
from dowse.query.ast import Expr, OneOf
from dowse.retrieval.messages import MESSAGE
from dowse.stages.sentence_match import SENTENCE_MATCH, SentenceMatch
from tests.contract.engines import paths
from tests.making import hit, make
from tests.retrieval.asking import asking, holding

_SENTENCE = "The **pilot** rows out to the bell buoy, as the tide turns at noon."
_LONG = make("log.md", f"Words of another day.\n\n{_SENTENCE}\n\n" + "More of the same. " * 50)
_SHORT = make("buoy.md", "The bell buoy: the pilot rows out to it at noon, as the tide turns")
_REPEATED = tuple(make(f"r{n}.md", "Ask the harbour master for the key of the old crane hut.") for n in range(9))
_CODE = make("a.py", "ring the big brass bell of the north pier for help", kind="code")
_ENGINE = holding(_LONG, _SHORT, *_REPEATED, _CODE)
_HITS = (hit("buoy.md", 0.9), hit("log.md", 0.4))


def _found(query: str, hits: Hits = _HITS, *, where: Expr | None = None) -> Hits:
    return SentenceMatch()(hits, asking(query, _ENGINE, where=where))


@pytest.mark.parametrize(
    "query",
    [
        _SENTENCE,
        "the pilot rows out to the bell buoy",
        "pilot rows out to the bell buoy,\nas the tide turns",
        'the pilot rows out to the "bell buoy", as',
        'the pilot rows out to the "bell buoy", as the tide turns at noon',  # where quotations only rank
        "... the pilot rows out to the bell buoy, as the tide turns!",
        "the pilot rows (out) to the bell buoy, as the tide turns kind:note",
    ],
)
def test_the_note_with_the_sentence_comes_first(query: str) -> None:
    found = _found(query)
    assert paths(found) == ["log.md", "buoy.md"]
    assert [each.score for each in found] == [0.9, 0.9]
    assert found[0].why[-1].source == SENTENCE_MATCH


@pytest.mark.parametrize(
    "query",
    [
        "the pilot rows out to the buoy",  # seven words
        "the pilot rows out: to the bell buoy, as the tide turns at noon",  # other signs
        "the pilot rows to the bell buoy at noon",
        "to the bell and as the tide to it",
        "as to the of it at the in and",
        "pilot rows out to the bell buoy NOT tide",
    ],
)
def test_scattered_words_and_a_short_query_lift_nothing(query: str) -> None:
    assert _found(query) == _HITS


def test_a_note_in_no_list_is_added_if_the_filters_select_it() -> None:
    alone = (hit("buoy.md", 0.9),)
    assert paths(_found(_SENTENCE, alone)) == ["log.md", "buoy.md"]
    assert _found(_SENTENCE, alone, where=OneOf(frozenset({"buoy.md"}))) == alone
    assert _found(f"{_SENTENCE} kind:pdf", alone) == alone


def test_notes_with_the_words_and_other_signs_are_not_counted() -> None:
    others = [make(f"o{n}.md", "Take the key, of the old crane hut: from the nail.") for n in range(9)]
    engine = holding(*others, make("own.md", "Take the key of the old crane hut, from the nail, at dawn."))
    hits = (hit("o1.md", 0.9), hit("own.md", 0.4))
    query = "take the key of the old crane hut, from the nail"
    assert paths(SentenceMatch()(hits, asking(query, engine))) == ["own.md", "o1.md"]
    assert SentenceMatch()(hits, asking("take the key of the old crane hut from the nail", engine)) == hits


def test_a_sentence_of_many_notes_and_one_of_source_code_lift_nothing() -> None:
    assert _found("ask the harbour master for the key of the old crane hut") == _HITS
    assert _found("ring the big brass bell of the north pier for help") == _HITS
    message = (hit("buoy.md", 0.9).because(MESSAGE, 1.0), hit("log.md", 0.4))
    assert _found(_SENTENCE, message) == message


@pytest.mark.parametrize(
    "question",
    [
        "how do I hoist the sail of the red boat",
        "the sail of the red boat, can one man hoist it?",
        "Is there one man who can hoist the sail",
    ],
)
def test_notes_that_ask_the_question_too_are_not_lifted_above_the_one_with_the_answer(question: str) -> None:
    asks = [make(f"{n}.md", f"Find out:\n\n- {question}\n") for n in range(2)]
    hits = (hit("sail.md", 0.9), hit("1.md", 0.5), hit("0.md", 0.4))
    assert SentenceMatch()(hits, asking(question, holding(*asks))) == hits
    assert paths(SentenceMatch()(hits, asking(question, holding(asks[0]))))[0] == "0.md"


def test_parts_of_notes_a_search_by_meaning_and_one_for_linked_documents_keep_their_order() -> None:
    assert SentenceMatch().adapted(QueryTraits(is_by_similarity=True)) is None
    assert SentenceMatch().adapted(QueryTraits(is_linked=True)) is None
    assert SentenceMatch().adapted(QueryTraits()) == SentenceMatch()


def test_a_sentence_in_a_script_without_spaces_counts_its_pairs_of_characters() -> None:
    sentence = "灯台守は毎晩九時に灯りをともす"
    engine = holding(make("a.md", f"前の日。{sentence}。次の日。"), make("b.md", "灯台守 毎晩 九時 灯り"))
    hits = (hit("b.md", 0.9), hit("a.md", 0.4))
    assert paths(SentenceMatch()(hits, asking(sentence, engine))) == ["a.md", "b.md"]
