"""The stretches of a text in printable ASCII, for which there are faster ways than for any other text."""

from __future__ import annotations

from collections.abc import Iterator

from .lazy_pattern import lazy_pattern

_NOT_PRINTABLE = lazy_pattern(r"[^\t\n\r -~]")
_TAB, _LINE_END, _RETURN, _FIRST, _LAST = map(ord, "\t\n\r ~")


def printable_stretches(text: str, least: int) -> Iterator[tuple[int, int, bool]]:
    """The whole text, cut at ends of lines into stretches of printable ASCII and others between them: where each starts
    and ends, in characters, and whether it is printable.

    One curly quotation mark makes its line another one.  Printable lines of fewer than `least` characters count as
    other ones, so that there are few stretches.
    """
    begin = 0  # of the other lines before the printable ones
    for start, end in _printable_runs(text):
        if end - start >= least:
            if begin < start:
                yield begin, start, False
            yield start, end, True
            begin = end
    if begin < len(text):
        yield begin, len(text), False


def _printable_runs(text: str) -> Iterator[tuple[int, int]]:
    """Where each run of printable lines starts and ends."""
    if not _NOT_PRINTABLE.search(text):
        return iter([(0, len(text))])
    import numpy as np  # noqa: PLC0415  # here, since commands that read no long text start without it

    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    is_blank = (codes == _TAB) | (codes == _LINE_END) | (codes == _RETURN)
    others = np.flatnonzero(~is_blank & ((codes < _FIRST) | (codes > _LAST)))
    starts = np.append(0, np.flatnonzero(codes == _LINE_END) + 1)  # of the lines, of which the last one may be empty
    is_printable = np.diff(np.searchsorted(others, np.append(starts, len(text)))) == 0
    edges = np.flatnonzero(np.diff(is_printable, prepend=False, append=False))
    places = np.append(starts, len(text))[edges]
    return zip(places[::2].tolist(), places[1::2].tolist(), strict=True)
