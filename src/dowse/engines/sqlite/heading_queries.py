"""The sections whose headings a query repeats."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, cast

import apsw
import numpy as np

from ...analysis.heading_stems import MOST_HEADINGS, HeadingPattern, asked_sections
from ...model.inflected_words import InflectedTerms
from ...model.ref import Ref
from ...ports.storage import MOST_HEADED
from ..indexed_fields import HEADINGS
from .read_cache import ReadCache
from .unit_queries import document_units

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NOTES = "select id, path from documents where kind <> 'code' and id in (select value from json_each(?)) order by path"
_COUNT = "select count(*) from units where doc in (select value from json_each(?))"
_HOLDING = "select rowid from words where words match ?"
_UNPOSTED = "and +rowid in (select doc from unposted)"


def headed(
    connection: apsw.Connection, kept: ReadCache, stems: Sequence[str], others: InflectedTerms = ()
) -> list[Ref]:
    """See ports.LexicalIndex."""
    docs = _holding(connection, kept, HeadingPattern(stems, others).forms) if stems else []
    if not docs or len(docs) > MOST_HEADED:
        return []
    paths: dict[int, str] = dict(connection.execute(_NOTES, (json.dumps(docs),)))
    ((count,),) = connection.execute(_COUNT, (json.dumps(list(paths)),)).fetchall()
    if cast(int, count) > MOST_HEADINGS:
        return []
    units = document_units(connection, list(paths))
    return asked_sections({path: units[doc] for doc, path in paths.items()}, tuple(stems), others)


def _holding(connection: apsw.Connection, kept: ReadCache, forms: Sequence[tuple[str, ...]]) -> list[int]:
    """The documents that have one of each of the forms in their headings, from the postings where these are up to date.

    A term that few documents contain has no postings, and its documents are soon found by the word index.
    """
    stems = frozenset(chain.from_iterable(forms))
    posted, found = kept.posted(connection), kept.postings(connection, stems)
    query = " AND ".join(map(_in_headings, forms))
    if len(found) < len(stems):
        return [doc for (doc,) in connection.execute(_HOLDING, (query,))]
    places = {stem: each.place[each.field == HEADINGS] for stem, each in found.items()}
    docs: list[int] = posted.ids[_common([_joined([places[stem] for stem in each]) for each in forms])].tolist()
    if len(posted.unposted):
        docs += (doc for (doc,) in connection.execute(f"{_HOLDING} {_UNPOSTED}", (query,)))
    return docs


def _in_headings(forms: Iterable[str]) -> str:
    either = " OR ".join(f'"{stem}"' for stem in forms)
    return f"headings : ({either})"


def _joined(ascending: Sequence[NDArray[np.intp]]) -> NDArray[np.intp]:
    """The places in any of the lists, ascending."""
    return ascending[0] if len(ascending) == 1 else np.sort(np.concatenate(ascending))


def _common(ascending: Sequence[NDArray[np.intp]]) -> NDArray[np.intp]:
    """The places in all of the lists; those of the shortest are looked up, in a tenth of the time of intersect1d."""
    shortest, *others = sorted(ascending, key=len)
    common = shortest
    for other in others:
        if not len(common):
            break
        at = np.minimum(np.searchsorted(other, common), len(other) - 1)
        common = common[other[at] == common]
    return common[np.diff(common, prepend=-1) > 0]  # each once; np.unique would import all of np.ma, 7 ms
