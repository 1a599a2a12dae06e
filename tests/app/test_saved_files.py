"""A file that is saved is updated alone, and the index is then that of all files."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event

import apsw
import pytest

from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.app.watching import VaultWatcher
from dowse.indexing.unused_rows import has_unused
from dowse.search.execute import Request

_NAMES = ("open_box", "shut_box", "turn_key", "lift_lid")
_FILES = {
    "box.h": '#include "lid.h"\nint {a}(void);\nstruct {b} {{ int x; }};\n',
    "lid.h": '#include "{c}.h"\nint {b}(int {c});\n',
    "key.h": "int {a}(void);\nint {c}(void);\n",
    "box.c": '#include "box.h"\nint {a}(void) {{\n  return {b}(1) + {c}();\n}}\n\n'
    "static int own(void) {{ return {a}(); }}\n",
    "lid.c": '#include "lid.h"\n#include "{c}.h"\nint {b}(int x) {{\n  {a}();\n  return {c}();\n}}\n',
    "pack/__init__.py": "from .{a} import *\n",
    "pack/keys.py": "from .boxes import {b}\n\ndef {a}():\n    return {b}()\n",
    "pack/boxes.py": "import pack\n\nclass Box:\n    def {a}(self):\n        return self.{b}() + pack.{c}()\n\n"
    "def {b}(): pass\n",
    "one/part.go": 'package one\n\nfunc {a}() {{ {b}() }}\n\ntype Box struct {{}}\n\n'
    "func (b *Box) {c}() {{ b.{a}() }}\n",
    "one/other.go": "package one\n\nfunc {b}() {{ {a}() }}\n",
    "web/index.ts": "export * from './{a}';\nexport {{ {b} as {c} }} from './lids';\n",
    "web/lids.ts": "import {{ {a} }} from './index';\nexport function {b}() {{ return {a}(); }}\n"
    "export function {c}() {{}}\n",
    "Named.cs": "namespace {a};\nclass Named {{ void {b}() {{ {c}(); new Other(); }} }}\n",
    "Other.cs": "using {a};\nnamespace {b};\nclass Other : Named {{ void {c}() {{ {b}(); }} }}\n",
    "ruby/box.rb": "require_relative '{a}'\nmodule Boxes\n  class Box < M_{a}::Lid\n"
    "    def {b}\n      {c}\n      M_{a}.{a}\n    end\n  end\nend\n",
    "ruby/lids.rb": "require_relative 'box'\nmodule M_{a}\n  class Lid\n"
    "    def {b}; end\n    def {c}; {b}; end\n  end\n  def self.{a}; end\nend\n",
    "ruby/use.rb": "require_relative '{c}'\nclass M_{a} < Boxes::Box\n  def {b}\n    {a}\n  end\nend\n",
    "how.md": "# How\n\nCall `{a}()` before `Box.{b}()`, as [the key](key.md) of `box.c` says.\n",
    "key.md": "# {a}\n\nSee [[how]] and [[{b}]].\n",
}  # fmt: skip


def _text(path: str, rng: random.Random) -> str:
    a, b, c = (rng.choice((*_NAMES, "key", "lid", "boxes", "keys", "lids")) for _ in range(3))
    words = "".join(f"\n// {rng.choice(_NAMES)} of line {rng.randint(0, 9)}" for _ in range(rng.randint(0, 4)))
    return _FILES[path].format(a=a, b=b, c=c) + (words.replace("//", "#") if path.endswith(".py") else words)


def _save(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)


def _content(vault: VaultSession) -> Mapping[str, object]:
    """What the index holds, without the numbers of its rows and what it has derived from all documents."""
    paths = sorted(_FILES)
    with vault.engine.snapshot() as reader:
        documents = reader.documents(paths)
        content: dict[str, object] = {
            "texts": {path: (each.text, each.units, each.symbols) for path, each in documents.items()},
            "heads": {path: (each.head.title, each.head.kind, each.head.facts) for path, each in documents.items()},
            "references": sorted(map(repr, reader.references())),
            "links": sorted(map(repr, reader.aimed())),
            "counts": replace(reader.counts(), size_bytes=0),
            "chunks": reader.chunk_spans(paths),
            "outlines": reader.source_outlines(paths),
        }
    for word in (*_NAMES, "line 3", "Box"):
        hits = vault.search(Request(word, limit=50), heal=False)[0].hits
        content[word] = sorted((hit.head.path, round(hit.score, 5)) for hit in hits)
    return content


def test_after_any_saves_the_index_is_that_of_all_files_read_anew(tmp_path: Path) -> None:
    rng = random.Random(11)  # noqa: S311  # no secret
    root = tmp_path / "root"
    for path in _FILES:
        _save(root, path, _text(path, rng))
    with closing(open_session(root, index_dir=tmp_path / "index")) as vault:
        vault.sync()
        vault.scan()
        for round_ in range(3):
            for _ in range(8):
                paths = rng.sample(sorted(_FILES), rng.randint(1, 2))
                for path in paths:
                    _save(root, path, _text(path, rng))
                assert vault.sync_files(paths, patience=0) is not None
            if round_ == 1:
                vault.tidy()
            with closing(open_session(root, index_dir=tmp_path / f"other{round_}")) as other:
                other.sync()
                assert _content(vault) == _content(other)


@contextmanager
def _after_a_save(root: Path, index: Path) -> Iterator[VaultSession]:
    """A vault of two files, one of which was saved since its first update."""
    for path in ("box.c", "lid.c"):
        _save(root, path, f"int {path[:3]}(void) {{ return 1; }}\n")
    with closing(open_session(root, index_dir=index)) as vault:
        vault.sync()
        vault.scan()
        _save(root, "box.c", "int other(void) { return 2; }\n")
        assert vault.sync_files(["box.c"], patience=0) is not None
        yield vault


def test_what_saved_files_leave_unused_stays_until_the_index_is_tidied(tmp_path: Path) -> None:
    root = tmp_path / "root"
    with _after_a_save(root, tmp_path / "index") as vault:
        assert _digests(vault) == 3
        VaultWatcher(root, lambda: vault, Event(), synced=lambda _: None, report=lambda _: None)._update(frozenset())
        assert _digests(vault) == 2


@pytest.mark.parametrize("by_watcher", [False, True])
def test_what_saved_files_leave_unused_is_deleted_after_a_session_that_ended_before(
    tmp_path: Path, by_watcher: bool
) -> None:
    root = tmp_path / "root"
    with _after_a_save(root, tmp_path / "index"):
        pass
    with closing(open_session(root, index_dir=tmp_path / "index")) as vault:
        assert _digests(vault) == 3
        if by_watcher:
            VaultWatcher(root, lambda: vault, Event(), synced=lambda _: None, report=lambda _: None)._update(
                frozenset()
            )
        else:
            vault.sync()
        assert _digests(vault) == 2
        assert not has_unused(vault.engine)


def _digests(vault: VaultSession) -> object:
    (file,) = vault.folder.glob("index-*.db")
    with closing(apsw.Connection(str(file), apsw.SQLITE_OPEN_READONLY)) as connection:
        return connection.execute("select count(*) from digests").fetchall()[0][0]
