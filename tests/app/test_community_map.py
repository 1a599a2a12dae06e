"""A vault as a map of communities, and one of them from inside."""

from __future__ import annotations

import pytest

from dowse.app import communities as use_case
from dowse.app.communities import MapRequest, map_of
from dowse.app.community_map import CommunityLink, DocumentLink, community_map, inside
from dowse.model.edge import REFERENCES, SIMILAR_TO
from dowse.model.errors import RefError
from dowse.ports.indexed_document import WriteBatch
from dowse.search.graph_analytics import communities
from tests.contract.engines import Engine
from tests.linked import linked, linking
from tests.making import make, unit

_TWO = (
    *(linking(f"tax/{n}.md", f"tax/{(n + 1) % 5}", f"tax/{(n + 2) % 5}", text="carbon tax") for n in range(5)),
    *(linking(f"bread/{n}.md", f"bread/{(n + 1) % 4}", f"bread/{(n + 2) % 4}", text="rye bread") for n in range(4)),
    linking("tax/0a.md", "tax/0", "tax/1", "tax/2", "tax/3", "bread/0", "bread/0"),
    make("alone.md", "nobody links here"),
)


def test_a_map_shows_the_communities_and_what_runs_between_them(engine: Engine) -> None:
    found = community_map(linked(engine, *_TWO))
    assert found.communities == communities(engine)
    assert [each.size for each in found.communities] == [6, 4]
    assert found.edges == (CommunityLink(1, 2, 2, 2.0),)
    assert (found.documents, found.alone) == (11, 1)


def test_a_vault_without_links_is_all_alone(engine: Engine) -> None:
    linked(engine, make("a.md"), make("b.md"))
    assert map_of(MapRequest(), engine).to_dict() == {
        "documents": 2,
        "alone": 2,
        "communities": [],
        "edges": [],
        "left_out": 0,
    }


def test_likeness_between_communities_counts_as_much_as_it_is(engine: Engine) -> None:
    linked(engine, *_TWO)
    near = {"tax/4.md": unit(1, 0), "bread/3.md": unit(3, 1)}
    engine.use_space("x", chunking="x")
    linked(engine, *_TWO)
    chunks = {chunk.ref.doc: chunk.digest for chunk in engine.pending(99)}
    engine.write(WriteBatch(vectors={chunks[path]: place for path, place in near.items()}))
    engine.alike(0.9, 5)
    engine.compare(99)
    (between,) = community_map(engine).edges
    assert (between.source, between.target) == (1, 2)
    assert between.count > 2
    assert 2 + 0.9 * (between.count - 2) < between.weight < between.count


def test_a_community_from_inside_shows_its_members_and_their_edges_alone(engine: Engine) -> None:
    found = inside(linked(engine, *_TWO), 2)
    assert [head.path for head, _ in found.members] == list(found.community.members)
    assert [weight for _, weight in found.members] == [4.0] * 4
    assert len(found.ties) == 8
    assert found.ties[0] == DocumentLink("bread/0.md", "bread/1.md", REFERENCES, 1.0)
    assert found.left_out == 0


def test_a_community_too_large_to_be_shown_says_how_many_are_left_out(engine: Engine) -> None:
    whole, found = inside(linked(engine, *_TWO), 1), inside(engine, 1, 2)
    assert found.members == whole.members[:2]
    shown = {head.path for head, _ in found.members}
    assert found.ties == tuple(tie for tie in whole.ties if {tie.source, tie.target} <= shown)
    assert found.left_out == 4


def test_several_links_of_a_document_to_another_are_one_tie(engine: Engine) -> None:
    linked(engine, linking("a.md", "b", "b", "b"), linking("b.md", "a"))
    assert inside(engine, 1).ties == (
        DocumentLink("a.md", "b.md", REFERENCES, 3.0),
        DocumentLink("b.md", "a.md", REFERENCES, 1.0),
    )


def test_alike_documents_are_tied_by_their_likeness(engine: Engine) -> None:
    engine.use_space("x", chunking="x")
    linked(engine, make("a.md", "carbon"), make("b.md", "levy"))
    chunks = {chunk.ref.doc: chunk.digest for chunk in engine.pending(9)}
    engine.write(WriteBatch(vectors={chunks["a.md"]: unit(1, 0), chunks["b.md"]: unit(4, 3)}))
    engine.alike(0.5, 5)
    engine.compare(9)
    (tie,) = inside(engine, 1).ties
    assert (tie.source, tie.target, tie.kind) == ("a.md", "b.md", SIMILAR_TO)
    assert tie.weight == pytest.approx(0.8, abs=0.02)


@pytest.mark.parametrize("id", [0, -1, 3, 10**30])
def test_a_community_that_is_not_there_is_an_error_that_says_which_are(engine: Engine, id: int) -> None:  # noqa: A002  # as in map.py
    with pytest.raises(RefError, match=f"^unknown community {id}; the ids are 1 to 2$"):
        inside(linked(engine, *_TWO), id)


def test_where_nothing_is_linked_there_is_no_community_to_look_into(engine: Engine) -> None:
    with pytest.raises(RefError, match="has no communities, since it has no links"):
        inside(engine, 1)


def test_the_map_as_data_names_the_central_documents(engine: Engine) -> None:
    data = map_of(MapRequest(), linked(engine, *_TWO)).to_dict()
    assert data["edges"] == [{"source": 1, "target": 2, "count": 2, "weight": 2.0}]
    assert isinstance(data["communities"], list)
    assert data["communities"][1] == {
        "id": 2,
        "label": "bread",
        "size": 4,
        "central": [{"path": f"bread/{n}.md", "title": str(n)} for n in range(3)],
    }


def test_a_community_as_data_has_documents_and_edges(engine: Engine) -> None:
    data = map_of(MapRequest(1), linked(engine, linking("a.md", "b"), make("b.md", title="B"))).to_dict()
    assert data == {
        "community": {"id": 1, "label": "a", "size": 2},
        "documents": [
            {"path": "a.md", "title": "a", "weight": 1.0},
            {"path": "b.md", "title": "B", "weight": 1.0},
        ],
        "edges": [{"source": "a.md", "target": "b.md", "kind": REFERENCES, "weight": 1.0}],
        "left_out": 0,
    }


def test_a_map_of_very_many_communities_counts_those_that_it_leaves_out(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(use_case, "_MOST_ON_MAP", 1)
    data = map_of(MapRequest(), linked(engine, *_TWO)).to_dict()
    assert isinstance(data["communities"], list)
    assert (len(data["communities"]), data["edges"], data["left_out"]) == (1, [], 1)


def test_a_community_is_found_by_a_document_in_it(engine: Engine) -> None:
    reader = linked(engine, *_TWO)
    data = map_of(MapRequest(ref="bread/2.md"), reader).to_dict()
    assert data == map_of(MapRequest(2), reader).to_dict()


@pytest.mark.parametrize(
    ("ref", "message"),
    [("alone.md", "alone.md is in no community"), ("bread/9.md", "no document has the name 'bread/9.md'")],
)
def test_a_document_in_no_community_and_an_unknown_one_have_none(engine: Engine, ref: str, message: str) -> None:
    with pytest.raises(RefError, match=message):
        map_of(MapRequest(ref=ref), linked(engine, *_TWO))
