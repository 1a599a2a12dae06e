"""Edges are those of the links as they stand now, whatever was written, renamed and removed before."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.graph.resolve import resolved
from dowse.graph.site_roots import site_roots_of
from dowse.indexing.batches import TimeBudget
from dowse.indexing.linking import compare_pending, link_pending
from dowse.model.document import Document, Link
from dowse.model.edge import PARENT_OF, REFERENCES, SIMILAR_TO, Edge, LinkTarget
from dowse.model.ref import Ref
from dowse.ports.indexed_document import FileStamp, SkippedFile, WriteBatch
from dowse.ports.models import Vector
from dowse.query.ast import MatchAll
from tests.contract.engines import ALL, Engine, fill
from tests.making import indexed, make, sectioned, stating, unit, whole
from tests.tier_parameters import examples, slow_after

_ZEROS = np.zeros(2, np.float32)
_UNLIMITED = TimeBudget(time.monotonic)
_NAMES = ("plan", "Plan", "Née", "AJ", "heat pump", "METIS-T-0066", "notes/plan", "gone", "a/plan.md", "./plan.md", "")
_ADDRESSES = (
    "/a/plan/",
    "/a/b/",
    "../plan/",
    "plan/",
    "/plan",
    "b/",
    "/",
    "/old/",
    "/docs/b/plan.html",
    "/docs/a/",
    "gone/",
)
_FOLDERS = "", "a/", "a/b/", "notes/"
_PATHS = tuple(
    f"{folder}{name}.md" for folder in _FOLDERS for name in ("plan", "née", "aj", "other", "index", "_index", "01-plan")
)
_KINDS = ("wikilink", "embed", "markdown", "id", "parent")


def _linking(path: str, *links: Link, title: str = "", aliases: tuple[str, ...] = ()) -> Document:
    return replace(make(path, title=title or None, aliases=aliases), links=links)


def _linked(engine: Engine, *documents: Document) -> Engine:
    fill(engine, *documents)
    link_pending(engine, budget=_UNLIMITED, progress=lambda _: None)
    return engine


def _pairs(edges: Iterable[Edge]) -> list[tuple[str, str, str]]:
    return sorted((edge.source.doc, edge.relation, edge.target.doc) for edge in edges)


def test_a_link_is_an_edge_from_its_unit_to_the_unit_that_its_anchor_names(engine: Engine) -> None:
    _linked(
        engine,
        _linking("a.md", Link("b", "wikilink", "goals", "The Costs", 3)),
        sectioned("b.md", ("The costs", 2, "x")),
    )
    assert engine.edges() == [Edge(Ref("a.md", "goals"), Ref("b.md", "the costs"), REFERENCES)]
    assert engine.edges(["b.md"]) == engine.edges(["a.md"]) == engine.edges(["a.md", "b.md"]) == engine.edges()


@pytest.mark.parametrize("anchor", ["", "gone", "^block", "*"])
def test_a_link_whose_anchor_names_no_unit_is_an_edge_to_the_document(engine: Engine, anchor: str) -> None:
    _linked(engine, _linking("a.md", Link("b", "wikilink", anchor=anchor)), sectioned("b.md", ("Block", 2, "x")))
    assert engine.edges() == [Edge(Ref("a.md"), Ref("b.md"), REFERENCES)]


def test_an_edge_follows_the_unit_that_its_anchor_names_when_the_target_changes(engine: Engine) -> None:
    link = Link("b", "wikilink", anchor="costs")
    _linked(engine, _linking("a.md", link), sectioned("b.md", ("Costs", 2, "x")))
    _linked(engine, sectioned("b.md", ("Other", 2, "x")))
    assert engine.edges() == [Edge(Ref("a.md"), Ref("b.md"), REFERENCES)]
    _linked(engine, sectioned("b.md", ("New", 2, "x"), ("Costs", 2, "x")))
    assert engine.edges() == [Edge(Ref("a.md"), Ref("b.md", "costs"), REFERENCES)]


def test_a_document_whose_units_stay_leaves_the_links_to_its_units_as_they_are(engine: Engine) -> None:
    link = Link("b", "wikilink", anchor="costs")
    _linked(engine, _linking("a.md", link), sectioned("b.md", ("Costs", 2, "x")))
    fill(engine, sectioned("b.md", ("Costs", 2, "more words")))
    if not isinstance(engine, MemoryEngine):  # the reference looks at everything
        assert set(engine.unlinked(ALL)) == {"b.md"}


def test_the_only_link_of_an_index_is_resolved_again_when_its_document_is_added(engine: Engine) -> None:
    _linked(engine, _linking("a.md", Link("b", "wikilink")))
    assert engine.edges() == []
    _linked(engine, make("b.md"))
    assert _pairs(engine.edges()) == [("a.md", REFERENCES, "b.md")]


def test_edges_of_some_relations_alone_are_given_when_asked_for(engine: Engine) -> None:
    _linked(engine, _linking("a.md", Link("b", "wikilink"), Link("b", "parent")), make("b.md"))
    assert [edge.relation for edge in engine.edges(None, [PARENT_OF])] == [PARENT_OF]
    assert [edge.relation for edge in engine.edges(["a.md"], [REFERENCES])] == [REFERENCES]
    assert engine.edges(None, ["imports"]) == []


def test_a_link_of_an_unknown_kind_is_broken_and_no_error(engine: Engine) -> None:
    _linked(engine, _linking("a.md", Link("b", "unheard-of")), make("b.md"))
    assert [each.aim for each in engine.aimed()] == [LinkTarget("", 0)]


def test_units_are_read_without_their_documents(engine: Engine) -> None:
    document = sectioned("a.md", ("One", 1, "x"), ("Two", 2, "x"))
    fill(engine, document, make("b.md", ""))
    found = engine.units(["a.md", "gone.md"])
    assert {path: units[:2] for path, units in found.items()} == {"a.md": document.units}


def test_a_stated_parent_points_to_its_child(engine: Engine) -> None:
    _linked(engine, _linking("child.md", Link("top", "parent")), make("top.md"))
    assert _pairs(engine.edges()) == [("top.md", PARENT_OF, "child.md")]


def test_a_document_has_no_edge_to_itself_and_none_to_nothing(engine: Engine) -> None:
    links = (Link("", "wikilink", anchor="x"), Link("a", "wikilink"), Link("gone", "wikilink"))
    _linked(engine, _linking("a.md", *links))
    assert engine.edges() == []
    assert [each.aim for each in engine.aimed()] == [
        LinkTarget("a.md", 1, rule="self"),
        LinkTarget("a.md", 1, rule="path"),
        LinkTarget("", 0),
    ]


def test_an_ambiguous_link_says_how_many_it_may_mean_and_takes_the_nearest(engine: Engine) -> None:
    _linked(engine, _linking("x/a.md", Link("plan", "wikilink")), make("x/plan.md"), make("y/plan.md"))
    assert [each.aim for each in engine.aimed(["x/a.md", "gone.md"])] == [LinkTarget("x/plan.md", 2, rule="name")]


def test_only_what_a_change_may_concern_is_linked_again(engine: Engine) -> None:
    _linked(
        engine,
        _linking("a.md", Link("b", "wikilink")),
        _linking("c.md", Link("new", "wikilink")),
        make("b.md"),
        make("far.md"),
    )
    fill(engine, make("b.md", "other text"))
    rewritten = set(engine.unlinked(ALL))
    link_pending(engine, budget=_UNLIMITED, progress=lambda _: None)
    fill(engine, make("new.md"))
    if not isinstance(engine, MemoryEngine):  # the reference looks at everything
        assert rewritten == {"b.md"}
        assert set(engine.unlinked(ALL)) == {"c.md", "new.md"}


def test_edges_to_a_document_that_is_removed_go_with_it(engine: Engine) -> None:
    _linked(engine, _linking("a.md", Link("b", "wikilink")), make("b.md"))
    engine.write(WriteBatch(removed=("b.md",)))
    assert engine.edges() == []
    fill(engine, make("other.md"))  # takes the place of the other in the tables
    assert engine.edges() == []
    link_pending(engine, budget=_UNLIMITED, progress=lambda _: None)
    assert [each.aim for each in engine.aimed()] == [LinkTarget("", 0)]


def test_linking_stops_when_the_time_is_over_and_goes_on_where_it_stopped(engine: Engine) -> None:
    fill(engine, *(_linking(f"{n}.md", Link("0", "wikilink")) for n in range(1500)))
    moments = iter([0.0, 2.0])
    done = link_pending(engine, budget=TimeBudget(lambda: next(moments), until=1.0), progress=lambda _: None)
    assert 0 < done < 1500
    assert done + link_pending(engine, budget=_UNLIMITED, progress=lambda _: None) == 1500
    assert len(engine.edges()) == 1499


@pytest.mark.parametrize(("before", "after"), [(("Foo", ""), ("Foo", "Foo")), (("", "La"), ("", "Là"))])
def test_a_name_that_is_called_in_another_way_or_written_otherwise_is_resolved_again(
    engine: Engine, before: tuple[str, str], after: tuple[str, str]
) -> None:
    source = _linking("a.md", Link("Foo", "wikilink"), Link("là", "wikilink"))
    for title, alias in (before, after):
        other = make("c.md", aliases=("La",) if alias == "Là" else ("Là",) if alias == "La" else ())
        _linked(engine, make("b.md", title=title or None, aliases=(alias,) if alias else ()), other)
        if title == before[0] and alias == before[1]:
            _linked(engine, source)
    pointers = [("a.md", link) for link in source.links]
    assert [each.aim.target for each in engine.aimed(["a.md"])] == [p.target for p in resolved(pointers, engine)]


@pytest.mark.parametrize("seed", slow_after(8, range(examples(30))))
def test_edges_after_any_changes_are_those_of_all_links_resolved_at_once(engine: Engine, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  # the same changes every time
    for _ in range(12):
        some = chance.sample(_PATHS, 4)
        written = tuple(_any_document(path, chance) for path in some[:2])
        removed, skipped = (some[2],), (SkippedFile(some[3], "too large", FileStamp(1, 1)),)
        engine.write(WriteBatch(tuple(map(indexed, written)), skipped if chance.random() < 0.3 else (), removed))
        if chance.random() < 0.6:
            link_pending(engine, budget=_UNLIMITED, progress=lambda _: None)
    link_pending(engine, budget=_UNLIMITED, progress=lambda _: None)
    paths = [hit.head.path for hit in engine.select(MatchAll(), ALL)]
    pointers = [(path, link) for path, links in sorted(engine.pointers(paths).items()) for link in links]
    expected = [
        (p.source, p.link, LinkTarget(p.target, len(p.meant), rule=p.rule))
        for p in resolved(pointers, engine, site_roots_of(engine))
    ]
    assert [tuple(each) for each in engine.aimed()] == expected
    assert engine.unlinked(ALL) == {}


def _any_document(path: str, chance: random.Random) -> Document:
    links = (
        *(Link(chance.choice(_NAMES), chance.choice(_KINDS), line=n) for n in range(chance.randrange(4))),
        *(Link(chance.choice(_ADDRESSES), "markdown", line=n) for n in range(chance.randrange(4))),
    )
    names = ("", "Heat Pump", "Plan", "AJ", "gone", "Née", "nee")
    title, alias = chance.choice(names), tuple(filter(None, (chance.choice(names),)))
    code = chance.choice(("", "METIS-T-0066"))
    alias = (*alias, "/old") if chance.random() < 0.2 else alias
    made = make(path, title=title or None, aliases=alias, short_code=code)
    if chance.random() < 0.3:
        made = stating(made, "slug", chance.choice(("plan", "/old/")))
    return replace(made, links=links)


# Likeness


def _alike(engine: Engine, places: dict[str, Vector], *, least: float = 0.8, most: int = 8) -> None:
    """Documents of one chunk each, with their vectors, compared."""
    engine.alike(least, most)
    _write(engine, places)
    compare_pending(engine, budget=_UNLIMITED, progress=lambda _: None)


def _write(engine: Engine, places: dict[str, Vector]) -> None:
    items = [indexed(make(path, f"the text of {path}")) for path in places]
    chunks = [item.chunks[0] for item in items]
    vectors = {chunk.digest: places[chunk.ref.doc] for chunk in chunks}
    engine.write(WriteBatch(indexed=tuple(items), vectors=vectors))


def _likenesses(engine: Engine, docs: Iterable[str] | None = None) -> dict[tuple[str, str], float]:
    edges = (edge for edge in engine.edges(docs) if edge.relation == SIMILAR_TO)
    return {(edge.source.doc, edge.target.doc): edge.weight for edge in edges}


def test_chunks_of_two_documents_that_are_near_enough_make_one_edge(engine: Engine) -> None:
    _alike(engine, {"b.md": unit(4, 3), "a.md": unit(1, 0.6), "far.md": unit(-1, 1)})
    assert list(_likenesses(engine)) == [("a.md", "b.md")]
    assert _likenesses(engine)["a.md", "b.md"] == pytest.approx(0.9947, abs=0.01)
    assert _likenesses(engine, ["b.md"]) == _likenesses(engine)
    assert _likenesses(engine, ["far.md"]) == {}


def test_the_cosine_of_an_edge_ignores_the_norms_of_the_vectors(engine: Engine) -> None:
    short = np.float32(0.6) * unit(1, 0.6)
    _alike(engine, {"a.md": short, "b.md": np.float32(0.7) * unit(4, 3), "far.md": unit(-1, 1)})
    assert _likenesses(engine) == {("a.md", "b.md"): pytest.approx(0.9947, abs=0.01)}


def test_nothing_is_compared_before_somebody_wants_it(engine: Engine) -> None:
    _write(engine, {"a.md": unit(1, 0), "b.md": unit(1, 0)})
    assert (engine.uncompared(), engine.compare(ALL), _likenesses(engine)) == (0, 0, {})
    engine.alike(0.8, 8)
    assert engine.uncompared() == 2


def test_a_comparison_of_nothing_changes_nothing(engine: Engine) -> None:
    _alike(engine, {"a.md": unit(1, 0), "b.md": unit(1, 0)}, least=0.8)
    edition = engine.recalled("edition")
    assert (engine.compare(ALL), engine.recalled("edition")) == (0, edition)


def test_chunks_of_one_document_are_not_compared_with_each_other(engine: Engine) -> None:
    document = make("a.md", "some text")
    one = whole(document)
    chunks = one, replace(one, ref=Ref("a.md", "end"), digest=b"another digest..")
    engine.alike(0.8, 8)
    engine.write(
        WriteBatch((indexed(document, chunks=chunks),), vectors={chunk.digest: unit(1, 0) for chunk in chunks})
    )
    compare_pending(engine, budget=_UNLIMITED, progress=lambda _: None)
    assert engine.edges() == []


def test_a_chunk_has_at_most_its_nearest_and_those_that_it_is_nearest_to(engine: Engine) -> None:
    angles = {f"{n}.md": unit(np.cos(n / 20), np.sin(n / 20)) for n in range(6)}
    _alike(engine, angles, least=0.5, most=1)
    pairs = set(_likenesses(engine))
    assert {("0.md", "1.md"), ("4.md", "5.md")} <= pairs
    assert pairs <= {(f"{n}.md", f"{n + 1}.md") for n in range(5)}


def test_other_terms_are_another_comparison(engine: Engine) -> None:
    _alike(engine, {"a.md": unit(1, 0), "b.md": unit(1, 0.5)}, least=0.8)
    engine.alike(0.99, 8)
    compare_pending(engine, budget=_UNLIMITED, progress=lambda _: None)
    assert _likenesses(engine) == {}


@pytest.mark.parametrize("seed", range(6))
def test_likeness_after_any_changes_is_that_of_all_chunks_compared_at_once(engine: Engine, seed: int) -> None:
    chance = np.random.default_rng(seed)
    engine.alike(0.6, 3)
    known: dict[str, Vector] = {}
    for step in range(10):
        changed = {f"{n}.md": _anywhere(chance) for n in chance.choice(30, 6, replace=False)}
        gone = tuple(path for path in (f"{n}.md" for n in chance.choice(30, 3)) if path not in changed)
        _write(engine, changed)
        engine.write(WriteBatch(removed=gone))
        known = {path: row for path, row in {**known, **changed}.items() if path not in gone}
        if step % 3:
            compare_pending(engine, budget=_UNLIMITED, progress=lambda _: None)
    compare_pending(engine, budget=_UNLIMITED, progress=lambda _: None)
    found, expected = _likenesses(engine), _compared_at_once(known, 0.6, 3)
    assert found.keys() == expected.keys()
    assert [found[pair] for pair in expected] == pytest.approx(list(expected.values()), abs=1e-5)


def _anywhere(chance: np.random.Generator) -> Vector:
    """Of whole numbers up to 127, so that nothing is lost when it is packed."""
    row = chance.integers(-127, 128, 4).astype(np.float32)
    row[chance.integers(4)] = 127
    return row / np.float32(np.linalg.norm(row))


def _compared_at_once(places: dict[str, Vector], least: float, most: int) -> dict[tuple[str, str], float]:
    found: dict[tuple[str, str], float] = {}
    for path, row in places.items():
        others = sorted(((float(row @ places[other]), other) for other in places if other != path), reverse=True)
        for cosine, other in [pair for pair in others if pair[0] >= least][:most]:
            found[min(path, other), max(path, other)] = cosine
    return found


def test_a_vector_of_zeros_is_like_nothing(engine: Engine) -> None:
    _alike(engine, {"a.md": _ZEROS, "b.md": _ZEROS, "c.md": unit(1, 0)}, least=0.0)
    assert _likenesses(engine) == {}
    assert engine.uncompared() == 0
