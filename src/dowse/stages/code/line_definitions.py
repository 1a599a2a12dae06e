"""Definitions by lines of source files in languages without a grammar, and the factors of all definitions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from ...analysis.code.definition_keywords import definition_fit
from ...analysis.code.source_paths import is_aside
from ...analysis.code.symbol_names import parts_of_name
from ...analysis.folding import fold
from ...analysis.text_offsets import offsets_of
from ...formats.code.grammars import language_without_grammar
from ...model.document import Document, Head
from ...model.hit import Hits
from ...model.symbol import SymbolDefinition
from ...ports.storage import Reader

QUALIFIED = 1.5  # factor for a symbol inside of one that the query names, too
NAMESAKE = 1.5  # factor for a symbol in a file of its name
OTHER_CASE = 0.7  # factor for a name that differs in case, where none is the same
MOST_NAMES = 16  # of a query, which are looked for among what is no symbol
_MOST_READ = 50  # files in languages without a grammar, whose lines are read


def line_definitions(
    names: Mapping[str, float], found: Mapping[str, Sequence[SymbolDefinition]], hits: Hits, reader: Reader
) -> Iterator[tuple[str, float]]:
    """The hits in languages without a grammar with a line that defines a name, which no symbol has but in tests and
    examples; the fits. Where no line does as written, one of a type or a function in another case counts.
    """
    asked = {
        name: parts
        for name in islice(names, MOST_NAMES)
        if (parts := parts_of_name(name))
        and not any(
            symbol.unit.title == parts[-1] and not is_aside(symbol.head) for symbol in found.get(fold(parts[-1]), ())
        )
    }
    sources = (hit.head for hit in hits if hit.head.kind == "code" and language_without_grammar(hit.head.path))
    heads = {head.path: head for head in islice(sources, _MOST_READ)} if asked else {}
    documents = reader.documents(heads) if heads else {}
    as_written = [(parts, names[name]) for name, parts in asked.items()]
    fits = [each for path, document in documents.items() for each in _by_lines(path, document, as_written)]
    yield from fits
    for path, document in documents.items() if not fits else ():
        lowered = document.text.replace("İ", "I").lower()  # of the same length
        in_other_case = (
            ((spelt,), factor * OTHER_CASE)
            for (*outer, simple), factor in as_written
            for spelt in (() if outer else _in_other_case(simple, document.text, lowered))
            if definition_fit(document.text, spelt) == 1  # no variable called as the type that is asked for
        )
        yield from _by_lines(path, document, in_other_case)


def _by_lines(
    path: str, document: Document, asked: Iterable[tuple[Sequence[str], float]]
) -> Iterator[tuple[str, float]]:
    """The fits of the lines of the document that define the names, given in parts and with their factors."""
    for (*outer, simple), factor in asked:
        fit = definition_fit(document.text, simple) if simple in document.text else 0.0
        if fit and outer and _has_type(document, outer[-1]):  # an override or a variable of the type is meant, too
            yield path, factor * QUALIFIED * (NAMESAKE if is_called(document.head, simple) else 1.0)
        elif fit and (not outer or fit == 1):  # no variable for the last part of any dotted name
            is_namesake = not outer and is_called(document.head, simple)
            yield path, factor * fit * (NAMESAKE if is_namesake else 1.0)


def _in_other_case(name: str, text: str, lowered: str) -> Iterable[str]:
    """How the text has a name that it does not have as written, also in longer ones: `MPVPlayer` for `MpvPlayer`."""
    return {text[at : at + len(name)] for at in offsets_of(name.lower(), lowered)} - {name}


def _has_type(document: Document, name: str) -> bool:
    """Whether the file is called by the name, or a line of it defines a type or a module of the name."""
    return name == document.head.name or definition_fit(document.text, name) == 1


def is_called(head: Head, name: str) -> bool:
    """Whether the file has the name, in any case, with underscores or without, in the singular or the plural."""
    stem, name = (text.lower().replace("_", "").rstrip("s") for text in (head.name, name))
    return stem == name
