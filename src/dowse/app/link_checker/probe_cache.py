"""Verdicts on addresses, stored beside the index."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path

from ...filesystem.private_files import opener
from ...model.errors import StorageError
from .verdict import STATES, Verdict

_FILE = "links.json"


def kept(folder: Path) -> dict[str, Verdict]:
    """The stored verdicts by address; empty when the file is missing or malformed."""
    try:
        written = json.loads((folder / _FILE).read_text("utf-8"))
        return {url: verdict for url, row in written["links"].items() if (verdict := _verdict(url, row))}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):  # the next run writes a new file
        return {}


def keep(folder: Path, verdicts: Iterable[Verdict]) -> None:
    """Writes the file atomically. Raises StorageError."""
    rows: Mapping[str, object] = {
        each.url: {name: value for name, value in asdict(each).items() if name not in {"url", "is_back"}}
        for each in sorted(verdicts, key=lambda each: each.url)
    }
    target = folder / _FILE
    temporary = target.with_suffix(f".{os.getpid()}.tmp")
    try:
        with open(temporary, "w", encoding="utf-8", opener=opener) as file:  # Path.open has no opener
            file.write(json.dumps({"links": rows}, ensure_ascii=False, indent=1))
        temporary.replace(target)
    except OSError as error:
        raise StorageError(
            f"cannot write {target} ({error.strerror}); the next run requests all addresses again"
        ) from error
    finally:
        temporary.unlink(missing_ok=True)


def _verdict(url: str, row: object) -> Verdict | None:
    match row:
        case {"state": state, "status": int(status), "reason": str(reason), "moved": str(moved), "asked": asked} if (
            state in STATES and isinstance(asked, int | float)
        ):
            return Verdict(url, state, status, reason, moved, float(asked))
        case _:
            return None
