"""The start and the end of raw HTML in Markdown, which has no headings inside (CommonMark 0.31, section 4.6)."""

from __future__ import annotations

import re

BLANK = ""  # an HTML block with this end lasts until a blank line
COMMENT = "-->"
RAW = "</"  # ends at the closing tag of a script, style, pre or textarea

_BLOCK_NAMES = re.compile(
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt"
    "|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main"
    "|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead"
    "|title|tr|track|ul",
    re.IGNORECASE,
)
_ENDS = (("<!--", COMMENT), ("<?", "?>"), ("<![CDATA[", "]]>"))
_RAW = re.compile(r"<(?:script|pre|style|textarea)(?=[ \t>]|$)", re.IGNORECASE)
_RAW_END = re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE)
_NAME = re.compile(r"</?([A-Za-z][A-Za-z0-9-]*+)(?=[ \t>]|/>|$)")
# All quantifiers are possessive: an unclosed tag fails in one pass.
_WHOLE_TAG = re.compile(
    r"(?:</[A-Za-z][A-Za-z0-9-]*+\s*+>"
    r"|<[A-Za-z][A-Za-z0-9-]*+"
    r"(?:\s++[A-Za-z_:][A-Za-z0-9_.:-]*+(?:\s*+=\s*+(?:[^\s\"'=<>`]++|'[^']*+'|\"[^\"]*+\"))?+)*+"
    r"\s*+/?+>)\s*$"
)


def html_end(rest: str, *, in_paragraph: bool) -> str | None:
    """The end condition of the HTML block that this line, from its `<`, opens; None if it opens none."""
    for start, end in _ENDS:
        if rest.startswith(start):
            return end
    if rest.startswith("<!") and rest[2:3].isalpha():
        return ">"
    if _RAW.match(rest):
        return RAW
    name = _NAME.match(rest)
    is_block = bool(name and _BLOCK_NAMES.fullmatch(name[1])) or (not in_paragraph and bool(_WHOLE_TAG.match(rest)))
    return BLANK if is_block else None


def closes(line: str, end: str) -> bool:
    """Whether the line ends an HTML block that waits for `end` (which is not BLANK)."""
    return bool(_RAW_END.search(line)) if end == RAW else end in line
