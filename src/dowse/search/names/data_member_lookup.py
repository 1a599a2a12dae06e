"""Look up data members of types, which are no symbols, by the names that users write: `Session.timeout`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from ...analysis.code.symbol_names import parts_of_name, unnumbered
from ...analysis.folding import fold
from ...graph.source_references.file_scope import TYPES
from ...model.document import Document, Span
from ...model.lazy_pattern import lazy_pattern
from ...model.line_numbers import line_of
from ...model.qualified_path import addressed, inward
from ...model.ref import Ref
from ...model.symbol import SymbolDefinition
from ...ports.storage import Reader
from ...query.leaf_parser import unlinked
from ...stages.code.data_members import DataMember, members_of_types
from ...stages.code.enclosing_symbols import enclosing_symbols
from ...stages.code.enumerators import enumerator_pattern
from ..federated_lookup import FederatedLookup
from .document_lookup import by_name, by_path
from .name_notes import data_members_hint, quote_name
from .reference import Reference, find_symbol_or_file, normalized_name
from .symbol_lookup import definition_order, symbols_named

_ARGUMENTS = r"\((?:[^()\n]|\([^()\n]*+\))*+\)"
_ANNOTATIONS = rf"(?:@[\w.]++(?:{_ARGUMENTS})?+[ \t\r]*+)++$|#?\[[^\n]*\][ \t\r]*$"  # alone in a line
_COMMENT = lazy_pattern(rf"(?m)[ \t]*+(?://|/\*|\*|#(?![\w\[])|{_ANNOTATIONS})")  # or annotations, in the line above
_DOCSTRING = lazy_pattern(r"[ \t]*+[rR]?(\"\"\"|'''|\"|')")
_CONSTANT = lazy_pattern(r"[A-Z][A-Z\d]*(?:_[A-Z\d]+)+")  # which an enumerator may be called without its type
_PYTHON = (".py", ".pyi")
_MOST_LINES = 50  # above a declaration, and of it
_OPENING, _CLOSING = "([{", ")]}"


def find_text_target(text: str, reader: Reader) -> Reference | None:
    """As find_symbol_or_file, also for the data member of a type, whose declaration is the `block` of the reference.

    A data member of the type comes before a symbol of that name which the type inherits.
    """
    found = find_symbol_or_file(text, reader)
    return found if found and not _may_be_inherited(text, found) else _data_member(text, reader) or found


def data_members_named(text: str, reader: Reader, *, doc: str = "") -> Sequence[DataMember]:
    """The data members of this name behind that of a type, or of its bases, the most likely one first, and enumerators
    called as constants are without a type, `CURLE_OK`; with `doc` of the types of that file.
    """
    *owner, name = parts_of_name(text) or ("",)
    if not owner and _CONSTANT.fullmatch(name):
        return sorted(_enumerators(name, doc, reader), key=lambda each: definition_order(each.definition))
    if not owner or "/" in text:
        return ()
    whole, key = ".".join(owner), fold(owner[-1])
    same = sorted(reader.definitions((key,)).get(key, ()), key=definition_order)
    named = [each for each in same if f".{unnumbered(each.unit.name)}".endswith(f".{whole}")]
    for types in (() if doc else symbols_named(whole, reader), named):
        listed = [each for each in types if each.unit.kind in TYPES and doc in ("", each.head.path)]
        found = members_of_types(listed, name, reader) if listed else ()
        if members := [each for each in found if each.line]:
            return members
    return ()


def member_ref(member: DataMember, name: str) -> Ref:
    """The address of the data member: `session.py#Session.timeout`."""
    path, unit = member.definition.head.path, member.definition.unit
    return Ref(path, f"{unnumbered(unit.name)}.{parts_of_name(name)[-1]}")


def declaration_span(document: Document, member: DataMember) -> Span:
    """The whole lines of the declaration, with the comment and the annotations above and the docstring below it."""
    text, unit = document.text, member.definition.unit
    start, end = member.line or (unit.start, unit.end)
    start = text.rfind("\n", 0, start) + 1
    end = _statement_end(text, start, end, unit.end)
    if document.head.path.endswith(_PYTHON):
        end = _docstring_end(text, end, unit.end)
    for above in _starts_above(text, start, unit.start):
        if not _COMMENT.match(text, above):
            break
        start = above
    return start, end


def _enumerators(name: str, doc: str, reader: Reader) -> Iterator[DataMember]:
    """The enumerators of this name, with `doc` of that file."""
    member = enumerator_pattern(name)
    for document, unit in enclosing_symbols(name, ("enum",), (), reader):
        found = member.search(document.text, unit.start, unit.end) if doc in ("", document.head.path) else None
        if found:
            yield DataMember(SymbolDefinition(document.head, unit, is_exported=True), unit.name, found.span(1))


def _may_be_inherited(text: str, found: Reference) -> bool:
    """Whether the symbol is of another type than the name states."""
    parts = parts_of_name(unlinked(text).rpartition("#")[2])
    is_member = found.is_code and found.ref is not None and "." in found.ref.section and len(parts) > 1
    return is_member and found.ref is not None and unnumbered(found.ref.section).split(".")[-2:] != [*parts[-2:]]


def _data_member(text: str, reader: Reader) -> Reference | None:
    name, found = next(_candidates(normalized_name(text), reader), ("", ()))
    documents = reader.documents({each.definition.head.path for each in found}) if found else {}
    if not found or found[0].definition.head.path not in documents:
        return None
    head, unit, _ = found[0].definition
    block = member_ref(found[0], name).section, declaration_span(documents[head.path], found[0])
    others = tuple(dict.fromkeys(each.definition.head.path for each in found[1:]))
    return Reference(
        text, Ref(head.path, unit.name), head, others=others, hint=_hint(name, found, documents), block=block
    )


def _candidates(text: str, reader: Reader) -> Iterator[tuple[str, Sequence[DataMember]]]:
    """The readings of the text as `Type.member` and `path#Type.member` that name data members, and these; of several
    vaults also behind the name of one.
    """
    if "#" in text:
        for reading, (head, *_) in chain(by_name(text, reader), *(by_path(text, root, reader) for root in ("/", ""))):
            if head.kind == "code" and (found := data_members_named(reading.section, reader, doc=head.path)):
                yield reading.section, found
    if found := data_members_named(text, reader):
        yield text, found
    vaults = reader.vaults if isinstance(reader, FederatedLookup) else {}
    vault, inside = inward(text, vaults)
    found = data_members_named(inside, reader) if vault else ()  # `work:Session.timeout`
    if own := [each for each in found if inward(each.definition.head.path, vaults)[0] == vault]:
        yield inside, own


def _hint(name: str, found: Sequence[DataMember], documents: Mapping[str, Document]) -> str:
    """The hint that the first of several members is taken, or that of a base; else empty."""
    if len(found) > 1:
        places = [
            f"{member_ref(each, name)} (line {line_of(documents[each.definition.head.path].text, each.line[0])})"
            for each in found
            if each.line and each.definition.head.path in documents
        ]
        return data_members_hint(name, places)
    owner, own = (*parts_of_name(name)[-2:-1], "")[0], found[0].definition.unit.title
    inherited = addressed(f"{quote_name(name)} is inherited: it is ", str(member_ref(found[0], name)))
    return "" if fold(owner) in ("", fold(own)) else inherited


def _statement_end(text: str, start: int, end: int, limit: int) -> int:
    """The end of the line in which all brackets of the declaration are closed; the given end if none is near."""
    depth, at = 0, start
    for _ in range(_MOST_LINES):
        line_end = text.find("\n", at, limit)
        line_end = limit if line_end < 0 else line_end
        depth += sum((sign in _OPENING) - (sign in _CLOSING) for sign in text[at:line_end])
        if depth <= 0 or line_end == limit:
            return max(end, line_end) if depth <= 0 else end
        at = line_end + 1
    return end


def _docstring_end(text: str, end: int, limit: int) -> int:
    """The end of the docstring that begins in the line below; the given end if there is none."""
    begin = _DOCSTRING.match(text, end + 1, limit)
    close = text.find(begin[1], begin.end(), limit) if begin else -1
    return close + len(begin[1]) if begin and close >= 0 else end


def _starts_above(text: str, start: int, limit: int) -> Iterator[int]:
    """Where the lines above the offset begin, from the last up."""
    for _ in range(_MOST_LINES):
        if start <= limit:
            return
        start = text.rfind("\n", 0, start - 1) + 1
        if start >= limit:
            yield start
