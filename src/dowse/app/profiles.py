"""Profiles: the ranking profiles that a search can name, with their pipelines."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from ..model.errors import SettingsError
from ..query.ast import MatchAll
from ..query.describe import condition
from ..search.profile import Profile
from ..search.profile_docs import changed_parameters, describe_parameters, name_of
from ..settings.layer import Settings
from ..settings.load_settings import settings_around, settings_of
from .location import VaultLocation
from .parameter_ranges import knobs_json
from .results.server_result import ComponentResult, ProfileResult

_BUILT_IN = "built in"


def profiles_around(folder: Path | None, name: str = "") -> tuple[tuple[ProfileResult, ...], tuple[str, ...]]:
    """The profiles of the user and of the vault in the folder, or around the working folder, with a remark on each that
    cannot be used; or the one of that name.

    Raises SettingsError for a mistake in the settings and for an unknown name.
    """
    settings = settings_around(folder, here=Path.cwd(), environment=os.environ)
    chosen = [settings.named(name)] if name else settings.profiles.values()
    return tuple(_results(chosen, settings)), () if name else settings.remarks


def profiles_of(root: Path) -> tuple[ProfileResult, ...]:
    """The profiles of the user and of the vault in that folder, with the parameters that a slider can set."""
    settings = settings_of(root, environment=os.environ)
    return tuple(_results(settings.profiles.values(), settings, knobs=True))


def profiles_of_first(places: Sequence[VaultLocation]) -> tuple[ProfileResult, ...]:
    """The profiles of the first vault; of optional vaults those of the first whose settings are valid."""
    for place in places if places[0].is_optional else ():
        with suppress(SettingsError):
            return profiles_of(place.root)
    return profiles_of(places[0].root)


def _results(profiles: Iterable[Profile], settings: Settings, *, knobs: bool = False) -> Iterator[ProfileResult]:
    for each in profiles:
        yield ProfileResult(
            name=each.name,
            about=each.about,
            source=settings.sources.get(each.name, _BUILT_IN),
            rewrites=_components(each.rewrites),
            lists=_components(each.retrievers),
            fusion=_component(each.fusion),
            encoded=_component(each.encoded) if each.encoded else None,
            unspaced=_component(each.unspaced) if each.unspaced else None,
            stages=_components(each.stages),
            granularity=each.granularity,
            where="" if each.where == MatchAll() else condition(each.where),
            knobs=knobs_json(each) if knobs else None,
        )


def _components(parts: Iterable[object]) -> tuple[ComponentResult, ...]:
    return tuple(map(_component, parts))


def _component(part: object) -> ComponentResult:
    return ComponentResult(
        name=name_of(part), about=describe_parameters(part), changed=", ".join(changed_parameters(part))
    )
