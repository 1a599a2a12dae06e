"""An Obsidian canvas as a document: its cards, their order, links, tags and the labels between them."""

from __future__ import annotations

import json

import pytest

from dowse.formats.detect import parse_file, refused
from dowse.model.document import Document
from dowse.model.ref import PREAMBLE


def _card(text: str, *, at: tuple[float, float] = (0, 0), id_: str = "") -> dict[str, object]:
    return {"id": id_ or text, "type": "text", "text": text, "x": at[0], "y": at[1]}


def _canvas(*nodes: object, edges: tuple[object, ...] = (), path: str = "boards/Plan.canvas") -> Document:
    data = json.dumps({"nodes": nodes, "edges": edges}).encode()
    return parse_file(path, data, modified=0.0)


def _texts(document: Document) -> dict[str, str]:
    return {unit.name: document.text[unit.start : unit.end].strip() for unit in document.units}


def test_cards_are_ordered_from_top_to_bottom_then_from_left_to_right() -> None:
    document = _canvas(_card("low", at=(0, 9)), _card("right", at=(5, 0)), _card("left", at=(-5, 0)))
    assert [unit.title for unit in document.units] == ["left", "right", "low"]


def test_groups_precede_the_cards() -> None:
    document = _canvas(_card("first"), {"id": "g", "type": "group", "label": "Harbour", "x": 0, "y": 99})
    assert _texts(document) == {PREAMBLE: "Harbour", "first": "first"}


@pytest.mark.parametrize(
    ("text", "title", "kind"),
    [
        ("# Our **goals**\n\nShip.", "Our goals", "heading"),
        ("Costs are high.\nVery.", "Costs are high.", "card"),
        ("- [ ] call [[April|her]]", "call her", "card"),
        ("\n\n> said", "said", "card"),
        ("word " * 40, "word " * 16 + "…", "card"),
        ("---\na: 1\n---\nx", "---", "card"),
    ],
)
def test_the_title_of_a_card_is_its_heading_or_the_beginning_of_its_first_line(
    text: str, title: str, kind: str
) -> None:
    (unit,) = _canvas(_card(text)).units
    assert (unit.title, unit.kind) == (title, kind)


def test_cards_of_one_title_have_different_names() -> None:
    assert [unit.name for unit in _canvas(_card("Idea"), _card("Idea"), _card("idea")).units] == [
        "idea",
        "idea-1",
        "idea-2",
    ]


@pytest.mark.parametrize("id_", ["", "same"])
def test_cards_without_an_id_of_their_own_keep_their_titles(id_: str) -> None:
    nodes = [{"type": "text", "text": text, "id": id_} for text in ("one", "two")]
    document = _canvas(*nodes, edges=({"fromNode": id_, "toNode": id_, "label": "x"},))
    assert [unit.title for unit in document.units if unit.title] == ["one", "two"]
    assert document.text.count(": x" if id_ else "x") == 1


def test_links_and_tags_of_a_card_are_those_of_markdown() -> None:
    document = _canvas(
        _card("First"), _card("Second\n[[Budget#Rent|rent]] `[[no]]`\n[x](../a.md) #money\r\n", at=(0, 1))
    )
    lines = document.text.split("\n")
    assert [(link.target, link.kind, link.anchor, link.section) for link in document.links] == [
        ("Budget", "wikilink", "Rent", "second"),
        ("../a.md", "markdown", "", "second"),
    ]
    assert [lines[link.line - 1].partition(" ")[0] for link in document.links] == [
        "[[Budget#Rent|rent]]",
        "[x](../a.md)",
    ]
    assert document.head.tags == {"money"}


def test_an_open_code_block_ends_with_its_card() -> None:
    document = _canvas(_card("```\nopen"), _card("[[Budget]]", at=(0, 1)))
    assert [link.target for link in document.links] == ["Budget"]


def test_a_file_card_embeds_its_file() -> None:
    document = _canvas({"id": "f", "type": "file", "file": "notes/Ideas.md", "subpath": "#Second", "x": 0, "y": 0})
    (link,) = document.links
    assert (link.target, link.kind, link.anchor, link.section, link.line) == (
        *("notes/Ideas.md", "embed", "Second", "ideas-second", 1),
    )
    assert document.text.strip() == "![[notes/Ideas.md#Second]]"


def test_a_link_card_shows_its_address() -> None:
    document = _canvas({"id": "l", "type": "link", "url": "https://example.org/a", "x": 0, "y": 0})
    assert document.text.strip() == "<https://example.org/a>"


def test_the_label_of_an_edge_follows_the_card_where_the_edge_starts() -> None:
    document = _canvas(
        *(_card("# Goals", id_="a"), _card("Costs", id_="b", at=(0, 1))),
        edges=(
            {"fromNode": "a", "toNode": "b", "label": "depends\non"},
            {"fromNode": "b", "toNode": "a"},
            {"fromNode": "?", "toNode": "b", "label": "from nowhere"},
        ),
    )
    assert _texts(document) == {
        "goals": "# Goals\n\nGoals → Costs: depends on",
        "costs": "Costs\n\nCosts: from nowhere",
    }


def test_labels_longer_than_the_file_are_left_out_with_a_warning() -> None:
    edges = ({"fromNode": "a", "toNode": "b", "label": "x"},) * 500
    document = _canvas(_card("word " * 16, id_="a"), _card("other " * 13, id_="b"), edges=edges)
    (warning,) = document.odd
    assert "labels of edges exceed the limit" in warning
    assert len(document.text) < 30_000


def test_the_title_of_a_canvas_is_its_file_name_and_its_kind_that_of_its_folder() -> None:
    heads = [_canvas(_card("x"), path=path).head for path in ("a/Plan.canvas", "docs/Plan.canvas")]
    assert [(head.title, head.kind) for head in heads] == [("Plan", "note"), ("Plan", "doc")]


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b'{"nodes": [\noops zebra', "line 2, column 1"),
        (b"[1]", "not a JSON object"),
        (b"[" * 100_000, "too many nested brackets"),
        (b'{"nodes": ' + b"9" * 5000, "digits"),
    ],
)
def test_a_broken_canvas_is_indexed_as_text_with_a_warning(data: bytes, place: str) -> None:
    document = parse_file("a.canvas", data, modified=0.0)
    (warning,) = document.odd
    assert place in warning
    assert document.text == data.decode()


@pytest.mark.parametrize("data", [b"", b"{}", b" \n", b'{"nodes": 1}', b'{"nodes": [1, {}], "edges": [{}]}'])
def test_a_canvas_without_cards_is_empty(data: bytes) -> None:
    document = parse_file("a.canvas", data, modified=0.0)
    assert (document.text, document.units, document.odd) == ("", (), ())


def test_characters_that_an_index_cannot_hold_are_replaced() -> None:
    document = parse_file("a.canvas", b'{"nodes": [{"text": "a\\u0000b \\ud800 \\ud83c\\udf89"}]}', modified=0.0)
    assert document.text.strip() == "a b \ufffd 🎉"


def test_json_on_one_line_is_read() -> None:
    assert refused("a.canvas", json.dumps({"nodes": [_card("x" * 9000)]}, separators=(",", ":")).encode()) is None
