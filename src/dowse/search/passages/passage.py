"""The text of a reference: a document, a section with its subsections, or some lines."""

from __future__ import annotations

import re

from ...formats.registry import outline_of
from ...model.document import Document, Span, Unit
from ...model.errors import RefError
from ...model.line_numbers import line_of, lines
from ...model.qualified_path import addressed
from ...model.ref import PREAMBLE, Ref
from ...model.value_class import dataclass
from ...ports.storage import Reader
from ...query.leaf_parser import unlinked
from ..names.data_member_lookup import find_text_target
from ..names.folder_names import folder_message
from ..names.reference import Reference, unknown_name_message
from ..scopes.document_scopes import linking

_RANGE = re.compile(r"^(.*?):(\d+)(?::(\d+))?$", re.DOTALL)
_FROM_TO = re.compile(r"^(.*?):(\d{1,9})-(\d{1,9})$", re.DOTALL)  # as other programs write a range


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a document: `lines` are (number in the file, text without line end)."""

    ref: str
    document: Document
    lines: tuple[tuple[int, str], ...]
    hint: str = ""  # on lines outside of the section of the reference


def passage(text: str, reader: Reader, *, target: Reference | None = None) -> Passage:
    """The passage that `text` refers to. Raises RefError, with the most similar name, for an unknown reference.

    `REF#_preamble` is the text before the first heading; in a document that begins with a `#` heading, that heading
    with the text before the next `#` or `##` heading; in source code, the text before the first symbol.  A symbol has
    whole lines, from its documentation and decorators to its end, and a data member those of its declaration.
    `REF#^id` is the block with that id.  `REF#section@n` is part n of a section that the index keeps in several parts,
    counted from 0, and `REF@n` is part n of a document.  `REF:from` and `REF:from:count` are lines of the file of REF,
    by absolute line numbers, also for a section.  `target` is that of `text`, if known.
    """
    target = target or find_text_target(text, reader)
    if resolved := _resolve(target, reader):
        ref, document, section = resolved
        if target and target.part is not None:
            return _part(ref, document, section, target.part, reader)
        if target and target.block:
            block_id, span = target.block
            return Passage(str(Ref(ref.doc, block_id)), document, _lines(document, *span))
        if target and target.is_preamble:
            _, start, end = next(document.tops())
            return Passage(
                str(Ref(ref.doc, PREAMBLE)), document, _lines(document, *_with_lines_above(document, start, end))
            )
        start, end = _extent(document, section)
        return Passage(str(ref), document, _lines(document, start, end))
    line_range = _RANGE.match(text)
    if line_range and (resolved := _resolve(find_text_target(line_range[1], reader), reader)):
        ref, document, section = resolved
        first = int(line_range[2][:9])
        count = int(line_range[3][:9]) if line_range[3] else len(document.text) or 1
        all_lines = _lines(document, 0, len(document.text))
        if not 1 <= first <= max(1, len(all_lines)):
            raise RefError(_missing_line(ref.doc, first, len(all_lines)))
        if not count:
            raise RefError(f"{text} asks for 0 lines; COUNT in REF:FROM:COUNT is 1 or more")
        found = all_lines[first - 1 : first - 1 + count]
        return Passage(str(ref), document, found, _outside_hint(ref, document, section, first))
    from_to = _FROM_TO.match(text)
    if from_to and (resolved := _resolve(find_text_target(from_to[1], reader), reader)):
        first, last = int(from_to[2]), int(from_to[3])
        written = f"{resolved[0].doc}:{first}:{max(1, last - first + 1)}"
        raise RefError(f"{text}: lines are REF:FROM:COUNT, numbered in the file, also of a section; write {written}")
    raise RefError(folder_message(target.folder, reader) if target and target.folder else _unknown(text, reader))


def _unknown(text: str, reader: Reader) -> str:
    """The message for an unknown name, with the number of documents that link to it."""
    name = unlinked(text)
    sources = reader.scope("links", name, is_missing=True) if name.strip("/. ") else frozenset()
    found = f'; {linking(len(sources))}, see the search links:"{name}"' if sources else ""
    return f"{unknown_name_message(text, reader)}{found}"


def _missing_line(path: str, number: int, count: int) -> str:
    known = f"its lines are 1 to {count:,}" if count > 1 else "it has one line" if count else "it is empty"
    return f"{path} has no line {number:,}; {known}"


def _outside_hint(ref: Ref, document: Document, section: Unit | None, first: int) -> str:
    """The hint on a line outside of the section, for a count from the beginning of the section."""
    if section is None:
        return ""
    own = [number for number, _ in _lines(document, *_extent(document, section))] or [first]
    if own[0] <= first <= own[-1]:
        return ""
    place = f"line {own[0]:,}" if len(own) == 1 else f"lines {own[0]:,} to {own[-1]:,}"
    return addressed("lines are numbered in the file; ", f"{ref} is {place}")


def _resolve(target: Reference | None, reader: Reader) -> tuple[Ref, Document, Unit | None] | None:
    ref = target.ref if target else None
    document = reader.documents((ref.doc,)).get(ref.doc) if ref else None
    if ref is None or document is None:
        return None
    return ref, document, next((section for section in document.units if section.name == ref.section), None)


def _part(ref: Ref, document: Document, section: Unit | None, number: int, reader: Reader) -> Passage:
    """Part of the section or of the document. Raises RefError, with the numbers of the parts, for an unknown one."""
    chunks = reader.chunk_spans((ref.doc,)).get(ref.doc, {})
    own = (span for chunk, span in chunks.items() if chunk.section == ref.section and chunk.part is not None)
    spans = list(own) if section else list(chunks.values())
    if number < len(spans):
        return Passage(str(ref._replace(part=number)), document, _lines(document, *spans[number]))
    if not spans and not number:  # the section is in one chunk
        return Passage(str(ref), document, _lines(document, *_extent(document, section)))
    whole = "section" if section else "document"
    known = f"its parts are @0 to @{len(spans) - 1}" if len(spans) > 1 else f"the {whole} is one part, @0"
    raise RefError(f"{ref} has no part @{number}; {known}")


def _extent(document: Document, section: Unit | None) -> Span:
    if section is None:
        return 0, len(document.text)
    if section.kind != "heading":
        return _whole_lines(document.text, section.start, section.end)
    if not section.level:  # the preamble
        return _with_lines_above(document, section.start, section.end)
    following = document.units[document.units.index(section) + 1 :]
    deeper_end = section.end
    for other in following:
        if other.level <= section.level:
            break
        deeper_end = other.end
    return _with_lines_above(document, section.start, deeper_end)


def _with_lines_above(document: Document, start: int, end: int) -> Span:
    """The span of sections with the lines above that belong to it, and without those that belong to the next one."""
    text, above = document.text, outline_of(document.head.path).with_lines_above
    last = above(text, end) if end < len(text) else end
    return above(text, start), last if last > start else end


def _whole_lines(text: str, start: int, end: int) -> Span:
    """The span with what stands beside it in its first and last line, such as indentation and a closing comment."""
    first = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    is_at_line_end = end > first and text[end - 1] in "\r\n"
    last = min((at for sign in "\r\n" if (at := text.find(sign, end)) >= 0), default=len(text))
    return first, end if is_at_line_end else last


def _lines(document: Document, start: int, end: int) -> tuple[tuple[int, str], ...]:
    return tuple(enumerate(lines(document.text[start:end]), start=line_of(document.text, start)))
