"""How well plain FTS5 answers judged queries: the line that `dowse eval` has to beat.

    python benchmarks/quality.py FOLDER

FOLDER is a judged set in BEIR's layout, or holds several. One FTS5 column of title and text with the porter tokenizer,
the words of the query joined by OR, BM25.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import apsw

from dowse.filesystem.beir import corpus, grades, judged_sets, queries
from dowse.search.evaluate import METRICS, JudgedQuery, Ranking, evaluate


def main() -> None:
    """Prints a line a set."""
    parser = argparse.ArgumentParser(description="Plain FTS5 on judged sets.")
    parser.add_argument("folder", type=Path)
    print(f"{'plain FTS5, porter, OR':<24}" + "".join(f"{metric:>12}" for metric in METRICS))
    for path in judged_sets(parser.parse_args().folder):
        figures = _measured(path)
        print(f"{path.name:<24}" + "".join(f"{figure:>12.3f}" for figure in figures))


def _measured(path: Path) -> list[float]:
    connection = apsw.Connection(":memory:")
    connection.execute("create virtual table documents using fts5(id unindexed, text, tokenize=porter)")
    with connection:
        for line in corpus(path):
            connection.execute("insert into documents values (?, ?)", (line.id, f"{line.title} {line.text}"))

    def ranked(text: str) -> Ranking:
        asked = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", text))
        rows = connection.execute(
            "select id from documents where documents match ? order by bm25(documents) limit 100", (asked,)
        )
        return [id_ for (id_,) in rows]

    texts, judgements = queries(path), grades(path)
    judged = [JudgedQuery(id_, texts[id_], judgements[id_]) for id_ in judgements if id_ in texts]
    return [figure.mean for figure in evaluate("fts5", judged, ranked).figures.values()]


if __name__ == "__main__":
    main()
