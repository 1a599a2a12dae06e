"""The resolver of an update is kept for the next one, as long as it knows what the index holds."""

from __future__ import annotations

from pathlib import Path

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.filesystem.diff import Changes
from dowse.graph.source_references.reference_resolver import ReferenceResolver
from dowse.indexing.batches import TimeBudget
from dowse.indexing.linking import link_pending
from dowse.indexing.resolution_cache import ResolutionCache
from dowse.ports.storage import Store
from tests.contract.engines import fill
from tests.making import make

_SAVED = Changes(changed=("a.md",))


def _resolver(cache: ResolutionCache, engine: Store, found: Changes = _SAVED) -> ReferenceResolver:
    cache.begin(engine, found)
    fill(engine, make("a.md", "carbon tax"))
    resolver = cache.resolver(engine, found)
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None, resolver=resolver)
    cache.end(engine)
    return resolver


def test_a_resolver_is_kept_while_known_files_are_saved(tmp_path: Path) -> None:
    engine, cache = SqliteEngine(tmp_path), ResolutionCache()
    first = _resolver(cache, engine, Changes(added=("a.md",)))
    assert _resolver(cache, engine) is first
    assert _resolver(cache, engine, Changes(added=("b.md",))) is not first


def test_a_resolver_is_not_kept_after_a_change_by_somebody_else(tmp_path: Path) -> None:
    engine, other, cache = SqliteEngine(tmp_path), SqliteEngine(tmp_path), ResolutionCache()
    first = _resolver(cache, engine, Changes(added=("a.md",)))
    fill(other, make("b.md", "cap and trade"))
    assert _resolver(cache, engine) is not first


def test_a_resolver_is_not_kept_while_documents_wait_for_an_earlier_change(tmp_path: Path) -> None:
    engine, cache = SqliteEngine(tmp_path), ResolutionCache()
    first = _resolver(cache, engine, Changes(added=("a.md",)))
    assert _resolver(cache, engine) is first
    fill(engine, make("a.md", "cap and trade"))
    cache.end(engine)
    assert _resolver(cache, engine) is not first


def test_a_change_of_no_document_keeps_the_resolver(tmp_path: Path) -> None:
    engine, cache = SqliteEngine(tmp_path), ResolutionCache()
    first = _resolver(cache, engine, Changes(added=("a.md",)))
    with cache.unaffected(engine):
        engine.forget_unused()  # which derives the postings, in another edition
    assert _resolver(cache, engine) is first


def test_a_resolver_is_not_kept_once_a_file_is_a_document_or_none_any_more(tmp_path: Path) -> None:
    engine, cache = SqliteEngine(tmp_path), ResolutionCache()
    first = _resolver(cache, engine, Changes(added=("a.md",)))
    assert _resolver(cache, engine, Changes(changed=("a.md", "b.md"))) is first
    cache.begin(engine, Changes(changed=("b.md",)))
    fill(engine, make("b.md", "cap and trade"))
    assert cache.resolver(engine, Changes(changed=("b.md",))) is not first


def test_an_engine_without_editions_keeps_no_resolver() -> None:
    engine, cache = MemoryEngine(), ResolutionCache()
    assert _resolver(cache, engine) is not _resolver(cache, engine)
