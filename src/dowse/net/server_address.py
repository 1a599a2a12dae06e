"""Where a server is, and the proxy on the way there."""

from __future__ import annotations

import base64
import urllib.parse
import urllib.request
from dataclasses import field
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from ..model.value_class import dataclass

_PORTS = {"http": 80, "https": 443}
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_SAFE_PATH = "/%~!$&'()*+,;=:@"
_SAFE_TARGET = f"{_SAFE_PATH}?[]#"
_NAT64 = IPv6Network("64:ff9b::/96")  # RFC 6052: the last 32 bits are an IPv4 address


class AddressError(ValueError):
    """A URL that is not http or https, or that names no host."""

    def __init__(self, url: str) -> None:
        super().__init__(f"not an http or https URL: {url[:80]!r}")
        self.url = url


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Scheme, host and port of a server, and the path that its API is below."""

    scheme: str
    host: str  # ASCII: an IP address or a name in its IDNA form
    port: int
    base: str = ""  # the start of each path, without a slash at the end
    login: str = field(default="", repr=False)  # the value of `Authorization` for a name and password in the URL

    def __str__(self) -> str:
        return f"{self.scheme}://{self.netloc}{self.base}"

    @property
    def netloc(self) -> str:
        """Host and port, as in a URL and in a Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


def address_of(url: str) -> ServerAddress:
    """The address in a URL, with its path as the base. Raises ValueError for a URL that is not http or https."""
    parts = urllib.parse.urlsplit(url)
    base = urllib.parse.quote(parts.path.rstrip("/"), safe=_SAFE_PATH)
    server = _server_in(parts)
    return ServerAddress(server.scheme, server.host, server.port, base, _login_in(parts))


def server_and_target(url: str) -> tuple[ServerAddress, str]:
    """The server of a URL, and the path with the query. Raises ValueError as `address_of` does."""
    parts = urllib.parse.urlsplit(url)
    target = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
    return _server_in(parts), urllib.parse.quote(target, safe=_SAFE_TARGET)


def proxy_for(server: ServerAddress) -> ServerAddress | None:
    """The proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name for the server; None for this machine itself."""
    url = urllib.request.getproxies().get(server.scheme, "")
    if not url or server.host in _LOOPBACK or urllib.request.proxy_bypass(server.host):
        return None
    try:
        return address_of(url if "://" in url else f"http://{url}")
    except ValueError:
        return None


def is_public(address: str) -> bool:
    """Whether an IP address is on the internet: neither of this machine nor of a network around it."""
    found = ip_address(address.partition("%")[0])
    inner = _embedded(found) if isinstance(found, IPv6Address) else None
    return found.is_global and not found.is_multicast and (inner is None or inner.is_global)


def is_ip_address(host: str) -> bool:
    """Whether the host is an IP address and not a name."""
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def _embedded(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that a gateway makes of an IPv6 address."""
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


def _server_in(parts: urllib.parse.SplitResult) -> ServerAddress:
    scheme = parts.scheme.lower()
    if scheme not in _PORTS or not parts.hostname:
        raise AddressError(parts.geturl())
    host = parts.hostname.encode("idna").decode("ascii")  # raises UnicodeError, a ValueError, as connecting would
    return ServerAddress(scheme, host, parts.port or _PORTS[scheme])


def _login_in(parts: urllib.parse.SplitResult) -> str:
    if parts.username is None:
        return ""
    pair = f"{urllib.parse.unquote(parts.username)}:{urllib.parse.unquote(parts.password or '')}"
    return f"Basic {base64.b64encode(pair.encode()).decode()}"
