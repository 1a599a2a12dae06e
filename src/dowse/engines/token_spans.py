"""The tokens of a body, and the spans of its parts in tokens."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np

from ..analysis.numbered_tokens import numbered_tokens
from ..analysis.tokens import Token
from ..model.document import Span
from ..model.ref import Ref
from ..ports.term_positions import TextParts


def tokenized_body(body: str, body_start: int, spans: Sequence[Span]) -> tuple[list[Token], list[Span]]:
    """The tokens of a body that starts at that offset of its text, and for each span of the text the one in tokens."""
    tokens, numbers = numbered_tokens(body, (offset - body_start for offset in chain.from_iterable(spans)))
    return tokens, [(numbers[start - body_start], numbers[end - body_start]) for start, end in spans]


def text_parts(refs: Sequence[Ref], spans: Sequence[Span], in_tokens: Sequence[Span]) -> TextParts:
    """The parts with these spans in characters and in tokens."""
    lengths = [end - start for start, end in spans]
    starts, ends = np.array(in_tokens, np.int64).reshape(-1, 2).T
    return TextParts(tuple(refs), np.array(lengths, np.int64), starts, ends)
