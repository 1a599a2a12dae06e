"""The text of a manual page, written with the macros of man(7) or mdoc(7), line by line: no line is more or less."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .mdoc_macros import is_shown, shown_line
from .roff_escapes import arguments, unescaped

# Of man(7): the arguments are shown with blanks, or, where two fonts take turns, without.
_WORDS = frozenset({"B", "I", "R", "SM", "SB", "CW", "UR", "MT", "TQ", "SY", "UE", "ME", "Q", "q"})
_TURNS = frozenset({"BR", "RB", "IR", "RI", "BI", "IB"})
_HEADINGS = {"SH": 2, "SS": 3, "Sh": 2, "Ss": 3}  # the levels; the title of the page has the first
_SKIPPED = frozenset({"de", "de1", "dei", "am", "ig"})  # definitions, to a line `..`
_PARAGRAPHS = frozenset({"P", "PP", "LP", "HP", "Pp"})
_MACRO = re.compile(r"[.'][ \t]*+([^\s\\]*+)[ \t]*+(.*)")
_FORMAT = re.compile(r"\.[ \t]*\Z")  # the end of the last line that says how the columns of a table look
_TAB = re.compile(r"tab[ \t]*\((.)\)")
_NO_CELLS = {"T{", "T}", "_", "=", ".T&"}
# A name has a dot, a slash or an underscore: of options and words there are too many.
_TERM = re.compile(r"(?=\S*[\w>}*\]][./_][\w<{*\[]|/)([/\w][\w./<>{}*\[\]-]{2,100}+)(?=\s|\Z)")
_LEVEL_OF_TERMS = 4
_CONTINUED = re.compile(r"(?<!\\)(?:\\\\)*+\\\Z")


class ManpageText:
    """The text of a page, and what its macros say of the page. Never fails."""

    def __init__(self, text: str) -> None:
        self.title: Sequence[str] = ()  # the arguments of TH or Dt: the name and the section
        self.headings: list[tuple[int, int, str]] = []  # line, level and title
        self.names: list[str] = []  # that the page describes, of `Nm`
        self.lines: list[str] = []
        self._until = ""  # the line that ends the lines which are no text
        self._is_in_table = self._is_in_format = False
        self._tab = "\t"  # between the cells of a table
        self._begun: list[str] = []  # the parts of a line that goes on in the next one
        self._depth = 0  # of RS
        self._level = 0  # of a heading without its title yet
        self._expects_term = False
        self._term: tuple[int, int, str] | None = None  # depth, line and name of the last one, if all text is about it
        for line in text.split("\n"):
            self.lines.append(self._shown(line.rstrip("\r")))
        self._end_term(is_described=True)
        self.headings.sort()

    def _shown(self, line: str) -> str:
        if self._until:
            self._until = "" if line.strip() == self._until else self._until
            return ""
        if self._is_in_format:
            self._tab = found[1] if (found := _TAB.search(line)) else self._tab
            self._is_in_format = not _FORMAT.search(line)
            return ""
        if _CONTINUED.search(line):
            self._begun.append(line[:-1])
            return ""
        if self._begun:
            line, self._begun = "".join((*self._begun, line)), []
        found = _MACRO.match(line) if line[:1] in (".", "'") else None
        if found:
            shown = self._macro(found[1], found[2])
        elif self._is_in_table:
            shown = self._row(line)
        else:
            shown = unescaped(line) if line[:1] not in (".", "'") else ""
        if self._level and shown:  # the title of `.SH` may be on the next line
            self.headings.append((len(self.lines), self._level, shown))
            self._level = 0
        elif self._expects_term and shown:
            self._begin_term(shown)
        return shown

    def _row(self, line: str) -> str:
        cells = (unescaped(cell).strip() for cell in line.split(self._tab))
        return "  ".join(cell for cell in cells if cell and cell not in _NO_CELLS)

    def _macro(self, name: str, written: str) -> str:
        if name in _SKIPPED:
            given = written.split()
            self._until = f".{given[1]}" if len(given) > 1 and name != "ig" else ".."
        elif name in {"TS", "TE"}:
            self._is_in_table = self._is_in_format = name == "TS"
            self._tab = "\t"
        elif name in {"TH", "Dt"}:
            self.title = arguments(written)
        elif level := _HEADINGS.get(name):
            title = " ".join(arguments(written))
            self._end_term(is_described=True)
            self._depth, self._level, self._expects_term = 0, level, False
            return title
        else:
            self._lay_out(name, written)
            return _text_of_macro(name, written, self.names)
        return ""

    def _lay_out(self, name: str, written: str) -> None:
        """Notes where the description of a term begins, and where it ends for other text of the page."""
        if name in {"RS", "Bl"}:
            self._depth += 1
        elif name in {"RE", "El"}:
            self._depth -= 1
        elif name in {"TP", "It"} or (name == "IP" and written):
            self._expects_term = True
        if self._term and (self._depth < self._term[0] or (name in _PARAGRAPHS and self._depth == self._term[0])):
            self._end_term(is_described=False)

    def _begin_term(self, shown: str) -> None:
        self._expects_term = False
        found = _TERM.match(shown)
        if self._term and self._term[0] >= self._depth:
            self._end_term(is_described=found is not None)
        if found and self._term is None:
            self._term = self._depth, len(self.lines), found[1]

    def _end_term(self, *, is_described: bool) -> None:
        if self._term and is_described:
            self.headings.append((self._term[1], _LEVEL_OF_TERMS, self._term[2]))
        self._term = None


def _text_of_macro(name: str, written: str, names: list[str]) -> str:
    if name in _WORDS:
        return " ".join(arguments(written))
    if name in _TURNS:
        return "".join(arguments(written))
    if name == "IP":
        return "".join(arguments(written)[:1])
    if name == "OP":
        return f"[{' '.join(arguments(written))}]"
    if name == "so":
        return f"see {written}"
    if not is_shown(name):
        return ""
    given = arguments(written)
    if name == "Nm" and given and given[0][0].isalnum():
        names.append(given[0])
    described = names[0] if names else ""
    return f"— {' '.join(given)}" if name == "Nd" else shown_line([name, *given], described)
