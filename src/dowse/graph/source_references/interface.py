"""What other documents can see of a document: its names as keys, and a digest of what their references depend on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b

from ...model.document import Document, Head, SymbolFacts
from ...model.lazy_pattern import lazy_pattern
from ...model.source_reference import SourceReferences
from .interface_change import is_star, passes_on
from .module_keys import GLOBAL_USINGS, module_key, module_keys, module_name, namespace_keys
from .scope_rules import is_compiled_alone, rules_of

_SIGNATURES = ("export default", "module.exports =", "func (")  # beginnings of those that decide what a name means
_EXTENSION = "(this "  # an extension method of C#
_PARTIAL = lazy_pattern(r"\bpartial (?:class|struct|interface|record)\b")  # types of C#


def interface_digest(document: Document) -> int:
    """A signed 64-bit number that changes with the imports, the base classes and the default export of the document.

    Lines, texts and calls do not count: references of other documents do not depend on them.  They depend on the
    names, the kinds and the parents of symbols, which are compared one by one.
    """
    return _digest(deciding_signatures(document.symbols), document.references)


def deciding_signatures(symbols: Iterable[SymbolFacts]) -> list[str]:
    """Those of the signatures that decide what a name means."""
    return [facts.signature for facts in symbols if _decides(facts.signature)]


def _decides(signature: str) -> bool:
    if signature.startswith(_SIGNATURES) or _EXTENSION in signature:
        return True
    return "partial " in signature and bool(_PARTIAL.search(signature))


def has_signatures(digest: int, references: SourceReferences) -> bool:
    """Whether a document with that interface_digest has a default export, or methods with receivers."""
    return digest != _digest((), references)


def _digest(signatures: Sequence[str], references: SourceReferences) -> int:
    stated = [
        list(signatures),
        [each[:5] for each in references.imports],
        [each[:3] for each in references.bases if each.subject],
    ]
    return _number(json.dumps(stated)) if any(stated) else 0


@lru_cache(8192)  # documents that a change concerns have most of their keys in common
def key_number(key: str) -> int:
    """The number of a key under which documents wait: equal keys have equal numbers.

    It has 32 bits, in which two of a million keys are seldom equal: then a document is resolved once too often.
    """
    return int.from_bytes(_hashed(key)[-4:], "big", signed=True)


def path_key(path: str) -> str:
    """The key of a file that a resolution has looked at, or has looked for."""
    return f"/: {path}"


def symbol_key(name: str) -> str:
    """The key of a name that a resolution has looked for in other files.

    A document has it unless its own references have the name: see stated_names.
    """
    return f"/* {name}"


def declaration_key(name: str) -> str:
    """The key of a function that a file declares and does not define."""
    return f"/= {name}"


def stated_names(references: SourceReferences) -> frozenset[str]:
    """The names in the imports, bases and calls of a document, without the brackets of a call."""
    parts = {part for call in references.calls for part in call.callee}
    bases = (part for each in references.bases for part in each.base)
    imported = (name for each in references.imports for name in (each.name, each.alias))
    return frozenset({part.removesuffix("()") for part in parts}.union(bases, imported))


def source_key(name: str) -> str:
    """The key of an included file of that name that is no header."""
    return f"/+ {name}"


def own_keys(head: Head, references: SourceReferences) -> set[str]:
    """The keys of the document itself."""
    return {path_key(head.path), *module_keys(head), *namespace_keys(references)}


def passing_key(document: Document) -> str:
    """The module key of a file that passes on names of files which it imports, such as a header; empty for others.

    Documents that have the key depend on those files, too.
    """
    path, rules = document.head.path, rules_of(document.head.path)
    if document.head.kind != "code" or rules is None:
        return ""
    if is_compiled_alone(path):
        return source_key(path.rpartition("/")[2])
    passes = (is_star(each, rules) and passes_on(each, rules) for each in document.references.imports)
    if rules.has_namespaces:
        return module_key(GLOBAL_USINGS) if any(passes) else ""
    return module_key(module_name(path, rules)) if rules.imports_all or any(passes) else ""


def _number(text: str) -> int:
    return int.from_bytes(_hashed(text), "big", signed=True)


def _hashed(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
