"""How often a name finds the source file that defines it, in languages whose symbols are not read.

    python benchmarks/defined_names.py REPOSITORY... [--names 150] [--index FOLDER]

The names are those that lines of one file alone define, tests and examples aside, by one pattern for each language:
Kotlin, Swift, Elixir, Haskell, Dart, Objective-C and Solidity.  Each name is a query of its own, and the file is to be
the first, or among three.
Each index is built in a temporary folder, or kept in --index.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from dowse.analysis.code.source_paths import is_aside_path
from dowse.app.sessions.vault_session import open_session
from dowse.search.execute import Request

_MODIFIERS = "public|private|internal|protected|open|abstract|override|inline|suspend|data|sealed|enum|operator|const"
_PATTERNS: Mapping[str, re.Pattern[str]] = {
    ".kt": re.compile(
        rf"(?m)^\s*(?:(?:{_MODIFIERS}|companion|lateinit)\s+)*(?:class|interface|object|fun)\s+"
        r"(?:<[^>]*>\s*)?(?:[\w.]+\.)?([A-Za-z_]\w{4,})"
    ),
    ".swift": re.compile(
        rf"(?m)^\s*(?:(?:{_MODIFIERS}|final|static|mutating|@\w+)\s+)*(?:class|struct|enum|protocol|func|extension)\s+"
        r"([A-Za-z_]\w{4,})"
    ),
    ".ex": re.compile(r"(?m)^\s*(?:def|defp|defmacro|defmodule)\s+(?:\w+\.)*([a-zA-Z_]\w{4,})"),
    ".dart": re.compile(
        r"(?m)^(?:(?:abstract|final|sealed|base|interface) )*(?:class|mixin|enum|typedef) ([A-Z]\w{4,})"
        r"|^  (?!return|else|await|throw|assert|if|for|while|switch|final|var|new|super|case)(?:static )?[\w<>,?]+ "
        r"([a-z]\w{4,})\([^;]*?\)\s*(?:async\*?\s*)?(?:\{|=>)"
    ),
    ".m": re.compile(r"(?m)^@implementation (\w{5,})|^[-+] ?\([^)]*\) ?([a-z]\w{4,})"),
    ".sol": re.compile(
        r"(?m)^\s*(?:abstract )?(?:contract|interface|library|function|event|error|modifier|struct|enum)\s+"
        r"([A-Za-z_]\w{4,})"
    ),
    ".hs": re.compile(r"(?m)^(?:([a-z]\w{4,}) ::|(?:data|newtype|class|type)\s+(?:\([^)]*\)\s*=>\s*)?([A-Z]\w{4,}))"),
}


def main() -> None:
    """Prints a row for each repository."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("repositories", type=Path, nargs="+")
    parser.add_argument("--names", type=int, default=150, help="of a repository at most")
    parser.add_argument("--index", type=Path, help="folder that keeps the indexes")
    arguments = parser.parse_args()
    print(f"{'':20}{'names':>8}{'first':>8}{'among 3':>9}")
    for folder in arguments.repositories:
        names = _names(folder)
        asked = random.Random(2).sample(sorted(names), min(arguments.names, len(names)))
        with tempfile.TemporaryDirectory(prefix="dowse-bench-") as temporary:
            ranks = _ranks(folder, {name: names[name] for name in asked}, (arguments.index or Path(temporary)))
        print(f"{folder.name:20}{len(asked):8}{sum(r == 1 for r in ranks):8}{sum(0 < r <= 3 for r in ranks):9}")


def _names(folder: Path) -> Mapping[str, str]:
    """The names that one file defines, with its path."""
    defining: defaultdict[str, set[str]] = defaultdict(set)
    for ending, pattern in _PATTERNS.items():
        for file in folder.rglob(f"*{ending}"):
            path = file.relative_to(folder).as_posix()
            if not is_aside_path(path):
                for found in pattern.finditer(file.read_text("utf-8", errors="replace")):
                    defining[next(filter(None, found.groups()))].add(path)
    return {name: next(iter(paths)) for name, paths in defining.items() if len(paths) == 1}


def _ranks(folder: Path, names: Mapping[str, str], index: Path) -> list[int]:
    """The rank of the file of each name among ten documents; 0 for none."""
    vault = open_session(folder, index_dir=index / folder.name)
    vault.sync()
    ranks = []
    for name, path in names.items():
        answer, _ = vault.search(Request(name, limit=10))
        listed = list(dict.fromkeys(hit.ref.doc for hit in answer.hits))
        ranks.append(listed.index(path) + 1 if path in listed else 0)
    vault.close()
    return ranks


if __name__ == "__main__":
    main()
