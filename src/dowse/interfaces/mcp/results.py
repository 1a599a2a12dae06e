"""The results of the five tools: the values of the use cases, in pages for a language model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import filterfalse
from operator import attrgetter
from typing import TYPE_CHECKING, TypeVar

from ...app.client_remarks import for_client
from ...app.find import FindRequest, find
from ...app.location import Progress
from ...app.options import MOST_FILES, MOST_OVER_WIRE
from ...app.references import asked_at
from ...app.results.document_result import BacklinkResult, FileResult, OutgoingLinkResult, PassageResult
from ...app.results.json_fields import Json
from ...app.results.passage_result import ExcerptResult
from ...app.results.search_result import HitResult, SearchResult
from ...app.results.symbol_result import SymbolResult
from ...app.search import search
from ...app.search_request import SearchRequest
from ...app.sessions.workspace import Workspace
from ...app.token_budget import MOST_TOKENS, CutLine, count_fitting, passage_page
from ...model.edge import SOURCE_RELATIONS
from ...model.qualified_path import outward
from ..presenters.sanitize import model_text
from ..presenters.text_style import pluralize
from . import text_content
from .paging import (
    Row,
    ToolAnswer,
    as_notes,
    clip_values,
    next_page_line,
    offset_of,
)
from .vault_notes import files_elsewhere, words_elsewhere

if TYPE_CHECKING:  # numpy is imported with the first call of a tool
    from ...app.related import RelatedRequest

R = TypeVar("R", bound=HitResult | ExcerptResult | FileResult | SymbolResult)

_MOST_NOTES = 10
_RESERVED_TOKENS = 300  # tokens around the passages
_FIRST_WORDS = "; here their first words: `get` with PATH:LINE:COUNT reads one, a smaller budget returns all as text"
_MOST_WEAK = 5  # hits of a weak answer


def search_page(
    workspace: Workspace,
    vault: str,
    request: SearchRequest,
    *,
    named: str = "",
    cursor: str | None,
    progress: Progress,
    most: int = MOST_TOKENS,
) -> ToolAnswer:
    """A page of hits, of at most so many tokens; `request.limit` is the maximum length of a page.

    The hits have the vault `named`, if any. Without a limit the first page of a weak answer is short.
    """
    offset = offset_of(cursor, last=MOST_OVER_WIRE)
    asked = replace(request, offset=offset)
    result = _with_vault(named, search(workspace.searched(vault), asked, progress=progress))
    is_short = result.is_weak and request.limit is None and not offset
    rows = [hit_row(hit) for hit in _of_vault(named, result.hits[: _MOST_WEAK if is_short else None])]
    lines = [text_content.hit_text(offset + n, row) for n, row in enumerate(rows, start=1)]
    count = count_fitting(rows, lines, most=most)
    last = min(result.total, MOST_OVER_WIRE, result.query_limit or MOST_OVER_WIRE)
    has_more = bool(count) and offset + count < last
    content = without_trace(result)
    notes = first_notes(content["notes"]) + as_notes(_elsewhere(workspace, vault, asked, result, progress))
    if offset + count == MOST_OVER_WIRE < result.total:
        notes += as_notes([f"search returns at most {MOST_OVER_WIRE} hits; narrow the query to see others"])
    content |= {"hits": list[Json](rows[:count]), "notes": notes, "next": str(offset + count) if has_more else ""}
    if "communities" in content:
        content["communities"] = _communities(content["communities"])
    place = f"{offset + 1}-{offset + count} of {result.counted_hits}"
    head = place if count else head_without_hits(content, result)
    return content, text_content.compose_noted(head, lines[:count], notes, next_page_line(content["next"]))


def find_page(
    workspace: Workspace,
    vault: str,
    request: FindRequest,
    *,
    named: str = "",
    cursor: str | None,
    progress: Progress,
) -> ToolAnswer:
    """A page of files and folders, which neither needs nor creates an index, or of symbols; with the vault `named`."""
    offset = offset_of(cursor, last=MOST_FILES)
    limit = min(MOST_FILES, offset + request.limit) - offset
    asked = replace(request, offset=offset, limit=limit)
    result = find(workspace.selected(vault), asked, opened=workspace.lent, progress=progress)
    elsewhere = "" if vault or result.total else files_elsewhere(workspace, asked, progress)
    rows = [clip_values(each.to_dict()) for each in _of_vault(named, result.listed)]
    lines = [(text_content.file_text if result.symbols is None else text_content.symbol_text)(row) for row in rows]
    count, total = count_fitting(rows, lines), result.total
    has_more = offset + count < min(total, MOST_FILES)
    notes = as_notes([*result.remarks, *filter(None, [elsewhere])])
    if offset + count == MOST_FILES < total:
        notes += as_notes([f"find returns at most {MOST_FILES:,} results; add filters to see others"])
    if not result.is_whole:
        notes += as_notes(["only the newest files were checked; older ones may match too"])
    content: Row = {
        "vault": ", ".join(location.name for location in result.vaults),
        **_worktree(result.worktree),
        "total": total,
        "files": list[Json](rows[:count] if result.symbols is None else ()),
        **({} if result.symbols is None else {"symbols": list[Json](rows[:count])}),
        "notes": notes,
        "next": str(offset + count) if has_more else "",
    }
    listed = (
        f"{total:,} files and folders" if result.folders else pluralize(total, "symbol" if result.symbols else "file")
    )
    head = f"{offset + 1}-{offset + count} of {listed}" if count else "nothing found"
    return content, text_content.compose_text(head, lines[:count], notes, next_page_line(content["next"]))


def passages_page(
    workspace: Workspace,
    vault: str,
    request: SearchRequest,
    *,
    named: str = "",
    budget: int,
    progress: Progress,
    most: int = MOST_TOKENS,
) -> ToolAnswer:
    """The best passages that fit into the budget, instead of hits; shortens the text content of a long result.

    A search whose hits are not passages is answered with its hits.
    """
    from ...app.passages import PassagesRequest, candidate_limit, fit_twice, has_passages, passages  # noqa: PLC0415  # it brings numpy

    if not has_passages(request):
        return search_page(workspace, vault, request, named=named, cursor=None, progress=progress, most=most)
    session = workspace.searched(vault)
    packing = passages(
        session,
        PassagesRequest(replace(request, limit=request.limit or candidate_limit(budget)), budget),
        progress=progress,
    )
    omitted, answer = packing.left_out, _with_vault(named, packing.answer)
    rows = [clip_values(row.to_dict()) for row in _of_vault(named, packing.passages)]
    content = without_trace(answer)
    elsewhere = _elsewhere(workspace, vault, request, answer, progress)
    content |= {
        "notes": first_notes(content["notes"]) + as_notes(elsewhere),
        "next": "",
        "passages": list[Json](rows),
        "tokens": packing.tokens,
        "left_out": omitted.to_dict(),
    }
    left = pluralize(omitted.passages, "passage")
    counts = f"{pluralize(len(rows), 'passage')}, {packing.tokens} tokens, of {answer.counted_hits}"
    head = counts if answer.hits else head_without_hits(content, answer)
    omission = f"left out: {left}, {omitted.tokens} tokens" if omitted.passages else ""
    is_whole = fit_twice(packing.passages, most - _RESERVED_TOKENS)
    texts = map(text_content.passage_text if is_whole else text_content.passage_line, rows)
    head += "" if is_whole else _FIRST_WORDS
    return content, text_content.compose_noted(head, texts, _list(content["notes"]), omission)


def document_page(
    workspace: Workspace, vault: str, ref: str, *, as_outline: bool, progress: Progress, most: int = MOST_TOKENS
) -> ToolAnswer:
    """A page of a document, a section or a range of lines, or of its outline, of at most so many tokens.

    Raises RefError for lines beyond the end.
    """
    from ...app.get import GetRequest, get  # noqa: PLC0415  # it brings numpy
    from ...app.outline import OutlineRequest, outline  # noqa: PLC0415  # as above

    if as_outline:
        vault_name, listed = asked_at(workspace, vault, ref, ask=outline, request=OutlineRequest, progress=progress)
        passage = listed.passage
    else:
        vault_name, passage = asked_at(workspace, vault, ref, ask=get, request=GetRequest, progress=progress)
    page = passage_page(passage, most=most)
    notes = as_notes((*passage.qualified(vault_name).remarks, *map(_cut_note, page.cut_lines)))
    text = "\n".join(f"{number}  {line}" if as_outline else line for number, line in page.lines)
    last = page.lines[-1][0] if page.lines else 1
    content = clip_values(replace(passage, end_line=last, text=text).qualified(vault_name).to_dict())
    content |= {
        "notes": notes,
        "index": passage.index.to_dict(),
        "lines_left": page.lines_left,
        "next": _qualified_ref(vault_name, page.next) if page.next else "",
        "vault": passage.of_vault,
    }
    place = text_content.name_text(f"{content['title']} | {passage.path}")
    head = f"{place}, lines {content['line']}-{content['end_line']}"
    numbered = (f"{number:>{len(str(last))}}  {model_text(line)}" for number, line in page.lines)
    next_part = f'{page.lines_left} more lines: get "{content["next"]}"' if page.lines_left else ""
    return content, text_content.compose_text(head, numbered, notes, next_part)


def links_page(
    workspace: Workspace, vault: str, ref: str, *, progress: Progress, most: int = MOST_TOKENS
) -> ToolAnswer:
    """The links to a document or a symbol by relation, then its own, as many as fit into a page; those within it, such
    as a table of contents, come last.
    """
    from ...app.get import GetRequest, get  # noqa: PLC0415  # it brings numpy

    request = partial(GetRequest, links=True)
    vault_name, passage = asked_at(workspace, vault, ref, ask=get, request=request, progress=progress)
    is_within = partial(_is_within, passage)
    to_it = sorted(filterfalse(is_within, passage.backlinks or ()), key=attrgetter("kind"))
    from_it = sorted(passage.links or (), key=is_within)
    within = sum(map(is_within, from_it))
    rows = [clip_values(each.to_dict()) for each in (*to_it, *from_it)]
    lines = [text_content.backlink_text(row) for row in rows[: len(to_it)]]
    lines += [text_content.link_text(row) for row in rows[len(to_it) :]]
    count = count_fitting(rows, lines, most=most)
    notes = as_notes(passage.qualified(vault_name).remarks)
    content: Row = replace(passage, text="").qualified(vault_name).to_dict() | {
        "backlinks": list[Json](rows[: min(count, len(to_it))]),
        "links": list[Json](rows[len(to_it) : count]),
        "notes": notes,
        "index": passage.index.to_dict(),
        "lines_left": len(rows) - count,
        "next": "",
        "vault": passage.of_vault,
    }
    counts = f"{len(to_it)} to it, {len(from_it) - within} from it{f', {within} within it' if within else ''}"
    head = f"{text_content.name_text(content['ref'])} | {counts}"
    left = f"{len(rows) - count} more; ask for a symbol of it" if count < len(rows) else ""
    return content, text_content.compose_text(head, lines[:count], notes, left)


def _elsewhere(
    workspace: Workspace, vault: str, request: SearchRequest, result: SearchResult, progress: Progress
) -> list[str]:
    """The note on other vaults, on the first page of a search without a `vault`."""
    is_first = not vault and not request.offset
    return [note] if is_first and (note := words_elsewhere(workspace, request, result, progress)) else []


def _is_within(passage: PassageResult, link: BacklinkResult | OutgoingLinkResult) -> bool:
    """Whether a link of a note leads to the note itself."""
    return link.path == passage.path and link.kind not in SOURCE_RELATIONS


def related_page(workspace: Workspace, vault: str, request: RelatedRequest, *, progress: Progress) -> ToolAnswer:
    """The documents related to a document."""
    from ...app.related import related_documents  # noqa: PLC0415  # it brings numpy

    vault_name, result = asked_at(
        workspace,
        vault,
        request.ref,
        ask=related_documents,
        request=lambda ref: replace(request, ref=ref),
        progress=progress,
    )
    result = result.qualified(vault_name)
    rows = [
        clip_values({**document.to_dict(), "ref": _qualified_ref(vault_name, document.ref)})
        for document in result.related
    ]
    lines = [text_content.related_text(n, row) for n, row in enumerate(rows, start=1)]
    count = count_fitting(rows, lines)
    cut = [f"the nearest {count}; raise `limit` for more"] if result.is_cut and count == len(rows) else []
    cut += [f"the nearest {count} of {len(rows)}"] if count < len(rows) else []
    if not rows and request.follows_similarity:
        cut += [f"{result.similarity_bound}; `search` with the query {request.similarity_query} ranks all documents"]
    notes = as_notes((*filter(None, [result.hint]), *result.remarks, *cut))
    title = str(clip_values({"title": result.title})["title"])
    content: Row = {
        "vault": result.vault,
        **_worktree(result.worktree),
        "ref": result.ref,
        "path": result.path,
        "title": title,
        "related": list[Json](rows[:count]),
        "index": result.index.to_dict(),
        "notes": notes,
    }
    about = f"{title} ({result.path})" if count else result.path
    head = text_content.name_text(f"{pluralize(count, 'document') if count else 'no documents'} related to {about}")
    return content, text_content.compose_text(head, lines[:count], notes)


def _of_vault(name: str, results: Sequence[R]) -> Sequence[R]:
    """The results with the name of their vault, which the path of the request has selected; as they are for none."""
    return [replace(each, vault=name) for each in results] if name else results


def _with_vault(name: str, result: SearchResult) -> SearchResult:
    """The result with the name of the vault of the documents nearest in meaning, if it has any, as above."""
    return replace(result, nearest=tuple(_of_vault(name, result.nearest))) if name and result.nearest else result


def _worktree(top: str | None) -> Row:
    return {} if top is None else {"worktree": top}


def _qualified_ref(vault: str, ref: str) -> str:
    """The reference, with the name of its vault if the request had it."""
    return outward(vault, ref) if vault else ref


def without_trace(result: SearchResult) -> Row:
    """The search as JSON without its hits, the trace of its steps and the settings of the profile, which would cost
    tokens. The limit is that of the page.
    """
    stated = tuple(each for each in result.settings or () if each.source != "profile" and each.name != "limit")
    small = replace(result, reading=None, filters=None, steps=None, unused=None, settings=stated or None)
    return {**replace(small, hits=(), nearest=None).to_dict(), **nearest_rows(result)}


def nearest_rows(result: SearchResult) -> Row:
    """The documents nearest in meaning, if the result has any in place of hits."""
    return {} if result.nearest is None else {"nearest": [hit_row(hit) for hit in result.nearest]}


def hit_row(hit: HitResult) -> Row:
    """The hit without empty fields, and without its part in a file of one part; with several vaults, its reference has
    the name of the vault.
    """
    required = {"vault", "ref", "path", "title", "section", "line", "score", "snippet"}
    left_out, position = {"matched_chunks"}, {"part", "parts", "start", "end"}
    (required if hit.parts > 1 else left_out).update(position)
    row = {**hit.to_dict(), "ref": hit.qualified_ref}
    return clip_values(
        {name: value for name, value in row.items() if name in required or (value and name not in left_out)}
    )


def _communities(communities: Json) -> list[Json]:
    """Communities with a limited number of members."""
    return [
        {**community, "members": _list(community["members"])[:10]}
        for community in _list(communities)
        if isinstance(community, dict)
    ]


def first_notes(notes: Json) -> list[Json]:
    """The first notes."""
    shown = (note for note in _list(notes)[:_MOST_NOTES] if isinstance(note, dict))
    return [clip_values(note | {"hint": for_client(str(note["hint"]), "mcp")}) for note in shown]


def _list(value: Json) -> list[Json]:
    assert isinstance(value, list)
    return value


def _cut_note(line: CutLine) -> str:
    """The note on a line that is cut."""
    hint = f"line {line.number} has {line.length:,} characters; the first {line.returned:,} are returned"
    return f"{hint}, and `search` with `budget` returns other parts"


def head_without_hits(content: Row, result: SearchResult) -> str:
    """The communities, or else that there are no hits, with the documents nearest in meaning."""
    groups = content.get("communities")
    if isinstance(groups, list) and groups:
        return "\n".join(text_content.community_text(group) for group in groups if isinstance(group, dict))
    rows = (hit_row(hit) for hit in result.nearest or ())
    nearest = [text_content.hit_text(n, row) for n, row in enumerate(rows, start=1)]
    found = f"nothing found{' so far' if result.index.is_partial else ''}"
    return "\n".join([found, *([result.nearest_heading, *nearest] if nearest else [])])
