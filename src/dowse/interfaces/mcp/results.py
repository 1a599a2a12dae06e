"""The results of the five tools: the values of the use cases, in pages for a language model."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ...app.limits import MOST_OVER_WIRE
from ...app.location import Progress
from ...app.references import at_ref
from ...app.results.document_result import PassageResult, RelatedResult
from ...app.results.json_fields import Json
from ...app.results.search_result import HitResult, SearchResult
from ...app.search import SearchRequest
from ...app.sessions.workspace import Workspace
from ...model.errors import DowseError, RefError, VaultError
from ...model.qualified_path import outward
from . import text_content
from .paging import MOST_TOKENS, ROOM, Row, ToolAnswer, clipped, fitting, following, offset_of, tokens_of

if TYPE_CHECKING:  # numpy is imported with the first call of a tool
    from ...app.related import RelatedRequest

LEAST_BUDGET = 100  # tokens; no passage fits into less
MOST_BUDGET = 6_000  # tokens; the rest of a result is for the fields around the passages
_PAGE = 3_500  # tokens of a text; a result contains it twice, as text and as structured content
_PACKED = 30  # documents whose passages are candidates
_MOST_NOTES = 10
_AROUND = 300  # tokens around the passages
_MOST_TROUBLES = 20


def searched(
    shelf: Workspace, vault: str, request: SearchRequest, *, cursor: str | None, progress: Progress
) -> ToolAnswer:
    """A page of hits; `request.limit` is the maximum length of a page."""
    from ...app.search import search  # noqa: PLC0415  # named here, beside the imports that bring numpy

    offset = offset_of(cursor, last=MOST_OVER_WIRE)
    found = search(shelf.searched(vault), replace(request, offset=offset), progress=progress)
    rows = [hit_row(hit) for hit in found.hits]
    lines = [text_content.hit_text(offset + n, full(row)) for n, row in enumerate(rows, start=1)]
    count = fitting(rows, lines, most=MOST_TOKENS - ROOM)
    last = min(found.total, MOST_OVER_WIRE, found.query_limit or MOST_OVER_WIRE)
    more = bool(count) and offset + count < last
    out = unexplained(replace(found, hits=()))
    notes = few(out["notes"])
    if offset + count == MOST_OVER_WIRE < found.total:
        notes.append({"at": 0, "hint": f"search returns at most {MOST_OVER_WIRE} hits; narrow the query to see others"})
    out |= {"hits": list[Json](rows[:count]), "notes": notes, "next": str(offset + count) if more else ""}
    if "communities" in out:
        out["communities"] = _communities(out["communities"])
    head = f"{offset + 1}-{offset + count} of {found.total} hits" if count else _nothing(out)
    return out, text_content.together(head, lines[:count], notes, following(out["next"]))


def packed(shelf: Workspace, vault: str, request: SearchRequest, *, budget: int, progress: Progress) -> ToolAnswer:
    """The best passages that fit into the budget, instead of hits; shortens the text content of a long result."""
    from ...app.passages import passages as pack  # noqa: PLC0415  # it brings numpy

    opened = shelf.searched(vault)
    found = pack(opened, replace(request, limit=request.limit or _PACKED), budget, progress=progress)
    omitted = found.left_out
    rows = [clipped(each.to_dict()) for each in found.passages]
    out = unexplained(replace(found.answer, hits=()))
    out |= {
        "notes": few(out["notes"]),
        "next": "",
        "passages": list[Json](rows),
        "tokens": found.tokens,
        "left_out": omitted.to_dict(),
    }
    if omitted.passages and not rows:
        hint = f"{omitted.passages} passages found, none fits into {budget} tokens; raise or remove the budget"
        out["notes"] = [{"at": 0, "hint": hint}, *_list(out["notes"])]
    hits = found.answer.hits
    head = f"{len(rows)} passages, {found.tokens} tokens, of {found.answer.total} hits" if hits else _nothing(out)
    left = f"left out: {omitted.passages} passages, {omitted.tokens} tokens" if omitted.passages else ""
    texts = [text_content.passage_text(each) for each in rows]
    count = opened.count_tokens
    if count(json.dumps(out, ensure_ascii=False)) + count("\n".join(texts)) > MOST_TOKENS - _AROUND:
        texts = [text_content.passage_line(each) for each in rows]
    return out, text_content.together(head, texts, _list(out["notes"]), left)


def read(shelf: Workspace, vault: str, ref: str, *, progress: Progress) -> ToolAnswer:
    """A page of a document, a section or a range of lines. Raises RefError for lines beyond the end."""
    from ...app.get import GetRequest, get  # noqa: PLC0415  # it brings numpy

    def ask(name: str, inside: str) -> PassageResult:
        return get(shelf.vault(name), GetRequest(inside), progress=progress)

    named, found = at_ref(vault, ref, shelf.names, ask)
    if not found.lines and found.document_lines:
        raise RefError(f"{found.path} has only {found.document_lines:,} lines")
    spent, count = 0, 0
    for _, text in found.lines:
        spent += tokens_of(text) + 3  # for the line number
        if count and spent > _PAGE:
            break
        count += 1
    shown, left = _cut(found.lines[:count]), len(found.lines) - count
    notes: list[Json] = [{"at": 0, "hint": each} for each in (*found.remarks, *_too_long(found.lines[:count]))]
    text = "\n".join(line for _, line in shown)
    last = shown[-1][0] if shown else 1
    out = clipped(replace(found, end_line=last, text=text).qualified(named).to_dict())
    out |= {
        "notes": notes,
        "index": found.index.to_dict(),
        "lines_left": left,
        "next": _as_named(named, f"{found.path}:{found.lines[count][0]}:{left}") if left else "",
        "vault": found.of_vault,
    }
    head = f"{out['title']} | {found.path}, lines {out['line']}-{out['end_line']}"
    numbered = (f"{number:>{len(str(last))}}  {line}" for number, line in shown)
    following = f'{left} more lines: get "{out["next"]}"' if left else ""
    return out, text_content.together(head, numbered, notes, following)


def connected(shelf: Workspace, vault: str, request: RelatedRequest, *, progress: Progress) -> ToolAnswer:
    """The documents related to a document."""
    from ...app.related import related_documents  # noqa: PLC0415  # it brings numpy

    def ask(name: str, inside: str) -> RelatedResult:
        return related_documents(shelf.vault(name), replace(request, ref=inside), progress=progress)

    named, found = at_ref(vault, request.ref, shelf.names, ask)
    rows = [clipped({**each.to_dict(), "ref": _as_named(named, each.ref)}) for each in found.related]
    lines = [text_content.related_text(n, row) for n, row in enumerate(rows, start=1)]
    count = fitting(rows, lines, most=MOST_TOKENS - ROOM)
    notes: list[Json] = [{"at": 0, "hint": remark} for remark in found.remarks]
    if count < len(rows):
        notes.append({"at": 0, "hint": f"the nearest {count} of {len(rows)}"})
    title = str(clipped({"title": found.title})["title"])
    out: Row = {
        "vault": found.vault,
        "ref": _as_named(named, found.ref),
        "path": found.path,
        "title": title,
        "related": list[Json](rows[:count]),
        "index": found.index.to_dict(),
        "notes": notes,
    }
    first = f"{count} documents related to {title} ({found.path})" if count else f"no documents related to {found.path}"
    return out, text_content.together(first, lines[:count], notes)


def reported(shelf: Workspace, vault: str) -> ToolAnswer:
    """The state of the index of each selected vault, or of all."""
    from ...app.status import status  # noqa: PLC0415  # it brings numpy

    rows: list[Row] = []
    said: list[str] = []
    for place in shelf.selected(vault) if vault else shelf.optional_places:
        name = place.name
        try:
            row = status(shelf.vault(name)).to_dict()
        except DowseError as error:
            if not place.is_optional:
                raise
            said.append(f"{name} was left out: {error}")
            continue
        skipped, odd = _list(row["skipped"]), _list(row["odd"])
        row |= {"vault": name, "skipped_count": len(skipped), "odd_count": len(odd)}
        row |= {"skipped": skipped[:_MOST_TROUBLES], "odd": odd[:_MOST_TROUBLES]}
        rows.append(row)
    if not rows:
        raise VaultError("\n".join(said))
    notes: list[Json] = [{"at": 0, "hint": each} for each in said]
    return {"vaults": list[Json](rows), "notes": notes}, text_content.together(
        "", map(text_content.status_text, rows), notes
    )


def _as_named(vault: str, ref: str) -> str:
    """The reference, with the name of its vault if the request had it."""
    return outward(vault, ref) if vault else ref


def unexplained(found: SearchResult) -> Row:
    """The search as JSON, without the trace of its steps, which would cost tokens."""
    return replace(found, reading=None, filters=None, steps=None).to_dict()


def hit_row(hit: HitResult) -> Row:
    """The hit without empty fields; with several vaults, its reference has the name of the vault."""
    kept = ("vault", "ref", "path", "title", "section", "line", "score", "snippet")
    row = {**hit.to_dict(), "ref": hit.qualified_ref}
    return clipped({name: value for name, value in row.items() if name in kept or (value and name != "matched_chunks")})


def full(row: Row) -> Row:
    """The hit for the text content."""
    return {"tags": [], **row}


def _communities(found: Json) -> list[Json]:
    """Communities with a limited number of members."""
    return [{**each, "members": _list(each["members"])[:10]} for each in _list(found) if isinstance(each, dict)]


def few(notes: Json) -> list[Json]:
    """The first notes."""
    return [clipped(note) for note in _list(notes)[:_MOST_NOTES] if isinstance(note, dict)]


def _list(value: Json) -> list[Json]:
    assert isinstance(value, list)
    return value


def _cut(lines: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """The lines; one longer than a page is cut."""
    return [(number, text if tokens_of(text) <= _PAGE else f"{text[: _shown(text)]}…") for number, text in lines]


def _too_long(lines: Sequence[tuple[int, str]]) -> Iterator[str]:
    """The notes on lines that are cut."""
    for number, text in lines:
        if tokens_of(text) > _PAGE:
            shown = f"the first {_shown(text):,} are returned"
            yield f"line {number} has {len(text):,} characters; {shown}, and `search` with `budget` returns other parts"


def _shown(text: str) -> int:
    """The number of characters of a line that fit into a page."""
    return int(len(text) * _PAGE / tokens_of(text))


def _nothing(out: Row) -> str:
    groups = out.get("communities")
    if isinstance(groups, list) and groups:
        named = (f"{each['id']}. {each['label']} ({each['size']})" for each in groups if isinstance(each, dict))
        return "\n".join(named)
    return "nothing found"
