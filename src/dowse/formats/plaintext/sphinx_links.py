"""The links between documents in reStructuredText: the roles `:doc:`, `:ref:` and `:numref:`, the roles `:pep:` and
`:rfc:` of docutils, and the entries of Sphinx's tables of contents.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from ...model.lazy_pattern import lazy_pattern
from ..line_offsets import line_at
from ..markdown.wikilinks import RawLink

_ROLE = lazy_pattern(r"(?<![`\w]):(doc|(?:num)?ref|pep|rfc):`([^`]{1,1000})`")
_ROLES = (":doc:`", "ref:`", ":pep:`", ":rfc:`")
_WRITTEN = lazy_pattern(r"(?:(?<![`\w]):(doc|(?:num)?ref|pep|rfc):|\{(doc|(?:num)?ref)\})`([^`]{1,1000})`")
_NUMBERED = {"pep": "pep-{:04}", "rfc": "rfc{}"}  # the names of the files, as in the addresses of docutils
_NUMBER = lazy_pattern(r"\s*(\d{1,6})(?:#([\w.-]+))?\s*")
_LABEL = lazy_pattern(r"[ \t]*(?:\.\.[ \t]+_(?:`([^`]+)`|((?:\\:|[^:`])+)):|:name:[ \t]+(\S.*))\Z")
_PAGES_OF_SPHINX = frozenset({"genindex", "modindex", "py-modindex", "search"})  # labels without a source
_TITLED = lazy_pattern(r"(?:.*\S)?\s*<([^<>]+)>\Z", re.DOTALL)
_DIRECTIVE = lazy_pattern(r"([ \t]*)\.\.[ \t]+(?:([\w-]+)::)?")
_OPTION = lazy_pattern(r":[\w-]+:(?=[ \t]|\Z)")
_MARKUP = lazy_pattern(r"[ \t]*\.\.[ \t]+(?:[_|\[]|[\w:.+-]+::)")  # a target, a substitution, a footnote, a directive
_LITERAL = frozenset({"code", "code-block", "sourcecode", "highlight", "raw", "math", "testcode", "doctest", "prompt"})

_RoleLink = tuple[int, str, str, str]  # offset, target, kind and anchor


def sphinx_links(lines: Sequence[str], starts: Sequence[int]) -> Iterator[RawLink]:
    """The links of the text with these lines, which begin at `starts`, in order; none of literal text and comments."""
    for at, target, kind, anchor in sorted((*_entries(lines, starts), *_roles(lines, starts))):
        yield RawLink(kind, target, anchor, (at, at + len(target)), (at, at))


def labels(lines: Sequence[str]) -> tuple[str, ...]:
    """The labels that the text defines for `:ref:`, as `.. _name:` and as the option `:name:` of a directive."""
    found = {at: label for at, line in enumerate(lines) if ":" in line and (label := _LABEL.match(line.rstrip()))}
    literal = set(literal_lines(lines)).difference(_options_of_code(lines)) if found else set()
    names = (label[1] or label[2] or label[3] for at, label in found.items() if at not in literal)
    return tuple(dict.fromkeys(label_of(name.replace("\\:", ":")) for name in names))


def written_roles(text: str) -> dict[tuple[str, str], str]:
    """The roles of a text as written, also those of MyST, by kind and target."""
    found = ((kind_of_role(role[1] or role[2]), role[3], role[0]) for role in _WRITTEN.finditer(text))
    return {(kind, target): whole for kind, written, whole in found if (target := role_target(kind, written))}


def role_target(kind: str, written: str) -> str:
    """The document or the label that a role with this text means; empty for none of the vault."""
    if kind == "doc":
        return _target(written)
    if kind in _NUMBERED:
        return _numbered(kind, written)[0]
    titled = _TITLED.match(written)
    label = label_of(titled[1] if titled else written)
    return "" if label in _PAGES_OF_SPHINX or written.startswith("!") else label


def kind_of_role(name: str) -> str:
    """The kind of the links of a role."""
    return name if name == "doc" or name in _NUMBERED else "ref"


def label_of(written: str) -> str:
    """The label in the form in which labels are compared."""
    return " ".join(written.split()).lower()


def _numbered(kind: str, written: str) -> tuple[str, str]:
    """The file name and the anchor that the role calls by a number: `572`, `the operator <572#syntax>`."""
    titled = _TITLED.match(written)
    number = _NUMBER.fullmatch(titled[1] if titled else written)
    return (_NUMBERED[kind].format(int(number[1])), number[2] or "") if number else ("", "")


def _roles(lines: Sequence[str], starts: Sequence[int]) -> Iterator[_RoleLink]:
    """The links by roles, which may extend over lines."""
    text = "\n".join(lines)
    if not any(role in text for role in _ROLES):
        return
    literal = set(literal_lines(lines))
    for role in _ROLE.finditer(text):
        target = role_target(role[1], role[2])
        if target and line_at(starts, role.start()) - 1 not in literal:
            anchor = _numbered(role[1], role[2])[1] if role[1] in _NUMBERED else ""
            yield role.start(), target, kind_of_role(role[1]), anchor


def _entries(lines: Sequence[str], starts: Sequence[int]) -> Iterator[_RoleLink]:
    """The documents in each `.. toctree::`."""
    literal: set[int] | None = None
    for first, line in enumerate(lines):
        directive = _DIRECTIVE.match(line) if "toctree::" in line else None
        if directive is None or directive[2] != "toctree":
            continue
        literal = set(literal_lines(lines)) if literal is None else literal
        if first in literal:
            continue
        for at in block_lines(lines, first):
            entry = lines[at].strip()
            if _OPTION.match(entry) or entry == "self" or any(char in entry for char in "*?["):  # a pattern
                continue
            if target := _target(entry):
                yield starts[at] + len(lines[at]) - len(lines[at].lstrip()), target, "doc", ""


def literal_lines(lines: Sequence[str]) -> Iterator[int]:
    """The lines of blocks of code and of comments."""
    end = 0
    for at, line in enumerate(lines):
        if at < end or (".." not in line and "::" not in line):
            continue
        directive = _DIRECTIVE.match(line)
        if directive is None:
            is_literal = line.rstrip().endswith("::")
        else:
            is_literal = directive[2] in _LITERAL or not _MARKUP.match(line)
        if is_literal:
            block = [*block_lines(lines, at)]
            yield from block
            if directive is not None:
                yield at
            end = block[-1] + 1 if block else end


def code_lines(lines: Sequence[str]) -> Iterator[int]:
    """The lines of code and other literal text, without those of the directive and its options."""
    for options, block in _code(lines):
        yield from block[options:]


def _options_of_code(lines: Sequence[str]) -> Iterator[int]:
    for options, block in _code(lines):
        yield from block[:options]


def _code(lines: Sequence[str]) -> Iterator[tuple[int, Sequence[int]]]:
    """The lines of each block of code or other literal text, and how many of them are options of its directive."""
    end = 0
    for at, line in enumerate(lines):
        if at < end or "::" not in line:
            continue
        directive = _DIRECTIVE.match(line)
        if (directive[2] in _LITERAL) if directive else line.rstrip().endswith("::"):
            block = [*block_lines(lines, at)]
            options = takewhile(lambda n: _OPTION.match(lines[n].lstrip()), block) if directive else ()
            yield sum(1 for _ in options), block
            end = block[-1] + 1 if block else end


def block_lines(lines: Sequence[str], first: int) -> Iterator[int]:
    """The lines below that are indented more, without blank ones."""
    margin = _margin(lines[first])
    for at in range(first + 1, len(lines)):
        if lines[at].strip():
            if _margin(lines[at]) <= margin:
                return
            yield at


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def _target(written: str) -> str:
    """The document that a role or an entry names, without the `/` behind it that Sphinx permits; empty for an address
    and for a document of another project.
    """
    titled = _TITLED.match(written)
    target = (titled[1] if titled else written).strip()
    target = target.rstrip("/") or target
    return "" if ":" in target or "\n" in target or written.startswith("!") else target
