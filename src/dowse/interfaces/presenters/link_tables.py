"""The links of a vault as text, in lines that an editor can follow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ...app.options import LINK_STATES
from ...app.results.link_result import LinkedDocument, LinkStatusResult, MentionList, MentionResult, OrphanResult
from ...model.edge import SOURCE_RELATIONS
from .sanitize import visible
from .text_style import TextStyle, pluralize

_MOST_TARGETS, _LEAST_LINKS = 5, 10
_FORMS = {
    "wikilink": "[[{}]]",
    "embed": "![[{}]]",
    "markdown": "[]({})",
    "xref": "xref:{}[]",
    "macro": "{}[]",
    "man": "{}",
    "parent": "parent: {}",
}
_FORMS |= {role: f":{role}:`{{}}`" for role in ("doc", "ref", "pep", "rfc")}


def summary_lines(
    links: Sequence[LinkStatusResult], orphans: int, documents: int, *, base_command: str
) -> Iterator[str]:
    """The number of links by kind, rule and state; `base_command` is the command as typed."""
    sources = len({link.source for link in links})
    yield f"{pluralize(len(links), 'link')} in {sources:,} of {pluralize(documents, 'document')}"
    kinds = Counter(link.kind for link in links)
    yield from (f"  {count:>7,}  {kind}" for kind, count in sorted(kinds.items(), key=lambda item: (-item[1], item[0])))
    rules = Counter(f"by {link.rule}" for link in links if link.rule)
    if rules:
        yield ""
    yield from (f"  {count:>7,}  {rule}" for rule, count in sorted(rules.items(), key=lambda each: (-each[1], each[0])))
    states = Counter(link.state for link in links)
    rows = [(states["ok"], "ok", "")]
    rows += [(states[state], state, f"--{state}") for state in LINK_STATES if state != "ok"]
    rows += [(orphans, "documents without links", "--orphans")]
    yield ""
    for count, label, flag in rows:
        yield f"  {count:>7,}  {label:<23}  {f'{base_command} {flag}' if count and flag else ''}".rstrip()
    yield f"           unlinked mentions        {base_command} --mentions"


def link_status_lines(links: Iterable[LinkStatusResult], style: TextStyle) -> Iterator[str]:
    """One line for each link: its place, the link as written, and the problem."""
    yield from _joined((_beginning(link, style), _link_syntax(link), style.paint(_hint(link), "33")) for link in links)


def missing_target_line(links: Iterable[LinkStatusResult]) -> str:
    """The targets that most broken links have, of ten links or more; empty without one."""
    missing = [link for link in links if link.state == "broken" and link.target and not link.lacks_anchor]
    spelt = {link.target.casefold(): link.target for link in reversed(missing)}
    counts = Counter(link.target.casefold() for link in missing).most_common(_MOST_TARGETS)
    named = [f"{visible(_single_line(spelt[key]))} ({count:,})" for key, count in counts if count >= _LEAST_LINKS]
    return f"missing most often: {', '.join(named)}" if named else ""


def document_link_lines(document: LinkedDocument, style: TextStyle, limit: int | None = None) -> Iterator[str]:
    """The first links of a document or a symbol with their state, then its first backlinks: those of source code by
    relation.
    """
    name = f"{document.path}#{document.symbol}" if document.symbol else document.path
    yield f"{pluralize(len(document.out), 'link')} in {style.paint(visible(name), '1')}"
    yield from _joined(
        (f"  {_beginning(link, style)}", _link_syntax(link), _state_text(link, style)) for link in document.out[:limit]
    )
    of_calls = (
        ", only the first call of a symbol in each caller"
        if any(link.kind == "calls" for link in document.back)
        else ""
    )
    yield f"{pluralize(len(document.back), 'backlink')}{of_calls}"
    titles = {path: visible(_single_line(title)) for path, title in document.titles.items()}
    for relation in ("", *SOURCE_RELATIONS):
        yield from _joined(
            (f"  {_beginning(link, style)}", *_backlink(link, titles))
            for link in document.back[:limit]
            if (link.kind if link.kind in SOURCE_RELATIONS else "") == relation
        )


def orphan_lines(orphans: Iterable[OrphanResult], style: TextStyle) -> Iterator[str]:
    """One document per line."""
    yield from (
        f"{style.link(style.paint(orphan.path, '36'), orphan.path)}  {visible(orphan.title)}" for orphan in orphans
    )


def mention_lines(mentions: Iterable[MentionResult], style: TextStyle) -> Iterator[str]:
    """The mentions of a document, one per line."""
    yield from (
        f"{_place(mention.source, mention.line, style)}  “{visible(_single_line(mention.name))}”"
        for mention in mentions
    )


def mentioned_document_lines(listed: MentionList, style: TextStyle) -> Iterator[str]:
    """The documents with the most mentions, each with the number of mentions and, on a line below, the first one."""
    first_of = {mention.target: mention for mention in reversed(listed.mentions)}
    for target, count in listed.counts:
        first = first_of[target]
        title = listed.titles.get(target, target)
        name = style.link(style.paint(target, "36"), target)
        place = f"{_place(first.source, first.line, style)}  “{visible(_single_line(first.name))}”"
        yield f"{count:>6,}  {style.paint(title, '1')}  {name}\n        {place}"


def _joined(rows: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    """A line for all rows that differ in the middle column alone, with each text of that once; of one the count."""
    groups: dict[tuple[str, str], Counter[str]] = {}
    for before, text, after in rows:
        groups.setdefault((before, after), Counter())[text] += 1
    for (before, after), texts in groups.items():
        times = f"({texts.total()} times)" if len(texts) == 1 < texts.total() else ""
        yield "  ".join(filter(None, (f"{before}{', '.join(texts)}", after, times)))


def _place(path: str, line: int, style: TextStyle) -> str:
    return style.link(style.paint(f"{path}:{line}", "36"), path, line)


def _beginning(link: LinkStatusResult, style: TextStyle) -> str:
    return f"{_place(link.source, link.line, style)}  {f'{link.kind} ' if link.kind in SOURCE_RELATIONS else ''}"


def _link_syntax(link: LinkStatusResult) -> str:
    """The link as written, or in the syntax of its kind; of a reference the name of what is meant."""
    if link.syntax:
        return visible(_single_line(link.syntax))
    target = f"{link.written}#{link.anchor}" if link.anchor else link.written
    shown = link.anchor or target.rpartition("/")[2] if link.kind in SOURCE_RELATIONS else target
    return visible(_FORMS.get(link.kind, "{}").format(_single_line(shown)))


def _backlink(link: LinkStatusResult, titles: Mapping[str, str]) -> tuple[str, str]:
    """The title of the document with the link; of a reference what is meant, and the symbol or section around it."""
    if link.kind not in SOURCE_RELATIONS:
        return titles.get(link.source, ""), ""
    around = f"in {visible(_single_line(link.section))}" if link.section else ""
    return _link_syntax(link), f"{around}  (by name)".strip() if link.state == "ambiguous" else around


def _hint(link: LinkStatusResult) -> str:
    relation = "perhaps" if link.kind in SOURCE_RELATIONS else "resolved to"
    return f"{relation} {link.target}; {link.hint}" if link.state == "ambiguous" else link.hint


def _state_text(link: LinkStatusResult, style: TextStyle) -> str:
    meant = "not checked (outside)" if link.rule == "outside" else f"→ {visible(link.target)} (by {visible(link.rule)})"
    text = f"{link.state}: {_hint(link)}" if link.hint else meant
    return style.paint(text, "32" if link.state == "ok" else "33")


def _single_line(text: str) -> str:
    return " ".join(text.split())
