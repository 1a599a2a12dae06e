"""Answers as data: the fields of the JSON that scripts rely on, versioned in docs/output.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING

from ...model.document import Document, Head
from ...model.hit import Hit

if TYPE_CHECKING:  # `find` starts without a search
    from ...app.link_report import LinkStatus
    from ...indexing.freshness import IndexState, VaultStatus
    from ...search.execute import Answer
    from ...search.graph_analytics import Community
    from ...search.trace import RankChange, TraceStep
    from ...search.why_not import WhyNot

_MOST_NAMED = 20  # hits of a step; Temoa's viewer shows as many

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]


def answer_json(
    answer: Answer, state: IndexState, *, vault: str, took_ms: float, explain: bool, marks: bool = False
) -> dict[str, Json]:
    """An answer as in the specification; `why` and `steps` only when asked for, and so are the marks of snippets."""
    out: dict[str, Json] = {
        "query": answer.query.text,
        "vault": vault,
        "profile": answer.profile,
        "mode": answer.mode,
        "took_ms": round(took_ms, 1),
        "total": answer.total,
        "index": state_json(state),
        "notes": notes_json(answer, state),
        "hits": [hit_json(hit, explain=explain, marks=marks) for hit in answer.hits],
    }
    if answer.query.communities:
        out["communities"] = [community_json(each) for each in answer.communities]
    if explain:
        out["reading"] = answer.reading
        out["filters"] = [{"what": cut.what, "before": cut.before, "after": cut.after} for cut in answer.filters]
        out["steps"] = [step_json(step) for step in answer.steps]
    return out


def notes_json(answer: Answer, state: IndexState) -> list[Json]:
    """Notes on the query, then remarks on the index."""
    return [
        *(_note(note.at, note.hint) for note in answer.notes),
        *(_note(0, remark) for remark in state.remarks),
    ]


def _note(at: int, hint: str) -> dict[str, Json]:
    return {"at": at, "hint": hint}


def hit_json(hit: Hit, *, explain: bool, marks: bool = False) -> dict[str, Json]:
    """One hit; with `marks`, which spans of its snippet are matched words."""
    head, snippet = hit.head, hit.snippet
    out: dict[str, Json] = {
        "ref": str(hit.spot or hit.ref),
        "path": head.path,
        "title": head.title,
        "section": snippet.heading if snippet else "",
        "line": snippet.line if snippet else 1,
        "end_line": snippet.end_line if snippet else 1,
        "score": round(hit.score, 4),
        "snippet": snippet.text if snippet else "",
        "kind": head.kind,
        "type": head.fact("type"),
        "status": head.fact("status"),
        "tags": list[Json](sorted(head.tags)),
        "modified": iso(head.modified),
        "matched_chunks": hit.matched_chunks,
    }
    if marks:
        out["marks"] = [[start, end] for start, end in (snippet.marks if snippet else ())]
    if explain:
        out["why"] = [{"source": e.source, "value": round(e.value, 4), "rank": e.rank} for e in hit.why]
    return out


def step_json(step: TraceStep) -> dict[str, Json]:
    """One step of the pipeline, with the first hits that it brought, moved and removed."""
    moves = step.moves
    return {
        "name": step.name,
        "before": step.before,
        "after": step.after,
        "ms": round(step.ms, 2),
        "top": [_place_json(hit) for hit in step.top(_MOST_NAMED)],
        "about": step.about,
        "rose": _moves_json(move for move in moves if move.after < move.before),
        "fell": _moves_json(move for move in reversed(moves) if move.after > move.before),
        "removed": [_place_json(hit) for hit in step.removed[:_MOST_NAMED]],
    }


def _place_json(hit: Hit) -> dict[str, Json]:
    return {"ref": str(hit.ref), "score": round(hit.score, 4)}


def _moves_json(moves: Iterable[RankChange]) -> list[Json]:
    return [{"ref": str(m.ref), "before": m.before, "after": m.after} for m in islice(moves, _MOST_NAMED)]


def why_not_json(verdict: WhyNot) -> dict[str, Json]:
    """What became of a document in a search."""
    return {
        "path": verdict.path,
        "rank": verdict.rank,
        "step": verdict.step,
        "reasons": list[Json](verdict.reasons),
        "remedies": [{"change": remedy.change, "rank": remedy.rank} for remedy in verdict.remedies],
    }


def state_json(state: IndexState) -> dict[str, Json]:
    """How the index stands to the files."""
    return {"state": state.state, "changed": state.changed}


def status_json(status: VaultStatus, doubtful: Sequence[LinkStatus]) -> dict[str, Json]:
    """The index of a vault."""
    counts, states = status.counts, [each.state for each in doubtful]
    return {
        "vault": status.vault,
        "folder": str(status.folder),
        "documents": counts.documents,
        "chunks": counts.chunks,
        "embedded": counts.embedded,
        "embedder": status.embedder,
        "size_bytes": counts.size_bytes,
        "index": state_json(status.index),
        "skipped": [{"path": path, "why": why} for path, why in status.skipped],
        "odd": [{"path": path, "what": what} for path, what in status.odd],
        "links": {
            "total": counts.links,
            "broken": states.count("broken"),
            "ambiguous": states.count("ambiguous"),
        },
        "refused": counts.refused,
        "coming": status.coming,
        "coming_embedded": status.coming_embedded,
        "unconfirmed": list[Json](status.unconfirmed),
        "remarks": "; ".join(status.index.remarks),
    }


def community_json(each: Community) -> dict[str, Json]:
    """A community with all its members."""
    return {
        "id": each.id,
        "size": each.size,
        "label": each.label,
        "members": list[Json](each.members),
        "central": list[Json](each.central),
    }


def found_json(head: Head, size: int) -> dict[str, Json]:
    """One file that `find` found."""
    return {
        "path": head.path,
        "size": size,
        "modified": iso(head.modified),
        "tags": list[Json](sorted(head.tags)),
        "title": head.title,
        "kind": head.kind,
    }


def passage_json(document: Document, ref: str, lines: list[tuple[int, str]]) -> dict[str, Json]:
    """A stretch of a document, as `get` gives it."""
    return {
        "ref": ref,
        "path": document.head.path,
        "title": document.head.title,
        "line": lines[0][0] if lines else 1,
        "end_line": lines[-1][0] if lines else 1,
        "text": "\n".join(text for _, text in lines),
    }


def iso(seconds: float) -> str:
    """Seconds since the epoch as UTC, to the second."""
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (OverflowError, ValueError, OSError):  # a file can carry any date
        return "1970-01-01T00:00:00Z"


def paths(answer: Answer) -> Iterator[str]:
    """The paths of the hits, each once, in order."""
    yield from dict.fromkeys(hit.head.path for hit in answer.hits)
