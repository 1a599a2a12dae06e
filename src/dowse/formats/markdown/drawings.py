"""Notes of Excalidraw, the drawings of Obsidian: their text without the data of the drawing."""

from __future__ import annotations

from ...model.lazy_pattern import lazy_pattern
from .frontmatter import split

PROPERTY = "excalidraw-plugin"  # of the frontmatter of such a note
_IS_STATED = lazy_pattern(rf"(?m)^[\"']?{PROPERTY}[\"']?[ \t]*:")
_DATA = lazy_pattern(r"(?m)^#{1,2}[ \t]+Drawing[ \t]*\r?\n\s*(?=```(?:compressed-)?json\b|\{)")
_END = lazy_pattern(r"(?m)^(?:%%|#{1,6}[ \t])")
_LINE = lazy_pattern(r"[^\r\n]+")


def without_drawing(text: str) -> str:
    """The text without the data below `# Drawing`, whose texts and links stand above; with empty lines in its place if
    more text follows.
    """
    if PROPERTY not in text:
        return text
    properties, body_start = split(text)
    data = _DATA.search(text, body_start) if _IS_STATED.search(properties) else None
    if data is None:
        return text
    end = _END.search(text, data.end())
    last = end.start() if end else len(text)
    is_followed = text[last:].strip() not in {"", "%%"}
    return text[: data.end()] + (_LINE.sub("", text[data.end() : last]) if is_followed else "") + text[last:]
