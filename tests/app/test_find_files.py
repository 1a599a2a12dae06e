"""Files found as they are now, with an index and without, and no trace of it left."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dowse
from dowse.app import file_filter, find_files
from dowse.app.find_files import FileListing, find, heads
from dowse.app.location import VaultLocation, location_of
from dowse.app.sessions.index_folders import index_folders
from dowse.app.sessions.index_placement import place_index
from dowse.app.sessions.vault_session import open_session
from dowse.app.vault_files import FolderFiles, other_files
from dowse.chunking.by_section import BySection
from dowse.engines.sqlite.file import readonly
from dowse.engines.sqlite.file.index_files import FILE
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.filesystem.read import read
from dowse.filesystem.walk import walk
from dowse.formats.registry import format_of
from dowse.indexing.batches import TimeBudget, index_words
from dowse.indexing.load import DocumentLoader
from dowse.model.errors import IndexBusyError, VaultError
from dowse.query.ast import And, Compare, Expr, FieldEquals, MatchAll, Modified, Not, Or, Property
from dowse.query.extract import conjunction
from dowse.query.select import decided
from dowse.settings.file_rules import FileRules
from dowse.settings.layer import Settings
from tests.conftest import ReadOnly
from tests.making_files import LONG_AGO, PATHS, TEXTS, TREES
from tests.tier_parameters import examples

_NOW = datetime(2026, 2, 14, 12).timestamp()  # noqa: DTZ001  # local on purpose
_DAY = 86_400.0


@pytest.fixture(autouse=True)
def _no_index_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DOWSE_INDEX_DIR", raising=False)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A vault, never indexed: the later in the alphabet, the newer."""
    root = tmp_path / "notes"
    put(root, "apple.md", "---\ntags: [fruit/red]\nrating: 4\ntype: recipe\n---\n# Pie\n")
    put(root, "docs/bread.md", "---\nkind: knowledge\nrating: 2\n---\n\nFlour. #baking\n", at=1)
    put(root, "docs/cake.txt", "Sugar.\n", at=2)
    put(root, "photo.png", b"\x89PNG\0\0", at=3)
    return root


def put(root: Path, path: str, text: str | bytes, *, at: int = 0) -> None:
    """Writes a file `at` seconds after LONG_AGO."""
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    os.utime(file, (LONG_AGO + at,) * 2)


def index(root: Path) -> None:
    """Makes an index of the vault in its usual place."""
    folder = place_index(root, chosen=None, settings=Settings(), environment=os.environ).folder
    engine = SqliteEngine(folder)
    paths = [file.path for file in walk(root, lambda path: format_of(path) is not None).found]
    intake = DocumentLoader(root, BySection(lambda text: len(text.split())))
    index_words(
        paths, lambda path: intake(path, None), engine, budget=TimeBudget(time.monotonic), progress=lambda _: None
    )
    engine.close()


def found(root: Path, *leaves: Expr, limit: int = 100) -> list[str]:
    """The paths of what is found."""
    return [file.path for file in listing(root, *leaves, limit=limit).files]


def listing(root: Path, *leaves: Expr, limit: int = 100) -> FileListing:
    """What is found."""
    return find(location_of(root), conjunction(*leaves), limit, now=_NOW)


def everything(folder: Path) -> Mapping[str, tuple[int, int, int, bytes]]:
    """All there is below a folder, itself included, as it is."""
    return {
        str(path): (
            (status := path.lstat()).st_mtime_ns,
            status.st_size,
            status.st_mode,
            path.read_bytes() if path.is_file() else b"",
        )
        for path in (folder, *folder.rglob("*"))
    }


TAGGED = FieldEquals("tag", "fruit")


# What is listed


def test_every_file_is_listed_whatever_it_holds_the_newest_first_and_then_by_path(notes: Path) -> None:
    put(notes, "b.pdf", b"%PDF", at=3)
    put(notes, ".gitignore", "*.log\n", at=-1)
    put(notes, "a.log", "x", at=9)
    put(notes, "node_modules/x.md", "x", at=9)
    put(notes, ".DS_Store", b"\0", at=9)
    (notes / "link.md").symlink_to(notes / "apple.md")
    assert found(notes) == ["b.pdf", "photo.png", "docs/cake.txt", "docs/bread.md", "apple.md", ".gitignore"]


def test_a_file_that_is_no_text_is_of_the_kind_file_and_called_by_its_whole_name(notes: Path) -> None:
    (head,) = heads(location_of(notes), listing(notes, FieldEquals("file", "photo")).files, now=_NOW)
    assert (head.kind, head.title, head.tags, head.modified) == ("file", "photo.png", frozenset(), LONG_AGO + 3)
    assert found(notes, FieldEquals("kind", "file")) == ["photo.png"]


@pytest.mark.parametrize("kind", ["file", "code"])
def test_a_minified_script_is_source_code_and_of_the_kind_file(notes: Path, kind: str) -> None:
    put(notes, "app.min.js", "var a=1;" * 2000)
    where = And((FieldEquals("kind", kind), FieldEquals("file", "app.min")))
    assert found(notes, where) == ["app.min.js"]


def test_a_tag_that_the_json_of_a_canvas_escapes_is_found(notes: Path) -> None:
    put(notes, "board.canvas", '{"nodes": [{"type": "text", "text": "x\\n#k\\u00fcche"}]}')
    assert found(notes, FieldEquals("tag", "küche")) == ["board.canvas"]


def test_a_text_that_is_too_large_is_listed_by_what_its_path_says(notes: Path) -> None:
    put(notes, "docs/large.md", "---\ntags: [fruit]\n---\n" + "word\n" * 1_000_000, at=5)
    (large,) = listing(notes, FieldEquals("file", "large")).files
    (head,) = heads(location_of(notes), [large], now=_NOW)
    assert (large.size, head.kind, head.title, head.tags) == (5_000_022, "doc", "large", frozenset())
    assert found(notes, TAGGED) == ["apple.md"]


def test_a_binary_under_a_texts_name_is_listed_and_has_no_tags(notes: Path) -> None:
    put(notes, "odd.md", b"#fruit \0\1\2\3\4\5\6\7" * 100, at=5)
    assert found(notes, FieldEquals("file", "odd")) == ["odd.md"]
    assert found(notes, TAGGED) == ["apple.md"]
    index(notes)
    assert found(notes, TAGGED) == ["apple.md"]
    assert found(notes, FieldEquals("kind", "note")) == ["odd.md", "apple.md"]


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (TAGGED, ["apple.md"]),
        (FieldEquals("tag", "baking"), ["docs/bread.md"]),
        (FieldEquals("type", "Recipe"), ["apple.md"]),
        (FieldEquals("kind", "knowledge"), ["docs/bread.md"]),
        (FieldEquals("kind", "doc"), ["docs/cake.txt"]),
        (FieldEquals("title", "pie"), ["apple.md"]),
        (Property("rating"), ["docs/bread.md", "apple.md"]),
        (Compare("rating", "number", 3), ["apple.md"]),
        (FieldEquals("path", "docs"), ["docs/cake.txt", "docs/bread.md"]),
        (FieldEquals("file", "docs/*.txt"), ["docs/cake.txt"]),
        (Or((FieldEquals("ext", "png"), TAGGED)), ["photo.png", "apple.md"]),
        (Not(Property("rating")), ["photo.png", "docs/cake.txt"]),
        (conjunction(FieldEquals("path", "docs"), Property("rating")), ["docs/bread.md"]),
        (Modified("epoch", LONG_AGO + 1, LONG_AGO + 3), ["docs/cake.txt", "docs/bread.md"]),
    ],
    ids=str,
)
def test_a_filter_finds_the_same_with_an_index_and_without(where: Expr, expected: list[str], notes: Path) -> None:
    assert found(notes, where) == expected
    index(notes)
    assert found(notes, where) == expected


def test_times_are_those_of_the_clock_on_the_wall(notes: Path) -> None:
    midnight = datetime(2026, 2, 14).timestamp()  # noqa: DTZ001  # local on purpose
    for name, at in (("before", midnight - 1), ("after", midnight)):
        put(notes, f"{name}.md", "x", at=int(at) - LONG_AGO)
    assert found(notes, Modified("day", 0, 1)) == ["after.md"]
    assert found(notes, Modified("age", float("-inf"), _DAY)) == ["after.md", "before.md"]


# Folders


@pytest.fixture
def plans(tmp_path: Path) -> Path:
    """A vault whose folders have names in common with its files."""
    root = tmp_path / "vault"
    put(root, "Plans.md", "#plan")
    put(root, "Work/Plans/Plan A.md", "#plan")
    put(root, "Work/Planning/b.md", "#plan")
    (root / "Work/Plans/Empty plan").mkdir()
    (root / "node_modules/plans").mkdir(parents=True)
    return root


def folders(root: Path, *leaves: Expr, limit: int = 100) -> list[str]:
    """The paths of the folders that are found."""
    return [folder.path for folder in listing(root, *leaves, limit=limit).folders]


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (FieldEquals("file", "plan"), ["Work/Planning/", "Work/Plans/", "Work/Plans/Empty plan/"]),
        (FieldEquals("file", "Plans"), ["Work/Plans/"]),
        (FieldEquals("file", "work/*"), ["Work/Planning/", "Work/Plans/", "Work/Plans/Empty plan/"]),
        (FieldEquals("path", "Work/Plans"), ["Work/Plans/Empty plan/"]),
        (Or((FieldEquals("path", "Work"), FieldEquals("path", "Work/Plans"))),
         ["Work/Planning/", "Work/Plans/", "Work/Plans/Empty plan/"]),
        (MatchAll(), ["Work/", "Work/Planning/", "Work/Plans/", "Work/Plans/Empty plan/"]),
    ],
    ids=str,
)  # fmt: skip
def test_folders_are_listed_by_name_and_place(where: Expr, expected: list[str], plans: Path) -> None:
    assert folders(plans, where) == expected


@pytest.mark.parametrize(
    "other",
    [FieldEquals("tag", "plan"), FieldEquals("kind", "note"), FieldEquals("type", "x"), Property("x"),
     Not(Property("x")), Modified("age", 0)],
    ids=str,
)  # fmt: skip
def test_no_folder_is_listed_under_any_other_filter(other: Expr, plans: Path) -> None:
    assert listing(plans, FieldEquals("file", "plan"), other).total_folders == 0


def test_folders_beyond_the_limit_are_counted(plans: Path) -> None:
    listed = listing(plans, FieldEquals("file", "plan"), limit=1)
    assert ([folder.path for folder in listed.folders], listed.total_folders) == (["Work/Planning/"], 3)


# How much is looked at


def test_names_and_times_are_told_without_reading_a_file(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_filter, "read", None)
    assert found(notes, FieldEquals("file", "cake"), Modified("age", 0)) == ["docs/cake.txt"]


def test_files_that_the_index_knows_as_they_are_are_not_read(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index(notes)
    monkeypatch.setattr(file_filter, "read", None)
    listed = listing(notes, TAGGED)
    assert [file.path for file in listed.files] == ["apple.md"]
    assert heads(location_of(notes), listed.files, now=_NOW)[0].title == "Pie"
    assert listing(notes, FieldEquals("status", "draft")).remarks == ("no document has the status 'draft'",)


def test_files_that_are_not_worth_reading_are_not_read_again(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(notes, "odd.md", b"#fruit \0\1\2\3\4\5\6\7" * 100)
    put(notes, "large.md", b"#fruit " * 1_000_000)
    index(notes)
    monkeypatch.setattr(file_filter, "read", None)
    assert found(notes, TAGGED) == ["apple.md"]


def test_reading_ends_when_there_are_enough_and_the_listing_says_so(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def noted(root: Path, path: str, *, now: float, first: tuple[bytes, ...]) -> object:
        opened.append(path)
        return read(root, path, now=now, first=first)

    monkeypatch.setattr(file_filter, "read", noted)
    listed = listing(notes, Not(TAGGED), FieldEquals("ext", "md"), limit=1)
    assert [file.path for file in listed.files] == opened == ["docs/bread.md"]
    assert not listed.is_whole


def test_the_total_counts_what_is_not_shown(notes: Path) -> None:
    assert (listing(notes, limit=1).total, listing(notes, limit=1).is_whole) == (4, True)
    index(notes)
    by_index = listing(notes, Property("rating"), limit=1)
    assert (by_index.total, by_index.is_whole) == (2, True)


def test_progress_counts_the_files_that_are_read(notes: Path) -> None:
    told: list[tuple[str, int, int]] = []
    find(location_of(notes), TAGGED, 9, now=_NOW, progress=lambda *each: told.append(each))
    assert told == [("words", 2, 4), ("words", 3, 4), ("words", 4, 4)]


# The state of the files, not that of the index


def test_a_file_that_changed_after_indexing_shows_what_it_says_now(notes: Path) -> None:
    index(notes)
    put(notes, "apple.md", "---\ntags: [vegetable]\n---\n# Leek\n", at=7)
    put(notes, "new.md", "#fruit\n", at=8)
    (notes / "docs" / "bread.md").unlink()
    assert found(notes, TAGGED) == ["new.md"]
    assert found(notes, FieldEquals("tag", "vegetable")) == ["apple.md"]
    assert found(notes, FieldEquals("tag", "baking")) == []
    assert [head.title for head in heads(location_of(notes), listing(notes).files, now=_NOW)] == [
        "new", "Leek", "photo.png", "cake",
    ]  # fmt: skip


def test_a_file_that_may_have_changed_unseen_is_read(notes: Path) -> None:
    """Written again within a tick of the clock, with as many bytes: the stamp in the index says so by its time, -1."""
    file = notes / "apple.md"
    later = time.time_ns() + 3_600_000_000_000
    os.utime(file, ns=(later, later))
    index(notes)
    file.write_bytes(file.read_bytes().replace(b"fruit/red", b"leek/wild"))
    os.utime(file, ns=(later, later))
    assert found(notes, TAGGED) == []
    assert found(notes, FieldEquals("tag", "leek")) == ["apple.md"]


def test_a_file_that_is_dated_as_one_of_which_nobody_knows_is_read(notes: Path) -> None:
    file = notes / "apple.md"
    os.utime(file, ns=(-1, -1))
    index(notes)
    file.write_bytes(file.read_bytes().replace(b"fruit/red", b"leek/wild"))
    os.utime(file, ns=(-1, -1))
    assert found(notes, TAGGED) == []


# No trace


_HOLDING = """
import sys
from pathlib import Path
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
engine = SqliteEngine(Path(sys.argv[1]))
engine.use_space("other", chunking="")
print("open", flush=True)
sys.stdin.readline()
"""


@contextmanager
def held_by_another(folder: Path) -> Iterator[None]:
    """Another process has the index open and has written to its log; in the end it is killed."""
    environment = {**os.environ, "PYTHONPATH": str(Path(dowse.__file__).parents[1])}
    with subprocess.Popen(
        [sys.executable, "-c", _HOLDING, str(folder)], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"open\n"
        yield
        other.kill()


def leaves_no_trace(folder: Path, notes: Path) -> bool:
    """Whether finding this and that in `notes` changes nothing in `folder`."""
    before = everything(folder)
    for where in (MatchAll(), TAGGED, FieldEquals("tag", "nothing"), Property("rating")):
        heads(location_of(notes), listing(notes, where).files, now=_NOW)
    return everything(folder) == before


def test_finding_leaves_no_trace(notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert leaves_no_trace(tmp_path, notes)
    index(notes)
    assert leaves_no_trace(tmp_path, notes)


def test_finding_leaves_no_trace_of_another_process_that_has_the_index_open_or_was_killed(
    notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    index(notes)
    with held_by_another(notes / ".dowse"):
        assert leaves_no_trace(tmp_path, notes)
    assert (notes / ".dowse" / f"{FILE}-wal").stat().st_size > 0
    assert leaves_no_trace(tmp_path, notes)


def test_nothing_is_needed_but_to_read_the_folder(notes: Path, open_folder: Path, read_only: ReadOnly) -> None:
    root = open_folder / "notes"
    shutil.copytree(notes, root)
    with read_only(root):
        assert found(root, TAGGED) == ["apple.md"]
    index(root)
    (root / ".dowse").chmod(0o555)
    with read_only(root):
        assert found(root, TAGGED) == ["apple.md"]


# An index that is of no use


def _run(file: Path, statements: str) -> None:
    connection = apsw.Connection(str(file))
    connection.execute(statements)
    connection.close()


def _is_noise(file: Path) -> None:
    file.write_bytes(bytes(range(256)) * 64)


def _is_torn(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def _is_foreign(file: Path) -> None:
    _run(file, "delete from tags; pragma application_id = 7")


def _is_older(file: Path) -> None:
    _run(file, "delete from tags; pragma user_version = 1")


def _has_lost_a_table(file: Path) -> None:
    _run(file, "drop table tags")


def _is_a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def _is_a_link(file: Path) -> None:
    _run(file, "delete from tags")
    file.rename(file.with_name("elsewhere.db"))
    file.symlink_to(file.with_name("elsewhere.db"))


def _misses_its_shared_memory(file: Path) -> None:
    with held_by_another(file.parent):
        pass
    file.with_name(f"{FILE}-shm").unlink()


@pytest.mark.parametrize(
    "spoil",
    [
        _is_noise, _is_torn, _is_foreign, _is_older, _has_lost_a_table, _is_a_folder, _is_a_link,
        _misses_its_shared_memory,
    ],
)  # fmt: skip
def test_an_index_that_is_of_no_use_is_not_used_and_left_as_it_is(spoil: Callable[[Path], None], notes: Path) -> None:
    index(notes)
    spoil(notes / ".dowse" / FILE)
    before = everything(notes)
    assert found(notes, TAGGED) == ["apple.md"]
    assert heads(location_of(notes), listing(notes, TAGGED).files, now=_NOW)[0].title == "Pie"
    assert listing(notes, FieldEquals("tag", "frut")).remarks == ("no tag #frut; did you mean #fruit/red?",)
    assert everything(notes) == before


def test_an_index_that_is_written_while_it_is_read_is_not_used(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a log SQLite is told that nothing changes, so somebody has to look whether that was true."""
    index(notes)
    put(notes, "apple.md", "---\ntags: [leek/red]\nrating: 4\ntype: recipe\n---\n# Pie\n")
    stamps = readonly._stamps

    def meanwhile(connection: apsw.Connection, table: str) -> object:
        found = stamps(connection, table)
        os.utime(notes / ".dowse" / FILE)
        return found

    monkeypatch.setattr(readonly, "_stamps", meanwhile)
    with pytest.raises(IndexBusyError):
        readonly.SqliteReadonly(notes / ".dowse").indexed_state(TAGGED)


@pytest.mark.parametrize(
    ("chosen", "environment"), [(None, {}), (Path("x"), {"DOWSE_INDEX_DIR": "y"}), (None, {"DOWSE_INDEX_DIR": "y"})]
)
def test_an_index_is_looked_for_where_searching_puts_it(
    chosen: Path | None, environment: Mapping[str, str], notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(notes.parent)
    environment = {**os.environ, **environment}
    places = list(index_folders(VaultLocation(notes, chosen), environment))
    assert not any(place.exists() for place in places)
    assert places == [place_index(notes, chosen=chosen, settings=Settings(), environment=environment).folder]


def test_the_index_of_a_read_only_vault_is_looked_for_in_the_cache_folder(
    notes: Path, open_folder: Path, read_only: ReadOnly, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(open_folder / "cache"))
    (open_folder / "cache").mkdir()
    (open_folder / "cache").chmod(0o777)
    shutil.copytree(notes, root := open_folder / "notes")
    assert list(index_folders(VaultLocation(root), os.environ)) == [root / ".dowse"]
    with read_only(root):
        folder = place_index(root, chosen=None, settings=Settings(), environment=os.environ).folder
    monkeypatch.setattr(os, "access", lambda *_: False)  # which asks for the real user, who may be root
    assert list(index_folders(VaultLocation(root), os.environ)) == [root / ".dowse", folder]


# What is said


def test_a_tag_or_a_type_that_no_file_has_is_named_with_the_nearest_one(notes: Path) -> None:
    for _ in ("without an index", "with one"):
        assert listing(notes, FieldEquals("tag", "bakin")).remarks == ("no tag #bakin; did you mean #baking?",)
        (told,) = listing(notes, FieldEquals("type", "recipes")).remarks
        assert "did you mean 'recipe'?" in told
        (told,) = listing(notes, Property("ratings")).remarks
        assert "did you mean 'rating'?" in told
        index(notes)


@pytest.mark.parametrize(
    ("pattern", "hint"),
    [
        ("calender", "no name contains 'calender'; did you mean 'calendar'?"),
        ("Weelky-calender 2026", "no name contains 'Weelky-calender 2026'; did you mean 'Weekly-calendar 2026'?"),
        ("Groesster", "no name contains 'Groesster'; did you mean 'Größter'?"),
        ("archvie", "no name contains 'archvie'; did you mean 'archive'?"),
        ("zyzzyva", "no name contains 'zyzzyva'; `search` searches the contents"),
        ("calender*", "no name matches 'calender*'"),
        ("tag:nix", "no name contains 'tag:nix'; `search` takes such a query"),
        ("#nix", "no name contains '#nix'; `search` takes such a query"),
        ("[nix]", "no name matches '[nix]'; `search` takes such a query"),
        ("ADR-7", "no name contains 'ADR-7'; did you mean '0007'?"),
        ("ADR-12", "no name contains 'ADR-12'; `search` searches the contents"),
        ("alenda", None),
    ],
)
def test_a_pattern_that_no_name_contains_suggests_the_closest_words_of_the_names(
    tmp_path: Path, pattern: str, hint: str | None
) -> None:
    for name in ("Weekly Calendar.md", "Archive/plan.txt", "Größter Teiler.md", "0007-caches.md", "12 Tides.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("text", "utf-8")
    found = listing(tmp_path, FieldEquals("file", pattern))
    assert (found.total, "".join(found.remarks)) == ((1, "") if hint is None else (0, hint))


def test_a_name_that_another_filter_leaves_out_is_not_corrected(tmp_path: Path) -> None:
    (tmp_path / "calendar.md").write_text("text", "utf-8")
    where = And((FieldEquals("file", "calendar"), FieldEquals("ext", "txt")))
    assert listing(tmp_path, where).remarks == ("there are no files ending in txt",)


def test_filters_that_no_file_matches_are_named_or_counted(notes: Path) -> None:
    index(notes)
    tags = FieldEquals("tag", "baking"), FieldEquals("tag", "fruit")
    assert listing(notes, *tags).remarks == ("no file matches all filters: 1 file tagged baking, 1 file tagged fruit",)
    assert listing(notes, FieldEquals("file", "apple"), tags[0]).remarks == (
        "no file matches all filters: 1 file with the file name apple, 1 file tagged baking",
    )
    assert listing(notes, FieldEquals("file", "zyzzyva"), tags[0]).remarks == (
        "no name contains 'zyzzyva'; `search` searches the contents",
    )
    assert listing(notes, Or((FieldEquals("kind", "skill"), FieldEquals("kind", "task")))).remarks == (
        "there are no files of the kind skill or of the kind task",
    )


def test_filters_after_the_fifth_are_counted_too(notes: Path) -> None:
    index(notes)
    absent = [Not(FieldEquals("tag", f"absent{n}")) for n in range(25)]
    tags = FieldEquals("tag", "baking"), FieldEquals("tag", "fruit")
    (said,) = listing(notes, *absent[:5], *tags).remarks
    assert said.endswith("not tagged absent4, 1 file tagged baking, 1 file tagged fruit")
    (said,) = listing(notes, *tags, *absent).remarks
    assert said.endswith("not tagged absent17 and 7 more filters")


def test_filters_of_files_that_are_not_indexed_are_not_counted(notes: Path) -> None:
    tags = FieldEquals("tag", "baking"), FieldEquals("tag", "fruit")
    assert listing(notes, *tags).remarks == ("no file matches all filters",)


def test_a_folder_that_is_not_there_is_named_with_the_nearest_one(notes: Path) -> None:
    (notes / "Empty").mkdir()
    for _ in ("without an index", "with one"):
        assert listing(notes, FieldEquals("path", "dosc")).remarks == (
            "no folder or file 'dosc'; did you mean 'docs'?",
        )
        assert listing(notes, FieldEquals("path", "nosuch"), TAGGED).remarks == ("no folder or file 'nosuch'",)
        either = Or((FieldEquals("path", "dosc"), FieldEquals("path", "nosuch")))
        assert listing(notes, either, TAGGED).remarks == (
            "no folder or file 'dosc'; did you mean 'docs'?",
            "no folder or file 'nosuch'",
        )
        assert listing(notes, Or((either, FieldEquals("path", "docs")))).remarks == ()
        assert listing(notes, FieldEquals("path", "Empty")).remarks == ("there are no files in Empty",)
        index(notes)


def test_a_property_that_is_compared_and_that_no_file_has_is_named_with_the_nearest_one(notes: Path) -> None:
    index(notes)
    told = ("no document has the property 'ratng'; did you mean 'rating'?",)
    high, low = Compare("ratng", "number", 3), Compare("ratng", "date", 3)
    for where in (high, Or((high, low)), And((high, low)), Not(high)):
        assert listing(notes, FieldEquals("tag", "fruit"), where).remarks == (() if isinstance(where, Not) else told)
    assert listing(notes, Compare("rating", "number", 9)).remarks == ("there are no files with rating ≥ 9",)


def test_a_query_for_search_is_named_also_if_it_has_a_star(notes: Path) -> None:
    assert listing(notes, FieldEquals("file", "tag:bak*")).remarks == (
        "no name matches 'tag:bak*'; `search` takes such a query",
    )
    assert listing(notes, FieldEquals("file", "bak*ing")).remarks == ("no name matches 'bak*ing'",)


@pytest.mark.parametrize(("pattern", "meant"), [("ake*", "*ake*"), ("*ake", "*ake*"), ("b?q*", ""), ("zzz*", "")])
def test_a_pattern_that_matches_inside_of_names_alone_has_the_pattern_that_does(
    notes: Path, pattern: str, meant: str
) -> None:
    said = f"no name matches {pattern!r}" + (f"; did you mean {meant!r}?" if meant else "")
    assert listing(notes, FieldEquals("file", pattern)).remarks == (said,)


def test_what_is_not_certain_is_not_said(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tag may be elsewhere, and the property have other values."""
    monkeypatch.setattr(find_files, "_SAMPLE", 1)
    uncertain = ("no file matches all filters",)
    assert listing(notes, FieldEquals("tag", "bakin"), FieldEquals("path", "docs")).remarks == uncertain
    assert listing(notes, Property("rating", "9")).remarks == ("there are no files with rating = 9",)
    index(notes)
    assert listing(notes, FieldEquals("tag", "bakin"), FieldEquals("path", "docs")).remarks == (
        "no tag #bakin; did you mean #baking?",
    )
    assert listing(notes, FieldEquals("tag", "baking"), FieldEquals("path", "Docs/Cake.txt")).remarks == (
        "no file matches all filters: 1 file tagged baking, 1 file in Docs/Cake.txt",
    )
    put(notes, "new.md", "#bakin\n", at=9)
    assert listing(notes, FieldEquals("tag", "bakin"), FieldEquals("path", "docs")).remarks == uncertain


def test_folders_that_cannot_be_looked_into_are_named(notes: Path, open_folder: Path, read_only: ReadOnly) -> None:
    root = open_folder / "notes"
    shutil.copytree(notes, root)
    (root / "docs").chmod(0)
    with read_only(root):
        listed = listing(root)
    assert [file.path for file in listed.files] == ["photo.png", "apple.md"]
    assert listed.remarks == ("cannot read docs; `dowse status` shows why",)


def test_a_vault_that_cannot_be_listed_is_an_error(notes: Path) -> None:
    place = location_of(notes)
    shutil.rmtree(notes)
    with pytest.raises(VaultError, match="does not exist"):
        find(place, MatchAll(), 1, now=_NOW)


# Any vault, any question


@pytest.mark.slow
@settings(max_examples=examples(40), derandomize=True, deadline=None)  # every one makes an index
@given(
    st.dictionaries(st.sampled_from(PATHS), TEXTS, min_size=1),
    st.lists(TREES, min_size=1, max_size=8),
    st.sets(st.sampled_from(PATHS)),
)
def test_an_index_changes_nothing_but_the_time_that_it_takes(
    texts: Mapping[str, str], trees: list[Expr], changed: set[str]
) -> None:
    """Oracle: every file parsed, and the tree decided from its head."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        for at, (path, text) in enumerate(texts.items()):
            put(root, path, text, at=at)
        place = VaultLocation(root)
        index(root)
        for path in changed & texts.keys():
            put(root, path, texts[path] + " #leek", at=9)
        every = find(place, MatchAll(), 100, now=_NOW).files
        parsed = heads(place, every, now=_NOW)
        for where in trees:
            expected = [head.path for head in parsed if decided(where, head, text=lambda _: False)]
            for asked in (place, location_of(root)):
                assert [file.path for file in find(asked, where, 100, now=_NOW).files] == expected
                assert [file.path for file in find(asked, where, 2, now=_NOW).files] == expected[:2]
        assert heads(location_of(root), every, now=_NOW) == parsed


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (FieldEquals("file", "weekly"), ["chaos/inbox/Weekly 12.md", "order/weekly.md"]),
        (FieldEquals("path", "chaos/inbox"), ["chaos/inbox/Weekly 12.md", "chaos/inbox/pie.md"]),
        (FieldEquals("tag", "#recipe"), ["chaos/inbox/pie.md"]),
        (FieldEquals("tag", "#meeting"), ["order/weekly.md"]),
        (Property("status", "draft"), ["chaos/inbox/Weekly 12.md"]),
    ],
)
def test_the_examples_of_find_in_witness(tmp_path: Path, asked: Expr, expected: list[str]) -> None:
    """“"weekly" finds all files with "weekly" in the name”, “"chaos/inbox"”, “"#recipe", "#meeting"”,
    “{"key": "status", "value": "draft"}”.
    """
    put(tmp_path, "chaos/inbox/Weekly 12.md", "---\nstatus: draft\n---\n")
    put(tmp_path, "chaos/inbox/pie.md", "Apples. #recipe\n")
    put(tmp_path, "order/weekly.md", "---\ntags: [meeting]\nstatus: done\n---\n")
    assert sorted(found(tmp_path, asked)) == expected


def test_the_examples_of_file_search_in_graph_memory(tmp_path: Path) -> None:
    """“exact filename queries (e.g. "embedder.ts") find files”."""
    put(tmp_path, "src/lib/embedder.ts", "export {}\n")
    put(tmp_path, "src/lib/other.ts", "export {}\n")
    assert found(tmp_path, FieldEquals("file", "embedder.ts")) == ["src/lib/embedder.ts"]


def test_other_files_and_folders_are_those_that_the_settings_do_not_ignore(tmp_path: Path) -> None:
    for name in ("a.md", "images/b.png", "build/c.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"x")
    rules = FileRules(("build/", "images/*.jpg"))
    assert other_files(FolderFiles(tmp_path, rules), rules) == {"images/", "images/b.png"}


@pytest.mark.parametrize("indexed", [False, True])
def test_texts_of_a_folder_of_the_kind_file_are_found_as_files(indexed: bool, notes: Path) -> None:
    put(notes, "dowse.toml", '[kinds]\n"docs/" = "file"\n')
    if indexed:
        with closing(open_session(notes)) as session:
            session.sync()
    place = location_of(notes)
    files = find(place, FieldEquals("kind", "file"), 10, now=_NOW).files
    assert {file.path for file in files} == {"docs/bread.md", "docs/cake.txt", "photo.png", "dowse.toml"}
    assert [head.title for head in heads(place, [f for f in files if "bread" in f.path], now=_NOW)] == ["bread.md"]
    assert find(place, FieldEquals("tag", "baking"), 10, now=_NOW).files == ()
