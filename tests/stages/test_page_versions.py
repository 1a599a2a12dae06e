"""Versions of one page are folded into the newest, or into the one that the query names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dowse.formats.minhash import signature
from dowse.model.document import Head
from dowse.model.hit import Evidence, Hit, Hits
from dowse.model.kinds import Kind
from dowse.model.ref import Ref
from dowse.search.reasons.removal_reasons import removal_reason
from dowse.search.trace import TraceRecorder
from dowse.stages.fold_duplicates import FoldDuplicates
from tests.contract.engines import paths
from tests.making import make
from tests.retrieval.asking import asking, holding

_COMMON = " ".join(f"word{n} of the page" for n in range(60))
_OWN = " ".join(f"other{n} of another" for n in range(60))

_TRANSLATED = "www/i18n/de/docusaurus-plugin-content-docs"


def _text(version: str) -> str:
    """A long text, of which versions have two thirds in common."""
    return f"{_COMMON} " + " ".join(f"{version} has part{n}" for n in range(12))


def _hit(
    path: str, score: float = 0.5, *, title: str = "Sort", text: str = "", pin: bool = False, kind: Kind = "note"
) -> Hit:
    why = (Evidence("pin", 1.0),) if pin else ()
    return Hit(
        Ref(path), Head(path, path, kind, title, signature=signature(make(path, text or _text(path)))), score, why
    )


def _folded(*hits: Hit | str, query: str = "kettle", vaults: tuple[str, ...] = ()) -> Hits:
    given = tuple(_hit(each) if isinstance(each, str) else each for each in hits)
    return FoldDuplicates()(given, replace(asking(query, holding()), vaults=vaults))


def test_the_newest_version_stands_for_the_page_with_place_and_score_of_the_best() -> None:
    given = _hit("docs/5.1/a.md", 0.9), _hit("b.md", 0.8), _hit("docs/7.10/a.md", 0.75), _hit("docs/7.2/a.md", 0.74)
    first, other = _folded(*given)
    assert (first.head.path, first.score, other.head.path) == ("docs/7.10/a.md", 0.9, "b.md")
    assert first.duplicates == ("docs/5.1/a.md", "docs/7.2/a.md")


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("5.1/a.md", "7.0/a.md"),
        ("v1/a.md", "v2/a.md"),
        ("x/v1.9/b/a.md", "x/v1.10/b/a.md"),
        ("x/1.9/a.md", "x/1.x/a.md"),
        ("release-1.2/a.md", "release-1.3/a.md"),
        ("x/archives/1.2/a.md", "x/1.3/a.md"),
        ("archive/v1/a.md", "v2/a.md"),
        ("old/v1/a.md", "v2/a.md"),
        ("2.0rc1/a.md", "2.0.1/a.md"),
        ("2.0/a.md", "2.0.1/a.md"),
        ("v2/a.md", "v2.1/a.md"),
        ("2.0.rc1/a.md", "2.0/a.md"),
        ("2.0rc1/a.md", "2.0rc2/a.md"),
        ("2.0-beta.9/a.md", "2.0-rc.1/a.md"),
        ("x/v1beta1/a.md", "x/v1/a.md"),
        ("5.3.0.RC1/a.md", "5.3.0.RELEASE/a.md"),
        ("www/versioned_docs/version-9.x/a.md", "www/versioned_docs/version-10.x/a.md"),
        ("www/versioned_docs/version-9.x/a.md", "www/docs/a.md"),
        ("www/more_versioned_docs/version-9.x/a.md", "www/more_versioned_docs/version-10.x/a.md"),
        (f"{_TRANSLATED}/version-9.x/a.md", f"{_TRANSLATED}/current/a.md"),
    ],
)
def test_the_names_of_folders_show_versions(older: str, newer: str) -> None:
    assert paths(_folded(older, newer)) == [newer]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1/a.md", "2/a.md"),  # chapters
        ("2023.07/a.md", "2023.08/a.md"),  # months
        ("12.03.2023/a.md", "19.03.2023/a.md"),
        ("3.12.2023/a.md", "3.19.2023/a.md"),
        ("3.2023/a.md", "4.2023/a.md"),
        ("2023/12.3/a.md", "2023/19.3/a.md"),
        ("11.01/a.md", "11.02/a.md"),  # notes that are filed by numbers
        ("1.Projects/a.md", "2.Areas/a.md"),
        ("3.1.intro/a.md", "3.2.loops/a.md"),
        ("2.5D/a.md", "3.0D/a.md"),
        ("192.168.0.1/a.md", "192.168.0.2/a.md"),
        ("papers/2203.15556/a.md", "papers/2302.13971/a.md"),  # of arXiv
        ("5.1 Sorting/a.md", "5.2 Sorting/a.md"),
        ("5.1/a.md", "7.0/b.md"),
        ("one/5.1/a.md", "other/7.0/a.md"),
    ],
)
def test_other_pages_of_one_title_stay(one: str, other: str) -> None:
    assert paths(_folded(one, other)) == [one, other]


def test_pages_with_another_title_or_another_text_stay() -> None:
    assert len(_folded(_hit("5.1/a.md"), _hit("7.0/a.md", title="Order"))) == 2
    assert len(_folded(_hit("5.1/a.md"), _hit("7.0/a.md", text=_OWN))) == 2
    assert len(_folded("versioned_docs/version-9.x/a.md", _hit("docs/a.md", title="Order"))) == 2


def test_two_sections_of_one_version_stay() -> None:
    page = _hit("5.1/a.md")
    sections = [page._replace(ref=Ref("5.1/a.md", section)) for section in ("ropes", "sails")]
    assert _folded(*sections) == tuple(sections)


def test_source_code_of_several_versions_stays() -> None:
    assert len(_folded(_hit("v1/types.go", kind="code"), _hit("v2/types.go", kind="code"))) == 2


def _notes(version: str) -> Hit:
    """Release notes, which have nothing in common with those of another version."""
    return _hit(f"{version}/notes.md", title="Release notes", text=_OWN.replace("another", version))


def test_release_notes_stay_where_most_pages_have_versions() -> None:
    assert len(_folded(_notes("5.1"), _notes("7.0"), _notes("7.2"), "5.1/a.md", "7.0/a.md")) == 4


def test_a_version_that_has_something_in_common_with_the_next_one_folds_with_it() -> None:
    rewritten = _hit("5.0/a.md", text=_OWN), _hit("5.1/a.md", text=_OWN)
    assert paths(_folded(*rewritten, "7.0/a.md", "7.2/a.md")) == ["7.2/a.md"]
    assert paths(_folded(rewritten[0], "7.0/a.md", rewritten[1], "7.2/a.md")) == ["7.2/a.md"]


def test_pages_of_one_template_stay() -> None:
    lessons = [
        _hit(f"{number}/homework.md", text=f"{_COMMON} " + " ".join(f"{number} has part{n}" for n in range(60)))
        for number in ("1.1", "1.2", "2.1", "2.2")
    ]
    assert len(_folded(*lessons)) == 4


def test_short_pages_fold_where_a_long_one_shows_that_the_folders_are_versions() -> None:
    short = [_hit(f"{version}/_index.md", title="Guides", text=f"See {version}.") for version in ("5.1", "7.0")]
    assert len(_folded(*short)) == 2
    assert paths(_folded(*short, "5.1/a.md", "7.0/a.md")) == ["7.0/_index.md", "7.0/a.md"]


def _short(page: str, text: str, *folders: str) -> list[Hit]:
    """A page with the same short text in each folder."""
    return [_hit(f"{folder}/{page}.md", title=page, text=text) for folder in folders]


def test_equal_short_pages_do_not_show_that_folders_are_versions() -> None:
    checklists = [*_short("list", "Read. Do.", "1.1", "1.2"), *_short("list", "Read.", "1.3")]
    exercises = [*_short("a", "Draw a boat.", "1.1"), *_short("a", "Draw a sea.", "1.2")]
    assert paths(_folded(*checklists, *exercises)) == ["1.1/list.md", "1.3/list.md", "1.1/a.md", "1.2/a.md"]


def test_equal_short_pages_do_not_show_that_folders_are_no_versions() -> None:
    short = [*_short("b", "See below.", "5.1", "7.0"), *_short("c", "See above.", "5.1", "7.0")]
    assert len(_folded("5.1/a.md", "7.0/a.md", *short)) == 3


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("sort in 5.1", ["5.1/a.md"]),
        ("sort v7.0", ["7.0/a.md"]),
        ("sort version 7", ["7.2/a.md", "7.0/a.md"]),
        ("sort 5.1 7.0", ["7.0/a.md", "5.1/a.md"]),
        ("sort 4 lists", ["7.2/a.md"]),
        ("5 ways to sort", ["5.1/a.md", "7.2/a.md"]),  # may name none
        ("sort at 5pm", ["7.2/a.md"]),
        ("sort Version 5", ["5.1/a.md"]),
        ('sort "5.1"', ["5.1/a.md"]),
        ("sort +5.1", ["5.1/a.md"]),
        ("sort AND (5.1 OR 7.0)", ["7.0/a.md", "5.1/a.md"]),
        ("sort -5.1", ["7.2/a.md"]),
    ],
)
def test_the_versions_that_the_query_names_stay(query: str, kept: list[str]) -> None:
    assert sorted(paths(_folded("5.1/a.md", "7.0/a.md", "7.2/a.md", query=query))) == sorted(kept)


@pytest.mark.parametrize("query", ["sort in 9.x", "sort v9"])
@pytest.mark.parametrize("named", ["versioned_docs/version-9.x/a.md", "versioned_docs/version-v9/a.md"])
def test_the_version_under_work_does_not_stay_beside_one_that_the_query_names(query: str, named: str) -> None:
    assert paths(_folded("docs/a.md", named, query=query)) == [named]


def test_a_version_before_its_release_stays_if_the_query_names_it() -> None:
    assert paths(_folded("v1beta1/a.md", "v1/a.md", query="sort v1beta1")) == ["v1beta1/a.md"]
    assert paths(_folded("v1beta1/a.md", "v1/a.md", query="sort v1")) == ["v1/a.md"]


@pytest.mark.parametrize(
    ("query", "kept"), [("oauth 2.0", "3.0/a.md"), ("oauth 2.0 in 2.0", "2.0/a.md"), ("oauth v2.0", "2.0/a.md")]
)
def test_a_number_of_the_title_names_no_version(query: str, kept: str) -> None:
    pages = [_hit(path, title="OAuth 2.0") for path in ("2.0/a.md", "3.0/a.md")]
    assert paths(_folded(*pages, query=query)) == [kept]


def test_a_version_far_below_the_best_one_does_not_stand_for_it() -> None:
    assert paths(_folded(_hit("5.1/a.md", 0.9), _hit("7.0/a.md", 0.5))) == ["5.1/a.md"]


def test_a_version_that_the_query_names_by_its_path_stands_for_the_page() -> None:
    assert paths(_folded(_hit("5.1/a.md", 1.0, pin=True), _hit("7.0/a.md", 0.9))) == ["5.1/a.md"]
    pinned = _hit("5.1/a.md", 1.0, pin=True), _hit("7.0/a.md", 1.0, pin=True)
    assert paths(_folded(*pinned)) == ["7.0/a.md"]


def test_versions_in_two_vaults_stay() -> None:
    assert len(_folded("one/5.1/a.md", "two/7.0/a.md", vaults=("one", "two"))) == 2
    assert paths(_folded("one/5.1/a.md", "one/7.0/a.md", vaults=("one", "two"))) == ["one/7.0/a.md"]


def test_why_not_names_the_page_under_which_a_version_is_folded() -> None:
    recorder, given = TraceRecorder(), (_hit("5.1/a.md"), _hit("7.0/a.md"))
    recorder.stage(FoldDuplicates(), given, asking("kettle", holding()))
    assert removal_reason(given[0], recorder.steps[0]) == "folded under hit 1, 7.0/a.md, of which it is a version"
