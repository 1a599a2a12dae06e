"""One file over HTTP, from where it was left off, and only if it is the right one.

By hand: huggingface_hub 2.4 downloads into a file with a new name each time and deletes it when it is interrupted, so
that nothing is taken up again, and it compares sizes but no checksums.
"""

from __future__ import annotations

import hashlib
import os
import socket
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.message import Message
from http.client import HTTPException
from pathlib import Path
from typing import IO, TYPE_CHECKING

from ..model.errors import ModelError

if TYPE_CHECKING:
    from http.client import HTTPResponse

SECONDS = 30.0  # without a byte; a hub that says nothing for longer is gone
_PIECE = 1 << 18  # bytes between two calls of `seen`
_TRIES = 4  # in a row without a byte
_REDIRECTS = (301, 302, 303, 307, 308)

# What goes wrong on the way; the disk's OSErrors are turned into ModelErrors where they happen.
BROKEN_DOWNLOAD = (OSError, HTTPException)


@dataclass(frozen=True, slots=True)
class ExpectedFile:
    """A file, and by what it is known to be the right one."""

    url: str
    bytes: int
    tag: str  # SHA-256 of what is in it, or the SHA-1 that git gives it


@dataclass(frozen=True, slots=True)
class DownloadSource:
    """Whom is asked, and as whom."""

    endpoint: str
    token: str = field(default="", repr=False)
    wait: Callable[[float], None] = time.sleep

    @property
    def host(self) -> str:
        """Its name, for messages."""
        return urllib.parse.urlsplit(self.endpoint).netloc.rpartition("@")[2]

    def request(self, url: str, *, method: str = "GET", start: int = 0) -> urllib.request.Request:
        """Asks for the file from that byte on. The token goes to this host only, never along with a redirect."""
        request = urllib.request.Request(url, method=method)  # noqa: S310  # hub_of lets http and https pass alone
        request.add_header("User-Agent", "dowse")
        if start:
            request.add_header("Range", f"bytes={start}-")
        if self.token and _origin(url) == _origin(self.endpoint):
            request.add_unredirected_header("Authorization", f"Bearer {self.token}")
        return request

    def head(self, url: str) -> Message:
        """What is said of the file before it is fetched; a redirect that says it already is not followed.

        Raises HTTPError, or one of BROKEN.
        """
        for _ in range(5):
            try:
                with _opened_by(_Unled, self.request(url, method="HEAD")) as answer:
                    return answer.headers
            except urllib.error.HTTPError as error:
                error.close()
                if error.code not in _REDIRECTS:
                    raise
                if "X-Linked-Etag" in error.headers:
                    return error.headers
                url = urllib.parse.urljoin(url, error.headers.get("Location", ""))
        raise HTTPException("it sends from one place to the next")


def fetch(wanted: ExpectedFile, path: Path, source: DownloadSource, *, seen: Callable[[int], None]) -> str:
    """Brings the file to `path` and returns its SHA-256; `seen` is told how many bytes there are.

    What there is already is kept and the rest asked for, now and after an interruption.  A file that is not the right
    one is deleted.  Raises ModelError, or HTTPError for what the server refuses.
    """
    if _length(path) > wanted.bytes:
        path.unlink()
    left = _TRIES
    while (have := _length(path)) < wanted.bytes:
        seen(have)
        try:
            _go_on(wanted, path, source, seen=seen)
        except urllib.error.HTTPError as error:
            error.close()
            if error.code == 416:  # there is more here than there
                path.unlink(missing_ok=True)
            elif error.code < 500 and error.code != 429:
                raise
            trouble: Exception = error
        except BROKEN_DOWNLOAD as error:
            trouble = error
        else:
            trouble = HTTPException("the connection broke off")
        left = _TRIES if _length(path) > have else left - 1
        if _length(path) < wanted.bytes:
            if not left:
                raise ModelError(
                    f"{source.host}: {told(trouble)}, at {_length(path):,} of {wanted.bytes:,} bytes of {path.name}; "
                    "what is there is kept, run the command again to go on"
                ) from trouble
            source.wait(2.0 ** (_TRIES - left))
    sha256 = _checked(wanted, path, source)
    seen(wanted.bytes)
    return sha256


def told(error: Exception) -> str:
    """What went wrong on the way, for somebody who can check the cable, the proxy or the clock."""
    match error:
        case urllib.error.HTTPError():
            return f"it answered {error.code} {error.reason}"
        case urllib.error.URLError(reason=ssl.SSLCertVerificationError() as reason):
            return f"its certificate is not trusted ({reason.verify_message}); SSL_CERT_FILE names others to trust"
        case urllib.error.URLError(reason=Exception() as reason):
            return told(reason)
        case TimeoutError():
            return f"nothing came for {SECONDS:.0f} seconds"
        case OSError(strerror=str(said)):
            return said
    return str(error) or type(error).__name__


def is_hopeless(error: Exception) -> bool:
    """Whether it would be the same in a few seconds: nobody listens, the name is not known, the certificate is bad."""
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    return isinstance(reason, ConnectionRefusedError | socket.gaierror | ssl.SSLCertVerificationError)


def _go_on(wanted: ExpectedFile, path: Path, source: DownloadSource, *, seen: Callable[[int], None]) -> None:
    """Fetches what is missing, as far as it comes."""
    start = _length(path)
    with _opened_by(_Led, source.request(wanted.url, start=start)) as answer:
        if start and (answer.status != 206 or not _starts_at(start, answer)):
            start = 0  # the server begins anew
        with _opened(path, anew=not start) as file:
            for piece in _pieces(answer):
                start += len(piece)
                if start > wanted.bytes:
                    file.truncate(0)
                    raise ModelError(f"{source.host} sent more than the {wanted.bytes:,} bytes it said {path.name} has")
                _write(file, piece, path)
                seen(start)


def _pieces(answer: HTTPResponse) -> Iterator[bytes]:
    while piece := answer.read(_PIECE):
        yield piece


def _starts_at(start: int, answer: HTTPResponse) -> bool:
    return (answer.getheader("Content-Range") or "").startswith(f"bytes {start}-")


def _opened(path: Path, *, anew: bool) -> IO[bytes]:
    try:
        return path.open("wb" if anew else "ab", buffering=0)
    except OSError as error:
        raise _unwritable(path, error) from error


def _write(file: IO[bytes], piece: bytes, path: Path) -> None:
    try:
        file.write(piece)
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> ModelError:
    return ModelError(f"{path} cannot be written ({error.strerror}); make room, or name another folder in DOWSE_MODELS")


def _checked(wanted: ExpectedFile, path: Path, source: DownloadSource) -> str:
    """The file's SHA-256, if it is the right file."""
    sha256, git = hashlib.sha256(), hashlib.sha1(b"blob %d\0" % wanted.bytes, usedforsecurity=False)
    try:
        with path.open("ab+") as file:  # a file of no bytes was never asked for
            file.seek(0)
            while piece := file.read(_PIECE):
                sha256.update(piece)
                git.update(piece)
            os.fsync(file.fileno())
    except OSError as error:
        raise _unwritable(path, error) from error
    if wanted.tag not in {sha256.hexdigest(), git.hexdigest()}:
        path.unlink()
        raise ModelError(
            f"{path.name} came from {source.host} with another checksum than the hub states ({wanted.tag[:12]}…); it "
            "is deleted, run the command again, and look for a proxy that changes files if that does not help"
        )
    return sha256.hexdigest()


def _length(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _origin(url: str) -> tuple[str, str]:
    parts = urllib.parse.urlsplit(url)
    return parts.scheme, parts.netloc.lower()


class _Led(urllib.request.HTTPRedirectHandler):
    """Follows redirects, with the token on the same host only."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> urllib.request.Request | None:
        led = super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]  # as it is given
        if led is not None and _origin(led.full_url) == _origin(req.full_url):
            for name, value in req.unredirected_hdrs.items():
                if name == "Authorization":
                    led.add_unredirected_header(name, value)
        return led


class _Unled(urllib.request.HTTPRedirectHandler):
    """Follows none: each is an HTTPError."""

    def redirect_request(self, *_: object) -> None:
        return None


def _opened_by(leader: type[urllib.request.HTTPRedirectHandler], request: urllib.request.Request) -> HTTPResponse:
    answer: HTTPResponse = urllib.request.build_opener(leader).open(request, timeout=SECONDS)
    return answer
