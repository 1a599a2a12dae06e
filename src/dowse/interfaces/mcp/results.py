"""The answers of the five tools: the values that the other interfaces show, in pages that a model can read."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ...app.limits import MOST_OVER_WIRE
from ...app.location import Progress
from ...app.references import at_ref
from ...app.workspace import Workspace
from ...model.errors import DowseError, RefError, VaultError
from ...model.line_numbers import lines as lines_of
from ...model.qualified_path import outward
from ..presenters.qualified_paths import apart
from ..presenters.to_json import Json, answer_json, hit_json, passage_json, state_json, status_json
from . import text_content
from .paging import MOST_TOKENS, ROOM, Row, ToolAnswer, clipped, fitting, following, offset_of, tokens_of

if TYPE_CHECKING:  # numpy and SQLite are not there before the first question
    from ...app.related import RelatedDocument
    from ...app.search_options import SearchOptions
    from ...app.vault_session import VaultSession
    from ...indexing.freshness import IndexState
    from ...model.document import Head
    from ...search.packing import Excerpt
    from ...search.passage import Passage

LEAST_BUDGET = 100  # tokens; less holds no passage
MOST_BUDGET = 6_000  # tokens; the rest of an answer is for what stands around the passages
_PAGE = 3_500  # tokens of a text that is read; it is answered twice, as text and as structure
_PACKED = 30  # documents whose passages are looked at
_MOST_NOTES = 10
_AROUND = 300  # tokens around the passages
_MOST_TROUBLES = 20


def searched(
    shelf: Workspace,
    vault: str,
    query: str,
    asking: SearchOptions,
    *,
    cursor: str | None,
    explain: bool,
    progress: Progress,
) -> ToolAnswer:
    """A page of hits; `asking.limit` is how many it may have."""
    from .lazy_open import paged, roots_of  # noqa: PLC0415  # here, so that the handshake needs neither numpy nor SQLite

    started = time.perf_counter()
    opened = shelf.searched(vault)
    offset = offset_of(cursor, last=MOST_OVER_WIRE)
    asked = replace(asking, limit=None if asking.limit is None else min(MOST_OVER_WIRE, offset + asking.limit))
    answer, state = paged(opened, query, asked, offset=offset, progress=progress)
    names = tuple(roots_of(opened))
    rows = [short(apart(hit_json(hit, explain=explain), names, with_ref=False)) for hit in answer.hits[offset:]]
    lines = [text_content.hit_text(offset + n, full(row)) for n, row in enumerate(rows, start=1)]
    count = fitting(rows, lines, most=MOST_TOKENS - ROOM)
    last = min(answer.total, MOST_OVER_WIRE, answer.query.limit or MOST_OVER_WIRE)
    more = bool(count) and offset + count < last
    took_ms = (time.perf_counter() - started) * 1e3
    out = answer_json(replace(answer, hits=()), state, vault=opened.name, took_ms=took_ms, explain=False)
    notes = few(out["notes"])
    if offset + count == MOST_OVER_WIRE < answer.total:
        notes.append({"at": 0, "hint": f"no more than {MOST_OVER_WIRE} hits are given; a narrower query shows others"})
    out |= {"hits": list[Json](rows[:count]), "notes": notes, "next": str(offset + count) if more else ""}
    if "communities" in out:
        out["communities"] = _communities(out["communities"])
    head = f"{offset + 1}-{offset + count} of {answer.total} hits" if count else _nothing(out)
    return out, text_content.together(head, lines[:count], _list(out["notes"]), following(out["next"]))


def packed(
    shelf: Workspace, vault: str, query: str, asking: SearchOptions, *, budget: int, explain: bool, progress: Progress
) -> ToolAnswer:
    """The best passages that fit into the budget, instead of hits; the text is short where both would be too long."""
    from .lazy_open import packing, roots_of  # noqa: PLC0415  # as above

    started = time.perf_counter()
    opened = shelf.searched(vault)
    answer, state, found = packing(opened, query, replace(asking, limit=asking.limit or _PACKED), budget, progress)
    took_ms = (time.perf_counter() - started) * 1e3
    out = answer_json(replace(answer, hits=()), state, vault=opened.name, took_ms=took_ms, explain=False)
    names = tuple(roots_of(opened))
    passages = [clipped(apart(_passage(each, explain=explain), names, with_ref=False)) for each in found.excerpts]
    out |= {
        "notes": few(out["notes"]),
        "next": "",
        "passages": list[Json](passages),
        "tokens": found.tokens,
        "left_out": {"passages": found.left_out, "tokens": found.left_out_tokens},
    }
    if found.left_out and not passages:
        hint = f"nothing fits into {budget} tokens; {found.left_out} passages were found, so ask for more, or for hits"
        out["notes"] = [{"at": 0, "hint": hint}, *_list(out["notes"])]
    head = f"{len(passages)} passages, {found.tokens} tokens, of {answer.total} hits" if answer.hits else _nothing(out)
    left = f"left out: {found.left_out} passages, {found.left_out_tokens} tokens" if found.left_out else ""
    full = [text_content.passage_text(each) for each in passages]
    count = opened.count_tokens
    if count(json.dumps(out, ensure_ascii=False)) + count("\n".join(full)) > MOST_TOKENS - _AROUND:
        full = [text_content.passage_line(each) for each in passages]
    return out, text_content.together(head, full, _list(out["notes"]), left)


def read(shelf: Workspace, vault: str, ref: str, *, progress: Progress) -> ToolAnswer:
    """A document, a section or some lines, as far as a page goes. Raises RefError when there are no such lines."""
    from .lazy_open import reading  # noqa: PLC0415  # as above

    def ask(name: str, inside: str) -> tuple[VaultSession, tuple[Passage, IndexState, str]]:
        opened = shelf.vault(name)
        return opened, reading(opened, inside, progress)

    named, (opened, (passage, state, hint)) = at_ref(vault, ref, shelf.names, ask)
    lines = list(passage.lines)
    if not lines and passage.document.text:
        last = len(lines_of(passage.document.text))
        raise RefError(f"{passage.document.head.path} has {last:,} lines, and none there")
    spent, count = 0, 0
    for _, text in lines:
        spent += tokens_of(text) + 3  # its number
        if count and spent > _PAGE:
            break
        count += 1
    shown, left = lines[:count], len(lines) - count
    path = passage.document.head.path
    out = clipped(passage_json(passage.document, passage.ref, _cut(shown)))
    said = (*([hint] if hint else []), *state.remarks, *_too_long(shown))
    notes: list[Json] = [{"at": 0, "hint": each} for each in said]
    out |= {
        "notes": notes,
        "index": state_json(state),
        "lines_left": left,
        "next": _as_named(named, f"{path}:{lines[count][0]}:{left}") if left else "",
        "vault": opened.name,
    }
    out["ref"] = _as_named(named, str(out["ref"]))
    width = len(str(shown[-1][0])) if shown else 1
    head = f"{out['title']} | {path}, lines {out['line']}-{out['end_line']}"
    numbered = (f"{number:>{width}}  {text}" for number, text in _cut(shown))
    following = f'{left} more lines: get "{out["next"]}"' if left else ""
    return out, text_content.together(head, numbered, notes, following)


def connected(
    shelf: Workspace, vault: str, ref: str, *, depth: int, via: Sequence[str], limit: int, progress: Progress
) -> ToolAnswer:
    """What a document is connected with."""
    from ...app.neighbourhood import around  # noqa: PLC0415  # as above
    from ..presenters.graph_tables import related_json  # noqa: PLC0415  # as above

    def ask(name: str, inside: str) -> tuple[VaultSession, tuple[Head, tuple[RelatedDocument, ...], IndexState]]:
        opened = shelf.vault(name)
        return opened, around(opened, inside, depth=depth, via=via, limit=limit, progress=progress)

    named, (opened, (head, found, state)) = at_ref(vault, ref, shelf.names, ask)
    rows = [clipped({**row, "ref": _as_named(named, str(row["ref"]))}) for row in map(related_json, found)]
    lines = [text_content.related_text(n, row) for n, row in enumerate(rows, start=1)]
    count = fitting(rows, lines, most=MOST_TOKENS - ROOM)
    notes: list[Json] = [{"at": 0, "hint": remark} for remark in state.remarks]
    if count < len(rows):
        notes.append({"at": 0, "hint": f"the nearest {count} of {len(rows)}"})
    title = str(clipped({"title": head.title})["title"])
    out: Row = {
        "vault": opened.name,
        "ref": _as_named(named, head.path),
        "path": head.path,
        "title": title,
        "related": list[Json](rows[:count]),
        "index": state_json(state),
        "notes": notes,
    }
    first = f"{count} documents around {title} ({head.path})" if count else f"nothing is related to {head.path}"
    return out, text_content.together(first, lines[:count], notes)


def reported(shelf: Workspace, vault: str) -> ToolAnswer:
    """How the vaults stand; all, unless one is named."""
    from .lazy_open import standing  # noqa: PLC0415  # as above

    rows: list[Row] = []
    said: list[str] = []
    for place in shelf.meant(vault) if vault else shelf.everyone:
        name = place.name
        try:
            status, doubtful = standing(shelf.vault(name), place)
        except DowseError as error:
            if not place.is_optional:
                raise
            said.append(f"{name} was left out: {error}")
            continue
        row = status_json(status, doubtful)
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
    """A reference in the form in which it was asked for: with its vault, if that stood before it."""
    return outward(vault, ref) if vault else ref


def _passage(excerpt: Excerpt, *, explain: bool) -> Row:
    hit = excerpt.hit
    out: Row = {
        "ref": f"{hit.head.path}#{excerpt.section}" if excerpt.section else hit.head.path,
        "path": hit.head.path,
        "title": hit.head.title,
        "headings": list[Json](excerpt.headings),
        "line": excerpt.line,
        "end_line": excerpt.end_line,
        "score": round(excerpt.score, 4),
        "tokens": excerpt.tokens,
        "text": excerpt.text,
    }
    if explain:
        out["why"] = hit_json(hit, explain=True)["why"]
    return out


def short(hit: Row) -> Row:
    """The hit without fields that say nothing."""
    kept = ("vault", "ref", "path", "title", "section", "line", "score", "snippet")
    return clipped({name: value for name, value in hit.items() if name in kept or (value and name != "matched_chunks")})


def full(row: Row) -> Row:
    """The hit as a text wants it."""
    return {"tags": [], **row}


def _communities(found: Json) -> list[Json]:
    """Communities with so many members that the answer stays small."""
    return [{**each, "members": _list(each["members"])[:10]} for each in _list(found) if isinstance(each, dict)]


def few(notes: Json) -> list[Json]:
    """The first notes."""
    return [clipped(note) for note in _list(notes)[:_MOST_NOTES] if isinstance(note, dict)]


def _list(value: Json) -> list[Json]:
    assert isinstance(value, list)
    return value


def _cut(lines: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """The lines; one that alone fills more than a page is cut."""
    return [(number, text if tokens_of(text) <= _PAGE else f"{text[: _shown(text)]}…") for number, text in lines]


def _too_long(lines: Sequence[tuple[int, str]]) -> Iterator[str]:
    """What to say of lines that are cut."""
    for number, text in lines:
        if tokens_of(text) > _PAGE:
            shown = f"the first {_shown(text):,} are shown"
            yield f"line {number} has {len(text):,} characters; {shown}, and `search` with a budget gives other parts"


def _shown(text: str) -> int:
    """How many characters of a line a page has room for."""
    return int(len(text) * _PAGE / tokens_of(text))


def _nothing(out: Row) -> str:
    groups = out.get("communities")
    if isinstance(groups, list) and groups:
        named = (f"{each['id']}. {each['label']} ({each['size']})" for each in groups if isinstance(each, dict))
        return "\n".join(named)
    return "nothing found"
