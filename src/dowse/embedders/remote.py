"""An embedder that runs on a server: several texts in a request, several requests at a time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from ..model.errors import ModelError, TextsRejectedError
from ..net.json_client import JsonServer, JsonValue, RetryPolicy, ServerError
from ..net.parallel_map import parallel_map

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..ports.models import Matrix

_FOR_DOCUMENTS = RetryPolicy(seconds=60.0, tries=3)  # a model on a CPU may have to be loaded first
_FOR_QUERIES = RetryPolicy(seconds=5.0)  # the user waits; keyword search answers without the vector
_REST = 10.0  # seconds without queries after a query that failed
_BYTES_A_TEXT = 400_000  # 16,384 numbers of 24 characters; the widest models known have 8,192
_HARMLESS = "water"  # a text that no model rejects
_OF_A_TEXT = frozenset({400, 413, 422, 500})  # for a text that the server cannot embed; 500 also for other errors
_PASSING = frozenset({0, 408, 429, 500, 502, 503, 504})

NumberedText = tuple[int, str]  # place among the texts, text


class RemoteProtocol(Protocol):
    """The paths, requests and responses of one kind of server."""

    @property
    def path(self) -> str:
        """The path that texts are sent to."""

    @property
    def texts_a_request(self) -> int:
        """The number of texts in a request."""

    @property
    def at_once(self) -> int:
        """The number of requests at a time."""

    def request(self, texts: Sequence[str]) -> JsonValue:
        """The JSON of a request for vectors."""

    def vectors(self, answer: JsonValue) -> Sequence[object]:
        """The vectors in an answer, in the order of the texts. Raises ValueError, TypeError, KeyError or IndexError."""

    def revision(self, server: JsonServer, patience: RetryPolicy) -> str:
        """An identifier of the model, perhaps from a request. Raises ModelError when the server has no such model."""


@dataclass(slots=True)
class _Taken:
    """The vectors of some texts, and the reasons why others were rejected."""

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
        """The name that the user gave."""
        return self._name

    @property
    def revision(self) -> str:
        """The identifier of the model on the server; empty before the first request."""
        return self._revision

    @property
    def dim(self) -> int:
        """Dimensions of a vector; 0 before the first response."""
        return self._dim

    @property
    def batch(self) -> int:
        """The number of texts that fill all simultaneous requests."""
        return self._dialect.texts_a_request * self._dialect.at_once

    def embed(self, texts: Sequence[str], *, as_query: bool = False) -> Matrix:
        """One row a text: (len(texts), dim) float32, rows of L2 norm 1; a blank text is a zero row and is not sent.

        A query gets 5 s and one try; after a failure, queries fail without a request for 10 s.  For documents, a
        request gets 60 s and three tries.  Raises ModelError, or TextsRejectedError when the server accepts only some
        of the texts.
        """
        items = [(at, _sendable(text)) for at, text in enumerate(texts) if text.strip()]
        taken = self._query(items) if as_query else self._documents(items)
        if taken.refused:
            why = next(iter(taken.refused.values()))
            raise TextsRejectedError(
                f"{len(taken.refused)} of {len(texts)} texts were rejected: {why}",
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
            raise ModelError(f"{self._server} sent a vector of {self._name} that contains NaN or infinity")
        return _Taken({at: row for (at, _), row in zip(items, rows, strict=False)}, {})

    def _documents(self, items: Sequence[NumberedText]) -> _Taken:
        """The vectors of all texts, several requests at a time."""
        self._introduce(_FOR_DOCUMENTS)
        if not items:
            self._rows([_HARMLESS], _FOR_DOCUMENTS)  # for the dimensions
        size = self._dialect.texts_a_request
        requests = [items[start : start + size] for start in range(0, len(items), size)]
        taken = _Taken({}, {})
        for part in parallel_map(self._taken, requests, at_once=self._dialect.at_once):
            taken.rows |= part.rows
            taken.refused |= part.refused
        return taken

    def _taken(self, items: Sequence[NumberedText]) -> _Taken:
        """The vectors of the texts of one request; the rejected texts are found by bisection."""
        try:
            return self._sorted(items, _FOR_DOCUMENTS)
        except ServerError as error:
            if error.status not in _OF_A_TEXT or not self._takes_any():
                raise
            return self._halved(items, error)

    def _halved(self, items: Sequence[NumberedText], error: ServerError) -> _Taken:
        """The vectors of texts that were rejected together: each half is sent again."""
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
        """The vectors of the texts; a text whose vector contains NaN or infinity counts as rejected."""
        rows = self._rows([text for _, text in items], patience)
        fine = [bool(np.isfinite(row).all()) for row in rows]
        if not all(fine) and not self._takes_any():
            raise ModelError(f"{self._server} sent vectors of {self._name} that contain NaN or infinity")
        why = f"{self._server} sent a vector that contains NaN or infinity"
        return _Taken(
            {at: row for (at, _), row, is_fine in zip(items, rows, fine, strict=True) if is_fine},
            {at: why for (at, _), is_fine in zip(items, fine, strict=True) if not is_fine},
        )

    def _takes_any(self) -> bool:
        """Whether the server embeds a harmless text: then it rejected the other texts, and is not broken itself."""
        try:
            return bool(np.isfinite(self._rows([_HARMLESS], replace(_FOR_DOCUMENTS, tries=1))).all())
        except ServerError:
            return False

    def _rows(self, texts: Sequence[str], patience: RetryPolicy) -> Matrix:
        """One request: a row for each text, of L2 norm 1, or with NaN or infinity."""
        answer = self._server.ask(
            self._dialect.path,
            self._dialect.request(texts),
            patience=patience,
            most_bytes=_BYTES_A_TEXT * (len(texts) + 1),
        )
        try:
            vectors = [np.asarray(vector, np.float64) for vector in self._dialect.vectors(answer)]
        except (ValueError, TypeError, KeyError, IndexError) as error:
            raise ModelError(f"{self._server} did not send vectors; check the address") from error
        if len(vectors) != len(texts):
            raise ModelError(f"{self._server} sent {len(vectors)} vectors for {len(texts)} texts")
        self._measure(vectors)
        rows = np.stack(vectors)
        with np.errstate(all="ignore"):  # the caller looks for NaN
            norms = np.linalg.norm(rows, axis=1, keepdims=True)
            unit: Matrix = (rows / np.where(norms == 0, 1, norms)).astype(np.float32)
        return unit

    def _measure(self, vectors: Sequence[NDArray[np.float64]]) -> None:
        """Stores the dimensions of the first vector. Raises ModelError for a vector with other dimensions."""
        with self._lock:
            for vector in vectors:
                if vector.ndim != 1 or not vector.size:
                    raise ModelError(f"{self._server} did not send vectors; check the address")
                self._dim = self._dim or vector.size
                if vector.size != self._dim:
                    raise ModelError(
                        f"{self._server} sent vectors of {vector.size} dimensions for {self._name}, and of {self._dim} "
                        "before: the name now means another model; run `dowse index` again"
                    )

    def _introduce(self, patience: RetryPolicy) -> None:
        """Checks once a minute which model the name means. Raises ModelError when the model has changed."""
        if self._clock() < self._known_until:
            return
        revision = self._dialect.revision(self._server, patience)
        with self._lock:
            before, self._revision = self._revision, revision
            self._known_until = self._clock() + 60.0
            if before and before != revision:
                self._dim = 0
                raise ModelError(
                    f"{self._name} is now another model ({revision[:12]}, before {before[:12]}); "
                    "run `dowse index` again"
                )


def _sendable(text: str) -> str:
    """The text without lone surrogates, which are not valid Unicode and which servers reject."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
