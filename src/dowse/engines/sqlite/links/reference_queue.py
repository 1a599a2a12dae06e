"""The queue of documents whose references depend on a document that changes."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import apsw

from ....analysis.folding import fold
from ....analysis.tokens import LONGEST_WORD, stem
from ....graph.source_references.interface import declaration_key, has_signatures, key_number, own_keys, symbol_key
from ....graph.source_references.interface_change import interface_change
from ....graph.source_references.module_keys import namespace_keys
from ....graph.source_references.result_types import result_types
from ....graph.source_references.scope_rules import C, is_compiled_alone, rules_of
from ....model.document import SYMBOL_KINDS, Head
from ....model.lazy_pattern import lazy_pattern
from ....model.source_reference import SourceReferences
from ..rows import storable
from ..texts.document_texts import texts_and_details
from ..words.tokenizer import expression
from .reference_rows import naming, unpacked

# Documents with one of the keys, and those that depend on one of these because it passes on the names of others.
_DEPENDING = """
    with recursive direct(doc) as materialized (
        select distinct r.doc from json_each(?1) k cross join reference_keys r on r.key = k.value
    ),
    passing(key) as (
        select s.passing from direct x cross join source_references s on s.doc = x.doc and s.passing is not null
        union
        select s.passing from passing x cross join reference_keys r on r.key = x.key
        cross join source_references s on s.doc = r.doc and s.passing is not null
    )
    select doc from direct union select r.doc from passing x cross join reference_keys r on r.key = x.key
"""
_MOST_NAMES = 100  # that documents are searched for; a file with more changed ones is as good as new
_IDENTIFIER = lazy_pattern(r"\w*[a-z]\w*", re.ASCII | re.IGNORECASE)
_DEFAULT = "default"  # as which `import a from "b"` states an export
_ANY_SYMBOL = sys.maxsize  # as the limit for numbers of symbols


def mark(connection: apsw.Connection, keys: Iterable[str] | None) -> None:
    """See ports.LinkQueue.unlink_depending."""
    if keys is None:
        connection.execute("insert or ignore into unlinked select doc from source_references")
    else:
        _mark(connection, map(key_number, keys))


def _mark(connection: apsw.Connection, keys: Iterable[int]) -> None:
    """Queues the documents with one of the keys, directly or behind files that pass names on."""
    connection.execute(f"insert or ignore into unlinked {_DEPENDING}", (json.dumps(list(keys)),))


def _mark_looking(connection: apsw.Connection, keys: Iterable[int]) -> None:
    """Queues the documents with one of the keys themselves, such as those that have looked for a definition."""
    looking = "select distinct r.doc from json_each(?) k cross join reference_keys r on r.key = k.value"
    connection.execute(f"insert or ignore into unlinked {looking}", (json.dumps(list(keys)),))


def _mark_naming(connection: apsw.Connection, keys: Iterable[int], names: Collection[str]) -> None:
    """Queues those of them that have looked for one of the names: they have its key, or their references state it."""
    depending = {doc for (doc,) in connection.execute(_DEPENDING, (json.dumps(list(keys)),))}
    depending -= {doc for (doc,) in connection.execute("select doc from unlinked")}
    numbers = json.dumps([key_number(symbol_key(name)) for name in names])
    looking = "select distinct r.doc from json_each(?) k cross join reference_keys r on r.key = k.value"
    found = depending.intersection(doc for (doc,) in connection.execute(looking, (numbers,)))
    rows = connection.execute(
        "select doc, data from source_references where doc in (select value from json_each(?))",
        (json.dumps(list(_holding(connection, depending - found, names))),),
    )
    found.update(naming(rows, names))
    connection.executemany("insert or ignore into unlinked values (?)", ((doc,) for doc in found))


def _holding(connection: apsw.Connection, docs: AbstractSet[int], names: Collection[str]) -> AbstractSet[int]:
    """Those of the documents that have one of the names in their text, as all have that state it; all of them for names
    that a document may state without the word.
    """
    if not docs or not all(map(_is_written, names)):
        return docs
    match = expression([(stem(name),) for name in names])
    return docs & {doc for (doc,) in connection.execute("select rowid from words where words match ?", (match,))}


def _is_written(name: str) -> bool:
    return _IDENTIFIER.fullmatch(name) is not None and name != _DEFAULT and len(name) <= LONGEST_WORD


class _Interface(NamedTuple):
    """What a document states beside its symbols."""

    digest: int
    passing: int | None
    data: bytes  # the references, as stored

    @property
    def references(self) -> SourceReferences:
        """The references."""
        return unpacked(self.data, _ANY_SYMBOL)


_NO_INTERFACE = _Interface(0, None, b"")


class FormerInterfaces:
    """What other documents could see of the documents of a batch before it."""

    def __init__(self, connection: apsw.Connection, old: Mapping[int, Head]) -> None:
        self._old = old
        self._interfaces = _interfaces(connection, old)
        self._symbols = _symbols(connection, old)

    def mark(self, connection: apsw.Connection, new: Mapping[str, Head]) -> None:
        """Queues the documents that depend on one that is new, gone or seen otherwise; `new` are those by path."""
        changes = _Changes()
        kept = {doc: head for doc, head in self._old.items() if head.path in new and head.kind == new[head.path].kind}
        interfaces, symbols = _interfaces(connection, kept), _symbols(connection, kept)
        for doc, head in kept.items():
            one, other = (each.get(doc, _NO_INTERFACE) for each in (self._interfaces, interfaces))
            if (old := self._symbols[doc]) != symbols[doc]:
                changes.add_names(head, other, {each.title for each in old ^ symbols[doc]})
            if one.digest != other.digest:
                changes.add_interface(head, one, other)
        known = {head.path for head in kept.values()}
        added = [head for path, head in new.items() if path not in known]
        ids = _ids(connection, (head.path for head in added))
        appearing = _interfaces(connection, ids.values())
        for head in added:
            changes.add_file(head, appearing.get(ids.get(head.path, 0), _NO_INTERFACE))
        for doc, head in self._old.items():
            if doc not in kept:
                changes.add_file(head, self._interfaces.get(doc, _NO_INTERFACE))
        paths = {ids[head.path]: head for head in added if head.path in ids}
        others = [(head, self._symbols[doc]) for doc, head in self._old.items() if doc not in kept]
        others += [(paths[doc], own) for doc, own in _symbols(connection, paths).items()]
        for head, own in others:
            changes.add_definitions(head, {each.title for each in own})
        changes.mark(connection)
        deleted = [doc for doc, head in self._old.items() if head.path not in new]
        connection.executemany("delete from source_edges where target = ?", ((doc,) for doc in deleted))


class _Changes:
    """The keys of what has changed, and the names of symbols that have, with the keys of their files."""

    def __init__(self) -> None:
        self._keys: set[int] = set()
        self._keys_of_files: set[int] = set()
        self._keys_of_definitions: set[int] = set()
        self._names: set[str] = set()

    def add_file(self, head: Head, stated: _Interface) -> None:
        """Adds a file that is new or gone."""
        self._keys.update(map(key_number, _keys_of(head, stated)))

    def add_definitions(self, head: Head, titles: AbstractSet[str]) -> None:
        """Adds symbols for those that refer to them without their files: notes, constants of Ruby, and headers that
        declare them.

        What a file passes on to others are its symbols, not those of constants that it names.
        """
        self._keys_of_definitions.update(key_number(fold(title)) for title in titles)
        if _is_source_of_c(head):
            self._names |= titles
            self._keys_of_files.update(key_number(declaration_key(title)) for title in titles)

    def add_names(self, head: Head, stated: _Interface, names: AbstractSet[str]) -> None:
        """Adds symbols of a file."""
        self.add_definitions(head, names)
        imports = stated.references.imports if head.kind == "code" and stated.data else ()
        others = {each.alias for each in imports if each.is_own_name and each.alias and each.name in names}
        self._names |= names | others  # `export default f` offers a symbol under another name
        self._keys_of_files.update(map(key_number, _keys_of(head, stated)))

    def add_interface(self, head: Head, before: _Interface, after: _Interface) -> None:
        """Adds changed imports, bases and exports of a file."""
        rules = rules_of(head.path)
        if rules is None:
            return
        old, new = before.references, after.references
        change = interface_change(old, new, rules)
        self._names |= change.names
        if has_signatures(before.digest, old) or has_signatures(after.digest, new):
            self._names.add(_DEFAULT)  # which may mean something else now
        self._keys_of_files.update(map(key_number, own_keys(head, new)))
        self._keys.update(map(key_number, namespace_keys(old) ^ namespace_keys(new)))
        if change.is_passing_others:
            self._keys |= {each.passing for each in (before, after) if each.passing is not None}

    def mark(self, connection: apsw.Connection) -> None:
        """Queues the documents that depend on it."""
        is_much = len(self._names) > _MOST_NAMES
        _mark(connection, self._keys | self._keys_of_files if is_much else self._keys)
        _mark_looking(connection, self._keys_of_definitions)
        if self._names and not is_much:
            _mark_naming(connection, self._keys_of_files, self._names - {""})


def _keys_of(head: Head, stated: _Interface) -> set[str]:
    rules = rules_of(head.path)
    is_in_namespace = rules is not None and rules.states_namespace and head.kind == "code"
    return own_keys(head, stated.references if is_in_namespace else SourceReferences())


def _interfaces(connection: apsw.Connection, docs: Iterable[int]) -> Mapping[int, _Interface]:
    rows = connection.execute(
        """
        select doc, interface, passing, data from source_references where doc in (select value from json_each(?))
        """,
        (json.dumps(list(docs)),),
    )
    return {doc: _Interface(*interface) for doc, *interface in rows}


class _Symbol(NamedTuple):
    """What other documents can see of a symbol."""

    name: str  # qualified
    title: str
    kind: str
    parent: str
    is_exported: bool = False  # of those that another file of C may declare
    result: str = ""  # of those of Java and C# the class of the value


def _symbols(connection: apsw.Connection, docs: Mapping[int, Head]) -> Mapping[int, set[_Symbol]]:
    """The symbols of each document."""
    found: dict[int, set[_Symbol]] = {doc: set() for doc in docs}
    units: dict[int, dict[int, _Symbol]] = {doc: {} for doc in docs}
    for doc, n, *symbol in connection.execute(
        """
        select doc, n, name, title, kind, parent from units
        where doc in (select value from json_each(?)) and title <> '' and kind in (select value from json_each(?))
        """,
        (json.dumps([*docs]), json.dumps(sorted(SYMBOL_KINDS))),
    ):
        units[doc][n] = _Symbol(*symbol)
    stating = [doc for doc, head in docs.items() if (rules := rules_of(head.path)) and rules.states_types]
    for doc, (_, details) in (texts_and_details(connection, stating) if stating else {}).items():
        stated = [(n, each) for n, each in zip(details.units, details.signatures, strict=True) if n in units[doc]]
        results = result_types([units[doc][n] for n, _ in stated], [signature for _, signature in stated])
        for (n, _), result in zip(stated, results, strict=True):
            units[doc][n] = units[doc][n]._replace(result=result)
    for doc, head in docs.items():
        own = units[doc]
        exported = _exported(connection, doc, own.values()) if _is_source_of_c(head) else ()
        found[doc].update(own.values(), (own[n]._replace(is_exported=True) for n in exported if n in own))
    return found


def _exported(connection: apsw.Connection, doc: int, symbols: Iterable[_Symbol]) -> list[int]:
    """The numbers of the units of those that other files can use."""
    keys = json.dumps(list({storable(fold(each.title)) for each in symbols}), ensure_ascii=False)
    exported = "select s.unit from json_each(?) k cross join symbols s on s.key = k.value and s.doc = ?"
    return [n for (n,) in connection.execute(f"{exported} where s.is_exported", (keys, doc))]


def _is_source_of_c(head: Head) -> bool:
    return head.kind == "code" and rules_of(head.path) is C and is_compiled_alone(head.path)


def _ids(connection: apsw.Connection, paths: Iterable[str]) -> Mapping[str, int]:
    wanted = json.dumps([storable(path) for path in paths], ensure_ascii=False)
    rows = connection.execute(
        "select path, id from documents where path in (select value from json_each(?))", (wanted,)
    )
    return dict(rows)
