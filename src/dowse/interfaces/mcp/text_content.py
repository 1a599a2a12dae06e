"""Results as short texts, for clients that do not pass structured content to the model.

Lines of notes begin with `>` or with their number, so that no note can pretend to be the server: names and titles have
one line, and other lines are the server's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ...app.results.json_fields import Json
from ...app.results.search_result import document_name
from ...model.qualified_path import outward
from ..presenters.sanitize import model_text, visible_line
from ..presenters.text_style import count_documents

_MOST_NOTES = 5
_MOST_TAGS = 5


def quoted(text: str) -> str:
    """Lines of a note."""
    return "\n".join(f"> {line}" for line in model_text(text).split("\n"))


def name_text(value: object) -> str:
    """A name or a title from the files, on one line."""
    return visible_line(model_text(str(value)))


def hit_text(number: int, hit: Mapping[str, Json]) -> str:
    """A hit in two lines: title, ref for `get` and line; then the snippet, and the evidence for its score."""
    place = f"{name_text(hit['ref'])} | line {hit['line']}" + (
        f" › {name_text(hit['section'])}" if hit["section"] else ""
    )
    if isinstance(part := hit.get("part"), int) and not hit.get("empty"):
        place += f" | part {part + 1} of {hit['parts']}"
    if hit.get("dead_link"):
        place += " | dead link"
    if hit.get("empty"):
        place += " | empty note"
    if isinstance(like := hit.get("duplicates"), list):
        place += f" | and {len(like)} more like it"
    snippet = f"\n{quoted(str(hit['snippet']))}" if hit["snippet"] else ""
    why = hit.get("why")
    reasons = "; ".join(_reason(reason) for reason in why if isinstance(reason, dict)) if isinstance(why, list) else ""
    reason_text = f"\n   why: {reasons}" if reasons else ""
    name = document_name(*(name_text(hit.get(key, "")) for key in ("title", "short_code", "type")))
    return f"{number}. {name} | {place} | {hit['score']}{_tags_text(hit)}{snippet}{reason_text}"


def _tags_text(row: Mapping[str, Json]) -> str:
    tags = row.get("tags")
    return "".join(f" #{name_text(tag)}" for tag in tags[:_MOST_TAGS]) if isinstance(tags, list) else ""


def _reason(reason: Mapping[str, Json]) -> str:
    rank = f" (rank {reason['rank']})" if reason["rank"] else ""
    return f"{reason['source']} {reason['value']}{rank}"


def file_text(file: Mapping[str, Json]) -> str:
    """A file or a folder, on one line; a title that is the name of the file is left out."""
    path = str(file["path"])
    if path.endswith("/"):
        return f"{_address(file)} | folder"
    name = path.rpartition("/")[2]
    title = "" if file["title"] in {name, name.rpartition(".")[0]} else f"{name_text(file['title'])} | "
    return f"{_address(file)} | {title}{file['modified']} | {file['size']} bytes{_tags_text(file)}"


def community_text(community: Mapping[str, Json]) -> str:
    """A community with its most connected documents, on one line."""
    central = community["central"]
    paths = ", ".join(map(str, central)) if isinstance(central, list) else ""
    return name_text(f"{community['id']}. {community['label']} ({community['size']}): {paths}")


def backlink_text(link: Mapping[str, Json]) -> str:
    """A link to a document or a symbol, on one line."""
    target = f" {name_text(link['anchor'])}" if link["anchor"] else ""
    around = name_text(link["section"] or link["title"])
    state = "" if link["state"] == "ok" else f" | {link['state']}"
    return f"{name_text(link['path'])}:{link['line']} | {link['kind']}{target} | in {around}{state}"


def link_text(link: Mapping[str, Json]) -> str:
    """A link of a document or a symbol, on one line."""
    state = "" if link["state"] == "ok" else f" | {link['state']}: {name_text(link['hint'])}"
    return f"line {link['line']} | {link['kind']} {_target_text(link['path'], link['anchor'])}{state}"


def faulty_link_text(link: Mapping[str, Json]) -> str:
    """A broken or ambiguous link of a vault, on one line."""
    source = outward(str(link["vault"]), str(link["source"])) if "vault" in link else str(link["source"])
    said = (
        f"{link['kind']} {_target_text(link['written'], link['anchor'])} | {link['state']}: {name_text(link['hint'])}"
    )
    return f"{name_text(source)}:{link['line']} | {said}"


def _target_text(name: Json, anchor: Json) -> str:
    return name_text(f"{name}#{anchor}" if anchor else name)


def symbol_text(symbol: Mapping[str, Json]) -> str:
    """A symbol of source code, on one line."""
    signature = name_text(symbol["signature"])
    return f"{_address(symbol)}:{symbol['line']} | {symbol['kind']} {name_text(symbol['symbol'])} | {signature}"


def related_text(number: int, row: Mapping[str, Json]) -> str:
    """A related document, on one line."""
    via, relations = row["via"], row.get("relations")
    steps = " › ".join(map(str, via)) if isinstance(via, list) else ""
    if isinstance(relations, list) and relations:  # with the directions from the given document
        steps = ", ".join(f"{each['relation']} {each['direction']}" for each in relations if isinstance(each, dict))
    hops = "1 hop" if row["distance"] == 1 else f"{row['distance']} hops"
    return f"{number}. {name_text(row['title'])} | {name_text(row['ref'])} | {hops}: {steps} | {row['score']}"


def _address(row: Mapping[str, Json]) -> str:
    """The path, with the name of the vault when there are several."""
    return name_text(outward(str(row["vault"]), str(row["path"])) if "vault" in row else row["path"])


def passage_text(passage: Mapping[str, Json]) -> str:
    """A passage below its place and headings."""
    headings = passage["headings"]
    place = [_address(passage), *(map(name_text, headings) if isinstance(headings, list) else ())]
    lines = f"(lines {passage['line']}-{passage['end_line']})"
    return f"## {' › '.join(place)} {lines}\n{quoted(str(passage['text']))}"


def passage_line(passage: Mapping[str, Json]) -> str:
    """The place of a passage, and its first words."""
    place, _, text = passage_text(passage).partition("\n")
    words = text.removeprefix("> ").replace("\n> ", " ")[:200].split()
    return f"{place}\n> {' '.join(words)}…"


def status_text(status: Mapping[str, Json]) -> str:
    """A vault, on a few lines."""
    index, links = status["index"], status["links"]
    assert isinstance(index, dict)
    assert isinstance(links, dict)
    documents = count_documents(*(int(str(status[name])) for name in ("documents", "pages", "sources")))
    broken = sum(count for name in ("broken", "broken_anchors") if isinstance(count := links[name], int))
    return (
        f"{status['vault']} ({status['folder']}): {documents}; {status['embedded']} of "
        f"{_counted(status['chunks'], 'passage')} embedded with {status['embedder']}, index {index['state']}, "
        f"{_counted(index['changed'], 'changed file')}; {_counted(links['total'], 'link')}, {broken} broken, "
        f"{links['ambiguous']} ambiguous; {_counted(status['skipped_count'], 'file')} skipped, "
        f"{status['odd_count']} with warnings"
        f"{name_text('; ' + remarks) if (remarks := str(status['remarks'])) else ''}"
    )


def _counted(count: Json, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def compose_text(head: str, parts: Iterable[str], notes: Iterable[Json], next_page: str = "") -> str:
    """The head, the parts and the notes."""
    return "\n".join(filter(None, [head, *parts, *_note_lines(notes), next_page]))


def compose_noted(head: str, parts: Iterable[str], notes: Iterable[Json], next_page: str = "") -> str:
    """The same with the notes before the parts, which may be many: a note says how far the parts answer the query."""
    return "\n".join(filter(None, [head, *_note_lines(notes), *parts, next_page]))


def _note_lines(notes: Iterable[Json]) -> Iterator[str]:
    for n, note in enumerate(notes):
        if n < _MOST_NOTES and isinstance(note, dict):
            yield f"note: {name_text(note['hint'])}"
