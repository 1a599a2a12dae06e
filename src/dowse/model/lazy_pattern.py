"""Regular expressions that are compiled when they are first used.

The modules of a command have some 300, of which a search uses a fifth; compiling the others takes 20 ms.
"""

from __future__ import annotations

import re
from typing import AnyStr, cast

_METHODS = ("search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn")


class _LazyPattern:
    """The pattern of a regular expression; its attributes are those of the compiled expression."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self.pattern, self._flags = pattern, flags

    def __getattr__(self, name: str) -> object:  # only of what is not in `__dict__`: once
        compiled = re.compile(self.pattern, self._flags)
        vars(self).update({method: getattr(compiled, method) for method in _METHODS})
        return getattr(compiled, name)

    def __reduce__(self) -> tuple[object, tuple[str | bytes, int]]:  # also of copies
        return lazy_pattern, (self.pattern, self._flags)


def lazy_pattern(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """The regular expression, which is compiled when it is first used, and whose errors are raised then.

    Functions of `re` take no such expression; its own methods do the same.
    """
    return cast("re.Pattern[AnyStr]", _LazyPattern(pattern, flags))
