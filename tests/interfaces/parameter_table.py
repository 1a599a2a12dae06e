"""The tables of parameters in docs/settings.md, made from the specifications of the parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, is_dataclass
from typing import get_type_hints

import tomlkit

from dowse.model.parameter import Parameter, parameters
from dowse.settings.component_packages import ComponentKind
from dowse.settings.component_registry import ALIASES, NAMES
from dowse.settings.validate import expected

_HEADER = "| component | parameter | default | values | meaning |\n|---|---|---|---|---|\n"
_KEY_OF_ITS_OWN = "enrich"  # of chunkers: `space.enrich`


def parameter_table(kind: ComponentKind) -> str:
    """All components of a kind with their parameters, a row each."""
    rows = (row for name, cls in NAMES[kind].items() for row in _rows(name, cls))
    return _HEADER + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _rows(name: str, cls: type) -> Iterator[tuple[str, ...]]:
    aliases = [alias for alias, of in ALIASES.items() if of == name]
    component = ", also ".join(f"`{each}`" for each in (*aliases, name))
    hints = get_type_hints(cls)
    specs = {key: spec for key, spec in parameters(cls).items() if key != _KEY_OF_ITS_OWN}
    for key, spec in specs.items():
        yield component, f"`{key}`", _default(getattr(cls(), key)), _values(hints[key], spec), spec.about
    if not specs:
        yield component, "none", "", "", ""


def _default(value: object) -> str:
    if value is None:
        return "none"
    plain = asdict(value) if is_dataclass(value) and not isinstance(value, type) else value
    if isinstance(plain, Mapping):
        return ", ".join(f"`{key} = {number:g}`" for key, number in plain.items()) or "`{}`"
    return f"`{tomlkit.item(_listed(plain)).as_string()}`"


def _listed(value: object) -> object:
    return [_listed(each) for each in value] if isinstance(value, tuple) else value


def _values(hint: object, spec: Parameter) -> str:
    return ", ".join(filter(None, (expected(hint), spec.range)))
