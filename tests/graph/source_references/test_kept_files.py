"""What a resolver has looked up is kept while the saved files have the same symbols and imports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from dowse.graph.source_references.reference_resolver import ReferenceResolver
from dowse.model.document import Head
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
    edges = resolver.resolved(_FILES)["use/Use.cs"].edges
    return [str(each.source) for each in edges if each.relation == "calls"]


@pytest.mark.parametrize("path", _FILES)
def test_another_statement_looks_nothing_up_again(path: str) -> None:
    index = _Asked(_FILES)
    resolver = ReferenceResolver(index)
    resolver.resolved(_FILES)
    assert _saved(index, resolver, path, _FILES[path].replace("Use {", "Use {\n")) == ["use/Use.cs#Use.Run"]
    assert not index.asked


@pytest.mark.parametrize("path", _FILES)
def test_a_saved_file_that_was_not_read_before_changes_nothing(path: str) -> None:
    index = _Asked({**_FILES, "c.py": "def c(): pass\n"})
    resolver = ReferenceResolver(index)
    resolver.resolved(_FILES)
    resolver.forget(["c.py"])
    assert _saved(index, resolver, path, f"{_FILES[path]}\n") == ["use/Use.cs#Use.Run"]
    assert not index.asked


@pytest.mark.parametrize(("old", "new"), [("Wanted", "Other"), ("Box", "Boxes")])
def test_another_name_is_looked_up(old: str, new: str) -> None:
    index = _Asked(_FILES)
    resolver = ReferenceResolver(index)
    resolver.resolved(_FILES)
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
