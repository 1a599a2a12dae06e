"""A vault of many documents, made to be filtered: few and many that lie together, apart, first and last in a list."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from dowse.formats.metadata import head
from dowse.model.chunk import Chunk
from dowse.model.document import Document, Fact
from dowse.model.ref import Ref
from dowse.ports.indexed_document import IndexedDocument, WriteBatch
from dowse.ports.models import Vector
from tests.making import DAY, indexed, make, whole

LATE = 0.55  # of the documents; they come last in every list
BEGINNING = 1_767_225_600.0  # of the year 2026, when the oldest was changed
_WIDTH = 8  # of a vector
_GREATEST = 127

# Of whole numbers, the greatest of which is 127, where every chunk has 0: as little is lost of them as of the chunks'.
TIED = np.array([1, -2, 3, 1, _GREATEST, 0, 0, 0], np.float32)  # gives many chunks the same cosine
UNTIED = np.array([0, 0, 0, 0, _GREATEST, 1, 100, 0], np.float32)  # gives each chunk another one


@dataclass(frozen=True, slots=True)
class Crowd:
    """Documents by path, each on its way into an index, and the vectors of their chunks."""

    items: tuple[IndexedDocument, ...]
    vectors: dict[bytes, Vector]

    @property
    def batch(self) -> WriteBatch:
        """All of it."""
        return WriteBatch(indexed=self.items, vectors=self.vectors)

    @property
    def paths(self) -> tuple[str, ...]:
        """In the order in which the documents are written, so that row ids are in it too."""
        return tuple(item.document.head.path for item in self.items)


@cache
def crowd(size: int) -> Crowd:
    """So many documents, the same for the same size."""
    chance = np.random.default_rng(size)
    numbers = chance.permutation(size).tolist()
    documents = sorted((_document(number, size, chance) for number in numbers), key=lambda each: each.head.path)
    items = tuple(_indexed(document) for document in documents)
    chunks = [chunk for item in items for chunk in item.chunks]
    late = np.array([_is_late(item.document) for item in items for _ in item.chunks])
    places = np.empty(len(chunks), int)  # in the list of UNTIED, from its end
    places[np.argsort(~late + 0.5 * chance.random(len(chunks)))] = np.arange(len(chunks))
    rows = [_vector(place, is_late, chance) for place, is_late in zip(places.tolist(), late.tolist(), strict=True)]
    return Crowd(items, {chunk.digest: row for chunk, row in zip(chunks, rows, strict=True)})


def time_of(number: float) -> float:
    """When the document of that number was changed; five at a time were."""
    return BEGINNING + number // 5 * DAY


def vector_at(place: int) -> Vector:
    """The vector of a chunk at a place in the list of UNTIED, from its end; below 12,700.

    Of whole numbers, the greatest of which is 127: nothing is lost when it is packed, and products are exact. It is
    not of norm 1, which no engine needs.
    """
    row = np.zeros(_WIDTH, np.float32)
    row[5:] = place % 100, place // 100, _GREATEST
    return row


def _document(number: int, size: int, chance: np.random.Generator) -> Document:
    """Number 0 is the oldest; numbers below LATE of all are late, and 1 in 100 of any is something special."""
    is_late = number < LATE * size
    special = number % 100
    folder = ("Notes/", "Notes/Deep/", "2-Areas/Garden/", "Ärea/")[chance.integers(4)] if special else "Corner/"
    path = f"{folder}{number * 7919 % size:05}{('.md', '.md', '.md', '.txt', '.py')[chance.integers(5)]}"
    modified = time_of(number)
    tags = [tag for tag, share in (("most", 0.8), ("half/inner", 0.5), ("some", 0.3)) if chance.random() < share]
    tags += ["late"] * is_late + ["few/one"] * (special == 1) + ["few"] * (special == 2) + ["once"] * (number == 3)
    made = make(
        path,
        _text(special, is_late, chance),
        title=f"{('Meeting', 'Letter', 'Plan', 'Minutes')[number % 4]} {number}" + " harvest" * (special == 4),
        tags=tuple(tags),
        modified=modified,
        kind="task" if special in {5, 6} else "skill" if special > 80 else "note",
    )
    facts = head(path, _facts(number, special, chance), modified=modified).facts
    return replace(made, head=made.head._replace(facts=facts))


def _text(special: int, is_late: bool, chance: np.random.Generator) -> str:
    words = ["apple"] if is_late else ["apple"] * int(chance.integers(1, 6)) + ["pear"] * int(chance.integers(3))
    words += ["wool"] * int(30 if is_late else chance.integers(2, 12))
    words += ["ripe quince"] * (special == 7) + ["quince, ripe"] * (special == 8) + ["fern"] * (special < 15)
    return " ".join(str(word) for word in chance.permutation(words))


def _facts(number: int, special: int, chance: np.random.Generator) -> dict[str, Fact]:
    day = f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}"
    facts: dict[str, Fact] = {
        "status": ("todo", "Done", "[[Waiting]]")[chance.integers(3)],
        "rating": int(chance.integers(1, 6)) / 2,
        "done": bool(chance.integers(2)),
        "by": ("April", "Beth")[: int(chance.integers(1, 3))],
    }
    if special in {9, 10}:
        facts |= {"type": "daily", "created_at": day, "pages": number}
    if special % 4 == 0:
        facts |= {"date": f"{day}T10:30", "due": ("2026", "2027-W05", day)[number % 3]}
    return facts


def _indexed(document: Document) -> IndexedDocument:
    """Every third document has two chunks."""
    one = whole(document)
    two = (_second(one),) if document.head.modified // DAY % 3 == 0 else ()
    return indexed(document, chunks=(one, *two))


def _second(chunk: Chunk) -> Chunk:
    return replace(chunk, ref=Ref(chunk.ref.doc, "end"), digest=bytes(reversed(chunk.digest)))


def _is_late(document: Document) -> bool:
    return "late" in document.head.tags


def _vector(place: int, is_late: bool, chance: np.random.Generator) -> Vector:
    row = vector_at(place)
    row[:4] = chance.integers(-3, 4, 4) - (np.array([6, -6, 6, 6]) if is_late else 0)
    return row
