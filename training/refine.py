"""The last step: pairs pull together and strangers apart (InfoNCE), while texts stay near the teacher's vectors."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from bags import Rows
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack

Ids = NDArray[np.int64]

_BATCH = 512  # pairs, and as many lessons
_TEMPERATURE = 0.05  # van den Oord, Li and Vinyals, 2018, and the value that sentence transformers train with
_KEEP_EVERY = 200  # steps, so that a stopped run loses little
_SHARES: Mapping[str, float] = {"title": 0.35, "gloss": 0.3, "rest": 0.2, "code": 0.15}  # of the batches


@dataclass(frozen=True, slots=True)
class Course:
    """How long and how hard it is trained."""

    steps: int = 1_800
    rate: float = 2e-3
    warm_up: int = 100  # steps
    distillation: float = 10.0  # weight of 1 - cosine against InfoNCE, whose gradient is divided by its temperature
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Sides:
    """The pairs of one kind as bags; rows of the same key are one text, and no strangers to each other."""

    left: csr_matrix
    right: csr_matrix
    left_keys: Ids
    right_keys: Ids

    def related(self, places: Ids) -> NDArray[np.bool_]:
        """Which lefts and rights of some pairs are no strangers, though not of one pair: (n, n)."""
        left, right = self.left_keys[places], self.right_keys[places]
        same: NDArray[np.bool_] = (left[:, None] == left) | (right[:, None] == right)
        np.fill_diagonal(same, val=False)
        return same


def sides(lefts: Sequence[str], rights: Sequence[str], left: csr_matrix, right: csr_matrix) -> Sides:
    """The pairs as bags, with a number for each distinct text."""
    return Sides(left, right, np.unique(lefts, return_inverse=True)[1], np.unique(rights, return_inverse=True)[1])


def refined(
    start: Rows, pairs: Mapping[str, Sides], lessons: csr_matrix, targets: Rows, *, course: Course, folder: Path
) -> Rows:
    """The rows after the course; `folder` keeps where it stands."""
    rows = torch.nn.Parameter(torch.from_numpy(start.copy()))
    adam = torch.optim.Adam([rows], lr=course.rate, fused=True)
    first = _resumed(folder, rows, adam)
    started, losses = time.monotonic(), []
    for step in range(first, course.steps):
        for group in adam.param_groups:
            group["lr"] = course.rate * _pace(step, course)
        chance = np.random.default_rng([course.seed, step])  # of the step alone, so that a resumed run is the same
        kind = str(chance.choice(list(pairs), p=_shares(pairs)))
        taught = chance.integers(lessons.shape[0], size=_BATCH)
        some = pairs[kind]
        places = chance.choice(some.left.shape[0], size=min(_BATCH, some.left.shape[0]), replace=False)
        adam.zero_grad()
        left, right, learnt = _vectors(rows, some.left[places], some.right[places], lessons[taught])
        contrast = _contrast(left, right, some.related(places))
        likeness = (learnt * torch.from_numpy(targets[taught])).sum(dim=1)
        loss = contrast + course.distillation * (1 - likeness.mean())
        loss.backward()  # type: ignore[no-untyped-call]  # torch has no type for it
        adam.step()
        losses.append((contrast.item(), likeness.mean().item()))
        if (step + 1) % _KEEP_EVERY == 0 or step + 1 == course.steps:
            _keep(folder, step + 1, rows, adam)
            means = np.mean(losses[-_KEEP_EVERY:], axis=0)
            seconds = time.monotonic() - started
            line = f"step {step + 1}: InfoNCE {means[0]:.3f}, cosine to the teacher {means[1]:.4f}, {seconds:.0f} s"
            print(line, file=sys.stderr, flush=True)
    ended: Rows = rows.detach().numpy().copy()
    return ended


def _pace(step: int, course: Course) -> float:
    """The part of the learning rate: up in a straight line, then down in one to zero."""
    if step < course.warm_up:
        return (step + 1) / course.warm_up
    return (course.steps - step) / (course.steps - course.warm_up)


def _shares(pairs: Mapping[str, Sides]) -> NDArray[np.float64]:
    """How often each kind's turn comes, of those that are there."""
    shares = np.array([_SHARES[kind] for kind in pairs])
    portions: NDArray[np.float64] = shares / shares.sum()
    return portions


def _vectors(rows: torch.Tensor, *bags: csr_matrix) -> tuple[torch.Tensor, ...]:
    """The unit vectors of the texts of each of the bags; gathered at once, so that there is one gradient to add."""
    together = vstack(bags, format="csr")
    sums = torch.nn.functional.embedding_bag(
        torch.from_numpy(together.indices.astype(np.int64)),
        rows,
        torch.from_numpy(together.indptr[:-1].astype(np.int64)),
        mode="sum",
        per_sample_weights=torch.from_numpy(together.data),
    )
    vectors: tuple[torch.Tensor, ...] = torch.nn.functional.normalize(sums, dim=1).split([one.shape[0] for one in bags])
    return vectors


def _contrast(left: torch.Tensor, right: torch.Tensor, related: NDArray[np.bool_]) -> torch.Tensor:
    """InfoNCE both ways: each text should be nearer to its other half than to any stranger."""
    likeness = (left @ right.T / _TEMPERATURE).masked_fill(torch.from_numpy(related), -torch.inf)
    truth = torch.arange(len(left))
    cross = torch.nn.functional.cross_entropy
    return (cross(likeness, truth) + cross(likeness.T, truth)) / 2


def _keep(folder: Path, step: int, rows: torch.Tensor, adam: torch.optim.Adam) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / "standing.part"
    torch.save({"step": step, "rows": rows.detach(), "adam": adam.state_dict()}, unfinished)
    unfinished.rename(folder / "standing.pt")


def _resumed(folder: Path, rows: torch.nn.Parameter, adam: torch.optim.Adam) -> int:
    """The step to go on from, with the rows and Adam as they stood there."""
    if not (folder / "standing.pt").exists():
        return 0
    standing = torch.load(folder / "standing.pt", weights_only=True)
    rows.data.copy_(standing["rows"])
    adam.load_state_dict(standing["adam"])
    return int(standing["step"])
