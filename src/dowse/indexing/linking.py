"""Resolves links to edges after the text of all documents is indexed; pending documents are a queue in the index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Protocol

from ..graph.anchors import UnitNames
from ..graph.name_table import name_form
from ..graph.resolve import LinkCandidates, resolved
from ..graph.site_roots import NO_ROOTS, SITE_ROOTS, SiteRoots, inferred, page_keys
from ..model.document import Link
from ..model.edge import LinkTarget
from ..model.errors import StorageError
from ..ports.storage import DocumentStore, IndexFacts, SimilarityStore, Store
from .batches import BatchProgress, TimeBudget
from .garbage_collection import without_collection
from .resolution_cache import resolver_of
from .site_configuration import known_sites

if TYPE_CHECKING:
    from ..graph.source_references.reference_resolver import ReferenceResolver

_DOCUMENTS = 1_000  # at a time
_FIRST_DOCUMENTS = 32  # that are resolved together at first: source files of 1 MB have 30,000 names each
_LARGE_SHARE = 0.25  # of what a resolver keeps, of one group of documents; smaller groups follow
_CHUNKS = 1_024
_FEW_CHUNKS = 64  # within a budget: 0.3 s with 400,000 others
_BROKEN = LinkTarget("", 0)
_CONFIGURED = "configured_site_roots"  # the fact with the roots of the settings, as the index knows them
_SHARE_OF_CHANGES = 50  # one in fifty documents linked again: the roots of sites are inferred again


@without_collection()
def link_pending(
    index: Store, *, budget: TimeBudget, progress: BatchProgress, resolver: ReferenceResolver | None = None
) -> int:
    """Resolves the links and references of pending documents within the budget; returns the number of documents.

    `resolver` may have read source files before, which have not changed since.  The roots of sites are those of
    `configure_site_roots`, or else inferred from the links.
    """
    done, roots = 0, NO_ROOTS
    waiting: Mapping[str, tuple[Link, ...]] = {}
    at_a_time = _FIRST_DOCUMENTS
    while not budget.spent and (waiting := waiting or index.unlinked(_DOCUMENTS)):
        if not done:
            roots = _site_roots(index, waiting=len(waiting))
            resolver = resolver or resolver_of(index)
        assert resolver is not None
        group = dict(islice(waiting.items(), at_a_time))
        waiting = dict(islice(waiting.items(), at_a_time, None))
        index.link(_aims(group, index, roots), resolver.resolved(group))
        is_large = resolver.share > _LARGE_SHARE
        at_a_time = max(1, at_a_time // 2) if is_large else min(2 * at_a_time, _DOCUMENTS)
        done += len(group)
        progress(done)
    return done


def compare_pending(index: SimilarityStore, *, budget: TimeBudget, progress: BatchProgress) -> int:
    """Compares pending chunks with all others within the budget; returns the number of chunks."""
    done = 0
    at_a_time = _CHUNKS if budget.until == float("inf") else _FEW_CHUNKS
    started = budget.clock()
    while not budget.spent and (count := index.compare(at_a_time)):
        done += count
        progress(done)
        took, started = budget.clock() - started, budget.clock()
        if took < (budget.until - started) / 8:
            at_a_time = min(2 * at_a_time, _CHUNKS)
    return done


def configure_site_roots(configured: SiteRoots, index: SiteRootIndex) -> None:
    """After a change of the settings, lets links from the root be resolved again, by other roots."""
    known = index.recalled(_CONFIGURED) or NO_ROOTS.written()
    if known == configured.written():
        return
    with suppress(StorageError):  # a read-only index keeps the old roots
        index.unlink_root_relative()
        index.remember(SITE_ROOTS, "")
        index.remember(_CONFIGURED, configured.written())


class SiteRootIndex(IndexFacts, Protocol):
    """The part of a store that a change of the roots needs."""

    def unlink_root_relative(self) -> None:
        """See LinkQueue."""


def _site_roots(index: Store, *, waiting: int) -> SiteRoots:
    """The roots by which links are resolved now, inferred again after enough documents have changed.

    A note that is saved changes few links among many, so that reading all of them for each note would be wasted.
    """
    written, sites = index.recalled(SITE_ROOTS), known_sites(index)
    known, is_new = SiteRoots.parsed(written), not written
    configured = SiteRoots.parsed(index.recalled(_CONFIGURED))
    changes = known.changes + waiting
    if configured.is_configured:
        found = configured
    elif not is_new and not known.is_configured and changes * _SHARE_OF_CHANGES < known.documents:
        index.remember(SITE_ROOTS, replace(known, changes=changes, sites=sites).written())
        if known.sites != sites:
            index.unlink_root_relative()
        return replace(known, sites=sites)
    else:
        found = _inferred(index, configured)
    found = replace(found, sites=sites)
    if found != known:
        index.unlink_root_relative()
    if is_new or found.written() != known.written():
        index.remember(SITE_ROOTS, found.written())
    return found


def _inferred(index: Store, configured: SiteRoots) -> SiteRoots:
    links = index.root_relative_links()
    named = index.called(page_keys(links)).values() if links else ()
    found = inferred(links, {head.path: head for heads in named for head in heads}.values())
    outside = dict.fromkeys((*configured.outside, *found.outside))
    return replace(found, outside=tuple(outside), documents=index.lengths().documents)


def _aims(
    waiting: Mapping[str, tuple[Link, ...]], index: DocumentStore, roots: SiteRoots
) -> Mapping[str, list[LinkTarget]]:
    pointers = [(path, link) for path, links in waiting.items() for link in links]
    resolved_links = resolved(pointers, index, roots)
    labelled = _labelled_units(resolved_links, index)
    with_units = {meant[0] for _, link, meant, _ in resolved_links if meant and link.anchor}
    with_units.update(path for path, _ in labelled)
    units = index.units(with_units) if with_units else {}  # source code has hardly any
    names = {target: UnitNames(own) for target, own in units.items()}
    found: dict[str, list[LinkTarget]] = {path: [] for path in waiting}
    for source, link, meant, rule in resolved_links:
        if meant:
            anchor = link.anchor or (labelled.get((meant[0], name_form(link.target)), "") if rule == "label" else "")
            unit = names[meant[0]].named(anchor) if anchor and meant[0] in names else ""
            found[source].append(LinkTarget(meant[0], len(meant), unit, rule))
        else:
            found[source].append(LinkTarget("", 0, "", rule) if rule else _BROKEN)
    return found


def _labelled_units(links: Sequence[LinkCandidates], index: DocumentStore) -> Mapping[tuple[str, str], str]:
    """The units that labels mean, by document and folded label."""
    paths = {each.target for each in links if each.rule == "label"}
    heads = index.heads(paths) if paths else {}
    listed = ((path, *part) for path, head in heads.items() for part in head.labelled_parts)
    return {(path, name_form(label)): unit for path, label, unit in listed if unit}
