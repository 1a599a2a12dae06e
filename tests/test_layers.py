"""Imports point down and in no circle, and modules stay small: the structure of the package, held by a test."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path

import networkx as nx
import pytest

import dowse

_ROOT = Path(dowse.__file__).parent
_MOST_LINES = 400  # a symptom, not the aim: cut at seams
_NAMED = re.compile(r"(?:from |import |\A)(dowse(?:\.(?!toml|exe)[a-z_]+)+)\b")  # in a string; dowse.toml is a file
_EMPTY_NAMES = frozenset({"utils", "util", "helpers", "helper", "common", "misc", "base", "core"})
_SHARED_BY_ENGINES = frozenset(
    {"bm25_parameters", "indexed_fields", "prefetched_snapshot", "relevance_feedback", "token_spans"}
)
_REGISTRY = "registry"  # of the engines; imports every one of them
_PUBLIC_ENGINES = frozenset({_REGISTRY, "federated"})  # "federated" is made of stores that others have opened
_ENGINE_WORDS = re.compile(r"sqlite|apsw", re.IGNORECASE)
_OWN_DATABASE = ("graph", "cypher")  # graphqlite, which answers Cypher, is an extension of SQLite

_VALUES = frozenset({"model", "analysis", "query"})
_RANKING = _VALUES | {"ports", "graph", "chunking"}
_ADAPTERS = frozenset({"engines", "embedders", "rerankers", "modelhub", "net", "filesystem", "formats"})
_PIPELINE = _RANKING | {"retrieval", "fusion", "stages", "search"}

# What each package may import of ours, besides itself, from the lowest to the highest.
ALLOWED: Mapping[str, frozenset[str]] = {
    "model": frozenset(),
    "formats": frozenset({"model"}),
    "analysis": frozenset({"model", "formats"}),
    "query": frozenset({"model", "formats", "analysis"}),
    "chunking": frozenset({"model"}),
    "graph": _VALUES | {"filesystem"},
    "ports": frozenset({"model", "query"}),
    "fusion": frozenset({"model", "ports"}),
    "retrieval": _VALUES | {"ports", "graph"},
    "stages": _RANKING | {"formats", "retrieval"},
    "search": _RANKING | {"formats", "retrieval", "fusion", "stages"},
    "filesystem": frozenset({"model", "ports"}),
    "net": frozenset({"model"}),
    "serving": frozenset({"model"}),
    "modelhub": frozenset({"model", "net"}),
    "onnx": frozenset({"model"}),
    "embedders": frozenset({"model", "ports", "net", "modelhub", "onnx"}),
    "rerankers": frozenset({"model", "analysis", "ports", "onnx"}),
    "engines": _VALUES | {"ports", "filesystem", "graph"},
    "indexing": frozenset({"model", "analysis", "ports", "graph", "formats", "chunking", "filesystem", "embedders"}),
    "settings": _PIPELINE | {"formats", "filesystem"},
    "app": _PIPELINE | _ADAPTERS | {"indexing", "settings"},
    "interfaces": frozenset({"app", "model", "query", "serving"}),
    "__init__": frozenset({"app", "model", "query"}),
    "__main__": frozenset({"interfaces"}),
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

    def imports(self) -> tuple[tuple[str, ...], ...]:
        """Every module of ours that is imported, wherever the import stands, as parts below dowse.

        A module that a string names counts too: such strings are programs of other processes, or package data.
        """
        return _imports(self)


@cache
def _imports(module: Module) -> tuple[tuple[str, ...], ...]:
    found: list[tuple[str, ...]] = []
    for node in ast.walk(ast.parse(module.text)):
        match node:
            case ast.Import():
                names = [alias.name for alias in node.names]
            case ast.ImportFrom():
                names = [f"{_origin(module, node)}.{alias.name}" for alias in node.names]
            case ast.Constant(str(text)):
                names = _NAMED.findall(text)
            case _:
                continue
        for name in names:
            first, _, rest = name.partition(".")
            if first == "dowse" and rest:
                found.append(tuple(rest.split(".")))
    return tuple(found)


def _origin(module: Module, node: ast.ImportFrom) -> str:
    above = ("dowse", *module.parts)[: -node.level] if node.level else ()
    return ".".join((*above, *([node.module] if node.module else ())))


def modules() -> list[Module]:
    """All modules of the package."""
    return [
        Module(path.relative_to(_ROOT).with_suffix("").parts, path.read_text("utf-8"))
        for path in sorted(_ROOT.rglob("*.py"))
    ]


def faults(module: Module) -> list[str]:
    """Everything that is wrong with a module, in words."""
    return list(chain(_upward(module), _across(module), _engine_names(module), _shape(module)))


def _upward(module: Module) -> Iterator[str]:
    allowed = ALLOWED.get(module.layer, frozenset()) | {module.layer, "__version__"}
    for imported in module.imports():
        if imported[0] not in allowed:
            yield f"{'.'.join(module.parts)} may not import {'.'.join(imported)}"


def _across(module: Module) -> Iterator[str]:
    for imported in module.imports() if module.engine not in {"", _REGISTRY} else ():
        if imported[0] == "engines" and imported[1] not in {module.engine, *_SHARED_BY_ENGINES}:
            yield f"{'.'.join(module.parts)} may not import another engine, {'.'.join(imported)}"


def _engine_names(module: Module) -> Iterator[str]:
    """What a module outside engines/ says of one engine: all that it may know is the contract."""
    name = ".".join(module.parts)
    if module.layer == "engines":
        return
    for imported in module.imports():
        if imported[0] == "engines" and _PUBLIC_ENGINES.isdisjoint(imported[1:2]):
            yield f"{name} may import the registry of the engines, not {'.'.join(imported)}"
    if module.parts[:2] != _OWN_DATABASE:
        for word in sorted({word.lower() for word in _ENGINE_WORDS.findall(module.text)}):
            yield f"{name} names {word}; only engines may"


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


def test_every_module_keeps_the_shape_of_the_package() -> None:
    found = list(chain.from_iterable(map(faults, modules())))
    assert found == [], "\n".join(found)


def test_no_module_imports_itself_by_way_of_others() -> None:
    assert circles(modules()) == []


def circles(among: Iterable[Module]) -> list[list[str]]:
    """Modules that import each other in a circle, at any depth; imports inside functions count."""
    known = {module.parts: module for module in among}
    below = {
        parts: {found for each in module.imports() if (found := _module(each, known))}
        for parts, module in known.items()
    }
    found = nx.strongly_connected_components(
        nx.DiGraph([(upper, lower) for upper, all_ in below.items() for lower in all_])
    )
    return sorted(sorted(".".join(parts) for parts in circle) for circle in found if len(circle) > 1)


def _module(imported: tuple[str, ...], known: Collection[tuple[str, ...]]) -> tuple[str, ...] | None:
    """The module that is imported, or that holds the name that is imported from it."""
    return next((parts for parts in (imported, imported[:-1]) if parts in known), None)


def test_no_interface_looks_inside_a_session() -> None:
    """Interfaces call use cases: they ask no index and no model, and run no pipeline of their own."""
    found = [f"{'.'.join(module.parts)} uses .{name}" for module in modules() for name in _inner(module)]
    assert found == []


_INNER = frozenset({"engine", "space", "meaning", "read", "execute", "executed"})  # of a VaultSession


def _inner(module: Module) -> Iterator[str]:
    if module.layer == "interfaces":
        for node in ast.walk(ast.parse(module.text)):
            match node:
                case ast.Attribute(ast.Name("vault" | "opened" | "session"), name) if name in _INNER:
                    yield name


def test_the_look_inside_a_session_is_noticed() -> None:
    bad = Module(("interfaces", "cli", "status"), "def show(vault):\n    return vault.engine.counts()\n")
    assert list(_inner(bad)) == ["engine"]


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
        Module(("fusion", "rrf"), "from ..search.execute import search\n"),
        "fusion.rrf may not import search.execute.search",
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
        Module(("filesystem", "walk"), "def walk():\n    from ..engines.registry import storage_at\n"),
        "filesystem.walk may not import engines.registry.storage_at",
    ),
    "an import that points up for types only": (
        Module(("chunking", "spans"), "if TYPE_CHECKING:\n    from ..ports.models import Embedder\n"),
        "chunking.spans may not import ports.models.Embedder",
    ),
    "an upward import in the program of another process": (
        Module(("app", "model_switch"), "PROGRAM = 'import sys; from dowse.interfaces.cli.main import run'\n"),
        "app.model_switch may not import interfaces.cli.main",
    ),
    "an import from a deeper package": (
        Module(("engines", "sqlite", "rows"), "from ...search import execute\n"),
        "engines.sqlite.rows may not import search.execute",
    ),
    "an engine that imports another": (
        Module(("engines", "sqlite", "rows"), "from ..memory.memory_engine import MemoryEngine\n"),
        "engines.sqlite.rows may not import another engine, engines.memory.memory_engine.MemoryEngine",
    ),
    "an engine that imports the registry": (
        Module(("engines", "sqlite", "rows"), "from ..registry import storage_at\n"),
        "engines.sqlite.rows may not import another engine, engines.registry.storage_at",
    ),
    "an import of an engine outside the engines": (
        Module(("app", "vault"), "from ..engines.memory.memory_engine import MemoryEngine\n"),
        "app.vault may import the registry of the engines, not engines.memory.memory_engine.MemoryEngine",
    ),
    "the name of an engine outside the engines": (
        Module(("search", "binding"), "# SQLite has it\n"),
        "search.binding names sqlite; only engines may",
    ),
    "the library of an engine outside the engines": (
        Module(("app", "vault"), "import apsw\n"),
        "app.vault names apsw; only engines may",
    ),
    "a module that is too long": (Module(("model", "hit"), "x = 1\n" * 401), "model.hit has 401 lines, more than 400"),
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
    Module(("engines", "sqlite", "rows"), "from ..indexed_fields import FIELD_ORDER\nfrom .rows import HeadRow\n"),
    Module(
        ("engines", "memory"),
        "from ..ports.storage import WriteBatch\nimport numpy as np\nfrom .indexed_fields import names\n",
    ),
    Module(("app", "vault"), "from ..engines import registry\nfrom ..engines.registry import storage_at\n"),
    Module(("engines", "registry"), "from .sqlite.sqlite_location import SqliteLocation\n"),
    Module(("graph", "cypher", "sandbox"), "import apsw\n"),
    Module(("interfaces", "cli", "main"), "from ... import __version__\nfrom ..presenters.to_text import lines\n"),
    Module(("model", "hit"), "from .ref import Ref\n" * 400),
]


@pytest.mark.parametrize("module", GOOD, ids=lambda module: ".".join(module.parts))
def test_the_check_itself_lets_pass(module: Module) -> None:
    assert faults(module) == []


def test_a_circle_is_noticed_inside_a_package_and_inside_functions() -> None:
    upper = Module(("stages", "pin"), "from .limit import Limit\n")
    lower = Module(("stages", "limit"), "def late():\n    from .pin import Pin\n")
    assert circles([upper, lower, Module(("stages", "phrase"), "from .pin import Pin\n")]) == [
        ["stages.limit", "stages.pin"]
    ]
