"""Communities, beside networkx's, and their names."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor

import igraph
import networkx as nx
import pytest

from dowse.graph.communities import Labels, communities, modularity
from dowse.graph.weighted_graph import WeightedGraph
from dowse.model.document import Head
from dowse.model.edge import Edge
from dowse.model.ref import Ref
from tests.making import make
from tests.tier_parameters import slow_after


def _edge(source: str, target: str, kind: str = "REFERENCES", weight: float = 1.0) -> Edge:
    return Edge(Ref(source), Ref(target), kind, weight)


def _edges(text: str, kind: str = "REFERENCES", weight: float = 1.0) -> list[Edge]:
    """`ab cd` is an edge from a to b and one from c to d."""
    return [_edge(pair[0], pair[1], kind, weight) for pair in text.split()]


def _of(graph: nx.Graph) -> WeightedGraph:
    return WeightedGraph.of(map(str, graph), (_edge(str(one), str(other)) for one, other in graph.edges))


def _planted(seed: int) -> nx.Graph:
    return nx.planted_partition_graph(8, 40, 0.25, 0.02, seed=seed)


def _loose(seed: int) -> nx.Graph:
    return nx.planted_partition_graph(20, 25, 0.3, 0.01, seed=seed)


def _random(seed: int) -> nx.Graph:
    return nx.gnm_random_graph(300, 900, seed=seed)


def _sparse(seed: int) -> nx.Graph:
    return nx.gnm_random_graph(1_000, 1_200, seed=seed)


def _scale_free(seed: int) -> nx.Graph:
    return nx.barabasi_albert_graph(300, 3, seed=seed)


def _clustered(seed: int) -> nx.Graph:
    return nx.powerlaw_cluster_graph(500, 4, 0.5, seed=seed)


@pytest.mark.parametrize("seed", slow_after(1, [1, 2, 3]))
@pytest.mark.parametrize("made", [_planted, _loose, _random, _sparse, _scale_free, _clustered])
def test_communities_are_as_good_as_those_of_networkx(made: Callable[[int], nx.Graph], seed: int) -> None:
    theirs = made(seed)
    ours = _of(theirs)
    wanted = nx.community.modularity(theirs, nx.community.louvain_communities(theirs, seed=seed))
    assert modularity(ours, communities(ours)) >= 0.99 * wanted


@pytest.mark.parametrize("seed", range(10))
def test_modularity_is_that_of_networkx(seed: int) -> None:
    pick = random.Random(seed)  # noqa: S311  # weights, not secrets
    theirs = nx.gnm_random_graph(30, 60, seed=seed)
    edges = [_edge(str(one), str(other), "SIMILAR_TO", pick.random()) for one, other in theirs.edges]
    for edge in edges:
        theirs.edges[int(edge.source.doc), int(edge.target.doc)]["weight"] = edge.weight
    groups = [[n for n in range(30) if n % 4 == rest] for rest in range(4)]
    ours = WeightedGraph.of(map(str, theirs), edges)
    found = modularity(ours, [list(map(str, group)) for group in groups])
    assert found == pytest.approx(nx.community.modularity(theirs, groups), abs=1e-12)


def test_a_document_in_no_group_is_a_group_of_its_own() -> None:
    graph = WeightedGraph.of("abcd", _edges("ab bc cd"))
    assert modularity(graph, ["ab"]) == pytest.approx(modularity(graph, ["ab", "c", "d"]))


def test_without_edges_modularity_is_nothing_and_everyone_is_alone() -> None:
    graph = WeightedGraph.of("ab", [])
    assert (modularity(graph, ["ab"]), communities(graph), communities(graph, least=1)) == (
        0.0,
        [],
        [("a",), ("b",)],
    )
    assert (communities(WeightedGraph.of("", [])), modularity(WeightedGraph.of("", []), [])) == ([], 0.0)


def test_who_is_no_document_has_no_modularity() -> None:
    with pytest.raises(KeyError):
        modularity(WeightedGraph.of("ab", _edges("ab")), ["ax"])


def test_the_largest_community_comes_first_and_in_it_who_has_the_most_edges_inside() -> None:
    graph = WeightedGraph.of("abcdefghxyz", _edges("ca cb cd ab xy yz gh eg"))
    assert communities(graph) == [("c", "a", "b", "d"), ("g", "e", "h"), ("y", "x", "z")]
    assert communities(graph, least=4) == [("c", "a", "b", "d")]
    assert communities(graph, least=1)[-1] == ("f",)


def test_who_has_many_edges_to_outside_is_not_central() -> None:
    inside = _edges("ab ac bc ad bd cd ef eg fg eh fh gh ij ik jk il jl kl")
    graph = WeightedGraph.of("abcdefghijkl", [*inside, *_edges("de di")])
    assert communities(graph)[0] == ("a", "b", "c", "d")


def test_weak_similarity_does_not_hold_a_community_together() -> None:
    graph = WeightedGraph.of("abcd", [*_edges("ab cd"), *_edges("ac bd", "SIMILAR_TO", 0.1)])
    assert communities(graph) == [("a", "b"), ("c", "d")]
    strong = WeightedGraph.of("abcd", [*_edges("ab cd", "SIMILAR_TO", 0.1), *_edges("ac bd", "SIMILAR_TO", 0.9)])
    assert communities(strong) == [("a", "c"), ("b", "d")]


_ASKED = """
import random, sys
from dowse.graph.communities import communities
from dowse.graph.pagerank import pagerank
from dowse.graph.weighted_graph import WeightedGraph
from dowse.model.edge import Edge
from dowse.model.ref import Ref
pick = random.Random(5)
edges = [Edge(Ref(str(pick.randrange(200))), Ref(str(pick.randrange(200))), "SIMILAR_TO", pick.random())
         for _ in range(600)]
nodes = {str(n) for n in range(200)}
random.Random(sys.argv[1]).shuffle(edges)
random.seed(sys.argv[1])
graph = WeightedGraph.of(nodes, edges)
print(communities(graph, least=1), sorted(pagerank(graph).items()))
"""


def test_another_process_finds_the_same_whatever_its_hashes_and_the_order_of_the_edges() -> None:
    said = [
        subprocess.run(
            [sys.executable, "-c", _ASKED, number], env={"PYTHONHASHSEED": number}, capture_output=True, check=True
        ).stdout
        for number in ("1", "2")
    ]
    assert said[0] == said[1] != b""


def test_the_same_seed_finds_the_same_in_any_thread_and_others_may_find_others() -> None:
    graph = _of(_random(4))
    first = communities(graph)
    with ThreadPoolExecutor(4) as threads:
        assert all(found == first for found in threads.map(lambda _: communities(graph), range(24)))
    assert any(communities(graph, seed=seed) != first for seed in range(1, 5))


def test_the_random_numbers_of_others_are_left_alone() -> None:
    graph = _of(_random(4))
    before = random.getstate()
    communities(graph)
    assert random.getstate() == before
    graph_of_igraph = igraph.Graph.Erdos_Renyi(10, 0.5)
    graph_of_igraph.community_multilevel()
    assert random.getstate() != before  # as it is when nobody has set another generator


def _head(path: str, title: str, *tags: str) -> Head:
    return make(path, title=title, tags=tags).head


def _label(
    *titles: str, others: Iterable[str] = ("Something else", "Apples", "Pears", "Plums", "Bread", "Salt")
) -> str:
    heads = [_head(f"{n}.md", title) for n, title in enumerate(titles)]
    return Labels([*heads, *(_head(f"x/{n}.md", title) for n, title in enumerate(others))]).of([h.path for h in heads])


def test_a_community_is_called_by_the_words_its_titles_share() -> None:
    assert _label("Carbon tax in Sweden", "The carbon tax", "Tax of Norway", "My tax") == "tax, Carbon"


def test_words_of_one_stem_are_one_and_shown_as_written_most_often() -> None:
    assert _label("Taxes", "Taxes again", "A tax") == "Taxes"
    assert _label("Café notes", "Cafe", "Café") == "Café"


def test_words_may_be_joined_by_a_line() -> None:
    assert _label("snake_case", "snake") == "snake"


def test_tags_are_words_too() -> None:
    heads = [_head("a.md", "One", "note_taking/zettel"), _head("b.md", "Two", "zettel"), _head("c.md", "Three")]
    assert Labels(heads).of(["a.md", "b.md"]) == "zettel"


def test_how_far_something_is_and_endings_of_files_tell_nothing() -> None:
    todo = [_head("a.md", "Zettel one.md", "phase/todo"), _head("b.md", "My Zettel.md", "phase/todo")]
    assert Labels([*todo, _head("c.md", "C")]).of(["a.md", "b.md"]) == "Zettel"


def test_a_word_that_is_everywhere_tells_less() -> None:
    titles = ("Project budget", "Project budget review", "Project plan")
    assert _label(*titles, others=["Other", *(f"Project {n}" for n in "abcdefgh")]) == "budget, Project"
    assert _label(*titles, others=[]) == "budget"  # all documents are projects


def test_words_that_half_of_at_least_twenty_documents_have_do_not_name_a_community() -> None:
    members = [_head(f"{n}.md", f"Budget {n}" if n % 4 else str(n), "placeholder/author") for n in range(20)]
    others = [_head(f"x/{n}.md", f"Other {n}") for n in range(20)]
    assert Labels([*members, *others]).of([head.path for head in members]) == "Budget"


def test_at_most_three_words_are_shown_unless_told_otherwise() -> None:
    title = "delta gamma beta alpha"
    assert _label(title, title) == "alpha, beta, delta"
    heads = [_head("a.md", title), _head("b.md", title), _head("c.md", "x")]
    assert Labels(heads).of(["a.md", "b.md"], most=1) == "alpha"


@pytest.mark.parametrize(
    "title",
    [
        "METIS-T-0066", "RFC-2119", "2026-01-31", "2026-W12", "20260131T1015", "Q3 2026", "3f2a9c10", "Monday, 3 March",
        "What is it about", "A", "x", "12 %",
    ],
)  # fmt: skip
def test_numbers_dates_ids_and_stop_words_do_not_tell(title: str) -> None:
    assert _label(f"{title} ledger", title, title) == f"{title} ledger"


@pytest.mark.parametrize("title", ["web3", "k8s", "gpt4", "日本語", "Übergröße", "Covid-19"])
def test_names_with_digits_and_in_other_scripts_do(title: str) -> None:
    assert _label(title, f"{title} and more") == title.partition("-")[0]


def test_a_word_of_one_member_does_not_tell_and_the_title_of_the_most_central_is_shown() -> None:
    assert _label("Carbon budget", "Tax plan") == "Carbon budget"
    assert _label("Tax on tax", "Carbon budget") == "Tax on tax"


def test_who_has_neither_words_nor_title_is_called_by_name_or_path() -> None:
    labels = Labels([_head("x/Deep one.md", "")])
    assert (labels.of(["x/Deep one.md"]), labels.of(["gone.md"]), labels.of([])) == ("Deep one", "gone.md", "")


def test_a_word_that_few_members_have_is_no_label() -> None:
    people = [
        f"{first} {letter}{letter}urname"
        for letter, first in zip("abcdefghijklmnopqrstu", ["David"] * 2 + list("ABCDEFGHIJKLMNOPQRS"), strict=True)
    ]
    assert _label("Hub", *people) == "Hub"
    assert _label("Hub", *people[:8]) == "David"  # two of nine are more than a tenth


def test_the_first_parts_of_tags_and_names_of_properties_are_no_label() -> None:
    heads = [make(f"{n}.md", title=f"{n}", tags=("role.tester", "role/tester", "film"), film="x").head for n in "ab"]
    others = [_head(f"x/{n}.md", title) for n, title in enumerate(("Apples", "Pears", "Plums"))]
    assert Labels([*heads, *others]).of([head.path for head in heads]) == "tester"


def test_file_names_and_folders_name_documents_with_titles_of_numbers() -> None:
    others = [_head(f"x/{n}.md", title) for n, title in enumerate(("Apples", "Pears", "Plums", "Bread"))]
    releases = [_head(f"changelog.release.2021-0{n}.md", f"0.{n}") for n in range(1, 4)]
    assert Labels([*releases, *others]).of([head.path for head in releases]) == "changelog, release"
    days = [_head(f"Daily/2021-01-0{n}.md", f"2021-01-0{n}") for n in range(1, 4)]
    assert Labels([*days, *others]).of([head.path for head in days]) == "Daily"
    mixed = [*releases[:2], *(_head(f"{n}.md", f"Doctor {n}") for n in "abcde")]
    assert Labels([*mixed, *others]).of([head.path for head in mixed]) == "Doctor"


def test_a_number_alone_is_no_label() -> None:
    heads = [_head("10.md", "10"), _head("11.md", "11"), _head("Tax.md", "Tax")]
    assert Labels(heads).of(["10.md", "Tax.md"]) == "Tax"
    assert Labels(heads).of(["10.md", "11.md"]) == "10, 11"


def test_placeholders_of_templates_are_no_label() -> None:
    assert _label("{{ title }} plan", "{{ title }} idea", "{% if author %} x {% endif %}") == "{{ title }} plan"
    heads = [make(f"{name}.md", tags=("placeholder/author", "sea")).head for name in ("Otter", "Heron")]
    others = [make(f"{n}.md").head for n in range(9)]
    assert Labels([*heads, *others]).of(["Otter.md", "Heron.md"]) == "sea"


def test_source_code_is_called_by_its_file_names_without_endings_and_words_of_tests() -> None:
    paths = ["src/cookies.py", "tests/test_cookies.py", "src/cookies/__init__.py", "tests/conftest.py"]
    notes = [make(f"{name}.md") for name in ("tides", "ropes", "knots", "masts", "winds")]
    sources = [make(path, kind="code", title=path.rpartition("/")[2]) for path in paths]
    labels = Labels(document.head for document in (*sources, *notes))
    assert labels.of(paths) == "cookies"


def test_a_file_name_that_tells_nothing_has_its_folder_in_the_name_of_a_community() -> None:
    labels = Labels(make(path, kind="code", title="index.ts").head for path in ("app/src/index.ts", "web/main.ts"))
    assert labels.of(["app/src/index.ts", "web/main.ts"]) == "src/index.ts"


def test_groups_with_the_same_best_words_have_different_labels() -> None:
    groups = {
        "words": [_head(f"a/{n}.md", "Alpha beta gamma") for n in range(2)],
        "more words": [_head(f"b/{n}.md", "Alpha beta gamma delta") for n in range(2)],
        "days": [_head(f"c/2025-01-0{n}.md", f"Thursday, {n} May 2025", "daily") for n in (1, 2)],
        "more days": [
            *(_head(f"d/2025-02-0{n}.md", f"Thursday, {n} May 2025", "daily") for n in (1, 2)),
            _head("d/Aunt Ruth.md", "Aunt Ruth"),
        ],
        "name": [_head("e/One day.md", "Daily", "daily"), _head("e/Two.md", "Daily", "daily")],
        "path": [_head("f/1.md", "Daily", "daily"), _head("f/2.md", "Daily", "daily")],
        "title": [_head("g/1.md", "Daily 1", "daily"), _head("g/2.md", "Daily 2", "daily")],
    }
    members = [[head.path for head in heads] for heads in groups.values()]
    heads = [head for group in groups.values() for head in group]
    others = [_head(f"x/{n}.md", "Delta" if n < 9 else "Unlike") for n in range(40)]
    assert dict(zip(groups, Labels([*heads, *others]).of_all(members), strict=True)) == {
        "words": "Alpha, beta, gamma",
        "more words": "Alpha, beta, gamma, delta",
        "days": "daily",
        "more days": "daily, Aunt Ruth",
        "name": "Daily, One day",
        "path": "Daily, f/1.md",
        "title": "Daily, Daily 1",
    }


def test_titles_in_one_language_name_no_community_by_its_stop_words() -> None:
    titles = ["Le phare et le port", "Le port et les bateaux", "Je suis au port", "Les cartes", "Les vents", "Le quai"]
    french = [make(f"{n}.md", title=title).head for n, title in enumerate(titles)]
    assert Labels(french).of([head.path for head in french[:3]]) == "port"
    english = [make(f"{n}.md", title=title).head for n, title in enumerate(["Le Corbusier", "Le Havre", "Cards", "A"])]
    assert Labels(english).of(["0.md", "1.md"]) == "Le"
    russian = [
        make(f"{n}.md", title=title).head for n, title in enumerate(["О море и ветре", "О море", "Карты", "Порт"])
    ]
    assert Labels(russian).of(["0.md", "1.md"]) == "море"


def test_numbered_files_and_stop_words_of_other_languages_name_no_community() -> None:
    files = [f"docs_src/{folder}/tutorial00{n}.py" for folder in ("cookies", "bodies") for n in (1, 2)]
    heads = [make(path, kind="code", title=path.rpartition("/")[2]).head for path in files]
    pages = [_head(f"pt/{n}.md", f"{word} de taxas") for n, word in enumerate(("Cálculo", "Lista"))]
    others = [_head(f"x/{n}.md", "Unlike") for n in range(10)]
    labels = Labels([*heads, *pages, *others])
    groups = files[:2], files[2:], ["pt/0.md", "pt/1.md"]
    assert [labels.of(group) for group in groups] == ["cookies", "bodies", "taxas"]
