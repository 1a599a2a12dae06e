"""Source text to symbols and references, by tree-sitter."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from time import thread_time
from typing import get_args

from ...model.document import SymbolKind
from .broken_functions import add_functions
from .broken_macros import add_macros
from .broken_namespaces import add_namespaces
from .broken_statements import without_broken_statements
from .comments import Comments, comment_text, comments_of, docstring_text
from .conditional_bodies import hides_function, with_first_branches_in_bodies, without_dead_branches
from .conditional_lines import with_first_branches
from .definitions import ByteRange, CapturedNodes, Definition, nested
from .exports import exported_symbols
from .extension_members import without_extension_blocks
from .grammars import CapturedSpan, Captures, Grammar, grammar
from .here_documents import without_nested_here_documents
from .item_macros import without_item_macros
from .languages import LanguageSpec
from .macro_spans import has_macro_of_type, without_macros
from .member_macros import without_member_macros
from .offsets import Lines, characters
from .parsed_source import ParsedSource, Symbol
from .qualified_names import symbols_among, unique, unquoted
from .references import ReferenceReader
from .typescript_syntax import with_semicolons, without_types_of
from .unclosed_brackets import without_unclosed_brackets
from .variable_types import VariableTypes, has_variable_types

TIME_LIMIT = 1.0  # seconds of CPU for one file

_MAX_SIGNATURE = 300  # characters
_MAX_SIGNATURE_BYTES = 1000  # read of a definition, before blanks are folded
_TYPESCRIPT = frozenset({"typescript", "tsx"})
_REWRITTEN = {"csharp": with_first_branches, "ruby": without_nested_here_documents}  # a text with an error
_WITH_BODIES = tuple(f"definition.{kind}" for kind in ("class", "function", "interface", "method"))
_IN_BODIES = "reference.call", "variable.local"
_LONE_CARRIAGE_RETURN = re.compile(r"\r(?!\n)")
_KINDS: Mapping[str, SymbolKind] = {f"definition.{kind}": kind for kind in get_args(SymbolKind)}
_BRACKETS = re.compile(r"(?<=[(\[]) |,? (?=[)\]])")  # of parameters on lines of their own
_ATTRIBUTE = re.compile(rb"\b(?:[cm]?attr_\w+|class_attribute|delegate|def_delegators?)\b")  # of Ruby, before the names
_BLANKS_AT_BRACKETS = ("( ", "[ ", " )", " ]")  # that the expression removes: most signatures have none
_END_OF_SIGNATURE = ":={,;\\"  # and blanks and `=>`


def symbols_of(text: str, language: LanguageSpec, *, seconds: float = TIME_LIMIT) -> ParsedSource:
    """The symbols, imports, base classes and calls of a source text.

    Offsets are those of the text.  The outcome says why there are none: the language has no grammar, the wheel of the
    grammar is not installed, or parsing took longer than `seconds` of CPU.
    """
    if language.grammar is None:
        return ParsedSource(language.name, "no grammar")
    loaded = grammar(language.grammar)
    if loaded is None:
        return ParsedSource(language.name, "grammar not installed")
    data, begun = _prepared(encoded(text), language), thread_time()
    is_typescript = language.name in _TYPESCRIPT
    readable = without_types_of(data) if is_typescript else data
    found = (
        _rust_captures(data, loaded, seconds) if language.name == "rust" else loaded.captures(readable, seconds=seconds)
    )
    if found is None:
        return ParsedSource(language.name, "time limit")
    # `struct API Mill {` is read as a function without an error.
    is_misread = language.has_prototypes and has_macro_of_type(data)
    if is_misread or (found["broken"] and (language.has_prototypes or is_typescript)):
        before, readable = readable, with_semicolons(readable) if is_typescript else without_macros(data)
        found = _read_again(found, before, readable, loaded, seconds=seconds - (thread_time() - begun))
    if found["broken"] and (rewritten := _REWRITTEN.get(language.name)):
        again = _read_again(found, data, rewritten(data), loaded, seconds=seconds - (thread_time() - begun))
        found = min(found, again, key=lambda each: len(each["broken"]))
    had_errors = bool(found["broken"])
    if had_errors and language.has_prototypes:
        found = _with_conditional_bodies(found, readable, loaded, seconds=seconds - (thread_time() - begun))
    if found["broken"]:
        is_python = language.name == "python"
        other = without_broken_statements(data) if is_python else without_unclosed_brackets(readable, language.name)
        again = _read_again(found, readable, other, loaded, seconds=seconds - (thread_time() - begun))
        better = again if _count_bodies(again) >= _count_bodies(found) else found
        found = {**better, "broken": found["broken"]}
    has_errors = bool(found["broken"])
    comments = comments_of(data, found.pop("comment", ()), found.pop("lead", ()))
    if had_errors:
        _add_hidden(found, data, language, comments)
    return _File(data, language, nested(found, data), comments).source(has_errors=has_errors)


def _prepared(data: bytes, language: LanguageSpec) -> bytes:
    """The text without what hides definitions although it leads to no error."""
    if language.has_prototypes:
        return without_dead_branches(data)
    return without_extension_blocks(data) if language.name == "csharp" else data


def _add_hidden(found: Captures, data: bytes, language: LanguageSpec, comments: Comments) -> None:
    """Adds captures of what a syntax error hides, or hid before the text was read again."""
    if language.has_prototypes:
        add_macros(found, data, comments)
    if language.name == "cpp" and found["broken"]:
        add_namespaces(found, data)
    if language.name == "bash":
        add_functions(found, data)


def _read_again(found: Captures, data: bytes, other: bytes, loaded: Grammar, *, seconds: float) -> Captures:
    """The captures of the other text of the same places, with all comments; the given ones if it is the same text or
    parsing takes longer than `seconds` of CPU.
    """
    again = loaded.captures(other, seconds=seconds) if other != data else None
    return found if again is None else {**again, "comment": found.get("comment", [])}


def _with_conditional_bodies(found: Captures, data: bytes, loaded: Grammar, *, seconds: float) -> Captures:
    """The captures of the first branches of conditions inside of functions, with the calls and variables of the given
    ones in others, unless these have more bodies.
    """
    if not hides_function(found, data):
        return found
    again = _read_again(found, data, with_first_branches_in_bodies(data), loaded, seconds=seconds)
    if again is found or _count_bodies(again) < _count_bodies(found):
        return found
    return {**again, **{capture: _of_both(found.get(capture, ()), again.get(capture, ())) for capture in _IN_BODIES}}


def _of_both(some: Iterable[CapturedSpan], others: Iterable[CapturedSpan]) -> list[CapturedSpan]:
    return list({(each.start_byte, each.end_byte): each for each in chain(some, others)}.values())


def _rust_captures(data: bytes, loaded: Grammar, seconds: float) -> Captures | None:
    """The captures of the text with the items inside of macros, unless reading these leads to more errors."""
    begun, best = thread_time(), None
    for readable in dict.fromkeys((without_item_macros(data), without_item_macros(data, conditional=True), data)):
        found = loaded.captures(readable, seconds=seconds - (thread_time() - begun))
        if found is None:
            return best
        if best is None or len(found["broken"]) < len(best["broken"]):
            best = found
        if not found["broken"]:
            break
    return best


def _count_bodies(found: Captures) -> int:
    return sum(len(found.get(capture, ())) for capture in _WITH_BODIES)


def encoded(text: str) -> bytes:
    """The text in UTF-8, without lone CR and without lone surrogates; each character keeps its place."""
    return (_LONE_CARRIAGE_RETURN.sub("\n", text) if "\r" in text else text).encode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class _File:
    """A source file as bytes, with its captured nodes."""

    data: bytes
    language: LanguageSpec
    captures: CapturedNodes
    comments: Comments

    def source(self, *, has_errors: bool) -> ParsedSource:
        """The values of the file."""
        found = self.captures.definitions
        if self.language.name == "cpp":
            found = without_member_macros(found, self.data)
        definitions = symbols_among(found, self.read, splits=bool(self.language.separator))
        names = unique(".".join(each.path) for each in definitions)
        listed = self._listed()
        exported = exported_symbols(self.language.exports, definitions, self.data, listed)
        references = self.captures.references
        name = self.language.name
        classes = VariableTypes(self.data, name, self.captures) if has_variable_types(name) else None
        reader = ReferenceReader(self.data, self.read, Lines(self.data), definitions, names, self.language, classes)
        declared = reader.declarations(self.captures.declared, self.comments if has_errors else None)
        return ParsedSource(
            self.language.name,
            "parsed",
            tuple(self._symbols(definitions, names, exported)),
            self._file_doc(),
            (*reader.imports(references, listed or frozenset()), *declared),
            (*reader.bases(references), *reader.instances()),
            tuple(reader.calls(self.captures)),
            has_errors,
        )

    def read(self, span: ByteRange) -> str:
        """The text of a span."""
        return self.data[span[0] : span[1]].decode("utf-8", "replace")

    def _file_doc(self) -> str:
        """The docstring of the file, its inner documentation comments, or the comment above its package clause."""
        if self.captures.docs:
            return docstring_text(self.read(self.captures.docs[0]))
        comments = [each.span for each in self.captures.references if each.capture == "doc.file"]
        if not comments:
            clause = next((each for each in self.captures.references if each.capture == "package.clause"), None)
            comments = self.comments.first_before(clause.span[0], 0)[1] if clause else []
        return comment_text(map(self.read, comments), self.language.comments)

    def _listed(self) -> frozenset[str] | None:
        """The names in the list of exports of the file; None when the file has no list."""
        found = [each for each in self.captures.references if each.capture.startswith("export.")]
        names = (unquoted(self.read(each.span)) for each in found if each.capture == "export.name")
        return frozenset(names) if found else None

    def _symbols(self, definitions: list[Definition], names: list[str], exported: list[bool]) -> Iterator[Symbol]:
        begins = [self.comments.past_leads(each.start, each.end) for each in definitions]
        leads = [self.comments.first_before(each.start, above) for each, above in _with_ends_above(definitions)]
        ends = (each.end for each in definitions)
        at = characters(self.data, chain(begins, ends, (start for start, _ in leads)))
        for index, each in enumerate(definitions):
            begin, (start, comments) = begins[index], leads[index]
            yield Symbol(
                name=each.path[-1],
                qualified_name=names[index],
                kind="method" if each.is_member and each.kind == "definition.function" else _KINDS[each.kind],
                signature=self._signature(each, begin),
                doc=self._doc(each, comments),
                start=at(start),
                end=at(each.end),
                definition=at(begin),
                exported=exported[index],
                parent=each.parent,
            )

    def _signature(self, definition: Definition, begin: int) -> str:
        end = min(definition.end if definition.body is None else definition.body, begin + _MAX_SIGNATURE_BYTES)
        if self.language.name == "rust" and definition.kind == "definition.const":
            end -= 1  # the semicolon, or the bracket of a macro in its place
        text = self._without_comments(begin, end)
        if definition.before:
            start, stop = definition.before
            text = self._without_comments(self.comments.past_leads(start, stop), stop) + b" " + text
        if self.language.name == "csharp":
            text = with_first_branches(text)
        elif self.language.name == "ruby" and definition.kind == "definition.property":
            before = _ATTRIBUTE.findall(self.data, max(0, begin - _MAX_SIGNATURE_BYTES), begin)
            text = b" ".join((*before[-1:], text))
        folded = text.decode("utf-8", "ignore")
        if "\n" in folded or "\t" in folded or "  " in folded:
            folded = " ".join(folded.split())
            if any(blanks in folded for blanks in _BLANKS_AT_BRACKETS):
                folded = _BRACKETS.sub("", folded)
        has_end = self.language.name != "ruby" or definition.body is not None  # `delegate :name=` has none
        signature = _without_end(folded[:_MAX_SIGNATURE]) if has_end else folded[:_MAX_SIGNATURE]
        if definition.name and definition.body and definition.name[0] > definition.body:  # typedef struct { … } name
            signature = f"{signature} {definition.path[-1]}"[:_MAX_SIGNATURE]
        return signature

    def _without_comments(self, begin: int, end: int) -> bytes:
        text = self.data[begin:end]
        for start, stop in reversed(self.comments.within(begin, end)):
            text = text[: start - begin] + b" " + text[stop - begin :]
        return text

    def _doc(self, definition: Definition, comments: Collection[ByteRange]) -> str:
        if definition.docs:
            return docstring_text(self.read(definition.docs[0]))
        return comment_text(map(self.read, comments), self.language.comments)


def _without_end(signature: str) -> str:
    """The signature without what stands before a body or a value."""
    while (shorter := signature.rstrip().rstrip(_END_OF_SIGNATURE).removesuffix("=>")) != signature:
        signature = shorter
    return signature


def _with_ends_above(definitions: list[Definition]) -> Iterator[tuple[Definition, int]]:
    """Each definition with the last end of a definition before it."""
    above, open_ends = 0, list[int]()
    for each in definitions:
        while open_ends and open_ends[-1] <= each.start:
            above = max(above, open_ends.pop())
        yield each, above
        open_ends.append(each.end)
