"""Which hits are translations of one page, by their paths, and which of them stands for the page.

The texts of translations have little in common, and pages of two countries as much, so the paths decide.  Texts in one
language that have nothing in common are no translations, as notes on German and on French in English.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from operator import attrgetter
from typing import NamedTuple

from ..analysis.languages.query_language import languages_of
from ..analysis.languages.text_language import text_languages
from ..analysis.languages.translated_paths import ORIGINAL, Translation, translations_at
from ..formats.signature import resemblance
from ..model.document import Document
from ..model.hit import KEYWORD, Hit, Hits, keyword_score
from ..model.qualified_path import inward
from ..ports.pipeline import Run
from ..query.extract import natural_text
from .heading_match import HEADING_MATCH
from .pinned_hits import is_pinned

_FIRST = 60  # hits of which one tells whether there are translations; most searches find 200 and more
_OF_KEYWORDS = 0.8  # a page with less of the keyword score of its translation is not in the language of the query
_OF_ANY_WORDS = 0.5  # a page with less of it does not stand for its translation
_CUT = 100  # hits that have words of the query, of which others may have been cut off
_CHECKED_PAGES, _CHECKED_OF_HOME = 4, 2  # of which texts are read, the first ones
_CHECKED_VERSIONS = 2  # of each page, the first in as many languages
_FEWEST_READ = 2  # of them with a known language
_IN_COMMON = 0.1  # of texts in one language: translations that are partly in the language of the original have 0.3
_ORIGINALS = (ORIGINAL, "")  # languages of originals; beside English that without a code is another one
_UNREAD = frozenset(("code", "file"))  # kinds of documents that are no text to translate

_Home = tuple[str, str]  # the vault and the folder with the languages

_path = attrgetter("head.path")


class _Version(NamedTuple):
    """A page in one of its languages."""

    hit: Hit  # the best one of the document
    language: str  # empty for the page without a code, whose language is that of the originals
    keyword_score: float

    @property
    def is_pinned(self) -> bool:
        return is_pinned(self.hit)

    @property
    def is_headed(self) -> bool:
        return any(reason.source == HEADING_MATCH for reason in self.hit.why)


_Page = Sequence[_Version]  # in the order of the hits


def has_translations(hits: Hits, vaults: Sequence[str]) -> bool:
    """Whether the path of one of the first hits has the code of a language, as in few vaults."""
    return any(map(translations_at, _paths(hits[:_FIRST], vaults)))


def standing_pages(hits: Hits, run: Run) -> dict[str, str]:
    """By the document of each translation the one that stands for its page, if several of its languages are hits.

    It is the one in the language of the query, else the original: that in English or without a code, else the best.
    Of pages that the query names it is one of these.
    """
    if not has_translations(hits, run.vaults):
        return {}
    pages = _without_other_pages(_translated_pages(hits, run.vaults), run)
    if not pages:
        return {}
    languages = languages_of(natural_text(run.query.where)) or _languages_by_words(pages)
    standing = dict[str, str]()
    for page in pages:
        best = _standing(page, languages).hit.ref.doc
        standing.update((each.hit.ref.doc, best) for each in page if each.hit.ref.doc != best)
    return standing


def in_place_of_best(hits: Hits, standing: Mapping[str, str]) -> Hits:
    """The hits without translations; each page that stands for better ones has the place and the score of the best."""
    first = dict[str, Hit]()  # of each page that stands for others
    standing_docs = frozenset(standing.values())
    for hit in hits:
        if hit.ref.doc in standing_docs:
            first.setdefault(hit.ref.doc, hit)
    kept, placed = list[Hit](), set[str]()
    for hit in hits:
        doc = standing.get(hit.ref.doc, hit.ref.doc)
        if doc in standing_docs and doc not in placed:
            placed.add(doc)
            kept.append(first[doc].with_score(hit.score))
        elif doc == hit.ref.doc and hit is not first.get(doc):
            kept.append(hit)
    return tuple(kept)


def _paths(hits: Hits, vaults: Sequence[str]) -> Iterable[str]:
    paths = map(_path, hits)
    return (inward(path, vaults)[1] for path in paths) if len(vaults) > 1 else paths


def _translated_pages(hits: Hits, vaults: Sequence[str]) -> list[tuple[_Home, _Page]]:
    """The pages of which several languages are hits, each document in one, as the paths tell them."""
    found = dict[tuple[str, str], Hit]()  # the best hit of each document, by the vault and its path there
    pages: dict[tuple[_Home, str], list[tuple[Translation, Hit]]] = defaultdict(list)
    sure: dict[_Home, set[str]] = defaultdict(set)  # the languages of sure codes
    for hit in hits:
        vault, path = inward(hit.head.path, vaults) if len(vaults) > 1 else ("", hit.head.path)
        if hit.head.kind in _UNREAD or (vault, path) in found:
            continue
        found[vault, path] = hit
        for each in translations_at(path):
            if each.certainty == "sure":
                sure[vault, each.home].add(each.language)
            pages[(vault, each.home), each.page].append((each, hit))
    known, several = set[str](), list[tuple[_Home, _Page]]()
    lowest = _lowest_keyword_score(hits) if pages else 0.0
    for (home, path), translated in pages.items():
        plain = found.get((home[0], path))
        versions = [
            _Version(hit, language, keyword_score(hit, lowest))
            for hit, language in _versions(translated, plain, sure.get(home, ()))
        ]
        docs = {each.hit.ref.doc for each in versions}
        if len(docs) > 1 and known.isdisjoint(docs):
            known |= docs
            several.append((home, sorted(versions, key=lambda each: -each.hit.score)))
    return several


def _lowest_keyword_score(hits: Hits) -> float:
    """At most this score has a hit that is not in the keyword list: 0 if the list has all documents with a word."""
    scores = [reason.value for hit in hits for reason in hit.why if reason.source == KEYWORD]
    return min(scores) if len(scores) >= _CUT else 0.0


def _without_other_pages(pages: Sequence[tuple[_Home, _Page]], run: Run) -> list[_Page]:
    """Those that are translations by their texts, too, of which the first pages are read.

    The other pages of their homes are what these are.
    """
    places: dict[_Home, list[int]] = defaultdict(list)
    for n, (home, _) in enumerate(pages):
        places[home].append(n)
    first = sorted(n for of_home in places.values() for n in of_home[:_CHECKED_OF_HOME])[:_CHECKED_PAGES]
    read = {n: _in_several_languages(pages[n][1]) for n in first}
    docs = [each.hit.ref.doc for versions in read.values() for each in versions]
    documents = run.reader.documents(docs) if docs else {}
    claims = {n: _are_translations(versions, documents) for n, versions in read.items()}
    kept = list[int]()
    for of_home in places.values():
        known = {claims.get(n) for n in of_home}
        of_others = True in known or False not in known
        kept += (n for n in of_home if (of_others if claims.get(n) is None else claims[n]))
    return [pages[n][1] for n in sorted(kept)]


def _in_several_languages(page: _Page) -> _Page:
    """The first versions, one a language."""
    first = dict[str, _Version]()
    for each in page:
        first.setdefault(each.language, each)
    return tuple(first.values())[:_CHECKED_VERSIONS]


def _are_translations(versions: _Page, documents: Mapping[str, Document]) -> bool | None:
    """Whether the texts of the versions are in several languages, or have something in common, as those that are not
    translated yet; None if their languages are unknown.  One that may be that of all codes tells nothing.
    """
    read = [(each, documents[each.hit.ref.doc]) for each in versions if each.hit.ref.doc in documents]
    known = [(each, languages) for each, document in read if (languages := text_languages(document.body))]
    found = {languages for _, languages in known}
    if len(found) > 1:
        return True
    if len(known) < _FEWEST_READ or all(each.language in {"", *languages} for each, languages in known):
        return None
    signatures = [each.hit.head.signature for each, _ in known]
    return any(resemblance(one, other) >= _IN_COMMON for one, other in combinations(signatures, 2))


def _versions(
    translated: Sequence[tuple[Translation, Hit]], plain: Hit | None, sure: Collection[str]
) -> Sequence[tuple[Hit, str]]:
    """The languages of a page, with the page without a code; none if the codes may be other names.

    Of one folder a sure code tells that all are codes, beside the page without a code also two likely ones.  A page
    such as README above the folders of languages may be about the folders, so the code of English is not sure then.
    """
    versions = [(hit, each.language) for each, hit in translated]
    if plain is not None:
        if any(each.is_index for each, _ in translated):
            is_original = not {ORIGINAL}.issuperset(sure) and all(each.language != ORIGINAL for each, _ in translated)
        else:
            is_original = bool(sure) or sum(each.certainty == "likely" for each, _ in translated) > 1
        if is_original:
            return [*versions, (plain, "")]
    return versions if sure else []


def _languages_by_words(pages: Iterable[_Page]) -> tuple[str, ...]:
    """The language of which the first pages have the query as a heading, and others have not, or clearly more words of
    the query than those of others; at most one.
    """
    for page in pages:
        if any(each.is_pinned for each in page):
            pinned = {each.language for each in page if each.is_pinned}
            if len(pinned) == 1:
                return tuple(pinned)
            continue
        if len({each.language for each in page}) == 1:  # in two scripts, such as zh and zh-Hant
            continue
        headed = {each.language for each in page if each.is_headed}
        if len(headed) == 1:
            return tuple(headed)
        least = _OF_KEYWORDS * max(each.keyword_score for each in page)
        near = {each.language: None for each in page if each.keyword_score >= least}  # in the order of the hits
        if not near.keys().isdisjoint(_ORIGINALS):
            return (ORIGINAL,) if ORIGINAL in near else ("",)
        if len(near) == 1 or any(each.language in _ORIGINALS for each in page):
            return (next(iter(near)),)
    return ()


def _standing(page: _Page, languages: Sequence[str]) -> _Version:
    """The version that stands for the page in a search in the languages.

    One with hardly a word of the query does not stand for one with more of them: notes on German in `de/verbs.md` are
    no translation of those on English in `en/verbs.md`.
    """
    least = _OF_ANY_WORDS * max(each.keyword_score for each in page)
    among = [each for each in page if each.is_pinned] or [each for each in page if each.keyword_score >= least]
    others = (_ORIGINALS,) if languages and ORIGINAL not in languages else ((ORIGINAL,), ("",))
    for wanted in (languages, *others):
        found = next((each for each in among if each.language in wanted), None)
        if found is not None:
            return found
    return among[0]
