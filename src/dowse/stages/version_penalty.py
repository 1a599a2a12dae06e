"""Rank pages of other versions below those of the one under work, or of the one that the query names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import ClassVar, NamedTuple, Self

from ..analysis.folding import fold
from ..analysis.heading_stems import HeadingPattern, heading_stems
from ..analysis.version_numbers import QueryVersion, VersionNumber, agree, version_number, versions_in_query
from ..model.hit import Hit, Hits, ranked
from ..model.parameter import Slider, check, parameter
from ..model.value_class import dataclass
from ..model.version_folder import DOCUMENTS_FOLDER, VERSIONS_FOLDER, VersionFolder, version_folder_of
from ..ports.pipeline import QueryTraits, Run
from ..query.extract import natural_text
from ..retrieval.keyword import inflected_terms_of

VERSION_PENALTY = "version_penalty"  # evidence: the factor
NAMED_VERSION = "named_version"  # evidence: the score of another hit that a page of the named version gets

_path = attrgetter("head.path")


class _Page(NamedTuple):
    """A page of a documentation with versions."""

    root: str  # the folder that has versioned_docs, and docs for the version under work
    version: VersionNumber  # empty for the one under work

    def is_of(self, asked: Iterable[VersionNumber]) -> bool:
        """Whether it is of one of the versions: 10.x has 10 and 10.4, and 10.2 has 10 and not 10.4."""
        return bool(self.version) and any(agree(self.version, each) for each in asked)


@dataclass(frozen=True, slots=True)
class VersionPenalty:
    """`score · factor` for pages of other versions of a documentation than the one under work, which Docusaurus keeps
    below `versioned_docs/`.

    A query that has the number of a version may ask for its pages, and these keep their scores.  If it names one, as
    "v10", "10.x" and "version 10" name 10.x, and there are pages of it, each gets the best score of the pages of its
    title, and that of the best hit if its title is all else that the query says.  The pages of the version under work
    and source files, which the word for the version may have raised, then get `score · factor`.  A number without "v"
    or "version" that a title of the version under work has behind the same word, as OAuth 2.0, names no version.
    """

    position: ClassVar[int] = 42  # see ports.Stage
    is_optional: ClassVar[bool] = True

    factor: float = parameter(
        0.8,
        "factor for pages of other versions, in versioned_docs",
        minimum=0,
        maximum=1,
        slider=Slider("other versions", 0.05),
    )

    def __post_init__(self) -> None:
        check(self)

    def adapted(self, traits: QueryTraits) -> Self | None:
        """See ports.Adaptive. In a search for linked documents the links decide."""
        return None if traits.is_linked else self

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the factor as evidence."""
        if f"{VERSIONS_FOLDER}/" not in "\n".join(map(_path, hits)):  # as in most searches
            return hits
        text = natural_text(run.query.where).lower()
        pages = _pages(hits)
        titles = "\n".join(
            hit.head.title.lower() for hit, page in zip(hits, pages, strict=True) if page and not page.version
        )
        asked = versions_in_query(text)
        versions = [each for each in asked if each.is_sure and not each.is_of_title(titles)]
        named = [each.number for each in versions]
        if any(page and page.is_of(named) for page in pages):
            rest = _without(versions, text)
            return self._with_named(hits, pages, named, HeadingPattern(heading_stems(rest), inflected_terms_of(run)))
        majors = [each.number[:1] for each in asked]  # also the 10 of "10 questions"
        return ranked(
            self._lowered(hit) if page and page.version and not page.is_of(majors) else hit
            for hit, page in zip(hits, pages, strict=True)
        )

    def _with_named(
        self, hits: Hits, pages: Sequence[_Page | None], named: Sequence[VersionNumber], title: HeadingPattern
    ) -> Hits:
        """The hits of a query that names versions, and has these stems besides."""
        best = dict[tuple[str, str], float]()
        for hit, page in zip(hits, pages, strict=True):
            if page:
                best.setdefault((page.root, fold(hit.head.title)), hit.score)  # hits come in the order of their scores
        first, others = list[Hit](), list[Hit]()
        for hit, page in zip(hits, pages, strict=True):
            if page and page.is_of(named):
                if title.stems and title.of(heading_stems(hit.head.title)) == title.stems:
                    first.append(_raised(hit, hits[0].score))
                else:
                    others.append(_raised(hit, best[page.root, fold(hit.head.title)]))
            else:
                others.append(self._lowered(hit) if page or hit.head.kind == "code" else hit)
        return ranked((*first, *others))

    def _lowered(self, hit: Hit) -> Hit:
        return hit.scored(hit.score * self.factor, VERSION_PENALTY, self.factor)


def _without(versions: Sequence[QueryVersion], text: str) -> str:
    """The text without the numbers and the words for a version before them."""
    for each in reversed(versions):
        text = f"{text[: each.start]} {text[each.end :]}"
    return text


def _pages(hits: Hits) -> Sequence[_Page | None]:
    """For each hit its page; None for one in no documentation of which a hit is in versioned_docs."""
    versions = [_version_of(hit.head.path) for hit in hits]
    roots = sorted({found.site for found in versions if found}, key=len, reverse=True)
    pages = list[_Page | None]()
    for hit, found in zip(hits, versions, strict=True):
        if found:
            pages.append(_Page(found.site, version_number(found.label.removeprefix("v"))))
        else:
            root = next((each for each in roots if hit.head.path.startswith(f"{each}{DOCUMENTS_FOLDER}/")), None)
            pages.append(None if root is None else _Page(root, ()))
    return pages


def _version_of(path: str) -> VersionFolder | None:
    """The folder of the version that the page belongs to; None for one of further documents of a site."""
    found = version_folder_of(path)
    return found if found and not found.further else None


def _raised(hit: Hit, score: float) -> Hit:
    return hit.scored(score, NAMED_VERSION, score) if hit.score < score else hit
