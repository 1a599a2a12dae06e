"""How often the right text is found among those kept out of training: the figures to choose by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from bags import Rows, bags, pooled
from texts import KINDS, Pair
from tokenizers import Tokenizer

_MOST_QUERIES = 3_000  # of a kind
_AT_ONCE = 500  # queries, whose likenesses to all candidates are held


def recalls(pairs: Iterable[Pair], tokenizer: Tokenizer, models: Mapping[str, Rows]) -> dict[tuple[str, str], Rows]:
    """Recall at 1 and at 10 of each model on the kept-out pairs of each kind.

    All rights of the kind are candidates.  Where a left has several rights, as a title has passages, any of them is
    right.
    """
    held = [pair for pair in pairs if pair.held]
    figures: dict[tuple[str, str], Rows] = {}
    for kind in KINDS:
        some = [pair for pair in held if pair.kind == kind]
        if not some:
            continue
        candidates = list(dict.fromkeys(pair.right for pair in some))
        asked = list(dict.fromkeys(pair.left for pair in some))[:_MOST_QUERIES]
        truths = _truths(some, asked, candidates)
        left, right = bags(asked, tokenizer), bags(candidates, tokenizer)
        for name, rows in models.items():
            figures[kind, name] = _found(pooled(left, rows), pooled(right, rows), truths)
    return figures


def table(figures: Mapping[tuple[str, str], Rows]) -> str:
    """The figures as lines of text, a model a line."""
    kinds = list(dict.fromkeys(kind for kind, _ in figures))
    models = list(dict.fromkeys(model for _, model in figures))
    head = f"{'recall@1 / @10':<24}" + "".join(f"{kind:>16}" for kind in kinds) + f"{'mean':>16}"
    lines = [head]
    for model in models:
        cells = [figures[kind, model] for kind in kinds]
        lines.append(f"{model:<24}" + "".join(f"{a:>9.3f} {b:.3f} " for a, b in [*cells, np.mean(cells, axis=0)]))
    return "\n".join(lines)


def _truths(pairs: Sequence[Pair], asked: Sequence[str], candidates: Sequence[str]) -> list[set[int]]:
    """For each asked text, the places of the candidates that are right."""
    places = {text: place for place, text in enumerate(candidates)}
    truths: dict[str, set[int]] = {}
    for pair in pairs:
        truths.setdefault(pair.left, set()).add(places[pair.right])
    return [truths[text] for text in asked]


def _found(asked: Rows, candidates: Rows, truths: Sequence[set[int]]) -> Rows:
    """The shares with a right candidate first, and among the first ten: (2,)."""
    ranks = []
    for start in range(0, len(asked), _AT_ONCE):
        likeness = asked[start : start + _AT_ONCE] @ candidates.T
        for row, truth in zip(likeness, truths[start : start + _AT_ONCE], strict=True):
            ranks.append(int((row > row[list(truth)].max()).sum()))
    array = np.array(ranks)
    figures: Rows = np.array([(array < 1).mean(), (array < 10).mean()], dtype=np.float32)
    return figures
