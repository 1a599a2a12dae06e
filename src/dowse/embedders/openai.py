"""Embedding models behind OpenAI's API (https://platform.openai.com/docs/api-reference/embeddings).

Many servers have this API, among them llama.cpp, LM Studio, vLLM and text-embeddings-inference; OPENAI_BASE_URL is the
address.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from ..model.errors import ModelError
from ..model.value_class import dataclass
from ..net.json_client import JsonServer, JsonValue, RetryPolicy, ServerAccess, key_from
from ..net.server_address import address_of
from .remote import RemoteEmbedder

_OPENAI = "https://api.openai.com/v1"


@dataclass(frozen=True, slots=True)
class _Spoken:
    """The requests and responses of OpenAI. The API has no digest of the weights; the address identifies them."""

    model: str
    address: str
    path: str = "/embeddings"
    texts_a_request: int = 32  # the default limit of text-embeddings-inference
    at_once: int = 4

    def request(self, texts: Sequence[str]) -> JsonValue:
        """The JSON of a request for vectors."""
        return {"model": self.model, "input": list(texts), "encoding_format": "float"}

    def vectors(self, answer: JsonValue) -> Sequence[object]:
        """The vectors in a response, in the order of the texts; servers may send another order, and base64."""
        data = answer["data"] if isinstance(answer, dict) else None
        if not isinstance(data, list):
            raise TypeError
        found: dict[int, object] = {}
        for place, each in enumerate(data):
            if not isinstance(each, dict) or not isinstance(index := each.get("index", place), int):
                raise TypeError
            vector = each["embedding"]
            found[index] = np.frombuffer(base64.b64decode(vector), "<f4") if isinstance(vector, str) else vector
        if sorted(found) != list(range(len(data))):
            raise ValueError
        return [found[index] for index in range(len(data))]

    def revision(self, server: JsonServer, patience: RetryPolicy) -> str:  # noqa: ARG002  # needs no request
        """The address."""
        return self.address


class OpenAIProtocol(RemoteEmbedder):
    """The model of that name at OPENAI_BASE_URL, with OPENAI_API_KEY; implements `Embedder`.

    The first text opens the connection.
    """

    def __init__(
        self,
        model: str,
        *,
        environment: Mapping[str, str],
        wait: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        url = environment.get("OPENAI_BASE_URL", "").strip() or _OPENAI
        key = key_from(environment, "OPENAI_API_KEY")
        try:
            address = address_of(url)
        except ValueError as error:
            said = _without_login(url)
            raise ModelError(f"OPENAI_BASE_URL is {said!r}; set it to an address such as {_OPENAI}") from error
        if not key and url == _OPENAI:
            raise ModelError("OpenAI requires a key: set OPENAI_API_KEY, or OPENAI_BASE_URL for your own server")
        access = ServerAccess(
            "the server", address, "check OPENAI_BASE_URL (the address) and OPENAI_API_KEY (the key)", key, wait
        )
        spoken = _Spoken(model, str(address))
        super().__init__(f"openai:{model}", JsonServer(access), spoken, revision=str(address), clock=clock)


def _without_login(url: str) -> str:
    return url.rpartition("@")[2]
