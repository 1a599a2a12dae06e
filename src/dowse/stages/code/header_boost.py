"""Boost source files by the scores of the headers that declare what they define."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Self

from ...analysis.code.symbol_names import is_symbol_name
from ...model.hit import Hits
from ...model.parameter import Slider, check, parameter
from ...model.value_class import dataclass
from ...ports.pipeline import QueryTraits, Run
from ...query.extract import natural_text
from .code_hits import boosted, has_code, is_code

HEADER_BOOST = "header_boost"  # evidence: the score of the header, as a share of the best score of source code

_OF_C = (".c", ".cc", ".cpp", ".cxx", ".c++", ".cu", ".m", ".mm")
_SOURCES: Mapping[str, tuple[str, ...]] = {  # by the ending of a header, the endings of files with the bodies
    **dict.fromkeys((".h", ".hh", ".hpp", ".hxx", ".h++", ".cuh"), _OF_C),
    ".mli": (".ml",),
    ".ads": (".adb",),
    ".fsi": (".fs",),
}
_HEADERS = tuple(_SOURCES)


@dataclass(frozen=True, slots=True)
class HeaderBoost:
    """`score + boost · header` for a source file that has the name of a header but for the ending: `header` is the
    score of the header, which has the documentation of what the source file does.

    The source file in the folder of the header counts, or else the best one of the name.  A query that is the name of a
    symbol is left to Definitions.  All scores are then divided by the best if that exceeds 1; in a question for
    instructions source code is ordered alone, see `boosted`.  The constant is measured; docs/quality.md.
    """

    position: ClassVar[int] = 37  # see ports.Stage
    is_optional: ClassVar[bool] = True

    boost: float = parameter(
        0.5,
        "boost of the source file to a header of C, C++, OCaml, Ada or F#, as a share of the score of the header",
        minimum=0,
        maximum=10,
        slider=Slider("header boost", 0.05, maximum=1),
    )

    def __post_init__(self) -> None:
        check(self)

    def adapted(self, traits: QueryTraits) -> Self | None:
        """See ports.Adaptive. In a search for linked documents the links decide."""
        return None if traits.is_linked else self

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the scores of the headers as evidence."""
        if not has_code(hits) or not any(hit.head.path.endswith(_HEADERS) for hit in hits):
            return hits
        if is_symbol_name(natural_text(run.query.where)):
            return hits
        scores = dict[str, float]()
        for hit in filter(is_code, hits):
            scores.setdefault(hit.ref.doc, hit.score)  # of several hits of a file the best
        headers = dict(_with_header(scores))
        best = max(scores.values(), default=0.0)
        if not headers or best <= 0:
            return hits
        shares = [scores[headers[doc]] / best if (doc := hit.ref.doc) in headers else 0.0 for hit in hits]
        return boosted(hits, shares, run, boost=self.boost, evidence=HEADER_BOOST)


def _with_header(paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The source files of these, in their order, each with its header."""
    headers = [(path, endings) for path in paths if (endings := _SOURCES.get(_ending(path)))]
    if not headers:
        return
    sources: dict[str, list[str]] = {}
    for path in paths:
        sources.setdefault(_stem(path), []).append(path)
    for header, endings in reversed(headers):  # so that of two headers of a file the better one counts
        named = [path for path in sources[_stem(header)] if path.endswith(endings)]
        beside = (path for path in named if path.rpartition("/")[0] == header.rpartition("/")[0])
        if source := next(beside, named[0] if named else ""):
            yield source, header


def _ending(path: str) -> str:
    return path[path.rfind(".") :]


def _stem(path: str) -> str:
    return path[path.rfind("/") + 1 :].rpartition(".")[0]
