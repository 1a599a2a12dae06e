"""A manual page, written with the macros of man(7) or mdoc(7), to a Document."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import partial

from ...model.document import GENERATED, Document, Fact
from ..markdown.wikilinks import RawLink
from ..text_encoding import decode, readable, refusal
from .manpage_files import FIRST_BYTES, NO_MANPAGE
from .manpage_text import ManpageText
from .plaintext_parser import parse as parse_plain
from .text_content import Label, TextContent, TextLines, heading_at

_TITLE = re.compile(r"(?m)^\.[ \t]*(?:TH|Dt)[ \t]+\S")
_HEADING = re.compile(r"(?m)^\.[ \t]*S[Hh][ \t]+\S")
_DASH = re.compile(r"(?<!\s)\s++(?:-{1,2}|\u2013|\u2014)\s+")
_NAMES = re.compile(r"[,\s]+")
_MOST_NAMES = 50
_REFERENCE = re.compile(r"(?<![\w/.:+-])([A-Za-z_][\w.:+-]{0,80}\([1-9][a-z]{0,2}\))")  # `epoll(7)`, and no call
_HEADER = 2_000  # characters
# Written by Ronn, Pod::Man, Pandoc, DocBook, Asciidoctor, help2man and cobra, or by go-md2man, which begins with `.nh`.
_GENERATED = re.compile(
    r"""(?mx)^[.']\\"(?=.*(?i:generated[ ](?:with|by|from)|generator:|do[ ]not[ ](?:edit|modify)))
    | \A\.nh\n\.TH\b
    | ^\.TH\b.*"generated[ ]by"""
)


def refuse_no_manpage(data: bytes) -> str | None:
    """Why the bytes are no manual page; None when they are."""
    text = decode(data)[0] if data.startswith(FIRST_BYTES) else ""
    return refusal(data) if _TITLE.search(text) and _HEADING.search(text) else NO_MANPAGE


def parse(path: str, data: bytes, *, modified: float, digest: str) -> Document:
    """The document of a manual page, with the text that the page shows."""
    text, odd = readable(data)
    page = ManpageText(text)
    read = partial(_content, page=page, is_generated=_GENERATED.search(text[:_HEADER]) is not None)
    return parse_plain(path, "\n".join(page.lines), read, modified=modified, digest=digest, odd=odd)


def _content(text: TextLines, page: ManpageText, *, is_generated: bool) -> TextContent:
    names, summary = _described(page)
    name, section = (*page.title, "", "")[:2]
    title = names[0] if names and names[0].casefold() == name.casefold() else name.lower() if name.isupper() else name
    own = [f"{each}({section})" for each in dict.fromkeys((title, *names))] if section else []
    facts: dict[str, Fact] = {"aliases": tuple(dict.fromkeys((title, *names)))}
    return TextContent(
        title=f"{title}({section})" if section else title,
        links=list(_references(text.text, own)),
        labels=[Label(name) for name in own],
        headings=[heading_at(text.starts[at], level, name) for at, level, name in page.headings if name],
        facts={
            **facts,
            **({"description": summary} if summary else {}),
            **({GENERATED: True} if is_generated else {}),
        },
    )


def _references(text: str, own: Collection[str]) -> Iterator[RawLink]:
    """The links to other manual pages."""
    for found in _REFERENCE.finditer(text):
        if found[1] not in own:
            yield RawLink("man", found[1], "", found.span(), found.span())


def _described(page: ManpageText) -> tuple[tuple[str, ...], str]:
    """What the page describes, and in a few words what that is, by its first section."""
    first = next((at for at, *_ in page.headings), 0) + 1
    end = next((at for at, *_ in page.headings[1:]), len(page.lines))
    names, *summary = _DASH.split(" ".join(filter(None, page.lines[first:end])), maxsplit=1)
    return tuple(filter(None, _NAMES.split(names)))[:_MOST_NAMES], " ".join(summary)
