"""Whether a sentence copied out of a document finds that document first.

    python benchmarks/sentences.py VAULT... [--sentences 100]

The sentences are lines of prose of 8 to 25 words, or sentences of longer lines, as written, of as many notes as
possible; a document that has the sentence too counts as the one it was copied from.  Prints how many find a document
with the sentence first, with and without the stage that looks sentences up: as written, with another sign at the end,
without markup, and the words alone.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.ports.storage import Reader
from dowse.query.ast import MatchAll
from dowse.search.execute import Request
from dowse.search.profile import Profile
from dowse.search.profiles import DEFAULT
from dowse.stages.sentence_match import SENTENCE_MATCH, SentenceMatch

_MOST = 1_000_000
_FEWEST, _MOST_WORDS = 8, 25
_END = re.compile(r"""(?<=[.!?])\s+(?=[A-Z"'(`*\[])""")
_ITEM = re.compile(r"^(?:[-*+]|\d+\.)\s+(?:\[.\]\s+)?")
_METADATA = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_NO_PROSE = frozenset("#|<>{=")  # with which such a line begins
_LINK = re.compile(r"!?\[\[(?:[^\]|]*\|)?([^\]]*)\]\]|!?\[([^\]]*)\]\([^)]*\)")
_MARKUP = re.compile(r"[*_`]|<[^>]+>")
_WORD = re.compile(r"\w+(?:[-'’]\w+)*")
_FORMS: Mapping[str, Callable[[str], str]] = {
    "as written": str,
    "another end": lambda text: f"{text.rstrip('.!?:;,')}{'!' if text.endswith('.') else '.'}",
    "no markup": lambda text: _MARKUP.sub("", _LINK.sub(lambda link: link[1] or link[2] or "", text)),
    "words alone": lambda text: " ".join(_WORD.findall(text)),
}


@dataclass(frozen=True)
class Asked:
    """A sentence, and the documents that have it."""

    text: str
    paths: frozenset[str]


def main() -> None:
    """Prints two lines for each vault, with the count of each form."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("vaults", nargs="+", type=Path)
    parser.add_argument("--sentences", type=int, default=100)
    arguments = parser.parse_args()
    without = replace(DEFAULT, stages=tuple(each for each in DEFAULT.stages if not isinstance(each, SentenceMatch)))
    for folder in arguments.vaults:
        vault = open_session(folder)
        asked = _drawn(vault.read(_texts)[0], arguments.sentences)
        for name, profile in ((f"no {SENTENCE_MATCH}", without), (SENTENCE_MATCH, DEFAULT)):
            counts = (f"{form} {_first(vault, profile, asked, written)}" for form, written in _FORMS.items())
            print(f"{vault.name}, {name}: {', '.join(counts)} of {len(asked)}")


def _texts(reader: Reader) -> Mapping[str, str]:
    """The texts of the notes that a search finds without options."""
    hits = (hit for hit in reader.select(MatchAll(), _MOST) if hit.head.kind == "note")
    return {path: each.text for path, each in reader.documents({hit.head.path for hit in hits}).items()}


def _drawn(texts: Mapping[str, str], count: int) -> Sequence[Asked]:
    """One sentence of each of so many notes, and of fewer notes any sentences; the same every time."""
    chosen = random.Random(7)
    first = {sentence: path for path in sorted(texts, reverse=True) for sentence in _sentences(texts[path])}
    own = defaultdict[str, list[str]](list)
    for sentence, path in sorted(first.items()):
        own[path].append(sentence)
    drawn = [chosen.choice(own[path]) for path in chosen.sample(sorted(own), min(count, len(own)))]
    rest = sorted(first.keys() - set(drawn))
    drawn += chosen.sample(rest, min(count - len(drawn), len(rest)))
    plain = {path: " ".join(text.split()) for path, text in texts.items()}
    holding = {
        each: frozenset(path for path, text in plain.items() if " ".join(each.split()) in text) for each in drawn
    }
    return [Asked(each, holding[each]) for each in drawn]


def _sentences(text: str) -> Iterator[str]:
    is_archived = "archived: true" in text[:800]
    is_code = False
    for line in "" if is_archived else _METADATA.sub("", text).splitlines():
        stripped = line.strip()
        if stripped.startswith(("```", "~~~")):
            is_code = not is_code
        elif stripped and not is_code and stripped[0] not in _NO_PROSE:
            item = _ITEM.sub("", stripped)
            parts = [item] if len(item.split()) <= _MOST_WORDS else _END.split(item)
            yield from (part for part in parts if _FEWEST <= len(part.split()) <= _MOST_WORDS)


def _first(vault: VaultSession, profile: Profile, asked: Sequence[Asked], form: Callable[[str], str]) -> int:
    """How many sentences in this form have a document that has them as the first hit."""
    count = 0
    for each in asked:
        answer, _ = vault.search(Request(form(each.text), limit=1), profile)
        count += any(hit.ref.doc in each.paths for hit in answer.hits)
    return count


if __name__ == "__main__":
    main()
