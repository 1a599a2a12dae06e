"""Functions and what their docstrings say, from Python's standard library and the permissive packages beside it."""

from __future__ import annotations

import ast
import re
import sysconfig
import textwrap
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import Distribution, distributions
from pathlib import Path

MOST_CHARACTERS = 460  # of code and of prose; the passages are as long

_MOST_OF_ONE = 2_500  # functions of one package, so that the largest does not speak for all
_PERMISSIVE = re.compile(r"\b(mit|bsd|apache|psf|python software foundation|isc|0bsd)\b", re.IGNORECASE)
_OTHER = re.compile(r"\b(l?gpl|agpl|mpl|mozilla|proprietary|eupl|cc)\b", re.IGNORECASE)
_LONGEST_LICENCE = 100  # characters; a longer field holds the text of the licence, which names others

# Tests describe nothing; the other folders hold packages of somebody else.
_SKIPPED = re.compile(
    r"(^|/)(tests?|testing|idlelib|lib2to3|idle_test|site-packages|_?vendor(ed)?|externals?|third_party|extern|_distutils)/"
)
_NOT_PROSE = re.compile(r"^\s*(>>>|\.\. |[:*@]|-{3}|={3}|\|)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Described:
    """A function and what its docstring says of it."""

    package: str
    group: str  # the file, since neighbours describe each other
    summary: str
    prose: str  # what follows the summary, "" when nothing does
    code: str  # without the docstring


def described() -> list[Described]:
    """The documented functions of what is installed, each code once, in an order that depends on the texts only."""
    found: dict[str, Described] = {}
    for package, files in _packages():
        functions = [function for path, name in files for function in _functions(package, path, name)]
        functions.sort(key=lambda function: sha256((function.group + function.code).encode()).digest())
        for function in functions[:_MOST_OF_ONE]:
            found.setdefault(function.code, function)
    return list(found.values())


def licence(distribution: Distribution) -> str:
    """What the distribution's metadata call its licence, in a line; empty when they do not say."""
    said = distribution.metadata.get_all("License-Expression") or []
    classified = [
        line.rpartition(" :: ")[2]
        for line in distribution.metadata.get_all("Classifier") or []
        if line.startswith("License :: ")
    ]
    written = [line for line in distribution.metadata.get_all("License") or [] if len(line) <= _LONGEST_LICENCE]
    return ", ".join(said or classified or written)


def is_permissive(licence: str) -> bool:
    """Whether the licence names MIT, BSD, Apache, PSF or ISC, and no copyleft beside."""
    return bool(_PERMISSIVE.search(licence)) and not _OTHER.search(licence)


def _packages() -> Iterator[tuple[str, list[tuple[Path, str]]]]:
    """The name of each package that may be used, with its files and their names inside it."""
    library = Path(sysconfig.get_path("stdlib"))
    yield "python", _kept((path, str(path.relative_to(library))) for path in library.rglob("*.py"))
    for distribution in sorted(distributions(), key=lambda one: str(one.metadata["Name"]).lower()):
        if is_permissive(licence(distribution)):
            files = [file for file in distribution.files or () if file.suffix == ".py"]
            yield str(distribution.metadata["Name"]), _kept((Path(str(file.locate())), str(file)) for file in files)


def _kept(files: Iterable[tuple[Path, str]]) -> list[tuple[Path, str]]:
    return sorted((path, name) for path, name in files if not _SKIPPED.search(name))


def _functions(package: str, path: Path, name: str) -> Iterator[Described]:
    """The documented functions of a file; none when it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # old escapes in strings
            tree = ast.parse(text)
    except (OSError, UnicodeDecodeError, SyntaxError, ValueError):
        return
    lines = text.splitlines()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (said := ast.get_docstring(node)):
            summary, prose = _read(said)
            code = _code(node, lines)
            if len(summary.split()) >= 3 and len(summary) <= 300 and len(code) >= 60:
                yield Described(package, f"{package}/{name}", summary, prose, code[:MOST_CHARACTERS])


def _read(docstring: str) -> tuple[str, str]:
    """The first paragraph, and the paragraphs after it that are prose."""
    first, *others = re.split(r"\n\s*\n", docstring)
    prose = [" ".join(part.split()) for part in others if len(part) >= 60 and not _NOT_PROSE.search(part)]
    return " ".join(first.split()), " ".join(prose)[:MOST_CHARACTERS]


def _code(node: ast.FunctionDef | ast.AsyncFunctionDef, lines: list[str]) -> str:
    """The function's lines but those of its docstring."""
    said = node.body[0]
    kept = lines[node.lineno - 1 : said.lineno - 1] + lines[said.end_lineno : node.end_lineno]
    return textwrap.dedent("\n".join(kept)).strip()
