"""A reference to a file that is not indexed: the answer says so, why, and what includes the file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from dowse.app.client_scope import ClientScope
from dowse.app.get import GetRequest, get
from dowse.app.search_request import SearchRequest
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.app.sessions.workspace import workspace_of
from dowse.app.skipped_files import explaining_files
from dowse.app.why_not import WhyNotRequest, why_not
from dowse.model.errors import RefError
from tests.formats.notebook.making_notebook import code, notebook

_FILES = {
    "a.md": b"honey",
    "big.md": b"honey " * 800_000,
    "noise.md": b"\0\1\2\3" * 400,
    "photo.jpg": b"\xff\xd8",
    ".github/b.md": b"honey",
    "build/c.md": b"honey",
    "build/index.html": b"<p>honey",
    "drafts/d.md": b"---\ntitle: The honey plan\n---\n# Other\n",
    "drafts/two.md": b"# Wax and [[more]]\n",
    "sub/.gitignore": b"e.*\n",
    "sub/e.md": b"honey",
    ".env": b"key",
    ".gitignore": b"drafts/\n",
}
_BY_DOT = "the name of the folder .github begins with a dot; the line !.github/ in .dowseignore includes it"

_BY_DRAFTS = "a rule in .gitignore excludes the folder drafts; the line !drafts/ in .dowseignore includes it"


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return _written(tmp_path)


def _written(folder: Path) -> Path:
    for path, data in _FILES.items():
        file = folder / "notes" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    (folder / "outside.md").write_text("honey")
    (folder / "notes" / "link").symlink_to(folder)
    return folder / "notes"


@pytest.fixture
def vault(notes: Path) -> Iterator[VaultSession]:
    with closing(open_session(notes)) as session:
        yield session


@pytest.fixture(scope="module")
def unchanged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VaultSession]:
    """The vault for tests that only read."""
    with closing(open_session(_written(tmp_path_factory.mktemp("unchanged")))) as session:
        yield session


def test_a_file_that_the_index_does_not_have_yet_is_named_as_such(vault: VaultSession) -> None:
    def explained() -> str:
        with pytest.raises(RefError) as raised, explaining_files(vault, "a.md#none"):
            raise RefError("no such section")
        return str(raised.value)

    assert explained() == (
        "a.md is in the vault and not indexed: dowse has not read it yet; ask again after the index is updated"
    )
    vault.sync()
    assert explained() == "no such section"


@pytest.mark.parametrize(
    ("ref", "why"),
    [
        ("big.md", "larger than 4 MiB; the file is found by its path alone"),
        ("noise", "binary; the file is found by its path alone"),
        (
            "photo.jpg",
            (
                "dowse reads no text of such files; the file is found by its path alone; links:photo.jpg finds the "
                "documents that link to it"
            ),
        ),
        (".github/b.md#part", _BY_DOT),
        ("[[.github/b]]", _BY_DOT),
        (
            "build/c.md",
            (
                "dowse leaves out the folder build, since programs keep generated files in folders of this name; the "
                "line !build/ in .dowseignore includes it"
            ),
        ),
        ("drafts/d.md", _BY_DRAFTS),
        ("The Honey Plan#goals", _BY_DRAFTS),
        ("wax and more", _BY_DRAFTS),
        ("[[two]]", _BY_DRAFTS),
        ("b", _BY_DOT),
        ("sub/e.md", "a rule in sub/.gitignore excludes it; the line !e.md in sub/.dowseignore includes it"),
        (".env", "programs keep passwords in files of this name; the line !.env in .dowseignore includes it"),
    ],
)
def test_a_file_that_is_not_indexed_is_named_with_the_reason(unchanged: VaultSession, ref: str, why: str) -> None:
    for ask in (
        lambda: get(unchanged, GetRequest(ref)),
        lambda: why_not(unchanged, WhyNotRequest(ref, SearchRequest("honey"))),
    ):
        with pytest.raises(RefError) as error:
            ask()
        assert str(error.value).endswith(f" is in the vault and not indexed: {why}")


@pytest.mark.parametrize(
    "ref", ["nowhere.md", "../outside.md", "/etc/passwd", "link/outside.md", ".github/z.md", "build"]
)
def test_other_references_are_unknown_names(unchanged: VaultSession, ref: str) -> None:
    with pytest.raises(RefError, match="no document has the name"):
        get(unchanged, GetRequest(ref))


def test_a_line_that_the_reason_names_includes_the_file(vault: VaultSession, notes: Path) -> None:
    (notes / ".dowseignore").write_text("!.github/\n!drafts/\n!.env\n")
    (notes / "sub" / ".dowseignore").write_text("!e.md\n")
    for path in (".github/b.md", "drafts/d.md", "sub/e.md"):
        vault.scan_cache.forget()
        assert "honey" in get(vault, GetRequest(path)).text


def test_clients_with_a_scope_are_told_of_no_other_file(notes: Path, tmp_path: Path) -> None:
    scope = ClientScope(only=("path:a.md",))
    workspace = workspace_of([notes], index_dir=tmp_path / "index", scope=scope)
    for ref in ("big.md", "The honey plan"):
        with pytest.raises(RefError, match="no document has the name"):
            get(workspace.vault(), GetRequest(ref))


@contextmanager
def _as_other_user() -> Iterator[None]:
    """Permissions apply in the block, unlike to root, who may read everything."""
    uid = os.geteuid()
    if uid == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(uid)


@pytest.fixture
def unreadable(open_folder: Path) -> Iterator[Path]:
    """A folder that cannot be read, in a vault that anyone can."""
    (open_folder / "private").mkdir()
    (open_folder / "private" / "a.md").write_text("honey")
    (open_folder / "notes").mkdir()
    (open_folder / "notes" / "b.md").write_text("honey")
    for folder in (open_folder, open_folder / "notes"):
        folder.chmod(0o777)
    (open_folder / "private").chmod(0)
    yield open_folder / "private"
    (open_folder / "private").chmod(0o755)


def test_a_notebook_in_a_folder_of_vendored_code_is_left_out(notes: Path) -> None:
    (notes / "vendor").mkdir()
    (notes / "vendor" / "a.ipynb").write_bytes(notebook(code("x")))
    with closing(open_session(notes)) as vault:
        vault.sync()
        assert ("vendor/a.ipynb", "source code of others; the line !vendor/ in .dowseignore includes vendor") in (
            vault.vendored()
        )
        assert "vendor/a.ipynb" not in vault.engine.known()


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_a_file_in_a_folder_that_cannot_be_read_is_answered_with_the_folder(unreadable: Path) -> None:
    with closing(open_session(unreadable.parent)) as vault:
        for path in (vault.folder, *vault.folder.iterdir()):
            path.chmod(0o777)
        with _as_other_user():
            message = "^private/a.md is unknown: the folder private cannot be read .permission denied.$"
            with pytest.raises(RefError, match=message):
                why_not(vault, WhyNotRequest("private/a.md", SearchRequest("honey")))


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
@pytest.mark.parametrize(("link", "ref"), [("link", "link/a.md"), ("up", "up/private/a.md")])
def test_a_link_out_of_the_vault_is_not_followed_to_a_folder_that_cannot_be_read(
    unreadable: Path, link: str, ref: str
) -> None:
    notes = unreadable.parent / "notes"
    (notes / link).symlink_to(unreadable if link == "link" else unreadable.parent)
    with closing(open_session(notes)) as vault:
        for path in (vault.folder, *vault.folder.iterdir()):
            path.chmod(0o777)
        with _as_other_user(), pytest.raises(RefError, match="no document has the name"):
            why_not(vault, WhyNotRequest(ref, SearchRequest("honey")))


def test_a_rule_of_the_settings_is_named_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "dowse.toml").write_text('[ignore]\npatterns = ["drafts/"]\n')
    (tmp_path / "drafts").mkdir()
    (tmp_path / "drafts" / "a.md").write_text("honey")
    rule = r"a rule in \[ignore\] of dowse.toml or of your settings excludes the folder drafts"
    with closing(open_session(tmp_path)) as vault, pytest.raises(RefError, match=rule):
        get(vault, GetRequest("drafts/a.md"))


def test_a_folder_without_documents_is_said_to_be_one(vault: VaultSession) -> None:
    for name in ("Noten", "Notes", "Notes/deep"):
        (vault.root / name).mkdir()
    (vault.root / "Notes" / "deep" / "a.md").write_text("honey")
    outside = "no document has the name"
    for ref, said in (
        ("link/notes", outside),
        ("build", outside),
        ("..", outside),
        ("Noten/", "Noten is a folder in which no document is indexed"),
        ("Notes", "is a folder, not"),
    ):
        with pytest.raises(RefError, match=said):
            get(vault, GetRequest(ref))
