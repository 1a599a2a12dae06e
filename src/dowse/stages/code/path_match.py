"""Boost source files whose name or folder has the words of the query."""

from __future__ import annotations

from typing import ClassVar, Self

from ...analysis.abbreviations import abbreviations
from ...analysis.code.symbol_names import NamesByWord, is_symbol_name, words_of_name
from ...analysis.languages.stopwords import STOP_WORDS
from ...analysis.tokens import words
from ...model.hit import Hits
from ...model.parameter import Slider, check, parameter
from ...model.value_class import dataclass
from ...ports.pipeline import QueryTraits, Run
from ...query.extract import natural_text
from .code_hits import boosted, has_code, is_code

PATH_MATCH = "path_match"  # evidence: the share of the words of the query in the name and the folder of a file

_SHORTEST = 3  # letters of a word that counts


@dataclass(frozen=True, slots=True)
class PathMatch:
    """`score + boost · best · share` for source code: `share` of the words of the query are words of the file name or
    of the folder of the file, or one of both is a prefix of the other, or both have one stem, as `retried` and `retry`.
    Initials of three words or more stand for these, as `lru` for "least recently used", and a few abbreviations for
    their word, as `ctx` for "context", unless a quarter of the source files and more than four have them.

    A query that is the name of a symbol is left to Definitions.  All scores are then divided by the best if that
    exceeds 1; in a question for instructions source code is ordered alone, see `boosted`.  The constant is measured on
    semble's public benchmark of code search, whose rule it is; docs/quality.md.
    """

    position: ClassVar[int] = 37  # see ports.Stage
    is_optional: ClassVar[bool] = True

    boost: float = parameter(
        0.8,
        "boost of a source file whose name and folder have all words of the query, as a share of the best score",
        minimum=0,
        maximum=10,
        slider=Slider("path boost", 0.05, maximum=2),
    )

    def __post_init__(self) -> None:
        check(self)

    def adapted(self, traits: QueryTraits) -> Self | None:
        """See ports.Adaptive. In a search for linked documents the links decide."""
        return None if traits.is_linked else self

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the shares as evidence."""
        if not has_code(hits) or is_symbol_name(text := natural_text(run.query.where)):
            return hits
        listed = [word.lower() for word in words(text)]
        asked = {word for word in listed if len(word) >= _SHORTEST} - STOP_WORDS
        if not asked:
            return hits
        found = _PATHS.shares([hit.head.path for hit in hits if is_code(hit)], asked, abbreviations(listed, asked))
        shares = [found.get(hit.head.path, 0.0) for hit in hits]
        return boosted(hits, shares, run, boost=self.boost, evidence=PATH_MATCH)


def _words_of_path(path: str) -> frozenset[str]:
    folder, _, name = path.rpartition("/")
    return words_of_name(name.partition(".")[0]) | words_of_name(folder.rpartition("/")[2])


_PATHS = NamesByWord(_words_of_path, by_stem=True)
