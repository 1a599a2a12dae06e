"""The links of a vault as text, in lines that an editor can follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ...app.link_report import STATES
from ...app.results.link_result import LinkedDocument, LinkStatusResult, MentionList, MentionResult, OrphanResult
from .sanitize import visible
from .text_style import TextStyle, counted

MOST_MENTIONED = 50  # documents in a text list; the others have fewer mentions

_WRITTEN = {"wikilink": "[[{}]]", "embed": "![[{}]]", "markdown": "[]({})", "parent": "parent: {}"}


def summary_lines(found: Sequence[LinkStatusResult], orphans: int, documents: int, *, again: str) -> Iterator[str]:
    """The number of links by kind and state; `again` is the command as typed."""
    sources = len({each.source for each in found})
    yield f"{counted(len(found), 'link')} in {sources:,} of {counted(documents, 'document')}"
    kinds = Counter(each.kind for each in found)
    yield from (f"  {count:>7,}  {kind}" for kind, count in sorted(kinds.items(), key=lambda item: (-item[1], item[0])))
    states = Counter(each.state for each in found)
    rows = [(states["ok"], "ok", "")]
    rows += [(states[state], state, f"--{state}") for state in STATES if state != "ok"]
    rows += [(orphans, "documents without links", "--orphans")]
    yield ""
    for count, what, flag in rows:
        yield f"  {count:>7,}  {what:<23}  {f'{again} {flag}' if count and flag else ''}".rstrip()
    yield f"           unlinked mentions        {again} --mentions"


def link_status_lines(found: Iterable[LinkStatusResult], style: TextStyle) -> Iterator[str]:
    """One line for each link: its place, the link as written, and the problem."""
    yield from _once(f"{_at(e.source, e.line, style)}  {_written(e)}  {style.paint(_hint(e), '33')}" for e in found)


def linked_lines(linked: LinkedDocument, style: TextStyle) -> Iterator[str]:
    """The links of a document with their state, then its backlinks."""
    yield f"{counted(len(linked.out), 'link')} in {style.paint(linked.path, '1')}"
    yield from _once(f"  {_at(e.source, e.line, style)}  {_written(e)}  {_state(e, style)}" for e in linked.out)
    yield f"{counted(len(linked.back), 'backlink')}"
    titles = {path: visible(_flat(title)) for path, title in linked.titles.items()}
    yield from _once(f"  {_at(e.source, e.line, style)}  {titles.get(e.source, '')}" for e in linked.back)


def orphan_lines(found: Iterable[OrphanResult], style: TextStyle) -> Iterator[str]:
    """One document per line."""
    yield from (f"{style.linked(style.paint(head.path, '36'), head.path)}  {visible(head.title)}" for head in found)


def mention_lines(found: Iterable[MentionResult], style: TextStyle) -> Iterator[str]:
    """The mentions of a document, one per line."""
    yield from (f"{_at(each.source, each.line, style)}  “{visible(_flat(each.name))}”" for each in found)


def mentioned_lines(listed: MentionList, style: TextStyle) -> Iterator[str]:
    """The documents with the most mentions, each with the number of mentions and the first one."""
    found = listed.mentions
    for target, count in _by_target(found)[:MOST_MENTIONED]:
        first = next(each for each in found if each.target == target)
        title = listed.titles.get(target, target)
        name = style.linked(style.paint(target, "36"), target)
        yield f"{count:>6,}  {style.paint(title, '1')}  {name}"
        yield f"        {_at(first.source, first.line, style)}  “{visible(_flat(first.name))}”"


def _by_target(found: Iterable[MentionResult]) -> list[tuple[str, int]]:
    """Documents and the number of their mentions, the highest first, then by path."""
    return sorted(Counter(each.target for each in found).items(), key=lambda item: (-item[1], item[0]))


def _once(lines: Iterable[str]) -> Iterator[str]:
    """Each distinct line with the number of its occurrences."""
    for line, times in Counter(lines).items():
        yield f"{line}  ({times} times)" if times > 1 else line


def _at(path: str, line: int, style: TextStyle) -> str:
    return style.linked(style.paint(f"{path}:{line}", "36"), path)


def _written(each: LinkStatusResult) -> str:
    """The link in the syntax of its kind."""
    target = f"{each.written}#{each.anchor}" if each.anchor else each.written
    return visible(_WRITTEN.get(each.kind, "{}").format(_flat(target)))


def _hint(each: LinkStatusResult) -> str:
    if each.state == "ambiguous":
        return f"resolved to {each.target}; {each.hint}"
    return each.hint


def _state(each: LinkStatusResult, style: TextStyle) -> str:
    said = f"{each.state}: {_hint(each)}" if each.hint else f"→ {visible(each.target)}"
    return style.paint(said, "32" if each.state == "ok" else "33")


def _flat(text: str) -> str:
    return " ".join(text.split())
