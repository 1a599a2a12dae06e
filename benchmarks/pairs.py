"""How many random pairs of chunks exceed a cosine, with the bundled vectors: what minimum cosines are translated with.

    python benchmarks/pairs.py JUDGED VAULT…

JUDGED is a folder of judged sets in BEIR's layout, of which those with documents of their own count; each VAULT is a
folder of notes, indexed in a temporary folder.  The last table has the judged queries of the example vault: the cosine
of the best relevant document, its rank by meaning, and the share of pairs that exceed the cosine.
"""

from __future__ import annotations

import argparse
import tempfile
from bisect import bisect_left
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from dowse.app.evaluation import sets
from dowse.app.evaluation_index import opened
from dowse.app.sessions.vault_session import VaultSession
from dowse.filesystem.beir import grades, queries
from dowse.indexing.cosine_sampling import cosines_of
from dowse.query.ast import MatchAll
from dowse.query.extract import scoring_texts
from dowse.query.parse import parse

_EXAMPLE = Path(__file__).parents[1] / "examples/vault"
_COSINES = (0.1, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8)
_JUDGED = _EXAMPLE.parent / "judged"


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description="Shares of random pairs above a cosine.")
    parser.add_argument("judged", type=Path)
    parser.add_argument("vaults", type=Path, nargs="*")
    options = parser.parse_args()
    print(f"{'':<28}" + "".join(f"{cosine:>7}" for cosine in _COSINES))
    rows = []
    for path in sets(options.judged):
        with opened(path, progress=lambda *_: None) as index:
            rows.append(_row(path.name, cosines_of(index.engine).quantiles))
    for vault in options.vaults:
        with tempfile.TemporaryDirectory() as folder, closing(VaultSession(vault, Path(folder))) as session:
            session.sync()
            rows.append(_row(vault.name, cosines_of(session.engine).quantiles))
    print(f"{'mean':<28}" + "".join(f"{sum(column) / len(rows):>7.3f}" for column in zip(*rows, strict=True)))
    with tempfile.TemporaryDirectory() as folder, closing(VaultSession(_EXAMPLE, Path(folder))) as session:
        session.sync()
        _queries(session)


def _row(name: str, quantiles: Sequence[float]) -> list[float]:
    """Prints the shares of one index."""
    shares = [share(quantiles, cosine) for cosine in _COSINES]
    print(f"{name:<28}" + "".join(f"{each:>7.3f}" for each in shares))
    return shares


def _queries(session: VaultSession) -> None:
    """Prints the best relevant document of each judged query: its cosine, its rank, and the share above."""
    quantiles, texts = cosines_of(session.engine).quantiles, queries(_JUDGED)
    for query, relevant in grades(_JUDGED).items():
        words = " ".join(scoring_texts(parse(texts[query]).where))
        if not words:
            continue
        (vector,) = session.embeddings.static.embed([words], as_query=True)
        cosines: dict[str, float] = {}
        for hit in session.engine.nearest(vector, MatchAll(), 1000):
            cosines.setdefault(hit.head.path, hit.score)
        ranked = enumerate(cosines.items(), start=1)
        rank, cosine = next((n, each) for n, (path, each) in ranked if relevant.get(path, 0) > 0)
        print(f"{query:<16}{words:<48}{cosine:>6.2f}  rank {rank:<4}{share(quantiles, cosine):>6.2f}")


def share(quantiles: Sequence[float], cosine: float) -> float:
    """The share of the pairs with a greater cosine."""
    place = bisect_left(quantiles, cosine)
    if place in (0, len(quantiles)):
        return 1.0 if not place else 0.0
    low, high = quantiles[place - 1], quantiles[place]
    within = (cosine - low) / (high - low) if high > low else 0.0
    return 1.0 - (place - 1 + within) / (len(quantiles) - 1)


if __name__ == "__main__":
    main()
