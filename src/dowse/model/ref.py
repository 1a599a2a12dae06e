"""An address inside a vault: a document, a section of it, or a numbered part of a section."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

PREAMBLE = "_preamble"  # the section that holds the text before the first heading
_MOST_SIGNS = 100  # `#` and `:` that may end the path; each is a reading of the text, which is looked up
_MOST_DIGITS = 18  # of the number of a part


class Ref(NamedTuple):
    """`doc`, `doc#section` or `doc#section@part`; `doc` is a path relative to the vault, with `/`.

    A named tuple and not a dataclass: a search looks hundreds of them up, and these hash four times as fast.
    """

    doc: str
    section: str = ""
    part: int | None = None

    def __str__(self) -> str:
        section = f"#{self.section}" if self.section else ""
        part = f"@{self.part}" if self.part is not None else ""
        return f"{self.doc}{section}{part}"

    @property
    def document(self) -> Ref:
        """The address of the whole document."""
        return Ref(self.doc)


def readings(text: str) -> Iterator[Ref]:
    """All readings of `text` as an address, longest document first: paths may contain `#`, `@` and `:`.

    They include `METIS-I-0018:detailed-design` and `notes/c#.md#goals`; the reader of the index knows which document
    exists.  Of many `#` and `:` only the first ones may end a path.
    """
    yield Ref(text)
    signs = islice((at for at in range(1, len(text)) if text[at] in "#:"), _MOST_SIGNS)
    for at in reversed(list(signs)):
        section, _, part = text[at + 1 :].partition("@")
        if part.isdecimal() and len(part) <= _MOST_DIGITS:
            yield Ref(text[:at], section, int(part))
        else:
            yield Ref(text[:at], text[at + 1 :])
