"""Imports, base classes and calls as the text has them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from ...model.source_reference import BaseReference, BaseRelation, CallReference, ImportReference
from .comments import Comments
from .declared_types import DECLARING_LANGUAGES, DeclaredTypes
from .definitions import ByteRange, CapturedNodes, CapturedReference, Definition
from .go_variables import GoVariables
from .languages import LanguageSpec
from .local_variables import LocalVariables
from .method_chains import MethodChains
from .offsets import Lines
from .php_variables import PhpVariables
from .qualified_names import WITH_MEMBERS, unquoted
from .ruby_variables import RubyVariables
from .rust_variables import RustVariables
from .variable_types import VariableTypes

Read = Callable[[ByteRange], str]

_Typed = Callable[[tuple[str, ...], int, "Definition | None"], tuple[str, ...]]

_DECLARATIONS: Mapping[str, type[GoVariables | PhpVariables | RubyVariables | RustVariables]] = {
    "go": GoVariables,
    "php": PhpVariables,
    "ruby": RubyVariables,
    "rust": RustVariables,
}  # what reads those of variables

_TOKENS = re.compile(r"[{},*]|[\w$#]+")
_USE_KEYWORDS = frozenset({"use", "function", "const"})  # in PHP
_MAX_BRACES = 20  # within each other
_WITH_BASES = WITH_MEMBERS | {"definition.module"}
_MAX_CALLEE = 200  # bytes; of a longer chain of calls the last name is kept
_SIMPLE = re.compile(r"(?:[^\W\d]|\$)[\w$]*(?:\.(?:[^\W\d]|\$)[\w$]*)*\Z")
_SEPARATORS = re.compile(r"\s*(?:[?&]\.|!\.|\?->|->|::|\.|\\)\s*")
_METHOD = re.compile(r"\s*(?:(?:&?\.|::)\s*)?\w+[?!]?")
_LAST_SEPARATOR = re.compile(r"(?:::|(?:\{\})?\s*(?:\.|->))(?=[^.:>{}]*(?:<>)?\s*\Z)")
_LAST_NAME = re.compile(r"(?:\.|->|::)\s*([\w$#?!]+)\s*\Z")
_NAME = re.compile(r"(?:(?:r#|[#$@~]+)?\w[\w$]*[?!]?|\$[\w$]*)\Z")
_PROTOTYPE = 200  # bytes before the name of a function, in which its declaration says that it is static
_STATIC = re.compile(rb"\bstatic\b")
_STATEMENT_END = re.compile(rb"[;{}]|\*/|\n[^\S\n]*+(?:#|//)")  # before the next one
_DECLARATION = re.compile(  # of a function, from the end of the line above; the lines that continue it are indented
    rb"\n(?=[A-Za-z_])(?![^(\n]{0,200}\b(?:typedef|return|else|case|goto)\b)[\w \t*]{0,200}[ \t*](\w{1,200})[ \t]?"
    rb"\([^;{}\n]{0,400}(?:\n[ \t][^;{}\n]{0,400}){0,20}\)[^;{}()]{0,100};"
)
_CREATED = re.compile(r"new\s+([A-Z]\w*(?:\.[A-Z]\w*)*)(?=\s*[<(])")  # `new Cup().fill`
_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}


@dataclass(frozen=True, slots=True)
class ReferenceReader:
    """Makes references of captured nodes."""

    data: bytes
    read: Read
    lines: Lines
    symbols: Sequence[Definition]
    names: Sequence[str]  # of the symbols, qualified
    language: LanguageSpec
    classes: VariableTypes | None  # of variables, if the language has them

    def calls(self, nodes: CapturedNodes) -> Iterator[CallReference]:
        """The calls with a name."""
        known: dict[bytes, tuple[str, ...]] = {}
        typed = self._typed(nodes)
        chains = MethodChains(self.data, nodes.arguments) if self.language.name == "java" else None
        variables = LocalVariables(self.read, nodes.variables) if self.language.has_prototypes else None
        for capture, (start, end), holder in nodes.calls:
            if capture != "reference.call":
                end = self._callee_end(capture, start, end, nodes.arguments)  # noqa: PLW2901
            if end - start > _MAX_CALLEE:  # each call of a long chain has all before it
                callee = (chains and chains.parts(start, end)) or self._callee((start, end))
            elif (callee := known.get(text := self.data[start:end], ())) == ():
                callee = known[text] = self._callee((start, end))
            if typed and len(callee) > 1:
                callee = typed(callee, start, holder)
            if callee[-1] and not (variables and len(callee) == 1 and variables.has(callee[0], holder)):
                yield CallReference(callee, self.lines.at(start), None if holder is None else holder.symbol)

    def _typed(self, nodes: CapturedNodes) -> _Typed | None:
        """What puts the type of a variable in the place of its name, if the language has it."""
        name = self.language.name
        if name in DECLARING_LANGUAGES:
            return partial(_with_type, DeclaredTypes(self.data, nodes.variables, name))
        if name in _DECLARATIONS:
            return _DECLARATIONS[name](self.data, nodes.variables).typed
        return self.classes.typed if self.classes else None

    def _callee(self, span: ByteRange) -> tuple[str, ...]:
        text = self._tail(span)
        if self.language.name in DECLARING_LANGUAGES and (created := _CREATED.match(text)):
            return (*created[1].split("."), *callee_parts(_folded(text[created.end(1) :]))[1:])
        if self.language.name == "ruby" and text.startswith("::"):  # of no module around
            return ("", *callee_parts(text))
        parts = callee_parts(text) if self.language.separator else (text,)
        if self.language.name == "cpp" and len(parts) > 1 and parts[0] != "this" and not _is_qualified(text):
            return ("", parts[-1])  # of an object, which may be called like a type
        return parts

    def bases(self, found: Iterable[CapturedReference]) -> Iterator[BaseReference]:
        """The base classes and interfaces among the references; last the interfaces of Go that a line asserts."""
        asserted: list[CapturedReference] = []
        for each in found:
            if each.capture in {"base.asserted", "base.subject"}:
                asserted.append(each)
            elif each.capture == "base.anonymous":
                if (base := callee_parts(self._tail(each.span)))[-1]:
                    yield BaseReference("", base, "extends", self.lines.at(each.span[0]), _symbol_at(each.holder))
            elif each.capture in {"base.extends", "base.implements"}:
                base = callee_parts(self._tail(each.span))
                subject, symbol = self._subject_at(each.holder)  # not of an unnamed class
                relation: BaseRelation = "implements" if each.capture == "base.implements" else "extends"
                if base[-1] and subject:
                    yield BaseReference(subject, base, relation, self.lines.at(each.span[0]), symbol)
        yield from self._asserted(asserted)

    def _asserted(self, found: Sequence[CapturedReference]) -> Iterator[BaseReference]:
        """The interfaces that lines such as `var _ Store = (*Shelf)(nil)` assert, whose parts are in order.

        They are those of the type, or of the variable if another file defines the type.
        """
        listed = enumerate(self.symbols if found else ())
        types = {each.path: n for n, each in listed if each.kind in WITH_MEMBERS}
        interface: ByteRange = (0, 0)
        for capture, span, holder in found:
            if capture == "base.asserted":
                interface = span
                continue
            at = types.get((self.read(span),), _symbol_at(holder))
            base = callee_parts(self._tail(interface))
            if at is not None and base[-1]:
                yield BaseReference(self.names[at], base, "implements", self.lines.at(span[0]), at)

    def instances(self) -> Iterator[BaseReference]:
        """The classes of the constants of the module, as references from the constants; without `str` and its like."""
        for n, each in enumerate(self.symbols if self.classes else ()):
            is_first = each.kind == "definition.const" and self.names[n] == each.path[0]
            *around, name = self.classes.of_module(each.path[0]) if self.classes and is_first else ("",)
            if name.lstrip("_$")[:1].isupper():
                base = (*around, name.removesuffix("()"))
                yield BaseReference(self.names[n], base, "instance", self.lines.at(each.start), n)

    def imports(self, found: Iterable[CapturedReference], reexports: frozenset[str]) -> Iterator[ImportReference]:
        """The imports among the references; `reexports` are local names that the module exports by a list."""
        statement: list[CapturedReference] = []
        for each in found:
            if each.capture in {"import.statement", "import.reexport"}:
                yield from self._statement(statement, reexports)
                statement = [each]
            elif each.capture.startswith("import.") and statement:
                statement.append(each)
        yield from self._statement(statement, reexports)

    def declarations(self, names: Iterable[ByteRange], broken: Comments | None) -> Iterator[ImportReference]:
        """The functions that the file declares and does not define, each once, as names of its own.

        After a syntax error, also those that only look like it: one in a type hides the rest of a header.  `broken` are
        the comments of a file with such an error.
        """
        if not self.language.has_prototypes:
            return
        known = {each.path[0] for each in self.symbols if len(each.path) == 1}
        found = (each.span(1) for each in _DECLARATION.finditer(self.data)) if broken else ()
        hidden = (span for span in found if broken and not broken.cover(span[0]))
        for start, end in (*names, *hidden):
            name = self.read((start, end))
            before = self.data[max(0, start - _PROTOTYPE) : start]
            if name.isidentifier() and name not in known and not _is_static(before):
                known.add(name)
                yield ImportReference("", name, "", 0, False, self.lines.at(start), None)

    def _statement(self, parts: Sequence[CapturedReference], reexports: frozenset[str]) -> Iterator[ImportReference]:
        if not parts:
            return
        read = ImportStatement(self.language.separator)
        for each in parts[1:]:
            read.add(each.capture.removeprefix("import."), self.read(each.span))
        line, symbol = self.lines.at(parts[0].span[0]), _symbol_at(parts[0].holder)
        is_python = self.language.exports == "underscore"  # `import a as a` exports a
        all_reexported = any(each.capture in {"import.reexport", "import.public"} for each in parts)
        for module, name, alias in read.entries():
            local = alias or name or module.rpartition(".")[2]
            reexported = all_reexported or local in reexports or (is_python and alias == name != "")
            yield ImportReference(module, name, alias if alias != name else "", read.level, reexported, line, symbol)

    def _callee_end(self, capture: str, start: int, end: int, arguments: Mapping[int, int]) -> int:
        """Where the callee of a call without a node for the callee ends.

        A pattern of the arguments or of the name would wait for them in each call of a chain, which takes a time
        quadratic in the length of the chain.
        """
        if capture == "call.whole":
            return arguments.get(end, end)
        first = end if capture == "call.receiver" else start
        found = _METHOD.match(self.read((first, first + _MAX_CALLEE)))
        return first + len(found[0].encode()) if found else first

    def _subject_at(self, holder: Definition | None) -> tuple[str, int | None]:
        """The type at a definition, or at a scope outside of the type."""
        if holder is None or holder.kind not in _WITH_BASES:
            return "", None
        if holder.kind != "scope.type":
            return ("", None) if holder.symbol is None else (self.names[holder.symbol], holder.symbol)
        found = next((at for at, each in enumerate(self.symbols) if each.path == holder.path), None)
        return ".".join(holder.path) if found is None else self.names[found], found

    def _tail(self, span: ByteRange) -> str:
        start, end = span
        if end - start <= _MAX_CALLEE:
            return self.read(span)
        match = _LAST_NAME.search(self.read((end - _MAX_CALLEE, end)))
        return f"().{match[1]}" if match else ""


class ImportStatement:
    """The parts of one import statement, in order of the text."""

    def __init__(self, separator: str) -> None:
        self.separator = separator  # of the parts of a path
        self._modules: list[str] = []
        self._names: list[tuple[str, str]] = []  # imported, local
        self._aliases: dict[int, str] = {}  # of modules
        self._pending = ""  # an alias that stands before its module or its name
        self._paths: list[tuple[list[str], str]] = []  # with aliases
        self.level = 0

    def add(self, part: str, text: str) -> None:
        """Take the next captured part."""
        match part:
            case "module" | "path" | "relative":
                self._add_module(part, text)
            case "name" | "all" | "default" | "as_default" | "namespace" | "package":
                self._names.append(self._name(part, text))
            case "offered":  # `exports.alias = name`
                self._pending = text
            case "tree":
                self._paths.extend(use_paths(text))
            case "member":  # require("x").member
                self._names.append((text, self._aliases.pop(0, "")))
            case "alias":
                self._add_alias(unquoted(text))

    def _name(self, part: str, text: str) -> tuple[str, str]:
        """The imported name and the local one."""
        match part:
            case "all":
                return "*", ""
            case "default":
                return "default", text
            case "as_default":  # `export default name`
                return text, "default"
            case "namespace" | "package":  # the dot tells a package from a folder or a file of that name
                return "*", f"{text}." if part == "package" else text
        alias, self._pending = "" if self._modules else self._pending, ""
        return unquoted(text), alias

    def _of_path(self, path: list[str], alias: str) -> tuple[str, str, str]:
        if self._names:  # `import a.b.*`
            path = [*path, "*"]
        if path[-1] == "self" and len(path) > 1:
            path = path[:-1]
        return (self.separator.join(path[:-1]), path[-1], alias) if len(path) > 1 else (path[0], "", alias)

    def _add_alias(self, text: str) -> None:
        if self._names:
            self._names[-1] = (self._names[-1][0], text)
        elif self._modules:
            self._aliases[len(self._modules) - 1] = text
        else:
            self._pending = text

    def _add_module(self, part: str, text: str) -> None:
        module = unquoted(text)
        if part == "module":  # dots before a module are levels, as in Python
            self.level = len(module) - len(module.lstrip("."))
            module = module[self.level :]
        else:
            self.level = int(part == "relative" or module.startswith("."))
        if self._pending:
            self._aliases[len(self._modules)], self._pending = self._pending, ""
        self._modules.append(module)

    def entries(self) -> Iterator[tuple[str, str, str]]:
        """(module, imported name, local name)."""
        if self._paths:
            yield from (self._of_path(path, alias) for path, alias in self._paths)
        elif self._names:
            module = self._modules[0] if self._modules else ""
            yield from ((module, name, alias) for name, alias in self._names)
        else:
            yield from ((module, "", self._aliases.get(i, "")) for i, module in enumerate(self._modules))


def use_paths(text: str) -> Iterator[tuple[list[str], str]]:
    """The paths and the local names in an import with braces: `a::{b, c as d}` gives (a b), (a c, d)."""
    prefixes: list[list[str]] = [[]]
    path: list[str] = []
    alias, is_alias = "", False
    for part in _TOKENS.findall(f"{text},"):
        if part == "{":
            prefixes.append([*prefixes[-1], *path])
            path = []
            if len(prefixes) > _MAX_BRACES:
                return
        elif part in {",", "}"}:
            if path:
                yield [*prefixes[-1], *path], alias
            path, alias = [], ""
            if part == "}" and len(prefixes) > 1:
                prefixes.pop()
        elif part == "as":
            is_alias = True
        elif part in _USE_KEYWORDS and not path:
            continue
        elif is_alias:
            alias, is_alias = part, False
        else:
            path.append(part)


def _with_type(types: DeclaredTypes, callee: tuple[str, ...], at: int, holder: Definition | None) -> tuple[str, ...]:
    """The callee with the declared type in the place of a variable, `builder.create` and `this.builder.create`."""
    head, *rest = callee
    if head == "this" and len(rest) > 1:
        return (*found, *rest[1:]) if (found := types.of(rest[0], at, holder, is_field=True)) else callee
    return (*found, *rest) if (found := types.of(head, at, holder)) else callee


def _symbol_at(holder: Definition | None) -> int | None:
    return None if holder is None else holder.symbol


def callee_parts(text: str) -> tuple[str, ...]:
    """The receivers and the name of a callee: `a.b(1).c` gives ("a", "b()", "c")."""
    if _SIMPLE.match(text):
        return tuple(text.split("."))
    parts = _SEPARATORS.split(_folded(text).lstrip("\\:"))
    last = parts[-1].removeprefix("<>").removesuffix("<>").strip()
    heads = (part.removesuffix("{}").strip().removesuffix("!").removesuffix("?") for part in parts[:-1])
    return (*(head if _is_receiver(head) else "" for head in heads), last if _NAME.match(last) else "")


def _is_qualified(text: str) -> bool:
    """Whether the last name of a callee of C++ is behind `::`, or a type whose object is new: `Cup{}.fill`."""
    found = _LAST_SEPARATOR.search(_folded(text))
    return found is None or found[0][:1] in ":{"


def _is_static(before: bytes) -> bool:
    """Whether the last statement of the text has the word `static`."""
    found = [*_STATIC.finditer(before)]
    return bool(found) and not _STATEMENT_END.search(before, found[-1].end())


def _is_receiver(text: str) -> bool:
    return bool(_NAME.match(text.removesuffix("()").removesuffix("[]").removesuffix("<>")))


def _folded(text: str) -> str:
    """The text with nothing inside brackets and quotes."""
    kept: list[str] = []
    waiting: list[str] = []
    quote = ""
    for at, sign in enumerate(text):
        if quote:
            if sign == quote and text[at - 1] != "\\":
                quote = ""
        elif waiting and sign == waiting[-1]:
            waiting.pop()
            if not waiting:
                kept.append(sign)
        elif sign in "\"'`":
            quote = sign
        elif sign in _CLOSING:
            if not waiting:
                kept.append(sign)
            waiting.append(_CLOSING[sign])
        elif not waiting:
            kept.append(sign)
    return "".join(kept)
