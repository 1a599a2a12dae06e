"""The map of a vault as data: its communities, or one of them from inside."""

from __future__ import annotations

from ...app.community_map import MOST_INSIDE, CommunityDetail, CommunityMap, Reader, community_map, inside
from ...model.document import Head
from .to_json import Json

_MOST = 200  # communities; a larger map shows nothing but circles


def map_json(reader: Reader, community: int | None = None, limit: int = MOST_INSIDE) -> dict[str, Json]:
    """All communities, or the one of that id with its `limit` most central documents.

    Likeness counts if it was looked for.  Raises RefError when there is no such community.
    """
    return _whole(community_map(reader)) if community is None else _one(inside(reader, community, limit))


def _whole(found: CommunityMap) -> dict[str, Json]:
    shown = found.communities[:_MOST]
    last = shown[-1].id if shown else 0
    return {
        "documents": found.documents,
        "alone": found.alone,
        "communities": [
            {
                "id": each.id,
                "label": each.label,
                "size": each.size,
                "central": [_document(found.heads[path]) for path in each.central if path in found.heads],
            }
            for each in shown
        ],
        "edges": [
            {"source": edge.source, "target": edge.target, "count": edge.count, "weight": round(edge.weight, 4)}
            for edge in found.edges
            if edge.source <= last and edge.target <= last
        ],
        "left_out": len(found.communities) - len(shown),
    }


def _one(found: CommunityDetail) -> dict[str, Json]:
    community = found.community
    return {
        "community": {"id": community.id, "label": community.label, "size": community.size},
        "documents": [{**_document(head), "weight": round(weight, 4)} for head, weight in found.members],
        "edges": [
            {"source": tie.source, "target": tie.target, "kind": tie.kind, "weight": round(tie.weight, 4)}
            for tie in found.ties
        ],
        "left_out": found.left_out,
    }


def _document(head: Head) -> dict[str, Json]:
    return {"path": head.path, "title": head.title}
