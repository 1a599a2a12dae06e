"""The documents that a scope stands for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.graph import hierarchy
from dowse.model.document import Document, Head, Link
from dowse.ports.storage import Reader
from tests.contract.engines import Engine, fill
from tests.making import make


def _linking(path: str, *targets: str, kind: str = "wikilink", code: str = "", title: str | None = None) -> Document:
    return replace(make(path, title=title, short_code=code), links=tuple(Link(target, kind) for target in targets))


def _child(path: str, *parents: str, code: str = "") -> Document:
    return _linking(path, *parents, kind="parent", code=code)


def _of(field: str, path: str, reader: Reader) -> list[str]:
    return sorted(hierarchy.OF_DOCUMENT[field](reader.heads([path])[path], reader))


@pytest.mark.parametrize("kind", ["wikilink", "embed", "markdown", "id", "parent"])
def test_links_are_of_every_kind_and_of_any_name(engine: Engine, kind: str) -> None:
    fill(engine, _linking("x/Hub.md", code="METIS-T-0001"), _linking("a.md", "METIS-T-0001", kind=kind))
    fill(engine, _linking("b.md", "nothing", "Hub", kind=kind), _linking("c.md", "Hubs", kind=kind))
    assert _of("links", "x/Hub.md", engine) == ["a.md", "b.md"]
    assert _of("linked", "b.md", engine) == ["x/Hub.md"]


def test_links_to_another_document_of_the_same_name_do_not_count(engine: Engine) -> None:
    fill(engine, make("Hub.md"), make("deep/Hub.md"), _linking("a.md", "Hub"), _linking("b.md", "deep/Hub"))
    assert (_of("links", "Hub.md", engine), _of("links", "deep/Hub.md", engine)) == (["a.md"], ["b.md"])


def test_a_title_names_a_document_to_its_children_and_to_no_other_link(engine: Engine) -> None:
    fill(engine, make("x.md", title="Plan"), _linking("a.md", "Plan"), _child("b.md", "Plan"))
    assert _of("links", "x.md", engine) == _of("children", "x.md", engine) == ["b.md"]


@pytest.mark.parametrize("field", ["links", "linked", "children", "under"])
def test_a_document_is_never_in_its_own_scope(engine: Engine, field: str) -> None:
    own = make("a.md")
    fill(engine, replace(own, links=(Link("a", "wikilink"), Link("", "wikilink", anchor="x"), Link("a", "parent"))))
    assert _of(field, "a.md", engine) == []


def test_children_are_those_whose_parent_means_the_document_and_descendants_theirs(engine: Engine) -> None:
    fill(engine, make("plan.md", short_code="METIS-I-0001"), _child("a.md", "METIS-I-0001", code="METIS-T-0002"))
    fill(engine, _child("x/b.md", "metis-t-0002"), _child("c.md", "plan.md", "elsewhere"), _linking("d.md", "plan"))
    assert _of("children", "plan.md", engine) == ["a.md", "c.md"]
    assert _of("under", "plan.md", engine) == ["a.md", "c.md", "x/b.md"]


def test_parents_in_a_circle_are_each_under_the_others(engine: Engine) -> None:
    fill(engine, _child("a.md", "c"), _child("b.md", "a"), _child("c.md", "b"), _child("d.md", "b"))
    assert (_of("under", "a.md", engine), _of("under", "d.md", engine)) == (["b.md", "c.md", "d.md"], [])


def test_a_parent_that_means_nothing_is_a_parent_all_the_same(engine: Engine) -> None:
    fill(engine, make("a/a.md"), _child("a/b.md", "nothing"), make("a/c.md"))
    assert _of("children", "a/a.md", engine) == ["a/c.md"]


_FOLDER_NOTES = ["a/B/b.md", "a/B/plan.md", "a/B/Index.md", "a/B/_index.md", "a/B/README.md", "a/b.md"]


@pytest.mark.parametrize("best", range(len(_FOLDER_NOTES)))
def test_a_folder_has_the_first_note_there_is_by_name_code_index_and_beside(engine: Engine, best: int) -> None:
    notes = [make(path, short_code="b" if "plan" in path else "") for path in _FOLDER_NOTES[best:]]
    fill(engine, *notes, make("a/B/x.md"), make("a/B/c/y.md"), make("a/z.md"))
    others = [path for path in _FOLDER_NOTES[best + 1 :] if path.startswith("a/B/")]
    assert _of("children", _FOLDER_NOTES[best], engine) == sorted(["a/B/x.md", "a/B/c/y.md", *others])
    assert all(_of("under", path, engine) == [] for path in others)


def test_the_parent_of_a_folder_note_is_that_of_the_folder_above(engine: Engine) -> None:
    fill(engine, *map(make, ("README.md", "a/a.md", "a/b/index.md", "a/b/x.md", "a/c/d/y.md", "e/z.md")))
    assert _of("children", "README.md", engine) == ["a/a.md", "e/z.md"]
    assert _of("children", "a/a.md", engine) == ["a/b/index.md", "a/c/d/y.md"]
    assert _of("under", "a/a.md", engine) == ["a/b/index.md", "a/b/x.md", "a/c/d/y.md"]


def test_the_note_of_a_folder_may_be_below_a_document_that_only_seems_to_be_its_note(engine: Engine) -> None:
    # `index.txt` would be taken for the note of the root by an eye that sees only what lies in `a`.
    fill(engine, *map(make, ("a.md", "index.md", "a/a.md")))
    fill(engine, _child("index.txt", "a.md", code="a"))
    assert _of("under", "a.md", engine) == ["index.txt"]
    assert _of("children", "index.md", engine) == ["a.md", "a/a.md"]


def test_what_lies_under_a_document_by_folders_and_what_lies_under_that_by_links_belong_together(
    engine: Engine,
) -> None:
    fill(engine, make("p/initiative.md", short_code="P"), make("p/tasks/t.md"), _child("far/away.md", "t"))
    assert _of("under", "p/initiative.md", engine) == ["far/away.md", "p/tasks/t.md"]


def test_a_folder_that_is_no_document_holds_what_lies_in_it(engine: Engine) -> None:
    fill(engine, *map(make, ("2-Areas/Tax/a.md", "2-Areas/Tax/2026/b.md", "2-Areas/Taxes.md", "2-Areas/c.md")))
    assert hierarchy.inside("2-areas/tax/", engine) == {"2-Areas/Tax/a.md", "2-Areas/Tax/2026/b.md"}
    assert hierarchy.directly_inside("./2-Areas/Tax", engine) == {"2-Areas/Tax/a.md"}


class _Chain:
    """Each document is the parent of the next; only numbers are names."""

    def __init__(self, length: int) -> None:
        self._heads = {f"{n}.md": make(f"{n}.md").head for n in range(length)}

    def heads(self, docs: Iterable[str], /) -> Mapping[str, Head]:
        return {path: self._heads[path] for path in docs}

    def called(self, keys: Iterable[str], /) -> Mapping[str, tuple[Head, ...]]:
        return {key: (self._heads[f"{key}.md"],) for key in keys if f"{key}.md" in self._heads}

    def inside(self, folders: Iterable[str], /) -> Sequence[str]:
        return ()

    def pointers(self, docs: Iterable[str], kinds: Collection[str] = (), /) -> Mapping[str, tuple[Link, ...]]:
        return {}

    def pointing(self, keys: Iterable[str], kinds: Collection[str] = (), /) -> Sequence[tuple[str, Link]]:
        below = ((f"{int(key) + 1}.md", Link(key, "parent")) for key in keys if key.isdecimal())
        return [(path, link) for path, link in below if path in self._heads]


def test_a_chain_of_parents_may_be_longer_than_the_stack() -> None:
    chain = _Chain(5_000)
    assert len(hierarchy.under(chain.heads(["0.md"])["0.md"], chain)) == 4_999


def test_a_level_of_the_tree_costs_the_same_questions_however_many_are_on_it() -> None:
    asked = [_questions(width) for width in (1, 200)]
    assert asked[0] == asked[1] <= 12


def _questions(width: int) -> int:
    memory = MemoryEngine()
    fill(memory, make("top.md"), *(_child(f"{n}.md", "top") for n in range(width)))
    counting = _Counting(memory)
    assert len(hierarchy.under(memory.heads(["top.md"])["top.md"], counting)) == width
    return counting.asked


class _Counting:
    """An engine that counts what it is asked."""

    def __init__(self, engine: MemoryEngine) -> None:
        self._engine = engine
        self.asked = 0

    def _counted(self) -> MemoryEngine:
        self.asked += 1
        return self._engine

    def heads(self, docs: Iterable[str], /) -> Mapping[str, Head]:
        return self._counted().heads(docs)

    def called(self, keys: Iterable[str], /) -> Mapping[str, tuple[Head, ...]]:
        return self._counted().called(keys)

    def inside(self, folders: Iterable[str], /) -> Sequence[str]:
        return self._counted().inside(folders)

    def pointers(self, docs: Iterable[str], kinds: Collection[str] = (), /) -> Mapping[str, tuple[Link, ...]]:
        return self._counted().pointers(docs, kinds)

    def pointing(self, keys: Iterable[str], kinds: Collection[str] = (), /) -> Sequence[tuple[str, Link]]:
        return self._counted().pointing(keys, kinds)
