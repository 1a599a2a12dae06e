"""Whether summaries in what is embedded help to find the notes that have one, and harm no other search.

    python benchmarks/summaries.py VAULT...

The vault is copied and indexed twice, with summaries in the embedded text and without; keyword search covers them in
both.  The queries are taken from the vault: the summary of a note, half of its words (with a fixed seed), and for
comparison the words of a heading, each to find its note.  nDCG@10 with one relevant document, in `default` and by
meaning alone; behind it the difference with its 95 % interval.
"""

from __future__ import annotations

import argparse
import math
import random
import shutil
import statistics
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dowse.analysis.languages.stopwords import telling
from dowse.analysis.tokens import words
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.model.document import SUMMARY_KEYS, Document
from dowse.query.ast import MatchAll
from dowse.search.execute import Request

if TYPE_CHECKING:
    from dowse.chunking.chunker import Chunker
    from dowse.model.chunk import Chunk
    from dowse.model.search_mode import Mode
    from dowse.ports.storage import Reader

_MOST, _DEPTH, _LEAST_WORDS, _SEED = 100_000, 10, 4, 11
_MODES: tuple[Mode, ...] = ("hybrid", "vector")

Asked = Sequence[tuple[str, str]]  # (query, path of its note)


@dataclass(frozen=True)
class WithoutSummary:
    """A chunker that leaves the summary out."""

    chunker: Chunker

    @property
    def fingerprint(self) -> str:
        """See Chunker."""
        return f"{self.chunker.fingerprint}-without-summary"

    def __call__(self, document: Document) -> tuple[Chunk, ...]:
        """The chunks of the document, as if it had no summary."""
        head = document.head
        facts = {key: fact for key, fact in head.facts.items() if key not in SUMMARY_KEYS}
        return self.chunker(replace(document, head=head._replace(facts=facts)))


def main() -> None:
    """Prints a line for each kind of query and mode."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("vaults", nargs="+", type=Path)
    for folder in parser.parse_args().vaults:
        with tempfile.TemporaryDirectory(prefix="dowse-bench-") as temporary:
            notes = Path(temporary) / "notes"
            shutil.copytree(folder, notes, ignore=shutil.ignore_patterns(".dowse"))
            vaults = [indexed(notes, Path(temporary) / f"{summaries}", summaries) for summaries in (False, True)]
            print(f"\n{folder.name}{'':<30}{'mode':>8}{'without':>10}{'with':>8}")
            for name, asked in queries(vaults[0]).items():
                for mode in _MODES:
                    before, after = ([gain(*each, mode, vault) for each in asked] for vault in vaults)
                    print(f"{name + f' ({len(asked)})':<40}{mode:>8}" + compared(before, after))
            for vault in vaults:
                vault.close()


def indexed(notes: Path, index: Path, summaries: bool) -> VaultSession:
    """The notes in an index of their own."""
    vault = open_session(notes, index_dir=index)
    if not summaries:
        vault.config.chunker = WithoutSummary(vault.config.chunker)
    vault.sync()
    vault.embed()
    return vault


def queries(vault: VaultSession) -> Mapping[str, Asked]:
    """The queries of each kind."""
    chance = random.Random(_SEED)
    whole, half, headings = [], [], []
    for document in vault.peek(_all_documents):
        path, summary = document.head.path, document.head.fact("summary")
        said = telling(words(summary))
        if len(said) >= _LEAST_WORDS:
            whole.append((" ".join(words(summary)), path))
            half.append((" ".join(chance.sample(said, len(said) // 2)), path))
        if document.headings:
            told = [word for word in telling(words(chance.choice(document.headings))) if len(word) > 2]
            if len(told) > 1:
                headings.append((" ".join(told), path))
    return {"the summary": whole, "half of its words": half, "a heading": headings}


def gain(text: str, path: str, mode: Mode, vault: VaultSession) -> float:
    """The discounted gain of the note."""
    request = Request(text, limit=_DEPTH, mode=mode, archived=True)
    hits = vault.peek(partial(vault.executed, request, None)).answer.hits
    rank = next((n for n, hit in enumerate(hits, start=1) if hit.head.path == path), 0)
    return 1 / math.log2(rank + 1) if rank else 0.0


def compared(before: Sequence[float], after: Sequence[float]) -> str:
    """The means, and their difference."""
    changes = [new - old for old, new in zip(before, after, strict=True)]
    error = statistics.pstdev(changes) / math.sqrt(len(changes)) if changes else 0.0
    mean = statistics.mean(changes or [0.0])
    means = f"{statistics.mean(before or [0.0]):>10.3f}{statistics.mean(after or [0.0]):>8.3f}"
    return f"{means}   {mean:+.3f} ± {1.96 * error:.3f}"


def _all_documents(reader: Reader) -> Sequence[Document]:
    paths = [hit.ref.doc for hit in reader.select(MatchAll(), _MOST)]
    documents = reader.documents(paths)
    return [documents[path] for path in sorted(documents)]


if __name__ == "__main__":
    main()
