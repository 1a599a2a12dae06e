"""Bytes to a Document, by the format of the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hashlib import blake2b

from ..model.document import Document, Fact, Head
from ..model.kinds import UNREAD, Kind
from ..model.lazy_pattern import lazy_pattern
from .code.detect_language import language_facts, language_of
from .folder_kinds import KindRules, by_folder
from .lazy_formats import NO_ATTRIBUTES, RawFile
from .registry import PLAIN, format_of

_WITH_MARKUP = frozenset({"markdown", "restructuredtext", "org", "asciidoc", "latex", "wiki"})
_BRACKETS = lazy_pattern(r"(?<=\S)[ \t]{0,9}[(\uff08][^()\uff08\uff09]{1,100}[)\uff09]\Z")


def is_read(path: str, kinds: KindRules = ()) -> bool:
    """Whether a file is read for its text: by its name, unless a rule says that the files of its folder are not."""
    return format_of(path) is not None and by_folder(path, kinds) != UNREAD


def is_markdown(path: str) -> bool:
    """Whether the name of the file is that of a Markdown file."""
    spec = format_of(path)
    return spec is not None and spec.name == "markdown"


def has_markup(path: str) -> bool:
    """Whether the name of the file is that of a text with markup: Markdown, Org or LaTeX, for example."""
    spec = format_of(path)
    return spec is not None and spec.name in _WITH_MARKUP


def is_source_code(path: str) -> bool:
    """Whether the name of the file is that of source code."""
    spec = format_of(path)
    return spec is not None and spec.kind == "code"


def is_configuration(path: str) -> bool:
    """Whether the name of the file is that of a configuration, read as source code is: TOML, for example."""
    spec = format_of(path)
    return spec is not None and spec.is_configuration


def first_bytes(path: str) -> tuple[bytes, ...]:
    """With which the content of the file begins if it is read for its text; for most files any will do."""
    spec = format_of(path)
    return spec.first_bytes if spec else ()


def refused(path: str, data: bytes) -> str | None:
    """Why the content of a file is not indexed, as a message for the user; None when it is."""
    return (format_of(path) or PLAIN).sniff(data)


def parse_file(
    path: str,
    data: bytes,
    *,
    modified: float,
    kinds: KindRules = (),
    attributes: Mapping[str, str] = NO_ATTRIBUTES,
    title: str = "",
) -> Document:
    """The document of a file, for any bytes; a file of unknown format is parsed as plain text.

    `kinds` gives the kind of the documents of a folder that do not state one, `attributes` those of AsciiDoc, and
    `title` that of a document which states none.
    """
    from .limits import limited  # noqa: PLC0415  # here, since a search of files that have not changed reads none

    digest = blake2b(data, digest_size=16).hexdigest()
    spec = format_of(path) or PLAIN
    document = limited(spec.parse(RawFile(path, data, modified, digest, attributes)))
    if title and document.head.title == document.head.name:
        document = replace(document, head=_named(document.head, title))
    return replace(document, head=with_kind(document.head, kinds)) if kinds or spec.kind else document


def _named(head: Head, title: str) -> Head:
    """The head with the title, which without the brackets at its end is an alias: `字典树 (Trie)`."""
    shorter = _BRACKETS.sub("", title)
    return head._replace(title=title, aliases=(*head.aliases, *((shorter,) if shorter not in ("", title) else ())))


def unread_head(path: str, *, modified: float, kinds: KindRules = ()) -> Head:
    """The metadata of a file without its content, from the path: an image, a PDF, a text that is too large."""
    from . import metadata  # noqa: PLC0415  # as in parse_file

    known = metadata.head(path, language_facts(path, language_of(path)), modified=modified)
    if is_read(path, kinds) and not first_bytes(path):  # for which nobody takes a file that is not read
        return with_kind(known, kinds)
    return known._replace(kind=UNREAD, title=path.rpartition("/")[2])


def with_kind(head: Head, kinds: KindRules) -> Head:
    """The head of a text with its kind by these rules, and with the title and the facts that follow from others."""
    from . import metadata  # noqa: PLC0415  # as in parse_file

    facts = metadata.completed(head.path, head.facts)
    kind = kind_of(head.path, facts, kinds)
    return head._replace(kind=kind, title=metadata.stated_title(facts, kind) or head.title, facts=facts)


def kind_of(path: str, facts: Mapping[str, Fact], kinds: KindRules) -> Kind:
    """The kind of a text by its properties, these rules, its format and its folders."""
    from . import metadata  # noqa: PLC0415  # as in parse_file

    spec = format_of(path)
    return metadata.kind_of(path, facts, kinds, of_format=spec.kind if spec else None)
