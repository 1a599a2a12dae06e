"""Markdown to a Document."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter

from ...model.document import LABELS, Document, Fact, Link, Unit
from ...model.hit import made_of
from ...model.source_reference import SourceReferences
from .. import header_fields
from ..code_spans import code_mentions
from ..limits import HEADINGS, LINKS
from ..line_offsets import folded, line_at, line_starts
from ..metadata import head, short_code, texts
from ..page_names import is_page
from . import frontmatter, page_properties, toml_facts
from .block_references import block_ids, block_references
from .blocks import blocks
from .headings import sections, stated_heading
from .myst_links import myst_labels, myst_links
from .prose import blanked, prose, without_tags
from .quarto_links import is_of_quarto, quarto_labels, quarto_links
from .tags import inline_tags, linked_tags
from .title_fields import title_fields
from .title_heading import opens_as_title
from .wikilinks import DENDRON_KEYS, WIKILINK, RawLink, ids, may_have_ids, pointers, wikilink

_NEXT_KEY = re.compile(r"^[^\s#-]", re.MULTILINE)  # behind the value of a property
_ELEMENT = re.compile(r"\w+,\s*\{[^{}\n]*\}")  # in `head: [[meta, {name: draft}]]` of VuePress
_PARENT_KEY = re.compile(r"^[\"']?parent[\"']?[ \t]*:", re.IGNORECASE | re.MULTILINE)
_WORD = re.compile(r"[^\W\d_]{2,}+")
_FEW = 3
_LONGEST_NOTICE = 300  # characters: "**Note**: this page applies to version 2."
_span = attrgetter("span")


def parse(path: str, text: str, *, modified: float, digest: str, odd: Sequence[str] = ()) -> Document:
    """The document of a Markdown file; never fails.

    `text` is the whole file; offsets and lines refer to it.  `odd` has the oddities of the decoding.
    """
    facts, body_start, guessed = _frontmatter(path, text)
    whole = folded(text)
    above = line_starts(whole[:body_start].split("\n"))[:-2] if body_start else []
    lines = whole[body_start:].split("\n")
    starts = line_starts(lines, body_start)
    is_of_logseq = is_page(path) and page_properties.begins_with_block(text, body_start)
    found = blocks(lines, most_headings := HEADINGS.most(len(text)))
    raw_headings = found.headings
    if is_of_logseq:
        in_lists = page_properties.block_headings(lines, found.code)
        raw_headings = sorted((*raw_headings, *in_lists))[:most_headings]
    headings = [stated_heading(starts[raw.line], raw.level, raw.text) for raw in raw_headings]
    parts = sections(text, body_start, headings)
    stated = title_fields(text, parts)
    code = [(starts[first], min(starts[after], len(text))) for first, after in found.code]
    bare = prose(blanked(whole, [(0, body_start)], "\n"), code, [starts[line] for line in found.leaves])
    labels_first = facts.keys() >= DENDRON_KEYS
    points = [each for each in pointers(bare, labels_first=labels_first, original=whole) if each.target[:2] != "(("]
    named = list(_ids(bare, points, own=short_code(path, facts))) if may_have_ids(bare) else []
    is_book = is_of_quarto(path)
    named += [*myst_links(bare, whole), *block_references(bare), *(quarto_links(bare) if is_book else ())]
    unlinked = without_tags(blanked(bare, [point.span for point in points], "`"))
    levels = [(each.level, each.text) for each in headings]
    # A heading behind another one or behind prose is the title of a part, such as a footer, if no notice is above all.
    above_first = unlinked[body_start : headings[0].start] if headings else ""
    is_first = bool(headings) and (not _is_prose(above_first) or _is_notice(above_first, levels))
    is_title = is_first and not is_of_logseq and opens_as_title(levels, path)
    title = headings[0].text if is_title else ""
    listed = sorted((*points, *named), key=_span) if named else points
    pointing = [point for point in listed if point.kind != "web"]
    labels = (*myst_labels(bare, whole), *block_ids(bare), *(quarto_labels(headings, parts) if is_book else ()))
    labelled: dict[str, Fact] = {LABELS: labels} if labels else {}
    tags = (*inline_tags(unlinked, whole), *linked_tags(bare, points))
    most_links = LINKS.most(len(text))
    return Document(
        head=head(path, {**stated, **facts, **labelled}, modified=modified, title=title, tags=tags),
        text=text,
        digest=digest,
        units=parts,
        links=(
            *_stated_links(whole[:body_start], facts, labels_first=labels_first),
            *_links(pointing[:most_links], parts, [*above, *starts]),
        ),
        references=SourceReferences(
            mentions=tuple(code_mentions(whole, [(0, body_start), *code], parts, [*above, *starts]))
        ),
        odd=(*odd, *guessed),
        more_headings=found.more_headings,
        more_links=max(0, len(pointing) - most_links),
    )


def _is_prose(text: str) -> bool:
    """Whether a text without links and HTML tags has more than a few words, such as those between badges."""
    return sum(1 for _ in islice(_WORD.finditer(text), _FEW + 1)) > _FEW


def _is_notice(text: str, headings: Sequence[tuple[int, str]]) -> bool:
    """Whether a text above the first of these headings is short, and this one the only heading of the first level."""
    (level, _), *others = headings
    return len(text.strip()) <= _LONGEST_NOTICE and level == 1 and bool(others) and all(each > 1 for each, _ in others)


def _ids(bare: str, points: Iterable[RawLink], *, own: str) -> Iterator[RawLink]:
    for target, at in ids(blanked(bare, [point.hidden for point in points], "`"), own=own):
        span = (at, at + len(target))
        yield RawLink("id", target, "", span, span)


def _links(points: Iterable[RawLink], parts: Sequence[Unit], starts: Sequence[int]) -> Iterator[Link]:
    """The links of the body to documents of the vault, with their sections and lines."""
    names, firsts = ["", *(part.name for part in parts)], [part.start for part in parts]
    for kind, target, anchor, (at, _), _ in points:
        section = names[bisect_right(firsts, at)]
        yield made_of(Link, (target, kind, section, anchor, line_at(starts, at)))


def _frontmatter(path: str, text: str) -> tuple[Mapping[str, Fact], int, tuple[str, ...]]:
    """The facts, the offset of the body, and the oddities."""
    written, body_start = frontmatter.split(text)
    if not body_start:
        if text.startswith(("---", "\ufeff---")):
            if frontmatter.is_too_long(text):
                return {}, 0, ("frontmatter is longer than 64 KiB; indexed as text",)
            if frontmatter.is_unclosed(text):
                return {}, 0, ("frontmatter is never closed; write --- below its last property; indexed as text",)
        facts, body_start = page_properties.split(text, is_page=is_page(path))
        is_stated = body_start and (is_page(path) or page_properties.are_of_note(facts))
        if is_stated and is_page(path):
            facts = page_properties.named(facts, path.rpartition("/")[2].rpartition(".")[0])
        return *((facts, body_start) if is_stated else header_fields.split(text)), ()
    if frontmatter.is_toml(text):
        read = toml_facts.read(written)
        return (read[0], body_start, read[1]) if read else ({}, 0, ())
    facts, odd = frontmatter.read(written)
    if odd and all(value == () for value in facts.values()):
        # Two rules with a text between them: indexed as text, so that searches find it.
        return {}, 0, ("the block between the first two --- has no properties; indexed as text",)
    return facts, body_start, odd


def _stated_links(front: str, facts: Mapping[str, Fact], *, labels_first: bool) -> Iterator[Link]:
    """The links of the frontmatter: `parent`, and wikilinks in any other value."""
    if "parent" not in facts and "[[" not in front:
        return
    parents = set()
    starts = line_starts(front.split("\n"))
    key = _PARENT_KEY.search(front)
    following = _NEXT_KEY.search(front, key.end()) if key else None
    # The span of the property; of the whole frontmatter for one that has no line of its own, as in `{parent: x}`.
    stating = range(key.start() if key else 0, following.start() if following else len(front))
    for parent in texts(facts.get("parent", "")):
        whole = WIKILINK.search(parent)
        target, anchor = wikilink(whole[1], labels_first=labels_first) if whole else (parent, "")
        parents.add(target)
        yield Link(target, "parent", "", anchor, line_at(starts, key.start()) if key else 1)
    for found in WIKILINK.finditer(front):
        target, anchor = wikilink(found[1], labels_first=labels_first)
        is_placeholder = ("{{" in target and "}}" in target) or _ELEMENT.fullmatch(found[1]) is not None
        if (target or anchor) and not (is_placeholder or (target in parents and found.start() in stating)):
            yield Link(target, "wikilink", "", anchor, line_at(starts, found.start()))
