"""The titles that the navigation of MkDocs gives pages: `nav` in `mkdocs.yml`."""

from __future__ import annotations

import json
import posixpath

from ..model.lazy_pattern import lazy_pattern

_MOST = 5_000  # pages
# The list below `nav:`, whose lines are indented or begin with a hyphen; blank lines and comments may stand between.
_NAV = lazy_pattern(r"(?m)^nav:[ \t]*(?:#[^\n]*)?\r?\n((?:(?:[ \t-][^\n]*|#[^\n]*)?\r?\n)*+(?:[ \t-][^\n]*)?)")
_PAGE = lazy_pattern(
    r"""(?mx)^[ \t]*-[ \t]+
    (?: (?P<quoted>"(?:[^"\\\n]|\\.){1,200}+") | '(?P<single>(?:[^'\n]|''){1,200}+)'
      | (?P<plain>[^\s"'\#\[\]{}&*!|>%@`][^\n\#]{0,199}?) )
    [ \t]*:[ \t]+ (?P<quote>["']?) (?P<path>[^\s"'\#:][^"'\n\#:]{0,400}?\.(?:md|markdown)) (?P=quote)
    [ \t]*(?:\#[^\n]*)?\r?$"""
)


def page_titles(configuration: str) -> dict[str, str]:
    """The title of each page, by the path below the folder of the documents; the first of several."""
    found: dict[str, str] = {}
    nav = _NAV.search(configuration)
    for page in _PAGE.finditer(nav[1]) if nav else ():
        path = posixpath.normpath(page["path"]).lstrip("/")
        written = (page["single"] or "").replace("''", "'") or page["plain"] or _unescaped(page["quoted"])
        title = written.strip()
        if len(found) < _MOST and title and not path.startswith("../"):
            found.setdefault(path, title)
    return found


def _unescaped(quoted: str) -> str:
    """The text in double quotation marks, whose escapes are those of JSON; empty for others, and with control
    characters.
    """
    try:
        text = str(json.loads(quoted))
    except ValueError:
        return ""
    return text if text.isprintable() else ""
