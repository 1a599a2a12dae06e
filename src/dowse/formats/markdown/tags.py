"""Tags: `#inline/tags` in prose, and those of the frontmatter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from ...model.document import Fact
from ...model.lazy_pattern import lazy_pattern
from ...model.normal_form import normal_form
from .wikilinks import RawLink

# Letters, digits, `_`, `-`, `/` of any script, and as in Obsidian any character except blanks and punctuation.
# Combining marks belong to the word, so the class lists the characters that end a tag.
# They follow a blank or an opening bracket.  Dendron has tags with dots inside; of `#a.b` Obsidian reads `a`.
# A tag with a dot is nested under the part before the dot, so that both readings find it.
_LETTER = r"[^\s!-,.:-@\[-^`{-~\x00-\x1f\u00a1-\u00bf\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f\uff00-\uff0f\uff1a-\uff20]"
INLINE_TAG = lazy_pattern(rf"#(?<![^ \t\n(\[{{\u00a0\u3000]#)(?!/)({_LETTER}++(?:\.{_LETTER}++)*+)")
_BEFORE_TAG = lazy_pattern(r"[ \t\n(\[{\u00a0\u3000]?")
# From the start of a heading to its id: `## Costs {#costs}`, with `{: #costs}` and `{.wide #costs}` in other dialects.
_BEFORE_ID = lazy_pattern(r"^[ \t>]*#{1,6}[ \t][^\n]*\{:?[ \t]*(?:[.\w-]+[ \t]+)*\Z", re.MULTILINE)
_AFTER_ID = lazy_pattern(r"[^{}\n]*\}[ \t]*\n?")
# From the brace to what may be an id: behind a link, an image, a code span, a formula, the caption of a table or the
# colons of a block, and of kramdown anywhere.
_IN_ATTRIBUTES = lazy_pattern(
    r"(?:\{:(?!\{)|(?:[)\]`]|\$\$[ \t]*|^:{3,}[ \t]*|^(?::|Table:)[ \t][^\n{}]*)\{)[^{}\n]*\Z"
)
_LONGEST_LIST = 500  # characters of a heading, or of attributes
_SEPARATORS = lazy_pattern(r"[\s,]+")


def inline_tags(prose: str, text: str = "") -> Iterator[str]:
    """The tags in the prose of a text, without code, links and HTML; ids and other attributes are none.

    `text` has what is blank in the prose.
    """
    if "#" not in prose:
        return
    if "}" in prose:
        written = {found[1] for found in INLINE_TAG.finditer(prose) if not _is_attribute(text or prose, found)}
    else:
        written = set(INLINE_TAG.findall(prose))
    listed = "\n".join(written)  # folded together: a note may have a tag every four bytes
    tags = set(_composed(listed.casefold()).split("\n"))
    if "/" in listed:
        tags = {tag.strip("/") for tag in tags}
    yield from (tag for tag in tags if tag and not tag.partition(".")[0].replace("/", "").isdigit())


def linked_tags(prose: str, links: Iterable[RawLink]) -> Iterator[str]:
    """The tags that are links behind a `#`, as Logseq writes those with blanks: `#[[Deep Work]]`."""
    if "#[[" in prose:
        for link in links:
            at = link.span[0]
            if link.kind == "wikilink" and prose[at - 1 : at] == "#" and _BEFORE_TAG.fullmatch(prose[at - 2 : at - 1]):
                yield folded_tag(link.target)


def _is_attribute(text: str, found: re.Match[str]) -> bool:
    """Whether the tag is in the attributes of a heading, an image, a formula or another part, as Hugo, Pandoc, Quarto
    and kramdown write them: `## Costs {#costs}`, `![Low tide](low.png){#fig-low}`, `{: #low}`.
    """
    after = found.end(), found.end() + _LONGEST_LIST
    if text.find("}", *after) < 0 or not (last := _AFTER_ID.match(text, *after)):
        return False
    first = max(0, found.start() - _LONGEST_LIST)
    line = text.rfind("\n", first, found.start()) + 1
    before = text[max(line, first) : found.start()]
    if "{" not in before:
        return False
    is_whole = line >= first and (last.end() == len(text) or text[last.end() - 1] == "\n")
    return (is_whole and _BEFORE_ID.match(before) is not None) or _IN_ATTRIBUTES.search(before) is not None


def frontmatter_tags(facts: Mapping[str, Fact]) -> Iterator[str]:
    """The tags under `tags` and `tag`: a list, or a text that is split at commas and spaces."""
    for key in ("tags", "tag"):
        value = facts.get(key, ())
        for tag in value if isinstance(value, tuple) else _SEPARATORS.split(str(value)):
            if folded := folded_tag(tag):
                yield folded


def folded_tag(written: str) -> str:
    """A tag in the form for comparisons: no `#`, no quotes, case-folded, composed (NFC)."""
    return _composed(written.strip(" \t\n\r\"'").lstrip("#").strip("/ ").casefold())


def _composed(tags: str) -> str:
    return tags if tags.isascii() else normal_form("NFC", tags)
