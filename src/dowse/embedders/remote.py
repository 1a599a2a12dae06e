"""An embedder that runs on a server: texts are sent some at a time, several requests at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from ..model.errors import ModelError, TextsRejectedError
from ..net.json_client import JsonServer, JsonValue, RetryPolicy, ServerError
from ..net.parallel_map import side_by_side

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..ports.models import Matrix

_FOR_DOCUMENTS = RetryPolicy(seconds=60.0, tries=3)  # a model on a CPU may have to be loaded first
_FOR_QUERIES = RetryPolicy(seconds=5.0)  # somebody waits; without meaning there are still the words
_REST = 10.0  # seconds without queries after one that failed
_BYTES_A_TEXT = 400_000  # 16,384 numbers of 24 characters; the widest models known have 8,192
_HARMLESS = "water"  # a text that no model refuses
_OF_A_TEXT = frozenset({400, 413, 422, 500})  # what servers say to a text they cannot do; 500 also when they are broken
_PASSING = frozenset({0, 408, 429, 500, 502, 503, 504})

NumberedText = tuple[int, str]  # place among the texts, text


class RemoteProtocol(Protocol):
    """How a kind of server is spoken to."""

    @property
    def path(self) -> str:
        """Where texts are sent."""

    @property
    def texts_a_request(self) -> int:
        """How many at a time."""

    @property
    def at_once(self) -> int:
        """How many requests run at the same time."""

    def request(self, texts: Sequence[str]) -> JsonValue:
        """What is sent."""

    def vectors(self, answer: JsonValue) -> Sequence[object]:
        """The vectors in an answer, in the order of the texts. Raises ValueError, TypeError, KeyError or IndexError."""

    def revision(self, server: JsonServer, patience: RetryPolicy) -> str:
        """Which model it is, perhaps asked of the server. Raises ModelError when it is not there."""


@dataclass(slots=True)
class _Taken:
    """What became of some texts."""

    rows: dict[int, Matrix]
    refused: dict[int, str]


class RemoteEmbedder:
    """A model on a server; implements `Embedder`. May be shared between threads."""

    def __init__(
        self,
        name: str,
        server: JsonServer,
        dialect: RemoteProtocol,
        *,
        revision: str = "",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name = name
        self._server = server
        self._dialect = dialect
        self._revision = revision
        self._clock = clock
        self._dim = 0
        self._known_until = float("-inf")
        self._resting_until = float("-inf")
        self._trouble = ""
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """What the user calls it."""
        return self._name

    @property
    def revision(self) -> str:
        """Which model the server has under this name; empty before it was asked."""
        return self._revision

    @property
    def dim(self) -> int:
        """Width of a vector; 0 before the first answer."""
        return self._dim

    @property
    def batch(self) -> int:
        """How many texts keep it busy."""
        return self._dialect.texts_a_request * self._dialect.at_once

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        """One row a text: (len(texts), dim) float32, rows of L2 norm 1; a blank text is a zero row and is not sent.

        A query has 5 s and one try; when one fails, others fail at once for 10 s.  Of documents each request has 60 s
        and three tries.  Raises ModelError; TextsRefusedError when the server takes some of the texts.
        """
        items = [(at, _sendable(text)) for at, text in enumerate(texts) if text.strip()]
        taken = self._query(items) if as_query else self._documents(items)
        if taken.refused:
            why = next(iter(taken.refused.values()))
            raise TextsRejectedError(
                f"{len(taken.refused)} of {len(texts)} texts were refused: {why}",
                rows=taken.rows,
                refused=taken.refused,
            )
        matrix = np.zeros((len(texts), self._dim), np.float32)
        for at, row in taken.rows.items():
            matrix[at] = row
        return matrix

    def _query(self, items: Sequence[NumberedText]) -> _Taken:
        start = self._clock()
        if start < self._resting_until:
            raise ModelError(self._trouble)
        try:
            self._introduce(_FOR_QUERIES)
            left = replace(_FOR_QUERIES, seconds=max(0.1, _FOR_QUERIES.seconds - (self._clock() - start)))
            rows = self._rows([text for _, text in items] or [_HARMLESS], left)
        except ServerError as error:
            if error.status in _PASSING:
                self._trouble, self._resting_until = str(error), self._clock() + _REST
            raise
        if not np.isfinite(rows).all():
            raise ModelError(
                f"{self._server} gives a vector of {self._name} that has something other than numbers in it"
            )
        return _Taken({at: row for (at, _), row in zip(items, rows, strict=False)}, {})

    def _documents(self, items: Sequence[NumberedText]) -> _Taken:
        """All of them, several requests at once."""
        self._introduce(_FOR_DOCUMENTS)
        if not items:
            self._rows([_HARMLESS], _FOR_DOCUMENTS)  # for the width of the rows
        size = self._dialect.texts_a_request
        requests = [items[start : start + size] for start in range(0, len(items), size)]
        taken = _Taken({}, {})
        for part in side_by_side(self._taken, requests, at_once=self._dialect.at_once):
            taken.rows |= part.rows
            taken.refused |= part.refused
        return taken

    def _taken(self, items: Sequence[NumberedText]) -> _Taken:
        """What becomes of the texts of one request; those at fault are found by halving."""
        try:
            return self._sorted(items, _FOR_DOCUMENTS)
        except ServerError as error:
            if error.status not in _OF_A_TEXT or not self._takes_any():
                raise
            return self._halved(items, error)

    def _halved(self, items: Sequence[NumberedText], error: ServerError) -> _Taken:
        """The texts by themselves, as far as need be, since together they were refused."""
        if len(items) == 1:
            return _Taken({}, {items[0][0]: str(error)})
        taken = _Taken({}, {})
        middle = len(items) // 2
        for half in (items[:middle], items[middle:]):
            try:
                part = self._sorted(half, replace(_FOR_DOCUMENTS, tries=1))
            except ServerError as again:
                if again.status not in _OF_A_TEXT:
                    raise
                part = self._halved(half, again)
            taken.rows |= part.rows
            taken.refused |= part.refused
        return taken

    def _sorted(self, items: Sequence[NumberedText], patience: RetryPolicy) -> _Taken:
        """The rows of the texts; a text whose row is not made of numbers is refused."""
        rows = self._rows([text for _, text in items], patience)
        fine = [bool(np.isfinite(row).all()) for row in rows]
        if not all(fine) and not self._takes_any():
            raise ModelError(
                f"{self._server} gives vectors of {self._name} that have something other than numbers in them"
            )
        why = f"{self._server} gives a vector for it that has something other than numbers in it"
        return _Taken(
            {at: row for (at, _), row, is_fine in zip(items, rows, fine, strict=True) if is_fine},
            {at: why for (at, _), is_fine in zip(items, fine, strict=True) if not is_fine},
        )

    def _takes_any(self) -> bool:
        """Whether it takes a text that nobody could refuse: then the texts are at fault and not the server."""
        try:
            return bool(np.isfinite(self._rows([_HARMLESS], replace(_FOR_DOCUMENTS, tries=1))).all())
        except ServerError:
            return False

    def _rows(self, texts: Sequence[str], patience: RetryPolicy) -> Matrix:
        """One request: a row for each text, of L2 norm 1, or with something other than numbers in it."""
        answer = self._server.ask(
            self._dialect.path,
            self._dialect.request(texts),
            patience=patience,
            most_bytes=_BYTES_A_TEXT * (len(texts) + 1),
        )
        try:
            vectors = [np.asarray(vector, np.float64) for vector in self._dialect.vectors(answer)]
        except (ValueError, TypeError, KeyError, IndexError) as error:
            raise ModelError(
                f"{self._server} answers with something other than vectors; is it the right address?"
            ) from error
        if len(vectors) != len(texts):
            raise ModelError(f"{self._server} gives {len(vectors)} vectors for {len(texts)} texts")
        self._measure(vectors)
        rows = np.stack(vectors)
        with np.errstate(all="ignore"):  # what is not a number is looked for afterwards
            norms = np.linalg.norm(rows, axis=1, keepdims=True)
            unit: Matrix = (rows / np.where(norms == 0, 1, norms)).astype(np.float32)
        return unit

    def _measure(self, vectors: Sequence[NDArray[np.float64]]) -> None:
        """Remembers how wide vectors are. Raises ModelError when they are not all alike, now and since the first."""
        with self._lock:
            for vector in vectors:
                if vector.ndim != 1 or not vector.size:
                    raise ModelError(
                        f"{self._server} answers with something other than vectors; is it the right address?"
                    )
                self._dim = self._dim or vector.size
                if vector.size != self._dim:
                    raise ModelError(
                        f"{self._server} gives vectors of {vector.size} numbers for {self._name}, and of {self._dim} "
                        "before: it has another model under this name now; run `dowse index` again"
                    )

    def _introduce(self, patience: RetryPolicy) -> None:
        """Asks which model it is, now and then. Raises ModelError when it is another than before."""
        if self._clock() < self._known_until:
            return
        revision = self._dialect.revision(self._server, patience)
        with self._lock:
            before, self._revision = self._revision, revision
            self._known_until = self._clock() + 60.0
            if before and before != revision:
                self._dim = 0
                raise ModelError(
                    f"{self._name} is another model now ({revision[:12]}, before {before[:12]}); "
                    "run `dowse index` again"
                )


def _sendable(text: str) -> str:
    """The text without halves of surrogate pairs, which are not Unicode and which servers refuse."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
