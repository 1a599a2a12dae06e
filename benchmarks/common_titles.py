"""How often a note with a common word as its title is lifted by a query that has the word in passing.

    python benchmarks/common_titles.py VAULT... [--lines 100]

A copy of each vault gets the notes Note, Home and Index.  The queries are lines of the other notes with one of these
words, at most so many for each; printed is how often the note of that title is among the first three hits and first,
without and with the stage `name_match`.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import tempfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.ports.storage import Reader
from dowse.query.ast import MatchAll
from dowse.search.execute import Request, search
from dowse.search.profiles import DEFAULT
from dowse.stages.name_match import NameMatch

_TITLES = ("Note", "Home", "Index")
_TEXT = "# {}\n\nThe first page, with a list of the others.\n"
_WORD = re.compile(r"[A-Za-z][\w'-]*")
_MARKUP = re.compile(r"\]\([^)]*\)|https?://\S+|`[^`]*`")
_FEWEST_WORDS, _MOST_WORDS = 4, 14  # of a line
_MOST = 1_000_000
_WITHOUT = replace(DEFAULT, stages=tuple(each for each in DEFAULT.stages if not isinstance(each, NameMatch)))


def main() -> None:
    """Prints a line for each vault and title."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("vaults", nargs="+", type=Path)
    parser.add_argument("--lines", type=int, default=100)
    arguments = parser.parse_args()
    for folder in arguments.vaults:
        with tempfile.TemporaryDirectory() as place:
            copy = Path(place, folder.name)
            shutil.copytree(folder, copy, ignore=shutil.ignore_patterns(".dowse"))
            for title in _TITLES:
                (copy / f"{title}.md").write_text(_TEXT.format(title), "utf-8")
            with closing(open_session(copy)) as vault:
                vault.read(lambda _: None)
                for title in _TITLES:
                    print(f"{folder.name}, {title}: {_measured(vault, title, arguments.lines)}")


def _measured(vault: VaultSession, title: str, most: int) -> str:
    embedder = vault.embeddings.active_embedder(vault.engine)

    def ranks(reader: Reader) -> str:
        lines = sorted(set(_lines(reader, title)))
        random.Random(3).shuffle(lines)
        counts = []
        for profile in (_WITHOUT, DEFAULT):
            found = [
                search(Request(line, limit=3), profile, reader, now=0.0, embedder=embedder).hits
                for line in lines[:most]
            ]
            paths = [[hit.ref.doc for hit in hits] for hits in found]
            lifted, first = (
                sum(f"{title}.md" in each for each in paths),
                sum(each[:1] == [f"{title}.md"] for each in paths),
            )
            counts.append(f"{lifted} among three, {first} first")
        return f"{len(lines[:most])} lines; without {counts[0]}; with {counts[1]}"

    return vault.peek(ranks)


def _lines(reader: Reader, title: str) -> Sequence[str]:
    """The words of each line of another note that has the title in passing."""
    added = {f"{each}.md" for each in _TITLES}
    paths = [hit.ref.doc for hit in reader.select(MatchAll(), _MOST) if hit.ref.doc not in added]
    texts = (document.body for path in paths for document in reader.documents((path,)).values())
    split = (_WORD.findall(_MARKUP.sub(" ", line)) for text in texts for line in text.split("\n"))
    fitting = (line for line in split if _FEWEST_WORDS <= len(line) <= _MOST_WORDS)
    return [" ".join(line) for line in fitting if title.lower() in map(str.lower, line)]


if __name__ == "__main__":
    main()
