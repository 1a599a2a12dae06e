r"""The title, the sections, the links and the labels of a LaTeX file: `\section{Tides}`, `\ref{sec:tides}`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ...model.document import Fact
from ..markdown.headings import Heading
from ..markdown.prose import blanked
from ..markdown.wikilinks import RawLink
from .latex_markup import LITERAL, REFERENCE, without_commands
from .marks import literal_blocks
from .text_content import Label, TextContent, TextLines, heading_at

_RANKS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph")
_SECTION = re.compile(rf"(?m)^[ \t]*\\({'|'.join(_RANKS)})\*?[ \t]*+(?:\[[^\[\]]{{0,300}}\][ \t]*+)?\{{")
_COMMENT = re.compile(  # of which the first group stays: `%` in an address is none
    r"(\\(?:url|href|path|nolinkurl)\{[^{}\n]{0,1000}\})|\\(?:verb\*?|lstinline)([^\w\s{*])[^\n]*?\2"
    r"|(?<!\\)(?:\\\\)*+(%[^\n]*)"
)
_STATED = re.compile(r"\\(title|author|date|keywords)[ \t]*+(?:\[[^\[\]]{0,300}\][ \t]*+)?\s*+\{")
_BEGIN = re.compile(r"\\begin\{document\}[ \t]*\n?")
_LABEL = re.compile(r"\\label\{([^{}\n\\#]{1,200})\}")
_REFERENCE = re.compile(rf"\\(?:{REFERENCE}\{{([^{{}}\n\\#]{{1,300}})\}}|hyperref\[([^\[\]\n\\#]{{1,200}})\])")
_FILE = re.compile(r"\\(?:input|include|subfile|subfileinclude)[ \t]*+\{([^{}\n\\#]{1,200})\}")
_PARAMETER = re.compile(r"#\d")  # in a definition
_BRACE = re.compile(r"\\.|[{}]")
_NOTE = re.compile(r"\\(?:thanks|footnote|label|index)\{[^{}]*\}")
_SEPARATOR = re.compile(r"[,;]|\\and\b")
_LONGEST_ARGUMENT = 500  # characters


def latex_content(text: TextLines) -> TextContent:
    """The content of a LaTeX file; never fails."""
    bare = _bare(text.text)
    begin = _BEGIN.search(bare)
    body_start = begin.end() if begin else 0
    stated = _stated(bare)
    headings = list(_headings(bare, body_start))
    is_alone = sum(each.level == 1 for each in headings) == 1 and headings[0].level == 1
    return TextContent(
        title=stated.pop("title", "") or (headings[0].text if is_alone else ""),
        body_start=body_start,
        headings=headings,
        links=list(_links(bare)),
        labels=[Label(" ".join(each[1].split()), each.start()) for each in _LABEL.finditer(bare)],
        facts=_facts(stated),
    )


def _bare(text: str) -> str:
    """The text with blanks in place of comments and of code."""
    literal = [block.content for block in literal_blocks(LITERAL, text, (0, len(text)))]
    without = blanked(text, literal, " ") if literal else text
    return _COMMENT.sub(_kept, without)


def _kept(found: re.Match[str]) -> str:
    hidden = 0 if found[1] else len(found[3] or found[0])
    return found[0][: len(found[0]) - hidden] + " " * hidden


def _headings(bare: str, body_start: int) -> Iterator[Heading]:
    """The sections with a title, of which the highest in the file is of the first level."""
    found = [
        (section.start(), _RANKS.index(section[1]), title)
        for section in _SECTION.finditer(bare, body_start)
        if (title := _argument(bare, section.end()))
    ]
    highest = min((rank for _, rank, _ in found), default=0)
    yield from (heading_at(at, rank - highest + 1, title) for at, rank, title in found)


def _argument(bare: str, start: int) -> str:
    """What a page shows of the argument that begins at the offset; empty in a definition and for one without an end."""
    depth = 1
    for brace in _BRACE.finditer(bare, start, start + _LONGEST_ARGUMENT):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if depth == 0:
            written = bare[start : brace.start()]
            return "" if _PARAMETER.search(written) else without_commands(_NOTE.sub("", written))
    return ""


def _stated(bare: str) -> dict[str, str]:
    """The first title, author and so on, by its command."""
    found: dict[str, str] = {}
    for each in _STATED.finditer(bare):
        if each[1] not in found and (text := _argument(bare, each.end())):
            found[each[1]] = text
    return found


def _facts(stated: Mapping[str, str]) -> dict[str, Fact]:
    """The properties, of which keywords are tags; `\\today` is no date."""
    facts: dict[str, Fact] = {name: stated[name] for name in ("author", "date") if stated.get(name, "today") != "today"}
    tags = tuple(filter(None, (tag.strip() for tag in _SEPARATOR.split(stated.get("keywords", "")))))
    return {**facts, **({"tags": tags} if tags else {})}


def _links(bare: str) -> Iterator[RawLink]:
    for found in _REFERENCE.finditer(bare):
        for label in (found[1] or found[2]).split(","):
            if label.strip():
                yield RawLink("ref", " ".join(label.split()), "", found.span(), found.span())
    for found in _FILE.finditer(bare):
        if path := found[1].strip():
            yield RawLink("file", path, "", found.span(), found.span())
