"""Facts of frontmatter in TOML, between lines of `+++`, as Hugo and Zola have it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime, time
from itertools import islice
from math import isfinite

from ...model.document import Fact

_TAXONOMIES = "taxonomies."  # Zola's table of tags and categories
_DEEPEST = 10  # tables in tables
_MOST_FACTS = 1_000
_LONG_KEY = re.compile(
    r"(?:[\w-]{1,40}[ \t]*+\.[ \t]*+){50}"
)  # of so many parts tomllib makes tables in quadratic time
_LINE = re.compile(r"(?m)^[\"']?([\w-]{1,40})[\"']?[ \t]*=[ \t]*(\S[^\r\n]*)")


def read(toml_text: str) -> tuple[dict[str, Fact], tuple[str, ...]] | None:
    """The facts by lower-case key, those of tables as `a.b`, and the oddities.

    None for what is no TOML: text between two lines of `+++`, which divide the cells of MyST, too.
    """
    try:
        found = _loaded(toml_text.replace("\r\n", "\n").replace("\r", "\n"))
    except (ValueError, RecursionError) as error:
        lines = dict(_by_line(toml_text))
        return (lines, (f"frontmatter is not valid TOML: {error}; parsed line by line",)) if lines else None
    facts: dict[str, Fact] = {}
    lists: dict[str, list[str]] = {}
    for key, value in _values("", found):
        if len(facts) + len(lists) >= _MOST_FACTS:
            return facts, ("frontmatter has too many properties; not all are indexed",)
        if isinstance(value, list):
            lists.setdefault(key, []).extend(map(str, filter(_is_scalar, value)))
        else:
            facts[key] = _fact(value)
    facts.update((key, tuple(values)) for key, values in lists.items())
    return {**facts, **_taxonomies(facts)}, ()


def _loaded(toml_text: str) -> dict[str, object]:
    # Here, since few vaults have such frontmatter.
    import tomllib  # noqa: PLC0415

    if _LONG_KEY.search(toml_text):
        raise ValueError("a key has too many parts")
    return tomllib.loads(toml_text)


def _by_line(toml_text: str) -> Iterator[tuple[str, Fact]]:
    """The facts of the lines, each of which is read alone; what is no TOML either is text."""
    for found in islice(_LINE.finditer(toml_text), _MOST_FACTS):
        key, written = found[1].lower(), found[2].rstrip()
        try:
            value = _loaded(f"value = {written}")["value"]
        except (ValueError, RecursionError):
            yield key, written.strip("\"'")
            continue
        if isinstance(value, list):
            yield key, tuple(map(str, filter(_is_scalar, value)))
        elif _is_scalar(value):
            yield key, _fact(value)


def _values(prefix: str, table: Mapping[str, object], depth: int = 0) -> Iterator[tuple[str, object]]:
    """The values with their keys; those of tables in a list as a list."""
    for name, value in table.items() if depth < _DEEPEST else ():
        key = f"{prefix}{name.strip().lower()}"
        tables = [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []
        if isinstance(value, dict):
            yield from _values(f"{key}.", value, depth + 1)
        for each in tables:
            yield from ((inner, [own]) for inner, own in _values(f"{key}.", each, depth + 1) if _is_scalar(own))
        if not tables and not isinstance(value, dict):
            yield key, value


def _is_scalar(value: object) -> bool:
    return not isinstance(value, list | dict)


def _fact(value: object) -> Fact:
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return value if isfinite(value) and abs(value) < 10**15 else str(value)
    return str(value)


def _taxonomies(facts: Mapping[str, Fact]) -> dict[str, Fact]:
    """The tags and categories that Zola has in a table, unless there are others."""
    inside = {key.removeprefix(_TAXONOMIES): value for key, value in facts.items() if key.startswith(_TAXONOMIES)}
    return {key: value for key, value in inside.items() if key not in facts}
