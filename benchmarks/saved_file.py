"""What the update after one saved file of source code costs, in processor time.

    python benchmarks/saved_file.py FOLDER... [--files 60] [--only PATH]

A copy of each FOLDER is indexed. Then random source files with functions are saved, one after the other: once with a
statement more in a function, once with another name for a symbol, each time restored before the next save. Printed are
the median, the 90th percentile and the maximum of the whole update in milliseconds, with the files that took longest.
`--profile` prints in which functions the updates spend their time.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import random
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.formats.detect import parse_file
from dowse.model.document import Unit

_FUNCTIONS = frozenset({"function", "method"})
_ENDS = {"}": "added_call(1);", "};": "added_call(1);", "end": "added_call(1)"}  # statements before the last line


class Save(NamedTuple):
    """A file with its present text and the two others."""

    path: str
    text: str
    with_statement: str
    with_name: str


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--files", type=int, default=60, help="random files of each folder")
    parser.add_argument("--only", default="", help="one file instead, by its path in the folder")
    parser.add_argument("--profile", action="store_true", help="also print where the time goes")
    arguments = parser.parse_args()
    print(f"{'folder':<24}{'saved with':<12}{'files':>6}{'median':>8}{'p90':>8}{'max':>8}  the longest")
    for folder in arguments.folders:
        with tempfile.TemporaryDirectory() as place:
            _measure(folder.resolve(), Path(place), arguments)


def _measure(folder: Path, place: Path, arguments: argparse.Namespace) -> None:
    os.environ |= {"DOWSE_STATE": str(place / "state"), "DOWSE_CONFIG": os.devnull}
    root = place / "copy"
    shutil.copytree(folder, root, symlinks=True)
    name = folder.name if folder.name != "tree" else folder.parent.name
    with closing(open_session(root, index_dir=place / "index")) as vault:
        vault.sync()
        vault.scan()
        saves = [save for save in _saves(vault) if not arguments.only or save.path == arguments.only]
        if len(saves) > arguments.files:
            saves = random.Random(7).sample(saves, arguments.files)
        for save in saves[:3]:  # what a process does once
            _save(vault, save.path, save.with_statement)
            _save(vault, save.path, save.text)
        for kind, at in (("statement", 2), ("name", 3)):
            profile = cProfile.Profile(time.process_time) if arguments.profile else None
            took = [_taken(vault, save, save[at], profile) for save in saves]
            _report(name, kind, took, profile)
            print(f"{name:<24}{'tidied once':<18}{_tidied(vault):>8.1f}")


def _tidied(vault: VaultSession) -> float:
    """The milliseconds of what a watcher does once the saves of a while are over."""
    started = time.process_time()
    vault.tidy()
    return 1000 * (time.process_time() - started)


def _taken(vault: VaultSession, save: Save, text: str, profile: cProfile.Profile | None) -> tuple[float, str]:
    """The milliseconds of one update, and the path; restores the file."""
    took = _save(vault, save.path, text, profile)
    _save(vault, save.path, save.text)
    return took, save.path


def _save(vault: VaultSession, path: str, text: str, profile: cProfile.Profile | None = None) -> float:
    (vault.root / path).write_bytes(text.encode())
    if profile:
        profile.enable()
    started = time.process_time()
    done = vault.sync_files([path], patience=0)
    took = time.process_time() - started
    if profile:
        profile.disable()
    if done is None or done[0].changed != (path,):
        raise SystemExit(f"{path} was not updated alone: {done}")
    return 1000 * took


def _report(folder: str, kind: str, took: list[tuple[float, str]], profile: cProfile.Profile | None) -> None:
    times = [each for each, _ in took]
    ninetieth = quantiles(times, n=10, method="inclusive")[-1] if len(times) > 1 else times[0]
    longest = ", ".join(f"{path} {each:.0f}" for each, path in sorted(took, reverse=True)[:3])
    figures = f"{median(times):>8.1f}{ninetieth:>8.1f}{max(times):>8.1f}"
    print(f"{folder:<24}{kind:<12}{len(times):>6}{figures}  {longest}", flush=True)
    if profile:
        pstats.Stats(profile).sort_stats("cumulative").print_stats(60)


def _saves(vault: VaultSession) -> Iterator[Save]:
    """The source files with a function that can be edited."""
    for found in sorted(vault.files.documents().found, key=lambda each: each.path):
        data = (vault.root / found.path).read_bytes()
        try:
            text = data.decode()
        except UnicodeDecodeError:
            continue
        document = parse_file(found.path, data, modified=0.0)
        if not document.is_source or document.text != text:
            continue
        functions = [unit for unit in document.units if unit.kind in _FUNCTIONS]
        for unit in functions:
            longer, renamed = _with_statement(text, unit), _with_name(text, unit)
            if longer and renamed:
                yield Save(found.path, text, longer, renamed)
                break


def _with_statement(text: str, unit: Unit) -> str:
    """The text with a statement at the end of the function; empty where its end is not known."""
    lines = text[: unit.end].rstrip().split("\n")
    last = lines[-1]
    indent = last[: len(last) - len(last.lstrip())]
    if last.strip() in _ENDS:
        at = len("\n".join(lines[:-1]))
        return f"{text[:at]}\n{indent}  {_ENDS[last.strip()]}{text[at:]}"
    if indent and "\ndef " in f"\n{text}":
        at = len("\n".join(lines))
        return f"{text[:at]}\n{indent}added_call(1){text[at:]}"
    return ""


def _with_name(text: str, unit: Unit) -> str:
    """The text with another name where the function is defined; empty where it is not found."""
    found = re.compile(rf"\b{re.escape(unit.title)}\b").search(text, unit.start, unit.end)
    return f"{text[: found.end()]}_renamed{text[found.end() :]}" if found else ""


if __name__ == "__main__":
    main()
