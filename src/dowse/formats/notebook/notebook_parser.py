"""A Jupyter notebook to a Document, whose text is a script: the cells of code, and the text of other cells as comments.

The script is that of Jupytext's light format, so everything that reads source code reads a notebook.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from textwrap import wrap

from ...model.document import Document, Link, Unit
from ...model.source_reference import SourceReferences
from ..code import code_parser
from ..code.languages import LANGUAGES, CommentStyle, LanguageSpec
from ..line_offsets import line_starts
from ..markdown import markdown_parser
from ..metadata import head
from ..text_encoding import readable
from .cells import Cell, read_notebook
from .magic_lines import with_commented_magics

_COMMENTS: dict[CommentStyle, str] = {"slashes": "//", "dashes": "--"}  # before a line; else `#`
_LONGEST_LINE = 5_000  # characters, as of minified source code
_WRAPPED = 200  # characters of a line of prose, beyond which lines are made of it
_WIDTH = 120
_start = attrgetter("start")


def parse(path: str, data: bytes, *, modified: float, digest: str) -> Document:
    """The document of a notebook; never fails. A file that is no notebook has no text: it may consist of outputs.

    Offsets and lines refer to the script.
    """
    try:
        notebook, odd = read_notebook(data)
    except ValueError as error:
        broken = f"not a readable notebook ({error}); found by its path alone"
        return Document(
            head=head(path, {}, modified=modified, title=path.rpartition("/")[2]), text="", digest=digest, odd=(broken,)
        )
    script = _Script(path, notebook.language)
    for cell in notebook.cells:
        script.add(cell)
    text, inlined = readable(script.text().encode("utf-8", "replace"))
    odd = (*odd, *inlined, *script.odd())
    document = code_parser.parse(path, text, notebook.language, modified=modified, digest=digest, odd=odd)
    # The files of other languages are looked for by rules that follow from the ending of a source file.
    is_python = notebook.language == LANGUAGES["python"]
    links = (*document.links, *_placed(script.links, document.units, text))
    return replace(document, links=links, references=document.references if is_python else SourceReferences())


class _Script:
    """The lines of the script, with the links found while it grows."""

    def __init__(self, path: str, language: LanguageSpec) -> None:
        self.path = path
        self.language = language
        self.mark = _COMMENTS.get(language.comments, "#")
        self.lines = [f"{self.mark} Jupyter notebook in {language.name}"]
        self.links: list[Link] = []
        self.long = 0  # lines that are left out

    def add(self, cell: Cell) -> None:
        """A cell behind a blank line."""
        lines = cell.source.strip("\n").split("\n")
        self.lines.append("")
        if cell.type == "code":
            is_python = self.language.name == "python"
            self.lines += self._within_limit(with_commented_magics(lines) if is_python else lines)
            return
        places = list(self._add_comments(lines))
        if cell.type == "markdown":
            self._find_links("\n".join(lines), places)

    def _add_comments(self, lines: Sequence[str]) -> Iterator[int]:
        """Adds the lines as comments, long ones as several; yields the number of the first of each."""
        for line in lines:
            yield len(self.lines) + 1
            parts = wrap(line, _WIDTH, break_long_words=False, break_on_hyphens=False) if len(line) > _WRAPPED else ()
            self.lines += self._within_limit(f"{self.mark} {part}".rstrip() for part in parts or (line,))

    def _within_limit(self, lines: Iterator[str] | Sequence[str]) -> Iterator[str]:
        for line in lines:
            if len(line) <= _LONGEST_LINE:
                yield line
            else:
                self.long += 1
                yield f"{self.mark} …"

    def _find_links(self, text: str, places: Sequence[int]) -> None:
        # Behind a blank line no cell begins with frontmatter.
        for link in markdown_parser.parse(self.path, f"\n{text}", modified=0.0, digest="").links:
            if link.kind != "id":  # ids are found in any comment
                self.links.append(link._replace(section="", line=places[min(max(link.line - 2, 0), len(places) - 1)]))

    def text(self) -> str:
        """The script."""
        return "\n".join((*self.lines, ""))

    def odd(self) -> tuple[str, ...]:
        """A warning if lines are left out."""
        if not self.long:
            return ()
        lines = "1 line" if self.long == 1 else f"{self.long:,} lines"
        return (f"{lines} of more than {_LONGEST_LINE:,} characters not indexed",)


def _placed(links: Sequence[Link], units: Sequence[Unit], text: str) -> Iterator[Link]:
    """The links with the name of the innermost unit around each; in broken code a symbol may extend over comments."""
    starts = line_starts(text.split("\n")) if links else []
    for link in links:
        at = starts[link.line - 1]
        before = units[: bisect_right(units, at, key=_start)]
        around = next((unit for unit in reversed(before) if unit.end > at), None)
        yield link._replace(section=around.name) if around else link
