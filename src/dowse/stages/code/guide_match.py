"""Boost guides beside source code whose title and file name have the words of the query."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar, Self

from ...analysis.code.symbol_names import NamesByWord, is_symbol_name, words_of_name
from ...analysis.dates.dated_names import name_without_date
from ...analysis.languages.stopwords import STOP_WORDS
from ...analysis.tokens import words
from ...model.hit import Evidence, Hit, Hits
from ...model.parameter import Slider, check, parameter
from ...model.value_class import dataclass
from ...ports.pipeline import QueryTraits, Run
from ...query.extract import natural_text
from ..scaling import rescored_within_one
from .code_hits import has_code, is_guide

GUIDE_MATCH = "guide_match"  # evidence: the share of the words of a title and a file name that the query has

_SHORTEST = 3  # letters of a word that counts
_FEWEST = 2  # words of the query; the guides that have one word in their title are many


@dataclass(frozen=True, slots=True)
class GuideMatch:
    """`score + boost · best · share` for guides beside source code, `best` being the best score of a guide: each of the
    words of the query is a word of the title or of the file name, or one of both is a prefix of the other, and they are
    that share of the words of the title and the file name.  A date at an end of the file name does not count, and a
    guide with other numbers in its title than the query has is not meant: "State of Rust 0.9" for "state of rust 0.8".

    What PathMatch is for source files: without it a title with a word left out, or with its words in another order,
    finds files of source code first.  The name of a symbol is left to Definitions.  All scores are then divided by the
    best if that exceeds 1.  The constant is measured on titles of ten repositories; docs/quality.md.
    """

    position: ClassVar[int] = 39  # see ports.Stage
    is_optional: ClassVar[bool] = True

    boost: float = parameter(
        0.8,
        "boost of a guide beside source code whose title and file name are the words of the query, as a share of the "
        "best score of a guide",
        minimum=0,
        maximum=10,
        slider=Slider("guide boost", 0.05, maximum=2),
    )

    def __post_init__(self) -> None:
        check(self)

    def adapted(self, traits: QueryTraits) -> Self | None:
        """See ports.Adaptive. A search by meaning alone, or for linked documents, does not compare words."""
        return None if traits.is_by_similarity or traits.is_linked else self

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the shares as evidence."""
        if not has_code(hits) or is_symbol_name(text := natural_text(run.query.where)):
            return hits
        listed = words(text)
        asked = {word.lower() for word in listed if len(word) >= _SHORTEST} - STOP_WORDS
        numbers = frozenset(filter(str.isdecimal, listed))
        names = [_name(hit) if is_guide(hit) else "" for hit in hits]
        if len(asked) < _FEWEST or not any(names):
            return hits
        have_all = {name for name, share in _NAMES.shares([*filter(None, names)], asked).items() if share >= 1}
        shares = [_share(name, asked, numbers) if name in have_all else 0.0 for name in names]
        most = self.boost * max(hit.score for hit, name in zip(hits, names, strict=True) if name)
        return rescored_within_one(
            hits,
            [hit.score + most * share for hit, share in zip(hits, shares, strict=True)],
            [Evidence(GUIDE_MATCH, share) if share else None for share in shares],
        )


def _name(hit: Hit) -> str:
    """The file name and the title, as one name."""
    return f"{hit.head.path.rpartition('/')[2].partition('.')[0]}\n{hit.head.title}"


def _words_of_guide(name: str) -> frozenset[str]:
    file_name, _, title = name.partition("\n")
    undated = name_without_date(file_name)
    return frozenset(undated.split() if undated else words_of_name(file_name)) | {word.lower() for word in words(title)}


_NAMES = NamesByWord(_words_of_guide)


def _share(name: str, asked: Collection[str], numbers: frozenset[str]) -> float:
    """The share of the words of the name that are asked for; 0 if the query has numbers, and the title only others."""
    own_numbers = frozenset(filter(str.isdecimal, words(name.partition("\n")[2]))) if numbers else frozenset()
    if own_numbers and not numbers <= own_numbers:
        return 0.0
    own = {word for word in _words_of_guide(name) if len(word) >= _SHORTEST} - STOP_WORDS
    return sum(any(_is_alike(word, each) for each in asked) for word in own) / len(own) if own else 0.0


def _is_alike(word: str, other: str) -> bool:
    """Whether two words of three letters or more are equal, or one is a prefix of the other."""
    return word.startswith(other) or other.startswith(word)
