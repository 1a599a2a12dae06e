"""Links from symbol to symbol: the class around a method, the base class, the imported file."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.detect import parse_file
from dowse.model.edge import Edge
from dowse.model.hit import Hit, Hits
from dowse.model.ref import Ref
from dowse.ports.indexed_document import WriteBatch
from dowse.query.ast import FieldEquals
from dowse.stages.per_passage import PerPassage
from dowse.stages.spread import Spread
from tests.making import indexed, make
from tests.retrieval.asking import asking

_BOAT = (
    b"class Boat:\n    def sail(self):\n        pass\n\n    def moor(self):\n        pass\n\n\n"
    b"def launch():\n    pass\n"
)
_FERRY = b"class Ferry:\n    def load(self):\n        pass\n"


@dataclass(slots=True)
class _Linked(MemoryEngine):
    """The engine with edges between symbols, as the text of source code states them."""

    made: Sequence[Edge] = ()

    def edges(self, docs: Iterable[str] | None = None, relations: Collection[str] = ()) -> Sequence[Edge]:
        touched = None if docs is None else set(docs)
        made = (edge for edge in self.made if touched is None or touched & {edge.source.doc, edge.target.doc})
        own = MemoryEngine.edges(self, touched, relations)
        return [*own, *(edge for edge in made if not relations or edge.relation in relations)]


def _engine(*edges: tuple[str, str, str]) -> _Linked:
    engine = _Linked(made=[Edge(_ref(source), _ref(target), relation) for source, relation, target in edges])
    files = {"boat.py": _BOAT, "ferry.py": _FERRY, "port.py": b"print(1)\n"}
    documents = [parse_file(path, data, modified=0.0) for path, data in files.items()]
    engine.write(WriteBatch(indexed=tuple(map(indexed, (*documents, make("note.md", "Boats."))))))
    return engine


def _ref(text: str) -> Ref:
    doc, _, section = text.partition("#")
    return Ref(doc, section)


def _hits(engine: MemoryEngine, **spots: float) -> Hits:
    """Hits of documents: `boat_Boat_sail` is boat.py at its symbol Boat.sail."""
    found = []
    for spot, score in spots.items():
        name, _, section = spot.partition("_")
        ref = Ref(f"{name}.py")
        symbol = section.replace("_", ".")
        found.append(Hit(ref, engine.heads([ref.doc])[ref.doc], score, spot=Ref(ref.doc, symbol) if symbol else None))
    return tuple(found)


def _spread(stage: Spread, engine: MemoryEngine, query: str = "zzz", **spots: float) -> dict[str, float]:
    found = stage(_hits(engine, **spots), asking(query, engine))
    return {str(hit.ref): round(hit.score, 4) for hit in found}


def test_a_method_leads_to_its_class_and_a_class_to_its_methods_and_its_file() -> None:
    """“contains(0.95)”: “a class→method relationship is much tighter than a cross-file import”"""
    stage, engine = Spread(by_unit=True), _engine()
    assert _spread(stage, engine, boat_Boat_sail=1.0) == {"boat.py": 1.0, "boat.py#Boat": 0.95}
    assert _spread(stage, engine, boat_Boat=1.0) == {
        "boat.py": 1.0,
        "boat.py#Boat.moor": 0.95,
        "boat.py#Boat.sail": 0.95,
    }
    assert _spread(stage, engine, boat_launch=1.0) == {"boat.py": 1.0}  # the file is the hit itself


@pytest.mark.parametrize(("relation", "decay"), [("extends", 0.85), ("implements", 0.85), ("imports", 0.7)])
def test_each_relation_between_symbols_has_its_decay(relation: str, decay: float) -> None:
    engine = _engine(("ferry.py#Ferry", relation, "boat.py#Boat"))
    assert _spread(Spread(by_unit=True), engine, ferry_Ferry=1.0)["boat.py#Boat"] == decay


@pytest.mark.parametrize(("relation", "found"), [("extends", True), ("implements", True), ("imports", False)])
def test_only_incoming_imports_are_not_followed(relation: str, found: bool) -> None:
    """“incoming imports edges are excluded from BFS”"""
    engine = _engine(("ferry.py#Ferry", relation, "boat.py#Boat"))
    assert ("ferry.py#Ferry" in _spread(Spread(by_unit=True), engine, boat_Boat=1.0)) == found


def test_a_decay_that_is_given_applies_to_every_relation() -> None:
    """“When bfsDecay is explicitly passed as a parameter, it overrides edge-specific decay”"""
    engine = _engine(("ferry.py#Ferry", "extends", "boat.py#Boat"))
    found = _spread(Spread(by_unit=True, decay=0.6), engine, ferry_Ferry=1.0)
    assert found == {"ferry.py": 1.0, "boat.py#Boat": 0.6, "ferry.py#Ferry.load": 0.6}


def test_scores_of_several_hops_multiply() -> None:
    engine = _engine(("ferry.py", "imports", "boat.py"))
    found = _spread(Spread(by_unit=True, depth=3), engine, ferry_Ferry=1.0)
    assert found["boat.py"] == round(0.95 * 0.7, 4)
    assert found["boat.py#Boat"] == round(0.95 * 0.7 * 0.95, 4)
    assert "boat.py" not in _spread(Spread(by_unit=True, depth=1), engine, ferry_Ferry=1.0)


def test_the_highest_score_of_all_paths_counts() -> None:
    """“De-duplicate: keep highest score per node across all seeds and BFS paths”"""
    engine = _engine(("ferry.py#Ferry", "imports", "boat.py#Boat"), ("port.py", "extends", "boat.py#Boat"))
    assert _spread(Spread(by_unit=True, least=0.0), engine, ferry_Ferry=1.0, port=0.9)["boat.py#Boat"] == 0.9 * 0.85


def test_an_edge_of_one_symbol_is_none_of_another_in_the_file() -> None:
    engine = _engine(("boat.py#launch", "extends", "ferry.py#Ferry"))
    assert "ferry.py#Ferry" not in _spread(Spread(by_unit=True), engine, boat_Boat_sail=1.0)


def test_text_between_symbols_and_the_file_are_one_node() -> None:
    engine = _engine(("port.py", "imports", "boat.py"))
    hits = (Hit(Ref("port.py"), engine.heads(["port.py"])["port.py"], 1.0, spot=Ref("port.py", "_preamble")),)
    assert [str(hit.ref) for hit in Spread(by_unit=True)(hits, asking("zzz", engine))] == ["port.py", "boat.py"]


def test_a_hit_of_words_alone_starts_at_the_symbol_with_most_of_them() -> None:
    found = _spread(Spread(by_unit=True), _engine(), "moor", boat=1.0)
    assert found == {"boat.py": 1.0, "boat.py#Boat": 0.95}


def test_what_a_filter_leaves_out_does_not_come_in() -> None:
    engine = _engine(("ferry.py#Ferry", "extends", "boat.py#Boat"), ("note.md", "REFERENCES", "ferry.py#Ferry"))
    run = asking("zzz", engine, where=FieldEquals("kind", "code"))
    found = Spread(by_unit=True)(_hits(engine, ferry_Ferry=1.0), run)
    assert [str(hit.ref) for hit in found] == ["ferry.py", "ferry.py#Ferry.load", "boat.py#Boat"]


def test_a_note_that_mentions_a_symbol_comes_in_without_a_filter() -> None:
    engine = _engine(("note.md", "REFERENCES", "ferry.py#Ferry"))
    assert _spread(Spread(by_unit=True), engine, ferry_Ferry=1.0)["note.md"] == 0.8


def test_an_unknown_relation_has_the_decay_of_a_link() -> None:
    engine = _engine(("ferry.py#Ferry", "calls", "boat.py#launch"))
    assert _spread(Spread(by_unit=True), engine, ferry_Ferry=1.0)["boat.py#launch"] == 0.8


def test_of_hits_at_one_place_the_first_stays() -> None:
    engine = _engine()
    head = engine.heads(["boat.py"])["boat.py"]
    hits = tuple(
        Hit(ref, head, score, spot=spot)
        for ref, spot, score in (
            (Ref("boat.py"), Ref("boat.py", "Boat.sail", 1), 1.0),
            (Ref("boat.py", "Boat"), Ref("boat.py", "Boat.sail"), 0.9),
            (Ref("boat.py", "Boat.sail"), None, 0.8),
            (Ref("boat.py", "Boat.moor"), None, 0.7),
        )
    )
    assert [hit.score for hit in PerPassage()(hits, asking("x", engine))] == [1.0, 0.7]
