"""The documents and the lines of the places that a query names by file and line, such as a pasted stack trace, and of
its calls without a file.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from ..analysis.code.source_paths import is_test_path
from ..analysis.code.stack_frames import StackFrame, beside_places, stack_frames
from ..analysis.code.symbol_names import unnumbered
from ..analysis.folding import fold, name_key
from ..analysis.languages.stopwords import STOP_WORDS
from ..analysis.tokens import words
from ..model.document import Document, Head, Span, Unit
from ..model.hit import Hits
from ..model.lazy_pattern import lazy_pattern
from ..model.line_numbers import line_of
from ..model.qualified_path import inward
from ..model.symbol import SymbolDefinition
from ..ports.pipeline import Run
from ..query.ast import MatchAll
from ..query.extract import natural_text, scoring_leaves
from .code.code_passage import innermost

_MOST = 5  # documents; of a long trace those of the most recent calls
_MOST_WORDS = 8  # of a file name before its last one
_MOST_NAMESAKES = 2  # documents that fit one place equally well
_OF_PACKAGE = (".java", ".kt", ".scala", ".groovy")  # whose traces have the package and the name of the file
_MOST_COMPARED = 20  # of these, whose lines and functions are read
# Last parts of two paths that differ before: `site-packages/kombu/entity.py` and `src/kombu/entity.py`.
_FEWEST_COMMON = 2
_title = attrgetter("title")
_PARAMETERS = lazy_pattern(r"(?<=\w)<[^<>()]*>(?=\s*\()|\(.*", re.DOTALL)  # with those of types
_NAMESPACE = lazy_pattern(r"^[ \t]*(?:namespace|package)[ \t]+([^\W\d][\w.]*)", re.MULTILINE)
_COMMENT = lazy_pattern(r"#|//|/?\*[*/]*(?:\s|\Z)|--\s")


class FrameHit(NamedTuple):
    """A document that a place in the query means."""

    head: Head
    frame: StackFrame


def frame_hits(run: Run, hits: Hits) -> Sequence[FrameHit]:
    """The documents of the places in the query, in their order, each once with its first place.

    A place means the documents whose path ends as the written one, or the other way round; a file name with blanks
    before its last word.  Of several those with most folders in common; of these, see `_chosen`.  A call whose line
    names no such file means the function of that qualified name.
    """
    frames = stack_frames(run.query.text) if scoring_leaves(run.query.where) else ()
    if not frames:
        return ()
    keys = dict.fromkeys(_key(path) for frame in frames for path in _paths(frame))
    called = run.reader.called(tuple(keys)) if keys else {}
    found: dict[str, FrameHit] = {}
    listed = [_chosen(_named(frame, called, run), frame, hits, run) for frame in frames]
    missing = [frame for frame, heads in zip(frames, listed, strict=True) if not heads and frame.name]
    defined = _defined(missing, run) if missing else {}
    for frame, heads in zip(frames, listed, strict=True):
        for hit in (FrameHit(head, frame) for head in heads) if heads else defined.get(frame, ()):
            found.setdefault(hit.head.path, hit)
    return tuple(found.values())[:_MOST]


def _named(frame: StackFrame, called: Mapping[str, Sequence[Head]], run: Run) -> Sequence[Head]:
    """The documents that the path of the frame means; a file of Java is in all folders of its package, or states it, as
    files of Kotlin do, whose folders may lack the beginning of the package.
    """
    is_of_package = frame.name != "" and frame.path.endswith(_OF_PACKAGE)
    fewest = frame.path.count("/") + 1 if is_of_package else _FEWEST_COMMON
    meant = (_meant(path, called.get(_key(path), ()), fewest, run.vaults) for path in _paths(frame))
    found = next(filter(None, meant), ())
    return found or (_of_package(frame.path, called.get(_key(frame.path), ()), run) if is_of_package else ())


def _of_package(path: str, heads: Sequence[Head], run: Run) -> Sequence[Head]:
    """The documents that state the package which the folders of the path are."""
    package = path.rpartition("/")[0].replace("/", ".")
    if not package:
        return ()
    compared = sorted(heads, key=_order)[:_MOST_COMPARED]
    documents = run.reader.documents({head.path for head in compared})
    return [head for head in compared if head.path in documents and _states(documents[head.path], package)]


def _states(document: Document, package: str) -> bool:
    stated = _NAMESPACE.findall(document.text)
    return package in {*stated, ".".join(stated)}


def _chosen(heads: Sequence[Head], frame: StackFrame, hits: Hits, run: Run) -> Sequence[Head]:
    """Of namesakes those that have the line, and if any does also the function that the frame names: outside of tests
    first, then in the fewest folders.

    Beside other words in the query the first of them in `hits` alone: the words find the others.
    """
    if len(heads) < 2:  # no namesakes
        return heads
    asked = set(words(natural_text(run.query.where))).intersection(words(beside_places(run.query.text)))
    has_words = any(not word.isdecimal() and word.lower() not in STOP_WORDS for word in asked)
    ranks: dict[str, int] = {}
    for n, hit in enumerate(hits if has_words or run.where != MatchAll() else ()):
        ranks.setdefault(hit.ref.doc, n)
    ordered = sorted(heads, key=lambda head: (ranks.get(head.path, len(hits)), *_order(head)))[:_MOST_COMPARED]
    documents = run.reader.documents({head.path for head in ordered})
    read = [document for head in ordered if (document := documents.get(head.path))]
    long = [each for each in read if _line(each.text, frame.line)]
    named = [each for each in long if frame.function in map(_title, each.units)] if frame.function else ()
    fitting = [each.head for each in named or long] or ordered
    return fitting[: 1 if has_words else _MOST_NAMESAKES]


def _defined(frames: Sequence[StackFrame], run: Run) -> Mapping[StackFrame, Sequence[FrameHit]]:
    """The functions of the frames by their qualified names: those in a class of that name, in a file of that package
    or namespace, if that is said; none if more files than copies have one.
    """
    keys = {frame: fold(frame.name.rpartition(".")[2]) for frame in frames}
    symbols = run.reader.definitions(tuple(dict.fromkeys(keys.values())))
    fitting = {frame: [each for each in symbols.get(key, ()) if _is_called(each, frame)] for frame, key in keys.items()}
    documents = run.reader.documents({each.head.path for found in fitting.values() for each in found})
    hits: dict[StackFrame, Sequence[FrameHit]] = {}
    for frame, found in fitting.items():
        own: defaultdict[str, list[SymbolDefinition]] = defaultdict(list)
        for symbol in list(filter(_is_constructor, found)) or found:
            document = documents.get(symbol.head.path)
            if document and _is_in_namespace(document, _namespace(symbol, frame), run.vaults):
                own[symbol.head.path].append(symbol)
        if len(own) <= _MOST_NAMESAKES:
            heads = sorted((same[0].head for same in own.values()), key=_order)
            hits[frame] = [_defined_in(documents[head.path], own[head.path], frame, run.vaults) for head in heads]
    return hits


def _defined_in(
    document: Document, same: Sequence[SymbolDefinition], frame: StackFrame, vaults: Sequence[str]
) -> FrameHit:
    """The hit for the functions of the frame in a document; of overloaded ones that with the most similar parameters
    counts.
    """
    if frame.path and _key(frame.path) == _key(_in_vault(document.head.path, vaults)):
        return FrameHit(document.head, frame)
    symbol = same[0]
    if frame.parameters is not None and len(same) > 1:
        asked = _words_of(frame.parameters)
        stated = {facts.unit: _words_of("".join(_PARAMETERS.findall(facts.signature))) for facts in document.symbols}
        symbol = min(same, key=lambda each: len(asked ^ stated.get(each.unit.name, frozenset())))
    return FrameHit(document.head, frame._replace(line=_line_of_definition(document, symbol.unit)))


def _words_of(parameters: str) -> frozenset[str]:
    return frozenset(map(str.lower, words(parameters)))


def _is_called(symbol: SymbolDefinition, frame: StackFrame) -> bool:
    """Whether the symbol is in a class of the frame, or is the class, and the qualified name of the frame ends as its
    own; only names of functions do that say a class or a namespace.
    """
    return "." in frame.name and f".{frame.name}".endswith(f".{_called_name(symbol)}")


def _called_name(symbol: SymbolDefinition) -> str:
    """The qualified name; of a constructor, `Cart.Cart`, that of the class, as frames have it."""
    return unnumbered(symbol.unit.name).rpartition(".")[0] if _is_constructor(symbol) else unnumbered(symbol.unit.name)


def _is_constructor(symbol: SymbolDefinition) -> bool:
    *_, owner, name = ("", *unnumbered(symbol.unit.name).split("."))
    return owner == name


def _namespace(symbol: SymbolDefinition, frame: StackFrame) -> str:
    return frame.name[: -len(_called_name(symbol))].rstrip(".")


def _is_in_namespace(document: Document, namespace: str, vaults: Sequence[str]) -> bool:
    """Whether the file states the namespace, or states none and is in a folder of its name."""
    if not namespace:
        return True
    if _NAMESPACE.search(document.text):
        return _states(document, namespace)
    folders = fold(_in_vault(document.head.path, vaults).rpartition("/")[0]).replace("/", ".").split(".")
    return fold(namespace.rpartition(".")[2]) in folders


def _line_of_definition(document: Document, unit: Unit) -> int:
    """The line of the symbol itself, after comments and decorators."""
    at = next((facts.definition for facts in document.symbols if facts.unit == unit.name), unit.start)
    return line_of(document.text, at)


def frames_of(run: Run, hits: Hits) -> Mapping[str, StackFrame]:
    """By document the place that the query names in it."""
    return {hit.head.path: hit.frame for hit in frame_hits(run, hits)}


def span_of(frame: StackFrame, document: Document) -> Span | None:
    """The line of the place; that of the nearest function which it names, if the line is elsewhere and no other
    function has that name, or if there is no such line, or a comment there: then the file has changed; None of neither.
    """
    line = _line(document.text, frame.line)
    unit = innermost(document.units, line[0]) if line else None
    named = [each for each in document.units if frame.function and each.title == frame.function]
    if "." in frame.name:
        named = [each for each in named if f".{frame.name}".endswith(f".{unnumbered(each.name)}")]
    is_code = line is not None and not _COMMENT.match(document.text, *line)
    if not named or (line and (_is_inside(unit, named) or (len(named) > 1 and is_code))):
        return line
    nearest = min(named, key=lambda each: abs(line_of(document.text, each.start) - frame.line))
    return _line(document.text, line_of(document.text, nearest.start))


def _is_inside(unit: Unit | None, named: Sequence[Unit]) -> bool:
    """Whether the symbol around a line is one of these, or in one of them."""
    return unit is not None and any(each.start <= unit.start and unit.end <= each.end for each in named)


def _paths(frame: StackFrame) -> Sequence[str]:
    """The path, with as many of the words before it as it may have, and with fewer; none of a call without a file."""
    if not frame.path:
        return ()
    words = frame.before.split(" ")[-_MOST_WORDS:] if frame.before else ()
    return [" ".join((*words[n:], frame.path)) for n in range(len(words) + 1)]


def _key(path: str) -> str:
    return name_key(path.rpartition("/")[2])


def _meant(path: str, heads: Sequence[Head], fewest: int, vaults: Sequence[str]) -> Sequence[Head]:
    written = [part for part in fold(path).split("/") if part not in {"", ".", ".."}]
    shared = {head.path: _common(written, fold(_in_vault(head.path, vaults)).split("/"), fewest) for head in heads}
    most = max(shared.values(), default=0)
    return [head for head in heads if most and shared[head.path] == most]


def _in_vault(path: str, vaults: Sequence[str]) -> str:
    """The path in its vault, without the name of that in a search of several."""
    return inward(path, vaults)[1] if len(vaults) > 1 else path


def _common(written: Sequence[str], path: Sequence[str], fewest: int) -> int:
    """How many last parts the paths have in common; 0 if neither ends as the other and they are fewer."""
    shorter = min(len(written), len(path))
    count = next((n for n in range(shorter) if written[~n] != path[~n]), shorter)
    return count if count >= min(shorter, fewest) else 0


def _order(head: Head) -> tuple[bool, int, str]:
    return is_test_path(head.path), head.path.count("/"), head.path


def _line(text: str, number: int) -> Span | None:
    """The line of that number, without its indentation and its end; None if there are fewer lines."""
    at = 0
    for _ in range(number - 1):
        at = text.find("\n", at) + 1
        if not at:
            return None
    end = text.find("\n", at)
    written = text[at : end if end >= 0 else len(text)]
    return at + len(written) - len(written.lstrip()), at + len(written)
