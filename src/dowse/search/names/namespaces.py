"""The names of symbols of C++ with the namespaces around them that the index does not have, as those of macros."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from ...analysis.code.symbol_names import unnumbered
from ...analysis.folding import fold
from ...formats.code.open_namespaces import Namespaces, namespaces_around, stated_namespaces
from ...model.symbol import SymbolDefinition
from ...ports.storage import Reader


def with_namespaces(
    symbols: Sequence[SymbolDefinition], reader: Reader
) -> Iterator[tuple[SymbolDefinition, Sequence[str]]]:
    """Each of the symbols with its names behind the namespaces around it, without inline ones and with them:
    `fmt.detail.buffer` and `fmt.v12.detail.buffer`.
    """
    documents = reader.documents({each.head.path for each in symbols})

    @cache
    def of_macro(name: str) -> Namespaces:
        return _namespaces_of_macro(name, reader)

    for path in dict.fromkeys(each.head.path for each in symbols):
        own = [each for each in symbols if each.head.path == path]
        if document := documents.get(path):
            around = namespaces_around(document.text, (each.unit.start for each in own), of_macro)
            yield from ((each, _names(around[each.unit.start], unnumbered(each.unit.name))) for each in own)


def _namespaces_of_macro(name: str, reader: Reader) -> Namespaces:
    """The namespaces that the first definition of the macro with any opens."""
    key = fold(name)
    defined = [each for each in reader.definitions((key,)).get(key, ()) if each.unit.title == name]
    documents = reader.documents({each.head.path for each in defined})
    texts = (documents[each.head.path].text[each.unit.start : each.unit.end] for each in defined)
    return next(filter(None, map(stated_namespaces, texts)), ())


def _names(around: Namespaces, name: str) -> Sequence[str]:
    inline = {each.name for each in around if each.is_inline}
    parts = name.split(".")
    names = [each.name for each in around]
    plain = ([each for each in listed if each not in inline] for listed in (names, parts))
    return tuple(dict.fromkeys((_joined(*plain), _joined(names, parts))))


def _joined(outer: Sequence[str], parts: Sequence[str]) -> str:
    """The name behind the namespaces; it begins with the innermost ones, if the index has them."""
    *owners, last = parts
    shared = next(n for n in range(len(outer), -1, -1) if outer[len(outer) - n :] == owners[:n])
    return ".".join((*outer, *owners[shared:], last))
