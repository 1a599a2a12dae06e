"""Messages in a query, which are found in source code as a whole, in part and by their format strings."""

from __future__ import annotations

import pytest

from dowse.model.document import Document
from dowse.retrieval.keyword import Keyword
from dowse.retrieval.messages import has_message
from tests.making import make
from tests.retrieval.asking import asking, holding

_PADDING = "a long text about wool and yarn " * 200
_MESSAGE = "the anchor does not hold boats in sand"


def _first(query: str, *documents: Document) -> str:
    return Keyword()(asking(query, holding(*documents)))[0].ref.doc


def test_source_code_with_a_whole_message_ranks_above_documents_with_its_words() -> None:
    source = make("moor.py", f"x = 1\n{_PADDING}\nraise Error('{_MESSAGE}!')\n{_PADDING}", kind="code")
    others = [
        make(f"{n}.py", "hold the anchor, boats and sand do hold, not the anchor of boats " * 3, kind="code")
        for n in range(9)
    ]
    assert _first(_MESSAGE, source, *others) == "moor.py"
    assert _first("anchor boats hold in sand", source, *others) != "moor.py"
    assert _first("boats in sand", source, *others) == "moor.py"
    assert _first("boats sand", source, *others) != "moor.py"


@pytest.mark.parametrize(
    "query",
    [
        f"AnchorError: {_MESSAGE}",
        f"{_MESSAGE}: boats, sand, anchors",
        f"KeyError: '{_MESSAGE}: anchor'",
        f"2026-01-02 12:00:03 ERROR boats - {_MESSAGE} (sand 17)",
        f"anchor boats id=5f3 {_MESSAGE} 12 boats in sand",
        f'boats: "{_MESSAGE}" hold',
    ],
)
def test_source_code_with_a_message_of_a_longer_text_ranks_above_documents_with_its_words(query: str) -> None:
    source = make("moor.py", f"x = 1\n{_PADDING}\nraise Error('{_MESSAGE}!')\n{_PADDING}", kind="code")
    others = [
        make(
            f"{n}.py", "AnchorError hold the anchor, boats and sand do hold, not the anchors of boats " * 3, kind="code"
        )
        for n in range(9)
    ]
    assert _first(query, source, *others) == "moor.py"


_FORMAT = "f'the anchor {name} does not hold {boats} boats in {place}'"


@pytest.mark.parametrize(
    "query",
    [
        "the anchor #7 does not hold 12 boats in sand",
        "AnchorError: the anchor a.b does not hold many boats in /dev/sand",
        "2026-01-02 12:00:03 ERROR boats - the anchor 'sand' does not hold 3 boats in 4",
    ],
)
def test_source_code_with_the_format_string_of_a_message_ranks_above_documents_with_its_words(query: str) -> None:
    source = make("moor.py", f"x = 1\n{_PADDING}\nraise Error({_FORMAT})\n{_PADDING}", kind="code")
    test = make(
        "tests/test_moor.py", "assert moored == 'the anchor #7 does not hold 12 boats in sand or mud'", kind="code"
    )
    others = [
        make(
            f"{n}.py",
            "AnchorError hold the anchor, boats and sand does hold, not the anchors of 12 boats " * 3,
            kind="code",
        )
        for n in range(9)
    ]
    found = Keyword()(asking(query, holding(source, test, *others)))
    assert [hit.ref.doc for hit in found if has_message(hit)] == [found[0].ref.doc] == ["moor.py"]
    notes = Keyword()(asking(query, holding(make("moor.md", _FORMAT), *others)))
    assert not any(map(has_message, notes))


def test_a_format_string_with_values_is_before_a_message_without_values_that_has_another_word() -> None:
    made = make("moor.py", f"{_PADDING}\nraise Error(f'bad mooring problem: {{cause}}')\n{_PADDING}", kind="code")
    other = make("sail.py", f"{_PADDING}\nraise Error('unable to get the long anchor')\n{_PADDING}", kind="code")
    found = Keyword()(asking("(60) bad mooring problem: unable to get the local anchor", holding(made, other)))
    assert [hit.ref.doc for hit in found if has_message(hit)] == ["moor.py"]


def test_a_test_with_the_format_string_alone_has_the_message() -> None:
    test = make("tests/test_moor.py", "raise Error(f'anchor {name} holds {number} boats in {place}')", kind="code")
    found = Keyword()(asking("anchor #7 holds 12 boats in 'sand'", holding(test)))
    assert list(map(has_message, found)) == [True]


def test_words_that_deny_make_a_message() -> None:
    source = make("moor.py", f"{_PADDING}\nraise KeyError('No such anchor')\n{_PADDING}", kind="code")
    others = [make(f"{n}.py", "an anchor is an anchor " * 3, kind="code") for n in range(9)]
    assert _first("No such anchor", source, *others) == "moor.py"
    assert _first("such an anchor", source, *others) != "moor.py"


@pytest.mark.parametrize("message", ["Öl im Motor fehlt", "файл не найден"])
def test_a_short_message_with_diacritics_is_found_first(message: str) -> None:
    source = make("moor.py", f"x = 1\n{_PADDING}\nraise Error('{message}')\n{_PADDING}", kind="code")
    others = [make(f"{n}.py", f"{' '.join(reversed(message.split()))} " * 3, kind="code") for n in range(9)]
    assert _first(message, source, *others) == "moor.py"


def test_a_question_for_instructions_is_no_message() -> None:
    comment = make("moor.py", f"x = 1\n{_PADDING}\n# how to {_MESSAGE}\n{_PADDING}", kind="code")
    others = [
        make(f"{n}.py", "hold the anchor, boats and sand do hold, not the anchor of boats " * 3, kind="code")
        for n in range(9)
    ]
    assert _first(f"how to {_MESSAGE}", comment, *others) != "moor.py"


def test_a_comment_that_asks_what_should_be_done_is_found_by_its_text() -> None:
    comment = make("moor.py", f"x = 1\n{_PADDING}\n# can we {_MESSAGE}\n{_PADDING}", kind="code")
    others = [
        make(f"{n}.py", "hold the anchor, boats and sand do hold, not the anchor of boats " * 3, kind="code")
        for n in range(9)
    ]
    assert _first(f"can we {_MESSAGE}", comment, *others) == "moor.py"


@pytest.mark.parametrize(
    "line",
    [
        "# the index file format of anchors",
        "# of the index\n# file format",
        "import indexes\nfile.formatted",
        "x = 1  // index file format",
        " * index file format",
        '"""The\nindex file format\n"""',
    ],
)
def test_a_comment_with_the_name_of_a_subject_is_one_among_others(line: str) -> None:
    source, note = make("moor.py", f"x = 1\n{_PADDING}\n{line}\n{_PADDING}", kind="code"), make("a.md", "index format")
    others = [make(f"{n}.py", "format of an index, file of a format " * 3, kind="code") for n in range(9)]
    assert _first("index file format", source, note, *others) != "moor.py"


def test_a_test_with_the_name_of_a_subject_in_a_text_is_one_among_others() -> None:
    source = make("tests/test_moor.py", f"{_PADDING}\nskip('needs the index file format')\n{_PADDING}", kind="code")
    others = [make(f"{n}.py", "format of an index, file of a format " * 3, kind="code") for n in range(9)]
    assert _first("index file format", source, *others) != "tests/test_moor.py"


def test_a_note_with_a_whole_line_is_one_among_others() -> None:
    note, source = make("a.md", f"{_PADDING} {_MESSAGE} {_PADDING}"), make("b.py", "anchor", kind="code")
    others = [
        make(f"{n}.md", "hold the anchor, boats and sand do hold, not the anchor of boats " * 3) for n in range(9)
    ]
    assert _first(_MESSAGE, note, source, *others) != "a.md"


def test_pairs_that_many_files_have_are_looked_up_together() -> None:
    source = make("moor.c", f'{_PADDING}\nfailf("Failed to connect to %s after %d ms", host, n);\n', kind="code")
    others = [
        make(f"{n}.c", "failed to be, to connect it, connect to it; failed to connect " * 3, kind="code")
        for n in range(30)
    ]
    found = Keyword()(asking("dowse: (7) Failed to connect to localhost after 3 ms", holding(source, *others)))
    assert [hit.ref.doc for hit in found if has_message(hit)] == [found[0].ref.doc] == ["moor.c"]


@pytest.mark.parametrize(
    "query",
    [
        "Wanted KIND_OF_ROPE but was KIND_OF_CHAIN",
        "org.boats.MooringException: org.boats.AnchorException: Wanted KIND_OF_ROPE but was KIND_OF_CHAIN",
    ],
)
def test_the_format_string_of_a_message_is_found_by_the_words_between_names(query: str) -> None:
    code = f"x = 1\n{_PADDING}\nraise error('Wanted ' + kind + ' but was ' + other)\n{_PADDING}"
    kinds = "org boats mooring anchor exception KIND_OF_ROPE, KIND_OF_CHAIN wanted got\n"
    others = [make(f"{n}.py", kinds * (3 + n), kind="code") for n in range(25)]
    source = make("moor.py", code, kind="code")
    found = Keyword()(asking(query, holding(source, *others)))
    assert [each.ref.doc for each in found if has_message(each)] == ["moor.py"]


def test_a_file_with_a_shorter_format_string_of_the_message_is_behind_the_one_with_the_longer() -> None:
    longer = make(
        "main.py", "print('boat: (%d) The requested anchor returned error: %d' % (code, status))", kind="code"
    )
    shorter = make("anchor.py", f"fail('The requested anchor returned error: %d' % status)\n{_PADDING}", kind="code")
    others = [make(f"{n}.py", "requested anchors and boats, error of the boat " * 3, kind="code") for n in range(9)]
    query = "boat: (22) The requested anchor returned error: 404"
    found = Keyword()(asking(query, holding(longer, shorter, *others)))
    assert [hit.ref.doc for hit in found[:2]] == ["main.py", "anchor.py"]
    assert [has_message(hit) for hit in found[:3]] == [True, True, False]


def test_a_name_with_the_words_of_a_query_is_no_message() -> None:
    caller = make("moor.py", f"x = 1\n{_PADDING}\nharbour.mostBoatsPerAnchor = 3\n{_PADDING}", kind="code")
    quoting = make("quay.py", f"x = 1\n{_PADDING}\n# the harbour, most boats per anchor\n{_PADDING}", kind="code")
    found = Keyword()(asking("harbour most boats per anchor", holding(caller, quoting)))
    assert [hit.ref.doc for hit in found if has_message(hit)] == ["quay.py"]


def test_a_label_of_two_words_in_another_case_is_no_message() -> None:
    source = make("site.yml", "nav:\n - 'Mooring Ropes': ropes.md\n", kind="code")
    others = [make(f"{n}.py", "mooring boats, ropes and a frame " * 3, kind="code") for n in range(9)]

    def quoted(query: str) -> list[str]:
        found = Keyword()(asking(query, holding(source, *others)))
        return [hit.ref.doc for hit in found if has_message(hit)]

    assert quoted("mooring ropes boat2 frames") == []
    assert quoted("Mooring Ropes boat2 frames") == ["site.yml"]


def test_a_message_of_two_words_that_tells_of_a_failure_is_found_as_a_literal_of_its_own() -> None:
    source = make("moor.py", f"x = 1\n{_PADDING}\nraise Error('Anchor missing.')\n{_PADDING}", kind="code")
    others = [
        make(f"{n}.py", "# the anchor missing, a 'missing anchor' or 'one anchor missing here'\n" * 3, kind="code")
        for n in range(9)
    ]
    assert _first("anchor missing", source, *others) == "moor.py"
    label = make("moor.py", f"x = 1\n{_PADDING}\nlabel('Anchor chain')\n{_PADDING}", kind="code")
    assert _first("anchor chain", label, *(make(f"{n}.py", "# anchor chain\n" * 3, kind="code") for n in range(9))) != (
        "moor.py"
    )


def test_a_message_of_another_version_is_found_by_the_sentence_that_both_have() -> None:
    text = "Anchor chain broken. Moor at another quay of this harbour, or wait for the tide"
    source = make("moor.py", f"x = 1\n{_PADDING}\nraise Error('{text}')\n{_PADDING}", kind="code")
    others = [make(f"{n}.py", "the anchor, a broken chain, some boats with ropes " * 3, kind="code") for n in range(9)]
    assert _first("Anchor chain broken. Boats must have some ropes", source, *others) == "moor.py"
