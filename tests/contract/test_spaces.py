"""Vectors of another embedder are made beside those that answer, and take over when they are all there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from dowse.model.errors import ModelError
from dowse.model.index_counts import EmbeddingSpaces
from dowse.model.ref import PREAMBLE, Ref
from dowse.ports.indexed_document import WriteBatch
from dowse.query.ast import MatchAll
from tests.contract.engines import Engine, fill
from tests.linked import linked, linking
from tests.making import indexed, make, unit, whole

_ONE, _TWO = make("one.md", "wool"), make("two.md", "silk")


@pytest.fixture
def switching(engine: Engine) -> Engine:
    """Two documents with vectors of `old`, while those of `new` are to come."""
    engine.use_space("old", chunking="c")
    fill(engine, _ONE, _TWO)
    engine.write(WriteBatch(vectors={whole(_ONE).digest: unit(1, 0), whole(_TWO).digest: unit(0, 1)}))
    engine.use_space("new", chunking="c", others="answer")
    return engine


def _answering(engine: Engine) -> list[str]:
    """The documents that are near to the first direction, with two numbers or with three."""
    found = engine.nearest(unit(1, 0), MatchAll(), 9) or engine.nearest(unit(1, 0, 0), MatchAll(), 9)
    return [hit.head.path for hit in found if hit.score > 0.5]


def test_kept_vectors_go_on_answering_while_others_are_made(switching: Engine) -> None:
    switching.write(WriteBatch(vectors={whole(_ONE).digest: unit(0, 0, 1)}, space="new"))
    assert _answering(switching) == ["one.md"]
    spaces = switching.spaces()
    assert (spaces.answering, spaces.coming, spaces.made) == ("old", "new", 1)
    assert switching.pending(9, space="new") == [whole(_TWO)]
    assert list(switching.pending(9)) == []


def test_the_coming_vectors_take_over_once_they_are_all_there_and_not_before(switching: Engine) -> None:
    switching.write(WriteBatch(vectors={whole(_ONE).digest: unit(0, 0, 1)}, space="new"))
    assert not switching.take_over()
    switching.write(WriteBatch(vectors={whole(_TWO).digest: unit(1, 0, 0)}, space="new"))
    assert switching.take_over()
    assert _answering(switching) == ["two.md"]
    assert switching.spaces() == EmbeddingSpaces("new")


def test_a_refused_chunk_does_not_hold_up_the_others(switching: Engine) -> None:
    switching.write(
        WriteBatch(vectors={whole(_ONE).digest: unit(1, 0, 0)}, refused={whole(_TWO).digest: "too long"}, space="new")
    )
    assert switching.spaces().refused == (("two.md", "too long"),)
    assert switching.take_over()
    assert list(switching.pending(9)) == []
    assert (switching.counts().embedded, switching.counts().refused) == (1, 1)


def test_what_was_refused_is_tried_again_when_asked(engine: Engine) -> None:
    engine.use_space("old", chunking="c")
    fill(engine, _ONE)
    engine.write(WriteBatch(refused={whole(_ONE).digest: "too long"}))
    assert list(engine.pending(9)) == []
    engine.retry()
    assert engine.pending(9) == [whole(_ONE)]
    assert engine.spaces().refused == ()


def test_vectors_of_a_space_that_is_gone_are_dropped(switching: Engine) -> None:
    switching.use_space("newer", chunking="c", others="answer")
    switching.write(WriteBatch(vectors={whole(_ONE).digest: unit(0, 0, 1)}, space="new"))
    assert switching.spaces().made == 0
    assert _answering(switching) == ["one.md"]


def test_going_back_to_what_answers_drops_what_was_to_come(switching: Engine) -> None:
    switching.write(WriteBatch(vectors={whole(_ONE).digest: unit(0, 0, 1)}, space="new"))
    switching.use_space("old", chunking="c")
    assert switching.spaces().coming == ""
    assert list(switching.pending(9, space="new")) == []
    assert _answering(switching) == ["one.md"]


def test_saying_again_what_is_to_come_loses_nothing(switching: Engine) -> None:
    switching.write(WriteBatch(vectors={whole(_ONE).digest: unit(0, 0, 1)}, space="new"))
    switching.use_space("new", chunking="c", others="answer")
    assert switching.spaces().made == 1


def test_those_that_are_to_answer_meanwhile_may_not_be_made_yet(engine: Engine) -> None:
    """A first search settles what is wanted before it reads any file."""
    engine.use_space("old", chunking="c")
    engine.use_space("new", chunking="c", others="answer")
    fill(engine, _ONE)
    assert (engine.spaces().answering, engine.spaces().coming) == ("old", "new")
    assert list(engine.pending(9)) == [whole(_ONE)]


def test_without_another_space_it_answers_at_once(engine: Engine) -> None:
    engine.use_space("new", chunking="c", others="answer")
    assert (engine.spaces().answering, engine.spaces().coming) == ("new", "")


def test_a_new_chunk_is_pending_in_both_spaces(switching: Engine) -> None:
    late = make("late.md", "linen")
    fill(switching, late)
    assert list(switching.pending(9)) == [whole(late)]
    assert whole(late) in switching.pending(9, space="new")


def test_vectors_of_two_widths_are_never_in_one_space(switching: Engine) -> None:
    with pytest.raises(ModelError, match="2 and of 3 dimensions"):
        switching.write(WriteBatch(vectors={whole(_ONE).digest: unit(0, 0, 1)}))
    assert _answering(switching) == ["one.md"]


def test_unused_vectors_of_both_spaces_are_forgotten(switching: Engine) -> None:
    switching.write(WriteBatch(vectors={whole(_ONE).digest: unit(0, 0, 1)}, space="new"))
    switching.write(WriteBatch(removed=("one.md",)))
    switching.forget_unused()
    fill(switching, _ONE)
    assert whole(_ONE) in switching.pending(9, space="new")
    assert list(switching.pending(9)) == [whole(_ONE)]


def test_unused_vectors_are_counted_in_both_spaces(switching: Engine) -> None:
    switching.write(WriteBatch(vectors={whole(_ONE).digest: unit(0, 0, 1)}, space="new"))
    switching.write(WriteBatch(removed=("one.md",)))
    switching.forget_unused(most=2)
    fill(switching, _ONE)
    assert list(switching.pending(9)) == []
    switching.write(WriteBatch(removed=("one.md",)))
    switching.forget_unused(most=1)
    fill(switching, _ONE)
    assert list(switching.pending(9)) == [whole(_ONE)]


def test_the_vectors_to_come_may_be_kept_when_others_answer(switching: Engine) -> None:
    switching.write(WriteBatch(vectors={whole(_ONE).digest: unit(0, 0, 1)}, space="new"))
    switching.use_space("other", chunking="c", others="keep")
    spaces = switching.spaces()
    assert (spaces.answering, spaces.coming, spaces.made) == ("other", "new", 1)
    assert _answering(switching) == []


def test_vectors_laid_aside_answer_again_at_once(engine: Engine) -> None:
    engine.use_space("old", chunking="c")
    fill(engine, _ONE)
    engine.write(WriteBatch(vectors={whole(_ONE).digest: unit(1, 0, 0)}))
    engine.use_space("meanwhile", chunking="c", others="aside")
    assert _answering(engine) == []
    assert (engine.spaces().answering, engine.spaces().coming, engine.spaces().made) == ("meanwhile", "old", 1)
    engine.write(WriteBatch(vectors={whole(_ONE).digest: unit(0, 1)}))
    engine.use_space("old", chunking="c", others="answer")
    assert engine.take_over()
    assert _answering(engine) == ["one.md"]


def test_chunks_of_new_and_of_much_linked_documents_wait_at_the_head_of_the_coming_queue(engine: Engine) -> None:
    """The newest, the most linked, the second newest, the second most linked, and so on."""
    ages = {"old.md": 1.0, "hub.md": 2.0, "lesser.md": 3.0, "new.md": 9.0, "newer.md": 10.0}
    targets = {"old.md": ("hub", "lesser"), "new.md": ("hub",)}
    documents = [
        replace(linking(path, *targets.get(path, ()), text=path), head=make(path, modified=age).head)
        for path, age in ages.items()
    ]
    engine.use_space("old", chunking="c")
    linked(engine, *documents)
    engine.write(WriteBatch(vectors={whole(document).digest: unit(1, 0) for document in documents}))
    engine.use_space("new", chunking="c", others="answer")
    waiting = [chunk.ref.doc for chunk in engine.pending(9, space="new")]
    assert waiting == ["newer.md", "hub.md", "new.md", "lesser.md", "old.md"]


def test_the_coming_queue_keeps_the_order_of_the_chunks_in_a_document(switching: Engine) -> None:
    document = make("three.md", "flax and hemp", modified=5.0)
    parts = tuple(
        replace(whole(document), ref=Ref("three.md", PREAMBLE, part), digest=bytes([part]) * 16) for part in range(3)
    )
    switching.write(WriteBatch(indexed=(indexed(document, chunks=parts),)))
    assert [chunk.ref.part for chunk in switching.pending(3, space="new")] == [0, 1, 2]


def test_the_coming_vectors_of_chunks_have_norm_1(switching: Engine) -> None:
    one, two = whole(_ONE), whole(_TWO)
    switching.write(WriteBatch(vectors={one.digest: np.float32(0.5) * unit(0, 0, 1)}, space="new"))
    found = switching.coming_vectors([one.ref, two.ref, Ref("gone.md")])
    assert found.keys() == {one.ref}
    assert found[one.ref] == pytest.approx([0, 0, 1], abs=0.01)


def test_only_the_coming_vectors_of_the_named_chunks_are_read(switching: Engine) -> None:
    vectors = {whole(_ONE).digest: unit(0, 0, 1), whole(_TWO).digest: unit(1, 0, 0)}
    switching.write(WriteBatch(vectors=vectors, space="new"))
    assert switching.coming_vectors([whole(_TWO).ref]).keys() == {whole(_TWO).ref}


def test_a_part_of_a_section_has_its_own_coming_vector(switching: Engine) -> None:
    document = make("parts.md", "wool and silk")
    chunks = tuple(
        replace(whole(document), ref=Ref("parts.md", "", part), digest=bytes([part]) * 16) for part in (0, 1)
    )
    switching.write(WriteBatch(indexed=(indexed(document, chunks=chunks),)))
    switching.write(WriteBatch(vectors={each.digest: unit(0, 0, 1) for each in chunks}, space="new"))
    assert switching.coming_vectors([chunks[1].ref]).keys() == {chunks[1].ref}


def test_without_a_coming_space_no_chunk_has_a_coming_vector(engine: Engine) -> None:
    fill(engine, _ONE)
    engine.write(WriteBatch(vectors={whole(_ONE).digest: unit(1, 0)}))
    assert engine.coming_vectors([whole(_ONE).ref]) == {}
