"""Source code of others: what is said of it, and the line that includes it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dowse.app.find import FindRequest, find
from dowse.app.get import GetRequest, get
from dowse.app.location import location_of
from dowse.app.search import search
from dowse.app.search_request import SearchRequest
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.indexing.version_migration import REMEMBERED
from dowse.model.errors import RefError
from dowse.ports.indexed_document import FileStamp, SkippedFile, WriteBatch

_WHY = "source code of others; the line !src/vendor/ in .dowseignore includes src/vendor"
_SAID = f"src/vendor/is-plain.ts defines 'isPlain' and is not indexed: {_WHY}"
_FILES = {
    "a.ts": "import { isPlain } from './src/vendor/is-plain';\n\nexport function f() {\n  isPlain(1);\n}\n",
    "src/vendor/is-plain.ts": "export function isPlain(o: unknown) {\n  return !!o;\n}\n",
    "src/vendor/other.ts": "// isPlain\nexport function both() {}\n",
    "b.ts": "export function both() {}\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("DOWSE_INDEX_DIR", raising=False)
    for path, text in _FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


@pytest.fixture
def vault(folder: Path) -> Iterator[VaultSession]:
    with closing(open_session(folder)) as session:
        session.sync()
        yield session


@pytest.mark.parametrize("query", ["calls:isPlain", "imports:isPlain", "symbol:isPlain", "kind:code calls:isPlain"])
def test_a_name_that_only_code_of_others_defines_is_named_with_the_line(vault: VaultSession, query: str) -> None:
    remarks = search(vault, SearchRequest(query, mode="fulltext")).remarks
    assert [each for each in remarks if "source code of others" in each] == [_SAID]


@pytest.mark.parametrize("query", ["calls:both", "symbol:both", "isPlain", "calls:nowhere"])
def test_no_other_name_is_said_to_be_defined_there(vault: VaultSession, query: str) -> None:
    assert not any(" defines " in each for each in search(vault, SearchRequest(query, mode="fulltext")).remarks)


@pytest.mark.parametrize("pattern", ["isPlain", "symbol:isPlain", "kind:function isPlain"])
def test_a_listing_names_the_definition_in_code_of_others(vault: VaultSession, pattern: str) -> None:
    found = find([location_of(vault.root)], FindRequest(pattern))
    assert (found.total, found.remarks) == (0, (_SAID,))


def test_the_line_includes_the_file(vault: VaultSession, folder: Path) -> None:
    with pytest.raises(RefError, match="source code of others"):
        get(vault, GetRequest("src/vendor/is-plain.ts"))
    assert [each.path for each in vault.unread_files()] == ["src/vendor/is-plain.ts", "src/vendor/other.ts"]
    (folder / ".dowseignore").write_text("!src/vendor/\n")
    vault.sync()
    assert get(vault, GetRequest("src/vendor/is-plain.ts#isPlain")).text.startswith("export function")
    assert search(vault, SearchRequest("calls:isPlain", mode="fulltext")).remarks == ()
    (folder / ".dowseignore").write_text("")
    vault.sync()
    assert dict(vault.status().skipped)["src/vendor/is-plain.ts"] == _WHY


def test_an_index_that_has_skipped_the_file_reads_it_once_it_is_included(vault: VaultSession, folder: Path) -> None:
    status = (folder / "src/vendor/is-plain.ts").stat()
    stamp = FileStamp(status.st_size, status.st_mtime_ns, "0")
    old = SkippedFile("src/vendor/is-plain.ts", "source code of others, in a folder such as vendor", stamp)
    vault.engine.write(WriteBatch(skipped=(old,)))
    vault.engine.remember(REMEMBERED, "")
    (folder / ".dowseignore").write_text("!vendor/\n")
    vault.sync()
    assert "isPlain" in get(vault, GetRequest("src/vendor/is-plain.ts")).text
