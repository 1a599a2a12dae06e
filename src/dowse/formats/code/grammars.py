"""Tree-sitter grammars with their compiled queries, loaded on first use."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Protocol

from ...model.document import Head
from ...model.value_class import dataclass
from .broken_types import captures_of_headers
from .detect_language import language_as_read, language_of
from .languages import LANGUAGES, GrammarSpec
from .nesting import is_too_deep

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Point, Query

EXTRA = "dowse[code]"  # installs all grammars

_MATCH_LIMIT = 512  # unfinished matches at a time, which bounds the time of a query
_MAX_CHILDREN = 10_000  # of a node: a query takes a time quadratic in them, 0.7 s for 25,000
_MAX_DEPTH = 30_000  # of the nodes longer than _MAX_CHILDREN; a query counts depths to 65,535 and is slow beyond
_MAX_BODIES = 300  # of types and namespaces within each other, as such nodes count: a query waits in each for members
_BODIES = frozenset({"class_body", "declaration_list"})
_SLICE = 1_024  # bytes that the parser reads at once; so many are copied for each text that a predicate compares

_HASHES = frozenset({"python", "ruby", "bash"})
_BY_LINES = _HASHES | {"ecmascript", "go"}
_BROKEN = "(ERROR) @broken.node"
_FUNCTION = "definition.function"
# Behind a directive `else if(x) {` is read as a function `if` of a type `else`, and so is a macro before `if(x) {`.
_STATEMENT = re.compile(rb"else\b|[A-Z_][A-Z0-9_]*+\s++(?:if|for|switch|while)\b")


class CapturedSpan(Protocol):
    """A captured node, as far as it is read; bytes."""

    @property
    def start_byte(self) -> int:
        """The first one."""

    @property
    def end_byte(self) -> int:
        """The one after the last."""


Captures = dict[str, list[CapturedSpan]]


@dataclass(frozen=True, slots=True)
class Grammar:
    """A loaded grammar and the query that captures symbols and references."""

    language: Language
    query: Query
    has_braces: bool  # whether the body of a class is in braces
    by_lines: bool  # whether a statement may end with its line
    has_hashes: bool  # whether comments begin with `#`, not with slashes

    def captures(self, data: bytes, *, seconds: float) -> Captures | None:
        """The captured nodes of a source text by capture name.

        None if parsing takes longer than `seconds` of CPU or too much memory, or if a query of the tree would.
        """
        from tree_sitter import QueryCursor  # noqa: PLC0415  # here, so that commands start without it

        root = self.tree(data, seconds=seconds)
        if root is None or _is_extreme(root):
            return None
        # Without a progress callback: tree-sitter 0.26.1 crashes when the query is given one with a predicate.
        nodes = QueryCursor(self.query, match_limit=_MATCH_LIMIT).captures(root)
        broken = nodes.pop("broken.node", [])
        found: Captures = {capture: [*some] for capture, some in nodes.items()}
        for capture, span in captures_of_headers(broken, has_braces=self.has_braces):
            found.setdefault(capture, []).append(span)
        if root.has_error and _FUNCTION in found:
            found[_FUNCTION] = [each for each in found[_FUNCTION] if not _STATEMENT.match(data, each.start_byte)]
        found["broken"] = [root] if root.has_error else []
        found["error"] = [*broken]
        return found

    def tree(self, data: bytes, *, seconds: float) -> Node | None:
        """The root of the syntax tree; None if parsing takes longer than `seconds` of CPU, or too much memory."""
        from tree_sitter import Parser  # noqa: PLC0415  # as above

        if is_too_deep(data, by_lines=self.by_lines, has_hashes=self.has_hashes):
            return None
        end, end_of_cpu = perf_counter() + seconds, thread_time() + seconds

        def read(offset: int, _point: Point) -> bytes:
            return data[offset : offset + _SLICE]

        def late(*_progress: object) -> bool:
            # Asked 80 times for 20 kB.  The first clock takes a sixteenth of the second, and is never behind it.
            return perf_counter() > end and thread_time() > end_of_cpu

        try:
            return Parser(self.language).parse(read, progress_callback=late).root_node
        except ValueError:  # the binding raises it when the callback stops the parser
            return None


def _is_extreme(root: Node) -> bool:
    """Whether a node has too many children, as the literal of an array in generated code, or too many ancestors.

    Small nodes are not visited: they have neither.
    """
    waiting = [(root, 1, 0)]
    while waiting:
        node, depth, bodies = waiting.pop()
        if node.end_byte - node.start_byte > _MAX_CHILDREN:
            bodies += node.type in _BODIES
            if node.child_count > _MAX_CHILDREN or depth > _MAX_DEPTH or bodies > _MAX_BODIES:
                return True
            waiting.extend((child, depth + 1, bodies) for child in node.children)
    return False


@cache
def uninstalled_grammars() -> tuple[str, ...]:
    """The languages whose grammars, or the runtime, are not installed, by name; imports none of them."""
    specs = {name: spec.grammar.module for name, spec in LANGUAGES.items() if spec.grammar}
    modules = {module for module in (*specs.values(), "tree_sitter") if find_spec(module) is not None}
    return tuple(sorted(name for name, module in specs.items() if not {module, "tree_sitter"} <= modules))


@lru_cache(4096)  # a search asks for those of some hundred files, most of them those of the search before
def language_without_grammar(path: str, text: str = "") -> str:
    """The language of a source file, no configuration, whose symbols are not read, since it has no grammar here; empty
    for other files.
    """
    language = language_of(path, text)
    if language is None or not language.is_source:
        return ""
    return language.name if language.grammar is None or language.name in uninstalled_grammars() else ""


def missing_grammar_hint(head: Head) -> str:
    """What to install for the symbols of a source file whose grammar is not; empty for other files."""
    spec = language_as_read(head)
    if spec is None or spec.name not in uninstalled_grammars():
        return ""
    return no_symbols_of(spec.name)


def no_symbols_of(languages: str) -> str:
    """What to install for the symbols of these languages."""
    return f"no symbols of {languages} are indexed, only the text; pip install '{EXTRA}' adds them"


def languages_of(endings: Collection[str], languages: Iterable[str]) -> tuple[str, ...]:
    """Those of the languages that have files with one of these endings, without dots."""
    return tuple(name for name in languages if not set(LANGUAGES[name].extensions).isdisjoint(endings))


@cache
def grammar(spec: GrammarSpec) -> Grammar | None:
    """The grammar; None when the wheel with it, or the tree-sitter runtime, is not installed."""
    from importlib.resources import files  # noqa: PLC0415  # as below

    try:
        from tree_sitter import Language, Query  # noqa: PLC0415  # here, so that commands start without it

        language = Language(getattr(import_module(spec.module), spec.function)())
    except ImportError:
        return None
    folder = files(__package__) / "queries"
    text = "\n".join((folder / f"{name}.scm").read_text("utf-8") for name in spec.queries)
    return Grammar(
        language,
        Query(language, f"{text}\n{_BROKEN}"),
        has_braces="ruby" not in spec.queries,
        by_lines=not _BY_LINES.isdisjoint(spec.queries),
        has_hashes=not _HASHES.isdisjoint(spec.queries),
    )
