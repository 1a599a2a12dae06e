"""`dowse doctor`."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from ...app.diagnostics.issue import LEVELS, Issue, worst
from ...app.diagnostics.run_checks import program, vault
from ...app.location import VaultLocation, location_of
from ...app.results.json_fields import Json
from ...model.errors import SettingsError, VaultError
from ..presenters.sanitize import visible
from ..presenters.text_style import TextStyle
from .shared_flags import folder_argument, index_dir_option
from .terminal import echo_json, echo_lines, remark, style_for

_NONE_HERE = "no vault was named, and the working folder is not in one"
_UNSETTLED = "fix the vault names first"
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
    place, why = _place(folder, index_dir)
    root = place.root if place else None
    findings = list(_findings(place, root, index_dir, _again(folder, index_dir)))
    if why and why not in {each.what for each in findings}:
        findings.append(Issue("vaults", "error", why))
    if as_json:
        echo_json({"folder": str(root or ""), "worst": worst(findings), "findings": [_json(each) for each in findings]})
    else:
        echo_lines(_lines(findings, style_for(root or Path.cwd())))
    if place is None:
        remark(f"no vault was checked: {_UNSETTLED if why else _NONE_HERE}")
    sys.exit(1 if LEVELS.index(worst(findings)) >= LEVELS.index("warning") else 0)


def _findings(place: VaultLocation | None, root: Path | None, index_dir: Path | None, again: str) -> Iterator[Issue]:
    yield from program(root, os.environ)
    if place is not None:
        yield from vault(place, index_dir=index_dir, again=again)


def _place(folder: Path | None, index_dir: Path | None) -> tuple[VaultLocation | None, str]:
    """The vault that is meant; None when none was named and there is none here, or the list of vaults is wrong: then
    with the reason.
    """
    try:
        return location_of(folder, index_dir=index_dir), ""
    except SettingsError as error:
        return None, str(error)
    except VaultError:
        if folder is not None:
            raise
        return None, ""


def _again(folder: Path | None, index_dir: Path | None) -> str:
    """What commands to paste have behind their name."""
    where = [str(folder)] if folder else []
    return "".join(
        f" {shlex.quote(each)}" for each in (*where, *(["--index-dir", str(index_dir)] if index_dir else []))
    )


def _lines(findings: Iterable[Issue], style: TextStyle) -> Iterator[str]:
    for each in findings:
        level = style.paint(f"{each.level:<7}", _COLOURS[each.level])
        yield f"{level}  {each.about:<9}  {visible(each.what)}"
        if each.fix:
            yield f"{'':<18}  → {visible(each.fix)}"


def _json(each: Issue) -> dict[str, Json]:
    return {"about": each.about, "level": each.level, "what": each.what, "fix": each.fix}
