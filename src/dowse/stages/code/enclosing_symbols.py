"""The symbols of some kinds in whose texts a name stands, in few documents that are read."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import PurePosixPath

from ...analysis.tokens import alternatives
from ...model.document import Document, SymbolKind, Unit
from ...model.hit import Hits
from ...model.ref import Ref
from ...ports.questions import CountQuestion, EnclosingSymbolsQuestion
from ...ports.storage import Question, Reader
from ...query.ast import Word

_MOST_WITH_NAME = 2_000  # documents with the name; to find the symbols around it takes 10 ms for 1,000
_MOST_READ = 6  # documents with such symbols, whose texts are read


def enclosing_questions(name: str, kinds: Sequence[SymbolKind], reader: Reader) -> Iterator[Question]:
    """What `enclosing_symbols` asks first about a name."""
    question = CountQuestion(Word(name))
    yield question
    if 0 < question.of(reader) <= _MOST_WITH_NAME:
        for kind in kinds:
            yield EnclosingSymbolsQuestion(_term(name), kind)


def enclosing_symbols(
    name: str, kinds: Sequence[SymbolKind], hits: Hits, reader: Reader, endings: Collection[str] = ()
) -> Iterator[tuple[Document, Unit]]:
    """The symbols of these kinds that have the name in their text; of many documents, those of the best hits.

    Documents are found by the name, since the one that declares a name may be longer than many that use it, and is then
    no hit.  Which of its symbols the name stands in is known from its places in the index.  With `endings` of those
    files alone.
    """
    if not 0 < reader.count(Word(name)) <= _MOST_WITH_NAME:
        return
    around = frozenset(ref for kind in kinds for ref in reader.enclosing_symbols(_term(name), kind))
    listed = {ref.doc for ref in around if not endings or PurePosixPath(ref.doc).suffix in endings}
    ordered = dict.fromkeys((*(hit.ref.doc for hit in hits if hit.ref.doc in listed), *sorted(listed)))
    read = list(ordered)[:_MOST_READ]
    for doc, document in (reader.documents(read) if read else {}).items():
        for unit in document.units:
            if Ref(doc, unit.name) in around:
                yield document, unit


def _term(name: str) -> str:
    """The term of the index that stands at the place of each such name: of a name with parts the whole."""
    return next(iter(alternatives(name)), ("",))[0]
