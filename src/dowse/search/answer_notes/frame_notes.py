"""The note on a place in a file that the query names and the index does not have: no such file, or no such line."""

from __future__ import annotations

from collections.abc import Iterator

from ...analysis.code.stack_frames import stack_frames
from ...formats.registry import format_of
from ...model.hit import Hits
from ...model.line_numbers import lines
from ...ports.pipeline import Run
from ...query.ast import Note
from ...query.extract import scoring_leaves
from ...query.pasted_text import is_pasted
from ...stages.frame_hits import frame_hits


def frame_notes(run: Run, hits: Hits) -> Iterator[Note]:
    """The note on the only place in the query; none for a pasted text, whose frames are mostly of other programs."""
    if lack := _lack(run, hits):
        yield Note(0, lack, is_about_index=True)


def _lack(run: Run, hits: Hits) -> str:
    """What the index lacks of the place; empty if it lacks nothing."""
    frames = stack_frames(run.query.text)
    if len(frames) != 1 or not scoring_leaves(run.query.where) or is_pasted(run.query.text):
        return ""
    (frame,) = frames
    spec = format_of(frame.path)
    if spec is None or spec.is_rendered:  # an address with a port has no ending of a file
        return ""
    found = frame_hits(run, hits)
    if not found:
        named = "path" if "/" in frame.path else "file name"
        return f"no document has the {named} {frame.path!r}"
    paths = [each.head.path for each in found]
    documents = run.reader.documents(set(paths))
    counts = {path: len(lines(documents[path].text)) for path in paths if path in documents}
    if not counts or max(counts.values()) >= frame.line:
        return ""
    return " and ".join(f"{path} has {count:,} line{'' if count == 1 else 's'}" for path, count in counts.items())
