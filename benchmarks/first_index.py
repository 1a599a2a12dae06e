"""The first index of folders of notes or source code: time until words can be searched, time in all, size and memory.

    python benchmarks/first_index.py FOLDER... [--runs 3]

Each run is a process of its own with an index in a temporary folder; the least of each figure is printed, with the
indexed bytes a second.  Processor time is that of the process and of those that read files for it.  Memory is the most
that the process has had, without the processes that read files.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from growth import cpu_seconds
from speed import peak_mb

Figures = Mapping[str, float]


def main() -> None:
    """Prints a row for each folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--inside", type=Path, help="folder of the index, in the process that is measured")
    arguments = parser.parse_args()
    if arguments.inside:
        print(json.dumps(_inside(arguments.folders[0], arguments.inside)))
        return
    print(f"{'':24}  files    MB   words: clock   CPU  MB/s    all: clock   CPU  MB/s   index MB  times   memory MB")
    for folder in arguments.folders:
        runs = [_measured(folder) for _ in range(arguments.runs)]
        least = {name: min(run[name] for run in runs) for name in runs[0]}
        size = least["bytes"] / 1e6
        words, whole = least["words_clock"], least["clock"]
        print(
            f"{folder.name:24}{least['files']:7.0f}{size:6.2f}{words:15.2f}{least['words_cpu']:6.2f}{size / words:6.1f}"
            f"{whole:14.2f}{least['cpu']:6.2f}{size / whole:6.1f}{least['index'] / 1e6:11.2f}"
            f"{least['index'] / least['bytes']:7.2f}{least['memory_mb']:12.0f}",
            flush=True,
        )


def _measured(folder: Path) -> Figures:
    with tempfile.TemporaryDirectory(prefix="dowse-bench-") as index:
        done = subprocess.run(
            [sys.executable, __file__, str(folder), "--inside", index], capture_output=True, text=True, check=True
        )
        figures: dict[str, float] = json.loads(done.stdout)
        figures["index"] = sum(path.stat().st_size for path in Path(index).rglob("*") if path.is_file())
    return figures


def _inside(folder: Path, index: Path) -> Figures:
    from dowse.app.sessions.vault_session import open_session  # noqa: PLC0415  # so that the driver does without

    started, used = time.perf_counter(), cpu_seconds()
    ended: dict[str, tuple[float, float]] = {}

    def progress(phase: str, _done: int, _total: int) -> None:
        ended[phase] = (time.perf_counter() - started, cpu_seconds() - used)

    vault = open_session(folder, index_dir=index)
    vault.sync(progress=progress)
    whole = (time.perf_counter() - started, cpu_seconds() - used)
    paths = vault.engine.known()
    vault.close()
    return {
        "files": len(paths),
        "bytes": sum((folder / path).stat().st_size for path in paths),
        "words_clock": ended["words"][0],
        "words_cpu": ended["words"][1],
        "clock": whole[0],
        "cpu": whole[1],
        "memory_mb": peak_mb(),
    }


if __name__ == "__main__":
    main()
