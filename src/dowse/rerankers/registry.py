"""Rerankers by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..model.errors import ModelError
from ..model.value_class import dataclass
from ..ports.models import PairScorer
from .maxsim import MaxSim, TokenVectors

if TYPE_CHECKING:
    from ..onnx.folder import ModelFolder


def scorer_named(name: str, *, tokens: TokenVectors, folder: Callable[[str], ModelFolder]) -> PairScorer:
    """The reranker of that name, not loaded yet; for an unavailable model one that raises ModelError when called."""
    if name == "maxsim":
        return MaxSim(tokens)
    from .cross_encoder import CrossEncoder  # noqa: PLC0415  # here, so that a search with the bundled reranker starts without it

    try:
        return CrossEncoder(name, folder(name.partition(":")[2]))
    except ModelError as error:
        return _Missing(name, str(error))


@dataclass(frozen=True, slots=True)
class _Missing:
    name: str
    why: str

    def score(self, query: str, texts: Sequence[str]) -> Sequence[float]:  # noqa: ARG002  # it always fails
        raise ModelError(self.why)
