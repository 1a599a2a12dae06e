"""Namespaces of C++ around a syntax error, of which the parser has read nothing or another end: found by brackets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .broken_types import HeaderSpan
from .open_namespaces import namespace_spans

if TYPE_CHECKING:
    from .grammars import Captures

_CAPTURES = ("scope.namespace", "scope.anonymous")


def add_namespaces(found: Captures, data: bytes) -> None:
    """Gives each namespace the captures that the grammar would have without the error."""
    if b"namespace" not in data:
        return
    spans = {start: (end, name) for start, end, *name in namespace_spans(data.decode("latin-1"))}  # a byte each
    for capture in _CAPTURES:
        found[capture] = [node for node in found.get(capture, ()) if node.start_byte not in spans]
    for start, (end, name) in spans.items():
        found[_CAPTURES[not any(name)]].append(HeaderSpan(start, end))
        if any(name):
            found.setdefault("name", []).append(HeaderSpan(*name))
