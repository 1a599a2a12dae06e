"""Results as short texts, for clients that do not pass structured content to the model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ...app.results.json_fields import Json
from ...app.results.search_result import document_name
from ...model.qualified_path import outward

_MOST_NOTES = 5


def hit_text(number: int, hit: Mapping[str, Json]) -> str:
    """A hit in two lines: title, ref for `get` and line; then the snippet, and the evidence for its score."""
    place = f"{hit['ref']} | line {hit['line']}" + (f" › {hit['section']}" if hit["section"] else "")
    if isinstance(part := hit.get("part"), int):
        place += f" | part {part + 1} of {hit['parts']}"
    if hit.get("dead_link"):
        place += " | dead link"
    if isinstance(like := hit.get("duplicates"), list):
        place += f" | and {len(like)} more like it"
    tags = hit.get("tags")
    tag_text = "".join(f" #{tag}" for tag in tags[:5]) if isinstance(tags, list) else ""
    snippet = "".join(f"\n   {line}" for line in str(hit["snippet"]).split("\n")) if hit["snippet"] else ""
    why = hit.get("why")
    reasons = "; ".join(_reason(reason) for reason in why if isinstance(reason, dict)) if isinstance(why, list) else ""
    reason_text = f"\n   why: {reasons}" if reasons else ""
    name = document_name(*(str(hit.get(key, "")) for key in ("title", "short_code", "type")))
    return f"{number}. {name} | {place} | {hit['score']}{tag_text}{snippet}{reason_text}"


def _reason(reason: Mapping[str, Json]) -> str:
    rank = f" (rank {reason['rank']})" if reason["rank"] else ""
    return f"{reason['source']} {reason['value']}{rank}"


def file_text(file: Mapping[str, Json]) -> str:
    """A file, on one line."""
    return f"{_address(file)} | {file['modified']} | {file['size']} bytes"


def symbol_text(symbol: Mapping[str, Json]) -> str:
    """A symbol of source code, on one line."""
    return f"{_address(symbol)}:{symbol['line']} | {symbol['kind']} {symbol['symbol']} | {symbol['signature']}"


def related_text(number: int, row: Mapping[str, Json]) -> str:
    """A related document, on one line."""
    via = row["via"]
    steps = " › ".join(map(str, via)) if isinstance(via, list) else ""
    return f"{number}. {row['title']} | {row['ref']} | {row['distance']} hops: {steps} | {row['score']}"


def _address(row: Mapping[str, Json]) -> str:
    """The path, with the name of the vault when there are several."""
    return outward(str(row["vault"]), str(row["path"])) if "vault" in row else str(row["path"])


def passage_text(passage: Mapping[str, Json]) -> str:
    """A passage below its place and headings."""
    headings = passage["headings"]
    place = [_address(passage), *(map(str, headings) if isinstance(headings, list) else ())]
    return f"## {' › '.join(place)} (lines {passage['line']}-{passage['end_line']})\n{passage['text']}"


def passage_line(passage: Mapping[str, Json]) -> str:
    """The place of a passage, and its first words."""
    place, _, text = passage_text(passage).partition("\n")
    return f"{place}\n{' '.join(text[:200].split())}…"


def status_text(status: Mapping[str, Json]) -> str:
    """A vault, on a few lines."""
    index, links = status["index"], status["links"]
    assert isinstance(index, dict)
    assert isinstance(links, dict)
    broken = sum(count for name in ("broken", "broken_anchors") if isinstance(count := links[name], int))
    return (
        f"{status['vault']} ({status['folder']}): {status['documents']} documents, {status['embedded']} of "
        f"{status['chunks']} passages embedded with {status['embedder']}, index {index['state']}, "
        f"{index['changed']} changed files; {links['total']} links, {broken} broken, "
        f"{links['ambiguous']} ambiguous; {status['skipped_count']} files skipped, {status['odd_count']} with warnings"
    )


def compose_text(head: str, parts: Iterable[str], notes: Iterable[Json], next_page: str = "") -> str:
    """The head, the parts and the notes."""
    return "\n".join(filter(None, [head, *parts, *_note_lines(notes), next_page]))


def _note_lines(notes: Iterable[Json]) -> Iterator[str]:
    for n, note in enumerate(notes):
        if n < _MOST_NOTES and isinstance(note, dict):
            yield f"note: {note['hint']}"
