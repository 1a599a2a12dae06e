"""The tree of a YAML mapping flattened to facts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ...model.document import Fact

if TYPE_CHECKING:
    from .yaml_tree import YamlNode

_MOST_FACTS = 500
_MOST_NODES = 5000  # visited; an alias bomb holds billions
_DEEPEST = 10  # levels of nesting

_NUMBER = re.compile(r"[-+]?(?:(?:0|[1-9][0-9]{0,14})(\.[0-9]{1,15})?|(\.[0-9]{1,15}))([eE][-+]?[0-9]{1,2})?")
_BOOLS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_NULLS = frozenset(("", "~", "null", "Null", "NULL"))
_NAMES = frozenset(
    (
        "title",
        "tag",
        "tags",
        "alias",
        "aliases",
        "id",
        "short_code",
        "parent",
        "version",
        "summary",
        "description",
        "desc",
    )
)


def facts_of(root: YamlNode, yaml_text: str) -> tuple[dict[str, Fact], bool]:
    """The facts by key, and whether they are complete; `a.b` for the key `b` in the mapping under `a`.

    A key without a value has the fact of an empty list.
    """
    found: dict[str, Fact] = {}
    lists: dict[str, list[str]] = {}
    is_whole = True
    todo = [("", root, False, 0)]
    for _ in range(_MOST_NODES):
        if not todo or len(found) + len(lists) >= _MOST_FACTS:
            break
        key, node, in_list, depth = todo.pop()
        text = _as_typed(node, yaml_text)
        if depth > _DEEPEST:
            is_whole = False
        elif text is not None and not in_list:
            value = fact(key, text, is_plain=node.is_plain)
            found[key] = () if value is None else value
        elif text is not None:
            if not (node.is_plain and text in _NULLS):
                lists.setdefault(key, []).append(text)
        elif node.is_mapping:
            todo += reversed([(name, value, in_list, depth + 1) for name, value in _members(key, node)])
        else:
            if not node.items:
                lists.setdefault(key, [])
            todo += [(key, item, True, depth + 1) for item in reversed(node.items)]
    found.update((key, tuple(values)) for key, values in lists.items())
    return found, is_whole and not todo


def fact(key: str, text: str, *, is_plain: bool) -> str | float | bool | None:
    """A scalar as a fact: true and false, numbers and null are converted, unless quoted or a name.

    `title: 1.10` is a name; `007` and numbers too long to be exact stay text as well.
    """
    if not is_plain:
        return text
    if text in _NULLS:
        return None
    if key in _NAMES:
        return text
    if text in _BOOLS:
        return _BOOLS[text]
    number = _NUMBER.fullmatch(text)
    if not number:
        return text
    return float(text) if number.lastindex else int(text)


def _members(prefix: str, mapping: YamlNode) -> list[tuple[str, YamlNode]]:
    """The keys, in lower case, and values of a mapping; of equal keys the last, as in YAML parsers."""
    members: dict[str, YamlNode] = {}
    for name, value in zip(mapping.items[::2], mapping.items[1::2], strict=False):
        if name.text and name.text.strip():
            key = name.text.strip().lower()
            members[f"{prefix}.{key}" if prefix else key] = value
    return list(members.items())


def _as_typed(node: YamlNode, yaml_text: str) -> str | None:
    """The text of a scalar, and of values that only look like a collection: `[[Note]]` and `{{date}}`."""
    if node.text is not None or not node.is_flow or not node.items:
        return node.text
    inner = node.items[0]
    looks_so = inner.text is None and inner.is_flow and inner.is_mapping == node.is_mapping
    typed = yaml_text[node.start : node.end]
    if looks_so and (node.is_mapping or len(node.items) == 1) and typed[:2] in ("[[", "{{"):
        return typed
    return None
