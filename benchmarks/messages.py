"""Whether a message finds the source file that has it, and whether the snippet shows it.

    python benchmarks/messages.py REPOSITORY... [--messages 30] [--words 3 8] [--form "ValueError: {}"] [--values]

The messages are string literals of words alone, of which one source file outside of tests has one, once; with --values
they have placeholders such as %s, {0}, ${name} and #{name}, too, each of which a value replaces.  The query is the
message, or the form with the message in place of {}.  Prints the mean reciprocal rank of the file, how often it is the
first hit, and how often its snippet has the message, of one with values the longest part without.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

from dowse.analysis.code.source_paths import is_test_path
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.ports.storage import Reader
from dowse.query.ast import MatchAll
from dowse.search.execute import Request

_MOST, _SHOWN = 1_000_000, 10
_LITERAL = re.compile(r"\"([A-Za-z][^\"\n\\%{}$<>/]{10,90})\"|'([A-Za-z][^'\n\\%{}$<>/]{10,90})'")
_FORMAT = re.compile(r"[\"'`]((?:[^\"'`\n\\<>]|\{[^{}\n]*\}){10,90})[\"'`]")
_PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[-+0-9.*]*(?:ll|[lzjh])?[A-Za-z]|[#$]?\{[^{}\n]*\}|\$\w+")
_VALUES = ("42", "example.com", "/var/lib/app.db", "10.0.0.7:6379", "admin", "com.acme.Foo")
_WORD = re.compile(r"[A-Za-z][A-Za-z'\u2019-]*[.,:;!?]?")


def main() -> None:
    """Prints a line for each repository, and one for all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--messages", type=int, default=30)
    parser.add_argument("--words", type=int, nargs=2, default=(3, 8), metavar=("LEAST", "MOST"))
    parser.add_argument("--form", default="{}")
    parser.add_argument("--values", action="store_true")
    arguments = parser.parse_args()
    pattern = _FORMAT if arguments.values else _LITERAL
    total = Counter[str]()
    for folder in arguments.repositories:
        with TemporaryDirectory() as place, closing(open_session(folder, index_dir=Path(place))) as vault:
            vault.sync()
            asked = sorted(vault.read(lambda reader: _messages(reader, pattern, *arguments.words))[0].items())
            random.Random(7).shuffle(asked)  # the same every time
            found = _figures(vault, dict(asked[: arguments.messages]), arguments.form)
            print(f"{folder}: {_line(found)}", flush=True)
            total += found
    print(f"all: {_line(total)}")


def _messages(reader: Reader, pattern: re.Pattern[str], least: int, most: int) -> Mapping[str, str]:
    """The literals, each with the path of its file; if the pattern is that of format strings, those with values."""
    code = [hit.head.path for hit in reader.select(MatchAll(), _MOST) if hit.head.kind == "code"]
    texts = {path: document.text for path, document in reader.documents(code).items()}
    places: dict[str, str] = {}
    for path, text in texts.items():
        for literal in pattern.finditer(text):
            written = literal[1] or literal[2]
            words = _PLACEHOLDER.sub(" ", written).split()
            has_value = len(_PLACEHOLDER.split(written.strip())) > 1
            if least <= len(words) <= most and all(map(_WORD.fullmatch, words)) and has_value == (pattern is _FORMAT):
                places[" ".join(written.split())] = path
    return {
        message: path
        for message, path in places.items()
        if not is_test_path(path) and sum(text.count(message) for text in texts.values()) == 1
    }


def _figures(vault: VaultSession, messages: Mapping[str, str], form: str) -> Counter[str]:
    found, values = Counter(messages=len(messages)), cycle(_VALUES)
    for literal, path in messages.items():
        message = _PLACEHOLDER.sub(lambda _: next(values), literal)
        part = max(_PLACEHOLDER.split(literal), key=len).strip()
        answer, _ = vault.search(Request(form.replace("{}", message), limit=_SHOWN), heal=False)
        for rank, hit in enumerate(answer.hits, start=1):
            if hit.ref.doc == path:
                shown = " ".join(hit.snippet.text.split()) if hit.snippet else ""
                found += Counter(millionths=1_000_000 // rank, first=rank == 1, shown=part in shown)
    return found


def _line(found: Mapping[str, int]) -> str:
    mrr = found["millionths"] / 1_000_000 / max(1, found["messages"])
    return f"{found['messages']} messages, mrr {mrr:.3f}, first {found['first']}, shown {found['shown']}"


if __name__ == "__main__":
    main()
