"""Asking an address, and many of them."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from dowse.app.link_checker.http_probe import HttpProbe
from dowse.app.link_checker.probe_pool import ProbePool
from dowse.app.link_checker.verdict import Verdict
from tests.app.link_checker.web import Web, web

_ASK = HttpProbe(timeout=5.0, private=True)


@pytest.fixture
def there() -> Iterator[Web]:
    with web() as found:
        yield found


@pytest.mark.parametrize(
    ("path", "state", "status", "reason"),
    [
        ("/ok", "ok", 200, ""),
        ("/with blanks/ä?q=ü", "ok", 200, ""),
        ("/no-head", "ok", 200, ""),
        ("/private", "ok", 403, ""),
        ("/crowded", "ok", 429, ""),
        ("/found", "ok", 200, ""),
        ("/missing", "dead", 404, "Not Found"),
        ("/gone", "dead", 410, "Gone"),
        ("/loop", "dead", 0, "more than 10 redirects"),
        ("/broken", "unsure", 503, "Service Unavailable"),
        ("/away", "skipped", 0, "'file:///etc/passwd' is not a web address"),
    ],
)
def test_an_answer_says_whether_it_is_there(path: str, state: str, status: int, reason: str, there: Web) -> None:
    verdict = _ASK(there.url(path))
    assert (verdict.state, verdict.status, verdict.reason) == (state, status, reason)


def test_an_address_is_asked_with_head_and_with_get_only_where_that_is_refused(there: Web) -> None:
    for path in ("/ok", "/gone", "/crowded", "/no-head"):
        _ASK(there.url(path))
    assert there.asked == ["HEAD /ok", "HEAD /gone", "HEAD /crowded", "HEAD /no-head", "GET /no-head"]
    assert all(agent.startswith("dowse/") for agent in there.agents)


def test_what_has_moved_for_good_says_where_it_is_now(there: Web) -> None:
    assert _ASK(there.url("/moved")).moved == there.url("/ok")
    assert _ASK(there.url("/found")).moved == ""


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/slow", "/drip"])
def test_who_does_not_answer_in_time_is_given_up(path: str, there: Web) -> None:
    assert HttpProbe(timeout=0.3, private=True)(there.url(path)).state == "unsure"


def test_a_server_that_does_not_shake_hands_is_given_up_in_time() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        verdict = HttpProbe(timeout=0.1, private=True)(f"https://127.0.0.1:{silent.getsockname()[1]}/")
    assert (verdict.state, verdict.reason) == ("unsure", "no answer in time")


@pytest.mark.parametrize("path", ["/rude", "/reset"])
def test_nonsense_is_no_answer(path: str, there: Web) -> None:
    verdict = _ASK(there.url(path))
    assert verdict.state == "unsure"
    assert verdict.reason


def test_nobody_at_a_port_is_dead() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    verdict = _ASK(f"http://127.0.0.1:{port}/")
    assert (verdict.state, verdict.reason) == ("dead", "connection refused")


@pytest.mark.parametrize(
    "url", ["http://[::1", "http://a b/", "http://:99999/", "http://", "https://\x00/", "http://a..b/"]
)
def test_what_is_no_address_is_a_verdict_too(url: str) -> None:
    assert _ASK(url).state in {"dead", "unsure", "skipped"}


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "10.0.0.1", "192.168.1.1", "169.254.169.254", "[::1]", "0.0.0.0"],  # noqa: S104  # asked
)
def test_hosts_around_are_not_asked_unless_they_are_wanted(host: str) -> None:
    verdict = HttpProbe(timeout=1.0)(f"http://{host}:9/")
    assert verdict.state == "skipped"
    assert "--private" in verdict.reason


def test_an_address_is_asked_through_the_proxy(there: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    def look_up(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "no such name")

    monkeypatch.setenv("http_proxy", there.url(""))
    monkeypatch.setenv("no_proxy", "")
    original = socket.getaddrinfo
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda host, *rest, **more: (original if host == "127.0.0.1" else look_up)(host, *rest)
    )
    assert HttpProbe()("http://host.example/ok").state == "ok"
    assert there.asked == ["HEAD http://host.example/ok"]


def test_a_redirect_to_a_host_around_is_not_followed(monkeypatch: pytest.MonkeyPatch, there: Web) -> None:
    monkeypatch.setenv("http_proxy", there.url(""))
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("8.8.8.8", 80))]
    original = socket.getaddrinfo
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda host, *rest, **_: found if host == "host.example" else original(host, *rest)
    )
    verdict = HttpProbe()("http://host.example/inside")
    assert verdict.state == "skipped"
    assert there.asked == ["HEAD http://host.example/inside"]


def test_a_host_is_asked_by_two_at_once_and_each_address_once(there: Web) -> None:
    urls = [there.url(f"/page-{number}") for number in range(40)]
    lock = threading.Lock()
    under_way, most = 0, 0

    def ask(url: str) -> Verdict:
        nonlocal under_way, most
        with lock:
            under_way += 1
            most = max(most, under_way)
        verdict = _ASK(url)
        with lock:
            under_way -= 1
        return verdict

    found = list(ProbePool(urls).verdicts(ask))
    assert {each.url for each in found} == set(urls)
    assert set(there.counts().values()) == {1}
    assert most == 2


def test_who_has_heard_enough_ends_it() -> None:
    asked: list[str] = []
    is_closed = threading.Event()

    def ask(url: str) -> Verdict:
        asked.append(url)
        assert url == "http://host-0.example/" or is_closed.wait(60)
        return Verdict(url, "ok")

    verdicts = ProbePool(f"http://host-{number}.example/" for number in range(10_000)).verdicts(ask)
    next(verdicts)
    verdicts.close()
    is_closed.set()
    for thread in threading.enumerate():
        if thread.name.startswith("asking"):
            thread.join()
    assert len(asked) < 20  # each of those that ask was at its second address at most


@pytest.mark.parametrize("error", [RuntimeError("a bug"), KeyboardInterrupt()])
def test_an_unexpected_error_of_a_probe_reaches_the_caller(error: BaseException) -> None:
    def ask(url: str) -> Verdict:
        raise error

    with pytest.raises(type(error)):
        list(ProbePool(["http://a.example/", "http://b.example/"]).verdicts(ask))
