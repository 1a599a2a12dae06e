"""The original that a site shows in place of a page that is not translated, at the address of the translation."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence

from ..analysis.languages.translated_paths import ORIGINAL, translations_at
from ..model.document import Head
from ..model.lazy_pattern import lazy_pattern
from .name_table import NameTable

_LANGUAGE = lazy_pattern(r"[a-z]{2,3}(?:-[a-z]{2,4})?")  # the name of a folder with the documents in a language


def original_at(page: str, target: str, folder: str, names: NameTable) -> Sequence[Head]:
    """The originals of the page at an address, where that is in the folder of the same language as the other folder.

    They are in the folder of English, or else above the folders of languages.
    """
    found = (names.published_at(original, target) for original in _originals(page, folder))
    return next(filter(None, found), ())


def _originals(page: str, folder: str) -> Iterator[str]:
    for own in translations_at(f"{folder}/"):
        home = own.home.strip("/")
        code = folder[len(home) :].strip("/").partition("/")[0]
        start = posixpath.join(home, code, "")
        if page.startswith(start) and code != ORIGINAL:
            inside = page.removeprefix(start)
            yield posixpath.join(home, ORIGINAL, inside)
            yield posixpath.join(home, inside)


def in_original_language(path: str, heads: Sequence[tuple[str, Head]]) -> list[Head]:
    """The document in English that a site shows for the path of a missing translation, among those with their folded
    paths: `docs/en/a.md` for `docs/de/a.md`.
    """
    return [head for own, head in heads if _is_translated(own.split("/"), path.split("/"))]


def _is_translated(original: Sequence[str], path: Sequence[str]) -> bool:
    """Whether the paths differ in one folder alone, which is that of the original and that of another language."""
    if len(path) != len(original) or path[-1] != original[-1]:
        return False
    differing = [pair for pair in zip(original, path, strict=True) if pair[0] != pair[1]]
    return len(differing) == 1 and differing[0][0] == ORIGINAL and _LANGUAGE.fullmatch(differing[0][1]) is not None
