"""What every engine keeps, replaces and forgets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from dowse.chunking.enrich import chunk_of
from dowse.model.ref import Ref
from dowse.ports.indexed_document import FileStamp, IndexedDocument, SkippedFile, WriteBatch
from dowse.ports.models import Vector
from dowse.query.ast import ExactPhrase, FieldEquals, MatchAll, Word
from tests.contract.engines import ALL, Engine, fill, matching, paths, selected
from tests.making import indexed, make, unit, whole

_OLD = make("old.md", "zebra stripes", title="Old name", tags=("old",), aliases=("ancient",), status="draft")
_STAMP = FileStamp(3, 7, "digest")

LEAVINGS: Mapping[str, WriteBatch] = {
    "removed": WriteBatch(removed=("old.md",)),
    "skipped": WriteBatch(skipped=(SkippedFile("old.md", "too large", _STAMP),)),
    "replaced": WriteBatch(indexed=(indexed(make("old.md", "wool", title="New")),)),
    "removed and added": WriteBatch(removed=("old.md",), indexed=(indexed(make("old.md", "wool", title="New")),)),
}
TRACES: Mapping[str, Callable[[Engine], object]] = {
    "words": lambda engine: matching(engine, "zebra"),
    "words of fields": lambda engine: matching(engine, "ancient"),
    "selected words": lambda engine: selected(engine, Word("zebra")),
    "phrases": lambda engine: selected(engine, ExactPhrase("zebra stripes")),
    "tags": lambda engine: selected(engine, FieldEquals("tag", "old")),
    "vocabulary": lambda engine: list(engine.vocabulary("tag")),
    "titles": lambda engine: selected(engine, FieldEquals("title", "Old name")),
    "facts": lambda engine: selected(engine, FieldEquals("status", "draft")),
    "names": lambda engine: engine.named("Old name") + engine.named("ancient"),
    "vectors": lambda engine: engine.nearest(unit(1, 0), MatchAll(), ALL),
    "chunks": lambda engine: [chunk for chunk in engine.pending(ALL) if "zebra" in chunk.text],
}


@pytest.mark.parametrize("trace", TRACES)
@pytest.mark.parametrize("leaving", LEAVINGS)
def test_what_left_leaves_nothing_behind(engine: Engine, leaving: str, trace: str) -> None:
    fill(engine, _OLD)
    engine.write(WriteBatch(vectors={whole(_OLD).digest: unit(1, 0)}))
    engine.write(LEAVINGS[leaving])
    assert not TRACES[trace](engine)


@pytest.mark.parametrize("trace", sorted(set(TRACES) - {"chunks"}))
def test_what_leaves_no_trace_left_one_while_it_was_there(engine: Engine, trace: str) -> None:
    fill(engine, _OLD)
    engine.write(WriteBatch(vectors={whole(_OLD).digest: unit(1, 0)}))
    assert TRACES[trace](engine)


def test_removing_one_document_leaves_the_others(engine: Engine) -> None:
    fill(engine, _OLD, make("stays.md", "zebra crossing"))
    engine.write(WriteBatch(removed=("old.md", "never there.md")))
    assert (paths(matching(engine, "zebra")), engine.counts().chunks) == (["stays.md"], 1)


def test_replacing_a_document_leaves_no_words_that_would_weigh_in_the_scores(engine: Engine) -> None:
    others = [make(f"{n}.md", "carbon tax " * n) for n in range(1, 5)]
    fill(engine, *others, make("a.md", "wool"))
    fresh = matching(engine, "carbon")
    fill(engine, make("a.md", "carbon " * 500))
    fill(engine, make("a.md", "wool"))
    assert matching(engine, "carbon") == fresh


def test_the_later_of_two_with_one_path_counts(engine: Engine) -> None:
    fill(engine, make("a.md", "first"), make("a.md", "second"))
    assert (paths(matching(engine, "first")), paths(matching(engine, "second"))) == ([], ["a.md"])


def test_documents_and_skipped_files_are_known(engine: Engine) -> None:
    engine.write(
        WriteBatch(indexed=(indexed(_OLD, mtime_ns=5),), skipped=(SkippedFile("big.md", "too large", _STAMP),))
    )
    assert engine.known() == {"old.md": FileStamp(13, 5, _OLD.digest), "big.md": _STAMP}
    assert engine.known(["big.md", "new.md"]) == {"big.md": _STAMP}
    assert engine.known(["old.md"]) == {"old.md": FileStamp(13, 5, _OLD.digest)}
    assert engine.known([]) == {}


def test_removed_files_are_unknown(engine: Engine) -> None:
    engine.write(WriteBatch(indexed=(indexed(_OLD),), skipped=(SkippedFile("big.md", "too large", _STAMP),)))
    engine.write(WriteBatch(removed=("old.md", "big.md")))
    assert engine.known() == {}


def test_a_skipped_file_that_can_be_read_again_is_no_trouble_any_more(engine: Engine) -> None:
    engine.write(WriteBatch(skipped=(SkippedFile("old.md", "unreadable", _STAMP),)))
    fill(engine, _OLD)
    assert (engine.troubles(), paths(matching(engine, "zebra"))) == (([], []), ["old.md"])


def test_touched_files_get_another_stamp_and_time_but_keep_their_digest(engine: Engine) -> None:
    engine.write(WriteBatch(indexed=(indexed(_OLD),), skipped=(SkippedFile("big.md", "too large", _STAMP),)))
    touched = FileStamp(99, 2_500_000_000, modified=2.5)
    engine.write(WriteBatch(touched={"old.md": touched, "big.md": touched, "gone.md": touched}))
    assert {path: stamp[:3] for path, stamp in engine.known().items()} == {
        "old.md": (99, 2_500_000_000, _OLD.digest),
        "big.md": (99, 2_500_000_000, "digest"),
    }
    assert engine.select(MatchAll(), 1)[0].head.modified == 2.5


@pytest.mark.parametrize("mtime_ns", [-1, -5_000_000_000])
def test_a_touched_file_has_its_time_where_that_is_not_compared(engine: Engine, mtime_ns: int) -> None:
    fill(engine, _OLD)
    engine.write(WriteBatch(touched={"old.md": FileStamp(1, mtime_ns, modified=-5.0)}))
    assert engine.select(MatchAll(), 1)[0].head.modified == -5.0
    engine.write(WriteBatch(touched={"old.md": FileStamp(1, mtime_ns)}))  # unknown
    assert engine.select(MatchAll(), 1)[0].head.modified == -5.0


def test_a_touched_document_is_found_as_before(engine: Engine) -> None:
    fill(engine, _OLD)
    engine.write(WriteBatch(vectors={whole(_OLD).digest: unit(1, 0)}, touched={"old.md": FileStamp(1, 2)}))
    assert paths(matching(engine, "zebra")) == paths(engine.nearest(unit(1, 0), MatchAll(), 9)) == ["old.md"]


def test_troubles_are_listed_by_path(engine: Engine) -> None:
    engine.write(
        WriteBatch(
            indexed=(indexed(replace(make("z.md"), odd=("one", "two"))), indexed(replace(make("a.md"), odd=("é",)))),
            skipped=(SkippedFile("y.md", "binary", _STAMP), SkippedFile("b.md", "too large", _STAMP)),
        )
    )
    assert engine.troubles() == (
        [("b.md", "too large"), ("y.md", "binary")],
        [("a.md", "é"), ("z.md", "one"), ("z.md", "two")],
    )


def test_a_document_read_without_oddities_is_no_trouble_any_more(engine: Engine) -> None:
    fill(engine, replace(make("a.md"), odd=("one",)))
    fill(engine, make("a.md"))
    assert engine.troubles() == ([], [])


def test_pending_are_the_chunks_without_a_vector(engine: Engine) -> None:
    one, two = make("one.md", "first"), make("two.md", "second")
    fill(engine, one, two)
    engine.write(WriteBatch(vectors={whole(one).digest: unit(1, 0)}))
    assert list(engine.pending(9)) == [whole(two)]


def test_pending_gives_equal_chunks_once(engine: Engine) -> None:
    fill(engine, make("one.md", "same", title="t"), make("two.md", "same", title="t"))
    assert len(engine.pending(9)) == 1


def test_pending_stops_at_the_limit(engine: Engine) -> None:
    fill(engine, *(make(f"{n}.md", f"text {n}") for n in range(5)))
    assert len(engine.pending(3)) == 3


def test_embedding_what_is_pending_empties_the_queue(engine: Engine) -> None:
    fill(engine, *(make(f"{n}.md", f"text {n}") for n in range(5)))
    for _ in range(3):
        engine.write(WriteBatch(vectors={chunk.digest: unit(1, 0) for chunk in engine.pending(2)}))
    assert list(engine.pending(9)) == []


def test_a_chunk_is_pending_again_once_its_text_changed(engine: Engine) -> None:
    fill(engine, make("a.md", "before"))
    engine.write(WriteBatch(vectors={chunk.digest: unit(1, 0) for chunk in engine.pending(9)}))
    assert list(engine.pending(9)) == []
    fill(engine, make("a.md", "after"))
    assert [chunk.text for chunk in engine.pending(9)] == ["after"]


def test_a_pending_chunk_comes_back_whole(engine: Engine) -> None:
    document = make("a.md", "\0é 中文 text", tags=("x",))
    chunk = chunk_of(document, Ref("a.md", "goals", 2), 2, 6, heading="The Goals", before="[Title: a] ")
    engine.write(WriteBatch(indexed=(indexed(document, chunks=(chunk,)),)))
    assert list(engine.pending(9)) == [chunk]


def test_vectors_outlive_a_rewrite_that_keeps_the_digest(engine: Engine) -> None:
    fill(engine, make("a.md", "same", title="t"))
    engine.write(WriteBatch(vectors={chunk.digest: unit(1, 0) for chunk in engine.pending(9)}))
    fill(engine, make("a.md", "same", title="t", tags=(), modified=9.0))
    assert (list(engine.pending(9)), len(engine.nearest(unit(1, 0), MatchAll(), 9))) == ([], 1)


def test_a_renamed_document_keeps_its_vectors(engine: Engine) -> None:
    fill(engine, make("a.md", "same", title="t"))
    engine.write(WriteBatch(vectors={chunk.digest: unit(1, 0) for chunk in engine.pending(9)}))
    engine.write(WriteBatch(removed=("a.md",), indexed=(indexed(make("b.md", "same", title="t")),)))
    assert paths(engine.nearest(unit(1, 0), MatchAll(), 9)) == ["b.md"]


def test_vectors_that_no_chunk_has_are_kept_until_they_are_forgotten(engine: Engine) -> None:
    document = make("a.md", "text")
    fill(engine, document)
    engine.write(WriteBatch(vectors={whole(document).digest: unit(1, 0)}))
    engine.write(WriteBatch(removed=("a.md",)))
    fill(engine, document)
    assert list(engine.pending(9)) == []


def test_forgetting_drops_vectors_that_no_chunk_has_and_no_other(engine: Engine) -> None:
    used, unused = make("used.md", "one"), make("unused.md", "two")
    fill(engine, used, unused)
    engine.write(WriteBatch(vectors={whole(used).digest: unit(1, 0), whole(unused).digest: unit(1, 0)}))
    engine.write(WriteBatch(removed=("unused.md",)))
    engine.forget_unused()
    fill(engine, unused)
    assert list(engine.pending(9)) == [whole(unused)]


@pytest.mark.parametrize(("most", "kept"), [(1, 0), (2, 2), (3, 2)])
def test_a_few_unused_vectors_may_be_kept_all_or_none(engine: Engine, most: int, kept: int) -> None:
    gone = [make("one.md", "one"), make("two.md", "two")]
    fill(engine, make("used.md", "used"), *gone)
    digests = [whole(each).digest for each in (make("used.md", "used"), *gone)]
    engine.write(WriteBatch(vectors={digest: unit(1, 0) for digest in digests}))
    engine.write(WriteBatch(removed=("one.md", "two.md")))
    engine.forget_unused(most=most)
    fill(engine, *gone)
    assert len(gone) - len(engine.pending(9)) == kept
    assert engine.counts().embedded == 1 + kept


def test_a_vector_may_come_before_its_chunk(engine: Engine) -> None:
    document = make("a.md", "text")
    engine.write(WriteBatch(vectors={whole(document).digest: unit(1, 0)}))
    fill(engine, document)
    assert len(engine.nearest(unit(1, 0), MatchAll(), 9)) == 1


def test_another_embedder_makes_every_chunk_pending_and_leaves_the_words(engine: Engine) -> None:
    _embedded_with(engine, "one")
    engine.use_space("two", chunking="c")
    assert engine.nearest(unit(1, 0), MatchAll(), 9) == ()
    assert (len(engine.pending(9)), paths(matching(engine, "zebra"))) == (1, ["old.md"])


def test_another_chunker_makes_every_file_look_changed_and_leaves_the_words(engine: Engine) -> None:
    _embedded_with(engine, "one")
    engine.use_space("one", chunking="another")
    assert [(stamp.mtime_ns, stamp.digest) for stamp in engine.known().values()] == [(-1, "")]
    assert paths(matching(engine, "zebra")) == ["old.md"]


def test_the_same_space_changes_nothing(engine: Engine) -> None:
    _embedded_with(engine, "one")
    before = engine.known()
    engine.use_space("one", chunking="c")
    assert (engine.known(), len(engine.nearest(unit(1, 0), MatchAll(), 9))) == (before, 1)


def test_vectors_of_another_width_replace_those_of_another_embedder(engine: Engine) -> None:
    _embedded_with(engine, "one")
    engine.use_space("two", chunking="c")
    engine.write(WriteBatch(vectors={chunk.digest: unit(0, 0, 1) for chunk in engine.pending(9)}))
    assert len(engine.nearest(unit(0, 0, 1), MatchAll(), 9)) == 1


def _embedded_with(engine: Engine, fingerprint: str) -> None:
    engine.use_space(fingerprint, chunking="c")
    fill(engine, _OLD)
    engine.write(WriteBatch(vectors={whole(_OLD).digest: unit(1, 0)}))


_NO_VECTOR = cast(Vector, "not a vector")
_NO_TEXT = IndexedDocument(replace(make("b.md"), text=cast(str, None)), FileStamp(0, 0), chunks=())
BROKEN: Mapping[str, WriteBatch] = {
    "a vector that is none": WriteBatch(
        indexed=(indexed(make("b.md", "wool")),),
        removed=("old.md",),
        touched={"old.md": FileStamp(0, 0)},
        vectors={b"good": unit(1, 0), b"bad": _NO_VECTOR},
    ),
    "a document without text": WriteBatch(
        indexed=(indexed(make("a.md", "wool")), _NO_TEXT), skipped=(SkippedFile("old.md", "why", _STAMP),)
    ),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_a_batch_that_fails_in_the_middle_leaves_the_old_state_whole(engine: Engine, broken: str) -> None:
    _embedded_with(engine, "one")
    before = _state(engine)
    with pytest.raises((TypeError, ValueError, np.exceptions.DTypePromotionError)):
        engine.write(BROKEN[broken])
    assert _state(engine) == before


def test_an_engine_writes_on_after_a_batch_that_failed(engine: Engine) -> None:
    with pytest.raises((TypeError, ValueError)):
        engine.write(BROKEN["a document without text"])
    fill(engine, _OLD)
    assert paths(matching(engine, "zebra")) == ["old.md"]


def _state(engine: Engine) -> object:
    found = {name: trace(engine) for name, trace in TRACES.items()}
    return found, engine.known(), engine.troubles(), engine.counts(), engine.documents(["old.md", "a.md", "b.md"])


def test_an_empty_batch_changes_nothing(engine: Engine) -> None:
    fill(engine, _OLD)
    before = _state(engine)
    engine.write(WriteBatch())
    assert _state(engine) == before


def test_a_fact_is_recalled_until_it_is_replaced(engine: Engine) -> None:
    assert engine.recalled("root") == ""
    engine.remember("root", "/notes")
    engine.remember("root", "/moved")
    assert engine.recalled("root") == "/moved"


def test_the_facts_of_the_embedding_spaces_are_recalled_by_name(engine: Engine) -> None:
    engine.use_space("old", chunking="sections")
    fill(engine, make("a.md", "wool"))
    engine.write(WriteBatch(vectors={whole(make("a.md", "wool")).digest: unit(1, 0)}))
    engine.use_space("new", chunking="sections", others="answer")
    assert [engine.recalled(key) for key in ("fingerprint", "coming", "chunking")] == ["old", "new", "sections"]


def test_documents_to_be_read_again_answer_as_before_and_count_as_changed(engine: Engine) -> None:
    fill(engine, make("a.md", "wool"), make("b.md", "wool"))
    before = engine.known()
    engine.read_again(["a.md", "gone.md"])
    assert [path for path, stamp in engine.known().items() if stamp != before[path]] == ["a.md"]
    assert engine.known()["a.md"].mtime_ns == -1
    assert paths(matching(engine, "wool")) == ["a.md", "b.md"]


def test_a_skipped_file_to_be_read_again_counts_as_changed(engine: Engine) -> None:
    engine.write(WriteBatch(skipped=tuple(SkippedFile(path, "too large", _STAMP) for path in ("a.md", "b.md"))))
    engine.read_again(["b.md"])
    assert [path for path, stamp in sorted(engine.known().items()) if stamp.mtime_ns == -1] == ["b.md"]


def test_all_files_to_be_read_again_count_as_changed_skipped_ones_too(engine: Engine) -> None:
    fill(engine, make("a.md", "wool"))
    engine.write(WriteBatch(skipped=(SkippedFile("big.md", "too large", _STAMP),)))
    before = engine.known()
    engine.read_again(None)
    assert [path for path, stamp in engine.known().items() if stamp != before[path]] == ["a.md", "big.md"]
    assert paths(matching(engine, "wool")) == ["a.md"]


def test_the_signature_of_a_document_is_kept_beside_its_title(engine: Engine) -> None:
    document = make("a.md", "wool")
    signed = replace(document, head=document.head._replace(signature=bytes(range(64))))
    engine.write(WriteBatch(indexed=(indexed(signed),)))
    hit = engine.select(MatchAll(), ALL)[0]
    assert hit.head.signature == engine.heads(["a.md"])["a.md"].signature == bytes(range(64))
