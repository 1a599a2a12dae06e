"""Judged sets, from the files to the figures."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dowse.app.evaluation import CollectionResult, judge, sets
from dowse.app.evaluation_index import document_of
from dowse.filesystem.beir import CorpusLine, corpus, grades, judged_sets, queries
from dowse.model.errors import VaultError
from dowse.search.profiles import DEFAULT, RRF

_CORPUS = (
    {"_id": "1", "title": "Carbon tax", "text": "What the carbon market costs."},
    {"_id": "2", "title": "", "text": "Flour and water make bread."},
    {"_id": "tea.md", "text": "# Tea\n\nLeaves and water."},
)
_QUERIES = ({"_id": "q1", "text": "carbon tax"}, {"_id": "q2", "text": "bread"}, {"_id": "q3", "text": "not judged"})
_GRADES = "query-id\tcorpus-id\tscore\nq1\t1\t2\nq1\t2\t0\nq2\t2\t1\nq2\ttea.md\t1\nq9\t1\t1\n"


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    """A tiny judged set."""
    folder = tmp_path / "tiny"
    (folder / "qrels").mkdir(parents=True)
    (folder / "corpus.jsonl").write_text("".join(json.dumps(line) + "\n" for line in _CORPUS), "utf-8")
    (folder / "queries.jsonl").write_text("\n".join(json.dumps(line) for line in _QUERIES), "utf-8")
    (folder / "qrels" / "test.tsv").write_text(_GRADES, "utf-8")
    return folder


def test_a_set_is_judged_in_every_profile_and_mode(judged: Path) -> None:
    told: list[tuple[str, int, int]] = []
    found = judge(judged, [DEFAULT, RRF], ["hybrid", "fulltext"], progress=lambda *step: told.append(step))
    assert (found.name, found.documents, found.queries) == ("tiny", 3, 2)
    names = [evaluation.name for evaluation in found.evaluations]
    assert names == ["default/hybrid", "default/fulltext", "rrf/hybrid", "rrf/fulltext"]
    for evaluation in found.evaluations:
        assert evaluation.rankings["q1"][0] == "1"
        assert evaluation.rankings["q2"][0] == "2"
        assert evaluation.figures["mrr@10"].mean == 1.0
    assert ("queries", 2, 2) in told


def test_the_same_set_gives_the_same_figures(judged: Path) -> None:
    first, second = (judge(judged, [DEFAULT], ["hybrid"], progress=lambda *_: None) for _ in range(2))
    assert first == second


def _with_files(judged: Path, folder: Path) -> None:
    """The set judges files: what only a file has, such as links and headings, counts."""
    (judged / "corpus.jsonl").unlink()
    folder.mkdir()
    (folder / "1").write_text("not a text file")
    (folder / "tax.md").write_text("# Carbon tax\n\nSee [[bread]].\n")
    (folder / "bread.md").write_text("# Bread\n\nFlour and water.\n")
    lines = ({"_id": "q1", "text": "carbon tax"}, {"_id": "q2", "text": "flour", "leave_out": "bread.md"})
    (judged / "queries.jsonl").write_text("\n".join(json.dumps(line) for line in lines), "utf-8")
    (judged / "qrels" / "test.tsv").write_text("q1\ttax.md\t1\nq2\tbread.md\t1\n", "utf-8")


def _judged(judged: Path, files: Path | None = None) -> CollectionResult:
    return judge(judged, [DEFAULT], ["hybrid"], progress=lambda *_: None, files=files)


def test_the_files_of_a_folder_are_judged_by_their_paths(judged: Path) -> None:
    _with_files(judged, judged / "corpus")
    found = _judged(judged)
    assert (found.documents, found.missing) == (2, ())
    assert found.evaluations[0].rankings["q1"][0] == "tax.md"


def test_a_set_without_documents_judges_the_named_folder(judged: Path) -> None:
    _with_files(judged, judged.parent / "vault")
    with pytest.raises(VaultError, match="name its files with --corpus"):
        _judged(judged)
    assert _judged(judged, judged.parent / "vault").documents == 2
    assert sorted(path.name for path in (judged.parent / "vault").iterdir()) == ["1", "bread.md", "tax.md"]


def test_a_document_to_leave_out_is_no_hit_of_its_query(judged: Path) -> None:
    _with_files(judged, judged / "corpus")
    assert "bread.md" not in _judged(judged).evaluations[0].rankings["q2"]


def test_relevant_documents_that_are_missing_are_named(judged: Path) -> None:
    _with_files(judged, judged / "corpus")
    (judged / "corpus" / "bread.md").unlink()
    assert _judged(judged).missing == ("bread.md",)
    (judged / "corpus" / "tax.md").unlink()
    with pytest.raises(VaultError, match="no relevant document is in the corpus"):
        _judged(judged)


def test_of_several_sets_those_without_documents_are_left_out(judged: Path) -> None:
    _with_files(judged, judged.parent / "vault")
    with pytest.raises(VaultError, match="no test set with documents"):
        sets(judged.parent)
    assert sets(judged.parent, files=judged.parent / "vault") == [judged]


def test_grades_are_read_with_and_without_a_line_of_names(judged: Path) -> None:
    expected = {"q1": {"1": 2.0, "2": 0.0}, "q2": {"2": 1.0, "tea.md": 1.0}, "q9": {"1": 1.0}}
    assert grades(judged) == expected
    (judged / "qrels" / "test.tsv").write_text(_GRADES.partition("\n")[2], "utf-8")
    assert grades(judged) == expected


def test_a_line_is_the_file_that_it_stands_for() -> None:
    note = document_of(CorpusLine("a/tea.md", "", "# Tea\n\nLeaves."))
    assert (note.head.title, note.headings) == ("Tea", ("Tea",))
    assert document_of(CorpusLine("a/tea.md", "Green", "# Tea")).head.title == "Green"
    plain = document_of(CorpusLine("17", "Green", "# Tea"))
    assert (plain.head.id, plain.head.title, plain.headings, plain.body) == ("17", "Green", (), "# Tea")


def test_a_line_is_a_script_only_if_it_begins_as_one() -> None:
    """Ids such as p0 are names that a script may have, too: texts of a collection were source code."""
    assert document_of(CorpusLine("p0", "", "A paragraph.")).head.kind == "note"
    assert document_of(CorpusLine("deploy", "", "#!/bin/sh\necho done")).head.kind == "code"


def test_sets_are_found_in_a_folder_and_below_it(judged: Path) -> None:
    assert judged_sets(judged) == judged_sets(judged.parent) == [judged]
    (judged / "queries.jsonl").unlink()
    with pytest.raises(VaultError, match="no test set in "):
        judged_sets(judged)
    with pytest.raises(VaultError, match="is not a folder"):
        judged_sets(judged / "corpus.jsonl")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"{", "is not JSON"),
        (b"[1]", "is not a JSON object"),
        (b'{"text": "x"}', "has no _id"),
        (b'{"_id": "\xff"}', "is not JSON"),
    ],
)
@pytest.mark.parametrize("file", ["corpus.jsonl", "queries.jsonl"])
def test_a_malformed_line_is_named_with_its_file_and_number(judged: Path, file: str, line: bytes, why: str) -> None:
    path = judged / file
    path.write_bytes(path.read_bytes().rstrip() + b"\n\n" + line + b"\n")  # the empty line counts
    with pytest.raises(VaultError) as raised:
        judge(judged, [DEFAULT], ["fulltext"], progress=lambda *_: None)
    assert str(raised.value).startswith(f"{path}, line 5 {why}")


@pytest.mark.parametrize("line", [b"q1 1 1", b"q1\t1", b"q1\t1\thigh", b"q1\t1\t1\t1", b"q1\t\xff\thigh"])
def test_a_malformed_judgement_is_named_with_its_file_and_number(judged: Path, line: bytes) -> None:
    path = judged / "qrels" / "test.tsv"
    path.write_bytes(path.read_bytes() + line + b"\n")
    with pytest.raises(VaultError, match="expected query-id, corpus-id and score") as raised:
        grades(judged)
    assert str(raised.value).startswith(f"{path}, line 7")


def test_odd_text_does_not_stop_a_judgement(judged: Path) -> None:
    with (judged / "corpus.jsonl").open("a") as file:
        file.write('{"_id": "odd", "title": "\\ud800", "text": "half \\udfff and \\u0000 nothing"}\n')
        file.write('{"_id": "odd.md", "text": "half \\udfff"}\n')
    assert judge(judged, [DEFAULT], ["hybrid"], progress=lambda *_: None).documents == 5


def test_numbers_do_for_ids_and_titles_may_be_missing(judged: Path) -> None:
    (judged / "corpus.jsonl").write_text('{"_id": 7, "title": null}\n')
    (judged / "queries.jsonl").write_text('{"_id": 1, "text": 2026}\n')
    assert list(corpus(judged)) == [CorpusLine("7", "", "")]
    assert queries(judged) == {"1": "2026"}
