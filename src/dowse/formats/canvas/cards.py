"""The JSON of an Obsidian canvas: its groups and cards in reading order, and the labels between them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..json_values import load_json, objects_in, storable, with_line_feeds


class Card(NamedTuple):
    """A card, or a group of cards, as stated."""

    id: str
    text: str = ""  # Markdown of a text card; the label of a group
    file: str = ""  # path of a file card, from the root of the vault
    anchor: str = ""  # heading or block of the file, without `#`
    url: str = ""  # of a link card


class EdgeLabel(NamedTuple):
    """The label of an edge between two cards."""

    source: str  # id of a card
    target: str
    text: str  # on one line


class Canvas(NamedTuple):
    """The content of a canvas; groups and cards are ordered from top to bottom, then from left to right."""

    groups: tuple[Card, ...] = ()
    cards: tuple[Card, ...] = ()
    labels: tuple[EdgeLabel, ...] = ()


def read_canvas(text: str) -> Canvas:
    """The canvas; empty for an empty file. Parts without the expected type are left out.

    Raises ValueError with the place of the error when the text is not the JSON of a canvas.
    """
    if not text.strip():
        return Canvas()
    stated = load_json(text)
    if not isinstance(stated, dict):
        raise ValueError("not a JSON object")  # the content of the file, not an argument
    nodes = sorted(objects_in(stated.get("nodes")), key=lambda node: (_number(node, "y"), _number(node, "x")))
    groups = (Card(_string(node, "id"), _line(node, "label")) for node in nodes if node.get("type") == "group")
    cards = (_card(node) for node in nodes if node.get("type") != "group")
    labels = (
        EdgeLabel(_string(edge, "fromNode"), _string(edge, "toNode"), _line(edge, "label"))
        for edge in objects_in(stated.get("edges"))
    )
    return Canvas(
        tuple(group for group in groups if group.text),
        tuple(card for card in cards if card.text or card.file or card.url),
        tuple(label for label in labels if label.text),
    )


def _card(node: Mapping[str, object]) -> Card:
    text = with_line_feeds(_string(node, "text"))
    lines = text.rstrip().split("\n")
    while len(lines) > 1 and not lines[0].strip():
        lines.pop(0)
    return Card(
        _string(node, "id"),
        "\n".join(lines),
        _line(node, "file"),
        _line(node, "subpath").lstrip("#"),
        _line(node, "url"),
    )


def _number(node: Mapping[str, object], key: str) -> float:
    value = node.get(key)
    # NaN has no order.
    return value if isinstance(value, int | float) and value == value else 0  # noqa: PLR0124


def _string(node: Mapping[str, object], key: str) -> str:
    value = node.get(key)
    return storable(value) if isinstance(value, str) else ""


def _line(node: Mapping[str, object], key: str) -> str:
    return " ".join(_string(node, key).split())
