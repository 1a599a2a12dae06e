"""Near-duplicates are folded into the best of them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from dowse.analysis.copy_paths import is_copy_path
from dowse.formats.minhash import signature
from dowse.model.document import SIGNATURE_BYTES
from dowse.model.hit import Evidence, Hit, Hits
from dowse.model.ref import Ref
from dowse.ports.pipeline import Run
from dowse.search.reasons.removal_reasons import removal_reason
from dowse.search.trace import TraceStep
from dowse.stages.fold_duplicates import FoldDuplicates
from tests.contract.engines import paths
from tests.making import make
from tests.retrieval.asking import asking, holding

_PAGE = " ".join(f"word{n}" for n in range(300))
_RUN = asking("words", holding())


def _hit(path: str, text: str = _PAGE, *, title: str = "Page", section: str = "") -> Hit:
    document = make(path, text, title=title)
    return Hit(Ref(path, section), document.head._replace(signature=signature(document)), 0.5)


def _folded(*hits: Hit, run: Run = _RUN) -> Hits:
    return FoldDuplicates()(hits, run)


def test_versions_of_a_page_fold_into_the_best_which_names_them() -> None:
    first, other = _folded(
        _hit("2/page.md"), _hit("x.md", "other"), _hit("1/page.md"), _hit("0/page.md", f"{_PAGE} end")
    )
    assert (first.head.path, other.head.path) == ("2/page.md", "x.md")
    assert first.why == (Evidence("fold_duplicates", 2.0, None, ("1/page.md", "0/page.md")),)
    assert first.duplicates == ("1/page.md", "0/page.md")


@pytest.mark.parametrize("place", [("", None), ("", 2), ("section", None), ("section", 2)])
def test_the_reason_of_a_folded_hit_names_the_best_one_whatever_part_was_found(place: tuple[str, int | None]) -> None:
    best, folded = _hit("2/page.md"), _hit("1/page.md")
    folded = folded._replace(ref=Ref("1/page.md", *place))
    hits = FoldDuplicates()((best, folded), _RUN)
    step = TraceStep("fold_duplicates", FoldDuplicates(), ((best, folded),), hits)
    assert removal_reason(folded, step) == "folded under hit 1, 2/page.md, of which it is a near-duplicate"


def test_pages_of_one_form_with_different_titles_stay() -> None:
    hits = (_hit("a.md", f"{_PAGE} a", title="Role"), _hit("b.md", f"{_PAGE} b", title="Cluster Role"))
    assert _folded(*hits) == hits


def test_equal_notes_of_one_template_with_different_titles_stay() -> None:
    hits = (_hit("2026-01-01.md", title="2026-01-01"), _hit("2026-01-02.md", title="2026-01-02"))
    assert _folded(*hits) == hits


@pytest.mark.parametrize("copy", ["Page copy", "Page (1)", "page 2"])
def test_an_equal_text_whose_title_begins_with_the_other_is_a_copy(copy: str) -> None:
    assert paths(_folded(_hit("a.md"), _hit("b.md", title=copy))) == ["a.md"]
    assert paths(_folded(_hit("a.md", title=copy), _hit("b.md"))) == ["a.md"]


@pytest.mark.parametrize("copy", ["Keys copy", "Keys (1)", "keys-2", "deep/Keys"])
def test_an_equal_text_whose_file_name_begins_with_the_other_is_a_copy(copy: str) -> None:
    hits = _hit("Keys.md", "few words", title="Rotate keys"), _hit(f"{copy}.md", "few words", title=copy)
    assert paths(_folded(*hits)) == ["Keys.md"]
    first = "Keys.md" if is_copy_path(f"{copy}.md") else f"{copy}.md"
    assert paths(_folded(*reversed(hits))) == [first]


def test_two_copies_of_one_name_are_copies_of_each_other() -> None:
    names = ("install (1).md", "install copy.md", "install-copy-2.md", "install_copy.md", "install.md")
    assert paths(_folded(*(_hit(name, "few words", title=name.removesuffix(".md")) for name in names))) == [names[4]]
    assert paths(_folded(*(_hit(name, "few words", title=name.removesuffix(".md")) for name in names[:4]))) == [
        names[0]
    ]


@pytest.mark.parametrize(
    "copy", ["a/Keys copy.md", "a/Keys (1).md", "archive/Keys.md", "a/4-Archive/Keys.md", "backup/a/Keys.md"]
)
def test_a_copy_of_nearly_the_same_score_folds_into_the_original(copy: str) -> None:
    best, original = _hit(copy, title="Keys"), _hit("z/Keys.md", title="Keys")._replace(score=0.46)
    (kept,) = _folded(best, original)
    assert (kept.head.path, kept.duplicates) == ("z/Keys.md", (copy,))
    (kept,) = _folded(best, original._replace(score=0.4))
    assert kept.head.path == copy


@pytest.mark.parametrize("path", ["a/Archives/Keys.md", "a/Archivers/Keys.md", "Old/Keys.md"])
def test_a_folder_of_archives_is_named_so_alone(path: str) -> None:
    assert is_copy_path(path) == (path != "a/Archivers/Keys.md")


@pytest.mark.parametrize("other", ["Hard drive", "Hard cover (1)", "Hardly"])
def test_a_copy_and_a_note_that_goes_on_from_its_name_are_no_copies(other: str) -> None:
    hits = _hit("a.md", "few words", title="Hard copy"), _hit("b.md", "few words", title=other)
    assert _folded(*hits) == hits


def test_a_long_line_of_hyphens_as_title_is_read_once() -> None:
    """Each would take minutes if all hyphens after each hyphen were read."""
    hits = _hit("a.md", "few words", title=f"x{'-' * 400_000}y"), _hit("b.md", "few words", title="x copy")
    assert len(_folded(*hits)) == 2


@pytest.mark.parametrize("name", ["copy", "(1)"])
def test_a_name_that_is_a_sign_of_a_copy_alone_is_a_name(name: str) -> None:
    hits = _hit("copy.md", title=name), _hit("b.md", title="Page")
    assert _folded(*hits) == hits


@pytest.mark.parametrize(
    ("name", "other"), [("2026-01-01", "2026-01-02"), ("2026-W01", "2026-W02"), ("Log 20260101", "Log 20260102")]
)
def test_short_equal_notes_of_a_series_stay(name: str, other: str) -> None:
    hits = _hit(f"{name}.md", "few words"), _hit(f"{other}.md", "few words")
    assert _folded(*hits) == hits


def test_equal_notes_with_names_and_titles_that_share_no_beginning_stay() -> None:
    hits = _hit("bear.md", title="bear"), _hit("otter.md", title="otter")
    assert _folded(*hits) == hits


def test_a_title_that_goes_on_within_the_word_is_another_title() -> None:
    assert len(_folded(_hit("a.md", title="Page 1"), _hit("b.md", title="Page 10"))) == 2


@pytest.mark.parametrize("title", ["page", "  Page ", "Page\n"])
def test_titles_compare_without_case_and_blanks(title: str) -> None:
    (best,) = _folded(_hit("b/page.md", _PAGE), _hit("a/page.md", f"{_PAGE} end", title=title))
    assert best.duplicates == ("a/page.md",)


def test_a_title_of_two_lines_does_not_hide_that_two_others_are_equal() -> None:
    two_lines = _hit("c.md", "Another text altogether, which shares nothing with the page.", title="one\ntwo")
    found = _folded(two_lines, _hit("b.md", _PAGE), _hit("a.md", f"{_PAGE} end"))
    assert [hit.duplicates for hit in found] == [(), ("a.md",)]


def test_documents_of_one_title_with_different_texts_stay() -> None:
    hits = (_hit("a.md"), _hit("b.md", " ".join(reversed(_PAGE.split()))))
    assert _folded(*hits) == hits


def test_thousands_of_documents_of_one_title_are_compared_in_linear_time() -> None:
    """Nothing is timed: to compare each with each would take a minute here."""
    chance, first = random.Random(1), _hit("a.md")  # noqa: S311  # texts, not secrets
    heads = (first.head._replace(path=f"{n}.md", signature=chance.randbytes(SIGNATURE_BYTES)) for n in range(5_000))
    hits = tuple(Hit(Ref(head.path), head, 0.5) for head in heads)
    assert _folded(*hits) == hits


@pytest.mark.parametrize("title", ["index", "_index", "README"])
def test_index_pages_fold_only_when_they_are_equal(title: str) -> None:
    near = _folded(_hit("a/x.md", title=title), _hit("b/x.md", f"{_PAGE} end", title=title))
    assert paths(near) == ["a/x.md", "b/x.md"]
    assert paths(_folded(_hit("a/x.md", title=title), _hit("b/x.md", title=title))) == ["a/x.md"]


def test_short_notes_fold_only_when_they_are_equal() -> None:
    assert paths(_folded(_hit("a.md", "few words"), _hit("b.md", "few words"), _hit("c.md", "few word"))) == [
        "a.md",
        "c.md",
    ]


def test_a_document_that_the_query_names_stays() -> None:
    hits = (_hit("a.md"), _hit("b.md").scored(1.0, "pin", 1.0))
    assert _folded(*hits) == hits


def test_all_sections_of_a_folded_document_are_folded() -> None:
    hits = (_hit("a.md", section="x"), _hit("b.md", section="x"), _hit("a.md", section="y"), _hit("b.md", section="y"))
    folded = _folded(*hits)
    assert [str(hit.ref) for hit in folded] == ["a.md#x", "a.md#y"]
    assert [hit.duplicates for hit in folded] == [("b.md#x",), ()]


def test_equal_documents_of_two_vaults_stay() -> None:
    hits = (_hit("one:a.md"), _hit("two:a.md"), _hit("one:b.md"))
    assert paths(_folded(*hits, run=replace(_RUN, vaults=("one", "two")))) == ["one:a.md", "two:a.md"]


def test_the_documents_that_fold_are_those_of_a_comparison_of_each_with_each() -> None:
    chance = random.Random(2)  # noqa: S311  # titles, not secrets
    titles = ("Page", "page", "Page copy", "Note", "Note-1", "Index")
    pages = [_hit("a.md"), _hit("a.md", f"{_PAGE} end"), _hit("a.md", "few words"), _hit("a.md", "some other words")]
    for _ in range(100):
        hits = tuple(
            Hit(Ref(f"{n}.md"), chance.choice(pages).head._replace(path=f"{n}.md", title=chance.choice(titles)), 0.5)
            for n in range(chance.randrange(24))
        )
        kept: list[Hit] = []
        for hit in hits:
            if not any(len(_folded(other, hit)) == 1 for other in kept):
                kept.append(hit)
        assert paths(_folded(*hits)) == paths(tuple(kept))


def test_a_list_of_filtered_documents_keeps_all() -> None:
    hits = (_hit("a.md"), _hit("b.md"))
    assert _folded(*hits, run=asking("tag:x", holding())) == hits


def test_documents_of_an_index_without_signatures_stay() -> None:
    hits = tuple(hit._replace(head=hit.head._replace(signature=b"")) for hit in (_hit("a.md"), _hit("b.md")))
    assert _folded(*hits) == hits


def test_the_share_of_common_sequences_is_a_parameter() -> None:
    half = " ".join((*_PAGE.split()[:150], *(f"other{n}" for n in range(150))))
    hits = (_hit("a.md"), _hit("b.md", half))
    assert (len(FoldDuplicates()(hits, _RUN)), len(FoldDuplicates(0.2)(hits, _RUN))) == (2, 1)
