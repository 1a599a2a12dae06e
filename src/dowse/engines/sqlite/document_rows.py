"""The rows of a document, table by table."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import apsw

from ...analysis.folding import fold, name_key, target_key
from ...graph.addresses import address_keys
from ...graph.source_references.interface import interface_digest, key_number, passing_key
from ...graph.source_references.module_keys import module_keys, namespace_keys
from ...model.document import LANGUAGE, Document, Head, Span
from ...model.source_reference import SourceReferences
from ...ports.indexed_document import IndexedDocument
from ...query.select import ending, fact_keys, property_key, scale_positions, tag_key
from .links.reference_rows import packed
from .rows import stored_digest, written_facts
from .unit_rows import INSERT_UNIT, own_names, stored_kind

_ROOT = 0  # the number of the document itself among its units

_Row = tuple["apsw.SQLiteValue", ...]


class NumberedDocument:
    """A document with its row id, and with the numbers and spans that its rows refer to."""

    def __init__(self, doc: int, item: IndexedDocument, first_chunk: int, in_tokens: Sequence[Span]) -> None:
        self.doc = doc
        self.item = item
        self.document: Document = item.document
        self.first_chunk = first_chunk  # the ids of its chunks follow each other
        self.numbers: Mapping[str, int] = {unit.name: n for n, unit in enumerate(item.document.units, start=1)}
        self.properties = properties_of(item.document.head)
        units = len(item.document.units)
        self.unit_tokens = in_tokens[:units]  # spans in tokens of the body
        self.chunk_tokens = in_tokens[units:]


def name_keys(head: Head, references: SourceReferences) -> set[str]:
    """The names of a document in the table `names`.

    A document that changes loses the rows of these names alone: a change of the keys needs a new schema.
    """
    return {*map(name_key, head.names), *address_keys(head), *module_keys(head), *namespace_keys(references)}


def _document_row(each: NumberedDocument) -> Iterator[_Row]:
    document, stamp, head = each.document, each.item.stamp, each.document.head
    yield (
        each.doc, head.path, fold(head.path), fold(head.path.rpartition("/")[2]), ending(head.path),
        head.kind, head.title, fold(head.title),
        json.dumps(sorted(head.tags), ensure_ascii=False), json.dumps(head.aliases, ensure_ascii=False),
        head.modified, written_facts(head.facts),
        stored_digest(stamp.digest or document.digest), stamp.size, stamp.mtime_ns,
        json.dumps(document.odd, ensure_ascii=False),
        head.signature, each.first_chunk, each.first_chunk + len(each.item.chunks),
    )  # fmt: skip


def _unit_rows(each: NumberedDocument) -> Iterator[_Row]:
    units = each.document.units
    parents = [each.numbers.get(unit.parent, _ROOT) for unit in units]
    rows = zip(parents, units, strict=True)
    own = own_names(
        {n: (parent, name, title) for n, (parent, (name, title, _, _, _, _, _)) in enumerate(rows, start=1)}
    )
    for n, (parent, u, tokens) in enumerate(zip(parents, units, each.unit_tokens, strict=True), start=1):
        yield (each.doc, n, parent, stored_kind(u.kind), own[n], u.title, u.level, u.start, u.end, *tokens)


def _symbol_rows(each: NumberedDocument) -> Iterator[_Row]:
    for symbol in each.document.symbols:
        n = each.numbers[symbol.unit]
        yield fold(each.document.units[n - 1].title), each.doc, n, symbol.is_exported


def _tag_rows(each: NumberedDocument) -> Iterator[_Row]:
    return ((tag, each.doc) for tag in sorted(map(tag_key, each.document.head.tags)))


def _name_rows(each: NumberedDocument) -> Iterator[_Row]:
    return ((key, each.doc) for key in name_keys(each.document.head, each.document.references))


def _property_rows(each: NumberedDocument) -> Iterator[_Row]:
    return ((each.doc, key, value) for key, value in each.properties)


def _link_rows(each: NumberedDocument) -> Iterator[_Row]:
    for n, (target, kind, section, anchor, line) in enumerate(each.document.links):
        yield each.doc, n, each.numbers.get(section, _ROOT), target, target_key(target), kind, anchor, line


def _chunk_rows(each: NumberedDocument) -> Iterator[_Row]:
    chunks = zip(each.item.chunks, each.chunk_tokens, strict=True)
    for chunk, (c, tokens) in enumerate(chunks, start=each.first_chunk):
        unit = each.numbers.get(c.ref.section, _ROOT)
        yield (chunk, each.doc, unit, c.ref.part, c.start, c.end, *tokens, c.digest)


def _reference_row(each: NumberedDocument) -> Iterator[_Row]:
    document = each.document
    if document.head.kind == "code" or any(document.references):
        key = passing_key(document)
        number = key_number(key) if key else None
        yield each.doc, packed(document.references), interface_digest(document), number


def properties_of(head: Head) -> list[tuple[str, str]]:
    """Each property of a document with each of its values, in the form for comparisons; and the fact LANGUAGE."""
    found = [(property_key(key), value) for key in head.properties for value in fact_keys(head, key)]
    language = head.fact(LANGUAGE)
    return [*found, (LANGUAGE, language)] if language else found


def value_rows(documents: Iterable[NumberedDocument]) -> Iterator[_Row]:
    """The rows of the properties with their values that the documents have, each once."""
    values = dict.fromkeys(each for document in documents for each in document.properties)
    return ((key, value, *scale_positions(value)) for key, value in values)


# A value that other documents have keeps its row, in which an earlier version may have read no number or no date.
INSERT_VALUE = """
    insert into property_values(key, value, number, date) values (?, ?, ?, ?)
    on conflict(key, value) do update set number = excluded.number, date = excluded.date
    where number is not excluded.number or date is not excluded.date
"""
STATEMENTS: Mapping[str, Callable[[NumberedDocument], Iterable[_Row]]] = {
    f"insert into documents values ({', '.join(19 * '?')})": _document_row,
    INSERT_UNIT: _unit_rows,
    "insert into symbols values (?, ?, ?, ?)": _symbol_rows,
    "insert or ignore into tags values (?, ?)": _tag_rows,
    "insert or ignore into names values (?, ?)": _name_rows,
    """
    insert or ignore into properties select id, ? from property_values where key = ? and value = ?
    """: _property_rows,
    "insert into links values (?, ?, ?, ?, ?, ?, ?, ?)": _link_rows,
    """
    insert into chunks values (?, ?, ?, ?, ?, ?, ?, ?, (select number from digests where digest = ?))
    """: _chunk_rows,
    "insert into source_references values (?, ?, ?, ?, 0, 0)": _reference_row,
}
