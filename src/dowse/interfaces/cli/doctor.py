"""`dowse doctor`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from ...app.diagnostics.issue import LEVELS, Issue
from ...app.diagnostics.run_checks import diagnose
from ..presenters.sanitize import visible
from ..presenters.text_style import TextStyle
from .shared_flags import folder_argument, index_dir_option
from .terminal import echo_json, echo_lines, remark, style_for

_COLOURS = {"ok": "32", "hint": "36", "warning": "33", "error": "31"}


@click.command("doctor", epilog="Exit code 0: no problems, 1: a warning or an error, 2: the checks cannot run.")
@folder_argument
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@index_dir_option
def doctor_command(folder: Path | None, as_json: bool, index_dir: Path | None) -> None:
    """Check installation, index, notes and speed; suggest fixes.

    The checks change nothing and index nothing. Each line has a level: ok, hint (optional), warning or error.

    \b
      dowse doctor
      dowse doctor ~/notes --json
    """
    found = diagnose(folder, index_dir=index_dir)
    if as_json:
        echo_json(found.to_dict())
    else:
        echo_lines(_lines(found.findings, style_for(Path(found.folder) if found.folder else Path.cwd())))
    if found.remark:
        remark(found.remark)
    sys.exit(1 if LEVELS.index(found.worst) >= LEVELS.index("warning") else 0)


def _lines(findings: Iterable[Issue], style: TextStyle) -> Iterator[str]:
    for each in findings:
        level = style.paint(f"{each.level:<7}", _COLOURS[each.level])
        yield f"{level}  {each.about:<9}  {visible(each.what)}"
        if each.fix:
            yield f"{'':<18}  → {visible(each.fix)}"
