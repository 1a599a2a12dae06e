"""The links and labels of MyST, the Markdown of Sphinx: {doc}`page`, {ref}`label`, and `(label)=` on its own line.

Figures, tables and equations have labels, too: `:name: label` in a directive.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..plaintext.sphinx_links import kind_of_role, label_of, role_target
from .wikilinks import RawLink

_ROLE = re.compile(r"(?<![\w\\])\{(doc|(?:num)?ref)\}(`+)")  # in prose, which has backticks in place of code spans
_ROLE_TEXT = re.compile(r"`([^`]{1,1000})`")
_LABEL = re.compile(r"^[ \t]{0,3}\(([^()\n]{1,200})\)=[ \t]*$", re.MULTILINE)
_DIRECTIVE = re.compile(  # with its options below, or the name of a figure behind it
    r"^[ \t>]{0,20}(?:`{3,20}|:{3,20})\{(?:figure-md\}[ \t]+([\w:.-]{1,200})"
    r"|[\w:-]{1,50}\}[^\n]*\n"
    r"((?:[ \t]*:[\w-]{1,50}:[^\n]*(?:\n|\Z)){1,20}|---\n(?:[ \t]*[\w-]{1,50}:[^\n]*\n){1,20}---))",
    re.MULTILINE,
)
_OPTION = re.compile(r"^[ \t]*:?(?:name|label):[ \t]+(\S[^\n]{0,200})", re.MULTILINE)
_EQUATION = re.compile(r"^\$\$[ \t]*\(([\w:.-]{1,200})\)[ \t]*$", re.MULTILINE)
_COMMENT = re.compile(r"^ {0,3}%", re.MULTILINE)  # a line of MyST


def myst_links(prose: str, original: str) -> Iterator[RawLink]:
    """The links by roles outside of code and comments, in order.

    `original` is the text with its code, which has the texts of the roles.
    """
    if "{doc}`" not in prose and "ref}`" not in prose:
        return
    line_end, is_comment, last_line = -1, False, original.rfind("\n") + 1
    for role in _ROLE.finditer(prose):
        at = role.start()
        if at > line_end:  # the first role of a line, which may have thousands
            is_comment = _COMMENT.match(original, original.rfind("\n", 0, at) + 1) is not None
            line_end = original.index("\n", at) if at < last_line else len(original)
        written = None if is_comment else _ROLE_TEXT.match(original, *role.span(2))
        if written and (target := role_target(role[1], written[1])):
            span = at, written.end()
            yield RawLink(kind_of_role(role[1]), target, "", span, span)


def myst_labels(prose: str, original: str) -> tuple[str, ...]:
    """The labels that the text defines, each once; `original` is the text with its code, which directives look like."""
    # One character is found in a tenth of the time of several.
    found = [label[1] for label in _LABEL.finditer(prose)] if "=" in prose and ")=" in prose else []
    if "{" in original and ("```{" in original or ":::{" in original):
        for directive in _DIRECTIVE.finditer(original):
            found += [directive[1]] if directive[1] else [option[1] for option in _OPTION.finditer(directive[2])]
    if "$" in original and "$$" in original:
        found += [equation[1] for equation in _EQUATION.finditer(original)]
    return tuple(dict.fromkeys(map(label_of, found)))
