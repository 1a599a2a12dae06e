"""Text style: colours, links and widths of a terminal, or plain text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from urllib.parse import quote

from ...model.lazy_pattern import lazy_pattern
from ...model.qualified_path import inward
from ...model.value_class import dataclass
from .sanitize import visible_line

FILE_LINK = "file://{path}"  # no line: GLib, which GNOME opens links with, refuses a fragment in such an address
EDITOR_LINKS: Mapping[str, str] = {
    "file": FILE_LINK,
    "vscode": "vscode://file{path}:{line}",
    "vscodium": "vscodium://file{path}:{line}",
    "cursor": "cursor://file{path}:{line}",
    "windsurf": "windsurf://file{path}:{line}",
    "zed": "zed://file{path}:{line}",
    "idea": "idea://open?file={path}&line={line}",
    "textmate": "txmt://open?url=file://{path}&line={line}",
    "obsidian": "obsidian://open?path={path}",
}
_SCHEMES = "|".join(dict.fromkeys(link.partition(":")[0] for link in EDITOR_LINKS.values()))
STYLE_CODE = lazy_pattern(  # the escape codes of a TextStyle
    rf"\033\[[\d;]*m|\033\]8;;(?:(?:{_SCHEMES})://[!-~]*)?\033\\"
)


@dataclass(frozen=True, slots=True)
class TextStyle:
    """Colours and links on a terminal that supports them, or plain text."""

    plain: bool
    root: Path
    width: int = 0  # columns of the terminal; 0: lines are not wrapped
    roots: Mapping[str, Path] = field(default_factory=dict)  # of several vaults, by name
    link_format: str = FILE_LINK  # with {path} and {line}

    def paint(self, text: str, code: str) -> str:
        """The text between escape codes, such as `1;36`; escape codes and line ends inside are made visible."""
        text = visible_line(text)
        return text if self.plain or not text else f"\033[{code}m{text}\033[0m"

    def link(self, text: str, path: str, line: int = 1) -> str:
        """The text as a link that opens the file, at the line if the link has one."""
        if self.plain:
            return text
        vault, path = inward(path, self.roots)
        file = self.roots.get(vault, self.root) / path
        address = self.link_format.format(path=quote(file.absolute().as_posix()), line=line)
        return f"\033]8;;{address}\033\\{text}\033]8;;\033\\"


def pluralize(count: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def count_documents(documents: int, pages: int, sources: int) -> str:
    """The documents by what they are: `12 notes, 3 pages, 1 source file`."""
    counts = ((documents - pages - sources, "note"), (pages, "page"), (sources, "source file"))
    return ", ".join(pluralize(count, noun) for count, noun in counts if count) or pluralize(0, "note")


def title_with_path(title: str, path: str, style: TextStyle) -> str:
    """A title with its path behind."""
    return f"{style.paint(title, '1')}  {path_link(path, style)}"


def path_link(path: str, style: TextStyle) -> str:
    """The path, with a link to the file on a terminal that shows links."""
    return style.link(style.paint(path, "36"), path)
