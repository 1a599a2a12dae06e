"""No test falls out of the tiers: pytest collects it, and the last tier leaves none out."""

from __future__ import annotations

import ast
import re
from pathlib import Path

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
