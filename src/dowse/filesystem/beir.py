"""Test sets on disk, in BEIR's layout; instead of corpus.jsonl, a folder `corpus` of files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from ..model.errors import VaultError
from ..model.value_class import dataclass

Qrels = dict[str, dict[str, float]]  # query id → document id → grade


@dataclass(frozen=True, slots=True)
class CorpusLine:
    """One document of a test set: the line's `_id`, `title` and `text`."""

    id: str
    title: str
    text: str


def judged_sets(folder: Path) -> list[Path]:
    """The folder itself if it is a test set, or else its subfolders that are. Raises VaultError when there is none."""
    if not folder.is_dir():
        raise VaultError(f"{folder} is not a folder; name the folder of a test set")
    found = [folder] if _is_set(folder) else sorted(path for path in folder.iterdir() if _is_set(path))
    if not found:
        raise VaultError(f"no test set in {folder}; a test set has queries.jsonl, qrels/test.tsv and corpus.jsonl")
    return found


def has_lines(folder: Path) -> bool:
    """Whether the documents of the set are lines of its corpus.jsonl."""
    return (folder / "corpus.jsonl").is_file()


def own_files(folder: Path) -> Path | None:
    """The folder of files that belongs to the set; None without one."""
    files = folder / "corpus"
    return files if files.is_dir() else None


def corpus(folder: Path) -> Iterator[CorpusLine]:
    """The documents of a set, in order."""
    for number, line in _lines(folder / "corpus.jsonl"):
        yield CorpusLine(_text(line, "_id", number), _whole(line.get("title") or ""), _whole(line.get("text") or ""))


def queries(folder: Path) -> dict[str, str]:
    """Query id → text."""
    return {
        _text(line, "_id", number): _text(line, "text", number) for number, line in _lines(folder / "queries.jsonl")
    }


def left_out(folder: Path) -> dict[str, tuple[str, ...]]:
    """Query id → documents that do not count among its hits, such as the note that the query was taken from.

    The optional field `leave_out` of a query is one id or a list of ids.
    """
    found: dict[str, tuple[str, ...]] = {}
    for number, line in _lines(folder / "queries.jsonl"):
        ids = line.get("leave_out") or ()
        found[_text(line, "_id", number)] = (_whole(ids),) if isinstance(ids, str) else _ids(ids, number)
    return found


def grades(folder: Path) -> Qrels:
    """The judgements; a first line of column names is skipped."""
    path = folder / "qrels" / "test.tsv"
    judged: Qrels = {}
    for number, row in enumerate(path.read_text("utf-8", "backslashreplace").splitlines(), start=1):
        cells = row.split("\t")
        if number == 1 and not _is_number(cells[-1]):
            continue
        if len(cells) != 3 or not _is_number(cells[2]):
            raise VaultError(
                f"{path}, line {number}: expected query-id, corpus-id and score separated by tabs, got {row!r}"
            )
        judged.setdefault(cells[0], {})[cells[1]] = float(cells[2])
    return judged


def _is_set(folder: Path) -> bool:
    return all((folder / name).is_file() for name in ("queries.jsonl", "qrels/test.tsv"))


def _ids(value: object, place: str) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or not all(isinstance(each, str) for each in value):
        raise VaultError(f"{place}: leave_out must be an id or a list of ids, got {value!r}")
    return tuple(map(_whole, value))


def _lines(path: Path) -> Iterator[tuple[str, dict[str, object]]]:
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            place = f"{path}, line {number}"
            if not line.strip():
                continue
            try:
                value = json.loads(line)
            except ValueError as error:
                raise VaultError(f"{place} is not JSON: {error}") from error
            if not isinstance(value, dict):
                raise VaultError(f"{place} is not a JSON object")
            yield place, value


def _text(line: dict[str, object], key: str, place: str) -> str:
    if key not in line:
        raise VaultError(f"{place} has no {key}")
    return _whole(line[key])


def _whole(value: object) -> str:
    """The value as text without lone surrogates, which JSON may contain and no file can."""
    return str(value).encode("utf-8", "replace").decode()


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
