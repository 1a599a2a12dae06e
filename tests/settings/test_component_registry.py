"""What parts are called."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from dataclasses import dataclass
from importlib.metadata import EntryPoint, EntryPoints
from typing import get_args

import pytest

import dowse.stages
from dowse.model.hit import Hits
from dowse.ports.pipeline import Run
from dowse.search.profile_docs import name_of
from dowse.settings.component_packages import ComponentKind
from dowse.settings.component_registry import ALIASES, NAMES, class_named

_BUILT_IN = [(kind, name) for kind, classes in NAMES.items() for name in classes]


@dataclass(frozen=True, slots=True)
class Backwards:
    """A stage of another package."""

    def __call__(self, hits: Hits, _run: Run) -> Hits:
        return hits[::-1]


@pytest.mark.parametrize(("kind", "name"), [pair for pair in _BUILT_IN if pair[0] != "chunker"])
def test_a_part_is_called_what_explanations_call_it(kind: ComponentKind, name: str) -> None:
    cls = class_named(kind, name, installed=False)
    assert cls is not None
    assert name_of(cls()) == name


@pytest.mark.parametrize("name", NAMES["chunker"])
def test_a_chunker_is_called_by_what_it_goes_by(name: str) -> None:
    assert name_of(NAMES["chunker"][name]()) == f"by_{name}"


def test_every_stage_there_is_has_a_name() -> None:
    found = pkgutil.walk_packages(dowse.stages.__path__, "dowse.stages.")
    modules = [importlib.import_module(module.name) for module in found]
    stages = {
        cls
        for module in modules
        for _, cls in inspect.getmembers(module, inspect.isclass)
        if cls.__module__ == module.__name__ and list(inspect.signature(cls.__call__).parameters)[1:2] == ["hits"]
    }
    assert stages == set(NAMES["stage"].values())


def test_a_snippet_may_be_called_so() -> None:
    assert class_named("stage", "snippet", installed=False) is class_named("stage", "cut_snippet", installed=False)
    assert not set(ALIASES) & {name for names in NAMES.values() for name in names}


def test_there_is_a_table_for_every_kind() -> None:
    assert tuple(sorted(NAMES)) == tuple(sorted(get_args(ComponentKind)))


def _installed(monkeypatch: pytest.MonkeyPatch, *entries: EntryPoint) -> None:
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **chosen: EntryPoints(entries).select(**chosen))


def test_another_package_brings_a_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    _installed(monkeypatch, EntryPoint("backwards", f"{__name__}:Backwards", "dowse.stages"))
    assert class_named("stage", "backwards", installed=True) is Backwards
    assert class_named("stage", "backwards", installed=False) is None
    assert class_named("retriever", "backwards", installed=True) is None


def test_another_package_does_not_take_a_built_in_name(monkeypatch: pytest.MonkeyPatch) -> None:
    _installed(monkeypatch, EntryPoint("limit", f"{__name__}:Backwards", "dowse.stages"))
    assert class_named("stage", "limit", installed=True) is NAMES["stage"]["limit"]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("no_such_module:X", "cannot be imported"),
        (f"{__name__}:Missing", "cannot be imported"),
        (f"{__name__}:_BUILT_IN", "is not a class"),
    ],
)
def test_a_package_that_cannot_be_imported_is_named(value: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _installed(monkeypatch, EntryPoint("broken", value, "dowse.stages"))
    with pytest.raises(ValueError, match=told):
        class_named("stage", "broken", installed=True)
