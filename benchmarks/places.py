"""Whether the section and the snippet of each hit contain a word of the query, under each chunker.

    python benchmarks/places.py VAULT --queries 50

The vault is copied and indexed once for each chunker.  A query is some words of a heading or a title of the vault,
chosen with a fixed seed.  A hit is by words if the text that the index ranks for the hit, without the properties,
contains a query word: the document for a hit that stands for a document, the sections that its chunk covers for a
ranked section, the chunk for a ranked chunk.  The text of the snippet counts, without the heading above it.  The other
hits are by meaning or by name alone and are counted apart.
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dowse.analysis.languages.stopwords import telling
from dowse.analysis.term_matching import TermMatcher
from dowse.analysis.tokens import words
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.query.ast import MatchAll
from dowse.search.execute import Request
from dowse.search.profiles import PROFILES
from dowse.stages.extent import extent

if TYPE_CHECKING:
    from dowse.model.document import Document
    from dowse.model.hit import Hit
    from dowse.ports.storage import Reader, Snapshot
    from dowse.search.profile import Profile

_MOST = 100_000
_CHUNKERS = ("section", "window", "paragraph")


def main() -> None:
    """Prints a line for each chunker."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("vault", type=Path)
    parser.add_argument("--queries", type=int, default=50)
    parser.add_argument("--profile", default="deep")
    parser.add_argument("--chunker", action="append", choices=_CHUNKERS)
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--show", action="store_true", help="print the hits without a query word")
    arguments = parser.parse_args()
    print(f"{arguments.vault.name}, {arguments.profile}, {arguments.queries} queries, seed {arguments.seed}")
    for chunker in arguments.chunker or _CHUNKERS:
        with tempfile.TemporaryDirectory(prefix="dowse-bench-") as folder:
            notes, indexes = Path(folder) / "notes", Path(folder) / "indexes"
            shutil.copytree(arguments.vault, notes, ignore=shutil.ignore_patterns(".dowse"))
            vault = open_session(notes, index_dir=indexes, chunker=chunker)
            vault.sync()
            vault.embed()
            profile = PROFILES[arguments.profile]
            counted, seconds = Counter[str](), 0.0
            for text in queries(vault, arguments.queries, arguments.seed):
                began = time.process_time()
                vault.peek(partial(vault.executed, Request(text), profile))
                seconds += time.process_time() - began
                for kind, hit in vault.peek(partial(_judged, vault, text, profile)):
                    counted[kind] += 1
                    if arguments.show and kind in {"missed", "headed"}:
                        print(f"  {text!r}: {hit.spot} {hit.snippet.text if hit.snippet else ''!r}")
            vault.close()
        by_words = counted["placed"] + counted["headed"] + counted["missed"]
        print(
            f"{chunker:<10}{counted['placed']:>5} of {by_words:>4} by words, {counted['placed'] / by_words:7.1%},"
            f" and {counted['headed']} in the heading above the snippet;"
            f" apart: {counted['meaning']} by meaning, {counted['name']} by name;"
            f" {seconds / arguments.queries * 1e3:.1f} ms CPU a search"
        )


def queries(vault: VaultSession, number: int, seed: int) -> Sequence[str]:
    """One to three words that stand side by side in a heading or a title, without stop words."""
    chance = random.Random(seed)
    found: set[str] = set()
    for document in vault.peek(_all_documents):
        for heading in (document.head.title, *document.headings):
            said = [word for word in telling(words(heading)) if len(word) > 2 and word.isalpha()]
            if said:
                first = chance.randrange(len(said))
                found.add(" ".join(said[first : first + chance.randint(1, 3)]))
    return chance.sample(sorted(found), min(number, len(found)))


def _all_documents(reader: Reader) -> Sequence[Document]:
    paths = [hit.ref.doc for hit in reader.select(MatchAll(), _MOST)]
    documents = reader.documents(paths)
    return [documents[path] for path in sorted(documents)]


def _judged(vault: VaultSession, text: str, profile: Profile, reader: Snapshot) -> Sequence[tuple[str, Hit]]:
    """Each hit with "placed", "headed", "missed", "meaning" or "name"."""
    without_snippet = replace(profile, stages=profile.stages[:-1])
    matched = vault.executed(Request(text), without_snippet, reader).answer.hits
    shown = vault.executed(Request(text), profile, reader).answer.hits
    documents = reader.documents([hit.ref.doc for hit in shown])
    spotter = TermMatcher(telling(words(text)))
    judged: list[tuple[str, Hit]] = []
    for candidate, hit in zip(matched, shown, strict=True):
        assert candidate.head.path == hit.head.path
        document = documents[hit.ref.doc]
        judged.append((_kind(candidate, hit, document, spotter, _ranked_text(candidate, document, reader)), hit))
    return judged


def _ranked_text(hit: Hit, document: Document, reader: Reader) -> str:
    """The text of the chunk and of the section that the hit stands for."""
    place, chunks = hit.spot or hit.ref, reader.chunk_spans([hit.ref.doc])[hit.ref.doc]
    chunk = chunks.get(place) or extent(place, document)
    whole = chunks.get(hit.ref) or extent(hit.ref, document)
    return f"{document.text[slice(*chunk)]}\n{document.text[slice(*whole)]}"


def _kind(candidate: Hit, hit: Hit, document: Document, spotter: TermMatcher, ranked: str) -> str:
    if not any(spotter.marks(document.body)):
        return "name" if any(reason.source == "keyword" for reason in candidate.why) else "meaning"
    if not any(spotter.marks(ranked)):
        return "meaning"
    section = document.text[slice(*extent(hit.spot or hit.ref, document))]
    if not hit.snippet or not any(spotter.marks(section)):
        return "missed"
    if any(spotter.marks(hit.snippet.text)):
        return "placed"
    return "headed" if any(spotter.marks(hit.snippet.heading)) else "missed"


if __name__ == "__main__":
    main()
