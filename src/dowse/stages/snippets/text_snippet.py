"""Cut a snippet of a text: a passage of a section around the best match, without markup."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import filterfalse, islice
from operator import itemgetter

from ...analysis.densest_window import densest
from ...analysis.phrase_match import holds_phrase, phrase_spans_from
from ...analysis.term_matching import TermMatch, TermMatcher
from ...chunking.spans import sentences, trimmed
from ...formats.registry import outline_of
from ...model.document import Document, Span, Unit
from ...model.lazy_pattern import lazy_pattern
from ...model.ref import Ref
from ...model.value_class import dataclass
from ...retrieval.sections import most_covered
from ..extent import HitExtent, extent, overlap
from .markup_reader import LEAD, SEPARATOR, MarkupReader
from .rendered_text import bounds, rendered, word_start
from .snippet_text import SnippetText

_SEARCHED_AT_ONCE = 200_000  # characters of one document; beyond the first match a spot is as good as another
_MOST_OCCURRENCES = 100  # of a quotation in one text that are compared
_MOST_TRIES = 8  # windows that are looked at for words outside of markup
_FARTHEST = 1_000  # characters of the source after a match that are read for a snippet of the default size
_RULES = lazy_pattern(
    r"(?:\s*+(?:([-_])(?:[ \t]*+\1){2,}+|\*(?:[ \t]*+\*)*+)[ \t\r]*+\n)++"
)  # `***` may lack its emphasis
_EMPTY_ITEMS = lazy_pattern(r"[-*+\s]+")  # of a list without text
_RULES_BEHIND = lazy_pattern(rf"(?<={re.escape(SEPARATOR)})(?: (?:---+|___+|\*\*\*+))+(?= |\Z)")  # a heading
_RULES_AT_END = lazy_pattern(r"(?: (?:---+|___+|\*\*\*+))+\Z")
_ENDS_OF_SENTENCE = ".!?:"  # before a … of its own
_ABOVE = 80  # characters above a snippet, for the line that it may continue


@dataclass(frozen=True, slots=True)
class _Place:
    """The passage of a snippet."""

    at: int  # where the best of it begins
    within: Span  # the text that may be shown
    section: Unit | None = None  # the section of the snippet; None in the frontmatter
    end: int = 0  # of the quotation at `at`
    keep: Span = (0, 0)  # a match that only markup contains, which is shown


def text_snippet(
    reader: MarkupReader,
    spotter: TermMatcher,
    quoted: Sequence[str],
    hit: HitExtent,
    size: int,
    *,
    met: Sequence[Span] = (),
) -> SnippetText:
    """At most `size` characters around the passage of the hit with most words of the query, with its heading.

    `met` are places that meet conditions of the query, and count as quotations do.
    """
    document, ranked, likely = reader.document, hit.ranked, hit.likely
    place = _quotation(reader, (likely, ranked, _body(document)), quoted, spotter, size, met=met)
    place = place or _place(reader, spotter, hit, size)
    section, within = place.section, _with_heading(place, reader, spotter, quoted, size)
    at = max(place.at, within[0])
    first, last = overlap(ranked, within) if hit.is_chunk else within
    span = first, min(max(last, place.end), within[1])
    text, shown = _shown(reader, at, span, within, place.keep, size)
    if not text:
        reader.show_all_lines()
        text, shown = _shown(reader, at, span, within, place.keep, size)
    if not text and (other := _with_prose(reader, section, ranked)):
        at, within, section = other.at, other.within, other.section
        text, shown = _shown(reader, within[0], within, within, other.keep, size)
    text = "" if _EMPTY_ITEMS.fullmatch(text) else text
    return SnippetText(text, section, at, shown[0], _passage_end(document, section, shown[1]) if section else within[1])


def markup_line(reader: MarkupReader, line: Span, size: int) -> SnippetText | None:
    """The line as written if it has nothing but markup, such as badges; None for other lines, and for headings."""
    document, written = reader.document, reader.document.text[slice(*line)]
    if not written or reader.has_prose(line) or outline_of(document.head.path).is_heading(written):
        return None
    shown = written if len(written) <= size else f"{written[: size - 1]}…"
    return SnippetText(shown, _section_at(document, line[0]), line[0], *line)


def _passage_end(document: Document, section: Unit, at: int) -> int:
    """Where the section ends, or the one below it in which a text ends that begins in an empty one."""
    last = section if at <= section.end else _section_at(document, at - 1)
    return last.end if last else section.end


def _with_prose(reader: MarkupReader, section: Unit | None, ranked: Span) -> _Place | None:
    """The next section of the unit with a text to show, or else the heading of this one, which has none."""
    document = reader.document
    units = document.units[document.units.index(section) + 1 :] if section else ()
    for unit in islice((each for each in units if ranked[0] <= each.start < ranked[1]), _MOST_TRIES):
        place = _passage_at(document, unit.start)
        if reader.has_prose(place.within):
            return place
    return _Place(section.start, (section.start, section.end), section) if section else None


def _place(reader: MarkupReader, spotter: TermMatcher, hit: HitExtent, size: int) -> _Place:
    """The passage with most words of the ranked unit; of equal passages the first in its best part."""
    document, ref, ranked, likely = reader.document, hit.ref, hit.ranked, hit.likely
    marks = _marks(spotter, document, ranked, size) or _marks(spotter, document, likely, size)
    if not marks and ref.part is None and not (ref.section and document.units):
        stated = _in_frontmatter(reader, spotter, size)
        if stated:
            return stated
    if marks and (shown := _densest_shown(reader, marks, size, prefer=likely)):
        return _passage_at(document, *shown)
    likely = next((span for span in (likely, ranked) if reader.has_prose(span)), likely)
    tops = [(start, end) for _, start, end in document.tops()]
    if tops and ref.part is not None and not ref.section:
        likely = overlap(tops[most_covered(tops, likely)], likely)
    return _passage_at(document, _beginning(document.text, likely))


def _in_frontmatter(reader: MarkupReader, spotter: TermMatcher, size: int) -> _Place | None:
    """The properties that match; without a match and without a body that shows a text, the first properties.

    Words in names and tags do not count, since the hit shows names and tags anyway.
    """
    document = reader.document
    within = _frontmatter(document)
    text = document.text[: within[1]]
    keys = outline_of(document.head.path).property_keys(text, within)
    marks = [mark for mark in spotter.marks(text, within[0]) if not any(a <= mark[0] < b for a, b in keys)]
    has_properties = within[0] < within[1]
    has_body = bool(document.body.strip()) and not (has_properties and not reader.has_prose(_body(document)))
    named = _named(document, spotter) if marks and has_body else frozenset()
    marks = [mark for mark in marks if mark[2] not in named]
    if marks:
        return _Place(densest(marks, size, (), prefer=within), within)
    return None if has_body else _Place(within[0], within)


def _with_heading(place: _Place, reader: MarkupReader, spotter: TermMatcher, quoted: Sequence[str], size: int) -> Span:
    """The span of the place; with the heading above it if that matches and the beginning of the span does not.

    If nothing but rules stand between this heading and the next one, the deeper sections belong to the span.
    """
    start, end = place.within
    if place.at >= start:
        return start, end

    def matches(part: str) -> bool:
        return any(holds_phrase(part, each) for each in quoted) if quoted else any(spotter.marks(part))

    text = reader.document.text
    heading = text.rfind("\n", 0, place.at) + 1
    if not matches(text[heading:start]):
        return start, end
    below, _ = _shown(reader, start, (start, end), (start, end), place.keep, size)
    if not below and place.section:
        end = max(end, extent(Ref(reader.document.head.id, place.section.name), reader.document)[1])
    return (start, end) if matches(below) else (heading, end)


def _shown(reader: MarkupReader, at: int, span: Span, within: Span, keep: Span, size: int) -> tuple[str, Span]:
    """At most `size` characters of the span around `at`, without markup, and their span in the source.

    The text is on one line, with … where a line, a sentence over several lines or `within` is cut.
    """
    source, reach = reader.document.text, _reach(size)
    low = _property_near(reader.document, at, span[0]) if at < reader.document.body_start else None
    low = _line_near(source, at, span[0]) if low is None else low
    while True:
        high = min(span[1], max(at, keep[1]) + reach)
        shown = rendered(source, (low, high), reader.hidden((low, high)), keep=keep)
        begin = shown.offset(at)
        begin += len(shown.text[begin:]) - len(shown.text[begin:].lstrip())
        from_, to = bounds(shown.text, min(begin, len(shown.text)), size - 2, (0, len(shown.text)))
        if high == span[1] or to < len(shown.text) or reach > _FARTHEST:
            break
        reach *= 4
    if low > span[0] and begin >= len(shown.text):  # nothing but markup follows
        return _shown(reader, span[0], span, within, keep, size)
    from_ = _after_rules(shown.text, from_, to)
    content = shown.text[from_:to]
    inner = outline_of(reader.document.head.path).unmarked(" ".join(content.split()))
    inner = _RULES_AT_END.sub("", _RULES_BEHIND.sub("", inner)).removesuffix(SEPARATOR.strip()).rstrip()
    if not inner:
        return "", (at, at)
    from_, last = from_ + len(content) - len(content.lstrip()), from_ + len(content.rstrip())
    above = (shown.text[:from_] or source[max(within[0], low - _ABOVE) : low]).rstrip(" \t\r")
    is_continued = inner[0].islower() and low >= reader.document.body_start and _ends_inside_sentence(above)
    before = "…" if above and (is_continued or not above.endswith("\n")) else ""
    after = "…" if shown.text[to:].strip() or source[high : within[1]].strip() else ""
    after = f" {after}" if after and inner[-1] in _ENDS_OF_SENTENCE and len(before) + len(inner) + 2 <= size else after
    return f"{before}{inner}{after}", (shown.source(from_), shown.source(last - 1) + 1)


def _after_rules(text: str, start: int, end: int) -> int:
    """Where the text begins behind rules such as `---`."""
    rules = _RULES.match(text, start, end)
    return rules.end() if rules else start


def _ends_inside_sentence(above: str) -> bool:
    """Whether the text ends with a line of words, and that line in the middle of a sentence."""
    line = above.removesuffix("\n").rstrip(" \t\r").rpartition("\n")[2].lstrip()
    return above.endswith("\n") and line[:1].isalnum() and (line[-1].isalnum() or line[-1] in ",)]`'\"*_-")


def _quotation(
    reader: MarkupReader,
    spans: Iterable[Span],
    quoted: Sequence[str],
    spotter: TermMatcher,
    size: int,
    *,
    met: Sequence[Span],
) -> _Place | None:
    """The occurrence of a quotation, or the place that meets a condition, with most words of the query beside it, in
    the first of the spans with one, and outside of markup if there is one; if all are in comments, the first of these.
    """
    text = reader.document.text
    hidden: list[Span] = []
    for start, end in spans if quoted or met else ():
        found = dict(
            each for phrase in quoted for each in islice(phrase_spans_from(text, phrase, start, end), _MOST_OCCURRENCES)
        )
        found |= {at: last for at, last in met if start <= at < end}
        words = {at: len({stem for _, _, stem in spotter.marks(text, at, at + size)}) for at in sorted(found)}
        tried = [(at, found[at]) for at in sorted(words, key=lambda at: -words[at])[:_MOST_TRIES]]
        if best := next(filter(reader.shows, tried), None) or next(filterfalse(reader.is_never_shown, tried), None):
            return _passage_at(reader.document, best[0], best, end=best[1])
        hidden += tried
    kept = next((each for each in hidden if reader.show_comment(each)), None)
    return _passage_at(reader.document, kept[0], kept, end=kept[1]) if kept else None


def _body(document: Document) -> Span:
    return document.body_start, len(document.text)


def _passage_at(document: Document, at: int, keep: Span = (0, 0), *, end: int = 0) -> _Place:
    section = _section_at(document, at)
    return _Place(at, _within(document, section) if section else _body(document), section, end, keep)


def _beginning(text: str, chunk: Span) -> int:
    """The first sentence that begins in the chunk; the start of the chunk if none does."""
    start, end = chunk
    line = text.rfind("\n", 0, start) + 1
    return next((first for first, _ in sentences(text, line, end) if first >= start), start)


def _named(document: Document, spotter: TermMatcher) -> frozenset[str]:
    """The stems in the names and tags of the document."""
    head = document.head
    names = " ".join((head.path, head.title, *head.aliases, *head.tags))
    return frozenset(stem for _, _, stem in spotter.marks(names))


def _marks(spotter: TermMatcher, document: Document, within: Span, size: int) -> list[TermMatch]:
    """The matches in the first stretch of the span that has any, and those around words that it does not have."""
    text, (at, end) = document.text, within
    while at < end:
        last = at + _SEARCHED_AT_ONCE
        last = end if last >= end else max(text.rfind(" ", at + 1, last), text.rfind("\n", at + 1, last)) + 1 or last
        if marks := list(spotter.marks(text, at, last)):
            missing = spotter.stems.difference(stem for *_, stem in marks) if last < end else ()
            return [*marks, *_marks_around(missing, spotter, text, (last, end), size)]
        at = last
    return []


def _marks_around(
    stems: Collection[str], spotter: TermMatcher, text: str, within: Span, size: int
) -> Iterator[TermMatch]:
    """The matches of all words that are as near to one of these stems as a snippet is long."""
    at, end = within
    for first, last, _ in islice(spotter.of(stems).marks(text, at, end), _MOST_OCCURRENCES) if stems else ():
        low, high = max(at, word_start(text, first - size, first)), min(last + size, end)
        yield from spotter.marks(text, low, high)
        at = max(at, high)


def _frontmatter(document: Document) -> Span:
    """The span of the properties, without the lines around them."""
    return trimmed(document.text, *outline_of(document.head.path).properties_in(document.text, document.body_start))


def _densest_shown(reader: MarkupReader, marks: list[TermMatch], size: int, *, prefer: Span) -> tuple[int, Span] | None:
    """The window with most words outside of markup; without any, that with most words and its first match.

    None if all matches are in text that is never shown.
    """
    document = reader.document
    starts = [unit.start for unit in document.units]
    left = marks
    for _ in range(_MOST_TRIES):
        at = densest(left, size, starts, prefer=prefer)
        first = bisect_left(left, at, key=itemgetter(0))
        last = bisect_left(left, at + size, key=itemgetter(0))
        low = _line_near(document.text, at, document.units[0].start if document.units else 0)
        hidden = reader.hidden((low, at + _reach(size)))
        window = left[first:last]
        near = [(a, b) for a, b, _ in hidden if b > window[0][0] and a <= window[-1][0]]
        shown = [mark for mark in window if not any(a <= mark[0] and mark[1] <= b for a, b in near)] if near else window
        if shown and (shown is window or {stem for _, _, stem in shown} == {stem for _, _, stem in window}):
            return shown[0][0], (0, 0)
        left = [*left[:first], *shown, *left[last:]]
        if not left:
            break
    left = left or marks
    for _ in range(_MOST_TRIES):
        at = densest(left, size, starts, prefer=prefer)
        match = next(mark[:2] for mark in left if mark[0] == at)
        if not reader.is_never_shown(match):
            return at, match
        left = [mark for mark in left if mark[:2] != match and not at <= mark[0] < at + LEAD]
        if not left:
            break
    return None


def _reach(size: int) -> int:
    """Characters of the source after a match that usually suffice for a snippet."""
    return 2 * size


def _line_near(text: str, at: int, low: int) -> int:
    """The start of the line at the offset, or of a word in a long line; at least `low`."""
    near = max(low, at - LEAD)
    line = text.rfind("\n", near, at) + 1
    return line or (low if near == low else word_start(text, near, at))


def _property_near(document: Document, at: int, low: int) -> int | None:
    """The start of the property around the offset; None if that is far."""
    keys = outline_of(document.head.path).property_keys(document.text, (max(low, at - LEAD), at))
    return keys[-1][0] if keys else None


def _section_at(document: Document, at: int) -> Unit | None:
    if not document.units:
        return None
    n = bisect_right(document.units, at, key=lambda section: section.start) - 1
    return document.units[max(0, n)]


def _within(document: Document, section: Unit) -> tuple[int, int]:
    """The span for a snippet of the section: its text without the heading; with deeper sections if it is empty."""
    text = document.text
    start, _ = trimmed(text, section.start, section.end)  # blank lines may precede a first heading
    outline = outline_of(document.head.path)
    for end in _ends(document, section):
        heading_end = outline.underline_in(text, start, end)[1] if section.is_heading else start
        rest = text[heading_end:end].lstrip()
        if rest:
            return end - len(rest), end
    return start, section.end


def _ends(document: Document, section: Unit) -> Iterator[int]:
    """Where the section ends, and where it ends with the deeper ones, which are looked for if it is empty."""
    yield section.end
    yield extent(Ref(document.head.id, section.name), document)[1]
