"""Every engine finds the symbols of a kind inside of which a term stands."""

from __future__ import annotations

from dowse.engines.federated.federated_reader import FederatedReader
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.detect import parse_file
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.questions import EnclosingSymbolsQuestion
from tests.contract.engines import Engine, fill

_A = parse_file(
    "a.h", b"enum one { RED, BLUE_TOP };\nenum two { RED_TOP };\nint f(void) { return RED; }\n", modified=0.0
)
_B = parse_file("b.c", b"enum one { GREEN };\nint g(void) { return BLUE_TOP + RED; }\n", modified=0.0)


def _found(engine: Engine, term: str, kind: str = "enum") -> list[str]:
    return [str(ref) for ref in engine.enclosing_symbols(term, "function" if kind == "function" else "enum")]


def test_a_term_stands_in_the_symbols_that_have_it_in_their_text_by_path_and_place(engine: Engine) -> None:
    fill(engine, _B, _A)
    assert _found(engine, "red") == ["a.h#one", "a.h#two"]
    assert _found(engine, "red", "function") == ["a.h#f", "b.c#g"]
    assert _found(engine, "blue_top") == ["a.h#one"]


def test_a_term_outside_of_all_symbols_of_the_kind_stands_in_none(engine: Engine) -> None:
    fill(engine, _B)
    assert _found(engine, "blue_top") == []
    assert _found(engine, "nowhere") == []


def test_notes_and_removed_documents_have_none(engine: Engine) -> None:
    fill(engine, _A, parse_file("a.md", b"# enum\n\nred\n", modified=0.0))
    engine.write(WriteBatch(removed=("a.h",)))
    assert _found(engine, "red") == []


def test_a_snapshot_answers_from_memory_what_was_asked_ahead(engine: Engine) -> None:
    fill(engine, _A)
    with engine.snapshot((EnclosingSymbolsQuestion("red", "enum"),)) as snapshot:
        trips = snapshot.round_trips
        assert [str(ref) for ref in snapshot.enclosing_symbols("red", "enum")] == ["a.h#one", "a.h#two"]
        assert snapshot.round_trips == trips


def test_several_vaults_have_those_of_each_with_qualified_paths() -> None:
    left, right = MemoryEngine(), MemoryEngine()
    fill(left, _A)
    fill(right, _B)
    several = FederatedReader({"left": left, "right": right}, {"left": slice(0), "right": slice(0)})
    assert [ref.doc for ref in several.enclosing_symbols("red", "function")] == ["left:a.h", "right:b.c"]
