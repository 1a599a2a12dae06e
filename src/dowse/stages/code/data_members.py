"""Data members of types that are no symbols of their own: where `Session.timeout` is declared or set."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import PurePosixPath
from typing import NamedTuple

from ...analysis.code.symbol_names import parts_of_name
from ...analysis.folding import fold
from ...model.document import Document, Span, SymbolKind, Unit
from ...model.hit import Hits
from ...model.ref import Ref
from ...model.symbol import SymbolDefinition
from ...ports.storage import Reader
from ...query.ast import And, OneOf, Word
from .code_passage import enclosing, innermost
from .enclosing_symbols import enclosing_symbols
from .enumerators import enumerator_pattern
from .signature_spans import line_at

_TYPES = frozenset({"class", "struct", "interface", "type", "trait", "enum"})
KINDS_WITH_MEMBERS: tuple[SymbolKind, ...] = "class", "interface", "type"  # whose members have names of their own
# Of files in which a type has the declarations of its members and few or no uses.
_OF_DECLARATIONS = frozenset(
    {".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".go", ".rs", ".ts", ".tsx", ".mts", ".cts"}
)
_MOST_DECLARING = 3  # types of which a name alone means the member
_MOST_TYPES = 6  # of one name, whose texts are read; of more those in files with the name of the member
_MOST_BASES = 3  # classes up from the named one
_LONGEST = 500_000  # characters of a type that are searched
_LONGEST_LINE = 1_000  # characters of a line with a declaration

_NO_STATEMENT = (
    r"(?!(?:[*/\"'<]|#(?!\w)|--|(?:return|throw|await|yield|new|delete|goto|else|case|using|import|from|assert|raise|del|not|and"
    r"|or|if|elif|while|for|print|echo)\b))"
)
_WORDS_BEFORE = r"(?:[\w<>\[\]?.,&*:|$@()]++[ \t]++){0,12}?"  # modifiers and a type
_IN_C = (
    r"\)\(|,[ \t*&\w,=\[\]]{0,200}+;|\{[^{};\n]{0,200}+\}[ \t]*+;"  # a pointer to a function, several, or with braces
)
# Of a line by the ending of the file, around the name.
_IN_PYTHON = r"^[ \t]*+", r"\b[ \t]*+(?:=(?!=)|:[ \t]*+(?:\S++[ \t]*+(?:$|[=|])|\S*?[\[(,]))"
_GO_STATEMENT = r"(?:type|func|var|const|return|if|for|switch|case|select|go|goto|defer|else|import|package)\b"
_IN_GO = rf"^[ \t]*+(?!{_GO_STATEMENT})(?:\w++,[ \t]*+){{0,20}}?", r"\b(?:,[ \t]*+\w++){0,20}+[ \t]++[*\[\]<\w]"
_IN_OTHERS = (
    rf"^[ \t]*+{_NO_STATEMENT}{_WORDS_BEFORE}(?:\(\*|[*&$@#]*+)",
    rf"\b(?:[?!]?[ \t]*+(?::(?!:)|=(?![=>])|;)|(?:\[\w*+\])++[ \t]*+[=;]|[ \t]*+\{{[ \t]*+(?:get|set|init)\b|{_IN_C})",
)
# A type stands behind the name, so that only decorators and modifiers are before it: `a: number;` declares no `number`.
_DECORATORS = r"(?:@\w++(?:\([^()\n]{0,200}+\))?+[ \t]++){0,4}+"
_MODIFIERS = r"(?:(?:declare|public|protected|private|static|abstract|override|readonly|accessor)[ \t]++){0,6}+"
_IN_SCRIPTS = rf"^[ \t]*+{_DECORATORS}{_MODIFIERS}[#$]?+", _IN_OTHERS[1]
# Comments, texts and attributes, `#[derive(Debug)]`, in which no line declares anything; a quotation mark without an
# end reaches to that of its line.
_IN_LINE = r"\"(?:[^\"\\\n]|\\[^\n])*+\"?+|'(?:[^'\\\n]|\\[^\n])*+'?+"
_DOUBLE, _SINGLE = (rf"{mark * 3}(?:[^{mark}\\]|\\.|{mark}(?!{mark}{mark}))*+(?:{mark}{{3}})?+" for mark in "\"'")
_HASH_TEXT = re.compile(rf"\#[^\n]*+|{_DOUBLE}|{_SINGLE}|{_IN_LINE}", re.DOTALL)
_SLASH_TEXT = re.compile(rf"//[^\n]*+|\#\[[^\[\]\n]*+\]|/\*.*?(?:\*/|\Z)|`[^`]*+`?+|{_DOUBLE}|{_IN_LINE}", re.DOTALL)
_WITH_HASHES = frozenset({".py", ".pyi", ".ipynb", ".rb"})
_WITH_MODIFIERS = frozenset({".ts", ".tsx", ".mts", ".cts", ".php"})  # of parameters that are members, too
_NAME = re.compile(r"\w+")
_FORMS = {
    **dict.fromkeys((".py", ".pyi"), _IN_PYTHON),
    ".go": _IN_GO,
    **dict.fromkeys((".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"), _IN_SCRIPTS),
}


class DataMember(NamedTuple):
    """The declaration of a data member, or where it is set."""

    definition: SymbolDefinition  # of the type
    unit: str  # the innermost symbol around the place; of the same document
    line: Span | None  # None for a member that is a symbol


def data_members(owner: str, name: str, reader: Reader) -> Sequence[DataMember]:
    """Those of the types of this name that have the member, or of the first bases that have it, also as a symbol."""
    same = reader.definitions((fold(owner),)).get(fold(owner), ())
    return members_of_types([each for each in same if _is_type(each.unit, owner)], name, reader)


def members_of_types(types: Sequence[SymbolDefinition], name: str, reader: Reader) -> Sequence[DataMember]:
    """The members of this name of the types, or of the first bases that have one, also those that are symbols."""
    for _ in range(_MOST_BASES + 1):
        types = _likely(types, name, reader)
        documents = reader.documents([each.head.path for each in types]) if types else {}
        found = [
            member
            for each in types
            if (document := documents.get(each.head.path)) and (member := _member(document, each, name))
        ]
        if found or not types:
            return found
        types = list(_bases(types, documents, reader))
    return ()


def types_with_member(name: str, hits: Hits, reader: Reader) -> Sequence[SymbolDefinition]:
    """The types of source files in C, Go, Rust and TypeScript that declare a data member of this name; none if more do
    than a name alone can mean.
    """
    found = [
        SymbolDefinition(document.head, unit, is_exported=True)
        for document, unit in enclosing_symbols(name, KINDS_WITH_MEMBERS, hits, reader, _OF_DECLARATIONS)
        if _declaration(document, unit, name)
    ]
    return found if len(found) <= _MOST_DECLARING else ()


def data_member_span(document: Document, names: Sequence[str], spot: str) -> Span | None:
    """The line of the document that declares the first of these qualified names that it declares.

    In the type of that name, or in the one that the symbol `spot` is or is inside of.
    """
    for qualified in names:
        *outer, name = parts_of_name(qualified) or ("",)
        for unit in document.units if outer else ():
            is_around = unit.kind in _TYPES and f"{spot}.".startswith(f"{unit.name}.")
            is_meant = (is_around or _is_type(unit, outer[-1])) and not _member_symbol(document, unit, name)
            if is_meant and (span := _declaration(document, unit, name)):
                return span
    return None


def _likely(types: Sequence[SymbolDefinition], name: str, reader: Reader) -> Sequence[SymbolDefinition]:
    """At most so many that their texts can be read, first those in files with that name."""
    if len(types) > _MOST_TYPES:
        docs = frozenset(each.head.path for each in types)
        found = {hit.ref.doc for hit in reader.select(And((OneOf(docs), Word(name))), len(docs))}
        types = sorted(types, key=lambda each: each.head.path not in found)
    return types[:_MOST_TYPES]


def _is_type(unit: Unit, name: str) -> bool:
    return unit.title == name and unit.kind in _TYPES


def _bases(
    types: Sequence[SymbolDefinition], documents: Mapping[str, Document], reader: Reader
) -> Iterator[SymbolDefinition]:
    """The classes that these extend: in the same file those that the signature names, in others the resolved ones."""
    for each in types:
        if document := documents.get(each.head.path):
            yield from (
                SymbolDefinition(each.head, unit, is_exported=True) for unit in _bases_here(document, each.unit)
            )
    sources = {Ref(each.head.path, each.unit.name) for each in types}
    edges = reader.edges({ref.doc for ref in sources})
    targets = sorted({each.target for each in edges if each.relation == "extends" and each.source in sources})
    heads, units = reader.heads({ref.doc for ref in targets}), reader.units({ref.doc for ref in targets})
    for ref in targets:
        found = next((unit for unit in units.get(ref.doc, ()) if unit.name == ref.section), None)
        if found and ref.doc in heads:
            yield SymbolDefinition(heads[ref.doc], found, is_exported=True)


def _bases_here(document: Document, unit: Unit) -> Iterator[Unit]:
    """The types of the document that the signature of this one names."""
    signature = next((facts.signature for facts in document.symbols if facts.unit == unit.name), "")
    names = set(_NAME.findall(signature)) - {unit.title}
    return (other for other in document.units if other.title in names and other.kind in _TYPES)


def _declaration(document: Document, unit: Unit, name: str) -> Span | None:
    """The line in the type that declares the member, else the first one that sets it in an object."""
    text, end = document.text, min(unit.end, unit.start + _LONGEST)
    if not name.isidentifier() or name == unit.title or text.find(name, unit.start, end) < 0:
        return None
    ending = PurePosixPath(document.head.path).suffix
    declared, is_set = _patterns(name, ending)
    around = enclosing(document.units)
    for found in _in_code(declared.finditer(text, unit.start, end), text, (unit.start, end), ending):
        line = line_at(text, found.start(1))
        # One in a symbol inside of the type is a statement of a method.
        if around(found.start(1)) == unit and line[0] >= unit.start and line[1] - line[0] <= _LONGEST_LINE:
            return line
    enumerators = enumerator_pattern(name).finditer(text, unit.start, end) if unit.kind == "enum" else ()
    for found in _in_code(enumerators, text, (unit.start, end), ending):
        return line_at(text, found.start(1))
    type_around = _types_around(document.units)
    for found in _in_code(is_set.finditer(text, unit.start, end), text, (unit.start, end), ending):
        if type_around(found.start()) == unit:
            return line_at(text, found.start())
    return None


def _types_around(units: Sequence[Unit]) -> Callable[[int], Unit | None]:
    """The innermost type around an offset, for offsets that do not decrease."""
    around, named = enclosing(units), {unit.name: unit for unit in units}

    def found(at: int) -> Unit | None:
        unit = around(at)
        while unit and unit.kind not in _TYPES:
            unit = named.get(unit.parent) if unit.parent else None
        return unit

    return found


def _in_code(matches: Iterable[re.Match[str]], text: str, span: Span, ending: str) -> Iterator[re.Match[str]]:
    """Those of the matches in the span whose last character is in no text and in no comment."""
    texts = (_HASH_TEXT if ending in _WITH_HASHES else _SLASH_TEXT).finditer(text, *span)
    around = next(texts, None)
    for found in matches:
        at = found.end(found.lastindex or 0) - 1
        while around and around.end() <= at:
            around = next(texts, None)
        if around is None or at < around.start():
            yield found


@lru_cache(64)
def _patterns(name: str, ending: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Of lines that may declare the name, and of what sets it in an object, as a parameter of a constructor may."""
    before, behind = _FORMS.get(ending, _IN_OTHERS)
    word = re.escape(name)
    is_set = (
        rf"(?:\b(?:self|this)(?:\.|->)|@){word}\b(?:,[ \t]*+self\.\w++){{0,20}}+[ \t]*+(?::[^=\n]{{0,200}}+)?=(?!=)"
    )
    if ending in _WITH_MODIFIERS:
        is_set += (
            rf"|\b(?:private|protected|public|readonly)[ \t]++(?:[\w\\?|]++[ \t]++){{0,4}}?\$?{word}\b[ \t]*+[?:=,)]"
        )
    return re.compile(f"{before}({word}){behind}", re.MULTILINE), re.compile(is_set)


def _member(document: Document, definition: SymbolDefinition, name: str) -> DataMember | None:
    """The symbol of the type that has the name, or the place that declares or sets the data member."""
    if symbol := _member_symbol(document, definition.unit, name):
        return DataMember(definition, symbol, None)
    line = _declaration(document, definition.unit, name)
    around = innermost(document.units, line[0]) if line else None
    return DataMember(definition, (around or definition.unit).name, line) if line else None


def _member_symbol(document: Document, unit: Unit, name: str) -> str:
    """The symbol of the type with that name, in Ruby also with a question or an exclamation mark behind it."""
    members = [each for each in document.units if each.parent == unit.name and each.title.rstrip("?!") == name]
    return next((each.name for each in sorted(members, key=lambda each: each.title != name)), "")
