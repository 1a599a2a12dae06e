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
from .terminal import ProgressLine, echo_remark, echo_result, style_for

_COLOURS = {"ok": "32", "hint": "36", "warning": "33", "error": "31"}


@click.command("doctor", epilog="Exit code 0: no problems, 1: a warning or an error, 2: the checks cannot run.")
@folder_argument
@click.option("--deep", is_flag=True, help="Also verify everything in the index, which reads all of it.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@index_dir_option
def doctor_command(folder: Path | None, deep: bool, as_json: bool, index_dir: Path | None) -> None:
    """Check installation, index, notes and speed; suggest fixes.

    The checks change nothing and index nothing. Each line has a level: ok, hint (optional), warning or error.
    After damage that they find, the next command rebuilds the index.

    \b
      dowse doctor
      dowse doctor ~/notes --deep
      dowse doctor ~/notes --json
    """
    with ProgressLine(folder or Path.cwd()) as progress:
        diagnosis = diagnose(folder, index_dir=index_dir, deep=deep, progress=progress)
    echo_result(
        diagnosis,
        _lines(diagnosis.findings, style_for(Path(diagnosis.folder) if diagnosis.folder else Path.cwd())),
        as_json=as_json,
    )
    if diagnosis.remark:
        echo_remark(diagnosis.remark)
    sys.exit(1 if LEVELS.index(diagnosis.worst) >= LEVELS.index("warning") else 0)


def _lines(findings: Iterable[Issue], style: TextStyle) -> Iterator[str]:
    for issue in findings:
        level = style.paint(f"{issue.level:<7}", _COLOURS[issue.level])
        yield f"{level}  {issue.about:<9}  {visible(issue.what)}"
        if issue.fix:
            yield f"{'':<18}  → {visible(issue.fix)}"
