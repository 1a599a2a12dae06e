"""Attacks the installed program and prints a table: tried, failed.

    python reliability --minutes 6 [--seed N] [--dowse PATH] [--only NAME] [--at-once N]

Each campaign gets a share of the minutes by the cost of its attempts, and ends with the attempt that uses it up.  Two
campaigns run at a time, those of large shares first, since most of them wait for one process.  The exit code is 1 if
an attempt failed or a campaign made none, and 2 if no campaign is selected.  A seed repeats the choices of a campaign,
though not the moments at which processes are killed.
"""

from __future__ import annotations

import argparse
import random
import re
import secrets
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path

import concurrency
import damage
import faults
import fuzzing
import hostile
import kills
import many_clients
import served_damage
import traced
from campaign import Campaign
from subject import Subject

_TRACED = "traced vaults"  # left out without strace
# Each campaign and its share: attempts of processes that are killed or that repair an index take the longest.
_CAMPAIGNS: dict[str, tuple[Campaign, float]] = {
    "kills": (kills.attempts, 2.0),
    "damage at rest": (damage.attempts, 3.0),
    "damage under a server": (served_damage.attempts, 0.5),
    "concurrency": (concurrency.attempts, 2.0),
    "queries": (fuzzing.queries, 1.5),
    "files": (fuzzing.files, 1.75),
    "large files": (fuzzing.large_files, 1.0),
    "faults": (faults.attempts, 0.75),
    "hostile MCP": (hostile.mcp, 0.25),
    "hostile HTTP": (hostile.http, 0.25),
    "many clients": (many_clients.attempts, 0.25),
    "hostile vaults": (hostile.vaults, 0.5),
    _TRACED: (traced.attempts, 0.5),
}
_SHOWN = 5  # failures of a campaign

_Row = tuple[str, int, Sequence[str], float]  # of the table


def main() -> None:
    """Runs the campaigns."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=3.0, help="for all campaigns together")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000))
    parser.add_argument("--dowse", type=Path, default=Path(sys.executable).with_name("dowse"), help="the program")
    parser.add_argument(
        "--only", default=re.compile(""), type=_pattern, metavar="PATTERN", help="campaigns whose names match"
    )
    parser.add_argument("--at-once", type=int, default=2, help="campaigns that run at a time")
    arguments = parser.parse_args()
    possible = {name: each for name, each in _CAMPAIGNS.items() if name != _TRACED or traced.is_possible()}
    chosen = {name: campaign for name, campaign in possible.items() if arguments.only.search(name)}
    if not chosen:
        parser.error(f"no campaign matches {arguments.only.pattern!r}; there are: {', '.join(possible)}")
    print(f"seed {arguments.seed}, {arguments.dowse}", flush=True)
    print(f"{'campaign':<24}{'tried':>8}{'failed':>8}{'seconds':>9}", flush=True)
    at_once = min(arguments.at_once, len(chosen))
    each = arguments.minutes * 60 * at_once / sum(share for _, share in chosen.values())
    waiting = sorted(chosen.items(), key=lambda item: item[1][1])
    running: set[Future[_Row]] = set()
    is_failed = False
    with ProcessPoolExecutor(at_once, mp_context=get_context("fork")) as workers:
        while waiting or running:  # none waits in a queue of the workers, which Ctrl-C would not empty
            while waiting and len(running) < at_once:
                name, (_, share) = waiting.pop()
                running.add(workers.submit(_run, name, arguments, share * each))
            ended, running = wait(running, return_when=FIRST_COMPLETED)
            for one in ended:
                is_failed |= _is_failed(*one.result())
    sys.exit(is_failed)


def _pattern(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a regular expression: {error}") from error


def _run(name: str, arguments: argparse.Namespace, seconds: float) -> _Row:
    """Name, attempts, failures and seconds of a campaign."""
    campaign, _ = _CAMPAIGNS[name]
    place = Path(tempfile.mkdtemp(prefix="dowse-reliability-"))
    subject = Subject(arguments.dowse.absolute(), place / "home")
    started, tried, failures = time.monotonic(), 0, []
    try:
        for failure in campaign(subject, random.Random(f"{arguments.seed} {name}"), place):
            tried += 1
            if failure:
                failures.append(failure)
            if time.monotonic() - started > seconds:
                break
    finally:
        subject.close()
        shutil.rmtree(place, ignore_errors=True)
    return name, tried, failures, time.monotonic() - started


def _is_failed(name: str, tried: int, failures: Sequence[str], seconds: float) -> bool:
    """Prints the row of a campaign; whether an attempt failed or none was made."""
    print(f"{name:<24}{tried:>8,}{len(failures):>8,}{seconds:>9.0f}", flush=True)
    for failure in failures[:_SHOWN] if tried else ("no attempt was made",):
        print(f"    {failure}", flush=True)
    return bool(failures) or not tried


if __name__ == "__main__":
    main()
