"""Embedders with a time limit."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from threading import Event

import pytest

from dowse.embedders.bounded import BoundedEmbedder
from dowse.model.errors import ModelError
from dowse.ports.models import Matrix
from tests.making_embedder import Hashing


class _Waiting(Hashing):
    """Embeds after `go`; a text that is "broken" makes the embedder fail."""

    __slots__ = ()
    go = Event()

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        self.go.wait()
        if "broken" in texts:
            raise ModelError("the model is broken")
        return Hashing.embed(self, texts, as_query=as_query)


@pytest.fixture
def waiting() -> Iterator[_Waiting]:
    """An embedder that waits, and ends with the test."""
    _Waiting.go.clear()
    yield _Waiting()
    _Waiting.go.set()
    for thread in threading.enumerate():
        if thread.name == "dowse-bounded-embedder":
            thread.join()


def test_a_bounded_embedder_returns_the_vectors_of_its_embedder() -> None:
    bounded = BoundedEmbedder(Hashing(), seconds=60)
    assert bounded.embed(["wool"], as_query=True).tolist() == Hashing().embed(["wool"]).tolist()
    assert (bounded.name, bounded.revision, bounded.dim, bounded.batch) == ("hashing", "1", 128, 64)


def test_an_error_of_the_embedder_is_raised(waiting: _Waiting) -> None:
    waiting.go.set()
    with pytest.raises(ModelError, match="the model is broken"):
        BoundedEmbedder(waiting, seconds=60).embed(["broken"])


def test_an_embedder_that_takes_too_long_raises_an_error(waiting: _Waiting) -> None:
    with pytest.raises(ModelError, match=r"^hashing took longer than 0\.01 s$"):
        BoundedEmbedder(waiting, seconds=0.01).embed(["wool"])


@pytest.mark.parametrize("is_served", [True, False])
def test_the_end_of_the_process_waits_for_a_local_model_and_not_for_a_server(
    waiting: _Waiting, *, is_served: bool
) -> None:
    """The libraries of a local model run code that the end of the interpreter would break off."""
    with pytest.raises(ModelError):
        BoundedEmbedder(waiting, seconds=0.01, is_served=is_served).embed(["wool"])
    (thread,) = [thread for thread in threading.enumerate() if thread.name == "dowse-bounded-embedder"]
    assert thread.daemon == is_served
    waiting.go.set()
    thread.join()


def test_after_a_timeout_no_text_waits_until_the_embedder_has_finished(waiting: _Waiting) -> None:
    bounded = BoundedEmbedder(waiting, seconds=0.01)
    with pytest.raises(ModelError):
        bounded.embed(["wool"])
    bounded._seconds = 3600  # the second text would wait as long
    with pytest.raises(ModelError):
        bounded.embed(["silk"])


def test_an_embedder_that_has_finished_late_embeds_the_next_text(waiting: _Waiting) -> None:
    bounded = BoundedEmbedder(waiting, seconds=0.01)
    with pytest.raises(ModelError):
        bounded.embed(["wool"])
    waiting.go.set()
    assert bounded._overdue is not None
    bounded._overdue.wait()
    bounded._seconds = 60
    assert bounded.embed(["silk"]).any()
