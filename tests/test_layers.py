"""Imports point down, modules stay small, and names say something: the shape of the package, kept by a test."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import pytest

import dowse

_ROOT = Path(dowse.__file__).parent
_MOST_LINES = 300
_EMPTY_NAMES = frozenset({"utils", "util", "helpers", "helper", "common", "misc", "base", "core"})
_SHARED_BY_ENGINES = "fields"

_PURE = frozenset({"model", "query", "analysis"})
_STEPS = _PURE | {"ports", "fusion"}
_WORLD = frozenset(
    {"retrieval", "stages", "pipeline", "formats", "chunking", "links", "vault", "settings"}
    | {"engines", "embedders", "scorers", "onnx", "private_files"}
)

# What each package may import of ours, besides itself. A package that is not listed may import nothing.
ALLOWED: Mapping[str, frozenset[str]] = {
    "model": frozenset(),
    "private_files": frozenset(),
    "analysis": frozenset(),
    "query": frozenset({"model", "analysis"}),
    "formats": frozenset({"model"}),
    "chunking": frozenset({"model"}),
    "links": frozenset({"model", "query", "analysis"}),
    "ports": frozenset({"model", "query"}),
    "fusion": frozenset({"model", "ports"}),
    "engines": _PURE | {"ports", "private_files"},
    "cypher": frozenset({"model", "private_files"}),
    "onnx": frozenset({"model"}),
    "embedders": frozenset({"model", "ports", "onnx"}),
    "scorers": frozenset({"model", "ports", "analysis", "onnx"}),
    "vault": frozenset({"model", "ports"}),
    "retrieval": _STEPS | {"links"},
    "stages": _STEPS | {"retrieval", "chunking", "links"},
    "pipeline": _STEPS | {"retrieval", "stages", "formats", "chunking", "links", "vault", "cypher"},
    "settings": _STEPS
    | {"retrieval", "stages", "pipeline", "formats", "chunking", "links", "vault"}
    | {"private_files"},
    "intake": _STEPS | _WORLD,
    "second_reader": _STEPS | _WORLD | {"intake"},
    "ingest": _STEPS | _WORLD | {"intake", "second_reader"},
    "writer_lock": frozenset({"model", "settings"}),
    "place": frozenset({"settings"}),
    "made_for": frozenset({"model", "ports", "engines", "place"}),
    "kept_index": _STEPS | _WORLD | {"writer_lock"},
    "meaning": _STEPS | _WORLD,
    "model_trust": frozenset({"model", "embedders", "settings"}),
    "space": _STEPS | _WORLD | {"meaning", "model_trust"},
    "app": _STEPS | _WORLD | {"intake", "ingest", "kept_index", "made_for", "meaning", "place", "space", "writer_lock"},
    "together": _STEPS | _WORLD | {"app", "meaning", "place", "space"},
    "finding": _STEPS | _WORLD | {"place"},
    "judging": _STEPS | _WORLD | {"meaning"},
    "modelling": _STEPS | _WORLD,
    "switching": _STEPS | _WORLD | {"app"},
    "timing": _STEPS | _WORLD | {"app"},
    "watching": _STEPS | _WORLD | {"app", "ingest"},
    "health": _STEPS | _WORLD | {"app", "place", "finding", "writer_lock"},
    "upkeep": _STEPS | _WORLD | {"app", "place", "writer_lock"},
    "dead_links": _STEPS | _WORLD | {"app"},
    "doors": frozenset(
        {"app", "place", "finding", "judging", "modelling", "pipeline", "links", "model", "query", "settings"}
    )
    | {"switching", "timing", "together"}
    | {"made_for", "watching", "health", "upkeep", "dead_links"},
    "__init__": frozenset({"app", "pipeline", "model", "query"}),
    "__main__": frozenset({"doors"}),
}


@dataclass(frozen=True, slots=True)
class Module:
    """A module of ours: its name below `dowse`, as parts, and its text."""

    parts: tuple[str, ...]  # ("engines", "sqlite", "matrix"); the last is "__init__" for a package
    text: str

    @property
    def layer(self) -> str:
        """The package directly below dowse, or the module that lies there."""
        return self.parts[0]

    @property
    def engine(self) -> str:
        """The engine that the module belongs to; empty when it is none."""
        return self.parts[1] if self.layer == "engines" and self.parts[1] != "__init__" else ""

    def imports(self) -> Iterator[tuple[str, ...]]:
        """Every module of ours that is imported, wherever the import stands, as parts below dowse."""
        for node in ast.walk(ast.parse(self.text)):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [f"{self._origin(node)}.{alias.name}" for alias in node.names]
            else:
                continue
            for name in names:
                first, _, rest = name.partition(".")
                if first == "dowse" and rest:
                    yield tuple(rest.split("."))

    def _origin(self, node: ast.ImportFrom) -> str:
        above = ("dowse", *self.parts)[: -node.level] if node.level else ()
        return ".".join((*above, *([node.module] if node.module else ())))


def modules() -> list[Module]:
    """All modules of the package."""
    return [
        Module(path.relative_to(_ROOT).with_suffix("").parts, path.read_text("utf-8"))
        for path in sorted(_ROOT.rglob("*.py"))
    ]


def faults(module: Module) -> list[str]:
    """Everything that is wrong with a module, in words."""
    return list(chain(_upward(module), _across(module), _shape(module)))


def _upward(module: Module) -> Iterator[str]:
    allowed = ALLOWED.get(module.layer, frozenset()) | {module.layer, "__version__"}
    for imported in module.imports():
        if imported[0] not in allowed:
            yield f"{'.'.join(module.parts)} may not import {'.'.join(imported)}"


def _across(module: Module) -> Iterator[str]:
    for imported in module.imports():
        if module.engine and imported[0] == "engines" and imported[1] not in {module.engine, _SHARED_BY_ENGINES}:
            yield f"{'.'.join(module.parts)} may not import another engine, {'.'.join(imported)}"


def _shape(module: Module) -> Iterator[str]:
    name = ".".join(module.parts)
    lines = module.text.count("\n")
    if lines > _MOST_LINES:
        yield f"{name} has {lines} lines, more than {_MOST_LINES}"
    if module.parts[-1] == "__init__" and len(module.parts) > 1 and module.text:
        yield f"{name} is not empty"
    if _EMPTY_NAMES & set(module.parts):
        yield f"{name} has a name that says nothing"
    if module.layer not in ALLOWED:
        yield f"{name} is in no layer; say in ALLOWED what it may import"


@pytest.mark.parametrize("module", modules(), ids=lambda module: ".".join(module.parts))
def test_a_module_keeps_the_shape_of_the_package(module: Module) -> None:
    assert faults(module) == []


def test_no_layer_is_above_and_below_another() -> None:
    below = {layer: _reached(layer) for layer in ALLOWED}
    assert [layer for layer, others in below.items() if layer in others] == []


def _reached(layer: str) -> set[str]:
    """All layers that can be reached from one over imports that are allowed."""
    found: set[str] = set()
    waiting = set(ALLOWED[layer])
    while waiting:
        found |= waiting
        waiting = {lower for each in waiting for lower in ALLOWED[each]} - found
    return found


BAD: Mapping[str, tuple[Module, str]] = {
    "an import that points up": (
        Module(("fusion", "rrf"), "from ..pipeline.search import search\n"),
        "fusion.rrf may not import pipeline.search.search",
    ),
    "an import that points up by its whole name": (
        Module(("model", "hit"), "import dowse.query.ast\n"),
        "model.hit may not import query.ast",
    ),
    "an import that points up from the package": (
        Module(("model", "hit"), "from .. import app\n"),
        "model.hit may not import app",
    ),
    "an import that points up within a function": (
        Module(("vault", "walk"), "def walk():\n    from ..engines.memory.engine import MemoryEngine\n"),
        "vault.walk may not import engines.memory.engine.MemoryEngine",
    ),
    "an import that points up for types only": (
        Module(("chunking", "spans"), "if TYPE_CHECKING:\n    from ..ports import Embedder\n"),
        "chunking.spans may not import ports.Embedder",
    ),
    "an import from a deeper package": (
        Module(("engines", "sqlite", "reading"), "from ...pipeline import search\n"),
        "engines.sqlite.reading may not import pipeline.search",
    ),
    "an engine that imports another": (
        Module(("engines", "sqlite", "reading"), "from ..memory.engine import MemoryEngine\n"),
        "engines.sqlite.reading may not import another engine, engines.memory.engine.MemoryEngine",
    ),
    "a module that is too long": (Module(("model", "hit"), "x = 1\n" * 301), "model.hit has 301 lines, more than 300"),
    "a package that does something": (Module(("model", "__init__"), "x = 1\n"), "model.__init__ is not empty"),
    "a name that says nothing": (
        Module(("query", "utils"), ""),
        "query.utils has a name that says nothing",
    ),
    "a package that is in no layer": (
        Module(("extras", "thing"), ""),
        "extras.thing is in no layer; say in ALLOWED what it may import",
    ),
}


@pytest.mark.parametrize("bad", BAD)
def test_the_check_itself_notices(bad: str) -> None:
    module, fault = BAD[bad]
    assert faults(module) == [fault]


GOOD = [
    Module(("engines", "sqlite", "reading"), "from ..fields import FIELD_ORDER\nfrom .rows import HeadRow\n"),
    Module(("engines", "memory"), "from ..ports import Batch\nimport numpy as np\nfrom .fields import names\n"),
    Module(("app",), "from .engines.memory import MemoryEngine\n"),
    Module(("doors", "cli", "main"), "from ... import __version__\nfrom ..render.text import lines\n"),
    Module(("model", "hit"), "from .ref import Ref\n" * 300),
]


@pytest.mark.parametrize("module", GOOD, ids=lambda module: ".".join(module.parts))
def test_the_check_itself_lets_pass(module: Module) -> None:
    assert faults(module) == []
