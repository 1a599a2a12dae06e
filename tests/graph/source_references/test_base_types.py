"""The bases of types in circles are looked up once for a type that is asked first, and in any order the same."""

from __future__ import annotations

from collections.abc import Iterator

from dowse.graph.source_references.base_types import BaseScope, BaseTypes
from dowse.graph.source_references.call_edges import ResolvedName
from dowse.graph.source_references.file_scope import FileScope
from dowse.graph.source_references.key_recorder import KeyRecorder, MemoItems
from dowse.graph.source_references.scope_rules import RUBY
from dowse.model.source_reference import SourceReferences
from dowse.model.symbol import SourceOutline

BASES = {"Quay": ("Harbour",), "Harbour": ("Mole", "Coast"), "Mole": ("Harbour", "Wall"), "Coast": (), "Wall": ()}
ANCESTORS = [
    (False, FileScope(path, SourceOutline((), (), SourceReferences()), RUBY), "Quay") for path in ("a.rb", "b.rb")
]


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


def test_items_are_found_once_and_as_far_as_anybody_asks_and_all_who_ask_have_looked_at_their_keys() -> None:
    keys = KeyRecorder()
    found: list[int] = []

    def items() -> Iterator[int]:
        for number in (1, 2, 3):
            keys.add(f"key {number}")
            found.append(number)
            yield number
        keys.add("end")

    kept = MemoItems(keys, items())
    for _ in range(2):
        with keys.recorded() as own:
            assert next(iter(kept)) == 1
        assert own == {"key 1"}
    assert found == [1]
    for _ in range(2):
        with keys.recorded() as own:
            assert list(kept) == [1, 2, 3]
        assert own == {"key 1", "key 2", "key 3", "end"}
    assert found == [1, 2, 3]


def test_ancestors_are_kept_for_a_group_of_files_but_not_while_bases_are_looked_up() -> None:
    types = Types()
    key = ("a.rb", "Quay", "", True)
    during: list[list[BaseScope]] = []

    def find() -> list[ResolvedName | None]:
        during.extend(list(types.bases.kept(key, iter([each]))) for each in ANCESTORS[:2])
        return []

    types.bases.of_type(("a.rb", "Quay"), find)
    assert during == [ANCESTORS[:1], ANCESTORS[1:2]]
    assert list(types.bases.kept(key, iter(ANCESTORS[:1]))) == ANCESTORS[:1]
    assert list(types.bases.kept(key, iter(ANCESTORS[1:]))) == ANCESTORS[:1]
    types.bases.forget_ancestors()
    assert list(types.bases.kept(key, iter(ANCESTORS[1:]))) == ANCESTORS[1:]
