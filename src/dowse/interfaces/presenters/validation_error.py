"""Errors of pydantic in the words that dowse's own checks of options use."""

from __future__ import annotations

import reprlib
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from typing import Any

from ...model.option_equivalents import OptionKind, equivalent_advice
from ...query.fields import FIELD_NAMES

_LONGEST_SHOWN = 60  # characters of a value
_INPUTS = ("query", "q", "pattern", "ref")  # what a request is about, of which it has one
_INPUT_NAMES = frozenset({*_INPUTS, "path", "name", "glob", "id", "uri", "document", "note", "text"})
_LINE_NAMES = frozenset({"line", "lines", "start", "end", "start_line", "end_line", "offset", "count", "limit"})

# By the type of the error; the names in braces are those of its context.
_FAULTS = {
    "greater_than_equal": "must be {ge} or more",
    "less_than_equal": "must be at most {le}",
    "greater_than": "must be above {gt}",
    "less_than": "must be below {lt}",
    **dict.fromkeys(("int_parsing", "int_parsing_size", "int_type", "int_from_float"), "must be a whole number"),
    **dict.fromkeys(("float_parsing", "float_type"), "must be a number"),
    "finite_number": "must be a finite number",
    **dict.fromkeys(("bool_parsing", "bool_type"), "must be true or false"),
    "string_type": "must be a text",
    "list_type": "must be a list",
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), "must be an object"),
    "literal_error": "must be {expected}",
    "string_too_short": "must have {min_length} or more characters",
    "string_too_long": "must have at most {max_length} characters",
    "too_short": "must have {min_length} or more values",
    "too_long": "must have at most {max_length} values",
    "string_pattern_mismatch": "must match {pattern}",
    "extra_forbidden": "is unknown",
    "string_unicode": "must be valid Unicode",
}


def validation_message(error: Mapping[str, Any]) -> str:
    """What a value must be, and the value: `must be at most 100, got 5000`; a message of dowse as it is."""
    if error["type"] == "value_error":
        return str(error["msg"]).removeprefix("Value error, ")
    fault = _FAULTS.get(error["type"])
    if fault is None:
        return f"is invalid ({error['msg']}), got {_shown(error['input'])}"
    context = {
        name: int(bound) if isinstance(bound, float) and bound.is_integer() else bound
        for name, bound in error.get("ctx", {}).items()
    }
    return f"{fault.format(**context)}, got {_shown(error['input'])}"


def parameter_advice(kind: OptionKind, name: str, known: Collection[str]) -> str:
    """What to use in place of an unknown parameter."""
    if advice := equivalent_advice(kind, name, known):
        return advice
    if name in FIELD_NAMES:
        if {"query", "q"} & set(known):
            return f"write {name}:VALUE in the query"
        if "pattern" in known:
            return f"search takes it in the query, as {name}:VALUE"
    if {"ref", "outline"} <= set(known) and name in _LINE_NAMES:  # of a text; `limit` of related documents is known
        return "write the lines into ref, as in REF:FROM:COUNT"
    if name in _INPUT_NAMES and (own := next((each for each in _INPUTS if each in known), "")):
        return f"use {own}"
    matches = get_close_matches(name[:_LONGEST_SHOWN].casefold(), known, n=1, cutoff=0.6)
    return f"did you mean {matches[0]}?" if matches else f"known: {', '.join(known)}"


def _shown(value: object) -> str:
    text = reprlib.repr(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
