"""Enumerators of source files: the members of an enumeration, which are no symbols of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import PurePosixPath

from ..analysis.tokens import alternatives
from ..model.document import Unit
from ..model.hit import Hits
from ..model.ref import Ref
from ..model.symbol import SymbolDefinition
from ..ports.questions import CountQuestion, EnclosingSymbolsQuestion
from ..ports.storage import Question, Reader
from ..query.ast import Word

_MOST_WITH_NAME = 2_000  # documents with the name; to find the enumerations around it takes 10 ms for 1,000
_MOST_READ = 6  # documents with the name inside of an enumeration, whose texts are read
_MOST_OF_C = 10  # hits among which an enumeration without a name, which is no symbol, is looked for
_OF_C = frozenset({".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx"})


def enumerator_questions(name: str, reader: Reader) -> Iterator[Question]:
    """What `enumerations_with` asks first about a name."""
    question = CountQuestion(Word(name))
    yield question
    if 0 < question.of(reader) <= _MOST_WITH_NAME:
        yield EnclosingSymbolsQuestion(_term(name), "enum")


def enumerations_with(name: str, hits: Hits, reader: Reader) -> Iterator[SymbolDefinition]:
    """The enumerations of source files that have an enumerator of this name; of many, those in the best hits.

    Files are found by the name, since the one that declares a name may be longer than many that use it, and is then no
    hit.  Which of its symbols the name stands in is known from its places in the index: few texts are read.
    """
    if not 0 < reader.count(Word(name)) <= _MOST_WITH_NAME:
        return
    around = frozenset(reader.enclosing_symbols(_term(name), "enum"))
    listed = {ref.doc for ref in around}
    ordered = dict.fromkeys((*(hit.ref.doc for hit in hits if hit.ref.doc in listed), *sorted(listed)))
    read = list(ordered)[:_MOST_READ]
    documents = reader.documents(read) if read else {}
    is_found, member = False, re.compile(rf"(?:^[ \t]*+|[{{,]\s*+)(?:case\s++)?{_declared(name)}", re.MULTILINE)
    for doc, document in documents.items():
        for unit in document.units:
            if Ref(doc, unit.name) in around and member.search(document.text, unit.start, unit.end):
                yield SymbolDefinition(document.head, unit, is_exported=True)
                is_found = True
    if not is_found:
        yield from _without_name(name, hits, reader)


def _without_name(name: str, hits: Hits, reader: Reader) -> Iterator[SymbolDefinition]:
    """Those of C without a name in the best hits, as units without one."""
    sources = (hit.head for hit in hits if hit.head.kind == "code")
    heads = {head.path: head for head in islice(sources, _MOST_OF_C) if PurePosixPath(head.path).suffix in _OF_C}
    documents = reader.documents(heads) if heads else {}
    enum = re.compile(rf"\benum\b(?:\s*+:[\w\s]*+)?\s*+\{{(?:[^{{}}]*?(?:,|^|/))??\s*+{_declared(name)}", re.MULTILINE)
    for doc, document in documents.items():
        if name in document.text and (found := enum.search(document.text)):
            yield SymbolDefinition(heads[doc], Unit("", "", 0, *found.span(), kind="enum"), is_exported=True)


def _declared(name: str) -> str:
    return rf"{re.escape(name)}\s*+(?:[=,({{}};/#]|$)"


def _term(name: str) -> str:
    """The term of the index that stands at the place of each such name: of a name with parts the whole."""
    return next(iter(alternatives(name)), ("",))[0]
