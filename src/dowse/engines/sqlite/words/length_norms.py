"""The term of each document's length in BM25's saturation, `k1 · (1 − b + b · length / mean)`.

By the mean of all documents, a page of documentation beside many short source files is long, and below them even where
it alone has the words of a query.  Pages are therefore compared with their own mean where that is greater, but for
lists of changes, which have the words of too many queries: docs/quality.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import apsw
import numpy as np

from ....analysis.bm25_formula import K1, B
from ....analysis.code.source_paths import CHANGELOG_WORDS, is_changelog
from ...bm25_parameters import LEAST_MEAN
from .postings import PostingDocuments
from .varints import varints

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CODE = "select id from documents where kind = 'code'"
_MAYBE_CHANGELOGS = "select id, path from documents where kind != 'code' and ({})".format(
    " or ".join(f"path like '%{word}%'" for word in CHANGELOG_WORDS)
)
_UNPOSTED_SIZES = "select id, sz from words_docsize where id in (select doc from unposted)"


class LengthNorms(NamedTuple):
    """One for each posted document, and behind them one for each unposted one."""

    of_kind: NDArray[np.float64]  # the same array as the other one where they do not differ
    of_all: NDArray[np.float64]  # by the mean of all documents, as bm25() of FTS5 counts


def length_norms(connection: apsw.Connection, posted: PostingDocuments, average: float) -> LengthNorms:
    """Those by the mean of all documents, `average`, and those of pages by the mean of pages if it is greater."""
    average = max(average, LEAST_MEAN)
    ids, lengths, is_current = _lengths(connection, posted)
    of_all = _norms(lengths / average)
    if not (others := [doc for (doc,) in connection.execute(_CODE)]):
        return LengthNorms(of_all, of_all)
    others += (doc for doc, path in connection.execute(_MAYBE_CHANGELOGS) if is_changelog(path))
    is_page = np.isin(ids, np.array(others, np.int64), invert=True)
    of_pages = lengths[is_page & is_current]
    mean = float(of_pages.sum(dtype=np.float64)) / max(1, len(of_pages))
    if mean <= average:
        return LengthNorms(of_all, of_all)
    return LengthNorms(_norms(lengths / np.where(is_page, mean, average)), of_all)


def _lengths(
    connection: apsw.Connection, posted: PostingDocuments
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.bool_]]:
    """The ids of the posted documents and of the unposted ones behind them, their lengths, and which of them count."""
    ids, lengths, unposted = posted.ids, posted.lengths, posted.unposted
    if not len(unposted):
        return ids, lengths, np.ones(len(ids), np.bool_)
    sizes = {doc: sum(varints(size)) for doc, size in connection.execute(_UNPOSTED_SIZES)}
    is_current = np.isin(ids, unposted, assume_unique=True, invert=True), [doc in sizes for doc in unposted.tolist()]
    added = np.array([sizes.get(doc, 0) for doc in unposted.tolist()], np.int64)
    return np.concatenate((ids, unposted)), np.concatenate((lengths, added)), np.concatenate(is_current)


def _norms(relative: NDArray[np.float64]) -> NDArray[np.float64]:
    return K1 * (1 - B + B * relative)
