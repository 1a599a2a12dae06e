"""What dowse answers to the functions, examples and parameters of five published designs for search over notes.

    python benchmarks/references.py
    python benchmarks/references.py --row R9 --show

Prints a Markdown table: each row of reference_cases.py with its command and its result.  The exit code is the number of
rows that fail, 100 at most.
"""

from __future__ import annotations

import argparse
import http.client
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import anyio
import mcp
from mcp.client.stdio import StdioServerParameters
from reference_cases import CASES, Case, Vault, notes

_COMMAND = Path(sys.executable).parent / "dowse"
_REPOSITORY = Path(__file__).parents[1]
_EXAMPLE = _REPOSITORY / "examples" / "vault"


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--row", help="only this row")
    parser.add_argument("--show", action="store_true", help="print the whole output of each command")
    given = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        vaults = _Vaults(Path(folder), stack)
        print("| row | design | function | command | now |\n|---|---|---|---|---|")
        for case in CASES:
            if given.row in {None, case.row}:
                output = [vaults.output(case, command) for command in case.commands][-1]
                faults = list(_faults(case, output))
                failed += bool(faults)
                shown = (
                    "; ".join(" ".join(command) for command in case.commands)
                    .replace("{vault}", case.vault)
                    .replace("{repository}/", "")
                )
                cells = (case.row, case.design, case.function, f"`{shown}`", "; ".join(faults) or "done")
                print(f"| {' | '.join(map(_cell, cells))} |")
                if given.show:
                    print(output)
    sys.exit(min(failed, 100))


def _faults(case: Case, output: str) -> Iterator[str]:
    for pattern in case.has:
        if not re.search(pattern, output):
            yield f"lacks {pattern}"
    for pattern in case.lacks:
        if re.search(pattern, output):
            yield f"has {pattern}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


@dataclass
class _Vaults:
    """Copies of the vaults, made when they are asked, with a server for each that needs one."""

    folder: Path
    stack: ExitStack
    _ports: dict[Vault, int] = field(default_factory=dict)

    def output(self, case: Case, command: tuple[str, ...]) -> str:
        """What the command prints, errors included."""
        root = self._root(case.vault)
        kind, *arguments = (
            part.replace("{vault}", str(root)).replace("{repository}", str(_REPOSITORY)) for part in command
        )
        match kind:
            case "dowse":
                ran = subprocess.run(
                    [_COMMAND, *arguments],
                    capture_output=True,
                    text=True,
                    check=False,
                    stdin=subprocess.DEVNULL,
                    cwd=root,
                )
                return ran.stdout + ran.stderr
            case "GET":
                return self._get(case.vault, root, arguments[0])
            case "page":
                return (_REPOSITORY / arguments[0]).read_text("utf-8")
            case "copy index":
                other = self._root("diary")
                subprocess.run([_COMMAND, "index", other], check=True, capture_output=True)
                shutil.copytree(other / ".dowse", root / ".dowse")
                return ""
            case _:
                return anyio.run(_asked, root, arguments)

    def _root(self, vault: Vault) -> Path:
        root = self.folder / vault
        if not root.exists() and vault == "example":
            shutil.copytree(_EXAMPLE, root, ignore=shutil.ignore_patterns(".dowse"))
        for path, text in notes(vault).items():
            if not (root / path).exists():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text, "utf-8")
        return root

    def _get(self, vault: Vault, root: Path, address: str) -> str:
        if vault not in self._ports:
            self._ports[vault] = self.stack.enter_context(_served(root))
        connection = http.client.HTTPConnection("127.0.0.1", self._ports[vault], timeout=60)
        connection.request("GET", address)
        return connection.getresponse().read().decode()


@contextmanager
def _served(root: Path) -> Iterator[int]:
    command = [str(_COMMAND), "serve", str(root), "--port", "0", "--no-watch"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr
            line = process.stderr.readline()
            port = re.search(r":(\d+)/", line)
            assert port, line
            yield int(port[1])
        finally:
            process.terminate()


async def _asked(root: Path, arguments: list[str]) -> str:
    """The schema of a tool, or the result of a call."""
    what, tool, *given = arguments
    started = StdioServerParameters(command=str(_COMMAND), args=["mcp", str(root), "--tools", "graph"])
    async with mcp.Client(started) as client:
        if what == "schema":
            tools = (await client.list_tools()).tools
            return next(each.model_dump_json() for each in tools if each.name == tool)
        result = await client.call_tool(tool, json.loads(given[0]))
        return result.model_dump_json()


if __name__ == "__main__":
    main()
