"""How far a score reaches over the links, beside every path there is."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

import networkx as nx
import pytest

from dowse.graph.traversal import ANY, DECAYS, ReachedNode, distances, spread
from dowse.model.edge import Edge
from dowse.model.ref import Ref

_KINDS = ("PARENT_OF", "REFERENCES", "SIMILAR_TO", "contains", "extends", "implements", "imports")
_Path = tuple[tuple[str, ...], ReachedNode[str]]  # its nodes, and what is reached there


def _edge(source: str, target: str, kind: str = "REFERENCES", weight: float = 1.0) -> Edge:
    return Edge(Ref(source), Ref(target), kind, weight)


def _touching(edges: Iterable[Edge]) -> Callable[[Collection[str]], list[Edge]]:
    listed = list(edges)
    return lambda docs: [edge for edge in listed if edge.source.doc in docs or edge.target.doc in docs]


class _Asking:
    """The edges, and who was asked for."""

    def __init__(self, edges: Iterable[Edge]) -> None:
        self._touching = _touching(edges)
        self.asked: list[list[str]] = []

    def __call__(self, docs: Collection[str]) -> list[Edge]:
        self.asked.append(sorted(docs))
        return self._touching(docs)


def _made(
    pick: random.Random, nodes: int, edges: int, *, kinds: Sequence[str] = _KINDS, weights: Sequence[float] = (1.0,)
) -> list[Edge]:
    """Random edges, with parallel ones and some from a document to itself."""
    docs = [f"{n}.md" for n in range(nodes)]
    return [_edge(pick.choice(docs), pick.choice(docs), pick.choice(kinds), pick.choice(weights)) for _ in range(edges)]


def _all_paths(seeds: Mapping[str, float], edges: Sequence[Edge], depth: int, decay: float | None) -> Iterator[_Path]:
    """Every path without a circle, with its end."""
    waiting: list[_Path] = [((seed,), ReachedNode(score, 0, (), seed)) for seed, score in seeds.items()]
    while waiting:
        nodes, reached = waiting.pop()
        yield nodes, reached
        if reached.distance == depth:
            continue
        for edge in edges:
            source, target = edge.source.doc, edge.target.doc
            for start, end, incoming in ((source, target, False), (target, source, True)):
                if start != nodes[-1] or end in nodes or (incoming and edge.relation == "imports"):
                    continue
                factor = {"contains": 0.95, "extends": 0.85, "implements": 0.85, "imports": 0.7}.get(edge.relation, 0.8)
                factor = factor if decay is None else decay
                factor *= edge.weight if edge.relation == "SIMILAR_TO" else 1
                via = (*reached.via, edge.relation)
                waiting.append(((*nodes, end), ReachedNode(reached.score * factor, len(via), via, reached.origin)))


def _best(
    seeds: Mapping[str, float], edges: Sequence[Edge], depth: int, *, decay: float | None = None, least: float = 0.0
) -> dict[str, ReachedNode[str]]:
    order = list(seeds)
    found: dict[str, ReachedNode[str]] = {}
    for nodes, one in _all_paths(seeds, edges, depth, decay):
        end = nodes[-1]
        if one.score < least and one.distance:
            continue
        if end not in found or _rank(one, order) < _rank(found[end], order):
            found[end] = one
    return found


def _rank(reached: ReachedNode[str], order: list[str]) -> tuple[float, int, int, tuple[str, ...]]:
    return -reached.score, reached.distance, order.index(reached.origin), reached.via


@pytest.mark.parametrize("seed", range(150))
def test_the_best_of_all_paths_wins_then_the_shortest_then_the_first_seed(seed: int) -> None:
    # Halves and quarters are exact, so that many paths are equally good and none is so by rounding.
    pick = random.Random(seed)  # noqa: S311  # links, not secrets
    edges = _made(pick, 7, pick.randint(4, 12), weights=(1.0, 0.5, 0.25))
    seeds = {f"{n}.md": pick.choice((1.0, 0.5, 0.25)) for n in pick.sample(range(7), pick.randint(1, 3))}
    depth, decay, least = pick.randint(0, 5), pick.choice((1.0, 0.5)), pick.choice((0.0, 0.125))
    found = spread(seeds, _touching(edges), depth=depth, decays={ANY: decay}, least=least)
    assert found == _best(seeds, edges, depth, decay=decay, least=least)


@pytest.mark.parametrize("seed", range(150))
def test_each_kind_has_its_decay_and_similarity_its_weight(seed: int) -> None:
    pick = random.Random(seed)  # noqa: S311  # links, not secrets
    edges = _made(pick, 7, pick.randint(4, 12), weights=(1.0, 0.83, 0.91))
    seeds = {f"{n}.md": pick.uniform(0.3, 1) for n in pick.sample(range(7), pick.randint(1, 3))}
    depth, least = pick.randint(1, 5), pick.choice((0.0, 0.4))
    found = spread(seeds, _touching(edges), depth=depth, least=least)
    wanted = _best(seeds, edges, depth, least=least)
    assert {doc: one.score for doc, one in found.items()} == pytest.approx({doc: o.score for doc, o in wanted.items()})


@pytest.mark.parametrize("seed", range(20))
def test_the_order_of_the_edges_does_not_matter(seed: int) -> None:
    pick = random.Random(seed)  # noqa: S311  # links, not secrets
    edges = _made(pick, 12, 30)
    seeds = {"3.md": 0.8, "1.md": 0.8}
    first = spread(seeds, _touching(edges), depth=3)
    pick.shuffle(edges)
    assert list(spread(seeds, _touching(edges), depth=3).items()) == list(first.items())


def test_two_hops_may_be_better_than_one() -> None:
    edges = [_edge("a", "c"), _edge("a", "b", "contains"), _edge("b", "c", "contains"), _edge("c", "d")]
    found = spread({"a": 1.0}, _touching(edges), depth=3)
    assert found["c"] == ReachedNode(0.95 * 0.95, 2, ("contains", "contains"), "a")
    assert found["d"] == ReachedNode(0.95 * 0.95 * 0.8, 3, ("contains", "contains", "REFERENCES"), "a")


def test_by_hops_one_is_better_than_two_and_of_equally_many_the_better_ones_count() -> None:
    edges = [
        _edge("a", "c"),
        _edge("a", "b", "contains"),
        _edge("b", "c", "contains"),
        _edge("c", "d"),
        _edge("b", "d"),
    ]
    found = spread({"a": 1.0}, _touching(edges), depth=3, by_hops=True)
    assert found["c"] == ReachedNode(0.8, 1, ("REFERENCES",), "a")
    assert found["d"] == ReachedNode(0.95 * 0.8, 2, ("contains", "REFERENCES"), "a")


def test_a_better_path_is_not_followed_beyond_the_depth() -> None:
    edges = [_edge("a", "c"), _edge("a", "b", "contains"), _edge("b", "c", "contains"), _edge("c", "d")]
    assert spread({"a": 1.0}, _touching(edges), depth=2)["d"].score == pytest.approx(0.64)


@pytest.mark.parametrize("kind", _KINDS)
def test_every_kind_but_imports_is_followed_both_ways(kind: str) -> None:
    edges = _touching([_edge("a", "b", kind)])
    score = DECAYS.get(kind, 0.8)
    assert spread({"a": 1.0}, edges, depth=1)["b"] == (score, 1, (kind,), "a")
    assert spread({"b": 1.0}, edges, depth=1).get("a") == (None if kind == "imports" else (score, 1, (kind,), "b"))


def test_who_imports_a_module_is_not_reached_with_a_decay_for_all_kinds_either() -> None:
    assert set(spread({"b": 1.0}, _touching([_edge("a", "b", "imports")]), depth=2, decays={ANY: 0.9})) == {"b"}


def test_a_decay_that_is_given_holds_for_all_kinds() -> None:
    edges = _touching(_edge("a", kind, kind, 0.5) for kind in _KINDS)
    found = spread({"a": 1.0}, edges, depth=1, decays={ANY: 0.5})
    assert {doc: one.score for doc, one in found.items()} == {
        **dict.fromkeys(_KINDS, 0.5),
        "a": 1.0,
        "SIMILAR_TO": 0.25,
    }


def test_a_relation_that_is_given_no_decay_has_its_usual_one() -> None:
    edges = _touching([_edge("a", "b"), _edge("a", "c", "contains")])
    found = spread({"a": 1.0}, edges, depth=1, decays={"REFERENCES": 0.5})
    assert {doc: one.score for doc, one in found.items()} == {"a": 1.0, "b": 0.5, "c": 0.95}


def test_what_links_to_itself_and_in_circles_comes_to_an_end_and_is_asked_for_once() -> None:
    asking = _Asking([_edge("a", "a"), _edge("a", "b"), _edge("b", "c"), _edge("c", "a"), _edge("c", "d")])
    assert spread({"a": 1.0}, asking, depth=100).keys() == {"a", "b", "c", "d"}
    assert asking.asked == [["a"], ["b", "c"], ["d"]]


def test_a_document_is_asked_for_again_only_when_its_score_rose() -> None:
    edges = [_edge("a", "c"), _edge("a", "b", "contains"), _edge("b", "c", "contains"), _edge("c", "d")]
    asking = _Asking(edges)
    spread({"a": 1.0}, asking, depth=9)
    assert asking.asked == [["a"], ["b", "c"], ["c", "d"], ["d"]]


def test_what_cannot_reach_the_least_score_is_not_asked_for() -> None:
    asking = _Asking(_edge(str(n), str(n + 1)) for n in range(10))
    assert list(spread({"0": 1.0}, asking, depth=9, least=0.5)) == ["0", "1", "2", "3"]
    assert asking.asked == [["0"], ["1"], ["2"]]  # no kind of edge leads from 0.512 to 0.5
    assert spread({"0": 0.5}, asking, depth=9, least=0.6) == {"0": (0.5, 0, (), "0")}
    assert len(asking.asked) == 3


def test_a_seed_may_be_reached_better_from_another() -> None:
    found = spread({"a": 0.2, "b": 1.0}, _touching([_edge("a", "b")]), depth=1)
    assert found == {"b": (1.0, 0, (), "b"), "a": (0.8, 1, ("REFERENCES",), "b")}
    assert list(found) == ["b", "a"]


def test_sections_stand_for_their_documents_and_edges_of_others_are_ignored() -> None:
    edges = [Edge(Ref("a", "x"), Ref("b", "y", 2), "REFERENCES"), Edge(Ref("a", "x"), Ref("a", "y"), "REFERENCES")]
    found = spread({"a": 1.0}, lambda docs: [*edges, _edge("x", "y")], depth=5)
    assert set(found) == {"a", "b"}
    assert distances(["a"], lambda docs: [*edges, _edge("x", "y")], depth=5) == {"a": 0, "b": 1}


@pytest.mark.parametrize("decay", [-0.1, 1.1, float("nan")])
def test_a_decay_is_a_share(decay: float) -> None:
    with pytest.raises(ValueError, match="decay"):
        spread({"a": 1.0}, _touching([]), depth=1, decays={ANY: decay})


def test_without_seeds_nothing_is_asked_for() -> None:
    asking = _Asking([_edge("a", "b")])
    assert (spread({}, asking, depth=3), distances([], asking, depth=3), asking.asked) == ({}, {}, [])


@pytest.mark.parametrize("seed", range(30))
def test_hops_are_counted_as_networkx_counts_them(seed: int) -> None:
    pick = random.Random(seed)  # noqa: S311  # links, not secrets
    edges = _made(pick, 60, 80)
    graph = nx.Graph((edge.source.doc, edge.target.doc) for edge in edges)
    start, depth = edges[0].source.doc, pick.randint(0, 6)
    assert distances([start], _touching(edges), depth=depth) == dict(
        nx.single_source_shortest_path_length(graph, start, cutoff=depth)
    )
    followed = [edge for edge in edges if edge.relation != "imports"]
    graph = nx.Graph((edge.source.doc, edge.target.doc) for edge in followed)
    graph.add_node(start)
    found = spread({start: 1.0}, _touching(followed), depth=depth, decays={ANY: 0.5})
    assert {doc: one.distance for doc, one in found.items()} == dict(
        nx.single_source_shortest_path_length(graph, start, cutoff=depth)
    )


def test_several_starts_count_from_the_nearest_and_each_document_is_asked_for_once() -> None:
    asking = _Asking(_edge(str(n), str(n + 1)) for n in range(9))
    assert distances(["0", "9"], asking, depth=3) == {
        "0": 0, "9": 0, "1": 1, "8": 1, "2": 2, "7": 2, "3": 3, "6": 3,
    }  # fmt: skip
    assert asking.asked == [["0", "9"], ["1", "8"], ["2", "7"]]
