"""Frontmatter: its span, and its facts.  That in TOML is between lines of `+++`, see toml_facts.

Only the types of YAML 1.2 are converted (`true` and `false`, numbers, null); `no`, `12:30` and dates stay text.
"""

from __future__ import annotations

import re

from ...model.document import Fact
from .frontmatter_lines import facts_by_line
from .yaml_facts import facts_of

LONGEST = 64 * 1024  # characters; anything longer is a text between two rules
_MOST_BRACKETS = 50  # open at once; libyaml takes seconds for 64 KiB of `[`

_OPENING = re.compile(r"\ufeff?---[ \t]*(?:\r\n?|\n)")
_CLOSING = re.compile(r"(?<=[\r\n])(?:---|\.\.\.)[ \t]*(?:\r\n?|\n|\Z)")
_TOML_OPENING = re.compile(r"\ufeff?(?:[ \t]*+(?:\r\n?|\n)){0,9}+\+\+\+[ \t]*(?:\r\n?|\n)")
_BEFORE_TOML = frozenset("+\ufeff \t\r\n")
_TOML_CLOSING = re.compile(r"(?<=[\r\n])\+\+\+[ \t]*(?:\r\n?|\n|\Z)")
# Lines without text, or comments: a heading of a text below a rule has an empty line on one side at least.
_ABOVE = re.compile(r"(?:[ \t]*(?:\r\n?|\n)){1,20}|(?:#[^\r\n]*(?:\r\n?|\n)){1,20}")
_KEY = r"""(?:[\w-]{1,40}|"[^"\r\n]{1,40}"|'[^'\r\n]{1,40}')[ \t]{0,9}:"""
_PROPERTY = re.compile(rf"{_KEY}(?:[ \t\r\n]|\Z)")
_LIKELY_KEYS = "aliases|author|category|created|date|description|id|modified|status|summary|tags?|title|type|updated"
# Below the first property and above a blank line: a common key, a second property in a row, or a list.
_PROPERTIES = re.compile(
    rf"""(?:[^\r\n]+(?:\r\n?|\n)){{0,20}}?["']?(?:{_LIKELY_KEYS})["']?:(?:[ \t\r\n]|\Z)"""
    rf"|{_KEY}(?:[ \t][^\r\n]*)?(?:\r\n?|\n){_KEY}(?:[ \t\r\n]|\Z)"
    rf"|{_KEY}[ \t]*(?:\r\n?|\n)[ \t]*-[ \t]",
    re.IGNORECASE,
)
_PLACEHOLDER = re.compile(r"(?m)(?::|-)[ \t]+(\{\{[^{}\n]{0,80}\}\})")  # in a template
_BRACKET = re.compile(r"[\[\]{}]")
_TAG_KEYS = ("tags", "tag")


def split(text: str) -> tuple[str, int]:
    """The YAML between the `---` lines, or the TOML between those of `+++`, and the offset of the body.

    `("", 0)` without frontmatter.
    """
    start, end, body_start = _bounds(text)
    return (text[start:end], body_start) if end - start <= LONGEST else ("", 0)


def is_toml(text: str) -> bool:
    """Whether the frontmatter with which the text begins is TOML."""
    return _TOML_OPENING.match(text) is not None


def is_too_long(text: str) -> bool:
    """Whether the text begins with frontmatter that exceeds the limit."""
    start, end, _ = _bounds(text)
    return end - start > LONGEST


def is_unclosed(text: str) -> bool:
    """Whether the text begins with `---` and properties, and no line ends them.

    A rule above `Note: some text` is no frontmatter.
    """
    opening = _OPENING.match(text)
    above = _ABOVE.match(text, opening.end()) if opening else None
    start = above.end() if above else opening.end() if opening else 0
    has_properties = start and _PROPERTY.match(text, start) and _PROPERTIES.match(text, start)
    return bool(has_properties and not _CLOSING.search(text, start))


def read(yaml_text: str) -> tuple[dict[str, Fact], tuple[str, ...]]:
    """The facts by lower-case key, those of nested mappings as `a.b`, and the oddities.

    Text that is not valid YAML is parsed line by line; much frontmatter is invalid, such as `title: Foo: bar`.
    """
    if not yaml_text.strip():
        return {}, ()
    if _nests_too_deep(yaml_text):
        return facts_by_line(yaml_text), ("frontmatter has too many nested brackets; parsed line by line",)
    # Here, so that the command line starts without PyYAML.
    from .yaml_tree import NotYamlError, tree  # noqa: PLC0415

    try:
        root = tree(yaml_text)
    except NotYamlError as error:
        at = f" at line {error.line + 2}" if error.line >= 0 else ""
        return facts_by_line(yaml_text), (f"frontmatter is not valid YAML{at}: {error}; parsed line by line",)
    if root is None:
        return {}, ()
    if not root.is_mapping:
        return facts_by_line(yaml_text), ("frontmatter has no properties; parsed line by line",)
    facts, is_whole = facts_of(root, yaml_text)
    if "#" in yaml_text and not any(facts.get(key) for key in _TAG_KEYS):
        # YAML reads `tags: #a` as a key without a value, followed by a comment.
        facts.update((key, value) for key, value in facts_by_line(yaml_text).items() if key in _TAG_KEYS)
    odd = () if is_whole else ("frontmatter has too many properties; not all are indexed",)
    placeholder = _PLACEHOLDER.search(yaml_text)
    return facts, (
        *odd,
        f"{placeholder[1]} in the frontmatter is not valid YAML; indexed as text",
    ) if placeholder else odd


def _bounds(text: str) -> tuple[int, int, int]:
    """The start and the end of the YAML or TOML, and the start of the body; all 0 without frontmatter."""
    opening, end = _OPENING.match(text), _CLOSING
    if opening is None and text[:1] in _BEFORE_TOML:
        opening, end = _TOML_OPENING.match(text), _TOML_CLOSING
    closing = end.search(text, opening.end()) if opening else None
    return (opening.end(), closing.start(), closing.end()) if opening and closing else (0, 0, 0)


def _nests_too_deep(yaml_text: str) -> bool:
    if yaml_text.count("[") + yaml_text.count("{") <= _MOST_BRACKETS:
        return False
    depth = 0
    for bracket in _BRACKET.finditer(yaml_text):
        depth = depth + 1 if bracket[0] in "[{" else max(depth - 1, 0)
        if depth > _MOST_BRACKETS:
            return True
    return False
