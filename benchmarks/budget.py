"""What a search with `budget` costs, as a multiple of the processor time of a plain search.

    python benchmarks/budget.py FOLDER QUERIES.jsonl [--queries 64] [--rounds 7] [--answers FILE]

Both are the pages of the MCP tool, of one process and in turn; the minimum of all rounds for each question.  With
`--answers` the pages are written to a file, one a line, to be compared with those of another version.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from dowse.app.location import location_of, silent
from dowse.app.search_request import SearchRequest
from dowse.app.sessions.workspace import Workspace
from dowse.interfaces.mcp.results import passages_page, search_page

_BUDGETS = (1_500, 3_000, 6_000)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("questions", type=Path, help="JSON lines with `text`")
    parser.add_argument("--queries", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--index-dir", type=Path, default=None)
    parser.add_argument("--answers", type=Path, default=None)
    given = parser.parse_args()
    place = location_of(given.folder)
    workspace = Workspace({place.name: place}, index_dir=given.index_dir)
    lines = given.questions.read_text(encoding="utf-8").splitlines()
    step = max(1, len(lines) // given.queries)
    questions = [str(json.loads(line)["text"]) for line in lines[::step][: given.queries]]
    workspace.vault(place.name).sync()
    if given.answers:
        given.answers.write_text("".join(answers(workspace, questions)), encoding="utf-8")
    if given.rounds:
        report(workspace, questions, rounds=given.rounds)


def answers(workspace: Workspace, questions: Sequence[str]) -> list[str]:
    """The pages without the time that each took."""
    found = []
    for question in questions:
        for budget in (0, *_BUDGETS):
            content, text = page(workspace, question, budget)
            found.append(json.dumps([question, budget, {**content, "took_ms": 0}, text], ensure_ascii=False) + "\n")
    return found


def page(workspace: Workspace, question: str, budget: int) -> tuple[dict[str, object], str]:
    """A page of hits without a budget."""
    request = SearchRequest(question, interface="mcp")
    if not budget:
        content, text = search_page(workspace, "", request, cursor=None, progress=silent)
    else:
        content, text = passages_page(workspace, "", request, budget=budget, progress=silent)
    return dict(content), text


def report(workspace: Workspace, questions: Sequence[str], *, rounds: int) -> None:
    """Prints the mean times, and of each budget the ratio of the sums and the mean of the ratios."""
    best: dict[tuple[str, int], float] = {}
    for _ in range(rounds):
        for budget in (0, *_BUDGETS):  # a question after another: what a search keeps for the same question is gone
            for question in questions:
                took = seconds(lambda q=question, b=budget: page(workspace, q, b))  # type: ignore[misc]
                best[question, budget] = min(best.get((question, budget), took), took)
    print(f"{len(questions)} questions, minimum of {rounds}")
    plain = [best[question, 0] for question in questions]
    for budget in (0, *_BUDGETS):
        times = [best[question, budget] for question in questions]
        ratios = sorted(time / base for time, base in zip(times, plain, strict=True))
        mean = sum(ratios) / len(ratios)
        print(
            f"budget {budget:>5}: {1e3 * sum(times) / len(times):6.2f} ms, sums {sum(times) / sum(plain):.2f},"
            f" mean {mean:.2f}, p50 {ratios[len(ratios) // 2]:.2f}, p90 {ratios[len(ratios) * 9 // 10]:.2f}"
        )


def seconds(work: Callable[[], object]) -> float:
    """Processor time of the work."""
    started = time.process_time()
    work()
    return time.process_time() - started


if __name__ == "__main__":
    main()
