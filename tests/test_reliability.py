"""The campaigns of reliability/ run, and each makes at least one attempt that nothing fails."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

_CAMPAIGNS = Path(__file__).parent.parent / "reliability"


def _run(*arguments: str, campaigns: Path = _CAMPAIGNS) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(campaigns), "--minutes", "0", "--seed", "7", *arguments],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.exhaustive
def test_each_campaign_makes_an_attempt_without_a_failure() -> None:
    done = _run()
    assert done.returncode == 0, done.stdout + done.stderr
    counts = re.findall(r"^(\w[\w ]+?) +(\d+) +(\d+) +\d+$", done.stdout, re.MULTILINE)
    assert len(counts) == 12 + (shutil.which("strace") is not None)
    assert all(int(tried) and not int(failed) for _, tried, failed in counts)


@pytest.mark.slow
def test_a_program_that_is_not_dowse_fails(tmp_path: Path) -> None:
    program = tmp_path / "dowse"
    program.write_text(f"#!{sys.executable}\nfrom json.tool import main\n")
    done = _run("--only", "damage at", "--dowse", str(program))
    assert done.returncode == 1, done.stderr
    assert re.search(r"^damage at rest +1 +1 ", done.stdout, re.MULTILINE)


def test_a_selection_of_no_campaign_fails() -> None:
    done = _run("--only", "zzz")
    assert done.returncode == 2
    assert "no campaign matches 'zzz'; there are: kills, damage at rest," in done.stderr


def test_a_selection_that_is_no_pattern_is_a_usage_error() -> None:
    done = _run("--only", "(")
    assert done.returncode == 2
    assert "argument --only: '(' is not a regular expression" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_campaign_without_an_attempt_fails(tmp_path: Path) -> None:
    shutil.copytree(_CAMPAIGNS, tmp_path / "campaigns")
    (tmp_path / "campaigns" / "faults.py").write_text("def attempts(*_arguments):\n    return iter(())\n")
    done = _run("--only", "faults", campaigns=tmp_path / "campaigns")
    assert done.returncode == 1, done.stderr
    assert re.search(r"^faults +0 +0 +0\n    no attempt was made$", done.stdout, re.MULTILINE)
