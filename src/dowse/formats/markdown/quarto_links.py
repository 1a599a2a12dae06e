r"""The references of Quarto and bookdown to sections, `@sec-costs` and `\@ref(costs)`, and the ids that these name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...model.document import Unit, labelled_part
from .headings import Heading, section_at
from .wikilinks import RawLink

_ENDINGS = (".qmd", ".rmd")
_REFERENCE = re.compile(r"(?<![\w@\\/.-])@(sec-[\w-]{0,200}\w)|\\@ref\(([\w:-]{1,200})\)")


def is_of_quarto(path: str) -> bool:
    """Whether the file name is that of a page of Quarto or R Markdown."""
    return path.lower().endswith(_ENDINGS)


def quarto_links(prose: str) -> Iterator[RawLink]:
    """The references outside of code, in order."""
    for found in _REFERENCE.finditer(prose) if "@" in prose else ():
        yield RawLink("ref", found[1] or found[2], "", found.span(), found.span())


def quarto_labels(headings: Sequence[Heading], parts: Sequence[Unit]) -> Iterator[str]:
    """The ids that headings state, with their sections, for the fact LABELS."""
    return (labelled_part(each.id, section_at(parts, each.start)) for each in headings if each.id)
