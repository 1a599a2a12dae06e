"""Components as a settings file writes them: `"pin"`, or `{time_boost = {half_life_days = 7}}`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from ..fusion.weighted import Weighted
from ..model.errors import MissingPartError
from ..model.parameter import InvalidValueError
from ..stages.rerank import Rerank
from .component_packages import ComponentKind
from .component_registry import ALIASES, class_named, names
from .repr import shown
from .source import KeyPath, SettingsSource, TomlTable
from .suggest_name import offer
from .validate import made

# The longest built-in profile has 16 stages. A rewrite is a search of its own.
MOST_COMPONENTS: Mapping[ComponentKind, int] = {"stage": 40, "retriever": 10, "rewrite": 3}
MOST_RERANKERS = 3  # each scores every hit with a model
_OF_THE_SPACE = frozenset({"enrich"})  # is `space.enrich`


def part(
    kind: ComponentKind, value: object, written: SettingsSource, keys: KeyPath, *, base: Iterable[object] = ()
) -> Any:
    """The component of that kind; a component of its class in `base` gives the parameters that `value` lacks.

    Raises MissingPartError for an unknown name, and SettingsError for an unknown parameter or an invalid value.
    """
    name, arguments = _named(kind, value, written, keys)
    try:
        cls = class_named(kind, name, installed=written.trusted)
    except ValueError as error:
        raise MissingPartError(str(written.wrong(keys, f"{kind} {name}: {error}", word=name))) from error
    if cls is None:
        raise written.missing_part(keys, name, (*names(kind), *(ALIASES if kind == "stage" else ())), what=kind)
    if cls is Weighted and arguments and "weights" not in arguments:
        arguments = {"weights": arguments}
    try:
        like = next((each for each in base if type(each) is cls), None)
        return made(cls, arguments, like=like, but=_OF_THE_SPACE if kind == "chunker" else frozenset())
    except InvalidValueError as error:
        raise _misfit(error, name, written, keys) from error


def parts(
    kind: ComponentKind, value: object, written: SettingsSource, keys: KeyPath, *, base: Collection[object] = ()
) -> tuple[Any, ...]:
    """The components of a list, in order; `base` as above."""
    if not isinstance(value, list):
        raise written.wrong(keys, f"must be a list of {kind}s, got {shown(value)}")
    written.limit(keys, value, MOST_COMPONENTS[kind], f"{kind}s")
    made_parts = tuple(part(kind, each, written, keys, base=base) for each in value)
    written.limit(keys, [each for each in made_parts if isinstance(each, Rerank)], MOST_RERANKERS, "rerank stages")
    return made_parts


def _named(kind: ComponentKind, value: object, written: SettingsSource, keys: KeyPath) -> tuple[str, TomlTable]:
    match value:
        case str():
            return value, {}
        case dict() if len(value) == 1:
            ((name, arguments),) = value.items()
            if isinstance(arguments, dict):
                return str(name), arguments
            raise written.wrong(
                keys, f"{name} must be a table such as {{{name} = {{…}}}}, got {shown(arguments)}", word=name
            )
        case _:
            example = names(kind)[0]
            raise written.wrong(
                keys, f'expected a {kind} such as "{example}" or {{{example} = {{…}}}}, got {shown(value)}'
            )


def _misfit(error: InvalidValueError, name: str, written: SettingsSource, keys: KeyPath) -> Exception:
    word = error.key.rpartition(".")[2]
    if not error.key:
        return written.wrong(keys, f"{name}: {error.fault}", word=name)
    if error.fault:
        return written.wrong(keys, f"{name}.{error.key} {error.fault}", word=word)
    if not error.known:
        return written.wrong(keys, f"{name} has no parameters, got {shown(error.key)}", word=word)
    return written.wrong(keys, f"{name} has no parameter {shown(error.key)}; {offer(word, error.known)}", word=word)
