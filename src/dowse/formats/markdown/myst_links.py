"""The links and labels of MyST, the Markdown of Sphinx: {doc}`page`, {ref}`label`, and `(label)=` on its own line."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from operator import itemgetter

from ...model.document import Span
from ..plaintext.sphinx_links import label_of, role_target
from .wikilinks import RawLink

_ROLE = re.compile(r"(?<![`\w])\{(doc|ref)\}`([^`]{1,1000})`")
_LABEL = re.compile(r"^[ \t]{0,3}\(([^()\n]{1,200})\)=[ \t]*$", re.MULTILINE)
_start = itemgetter(0)


def myst_links(text: str, code: Sequence[Span]) -> Iterator[RawLink]:
    """The links by roles outside of the blocks of code, in order; none that a code span shows."""
    if "{doc}`" not in text and "{ref}`" not in text:
        return
    for role in _ROLE.finditer(text):
        is_shown = "``" in text[text.rfind("\n", 0, role.start()) + 1 : role.start()]
        target = role_target(role[1], role[2])
        if target and not is_shown and not _is_inside(role.start(), code):
            yield RawLink(role[1], target, "", role.span(), role.span())


def myst_labels(text: str, code: Sequence[Span]) -> tuple[str, ...]:
    """The labels that the text defines outside of the blocks of code, each once."""
    if ")=" not in text:
        return ()
    found = (label_of(label[1]) for label in _LABEL.finditer(text) if not _is_inside(label.start(), code))
    return tuple(dict.fromkeys(found))


def _is_inside(at: int, spans: Sequence[Span]) -> bool:
    n = bisect_right(spans, at, key=_start) - 1
    return n >= 0 and at < spans[n][1]
