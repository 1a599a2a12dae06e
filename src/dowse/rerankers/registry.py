"""Rerankers by the names that users give them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..model.errors import ModelError
from ..ports.models import PairScorer
from .maxsim import MaxSim, TokenVectors

if TYPE_CHECKING:
    from ..onnx.folder import ModelFolder


def scorer_named(name: str, *, tokens: TokenVectors, folder: Callable[[str], ModelFolder]) -> PairScorer:
    """The reranker of that name; where it cannot be had, one that says so when it is asked. Nothing is loaded yet."""
    if name == "maxsim":
        return MaxSim(tokens)
    from .cross_encoder import CrossEncoder  # noqa: PLC0415  # here, so that a search by the bundled one starts without it

    try:
        return CrossEncoder(name, folder(name.partition(":")[2]))
    except ModelError as error:
        return _Missing(name, str(error))


@dataclass(frozen=True, slots=True)
class _Missing:
    name: str
    why: str

    def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:  # noqa: ARG002  # whatever it is asked
        raise ModelError(self.why)
