"""Codes and versions at an end of a name, which may stand for it: `Linker error LNK2019`, `Tides 2.1`."""

from __future__ import annotations

from functools import lru_cache

from ..model.lazy_pattern import lazy_pattern
from .folding import fold, name_key

# LNK2019, KB-4052, 4844 but no year, 2.1 and v2.1.
_FORMS = r"[^\W\d_]{1,6}-?\d{3,6}|(?!(?:19|20)\d\d(?!\d))\d{4,6}|v?\d{1,4}(?:\.\d{1,4}){1,3}"
_ENDED = lazy_pattern(r"[^\W\d] v?\Z")  # what is before a version that ends a name
_BEGUN = lazy_pattern(r" [^\W\d]")  # behind one that begins it
_CODE = lazy_pattern(rf"(?<![\w./@#:-])(?:{_FORMS})(?![\w/@-]|\.\w)")


@lru_cache(64)
def codes_in(question: str) -> tuple[str, ...]:
    """The codes, numbers and versions in the question, each once, folded; none of a question that is one."""
    return tuple(dict.fromkeys(_CODE.findall(fold(question))))


def is_called_by_code(name: str, code: str) -> bool:
    """Whether the name begins or ends with the code, as a word; a version with or without a `v`, and not as part of a
    date or of a longer version.
    """
    key, whole = name_key(name), name_key(code)
    if "." not in code:
        return key.endswith(f" {whole}") or key.startswith(f"{whole} ")
    number = whole.removeprefix("v")
    before, after = key.removesuffix(number), key.removeprefix("v").removeprefix(number)
    return (before != key and _ENDED.search(before) is not None) or (
        after != key.removeprefix("v") and _BEGUN.match(after) is not None
    )
