"""What a query means, and that every text is one."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from math import inf, nextafter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.formats.markdown.tags import folded_tag, inline_tags
from dowse.query.ast import (
    And,
    Compare,
    ExactPhrase,
    Expr,
    FieldEquals,
    MatchAll,
    Modified,
    Near,
    Not,
    Or,
    Property,
    Query,
    Should,
    Word,
    walk,
)
from dowse.query.extract import scoring_texts, selecting
from dowse.query.lex import lex
from dowse.query.parse import parse
from tests.making import DAY
from tests.query.sound import is_sound
from tests.tier_parameters import examples

_A, _B, _C, _D = Word("a"), Word("b"), Word("c"), Word("d")
_PA, _PB, _PC = Should(_A), Should(_B), Should(_C)
_X, _Y = FieldEquals("tag", "x"), FieldEquals("tag", "y")

_FIVE = Compare("n", "number", 5, nextafter(5, inf))

TREES: Mapping[str, Expr] = {
    # Natural: words select nothing
    "": MatchAll(),
    "  \n ": MatchAll(),
    "a": _PA,
    "a b": And((_PA, _PB)),
    "a and b": And((_PA, Should(Word("and")), _PB)),
    "or": Should(Word("or")),
    "not a": And((Should(Word("not")), _PA)),
    "(a b) c": And((And((_PA, _PB)), _PC)),
    "a tag:x": And((_PA, _X)),
    # Boolean: every word selects
    "a AND b": And((_A, _B)),
    "a OR b": Or((_A, _B)),
    "a NOT b": And((_A, Not(_B))),
    "NOT a": Not(_A),
    "a b OR c": Or((And((_A, _B)), _C)),
    "a OR b c": Or((_A, And((_B, _C)))),
    "a AND b OR c AND d": Or((And((_A, _B)), And((_C, _D)))),
    "a AND (b OR c)": And((_A, Or((_B, _C)))),
    "a OR b OR c": Or((_A, _B, _C)),
    "(a OR b) (c OR d)": And((Or((_A, _B)), Or((_C, _D)))),
    "(a OR b)(c OR d)": And((Or((_A, _B)), Or((_C, _D)))),
    "a NOT b NOT c": And((_A, Not(_B), Not(_C))),
    "a AND NOT b": And((_A, Not(_B))),
    "a OR NOT b": Or((_A, Not(_B))),
    "NOT NOT a": _A,
    "NOT (a OR b)": Not(Or((_A, _B))),
    "a NOT(b OR c)": And((_A, Not(Or((_B, _C))))),
    "a AND(b OR c)": And((_A, Or((_B, _C)))),
    "(a)OR(b)": Or((_A, _B)),
    "((((a))))": _PA,
    # Signs
    "+a": _A,
    "+a b": And((_A, _PB)),
    "a -b": And((_PA, Not(_B))),
    "+a -b": And((_A, Not(_B))),
    '+"a b"': ExactPhrase("a b"),
    '-"a b"': Not(ExactPhrase("a b")),
    "-tag:x": Not(_X),
    "+tag:x": _X,
    "-#x": Not(_X),
    "-(a b)": Not(And((_A, _B))),
    "+(a b) c": And((And((_A, _B)), _PC)),
    "+(a b)": And((_A, _B)),
    "-(-a)": Not(Not(_A)),
    "-(a +b)": Not(And((_A, _B))),
    "+(a (b)) c": And((And((_A, _B)), _PC)),
    "--a": Should(Word("--a")),
    "a - b": And((_PA, Should(Word("-")), _PB)),
    "well-known": Should(Word("well-known")),
    "a+b": Should(Word("a+b")),
    "--limit": Should(Word("--limit")),
    # Phrases
    '"a b"': ExactPhrase("a b"),
    '" a b "': ExactPhrase("a b"),
    '"a AND b"': ExactPhrase("a AND b"),
    '"a b" c': And((ExactPhrase("a b"), _PC)),
    'a"b c"': And((_PA, ExactPhrase("b c"))),
    # Fields and tags
    "tag:x": _X,
    "#x": _X,
    "Tag:x": _X,
    "tag:#x": FieldEquals("tag", "#x"),
    "#x/y": FieldEquals("tag", "x/y"),
    "#2024/plan": FieldEquals("tag", "2024/plan"),
    "#role.tester": FieldEquals("tag", "role.tester"),
    "(#a.b.c)": FieldEquals("tag", "a.b.c"),
    "#v1.2": FieldEquals("tag", "v1.2"),
    "#a.": Should(Word("#a.")),
    "#a..b": Should(Word("#a..b")),
    "#12.md": Should(Word("#12.md")),
    "#1.5": Should(Word("#1.5")),
    "#42": Should(Word("#42")),
    "C#": Should(Word("C#")),
    "#1/2": Should(Word("#1/2")),
    "#/x": Should(Word("#/x")),
    "#हिन्दी": FieldEquals("tag", "हिन्दी"),
    "(#ไทยที่)": FieldEquals("tag", "ไทยที่"),
    "#தமிழ்": FieldEquals("tag", "தமிழ்"),
    "-#party🎉": Not(FieldEquals("tag", "party🎉")),
    "#u\u0308ber": FieldEquals("tag", "u\u0308ber"),
    "#2024-05": FieldEquals("tag", "2024-05"),
    "(#x)": _X,
    "(tag:x)": _X,
    "tag:x AND tag:y": And((_X, _Y)),
    "tag:x OR #y": Or((_X, _Y)),
    "tag:x tag:y": And((_X, _Y)),
    'title:"a b"': FieldEquals("title", "a b"),
    r'title:"say \"hi\""': FieldEquals("title", 'say "hi"'),
    r'title:"\"hi\" said"': FieldEquals("title", '"hi" said'),
    r'(path:"a \"b\"/c" tag:x)': And((FieldEquals("path", 'a "b"/c'), _X)),
    r'[key:"say \"hi\""]': Property("key", 'say "hi"'),
    r'[key:!="\"hi\""]': Not(Property("key", '"hi"')),
    r'path:"C:\notes\"': FieldEquals("path", "C:\\notes\\"),
    r'path:"a\" tag:x': And((FieldEquals("path", "a\\"), _X)),
    r'path:"a\" title:"b c"': And((FieldEquals("path", "a\\"), FieldEquals("title", "b c"))),
    r'[key:"a\"]': Property("key", "a\\"),
    "file:a(1).md": FieldEquals("file", "a(1).md"),
    "(file:a(1).md)": FieldEquals("file", "a(1).md"),
    "path:2-Areas/Finance": FieldEquals("path", "2-Areas/Finance"),
    "ext:md": FieldEquals("ext", "md"),
    "kind:task": FieldEquals("kind", "task"),
    "type:daily": FieldEquals("type", "daily"),
    "status:draft": FieldEquals("status", "draft"),
    "phase:active": FieldEquals("phase", "active"),
    "tag:finance OR (carbon tax)": Or((FieldEquals("tag", "finance"), And((Word("carbon"), Word("tax"))))),
    # Properties
    "[due]": Property("due"),
    "[due date]": Property("due date"),
    "[due ]": Property("due"),
    "[due:soon]": Property("due", "soon"),
    '[due:"very soon"]': Property("due", "very soon"),
    "[due:a, b]": Property("due", "a, b"),
    "-[due]": Not(Property("due")),
    "a AND [due]": And((_A, Property("due"))),
    "([due])": Property("due"),
    "[हिन्दी]": Property("हिन्दी"),
    "[k🎉]": Property("k🎉"),
    "[k🎉:x]": Property("k🎉", "x"),
    "[1num]": Property("1num"),
    "[author.name]": Property("author.name"),
    "[author:[[Kevin Kelly]]]": Property("author", "[[Kevin Kelly]]"),
    "([author:[[Kevin Kelly]]] a)": And((Property("author", "[[Kevin Kelly]]"), _PA)),
    "[n:5]": _FIVE,
    "[n: 5.0 ]": _FIVE,
    "[n:+5]": _FIVE,
    "[n:=5]": _FIVE,
    "[n:== 5]": _FIVE,
    '[n:"5"]': Property("n", "5"),
    "[n:=x y]": Property("n", "x y"),
    "[n:!=5]": Not(_FIVE),
    "[n:!= x]": Not(Property("n", "x")),
    '[n: "x"]': Property("n", "x"),
    "[n:!=[[x]]]": Not(Property("n", "[[x]]")),
    '[n:!="x"]': Not(Property("n", "x")),
    "-[n:!=x]": Not(Not(Property("n", "x"))),
    "[n:=]": Property("n", "="),
    "[n:>5]": Compare("n", "number", nextafter(5, inf), inf),
    "[n:>=5]": Compare("n", "number", 5, inf),
    "[n:<-1.5]": Compare("n", "number", -inf, -1.5),
    "[n:<= 5]": Compare("n", "number", -inf, nextafter(5, inf)),
    "[n:3..5]": Compare("n", "number", 3, nextafter(5, inf)),
    "[n:3..]": Compare("n", "number", 3, inf),
    "[n:..5]": Compare("n", "number", -inf, nextafter(5, inf)),
    "[d:>1970-01-02]": Compare("d", "date", 2 * DAY, inf),
    "[d:<1970-01-02]": Compare("d", "date", -inf, DAY),
    "[d:<7d]": Compare("d", "age", -inf, 7 * DAY),
    "[y:>1970]": Or((Compare("y", "number", nextafter(1970, inf), inf), Compare("y", "calendar", 365 * DAY, inf))),
    "[v:1.0..x]": Property("v", "1.0..x"),
    "[v:5..1970-01-02]": Property("v", "5..1970-01-02"),
    "[d:1970..today]": And((Compare("d", "date", 0, inf), Compare("d", "day", -inf, 1))),
    # Time
    "modified:>1970-01-02": Modified("date", 2 * DAY, inf),
    "modified:>=1970-01-02": Modified("date", DAY, inf),
    "modified:<1970-01-02": Modified("date", -inf, DAY),
    "modified:<=1970-01-02": Modified("date", -inf, 2 * DAY),
    "modified:1970-01-02": Modified("date", DAY, 2 * DAY),
    "modified:1970-01": Modified("date", 0, 31 * DAY),
    "modified:1970": Modified("date", 0, 365 * DAY),
    "modified:1970-W02": Modified("date", 4 * DAY, 11 * DAY),
    "modified:1970-W02-1": Modified("date", 4 * DAY, 5 * DAY),
    "modified:1970-01..1970-02": Modified("date", 0, 59 * DAY),
    "modified:1970-02..": Modified("date", 31 * DAY, inf),
    "modified:..1970-01": Modified("date", -inf, 31 * DAY),
    "modified:1970-01..today": And((Modified("date", 0, inf), Modified("day", -inf, 1))),
    "modified:yesterday..today": Modified("day", -1, 1),
    "modified:1970-01-01T00:00Z..1970-01-02": And((Modified("epoch", 0, inf), Modified("date", -inf, 2 * DAY))),
    "modified:1970-01-01T00:00Z..1970-01-01T00:01Z": Modified("epoch", 0, 120),
    "modified:>1970-01-01T01:00": Modified("date", 3660, inf),
    "modified:>=1970-01-01T01:00:00+01:00": Modified("epoch", 0, inf),
    "modified:<1970-01-01T00:00:01Z": Modified("epoch", -inf, 1),
    "modified:<30d": Modified("age", -inf, 30 * DAY),
    "modified:30d": Modified("age", -inf, 30 * DAY),
    "modified:>2w": Modified("age", 14 * DAY, inf),
    "modified:<36h": Modified("age", -inf, 1.5 * DAY),
    "modified:today": Modified("day", 0, 1),
    "modified:>=yesterday": Modified("day", -1, inf),
    'modified:"> 1970-01-02"': Modified("date", 2 * DAY, inf),
    "created:1970-01": Compare("created", "date", 0, 31 * DAY),
    "created:1970-01..today": And((Compare("created", "date", 0, inf), Compare("created", "day", -inf, 1))),
    "created:1970-01-01T00:00Z..1970-01": Compare("created", "date", 0, 31 * DAY),
    "created:>1y": Compare("created", "age", 365 * DAY, inf),
    # Scopes and places in meaning
    "a under:METIS-I-0018": And((_PA, FieldEquals("under", "METIS-I-0018"))),
    "children:x": FieldEquals("children", "x"),
    'links:"April Jane"': FieldEquals("links", "April Jane"),
    "links:[[April Jane|AJ]]": FieldEquals("links", "April Jane"),
    "links:[[id:8f2a][Costs]]": FieldEquals("links", "id:8f2a"),
    "(links:[[April (Jane)]] a)": And((FieldEquals("links", "April (Jane)"), _PA)),
    "(links:[[x)]] a": And((FieldEquals("links", "[[x"), Should(Word("]]")), _PA)),
    "linked:x.md#goals": FieldEquals("linked", "x.md#goals"),
    "in:notes": FieldEquals("in", "notes"),
    "lang:python": FieldEquals("lang", "python"),
    'similar:"save energy"': Near("similar", "save energy"),
    "like:METIS-T-0012": Near("like", "METIS-T-0012"),
    "a AND similar:b": And((_A, Near("similar", "b"))),
    # Directives
    "a limit:5": _PA,
    "limit:5": MatchAll(),
    "a AND b weights:0.5,0.3,0.2": And((_A, _B)),
    "+a archived:yes": _A,
    # What only looks like syntax
    "[ ] a": And((Should(Word("[")), Should(Word("]")), _PA)),
    "[1]": Should(Word("[1]")),
    "[42]": Should(Word("[42]")),
    "[2026-W05]": Should(Word("[2026-W05]")),
    "[10:30]": Should(Word("[10:30]")),
    "[[a]]": Should(Word("[[a]]")),
    "[a](b)": Should(Word("[a](b)")),
    "a[i]": Should(Word("a[i]")),
    "f(x)": Should(Word("f(x)")),
    "(f(x))": Should(Word("f(x)")),
    "a)": Should(Word("a)")),
    "tag:x)": FieldEquals("tag", "x)"),
    "(a)b)": And((_PA, Should(Word("b)")))),
    "a) (tag:x)": And((Should(Word("a)")), _X)),
    "f(x) OR a": Or((Word("f(x)"), _A)),
    "https://example.com/a?b=c": Should(Word("https://example.com/a?b=c")),
    "std::vector": Should(Word("std::vector")),
    "Path::new": Should(Word("Path::new")),
    "File::join(a)": Should(Word("File::join(a)")),
    "-Tag::from": Not(Word("Tag::from")),
    "path:a::b": FieldEquals("path", "a::b"),
    "10:30": Should(Word("10:30")),
    "C:\\notes": Should(Word("C:\\notes")),
    "AND_GATE": Should(Word("AND_GATE")),
    "ORACLE": Should(Word("ORACLE")),
    "c++": Should(Word("c++")),
    "a*": Should(Word("a*")),
    "日本語 検索": And((Should(Word("日本語")), Should(Word("検索")))),
}


@pytest.mark.parametrize("text", TREES)
def test_a_query_reads_as(text: str) -> None:
    assert _plain(parse(text).where) == TREES[text]


@pytest.mark.parametrize("text", TREES)
def test_a_well_formed_query_has_no_notes(text: str) -> None:
    assert parse(text).notes == ()


def _plain(expr: Expr) -> Expr:
    """The tree without conjunctions of one, which `+` leaves behind in boolean queries."""
    match expr:
        case And((only,)):
            return _plain(only)
        case And(items):
            return And(tuple(_plain(item) for item in items))
        case Or(items):
            return Or(tuple(_plain(item) for item in items))
        case Not(item):
            return Not(_plain(item))
        case _:
            return expr


@pytest.mark.parametrize("text", ["(" * 1_500 + "a", "( " * 1_500 + "a", "[due " * 1_500 + "a", "((((a", "[a [b [c [d"])
def test_many_brackets_that_are_not_closed_have_one_note_with_their_number(text: str) -> None:
    (note,) = (each for each in parse(text).notes if "closed" in each.hint)
    count = f"{text.count(text[0]):,} {text[0]} are never closed; "
    assert (note.at, note.hint.startswith(count)) == (0, True)


@pytest.mark.parametrize("text", ["[1", "a[i", "[[Note", "[a [b] c]", '"[due"', "[ x"])
def test_other_brackets_have_no_note(text: str) -> None:
    assert parse(text).notes == ()


REMEDIES: Mapping[str, tuple[int, str]] = {
    "tax (tag:finance": (4, "( is never closed; write ) at the end of the group"),
    "((a b)": (0, "( is never closed; write ) at the end of the group"),
    " a )": (3, "unmatched ); remove it, or write ( before it"),
    ") (a": (2, "( is never closed; write ) at the end of the group"),
    "a ) b": (2, "unmatched ); remove it, or write ( before it"),
    ")": (0, "unmatched ); remove it, or write ( before it"),
    'a "b c': (2, '" is never closed; write " at the end of the phrase'),
    '"': (0, '" is never closed; write " at the end of the phrase'),
    "carbon title:(foo": (7, 'title: takes one value and no group; write title:"two words" or title:a OR title:b'),
    "tag:(a OR b)": (0, 'tag: takes one value and no group; write tag:"two words" or tag:a OR tag:b'),
    "[due:<2026": (0, "[ is never closed; write ] at the end of the property"),
    "tax +[id": (5, "[ is never closed; write ] at the end of the property"),
    "[due:<2026 [id]": (0, "[ is never closed; write ] at the end of the property"),
    'a ""': (2, '"" is empty; write the words between the quotes'),
    'a "  "': (2, '"" is empty; write the words between the quotes'),
    "AND a": (0, "AND needs an operand on both sides; ignored"),
    "a AND": (2, "AND needs an operand on both sides; ignored"),
    "a AND AND b": (2, "AND needs an operand on both sides; ignored"),
    "a AND OR b": (2, "AND needs an operand on both sides; ignored"),
    "(a AND) b": (3, "AND needs an operand on both sides; ignored"),
    "a OR": (2, "OR needs an operand on both sides; ignored"),
    "OR a": (0, "OR needs an operand on both sides; ignored"),
    "a OR OR b": (2, "OR needs an operand on both sides; ignored"),
    "(a OR ) b": (3, "OR needs an operand on both sides; ignored"),
    "a NOT": (2, "NOT needs an operand after it; ignored"),
    "a NOT )": (2, "NOT needs an operand after it; ignored"),
    "(a NOT) b": (3, "NOT needs an operand after it; ignored"),
    "a NOT AND b": (2, "NOT needs an operand after it; ignored"),
    "a -()": (2, "- needs an operand after it; ignored"),
    'a +""': (2, "+ needs an operand after it; ignored"),
    "a NOT ☕": (6, "this word has no searchable characters; ignored"),
    "tag:": (0, "tag: needs a value, as in tag:finance; searched as a word"),
    "task-todo:": (
        0,
        'task-todo: needs a value, as in task-todo:call; task-todo:"" finds all; searched as a word',
    ),
    "a tag: b": (2, "tag: needs a value, as in tag:finance; searched as a word"),
    "tag:#": (0, "tag: needs a value, as in tag:finance; searched as words"),
    'title:""': (0, "title: needs a value, as in title:meeting; searched as a word"),
    "modified:soon tax": (
        0,
        (
            "modified: 'soon' is neither a date nor an age, as in modified:>2026-01-31, modified:2026-01..2026-03 "
            "or modified:<30d; searched as words"
        ),
    ),
    "modified:2026-13": (0, "modified: 2026-13 is not a date: months are 01 to 12; searched as words"),
    "created:2026-01..2026-02-30": (
        0,
        "created: 2026-02-30 is not a date: 2026-02 has 28 days; searched as words",
    ),
    "a created:>2026-1-5": (2, "created: 2026-1-5 is not a date: months and days have two digits; searched as words"),
    "created:>yesterdy": (0, "created: 'yesterdy' is not a date; write created:>yesterday; searched as words"),
    "modified:>30d..2026": (
        0,
        (
            "modified: needs a date or an age, as in modified:>2026-01-31, modified:2026-01..2026-03 "
            "or modified:<30d; searched as words"
        ),
    ),
    "tax [rating:>good]": (
        4,
        "the value after > is neither a number nor a date; write for example [rating:>=2026-01-31]; searched as words",
    ),
    "a limit:0": (2, "limit: must be from 1 to 1,000; ignored"),
    "a limit:many": (2, "limit: must be from 1 to 1,000; ignored"),
    "a weights:1,-1": (
        2,
        "weights: needs one to three numbers, not all of them 0, as in weights:0.5,0.3,0.2; ignored",
    ),
    "a archived:perhaps": (2, "archived: must be yes or no; ignored"),
    "a profile:": (2, "profile: needs a value, as in profile:rrf; searched as a word"),
    "limit: a": (0, "limit: needs a value, as in limit:20; searched as a word"),
    "communities: a": (0, "communities: takes no value; searched as a word"),
    "a [day:03/04/2021]": (
        2,
        (
            "03/04/2021 is compared as a text, since it may be two days; "
            "write [day:2021-04-03] or [day:2021-03-04] for the date"
        ),
    ),
    "a [day:<03/04/2021]": (
        2,
        "the date after < may be 2021-04-03 or 2021-03-04; write [day:<2021-04-03]; searched as words",
    ),
    "a created:03/04/2021": (
        2,
        "created: 03/04/2021 may be 2021-04-03 or 2021-03-04; write created:2021-04-03; searched as words",
    ),
    "a [n:5..1]": (2, "the range 5..1 is empty; write the smaller or earlier end first"),
    "a modified:2026..2025": (2, "the range 2026..2025 is empty; write the smaller or earlier end first"),
    "a -limit:5": (3, "limit: is a directive and cannot be negated; ignored"),
    "a -like:x": (3, "like: only ranks and cannot be negated; ignored"),
    "a depth:7": (2, "depth: must be from 1 to 6; ignored"),
    "a depth:two": (2, "depth: must be from 1 to 6; ignored"),
    "a communities:maybe": (2, "communities: takes no value, or yes or no; ignored"),
    "level:initiative": (0, "level: is not a field; [level:initiative] is the property level; searched as words"),
    f"level:{'x' * 41}": (0, "level: is not a field; searched as words"),
    "tags:foo": (0, "tags: is not a field; did you mean tag:? searched as words"),
    "a titel:b": (2, "titel: is not a field; did you mean title:? searched as words"),
    "Implements:x": (0, "Implements: is not a field; did you mean extends:? searched as words"),
    "stauts:x": (0, "stauts: is not a field; did you mean status:? searched as words"),
}


@pytest.mark.parametrize("text", REMEDIES)
def test_a_mistake_is_noted_with_its_place_and_remedy(text: str) -> None:
    assert REMEDIES[text] in [(note.at, note.hint) for note in parse(text).notes]


@pytest.mark.parametrize("text", REMEDIES)
def test_what_a_mistake_is_made_of_is_searched_all_the_same(text: str) -> None:
    words = {word for word in ("a", "b", "foo", "tax") if word in text.replace("tag", "").replace("ta", "").split()}
    spoken = " ".join(scoring_texts(parse(text).where))
    assert all(word in spoken or Not(Word(word)) in walk(parse(text).where) for word in words)


DIRECTED: Mapping[str, Query] = {
    "limit:5": Query("", MatchAll(), limit=5),
    "LIMIT:1000": Query("", MatchAll(), limit=1000),
    "limit:5 limit:7": Query("", MatchAll(), limit=7),
    "weights:0.5,0.3,0.2": Query("", MatchAll(), weights=(0.5, 0.3, 0.2)),
    'weights:"1, 0"': Query("", MatchAll(), weights=(1.0, 0.0)),
    "profile:rrf": Query("", MatchAll(), profile="rrf"),
    "archived:yes": Query("", MatchAll(), archived=True),
    "archived:yes archived:no": Query("", MatchAll(), archived=False),
}


@pytest.mark.parametrize("text", DIRECTED)
def test_a_directive_says_how_to_search(text: str) -> None:
    assert parse(text) == replace(DIRECTED[text], text=text)


@pytest.mark.parametrize("text", ["limit: the number", "communities: how they form", "a -depth: b"])
def test_the_name_of_a_directive_without_value_is_a_word(text: str) -> None:
    words = [node.text for node in walk(parse(text).where) if isinstance(node, Word)]
    assert words == text.replace(":", "").replace("-", "").split()


@pytest.mark.parametrize("text", ["a -archived:yes", "a NOT limit:2", "a -weights:1,0,0"])
def test_an_excluded_directive_is_not_followed(text: str) -> None:
    query = parse(text)
    assert (query.archived, query.limit, query.weights) == (None, None, None)


@pytest.mark.parametrize("text", ["carbon -communities:", "-limit:2", "-depth:2 a"])
def test_what_is_left_out_for_its_own_reason_is_noted_once(text: str) -> None:
    assert len(parse(text).notes) == 1


def test_a_range_that_ends_before_it_begins_selects_nothing() -> None:
    assert parse("[n:5..1]").where == Compare("n", "number", 5, nextafter(1, inf))


@pytest.mark.parametrize("text", ["#[[Slow harbour]]", "tag:[[Slow harbour]]", 'tag:"Slow harbour"'])
def test_a_tag_with_blanks_is_written_as_a_link_or_in_quotation_marks(text: str) -> None:
    assert parse(text).where == FieldEquals("tag", "Slow harbour")
    assert parse(f"-{text} a").where == And((Not(FieldEquals("tag", "Slow harbour")), Should(Word("a"))))


@pytest.mark.parametrize("text", ["#[[]]", "#[[a|b]]", "#[[a"])
def test_other_brackets_behind_a_sign_are_words(text: str) -> None:
    assert parse(text).where == Should(Word(text))


@pytest.mark.slow
def test_whatever_is_read_as_a_tag_in_prose_is_one_in_a_query() -> None:
    for code in (*range(0x20, 0x3000), *range(0x3000, 0x1F700, 3 // examples(3))):
        (tag,) = [*inline_tags(f"#{chr(code)}")] or [""]
        if tag and folded_tag(chr(code)) == tag:
            assert isinstance(parse(f"#{chr(code)}").where, FieldEquals), hex(code)


def test_a_word_in_brackets_selects_but_not_in_a_text_of_many_words() -> None:
    short, long = parse("say [sic]"), parse(f"{_LONG} [sic]")
    assert (selecting(short.where), selecting(long.where)) == (Property("sic"), MatchAll())


def test_quotation_marks_of_typography_are_those_of_a_keyboard_in_pairs() -> None:
    for typed in ("\u201ca b\u201d", "\u201ea b\u201c", "«a b»", "« a b »", "»a b«", "「a b」", "『a b』", "+«a b»"):
        assert parse(typed).where == parse('"a b"').where == ExactPhrase("a b")
    for lone in ("5\u201d a b", "«a b", "a» b", "5» a «b", "a「b", "『』"):
        assert not any(isinstance(node, ExactPhrase) for node in walk(parse(lone).where)), lone


@pytest.mark.parametrize(
    ("query", "phrases"),
    [
        ("l'«été chaud» «hiver»", ["été chaud", "hiver"]),
        ("言葉「検索」と『本屋』", ["検索", "本屋"]),
        ("「a『b』c」", ["a『b』c"]),
        ('"a «b» c"', ["a «b» c"]),
        ("line:(«a b» c)", ["a b"]),
        ("file:「検索」について path:a/«b»/c", []),
        ("[title:「検索」について]", []),
        (r"/«\d»/", []),
    ],
)
def test_quotation_marks_of_other_languages_are_phrases_except_in_values(query: str, phrases: list[str]) -> None:
    assert [word for shape, word, *_ in lex(query) if shape == "phrase"] == phrases


def test_a_field_takes_a_phrase_in_quotation_marks_of_another_language() -> None:
    assert parse("title:«a b» c").where == parse('title:"a b" c').where


@pytest.mark.parametrize(
    ("text", "words", "phrases"),
    [
        ('צה"ל ארה"ב', ['צה"ל', 'ארה"ב'], []),
        ('צַהַ"ל', ['צַהַ"ל'], []),
        ('"חיילי צה"ל" דו"חות', ['דו"חות'], ['חיילי צה"ל']),
        ("\u201cחיילי צה\u201dל\u201d", [], ['חיילי צה"ל']),
        ('ח"כים ב"ידיעות אחרונות" היום', ['ח"כים', "ב", "היום"], ["ידיעות אחרונות"]),
        ('ב"ידיעות אחרונות" היום', ["ב", "היום"], ["ידיעות אחרונות"]),
        ('וב"הארץ"', ["וב"], ["הארץ"]),
        ('בַּ"צבא הגדול"', ["בַּ"], ["צבא הגדול"]),
        ('מש"קית מש"קית', ['מש"קית', 'מש"קית'], []),
        ('ש"זה נכון" ומש"קית', ["ש", 'ומש"קית'], ["זה נכון"]),
        ('שב"כים', ['שב"כים'], []),
        ('foo"bar', ["foo", "bar"], []),
    ],
)
def test_the_quotation_mark_of_a_hebrew_abbreviation_belongs_to_its_word(
    text: str, words: list[str], phrases: list[str]
) -> None:
    tokens = [(shape, word) for shape, word, *_ in lex(text)]
    assert [word for shape, word in tokens if shape == "word"] == words
    assert [word for shape, word in tokens if shape == "phrase"] == phrases


def test_an_unclosed_phrase_is_searched_as_words() -> None:
    assert scoring_texts(parse('say "carbon tax').where) == ("say", "carbon", "tax")


def test_a_field_without_value_is_searched_as_a_word() -> None:
    assert parse("tag:").where == Should(Word("tag"))
    assert "tag: needs a value" in parse("tag:(").notes[0].hint


@pytest.mark.parametrize(
    ("query", "words"), [("AND", ["AND"]), ("(OR)", ["OR"]), ("NOT", ["NOT"]), ("AND OR", ["AND", "OR"])]
)
def test_operators_alone_are_searched_as_words(query: str, words: list[str]) -> None:
    found = parse(query)
    assert list(scoring_texts(found.where)) == words
    assert [note.hint for note in found.notes] == [f"{word} has no operand; searched as a word" for word in words]


def test_an_operator_beside_a_directive_is_ignored() -> None:
    assert scoring_texts(parse("limit:3 AND").where) == ()


def test_a_near_miss_is_searched_as_words() -> None:
    assert parse("tags:foo").where == Should(Word("tags:foo"))


def test_a_bracket_that_closes_nothing_opens_no_group_for_the_next_one() -> None:
    assert parse(") (a) b").where == And((_PA, _PB))


def test_notes_are_in_the_order_of_their_places() -> None:
    places = [note.at for note in parse('tags:x ( a ) ) "" b OR').notes]
    assert places == sorted(places)
    assert len(places) == 4


def test_there_are_at_most_twenty_notes() -> None:
    assert len(parse(") " * 100).notes) == 20


def test_brackets_may_be_fifty_deep() -> None:
    assert parse("(" * 50 + "a" + ")" * 50) == Query("(" * 50 + "a" + ")" * 50, _PA)


def test_deeper_brackets_are_left_out_with_a_note() -> None:
    deep = parse("(" * 60 + "a" + ")" * 60 + " b")
    assert deep.where == And((_PA, _PB))
    assert [(note.at, note.hint) for note in deep.notes] == [
        (50, "parentheses nested more than 50 levels deep are ignored")
    ]


def test_a_query_of_more_pieces_than_anyone_writes_is_cut_with_a_note() -> None:
    long = parse(" ".join(f"w{n}" for n in range(5_000)))
    assert scoring_texts(long.where) == tuple(f"w{n}" for n in range(2_000))
    assert [(note.at, note.hint) for note in long.notes] == [
        (len(" ".join(f"w{n}" for n in range(2_000))) + 1, "the query is too long; the rest from here is ignored")
    ]


@settings(derandomize=True, deadline=None, database=None, max_examples=500)
@given(st.text(st.characters(), max_size=60))
def test_any_text_is_a_query(text: str) -> None:
    is_sound(text, parse(text))


_OPERATORS = [
    "(",
    ")",
    '"',
    "+",
    "-",
    "#",
    ":",
    " ",
    " ",
    " ",
    "AND",
    "OR",
    "NOT",
    "a",
    "tag:",
    "x",
    "/",
    "\0",
    "\ud800",
    "é",
]


@pytest.mark.slow
def test_any_mixture_of_operators_is_a_query() -> None:
    chance = random.Random(20_260)  # noqa: S311  # the same every time
    for _ in range(examples(20_000)):
        text = "".join(chance.choices(_OPERATORS, k=chance.randint(1, 14)))
        is_sound(text, parse(text))


def test_only_or_makes_alternatives() -> None:
    chance = random.Random(20_261)  # noqa: S311  # the same every time
    for _ in range(1_000):
        text = "".join(chance.choices([piece for piece in _OPERATORS if piece != "OR"], k=chance.randint(1, 14)))
        assert not any(isinstance(node, Or) for node in walk(parse(text).where))


def test_a_natural_query_selects_everything() -> None:
    assert selecting(parse("how do we rotate keys").where) == MatchAll()


_LONG = "what did the committee that met in the spring say about the"


def test_a_quotation_selects_but_not_in_a_text_of_many_words() -> None:
    short, long = parse('say "carbon tax"'), parse(f'{_LONG} "carbon tax"')
    assert (selecting(short.where), selecting(long.where)) == (ExactPhrase("carbon tax"), MatchAll())


def test_a_quotation_in_a_text_of_many_words_is_noted_with_the_way_to_require_it() -> None:
    (note,) = parse(f'{_LONG} "carbon tax"').notes
    assert (note.at, '+"' in note.hint) == (len(_LONG) + 1, True)


def test_a_required_quotation_selects_in_a_text_of_many_words() -> None:
    assert selecting(parse(f'{_LONG} +"carbon tax"').where) == ExactPhrase("carbon tax")


@pytest.mark.parametrize("signed", ['+"carbon tax" +"carbon tax"', '+" carbon tax"', '-"carbon tax"'])
def test_quotations_with_a_sign_select_and_need_no_note(signed: str) -> None:
    assert parse(f"{_LONG} {signed}").notes == ()


def test_the_note_stands_at_the_first_quotation_that_selects_nothing() -> None:
    (note,) = parse(f'{_LONG} +"carbon tax" of "last year" and "this"').notes
    assert note.at == len(f'{_LONG} +"carbon tax" of ')


def test_a_mistake_after_many_of_another_kind_is_not_shown() -> None:
    hints = {note.hint for note in parse('"" ' * 30 + "tags:x").notes}
    assert hints == {'"" is empty; write the words between the quotes'}


def test_the_first_mistakes_are_shown_whatever_order_they_are_found_in() -> None:
    # OR is found to lack a side after what follows it was read.
    text = "a OR " + '"" ' * 30
    assert [note.at for note in parse(text).notes] == [2, *range(5, 5 + 19 * 3, 3)]


def test_what_was_meant_is_said_of_the_first_names_only() -> None:
    # Each name takes as long to compare with the fields as a hundred words take to read.
    others = " ".join(f"QQ{letter}:" for letter in "BCDFGHJKLMNPQRSTVWXZ")
    (late,), (early,) = parse(f"{others} tags:x").notes, parse(f"{others[5:]} tags:x").notes
    assert ("tag:?" in late.hint, "tag:?" in early.hint) == (False, True)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [("a communities:", True), ("communities: depth:2 a", True), ("communities:no a", False), ("a", False)],
)
def test_communities_are_wanted_by_a_word_that_stands_last(text: str, *, wanted: bool) -> None:
    query = parse(text)
    assert (query.communities, query.where, query.notes) == (wanted, Should(Word("a")), ())


def test_related_selects_and_depth_says_how_far() -> None:
    query = parse('related:"April Jane" depth:3')
    assert (query.where, query.depth) == (FieldEquals("related", "April Jane"), 3)


@pytest.mark.parametrize("text", ["file:(1)", 'title:"(foo"', "(title:foo)", "title:a(b", "line:(a b)", "http:(a"])
def test_other_parentheses_at_a_value_are_no_group(text: str) -> None:
    assert not any("no group" in note.hint for note in parse(text).notes)


def test_a_sign_directly_behind_a_quotation_is_text() -> None:
    """As in `No "query"-procedure on path "post.byId"`."""
    assert parse('no "a b"-c d').where == And(
        (Should(Word("no")), ExactPhrase("a b"), Should(Word("-c")), Should(Word("d")))
    )
    assert parse('no "a b" -c d').where != parse('no "a b"-c d').where
