"""Profiles for people and for programs: which lists are made, how they become one, and what is done to that."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...app.results.json_fields import Json
from ...query.ast import MatchAll
from ...query.describe import condition
from ...search.profile import Profile
from ...search.profile_docs import described, name_of, told
from .sanitize import visible

_WIDTH = 100  # columns
_BUILT_IN = "built in"
_WITHIN = re.compile(r"(?<!,) ")  # a blank that does not follow a comma


def profile_lines(profiles: Iterable[Profile], sources: Mapping[str, str]) -> Iterator[str]:
    """Each profile as a pipeline, a part a line; `sources` says where those are from that are not built in."""
    shown = list(profiles)
    names = [(profile, [name for _, rows in _rows(profile) for name, _ in rows]) for profile in shown]
    width = max((len(name) for _, each in names for name in each), default=0)
    for n, profile in enumerate(shown):
        if n:
            yield ""
        yield from _wrapped(f"{profile.name}  ", _about(profile, sources))
        for title, rows in _rows(profile):
            for row, (name, about) in enumerate(rows):
                yield from _wrapped(f"  {title if not row else '':<8} {name:<{width}}  ", about)


def profile_json(profile: Profile, sources: Mapping[str, str]) -> dict[str, Json]:
    """A profile as the page on output lists it."""
    return {
        "name": profile.name,
        "about": profile.about,
        "source": sources.get(profile.name, _BUILT_IN),
        "rewrites": _parts_json(profile.rewrites),
        "lists": _parts_json(profile.retrievers),
        "fusion": _part_json(profile.fusion),
        "encoded": _part_json(profile.encoded) if profile.encoded else None,
        "unspaced": _part_json(profile.unspaced) if profile.unspaced else None,
        "stages": _parts_json(profile.stages),
        "granularity": profile.granularity,
        "where": "" if profile.where == MatchAll() else condition(profile.where),
    }


def _about(profile: Profile, sources: Mapping[str, str]) -> str:
    source = sources.get(profile.name)
    said = [profile.about, f"(from {source})" if source else ""]
    return visible(" ".join(filter(None, said))).replace("\n", " ")


def _rows(profile: Profile) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Title, then name and settings of each part; titles without parts are left out."""
    if profile.where != MatchAll():
        yield "only", [("documents", visible(condition(profile.where)))]
    for title, parts in (
        ("rewrites", profile.rewrites),
        ("lists", profile.retrievers),
        ("fusion", (profile.fusion,)),
        ("encoded", (profile.encoded,) if profile.encoded else ()),
        ("unspaced", (profile.unspaced,) if profile.unspaced else ()),
        ("stages", profile.stages),
    ):
        if parts:
            yield title, [(name_of(part), _together(told(part))) for part in parts]
    if profile.granularity != "document":
        yield "granularity", [(profile.granularity, "")]


def _together(said: Iterable[str]) -> str:
    """Names and values with commas between; a value stays in the line of its name."""
    return _WITHIN.sub("\u00a0", visible(", ".join(said)))


def _wrapped(before: str, text: str) -> Iterator[str]:
    """The text behind what stands before it, broken at blanks so that it stays in its column."""
    lines = textwrap.wrap(text, _WIDTH - len(before), break_long_words=False, break_on_hyphens=False) or [""]
    for n, line in enumerate(lines):
        yield f"{before if not n else ' ' * len(before)}{line}".replace("\u00a0", " ").rstrip()


def _parts_json(parts: Sequence[object]) -> list[Json]:
    return [_part_json(part) for part in parts]


def _part_json(part: object) -> dict[str, Json]:
    return {"name": name_of(part), "about": described(part)}
