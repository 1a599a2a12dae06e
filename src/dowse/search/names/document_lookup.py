"""The documents that a text may refer to, by name and by path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...analysis.document_numbers import is_number
from ...analysis.folding import fold, name_key
from ...graph.addresses import address_key, label_key, stated_label
from ...graph.resolve import resolved
from ...model.document import Head, Link
from ...model.ref import Ref, readings
from ...ports.storage import Reader
from ...retrieval.numbered_documents import numbered_documents
from .document_names import best_matches

NamedDocuments = tuple[Ref, Sequence[Head]]  # a reading of a text, and the documents with its name


def by_name(name: str, reader: Reader) -> Iterator[NamedDocuments]:
    """The readings whose document exists, those with its path before those with its name; longest document first."""
    refs = list(readings(name)) if name else []
    heads = reader.heads({ref.doc for ref in refs})
    by_key = reader.called({key for ref in refs for key in _keys(ref.doc)})
    for ref in sorted(refs, key=lambda ref: ref.doc not in heads):  # `a.go#_` has the key of `a.go`
        if ref.doc in heads:
            yield ref, (heads[ref.doc],)
        elif matches := best_matches(ref.doc, [head for key in _keys(ref.doc) for head in by_key.get(key, ())]):
            yield ref, matches


def _keys(name: str) -> tuple[str, ...]:
    """The keys to look up: that of the whole text, and of its last part that for a path without its extension and that
    of a page.
    """
    last = name.rpartition("/")[2]
    return tuple(dict.fromkeys((name_key(name), name_key(last), address_key(last))))


def by_path(name: str, root: str, reader: Reader) -> Iterator[NamedDocuments]:
    """The readings whose document a wikilink from the root of the vault finds."""
    refs = {root + ref.doc: ref for ref in readings(name) if "/" in ref.doc}
    for link in resolved((("", Link(target, "wikilink")) for target in refs), reader):
        if link.meant:
            heads = reader.heads(link.meant)
            yield refs[link.link.target], [heads[path] for path in link.meant if path in heads]


def by_label(name: str, reader: Reader) -> Iterator[NamedDocuments]:
    """The readings whose document defines the label, each with the part that the label means."""
    refs = list(readings(stated_label(name))) if name else []
    by_key = reader.called({label_key(ref.doc) for ref in refs})
    for ref in refs:
        if heads := sorted(by_key.get(label_key(ref.doc), ()), key=_depth):
            parts = (part for label, part in heads[0].labelled_parts if fold(label) == fold(ref.doc))
            yield ref._replace(section=ref.section or next(parts, "")), heads


def by_number(name: str, reader: Reader) -> Iterator[NamedDocuments]:
    """The readings whose document has the number that the name is: `ADR-7`, `SE-0302`."""
    for ref in readings(name) if name else ():
        if is_number(ref.doc) and (heads := numbered_documents(ref.doc, reader)):
            yield ref, sorted(heads, key=_depth)


def _depth(head: Head) -> int:
    return head.path.count("/")
