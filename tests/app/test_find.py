"""Files and folders of vaults, page by page."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowse.app.find import FindRequest, find
from dowse.app.location import location_of


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault with two files and two folders that have the same word in their names."""
    for path in ("plan.md", "Plan B/plan.txt", "Plans/other.md"):
        file = tmp_path / path
        file.parent.mkdir(exist_ok=True)
        file.write_text("x")
    return tmp_path


def test_folders_follow_the_files_with_their_own_kind(vault: Path) -> None:
    result = find([location_of(vault)], FindRequest("plan"))
    assert {file.path for file in result.files[:2]} == {"plan.md", "Plan B/plan.txt"}
    assert [(file.path, file.title, file.kind, file.size) for file in result.files[2:]] == [
        ("Plan B/", "Plan B", "folder", 0),
        ("Plans/", "Plans", "folder", 0),
    ]
    assert (result.total, result.folders) == (4, 2)


@pytest.mark.parametrize("folder", ["", "site/"])
def test_a_page_that_is_not_indexed_has_the_title_of_the_navigation(folder: str, tmp_path: Path) -> None:
    (tmp_path / folder / "docs" / "guide").mkdir(parents=True)
    for name, text in (("guide/fees.md", "text"), ("guide/own.md", "---\ntitle: Own\n---\n"), ("other.md", "text")):
        (tmp_path / folder / "docs" / name).write_text(text)
    nav = "nav:\n  - Fees of boats: guide/fees.md\n  - Another: guide/own.md\n"
    (tmp_path / folder / "mkdocs.yml").write_text(nav)
    result = find([location_of(tmp_path)], FindRequest(".md"))
    assert {file.path.rpartition("/")[2]: file.title for file in result.files} == {
        "fees.md": "Fees of boats",
        "own.md": "Own",
        "other.md": "other",
    }


def test_a_page_that_is_not_indexed_has_the_attributes_of_its_component_in_its_title(tmp_path: Path) -> None:
    pages = tmp_path / "docs" / "modules" / "ROOT" / "pages"
    pages.mkdir(parents=True)
    (tmp_path / "docs" / "antora.yml").write_text("name: boats\nasciidoc:\n  attributes:\n    product: Boats\n")
    (pages / "fees.adoc").write_text("= Fees of {product}\n\ntext\n")
    (tmp_path / "other.adoc").write_text("= Of {product}\n")
    result = find([location_of(tmp_path)], FindRequest(".adoc"))
    titles = {file.path.rpartition("/")[2]: file.title for file in result.files}
    assert titles == {"fees.adoc": "Fees of Boats", "other.adoc": "Of {product}"}


def test_pages_continue_from_files_to_folders(vault: Path) -> None:
    pages = [find([location_of(vault)], FindRequest("plan", limit=1, offset=at)).files for at in range(5)]
    assert [len(page) for page in pages] == [1, 1, 1, 1, 0]
    assert [page[0].path for page in pages[2:4]] == ["Plan B/", "Plans/"]


def test_a_file_of_two_vaults_is_listed_in_the_inner_one(vault: Path) -> None:
    (vault / "Plan B" / "sub").mkdir()
    (vault / "Plan B" / "sub" / "plan.md").write_text("x")
    (vault / "Plan B" / "dowse.toml").write_text('[ignore]\npatterns = ["plan.txt"]\n')
    result = find([location_of(vault), location_of(vault / "Plan B")], FindRequest("plan"))
    listed = {(file.vault, file.path) for file in result.files}
    outer = {(vault.name, path) for path in ("plan.md", "Plan B/plan.txt", "Plan B/", "Plans/")}
    assert listed == {*outer, ("Plan B", "sub/plan.md")}
    assert result.total == len(result.files) == 5


def test_folders_of_several_vaults_carry_the_name_of_their_vault(vault: Path) -> None:
    locations = [location_of(vault), location_of(vault / "Plan B")]
    folders = [file for file in find(locations, FindRequest("Plan")).files if file.kind == "folder"]
    assert [(file.vault, file.path) for file in folders] == [(vault.name, "Plan B/"), (vault.name, "Plans/")]


@pytest.mark.parametrize(
    ("pattern", "tag", "remarks"),
    [
        ("knee", "", ()),
        ("", "recipe", ()),
        ("", "recipes", ("no tag #recipes; did you mean #recipe?",)),
        ("ankel", "", ("no name contains 'ankel'; did you mean 'ankle'?",)),
        ("ankel " * 40, "", (f"no name contains '{'ankel ' * 13}a…'",)),
        ("hip", "", ("no name contains 'hip'; `search` searches the contents",)),
    ],
)
def test_of_several_vaults_it_is_told_once_what_none_of_them_has(
    pattern: str, tag: str, remarks: tuple[str, ...], tmp_path: Path
) -> None:
    for path, text in {"a/note.md": "x", "b/knee.md": "#recipe", "b/ankle.md": "x"}.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    places = [location_of(tmp_path / name) for name in "ab"]
    result = find(places, FindRequest(pattern, tag=(tag,) if tag else ()))
    assert (result.remarks, bool(result.total)) == (remarks, not remarks)
