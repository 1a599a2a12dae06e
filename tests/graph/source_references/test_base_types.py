"""The bases of types in circles are looked up once for a type that is asked first, and in any order the same."""

from __future__ import annotations

from dowse.graph.source_references.base_types import BaseTypes
from dowse.graph.source_references.call_edges import ResolvedName
from dowse.graph.source_references.key_recorder import KeyRecorder

BASES = {"Quay": ("Harbour",), "Harbour": ("Mole", "Coast"), "Mole": ("Harbour", "Wall"), "Coast": (), "Wall": ()}


class Types:
    """Types in one file, whose bases are those of BASES; those of each base are looked up to find it."""

    def __init__(self) -> None:
        self.keys = KeyRecorder()
        self.bases = BaseTypes(self.keys)
        self.looked_up: list[str] = []

    def of(self, name: str) -> list[str]:
        return [base for _, base in self.bases.of_type(("a.rb", name), lambda: self._find(name))]

    def _find(self, name: str) -> list[ResolvedName]:
        self.looked_up.append(name)
        self.keys.add(name)
        return [ResolvedName("a.rb", each, "file") for base in BASES[name] for each in (base, *self.of(base))]


def test_bases_in_a_circle_are_looked_up_once_for_a_type_that_is_asked_first() -> None:
    types = Types()
    first = types.of("Quay")
    once = len(types.looked_up)
    assert types.of("Quay") == first
    assert {"Harbour", "Mole", "Wall", "Coast"} == set(first)
    assert len(types.looked_up) == once


def test_the_bases_of_a_type_in_a_circle_do_not_depend_on_the_order_of_questions() -> None:
    alone = {name: Types().of(name) for name in BASES}
    forwards, backwards = Types(), Types()
    assert {name: forwards.of(name) for name in BASES} == alone
    assert {name: backwards.of(name) for name in reversed(BASES)} == alone


def test_a_change_of_a_type_in_a_circle_lets_its_bases_be_looked_up_again() -> None:
    types = Types()
    types.of("Quay")
    types.looked_up.clear()
    types.bases.forget(frozenset({"Wall"}))
    types.of("Quay")
    assert "Quay" in types.looked_up
    types.looked_up.clear()
    types.bases.forget(frozenset({"Pier"}))
    types.of("Quay")
    assert types.looked_up == []
