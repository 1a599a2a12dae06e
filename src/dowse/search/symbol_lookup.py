"""Look up symbols of source code by names as users type them: `url_for`, `Flask.run`, `Flask::run()`, `f~2`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ..analysis.folding import fold
from ..analysis.source_paths import is_test_path
from ..analysis.symbol_names import parts_of_name, unnumbered
from ..model.symbol import SymbolDefinition
from ..ports.storage import Reader

_IDENTIFIER = re.compile(r"[~$@]{0,2}[^\W\d][\w$]*[!?=]?")
_COMPARED: Sequence[Callable[[str], str]] = (str, fold)  # names as written before names in another case


def symbols_named(text: str, reader: Reader) -> Sequence[SymbolDefinition]:
    """The symbols whose name fits best, the most likely one first; none for a text that is no name of a symbol.

    A name as written fits better than one in another case, and then a whole qualified name better than its end.  Of
    symbols that fit equally well those outside of tests come first, then exported ones, then those with the fewest
    folders.
    """
    plain = unnumbered(text)
    parts = parts_of_name(plain)
    if "/" in text or not parts or not all(map(_IDENTIFIER.fullmatch, parts)):
        return ()
    key, name = fold(parts[-1]), ".".join(parts) + text[len(plain) :]
    symbols = reader.definitions((key,)).get(key, ())
    for compared in _COMPARED:
        wanted = compared(name)
        names = [compared(each.unit.name if plain != text else unnumbered(each.unit.name)) for each in symbols]
        for fits in (wanted.__eq__, lambda own, end=f".{wanted}": own.endswith(end)):
            if found := [symbol for symbol, own in zip(symbols, names, strict=True) if fits(own)]:
                return sorted(found, key=_order)
    return ()


def _order(symbol: SymbolDefinition) -> tuple[bool, bool, int, str, int]:
    path = symbol.head.path
    return is_test_path(path), not symbol.is_exported, path.count("/"), path, symbol.unit.start
