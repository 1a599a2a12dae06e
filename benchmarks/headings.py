"""Whether a question that repeats a heading finds the document and shows the section.

    python benchmarks/headings.py VAULT... [--headings 150] [--words 1] [--form "how does {} work"] [--titles]

The headings are those of three words or more, or of so many as --words says, that one document of the vault alone has,
in small letters; with --titles the titles of documents.  The query is the form with the heading in place of {}.
Prints the mean reciprocal rank of the document, how often it is the first hit, and of how many hits the section is
shown, with and without the boost of headings.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dowse.analysis.heading_stems import asked_stems
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.ports.storage import Reader
from dowse.query.ast import MatchAll
from dowse.search.execute import Request
from dowse.search.profile import Profile
from dowse.search.profiles import DEFAULT
from dowse.stages.heading_match import HEADING_MATCH, HeadingMatch

_MOST, _SHOWN = 1_000_000, 20
_LEAST_WORDS, _LEAST_STEMS = 3, 2


@dataclass(frozen=True)
class Asked:
    """A heading, and the section that has it."""

    text: str
    path: str
    section: str


def main() -> None:
    """Prints two lines for each vault."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("vaults", nargs="+", type=Path)
    parser.add_argument("--headings", type=int, default=150)
    parser.add_argument("--words", type=int, default=0, help="of each heading; 0: three or more")
    parser.add_argument("--form", default="{}")
    parser.add_argument("--titles", action="store_true")
    arguments = parser.parse_args()
    without = replace(DEFAULT, stages=tuple(each for each in DEFAULT.stages if not isinstance(each, HeadingMatch)))
    for folder in arguments.vaults:
        vault = open_session(folder)
        found = vault.read(_titles if arguments.titles else _headings)[0]
        asked = [
            replace(each, text=arguments.form.format(each.text))
            for each in found
            if _has_words(each.text, arguments.words)
        ]
        random.Random(3).shuffle(asked)  # the same every time
        for name, profile in ((f"no {HEADING_MATCH}", without), (HEADING_MATCH, DEFAULT)):
            print(f"{vault.name}, {name}: {_figures(vault, profile, asked[: arguments.headings])}")


def _headings(reader: Reader) -> list[Asked]:
    """Those that one document alone has."""
    heads = {hit.head.path: hit.head for hit in reader.select(MatchAll(), _MOST) if hit.head.kind != "code"}
    found: defaultdict[tuple[str, ...], list[Asked]] = defaultdict(list)
    for path, units in reader.units(heads).items():
        for unit in units:
            if unit.title and unit.title != heads[path].title:
                found[asked_stems(unit.title)].append(Asked(unit.title.lower(), path, unit.name))
    return [asked[0] for stems, asked in sorted(found.items()) if stems and len({each.path for each in asked}) == 1]


def _titles(reader: Reader) -> list[Asked]:
    """Those that one document alone has."""
    found: defaultdict[tuple[str, ...], list[Asked]] = defaultdict(list)
    for hit in reader.select(MatchAll(), _MOST):
        if hit.head.kind != "code":
            found[asked_stems(hit.head.title)].append(Asked(hit.head.title.lower(), hit.head.path, ""))
    return [asked[0] for stems, asked in sorted(found.items()) if stems and len(asked) == 1]


def _has_words(text: str, count: int) -> bool:
    """Whether the heading has as many words; of 0, whether it is one that a question repeats."""
    has = len(text.split())
    return has == count if count else has >= _LEAST_WORDS and len(asked_stems(text)) >= _LEAST_STEMS


def _figures(vault: VaultSession, profile: Profile, asked: Sequence[Asked]) -> str:
    reciprocal, first, sections = 0.0, 0, 0
    for each in asked:
        answer, _ = vault.search(Request(each.text, limit=_SHOWN), profile)
        for rank, hit in enumerate(answer.hits, start=1):
            if hit.ref.doc == each.path:
                reciprocal += 1 / rank
                first += rank == 1
                sections += (hit.spot or hit.ref).section == each.section
    return f"{len(asked)} headings, mrr {reciprocal / len(asked):.3f}, first {first}, section shown {sections}"


if __name__ == "__main__":
    main()
