"""Changes of package.json and tsconfig.json in a vault reach the source files that depend on them, and no others."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.filesystem.walk import FoundPath
from dowse.formats.code.module_settings import is_module_settings
from dowse.indexing.module_configuration import configure_modules

_FILES = {
    "package.json": '{"workspaces": ["libs/*"]}',
    "libs/core/package.json": '{"name": "core"}',
    "libs/core/src/index.ts": "export function run() {}\n",
    "libs/app/tsconfig.json": '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}',
    "libs/app/main.ts": "import { run } from 'core';\nrun();\n",
    "libs/app/page.ts": "import { part } from '@/part';\npart();\n",
    "libs/app/src/part.ts": "export function part() {}\n",
    "libs/own/own.ts": "import { part } from '../app/src/part';\n",
    "note.md": "# Note\n",
}


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[VaultSession]:
    """A workspace with two packages, indexed."""
    for path, text in _FILES.items():
        _save(tmp_path / path, text, at=1_000)
    session = open_session(tmp_path)
    session.sync()
    yield session
    session.close()


def _save(path: Path, text: str, *, at: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    os.utime(path, (at, at))


def _edges(vault: VaultSession) -> set[str]:
    return {f"{each.source.doc} {each.relation} {each.target.doc}" for each in vault.engine.references()}


def _waiting(vault: VaultSession) -> list[str]:
    """The documents that a change of these files has queued."""
    listed = (path for path in vault.root.rglob("*") if is_module_settings(path.name))
    found = [
        FoundPath(path.relative_to(vault.root).as_posix(), path.stat().st_size, path.stat().st_mtime_ns)
        for path in listed
    ]
    configure_modules(vault.root, sorted(found, key=lambda file: file.path), vault.engine)
    return [*vault.engine.unlinked(100)]


_RESOLVED = {
    "libs/app/main.ts imports libs/core/src/index.ts",
    "libs/app/main.ts calls libs/core/src/index.ts",
    "libs/app/page.ts imports libs/app/src/part.ts",
    "libs/app/page.ts calls libs/app/src/part.ts",
    "libs/own/own.ts imports libs/app/src/part.ts",
}


def test_an_indexed_workspace_has_the_edges_of_its_packages_and_aliases(vault: VaultSession) -> None:
    assert _edges(vault) == _RESOLVED


def test_files_that_configure_are_documents_too(vault: VaultSession) -> None:
    assert {"package.json", "libs/app/tsconfig.json"} <= vault.engine.known().keys()


@pytest.mark.parametrize(
    ("path", "text", "waiting"),
    [
        ("libs/core/package.json", '{"name": "core", "version": "2", "scripts": {}}', []),
        ("libs/core/package.json", '{"name": "kern"}', ["libs/app/main.ts"]),
        ("libs/core/package.json", "{broken", ["libs/app/main.ts"]),
        ("package.json", "{}", ["libs/app/main.ts", "libs/app/page.ts"]),
        ("libs/app/tsconfig.json", "{}", ["libs/app/main.ts", "libs/app/page.ts"]),
        ("libs/new/package.json", '{"name": "core"}', ["libs/app/main.ts"]),
        ("libs/own/tsconfig.json", '{"compilerOptions": {"baseUrl": "."}}', []),
    ],
)
def test_a_change_queues_the_files_whose_imports_depend_on_it(
    vault: VaultSession, path: str, text: str, waiting: list[str]
) -> None:
    _save(vault.root / path, text, at=2_000)
    assert _waiting(vault) == waiting


def test_a_search_sees_a_new_name_of_a_package(vault: VaultSession) -> None:
    _save(vault.root / "libs/core/package.json", '{"name": "kern"}', at=2_000)
    vault.sync()
    assert _edges(vault) == {each for each in _RESOLVED if not each.startswith("libs/app/main.ts")}
    (vault.root / "libs/core/package.json").unlink()
    _save(vault.root / "libs/new/package.json", '{"name": "core", "main": "../core/src/index.ts"}', at=2_000)
    _save(vault.root / "libs/new/index.ts", "export function run() {}\n", at=2_000)
    vault.sync()
    assert "libs/app/main.ts calls libs/new/index.ts" in _edges(vault)


def test_a_module_of_go_is_imported_by_the_path_in_its_file(tmp_path: Path) -> None:
    _save(tmp_path / "widget.go", "package widget\n\nfunc Make() {}\n", at=1_000)
    use = 'package sub\n\nimport "example.com/acme/widget"\n\nfunc Use() { widget.Make() }\n'
    _save(tmp_path / "sub/use.go", use, at=1_000)
    resolved = {"sub/use.go imports widget.go", "sub/use.go calls widget.go"}
    with closing(open_session(tmp_path)) as session:
        session.sync()
        assert _edges(session) == set()
        _save(tmp_path / "go.mod", "module example.com/acme/widget\n", at=1_000)
        session.sync()
        assert _edges(session) == resolved
        (tmp_path / "widget.go").rename(tmp_path / "made.go")
        session.sync()
        assert _edges(session) == {each.replace("widget", "made") for each in resolved}
        _save(tmp_path / "go.mod", "module example.com/acme/gadget\n", at=2_000)
        session.sync()
        assert _edges(session) == set()


def test_an_index_without_settings_resolves_all_references_again(vault: VaultSession) -> None:
    vault.engine.remember("module_settings", "")
    assert set(_waiting(vault)) >= {path for path in _FILES if path.endswith(".ts")}


def test_a_broken_record_of_settings_is_replaced(vault: VaultSession) -> None:
    vault.engine.remember("module_settings", 'x\n{"package.json": [1, "2"], "a": 3')
    vault.sync()
    assert _edges(vault) == _RESOLVED
