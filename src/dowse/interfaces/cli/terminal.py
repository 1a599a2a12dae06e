"""Terminal output: styled lines, progress, remarks."""

from __future__ import annotations

import codecs
import json
import os
import shutil
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

import click

from ...app.progress_estimate import time_left
from ...app.results.json_fields import Json, Result
from ...model.errors import SettingsError
from ..presenters.sanitize import message, path_line, visible
from ..presenters.text_style import EDITOR_LINKS, FILE_LINK, STYLE_CODE, TextStyle

_REDRAW_SECONDS = 0.1
_WORDS, _FIRST_INDEX, _AGAIN, _WAITING = "words", "first index", "reading again", "waiting"  # kinds of work
_LABELS = {
    "files": ("listing", "files"),
    _WORDS: ("reading", "files"),
    "links": ("linking", "files"),
    "meaning": ("embedding", "chunks"),
    "likeness": ("comparing", "passages"),
    "queries": ("searching", "queries"),
    "addresses": ("checking", "addresses"),
    "model": ("pulling", "MB"),
}
_INDEXING = frozenset({_WORDS, "links", "meaning", "likeness"})  # work whose finished part is kept
_QUIET_SECONDS = 0.3  # shorter work shows no line
_MANY = 500  # files or chunks, which take longer: the line appears at once


def style_for(root: Path, roots: Mapping[str, Path] | None = None) -> TextStyle:
    """Colours and links on a terminal, unless NO_COLOR is set; plain text in pipes and files.

    `roots` has the folders of several vaults by name.
    """
    terminal = sys.stdout.isatty()
    width = shutil.get_terminal_size().columns if terminal else 0
    plain = not terminal or bool(os.environ.get("NO_COLOR"))
    link_format = FILE_LINK if plain else _link_format(os.environ.get("DOWSE_LINKS", ""))
    return TextStyle(plain=plain, root=root, width=width, roots=roots or {}, link_format=link_format)


def _link_format(name: str) -> str:
    """The address that opens a file in the editor of that name. Raises SettingsError for an unknown one."""
    if name and name not in EDITOR_LINKS:
        raise SettingsError(f"DOWSE_LINKS: unknown editor {name!r}; choose one of {', '.join(EDITOR_LINKS)}")
    return EDITOR_LINKS.get(name, FILE_LINK)


def echo_lines(lines: Iterable[str]) -> None:
    """The lines on stdout: unchanged in a pipe or a file, without control characters on a terminal."""
    text = "".join(f"{line}\n" for line in lines)
    _write(visible(text) if sys.stdout.isatty() else text)


def echo_paths(paths: Iterable[str]) -> None:
    """A path on each line of stdout, quoted if a program could not read the line back."""
    echo_lines(map(path_line, paths))


def echo_styled(lines: Iterable[str]) -> None:
    """The lines on stdout, as `echo_lines`; a terminal also receives the colours and links of a TextStyle."""
    text = "".join(f"{line}\n" for line in lines)
    _write(_visible_and_styled(text) if sys.stdout.isatty() else text)


def _visible_and_styled(text: str) -> str:
    """The text, sanitized between the escape codes of a TextStyle."""
    at, pieces = 0, []
    for code in STYLE_CODE.finditer(text):
        pieces += [visible(text[at : code.start()]), code[0]]
        at = code.end()
    return "".join((*pieces, visible(text[at:])))


def _write(text: str) -> None:
    """The text on stdout; characters that its encoding lacks are replaced."""
    encoding = sys.stdout.encoding or "utf-8"
    # color: click strips escape codes from a text for a pipe, which changes contents and names of files.
    click.echo(text.encode(encoding, "replace").decode(encoding), nl=False, color=True)


def echo_json(value: Json | list[dict[str, Json]] | Mapping[str, object], *, indent: int | None = 2) -> None:
    """The value as JSON on stdout."""
    echo_lines([json_text(value, indent=indent)])


def json_text(value: object, *, indent: int | None = 2) -> str:
    """The value as JSON for stdout: with escapes instead of characters that an encoding other than UTF-8 may lack."""
    lossy = codecs.lookup(sys.stdout.encoding or "utf-8").name != "utf-8"
    return json.dumps(value, ensure_ascii=lossy, indent=indent)


def echo_json_lines(results: Iterable[Result]) -> None:
    """Each result as JSON on a line of stdout."""
    for each in results:
        echo_json(each.to_dict(), indent=None)


def echo_result(result: Result | Iterable[Result], lines: Iterable[str], *, as_json: bool) -> None:
    """The result on stdout: as JSON, or as lines with the colours and links of a TextStyle."""
    if as_json:
        echo_json(result.to_dict() if isinstance(result, Result) else [each.to_dict() for each in result])
    else:
        echo_styled(lines)


def echo_remark(*texts: str) -> None:
    """Lines on stderr for the user, beside the results."""
    for text in texts:
        echo_error(f"dowse: {message(text)}")


def echo_error(text: str) -> None:
    """The text on stderr; without it where stderr accepts none, since results and the exit code do not depend on it."""
    try:
        click.echo(text, err=True)
    except OSError:
        discard(sys.stderr)


def discard(stream: TextIO) -> None:
    """Drops what the stream could not write: Python would try again at the end, and exit with code 120."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class ProgressLine:
    """A progress line on stderr; shown only on a terminal, and only for work that takes a while."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._started_at = time.monotonic()
        self._drawn_at = float("-inf")
        self._is_terminal = sys.stderr.isatty()
        self._is_shown = False
        self._phase_starts: dict[str, tuple[float, int]] = {}  # the time and the count of the first report
        self._read, self._files = 0, 0  # of the files whose words are indexed

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self._clear()
        if isinstance(value, KeyboardInterrupt) and _INDEXING & self._phase_starts.keys():
            kept = (
                f"{self._read:,} of {self._files:,} changed files are" if self._read < self._files else "all files are"
            )
            value.add_note(f"{kept} indexed, and the next run continues from there")

    def __call__(self, phase: str, done: int, total: int) -> None:
        """Shows `done` of `total`, with the unit of this kind of work.

        The number of files of a large first index, or of one that is read again, is a line of its own, on a terminal or
        not, and so is a wait for another process.
        """
        if phase == _WAITING:
            self._clear()
            echo_remark(f"another process is indexing {self._root}; this one waits for it")
            return
        if phase == _FIRST_INDEX:
            self._clear()
            echo_remark(f"indexing {total:,} files of {self._root} for the first time; Ctrl-C keeps the indexed ones")
            return
        if phase == _AGAIN:
            self._clear()
            why = "as this version of dowse or changed settings require"
            echo_remark(f"reading {total:,} files of {self._root} again, {why}; Ctrl-C keeps what is read")
            return
        if phase == _WORDS:
            self._read, self._files = done, total
        now = time.monotonic()
        phase_start, done_before = self._phase_starts.setdefault(phase, (now, done))
        begins_long_work = not done and total > _MANY
        is_early = now - self._started_at < _QUIET_SECONDS or now - self._drawn_at < _REDRAW_SECONDS
        if not self._is_terminal or (is_early and not begins_long_work):
            return
        self._drawn_at, self._is_shown = now, True
        label, unit = _LABELS.get(phase, (phase, "steps"))
        estimate = time_left(now - phase_start, done - done_before, total - done)
        count = f"{done:,} of {total:,} {unit}{estimate}" if total else f"{done:,} {unit} so far"
        sys.stderr.write(f"\r\033[K{label} {visible(self._root.name)}: {count}")
        sys.stderr.flush()

    def _clear(self) -> None:
        if self._is_shown:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
