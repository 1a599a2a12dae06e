"""The links of a text: wikilinks, embeds, Markdown links, link definitions, links in templates, and ids."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
from operator import attrgetter
from typing import NamedTuple

from ...model.document import Span
from ...model.hit import made_of
from ...model.lazy_pattern import lazy_pattern
from .prose import is_escaped

WIKILINK = lazy_pattern(r"\[\[([^\[\]\n]+)\]\]")
# Between `[[` and `]]`, the contents of the page: in wikis of GitLab, Gollum and Azure DevOps, and in a line of its own
# in pages of VuePress and VitePress.
_CONTENTS, _CONTENTS_IN_LINE = "_TOC_", lazy_pattern(r"(?im)^[ \t]*+\[\[toc\]\][ \t]*+$")
# Between `[[` and `]]`: a character class, an address, and a test of a shell.
_NO_NAME = lazy_pattern(r":\w+:\Z|https?://|\s+(?:!\s|-[A-Za-z]\s|\"?\$[\w{?#@*!$-]).*\s\Z")
_ADDRESS_BEHIND = "(http"  # `[[5]](http…)` and `[[paper]](http…)`: the text of the link is in brackets
MATH = lazy_pattern(
    r"""
    \$\$((?:[^$\n]|\n(?![ \t]*\n)|\$(?!\$))++)\$\$
    |(?<![\\\w$])\$(?![\s$])([^$\n]*+)(?<![\s\\])\$(?![\d$])
    """,
    re.VERBOSE,
)
# With a command of TeX, or double brackets alone or behind a symbol, `R[[x]]`; no table of prices such as `$$`.
_FORMULA = lazy_pattern(r"\\[A-Za-z]|\A\[\[[^\[\]]*\]\]\Z|[A-Za-z\d)}\]]\[\[")
ID = lazy_pattern(r"[A-Z]+-[A-Z]-[0-9]{4}")
_ID_TAIL = lazy_pattern(r"-[A-Z]-[0-9]{4}(?!\w)")  # begins with a literal character, for speed
_DEFINITION = lazy_pattern(  # whose address may be in the next line, which may not begin a block such as "```" or "---"
    r"^ {0,3}(\[(?!\^)[^\[\]\n]+\]):[ ]*+(?:\n[ ]*+(?=[\w./<])(?!___))?+(<[^<>\n]+>|[^\s<]\S*+)[ ]*(?:[\"'(].*)?$",
    re.MULTILINE,
)
_BRACKETED = lazy_pattern(r"\[[^\[\]\n]+\]")
_SCHEME = lazy_pattern(r"[A-Za-z][A-Za-z0-9+.-]+:|//")  # two letters at least: `C:` is a drive
_SPECIAL = lazy_pattern(r"[|#^\\]|dendron:")  # in a wikilink that is more than a name
DENDRON_KEYS = frozenset(("id", "desc", "updated", "created"))  # in each note of Dendron
DENDRON_VAULT = lazy_pattern(r"dendron://[^/]*/")
# A link as most are written is found as a whole; of any other, its brackets one by one.
_BRACKET = lazy_pattern(r"\\[\[\]]|(\[[^\[\]\\]*+\]\(([^()\s\\<]++)\))|\[|\]\(?")
_STOP = lazy_pattern(r"[()\s]|\\.")  # in a bare destination
_PLAIN = lazy_pattern(r"[^()\s\\<]++\)")  # a bare destination as most are written
_ANGLE_STOP = lazy_pattern(r"[<>\n]")
_PERCENT = lazy_pattern(r"(?:%[0-9A-Fa-f]{2})+")
_TEMPLATE = lazy_pattern(
    r"""
    \{\{[<%]\ *(?:rel)?ref\ +(?:path\ *=\ *)?(?:"([^"\n]*)"|([^\s"`{}<>%]+))[^{}\n]{0,200}[>%]\}\}  # Hugo
    |\{%-?\ *(?:link|post_url)\ +["']?([^%{}"'\n]+?)["']?\ *-?%\}  # Jekyll, as the three below
    |\{\{-?\ *["'](/[^"'{}\n]*)["']\ *\|\ *(?:relative|absolute)_url\ *-?\}\}
    |\{\{-?\ *site\.(?:baseurl|url)\ *-?\}\}(?:\{\{-?\ *site\.baseurl\ *-?\}\})?(/[^\s()<>"'{}]*)
    """,
    re.VERBOSE,
)
_LABEL = lazy_pattern(r"\[[^\[\]]*+\]\Z")
_LONGEST_LABEL = 300  # characters, of a link whose destination a site generator writes
_MOST_PARENTHESES = 32  # nested in a bare destination, as CommonMark allows; keeps the search linear
_TOO_DEEP = lazy_pattern(rf"(?:[^()\s\\<]*+\(){{{_MOST_PARENTHESES + 1}}}")
_LONGEST_LINK_TITLE = 1000  # characters; keeps the search linear
_HTML_TAG = lazy_pattern(r"<(a|img)\s([^<>]*+)>")  # in lower case, as nearly all are written
_ADDRESS = {
    tag: lazy_pattern(rf"(?<![^\s\"']){name}\s*+=\s*+([\"'])(?!https?:)([^\"'{{}}\n]*+)\1")
    for tag, name in (("a", "href"), ("img", "src"))
}
_NOWHERE = "#_"  # an address in HTML that leads to no place, as `#` does, but does not move the page
_QUERY = lazy_pattern(r"\?[\w.-]+=[^?]*\Z")
_SIGN_OF_PATH = lazy_pattern(r"[./:]")
_span = attrgetter("span")


class RawLink(NamedTuple):
    """A link with its position in the text. A named tuple is made in half the time of a dataclass."""

    kind: str  # as in Link; `web` for an address outside of the vault
    target: str
    anchor: str
    span: Span  # the whole link
    hidden: Span  # the part that is not prose: a whole wikilink, but only the destination of a Markdown link


class Destination(NamedTuple):
    """The destination of a Markdown link as written, its offset, and the offset after the `)`."""

    written: str
    start: int
    end: int


def pointers(text: str, *, labels_first: bool = False, original: str = "") -> list[RawLink]:
    """The links of a text without code, in order; `labels_first` reads `[[label|target]]` as Dendron does.

    `original` is the text with its code, which a wikilink may contain: ``[[#The `main` loop]]``.
    """
    templates = list(_templates(text)) if "{{" in text or "{%" in text else []
    found = list(_html_links(text)) if "<a" in text or "<img" in text else []
    if "[" not in text:
        return sorted([*templates, *found], key=_span) if found else templates
    linked = [*_wikilinks(text, original or text, labels_first=labels_first)]
    if linked and "]: http" in text:
        linked = _without_citations(linked, text)
    if "](" in text:
        linked += _markdown_links(text)
    found += _outside_of_formulas(linked, text) if "$" in text else linked
    if "]:" in text:
        found += _definitions(text)
    if "`" in text:  # as ExDoc refers to code: [render](`Phoenix.Template.render/4`)
        found = [each for each in found if each.target.strip("`") or not each.target]
    if templates:
        found = [*templates, *(each for each in found if not each.target.startswith(("{{", "{%")))]
    return sorted(found, key=_span)


def _without_citations(linked: Sequence[RawLink], text: str) -> list[RawLink]:
    """The wikilinks but for those whose name is the label of an address of the web: `[[P0020]]` refers to that, with
    brackets around the label.
    """
    labels = {found[1][1:-1].casefold() for found in _DEFINITION.finditer(text) if _SCHEME.match(found[2].strip("<>"))}
    return [link for link in linked if link.anchor or link.target.casefold() not in labels]


def wikilink(inner: str, *, labels_first: bool = False) -> tuple[str, str]:
    r"""Target and anchor of the text between `[[` and `]]`; `\|` is the bar inside a table."""
    if not _SPECIAL.search(inner):
        return inner.strip(), ""
    name, bar, label = inner.partition("|")
    if bar:
        name = label if labels_first else name.removesuffix("\\")
    name = DENDRON_VAULT.sub("", name).strip()
    if "^" in name and "#" not in name:
        target, _, block = name.partition("^")
        return target.strip(), "^" + block.strip("^")
    return _split_anchor(name)


def may_have_ids(text: str) -> bool:
    """Whether `ids` may find any; most texts have none, and need not be prepared for it."""
    return _ID_TAIL.search(text) is not None


def ids(text: str, *, own: str = "") -> Iterator[tuple[str, int]]:
    """Ids such as `METIS-T-0066` and their offsets, except the document's own."""
    for tail in _ID_TAIL.finditer(text):
        start = tail.start()
        while start and "A" <= text[start - 1] <= "Z":
            start -= 1
        bounded = start == 0 or not (text[start - 1].isalnum() or text[start - 1] == "_")
        found = text[start : tail.end()]
        if start < tail.start() and bounded and found != own:
            yield found, start


def destination(text: str, start: int) -> Destination | None:
    """The destination of a Markdown link, from the offset after `](`; None when there is none."""
    if plain := _PLAIN.match(text, start):
        end = plain.end()
        return Destination(text[start : end - 1], start, end)
    while text.startswith((" ", "\n"), start):
        start += 1
    if text.startswith("<", start):
        close = _ANGLE_STOP.search(text, start + 1)
        if close is None or close[0] != ">":
            return None
        return _closed(text, start, close.end(), written=text[start + 1 : close.start()])
    # Of many parentheses, a step in Python for each takes thirty times as long.
    return None if _TOO_DEEP.match(text, start) else _bare(text, start)


def _bare(text: str, start: int) -> Destination | None:
    """The destination without angle brackets from the offset."""
    depth = 0
    for stop in _STOP.finditer(text, start):
        if stop[0] == "(":
            depth += 1
            if depth > _MOST_PARENTHESES:
                return None
        elif stop[0] == ")":
            if depth == 0:
                return Destination(text[start : stop.start()], start, stop.end())
            depth -= 1
        elif stop[0].isspace():
            return None if depth else _closed(text, start, stop.start(), written=text[start : stop.start()])
    return None


def _closed(text: str, start: int, end: int, *, written: str) -> Destination | None:
    """The destination, if only a title is between it and the closing parenthesis."""
    after = end
    while text.startswith((" ", "\n"), after):
        after += 1
    if after > end and text[after : after + 1] in ('"', "'", "("):
        mark = ")" if text[after] == "(" else text[after]
        after = text.find(mark, after + 1, after + _LONGEST_LINK_TITLE) + 1
        while after and text.startswith((" ", "\n"), after):
            after += 1
    return Destination(written, start, after + 1) if after and text.startswith(")", after) else None


def without_query(path: str) -> str:
    """The path of a Markdown link as written, without a query such as `?raw=true`; `What?.md` has none."""
    return _QUERY.sub("", path) if "?" in path else path


def _wikilinks(text: str, original: str, *, labels_first: bool) -> Iterator[RawLink]:
    for found in WIKILINK.finditer(text):
        inner, span = found[1], found.span()
        at = span[0]
        if at and text[at - 1] == "\\" and is_escaped(text, at):
            continue
        if _is_no_name(inner, text, span[1]):
            continue
        if "`" in inner and (whole := WIKILINK.fullmatch(original, *span)):
            inner = whole[1]
        is_name = inner.isalnum() or not _SPECIAL.search(inner)
        target, anchor = (inner.strip(), "") if is_name else wikilink(inner, labels_first=labels_first)
        if target or anchor:
            kind = "embed" if at and text[at - 1] == "!" else "wikilink"
            yield made_of(RawLink, (kind, target, anchor, span, span))


def _is_no_name(inner: str, text: str, end: int) -> bool:
    """Whether the text between `[[` and `]]`, which ends at that offset, is code, an address of the web, a citation,
    the contents, or for a template.
    """
    if text.startswith(_ADDRESS_BEHIND, end):
        return True
    if inner == _CONTENTS or (inner.lower() == "toc" and _is_in_own_line(text, end)):
        return True
    return _NO_NAME.match(inner) is not None or _is_templated(inner)


def _is_in_own_line(text: str, end: int) -> bool:
    """Whether the contents that end at the offset are alone in their line."""
    line = text.rfind("\n", 0, end) + 1
    return _CONTENTS_IN_LINE.match(text, line) is not None


def _is_templated(name: str) -> bool:
    return ("{{" in name and "}}" in name) or ("<%" in name and "%>" in name)


def _formulas(text: str) -> Iterator[Span]:
    """The spans of TeX between dollars, which has no links."""
    return (found.span() for found in MATH.finditer(text) if _FORMULA.search(found[1] or found[2] or ""))


def _outside_of_formulas(links: Sequence[RawLink], text: str) -> Sequence[RawLink]:
    """The links without those that begin in a formula, which are few: no destination with a sign of a path does."""
    possible = [link for link in links if link.target and link.kind != "web" and not _SIGN_OF_PATH.search(link.target)]
    last = max((link.span for link in possible), default=(-1, -1))
    formulas = list(takewhile(lambda span: span < last, _formulas(text))) if possible else []

    def is_inside(link: RawLink) -> bool:
        before = bisect_right(formulas, link.span) - 1
        return before >= 0 and link.span[0] < formulas[before][1]

    inside = set(filter(is_inside, possible)) if formulas else set()
    return [link for link in links if link not in inside] if inside else links


def _markdown_links(text: str) -> Iterator[RawLink]:
    opened: list[int] = []
    done = 0
    for mark in _BRACKET.finditer(text):
        at = mark.start()
        if at < done:
            continue
        if mark.lastindex:
            done = mark.end()
            embedded = at > 0 and text[at - 1] == "!"
            if not _is_wikilink(mark[2]):
                written = _imported(mark[2], text, at)
                yield _pointer(written, (at, done), (mark.start(2), done), embedded=embedded)
        elif mark[0] == "[":
            opened.append(at)
        elif mark[0][0] == "]" and opened:
            start = opened.pop()
            found = destination(text, mark.end()) if mark[0] == "](" else None
            if found:
                done = found.end
                embedded = start > 0 and text[start - 1] == "!"
                if not _is_wikilink(found.written):
                    written = _imported(found.written, text, start)
                    yield _pointer(written, (start, done), (found.start, done), embedded=embedded)


def _imported(written: str, text: str, start: int) -> str:
    """The destination; in `@[code](@snippets/a.sh)` of VuePress, which includes a file, from the root of the site."""
    is_import = start > 0 and text[start - 1] == "@" and written.startswith("@")
    return f"/{written[1:].lstrip('/')}" if is_import else written


def _is_wikilink(destination: str) -> bool:
    """Whether the label leads to a page in brackets, `[label]([[page]])` of Logseq: the wikilink is the link then."""
    return destination.startswith("[[") and destination.endswith("]]")


def _definitions(text: str) -> Iterator[RawLink]:
    """The addresses of labels. One in the text itself to which nothing refers leads nowhere: the RFCs of Rust state
    `[motivation]: #motivation` below each heading.
    """
    labels: Counter[str] | None = None
    for found in _DEFINITION.finditer(text):
        pointer = _pointer(found[2].strip("<>"), found.span(2), found.span(2), embedded=False)
        if found[2].startswith("#"):
            labels = labels or Counter(_BRACKETED.findall(text.casefold()))
            if labels[found[1].casefold()] == 1:
                pointer = pointer._replace(kind="web")  # which is no link, and no prose with a tag
        yield pointer


def _html_links(text: str) -> Iterator[RawLink]:
    """The links and images of HTML that lead to files of the vault."""
    for tag in _HTML_TAG.finditer(text):
        if address := _ADDRESS[tag[1]].search(tag[2]):
            found = _pointer(address[2], tag.span(), tag.span(), embedded=tag[1] == "img")
            if found.kind != "web":
                yield found


def _pointer(written: str, span: Span, hidden: Span, *, embedded: bool) -> RawLink:
    name = written.strip()
    target, anchor = name, ""
    if "#" in name or "%" in name or "?" in name:
        path, _, fragment = name.partition("#")  # an empty one is the top of the page
        target, anchor = _percent_decoded(without_query(path.strip())), _percent_decoded(fragment.strip())
    inside = "embed" if embedded else "markdown"
    leads_out = _SCHEME.match(written.lstrip("'\"")) or not (target or anchor) or name == _NOWHERE
    return RawLink("web" if leads_out else inside, target, anchor, span, hidden)


def _templates(text: str) -> Iterator[RawLink]:
    """The links that a site generator writes: Hugo's `ref` and `relref`, Jekyll's `link`, `post_url` and `baseurl`."""
    for found in _TEMPLATE.finditer(text):
        target, anchor = _split_anchor(next(filter(None, found.groups()), "").strip().removesuffix("#"))
        if target or anchor:
            start, end = _around_destination(text, *found.span())
            yield RawLink("markdown", target, anchor, (start, end), (found.start(), end))


def _around_destination(text: str, start: int, end: int) -> Span:
    """The link whose destination is this part of the text, or the part itself."""
    if text[start - 2 : start] != "](" or text[end : end + 1] != ")":
        return start, end
    label = _LABEL.search(text, max(0, start - _LONGEST_LABEL), start - 1)
    return (label.start(), end + 1) if label else (start, end)


def _split_anchor(name: str) -> tuple[str, str]:
    """Splits `a#b`; a trailing `#` belongs to the name, as in `C#`."""
    target, _, anchor = name.partition("#")
    return (target.strip(), anchor.strip()) if anchor.strip() else (name, "")


def _percent_decoded(text: str) -> str:
    # urllib.parse does the same, but takes 9 ms to import.
    if "%" not in text:
        return text
    return _PERCENT.sub(
        lambda run: bytes.fromhex(run[0].replace("%", "")).decode("utf-8", "replace").replace("\0", " "), text
    )
