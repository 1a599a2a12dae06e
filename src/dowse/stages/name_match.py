"""Boost documents whose name stands in the query among other words: "what are MOCs", "second brain with PARA"."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import inf
from operator import attrgetter
from typing import ClassVar, Self

from ..analysis.bm25_formula import inverse_document_frequency
from ..analysis.code.source_paths import is_test_path
from ..analysis.dates.dated_names import may_have_date, name_without_date
from ..analysis.folding import name_key
from ..analysis.languages.stopwords import STOP_WORDS
from ..analysis.name_codes import codes_in, is_called_by_code
from ..analysis.name_spans import name_spans, name_without_number, whole_name
from ..analysis.named_paths import file_names_in, files_named, folder_names_in, in_folders, is_place, is_processed
from ..model.document import Head
from ..model.hit import Hit, Hits
from ..model.parameter import Slider, check, parameter
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.pipeline import QueryTraits, Run
from ..ports.questions import CountQuestion, SelectQuestion
from ..ports.storage import Question
from ..query.ast import Expr, MatchAll, OneOf, Word
from ..query.extract import conjunction, natural_text
from ..query.select import decided, needs_text
from ..retrieval.keyword import words_of_run
from .code.code_hits import are_instructions_asked, has_code, is_program
from .scaling import within_one

NAME_MATCH = "name_match"  # evidence: how much of what the query says is in the name
_MOST_NAMESAKES = 8  # documents; a name of more says nothing about any of them
_MOST_SIGNS = 20  # characters between the words of a name that its key has not
_LEAST_WORDS = 2  # of a name beside its date; "2024-01-01 Note" is no better for "note" than other notes
_WRITTEN = 2.2  # the share of a file whose name or folder is written so: with the default boost above all others
_head, _title, _path = attrgetter("head"), attrgetter("head.title"), attrgetter("head.path")


@dataclass(frozen=True, slots=True)
class NameMatch:
    """`score + boost · share`, all divided by the best if that exceeds 1, for a document whose title, file name, alias
    or short code stands whole in the natural words of the query.

    `share` is the inverse document frequency of the words in the name, as a share of that of all words of the query,
    divided by the number of documents of that name.  A common word such as "note" or "index" hardly counts.  A
    document that is in no list is added if the filters select it.  A name that is the whole query is the task of Pin,
    the path of source code that of PathMatch.  A file name with its ending, "bind in config.c", has the share 2.2 for
    each such file: also for source code, but in a question for instructions, and for other files but where a program
    reads or writes them, as in "parse options of tsconfig.json".  So has each hit in a folder with a slash, "bind in
    src/net".
    A title or file name with a date at an end counts without the date, too, for documents in a list and if two words
    remain that are no stop words: the query "meeting with Steph" is the name of "2023-09-12 Meeting with Steph".  So
    does a title without the number of a section before it, "2. Lists in Prolog".  Each document of a series of dated
    notes has the share 1 if the query is that name, and so has one with the words of the query in another order,
    "once pragma" for "pragma once".  A code or a version in the query counts as the name of the documents in a list
    whose title or file name begins or ends with it: "LNK2019 unresolved symbol" asks for "Linker error LNK2019".
    Of documents of one name, those without a word below their headings come after the others.  Runs after fusion and
    before Confidence.
    """

    position: ClassVar[int] = 40  # see ports.Stage
    is_optional: ClassVar[bool] = True

    boost: float = parameter(
        0.5,
        "boost of a document whose name is in the query, if the name were all that the query says",
        minimum=0,
        maximum=10,
        slider=Slider("name boost", 0.05, maximum=1),
    )

    def __post_init__(self) -> None:
        check(self)

    def adapted(self, traits: QueryTraits) -> Self | None:
        """See ports.Adaptive. A search by meaning alone, or for linked documents, does not compare words."""
        return None if traits.is_by_similarity or traits.is_linked else self

    def questions(self, hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching."""
        found, files = _called(hits, run), _files(hits, run)
        if found:
            yield from _count_questions(run)
        if (found or files) and needs_text(run.where):
            docs = {*files, *(head.path for heads in found.values() for head in heads)}
            yield SelectQuestion(_among(docs, run), len(docs))

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in the new order, with the shares as evidence."""
        found, dated, files = _called(hits, run), _dated(hits, run), _files(hits, run)
        if not found and not dated and not files:
            return hits
        shares = dict[str, float]()
        if found or dated:
            run.reader.prefetch(_count_questions(run))  # in one round trip for a dated name, which few searches have
            shares |= _shares(found, dated, run)
        shares |= dict.fromkeys(files, _WRITTEN)
        heads = {**files, **{head.path: head for named in found.values() for head in named}}
        listed = {hit.ref.doc for hit in hits}
        added = (Hit(Ref(head.path), head, 0.0) for head in _selected(heads.values(), run) if head.path not in listed)
        return within_one(_empty_last([self._boosted(hit, shares) for hit in (*hits, *added)], found))

    def _boosted(self, hit: Hit, shares: Mapping[str, float]) -> Hit:
        share = shares.get(hit.ref.doc)
        return hit if share is None else hit.scored(hit.score + self.boost * share, NAME_MATCH, share)


def _empty_last(hits: Sequence[Hit], found: Mapping[str, Sequence[Head]]) -> Sequence[Hit]:
    """The hits, of which those without a text of their own have at most the score of a namesake with one: the name is
    nearly all that they contain, so that BM25 ranks them above it.
    """
    scores = {hit.ref.doc: hit.score for hit in hits}
    most: dict[str, float] = {}  # of documents without a text
    for heads in found.values():
        written = [scores[head.path] for head in heads if head.signature and head.path in scores]
        if written:
            most |= {head.path: max(written) for head in heads if not head.signature}
    if not most:
        return hits
    lowered = (hit.with_score(min(hit.score, most.get(hit.ref.doc, inf))) for hit in hits)
    return sorted(lowered, key=lambda hit: hit.ref.doc in most)  # of equal scores the first comes first


def _called(hits: Hits, run: Run) -> Mapping[str, Sequence[Head]]:
    """The documents by the names in the query; beside source code without those of tests, which are their data."""
    keys = tuple(name_spans(natural_text(run.query.where)))
    found = run.reader.called(keys) if keys else {}
    notes = {key: [head for head in heads if head.kind != "code"] for key, heads in found.items()}
    if notes and has_code(hits):
        notes = {key: [head for head in heads if not is_test_path(head.path)] for key, heads in notes.items()}
    return {key: heads for key, heads in notes.items() if 0 < len(heads) <= _MOST_NAMESAKES}


def _files(hits: Hits, run: Run) -> Mapping[str, Head]:
    """The documents whose file names the query writes with their endings, and the hits in folders that it writes with
    a slash, by path; none of a name that many have, such as `index.md`.

    Beside source code without it in a question for instructions, and without files that a program reads or writes, as
    "parse options of tsconfig.json" says; source code is meant with "in" before its name: "parsed in tide.c".
    """
    text = natural_text(run.query.where)
    names, folders = file_names_in(text), folder_names_in(text)
    if not names and not folders:
        return {}
    heads = {hit.head.path: hit.head for hit in hits}
    found = set(in_folders(folders, heads, run.vaults)) if folders else set[str]()
    has_guides = has_code(hits) and are_instructions_asked(hits, run)
    if names:
        for named in run.reader.called(tuple(name_spans(text))).values():
            heads |= {head.path: head for head in named} if len(named) <= _MOST_NAMESAKES else {}
        are_read = has_code(hits) and is_processed(text)
        for name, paths in files_named(names, heads, run.vaults).items():
            if len(paths) <= _MOST_NAMESAKES:
                found.update(path for path in paths if not are_read or (is_program(path) and is_place(text, name)))
    return {path: heads[path] for path in found if not (has_guides and heads[path].kind == "code")}


def _dated(hits: Hits, run: Run) -> Mapping[str, Collection[str]]:
    """The documents by each part of the query that is their name without its date or number, or otherwise in it."""
    text = natural_text(run.query.where)
    spans = {**whole_name(text), **name_spans(text)}
    names = {key for key, words in spans.items() if len(words - STOP_WORDS) >= _LEAST_WORDS}
    found: dict[str, set[str]] = {}
    for head in _possibly_dated(hits) if names else ():
        for key in names.intersection(map(name_without_date, (head.title, head.name))):
            found.setdefault(key, set()).add(head.path)
    for hit in hits if names else ():
        if hit.head.title[:1].isdecimal() and (key := name_without_number(hit.head.title)) in names:
            found.setdefault(key, set()).add(hit.head.path)
    for name, docs in (*_coded(hits, text).items(), *_reordered(hits, text).items()):
        found.setdefault(name, set()).update(docs)
    return found


def _reordered(hits: Hits, text: str) -> dict[str, set[str]]:
    """The documents whose title or file name has the words of the query in another order, by the name of the query."""
    (key,) = whole_name(text) or ("",)
    wanted = sorted(key.split())
    if len(wanted) < _LEAST_WORDS:
        return {}
    rare = max(wanted, key=len)
    docs = {
        head.path
        for head in map(_head, hits)
        # Without reading the names of most hits: a search compares two names of some hundred.
        if (rare in f"{head.title}/{head.path}".lower() or not (head.title.isascii() and head.path.isascii()))
        and head.kind != "code"
        and any(_has_words(name, key, wanted) for name in (head.title, head.name))
    }
    return {key: docs} if 0 < len(docs) <= _MOST_NAMESAKES else {}


def _has_words(name: str, key: str, wanted: Sequence[str]) -> bool:
    """Whether the name has these words, which are those of the key, and is not the key."""
    if abs(len(name) - len(key)) > _MOST_SIGNS:
        return False
    own = name_key(name)
    return own != key and sorted(own.split()) == wanted


def _coded(hits: Hits, text: str) -> dict[str, set[str]]:
    """The documents whose title or file name begins or ends with a code or version of the query, by that, if few do."""
    found: dict[str, set[str]] = {}
    for code in codes_in(text):
        heads = (hit.head for hit in hits if hit.head.kind != "code")
        docs = {head.path for head in heads if any(is_called_by_code(name, code) for name in (head.title, head.name))}
        if 0 < len(docs) <= _MOST_NAMESAKES:
            found[name_key(code)] = docs
    return found


def _possibly_dated(hits: Hits) -> Sequence[Head]:
    """The heads of the hits that may have a date in their title or path, without those of source code."""
    if not may_have_date("\n".join([*map(_title, hits), *map(_path, hits)])):  # as in most searches
        return ()
    heads = [hit.head for hit in hits if hit.head.kind != "code"]
    return [head for head in heads if may_have_date(head.title) or may_have_date(head.path)]


def _count_questions(run: Run) -> Iterator[CountQuestion]:
    yield CountQuestion(MatchAll())
    yield from (CountQuestion(Word(word)) for word in _words(run))


def _words(run: Run) -> Sequence[str]:
    return tuple(dict.fromkeys(map(str.casefold, words_of_run(run))))


def _shares(found: Mapping[str, Sequence[Head]], dated: Mapping[str, Collection[str]], run: Run) -> Mapping[str, float]:
    """The share of each document, of its best name."""
    documents = run.reader.count(MatchAll())
    weights = {word: _weight(run.reader.count(Word(word)), documents) for word in _words(run)}
    total = sum(weights.values()) or 1.0
    text = natural_text(run.query.where)
    spans = name_spans(text)
    shares = dict.fromkeys((path for key in whole_name(text) for path in dated.get(key, ())), 1.0)
    named = (*((key, [head.path for head in heads]) for key, heads in found.items()), *dated.items())
    for key, paths in named:
        # fsum, since the words of a part are a set, whose order differs between processes.
        share = math.fsum(weights.get(word, 0.0) for word in spans.get(key, ())) / total / len(paths)
        for path in paths:
            shares[path] = max(shares.get(path, 0.0), share)
    return shares


def _weight(holding: int, documents: int) -> float:
    """The inverse document frequency as in BM25; 0 for a word that no document contains."""
    return inverse_document_frequency(documents, holding) if holding else 0.0


def _selected(heads: Collection[Head], run: Run) -> Sequence[Head]:
    """Those that the filters select, by path."""
    ordered = sorted(heads, key=lambda head: head.path)
    if not needs_text(run.where):
        return [head for head in ordered if decided(run.where, head, text=lambda _: False)]
    found = run.reader.select(_among({head.path for head in ordered}, run), len(ordered))
    selected = {hit.ref.doc for hit in found}
    return [head for head in ordered if head.path in selected]


def _among(docs: Collection[str], run: Run) -> Expr:
    return conjunction(run.where, OneOf(frozenset(docs)))
