"""How rare words are in one vault, and how rare in all together.

BM25 weighs a word by how rare it is, and each vault counts for itself: a plain word of one vault is a rare one in
another that is about something else, whose documents would stand above those that are meant.  To weigh by what all
vaults hold is the classical remedy (Callan, “Distributed information retrieval”, 2000).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from ...ports.storage import Reader
from ...query.ast import MatchAll, Word

_MOST_WORDS = 32  # distinct ones that are counted; the rest of a long question is like them
_MOST = 2.0  # a vault that holds hardly anything has no idea of what is rare


def rarity(vaults: Mapping[str, Reader], words: Sequence[str]) -> Mapping[str, float]:
    """What BM25 of each vault is to be multiplied with: `Σ idf in all / Σ idf in the vault` over the words it holds.

    `idf = ln((N − df + ½) / (df + ½))`, at least 10⁻⁶, as FTS5 computes it.
    """
    sizes = {vault: reader.count(MatchAll()) for vault, reader in vaults.items()}
    distinct = list(dict.fromkeys(words))[:_MOST_WORDS]
    held = {vault: {word: reader.count(Word(word)) for word in distinct} for vault, reader in vaults.items()}
    in_all = {word: sum(counts[word] for counts in held.values()) for word in distinct}
    total = sum(sizes.values())
    return {
        vault: _ratio(
            sum(_idf(total, in_all[word]) for word, count in counts.items() if count),
            sum(_idf(sizes[vault], count) for count in counts.values() if count),
        )
        for vault, counts in held.items()
    }


def _ratio(in_all: float, own: float) -> float:
    return min(_MOST, in_all / own) if own else 1.0


def _idf(documents: int, holding: int) -> float:
    return max(1e-6, math.log((documents - holding + 0.5) / (holding + 0.5)))
