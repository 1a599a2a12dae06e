"""Every engine finds the symbols of a name."""

from __future__ import annotations

from dataclasses import replace

from dowse.formats.detect import parse_file
from dowse.model.symbol import MOST_DEFINITIONS
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.questions import DefinitionsQuestion
from tests.contract.engines import Engine, fill

_A = parse_file("a.py", b"class Box:\n    def open(self):\n        '''Opens it.'''\n\ndef open(): pass\n", modified=0.0)
_B = parse_file("b.go", b"package b\n\nfunc Open() {}\n\nfunc (b *Box) open() {}\n", modified=0.0)


def _found(engine: Engine, *keys: str) -> dict[str, list[str]]:
    return {
        key: [f"{each.head.path}#{each.unit.name}" for each in symbols]
        for key, symbols in engine.definitions(keys).items()
    }


def test_symbols_are_found_by_their_folded_simple_name_by_path_and_place(engine: Engine) -> None:
    fill(engine, _B, _A)
    assert _found(engine, "open", "box", "nothing") == {
        "open": ["a.py#Box.open", "a.py#open", "b.go#Open", "b.go#Box.open"],
        "box": ["a.py#Box"],
    }


def test_a_definition_states_its_unit_and_whether_it_is_exported(engine: Engine) -> None:
    fill(engine, _A)
    first, _ = engine.definitions(("open",))["open"]
    assert (first.head, first.unit) == (_A.head, next(unit for unit in _A.units if unit.name == "Box.open"))
    assert first.is_exported


def test_documents_have_the_facts_of_their_symbols(engine: Engine) -> None:
    fill(engine, _A, _B)
    documents = engine.documents(("a.py", "b.go"))
    assert _A.symbols
    assert [documents[each.head.path].symbols for each in (_A, _B)] == [_A.symbols, _B.symbols]


def test_symbols_of_removed_and_changed_documents_are_gone(engine: Engine) -> None:
    fill(engine, _A, _B)
    fill(engine, parse_file("a.py", b"def shut(): pass\n", modified=0.0))
    engine.write(WriteBatch(removed=("b.go",)))
    assert _found(engine, "open", "shut") == {"shut": ["a.py#shut"]}


def test_notes_define_nothing(engine: Engine) -> None:
    fill(engine, parse_file("a.md", b"# open\n\ntext\n", modified=0.0))
    assert engine.definitions(("open", "")) == {}


def test_a_name_has_a_limited_number_of_symbols(engine: Engine) -> None:
    many = _A.head._replace(path="m.py", id="m.py")
    text = "".join(f"class C{n}:\n    def run(self): pass\n" for n in range(MOST_DEFINITIONS + 20))
    fill(engine, replace(parse_file("m.py", text.encode(), modified=0.0), head=many))
    assert len(engine.definitions(("run",))["run"]) == MOST_DEFINITIONS


def test_a_snapshot_answers_from_memory_what_was_asked_ahead(engine: Engine) -> None:
    fill(engine, _A)
    with engine.snapshot((DefinitionsQuestion(("box",)),)) as snapshot:
        trips = snapshot.round_trips
        assert list(snapshot.definitions(("box",))) == ["box"]
        assert snapshot.round_trips == trips
