"""Format strings in source code, such as `"Connection #%d to host %s left intact"`, and the messages made of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice, pairwise
from math import ceil
from typing import NamedTuple

from ...model.document import Span
from ...model.lazy_pattern import lazy_pattern
from ..languages.stopwords import STOP_WORDS
from ..text_offsets import offsets_of
from ..tokens import spans, words
from .joined_literals import JoinedLiterals, SharedText, joined_literals, shared_text

_LONGEST = 2_000  # characters of a message that are read
_LEAST_WORDS, _MOST_WORDS = 3, 40  # of a message
_MOST_PAIRS = 12  # that are looked up
_LEAST_SHARED, _LEAST_SHARE = 3, 0.75  # words of a format string that the message has in their order
_LEAST_WHOLE = 2  # words of a format string that the message has as a whole, with the signs between
_SHORTEST_WORD, _MOST_BEGINNINGS = 4, 16  # letters of a word at the beginning of a literal, and how many are sought
_MOST_PLACES, _MOST_LINES = 8, 48  # of a pair, and of all pairs and beginnings, in one text
_LONGEST_LINE = 500  # characters before and after a pair that are read
# What messages with values have and few questions do: a digit, a name with signs inside, quotation marks, brackets.  A
# qualified name such as `fmt::printf` stands in questions about code.
_VALUE = lazy_pattern(r"\d|\w(?!::\w)[./@=\\:]++\w|[\"`()\[\]{}<>]|(?<!\w)'|[:;](?=\s|\Z)|(?<!\S)[^\w\s&-]++(?!\S)")
# "expected BEGIN_ARRAY but was BEGIN_OBJECT"
_CONSTANTS = lazy_pattern(r"\b[A-Z]++(?:_[A-Z]++)++\s[a-z\s]{1,40}\s[A-Z]++(?:_[A-Z]++)++\b")
# What goes wrong, beside a word that may be the value, such as the name of a class: "is not an Array, but String".
_FAILURE = lazy_pattern(
    r"(?i)\b(?:not|no|cannot|can't|couldn't|invalid|unknown|unexpected|expected|duplicate|missing|failed|unable|must|already|illegal"
    r"|denied|unsupported|undefined)\b"
)
_QUESTION = lazy_pattern(r"(?i)\s*+(?:how|what|where|which|who|why)\b")
_QUOTES = "\"'`"
_ESCAPED_QUOTE = '\\"'  # in a message in JSON
# `%s`, `%(name)r`, `%-36s`, `{0}`, `${name}`, `#{name}`, `$name`, `" + name + "`, `'.$name.'` and `" MACRO "`.
_PLACEHOLDER = lazy_pattern(
    r"""%?["'`] \s* (?: [+.] | <<? | [A-Z_]{2} ) [^"'`\n]{0,200} ["'`]
    | % (?: \( \w{1,50} \) )? [-+#0-9.*$]{0,9} (?: hh | ll | [hlLjztq] )? [A-Za-z]
    | [#$]? \{ [^{}\n]{0,200} \}
    | \$ [^\W\d]\w* (?: -> \w+ )*
    """,
    re.VERBOSE,
)
_JOINED_BEFORE, _JOINED_BEHIND = lazy_pattern(r"\w[./@=\\:]\Z"), lazy_pattern(r"[./@\\:]\w")
_JOINED = lazy_pattern(r"\A\s+\w|[\s:=(\[\"'`]\Z")
_ESCAPED = lazy_pattern(r"\\[abfnrtv\"'`]")


class FormatString(NamedTuple):
    """A format string of which a message may be made: where it begins and its line ends, how many of its words the
    message has, whether it leaves room for values, and how many words of the message it and the values are.

    Of several in one text of which parts of the message are made, the first one, with the words of all.
    """

    start: int
    end: int
    words: int
    has_values: bool
    covered: int
    is_whole: bool = False  # whether the message has its whole text

    @property
    def fit(self) -> tuple[bool, int, bool]:
        """How well the message fits; greater is better.  One without values has other words if it is not whole."""
        return self.is_whole or self.has_values, self.words, self.is_whole


def may_have_values(text: str) -> bool:
    """Whether the text may be a message with values: it has signs, names with signs, numbers or two names of constants,
    and is no question.
    """
    is_valued = any(pattern.search(text, 0, _LONGEST) for pattern in (_VALUE, _CONSTANTS, _FAILURE))
    if not is_valued or _QUESTION.match(text):
        return False
    return len(text[:_LONGEST].split()) >= _LEAST_WORDS


def tells_of_failure(text: str) -> bool:
    """Whether the text says that something goes wrong, as messages do."""
    return _FAILURE.search(text, 0, _LONGEST) is not None


def pairs_of_words(message: str) -> Sequence[str]:
    """The words beside each other that the format string of the message may have, as written: without numbers, names
    with signs inside and pairs of stop words; the longest ones, in their order.
    """
    message = message[:_LONGEST]
    found = dict.fromkeys(
        message[start:end]
        for (start, middle, word), (behind, end, other) in pairwise(spans(message))
        if _is_gap(message[middle:behind])
        and not (_JOINED_BEFORE.search(message, max(0, start - 2), start) or _JOINED_BEHIND.match(message, end))
        and _tell(word, other)
    )
    longest = sorted(found, key=len, reverse=True)[:_MOST_PAIRS]
    return [pair for pair in found if pair in longest]


def plain_words(message: str) -> Sequence[str]:
    """The words of the message that are no names and numbers, which values may be; none of fewer than three."""
    message = message[:_LONGEST]
    found = dict.fromkeys(
        word.lower()
        for start, end, word in spans(message)
        if word.isalpha()
        and word in {word.lower(), word.capitalize()}
        and not (_JOINED_BEFORE.search(message, max(0, start - 2), start) or _JOINED_BEHIND.match(message, end))
    )
    return tuple(found) if _LEAST_SHARED <= len(found) <= _MOST_PAIRS else ()


def joined_pairs(pairs: Sequence[str]) -> Sequence[str]:
    """The runs of three words and more that pairs beside each other make; empty ones part them."""
    runs, last = [""], ""
    for pair in pairs:
        first, behind = (*pair.split(maxsplit=1), "", "")[:2]
        if pair and first == last:
            runs[-1] += f" {behind}"
        else:
            runs.append(pair)
        last = behind
    return [run for run in dict.fromkeys(runs) if run.count(" ") > 1]


def count_of_words(text: str) -> int:
    """The words between blanks that have letters; names with signs inside are one."""
    return sum(any(map(str.isalpha, word)) for word in text.split())


def format_string_in(text: str, message: str, pairs: Sequence[str]) -> FormatString | None:
    """The format string in source code that the message has most words of; None without one.

    The message has all of its text, and two words, or at least three quarters of its words, and three, in their order.
    """
    return _format_string_in(text, message, tuple(pairs))


@lru_cache(16)  # the snippets ask for the same ones again
def _format_string_in(text: str, message: str, pairs: tuple[str, ...]) -> FormatString | None:
    asked = [word.lower() for word in words(message[:_LONGEST])][:_MOST_WORDS]
    written = f" {' '.join(message[:_LONGEST].replace(_ESCAPED_QUOTE, _QUOTES[0]).split())} "
    plain = written.lower()
    lowered = text.lower()
    lowered = lowered if len(lowered) == len(text) else text
    best: FormatString | None = None
    whole: dict[int, tuple[SharedText, JoinedLiterals]] = {}
    for (start, end), at, is_pair in islice(_lines(lowered, pairs, _beginnings(message)), _MOST_LINES):
        for joined in joined_literals(text, at):
            shared = shared_text(joined.pieces, plain)
            if shared and _is_telling(shared, joined) and not _is_label(shared, joined, written, text):
                whole[joined.start] = shared, joined
        for first, literal in _literals(lowered[start:end], at - start) if is_pair else ():
            least = best.words + 1 if best else _LEAST_SHARED
            if (count := _shared(literal, asked, least)) >= least:
                best = FormatString(start + first, end, count, _has_values(literal), count)
    made = _made_of(list(whole.values()), plain) if whole else None
    return best if made is None or (best and best.words > made.words) else made


def _beginnings(message: str) -> Iterator[str]:
    """The words of the message at which a literal may begin, beside a value."""
    single = dict.fromkeys(word.lower() for word in words(message[:_LONGEST]) if len(word) >= _SHORTEST_WORD)
    return islice(filter(_tell, single), _MOST_BEGINNINGS)


def _is_telling(shared: SharedText, joined: JoinedLiterals) -> bool:
    """Whether a message with this of a format string is made of it: two words apart, of which those that are no stop
    words tell; one of these beside values.
    """
    apart = sum(any(map(str.isalpha, each)) for piece in joined.pieces for each in piece.split())
    if not shared.is_whole or min(shared.words, apart) < _LEAST_WHOLE:
        return False
    telling = sum(_tell(word) and len(word) >= _SHORTEST_WORD for piece in joined.pieces for word in words(piece))
    return telling >= (1 if joined.has_values else _LEAST_WHOLE)


def _is_label(shared: SharedText, joined: JoinedLiterals, message: str, text: str) -> bool:
    """Whether two words without values are rather the label or the title of a subject: the message has other cases."""
    if joined.has_values or shared.words > _LEAST_WHOLE:
        return False
    return message[shared.start : shared.end] not in text[joined.start : joined.end]


def _made_of(whole: Sequence[tuple[SharedText, JoinedLiterals]], message: str) -> FormatString:
    """The first of the format strings with most words that have different parts of the message."""
    chosen: list[tuple[SharedText, JoinedLiterals]] = []
    for shared, joined in sorted(whole, key=lambda each: (-each[0].words, each[0].start, each[1].start)):
        if all(shared.end <= other.start or other.end <= shared.start for other, _ in chosen):
            chosen.append((shared, joined))
    first = min(chosen, key=lambda each: each[0].start)[1]
    return FormatString(
        first.start,
        first.end,
        sum(shared.words for shared, _ in chosen),
        any(joined.has_values for _, joined in chosen),
        sum(count_of_words(message[shared.start : shared.end]) for shared, _ in chosen),
        is_whole=True,
    )


def _lines(text: str, pairs: Sequence[str], beginnings: Iterable[str]) -> Iterator[tuple[Span, int, bool]]:
    """The lines with a pair or a beginning, each once, with its place, and whether it is a pair; those with the longest
    pairs first.
    """
    seen = set[int]()
    longest = sorted(map(str.lower, pairs), key=len, reverse=True)
    places = ((at, True) for pair in longest for at in islice(offsets_of(pair, text), _MOST_PLACES))
    begun = ((at, False) for word in beginnings for at in _quoted_places(text, word))
    for at, is_pair in chain(places, begun):
        low = max(0, at - _LONGEST_LINE)
        start = text.rfind("\n", low, at) + 1 or low
        end = text.find("\n", at, at + _LONGEST_LINE)
        if start not in seen:
            yield (start, end if end >= 0 else min(len(text), at + _LONGEST_LINE)), at + (not is_pair), is_pair
        seen.add(start)


def _quoted_places(text: str, word: str) -> Iterator[int]:
    """The places of the quotation marks before the word, with a blank between or without, by mark.

    One search for the word takes half of the time of one with each mark.
    """
    marked: dict[str, list[int]] = {f"{quote}{blank}": [] for quote in _QUOTES for blank in ("", " ")}
    for at in offsets_of(word, text):
        before = text[max(0, at - 2) : at]
        mark = before if before in marked else before[-1:]
        if mark in marked:
            marked[mark].append(at - len(mark))
    for places in marked.values():
        yield from places[:_MOST_PLACES]


def _is_gap(between: str) -> bool:
    return any(map(str.isspace, between)) and between.strip("\"'`.,:;()[] \t\r\n") == ""


def _tell(*pair: str) -> bool:
    return all(word.replace("_", "").isalpha() for word in pair) and not STOP_WORDS.issuperset(map(str.lower, pair))


def _literals(line: str, at: int) -> Iterator[tuple[int, str]]:
    """The parts of the line around the offset that may be a literal, each with its place: from the first quotation mark
    to the last one, between the nearest ones, and without any before it the whole line if it has a placeholder.
    """
    marks = [n for n, character in enumerate(line) if character in _QUOTES]
    before, behind = [n for n in marks if n < at], [n for n in marks if n > at]
    if before:
        yield before[0] + 1, line[before[0] + 1 : behind[-1] if behind else len(line)]
        yield before[-1] + 1, line[before[-1] + 1 : behind[0] if behind else len(line)]
    elif _PLACEHOLDER.search(line):
        yield 0, line


def _has_values(literal: str) -> bool:
    """Whether the literal has a placeholder, or may be joined with a value: a blank is before it, or a blank or a sign
    behind it.
    """
    return bool(_JOINED.search(literal) or _PLACEHOLDER.search(literal))


def _shared(literal: str, asked: Sequence[str], least: int) -> int:
    """How many words of the literal besides placeholders are asked in their order; 0 if these are not most of them, or
    fewer than the least.
    """
    written = words(_PLACEHOLDER.sub(" ", _ESCAPED.sub(" ", literal)))[:_MOST_WORDS]
    least = max(least, ceil(_LEAST_SHARE * len(written)))
    if sum(map(set(asked).__contains__, written)) < least:
        return 0
    count = _common(written, asked)
    return count if count >= least else 0


def _common(some: Sequence[str], others: Sequence[str]) -> int:
    """The length of the longest common subsequence."""
    longest = [0] * (len(others) + 1)
    for word in some:
        diagonal = 0
        for n, other in enumerate(others, 1):
            above = longest[n]
            longest[n] = diagonal + 1 if word == other else max(above, longest[n - 1])
            diagonal = above
    return longest[-1]
