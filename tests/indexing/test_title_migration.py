"""Titles that are boilerplate of the vault."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dowse.analysis.boilerplate import BOILERPLATE, NO_BOILERPLATE, Boilerplate
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.detect import parse_file
from dowse.indexing.title_migration import REMEMBERED, migrate_titles, titled
from dowse.model.document import Document
from dowse.ports.indexed_document import WriteBatch
from tests.making import indexed

_FOOTER = Boilerplate.of(["This note in GitHub"])


def _note(path: str, text: str) -> Document:
    return parse_file(path, text.encode(), modified=1.0)


_GIT = _note("git.md", "Backup vault.\n\n# This note in GitHub\n\nEdit\n")


def _engine(*documents: Document) -> MemoryEngine:
    engine = MemoryEngine()
    engine.write(WriteBatch(indexed=tuple(map(indexed, documents))))
    return engine


def test_a_heading_of_most_notes_is_no_title() -> None:
    assert _GIT.head.title == "This note in GitHub"
    assert titled(_GIT, _FOOTER).head.title == "git"


@pytest.mark.parametrize(
    "document", [_note("git.md", "# Git\n"), _note("a.md", "---\ntitle: This note in GitHub\n---\n")]
)
def test_another_heading_and_a_title_in_the_properties_stay(document: Document) -> None:
    assert titled(document, _FOOTER) is document
    assert titled(_GIT, NO_BOILERPLATE) is _GIT


def test_a_document_whose_title_has_become_boilerplate_is_read_again_once() -> None:
    engine = _engine(_GIT, _note("b.md", "# Bread\n"))
    assert migrate_titles(engine) == ()
    engine.remember(BOILERPLATE, _FOOTER.fact)
    assert migrate_titles(engine) == ("git.md",)
    assert engine.known()["git.md"].digest == ""
    assert migrate_titles(engine) == ()


def test_a_document_whose_heading_is_no_longer_boilerplate_is_read_again() -> None:
    named = replace(_GIT, head=_GIT.head._replace(title="git"))
    engine = _engine(named, _note("b.md", "No heading\n"))
    engine.remember(REMEMBERED, _FOOTER.fact)
    assert migrate_titles(engine) == ("git.md",)
