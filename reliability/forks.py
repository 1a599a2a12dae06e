"""Runs commands of the program, each in a fork of this process; imports nothing but the program.

    python forks.py MODULE FUNCTION

Each line of standard input is a request, each line of standard output its result, both as JSON.  A request has one or
more commands, which run one after the other in one fork.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_PAUSE = 0.002  # seconds between two looks at a command that runs


def main() -> None:
    """Answers requests until there are none."""
    module, function = sys.argv[1:]
    command = getattr(importlib.import_module(module), function)
    for line in sys.stdin:
        request = json.loads(line)
        started = time.monotonic()
        code = _ended(_forked(command, request), request, started)
        _import(Path(request["folder"], "modules"))
        sys.stdout.write(json.dumps({"code": code, "seconds": time.monotonic() - started}) + "\n")
        sys.stdout.flush()


def _forked(command: Any, request: Mapping[str, Any]) -> int:  # whatever the program calls
    child = os.fork()
    if child:
        return child
    folder = Path(request["folder"])
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for name, limit in request["limits"].items():
        resource.setrlimit(getattr(resource, name), (limit, limit))
    os.environ.update(request["variables"])
    sys.dont_write_bytecode = True  # Python 3.11 would store the part of a compiled file that fits
    code = 0
    for number, arguments in enumerate(request["commands"]):
        code = _run(command, arguments, folder, number)
    atexit._run_exitfuncs()  # noqa: SLF001  # as Python does at the end of a process; os._exit leaves them out
    with contextlib.suppress(OSError):  # where no file can grow, the next command imports for itself
        (folder / "modules").write_text("\n".join(sys.modules), "utf-8")
    os._exit(code)


def _run(command: Any, arguments: list[str], folder: Path, number: int) -> int:  # whatever the program calls
    for stream, name in ((1, "out"), (2, "err")):
        opened = os.open(folder / f"{name}-{number}", os.O_CREAT | os.O_WRONLY, 0o600)
        os.dup2(opened, stream)
        os.close(opened)
    sys.argv = ["dowse", *arguments]
    code = 0
    try:
        command()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(bool(end.code))
    except BaseException:  # noqa: BLE001  # as Python itself does
        import traceback  # noqa: PLC0415  # here, since few commands need it

        code = 70
        with contextlib.suppress(OSError):  # stderr may be a file that cannot grow
            traceback.print_exc()
    code = _last_code(code)
    with contextlib.suppress(OSError):  # where no file can grow, the code is that of the process
        (folder / f"code-{number}").write_text(str(code), "ascii")
    return code


def _last_code(code: int) -> int:
    """The exit code as Python ends: 120 if the streams do not accept what they still have to write."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            code = 120
    return code


def _import(listed: Path) -> None:
    """Imports what the command has imported, so that the next one finds it there."""
    if listed.exists():
        for name in set(listed.read_text("utf-8").splitlines()) - set(sys.modules):
            with contextlib.suppress(Exception):  # a part of a package that imports in another order
                importlib.import_module(name)


def _ended(child: int, request: Mapping[str, Any], started: float) -> int:
    """The exit code, negative for a signal; -14 for a command that takes too long."""
    limit = request["killed_after"] or request["seconds"]
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() - started > limit:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return -signal.SIGKILL if request["killed_after"] else -signal.SIGALRM
        time.sleep(_PAUSE)


if __name__ == "__main__":
    main()
