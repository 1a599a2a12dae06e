"""What a resolver has looked up is kept while the saved files have the same symbols and imports."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import pytest

from dowse.graph.source_references import package_types
from dowse.graph.source_references.file_scope import FileScope
from dowse.graph.source_references.reference_resolver import ReferenceResolver
from dowse.graph.source_references.source_files import SourceFiles
from dowse.model.document import Head
from dowse.model.edge import ReferenceUpdate, ResolvedReferences
from dowse.model.symbol import SymbolDefinition

from .sources import Sources

_FILES = {
    "use/Use.cs": "using Wanted;\nnamespace Own;\nclass Use { void Run() { Box.Open(); } }\n",
    "box/Box.cs": "namespace Wanted;\nclass Box { public static void Open() { } }\n",
}


class _Asked(Sources):
    """Sources that note which names are looked up, and that can change."""

    def __init__(self, files: Mapping[str, str]) -> None:
        super().__init__(files)
        self.asked: list[str] = []
        self.stored: dict[str, ResolvedReferences] = {}

    @property
    def paths(self) -> Collection[str]:
        """Those of all files."""
        return self._documents

    def called(self, keys: Iterable[str]) -> Mapping[str, tuple[Head, ...]]:
        self.asked += (listed := list(keys))
        return super().called(listed)

    def definitions(self, keys: Iterable[str]) -> Mapping[str, tuple[SymbolDefinition, ...]]:
        self.asked += (listed := list(keys))
        return super().definitions(listed)

    def change(self, path: str, text: str) -> None:
        """A saved file."""
        self._documents[path] = Sources({path: text})._documents[path]


def _saved(index: _Asked, resolver: ReferenceResolver, path: str, text: str) -> list[str]:
    """The callers of Box.Open after the save."""
    resolver.forget([path])
    index.change(path, text)
    index.asked.clear()
    _resolve(index, resolver)
    return [str(each.source) for each in index.stored["use/Use.cs"].edges if each.relation == "calls"]


def _resolve(index: _Asked, resolver: ReferenceResolver, docs: Collection[str] = ()) -> None:
    """Stores the references of these files, or of all, as engines do."""
    for path, found in resolver.resolved(docs or index.paths).items():
        if isinstance(found, ResolvedReferences):
            index.stored[path] = found
            continue
        stored, replaced = index.stored[path], dict(found.replaced)
        assert replaced.keys() <= {*stored.edges}
        edges = tuple(new for each in stored.edges if (new := replaced.get(each, each)))
        index.stored[path] = ResolvedReferences(edges, stored.keys | found.keys, stored.total, found.resolved)


@pytest.mark.parametrize("path", _FILES)
def test_another_statement_looks_nothing_up_again(path: str) -> None:
    index = _Asked(_FILES)
    resolver = ReferenceResolver(index)
    _resolve(index, resolver)
    assert _saved(index, resolver, path, _FILES[path].replace("Use {", "Use {\n")) == ["use/Use.cs#Use.Run"]
    assert not index.asked


@pytest.mark.parametrize("path", _FILES)
def test_a_saved_file_that_was_not_read_before_changes_nothing(path: str) -> None:
    index = _Asked({**_FILES, "c.py": "def c(): pass\n"})
    resolver = ReferenceResolver(index)
    _resolve(index, resolver)
    resolver.forget(["c.py"])
    assert _saved(index, resolver, path, f"{_FILES[path]}\n") == ["use/Use.cs#Use.Run"]
    assert not index.asked


@pytest.mark.parametrize(("old", "new"), [("Wanted", "Other"), ("Box", "Boxes")])
def test_another_name_is_looked_up(old: str, new: str) -> None:
    index = _Asked(_FILES)
    resolver = ReferenceResolver(index)
    _resolve(index, resolver)
    text = _FILES["box/Box.cs"]
    assert _saved(index, resolver, "box/Box.cs", text.replace(old, new)) == []
    assert _saved(index, resolver, "box/Box.cs", text) == ["use/Use.cs#Use.Run"]


def test_a_statement_keeps_the_exports_and_bases_that_were_found() -> None:
    files = {"use.py": "from box import Box\n\nclass Chest(Box):\n    def lift(self): return self.open()\n"}
    files["box.py"] = "class Box:\n    def open(self): pass\n"
    index = _Asked(files)
    resolver = ReferenceResolver(index)
    resolver.resolved(files)
    other_base = files["box.py"].replace("class Box:", "class Lid:\n    def open(self): pass\nclass Box(Lid):")
    texts = (
        files["box.py"].replace("pass", "return 1"),
        other_base.replace("Box(Lid):\n    def open", "Box(Lid):\n    def shut"),
    )
    callees = []
    for text in texts:
        resolver.forget(["box.py"])
        index.change("box.py", text)
        found = resolver.resolved(files)["use.py"].edges
        callees.append([str(each.target) for each in found if each.relation == "calls"])
    assert callees == [["box.py#Box.open"], ["box.py#Lid.open"]]


_DEEP = "class Deep:\n    def open(self): pass\n"
_CHANGED = [
    (  # a base of a base has another name, and a call states the former one
        {
            "use.py": "from mid import Mid\nclass Own(Mid):\n    def f(self):\n        self.open()\n        Box()\n",
            "mid.py": "from box import Box\nclass Mid(Box): pass\n",
            "box.py": "from deep import Deep\nclass Box(Deep): pass\n",
            "deep.py": _DEEP,
        },
        ("box.py", "from deep import Deep\nclass Other(Deep): pass\n"),
    ),
    (  # a symbol behind another name, which a call states, too
        {
            "use.ts": "import { g } from './hub';\nimport { f } from './leaf';\nfunction own() { g(); f(); }\n",
            "hub.ts": "export { f as g } from './leaf';\n",
            "leaf.ts": "export function f() {}\n",
        },
        ("leaf.ts", "export function h() {}\n"),
    ),
    (
        {
            "use.c": '#include "made.h"\nvoid own(void) { made(); other(); }\n',
            "made.h": "int made(void);\nint other(void);\n",
            "made.c": "int made(void) { return 1; }\nint other(void) { return 1; }\n",
        },
        ("made.c", "int unmade(void) { return 1; }\nint other(void) { return 1; }\n"),
    ),
    (
        {"use.py": "from box import a, b\na()\nb()\n", "box.py": "def a(): pass\ndef c(): pass\n"},
        ("box.py", "def b(): pass\ndef c(): pass\n"),
    ),
    (  # a class of a package of Java, of which few files are read
        {
            "a/Use.java": "package a;\nclass Use extends Box { void own(Lid lid) { lid.open(); } }\n",
            "a/Box.java": "package a;\nclass Box { }\n",
            "a/Other.java": "package a;\nclass Other { }\n",
        },
        ("a/Box.java", "package a;\nclass Lid { void open() { } }\n"),
    ),
    (  # the base of an anonymous class, which becomes an interface
        {
            "a/Use.java": "package a;\nclass Use { Box own() { return new Box() { void go() { } }; } }\n",
            "a/Box.java": "package a;\nclass Box { }\n",
        },
        ("a/Box.java", "package a;\ninterface Box { }\n"),
    ),
]


@pytest.mark.parametrize(("files", "saved"), _CHANGED)
def test_after_another_name_references_mean_what_a_new_resolver_finds(
    files: dict[str, str], saved: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(package_types, "_MANY", -1)
    path, text = saved
    index = _Asked(files)
    resolver = ReferenceResolver(index)
    _resolve(index, resolver)
    for each in (text, files[path], text):
        resolver.forget([path])
        index.change(path, each)
        _resolve(index, resolver)
        whole = ReferenceResolver(index).resolved(files)
        assert {own: (each.edges, each.resolved) for own, each in index.stored.items()} == {
            own: (each.edges, each.resolved) for own, each in whole.items()
        }
        assert all(index.stored[own].keys >= each.keys for own, each in whole.items())


def test_another_name_resolves_the_calls_with_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    files, (path, text) = _CHANGED[2]
    index = _Asked(files)
    resolver = ReferenceResolver(index)
    resolver.resolved(files)
    resolver.forget([path])
    index.change(path, text)
    asked: list[str] = []
    brought = SourceFiles.brought

    def noted(self: SourceFiles, name: str, scope: FileScope) -> str:
        asked.append(name)
        return brought(self, name, scope)

    monkeypatch.setattr(SourceFiles, "brought", noted)
    revised = resolver.resolved(["use.c"])["use.c"]
    assert isinstance(revised, ReferenceUpdate)
    assert [(str(old.target), new and str(new.target)) for old, new in revised.replaced] == [("made.c#made", None)]
    assert asked == ["made"]
