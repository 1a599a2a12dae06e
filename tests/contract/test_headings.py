"""Sections by their headings, in every engine."""

from __future__ import annotations

import pytest

from dowse.analysis.heading_stems import heading_stems
from dowse.formats.detect import parse_file
from dowse.model.document import Document
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.storage import MOST_HEADED
from tests.contract.engines import Engine, fill
from tests.making import indexed, make


def _note(path: str, *headings: str) -> Document:
    return parse_file(path, "".join(f"## {heading}\n\nText.\n\n" for heading in headings).encode(), modified=0.0)


def _headed(engine: Engine, question: str) -> list[str]:
    return [str(ref) for ref in engine.headed(heading_stems(question))]


@pytest.fixture(autouse=True)
def _vault(engine: Engine) -> None:
    fill(
        engine,
        _note("b.md", "What is Ingress?", "Scaling a Deployment", "Ingress"),
        _note("a.md", "Scale the deployments", "Deployment, scaled", "Scaling"),
        _note("c.md", "最短路算法"),
        _note(
            "d.md", "TIDE_TABLE", "TIDE_TABLE (4)", "`LOW_WATER` (6)", "LOW_WATER of a port", "The height of LOW_WATER"
        ),
        parse_file("code.py", b"def scale_deployment():\n    pass\n", modified=0.0),
    )
    fill(engine, *(make(f"f{n}.md", "scaling the deployment, ingress and rolling back") for n in range(9)))
    engine.forget_unused()  # which derives the postings


@pytest.mark.parametrize(
    ("question", "refs"),
    [
        ("scale deployments", ["a.md#scale-the-deployments", "b.md#scaling-a-deployment"]),
        ("what is an ingress", ["b.md#what-is-ingress", "b.md#ingress"]),
        ("最短路算法", ["c.md#最短路算法"]),
        ("TIDE_TABLE", ["d.md#tide_table"]),
        ("LOW_WATER", ["d.md#low_water-6", "d.md#low_water-of-a-port"]),
        ("low water", []),
        ("deployment", []),
        ("deployment scaling now or later", []),
        ("scale", ["a.md#scaling"]),
        ("how should I", []),
        ("", []),
    ],
)
def test_the_sections_are_those_whose_headings_have_the_content_words(
    engine: Engine, question: str, refs: list[str]
) -> None:
    assert _headed(engine, question) == refs


def test_changed_documents_count_at_once(engine: Engine) -> None:
    engine.write(
        WriteBatch(indexed=(indexed(_note("b.md", "Rolling back")), indexed(_note("d.md", "Scale deployment"))))
    )
    assert _headed(engine, "scaling deployments") == ["a.md#scale-the-deployments", "d.md#scale-deployment"]
    assert _headed(engine, "roll back") == ["b.md#rolling-back"]


def test_words_in_the_headings_of_very_many_documents_name_no_section(engine: Engine) -> None:
    fill(engine, *(_note(f"x{n}.md", "Before you sail") for n in range(MOST_HEADED)))
    assert len(_headed(engine, "before you sail")) == MOST_HEADED
    fill(engine, _note("y.md", "Before you sail"))
    assert _headed(engine, "before you sail") == []


@pytest.mark.parametrize("notes", [1, 30])  # of which many have postings
def test_a_heading_with_other_forms_of_the_words_is_found(engine: Engine, notes: int) -> None:
    fill(engine, *(_note(f"z{n:02}.md", "Zertifikate erneuern", "Zertifikate prüfen") for n in range(notes)))
    fill(engine, *(_note(f"y{n:02}.md", "Ein Zertifikat", "Das Zertifikat erneuern") for n in range(notes)))
    engine.forget_unused()
    stems, others = heading_stems("Zertifikat erneuern"), (("zertifikat", ("zertifik",)),)
    assert {str(ref) for ref in engine.headed(stems, others)} == {
        f"z{n:02}.md#zertifikate-erneuern" for n in range(notes)
    }
    assert engine.headed(stems) == []
    assert len(engine.headed(heading_stems("Zertifikat prüfen"), others)) == notes
    assert engine.headed(heading_stems("Antrag prüfen"), others) == []
