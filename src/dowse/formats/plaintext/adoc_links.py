"""The links of AsciiDoc: cross references, links to files, and included files; and the anchors that they name.

The AsciiDoc Language documentation has the rules, that of Antora those of `module:page.adoc` and `partial$part.adoc`.
A macro of an extension, such as `linkgit:git-gc[1]`, may name a page; it does if a page is called so.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping

from ..markdown.wikilinks import RawLink
from .adoc_attributes import PASSED

# All quantifiers are bounded or possessive: the search is linear.
_LINK = re.compile(
    rf"(?<!\\)(?:{PASSED})"
    r"""|(?x:(?<!\\)(?:
      <<(?P<reference>(?=[\w\#/.:])[^<>,\n]{1,300}+)(?:,[^<>]{0,300}+)?>>
    | (?<!\w)(?P<macro>xref|link):(?!:)(?P<target>[^\s\[\]<>]{1,1000}+)\[
    ))"""
)
# Behind the name of a macro, as a search for one sign takes a tenth of the time of one for a name.
_TARGET = re.compile(r":(?![\d.]+\[)(\w[\w./-]{0,200}+)\[[^\[\]\n]{0,300}+\]")
_MACRO = re.compile(r"(?<![\w\\/.:-])[a-z][\w-]{1,40}+\Z")
_LONGEST_MACRO = 42  # characters, with the one before it
# Macros whose target is no page, or is one by the rules above.
_BUILT_INS = """
    anchor asciimath btn data footnote footnoteref ftp http https icon image indexterm indexterm2 irc kbd latexmath link
    mailto menu pass stem tel xref
"""
_BUILT_IN = frozenset(_BUILT_INS.split())
_PASSED = re.compile(PASSED)
_INCLUDE = re.compile(r"(?m)^include::([^\[\]\n]{1,1000}+)\[")
_ANCHOR = re.compile(
    r"""(?mx)\[\[\[?([\w:][\w:.-]{0,200}+)(?:,[^\[\]\n]{0,300}+)?\]\]
    | ^\[(?:[\w-]{0,40}+\#([\w:][\w:-]{0,200}+)|[^\[\]\n]{0,200}?\bid=["']?([\w:][\w:.-]{0,200}+))
      [^\[\]\n]{0,300}\][ \t]*$
    | \banchor:([\w:][\w:.-]{0,200}+)\[
    | (?<!\w)\[\#([\w:][\w:-]{0,200}+)\](?=[#*_`])"""
)
_SCHEME = re.compile(r"[A-Za-z][\w+.-]*://|(?:mailto|tel|data|irc|about):")
_RESOURCE = re.compile(r"(?:([\w.-]+):)?(?:(page|partial|example|attachment|image)\$)?([^:@$]+)")
_BRACKETS = re.compile(r"\[(?:[^\]\\\n]|\n(?!\s*\n)|\\.){0,1000}+\]")
_ENDING = re.compile(r"\.\w{1,8}\Z")


def adoc_links(text: str, anchors: Mapping[str, int]) -> Iterator[RawLink]:
    """The links of a text without code and comments; of those to `anchors`, places in the text itself, none."""
    yield from _macros(text)
    if "<<" not in text and "xref:" not in text and "link:" not in text:
        return
    for found in _LINK.finditer(text):
        if not found.lastgroup:  # passed through
            continue
        group = "reference" if found["reference"] else "target"
        is_file = found["macro"] == "link"
        yield from _link(found[group], found.span(), found.span(group), anchors, is_file=is_file)


def _macros(text: str) -> Iterator[RawLink]:
    """The macros of extensions, whose targets may name pages."""
    passed: list[tuple[int, int]] | None = None  # where text is passed through
    for found in _TARGET.finditer(text):
        at = found.start()
        name = _MACRO.search(text[max(0, at - _LONGEST_MACRO) : at])
        if not name or name[0] in _BUILT_IN:
            continue
        if passed is None:
            passed = [each.span() for each in _PASSED.finditer(text)] if "+" in text or "pass:" in text else []
        before = bisect_left(passed, (at,))
        if not before or passed[before - 1][1] <= at:
            yield RawLink("macro", found[1], "", (at - len(name[0]), found.end()), found.span(1))


def adoc_includes(text: str) -> Iterator[RawLink]:
    """The files that a text includes, also in code."""
    for found in _INCLUDE.finditer(text):
        yield from _link(found[1].strip(), found.span(), found.span(1), {}, is_file=True)


def written_adoc_links(text: str) -> dict[tuple[str, str, str], str]:
    """The links of a text as written, by kind, target and anchor."""
    found = sorted((*adoc_includes(text), *adoc_links(text, {})), key=lambda link: link.span, reverse=True)
    return {(link.kind, link.target, link.anchor): _written(text, *link.span) for link in found}


def adoc_anchors(text: str) -> dict[str, int]:
    """The anchors that a text defines, case-folded, with their offsets; those of sections among them."""
    found: dict[str, int] = {}
    for anchor in _ANCHOR.finditer(text):
        found.setdefault(next(filter(None, anchor.groups())).casefold(), anchor.start())
    return found


def _written(text: str, start: int, end: int) -> str:
    """The link in the span, which for a macro ends with the bracket behind its target."""
    closed = _BRACKETS.match(text, end - 1)
    return text[start : closed.end()] if closed else text[start:end] + "]" * (text[end - 1] == "[")


def former_pages(written: str, path: str) -> Iterator[str]:
    """The paths of former pages of Antora in this list, which the page at the path has replaced."""
    around, found, inside = f"/{path}".rpartition("/modules/")
    own = inside.partition("/")[0]
    for target in written.split(","):
        if found and (page := _path(target.strip())):
            page = page if page.startswith("/modules/") else f"/modules/./pages/{page.lstrip('/')}"
            yield f"{around}{page}".replace("/modules/./", f"/modules/{own}/").lstrip("/")


def _link(
    written: str, span: tuple[int, int], hidden: tuple[int, int], anchors: Mapping[str, int], *, is_file: bool
) -> Iterator[RawLink]:
    """The link to the target, unless it is an address, or a place that is no section of the same file."""
    if "{" in written or _SCHEME.match(written):
        return
    target, mark, anchor = written.strip().partition("#")
    if not is_file and not mark and not _ENDING.search(target):
        target, anchor = "", target  # the ID or the title of a section
    if not target and anchor.casefold() not in anchors and anchor.strip():
        yield RawLink("xref", "", anchor.strip(), span, hidden)
    elif target and (path := _path(target)):
        yield RawLink("xref", path, anchor.strip(), span, hidden)


def _path(target: str) -> str:
    """The path of a file, of a resource of Antora as `/modules/MODULE/FAMILY/…`; empty for another component."""
    if ":" not in target and "$" not in target:
        return target
    resource = _RESOURCE.fullmatch(target)
    if resource is None:
        return ""
    module, family, path = resource.groups()
    return f"/modules/{module or '.'}/{family or 'page'}s/{path.lstrip('/')}"
