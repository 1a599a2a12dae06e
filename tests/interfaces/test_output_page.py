"""docs/output.md: the fields listed there are exactly those that are printed, with those types."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.interfaces.desk import Desk
from tests.interfaces.result_table import SECTIONS, Section, explained_table, field_table

Fields = dict[str, str]
Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None

_PATH = Path(__file__).parents[2] / "docs" / "output.md"
_PAGE = _PATH.read_text("utf-8")
_ROW = re.compile(r"^\| `([^`]+)` \| ([a-z ]+) \|", re.MULTILINE)
# From the specification, where the names were promised.
_ANSWER = ("query", "vault", "profile", "mode", "took_ms", "total", "index", "notes", "hits")
_HIT = ("ref", "path", "title", "section", "line", "end_line", "score", "snippet", "kind", "type", "status", "tags")
_MORE_OF_HIT = ("modified", "matched_chunks", "short_code", "part", "parts", "start", "end")
_STATUS = ("vault", "folder", "documents", "chunks", "embedded", "embedder", "size_bytes", "index", "skipped", "odd")
_MORE_OF_STATUS = (
    *("pages", "sources", "links", "references", "refused", "coming", "coming_embedded", "unconfirmed", "unread"),
    "remarks",
)

_OF_THE_GRAPH = {
    "related AJ": ("ref", "path", "title", "distance", "score", "via"),
    "links": ("source", "target", "kind", "state", "line"),
    "communities": ("id", "size", "label", "members", "central"),
    "pagerank": ("path", "title", "score"),
}


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("search", ("search", "tax (", "notes", "--json")),
        ("find", ("find", "IRS", "notes", "--json")),
        ("get", ("get", "AJ", "notes", "--json")),
        ("get --outline", ("get", "AJ", "notes", "--outline", "--json")),
        ("related", ("related", "AJ", "notes", "--json")),
        ("links", ("links", "notes", "--json")),
        ("links --orphans", ("links", "notes", "--orphans", "--json")),
        ("links --mentions", ("links", "notes", "--mentions", "--json")),
        ("communities", ("communities", "notes", "--json")),
        ("pagerank", ("pagerank", "notes", "--json")),
        ("index", ("index", "notes", "--json")),
        ("status", ("status", "notes", "--json")),
        ("doctor", ("doctor", "notes", "--json")),
        ("profiles", ("profiles", "--folder", "own", "--json")),
        ("eval", ("eval", "judged", "--mode", "fulltext", "--json")),
    ],
)
def test_the_page_lists_what_is_printed(command: str, line: tuple[str, ...], desk: Desk) -> None:
    shown, known = printed(desk, *line), listed(command)[0]
    empty = {name for name, of in shown.items() if of == "list" and known.get(name) == "text list"}  # it holds nothing
    assert {**shown, **dict.fromkeys(empty, "text list")} == known


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.heading)
def test_a_table_is_that_of_its_result(section: Section, pytestconfig: pytest.Config) -> None:
    """`pytest tests/interfaces --rewrite` writes the present tables into the page."""
    _held(f"## {section.heading}\n", field_table(section), pytestconfig)


def test_the_table_of_explanations_is_that_of_a_search(pytestconfig: pytest.Config) -> None:
    _held("With `--explain` there is also:\n", explained_table(), pytestconfig)


def _held(heading: str, table: str, config: pytest.Config) -> None:
    """Asserts that the first table below the heading is this one, or writes it there."""
    before, found, rest = _PATH.read_text("utf-8").partition(heading)
    assert found, heading
    above, start, below = rest.partition("| field |")
    written, end, after = f"{start}{below}".partition("\n\n")
    if config.getoption("--rewrite", default=False):
        _PATH.write_text(f"{before}{heading}{above}{table}{end[1:]}{after}", "utf-8")
    else:
        assert f"{written.rstrip()}\n" == table


def test_the_page_lists_what_an_export_holds(desk: Desk) -> None:
    section = _PAGE.partition("## `dowse links --export json`\n")[2].partition("\n## ")[0]
    assert printed(desk, "links", "notes", "--export", "json") == dict(_ROW.findall(section))


def test_explain_adds_what_the_page_says(desk: Desk) -> None:
    plain, more = listed("search")
    assert printed(
        desk, "search", "tax documents METIS-I-0018 (", "notes", "-n", "3", "--rerank", "--json", "--explain"
    ) == {
        **plain,
        **more,
    }


def test_the_page_lists_what_is_printed_of_a_document_that_is_a_hit_and_of_one_that_is_not(desk: Desk) -> None:
    asked = (("Knee Rehab", "carbon tax"), ("Knee Rehab", "knee"))
    shown = (desk.dowse("why-not", *each, "notes", "-n", "3", "--json") for each in asked)
    assert merged(pair for each in shown for pair in fields(json.loads(each.out))) == listed("why-not")[0]


def test_a_line_of_jsonl_is_a_hit(desk: Desk) -> None:
    first = desk.dowse("search", "tax", "notes", "--jsonl").out.splitlines()[0]
    hit = {name.removeprefix("hits[]."): of for name, of in listed("search")[0].items() if name.startswith("hits[].")}
    assert dict(fields(json.loads(first))) == hit


def test_the_names_are_those_of_the_specification(desk: Desk) -> None:
    answer = json.loads(desk.dowse("search", "tax", "notes", "--json").out)
    assert tuple(answer) == _ANSWER
    assert tuple(answer["hits"][0]) == (*_HIT, *_MORE_OF_HIT)
    assert tuple(json.loads(desk.dowse("status", "notes", "--json").out)) == (*_STATUS, *_MORE_OF_STATUS)
    found = json.loads(desk.dowse("find", "IRS", "notes", "--json").out)
    assert tuple(found[0]) == ("path", "size", "modified", "tags", "title", "kind")
    for line, names in _OF_THE_GRAPH.items():
        assert tuple(json.loads(desk.dowse(*line.split(), "notes", "--json").out)[0])[: len(names)] == names, line


def listed(command: str) -> tuple[Fields, Fields]:
    """What the page lists for a command: always, and with --explain."""
    section = _PAGE.partition(f"## `dowse {command} --json`\n")[2].partition("\n## ")[0]
    always, _, explained = section.partition("Of several vaults")[0].partition("With `--explain`")
    return dict(_ROW.findall(always)), dict(_ROW.findall(explained))


def listed_of_several(command: str) -> Fields:
    """What the page lists for a command that is asked about several vaults."""
    section = _PAGE.partition(f"## `dowse {command} --json`\n")[2].partition("\n## ")[0]
    return {**listed(command)[0], **dict(_ROW.findall(section.partition("Of several vaults")[2]))}


def printed(desk: Desk, *line: str) -> Fields:
    """The fields that a command prints, with their types."""
    shown = desk.dowse(*line)
    assert shown.code == 0, shown.err
    return merged(fields(json.loads(shown.out)))


def merged(pairs: Iterator[tuple[str, str]]) -> Fields:
    """One type a field; what is sometimes null says so."""
    types: dict[str, set[str]] = {}
    for name, of in pairs:
        types.setdefault(name, set()).add(of)
    for of_field in types.values():
        if "text list" in of_field:
            of_field.discard("list")  # an empty list does not say what it would hold
    return {name: " or ".join(sorted(of, key=lambda each: each == "null")) for name, of in types.items()}


def fields(value: Json, name: str = "") -> Iterator[tuple[str, str]]:
    """Each field of a value below `name`, with its type."""
    match value:
        case dict():
            for key, inner in value.items():
                path = f"{name}.{key}" if name else key
                yield path, type_of(inner)
                yield from fields(inner, path)
        case list():
            for item in value:
                yield from fields(item, f"{name}[]")


def type_of(value: Json) -> str:
    """What the page calls the type; a list is a text list only when the document contains text."""
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int():
            return "whole"
        case float():
            return "number"
        case str():
            return "text"
        case list():
            return "text list" if any(isinstance(item, str) for item in value) else "list"
        case dict():
            return "object"
