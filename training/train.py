"""Trains the token vectors that ship with dowse, step by step; each step leaves its result in the work folder.

    python training/train.py --work WORK texts FOLDER…    gathers pairs and lessons, and keeps a third out
    python training/train.py --work WORK teach            the teacher's vectors of the lessons
    python training/train.py --work WORK ridge            token vectors by regression
    python training/train.py --work WORK refine           token vectors by contrast and distillation
    python training/train.py --work WORK measure          recall on what was kept out
    python training/train.py --work WORK write            the files of the bundled embedder; --check compares

A step that is done is not done again; delete its folder or file to repeat it.  A stopped one goes on where it was.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import bags
import files
import measure
import numpy as np
import refine
import ridge
import texts
import torch
from scipy.sparse import csr_matrix
from tokenizers import Tokenizer

BUNDLED = Path(__file__).resolve().parents[1] / "src" / "dowse" / "embedders" / "static_model"

_DIM = 256
_THREADS = 1  # more would add in another order, and wait for each other when the machine has other work
_RARITY = 0.5  # power of idf that weighs tokens while training, and is part of the rows that are written
_COURSE = refine.Course()  # unless asked otherwise
_LEAST_LIKENESS = 0.98  # of the vectors of kept-out texts, between two runs of the recipe


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one step; 1 when a check fails."""
    torch.set_num_threads(_THREADS)
    options = _parser().parse_args(arguments)
    work: Path = options.work
    match options.step:
        case "texts":
            return _texts(work, options.folders, most_glosses=options.glosses)
        case "teach":
            import teacher  # noqa: PLC0415  # the other steps run without a transformer

            teacher.teach(texts.read(work / "texts").lessons, work / "teacher")
        case "ridge":
            return _ridge(work)
        case "refine":
            return _refine(work, refine.Course(steps=options.steps, seed=options.seed))
        case "measure":
            return _measure(work)
        case "write":
            return _check(work, options.out) if options.check else _write(work, options.out)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--work", type=Path, required=True, help="folder for what the steps leave")
    steps = parser.add_subparsers(dest="step", required=True)
    gather = steps.add_parser("texts", help="gather pairs and lessons, and keep a third out")
    gather.add_argument("folders", type=Path, nargs="+", help="folders of *.jsonl.gz; see training/README.md")
    gather.add_argument("--glosses", type=int, default=40_000, help="most glosses among the lessons (%(default)s)")
    steps.add_parser("teach", help="the teacher's vectors of the lessons")
    steps.add_parser("ridge", help="token vectors by regression")
    course = steps.add_parser("refine", help="token vectors by contrast and distillation")
    course.add_argument("--steps", type=int, default=_COURSE.steps, help="(%(default)s)")
    course.add_argument("--seed", type=int, default=_COURSE.seed, help="(%(default)s)")
    steps.add_parser("measure", help="recall on what was kept out")
    write = steps.add_parser("write", help="the files of the bundled embedder")
    write.add_argument("--out", type=Path, default=BUNDLED, help="folder of the files (%(default)s)")
    write.add_argument("--check", action="store_true", help="compare with the files in --out instead")
    return parser


def _texts(work: Path, folders: list[Path], *, most_glosses: int) -> int:
    if not (work / "texts" / "lessons.jsonl").exists():
        texts.write(texts.gathered(folders, most_glosses=most_glosses), work / "texts")
    print(texts.counted(texts.read(work / "texts")))
    return 0


def _ridge(work: Path) -> int:
    if (work / "ridge.npy").exists():
        return 0
    if not (work / "plain" / files.MODEL).exists():
        # In a process of its own: it needs one thread, set before numpy is loaded.
        subprocess.run([sys.executable, str(Path(__file__).with_name("distill.py")), str(work / "plain")], check=True)
    lessons = texts.read(work / "texts").lessons
    rows = ridge.fitted(bags.bags(lessons, _tokenizer(work)), _targets(work, lessons), files.read(work / "plain"))
    np.save(work / "ridge.npy", rows)
    return 0


def _refine(work: Path, course: refine.Course) -> int:
    if (work / "refined.npy").exists():
        return 0
    gathered, tokenizer = texts.read(work / "texts"), _tokenizer(work)
    lessons = bags.bags(gathered.lessons, tokenizer)
    weights = _weights(lessons)
    pairs: dict[str, refine.Sides] = {}
    for kind in texts.KINDS:
        some = [pair for pair in gathered.pairs if pair.kind == kind and not pair.held]
        lefts, rights = [pair.left for pair in some], [pair.right for pair in some]
        left, right = (bags.weighed(bags.bags(side, tokenizer), weights) for side in (lefts, rights))
        if some:
            pairs[kind] = refine.sides(lefts, rights, left, right)
    rows = refine.refined(
        np.load(work / "ridge.npy"),
        pairs,
        bags.weighed(lessons, weights),
        bags.unit(_targets(work, gathered.lessons)),
        course=course,
        folder=work / "refine",
    )
    np.save(work / "refined.npy", rows * weights[:, None])
    return 0


def _measure(work: Path) -> int:
    made = {"plain distillation": files.read(work / "plain")}
    for name in ("ridge", "refined"):
        if (work / f"{name}.npy").exists():
            made[name] = np.load(work / f"{name}.npy")
    print(measure.table(measure.recalls(texts.read(work / "texts").pairs, _tokenizer(work), made)))
    return 0


def _write(work: Path, out: Path) -> int:
    about = {
        "name": "static",
        "source": "sentence-transformers/all-MiniLM-L6-v2",
        "method": "model2vec distillation, ridge regression to the teacher, contrast and distillation; int8 rows",
        "licence": "Apache-2.0",
        "pooling": "sqrt(tf)",
    }
    tokenizer = (work / "plain" / files.TOKENIZER).read_text(encoding="utf-8")
    files.write(files.content(np.load(work / "refined.npy"), tokenizer, about), out)
    print(f"{files.revision(out)}  {out}")
    return 0


def _check(work: Path, shipped: Path) -> int:
    """0 when the shipped files give the kept-out texts the vectors that the work folder's rows give them."""
    held = [pair.right for pair in texts.read(work / "texts").pairs if pair.held]
    counts = bags.bags(held, _tokenizer(work))
    fresh, old = (bags.pooled(counts, rows) for rows in (np.load(work / "refined.npy"), files.read(shipped)))
    likeness = (fresh * old).sum(axis=1)[fresh.any(axis=1)]
    print(f"cosine of {len(likeness):,} kept-out texts: mean {likeness.mean():.4f}, least {likeness.min():.4f}")
    return int(likeness.mean() < _LEAST_LIKENESS)


def _tokenizer(work: Path) -> Tokenizer:
    return Tokenizer.from_file(str(work / "plain" / files.TOKENIZER))


def _targets(work: Path, lessons: Sequence[str]) -> bags.Rows:
    """The teacher's vectors in 256 dimensions."""
    import teacher  # noqa: PLC0415  # as above

    vectors = teacher.taught(lessons, work / "teacher").astype(np.float32)
    return vectors @ ridge.axes(vectors, _DIM)


def _weights(lessons: csr_matrix) -> bags.Rows:
    """What each token counts for while training: idf to the power, 1 in the mean over tokens of the lessons."""
    weights = bags.rarity(lessons) ** _RARITY
    uses = np.asarray(lessons.sum(axis=0)).ravel()
    scaled: bags.Rows = (weights / np.average(weights, weights=uses)).astype(np.float32)
    return scaled


if __name__ == "__main__":
    sys.exit(main())
