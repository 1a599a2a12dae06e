"""The names that a source file imports, in any language."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from dowse.analysis.code.import_statements import imported_names

_FIXTURES = Path(__file__).parents[2] / "formats" / "code" / "fixtures"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import json as _json\n", "json _json"),
        ("from .units import (\n    Litre,\n    Cup as C,\n)\n", "units Litre Cup C"),
        ('import { readFile, join } from "node:fs";\n', "readFile join node fs"),
        ('import {\n  one,\n  two,\n} from "./both.js";\n', "one two both js"),
        ('export * from "./vectors";\n', "vectors"),
        ("const polyfill = require('./polyfill');\n", "polyfill"),
        ('import (\n\t"fmt"\n\tm "coop/money"\n)\n', "fmt m coop money"),
        ("pub use std::collections::{BTreeMap, btree_map::Entry};\n", "std collections BTreeMap btree_map Entry"),
        ("import static java.util.List.of;\n", "java util List of"),
        ('#include <stdio.h>\n#include "wheel.h"\n', "stdio h wheel"),
        ("using System.Text.Json;\n", "System Text Json"),
        ("require_relative 'lib/weather'\n", "lib weather"),
        ("use Psr\\Log\\LoggerInterface as Logger;\n", "Psr Log LoggerInterface Logger"),
        ('source "lib/colours.sh"\n', "lib colours sh"),
    ],
)
def test_each_language_names_what_it_imports(text: str, names: str) -> None:
    assert imported_names(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "# from the start of the year\n",
        "// use the first one; then the next\nfn main() {}\n",
        "Requires a source of water.\nsource of water\n",
        "const fs = open('x')\n",
        "exports.from = 3\n",
    ],
)
def test_other_lines_import_nothing(text: str) -> None:
    assert imported_names(text) == ""


def test_a_comment_behind_an_import_is_no_part_of_it() -> None:
    assert imported_names("import plots  # drawn by hand\nimport ujson // fast\n") == "plots ujson"


@pytest.mark.parametrize(
    "language", ["python", "typescript", "go", "rust", "java", "c", "csharp", "ruby", "php", "bash"]
)
def test_every_fixture_imports_something(language: str) -> None:
    assert imported_names((_FIXTURES / f"{language}.source").read_text())


@pytest.mark.parametrize(
    "text",
    [
        "import (" + "a," * 50_000,
        "use " + "a::" * 50_000,
        "import {" * 20_000,
        "const a " * 20_000,
        "import \n" * 20_000,
    ],
)
def test_a_text_of_nothing_but_beginnings_takes_no_time(text: str) -> None:
    started = time.process_time()
    imported_names(text)
    assert time.process_time() - started < 0.1
