"""The document frequencies of one vault, and of all vaults together.

BM25 weighs a word by its document frequency, which is that of one vault: a common word of one vault is rare in a vault
on another subject, whose documents would then rank above the relevant ones.  The standard remedy is to weigh by the
frequencies of all vaults (Callan, “Distributed information retrieval”, 2000).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ...analysis.bm25_formula import inverse_document_frequency
from ...analysis.folding import fold
from ...analysis.spelling.inflection import word_of
from ...analysis.tokens import stem
from ...ports.questions import CountQuestion
from ...ports.storage import Reader
from ...query.ast import Expr, MatchAll, Or, Word

_Others = Mapping[str, Sequence[str]]  # by the term of a word those of its other forms

_MOST_WORDS = 32  # distinct ones that are counted; the rest of a long question is like them
_MOST = 2.0  # a vault that holds hardly anything has no idea of what is rare


def frequency_questions(words: Sequence[str], others: _Others) -> list[CountQuestion]:
    """What `rarity` asks a vault with these other forms."""
    return [CountQuestion(MatchAll()), *(CountQuestion(_in_any_form(word, others)) for word in _distinct(words))]


def rarity(
    vaults: Mapping[str, Reader], words: Sequence[str], others: Mapping[str, _Others] = MappingProxyType({})
) -> Mapping[str, float]:
    """The factor for BM25 of each vault: `Σ idf in all / Σ idf in the vault` over the query words in the vault.

    A word counts in all of the other forms that the vault has.
    """
    sizes = {vault: reader.count(MatchAll()) for vault, reader in vaults.items()}
    distinct = _distinct(words)
    held = {
        vault: {word: reader.count(_in_any_form(word, others.get(vault, {}))) for word in distinct}
        for vault, reader in vaults.items()
    }
    in_all = {word: sum(counts[word] for counts in held.values()) for word in distinct}
    total = sum(sizes.values())
    return {
        vault: _ratio(
            sum(inverse_document_frequency(total, in_all[word]) for word, count in counts.items() if count),
            sum(inverse_document_frequency(sizes[vault], count) for count in counts.values() if count),
        )
        for vault, counts in held.items()
    }


def _in_any_form(word: str, others: _Others) -> Expr:
    listed = others.get(stem(fold(word)), ())
    return Or((Word(word), *(Word(word_of(term)) for term in listed))) if listed else Word(word)


def _distinct(words: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(words))[:_MOST_WORDS]


def _ratio(in_all: float, own: float) -> float:
    return min(_MOST, in_all / own) if own else 1.0
