"""What notes and source code lose by sharing one index: nDCG@10 of each together, minus alone.

    python benchmarks/mixed.py NOTES CODE... [--files FOLDER] [--mode MODE] [--factor NUMBER...] [--index FOLDER]

NOTES is a test set in BEIR's layout, of which each line of corpus.jsonl is written as a Markdown file; or a set without
corpus.jsonl, whose files are in --files.  CODE is a judged repository as benchmarks/code_quality.py reads it, of which
`tree/` is indexed; of several, each lies in a folder of its name.  Prints the means alone and together, and the mean of
the differences with its 95 % interval (paired bootstrap over queries).  Indexes are built in a temporary folder, or
kept in --index.  --factor compares factors of the stage code_boost.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.filesystem.beir import corpus, grades, has_lines, left_out, queries
from dowse.model.search_mode import MODES, Mode
from dowse.search.evaluate import Evaluation, JudgedQuery, differences, evaluate
from dowse.search.execute import Request, search
from dowse.search.profile import Profile
from dowse.search.profiles import DEFAULT
from dowse.stages.code.code_boost import CodeBoost

_DEPTH = 10
_METRIC = "ndcg@10"


def main() -> None:
    """Prints a row for the notes and a row for the code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("notes", type=Path)
    parser.add_argument("code", type=Path, nargs="+")
    parser.add_argument("--files", type=Path, help="files of a set without corpus.jsonl")
    parser.add_argument("--mode", choices=MODES, default="hybrid")
    parser.add_argument("--factor", type=float, nargs="+", default=[CodeBoost().factor], help="of code_boost")
    parser.add_argument("--index", type=Path, help="folder that keeps the files and the indexes")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="dowse-bench-") as temporary:
        place = given.index or Path(temporary)
        write_notes = partial(_write_notes, given.notes, given.files)
        write_code = partial(_write_code, given.code)
        alone = _vault(place / "notes", write_notes), _vault(place / "code", write_code)
        together = _vault(place / "together", write_notes, write_code)
        judged = list(_note_queries(given.notes)), list(_code_queries(given.code))
        names = given.notes.name, "+".join(each.name for each in given.code)
        for factor in given.factor:
            search_in = partial(_evaluated, profile=_with_factor(factor), mode=given.mode)
            for name, vault, asked in zip(names, alone, judged, strict=True):
                _print(f"{name} x {factor:g}", search_in(vault, asked), search_in(together, asked))


def _with_factor(factor: float) -> Profile:
    stages = (CodeBoost(factor) if isinstance(stage, CodeBoost) else stage for stage in DEFAULT.stages)
    return replace(DEFAULT, stages=tuple(stages))


def _print(name: str, alone: Evaluation, together: Evaluation) -> None:
    change = differences(alone, together)[_METRIC]
    means = f"{alone.figures[_METRIC].mean:.3f} -> {together.figures[_METRIC].mean:.3f}"
    print(f"{name:24} {means}   {change.mean:+.3f} [{change.low:+.3f}, {change.high:+.3f}]", flush=True)


def _vault(folder: Path, *writers: partial[None]) -> VaultSession:
    files = folder / "files"
    if not files.exists():
        for write in writers:
            write(files)
    vault = open_session(files, index_dir=folder / "index")
    vault.sync()
    return vault


def _write_notes(judged: Path, files: Path | None, into: Path) -> None:
    if not has_lines(judged):
        if files is None:
            raise SystemExit(f"{judged} has no corpus.jsonl; name the folder of its files with --files")
        shutil.copytree(files, into, dirs_exist_ok=True)
        return
    for line in corpus(judged):
        path = into / _file_name(line.id)
        path.parent.mkdir(parents=True, exist_ok=True)
        title = " ".join(line.title.split())
        path.write_text(f"# {title}\n\n{line.text}" if title else line.text, "utf-8")


def _file_name(document: str) -> str:
    return document if document.endswith(".md") else f"{document}.md"


def _write_code(repositories: Sequence[Path], into: Path) -> None:
    for each in repositories:
        shutil.copytree(each / "tree", into / _folder(repositories, each), dirs_exist_ok=True)


def _folder(repositories: Sequence[Path], repository: Path) -> str:
    """The folder of its sources, from the root: that of a single one is the root."""
    return repository.name if len(repositories) > 1 else ""


def _note_queries(judged: Path) -> Iterator[JudgedQuery]:
    texts, others = queries(judged), left_out(judged)
    for id_, graded in grades(judged).items():
        relevant = {_file_name(document): grade for document, grade in graded.items()}
        if id_ in texts:
            yield JudgedQuery(id_, texts[id_], relevant, tuple(map(_file_name, others[id_])))


def _code_queries(repositories: Sequence[Path]) -> Iterator[JudgedQuery]:
    for repository in repositories:
        folder = _folder(repositories, repository)
        for line in (repository / "queries.jsonl").read_text("utf-8").splitlines():
            query = json.loads(line)
            relevant = {f"{folder}/{each['path']}".lstrip("/"): 1.0 for each in query["relevant"]}
            yield JudgedQuery(query["id"], query["query"], relevant)


def _evaluated(vault: VaultSession, asked: Sequence[JudgedQuery], *, profile: Profile, mode: Mode) -> Evaluation:
    embedder = vault.embeddings.active_embedder(vault.engine)
    depth = _DEPTH + max(len(query.leave_out) for query in asked)

    def ranked(text: str) -> Sequence[str]:
        request = Request(text, limit=depth, mode=mode, archived=True, all=True)
        answer = vault.peek(lambda reader: search(request, profile, reader, now=0.0, embedder=embedder))
        return [hit.ref.doc for hit in answer.hits]

    return evaluate(mode, asked, ranked)


if __name__ == "__main__":
    main()
