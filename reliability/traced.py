"""Commands on hostile vaults under strace: no connection, and no file opened outside of the vault and dowse's folders.

Files of the program, of Python and of the system are opened as well.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from hostile import made_hostile
from subject import Subject
from vaults import COMMANDS, make, on

_SECONDS = 120.0
_KNOWN = {"OPENAI_API_KEY": "secret", "OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}  # a model that the vault may name
_OPENED = re.compile(
    r"(?:open|openat)(?:\(| resumed).*= \d+<(?P<path>[^>]*)>$"
)  # -y prints the file behind the descriptor
_CONNECTED = re.compile(r"(?:connect|sendto|sendmsg)\(.*sa_family=AF_INET6?.*$")
_SYSTEM = ("/usr", "/lib", "/lib64", "/etc", "/proc", "/sys", "/dev")


def is_possible() -> bool:
    """Whether the program strace is installed."""
    return shutil.which("strace") is not None


def attempts(subject: Subject, chance: random.Random, place: Path) -> Iterator[str]:
    """One attempt is one command on a vault whose settings, links and index lead outside of it."""
    allowed = (*_SYSTEM, *_of_program(subject), str(subject.home))
    while True:
        vault = make(place / f"vault-{chance.randrange(10**9)}", 5, chance)
        outside = make(place / f"outside-{chance.randrange(10**9)}", 2, chance)
        (outside / "secret.md").write_text("# Secret\n\nriver\n", "utf-8")
        what = made_hostile(subject, vault, chance)
        _lead_to(outside, vault)
        for command in (("index",), *chance.sample(COMMANDS, 3), ("doctor",)):
            failure = _traced(subject, on(command, vault), (*allowed, str(vault)))
            yield f"{what}: dowse {' '.join(command)}: {failure}" if failure else ""
        shutil.rmtree(vault)
        shutil.rmtree(outside)


def _lead_to(outside: Path, vault: Path) -> None:
    """Links of all kinds out of the vault."""
    (vault / "linked.md").symlink_to(outside / "secret.md")
    (vault / "linked").symlink_to(outside)
    name = f"../{outside.name}"
    links = f"[[{name}/secret]] ![[{outside}/secret.md]] [x]({name}/secret.md) [y](file://{outside}/secret.md)\n"
    (vault / "links.md").write_text(f"---\nparent: {name}/secret.md\n---\n# Links\n\n{links}", "utf-8")
    card = {"id": "1", "type": "file", "file": f"{name}/secret.md", "x": 0, "y": 0, "width": 9, "height": 9}
    (vault / "board.canvas").write_text(json.dumps({"nodes": [card], "edges": []}), "utf-8")
    (vault / ".dowseignore").write_text(f"!{name}/\n!{outside}/\n", "utf-8")


def _of_program(subject: Subject) -> tuple[str, ...]:
    """The folders of the interpreter, of its packages and of the program."""
    source = "import sys, dowse, pathlib; print(sys.prefix, sys.base_prefix, *sys.path[1:], sep='\\n')"
    done = subprocess.run([subject.python, "-c", source], capture_output=True, text=True, check=True, cwd="/")
    return tuple(line for line in done.stdout.splitlines() if line)


def _traced(subject: Subject, command: tuple[str, ...], allowed: tuple[str, ...]) -> str:
    with tempfile.TemporaryDirectory(prefix="dowse-trace-") as folder:
        trace = Path(folder, "trace")
        tracing = ["strace", "-f", "-y", "-qq", "-e", "trace=open,openat,%network", "-o", str(trace)]
        try:
            done = subprocess.run(
                [*tracing, str(subject.path), *command], capture_output=True, text=True, check=False,
                timeout=_SECONDS, env={**subject.environment, **_KNOWN},
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return "no end"
        if done.returncode not in (0, 1, 2) or "a bug in dowse" in done.stderr:
            return f"code {done.returncode}: {done.stderr.strip()[-200:]}"
        return next(
            filter(None, (_forbidden(line, allowed) for line in trace.read_text("utf-8", "replace").splitlines())), ""
        )


def _forbidden(line: str, allowed: tuple[str, ...]) -> str:
    if found := _CONNECTED.search(line):
        return f"a connection: {found[0][:160]}"
    if (found := _OPENED.search(line)) and not any(Path(found["path"]).is_relative_to(folder) for folder in allowed):
        return f"opened {found['path']}: {line[:160]}"
    return ""
