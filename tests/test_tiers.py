"""No test falls out of the tiers: pytest collects it, and the last tier leaves none out."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tier_parameters import VARIABLE, examples

_TESTS = Path(__file__).parent
_MAKEFILE = (_TESTS.parent / "Makefile").read_text("utf-8")
_RUN = re.compile(r"^(\S+):[^\n]*\n(?:\t[^\n]*\n)*?\t\$\(PYTEST\)([^\n]*)\n", re.MULTILINE)


def test_every_tier_holds_the_one_before_and_the_last_holds_all() -> None:
    assert {name: options.strip() for name, options in _RUN.findall(_MAKEFILE)} == {
        "check": '-q -m "not slow and not exhaustive"',
        "test": '-q -m "not exhaustive"',
        "test-all": "",
    }


def test_ci_runs_make_test() -> None:
    assert (_TESTS.parent / ".ci" / "run").read_text("utf-8").splitlines()[-1] == "make test"


def test_every_test_is_where_pytest_looks_for_it() -> None:
    strays = [
        f"{path.relative_to(_TESTS)}: {node.name}"
        for path in sorted(_TESTS.rglob("*.py"))
        if not path.name.startswith("test_")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]
    assert strays == []


def test_generated_examples_are_all_run_with_the_exhaustive_tests_and_a_third_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counts = {}
    for value in ("all", "some"):
        monkeypatch.setenv(VARIABLE, value)
        counts[value] = [examples(300), examples(1)]
    assert counts == {"all": [300, 1], "some": [100, 1]}


@pytest.mark.slow
@pytest.mark.parametrize(("expression", "count"), [("not exhaustive", 3), ("", 9)])
def test_the_tier_decides_how_many_examples_run(expression: str, count: int, tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text(
        "from tests.tier_parameters import examples\ndef test_it(): print('examples:', examples(9))\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", "-m", expression]
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
    ran = subprocess.run(
        [*command, "-c", _TESTS.parent / "pyproject.toml", "-p", "tests.conftest", tmp_path / "test_a.py"],
        cwd=_TESTS.parent, env=environment, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert f"examples: {count}\n" in ran.stdout, ran.stdout + ran.stderr
