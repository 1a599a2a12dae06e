from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from dowse.app.client_scope import ClientScope, is_certain
from dowse.app.find import FindRequest, find
from dowse.app.location import silent
from dowse.app.search import search
from dowse.app.search_request import SearchRequest
from dowse.app.sessions import vault_synchronizer
from dowse.app.sessions.workspace import Workspace, workspace_of
from dowse.filesystem import scan_cache
from dowse.indexing.freshness import IndexState
from dowse.model.document import Head
from dowse.model.errors import OptionError, VaultError
from tests.making_scopes import MARKER, SCOPE, vault


def _workspace(folder: Path, scope: ClientScope) -> tuple[Workspace, list[str]]:
    """The vault with a scope, and what is reported to the user who runs the server."""
    workspace = workspace_of([folder / "notes"], index_dir=folder / "index", scope=scope)
    reported: list[str] = []
    workspace.report = reported.append
    return workspace, reported


def _found(workspace: Workspace, query: str) -> Sequence[str]:
    return sorted(hit.path for hit in search(workspace.vault(), SearchRequest(query, archived=True)).hits)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("salary", "the word 'salary' ranks and does not select; write +salary"),
        ("path:work/ salary", "the word 'salary' ranks"),
        ("similar:money", "similar: ranks"),
        ("like:Plan", "like: ranks"),
        ("tagg:private", "did you mean tag:?"),
        ("(#private", "( is never closed"),
        ("#private limit:3", "limit: is a directive"),
        ("archived:yes", "archived: is a directive"),
        ("#private AND", "AND needs an operand on both sides"),
        ("", "it selects no documents"),
        ("tag:(", "tag: needs a value"),
        ("tag:()", "tag: needs a value"),
        ("tag:(a OR tag:b", "tag: takes one value and no group"),
        ("tag:x(y", "an unclosed parenthesis; write (tag:a OR tag:b)"),
    ],
)
def test_a_scope_is_read_exactly_or_not_at_all(text: str, fault: str) -> None:
    for option in ("only", "never"):
        with pytest.raises(OptionError, match="cannot read") as error:
            ClientScope(**{option: (text,)})
        assert error.value.name == option
        assert fault in str(error.value)
        assert not str(error.value).endswith(("ignored", "searched as words"))


def test_several_queries_add_up_on_both_sides(tmp_path: Path) -> None:
    vault(tmp_path / "notes", is_whole=True)
    scope = ClientScope(("path:work/tasks", "path:home/"), ("ext:py", "+wages", f"file:*{MARKER}*"))
    assert _found(_workspace(tmp_path, scope)[0], "path:/") == ["home/diary.md", "work/tasks/key.md"]


@pytest.mark.parametrize(
    ("scope", "text"),
    [
        (ClientScope(never=("#private",)), f"#private {' '.join(f'#t{n}' for n in range(700))} {MARKER}"),
        (ClientScope(never=("#private",)), f"---\ntags: {{a: [private\nx: {{\n---\n{MARKER}"),
        (ClientScope(only=("-#private",)), f"---\ntags: {{a: [private\nx: {{\n---\n{MARKER}"),
    ],
)
def test_a_document_that_was_not_read_in_full_is_in_no_scope(tmp_path: Path, scope: ClientScope, text: str) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "unclear.md").write_text(text)
    (tmp_path / "notes" / "clear.md").write_text(f"{MARKER} here")
    workspace, reported = _workspace(tmp_path, scope)
    assert _found(workspace, MARKER) == ["clear.md"]
    assert any("1 document is left out of the scope, such as unclear.md" in each for each in reported)


@pytest.mark.parametrize("scope", [ClientScope(never=("#private",)), ClientScope(only=("-#private",))])
def test_the_tags_of_an_unclosed_list_keep_a_document_out_of_a_scope(tmp_path: Path, scope: ClientScope) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "private.md").write_text(f"---\ntags: [private\nx: {{\n---\n{MARKER}")
    (tmp_path / "notes" / "clear.md").write_text(f"{MARKER} here")
    workspace, reported = _workspace(tmp_path, scope)
    assert _found(workspace, MARKER) == ["clear.md"]
    assert not any("private.md" in each for each in reported), "the filter decides, not the doubt about its frontmatter"


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        (ClientScope(("links:Diary",)), ["work/plan.md", "work/salary.md"]),
        (
            ClientScope(("path:work/ ext:md",), ("linked:Plan",)),
            ["work/plan.md", "work/tasks/key.md"],
        ),
        (ClientScope(('"the board meets"', "[status:draft]")), ["work/board.md", "work/plan.md"]),
        (ClientScope((), ("in:notes",)), []),
        (ClientScope(("in:notes kind:task",)), ["work/tasks/key.md"]),
    ],
)
def test_any_filter_of_the_query_language_is_a_scope(scope: ClientScope, expected: list[str], tmp_path: Path) -> None:
    vault(tmp_path / "notes", is_whole=True)
    (tmp_path / f"notes/home/{MARKER}.md").unlink()
    assert [path for path in _found(_workspace(tmp_path, scope)[0], "path:/") if MARKER not in path] == expected


def test_a_note_that_leaves_the_scope_is_gone_with_the_next_call_of_a_server(tmp_path: Path) -> None:
    vault(tmp_path / "notes", is_whole=True)
    workspace, _ = _workspace(tmp_path, SCOPE)
    workspace.check = silent
    assert "work/plan.md" in _found(workspace, "rotate keys")
    (tmp_path / "notes/work/plan.md").write_text("Rotate the zinnia keys. #private\n")
    workspace.vault().scan_cache.confirm()  # as on a slow disk, after whose scans the next one can wait
    assert "work/plan.md" not in _found(workspace, "rotate keys")
    assert _found(workspace, "zinnia") == []


def test_a_note_that_another_thread_has_just_read_is_not_shown_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each request brings the whole index up to date first, and then that of the scope."""
    vault(tmp_path / "notes", is_whole=True)
    workspace, _ = _workspace(tmp_path, SCOPE)
    workspace.check = silent
    assert "work/plan.md" in _found(workspace, "rotate keys")
    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 1e9)
    (tmp_path / "notes/work/plan.md").write_text("Rotate the zinnia keys. #private\n")
    scoped = workspace.vault()
    scoped.files.refresh(silent)  # as far as another thread has got
    assert "work/plan.md" not in _found(workspace, "rotate keys")
    assert scoped.freshen() == IndexState()


def _keys(folder: Path) -> Workspace:
    """A server for 12 notes, none of which is private."""
    (folder / "notes").mkdir()
    for number in range(12):
        (folder / f"notes/{number}.md").write_text("Keys.\n")
    workspace, _ = _workspace(folder, ClientScope((), ("#private",)))
    workspace.check = silent
    assert len(_found(workspace, "keys")) == 10
    return workspace


def test_all_notes_may_leave_the_scope(tmp_path: Path) -> None:
    """A vault that looks empty keeps its index; a scope that selects nothing does not."""
    workspace = _keys(tmp_path)
    for number in range(12):
        (tmp_path / f"notes/{number}.md").write_text("Keys. #private\n")
    assert _found(workspace, "keys") == []


def test_a_changed_note_is_out_of_the_scope_until_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = _keys(tmp_path)
    for number in range(5):
        (tmp_path / f"notes/{number}.md").write_text("Keys. #private\n")
    monkeypatch.setattr(vault_synchronizer, "HEALING_SECONDS", 0.0)  # a file for each search
    assert _found(workspace, "keys") == ["10.md", "11.md", "5.md", "6.md", "7.md", "8.md", "9.md"]


def test_content_that_was_not_checked_is_not_indexed(tmp_path: Path) -> None:
    """A file may change between the check of its document and the indexing of the scope."""
    vault(tmp_path / "notes", is_whole=True)
    workspace, _ = _workspace(tmp_path, SCOPE)
    session = workspace.vault()
    file = tmp_path / "notes/work/plan.md"
    session.files.refresh(lambda *_: None)
    before = file.stat()
    text = file.read_text()
    file.write_text(text.replace("Rotate", "zinnia"))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    session.sync()
    assert _found(workspace, "zinnia") == []


def test_a_name_in_a_scope_that_nothing_has_any_more_closes_the_vault(tmp_path: Path) -> None:
    """What `under:` excludes is unknown then; the client is told nothing, and the user the reason."""
    vault(tmp_path / "notes", is_whole=True)
    workspace, reported = _workspace(tmp_path, ClientScope((), ("under:Nowhere",)))
    with pytest.raises(VaultError, match="cannot be applied") as error:
        _found(workspace, "keys")
    assert "Nowhere" not in str(error.value)
    assert any("Nowhere" in remark for remark in reported)


def test_a_query_that_selects_nothing_is_reported_to_the_user(tmp_path: Path) -> None:
    vault(tmp_path / "notes", is_whole=True)
    workspace, reported = _workspace(tmp_path, ClientScope(("path:work/",), ("#privat",)))
    _found(workspace, "keys")
    assert "notes: '--never #privat' selects no document at present" in reported


def test_a_scope_with_the_name_of_no_vault_is_refused(tmp_path: Path) -> None:
    vault(tmp_path / "notes", is_whole=False)
    with pytest.raises(VaultError, match="unknown vault 'note'; did you mean notes"):
        _workspace(tmp_path, ClientScope(("in:note",)))


def test_the_index_of_a_scope_is_never_in_the_vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    vault(tmp_path / "notes", is_whole=True)
    workspace = workspace_of([tmp_path / "notes"], scope=SCOPE)
    assert workspace.vault().folder.is_relative_to(tmp_path / "cache")
    assert workspace.vault().folder.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        (ClientScope(("path:img/",)), True),
        (ClientScope(("path:img/ OR #work",)), True),
        (ClientScope(("path:work/",)), False),
        (ClientScope(("path:img/",), ("#private",)), False),
        (ClientScope((), ("path:home/",)), True),
        (ClientScope((), ("path:home/ #private",)), True),
        (ClientScope((), ("+salary",)), False),
    ],
)
def test_a_file_of_which_the_path_is_known_alone_is_in_the_scope_if_that_is_certain(
    scope: ClientScope, expected: bool
) -> None:
    assert is_certain(scope.included("notes"), Head("img/a.png", "img/a.png", "file", "")) is expected


def test_symbols_outside_the_scope_are_not_listed(tmp_path: Path) -> None:
    for name in ("open", "private"):
        (tmp_path / "notes" / name).mkdir(parents=True)
        (tmp_path / "notes" / name / "signer.py").write_text(f"def sign_{name}():\n    pass\n")
    workspace, _ = _workspace(tmp_path, ClientScope((), ("path:private/",)))
    found = find(workspace.selected(), FindRequest("symbol:sign*"), opened=workspace.lent)
    assert [(each.path, found.total) for each in found.listed] == [("open/signer.py", 1)]
