"""The text behind a reference."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from dowse.chunking.by_section import BySection
from dowse.formats.detect import parse_file
from dowse.indexing.batches import TimeBudget
from dowse.indexing.linking import link_pending
from dowse.model.document import Document
from dowse.model.errors import RefError
from dowse.ports.indexed_document import WriteBatch
from dowse.search.passages.passage import passage
from tests.contract.engines import Engine, fill
from tests.making import indexed


def _note(path: str, *lines: str) -> Document:
    return parse_file(path, "\n".join((*lines, "")).encode(), modified=0.0)


_PLAN = _note(
    "tasks/plan.md",
    "---",  # 1
    "short_code: METIS-I-0018",
    "aliases: [The Plan]",
    "---",
    "# Plan",  # 5
    "first",
    "## Detailed Design",
    "second",
    "### Deeper",
    "third",  # 10
    "## Risks",
    "last",
)
_C = _note("notes/c#.md", "# C sharp", "one", "## Goals", "two", "three")
_BARE = _note("notes/bare.md", "# Bare", "## Goals", "## Risks")
_TIME = _note("notes/12:30.md", "# Half past", "lunch")
_LONG = _note("notes/long.md", "# All", *(f"Sentence {n} of the long section.\n" for n in range(300)))
_BLOCKS = _note(
    "notes/blocks.md",
    "# Blocks",  # 1
    "",
    "One paragraph",
    "of two lines ^para",
    "",  # 5
    "- an item ^item",
    "  - inside",
    "- another item ^last-item",
    "",
    "- loose",  # 10
    "",
    "  more of it",
    "- end",
    "",
    "^list",  # 15
    "",
    "| a | b |",
    "|---|---|",
    "| 1 | 2 |",
    "",  # 20
    "^table",
    "## Deep",
    "deep ^deep",
    "",
    "2^n",
)
_NAMESAKES = (_note("plans/deep/Ideas.md", "deep"), _note("plans/Ideas.md", "shallow"))


@pytest.fixture(autouse=True)
def _vault(engine: Engine) -> None:
    fill(engine, _PLAN, _C, _BARE, _BLOCKS, _TIME, *_NAMESAKES)
    engine.write(WriteBatch(indexed=(indexed(_LONG, chunks=tuple(BySection()(_LONG))),)))


def _numbers(ref: str, engine: Engine) -> tuple[str, Sequence[int]]:
    found = passage(ref, engine)
    return found.ref, [number for number, _ in found.lines]


@pytest.mark.parametrize(
    "ref", ["tasks/plan.md", "./tasks/plan.md", "METIS-I-0018", "metis i 0018", "The Plan", "plan", "plan.md", "Plan "]
)
def test_a_document_is_called_by_path_name_alias_or_short_code(engine: Engine, ref: str) -> None:
    assert _numbers(ref, engine) == ("tasks/plan.md", list(range(1, 13)))


@pytest.mark.parametrize(
    "ref",
    [
        "tasks/plan.md#detailed-design",
        "tasks/plan.md#Detailed Design",
        "tasks/plan.md#DETAILED-DESIGN",
        "METIS-I-0018:detailed-design",
        "METIS-I-0018#detailed-design",
        "The Plan#detailed design",
        "tasks/plan.md#detailed-design@0",
    ],
)
def test_a_section_is_called_by_slug_or_heading_and_has_the_deeper_ones_with_it(engine: Engine, ref: str) -> None:
    assert _numbers(ref, engine) == ("tasks/plan.md#detailed-design", [7, 8, 9, 10])


def test_the_parts_of_a_section_are_read_one_by_one(engine: Engine) -> None:
    first, second = passage("notes/long.md#all@0", engine), passage("notes/long.md#all@1", engine)
    assert (first.ref, second.ref) == ("notes/long.md#all@0", "notes/long.md#all@1")
    assert first.lines[0] == (1, "# All")
    assert 0 < len(second.lines) < 600
    assert first.lines[-1][0] < second.lines[-1][0]


@pytest.mark.parametrize(
    ("ref", "expected"),
    [
        ("notes/early.md#_preamble", ("notes/early.md#_preamble", [1, 2])),
        ("notes/early.md:_PREAMBLE", ("notes/early.md#_preamble", [1, 2])),
        ("METIS-I-0018:_preamble", ("tasks/plan.md#_preamble", [5, 6])),
        ("tasks/plan.md#_preamble", ("tasks/plan.md#_preamble", [5, 6])),
        ("notes/nested.md#_preamble", ("notes/nested.md#_preamble", [1, 2, 3])),
        ("notes/long.md#_preamble@0", ("notes/long.md#all@0", None)),
    ],
)
def test_the_preamble_is_the_text_before_the_first_heading_or_below_the_title(
    engine: Engine, ref: str, expected: tuple[str, list[int] | None]
) -> None:
    early = _note("notes/early.md", "before", "", "### Deep", "third", "# Title", "fourth")
    nested = _note("notes/nested.md", "# Title", "### Deep", "text", "## Part", "more")
    fill(engine, early, nested)
    found, numbers = _numbers(ref, engine)
    assert found == expected[0]
    assert expected[1] in (None, numbers)


def test_a_preamble_of_a_document_that_begins_with_a_part_is_an_error(engine: Engine) -> None:
    fill(engine, _note("notes/parts.md", "## Part", "text"))
    with pytest.raises(RefError, match=r"notes/parts.md has no section '_preamble'; it has part"):
        passage("notes/parts.md#_preamble", engine)


def test_the_parts_of_a_document_are_numbered_across_its_sections(engine: Engine) -> None:
    note = _note("notes/book.md", "# One", "first", "## Two", *(f"Sentence {n} of the part.\n" for n in range(300)))
    engine.write(WriteBatch(indexed=(indexed(note, chunks=BySection()(note)),)))
    assert _numbers("notes/book.md@0", engine) == ("notes/book.md@0", [1, 2])
    assert passage("book@1", engine).lines == passage("notes/book.md#two@0", engine).lines
    assert _numbers("tasks/plan.md@0", engine)[1] == list(range(5, 13))


def test_a_name_that_ends_like_a_part_is_a_name(engine: Engine) -> None:
    fill(engine, _note("notes/mail@2.md", "you"), _note("notes/mail.md", "me"))
    assert passage("mail@2", engine).ref == "notes/mail@2.md"


def test_lines_are_those_of_the_file(engine: Engine) -> None:
    assert passage("tasks/plan.md#risks", engine).lines == ((11, "## Risks"), (12, "last"))


@pytest.mark.parametrize(
    ("ref", "numbers"),
    [
        ("tasks/plan.md:3:2", [3, 4]),
        ("tasks/plan.md:11", [11, 12]),
        ("METIS-I-0018:3:2", [3, 4]),
        ("tasks/plan.md:12:9", [12]),
        ("tasks/plan.md#detailed-design:8:2", [8, 9]),
    ],
)
def test_lines_are_asked_for_by_number_and_count(engine: Engine, ref: str, numbers: list[int]) -> None:
    assert _numbers(ref, engine)[1] == numbers


@pytest.mark.parametrize(
    ("ref", "hint"),
    [
        ("tasks/plan.md#risks:1:2", "lines are numbered in the file; tasks/plan.md#risks is lines 11 to 12"),
        ("notes/bare.md#goals:1", "lines are numbered in the file; notes/bare.md#goals is line 2"),
        ("tasks/plan.md#risks:11:1", ""),
        ("tasks/plan.md#risks:12:9", ""),
        ("tasks/plan.md:1:2", ""),
    ],
)
def test_lines_outside_of_the_section_have_a_hint(engine: Engine, ref: str, hint: str) -> None:
    assert passage(ref, engine).hint == hint


@pytest.mark.parametrize(
    ("ref", "expected"),
    [
        ("notes/c#.md", ("notes/c#.md", [1, 2, 3, 4, 5])),
        ("notes/c#.md#goals", ("notes/c#.md#goals", [3, 4, 5])),
        ("notes/c#.md:4:1", ("notes/c#.md", [4])),
        ("notes/c#.md#goals:5:1", ("notes/c#.md#goals", [5])),
        ("c#", ("notes/c#.md", [1, 2, 3, 4, 5])),
        ("notes/12:30.md", ("notes/12:30.md", [1, 2])),
        ("notes/12:30.md:2:1", ("notes/12:30.md", [2])),
        ("notes/12:30.md#half-past", ("notes/12:30.md#half-past", [1, 2])),
    ],
)
def test_names_may_hold_the_signs_that_part_references(
    engine: Engine, ref: str, expected: tuple[str, list[int]]
) -> None:
    assert _numbers(ref, engine) == expected


def test_of_several_with_one_name_the_one_nearest_the_root_is_meant(engine: Engine) -> None:
    assert passage("Ideas", engine).ref == "plans/Ideas.md"


@pytest.mark.parametrize(
    ("ref", "hint"),
    [
        ("tasks/pln.md", "did you mean 'tasks/plan.md'?"),
        ("C sharq", "did you mean 'C sharp'?"),
        ("zzzzzzzzzzzzzzz", "`find` lists all files"),
        ("", "the reference is empty"),
        ("tasks/plan.md:3-5", "REF:FROM:COUNT, numbered in the file, also of a section; write tasks/plan.md:3:3"),
        ("tasks/plan.md:0", "tasks/plan.md has no line 0; its lines are 1 to 12"),
        ("tasks/plan.md:13", "tasks/plan.md has no line 13; its lines are 1 to 12"),
        ("tasks/plan.md:" + "9" * 400, "tasks/plan.md has no line 999,999,999; its lines are 1 to 12"),
        ("notes/empty.md:2", "notes/empty.md has no line 2; it is empty"),
        ("notes/one.md:2", "notes/one.md has no line 2; it has one line"),
        ("tasks/plan.md#risks:1300:2", "tasks/plan.md has no line 1,300; its lines are 1 to 12"),
        ("tasks/plan.md:0:2", "tasks/plan.md has no line 0; its lines are 1 to 12"),
        ("tasks/plan.md:3:0", "COUNT in REF:FROM:COUNT is 1 or more"),
        ("tasks/plan.md#risks@7", "tasks/plan.md#risks has no part @7; the section is one part, @0"),
        ("notes/long.md#all@9999999999999", "; its parts are @0 to @"),
        ("tasks/plan.md#risks@" + "9" * 5_000, "no document has the name 'tasks/plan.md#risks@999"),
        ("notes/long.md@99", "notes/long.md has no part @99; its parts are @0 to @"),
        ("tasks/plan.md@1", "tasks/plan.md has no part @1; the document is one part, @0"),
        ("nowhere.md@1", "no document has the name 'nowhere.md@1'"),
        ("nowhere.md:3:2", "no document has the name 'nowhere.md:3:2'"),
        ("tasks/plan.md#goals", "tasks/plan.md has no section 'goals'; it has plan, detailed-design, deeper, risks"),
        ("notes/c#.md#risks", "notes/c#.md has no section 'risks'; it has c-sharp, goals"),
    ],
)
def test_what_is_not_there_is_an_error_that_names_what_is(engine: Engine, ref: str, hint: str) -> None:
    fill(engine, parse_file("notes/empty.md", b"", modified=0.0), _note("notes/one.md", "# One"))
    with pytest.raises(RefError) as raised:
        passage(ref, engine)
    assert hint in str(raised.value)


def test_lines_behind_the_path_of_a_folder_are_those_of_its_page(engine: Engine) -> None:
    fill(engine, _note("guide/README.md", "# Guide", "", "Walk."), parse_file("x/guide.py", b"a = 1\n", modified=0.0))
    found = passage("guide:3:1", engine)
    assert (found.ref, found.lines) == ("guide/README.md", ((3, "Walk."),))


def test_a_folder_without_a_page_is_answered_with_its_folders_and_documents(engine: Engine) -> None:
    fill(engine, *(_note(path, "# X") for path in ("guide/a.md", "guide/deep/b.md", "guide/deep/c.md", "guide/b.rst")))
    with pytest.raises(RefError) as error:
        passage("guide", engine)
    assert str(error.value) == "'guide' is a folder, not a document; it has deep/, a.md, b.rst"


def test_a_name_that_only_links_have_is_unknown_with_the_number_of_their_documents(engine: Engine) -> None:
    fill(engine, parse_file("film.md", b"[[Ridley Scott]]", modified=0.0))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    for ref in ("Ridley Scott", "[[Ridley Scott]]"):
        with pytest.raises(RefError, match=r'; 1 document links to that name, see the search links:"Ridley Scott"$'):
            passage(ref, engine)


_SOURCE = parse_file(
    "src/web.py",
    b'''"""The application."""
import os

class App:
    # Starts the server.
    @traced
    def run(self):
        return serve(self)  # until stopped

def stop(): pass
''',
    modified=0.0,
)


@pytest.mark.parametrize("ref", ["src/web.py#App.run", "App.run", "run"])
def test_a_symbol_is_printed_whole_with_its_documentation_decorators_and_line_numbers(engine: Engine, ref: str) -> None:
    fill(engine, _SOURCE)
    found = passage(ref, engine)
    assert found.ref == "src/web.py#App.run"
    assert found.lines == (
        (5, "    # Starts the server."),
        (6, "    @traced"),
        (7, "    def run(self):"),
        (8, "        return serve(self)  # until stopped"),
    )


def test_the_preamble_of_source_code_is_the_text_before_its_first_symbol(engine: Engine) -> None:
    fill(engine, _SOURCE)
    assert [number for number, _ in passage("src/web.py#_preamble", engine).lines] == [1, 2, 3]


def test_source_code_that_begins_with_a_symbol_has_no_preamble(engine: Engine) -> None:
    fill(engine, parse_file("a.py", b"def run(): pass\n", modified=0.0))
    with pytest.raises(RefError, match=r"a\.py has no symbol '_preamble'"):
        passage("a.py#_preamble", engine)


@pytest.mark.parametrize(
    ("block", "first", "last"),
    [
        ("^para", 3, 4),
        ("^item", 6, 7),
        ("^last-item", 8, 8),
        ("^list", 6, 13),
        ("^table", 17, 19),
        ("^deep", 23, 23),
    ],
)
def test_a_block_has_the_lines_before_its_id(engine: Engine, block: str, first: int, last: int) -> None:
    found = (f"notes/blocks.md#{block}", list(range(first, last + 1)))

    assert _numbers(f"notes/blocks.md#{block}", engine) == found
    assert _numbers(f"[[blocks#{block}]]", engine) == found


def test_a_block_may_be_named_after_its_heading(engine: Engine) -> None:
    assert _numbers("blocks#Deep#^deep", engine) == ("notes/blocks.md#^deep", [23])


@pytest.mark.parametrize(
    ("ref", "message"),
    [
        ("blocks#^prara", r"notes/blocks.md has no block '\^prara'; did you mean \^para\?"),
        ("blocks#^xyz", r"no block '\^xyz'; it has \^para, \^item, \^last-item, \^list, \^table, \^deep$"),
        ("bare#^xyz", r"notes/bare.md has no block '\^xyz'; it has no block with an id$"),
    ],
)
def test_an_unknown_block_is_answered_with_near_ids(engine: Engine, ref: str, message: str) -> None:
    with pytest.raises(RefError, match=message):
        passage(ref, engine)


@pytest.mark.parametrize(
    ("ref", "numbers"),
    [
        ("a.adoc#_preamble", range(1, 4)),
        ("a.adoc#one", range(4, 11)),
        ("a.adoc#deep", range(7, 11)),
        ("a.adoc#two", range(11, 14)),
    ],
)
def test_a_section_has_the_attributes_above_its_heading(engine: Engine, ref: str, numbers: range) -> None:
    text = "= A\n\nText\n[#one]\n== One\nText\n[[deep]]\n=== Deep\n[NOTE]\nText\n[#two]\n[.wide]\n== Two\n"
    fill(engine, parse_file("a.adoc", text.encode(), modified=0.0))
    assert _numbers(ref, engine)[1] == [*numbers]
