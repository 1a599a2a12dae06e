"""Related documents, communities and the state of links, through the pipeline."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from dowse.app.community_map import community_map
from dowse.app.link_neighbours import SHARES_TAG, related, unseen
from dowse.app.link_report import link_statuses, mentions, orphans
from dowse.app.vault_files import FileLookup
from dowse.chunking.by_section import BySection
from dowse.formats.detect import parse_file
from dowse.graph.mentions import Mention
from dowse.model.document import Document, Link
from dowse.model.edge import PARENT_OF, REFERENCES
from dowse.model.errors import RefError
from dowse.model.hit import Hits
from dowse.model.search_mode import Mode
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.storage import Granularity
from dowse.query.ast import FieldEquals, MatchAll, Property
from dowse.search.execute import Answer, Request, search
from dowse.search.graph_analytics import communities, listed_communities, ranked_documents
from dowse.search.profiles import PROFILES
from dowse.search.visibility import omission
from tests.contract.engines import Engine, paths
from tests.formats.notebook.making_notebook import code, markdown, notebook
from tests.linked import linked, linking
from tests.making import indexed, make, sectioned, unit

_TWO = (
    *(linking(f"tax/{n}.md", f"tax/{(n + 1) % 5}", f"tax/{(n + 2) % 5}", text="carbon tax") for n in range(5)),
    *(linking(f"bread/{n}.md", f"bread/{(n + 1) % 4}", text="rye bread") for n in range(4)),
    linking("bridge.md", "tax/0", "bread/0"),
)


def _asked(engine: Engine, text: str, profile: str = "default") -> Answer:
    return search(Request(text), PROFILES[profile], engine, now=0.0)


def _hints(answer: Answer) -> list[str]:
    return [note.hint for note in answer.notes]


def test_related_documents_come_by_hops_then_by_path_each_with_its_way(engine: Engine) -> None:
    linked(engine, linking("a.md", "b"), linking("b.md", "c"), make("c.md"), linking("child.md", parent="a"))
    head, found = related("a", engine)
    assert head.path == "a.md"
    assert [(str(each.ref), each.distance, round(each.score, 2), each.via, each.through) for each in found] == [
        ("b.md", 1, 0.8, (REFERENCES,), ""),
        ("child.md", 1, 0.8, (PARENT_OF,), ""),
        ("c.md", 2, 0.64, (REFERENCES, REFERENCES), "b.md"),
    ]
    assert [(edge.source.doc, edge.target.doc) for edge in found[1].edges] == [("a.md", "child.md")]


def test_of_what_is_equally_far_the_nearest_in_meaning_comes_first(engine: Engine) -> None:
    linked(engine, linking("a.md", "b", "c", text="a"), make("b.md", "b"), make("c.md", "c"))
    places = {"a.md": unit(1, 0), "b.md": unit(0, 1), "c.md": unit(1, 1)}
    chunks = {chunk.ref.doc: chunk for chunk in engine.pending(9)}
    engine.write(WriteBatch(vectors={chunks[path].digest: place for path, place in places.items()}))
    assert [str(each.ref) for each in related("a", engine)[1]] == ["c.md", "b.md"]


def test_the_nearest_in_meaning_is_that_with_the_greatest_cosine(engine: Engine) -> None:
    linked(engine, linking("a.md", "b", "c", text="a"), make("b.md", "b"), make("c.md", "c"))
    places = {"a.md": unit(1, 0), "b.md": unit(1, 1), "c.md": np.float32(0.5) * unit(1, 0)}
    chunks = {chunk.ref.doc: chunk for chunk in engine.pending(9)}
    engine.write(WriteBatch(vectors={chunks[path].digest: place for path, place in places.items()}))
    assert [str(each.ref) for each in related("a", engine)[1]] == ["c.md", "b.md"]


def test_archived_documents_are_not_shown_unless_an_archived_one_is_asked_about(engine: Engine) -> None:
    old = replace(linking("old.md", "a"), head=make("old.md", archived=True).head)
    linked(engine, old, linking("a.md", "b"), make("b.md"))
    assert [str(each.ref) for each in related("a", engine)[1]] == ["b.md"]
    assert [str(each.ref) for each in related("old", engine)[1]] == ["a.md", "b.md"]


def test_links_that_say_the_same_are_one_edge(engine: Engine) -> None:
    linked(engine, linking("a.md", "b", "b", "b", text="a"), make("b.md", "b"))
    ((found,),) = related("a", engine)[1:]
    assert len(found.edges) == 1


def test_related_documents_can_be_those_of_one_kind_of_edge(engine: Engine) -> None:
    linked(
        engine,
        linking("a.md", "b", tags=("x",)),
        linking("child.md", parent="a"),
        make("b.md"),
        make("t.md", tags=("x",)),
    )
    assert [str(each.ref) for each in related("a", engine, kinds={PARENT_OF})[1]] == ["child.md"]
    assert [str(each.ref) for each in related("a", engine, kinds={SHARES_TAG})[1]] == ["t.md"]


def test_a_tag_that_many_have_connects_nobody(engine: Engine) -> None:
    linked(engine, *(make(f"{n}.md", tags=("all",)) for n in range(51)))
    assert related("0", engine, kinds={SHARES_TAG})[1] == ()


def test_what_names_nothing_is_an_error_that_says_so(engine: Engine) -> None:
    with pytest.raises(RefError, match="no document has the name 'gone'"):
        related("gone", linked(engine, make("a.md")))


def test_parents_in_a_circle_and_links_to_oneself_end(engine: Engine) -> None:
    linked(engine, linking("a.md", "a", parent="b"), linking("b.md", parent="a"))
    assert [str(each.ref) for each in related("a", engine, depth=6)[1]] == ["b.md"]


def test_a_query_selects_what_is_reached_and_ranks_it_by_nearness(engine: Engine) -> None:
    """Metis UC-7: `related:METIS-I-0018 depth:2`"""
    linked(engine, linking("a.md", "b"), linking("b.md", "c"), linking("c.md", "d"), make("d.md"), make("far.md"))
    answer = _asked(engine, "related:a depth:2")
    assert paths(answer.hits) == ["b.md", "c.md"]
    assert [hit.score for hit in answer.hits] == sorted((hit.score for hit in answer.hits), reverse=True)
    assert paths(_asked(engine, "related:a").hits) == ["b.md", "c.md"]
    assert paths(_asked(engine, "related:a depth:3").hits) == ["b.md", "c.md", "d.md"]


def test_related_joins_with_words_filters_and_not(engine: Engine) -> None:
    linked(
        engine, linking("a.md", "b", "c"), make("b.md", "tax", tags=("x",)), make("c.md", "tax"), make("d.md", "tax")
    )
    assert sorted(paths(_asked(engine, "tax related:a").hits)) == ["b.md", "c.md"]
    assert paths(_asked(engine, "related:a tag:x").hits) == ["b.md"]
    assert paths(_asked(engine, "tax -related:a").hits) == ["d.md"]


def test_related_to_nothing_says_so(engine: Engine) -> None:
    linked(engine, make("a.md"), make("b.md", "tax"))
    assert "no document is linked with a" in " ".join(_hints(_asked(engine, "related:a")))
    assert "no document has the name" in " ".join(_hints(_asked(engine, "related:gone")))


def test_communities_are_what_hangs_together(engine: Engine) -> None:
    """Metis UC-8"""
    answer = _asked(linked(engine, *_TWO), "communities:")
    assert [(group.id, group.size) for group in answer.communities] == [(1, 5), (2, 5)]
    assert "tax" in {path.partition("/")[0] for path in answer.communities[1].members}
    assert (answer.hits, answer.total) == ((), 2)


def test_communities_of_a_query_are_those_of_what_it_finds_or_selects(engine: Engine) -> None:
    linked(engine, *_TWO)
    assert [group.size for group in _asked(engine, "rye communities:").communities] == [4]
    assert [group.size for group in _asked(engine, "path:tax communities:").communities] == [5]
    assert "no two of these documents are linked" in _hints(_asked(engine, "path:bridge.md communities:"))[0]
    assert [group.size for group in communities(engine, FieldEquals("path", "bread"))] == [4]


def test_what_everything_points_to_ranks_first(engine: Engine) -> None:
    linked(engine, *(linking(f"{n}.md", "hub") for n in range(5)), make("hub.md"), make("alone.md"))
    found = ranked_documents(engine)
    assert found[0].head.path == "hub.md"
    assert sum(each.score for each in found) == pytest.approx(1.0)


def test_links_are_ok_broken_or_ambiguous_with_what_is_wrong(engine: Engine) -> None:
    linked(
        engine,
        linking("a.md", "b", "gone", "twin", "picture.png"),
        make("b.md"),
        make("x/twin.md"),
        make("y/twin.md"),
    )
    found = link_statuses(engine, files=FileLookup(lambda: {"images/picture.png"}))
    assert [(each.target, each.state, each.line) for each in found] == [
        ("b.md", "ok", 1),
        ("gone", "broken", 2),
        ("x/twin.md", "ambiguous", 3),
        ("images/picture.png", "ok", 4),
    ]
    assert found[2].hint == "also matches y/twin.md"


def test_files_are_listed_only_for_links_that_lead_to_no_document(engine: Engine) -> None:
    listed: list[str] = []

    def files() -> list[str]:
        listed.append("listed")
        return []

    linked(engine, linking("a.md", "b"), linking("c.md", "gone", "missing"), make("b.md"))
    assert [each.state for each in link_statuses(engine, ["a.md"], files=FileLookup(files))] == ["ok"]
    assert listed == []
    assert [each.state for each in link_statuses(engine, ["c.md"], files=FileLookup(files))] == ["broken", "broken"]
    assert listed == ["listed"]


@pytest.mark.parametrize("anchor", ["Goals", "goals", "Top#Goals", "^block", "*", "goals:#*"])
def test_a_heading_or_block_that_is_there_is_found(engine: Engine, anchor: str) -> None:
    target = sectioned("b.md", ("Goals", 1, "# Goals\n\nText. ^block\n"))
    linked(engine, _anchored(anchor), target)
    assert [each.state for each in link_statuses(engine)] == ["ok"]


@pytest.mark.parametrize(
    ("anchor", "state"),
    [("L2", "ok"), ("L1-L3", "ok"), ("L1C2-L2C3", "ok"), ("top", "ok"), ("L4", "broken"), ("L0", "broken")],
)
def test_the_top_and_the_lines_of_a_file_are_found_as_anchors(engine: Engine, anchor: str, state: str) -> None:
    linked(engine, _anchored(anchor), make("b.md", "one\ntwo\nthree"))
    assert [each.state for each in link_statuses(engine)] == [state]


def test_the_readme_of_a_folder_is_found_as_an_anchor_of_it(engine: Engine) -> None:
    source = parse_file("a.md", b"[x](tides/#readme) [y](tides/README.md#readme) [z](b.md#readme)\n", modified=0.0)
    linked(engine, source, make("tides/README.md", "Low water"), make("b.md", "High water"))
    assert [each.state for each in link_statuses(engine)] == ["ok", "ok", "broken"]


def test_the_id_of_an_html_element_is_found_as_an_anchor(engine: Engine) -> None:
    target = sectioned("b.md", ("Goals", 1, '# <a id="the-goals"></a> Goals\n'))
    linked(engine, _anchored("the-goals"), target)
    assert [each.state for each in link_statuses(engine)] == ["ok"]


@pytest.mark.parametrize(("anchor", "state"), [("Low-water", "ok"), ("ebb", "ok"), ("High-water", "broken")])
def test_a_heading_and_an_id_of_a_notebook_are_found_as_anchors(engine: Engine, anchor: str, state: str) -> None:
    text = "## Low water\n\n<a id='ebb'></a>\nAt noon."
    target = parse_file("b.ipynb", notebook(markdown(text), code("x = 1")), modified=0.0)
    source = parse_file("a.md", f"[x](b.ipynb#{anchor})\n".encode(), modified=0.0)
    linked(engine, source, target)
    assert [each.state for each in link_statuses(engine)] == [state]


@pytest.mark.parametrize("anchor", ["Costs", "^other"])
def test_a_heading_or_block_that_is_not_there_is_a_broken_link(engine: Engine, anchor: str) -> None:
    linked(engine, _anchored(anchor), sectioned("b.md", ("Goals", 1, "# Goals\n\nText. ^block\n")))
    assert [(each.state, each.hint) for each in link_statuses(engine)] == [
        ("broken", f"b.md has no heading or block {anchor!r}")
    ]
    assert [each.state for each in link_statuses(engine, anchors=False)] == ["ok"]


@pytest.mark.parametrize(
    ("anchor", "name"),
    [
        ("costs:#*", "costs"),
        ("costs,1:#*", "costs"),
        ("costs,1", "costs"),
        ("^one:#^two", "^one"),
        ("Costs: by year", "Costs: by year"),
        ("Top#Costs", "Top#Costs"),
    ],
)
def test_of_a_range_without_its_first_heading_the_name_of_that_is_told(engine: Engine, anchor: str, name: str) -> None:
    linked(engine, _anchored(anchor), sectioned("b.md", ("Goals", 1, "# Goals\n")))
    assert [each.hint for each in link_statuses(engine)] == [f"b.md has no heading or block {name!r}"]


def test_a_link_before_the_first_heading_is_in_no_section(engine: Engine) -> None:
    links = (Link("b", "wikilink", "_preamble"), Link("b", "wikilink", "goals"))
    linked(engine, replace(make("a.md"), links=links), make("b.md"))
    assert [each.section for each in link_statuses(engine)] == ["", "goals"]


def test_a_link_says_by_which_rule_it_was_resolved(engine: Engine) -> None:
    targets = ("b", "x/b", "B side", "picture.png", "gone")
    linked(engine, linking("a.md", *targets), make("x/b.md", aliases=("B side",)))
    found = link_statuses(engine, files=FileLookup(lambda: {"picture.png"}))
    assert [each.rule for each in found] == ["name", "path", "alias", "file", ""]


def test_a_link_to_another_part_of_the_site_is_not_broken(engine: Engine) -> None:
    names = ("setup", "pods", "nodes", "jobs", "storage")
    targets = (*(f"/docs/{name}/" for name in names), "/blog/news/", "/images/x.png", "/docs/gone/")
    page = replace(make("a.md"), links=tuple(Link(target, "markdown") for target in targets))
    linked(engine, page, *(make(f"{name}.md") for name in names))
    found = link_statuses(engine, files=FileLookup(lambda: {"static/images/x.png"}))
    assert [(each.state, each.rule, each.target) for each in found[5:]] == [
        ("ok", "outside", "/blog/news/"),
        ("ok", "file", "static/images/x.png"),
        ("broken", "", "/docs/gone/"),
    ]


def test_an_image_from_the_root_of_the_site_is_found_beside_one_of_its_name(engine: Engine) -> None:
    linked(engine, replace(make("content/a.md"), links=(Link("/shots/x.png", "embed"),)))
    found = link_statuses(engine, files=FileLookup(lambda: {"assets/x.png", "static/shots/x.png"}))
    assert [(each.state, each.target) for each in found] == [("ok", "static/shots/x.png")]


def _anchored(anchor: str) -> Document:
    return replace(make("a.md"), links=(Link("b", "wikilink", anchor=anchor, line=1),))


def test_who_is_linked_with_nobody_is_an_orphan(engine: Engine) -> None:
    linked(engine, linking("a.md", "b"), make("b.md"), make("alone.md"), linking("self.md", "self"))
    assert [head.path for head in orphans(engine)] == ["alone.md", "self.md"]


def test_a_name_in_a_text_without_a_link_is_mentioned(engine: Engine) -> None:
    linked(
        engine,
        make("April Jane.md"),
        make("one.md", "I met April Jane today."),
        linking("two.md", "April Jane", text="I met April Jane again."),
    )
    (found,) = mentions(engine)
    assert found == Mention("one.md", "April Jane.md", "April Jane", 1, 6, 16)
    assert list(mentions(engine, of="April Jane.md")) == [found]
    assert list(mentions(engine, of="one.md")) == []


def test_a_name_of_two_documents_is_left_out_of_all_mentions_though_one_of_them_is_linked(engine: Engine) -> None:
    text = "I met April Jane today."
    linked(engine, make("a/April Jane.md"), make("b.md", title="April Jane"), linking("one.md", "b", text=text))
    assert list(mentions(engine)) == []
    assert [each.target for each in mentions(engine, of="a/April Jane.md")] == ["a/April Jane.md"]


def test_the_graph_profile_brings_in_what_the_best_hits_are_linked_with(engine: Engine) -> None:
    linked(engine, linking("a.md", "b", text="carbon tax carbon tax"), make("b.md", "nothing of it"))
    assert paths(_asked(engine, "carbon tax", "graph").hits) == ["a.md", "b.md"]
    assert paths(_asked(engine, "carbon tax").hits) == ["a.md"]


def _linked_parts(engine: Engine, granularity: Granularity, query: str) -> Hits:
    two = sectioned("b.md", ("Bread", 2, "## Bread\n" + "flour " * 99), ("Tax", 2, "## Tax\ncarbon " + "price " * 99))
    engine.write(WriteBatch(indexed=(indexed(two, chunks=tuple(BySection()(two))),)))
    linked(engine, linking("a.md", "b", text="carbon tax carbon tax fuel"), make("c.md", "carbon"))
    profile = replace(PROFILES["weighted"], granularity=granularity)
    return search(Request(query), profile, engine, now=0.0).hits


@pytest.mark.parametrize("granularity", ["section", "chunk"])
def test_the_list_by_links_raises_the_best_part_of_a_document(engine: Engine, granularity: Granularity) -> None:
    hits = _linked_parts(engine, granularity, "carbon tax")
    (best,) = (hit for hit in hits if hit.ref.doc == "b.md")
    assert best.ref.section == "tax"
    assert {"keyword", "graph"} <= {reason.source for reason in best.why}


@pytest.mark.parametrize("granularity", ["section", "chunk"])
def test_a_document_in_the_list_by_links_alone_is_its_first_part(engine: Engine, granularity: Granularity) -> None:
    hits = _linked_parts(engine, granularity, "fuel")
    assert [hit.ref.section for hit in hits if hit.ref.doc == "b.md"] == ["bread"]


def test_without_links_the_list_by_links_takes_nothing_from_the_others(engine: Engine) -> None:
    linked(engine, make("a.md", "carbon tax"), make("b.md", "tax"))
    assert _asked(engine, "carbon tax", "weighted").hits[0].score == pytest.approx(1.0)


def _with_some_left_out(engine: Engine) -> None:
    old = replace(linking("old.md", "a"), head=make("old.md", archived=True).head)
    dead = replace(linking("dead.md", "a"), head=make("dead.md", status="inactive").head)
    secret = replace(linking("secret.md", "a"), head=make("secret.md", status="Hidden").head)
    linked(engine, linking("a.md", "b"), make("b.md"), old, dead, secret)


def test_what_is_archived_inactive_or_hidden_is_in_no_listing_of_the_graph(engine: Engine) -> None:
    _with_some_left_out(engine)
    assert [each.ref.doc for each in related("a", engine)[1]] == ["b.md"]
    assert {each.head.path for each in ranked_documents(engine)} == {"a.md", "b.md"}
    assert [set(group.members) for group in listed_communities(engine)] == [{"a.md", "b.md"}]
    assert community_map(engine).documents == 2


def test_listings_say_how_many_documents_they_leave_out(engine: Engine) -> None:
    _with_some_left_out(engine)
    head, _ = related("a", engine)
    assert unseen(head, engine) == "documents excluded: 1 archived, 2 inactive or hidden"
    assert omission(MatchAll(), engine) == "documents excluded: 1 archived, 2 inactive or hidden"
    assert omission(FieldEquals("path", "nowhere"), engine) == ""


def test_who_asks_about_a_document_that_is_left_out_sees_the_others_like_it(engine: Engine) -> None:
    _with_some_left_out(engine)
    head, found = related("dead", engine)
    assert {each.ref.doc for each in found} == {"a.md", "b.md", "old.md", "secret.md"}
    assert unseen(head, engine) == ""


def test_a_query_that_speaks_of_them_brings_them_into_the_communities(engine: Engine) -> None:
    _with_some_left_out(engine)

    def members(query: str) -> set[str]:
        return {path for group in _asked(engine, query).communities for path in group.members}

    assert members("communities:") == {"a.md", "b.md"}
    assert members("communities: archived:yes") == {"a.md", "b.md", "old.md"}
    assert members("communities: status:inactive OR status:hidden") == {"dead.md", "secret.md"}
    assert listed_communities(engine, Property("archived", "true"), min_size=1)[0].members == ("old.md",)


@pytest.mark.parametrize("profile", sorted(PROFILES))
@pytest.mark.parametrize("mode", ["hybrid", "fulltext"])
def test_no_profile_finds_what_is_inactive_hidden_or_archived_unless_it_is_asked_for(
    profile: str, mode: Mode, engine: Engine
) -> None:
    linked(
        engine,
        make("live.md", "a quokka"),
        make("dead.md", "a quokka", status="inactive"),
        make("secret.md", "a quokka", status="hidden"),
        make("old.md", "a quokka", archived=True),
    )

    def found(text: str) -> set[str]:
        asked = Request(text, limit=20, mode=mode, unfiltered=True)
        return {hit.head.path for hit in search(asked, PROFILES[profile], engine, now=0.0).hits}

    assert found("quokka") == {"live.md"}
    assert found("quokka status:inactive") == {"dead.md"}
    assert found("quokka (status:hidden OR status:inactive)") == {"dead.md", "secret.md"}
    assert "old.md" in found("quokka archived:yes")
