"""Embedding models in Ollama (https://docs.ollama.com/api): `/api/embed` for vectors, `/api/tags` for their digests."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from ..model.errors import ModelError
from ..model.value_class import dataclass
from ..net.json_client import JsonServer, JsonValue, RetryPolicy, ServerAccess, ServerError, key_from
from ..net.server_address import ServerAddress, address_of
from .remote import RemoteEmbedder

_HERE = "http://127.0.0.1:11434"
_PORT = 11434
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104  # an address to listen on, and the one to connect to
_MOST_OF_A_LIST = 4_000_000  # bytes


@dataclass(frozen=True, slots=True)
class _Spoken:
    """The requests and responses of Ollama."""

    model: str
    path: str = "/api/embed"
    texts_a_request: int = 16  # Ollama embeds them in parallel; less is lost when a small request is stopped
    at_once: int = 5

    def request(self, texts: Sequence[str]) -> JsonValue:
        """The JSON of a request for vectors."""
        return {"model": self.model, "input": list(texts), "truncate": True}

    def vectors(self, answer: JsonValue) -> Sequence[object]:
        """The vectors in a response, in the order of the texts."""
        if not isinstance(answer, dict) or not isinstance(vectors := answer["embeddings"], list):
            raise TypeError
        return vectors

    def revision(self, server: JsonServer, patience: RetryPolicy) -> str:
        """The digest of the model with this name."""
        listed = server.ask("/api/tags", patience=patience, most_bytes=_MOST_OF_A_LIST)
        models = listed.get("models") if isinstance(listed, dict) else None
        if not isinstance(models, list):
            raise ServerError(f"{server} does not list its models; check the address", status=200)
        whole = self.model if ":" in self.model.rpartition("/")[2] else f"{self.model}:latest"
        for model in models:
            if isinstance(model, dict) and whole in {model.get("name"), model.get("model")}:
                return str(model.get("digest") or whole)
        raise ModelError(f"{server} has no model {self.model}; run `ollama pull {self.model}`")


class OllamaProtocol(RemoteEmbedder):
    """The model of that name in the Ollama at OLLAMA_HOST; implements `Embedder`.

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
        address = ollama_address(environment.get("OLLAMA_HOST", ""))
        advice = "start it with `ollama serve`, or set OLLAMA_HOST to its address"
        access = ServerAccess("Ollama", address, advice, key_from(environment, "OLLAMA_API_KEY"), wait)
        super().__init__(f"ollama:{model}", JsonServer(access), _Spoken(model), clock=clock)


def ollama_address(said: str) -> ServerAddress:
    """The address in OLLAMA_HOST, in the forms that Ollama accepts: `host`, `host:port`, `:port` or a URL."""
    said = said.strip().strip("\"'")
    if not said:
        return address_of(_HERE)
    url = said if "://" in said else f"http://{said}"
    scheme, _, rest = url.partition("://")
    place, slash, path = rest.partition("/")
    user, at, host = place.rpartition("@")
    if host.count(":") > 1 and not host.startswith("["):
        host = f"[{host}]"
    if host.startswith(":") or not host:
        host = f"127.0.0.1{host}"
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() and not host.endswith("]") else host
    if "://" not in said and name == host:
        host = f"{host}:{_PORT}"
    try:
        address = address_of(f"{scheme}://{user}{at}{host}{slash}{path}")
    except ValueError as error:
        raise ModelError(f"OLLAMA_HOST is {said!r}; set it to an address such as {_HERE}") from error
    found = _EVERYWHERE.get(address.host, address.host)
    return ServerAddress(address.scheme, found, address.port, address.base, address.login)
