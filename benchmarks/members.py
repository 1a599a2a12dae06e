"""Whether a method behind a usual variable of its class finds the file of that class: `c.JSON`, `context.JSON`.

    python benchmarks/members.py REPOSITORY... [--names 120] [--initials]

The methods are those outside of tests whose simple name several symbols of the repository have.  The variable is the
name of the class with a small first letter, or its initial with `--initials`, as receivers have it in Go; any file
with such a class and method counts.  Prints the mean reciprocal rank of the file and how often it is the first hit.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from dowse.analysis.code.source_paths import is_test_path
from dowse.analysis.code.symbol_names import unnumbered
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.ports.storage import Reader
from dowse.query.ast import MatchAll
from dowse.search.execute import Request

_MOST, _SHOWN = 1_000_000, 10
_LEAST_LETTERS = 3
_METHODS = frozenset({"method", "function"})


def main() -> None:
    """Prints a line for each repository."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--names", type=int, default=120)
    parser.add_argument("--initials", action="store_true")
    arguments = parser.parse_args()
    for folder in arguments.repositories:
        with TemporaryDirectory() as place, closing(open_session(folder, index_dir=Path(place))) as vault:
            vault.sync()
            asked = sorted(vault.read(lambda reader: _asked(reader, initials=arguments.initials))[0].items())
            random.Random(5).shuffle(asked)  # the same every time
            print(f"{folder}: {_figures(vault, dict(asked[: arguments.names]))}", flush=True)


def _asked(reader: Reader, *, initials: bool) -> Mapping[str, set[str]]:
    """The queries, each with the files of such methods."""
    code = [hit.head.path for hit in reader.select(MatchAll(), _MOST) if hit.head.kind == "code"]
    places: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
    methods: set[tuple[str, str]] = set()
    for path, units in reader.units(code).items():
        for unit in units:
            name = unnumbered(unit.name)
            places[name.rpartition(".")[2]].append((path, name))
            if unit.kind in _METHODS and "." in name and not is_test_path(path):
                methods.add((path, name))
    asked: defaultdict[str, set[str]] = defaultdict(set)
    for simple, found in places.items():
        if len(found) > 1 and len(simple) >= _LEAST_LETTERS:
            for path, name in methods.intersection(found):
                owner = name.split(".")[-2]
                variable = owner[0].lower() + ("" if initials else owner[1:])
                if variable != owner:
                    asked[f"{variable}.{simple}"].add(path)
    return asked


def _figures(vault: VaultSession, asked: Mapping[str, set[str]]) -> str:
    reciprocal, first = 0.0, 0
    for query, paths in asked.items():
        answer, _ = vault.search(Request(query, limit=_SHOWN), heal=False)
        rank = next((rank for rank, hit in enumerate(answer.hits, start=1) if hit.ref.doc in paths), 0)
        reciprocal += 1 / rank if rank else 0.0
        first += rank == 1
    return f"{len(asked)} names, mrr {reciprocal / max(1, len(asked)):.3f}, first {first}"


if __name__ == "__main__":
    main()
