"""The documents that a scope stands for, in vaults made up by Hypothesis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.graph import hierarchy
from dowse.model.document import Document, Link
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.storage import Reader
from tests.contract.engines import fill
from tests.graph import naive
from tests.making import make
from tests.seeds import seeded
from tests.tier_parameters import examples

OFTEN = settings(max_examples=examples(100), derandomize=True, deadline=None, database=None)

# Few names, so that they meet: in folders, as aliases and codes, with other accents and cases, with and without ending.
_FOLDERS = ("", "", "a/", "a/b/", "A/", "Á/b/", "b/", "b/b/", "a b/")
_NAMES = ("a", "b", "A", "Á", "a.b", "a b", "index", "_index", "README", "c")
_PATHS = st.sampled_from(
    [folder + name + ending for folder in _FOLDERS for name in _NAMES for ending in (".md", ".txt")]
)
_CALLED = st.sampled_from(("a", "b", "Á", "a/b", "a.b", "X-T-0001", "c.md", "index", "c.adoc", "a/C.adoc"))
_TARGETS = st.one_of(
    _PATHS,
    _CALLED,
    st.sampled_from(
        ("", "./a", "../b", "../a/b", "/a", "/b/b.md", "B/b", "nothing", "x-t-0001", "a\\b", "a/", "..", "README")
    ),
    st.sampled_from(("README", "./README", "../README", "README/", "index.html", "../index.html", "b/index.html")),
)
_KINDS = st.sampled_from(
    ("wikilink", "embed", "markdown", "doc", "ref", "file", "node", "xref", "id", "parent", "parent")
)
_LINKS = st.tuples(_TARGETS, _KINDS).map(lambda made: Link(*made))


def _made(path: str, title: str | None, aliases: list[str], code: str, links: list[Link]) -> Document:
    return replace(make(path, title=title, aliases=tuple(aliases), short_code=code), links=tuple(links))


_DOCUMENTS = st.builds(
    _made,
    _PATHS,
    st.none() | _CALLED,
    st.lists(_CALLED, max_size=1),
    st.just("") | _CALLED,
    st.lists(_LINKS, max_size=3),
)
_VAULTS = st.lists(_DOCUMENTS, min_size=1, max_size=9, unique_by=lambda document: document.head.path)


def _of(field: str, path: str, reader: Reader) -> list[str]:
    return sorted(hierarchy.OF_DOCUMENT[field](reader.heads([path])[path], reader))


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SqliteEngine]:
    """An engine that goes from one vault to the next."""
    engine = SqliteEngine(tmp_path_factory.mktemp("index"))
    yield engine
    engine.close()


def _agrees(used: SqliteEngine, vault: list[Document]) -> None:
    memory = MemoryEngine()
    fill(memory, *vault)
    used.write(WriteBatch(removed=tuple(used.known())))
    fill(used, *vault)
    for field, plainly in (
        ("links", naive.links),
        ("linked", naive.linked),
        ("children", naive.children),
        ("under", naive.under),
    ):
        wanted = {document.head.path: sorted(plainly(vault, document.head.path)) for document in vault}
        for engine in (memory, used):
            assert {path: _of(field, path, engine) for path in wanted} == wanted


@pytest.mark.slow
@OFTEN
@given(vault=_VAULTS)
def test_scopes_agree_with_asking_every_document(used: SqliteEngine, vault: list[Document]) -> None:
    _agrees(used, vault)


@pytest.mark.exhaustive
@seeded
@settings(OFTEN, max_examples=1_000, derandomize=False)
@given(vault=_VAULTS)
def test_scopes_agree_with_asking_every_document_of_1_000_vaults(used: SqliteEngine, vault: list[Document]) -> None:
    _agrees(used, vault)


_FORESTS = st.integers(2, 30).flatmap(
    lambda size: st.lists(st.integers(-1, size - 1), min_size=size, max_size=size)
)  # the parent of each, or none; circles and all


@pytest.mark.slow
@settings(OFTEN, max_examples=examples(50))
@given(parents=_FORESTS)
def test_descendants_are_those_whose_parents_lead_there_circles_or_not(used: SqliteEngine, parents: list[int]) -> None:
    vault = [_numbered(n, above) for n, above in enumerate(parents)]
    used.write(WriteBatch(removed=tuple(used.known())))
    fill(used, *vault)
    for n in range(len(parents)):
        below = {m for m in range(len(parents)) if m != n and n in _line(m, parents)}
        assert _of("under", f"x/{n}.md", used) == sorted(f"x/{m}.md" for m in below)


def _numbered(n: int, parent: int) -> Document:
    links = (Link(str(parent), "parent"),) if parent >= 0 else ()
    return replace(make(f"x/{n}.md"), links=links)


def _line(n: int, parents: list[int]) -> set[int]:
    """The parent, its parent and so on."""
    found: set[int] = set()
    while (n := parents[n]) >= 0 and n not in found:
        found.add(n)
    return found
