"""Token vectors whose sums come nearest to the teacher's, by ridge regression towards the plain distillation."""

from __future__ import annotations

import sys

import numpy as np
from bags import Rows, unit
from scipy.sparse import csr_matrix, diags

_PENALTY = 1.0  # how strongly a token is held at its prior; a token of few texts moves little
_MOST_STEPS = 60
_TOLERANCE = 1e-2  # of the residual, against its start


def axes(vectors: Rows, dim: int) -> Rows:
    """The directions with most of the vectors' length, uncentred: (vectors' width, dim).

    Each is turned so that its largest entry is positive: an eigenvector's sign is otherwise chance.
    """
    wide = vectors.astype(np.float64)
    _, directions = np.linalg.eigh(wide.T @ wide)  # ascending
    kept = directions[:, ::-1][:, :dim]
    signs = np.sign(kept[np.abs(kept).argmax(axis=0), np.arange(dim)])
    turned: Rows = (kept * signs).astype(np.float32)
    return turned


def fitted(counts: csr_matrix, targets: Rows, plain: Rows) -> Rows:
    """Rows W that minimise |A W - targets|² + penalty · |W - P|², where A's rows are the bags at L2 norm 1.

    P is the plain distillation turned and scaled onto the targets by least squares.  Solved by conjugate gradients.
    """
    bags = _normed(counts)
    prior = _turned(bags, targets, plain)
    _say("plain, turned", bags, targets, prior)
    rows = prior + _solved(bags, bags.T @ (targets - bags @ prior))
    _say("ridge", bags, targets, rows)
    return rows


def _normed(counts: csr_matrix) -> csr_matrix:
    """The bags at L2 norm 1."""
    norms = np.sqrt(np.asarray(counts.multiply(counts).sum(axis=1)).ravel())
    return (diags(1 / np.where(norms > 0, norms, 1)) @ counts).tocsr().astype(np.float32)


def _turned(bags: csr_matrix, targets: Rows, plain: Rows) -> Rows:
    """The plain rows times the matrix that brings their sums nearest to the targets."""
    sums = (bags @ plain).astype(np.float64)
    turn, *_ = np.linalg.lstsq(sums.T @ sums, sums.T @ targets.astype(np.float64), rcond=None)
    turned: Rows = (plain @ turn).astype(np.float32)
    return turned


def _solved(bags: csr_matrix, right: Rows) -> Rows:
    """X of (bagsᵀ bags + penalty) X = right; each column has its own step, all share the products."""
    solution = np.zeros_like(right)
    residual = right.copy()
    direction = residual.copy()
    size = start = (residual**2).sum(axis=0)
    for step in range(_MOST_STEPS):
        product = bags.T @ (bags @ direction) + _PENALTY * direction
        length = size / (direction * product).sum(axis=0)
        solution += length * direction
        residual -= length * product
        before, size = size, (residual**2).sum(axis=0)
        if (size <= _TOLERANCE**2 * start).all():
            print(f"solved in {step + 1} steps", file=sys.stderr)
            break
        direction = residual + (size / before) * direction
    return solution


def _say(name: str, bags: csr_matrix, targets: Rows, rows: Rows) -> None:
    likeness = (unit(bags @ rows) * unit(targets)).sum(axis=1).mean()
    print(f"{name}: cosine to the teacher {likeness:.4f}", file=sys.stderr)
