"""Macros of C and C++ that stand where the grammar knows no name, and without which it reads the same declarations.

A parser that does not run the preprocessor takes `API` in `class API Mill {` for the name of the class, and a line
`COMMON_FIELDS` in a struct for the type of the next field.  Such an error can reach to the end of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .definitions import ByteRange

_NAME = rb"[A-Z_][A-Z0-9_]{2,}+"
_COMMENT = rb"/\*(?:[^*]|\*(?!/)){0,2000}+\*/|//[^\n]*+"  # a bound, or each of many that are open is read to the end
# A line of its own, as `COMMON_FIELDS` in a struct and `BEGIN_NAMESPACE`, or with a list, as `STATES(X)` in an enum.
_ALONE = re.compile(rb"^[ \t]*+(" + _NAME + rb"(?:\([A-Z_][A-Z0-9_]*+\))?+)[ \t]*+(?=\r?\n|/[*/])", re.MULTILINE)
# The line before: a statement, a label, a comment or a directive that does not go on.
_BEFORE = re.compile(rb"(?:(?:[#/*].*)?|.*(?:[{};:]|[{};:][ \t]*//.*|\*/))(?<!\\)", re.DOTALL)
# Above a declaration that begins with a keyword, before which no type is missing: several or one with arguments, as
# `ATTR_ALLOC ATTR_SIZE(1)`, or any above `static inline` and above a function that returns no pointer.
_ARGUMENTS = rb"\([\w, \t\"]{0,200}+\)"
_STORAGE = rb"static|extern|inline"
_TYPE = rb"(?:void|bool|char|short|int|long|float|double|unsigned|signed|[a-z0-9_]{1,40}_t)\b"
_ATTRIBUTES = re.compile(
    rb"^[ \t]*+(" + _NAME + rb"(?:(?:" + _ARGUMENTS + rb"|[ \t]++" + _NAME + rb"){1,20}+[ \t]*+\r?\n"
    rb"(?=[ \t]*+(?:(?:" + _STORAGE + rb"|const|struct|enum)\b|" + _TYPE + rb"))"
    rb"|[ \t]*+\r?\n(?=[ \t]*+(?:(?:" + _STORAGE + rb")\b|" + _TYPE + rb"[ \t]++\w++[ \t]*+\())))",
    re.MULTILINE,
)
_LONGEST_LINE = 1_000  # bytes
# A declaration, the end of a body or of the file, or a directive, but not a function at the begin of the next line.
_AFTER = re.compile(
    rb"(?:[ \t]|" + _COMMENT + rb")*+\r?\n(?!(?:\w++[ \t*&]++)*+\w++\()"
    rb"(?:\s|" + _COMMENT + rb")*+(?:[}#\[~]|(?!\w++\s*+\()[A-Za-z_]|\Z)"
)
# Between the keyword of a type and its name.
_OF_TYPE = re.compile(
    rb"\b(?:class|struct|union|enum(?:[ \t]+class)?)[ \t]+(" + _NAME + rb")[ \t]++"
    rb"(?!(?:final|sealed)\b)"  # behind the name itself: `class URL final {`
    rb"(?=[A-Za-z_]\w*+(?:::\w++)*+(?:<[^;{}()\n]{0,300}>)?+\s*+(?:final\s*+)?+(?:\{|:(?!:)[^;{}]{1,500}+\{))"
)
# Behind the parameters of a function, `void moor() REQUIRES(mutex) {`, or a field, `int rope GUARDED_BY(mutex);`.
_BALANCED = rb"\((?:[^()]|\((?:[^()]|\([^()]*+\))*+\))*+\)"
_ATTRIBUTE = _NAME + rb"(?:[ \t]*+" + _BALANCED + rb")?+"
_BEHIND = re.compile(
    rb"\)\s++(?:(?:const|final|noexcept|override)\b\s*+){0,3}+(" + _ATTRIBUTE + rb"(?:\s++" + _ATTRIBUTE + rb"){0,3}+)"
    rb"(?=\s*+(?:[;{=]|:(?!:)))"
)
_FIELD_WORDS = (b"GUARDED_BY", b"ACQUIRED_")
_OF_FIELD = re.compile(
    rb"\w[ \t]++((?:[A-Z]{1,20}_){0,3}?(?:GUARDED_BY|ACQUIRED_(?:AFTER|BEFORE))" + _BALANCED + rb")(?=\s*+[;={])"
)
_STATEMENTS = frozenset((b"catch", b"for", b"foreach", b"if", b"return", b"switch", b"while"))  # with parentheses
_LONGEST_PARAMETERS = 2_000  # bytes
_WORD_BEFORE = re.compile(rb"(\w+)\s*\Z")
# A statement outside of functions with the name of a type as the first argument: `FLAG(int, rope, 8, "metres");`.
_STATEMENT = re.compile(
    rb"^("
    + _NAME
    + rb"\([ \t]*+(?:const[ \t]++)?"
    + _TYPE
    + rb"[ \t*]*+,(?:[^()\"]|\"(?:[^\"\\\n]|\\.)*+\"|"
    + _BALANCED
    + rb")*+\)"
    rb"[ \t]*+;)",
    re.MULTILINE,
)
# `extern "C" {` and its bracket, each inside a directive of its own.  What begins with a sign is searched in a tenth of
# the time of what begins with `^`.
_LINKAGE = re.compile(
    rb"#[ \t]*+if(?:def[ \t]++|[ \t]++defined[ \t]*+\(?+[ \t]*+)__cplusplus\b[^\n]*+\n\s*+"
    rb"(extern[ \t]++\"C\"\s*+\{|\}[^\n#]*+)\s*+#[ \t]*+endif\b"
)
# The grammar ends the text of a macro at its first comment.
_DEFINE = re.compile(rb"#[ \t]*+define\b(?:[^\n\\]|\\\r?\n|\\.)*+")
_COMMENT_INSIDE = re.compile(rb"/\*(?:[^*\n]|\*(?!/)){0,500}+\*/(?=[ \t]*+[^\s/])")
_CHARACTER = re.compile(rb"[^\r\n]")


def without_macros(data: bytes) -> bytes:
    """The text with blanks in the place of these macros."""
    return blanked(data, macro_spans(data))


def has_macro_of_type(data: bytes) -> bool:
    """Whether a macro stands between the keyword of a type and its name, as `API` in `struct API Mill {`, or behind a
    function or a field.
    """
    return _OF_TYPE.search(data) is not None or any(True for _ in _attributes_behind(data))


def macro_spans(data: bytes) -> list[ByteRange]:
    """The spans of a source text of C or C++ that keep the grammar from reading it, in order."""
    found = [*_lines(data)]
    found += (each.span(1) for pattern in (_OF_TYPE, _LINKAGE) for each in pattern.finditer(data))
    found += _attributes_behind(data)
    found += (each.span(1) for each in _STATEMENT.finditer(data))
    for macro in _DEFINE.finditer(data):
        found += (each.span() for each in _COMMENT_INSIDE.finditer(data, *macro.span()))
    return sorted(found)


def blanked(data: bytes, spans: Iterable[ByteRange]) -> bytes:
    """The text with blanks in the place of the spans; each character outside of them keeps its place."""
    result = bytearray(data)
    for start, end in spans:
        result[start:end] = _CHARACTER.sub(b" ", data[start:end])
    return bytes(result)


def _attributes_behind(data: bytes) -> Iterator[ByteRange]:
    """The macros behind fields and behind the parameters of functions, which `LOG(y);` behind `if (x)` is not."""
    for found in _BEHIND.finditer(data):
        line = data[data.rfind(b"\n", 0, found.start()) + 1 : found.start()].lstrip()
        if not line.startswith(b"#") and _is_function(data, found.start()):
            yield found.span(1)
    if any(word in data for word in _FIELD_WORDS):  # few files have one, and the search takes long
        yield from (found.span(1) for found in _OF_FIELD.finditer(data))


def _is_function(data: bytes, closing: int) -> bool:
    """Whether the bracket at `closing` ends parameters: those of no statement and of no macro."""
    depth = 0
    for at in range(closing, max(-1, closing - _LONGEST_PARAMETERS), -1):
        depth += (data[at : at + 1] == b")") - (data[at : at + 1] == b"(")
        if not depth:
            word = _WORD_BEFORE.search(data, max(0, at - 100), at)
            return word is not None and word[1] not in _STATEMENTS and re.fullmatch(_NAME, word[1]) is None
    return False


def _lines(data: bytes) -> Iterator[ByteRange]:
    """The macros on lines of their own between declarations."""
    last = -1  # the end of the macro before
    for found in _ALONE.finditer(data):
        window = max(0, found.start() - _LONGEST_LINE)
        above = data[window : found.start()].rstrip()
        follows = window + len(above) == last
        if (follows or _BEFORE.fullmatch(above.rpartition(b"\n")[2].strip())) and _AFTER.match(data, found.end()):
            last = found.end(1)
            yield found.span(1)
    for found in _ATTRIBUTES.finditer(data):
        above = data[max(0, found.start() - _LONGEST_LINE) : found.start()].rstrip()
        if _BEFORE.fullmatch(above.rpartition(b"\n")[2].strip()):
            yield found.span(1)
