"""Definitions of a name in source code whose symbols are not read: lines that have it behind keywords."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from operator import itemgetter

from ...model.lazy_pattern import lazy_pattern
from ..text_offsets import offsets_of

_MOST_PLACES = 100  # of a name in a text
_MOST_CHECKS = 8  # of places, whether they are in a comment; later ones count as if they were
_LONGEST_LINE = 300  # characters of a line before and behind the name
_LONGEST_GAP = 100  # characters between a keyword and the name: parameters of types, the class of the member
_NEAREST = 3  # keywords before the name that are tried
# Before the name of a type or a function: of Kotlin, Swift, Scala, Elixir, Lua, Zig, Dart, Haskell, Julia and others.
_TYPES = (
    "class", "struct", "enum", "interface", "protocol", "trait", "object", "actor", "record", "union", "module", "type",
    "typealias", "associatedtype", "newtype", "data", "mixin", "contract", "message", "service", "defmodule",
    "defprotocol", "defrecord", "deftype", "exception", "error", "library", "@interface", "@implementation",
    "@protocol", "@type", "@typep", "@opaque",
)  # fmt: skip
_FUNCTIONS = (
    "fun", "func", "fn", "def", "defp", "defmacro", "defmacrop", "defguard", "defdelegate", "defn", "defn-", "defmulti",
    "defun", "define", "function", "function!", "sub", "proc", "macro", "method", "rpc", "event", "modifier",
    "template", "subroutine", "procedure", "iterator", "rec", "@callback", "@macrocallback",
)  # fmt: skip
_VARIABLES = ("val", "var", "let", "const", "local", "case", "given", "constant", "my", "our")
_OF_SPECS = frozenset({"@type", "@typep", "@opaque"})  # of Elixir, whose names are often those of variables: `state`
_CONSTANTS = frozenset({"const", "constant"})
_MODIFIERS = (
    "abstract", "actual", "and", "annotation", "async", "augment", "base", "borrowing", "comptime", "companion",
    "consuming", "convenience", "covariant", "declare", "default", "distributed", "dynamic", "elemental",
    "erased", "expect", "export", "extension", "extern", "external", "fileprivate", "final", "global",
    "immutable", "implicit", "impure", "indirect", "infix", "inline", "inner", "internal", "into", "late",
    "lazy", "lateinit", "mutable", "mutating", "native", "noinline", "nonisolated", "nonmutating", "nothrow",
    "opaque", "open", "operator", "override", "package", "partial", "primitive", "private", "protected", "pub",
    "public", "pure", "readonly", "recursive", "required", "sealed", "sharing", "static", "suspend",
    "synchronized", "tailrec", "threadlocal", "transparent", "unsafe", "value", "virtual", "with", "without",
)  # fmt: skip
_VARIABLE = 0.6  # fit of a variable, which may be local
_OUTER = 0.8  # of one from the first column, of a type of Elixir, and of an entry of an enumeration
_OVERRIDE = 0.5  # factor for a definition in place of another one, with another one elsewhere, or in a comment
_COMMENTS = ("//", "#", "*", "--", ";", "%", "/*", "(*", "{-", '"', "'", "<!--", "|", "\\")  # or a text of many lines
_BLOCKS = (("/*", "*/"), ("(*", "*)"), ("{-", "-}"), ("--[[", "]]"))  # comments of many lines
_QUOTES = '"""'  # of texts of many lines, which document code or are examples of it
_KEYWORDS = frozenset((*_TYPES, *_FUNCTIONS, *_VARIABLES))
_LEADING = frozenset((*_KEYWORDS, *_MODIFIERS))  # before a keyword; other words are in prose and uses: `the class Name`
_NEAR = _KEYWORDS | {"alias", "family"}  # before a name
_LETTERS = frozenset("_$")  # of names, besides letters and digits
_CLOSING = frozenset(")>(")
_QUOTE_SIGNS = frozenset("\"'`")
_JOINTS = frozenset(".:\"'`")
_KEYWORD = lazy_pattern(
    rf"(?<![^\s(,;#])(?:(?P<variable>{'|'.join(_VARIABLES)})|{'|'.join(map(re.escape, (*_TYPES, *_FUNCTIONS)))})(?=\s)"
)
_LEAD_END = lazy_pattern(r'@\S*|"\w+"|.*(?<![-=])[)\]}>;{`]')  # an annotation, parameters or another statement
# A receiver in parentheses, parameters of types, and the class or the module before the name of the member.
_GAP = lazy_pattern(
    r"\s+(?:\([^()]*\)\s*)?(?:<[^=]*>\s*)?(?:(?:[+-]?'\w+|alias|family)\s+)?"
    r"(?:[\w.:*&?\[\]]*(?:<[^=;]*>[\w.:*&?\[\]]*)?[.:])?[\"'`]?"
)
_USED = {
    **dict.fromkeys(("fun", "fn", "function"), lazy_pattern(r"\s*(?:,|->)|:\w|\s+[^=(]*->")),  # of a lambda
    **dict.fromkeys(("struct", "enum", "union"), lazy_pattern(r"\s*\*|\s+\w+\s*[;=,)\[]")),  # the type of a variable
    "case": lazy_pattern(r"(?!\s*(?:\((?:[^()]|\([^()]*\))*\)\s*)?(?:\Z|[,;{]|=(?!>)|//|extends\b|derives\b))"),
}
_RECEIVER = lazy_pattern(r"(?:<[^=(]*>)?\??\.\w")  # `fun Name.member()`, `defmodule Name.Inner`
_DECLARED = frozenset({"class", "struct", "enum", "union", "protocol", "@protocol"})  # alone, with a body elsewhere
_FIRST = lazy_pattern(r"\s*(?:[\w']+,\s*)*")
_SIGNATURE = lazy_pattern(r"\s*(?:,[\w\s,']*)?::(?![:=])")  # `name :: Int -> Int`
_ASSIGNED = lazy_pattern(
    r"\s*(?::|=|<-|:=)\s*(?:async\s+)?(?:function\b|fn\b)|\s*(?:=|<-|:=)\s*(?:\\\s*[\w(]|\([^()\n]*\)\s*(?:=>|->))"
    r"|\s*:\s*(?:async\s+)?\([^()\n]*\)\s*(?:=>\s*\{|->)\s*\Z"  # `name: (x) -> Int` is a parameter
)
_CALLED = lazy_pattern(r"\s*(?i:function|macro)\(")  # of CMake
_CALLED_ENDS = ("endfunction(", "endmacro(", "ENDFUNCTION(", "ENDMACRO(", "endfunction (", "endmacro (")
_CREATED = lazy_pattern(  # of SQL
    r"(?i)\s*create\s(?:[\w\s]*\s)?(?:table|view|function|procedure|trigger|index|type|domain|sequence|schema)\s+"
    r"(?:if\s+not\s+exists\s+)?(?:[\w\"`\[\]]*\.)?[\"`\[]?"
)
# Of HCL: `variable "name" {`, `resource "type" "name" {`; the type of a resource is that of one of many.
_LABEL = lazy_pattern(r'\s*(?:resource|data|ephemeral|variable|output|module|provider)\s+("[^"]*"\s+)?"')
_LABEL_END = lazy_pattern(r'"(\s+"[^"]*")?\s*\{')
_SYNONYM = lazy_pattern(r"[\w\s',]*+(?:=|<-|::|\{)")  # of Haskell: `pattern Name first = …`
_RETURNING = lazy_pattern(r"\s*function\s+(?:\[[^\]=]*\]|\w+)\s*=\s*(?:\w+\.)?")  # of Octave: `function [x, y] = name`
_METHOD = lazy_pattern(r"\s*[-+]\s*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*")  # of Objective-C: `- (void)name`
# A function behind its type and not behind a keyword, with a body in this line or the next ones: of Dart, Groovy, CUDA.
# Possessive, with parameters up to the bracket that closes them, since a line may have many: `A<> A<> A<> …`.
_INNER = r"[\w.,? ]*+"
_OF_TYPE = rf"<{_INNER}(?:<{_INNER}(?:<{_INNER}>{_INNER})*+>{_INNER})*+>"
_TYPED = lazy_pattern(rf"\s*+(?:[A-Za-z_][\w.]*+(?:{_OF_TYPE})?[?\[\]]*+[\s*&]++)++")
_BODY = lazy_pattern(r"(?:<[^()]*>)?\((?:[^;]*\{|[^;]*\)\s*(?:async\*?\s*|sync\*\s*)?=>.*|[^);]*)\s*\Z")
# From the first column: a clause of Erlang, and a function of Julia, which may be an assignment elsewhere.
_ARGUMENTS = r"\([^()]*(?:\((?:[^()]|\([^()]*\))*\)[^()]*)*\)"
_CLAUSE = lazy_pattern(rf"{_ARGUMENTS}\s*(?:when\s.*)?->\s*\Z")
_SHORT_FUNCTION = lazy_pattern(rf"{_ARGUMENTS}(?:::[\w{{}}.,]+)?(?:\s+where\s[^=]*)?\s*=(?![=>])")
_GETTER = lazy_pattern(r"\s*(?:async\*?\s*|sync\*\s*)?(?:=>|\{)")
_WITHOUT_TYPE = frozenset(
    (
        "and", "as", "assert", "await", "begin", "by", "call", "case", "catch", "comptime", "defer", "discard", "do",
        "echo", "else", "elseif", "elsif", "exec", "expect", "export", "extends", "for", "from", "go", "guard", "if",
        "implements", "import", "in", "into", "is", "isa", "join", "match", "new", "not", "of", "on", "or", "orelse",
        "perform", "print", "puts", "raise", "return", "select", "set", "spawn", "super", "switch", "test", "then",
        "throw", "to", "try", "try?", "unless", "until", "update", "use", "using", "values", "when", "where", "while",
        "with", "yield",
    )
)  # fmt: skip
_OF_CREATE, _OF_METHODS = frozenset("cC"), frozenset("+-")  # the first characters of lines
_ENUMERATION, _LONGEST_ENUMERATION = "enum class ", 50_000  # characters
_ENTRY_END = lazy_pattern(r"\s*(?:[,;({]|//|/\*|\Z)")
_OVERRIDDEN = lazy_pattern(r"\boverrid(?:e|den)\b")


def definition_fit(text: str, name: str) -> float:
    """How well the best line of the text defines the name: 1 for a type or a function, less for a variable and for what
    overrides another definition, and 0 where no line defines it.
    """
    return definition_in(text, name)[0]


def definition_in(text: str, name: str) -> tuple[float, int]:
    """The fit of the best line that defines the name, and the offset of the name in it: -1 where no line does."""
    best, place, checks = 0.0, -1, _MOST_CHECKS
    for start in islice(_places(text, name), _MOST_PLACES):
        low, end = max(0, start - _LONGEST_LINE), start + len(name)
        begin = text.rfind("\n", low, start) + 1 or low
        before = text[begin:start]
        begun = before.lstrip()
        if not begun.startswith(_COMMENTS) or begun.startswith("#define"):
            line_end = text.find("\n", end, end + _LONGEST_LINE)
            after = text[end : line_end if line_end >= 0 else end + _LONGEST_LINE]
            fit = _fit(before, after) or float(begun.endswith("(") and _is_called(before, text))
            fit = fit or _OUTER * (not begun and _is_entry(text, start, after))
            if fit > best:
                fit *= _OVERRIDE if not checks or _is_quoted(text, begin) else 1.0
                checks = max(0, checks - 1)
            if fit > best:
                best, place = fit, start
            if best == 1.0:
                break
    return best, place


def definition_span(text: str, names: Iterable[str]) -> tuple[int, int] | None:
    """Where the first of the names stands in the line that defines it, of those which the text defines best."""
    found = [(*definition_in(text, name), len(name)) for name in names]
    fit, at, length = max(found, key=itemgetter(0), default=(0.0, -1, 0))
    return (at, at + length) if fit else None


def _places(text: str, name: str) -> Iterator[int]:
    """Where the text has the name as a whole word: an expression takes ten times as long."""
    for at in offsets_of(name, text):
        before, behind = text[at - 1 : at], text[at + len(name) : at + len(name) + 1]
        if not (before.isalnum() or before in _LETTERS or behind.isalnum() or behind in _LETTERS):
            yield at


def _fit(before: str, after: str) -> float:
    begin = before.lstrip()[:1]  # most lines need none of these patterns
    if begin in _OF_CREATE and _CREATED.fullmatch(before):
        return 1.0
    if begin == "f" and _RETURNING.fullmatch(before):
        return 1.0
    if after[:1] == '"' and (labelled := _LABEL.fullmatch(before)) and (end := _LABEL_END.match(after)):
        return _VARIABLE if end[1] and not labelled[1] else 1.0
    if before == "pattern ":
        return float(_SYNONYM.match(after) is not None)
    if not _may_define(before):
        is_listed = before.rstrip().endswith(",") and _SIGNATURE.match(after) and _FIRST.fullmatch(before)
        return 1.0 if is_listed else _VARIABLE * _is_typed(before, after)
    if begin in _OF_METHODS and _METHOD.fullmatch(before):
        return _OVERRIDE if after.rstrip().endswith(";") else 1.0
    by_keyword = _fit_by_keyword(before, after)
    return _fit_by_form(before, after) if by_keyword is None else by_keyword


def _fit_by_keyword(before: str, after: str) -> float | None:
    """The fit by the nearest keyword of a definition before the name; None if there is none."""
    for keyword in reversed(list(_KEYWORD.finditer(before))[-_NEAREST:]):
        gap = before[keyword.end() :]
        if gap[-1:] in _QUOTE_SIGNS and not after.startswith(gap[-1]):  # a text: `(error "Name is missing")`
            return 0.0
        if len(gap) <= _LONGEST_GAP and (_GAP.fullmatch(gap) or (keyword[0] == "define" and gap.strip() == "(")):
            is_variable = bool(keyword["variable"])
            is_constant = keyword[0] in _CONSTANTS and after.lstrip().startswith(("=", ";"))  # behind a type perhaps
            is_led = is_constant or _may_lead(before[: keyword.start()], is_parameter=is_variable)
            is_outer = not before[:1].isspace() and "(" not in before
            own = _VARIABLE if is_variable else 1.0
            own = _OUTER if (is_variable and is_outer) or keyword[0] in _OF_SPECS else own
            return _factor(keyword[0], before, after) * own if is_led else 0.0
    return None


def _fit_by_form(before: str, after: str) -> float:
    """The fit of a name without a keyword before it: a function that is assigned, a signature, a clause, a type."""
    is_first = not before.strip(" \t.")
    is_member = before.endswith(".") and not after.lstrip().startswith("<-")  # of R: `print.class <- function`
    is_function = (is_first or is_member) and _ASSIGNED.match(after)
    if is_function or (is_first and _SIGNATURE.match(after)):
        return 1.0
    if not before and after.startswith("("):
        return 1.0 if _CLAUSE.match(after) else _VARIABLE * (_SHORT_FUNCTION.match(after) is not None)
    return _VARIABLE * _is_typed(before, after)


def _is_typed(before: str, after: str) -> bool:
    """Whether a name behind a type is probably that of a function with a body."""
    if before.endswith(" get "):
        return _GETTER.match(after) is not None and _TYPED.fullmatch(before) is not None
    if "=" in before or not after.startswith(("(", "<")):
        return False
    is_function = _TYPED.fullmatch(before) and _WITHOUT_TYPE.isdisjoint(before.lower().split())
    return bool(is_function) and _BODY.match(after) is not None


def _factor(keyword: str, before: str, after: str) -> float:
    """1 for a definition by the keyword, less for one in place of another one, 0 for a use."""
    used = _USED.get(keyword)
    if _RECEIVER.match(after) or (used and used.match(after)):
        return 0.0
    is_declared = keyword in _DECLARED and after.lstrip().startswith(";")
    return _OVERRIDE if is_declared or _OVERRIDDEN.search(before) else 1.0


def _may_lead(lead: str, *, is_parameter: bool) -> bool:
    """Whether a keyword of a definition may stand behind that part of the line."""
    for word in reversed(lead.split()):
        if word.rpartition("#")[2] in _LEADING or not word.strip("(,#"):
            continue
        if _LEAD_END.fullmatch(word):
            return True
        return is_parameter and (word.endswith(",") or word.rpartition("(")[2] in _MODIFIERS)
    return True


def _may_define(before: str) -> bool:
    """Whether what stands before a name may stand before a defined one, so that most uses need no pattern."""
    near = before.rstrip()
    if not near or near[-1] in _CLOSING:
        return True
    if len(near) == len(before):
        return near[-1] in _JOINTS
    return (last := near.rsplit(None, 1)[-1]).lstrip("([,;#") in _NEAR or last.lstrip("+-").startswith("'")


def _is_called(before: str, text: str) -> bool:
    """Whether the name is the first argument of `function` or `macro` in a script of CMake."""
    return _CALLED.fullmatch(before) is not None and any(end in text for end in _CALLED_ENDS)


def _is_entry(text: str, start: int, after: str) -> bool:
    """Whether the name that begins a line is an entry of an enumeration of Kotlin, `enum class Kind { A, B(1) }`."""
    opened = text.rfind(_ENUMERATION, 0, start) if _ENTRY_END.match(after) else -1
    body = text.find("{", opened, start) + 1 if opened >= 0 else 0
    if not body or start - body > _LONGEST_ENUMERATION:
        return False
    return all(text.count(sign, body, start) == text.count(end, body, start) for sign, end in ("{}", "()"))


def _is_quoted(text: str, at: int) -> bool:
    """Whether a line is in a comment or a text of many lines, as far as the signs before it tell."""
    if text.count(_QUOTES, 0, at) % 2:
        return True
    for opening, closing in _BLOCKS:
        opened = text.rfind(opening, 0, at)
        if opened > text.rfind(closing, 0, at) and not text[text.rfind("\n", 0, opened) + 1 : opened].strip():
            return True
    return False
