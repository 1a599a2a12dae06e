"""Fold near-duplicates into the best of them, and the translations and the versions of a page into one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import inf
from operator import attrgetter
from typing import ClassVar

from ..analysis.copy_paths import COPY_MARK, is_copy_path
from ..formats.signature import DIGEST_BYTES, are_equal, common_parts, resemblance
from ..model.document import Head
from ..model.hit import FOLDED, Hit, Hits
from ..model.lazy_pattern import lazy_pattern
from ..model.parameter import check, parameter
from ..model.qualified_path import inward
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.pipeline import Run, StageRole
from ..query.extract import scoring_texts
from .page_versions import standing_versions
from .pinned_hits import is_pinned
from .translations import in_place_of_best, standing_pages

_INDEX_PAGES = frozenset(("index", "_index", "readme", "untitled", "{{title}}"))  # titles of unlike documents
_MOST_TITLES = 4_096  # that are kept in the form in which they compare: the next search has mostly the same ones
_FEWEST_DIGITS = 4  # of a name with a date, such as "2026-W07"
_NUMBER, _FIRST_WORD = lazy_pattern(r"\d+"), lazy_pattern(r"[\W_]*[^\W_]+")
_OF_COPY = 0.9  # a copy within a tenth of the score of the original is folded into it
_FEW = 16  # documents of one group that are all compared; of more only those with a common part of their signatures

_Group = tuple[str, str]  # the vault and the first word of the title
_Titled = tuple[str, Head]  # the title as it compares

_own_title, _signature = attrgetter("title"), attrgetter("signature")


@dataclass(frozen=True, slots=True)
class FoldDuplicates:
    """The hits without near-duplicates of a better hit, which names them in its evidence; of a hit of nearly the same
    score, if their paths say that they are copies, as `Note copy.md` and `backup/Note.md` do.

    Two documents of one vault are near-duplicates if they have the same title and `least` of their sequences of three
    words in common, as estimated from their signatures, or if their texts are equal and one title or file name begins
    with the other, as in "Note" and "Note copy".  A text of less than 30 words must be equal, and the file names may
    not differ by their dates alone.  A document that the query names stays, and so do all documents that a query
    without words lists.

    Translations of a page, as `docs/de/page.md` of `docs/en/page.md`, fold into the one in the language of the query,
    else into the original; see `translations`.  Versions of a page, as `5.1/page.md` of `7.2/page.md`, fold into the
    newest, or into the one that the query names; see `page_versions`.
    """

    position: ClassVar[int] = 85  # see ports.Stage
    role: ClassVar[StageRole] = "duplicates"

    least: float = parameter(
        0.95,
        "share of common word sequences from which documents of one title are near-duplicates",
        above=0,
        maximum=1,
    )

    def __post_init__(self) -> None:
        check(self)

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits without folded documents."""
        if not (run.anchors or scoring_texts(run.query.where)):
            return hits
        folded, ordered = standing_pages(hits, run), hits
        if folded:
            ordered = in_place_of_best(hits, folded)
        if versions := standing_versions(ordered, run):
            ordered = in_place_of_best(ordered, versions)
            folded = _followed(folded, versions)
        further = self._folded(ordered, run.vaults)
        if not (folded or further):
            return hits
        folded = _followed(folded, further)
        references: dict[str, dict[str, str]] = defaultdict(dict)  # of each kept document, by folded document
        for hit in hits:
            if best := folded.get(hit.ref.doc):
                references[best].setdefault(hit.ref.doc, str(_section_of(hit)))
        kept: list[Hit] = []
        for hit in ordered:
            if hit.ref.doc not in folded:
                under = references.pop(hit.ref.doc, None)  # only the best hit of the document names them
                kept.append(hit.because(FOLDED, float(len(under)), names=tuple(under.values())) if under else hit)
        return tuple(kept)

    def _folded(self, hits: Hits, vaults: Iterable[str]) -> dict[str, str]:
        """The kept document of each folded one."""
        if _are_distinct(hits):
            return {}
        names = tuple(vaults)
        found: dict[str, Hit] = {}  # the best hit of each document
        for hit in hits:
            if hit.head.signature:
                found.setdefault(hit.ref.doc, hit)
        possible = _possible(hit.head for hit in found.values())
        if not possible:
            return {}
        groups = {head.path: _group(head, names) for head in possible}
        sizes = Counter(groups.values())
        digests = Counter(_digest(head) for head in possible)
        kept: list[_Titled] = []
        alike: dict[Hashable, list[int]] = defaultdict(list)  # by what near-duplicates share
        folded: dict[str, str] = {}
        for doc, group in _originals_first(groups, found):
            hit = found[doc]
            titled = _title(hit.head), hit.head
            keys: list[Hashable] = [group]
            if sizes[group] > _FEW:
                keys = [(group, part) for part in common_parts(hit.head.signature, self.least)]
            if digests[_digest(hit.head)] > 1:
                keys.append((group[0], _digest(hit.head), _first_word(_normalized(hit.head.name))))
            near = () if is_pinned(hit) else sorted({n for key in keys for n in alike[key]})
            best = next((kept[n] for n in near if self._is_duplicate(titled, kept[n])), None)
            if best is None:
                for key in keys:
                    alike[key].append(len(kept))
                kept.append(titled)
            else:
                folded[doc] = best[1].path
        return folded

    def _is_duplicate(self, titled: _Titled, best: _Titled) -> bool:
        (title, head), (other, kept) = titled, best
        if len(head.signature) == DIGEST_BYTES and _differ_by_date(head.name, kept.name):
            return False
        if title == other and title not in _INDEX_PAGES:
            return resemblance(head.signature, kept.signature) >= self.least
        if not are_equal(head.signature, kept.signature):
            return False
        return _continues(title, other) or _continues(_normalized(head.name), _normalized(kept.name))


def _followed(folded: Mapping[str, str], further: Mapping[str, str]) -> dict[str, str]:
    """The kept document of each folded one, some of which are folded further."""
    return {**{doc: further.get(best, best) for doc, best in folded.items()}, **further}


def _originals_first(groups: Mapping[str, _Group], found: Mapping[str, Hit]) -> Sequence[tuple[str, _Group]]:
    """The documents, in their order but for copies, which come after others of nearly the same score."""
    place: dict[str, float] = {}
    lowest = inf  # a stage may have put a hit above others of a better score
    for doc in groups:
        lowest = min(lowest, found[doc].score)
        place[doc] = lowest * (_OF_COPY if is_copy_path(doc) else 1.0)
    return sorted(groups.items(), key=lambda item: -place[item[0]])


def _continues(name: str, other: str) -> bool:
    """Whether one is the other, or begins with it and a new word: "note copy" and "note"; two copies of one, too."""
    short, long = sorted((name, other), key=len)
    if name == other or not short:
        return name == other
    if long.startswith(short) and not long[len(short)].isalnum():
        return True
    original = COPY_MARK.sub("", name)
    return bool(original) and original == COPY_MARK.sub("", other)


def _differ_by_date(name: str, other: str) -> bool:
    """Whether the names are those of a series, such as daily notes: the same but for digits that may be a date."""
    if name == other or sum(map(str.isdecimal, name)) < _FEWEST_DIGITS:
        return False
    return _NUMBER.sub("0", name) == _NUMBER.sub("0", other)


def _are_distinct(hits: Hits) -> bool:
    """Whether no two documents share a title or a text, as in most searches; no call for each of hundreds of hits."""
    heads = {hit[0][0]: hit[1] for hit in hits}.values()
    digests = {signature[:DIGEST_BYTES] for signature in map(_signature, heads)}
    if len(digests) < len(heads):
        return False
    text = "\n".join(map(_own_title, heads)).casefold()
    titles = text.split("\n")
    is_plain = len(titles) == len(heads) and " ".join(text.split()) == text.replace("\n", " ")
    if not is_plain:  # a title with other blanks than one between words, or without words
        titles = [*map(_normalized, map(_own_title, heads))]
    return len(set(titles)) == len(heads) and "" not in titles


def _possible(heads: Iterable[Head]) -> list[Head]:
    """Those of the documents that share their title or their text with another one."""
    listed = list(heads)
    titles, digests = (
        [_normalized(head.title or head.name) for head in listed],
        [head.signature[:DIGEST_BYTES] for head in listed],
    )
    if len(set(titles)) == len(set(digests)) == len(listed):
        return []
    of_title, of_digest = Counter(titles), Counter(digests)
    return [
        head
        for head, title, digest in zip(listed, titles, digests, strict=True)
        if of_title[title] > 1 or of_digest[digest] > 1
    ]


def _group(head: Head, vaults: tuple[str, ...]) -> _Group:
    """The vault and the first word of the title, which near-duplicates have in common."""
    return inward(head.path, vaults)[0] if len(vaults) > 1 else "", _first_word(_title(head))


def _digest(head: Head) -> bytes:
    return head.signature[:DIGEST_BYTES]


def _first_word(name: str) -> str:
    """What a name has in common with one that continues it."""
    found = _FIRST_WORD.match(name)
    return found[0] if found else ""


def _title(head: Head) -> str:
    """The title as it compares."""
    return _normalized(head.title or head.name)


@lru_cache(_MOST_TITLES)
def _normalized(title: str) -> str:
    return " ".join(title.casefold().split())


def _section_of(hit: Hit) -> Ref:
    """The ranked part of the document, or the section of its best chunk."""
    return Ref(hit.ref.doc, hit.spot.section) if hit.spot and not hit.ref.section else hit.ref
