"""Pin documents that the query names exactly: "April Jane", "AJ", METIS-T-0066."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from itertools import chain
from math import inf
from typing import ClassVar
from urllib.parse import unquote

from ..analysis.code.source_paths import is_aside
from ..analysis.copy_paths import is_copy_path
from ..analysis.dates.dated_paths import date_of_path
from ..analysis.dates.query_dates import names_of_whole_date, whole_date
from ..analysis.folding import spaced_otherwise
from ..analysis.tokens import words
from ..analysis.versioned_paths import ages_by_path
from ..formats.detect import is_configuration
from ..graph.addresses import label_key, stated_label
from ..graph.name_table import as_written
from ..model.document import REEXPORTS, Document, Head
from ..model.hit import Hit, Hits, ranked
from ..model.lazy_pattern import lazy_pattern
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.pipeline import Run
from ..ports.questions import ChunkSpansQuestion, DocumentsQuestion, SelectQuestion
from ..ports.storage import Question
from ..query.ast import Expr, MatchAll, OneOf
from ..query.extract import conjunction, names, natural_text
from ..retrieval.dated_folders import dated_folders
from ..retrieval.numbered_documents import numbered_documents
from .code.definitions import DEFINITIONS
from .frame_hits import frame_hits
from .pasted_hits import pasted_hits
from .pinned_hits import PIN

_MOST_OF_POINTER, _MOST_WORDS, _TIMES_LONGER = 1_000, 70, 2  # characters, words
_MOST_READ = 20  # documents of one name
_WEB_ADDRESS = lazy_pattern(r"https?://[^\s)>\]]++")
_EMBEDDED = lazy_pattern(r"(?s)!\[\[[^\[\]\n]*+\]\]|\{\{[^{}]*+\}\}|<!--.*?-->|%%.*?%%")


@dataclass(frozen=True, slots=True)
class Pin:
    """Documents whose title, file name, alias or short code is the whole query, or whose short code is in the query,
    get the score 1 and come first; if there is none, those that define it as a label of Sphinx or an ID of Org, those
    whose name is the same date, `2021-07.md` for "July 2021", alone or with that of a folder, `2021/07.md`, or else
    those of a number in it, `0007-use-postgres.md` for "ADR 7".  So do those of which the query names a line,
    `server.go:12`, or a pasted trace does.

    `test/app.all.js` and its like, tests and examples, are not pinned for the name of a symbol that other source code
    defines, `app.all`.

    A pinned document may be in no list, but the filters must select it.  Several documents of one name keep their
    order, but those with its accents come first, and those without a text of their own last: empty notes, source files
    with nothing but imports, and a few words with the path of one that is longer.  One of the same file name to which
    those words lead is pinned with them.  Before them comes the data of a page, such as `tides.json` beside `tides.md`,
    and before this come copies.  Of the pages of several versions those of the newest come first.  With sections as the
    ranked unit, the best section of the document is pinned.
    """

    position: ClassVar[int] = 80  # see ports.Stage

    def questions(self, hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching. What is called so may come to the top, and is shown then."""
        named = [called for name in names(run.query.where) if (called := _called(name, run))]
        for called in (*named, _quoted(run, hits, is_named=any(map(_is_page, chain.from_iterable(named))))):
            if called:
                docs = tuple(hit.ref.doc for hit in called[: run.limit])
                yield DocumentsQuestion(docs)
                yield ChunkSpansQuestion(docs)
                if run.where != MatchAll():
                    yield SelectQuestion(_among(called, run), len(called))

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The pinned hits, then the others."""
        asked = names(run.query.where)
        called = {hit.ref.doc: hit for name in asked for hit in _selected(_called(name, run), run)}
        if hits and _defines_name(hits[0]):
            called = {doc: hit for doc, hit in called.items() if not is_aside(hit.head)}
        framed = _selected(_quoted(run, hits, is_named=any(map(_is_page, called.values()))), run)
        order = {hit.ref.doc: n for n, hit in enumerate(framed) if hit.ref.doc not in called}
        called |= {hit.ref.doc: hit for hit in framed if hit.ref.doc in order}
        if not called:
            return hits
        listed: dict[str, Hit] = {}
        for hit in hits:
            if hit.ref.doc in called:
                listed.setdefault(hit.ref.doc, hit)
        best = {hit.ref for hit in listed.values()}
        found = (*listed.values(), *(hit for doc, hit in called.items() if doc not in listed))
        if moved := _moved(found, hits, run):
            best |= {hit.ref for hit in moved}
            found = (*found, *moved)
        empty = _thin_documents(found, run) if 1 < len(found) <= _MOST_READ else frozenset()

        heads = [hit.head for hit in found]
        exact = {head.path for name in asked for head in as_written(name, heads)}

        has_page, ages = any(map(_is_page, found)), ages_by_path([head.path for head in heads])

        def place(hit: Hit) -> tuple[int, bool, bool, bool, bool, tuple[float, ...]]:  # those of a trace as there
            path, is_empty = hit.head.path, hit.ref.doc in empty
            return (
                order.get(hit.ref.doc, -1),
                path not in exact,
                is_empty,
                has_page and is_configuration(path),
                is_copy_path(path),
                ages.get(path, (-inf,)),
            )

        in_order = sorted(found, key=place)
        pinned = (hit._replace(score=0.0).scored(1.0, PIN, 1.0) for hit in in_order)
        return ranked((*pinned, *(hit for hit in hits if hit.ref not in best)))


def _defines_name(hit: Hit) -> bool:
    """Whether the hit is source code outside of tests and examples that defines the symbol whose name the query is."""
    is_whole = any(reason.source == DEFINITIONS and reason.value >= 1 for reason in hit.why)
    return is_whole and not is_aside(hit.head)


def _moved(found: Sequence[Hit], hits: Hits, run: Run) -> Sequence[Hit]:
    """The hits with the file name of one of those found, which only points to them: the page as it is now."""
    own, names_of_files = {hit.ref.doc for hit in found}, {hit.head.name for hit in found if hit.head.kind != "code"}
    others = {hit.ref.doc: hit for hit in reversed(hits) if hit.head.name in names_of_files} if names_of_files else {}
    namesakes = [hit for doc, hit in others.items() if doc not in own and hit.head.kind != "code"]
    if not namesakes or len(found) + len(namesakes) > _MOST_READ:
        return ()
    documents = run.reader.documents({*own, *(hit.ref.doc for hit in namesakes)})
    pointers = [documents[doc] for doc in own if doc in documents]
    texts = ((hit, documents.get(hit.ref.doc)) for hit in namesakes)
    return [hit for hit, other in texts if other and any(_only_points(document, other) for document in pointers)]


def _thin_documents(hits: Sequence[Hit], run: Run) -> frozenset[str]:
    """Those without a text of their own, those with imports alone, and those that only point to another one."""
    documents = run.reader.documents({hit.ref.doc for hit in hits})
    return frozenset(
        doc
        for doc, document in documents.items()
        if REEXPORTS in document.head.facts
        or not _has_text(document)
        or any(_only_points(document, other) for other in documents.values())
    )


def _only_points(document: Document, other: Document) -> bool:
    """Whether the document is a few words with the path of the other, from its folder or the root, or with its file
    name, also as HTML, and that is much longer.
    """
    body = document.body
    if document is other or document.is_source or other.is_source or len(body) > _MOST_OF_POINTER:
        return False
    path = other.head.path
    paths = (path, posixpath.relpath(path, posixpath.dirname(document.head.path) or "."))
    called = {form for each in paths for form in (each, posixpath.splitext(each)[0]) if "/" in form}
    file = posixpath.basename(path)
    folder = "/" if file == posixpath.basename(document.head.path) else ""  # otherwise it may be the document itself
    called |= {folder + file, f"{folder}{posixpath.splitext(file)[0]}.html"}
    plain = _WEB_ADDRESS.sub("", body)
    stated = unquote(plain)
    if not any(form in stated and re.search(rf"(?<![\w-]){re.escape(form)}(?![\w-])", stated) for form in called):
        return False
    own = len(words(plain))
    return own <= _MOST_WORDS and len(words(other.body)) >= own * _TIMES_LONGER


def _has_text(document: Document) -> bool:
    """Whether anything but headings, embedded notes and comments has a word."""
    texts = (document.text[unit.start : unit.end] for unit in document.units)
    below = (
        text.partition("\n")[2] if unit.is_heading else text for unit, text in zip(document.units, texts, strict=True)
    )
    return document.is_source or any(any(map(str.isalnum, _EMBEDDED.sub("", text))) for text in below)


def _called(name: str, run: Run) -> Hits:
    for form in (name, *spaced_otherwise(name)):
        if called := run.reader.named(form):
            return called
    key = label_key(stated_label(name))
    if labelled := run.reader.called((key,)).get(key, ()):
        return tuple(map(_hit, labelled))
    dated = [hit for form in names_of_whole_date(name) for hit in run.reader.named(form)]
    return tuple({hit.ref.doc: hit for hit in dated or _in_folders_of_whole_date(name, run)}.values())


def _in_folders_of_whole_date(name: str, run: Run) -> Iterator[Hit]:
    """The documents whose folders and file names together have just the date that the name is."""
    date = whole_date(name)
    folders = dated_folders((date,), run.where) if date else None
    if folders:
        run.reader.prefetch((folders.question,))
        yield from (hit for hit in folders.of(run.reader) if date_of_path(hit.head.path) == date)


def _quoted(run: Run, hits: Hits, *, is_named: bool) -> Hits:
    """Of the files that the query names with a line, and of those from which it repeats lines; if no page is named so,
    those of the numbers in the query.
    """
    framed = tuple(_hit(each.head) for each in frame_hits(run, hits)) or pasted_hits(run)
    if framed or is_named:
        return framed
    return tuple(map(_hit, numbered_documents(natural_text(run.query.where), run.reader, run.where)))


def _is_page(hit: Hit) -> bool:
    return hit.head.kind != "code"


def _hit(head: Head) -> Hit:
    return Hit(Ref(head.path), head, 1.0)


def _selected(hits: Hits, run: Run) -> tuple[Hit, ...]:
    if run.where == MatchAll() or not hits:
        return hits
    allowed = {hit.ref for hit in run.reader.select(_among(hits, run), len(hits))}
    return tuple(hit for hit in hits if hit.ref in allowed)


def _among(hits: Hits, run: Run) -> Expr:
    return conjunction(run.where, OneOf(frozenset(hit.ref.doc for hit in hits)))
