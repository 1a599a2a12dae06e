from __future__ import annotations

import pytest

from dowse.net.server_address import AddressError, address_of, is_public, proxy_for, server_and_target


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("http://host", "http://host"),
        ("HTTPS://Host:443/", "https://host"),
        ("http://host:443/v1/", "http://host:443/v1"),
        ("http://[::1]:80/a b", "http://[::1]/a%20b"),
        ("https://me:secret@host/v1", "https://host/v1"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
    ],
)
def test_an_address_is_shown_without_default_port_and_password(url: str, shown: str) -> None:
    assert str(address_of(url)) == shown


@pytest.mark.parametrize("url", ["ftp://host", "file:///etc/passwd", "host", "http://", "", "http:///path"])
def test_other_schemes_and_missing_hosts_are_unsupported(url: str) -> None:
    with pytest.raises(AddressError):
        address_of(url)


@pytest.mark.parametrize("url", ["http://host:99999/", "http://[::1", "http://a..b/"])
def test_a_malformed_url_is_a_value_error(url: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        server_and_target(url)


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("http://host", "/"),
        ("http://host?q=1", "/?q=1"),
        ("http://host/a b/ä?q=ü&r=%20#part", "/a%20b/%C3%A4?q=%C3%BC&r=%20"),
        ("http://host/a\r\nHost: b", "/aHost:%20b"),
    ],
)
def test_a_target_is_path_and_query_in_ascii(url: str, target: str) -> None:
    assert server_and_target(url)[1] == target


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "64:ff9b::808:808"])
def test_an_address_of_the_internet_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),  # noqa: S104  # checked
        *("224.0.0.1", "::1", "::", "fe80::1%eth0", "fc00::1", "ff02::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::", "64:ff9b::a00:1", "64:ff9b::7f00:1"),
    ],
)
def test_an_address_of_this_machine_or_its_network_is_not_public(address: str) -> None:
    assert not is_public(address)


def test_the_environment_names_the_proxy_for_a_scheme(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "http://me:pw@proxy.example:3128")
    proxy = proxy_for(address_of("https://host.example"))
    assert proxy is not None
    assert (str(proxy), proxy.login) == ("http://proxy.example:3128", "Basic bWU6cHc=")
    assert proxy_for(address_of("http://host.example")) is None


@pytest.mark.parametrize("url", ["http://localhost:1", "http://127.0.0.1", "http://[::1]", "http://inside.example"])
def test_this_machine_and_hosts_in_no_proxy_are_reached_directly(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "proxy.example:3128")
    monkeypatch.setenv("no_proxy", "inside.example")
    assert proxy_for(address_of(url)) is None
