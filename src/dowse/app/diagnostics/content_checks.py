"""Checks of the content of an index: freshness, vector coverage, links, files, search speed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from ...filesystem.watch import file_system, polling
from ...indexing.cosine_sampling import cosines_of
from ...indexing.freshness import VaultStatus
from ...query.ast import MatchAll
from ...retrieval.reference_models import ReferenceModel, SimilarityScale, share_above
from ...retrieval.semantic import Semantic
from ...search.execute import Request
from ...search.profiles import PROFILES
from ...search.visibility import omission
from ..link_report import doubtful_counts
from ..sessions.similarity_comparison import similarity_threshold
from ..sessions.vault_session import VaultSession
from ..vault_files import FileLookup, others_in
from .issue import Issue, counted, megabytes

_LONG = 200  # chunks of a note; a book has about as many
_LARGE = 1_000_000  # bytes of a note
_SLOW_SEARCH = 200.0  # milliseconds
_SLOW_WALK = 0.3  # seconds, as long as a search may spend on changed files
_MOST_NAMED = 3
_COMMON = 3  # words of a title


def freshness(status: VaultStatus, again: str, *, is_being_written: bool) -> Issue:
    """Whether the index is up to date with the files; a process that writes it reads the others."""
    documents = counted(status.counts.documents, "document")
    if status.index.changed:
        changed = "not indexed yet" if status.index.is_partial else "changed since indexing"
        what = f"{documents}; {counted(status.index.changed, 'file')} {changed}"
        if status.index.rereads and not is_being_written:
            return Issue("freshness", "hint", f"{documents}; {status.index.rereads}", f"dowse index{again}")
        if is_being_written:
            return Issue("freshness", "hint", what)
        return Issue("freshness", "hint", f"{what}; the next search indexes them", f"dowse index{again}")
    if status.index.without_symbols:
        return Issue("freshness", "hint", f"{documents}; {status.index.without_symbols}", f"dowse index{again}")
    return Issue("freshness", "ok", f"{documents}, up to date")


def coverage(status: VaultStatus, again: str, *, is_being_written: bool) -> Issue:
    """The vector coverage: how many chunks semantic search finds."""
    counts = status.counts
    what = f"{counts.embedded:,} of {counted(counts.chunks, 'chunk')} embedded with {status.embedder}"
    if counts.embedded >= counts.chunks:
        return Issue("meaning", "ok", what)
    refused = f"; the model rejected {counts.refused:,}" if counts.refused else ""
    what = f"{what}{refused}; the others are found by keyword search only"
    if is_being_written and not refused:
        return Issue("meaning", "hint", what)
    return Issue("meaning", "warning", what, f"dowse index{again}")


def similarity(vault: VaultSession) -> Issue:
    """The cosines of the model in use that are equivalent to the minimum cosines of other systems."""
    embedder, sample, alike = vault.peek(
        lambda reader: (
            vault.embeddings.active_embedder(reader).name,
            cosines_of(reader),
            similarity_threshold(reader, vault.settings.alike),
        )
    )
    if not sample.quantiles:
        return Issue("meaning", "ok", "too few chunks to translate minimum similarities")
    scale = SimilarityScale(embedder, lambda: sample)
    equivalents = "; ".join(
        equivalence(cosine, model, scale.equivalent(cosine, model), embedder)
        for model, cosine in sorted(_stated_cosines())
    )
    return Issue("meaning", "ok", f"minimum cosines in profiles: {equivalents}; of similar passages: {alike:g}")


def equivalence(cosine: float, model: str, equivalent: float, embedder: str) -> str:
    """The minimum cosine of a model, with the one that applies to the embedding model in use."""
    if equivalent == cosine:
        return f"{cosine:g} for {model} applies to {embedder} as it is"
    share = f"{share_above(cosine, model):.0%} of random pairs of passages are more similar"
    return f"{cosine:g} for {model} corresponds to {equivalent:g} for {embedder} ({share})"


def _stated_cosines() -> set[tuple[ReferenceModel, float]]:
    """The reference models of the profiles, each with its minimum cosine in vector mode."""
    retrievers = [each for profile in PROFILES.values() for each in profile.retrievers if isinstance(each, Semantic)]
    return {(each.reference_model, each.least_alone) for each in retrievers if each.reference_model != "none"}


def remarks(status: VaultStatus) -> Iterator[Issue]:
    """The remarks of the index."""
    yield from (Issue("index", "warning", remark) for remark in status.index.remarks)


def links(vault: VaultSession, status: VaultStatus, again: str) -> Iterator[Issue]:
    """Broken and ambiguous links inside the vault."""
    beside = FileLookup(partial(others_in, status.listed, vault.settings.files), vault.files.has)
    found = doubtful_counts(vault.engine, files=beside)
    wrong = {"broken": found.broken + found.broken_anchors, "ambiguous": found.ambiguous}
    if not any(wrong.values()):
        yield Issue("links", "ok", f"{counted(status.counts.links, 'link')}, none broken")
    for state, count in wrong.items():
        if count:
            what = f"{count:,} of {counted(status.counts.links, 'link')} {state}"
            yield Issue("links", "hint", what, f"dowse links{again} --{state}")


def files(vault: VaultSession, status: VaultStatus, again: str) -> Iterator[Issue]:
    """Files that are not in the index, were parsed with warnings, or are excluded from searches by default."""
    for what, troubles in (("not in the index", status.skipped), ("parsed with warnings", status.odd)):
        if troubles:
            named = ", ".join(path for path, _ in troubles[:_MOST_NAMED])
            more = f" and {len(troubles) - _MOST_NAMED:,} more" if len(troubles) > _MOST_NAMED else ""
            message = f"{counted(len(troubles), 'file')} {what}: {named}{more}"
            yield Issue("files", "hint", message, f"dowse status{again}")
    if left_out := omission(MatchAll(), vault.engine):
        yield Issue("files", "ok", f"{left_out}; to include them, search with archived:yes or status:inactive")


def speed(vault: VaultSession) -> Iterator[Issue]:
    """Causes of slow searches."""
    walked = _timed(vault.scan)
    if walked > _SLOW_WALK:
        what = f"scanning the folder for changes takes {walked:.1f} s; some searches wait for a scan"
        yield Issue("speed", "hint", what, "exclude folders in .dowseignore")
    if vault.settings.default_profile is None:  # the check of the settings says why
        return
    asked = _timed(lambda: vault.search(_sample(vault), heal=False)) * 1e3
    is_slow = asked > _SLOW_SEARCH
    fix = "`dowse profiles` lists the steps of a search; --profile keywords has the fewest" if is_slow else ""
    yield Issue("speed", "hint" if is_slow else "ok", f"a search takes {asked:.0f} ms", fix)


def large(vault: VaultSession) -> Iterator[Issue]:
    """Very long notes: each search compares every chunk."""
    notable = [each for each in vault.engine.largest(_MOST_NAMED) if each.chunks > _LONG or each.size > _LARGE]
    if notable:
        named = ", ".join(f"{each.path} ({counted(each.chunks, 'chunk')}, {megabytes(each.size)})" for each in notable)
        fix = "exclude notes that need no search in .dowseignore"
        yield Issue("speed", "ok", f"the largest notes: {named}", fix)


def place(root: Path) -> Iterator[Issue]:
    """Whether the folder is on a network filesystem."""
    kind = file_system(root)
    if why := polling(root, os.environ):
        what = (
            f"{root}: {why}; scans take longer there, and --watch scans every few seconds instead of waiting for events"
        )
        yield Issue("folder", "hint", what, "store the index on a local disk with --index-dir")
    else:
        yield Issue("folder", "ok", f"{root}{f' ({kind})' if kind else ''}")


def _sample(vault: VaultSession) -> Request:
    """A search for a few words that occur in the vault."""
    newest = vault.engine.select(MatchAll(), 1)
    words = newest[0].head.title.split()[:_COMMON] if newest else []
    return Request(" ".join(words) or "note", 10)


def _timed(step: Callable[[], object]) -> float:
    """The duration in seconds of the second call; the first one fills caches."""
    step()
    started = time.perf_counter()
    step()
    return time.perf_counter() - started
