"""Enumerators that a query names: the enumeration with them is what defines them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dowse.formats.detect import parse_file
from dowse.model.hit import Hit, Hits
from dowse.model.ref import Ref
from dowse.stages.code.definitions import Definitions
from dowse.stages.code.enumerators import enumerations_with
from dowse.stages.snippets.snippet import CutSnippet
from tests.contract.engines import paths
from tests.retrieval.asking import asking, holding

_FILES = {
    "state.h": "typedef enum {\n  ST_OPEN = 1,  /* the first */\n  ST_HALF_OPEN,\n  ST_CLOSED\n} state_t;\n",
    "state.cpp": "enum class State { Open, HalfOpen, Closed };\n",
    "State.java": "enum State {\n  OPEN(1), HALF_OPEN(2) { int f() { return 3; } },\n  CLOSED(4);\n State(int n) {}}\n",
    "State.cs": "public enum State\n{\n    /// <summary>Ready</summary>\n    Open = 0,\n    HalfOpen,\n    Shut\n}\n",
    "state.ts": "export enum State {\n  Open = 'open',\n  HalfOpen = 'half',\n  Closed\n}\n",
    "state.rs": "pub enum State {\n    Open,\n    HalfOpen(u8),\n    Closed { at: u8 },\n}\n",
    "state.php": "<?php\nenum State: string {\n    case Open = 'o';\n    case HalfOpen = 'h';\n}\n",
}


def _found(query: str, path: str, *others: tuple[str, str]) -> Hits:
    texts = [("user.py", "x = use(HalfOpen, HALF_OPEN, ST_HALF_OPEN)\n"), *others, (path, _FILES[path])]
    documents = [parse_file(name, text.encode(), modified=0.0) for name, text in texts]
    hits = tuple(Hit(Ref(each.head.path), each.head, 0.9 - n / 10) for n, each in enumerate(documents))
    run = asking(query, holding(*documents))
    return CutSnippet(200)(Definitions()(hits, run), run)


@pytest.mark.parametrize("query", ["{}", "State.{}", "where is {} used"])
@pytest.mark.parametrize("path", _FILES)
def test_the_file_whose_enumeration_has_the_name_is_first_and_shows_its_line(path: str, query: str) -> None:
    name = {"state.h": "ST_HALF_OPEN", "State.java": "HALF_OPEN"}.get(path, "HalfOpen")
    first = _found(query.format(name), path)[0]
    assert first.ref.doc == path
    assert first.spot is not None
    assert first.spot.section.lower() in {"state", "state_t"}
    assert first.snippet is not None
    assert name in first.snippet.text


@pytest.mark.parametrize(
    "text",
    [
        "enum State {\n  Open = HalfOpen | 1,\n};\n",
        "enum State {\n  Open,\n};\nint HalfOpen(void);\nvoid f(void) { g(1, HalfOpen, 2); }\n",
        "enum State {\n  HalfOpenings,\n};\n",
    ],
)
def test_a_name_that_an_enumeration_uses_or_stands_outside_of_it_is_none_of_its(text: str) -> None:
    document = parse_file("a.cpp", text.replace("int HalfOpen(void);\n", "").encode(), modified=0.0)
    found = Definitions()((Hit(Ref("a.cpp"), document.head, 0.5),), asking("HalfOpen", holding(document)))
    assert found[0].why == ()


def test_a_symbol_of_the_name_is_preferred_to_an_enumerator() -> None:
    hits = _found("HalfOpen", "state.rs", ("half.py", "class HalfOpen:\n    pass\n"))
    assert paths(hits)[0] == "half.py"


def test_the_enumeration_itself_is_shown_by_its_signature() -> None:
    first = _found("State", "state.ts")[0]
    assert first.snippet is not None
    assert first.snippet.text.startswith("export enum State")


def test_the_name_behind_the_body_of_a_type_is_in_its_signature_alone() -> None:
    first = _found("state_t", "state.h")[0]
    assert first.snippet is not None
    assert first.snippet.text == "typedef enum state_t"


def test_the_declaring_file_is_found_beside_any_number_of_longer_lists_of_hits() -> None:
    """A header is so long that many files which use a name have more of it, and so are the files of other lists."""
    header = parse_file("state.h", _FILES["state.h"].encode(), modified=0.0)
    texts = [
        f"enum {{ N{n} }};\nenum Kind{n} {{ A{n} }};\nint f{n}(void) {{ return ST_HALF_OPEN; }}\n" for n in range(60)
    ]
    others = [parse_file(f"user{n}.c", text.encode(), modified=0.0) for n, text in enumerate(texts)]
    hits = tuple(Hit(Ref(each.head.path), each.head, 0.9) for each in others)
    found = Definitions()(hits, asking("ST_HALF_OPEN", holding(header, *others)))
    assert found[0].ref.doc == "state.h"
    assert found[0].spot == Ref("state.h", "state_t")


def test_a_file_that_the_filters_leave_out_is_not_added() -> None:
    header = parse_file("state.h", _FILES["state.h"].encode(), modified=0.0)
    user = parse_file("user.py", b"x = ST_HALF_OPEN\n", modified=0.0)
    run = asking("ST_HALF_OPEN path:user.py", holding(header, user))
    assert paths(Definitions()((Hit(Ref("user.py"), user.head, 0.5),), run)) == ["user.py"]


@pytest.mark.parametrize(
    "text",
    [
        "enum {\n  ST_OPEN,\n  /* half */\n  ST_HALF_OPEN = 2\n};\n",
        "enum { ST_HALF_OPEN };\n",
        "enum : unsigned {\n  ST_OPEN = 1 << 2,\n  ST_HALF_OPEN,\n};\n",
        "enum {\n  ST_OPEN,\n\n \n  ST_HALF_OPEN,\n};\n",
    ],
)
def test_an_enumeration_without_a_name_declares_its_enumerators(text: str) -> None:
    documents = [
        parse_file("user.c", b"int f(int s) { return s == ST_HALF_OPEN; }\n", modified=0.0),
        parse_file("state.h", text.encode(), modified=0.0),
    ]
    hits = tuple(Hit(Ref(each.head.path), each.head, 0.9 - n / 10) for n, each in enumerate(documents))
    run = asking("ST_HALF_OPEN", holding(*documents))
    found = CutSnippet(200)(Definitions()(hits, run), run)
    assert found[0].ref.doc == "state.h"
    assert found[0].snippet is not None
    assert "ST_HALF_OPEN" in found[0].snippet.text


@pytest.mark.parametrize("line", ["\n", " \n", ",\n", "/\n", "enum {\n"])
def test_an_enumeration_of_many_lines_without_the_name_takes_linear_time(line: str) -> None:
    """Nothing is timed: a quadratic step would take minutes here."""
    text = f"enum {{{line * 300_000}}};\nint ST_HALF_OPEN;\n"
    document = replace(parse_file("state.h", b"enum { ST_SHUT };\n", modified=0.0), text=text)
    run = asking("ST_HALF_OPEN", holding(document))
    assert list(enumerations_with("ST_HALF_OPEN", (Hit(Ref("state.h"), document.head, 0.9),), run.reader)) == []


def test_a_symbol_of_the_name_in_another_type_does_not_hide_the_enumerator_of_the_named_one() -> None:
    other = ("Types.java", "class Types { static final int HALF_OPEN = 1; }\n")
    assert paths(_found("State.HALF_OPEN", "State.java", other))[0] == "State.java"


def test_a_symbol_of_the_name_in_a_test_does_not_hide_the_enumerator() -> None:
    other = ("tests/StateTest.java", "class StateTest { static final int HALF_OPEN = 1; }\n")
    found = _found("HALF_OPEN", "State.java", other)
    assert next(hit for hit in found if hit.ref.doc == "State.java").why
