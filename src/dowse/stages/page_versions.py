"""Which hits are versions of one page, as `5.1/sort.md` and `7.2/sort.md`, and which of them stands for the page.

Versions differ more than copies do.  So the paths and the titles decide, in folders of which at least half of the
pages have much in common with another version; of these, a long page that has nothing in common with the version before
or behind it stays, as release notes do.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from math import inf
from operator import attrgetter
from typing import NamedTuple

from ..analysis.folding import fold
from ..analysis.version_numbers import VersionNumber, age, agree, versions_in_query
from ..analysis.versioned_paths import may_be_versioned, versioned_path
from ..formats.signature import DIGEST_BYTES, resemblance
from ..model.hit import Hit, Hits
from ..model.qualified_path import inward
from ..ports.pipeline import Run
from ..query.extract import scoring_texts
from .pinned_hits import is_pinned

# Of texts in common: 1,410 pairs of versions next to each other have 0.21 and more, most have 0.8.
_MUCH, _SOMETHING = 0.5, 0.2
_OF_BEST = 0.8  # a version with less of the score of the best one lacks what is asked for
_UNREAD = frozenset(("code", "file"))  # kinds of documents that are no pages

_Home = tuple[str, str]  # the vault, and the folder with those of the versions
_path = attrgetter("head.path")


class _Version(NamedTuple):
    """A page in one of its versions."""

    hit: Hit  # the best one of the document
    number: VersionNumber  # empty for the version under work

    @property
    def age(self) -> tuple[float, ...]:
        """Smaller for a newer one; the version under work is the newest."""
        return age(self.number) if self.number else (-inf,)


_Page = Sequence[_Version]  # the newest first


def standing_versions(hits: Hits, run: Run) -> dict[str, str]:
    """By the document of each other version of a page the one that stands for it, if several are hits.

    It is the newest version, or the newest that the query names, unless that is far worse than the best one.  Versions
    that the query names all stay.  A whole number, as in "5 ways to sort", may name none, so the newest stays beside
    those.  A number that the title has behind the same word, as OAuth 2.0, names none of that page.
    """
    if not may_be_versioned(map(_path, hits)):
        return {}
    in_query = versions_in_query(" ".join(scoring_texts(run.query.where)))
    standing = dict[str, str]()
    for page in _versioned_pages(hits, run.vaults):
        title = page[0].hit.head.title.lower()
        possible = [each for each in in_query if not each.is_of_title(title)]
        asked = [each for each in possible if any(_is_named(version, each.number) for version in page)]
        named = [each for each in page if any(_is_named(each, version.number) for version in asked)]
        best = _standing(named if any(version.is_sure for version in asked) else page)
        for each in page:
            if each is not best and each not in named:
                standing[each.hit.ref.doc] = best.hit.ref.doc
    return standing


def _is_named(version: _Version, asked: VersionNumber) -> bool:
    return bool(version.number) and agree(version.number, asked)


def _standing(versions: _Page) -> _Version:
    """The newest version that the query names by its path or its name, else the newest that is not far worse."""
    best = max(each.hit.score for each in versions)
    pinned = [each for each in versions if is_pinned(each.hit)]
    among = pinned or [each for each in versions if each.hit.score >= _OF_BEST * best]
    return among[0]


def _versioned_pages(hits: Hits, vaults: Sequence[str]) -> Sequence[_Page]:
    """The pages of which several versions are hits, each document in one."""
    found = dict[tuple[str, str], Hit]()  # the best hit of each document, by the vault and its path there
    pages: dict[tuple[_Home, str, str], list[_Version]] = defaultdict(list)
    under_work = dict[tuple[str, str], tuple[_Home, str, str]]()  # by the path of the page in the version under work
    for hit in hits:
        vault, path = inward(hit.head.path, vaults) if len(vaults) > 1 else ("", hit.head.path)
        if hit.head.kind in _UNREAD or (vault, path) in found:
            continue
        found[vault, path] = hit
        if versioned := versioned_path(path):
            key = (vault, versioned.home), versioned.page, fold(hit.head.title)
            pages[key].append(_Version(hit, versioned.number))
            under_work[vault, versioned.under_work] = key
    for located, key in under_work.items():
        if (current := found.get(located)) and fold(current.head.title) == key[2]:
            pages[key].append(_Version(current, ()))
    several = {key: sorted(page, key=attrgetter("age")) for key, page in pages.items() if len(page) > 1}
    claims = {key: _are_similar(page) for key, page in several.items()}
    similar = Counter(key[0] for key, claim in claims.items() if claim)
    of_home = Counter(key[0] for key, claim in claims.items() if claim is not None)
    versions = (
        _without_others(page) for key, page in several.items() if similar[key[0]] * 2 >= max(1, of_home[key[0]])
    )
    return [page for page in versions if len(page) > 1]


def _are_similar(page: _Page) -> bool | None:
    """Whether a version has much in common with the next older one; None of short texts that are equal, as checklists
    of lessons are, too.
    """
    signatures = [each.hit.head.signature for each in page]
    if len(set(signatures)) == 1 and len(signatures[0]) <= DIGEST_BYTES:
        return None
    return any(
        resemblance(one, other) >= _MUCH
        for one, other in pairwise(signatures)
        if max(len(one), len(other)) > DIGEST_BYTES
    )


def _without_others(page: _Page) -> _Page:
    """The versions without long texts that have nothing in common with the next older and the next newer one."""
    related = set[int]()
    for n, (one, other) in enumerate(pairwise(page)):
        signatures = one.hit.head.signature, other.hit.head.signature
        is_short = any(len(each) <= DIGEST_BYTES for each in signatures)
        if is_short or resemblance(*signatures) >= _SOMETHING:
            related |= {n, n + 1}
    return [page[n] for n in sorted(related)]
