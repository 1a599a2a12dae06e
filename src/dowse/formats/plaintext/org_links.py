"""The links of an Org file: to files, to headings, and to the IDs of Org-roam's nodes.

The Org manual, section 4, has the rules; those of `denote:` and `roam:` are in the manuals of Denote and Org-roam.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from ..markdown.wikilinks import RawLink

# The possessive quantifiers keep the search linear.
_LINK = re.compile(
    r"\[\[((?:[^\[\]\\\n]|\\[\\\[\]]){1,1000}+)\](?:\[((?:[^\[\]\n]|\n(?![ \t]*\n)){1,1000}+)\])?+\]"
    r"|(?im:^[ \t]*\#\+include:[ \t]+\"([^\"\n]{1,1000})\")"
)
_ESCAPED = re.compile(r"\\([\\\[\]])")
_TYPE = re.compile(r"([A-Za-z][\w+.-]*):(?![:\s])")
_ABBREVIATED = re.compile(r"[A-Za-z][\w+-]*::")  # `[[module::lang rust]]`, by `#+link: module …` or a setting of Emacs
_LINE = re.compile(r"\d{1,9}")
_CHARACTER_CLASS = re.compile(r":\w+:")  # of a regular expression, `[[:digit:]]`
# Code and verbatim text between the signs that may stand before and behind it.
_VERBATIM = re.compile(r"(?<![^\s\-({'\"])([=~])(?=\S)[^\n]{0,300}?(?<=\S)\1(?![^\s\-.,;:!?')}\\\[\"])")


def org_links(text: str, targets: frozenset[str] = frozenset()) -> Iterator[RawLink]:
    """The links of a text without code, in order; of those to `targets`, places in the text itself, none."""
    has_links = "[[" in text and ("~" in text or "=" in text)
    verbatim = [each.span() for each in _VERBATIM.finditer(text) if "[[" in each[0]] if has_links else []
    for found in _LINK.finditer(text):
        before = bisect_left(verbatim, found.span())
        if before and found.end() < verbatim[before - 1][1]:
            continue
        stated = _pointer(f"file:{found[3]}" if found[3] else _ESCAPED.sub(r"\1", found[1]).strip())
        if stated and not (stated[0] == "wikilink" and " ".join(stated[1].lower().split()) in targets):
            hidden = found.span(3 if found[3] else 1)
            yield RawLink(*stated, found.span(), hidden)


def written_org_links(text: str) -> dict[tuple[str, str, str], str]:
    """The links of a text as written, by kind, target and anchor."""
    return {(link.kind, link.target, link.anchor): text[slice(*link.span)].strip() for link in org_links(text)}


def _pointer(path: str) -> tuple[str, str, str] | None:
    """The kind, the target and the anchor of the link with this path; None for one out of the vault."""
    if (path.startswith("(") and path.endswith(")")) or _CHARACTER_CLASS.fullmatch(path):
        return None  # of the former, a line of code with `(ref:name)`
    if path.startswith(("#", "*")):
        return ("file", "", path[1:].strip()) if path[1:].strip() else None
    kind, rest = (stated[1].lower(), path[stated.end() :]) if (stated := _TYPE.match(path)) else ("", path)
    name, _, place = rest.partition("::")
    name = name.strip()
    match kind:
        case "id" | "denote" if name:
            return "node", name, _anchor(place)
        case "file" | "file+sys" | "file+emacs" if name:
            return _file(name, place)
        case "file" | "file+sys" | "file+emacs":  # `file:::*Costs`
            return ("file", "", _anchor(place)) if _anchor(place) else None
        case "roam" if name:
            return "wikilink", rest.strip(), ""
        case "" if name.startswith(("./", "../", "/", "~")):
            return _file(name, place)
        case "" if rest and not _ABBREVIATED.match(rest):
            return "wikilink", rest, ""
    return None


def _file(name: str, place: str) -> tuple[str, str, str] | None:
    """The link to a file; None for an absolute path."""
    return None if name.startswith(("/", "~")) or "://" in name else ("file", name, _anchor(place))


def _anchor(place: str) -> str:
    """The anchor of what follows `::`: a heading, a custom ID or a line; empty for a text that is searched for."""
    if place.startswith(("*", "#")):
        return place[1:].strip().removeprefix("h:")
    return f"L{place}" if _LINE.fullmatch(place) and int(place) else ""
