"""Count the markup and the divided words in the snippets of hits, and the snippets without a word of the query.

    python benchmarks/snippets.py VAULT… --queries 50 --hits 300

A query is some words of a heading or a title, chosen with a fixed seed, as in benchmarks/places.py.  Of all
hits of the profile, `--hits` are chosen with the same seed.  A word is divided if the first or the last word of a
snippet is no whole word of the document.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from places import queries

from dowse.analysis.languages.stopwords import telling
from dowse.analysis.term_matching import TermMatcher
from dowse.analysis.tokens import words
from dowse.app.sessions.vault_session import open_session
from dowse.search.execute import Request
from dowse.search.profiles import PROFILES

if TYPE_CHECKING:
    from dowse.model.document import Document

_MARKUP = {
    "<!--": re.compile(r"<!--|-->"),
    "%%": re.compile("%%"),
    "](": re.compile(r"\]\("),
    "![": re.compile(r"!\["),
    "[[": re.compile(r"\[\["),
    "tag": re.compile(r"</?(?:div|span|a|img|br|p|button|details|summary|table|t[dhr]|svg)\b"),
    "|---": re.compile(r"\|\s*:?--"),
    "```": re.compile("```|~~~"),
}
_WORD = re.compile(r"[A-Za-z]+")


def main() -> None:
    """Prints a line for each vault."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("vault", type=Path, nargs="+")
    parser.add_argument("--queries", type=int, default=50)
    parser.add_argument("--hits", type=int, default=300)
    parser.add_argument("--profile", default="default")
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--show", action="store_true", help="print the snippets")
    arguments = parser.parse_args()
    for folder in arguments.vault:
        counted, number, milliseconds = _count(folder, arguments)
        found = ", ".join(f"{name} {counted[name]}" for name in (*_MARKUP, "divided", "without a word"))
        print(f"{folder.name}: {number} snippets: {found}; {milliseconds:.2f} ms CPU a search")


def _count(folder: Path, arguments: argparse.Namespace) -> tuple[Counter[str], int, float]:
    """The defects, the number of snippets, and the CPU time of a search."""
    with tempfile.TemporaryDirectory(prefix="dowse-bench-") as temporary:
        notes = Path(temporary) / "notes"
        shutil.copytree(folder, notes, ignore=shutil.ignore_patterns(".dowse"))
        vault = open_session(notes, index_dir=Path(temporary) / "indexes")
        vault.sync()
        vault.embed()
        profile = PROFILES[arguments.profile]
        asked = queries(vault, arguments.queries, arguments.seed)
        seconds = 0.0
        found = []
        for text in (*asked, *asked):
            began = time.process_time()
            answer = vault.peek(partial(vault.executed, Request(text), profile)).answer
            seconds += time.process_time() - began
            found += [(text, hit) for hit in answer.hits if hit.snippet]
        found = found[: len(found) // 2]
        sample = random.Random(arguments.seed).sample(found, min(arguments.hits, len(found)))
        documents = vault.peek(lambda reader: reader.documents([hit.ref.doc for _, hit in sample]))
        vault.close()
    counted = Counter[str]()
    for text, hit in sample:
        assert hit.snippet
        defects = list(_defects(hit.snippet.text, text, documents[hit.ref.doc]))
        counted.update(defects)
        if arguments.show:
            print(f"{text!r} {hit.ref} {defects}\n    {hit.snippet.text}")
    return counted, len(sample), seconds / (2 * len(asked)) * 1e3


def _defects(snippet: str, query: str, document: Document) -> list[str]:
    defects = [name for name, pattern in _MARKUP.items() if pattern.search(snippet)]
    edges = _WORD.findall(snippet)
    if any(not re.search(rf"(?<![A-Za-z]){word}(?![A-Za-z])", document.text) for word in (*edges[:1], *edges[-1:])):
        defects.append("divided")
    matcher = TermMatcher(telling(words(query)))
    if any(matcher.marks(document.body)) and not any(matcher.marks(snippet)):
        defects.append("without a word")
    return defects


if __name__ == "__main__":
    main()
