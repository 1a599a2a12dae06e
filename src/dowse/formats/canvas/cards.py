"""The JSON of an Obsidian canvas: its groups and cards in reading order, and the labels between them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

_SURROGATE = re.compile("[\ud800-\udfff]")  # JSON can state half of a pair, which no encoding has


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
    stated = _loaded(text)
    if not isinstance(stated, dict):
        raise ValueError("not a JSON object")  # the content of the file, not an argument
    nodes = sorted(_objects(stated, "nodes"), key=lambda node: (_number(node, "y"), _number(node, "x")))
    groups = (Card(_string(node, "id"), _line(node, "label")) for node in nodes if node.get("type") == "group")
    cards = (_card(node) for node in nodes if node.get("type") != "group")
    labels = (
        EdgeLabel(_string(edge, "fromNode"), _string(edge, "toNode"), _line(edge, "label"))
        for edge in _objects(stated, "edges")
    )
    return Canvas(
        tuple(group for group in groups if group.text),
        tuple(card for card in cards if card.text or card.file or card.url),
        tuple(label for label in labels if label.text),
    )


def _loaded(text: str) -> object:
    try:
        loaded: object = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"line {error.lineno}, column {error.colno}: {error.msg}") from error
    except RecursionError as error:
        raise ValueError("too many nested brackets") from error
    return loaded


def _card(node: Mapping[str, object]) -> Card:
    text = _string(node, "text").replace("\r\n", "\n").replace("\r", "\n")
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


def _objects(stated: Mapping[str, object], key: str) -> Iterator[Mapping[str, object]]:
    listed = stated.get(key)
    return (each for each in listed if isinstance(each, dict)) if isinstance(listed, list) else iter(())


def _number(node: Mapping[str, object], key: str) -> float:
    value = node.get(key)
    # NaN has no order.
    return value if isinstance(value, int | float) and value == value else 0  # noqa: PLR0124


def _string(node: Mapping[str, object], key: str) -> str:
    value = node.get(key)
    # A full-text index may end a string at NUL.
    return _SURROGATE.sub("\ufffd", value).replace("\0", " ") if isinstance(value, str) else ""


def _line(node: Mapping[str, object], key: str) -> str:
    return " ".join(_string(node, key).split())
