"""Migration of grammars: after one was installed, the source files of its language are read again for their symbols."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from ..formats.code.detect_language import language_as_read, language_of
from ..formats.code.grammars import languages_of, no_symbols_of
from ..formats.code.languages import LANGUAGES
from ..formats.code.scripts import has_name_of_script
from ..model.document import Head
from ..model.errors import StorageError
from ..ports.indexed_document import FileStamp
from ..ports.storage import FactLookup, IndexFacts
from .freshness import IndexState, waiting_remark

REMEMBERED = "grammars"  # key in the index: the languages whose grammars were not installed
_REMARKED = "missing_grammars"  # key in the index: the last remark on them


MOST_AT_ONCE = 50  # files that a search reads again by itself


class _Knowing(FactLookup, Protocol):
    """The part of a store that tells which files wait."""

    def known(self) -> Mapping[str, FileStamp]:
        """See DocumentWriter."""

    def heads(self, docs: Iterable[str]) -> Mapping[str, Head]:
        """See DocumentStore."""


class _Index(IndexFacts, _Knowing, Protocol):
    """The part of a store that a migration needs."""

    def read_again(self, paths: Iterable[str]) -> None:
        """See DocumentWriter."""


def migrate_grammars(index: _Index, uninstalled: Sequence[str], *, most: int = MOST_AT_ONCE) -> None:
    """Marks the source files as changed whose language has got its grammar since the index was built.

    More than `most` files keep waiting: a search would read a few of them each time, and leave chunks without vectors.
    `uninstalled` are the languages whose grammars are not installed now, as grammars.uninstalled_grammars lists them.
    """
    before, now = index.recalled(REMEMBERED), " ".join(uninstalled)
    if before == now:
        return
    again = _waiting(index, uninstalled)
    if waits := len(again) > most:
        now = " ".join(sorted({*before.split(), *uninstalled}))
    with suppress(StorageError):  # a read-only index keeps the documents without symbols
        if again and not waits:
            index.read_again(again)
        if before != now:
            index.remember(REMEMBERED, now)


def files_without_symbols(index: _Knowing, uninstalled: Sequence[str]) -> str:
    """Which source files wait for `dowse index` to get their symbols, as a clause; empty for none."""
    if not (waiting := _waiting(index, uninstalled)):
        return ""
    languages = sorted(set(waiting.values()))
    files = f"{len(waiting):,} file{'s' if len(waiting) > 1 else ''} of {', '.join(languages)}"
    were = "were" if len(waiting) > 1 else "was"
    return f"{files} {were} indexed without symbols, before the grammars were installed"


def with_waiting_files(state: IndexState, without_symbols: str) -> IndexState:
    """The state with the files that wait for their symbols, see `files_without_symbols`, and a remark on them."""
    remarks = (*filter(None, (waiting_remark(without_symbols),)), *state.remarks)
    return replace(state, remarks=remarks, without_symbols=without_symbols)


def _waiting(index: _Knowing, uninstalled: Sequence[str]) -> Mapping[str, str]:
    """The source files that were indexed before the grammar of their language was installed, each with the language."""
    gained = set(index.recalled(REMEMBERED).split()).difference(uninstalled)
    return {path: language for path, language in _languages(index) if language in gained} if gained else {}


def _languages(index: _Knowing) -> Iterator[tuple[str, str]]:
    """The source files with their languages; those of scripts without an ending are in their heads."""
    scripts = index.heads([path for path in index.known() if has_name_of_script(path)])
    for path in index.known():
        if spec := language_as_read(scripts[path]) if path in scripts else language_of(path):
            yield path, spec.name


def missing_grammars_remark(endings: Collection[str], uninstalled: Sequence[str]) -> str:
    """The remark on an index with files of these endings in languages without their grammar; empty for others."""
    missing = languages_of(endings, uninstalled)
    if not missing:
        return ""
    named = ", ".join(f"{name} ({', '.join(_present(name, endings))})" for name in missing)
    return no_symbols_of(named)


def _present(language: str, endings: Collection[str]) -> list[str]:
    return [f".{ending}" for ending in LANGUAGES[language].extensions if ending in endings]


def new_missing_grammars_remark(index: IndexFacts, endings: Collection[str], uninstalled: Sequence[str]) -> str:
    """As `missing_grammars_remark`, once for each state of it: the index has the last."""
    remark = missing_grammars_remark(endings, uninstalled)
    if remark == index.recalled(_REMARKED):
        return ""
    with suppress(StorageError):  # the index is not writable: the next update has the remark again
        index.remember(_REMARKED, remark)
    return remark
