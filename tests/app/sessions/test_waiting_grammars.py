"""An index of source files whose grammar is installed later."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dowse.app.diagnostics.content_checks import freshness
from dowse.app.find_symbols import find_symbols
from dowse.app.get import GetRequest, get
from dowse.app.location import silent
from dowse.app.search import search
from dowse.app.search_request import SearchRequest
from dowse.app.sessions.background_indexing import BackgroundIndexing
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.app.symbol_request import SymbolRequest
from dowse.indexing.grammar_migration import MOST_AT_ONCE, REMEMBERED
from dowse.model.errors import RefError
from tests.making_files import settle

_FILES = MOST_AT_ONCE + 1
_WAITING = f"{_FILES} files of python were indexed without symbols, before the grammars were installed"
_SAID = f"{_WAITING}; `dowse index` adds them"


def _opened_later(folder: Path, files: int = _FILES) -> VaultSession:
    """A vault of so many files of Python, opened after the grammar was installed."""
    for number in range(files):
        (folder / f"m{number}.py").write_text(f"def run{number}():\n    return {number}\n")
    settle(folder)
    with closing(open_session(folder)) as made:
        made.sync()
        made.engine.remember(REMEMBERED, "python")
    return open_session(folder)


@pytest.fixture
def session(tmp_path: Path) -> Iterator[VaultSession]:
    """A vault with more files than a search reads again."""
    with closing(_opened_later(tmp_path)) as made:
        yield made


def test_searches_status_and_doctor_say_that_files_wait_and_read_none(session: VaultSession) -> None:
    result = search(session, SearchRequest("run1"))
    found = session.status()
    issue = freshness(found, "", is_being_written=False)
    assert (result.index.state, result.remarks, found.index.remarks) == ("fresh", (_SAID,), (_SAID,))
    assert issue.what == f"{_FILES} documents; {_WAITING}"
    assert not any(stamp.mtime_ns < 0 for stamp in session.engine.known().values())


def test_every_answer_says_it_while_no_file_has_changed(session: VaultSession) -> None:
    session.work_in_background(BackgroundIndexing(silent))
    assert [search(session, SearchRequest("run1")).remarks for _ in range(2)] == [(_SAID,), (_SAID,)]
    assert [len(search(session, SearchRequest("symbol:nope")).notes) for _ in range(2)] == [1, 1]


@pytest.mark.parametrize(
    ("query", "said"), [("symbol:nope", [_SAID]), ("zyzzyva", ["no document contains 'zyzzyva'", _SAID])]
)
def test_no_note_denies_a_symbol_while_files_wait(session: VaultSession, query: str, said: list[str]) -> None:
    assert [note.hint for note in search(session, SearchRequest(query)).notes] == said


def test_find_says_that_files_wait_in_place_of_a_proposal(session: VaultSession) -> None:
    listed = [find_symbols(session, SymbolRequest(name)) for name in ("run1", "rum1", "nope")]
    assert [(each.total, each.hint, each.incompleteness) for each in listed] == [
        *((1, "", _SAID), (0, "", _SAID), (0, "", _SAID)),
    ]


@pytest.mark.parametrize(
    ("ref", "error"),
    [
        ("m1.py#nope", "m1.py has no symbol 'nope'; it has 1"),
        ("nope.run", "no document has the name 'nope.run'; `find` lists all files"),
    ],
)
def test_a_message_on_an_unknown_reference_begins_with_the_files_that_wait(
    session: VaultSession, ref: str, error: str
) -> None:
    with pytest.raises(RefError, match=f"^{re.escape(f'{_SAID}; so far {error}')}$"):
        get(session, GetRequest(ref))
    assert get(session, GetRequest("m1.py#run1")).remarks == (_SAID,)


def test_a_complete_update_reads_the_waiting_files(session: VaultSession) -> None:
    state = session.sync()
    assert (state.changed, session.status().index.remarks) == (_FILES, ())


def test_few_files_do_not_wait(tmp_path: Path) -> None:
    with closing(_opened_later(tmp_path, MOST_AT_ONCE)) as session:
        assert search(session, SearchRequest("run1")).remarks == ()
        assert session.status().index.without_symbols == ""
