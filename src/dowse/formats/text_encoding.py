"""The encoding of a text file, and the detection of files without readable text."""

from __future__ import annotations

import codecs
import re

_WIDE = (  # UTF-32 first: its mark begins with that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\r\f\x1b"))  # without escape, which colours terminal logs
_INLINED = re.compile(r"(data:[\w/+.;=-]{0,100};base64,)([A-Za-z0-9+/=]{256,})")  # an image in the text itself
_INLINED_BYTES = re.compile(_INLINED.pattern.encode())
_SAMPLE = 8192  # bytes that are checked for control characters
_FEW_CONTROLS = 4  # in any file; beyond that, one byte in twenty
_LONG_LINE = 5000  # characters, on average
_FEW_BLANKS = 1 / 10  # of all characters; prose has one in six, minified code one in twenty


def readable(data: bytes) -> tuple[str, tuple[str, ...]]:
    """The text to index and its oddities: decoded, with spaces in place of inlined files."""
    return _without_inlined(*decode(data))


def decode(data: bytes) -> tuple[str, tuple[str, ...]]:
    """The text of a file and its oddities; without byte order mark, NUL and lone surrogates."""
    text, odd = _decoded(data)
    if "\0" in text:
        # A full-text index may end a string at NUL.
        return text.replace("\0", " "), (*odd, "contains NUL characters")
    return text, odd


def refusal(data: bytes) -> str | None:
    """Why a file is not read as text, as a message for the user; None when it is."""
    if is_binary(data):
        return "binary"
    wide = _wide(data)
    if wide:
        data = data.decode(wide, "replace").encode("utf-8", "replace")
    data = _INLINED_BYTES.sub(b"", data)
    lines = data.count(b"\n") + data.count(b"\r") + 1
    if len(data) / lines <= _LONG_LINE:
        return None
    # Scripts without blanks are not ASCII.
    dense = len(data.translate(None, b" \t\r\n" + bytes(range(128, 256))))
    return "generated or encoded data" if 1 - dense / len(data) < _FEW_BLANKS else None


def is_binary(data: bytes) -> bool:
    """Whether the beginning has more control characters than text."""
    sample = data[:_SAMPLE]
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    return not _wide(data) and controls > max(_FEW_CONTROLS, len(sample) / 20)


def _without_inlined(text: str, odd: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The text with spaces, of equal number, in place of files that are inlined as base64."""
    text, count = _INLINED.subn(lambda match: match[1] + " " * len(match[2]), text)
    return text, (*odd, "contains an inlined file, which is not indexed") if count else odd


def _wide(data: bytes) -> str:
    """The encoding of a byte order mark other than UTF-8; else empty."""
    return next((name for mark, name in _WIDE if data.startswith(mark)), "")


def _decoded(data: bytes) -> tuple[str, tuple[str, ...]]:
    wide = _wide(data)
    if wide:
        text = data.decode(wide, "replace")
        return text, (f"contains bytes that are not valid {wide.upper()}",) if "\ufffd" in text else ()
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode("utf-8"), ()
    except UnicodeDecodeError:
        text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    beyond_ascii = len(text) - len(text.encode("ascii", "ignore"))
    if beyond_ascii - broken > broken:
        # Windows-1252 text is rarely valid UTF-8, so one truncated character does not make a file Windows-1252.
        return text, ("contains bytes that are not valid UTF-8; the rest is read as UTF-8",)
    return data.decode("cp1252", "replace"), ("not UTF-8; read as Windows-1252",)
