"""Whatever is typed, the command answers in words: no traceback, and an exit code that scripts can rely on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interfaces.desk import Desk, Shown


def refused(shown: Shown) -> str:
    """The one message of a command that failed."""
    assert shown.code == 2, shown
    assert shown.out == ""
    assert "Traceback" not in shown.err
    return shown.err.removeprefix("dowse: ").removesuffix("\n")


def test_a_folder_that_is_not_there_is_named(desk: Desk) -> None:
    told = refused(desk.dowse("search", "tax", "nowhere"))
    assert told.startswith(f"there is no folder {desk.folder}/nowhere; check the path")


@pytest.mark.parametrize("command", ["search tax", "status", "find", "index", "links", "vault add", "find tax"])
def test_a_name_that_is_too_long_for_a_folder_is_answered_in_words(desk: Desk, command: str) -> None:
    told = refused(desk.dowse(*command.split(), "word" * 1_000))
    assert told.startswith("no vault here" if command == "find" else ("no folder", "there is no folder"))


@pytest.mark.parametrize(
    ("command", "missing", "near"),
    [
        ("search tax ./ntoes", "ntoes", "notes"),
        ("index ntoes", "ntoes", "notes"),
        ("find ./ntoes", "ntoes", "notes"),
        ("find *.md ntoes/sub", "ntoes/sub", "notes/sub"),
        ("links notes/sbu", "notes/sbu", "notes/sub"),
    ],
)
def test_a_misspelt_folder_has_the_most_similar_one(command: str, missing: str, near: str, tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    (desk.notes / "sub").mkdir(parents=True)
    told = refused(desk.dowse(*command.split()))
    assert told.startswith(f"there is no folder {tmp_path}/{missing}; did you mean {tmp_path}/{near}?")
    assert [each.name for each in desk.notes.iterdir()] == ["sub"]


def test_the_name_of_a_vault_in_the_place_of_a_folder_is_answered_with_the_option(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    desk.dowse("vault", "add", "notes", "--name", "work")
    told = refused(desk.dowse("search", "tax", "Work"))
    assert told == f"there is no folder {tmp_path}/Work; `--vault Work` selects the vault with that name"


def test_only_a_search_says_of_a_missing_folder_that_a_query_has_quotes(desk: Desk) -> None:
    for command in (("status", "nowhere"), ("index", "nowhere"), ("find", "*.md", "nowhere")):
        assert refused(desk.dowse(*command)) == f"there is no folder {desk.folder}/nowhere; check the path"
    assert refused(desk.dowse("search", "tax", "nowhere")).endswith(
        'check the path, and put a query of several words in quotes: `dowse search "two words" [FOLDER]`'
    )
    with_vault = refused(desk.dowse("search", "-v", "notes", "rotate", "keys"))
    assert with_vault == (
        "there is no folder keys; --vault names the vault already, and put a query of several words in quotes: "
        '`dowse search "two words" [FOLDER]`'
    )


def test_links_of_a_missing_folder_name_the_option_for_a_document(desk: Desk) -> None:
    advice = "check the path; for a document write `dowse links --of 'Kevin Kelly'`"
    assert refused(desk.dowse("links", "Kevin Kelly")) == f"there is no folder {desk.folder}/Kevin Kelly; {advice}"


@pytest.mark.parametrize("query", ["./notes", "notes/", "./notes/", ".", "..", "{folder}/notes", "../{name}"])
def test_a_folder_in_the_place_of_the_query_is_answered_without_an_index(query: str, tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    (desk.notes / "a.md").write_text("# Bread\n")
    written = query.format(folder=tmp_path, name=tmp_path.name)
    told = refused(desk.dowse("search", written))
    assert told == f"{written} is a folder; did you mean `dowse search QUERY {written}`?"
    assert not list(tmp_path.rglob("*.db"))


@pytest.mark.parametrize("query", ["notes", "./nowhere", "/usr/", "bread ./notes"])
def test_a_word_or_a_pattern_or_a_path_without_a_folder_is_a_query(query: str, tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    (desk.notes / "a.md").write_text("# Bread notes\n")
    assert "is a folder" not in desk.dowse("search", query).err
    assert "is a folder" not in desk.dowse("search", query, "notes").err


@pytest.mark.parametrize("query", ["", " "])
def test_an_empty_query_is_answered_without_an_index(query: str, tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    (desk.notes / "a.md").write_text("# Bread\n")
    shown = desk.dowse("search", query, "notes")
    assert (shown.out, shown.code) == ("", 1)
    assert shown.err.splitlines() == [
        "dowse: the query is empty; write a word, a question or a filter such as tag:x",
        "dowse: the index has no document; a search with a query updates it",
    ]
    assert not list(tmp_path.rglob("*.db"))
    assert desk.dowse("search", query, "notes", "--kind", "note", "--files").out == "a.md\n"


def test_several_folders_of_a_search_are_answered_with_names_of_vaults(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    for name in ("flask", "trpc"):
        (tmp_path / name).mkdir()
    told = refused(desk.dowse("search", "hello", "flask", "trpc"))
    assert "dowse vault add FOLDER for each, then QUERY -v flask -v trpc" in told
    assert "in quotes" not in told
    assert "in quotes" in refused(desk.dowse("search", "hello", "my", "trpc"))


@pytest.mark.parametrize(
    "command",
    [
        ("search", "tax", ""),
        ("find", "tax", ""),
        ("status", ""),
        ("index", ""),
        ("vault", "add", ""),
        ("serve", ""),
        ("mcp", ""),
        ("status", ".", "--index-dir", ""),
    ],
    ids=lambda command: command[0],
)
def test_an_empty_path_is_refused_and_nothing_is_indexed(command: tuple[str, ...], tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    told = refused(desk.dowse(*command))
    assert told.endswith("the path is empty; write . for the working folder")
    assert [*tmp_path.rglob("*.db")] == []


def test_a_file_is_no_vault_and_its_folder_is_offered(desk: Desk) -> None:
    told = refused(desk.dowse("search", "tax", "notes/Daily/2026-02-08.md"))
    assert told.startswith(f"{desk.notes}/Daily/2026-02-08.md is a file;")
    assert "`dowse get --outline FILE` and `dowse links --of FILE` take one; else name its folder" in told
    assert told.endswith(f": `dowse search QUERY {desk.notes}/Daily`")


def test_a_command_for_the_outline_is_named(desk: Desk) -> None:
    assert "dowse get --outline FILE" in desk.dowse("outline", "notes/Daily/2026-02-08.md").err


def test_a_long_word_is_repeated_in_part(desk: Desk) -> None:
    told = desk.dowse("search", "q" * 10_000, "notes").err
    assert f"contains '{'q' * 80}…'" in told
    assert len(told) < 1_000


def test_the_nearest_in_meaning_are_not_called_nothing(desk: Desk) -> None:
    shown = desk.dowse("search", "zzqqxy", "notes")
    assert shown.out.startswith("No document contains 'zzqqxy'; nearest in meaning:\n")
    assert ("nothing found" in shown.err, "zzqqxy" in shown.err, shown.code) == (False, False, 1)
    as_files = desk.dowse("search", "zzqqxy", "notes", "--files")
    assert as_files.err.startswith("dowse: nothing found\ndowse: no document contains 'zzqqxy'\n")


def test_the_place_of_a_symbol_is_told_beside_its_text(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    (desk.notes / "a.py").write_text("import os\n\n\ndef moor_boat():\n    return os\n")
    shown = desk.dowse("get", "moor_boat", "notes")
    assert (shown.out, shown.err) == ("def moor_boat():\n    return os\n", "dowse: a.py:4\n")
    assert desk.dowse("get", "a.py#moor_boat", "notes").err == ""
    (desk.notes / "C# boats.md").write_text("---\naliases: [sharp boats]\n---\n")
    assert desk.dowse("get", "sharp boats", "notes").err == ""


@pytest.mark.parametrize("files", [(), ("a.pdf", "b.csv")])
def test_a_search_of_a_folder_without_documents_names_the_folder_and_the_formats(
    files: tuple[str, ...], tmp_path: Path
) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    for name in files:
        (desk.notes / name).write_text("tax")
    shown = desk.dowse("search", "tax", "notes")
    assert (shown.out, shown.code) == ("", 1)
    assert shown.err.startswith(
        f"dowse: nothing found\ndowse: 0 documents in {desk.notes}; dowse indexes .md, .markdown,"
    )


def test_a_search_of_a_folder_with_documents_has_no_remark_on_formats(desk: Desk) -> None:
    told = desk.dowse("search", '"no such phrase"', "notes").err
    assert told.startswith("dowse: nothing found\n")
    assert "dowse indexes" not in told


def test_weights_of_0_are_refused_with_the_reason(desk: Desk) -> None:
    told = refused(desk.dowse("search", "tax", "notes", "--weights", "0,0,0"))
    assert "expected one to three numbers, not all of them 0, such as 0.7,0.2,0.1, got '0,0,0'" in " ".join(
        told.split()
    )


def test_a_key_outside_of_its_table_is_refused_with_the_right_key(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "dowse.toml").write_text('profile = "recent"\n')
    told = refused(Desk(tmp_path).dowse("search", "tax", "notes"))
    assert told.endswith("dowse.toml:1: profile: unknown key; did you mean search.profile?")


@pytest.mark.parametrize(
    "command",
    [
        ("search", "tax", "notes", "--json", "--files"),
        ("search", "tax", "notes", "--jsonl", "--format=csv"),
        ("search", "tax", "notes", "--format", "csv", "--json"),
        ("find", "tax", "notes", "--json", "--jsonl"),
        ("related", "tax", "notes", "--json", "--files"),
    ],
    ids=" ".join,
)
def test_two_output_formats_are_refused(command: tuple[str, ...], desk: Desk) -> None:
    told = refused(desk.dowse(*command))
    assert f"cannot be combined: `dowse {command[0]}` has one output format" in " ".join(told.split())


def test_an_output_format_may_be_in_capitals(desk: Desk) -> None:
    assert desk.dowse("search", "tax", "notes", "--format", "CSV").out.startswith("score,path,")


_LONG = "tax budget " * 9_100


@pytest.mark.parametrize(
    "query",
    [
        "a\x01\x1b[31mb\x7f\x9b",
        b"caf\xe9 \xff tax",
        "🚲😀\u200d🦽 \U0010ffff",
        _LONG,
        "(" * 100_000,
        "+tag:x " * 14_000,
        f"./{'a' * 300}",
        "a-" * 40_000,
    ],
    ids=["control characters", "not UTF-8", "emoji", "100 kB", "brackets", "fields", "long path", "hyphens"],
)
def test_any_query_is_answered(query: str | bytes, desk: Desk) -> None:
    shown = desk.dowse("search", query, "notes")
    assert shown.code in {0, 1}
    assert "Traceback" not in shown.err
    assert "\x1b" not in shown.out + shown.err


def test_a_reference_of_100_kb_is_not_repeated_in_full(desk: Desk) -> None:
    told = refused(desk.dowse("get", "x" * 100_000, "notes"))
    assert told.startswith("no document has the name 'xxx")
    assert len(told) < 2000


@pytest.mark.parametrize("command", ["find", "get"])
def test_names_that_are_not_utf8_are_looked_for_and_not_found(command: str, desk: Desk) -> None:
    shown = desk.dowse(command, b"caf\xe9\x1b", "notes")
    assert shown.code == (1 if command == "find" else 2)
    assert "Traceback" not in shown.err
    assert "\x1b" not in shown.err


def test_a_folder_name_that_is_not_utf8_is_named_in_the_error(desk: Desk) -> None:
    assert refused(desk.dowse("search", "tax", b"caf\xe9")).startswith("there is no folder")


def test_escape_codes_in_a_note_do_not_reach_the_terminal(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.notes.mkdir()
    (desk.notes / "a.md").write_text("# Red \x1b[31m\n\nA heron \x1b]8;;http://x\x1b\\ flies.\n")
    shown = desk.dowse("search", "heron", "notes")
    assert "heron" in shown.out
    assert "\x1b" not in shown.out


def test_a_bug_is_told_in_two_lines_and_shown_in_full_when_asked_for(tmp_path: Path) -> None:
    broken = "import dowse.interfaces.cli.profiles as p; p.profiles_command.callback = lambda **_: 1 / 0"
    told = refused(Desk(tmp_path).dowse_after(broken, "profiles"))
    assert told.splitlines()[0] == "a bug in dowse: ZeroDivisionError: division by zero"
    asked = Desk(tmp_path, {"DOWSE_DEBUG": "1"}).dowse_after(broken, "profiles")
    assert "Traceback" in asked.err


@pytest.mark.parametrize(
    ("command", "equivalent", "argument"),
    [("get -leading.md", "", "REF"), ("vault add -l", "", "FOLDER"), ("search -l", " Use --files.", "QUERY")],
)
def test_an_argument_that_begins_with_a_minus_is_told_from_an_option(
    desk: Desk, command: str, equivalent: str, argument: str
) -> None:
    shown = desk.dowse(*command.split())
    usage = f"dowse {command.partition(' -')[0]} [OPTIONS] -- {argument}"
    advice = f"Put -- before {argument} where it begins with a minus, and options before --: {usage}"
    assert (shown.code, shown.err.splitlines()[-1]) == (2, f"Error: No such option '-l'.{equivalent} {advice}")


def test_a_query_of_several_words_that_begins_with_two_minuses_is_told_from_an_option(desk: Desk) -> None:
    shown = refused(desk.dowse("search", "--resolve option"))
    assert "Put -- before QUERY where it begins with a minus" in shown
    for query in ("--resolve", "--location-trusted"):
        assert "Put -- before QUERY" in refused(desk.dowse("search", query, "option"))


def test_a_misspelt_option_is_told_from_a_query_that_begins_with_two_minuses(desk: Desk) -> None:
    shown = refused(desk.dowse("search", "--limt", "4", "tax"))
    assert "--limit" in shown
    assert "Put --" not in shown


def test_help_on_an_unknown_topic_names_no_command_that_does_not_exist(desk: Desk) -> None:
    unknown, command = (refused(desk.dowse("help", topic)) for topic in ("nope", "find"))
    assert unknown.endswith("There is no command 'nope'. For the query language: dowse help query")
    assert command.endswith("For the command, run: dowse find --help. For the query language: dowse help query")


def test_an_option_of_another_program_has_no_equivalent_that_the_command_lacks(desk: Desk) -> None:
    assert refused(desk.dowse("get", "--csv", "x")).endswith("Error: No such option '--csv'.")
