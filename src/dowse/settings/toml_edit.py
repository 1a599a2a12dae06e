"""Edits of a TOML file that keep its comments, its order and the bytes of every other key."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tomlkit import TOMLDocument


def edited(text: str, edit: Callable[[TOMLDocument], None]) -> str:
    """The text after the edit of its document; new lines have the line ending of the text.

    Raises ValueError when the text is not TOML, or when the document cannot hold the edit.
    """
    import tomlkit  # noqa: PLC0415  # here, since it costs 30 ms and only commands that write a file need it

    has_crlf = "\r\n" in text and text.count("\r\n") == text.count("\n")
    document = tomlkit.parse(text.replace("\r\n", "\n") if has_crlf else text)
    edit(document)
    after = document.as_string()
    return after.replace("\n", "\r\n") if has_crlf else after
