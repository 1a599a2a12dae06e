"""What Ollama and OpenAI answer, as their documentation has it; their vectors count letters."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from dowse.ports.models import Vector
from tests.embedders.local_server import Reply, Seen, said


def vector(text: str, dim: int = 26) -> list[float]:
    """How often each letter is in the text; nothing that has length 1."""
    return [float(text.lower().count(chr(ord("a") + at % 26))) + 0.01 for at in range(dim)]


def unit(text: str, dim: int = 26) -> Vector:
    """The same with length 1."""
    row: Vector = np.array(vector(text, dim), np.float32)
    return row / np.float32(np.linalg.norm(row))


@dataclass
class FakeOllama:
    """Two models; one refuses some texts."""

    digest: str = "0a109f422b47"
    dim: int = 26
    fails: list[Reply] = field(default_factory=list)  # the next answers to texts
    refuses: Callable[[str], Reply | None] = lambda text: None
    makes: Callable[[str, int], Sequence[object]] = vector

    def __call__(self, request: Seen) -> Reply:
        """The answer."""
        if request.path == "/api/tags":
            names = ("nomic-embed-text:latest", "all-minilm:33m")
            return said({"models": [{"name": name, "model": name, "digest": self.digest} for name in names]})
        if request.path != "/api/embed":
            return said({"error": "not found"}, 404)
        if self.fails:
            return self.fails.pop(0)
        texts = request.said["input"]
        for text in texts:
            refusal = self.refuses(text)
            if refusal is not None:
                return refusal
        return said({"model": request.said["model"], "embeddings": [self.makes(text, self.dim) for text in texts]})


@dataclass
class FakeOpenAI:
    """Gives vectors in another order than that of the texts, as it may."""

    key: str = ""
    as_base64: bool = False
    fails: list[Reply] = field(default_factory=list)

    def __call__(self, request: Seen) -> Reply:
        """The answer."""
        if self.key and request.headers.get("authorization") != f"Bearer {self.key}":
            return said({"error": {"message": f"Incorrect API key provided: {self.key[:8]}***", "type": "x"}}, 401)
        if request.path != "/v1/embeddings":
            return said({"error": {"message": "no such route"}}, 404)
        if self.fails:
            return self.fails.pop(0)
        data = [
            {"object": "embedding", "index": at, "embedding": self._written(vector(text))}
            for at, text in enumerate(request.said["input"])
        ]
        return said({"object": "list", "data": data[::-1], "model": request.said["model"]})

    def _written(self, row: list[float]) -> object:
        return base64.b64encode(np.array(row, "<f4").tobytes()).decode() if self.as_base64 else row
