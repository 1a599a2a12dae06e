"""Documents of any shape, and what chunks leave out of them."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from dowse.model.chunk import Chunk
from dowse.model.document import Document
from tests.making import sectioned

_PIECES = (
    "word ", "a", "Short. ", "End.\n", "\n\n", "\r\n\r\n", " \n \n", "検索。", "検索", "x" * 9, "a-b-c-d ",
    "f(x)!? ", "\t", "\0", "é ", "e\u0301", "\u200d", "\u2028", " " * 12,
)  # fmt: skip
TEXTS = st.lists(st.sampled_from(_PIECES), max_size=120).map("".join)
_HEADINGS = st.sampled_from([("One", 1), ("Two", 2), ("Three", 3), ("Six", 6)])
DOCUMENTS = st.builds(
    lambda preamble, others: sectioned(
        "a.md", ("", 0, preamble), *((f"{name} {n}", level, text) for n, ((name, level), text) in enumerate(others))
    ),
    TEXTS,
    st.lists(st.tuples(_HEADINGS, TEXTS), max_size=4),
)


def left_out(document: Document, chunks: Iterable[Chunk]) -> str:
    """The characters of the body that are in no chunk."""
    covered = {place for chunk in chunks for place in range(chunk.start, chunk.end)}
    return "".join(document.text[n] for n in range(document.body_start, len(document.text)) if n not in covered)
