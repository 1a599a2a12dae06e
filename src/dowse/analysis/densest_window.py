"""The window of a text with most words of a query among their matches."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from operator import itemgetter

from .term_matching import TermMatch

_UNLIMITED = 1 << 62  # characters
_ROUNDING = 1e-6  # of sums of weights, which depend on their order
_FEW_MARKS = 32  # of which all windows are compared: as quick as a choice
_stem_of_match = itemgetter(2)


def densest(marks: Sequence[TermMatch], size: int, starts: Sequence[int], *, prefer: tuple[int, int]) -> int:
    """The offset of the window of `size` characters with most words inside one section; rarer words count more.

    `starts` are the offsets of sections.  Of equal windows the first inside `prefer`, then the first.
    """
    worth = worth_of_stems(marks)
    whole = [(0, len(marks))]
    if len(marks) <= _FEW_MARKS:
        return _densest_in(whole, marks, size, starts, worth=worth, prefer=prefer)[1]
    # A source file has hundreds of matches, most of them of one or two words.  Windows without a rarer one are not
    # compared if all their words together are worth less than one window with it.
    rarest = max(worth, key=worth.__getitem__)
    stretches = _stretches(marks, {rarest}, size)
    value, place = _densest_in(stretches, marks, size, starts, worth=worth, prefer=prefer)
    common, total = set[str](), 0.0
    for stem in sorted(worth, key=worth.__getitem__):
        total += worth[stem]
        if total >= value - 2 * _ROUNDING:
            break
        common.add(stem)
    rare = worth.keys() - common
    if rare <= {rarest}:
        return place
    stretches = _stretches(marks, rare, size) if common else whole
    return _densest_in(stretches, marks, size, starts, worth=worth, prefer=prefer)[1]


def worth_of_stems(marks: Iterable[TermMatch]) -> Mapping[str, float]:
    """What each word counts in a window: those with fewer matches count more."""
    return {stem: 1.0 / (1.0 + 0.1 * count) for stem, count in Counter(map(_stem_of_match, marks)).items()}


def densest_window(
    marks: Sequence[TermMatch], size: int, worth: Mapping[str, float], *, prefer: tuple[int, int]
) -> tuple[float, int]:
    """The worth and the offset of the window of `size` characters with most words, as in `densest`."""
    return _densest_in([(0, len(marks))], marks, size, (), worth=worth, prefer=prefer)


def _stretches(marks: Sequence[TermMatch], stems: Container[str], size: int) -> Sequence[tuple[int, int]]:
    """Indices of matches, from one to another, between which each window with one of the stems lies."""
    spans: list[tuple[int, int]] = []
    for at in (at for at, _, stem in marks if stem in stems):
        if spans and at - size <= spans[-1][1]:
            spans[-1] = spans[-1][0], at + size
        else:
            spans.append((at - size, at + size))
    return [(bisect_left(marks, (low,)), bisect_left(marks, (high + 1,))) for low, high in spans]


def _densest_in(
    stretches: Iterable[tuple[int, int]],
    marks: Sequence[TermMatch],
    size: int,
    starts: Sequence[int],
    *,
    worth: Mapping[str, float],
    prefer: tuple[int, int],
) -> tuple[float, int]:
    """The worth and the offset of the window with most words among these matches."""
    most, is_preferred, place = -1.0, False, marks[0][0]
    for first, last in stretches:
        held, value, oldest = dict.fromkeys(worth, 0), 0.0, first
        low = high = 0  # the section of the match in hand
        for at, end, stem in marks[first:last]:
            if not low <= at < high:
                section = bisect_right(starts, at)
                low = starts[section - 1] if section else 0
                high = starts[section] if section < len(starts) else at + _UNLIMITED
            if not held[stem]:
                value += worth[stem]
            held[stem] += 1
            start, start_end, left = marks[oldest]
            while start < low or (end - start > size and start_end < end):
                held[left] -= 1
                if not held[left]:
                    value -= worth[left]
                oldest += 1
                start, start_end, left = marks[oldest]
            if value < most - _ROUNDING:
                continue
            if value < most + _ROUNDING / 2 and (is_preferred or not prefer[0] <= start < prefer[1]):
                continue  # it is not worth more, and rounding is half of the time of a comparison
            candidate = round(value, 6), prefer[0] <= start < prefer[1]
            if candidate > (most, is_preferred):
                most, is_preferred = candidate
                place = start
    return most, place
