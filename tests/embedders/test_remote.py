from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

import numpy as np
import pytest

from dowse.embedders import remote
from dowse.embedders.ollama import OllamaProtocol, ollama_address
from dowse.embedders.openai import OpenAIProtocol
from dowse.model.errors import ModelError, TextsRejectedError
from dowse.net.json_client import RetryPolicy
from tests.embedders.conftest import Serve
from tests.embedders.local_server import LocalServer, Reply, Seen, said
from tests.embedders.model_servers import FakeOllama, FakeOpenAI, unit

TEXTS = [f"text number {at} about {'bees' if at % 2 else 'pumps'}" for at in range(50)]


@dataclass
class Clock:
    """A clock that goes when it is waited for, and no sooner."""

    now: float = 1000.0
    waits: list[float] = field(default_factory=list)

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


def ollama(server: LocalServer | str, clock: Clock, model: str = "nomic-embed-text") -> OllamaProtocol:
    url = server if isinstance(server, str) else server.url
    return OllamaProtocol(model, environment={"OLLAMA_HOST": url}, wait=clock.wait, clock=clock)


def openai(server: LocalServer, clock: Clock, **more: str) -> OpenAIProtocol:
    environment = {"OPENAI_BASE_URL": f"{server.url}/v1", **more}
    return OpenAIProtocol("small", environment=environment, wait=clock.wait, clock=clock)


def embeds(server: LocalServer) -> list[Seen]:
    return [seen for seen in server.seen if seen.method == "POST"]


def test_ollama_gives_a_row_a_text_of_length_1(serve: Serve, clock: Clock) -> None:
    server = serve(FakeOllama())
    embedder = ollama(server, clock)
    assert (embedder.name, embedder.revision, embedder.dim) == ("ollama:nomic-embed-text", "", 0)
    assert server.seen == []
    rows = embedder.embed(TEXTS)
    assert rows.dtype == np.float32
    assert np.allclose(rows, np.stack([unit(text) for text in TEXTS]), atol=1e-6)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-6)
    assert (embedder.revision, embedder.dim) == ("0a109f422b47", 26)


def test_ollama_is_asked_in_requests_of_16_and_to_cut_long_texts(serve: Serve, clock: Clock) -> None:
    server = serve(FakeOllama())
    embedder = ollama(server, clock)
    embedder.embed(TEXTS)
    assert sorted(len(seen.said["input"]) for seen in embeds(server)) == [2, 16, 16, 16]
    assert all(seen.said["truncate"] is True and seen.said["model"] == "nomic-embed-text" for seen in embeds(server))
    assert embedder.batch == 80


def test_five_requests_run_at_once_and_no_more(serve: Serve, clock: Clock) -> None:
    fake = FakeOllama()
    barrier = threading.Barrier(5)
    running: list[int] = []

    def answer(seen: Seen) -> Reply:
        if seen.method == "POST":
            running.append(1)
            barrier.wait(10)  # breaks, and the test fails, unless five come together
            assert len(running) <= 10
        return fake(seen)

    assert ollama(serve(answer), clock).embed(TEXTS[:40] * 4).shape == (160, 26)


def test_openai_rows_are_put_in_order(serve: Serve, clock: Clock) -> None:
    server = serve(FakeOpenAI())
    embedder = openai(server, clock)
    assert np.allclose(embedder.embed(TEXTS), np.stack([unit(text) for text in TEXTS]), atol=1e-6)
    assert (embedder.name, embedder.revision) == ("openai:small", f"{server.url}/v1")
    assert sorted(len(seen.said["input"]) for seen in server.seen) == [18, 32]


def test_openai_vectors_as_base64_are_read(serve: Serve, clock: Clock) -> None:
    assert np.allclose(openai(serve(FakeOpenAI(as_base64=True)), clock).embed(["bees"])[0], unit("bees"), atol=1e-6)


def test_a_connection_is_used_again(serve: Serve, clock: Clock) -> None:
    server = serve(FakeOpenAI())
    embedder = openai(server, clock)
    for _ in range(5):
        embedder.embed(["bees"])
    assert server.connections == 1


def test_a_connection_that_the_server_closed_is_opened_again(serve: Serve, clock: Clock) -> None:
    fake = FakeOpenAI()
    server = serve(lambda seen: fake(seen) if len(server.seen) != 1 else Reply(200, fake(seen).body, {}, cut=10**6))
    embedder = openai(server, clock)
    for _ in range(3):
        embedder.embed(["bees"])
    assert server.connections == 2
    assert clock.waits == []


def test_blank_texts_are_zero_rows_and_are_not_sent(serve: Serve, clock: Clock) -> None:
    server = serve(FakeOpenAI())
    rows = openai(server, clock).embed(["", "bees", " \n"])
    assert np.flatnonzero(rows.any(axis=1)).tolist() == [1]
    assert [seen.said["input"] for seen in server.seen] == [["bees"]]


@pytest.mark.parametrize("as_query", [False, True])
def test_rows_of_nothing_have_the_width_of_others(serve: Serve, clock: Clock, as_query: bool) -> None:
    embedder = openai(serve(FakeOpenAI()), clock)
    assert embedder.embed(["", " "], as_query=as_query).shape == (2, 26)
    assert embedder.embed([], as_query=as_query).shape == (0, 26)


def test_half_a_surrogate_pair_is_replaced(serve: Serve, clock: Clock) -> None:
    server = serve(FakeOpenAI())
    openai(server, clock).embed(["bee \ud83d", "bee 🐝"])
    assert server.seen[0].said["input"] == ["bee ?", "bee 🐝"]


@pytest.mark.parametrize(
    ("failure", "waits"),
    [
        (Reply(503, b"loading"), [1.0]),
        (Reply(500, b"oops"), [1.0]),
        (Reply(429, b"slow down", {"Retry-After": "7"}), [7.0]),
        (Reply(429, b"slow down", {"Retry-After": "86400"}), [30.0]),
        (Reply(429, b"slow down", {"Retry-After": "9" * 400}), [30.0]),
        (Reply(429, b"slow down", {"Retry-After": "Fri, 01 Jan 2100 00:00:00 GMT"}), [30.0]),
        (Reply(429, b"slow down", {"Retry-After": "Thu, 01 Jan 1970 00:00:00 GMT"}), [1.0]),
        (Reply(429, b"slow down", {"Retry-After": "soon"}), [1.0]),
        (Reply(200, b'{"data": []}', {}, cut=4), [1.0]),
    ],
)
def test_a_passing_failure_is_tried_again_for_documents(
    serve: Serve, clock: Clock, failure: Reply, waits: list[float]
) -> None:
    embedder = openai(serve(FakeOpenAI(fails=[failure])), clock)
    assert embedder.embed(["bees"]).shape == (1, 26)
    assert clock.waits == waits


def test_after_three_tries_the_first_line_of_what_the_server_says_is_told(serve: Serve, clock: Clock) -> None:
    server = serve(FakeOpenAI(fails=[Reply(503, b"\nmodel is loading\nmore")] * 3))
    with pytest.raises(ModelError, match=rf"^the server at {server.url}/v1 answered 503: model is loading$"):
        openai(server, clock).embed(["bees"])
    assert clock.waits == [1.0, 2.0]


def test_a_query_is_tried_once_and_others_fail_at_once_for_ten_seconds(serve: Serve, clock: Clock) -> None:
    server = serve(FakeOpenAI(fails=[Reply(503, b"loading")]))
    embedder = openai(server, clock)
    for _ in range(3):
        with pytest.raises(ModelError, match="answered 503: loading"):
            embedder.embed(["bees"], as_query=True)
    assert len(server.seen) == 1
    assert clock.waits == []
    clock.now += 10
    assert np.allclose(embedder.embed(["bees"], as_query=True)[0], unit("bees"), atol=1e-6)


def test_a_failed_query_does_not_stop_documents(serve: Serve, clock: Clock) -> None:
    embedder = openai(serve(FakeOpenAI(fails=[Reply(503, b"loading")])), clock)
    with pytest.raises(ModelError):
        embedder.embed(["bees"], as_query=True)
    assert embedder.embed(["bees"]).shape == (1, 26)


@pytest.mark.parametrize("reply", [Reply(silent=True), Reply(200, b" " * 10**6, drip=True), Reply(drip=True)])
def test_a_server_that_never_ends_is_left_in_time(
    serve: Serve, clock: Clock, monkeypatch: pytest.MonkeyPatch, reply: Reply
) -> None:
    monkeypatch.setattr(remote, "_FOR_QUERIES", RetryPolicy(seconds=0.3))
    start = time.monotonic()
    with pytest.raises(ModelError, match=r"does not answer \(no response within"):
        openai(serve(FakeOpenAI(fails=[reply])), clock).embed(["bees"], as_query=True)
    assert time.monotonic() - start < 4


def test_a_server_that_is_not_there_is_said_at_once(clock: Clock) -> None:
    with pytest.raises(
        ModelError,
        match=r"^Ollama at http://127\.0\.0\.1:9 does not answer \(Connection refused\); start it",
    ):
        ollama("127.0.0.1:9", clock).embed(["bees"])
    assert clock.waits == []


def test_a_model_that_ollama_does_not_have_is_said(serve: Serve, clock: Clock) -> None:
    with pytest.raises(ModelError, match=r"has no model mxbai; run `ollama pull mxbai`"):
        ollama(serve(FakeOllama()), clock, "mxbai").embed(["bees"])


def test_a_model_is_known_with_its_tag(serve: Serve, clock: Clock) -> None:
    server = serve(FakeOllama())
    assert ollama(server, clock, "all-minilm:33m").embed(["bees"]).shape == (1, 26)
    with pytest.raises(ModelError, match="has no model all-minilm;"):
        ollama(server, clock, "all-minilm").embed(["bees"])


def test_a_model_that_was_pulled_anew_is_noticed(serve: Serve, clock: Clock) -> None:
    fake = FakeOllama()
    embedder = ollama(serve(fake), clock)
    embedder.embed(["bees"])
    fake.digest, fake.dim = "ffffffffffffffff", 30
    clock.now += 60
    with pytest.raises(ModelError, match=r"now another model \(ffffffffffff, before 0a109f422b47\); run `dowse index`"):
        embedder.embed(["bees"])
    assert embedder.embed(["bees"]).shape == (1, 30)
    assert embedder.revision == "ffffffffffffffff"


def test_another_width_than_before_names_both(serve: Serve, clock: Clock) -> None:
    fake = FakeOllama()
    embedder = ollama(serve(fake), clock)
    embedder.embed(["bees"])
    fake.dim = 30
    with pytest.raises(
        ModelError, match=r"sent vectors of 30 dimensions for ollama:nomic-embed-text, and of 26 before"
    ):
        embedder.embed(["bees"])


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (said({"embeddings": [[1.0]] * 3}), "sent 3 vectors for 1 texts"),
        (said({"embeddings": []}), "sent 0 vectors for 1 texts"),
        (said({"embeddings": [["a"]]}), "did not send vectors"),
        (said({"embeddings": [1.0]}), "did not send vectors"),
        (said({"embeddings": [[]]}), "did not send vectors"),
        (said({"embeddings": [[[1.0]]]}), "did not send vectors"),
        (said({"embeddings": [{"a": 1}]}), "did not send vectors"),
        (said({"embedding": [1.0]}), "did not send vectors"),
        (said([1.0]), "did not send vectors"),
        (said(None), "did not send vectors"),
        (Reply(200, b"<html>\n<body>Hello"), "did not send JSON: <html>"),
        (Reply(200, b"[" * 100_000), "did not send JSON"),
        (Reply(200, b""), "did not send JSON: an empty response"),
        (Reply(200, b" " * 1_000_000), "sent more than 800,000 bytes; check the address"),
        (Reply(404, b"<html><body>nginx</body>"), "answered 404: <html><body>nginx</body>"),
        (said({"error": {"message": "bad dimension"}}, 400), "answered 400: bad dimension"),
        (said({"detail": "x" * 1000}, 404), "answered 404: x{200}…$"),
        (Reply(302, b"", {"Location": "https://evil.example/v1"}), r"redirects \(302, to evil\.example\)"),
    ],
)
def test_an_answer_that_cannot_be_used_is_said(serve: Serve, clock: Clock, answer: Reply, told: str) -> None:
    for as_query in (True, False):
        with pytest.raises(ModelError, match=told) as raised:
            ollama(serve(FakeOllama(fails=[answer] * 9)), clock).embed(["bees"], as_query=as_query)
        assert not isinstance(raised.value, TextsRejectedError)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), None])
def test_vectors_of_something_other_than_numbers_are_not_taken(
    serve: Serve, clock: Clock, number: float | None
) -> None:
    fake = FakeOllama(makes=lambda text, dim: [number] * dim)
    for as_query in (True, False):
        with pytest.raises(ModelError, match=r"contains? NaN or infinity") as raised:
            ollama(serve(fake), clock).embed(["bees", "pumps"], as_query=as_query)
        assert not isinstance(raised.value, TextsRejectedError)


def test_a_vector_of_zeros_is_a_zero_row(serve: Serve, clock: Clock) -> None:
    fake = FakeOllama(makes=lambda text, dim: [0.0] * dim)
    assert not ollama(serve(fake), clock).embed(["bees"]).any()


def test_a_vector_of_enormous_numbers_has_length_1(serve: Serve, clock: Clock) -> None:
    fake = FakeOllama(makes=lambda text, dim: [1e30] * dim)
    assert np.allclose(np.linalg.norm(ollama(serve(fake), clock).embed(["bees"])), 1)


@pytest.mark.parametrize(
    "refusal",
    [
        said({"error": "input length exceeds the context length"}, 400),
        said({"error": "input length exceeds the context length"}, 413),
        said({"error": "input length exceeds the context length"}, 422),
        said({"error": "input length exceeds the context length"}, 500),
    ],
)
def test_texts_at_fault_are_found_and_the_others_kept(serve: Serve, clock: Clock, refusal: Reply) -> None:
    fake = FakeOllama(refuses=lambda text: refusal if text in {TEXTS[3], TEXTS[20], TEXTS[21]} else None)
    with pytest.raises(TextsRejectedError, match=r"3 of 50 texts were rejected: .*input length exceeds") as raised:
        ollama(serve(fake), clock).embed(TEXTS)
    assert set(raised.value.refused) == {3, 20, 21}
    assert all("input length exceeds" in why for why in raised.value.refused.values())
    assert set(raised.value.rows) == set(range(50)) - {3, 20, 21}
    assert all(np.allclose(row, unit(TEXTS[at]), atol=1e-6) for at, row in raised.value.rows.items())


def test_a_text_whose_vector_is_not_made_of_numbers_is_at_fault_alone(serve: Serve, clock: Clock) -> None:
    fake = FakeOllama()
    plain = fake.makes
    fake.makes = lambda text, dim: [None] * dim if text == TEXTS[7] else plain(text, dim)
    with pytest.raises(TextsRejectedError) as raised:
        ollama(serve(fake), clock).embed(TEXTS)
    assert set(raised.value.refused) == {7}
    assert set(raised.value.rows) == set(range(50)) - {7}


def test_a_server_that_refuses_everything_is_not_asked_text_by_text(serve: Serve, clock: Clock) -> None:
    fake = FakeOllama(refuses=lambda text: said({"error": "no GPU"}, 400))
    server = serve(fake)
    with pytest.raises(ModelError, match="answered 400: no GPU") as raised:
        ollama(server, clock).embed(TEXTS[:16])
    assert not isinstance(raised.value, TextsRejectedError)
    assert len(embeds(server)) == 2


KEY = "sk-" + "secret" * 5


def test_the_key_is_sent_and_never_told(serve: Serve, clock: Clock) -> None:
    server = serve(FakeOpenAI(key=KEY))
    embedder = openai(server, clock, OPENAI_API_KEY=KEY)
    embedder.embed(["bees"])
    assert {seen.headers["authorization"] for seen in server.seen} == {f"Bearer {KEY}"}
    assert KEY not in repr(embedder) + str(embedder)


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (said({"error": f"wrong key {KEY}"}, 401), r"rejects the key \(401\); .*OPENAI_API_KEY"),
        (said({"error": f"wrong key {KEY[:10]}***"}, 403), r"rejects the key \(403\)"),
        (said({"error": f"your header was Bearer {KEY}"}, 404), "answered 404: your header was Bearer …"),
        (Reply(200, f"debug: {KEY}".encode()), "did not send JSON: debug: …"),
        (Reply(307, b"", {"Location": f"https://user:{KEY}@evil.example/"}), "to evil.example"),
    ],
)
def test_no_message_has_a_part_of_the_key(serve: Serve, clock: Clock, reply: Reply, told: str) -> None:
    with pytest.raises(ModelError, match=told) as raised:
        openai(serve(FakeOpenAI(fails=[reply])), clock, OPENAI_API_KEY=KEY).embed(["bees"])
    assert KEY[:10] not in str(raised.value)


def test_the_key_does_not_follow_a_redirect(serve: Serve, clock: Clock) -> None:
    other = serve(FakeOpenAI())
    redirect = Reply(308, b"", {"Location": f"{other.url}/v1/embeddings"})
    with pytest.raises(ModelError, match=f"to {other.host}"):
        openai(serve(FakeOpenAI(fails=[redirect])), clock, OPENAI_API_KEY=KEY).embed(["bees"])
    assert other.seen == []


def test_a_server_that_wants_a_key_is_said(serve: Serve, clock: Clock) -> None:
    with pytest.raises(
        ModelError, match=r"requires a key \(401\); check OPENAI_BASE_URL \(the address\) and OPENAI_API_KEY"
    ):
        openai(serve(FakeOpenAI(key=KEY)), clock).embed(["bees"])


@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({}, "OpenAI requires a key: set OPENAI_API_KEY"),
        ({"OPENAI_BASE_URL": "localhost:1234"}, "OPENAI_BASE_URL is 'localhost:1234'"),
        ({"OPENAI_BASE_URL": "ftp://me:secret@x/"}, "OPENAI_BASE_URL is 'x/'"),
        ({"OPENAI_BASE_URL": "http://x:99999"}, "OPENAI_BASE_URL is"),
        ({"OPENAI_BASE_URL": "http://a..b/"}, "OPENAI_BASE_URL is"),
        ({"OPENAI_API_KEY": "a\nb"}, "OPENAI_API_KEY contains characters"),
    ],
)
def test_what_the_environment_cannot_mean_is_said(environment: dict[str, str], told: str) -> None:
    with pytest.raises(ModelError, match=told):
        OpenAIProtocol("small", environment=environment)


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("", "http://127.0.0.1:11434"),
        ("0.0.0.0", "http://127.0.0.1:11434"),  # noqa: S104  # what Ollama listens on
        ("0.0.0.0:8080", "http://127.0.0.1:8080"),
        (":8080", "http://127.0.0.1:8080"),
        ("box", "http://box:11434"),
        ("box:1/", "http://box:1"),
        ("http://box", "http://box"),
        ("http://", "http://127.0.0.1"),
        ("https://box/ollama/", "https://box/ollama"),
        ("https://me:pw@box:8443", "https://box:8443"),
        ("::1", "http://[::1]:11434"),
        ("[::]:8080", "http://[::1]:8080"),
        ('"box"', "http://box:11434"),
    ],
)
def test_ollama_host_is_read_as_ollama_reads_it(written: str, address: str) -> None:
    assert str(ollama_address(written)) == address


@pytest.mark.parametrize("written", ["ftp://box", "box:port:", "http://box:99999", "a..b"])
def test_an_ollama_host_that_is_none_is_said(written: str) -> None:
    with pytest.raises(ModelError, match="OLLAMA_HOST is"):
        ollama_address(written)


def test_a_name_and_password_in_the_address_are_sent_and_not_told(serve: Serve, clock: Clock) -> None:
    server = serve(FakeOllama(fails=[Reply(404, b"gone")]))
    embedder = ollama(server.url.replace("http://", "http://me:pass@"), clock)
    with pytest.raises(ModelError, match="answered 404") as raised:
        embedder.embed(["bees"])
    assert "pass" not in str(raised.value)
    assert {seen.headers["authorization"] for seen in server.seen} == {"Basic bWU6cGFzcw=="}


def test_a_proxy_is_gone_through_but_not_to_this_machine(
    serve: Serve, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy, here = serve(FakeOpenAI()), serve(FakeOpenAI())
    monkeypatch.setenv("http_proxy", proxy.url)
    environment = {"OPENAI_BASE_URL": "http://models.invalid/v1"}
    proxy.answer = lambda seen: FakeOpenAI()(Seen(seen.method, "/v1/embeddings", seen.headers, seen.body))
    assert OpenAIProtocol("small", environment=environment, wait=clock.wait).embed(["bees"]).shape == (1, 26)
    assert [seen.path for seen in proxy.seen] == ["http://models.invalid/v1/embeddings"]
    openai(here, clock).embed(["bees"])
    assert (len(proxy.seen), len(here.seen)) == (1, 1)


def test_threads_may_share_an_embedder(serve: Serve, clock: Clock) -> None:
    embedder = openai(serve(FakeOpenAI()), clock)
    wrong: list[int] = []

    def work(at: int) -> None:
        rows = embedder.embed(TEXTS[at : at + 5], as_query=at % 2 == 0)
        if not np.allclose(rows, np.stack([unit(text) for text in TEXTS[at : at + 5]]), atol=1e-6):
            wrong.append(at)

    threads = [threading.Thread(target=work, args=(at,)) for at in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
