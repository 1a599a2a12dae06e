"""Types and functions that a programming language has without an import, by the languages of `lang:`."""

from __future__ import annotations

import builtins
from collections.abc import Collection, Mapping

RECEIVERS = frozenset({"self", "this", "$this", "cls", "Self"})  # the object around, which is no function and no type


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ECMASCRIPT = _names("""
AbortController AbortSignal AggregateError Array ArrayBuffer AsyncGenerator AsyncIterable BigInt Blob Boolean
CustomEvent DataView Date Error EvalError Event EventTarget File FormData Function HTMLElement Headers
Int8Array Intl Iterator JSON Map Math Number Object Promise Proxy RangeError ReadableStream Record
ReferenceError Reflect RegExp Request Response Set String Symbol SyntaxError TextDecoder TextEncoder
TransformStream TypeError URIError URL URLSearchParams Uint8Array WeakMap WeakRef WeakSet WebSocket
WritableStream clearInterval clearTimeout decodeURIComponent encodeURIComponent fetch isFinite isNaN
parseFloat parseInt queueMicrotask require setInterval setTimeout structuredClone super
""")
_JAVA = _names("""
ArithmeticException AssertionError AutoCloseable Boolean Byte CharSequence Character Class ClassCastException
ClassLoader Cloneable Comparable Double Enum Error Exception Float IllegalArgumentException
IllegalStateException IndexOutOfBoundsException Integer Iterable Long Math NullPointerException Number
NumberFormatException Object Override Record Runnable RuntimeException Short String StringBuffer StringBuilder
System Thread Throwable UnsupportedOperationException Void super
""")
_GO = _names("""
append cap clear close complex copy delete error imag len make max min new panic print println
""")
_RUBY = _names("""
ArgumentError Array BasicObject Comparable Enumerable Exception Hash IOError Integer Kernel KeyError Module
NameError NoMethodError Numeric Object Proc Range RangeError RuntimeError StandardError String Struct Symbol
TypeError puts raise require super
""")
_PHP = _names("""
ArrayAccess ArrayIterator BadMethodCallException Closure Countable DateTime DateTimeImmutable Error
ErrorException Exception Generator InvalidArgumentException Iterator IteratorAggregate JsonSerializable
LogicException OutOfBoundsException RuntimeException Serializable Stringable Throwable Traversable TypeError
UnexpectedValueException
""")
_BUILT_IN: Mapping[str, Collection[str]] = {
    "Python": frozenset(dir(builtins)),
    "JavaScript": _ECMASCRIPT,
    "TypeScript": _ECMASCRIPT,
    "Java": _JAVA,
    "Go": _GO,
    "Ruby": _RUBY,
    "PHP": _PHP,
}
_LANGUAGES: Mapping[str, str] = {
    "py": "Python", "pyi": "Python", "ipynb": "Python", "js": "JavaScript", "mjs": "JavaScript", "cjs": "JavaScript",
    "jsx": "JavaScript", "ts": "TypeScript", "tsx": "TypeScript", "mts": "TypeScript",
    "java": "Java", "go": "Go", "rb": "Ruby", "php": "PHP",
}  # fmt: skip


def built_into(name: str, endings: Collection[str]) -> tuple[str, ...]:
    """Those of the languages of the file endings, such as `py`, into which the name is built."""
    spoken = {_LANGUAGES.get(ending) for ending in endings}
    return tuple(language for language, names in _BUILT_IN.items() if language in spoken and name in names)
