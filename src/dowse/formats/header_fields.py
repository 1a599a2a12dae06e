"""Properties in the first lines of a text without frontmatter, as PEPs, Pelican, MultiMarkdown and Hexo have them:
`Title: Tides`, `Date: 2026-03-01`.

RFC 822 has the form: a name, a colon and a value, which indented lines continue; a blank line or `---` ends them.
BIPs have them in a code block or in `<pre>`.
"""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import dedent

from ..model.document import Fact
from ..model.lazy_pattern import lazy_pattern
from .line_offsets import folded
from .markdown.frontmatter_lines import facts_by_line

_LONGEST = 20_000  # characters
_FEWEST = 2
_NAME = r"[A-Za-z][A-Za-z0-9]{0,30}(?:[ _-][A-Za-z0-9]{1,30}){0,2}+"
_FIELD = rf"{_NAME}:(?:[ \t]++[^\r\n]*+)?(?:\r\n?|\n|\Z)(?:[ \t]++[^\s][^\r\n]*+(?:\r\n?|\n|\Z))*+"
_FIELDS = lazy_pattern(rf"(\ufeff?(?:{_FIELD}){{2,200}}+)(?:-{{3,}}+[ \t]*+(?:\r\n?|\n|\Z)|[ \t]*+(?:\r\n?|\n|\Z))")
_BLOCK = lazy_pattern(
    r"\ufeff?(?:`{3}[a-z]{0,9}[ \t]*(?:\r\n?|\n)((?s:.{1,9999}?))(?<=[\r\n])[ \t]*`{3}|<pre>((?s:.{1,9999}?))</pre>)"
    r"[ \t]*(?:\r\n?|\n|\Z)"
)
_NAMES = lazy_pattern(rf"(?m:^({_NAME}):)")
_TITLED = lazy_pattern(r"(?im:^title:[ \t]+\S)")
_TAG_NAMES = ("tags", "keywords")
_AUTHORS = ("author", "authors")
_ADDRESS = lazy_pattern(r"[ \t]*<[^<>\s]*@[^<>\s]*>")
_SEPARATOR = lazy_pattern(r"[,;]")
_DATE = lazy_pattern(r"(\d{1,2})[- ]([A-Z][a-z]{2})[a-z]{0,6}[- ](\d{4})")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def split(text: str) -> tuple[dict[str, Fact], int]:
    """The facts by lower-case name, and the offset of the text below: 0 without any.

    Lines that state no title are none, `Note: some text`, nor are those with a repeated name, such as of a speaker.
    """
    lines, end = _lines(text)
    if not lines or _has_repeated_name(text):
        return {}, 0
    stated = stated_facts(facts_by_line(lines))
    return (stated, end) if len(stated) >= _FEWEST else ({}, 0)


def _has_repeated_name(text: str) -> bool:
    """Whether two of the first lines have one name, as in a dialogue below its title."""
    written = [name.lower() for name in _NAMES.findall(_lines(text)[0])]
    return len(set(written)) < len(written)


def _lines(text: str) -> tuple[str, int]:
    """The lines of the form of fields, and the offset of the text below; empty if none of them states a title."""
    block = _BLOCK.match(text) if text[:1] in "\ufeff`<" else None
    above = dedent(folded(block[1] or block[2]).strip("\n")) if block else text
    found = _FIELDS.match(above, 0, _LONGEST)
    lines = found[1].removeprefix("\ufeff") if found else ""
    if not (found and _TITLED.search(lines)) or (block and found.end() < len(above)):
        return "", 0
    return lines, block.end() if block else found.end()


def stated_facts(facts: Mapping[str, Fact]) -> dict[str, Fact]:
    """The facts with values, of which tags, keywords and several authors are lists, and dates such as `28-Feb-2026` are
    written as 2026-02-28.  Authors have no addresses of mail.
    """
    stated = {name: _iso(value) if isinstance(value, str) else value for name, value in facts.items() if value != ()}
    for name in _TAG_NAMES:
        if isinstance(tags := stated.pop(name, ()), str):
            tags = _items(tags)
        if tags:
            stated.setdefault("tags", tags)
    for name in _AUTHORS:
        if isinstance(authors := stated.get(name), str):
            several = _items(_ADDRESS.sub("", authors))
            stated[name] = several if len(several) > 1 else "".join(several)
    return stated


def _items(value: str) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, _SEPARATOR.split(value))))


def _iso(value: str) -> str:
    found = _DATE.fullmatch(value)
    if not found or found[2] not in _MONTHS:
        return value
    return f"{found[3]}-{_MONTHS.index(found[2]) + 1:02}-{int(found[1]):02}"
