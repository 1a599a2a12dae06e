"""Notes on text of the form of a field, for the properties that a vault has."""

from __future__ import annotations

from collections.abc import Sequence

from ..ports.storage import Reader
from ..query.ast import Note, Query, UnknownField
from ..query.fields import closest_name, near_miss
from ..query.select import property_key


def notes_with_properties(query: Query, reader: Reader) -> tuple[Note, ...]:
    """The notes of the query, in which an unknown field is called a property if a document has it, and only then."""
    fields = {field.at: field for field in query.unknown_fields}
    if not fields:
        return query.notes
    known = reader.vocabulary("property")
    return tuple(_corrected(note, fields[note.at], known) if note.at in fields else note for note in query.notes)


def _corrected(note: Note, field: UnknownField, known: Sequence[str]) -> Note:
    key = property_key(field.name)
    if key in known:
        meant = f"[{field.name}:{field.value}] is the property {field.name}"
        return Note(note.at, f"{field.name}: is not a field; {meant}; searched as words")
    if near_miss(field.name):
        return note
    near = closest_name(key, known)
    hint = f"; did you mean the property [{near}:{field.value}]?" if near else ";"
    return Note(note.at, f"{field.name}: is not a field{hint} searched as words")
