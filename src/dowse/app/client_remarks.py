"""Messages for the clients of a server, who have no terminal on its machine: commands in them are for the owner."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TypeVar

from ..model.lazy_pattern import lazy_pattern
from ..model.option_spelling import Interface
from .results.document_result import PassageResult
from .results.outline_result import OutlineResult
from .results.search_result import NoteResult, WhyNotResult

T = TypeVar("T", bound=PassageResult | OutlineResult | WhyNotResult)

_OWNER = "the owner of the index"
_RUN = lazy_pattern(r"(?<!can )\b([Rr])un (`dowse [^`]+`|dowse [a-z-]+(?: --?[a-z-]+)*)")
_NAMED = lazy_pattern(r"(?<!un )(`dowse ([a-z-]+)[^`]*`)(?! \(for)")
_SERVED = {"status": ("the tool status", "GET /status"), "find": ("the tool find", "GET /find")}


def for_client(message: str, interface: Interface) -> str:
    """The message with what a client of that interface can do: its own tools, or that the owner can run the command.

    The message must have no text of a note: that stays as it is.
    """
    if interface not in ("mcp", "http") or "dowse" not in message:
        return message

    def told(match: re.Match[str]) -> str:
        return f"{_OWNER.capitalize() if match[1] == 'R' else _OWNER} can run {match[2]}"

    def named(match: re.Match[str]) -> str:
        if served := _SERVED.get(match[2]):
            return served[interface == "http"]
        return f"{match[1]} (for {_OWNER}, in a terminal)"

    return _NAMED.sub(named, _RUN.sub(told, message))


def with_notes(result: T, interface: Interface) -> T:
    """The result with its remarks as notes for a client of that interface."""
    notes = tuple(NoteResult(at=0, hint=for_client(remark, interface)) for remark in result.remarks)
    return replace(result, notes=notes or None)
