"""Macros of C++ among the members of a class, such as `MOOR_PROPERTY(rope);`, which look like constructors."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .definitions import Definition

_WITHOUT_TYPE = re.compile(
    rb"(?:(?:constexpr|explicit|friend|inline|virtual)\b\s*|template\s*<[^;{}]*>\s*|\[\[[^\[\]]*\]\]\s*)*"
)
_NAME = re.compile(rb"[A-Z_][A-Z0-9_]{2,}")


def without_member_macros(definitions: Iterable[Definition], data: bytes) -> list[Definition]:
    """The definitions; members without a type that have the name of a macro, not that of the class, lose the name."""
    listed = list(definitions)
    for each in listed:
        if each.kind == "definition.method" and each.name and _is_macro(each, data):
            each.name = None
    return listed


def _is_macro(member: Definition, data: bytes) -> bool:
    name = data[slice(*member.name)] if member.name else b""
    outer = member.outer
    if not _NAME.fullmatch(name) or outer is None or outer.name is None:
        return False
    return name != data[slice(*outer.name)].partition(b"<")[0] and bool(
        _WITHOUT_TYPE.fullmatch(data, member.start, member.name[0] if member.name else 0)
    )
