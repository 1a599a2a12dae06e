"""Data members of types by name: where `find` and `get` find what is no symbol of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dowse import Vault, open_vault
from dowse.engines.federated.federated_reader import FederatedReader
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.detect import parse_file
from dowse.model.errors import DowseError
from dowse.search.passages.passage import passage
from tests.contract.engines import fill

_FILES = {
    "mode.py": (
        "from dataclasses import dataclass, field\n\n\n"
        "class Base:\n"
        "    # Until the caller gives up.\n"
        "    timeout: int = 3\n"
        '    """In seconds."""\n\n\n'
        "@dataclass\n"
        "class Mode(Base):\n"
        '    """How lines are cut."""\n\n'
        "    line_length: int = 88\n"
        "    targets: set[str] = field(\n"
        "        default_factory=set,\n"
        "    )\n\n"
        "    def __post_init__(self):\n"
        "        self.late = 2\n"
    ),
    "options.ts": "export interface Options {\n  /** Of the server. */\n  port?: number;\n  host: string;\n}\n",
    "Cup.java": (
        "class Cup {\n  /** In spoons. */\n  @Nullable\n  private int sugar = 2;\n  enum Hue { RED, GREEN; }\n}\n"
    ),
    "cup.go": "package cup\n\ntype Lid struct {\n\t// Of the rim.\n\tSize, Depth int\n}\n",
    "views.py": (
        "class View:\n    methods = ()\n\n    def tag(self):\n        return 1\n\n\n"
        "class PassView(View):\n    to_json = 1\n    tag = to_json\n"
    ),
    "test_views.py": (
        "def test_one():\n    class View:\n        methods = 1\n\n\n"
        "def test_two():\n    class View:\n        other = 2\n"
    ),
    "a/two.ts": "interface Two {\n  host: string;\n}\n",
    "b/two.ts": "interface Two {\n  host: string;\n}\n",
}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Vault]:
    root: Path = tmp_path_factory.mktemp("types")
    for path, text in _FILES.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text)
    with closing(open_vault(root)) as opened:
        opened.index()
        yield opened


@pytest.mark.parametrize(
    ("name", "ref", "lines"),
    [
        ("Mode.line_length", "mode.py#Mode.line_length", (14, 14)),
        ("Mode::line_length", "mode.py#Mode.line_length", (14, 14)),
        ("mode.Mode.targets", "mode.py#Mode.targets", (15, 17)),
        ("mode.py#Mode.targets", "mode.py#Mode.targets", (15, 17)),
        ("Mode.late", "mode.py#Mode.late", (20, 20)),
        ("Mode.timeout", "mode.py#Base.timeout", (5, 7)),
        ("Options.port", "options.ts#Options.port", (2, 3)),
        ("Cup.sugar", "Cup.java#Cup.sugar", (2, 4)),
        ("Hue.GREEN", "Cup.java#Cup.Hue.GREEN", (5, 5)),
        ("Lid.Depth", "cup.go#Lid.Depth", (4, 5)),
        ("View.methods", "views.py#View.methods", (2, 2)),
        ("test_views.py#View.methods", "test_views.py#test_one.View.methods", (3, 3)),
        ("View.other", "test_views.py#test_two.View.other", (8, 8)),
        ("PassView.tag", "views.py#PassView.tag", (10, 10)),
        ("View.tag", "views.py#View.tag", (4, 5)),
    ],
)
def test_get_returns_the_declaration_of_a_data_member_with_its_documentation(
    vault: Vault, name: str, ref: str, lines: tuple[int, int]
) -> None:
    found = vault.get(name)
    assert (found.ref, (found.line, found.end_line)) == (ref, lines)


def test_a_data_member_of_a_base_or_of_several_types_has_a_remark(vault: Vault) -> None:
    assert "'Mode.timeout' is inherited: it is mode.py#Base.timeout" in vault.get("Mode.timeout").remarks
    (remark,) = vault.get("Two.host").remarks
    assert remark == (
        "2 types have the data member 'Two.host'; dowse takes a/two.ts#Two.host (line 2); "
        "write the path and the name of another one to choose it: b/two.ts#Two.host (line 2)"
    )
    assert vault.get("b/two.ts#Two.host").path == "b/two.ts"


def test_a_name_that_no_type_declares_is_unknown(vault: Vault) -> None:
    for name in ("Mode.width", "Nobody.line_length", "mode.py#Mode.width", "line_length"):
        with pytest.raises(DowseError, match=r"no (document|symbol)"):
            vault.get(name)


def test_of_several_vaults_the_name_of_one_chooses_its_data_member() -> None:
    one, two = MemoryEngine(), MemoryEngine()
    fill(one, parse_file("mode.py", b"class Mode:\n    width = 1\n", modified=0.0))
    fill(two, parse_file("a/mode.py", b"class Mode:\n    width = 2\n", modified=0.0))
    reader = FederatedReader({"one": one, "two": two}, {})
    for name, ref in {"two:Mode.width": "two:a/mode.py#Mode.width", "one:Mode.width": "one:mode.py#Mode.width"}.items():
        assert passage(name, reader).ref == ref
    for name in ("two:Mode.depth", "three:Mode.width"):
        with pytest.raises(DowseError, match="no document has the name"):
            passage(name, reader)


def test_the_type_of_a_member_and_the_word_before_a_type_are_no_members() -> None:
    engine = MemoryEngine()
    texts = {
        "tide.ts": "export type Tide = {\n  height: number;\n  at?: Date;\n};\n",
        "quay.ts": "class Quay {\n  @Input() depth: number;\n\n  private static readonly berths = new Map();\n}\n",
        "cup.cs": "public class Cup : Base\n{\n  public int A;\n}\n",
        "state.rs": "enum State {\n    Idle,\n    #[derive(Debug, Eq, Hash)]\n    Busy,\n}\n",
        "lid.go": "package cup\n\ntype Lid struct {\n\tSize int\n}\n",
    }
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()))
    lines = {"Tide.height": 2, "Tide.at": 3, "Quay.depth": 2, "Quay.berths": 4, "Lid.Size": 4, "State.Idle": 2}
    for name, line in lines.items():
        assert passage(name, engine).lines[0][0] == line
    for name in ("Tide.number", "Tide.Tide", "Tide.type", "Quay.number", "Lid.type", "Cup.Cup", "State.Eq"):
        with pytest.raises(DowseError, match="no document has the name"):
            passage(name, engine)


def test_a_declaration_behind_an_annotation_in_the_line_above_is_none_of_its_annotations() -> None:
    engine = MemoryEngine()
    texts = {
        "cup.cs": "class Cup {\n  [Key] public int A;\n  public int B;\n  [Max(2)]\n  public int C;\n}\n",
        "quay.ts": "class Quay {\n  @Input() depth: number;\n  berths = 1;\n  @Max(of(2)) @Min\n  width = 1;\n}\n",
    }
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()))
    for name, lines in {"Cup.B": [3], "Cup.C": [4, 5], "Quay.berths": [3], "Quay.width": [4, 5]}.items():
        assert [number for number, _ in passage(name, engine).lines] == lines


def test_find_lists_data_members_as_properties(vault: Vault) -> None:
    (found,) = vault.find("Mode.targets")
    assert found.to_dict() == {
        "ref": "mode.py#Mode.targets",
        "path": "mode.py",
        "line": 15,
        "end_line": 17,
        "symbol": "Mode.targets",
        "kind": "property",
        "signature": "targets: set[str] = field(",
        "about": "",
    }
    assert [each.path for each in vault.find("symbol:Two.host")] == ["a/two.ts", "b/two.ts"]


def test_find_lists_data_members_of_selected_files_and_kinds_alone(vault: Vault) -> None:
    assert [each.path for each in vault.find("symbol:Two.host path:b")] == ["b/two.ts"]
    assert [each.path for each in vault.find("symbol:Two.host", kind=["property"])] == [
        "a/two.ts",
        "b/two.ts",
    ]
    assert not vault.find("symbol:Two.host", kind=["method"])
    assert not vault.find("symbol:Two.hos*")


def test_an_enumerator_called_as_a_constant_needs_no_type() -> None:
    engine = MemoryEngine()
    header = b"typedef enum {\n  BOAT_NONE,\n  /* On the way. */\n  BOAT_AT_SEA = 3,\n} boat_state;\n"
    fill(
        engine,
        parse_file("boat.h", header, modified=0.0),
        parse_file("moor.c", b"int moor(int s) {\n  return s == BOAT_AT_SEA;\n}\n", modified=0.0),
    )
    for name in ("BOAT_AT_SEA", "boat.h#BOAT_AT_SEA", "boat_state.BOAT_AT_SEA"):
        found = passage(name, engine)
        assert found.ref == "boat.h#boat_state.BOAT_AT_SEA"
        assert found.lines == ((3, "  /* On the way. */"), (4, "  BOAT_AT_SEA = 3,"))
    for name in ("BOAT_AT", "moor.c#BOAT_AT_SEA"):
        with pytest.raises(DowseError, match=r"no (document|symbol)"):
            passage(name, engine)
