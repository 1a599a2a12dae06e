"""Text style: colours, links and widths of a terminal, or plain text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from urllib.parse import quote

from ...model.qualified_path import inward
from ...model.value_class import dataclass
from .sanitize import visible

STYLE_CODE = re.compile(r"\033\[[\d;]*m|\033\]8;;(?:file://[!-~]*)?\033\\")  # the escape codes of a TextStyle


@dataclass(frozen=True, slots=True)
class TextStyle:
    """Colours and links on a terminal that supports them, or plain text."""

    plain: bool
    root: Path
    width: int = 0  # columns of the terminal; 0: lines are not wrapped
    roots: Mapping[str, Path] = field(default_factory=dict)  # of several vaults, by name

    def paint(self, text: str, code: str) -> str:
        """The text between escape codes, such as `1;36`; escape codes inside the text are made visible."""
        text = visible(text)
        return text if self.plain or not text else f"\033[{code}m{text}\033[0m"

    def link(self, text: str, path: str) -> str:
        """The text as a link that opens the file."""
        if self.plain:
            return text
        vault, path = inward(path, self.roots)
        file = self.roots.get(vault, self.root) / path
        return f"\033]8;;file://{quote(str(file))}\033\\{text}\033]8;;\033\\"


def pluralize(count: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def title_with_path(title: str, path: str, style: TextStyle) -> str:
    """A title with its path behind."""
    return f"{style.paint(title, '1')}  {path_link(path, style)}"


def path_link(path: str, style: TextStyle) -> str:
    """The path, with a link to the file on a terminal that shows links."""
    return style.link(style.paint(path, "36"), path)
