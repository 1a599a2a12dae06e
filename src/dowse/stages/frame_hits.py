"""The documents and the lines of the places that a query names by file and line, such as a pasted stack trace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..analysis.folding import fold, name_key
from ..analysis.source_paths import is_test_path
from ..analysis.stack_frames import StackFrame, stack_frames
from ..model.document import Document, Head, Span, Unit
from ..model.line_numbers import line_of
from ..ports.pipeline import Run
from ..query.extract import scoring_leaves
from .code_passage import innermost

_MOST = 5  # documents; of a long trace those of the most recent calls
_MOST_WORDS = 8  # of a file name before its last one
_MOST_NAMESAKES = 2  # documents that fit one place equally well
_FEWEST_COMMON = (
    2  # last parts of two paths that differ before: `site-packages/kombu/entity.py` and `src/kombu/entity.py`
)


class FrameHit(NamedTuple):
    """A document that a place in the query means."""

    head: Head
    frame: StackFrame


def frame_hits(run: Run) -> Sequence[FrameHit]:
    """The documents of the places in the query, in their order, each once with its first place.

    A place means the documents whose path ends as the written one, or the other way round; a file name with blanks
    before its last word.  Of several those with most folders in common, then those outside of tests, then those in the
    fewest folders.
    """
    frames = stack_frames(run.query.text) if scoring_leaves(run.query.where) else ()
    if not frames:
        return ()
    called = run.reader.called(tuple(dict.fromkeys(_key(path) for frame in frames for path in _paths(frame))))
    found: dict[str, FrameHit] = {}
    for frame in frames:
        meant = (_meant(path, called.get(_key(path), ())) for path in _paths(frame))
        for head in next(filter(None, meant), ()):
            found.setdefault(head.path, FrameHit(head, frame))
    return tuple(found.values())[:_MOST]


def frames_of(run: Run) -> Mapping[str, StackFrame]:
    """By document the place that the query names in it."""
    return {hit.head.path: hit.frame for hit in frame_hits(run)}


def span_of(frame: StackFrame, document: Document) -> Span | None:
    """The line of the place; that of the function which it names, if the line is elsewhere; None behind the end."""
    line = _line(document.text, frame.line)
    unit = innermost(document.units, line[0]) if line else None
    named = [each for each in document.units if frame.function and each.title == frame.function]
    if not named or (line and _is_inside(unit, named)):
        return line
    nearest = min(named, key=lambda each: abs(line_of(document.text, each.start) - frame.line))
    return _line(document.text, line_of(document.text, nearest.start))


def _is_inside(unit: Unit | None, named: Sequence[Unit]) -> bool:
    """Whether the symbol around a line is one of these, or in one of them."""
    return unit is not None and any(each.start <= unit.start and unit.end <= each.end for each in named)


def _paths(frame: StackFrame) -> Sequence[str]:
    """The path, with as many of the words before it as it may have, and with fewer."""
    words = frame.before.split(" ")[-_MOST_WORDS:] if frame.before else ()
    return [" ".join((*words[n:], frame.path)) for n in range(len(words) + 1)]


def _key(path: str) -> str:
    return name_key(path.rpartition("/")[2])


def _meant(path: str, heads: Sequence[Head]) -> Sequence[Head]:
    written = [part for part in fold(path).split("/") if part not in {"", ".", ".."}]
    shared = {head.path: _common(written, fold(head.path).split("/")) for head in heads}
    most = max(shared.values(), default=0)
    fitting = [head for head in heads if most and shared[head.path] == most]
    return sorted(fitting, key=_order)[:_MOST_NAMESAKES]


def _common(written: Sequence[str], path: Sequence[str]) -> int:
    """How many last parts the paths have in common; 0 if neither ends as the other and they are too few."""
    shorter = min(len(written), len(path))
    count = next((n for n in range(shorter) if written[~n] != path[~n]), shorter)
    return count if count >= min(shorter, _FEWEST_COMMON) else 0


def _order(head: Head) -> tuple[bool, int, str]:
    return is_test_path(head.path), head.path.count("/"), head.path


def _line(text: str, number: int) -> Span | None:
    """The line of that number, without its indentation and its end; None if there are fewer lines."""
    at = 0
    for _ in range(number - 1):
        at = text.find("\n", at) + 1
        if not at:
            return None
    end = text.find("\n", at)
    written = text[at : end if end >= 0 else len(text)]
    return at + len(written) - len(written.lstrip()), at + len(written)
