"""Checks of what an index holds of its notes: freshness, meaning, links, files, and what makes searching slow."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from ...filesystem.watch import file_system, polling
from ...indexing.freshness import VaultStatus
from ...query.ast import MatchAll
from ...search.execute import Request
from ...search.visibility import omission
from ..find_files import other_files
from ..link_report import doubtful
from ..vault_session import VaultSession
from .issue import Issue, counted, megabytes

_LONG = 200  # chunks of a note; a book has as many
_LARGE = 1_000_000  # bytes of a note
_SLOW_SEARCH = 200.0  # milliseconds
_SLOW_WALK = 0.3  # seconds, which a search may spend on what changed
_MOST_NAMED = 3
_COMMON = 3  # words of a title


def freshness(status: VaultStatus, again: str) -> Issue:
    """How the index stands to the files."""
    held = counted(status.counts.documents, "document")
    if status.index.changed:
        what = f"{held}; {counted(status.index.changed, 'file')} changed since; the next search reads them"
        return Issue("freshness", "hint", what, f"dowse index{again}")
    return Issue("freshness", "ok", f"{held}, as the files are now")


def coverage(status: VaultStatus, again: str) -> Issue:
    """How much can be found by meaning."""
    counts = status.counts
    what = f"{counts.embedded:,} of {counted(counts.chunks, 'chunk')} have a vector of {status.embedder}"
    if counts.embedded >= counts.chunks:
        return Issue("meaning", "ok", what)
    refused = f"; {counts.refused:,} were refused by it" if counts.refused else ""
    return Issue("meaning", "warning", f"{what}{refused}; the others are found by their words", f"dowse index{again}")


def remarks(status: VaultStatus) -> Iterator[Issue]:
    """What the index says of itself."""
    yield from (Issue("index", "warning", remark) for remark in status.index.remarks)


def links(vault: VaultSession, status: VaultStatus, again: str) -> Iterator[Issue]:
    """Links inside the vault that lead nowhere, or to more than one place."""
    wrong: Counter[str] = Counter(
        each.state
        for each in doubtful(vault.engine, files=partial(other_files, vault.root, vault.settings.files.ignored))
    )
    if not wrong:
        yield Issue("links", "ok", f"{counted(status.counts.links, 'link')}, none broken")
    for state, about in (("broken", "lead to no note"), ("ambiguous", "may mean several notes")):
        if wrong[state]:
            what = f"{wrong[state]:,} of {counted(status.counts.links, 'link')} {about}"
            yield Issue("links", "hint", what, f"dowse links{again} --{state}")


def files(vault: VaultSession, status: VaultStatus, again: str) -> Iterator[Issue]:
    """Files that are not in the index, were parsed with warnings, or are left out of searches."""
    for what, troubles in (("not in the index", status.skipped), ("parsed with warnings", status.odd)):
        if troubles:
            named = ", ".join(path for path, _ in troubles[:_MOST_NAMED])
            more = f" and {len(troubles) - _MOST_NAMED:,} more" if len(troubles) > _MOST_NAMED else ""
            told = f"{counted(len(troubles), 'file')} {what}: {named}{more}"
            yield Issue("files", "hint", told, f"dowse status{again}")
    if left_out := omission(MatchAll(), vault.engine):
        yield Issue("files", "ok", f"{left_out}; a search that says archived:yes or status:inactive has them")


def speed(vault: VaultSession) -> Iterator[Issue]:
    """What makes searches slow here."""
    walked = _timed(vault.look)
    if walked > _SLOW_WALK:
        what = f"looking for changed files takes {walked:.1f} s; a search waits for it now and then"
        yield Issue("speed", "hint", what, "name folders that are not wanted in .dowseignore")
    asked = _timed(lambda: vault.search(_sample(vault), heal=False)) * 1e3
    is_slow = asked > _SLOW_SEARCH
    fix = "`dowse profiles` shows which steps a search has; --profile keywords has the fewest" if is_slow else ""
    yield Issue("speed", "hint" if is_slow else "ok", f"a search takes {asked:.0f} ms", fix)


def large(vault: VaultSession) -> Iterator[Issue]:
    """Notes that are books: each of their many chunks is compared in each search."""
    notable = [each for each in vault.engine.largest(_MOST_NAMED) if each.chunks > _LONG or each.size > _LARGE]
    if notable:
        named = ", ".join(f"{each.path} ({counted(each.chunks, 'chunk')}, {megabytes(each.size)})" for each in notable)
        fix = "name them in .dowseignore if nobody searches them"
        yield Issue("speed", "ok", f"the largest notes: {named}", fix)


def place(root: Path) -> Iterator[Issue]:
    """Whether the folder is on another machine."""
    kind = file_system(root)
    if why := polling(root, os.environ):
        what = f"{root}: {why}; looking for changes takes longer there, and watching looks every few seconds"
        yield Issue("folder", "hint", what, "an index on a disk of this machine is faster: --index-dir")
    else:
        yield Issue("folder", "ok", f"{root}{f' ({kind})' if kind else ''}")


def _sample(vault: VaultSession) -> Request:
    """A search for a few words that are there."""
    newest = vault.engine.select(MatchAll(), 1)
    words = newest[0].head.title.split()[:_COMMON] if newest else []
    return Request(" ".join(words) or "note", 10)


def _timed(step: Callable[[], object]) -> float:
    """Seconds, the second time: the first one loads what later ones have."""
    step()
    started = time.perf_counter()
    step()
    return time.perf_counter() - started
