"""The limit of a page of hits, and a hit without text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from dowse.app.facets import facets
from dowse.app.search import search
from dowse.app.search_request import SearchRequest
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.interfaces.presenters.text_style import TextStyle
from dowse.interfaces.presenters.to_text import search_lines


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VaultSession]:
    """A vault of twelve notes."""
    folder = tmp_path_factory.mktemp("vault")
    for n in range(12):
        (folder / f"{n}.md").write_text(f"# Bread {n}\n")
    session = open_session(folder)
    session.freshen()
    yield session
    session.close()


def _limit(vault: VaultSession, request: SearchRequest) -> tuple[str, str]:
    (setting,) = (each for each in search(vault, request).settings or () if each.name == "limit")
    return setting.value, setting.source


@pytest.mark.parametrize(("offset", "end"), [(0, "10"), (10, "20"), (95, "100")])
def test_a_page_without_a_limit_has_that_of_the_profile(vault: VaultSession, offset: int, end: str) -> None:
    assert _limit(vault, SearchRequest("bread", offset=offset, explain=True)) == (end, "profile")


def test_a_page_has_the_limit_of_the_profile_that_the_query_names(vault: VaultSession) -> None:
    assert _limit(vault, SearchRequest("bread profile:graph", offset=5, explain=True)) == ("10", "profile")


def test_the_limit_of_an_option_counts_from_the_offset(vault: VaultSession) -> None:
    request = SearchRequest("bread", limit=3, offset=2, explain=True)
    assert _limit(vault, request) == ("5", "option")
    assert len(search(vault, request).hits) == 3


def test_an_empty_answer_names_skipped_files_unless_the_query_is_empty(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("bread")
    (tmp_path / "noise.md").write_bytes(b"\0\1\2\3" * 400)
    with closing(open_session(tmp_path)) as session:
        remarks = {query: search(session, SearchRequest(query, mode="fulltext")).remarks for query in ("rye", "", " ")}
    named = ("1 file is not searched: noise.md (binary); `dowse status` lists skipped files",)
    assert remarks == {"rye": named, "": (), " ": ()}


@pytest.mark.parametrize("query", ["(rye", "under:rye", "modified:2026-13"])
def test_an_empty_answer_to_a_mistake_names_no_skipped_files(query: str, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("bread")
    (tmp_path / "noise.md").write_bytes(b"\0\1\2\3" * 400)
    with closing(open_session(tmp_path)) as session:
        found = search(session, SearchRequest(query, mode="fulltext"))
    assert (found.hits, found.remarks) == ((), ())


@pytest.mark.parametrize(("query", "named"), [("calender", ["noise.md"]), ("rye", ["noise.md", ".github"])])
def test_beside_a_corrected_query_dot_folders_are_not_named(query: str, named: list[str], tmp_path: Path) -> None:
    (tmp_path / ".github").mkdir()
    (tmp_path / ".github/how.md").write_text("# How\n\nThe calender of rye\n")
    (tmp_path / "a.md").write_text("the calendar")
    (tmp_path / "noise.md").write_bytes(b"\0\1\2\3" * 400)
    with closing(open_session(tmp_path)) as session:
        search(session, SearchRequest("calendar", mode="fulltext"))  # the first index names them
        remarks = search(session, SearchRequest(query, mode="fulltext")).remarks
    assert [name for name in ("noise.md", ".github") if any(name in remark for remark in remarks)] == named


def test_skipped_files_are_named_before_links_to_no_file(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("bread")
    (tmp_path / "away.md").symlink_to(tmp_path / "nowhere.md")
    (tmp_path / "noise.md").write_bytes(b"\0\1\2\3" * 400)
    with closing(open_session(tmp_path)) as session:
        (remark,) = search(session, SearchRequest("rye", mode="fulltext")).remarks
    assert remark.startswith("2 files are not searched: noise.md (binary), away.md (broken symbolic link);")


@pytest.mark.parametrize(
    ("query", "is_named"),
    [("rye", False), ("rye flour of vendor", True), ("lang:go rye", True), ("calls:rye", True), ("rye kettle", True)],
)
def test_an_empty_answer_names_code_of_others_if_the_query_may_mean_it(
    tmp_path: Path, query: str, is_named: bool
) -> None:
    (tmp_path / "a.md").write_text("bread")
    (tmp_path / "vendor").mkdir()
    (tmp_path / "vendor" / "kettle.go").write_text("package kettle\n")
    with closing(open_session(tmp_path)) as session:
        remarks = search(session, SearchRequest(query, mode="fulltext")).remarks
    assert any("vendor/kettle.go" in remark for remark in remarks) == is_named


def test_an_explanation_says_that_the_lowest_score_of_a_list_adds_nothing(tmp_path: Path) -> None:
    for name, text in {"a": "bread bread", "b": "bread and a longer text on hay", "c": "hay"}.items():
        (tmp_path / f"{name}.md").write_text(text)
    with closing(open_session(tmp_path)) as session:
        found = search(session, SearchRequest("bread", mode="fulltext", explain=True))
        lines = list(search_lines(found, TextStyle(plain=True, root=tmp_path), explain=True))
    assert [hit.path for hit in found.hits] == ["a.md", "b.md"]
    sums = [line.split(maxsplit=1) for line in lines if "weighted.keyword" in line]
    assert sums == [
        ["weighted.keyword", "1.0000"],
        ["weighted.keyword", "0.0000  (the lowest of its list, or of weight 0)"],
    ]


def test_the_score_of_the_last_of_a_short_list_is_not_shown(tmp_path: Path) -> None:
    for name, text in {"a": "bread bread", "b": "bread and a longer text on hay", "c": "hay"}.items():
        (tmp_path / f"{name}.md").write_text(text)
    with closing(open_session(tmp_path)) as session:
        found = search(session, SearchRequest("+bread", mode="fulltext"))
        lines = list(search_lines(found, TextStyle(plain=True, root=tmp_path), explain=False))
    assert [hit.score for hit in found.hits] == [1.0, 0.0]
    assert (lines[0], lines[4]) == (" 1. a  ██████ 1.00", " 2. b")


@pytest.mark.parametrize(("width", "longest"), [(80, 80), (40, 40), (24, 24), (20, 93)])
def test_a_snippet_is_wrapped_between_words_down_to_24_columns(width: int, longest: int, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("bread " + "rye and seeds " * 6)
    with closing(open_session(tmp_path)) as session:
        found = search(session, SearchRequest("bread", mode="fulltext"))
    text = list(search_lines(found, TextStyle(plain=True, root=tmp_path, width=width), explain=False))[2:-2]
    assert max(map(len, text)) <= longest
    assert (len(text) > 1) is (width > 20)
    assert {word for line in text for word in line.split()} == {"bread", "rye", "and", "seeds"}


def test_a_hit_without_text_is_shown_as_an_empty_note(tmp_path: Path) -> None:
    (tmp_path / "Bread.md").write_text("")
    with closing(open_session(tmp_path)) as session:
        found, style = search(session, SearchRequest("bread")), TextStyle(plain=True, root=tmp_path)
        assert list(search_lines(found, style, explain=False))[1:3] == ["    Bread.md", "    empty note"]


def test_an_existing_folder_without_documents_is_called_so(tmp_path: Path) -> None:
    for name in ("Notes", "Noten"):
        (tmp_path / name).mkdir()
    (tmp_path / "Notes" / "a.md").write_text("# Bread\n")
    with closing(open_session(tmp_path)) as session:
        found = search(session, SearchRequest("bread", path=("Noten/",)))
        typed = search(session, SearchRequest("bread path:Notez path:.."))
    assert [note.hint for note in found.notes] == ["no document is indexed in the folder 'Noten/'"]
    assert typed.notes[0].hint == "no document has the path 'Notez'; did you mean 'Notes'?"
    assert "is indexed in the folder" not in str(typed.notes)


def test_a_folder_that_a_rule_excludes_is_called_so(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("# Bread\n")
    (tmp_path / "doc.md").write_text("# Bread\n")
    (tmp_path / ".dowseignore").write_text("docs/\n")
    with closing(open_session(tmp_path)) as session:
        found = search(session, SearchRequest("path:docs"))
    rule = "a rule in .dowseignore excludes the folder docs; the line !docs/ in .dowseignore includes it"
    assert [note.hint for note in found.notes] == [f"no document is indexed in the folder 'docs': {rule}"]


@pytest.mark.parametrize(
    ("limit", "total", "summary"),
    [(1, 1, "1 hit or more"), (3, 3, "3 hits or more"), (3, 200, "3 of at least 200 hits")],
)
def test_an_answer_with_all_counted_hits_does_not_give_their_number_twice(
    vault: VaultSession, limit: int, total: int, summary: str
) -> None:
    found = replace(search(vault, SearchRequest("bread", limit=limit)), total=total, by_word=total)
    counted = replace(found, total_is_minimum=True)
    lines = list(search_lines(counted, TextStyle(plain=True, root=vault.root), explain=False))
    assert lines[-1] == summary


def test_links_of_a_type_have_no_brackets_and_a_type_without_a_value_is_no_choice(tmp_path: Path) -> None:
    links = "type:\n  - '[[Places/Parks|Parks]]'\n  - '[[Shrines]]'\nstatus: '[[Seen]]'\n"
    (tmp_path / "inari.md").write_text(f"---\n{links}---\nGates\n")
    (tmp_path / "bare.md").write_text("---\ntype: []\nstatus:\n---\nGates\n")
    with closing(open_session(tmp_path)) as vault:
        found = {hit.path: (hit.type, hit.status) for hit in search(vault, SearchRequest("gates")).hits}
        offered = facets(vault)
    assert found == {"inari.md": ("Parks Shrines", "Seen"), "bare.md": ("", "")}
    assert (sorted(offered.type), offered.status) == (["parks", "places/parks", "shrines"], ("seen",))


def test_a_limit_of_the_query_above_that_of_the_interface_has_a_note(tmp_path: Path) -> None:
    for number in range(12):
        (tmp_path / f"{number}.md").write_text(f"gate {number}\n")
    with closing(open_session(tmp_path)) as vault:
        asked = {text: search(vault, SearchRequest(text, most=5)) for text in ("gate limit:9", "gate limit:5", "gate")}
        whole = search(vault, SearchRequest("gate limit:9"))
    said = (5, "limit: is at most 5 here; the answer has the first 5 of 12 hits")
    assert [[(note.at, note.hint) for note in each.notes] for each in (*asked.values(), whole)] == [[said], [], [], []]
    assert len(asked["gate limit:9"].hits) == 5
