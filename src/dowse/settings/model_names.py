"""The syntax of the names of embedders and rerankers."""

from __future__ import annotations

import re

EMBEDDERS = ("static", "onnx:NAME", "st:NAME", "ollama:MODEL", "openai:MODEL")
RERANKERS = ("maxsim", "onnx:NAME")
_NAMED = re.compile(r"static|(onnx|st|ollama|openai):\S.*")
_RERANKER = re.compile(r"maxsim|onnx:\S.*")
_HARMLESS = re.compile(r"static|maxsim|onnx:[a-z0-9][a-z0-9-]*")  # no address, and no file of the vault


def is_embedder(name: str, *, trusted: bool = True) -> bool:
    """Whether the name is one of an embedder; for untrusted settings, of a bundled embedder or a preset."""
    return bool(_NAMED.fullmatch(name) and (trusted or _HARMLESS.fullmatch(name)))


def is_reranker(name: str, *, trusted: bool = True) -> bool:
    """Whether the name is one of a reranker; as above."""
    return bool(_RERANKER.fullmatch(name) and (trusted or _HARMLESS.fullmatch(name)))
