"""Look up symbols of source code by names as users type them: `url_for`, `Flask.run`, `Flask::run()`, `f~2`."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ...analysis.code.source_paths import is_aside, is_test_path
from ...analysis.code.symbol_names import parts_of_name, unnumbered
from ...analysis.folding import fold
from ...formats.code.languages import LANGUAGES
from ...graph.source_references.file_scope import TYPES
from ...graph.source_references.module_keys import module_key, module_path
from ...graph.source_references.scope_rules import ending_of, rules_of
from ...model.lazy_pattern import lazy_pattern
from ...model.ref import Ref
from ...model.symbol import SymbolDefinition
from ...ports.storage import Reader
from ...query.ast import And, Expr, FieldEquals, OneOf, SymbolCondition
from ...query.symbol_match import last_part, symbol_key
from .namespaces import with_namespaces
from .renamed_symbols import symbol_under
from .similar_names import similar_symbol

_IDENTIFIER = lazy_pattern(r"#?(?:[~$@]{0,2}[^\W\d]|\$)[\w$]*[!?=]?")
_CLAUSES = {  # that state the package of a file, in Go and Java at its beginning
    **dict.fromkeys((".go", ".java"), lazy_pattern(r"\A(?:\s+|//[^\n]*|/\*.*?\*/)*+package\s+([\w.]+)", re.DOTALL)),
    **dict.fromkeys((".cs", ".php"), lazy_pattern(r"^[ \t]*+namespace[ \t]++([\w.\\]+)", re.MULTILINE)),
}
_WITH_NAMESPACES = frozenset((*(f".{ending}" for ending in LANGUAGES["cpp"].extensions), ".h"))
_MOST_PARTS = 50  # of a name; each is looked up inside of the one before
_MOST_SAME = 50  # symbols of one simple name whose namespaces are read
_UPWARDS = frozenset({"extends", "implements"})
_MOST_ANCESTORS = 50  # types of the name and those that they are based on
_MOST_CONSIDERED = 5_000  # names to compare; more take too long for a hint
_NEAR_NAMES = 5  # simple names whose qualified ones are compared
_COMPARED: Sequence[Callable[[str], str]] = (str, fold)  # names as written before names in another case


def symbols_named(text: str, reader: Reader) -> Sequence[SymbolDefinition]:
    """The symbols whose name fits best, the most likely one first; none for a text that is no name of a symbol.

    A name as written fits better than one in another case, and then a whole qualified name better than its end;
    between the two lies a name behind that of a module which has it: `flask.url_for` is no method `Flask.url_for`.  Of
    symbols that fit equally well those outside of tests come first, then those outside of examples and generated files,
    then exported ones, then those that are no constructors, then those with the fewest folders.
    """
    plain = unnumbered(text)
    parts, number = _parts(text), text[len(plain) :]
    if not parts:
        return ()
    key, name = fold(parts[-1]), ".".join(parts) + number
    symbols = reader.definitions((key,)).get(key, ())
    for compared in _COMPARED:
        wanted = compared(name)
        names = [compared(each.unit.name if plain != text else unnumbered(each.unit.name)) for each in symbols]
        for fits in (wanted.__eq__, lambda own, end=f".{wanted}": own.endswith(end)):
            if found := [symbol for symbol, own in zip(symbols, names, strict=True) if fits(own)]:
                return sorted(found, key=definition_order)
        if compared is str and (of_module := _of_modules(parts, reader)):
            return _with_number(number, of_module, reader) if number else of_module
    return _macros(plain, number, reader) if plain.endswith("!") else ()


def _macros(name: str, number: str, reader: Reader) -> Sequence[SymbolDefinition]:
    """The macros of Rust that the name means with the sign of a call: `pier!`."""
    found = symbols_named(name[:-1] + number, reader)
    documents = reader.documents({each.head.path for each in found if each.head.path.endswith(".rs")})
    macros = {
        Ref(path, facts.unit)
        for path, document in documents.items()
        for facts in document.symbols
        if facts.signature.startswith("macro_rules!")
    }
    return [each for each in found if Ref(each.head.path, each.unit.name) in macros]


def symbols_of_modules(text: str, reader: Reader) -> Sequence[SymbolDefinition]:
    """The symbols of a name behind that of a module or a package; none where the whole is the name of a symbol."""
    found = symbols_named(text, reader) if len(parts := _parts(text)) > 1 else ()
    end = fold(f".{'.'.join(parts)}")
    return () if any(f".{fold(unnumbered(each.unit.name))}".endswith(end) for each in found) else found


def in_modules(condition: SymbolCondition, reader: Reader) -> Expr:
    """The condition; if its name is one behind that of a module or a package, the symbol of that name in its files;
    for `path#name` that in the file.
    """
    path, _, own = (condition.name or "").rpartition("#")
    if rules_of(path) and own:
        return And((SymbolCondition(own, condition.kinds), FieldEquals("path", path)))
    found = symbols_of_modules(condition.name or "", reader)
    if not found:
        is_macro = (condition.name or "").endswith("!") and symbols_named(condition.name or "", reader)
        return replace(condition, name=is_macro[0].unit.name) if is_macro else condition
    (name, *_), text = map(_name, found), condition.name or ""
    named = SymbolCondition(f"{name}{text[len(unnumbered(text)) :]}", condition.kinds)
    return And((named, OneOf(frozenset(each.head.path for each in found))))


def _parts(text: str) -> tuple[str, ...]:
    """The parts of a name; none for a text that is no name of a symbol."""
    parts = () if "/" in text else parts_of_name(unnumbered(text))
    return parts if len(parts) <= _MOST_PARTS and all(map(_IDENTIFIER.fullmatch, parts)) else ()


def _of_modules(parts: tuple[str, ...], reader: Reader) -> Sequence[SymbolDefinition]:
    if found := sorted((*_of_packages(parts, reader), *_of_namespaces(parts, reader)), key=definition_order):
        return found
    own = _of_module(parts, reader)
    return (own,) if own else ()


def _of_packages(parts: tuple[str, ...], reader: Reader) -> Iterator[SymbolDefinition]:
    """The symbols in packages of the name or of its end: a package has the name that its files state, in whatever
    folder.
    """
    key, whole = fold(parts[-1]), ".".join(parts)
    same = reader.definitions((key,)).get(key, ()) if len(parts) > 1 else ()
    same = tuple(each for each in same if ending_of(each.head.path) in _CLAUSES)
    behind = [(each, package) for each in same if (package := whole.removesuffix(f".{_name(each)}")) != whole]
    documents = reader.documents({each.head.path for each, _ in behind})
    for each, package in behind:
        document = documents.get(each.head.path)
        stated = _CLAUSES[ending_of(each.head.path)].search(document.text) if document else None
        if stated and f".{'.'.join(parts_of_name(stated[1]))}".endswith(f".{package}"):
            yield each


def _of_namespaces(parts: tuple[str, ...], reader: Reader) -> Iterator[SymbolDefinition]:
    """The symbols of C++ in namespaces of the name or of its end."""
    key, whole = fold(parts[-1]), ".".join(parts)
    same = reader.definitions((key,)).get(key, ()) if len(parts) > 1 else ()
    listed = (each for each in same if each.unit.title == parts[-1] and ending_of(each.head.path) in _WITH_NAMESPACES)
    for each, names in with_namespaces(sorted(listed, key=definition_order)[:_MOST_SAME], reader):
        if any(f".{name}".endswith(f".{whole}") for name in names):
            yield each


def _with_number(number: str, symbols: Sequence[SymbolDefinition], reader: Reader) -> Sequence[SymbolDefinition]:
    """The symbols of that number among those of one name in a file, as `~2`."""
    wanted = {(each.head.path, f"{_name(each)}{number}") for each in symbols}
    same = reader.definitions({fold(_name(each).rpartition(".")[2]) for each in symbols}).values()
    return sorted(
        (each for own in same for each in own if (each.head.path, each.unit.name) in wanted), key=definition_order
    )


def _name(symbol: SymbolDefinition) -> str:
    return unnumbered(symbol.unit.name)


def _of_module(parts: tuple[str, ...], reader: Reader) -> SymbolDefinition | None:
    """The symbol that a module or a package has under the last of the parts, of its own or from another file, or a
    member of such a symbol.
    """
    *module, name = parts
    if not module or not _IDENTIFIER.fullmatch(name):
        return None
    key = module_key(module[-1])
    heads = sorted(reader.called((key,)).get(key, ()), key=lambda head: (is_test_path(head.path), _depth(head.path)))
    for path in (head.path for head in heads if head.kind == "code"):
        if module_path(path)[-len(module) :] == tuple(module) and (own := symbol_under(path, name, reader)):
            named = fold(unnumbered(own.section).rpartition(".")[2])
            same = reader.definitions((named,)).get(named, ())
            return next((each for each in same if (each.head.path, each.unit.name) == (own.doc, own.section)), None)
    owner = _of_module(tuple(module), reader)
    same = reader.definitions((fold(name),)).get(fold(name), ()) if owner else ()
    members = (each for each in same if owner and each.head.path == owner.head.path)
    return next((each for each in members if owner and each.unit.name == f"{owner.unit.name}.{name}"), None)


def _depth(path: str) -> tuple[int, str]:
    return path.count("/"), path


def inherited_symbol(text: str, reader: Reader, *, doc: str = "") -> SymbolDefinition | None:
    """The member of the nearest base class that has it, for a class and a member that it inherits: `Flask.route`.

    With `doc` the class is one of that file.
    """
    owner, _, member = ".".join(parts_of_name(text)).rpartition(".")
    owners = [each for each in symbols_named(owner, reader) if each.unit.kind in TYPES]
    waiting = [Ref(each.head.path, each.unit.name) for each in owners if doc in ("", each.head.path)]
    for each in waiting:
        edges = reader.references({each.doc})
        for base in (edge.target for edge in edges if edge.source == each and edge.relation in _UPWARDS):
            name = f"{base.section}.{member}"
            if found := [
                own for own in symbols_named(name, reader) if (own.head.path, own.unit.name) == (base.doc, name)
            ]:
                return found[0]
            if base not in waiting and len(waiting) < _MOST_ANCESTORS:
                waiting.append(base)
    return None


def closest_symbol(text: str, known: Sequence[str], reader: Reader) -> str:
    """The name of a symbol that is most similar to one of code; empty if none is. `known` are all simple names, folded.

    For a name with a dot it is a qualified one: a member of the owner in the text, its own or inherited, or else the
    owner; a member of any owner if there is none of that name, or what a module or a package of that name has.
    """
    plain = unnumbered(text)
    if plain != text and symbols_named(plain, reader):
        return plain
    key = symbol_key(text)
    near = difflib.get_close_matches(last_part(key), known[:_MOST_CONSIDERED], n=_NEAR_NAMES, cutoff=0.6)
    found = [each for symbols in reader.definitions(near).values() for each in symbols] if near else []
    if "." not in key:
        return similar_symbol(key, (each.unit.title for each in found))
    owner = ".".join(parts_of_name(text)[:-1])
    owners = symbols_named(owner, reader)
    if not owners:
        near_titles = [*dict.fromkeys(each.unit.title for each in found)][:_NEAR_NAMES]
        of_module = [name for title in near_titles if symbols_named(name := f"{owner}.{title}", reader)]
        if closest := similar_symbol(key, of_module):
            return closest
        return similar_symbol(key, (each.unit.name for each in found))
    own_name = unnumbered(owners[0].unit.name)
    members = [each.unit.name for each in found if unnumbered(each.unit.name).startswith(f"{own_name}.")]
    titles = dict.fromkeys(each.unit.title for each in found)
    members += (name for title in titles if inherited_symbol(name := f"{own_name}.{title}", reader))
    return similar_symbol(f"{fold(own_name)}.{last_part(key)}", members) or own_name


def definition_order(symbol: SymbolDefinition) -> tuple[bool, bool, bool, bool, int, str, int]:
    """Sorts symbols of one name, the most likely one first; see symbols_named."""
    head, unit, is_exported = symbol
    is_constructor = unit.kind == "method" and f".{unnumbered(unit.name)}".endswith(f".{unit.title}.{unit.title}")
    return is_test_path(head.path), is_aside(head), not is_exported, is_constructor, *_depth(head.path), unit.start
