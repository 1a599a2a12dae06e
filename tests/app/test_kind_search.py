"""Searches for files by name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dowse.app.kind_search import KindRequest, KindSearch, search_kinds
from dowse.app.passages import has_passages
from dowse.app.search import search
from dowse.app.search_request import SearchRequest
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.app.status import status
from dowse.model.errors import QueryError
from dowse.model.kinds import Kind
from dowse.model.search_mode import Mode
from dowse.search.plan import Request


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[VaultSession]:
    """A vault of two notes."""
    monkeypatch.delenv("DOWSE_INDEX_DIR", raising=False)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "embedder.md").write_text("# Embedder\n\nVectors of texts.\n")
    (tmp_path / "bread.md").write_text("# Bread\n\nFlour and water.\n")
    session = open_session(tmp_path)
    yield session
    session.close()


def _hints(vault: VaultSession, query: str, reach: KindSearch | None = None) -> list[str]:
    return [note.hint for note in search_kinds(vault, KindRequest(query, (), reach=reach)).notes]


@pytest.mark.parametrize("query", ["", " \n"])
@pytest.mark.parametrize("reach", [None, KindSearch()])
def test_an_empty_query_is_an_error_and_lists_no_documents(
    query: str, reach: KindSearch | None, vault: VaultSession
) -> None:
    with pytest.raises(QueryError, match="the query is empty; write a word"):
        search_kinds(vault, KindRequest(query, ("code",), reach=reach))


@pytest.mark.parametrize("name", ["embedder.ts", "src/lib/embedder.ts", "docs/bread.md"])
def test_the_name_of_a_file_that_is_not_indexed_gives_a_note(name: str, vault: VaultSession) -> None:
    assert _hints(vault, name)[0] == f"no such file is searched: {name}; `find` lists all files of the vault"


@pytest.mark.parametrize("query", ["embedder.md", "docs/embedder.md", "EMBEDDER.MD", "embedder", "bread water"])
def test_other_queries_for_files_give_no_such_note(query: str, vault: VaultSession) -> None:
    assert not any("no such file" in hint for hint in _hints(vault, query))


def test_a_search_by_content_gives_no_such_note(vault: VaultSession) -> None:
    assert not any("no such file" in hint for hint in _hints(vault, "embedder.ts", KindSearch()))


def test_a_file_in_a_folder_with_the_word_is_above_a_file_that_mentions_it(tmp_path: Path) -> None:
    for path, text in {
        "docs/index.md": "# Documentation\n\nTutorials, tutorials and more tutorials for beginners.\n",
        "docs/tutorials/bread.md": "# Bread\n\nFlour and water.\n",
        "docs/tutorials/tea.md": "# Tea\n\nLeaves and water.\n",
        "notes/garden.md": "# Garden\n\nPeas in March.\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    session = open_session(tmp_path)
    hits = search_kinds(session, KindRequest("tutorials", ())).hits
    session.close()
    assert hits[0].path.startswith("docs/tutorials/")
    assert {"docs/tutorials/bread.md", "docs/tutorials/tea.md"} <= {hit.path for hit in hits}


def test_a_profile_in_the_query_does_not_change_the_kinds(vault: VaultSession) -> None:
    for query in ("water profile:default", "texts OR water profile:rrf"):
        hits = search_kinds(vault, KindRequest(query, ("doc",), reach=KindSearch(least=0.0))).hits
        assert {hit.path for hit in hits} <= {"docs/embedder.md"}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[VaultSession]:
    """A vault with an image, an archive, a binary text, ignored files, and texts of the kind `file`."""
    monkeypatch.delenv("DOWSE_INDEX_DIR", raising=False)
    written: dict[str, bytes] = {
        "dowse.toml": b'[kinds]\n"Exports/" = "file"\n',
        ".gitignore": b"private/\n",
        "note.md": b"# Note\n\nA map: ![[harbour map.png]]\n",
        "img/harbour map.png": b"\x89PNG\0\1",
        "archive/backup-2025.zip": b"PK\0\1",
        "private/secret map.png": b"\x89PNG\0\1",
        ".DS_Store": b"\0map",
        "data/map.txt": b"\0\1\2" * 99,
        "Exports/dump of the map.md": b"# Dump\n\nZanzibar.\n",
    }
    for path, data in written.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    session = open_session(tmp_path)
    yield session
    session.close()


def _paths(vault: VaultSession, query: str, *kinds: Kind, mode: Mode = "hybrid") -> set[str]:
    return {hit.path for hit in search_kinds(vault, KindRequest(query, kinds, mode=mode, limit=50)).hits}


def test_files_that_are_not_read_are_found_by_their_paths(files: VaultSession) -> None:
    assert _paths(files, "map", mode="fulltext") == {
        "img/harbour map.png",
        "data/map.txt",
        "Exports/dump of the map.md",
    }
    assert _paths(files, "backup") == {"archive/backup-2025.zip"}


def test_ignored_files_are_not_found(files: VaultSession) -> None:
    assert _paths(files, "secret") == set()
    assert _paths(files, ".DS_Store") == set()


def test_a_file_that_is_not_read_has_the_kind_file_and_its_name_as_title(files: VaultSession) -> None:
    (hit,) = search_kinds(files, KindRequest("harbour map.png", ())).hits[:1]
    assert (hit.path, hit.ref, hit.kind, hit.title) == (*["img/harbour map.png"] * 2, "file", "harbour map.png")
    assert hit.score == 1.0


def test_the_kind_file_has_files_and_another_kind_does_not(files: VaultSession) -> None:
    assert _paths(files, "map", "file", mode="fulltext") == {
        "img/harbour map.png",
        "data/map.txt",  # a binary file
        "Exports/dump of the map.md",
    }
    assert _paths(files, "harbour", "note", "doc") == set()


def test_texts_of_a_folder_of_the_kind_file_are_not_read(files: VaultSession) -> None:
    assert _paths(files, "zanzibar") == set()
    assert files.search(Request("zanzibar"))[0].hits == ()
    assert files.counts().documents == 1


def test_a_search_does_not_look_at_files_that_are_not_read(files: VaultSession) -> None:
    assert [hit.ref.doc for hit in files.search(Request("harbour map"))[0].hits] == ["note.md"]


def test_the_status_counts_them(files: VaultSession) -> None:
    files.sync()
    assert status(files).unread == 6  # with dowse.toml and .gitignore
    assert status(files).documents == 1


def test_a_new_file_is_found_by_the_next_search(files: VaultSession) -> None:
    assert _paths(files, "lighthouse") == set()
    (files.root / "img" / "lighthouse.jpg").write_bytes(b"\xff\xd8\0")
    files._synchronizer.folder_scan.omitted.listing_cache.forget()  # as after the time of ten scans
    assert _paths(files, "lighthouse") == {"img/lighthouse.jpg"}
    (files.root / "img" / "lighthouse.jpg").unlink()
    files._synchronizer.folder_scan.omitted.listing_cache.forget()
    assert _paths(files, "lighthouse") == set()


def test_the_name_of_a_file_that_is_not_read_gives_no_note(files: VaultSession) -> None:
    assert not any("no such file" in hint for hint in _hints(files, "harbour map.png"))
    assert any("no such file" in hint for hint in _hints(files, "map.gif"))


@pytest.mark.parametrize(
    ("query", "options", "paths"),
    [
        ("harbour kind:file", {}, ["img/harbour map.png"]),
        ("harbour", {"kind": ("file",)}, ["img/harbour map.png"]),
        ("map kind:file", {"mode": "fulltext", "path": ("Exports",)}, ["Exports/dump of the map.md"]),
        ("kind:file ext:zip", {}, ["archive/backup-2025.zip"]),
        ("zanzibar kind:file", {"mode": "fulltext"}, []),
        ("harbour -kind:file", {}, ["note.md"]),
        ("harbour kind:file profile:rrf", {}, []),
        ("harbour kind:file", {"profile": "keywords"}, []),
    ],
)
def test_a_search_for_the_kind_file_finds_files_by_their_paths(
    query: str, options: dict[str, Any], paths: list[str], files: VaultSession
) -> None:
    assert [hit.path for hit in search(files, SearchRequest(query, **options)).hits] == paths


@pytest.mark.parametrize(
    ("query", "hint"),
    [
        ("kind:file zanzibar", "none of the 6 files that are known by path alone matches the query"),
        ("kind:file AND zanzibar", "none of the 6 files that are known by path alone matches the query"),
        (
            "kind:file harbour profile:rrf",
            "files that are known by path alone are found in a search of one vault with the default profile",
        ),
    ],
)
def test_a_search_that_finds_no_file_does_not_say_that_there_is_none(
    query: str, hint: str, files: VaultSession
) -> None:
    found = search(files, SearchRequest(query, mode="fulltext"))
    assert not found.hits
    assert hint in [note.hint for note in found.notes]


def test_files_that_are_known_by_path_alone_have_no_passages() -> None:
    searches = [SearchRequest(query) for query in ("kind:file harbour", "map AND kind:file")]
    assert not any(map(has_passages, (*searches, SearchRequest("harbour", kind=("file",)))))
    assert all(map(has_passages, (SearchRequest("harbour -kind:file"), SearchRequest("kind: file"))))


def test_a_vault_without_files_says_so(vault: VaultSession) -> None:
    assert "there are no documents of the kind file" in _hints_of_search(vault, "kind:file")


def _hints_of_search(vault: VaultSession, query: str) -> list[str]:
    return [note.hint for note in search(vault, SearchRequest(query)).notes]


def test_a_search_for_all_files_lists_the_newest_first(files: VaultSession) -> None:
    found = search(files, SearchRequest("kind:file", limit=3))
    assert len(found.hits) == 3
    assert {hit.kind for hit in found.hits} == {"file"}


def test_the_name_of_a_file_that_is_not_read_names_the_filter_for_such_files(vault: VaultSession) -> None:
    (vault.root / "img").mkdir()
    (vault.root / "img" / "Harbor map.png").write_bytes(b"png")
    known = "dowse knows the file img/Harbor map.png by path alone; kind:file {} finds it"
    for name in ("Harbor map.png", "harbor map.PNG", "img/Harbor map.png"):
        for query in (name, f"![[{name}]]", f'"{name}"'):
            assert known.format(name) in [note.hint for note in search(vault, SearchRequest(query)).notes], query
        assert [hit.path for hit in search(vault, SearchRequest(f"kind:file {name}")).hits] == ["img/Harbor map.png"]
    for query in ("kind:file Harbor map.png", "map.png", "harbor map", "bread.md", "other.png", "embedder 2.5"):
        assert not any("by path alone" in note.hint for note in search(vault, SearchRequest(query)).notes), query


@pytest.mark.parametrize("query", ["kind:file app.min", "kind:file app", "kind:file app.min.js", "kind:file path:web"])
def test_a_minified_script_is_found_as_a_file(query: str, vault: VaultSession) -> None:
    _put_minified(vault)
    (hit,) = search(vault, SearchRequest(query, mode="fulltext")).hits
    assert (hit.path, hit.kind, hit.title) == ("web/app.min.js", "file", "app.min.js")


def test_a_minified_script_is_source_code_among_files(vault: VaultSession) -> None:
    _put_minified(vault)
    assert _paths(vault, "app.min.js", "code", mode="fulltext") == {"web/app.min.js"}
    assert _paths(vault, "app.min.js", "doc", mode="fulltext") == set()


@pytest.mark.parametrize("name", ["app.min.js", "web/app.min.js"])
def test_the_name_of_a_minified_script_names_the_filter_for_such_files(name: str, vault: VaultSession) -> None:
    _put_minified(vault)
    known = f"dowse knows the file web/app.min.js by path alone; kind:file {name} finds it"
    assert known in [note.hint for note in search(vault, SearchRequest(name)).notes]


def _put_minified(vault: VaultSession) -> None:
    (vault.root / "web").mkdir()
    (vault.root / "web" / "app.min.js").write_text("var a=1;" * 2000)
