"""Commands without FOLDER, and with a folder of a vault: which vault answers, and that the answer says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interfaces.desk import Desk

_LEFT_OUT = (
    "dowse: 1 Markdown file in folders whose names begin with a dot left out: .github (1); the line !.github/ in "
    ".dowseignore includes .github"
)

pytestmark = pytest.mark.slow  # several commands for each of them


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder with notes in two folders, and one with a dot."""
    folder = tmp_path / "notes"
    files = {"sheep/a.md": "# Wool\n\nSheep give wool.\n", "moths/b.md": "# Silk\n", ".github/c.md": "# Wool bug\n"}
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True)
        (folder / path).write_text(text)
    (tmp_path / "home").mkdir()
    return folder


def _desk(folder: Path) -> Desk:
    home = next(each for each in folder.parents if (each / "home").is_dir()) / "home"
    return Desk(folder, {"DOWSE_INDEX_DIR": "", "HOME": str(home)})


def test_a_folder_with_notes_is_searched_without_being_named(notes: Path) -> None:
    shown = _desk(notes).dowse("search", "wool", "--mode", "fulltext", "--files")
    assert (shown.out, shown.code) == ("sheep/a.md\n", 0)
    assert shown.err.splitlines() == [
        f"dowse: the vault is the working folder {notes}",
        _LEFT_OUT,
    ]
    assert _desk(notes / "moths").dowse("search", "silk", "--files").err == f"dowse: the vault is {notes}\n"
    assert _desk(notes).dowse("search", "wool", "--mode", "fulltext", "--files").err == ""


def test_a_folder_of_a_vault_is_searched_with_the_index_of_the_vault(notes: Path) -> None:
    assert _desk(notes).dowse("index", ".").code == 0
    for arguments in (("search", "silk", "--files"), ("find", "*.md")):
        shown = _desk(notes / "moths").dowse(*arguments[:2], ".", *arguments[2:])
        assert (shown.out, shown.code) == ("moths/b.md\n", 0)
        assert shown.err == (
            f"dowse: moths is a folder of the vault {notes}; `dowse vault add {notes}/moths` makes it a vault of its "
            "own\n"
        )
    assert _desk(notes).dowse("search", "wool", "moths", "--mode", "fulltext", "--files").code == 1
    assert _desk(notes).dowse("related", "b.md", "moths").code in {0, 1}
    assert _desk(notes).dowse("status", "moths").out.startswith(f"notes  {notes}\n")
    assert not list(notes.glob("*/.dowse"))


def test_a_folder_with_an_index_of_its_own_names_the_vault_around_it(notes: Path) -> None:
    assert _desk(notes).dowse("index", "moths").code == 0
    assert _desk(notes).dowse("index", ".").code == 0
    said = (
        f"dowse: the vault is {notes}/moths, a folder of the vault {notes} with an index of its own; "
        f"`dowse search QUERY {notes} --path moths` searches the larger vault; delete {notes}/moths/.dowse to search "
        f"always that, or give the folder a name with `dowse vault add {notes}/moths`\n"
    )
    assert _desk(notes).dowse("search", "silk", "moths", "--files").err == said
    assert _desk(notes / "moths").dowse("search", "silk", "--files").err == said
    assert _desk(notes).dowse("vault", "add", "moths").code == 0
    assert _desk(notes).dowse("search", "silk", "moths", "--files").err == ""


def test_paths_are_below_the_folder_of_the_vault(notes: Path) -> None:
    (notes / "sheep" / "old").mkdir()
    (notes / "sheep" / "old" / "d.md").write_text("# Wool of old\n")
    assert _desk(notes).dowse("index", ".").code == 0
    search = ("search", "wool", "sheep", "--files", "--path")
    assert _desk(notes).dowse(*search, "old").out == "sheep/old/d.md\n"
    assert _desk(notes).dowse(*search, "./sheep/old").out == "sheep/old/d.md\n"
    assert _desk(notes).dowse("find", "*.md", "sheep", "--path", "old").out == "sheep/old/d.md\n"


def test_a_folder_with_a_dot_that_is_named_is_a_vault_of_its_own(notes: Path) -> None:
    assert _desk(notes).dowse("index", ".").code == 0
    shown = _desk(notes).dowse("search", "wool", ".github", "--files")
    assert (shown.out, shown.code) == ("c.md\n", 0)
    assert shown.err == f"dowse: the vault {notes} leaves .github out; it is searched as a vault of its own\n"


def test_an_empty_answer_names_what_is_not_searched(notes: Path) -> None:
    (notes / "long.md").write_text("wool " * 900_000)
    (notes / ".github" / "c.md").write_text("# Alpaca\n")
    assert _desk(notes).dowse("index", ".").code == 0
    shown = _desk(notes).dowse("search", "alpaca", ".", "--mode", "fulltext")
    assert shown.code == 1
    assert shown.err.splitlines()[-2:] == [
        "dowse: 1 file is not searched: long.md (larger than 4 MiB); `dowse status` lists skipped files",
        _LEFT_OUT,
    ]


def test_the_number_of_files_is_said_before_a_large_first_index(notes: Path) -> None:
    for number in range(2_001):
        (notes / f"{number}.md").write_text("wool")
    shown = _desk(notes).dowse("index", ".")
    assert shown.err.startswith(f"dowse: indexing 2,003 files of {notes} for the first time; Ctrl-C keeps")
    assert "for the first time" not in _desk(notes).dowse("index", ".").err


def test_a_question_says_the_number_of_files_before_a_first_index_of_much_text(notes: Path) -> None:
    for number in range(4):
        (notes / f"{number}.txt").write_text(f"wool {number}{' ' * 3_000_000}")
    shown = _desk(notes).dowse("get", "0.txt:1:1")
    assert shown.err.startswith(f"dowse: indexing 6 files of {notes} for the first time; Ctrl-C keeps")


def test_the_default_vault_says_its_name_and_how_to_search_here(notes: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    desk = _desk(tmp_path / "elsewhere")
    assert desk.dowse("vault", "add", str(notes)).code == 0
    for command in (("search", "wool", "--files"), ("find", "*.md"), ("related", "a.md"), ("status",)):
        shown = desk.dowse(*command)
        assert (
            f"the vault is the default one, notes ({notes}), since the working folder is in no vault; "
            "`.` as FOLDER selects the working folder\n"
        ) in shown.out + shown.err, command


@pytest.mark.parametrize(
    ("ref", "shows"),
    [("b.md", "# Silk\n"), ("b.md#silk", "# Silk\n"), ("b.md:1:1", "# Silk\n"), ("b.md@0", "# Silk\n")],
)
def test_the_path_of_a_file_selects_the_vault_around_it(ref: str, shows: str, notes: Path) -> None:
    _desk(notes).dowse("index", ".")
    other = notes.parent / "other"
    other.mkdir()
    (other / "d.md").write_text("# Flax\n")
    assert _desk(notes.parent).dowse("get", f"notes/moths/{ref}").out == shows
    assert _desk(other).dowse("get", f"../notes/moths/{ref}").out == shows
    assert _desk(other).dowse("get", f"{notes}/moths/{ref}").out == shows
    assert _desk(notes).dowse("get", f"moths/{ref}").out == shows


def test_a_file_of_an_indexed_folder_makes_no_index_of_the_folder_around(notes: Path) -> None:
    assert _desk(notes).dowse("index", "sheep").code == 0
    shown = _desk(notes).dowse("get", "sheep/a.md")
    assert (shown.out, shown.err) == ("# Wool\n\nSheep give wool.\n", "")
    assert [each.parent.name for each in notes.rglob(".dowse")] == ["sheep"]


def test_a_file_in_no_vault_is_not_shown(notes: Path) -> None:
    (notes.parent / "home" / "e.md").write_text("# Linen\n")
    shown = _desk(notes).dowse("get", "../home/e.md")
    assert (shown.out, shown.code) == ("", 2)
    folder = notes.parent / "home"
    assert shown.err == f"dowse: {folder}/e.md is in no vault; name its folder first: `dowse index {folder}`\n"


def test_the_path_of_a_folder_selects_the_vault_around_it_and_makes_no_index(notes: Path) -> None:
    (notes / "sheep" / "README.md").write_text("# Flock\n")
    assert _desk(notes).dowse("index", ".").code == 0
    other = notes.parent / "other"
    (other / "yarn").mkdir(parents=True)
    (other / "d.md").write_text("# Flax\n")
    (other / "yarn" / "e.md").write_text("# Yarn\n")
    for folder in ("../notes/sheep", f"{notes}/sheep/"):
        assert _desk(other).dowse("get", folder).out == "# Flock\n"
    assert "names no document" in _desk(other).dowse("get", f"{notes}").err
    yarn = other / "yarn"
    advice = f"{yarn} is a folder in no vault; `dowse search QUERY {yarn}` indexes and searches it"
    assert _desk(notes).dowse("get", "../other/yarn").err == f"dowse: {advice}\n"
    assert [each.parent for each in notes.parent.rglob(".dowse")] == [notes]


def test_a_missing_file_in_a_folder_of_another_vault_is_missing_there_and_makes_no_index(notes: Path) -> None:
    assert _desk(notes).dowse("index", ".").code == 0
    other = notes.parent / "other"
    other.mkdir()
    (other / "d.md").write_text("# Flax\n")
    for command in (("get",), ("related",), ("links", "--of")):
        shown = _desk(other).dowse(*command, "../notes/zyzzyva.md")
        assert (shown.code, "no document has the name 'zyzzyva.md'" in shown.err) == (2, True)
    assert [each.parent for each in notes.parent.rglob(".dowse")] == [notes]
    assert "outside of the vault" in _desk(other).dowse("get", "../zyzzyva.md").err


def test_an_address_from_the_root_of_a_site_is_that_of_a_note(notes: Path) -> None:
    (notes / "sheep" / "e.md").write_text("# Flock\n\nText. [Wool](/d.md)\n")
    desk = _desk(notes)
    assert desk.dowse("get", "/sheep/e").out == "# Flock\n\nText. [Wool](/d.md)\n"
    assert desk.dowse("links", "--of", "/sheep/e.md", ".").code == 0
    assert "no document has the name '/zyzzyva/e.md'" in desk.dowse("get", "/zyzzyva/e.md").err
    assert "outside of the vault" in desk.dowse("get", "/etc/e.md").err


def test_the_links_of_a_note_in_another_vault_are_those_there(notes: Path) -> None:
    (notes / "wool.md").write_text("# Wool\n\n[[sheep wool]]\n")
    assert _desk(notes).dowse("index", ".").code == 0
    other = notes.parent / "other"
    other.mkdir()
    (other / "wool.md").write_text("# Flax\n")
    assert "wool.md:3" in _desk(other).dowse("links", "--of", f"{notes}/wool.md").out
    assert [each.parent for each in notes.parent.rglob(".dowse")] == [notes]


@pytest.mark.parametrize(("name", "text"), [("passwd", "x"), ("fstab", "# file systems\n/ ext4\n"), ("photo.jpg", "x")])
def test_nobody_is_advised_to_index_the_folder_of_a_file_that_is_not_read(notes: Path, name: str, text: str) -> None:
    file = notes.parent / "home" / name
    file.write_text(text)
    assert _desk(notes).dowse("index", ".").code == 0
    shown = _desk(notes).dowse("get", f"../home/{name}")
    assert (shown.out, shown.code) == ("", 2)
    assert shown.err == f"dowse: {file} lies outside of the vault {notes}, and has no format that dowse reads\n"
