"""Profiles as text: the lists, their fusion and the stages."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

from ...app.results.server_result import ComponentResult, ProfileResult
from .sanitize import visible

_WIDTH = 100  # columns
_BUILT_IN = "built in"
_WITHIN = re.compile(r"(?<!,) ")  # a blank that does not follow a comma


def profile_lines(profiles: Sequence[ProfileResult]) -> Iterator[str]:
    """Each profile as a pipeline, one component per line."""
    names = [(profile, [name for _, rows in _rows(profile) for name, _ in rows]) for profile in profiles]
    width = max((len(name) for _, component_names in names for name in component_names), default=0)
    for n, profile in enumerate(profiles):
        if n:
            yield ""
        yield from _wrap(f"{profile.name}  ", _about(profile))
        for title, rows in _rows(profile):
            for row, (name, about) in enumerate(rows):
                yield from _wrap(f"  {title if not row else '':<11} {name:<{width}}  ", about)


def _about(profile: ProfileResult) -> str:
    source = f"(from {profile.source})" if profile.source != _BUILT_IN else ""
    return visible(" ".join(filter(None, [profile.about, source]))).replace("\n", " ")


def _rows(profile: ProfileResult) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Title, then name and parameters of each component; titles without components are left out."""
    if profile.where:
        yield "only", [("documents", visible(profile.where))]
    for title, parts in (
        ("rewrites", profile.rewrites),
        ("lists", profile.lists),
        ("fusion", (profile.fusion,)),
        ("encoded", (profile.encoded,)),
        ("unspaced", (profile.unspaced,)),
        ("stages", profile.stages),
    ):
        components = [component for component in parts if component is not None]
        if components:
            yield title, [(component.name, _parameter_text(component)) for component in components]
    if profile.granularity != "document":
        yield "granularity", [(profile.granularity, "")]


def _parameter_text(component: ComponentResult) -> str:
    """The parameters, with each value on the line of its name."""
    return _WITHIN.sub("\u00a0", visible(component.changed))


def _wrap(prefix: str, text: str) -> Iterator[str]:
    """The text behind a prefix, broken at blanks so that it stays in its column."""
    lines = textwrap.wrap(text, _WIDTH - len(prefix), break_long_words=False, break_on_hyphens=False) or [""]
    for n, line in enumerate(lines):
        yield f"{prefix if not n else ' ' * len(prefix)}{line}".replace("\u00a0", " ").rstrip()
