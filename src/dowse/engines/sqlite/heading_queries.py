"""The sections whose headings a query repeats."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

import apsw
import numpy as np

from ...analysis.heading_stems import MOST_HEADINGS, asked_sections
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


def headed(connection: apsw.Connection, kept: ReadCache, stems: Sequence[str]) -> list[Ref]:
    """See ports.LexicalIndex."""
    docs = _holding(connection, kept, tuple(dict.fromkeys(stems))) if stems else []
    if not docs or len(docs) > MOST_HEADED:
        return []
    paths: dict[int, str] = dict(connection.execute(_NOTES, (json.dumps(docs),)))
    ((count,),) = connection.execute(_COUNT, (json.dumps(list(paths)),)).fetchall()
    if cast(int, count) > MOST_HEADINGS:
        return []
    units = document_units(connection, list(paths))
    return asked_sections({path: units[doc] for doc, path in paths.items()}, tuple(stems))


def _holding(connection: apsw.Connection, kept: ReadCache, stems: tuple[str, ...]) -> list[int]:
    """The documents that have all of the stems in their headings, from the postings where these are up to date.

    A term that few documents contain has no postings, and its documents are soon found by the word index.
    """
    posted, found = kept.posted(connection), kept.postings(connection, stems)
    query = " AND ".join(f'headings : "{stem}"' for stem in stems)
    if len(found) < len(stems):
        return [doc for (doc,) in connection.execute(_HOLDING, (query,))]
    docs: list[int] = posted.ids[_common([each.place[each.field == HEADINGS] for each in found.values()])].tolist()
    if len(posted.unposted):
        docs += (doc for (doc,) in connection.execute(f"{_HOLDING} {_UNPOSTED}", (query,)))
    return docs


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
