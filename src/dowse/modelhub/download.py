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
import urllib.parse
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.client import HTTPException, IncompleteRead
from pathlib import Path
from typing import IO

from ..model.errors import ModelError
from ..net.deadline import TimeLimit
from ..net.http_client import (
    BROKEN_CONNECTION,
    REDIRECTS,
    HttpClient,
    HttpRequest,
    OpenResponse,
    RedirectLimitError,
    StatusError,
)
from ..net.server_address import server_and_target

SECONDS = 30.0  # without a byte; a hub that says nothing for longer is gone
_PIECE = 1 << 18  # bytes between two calls of `seen`
_TRIES = 4  # in a row without a byte
_MOST_REDIRECTS = 5
_LIMIT = TimeLimit(idle=SECONDS)

# What goes wrong on the way; the disk's OSErrors are turned into ModelErrors where they happen.
BROKEN_DOWNLOAD = (*BROKEN_CONNECTION, ValueError)  # a redirect to an address that is none


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
    client: HttpClient = field(default_factory=HttpClient, repr=False)

    @property
    def host(self) -> str:
        """Its name, for messages."""
        return urllib.parse.urlsplit(self.endpoint).netloc.rpartition("@")[2]

    def request(self, url: str, *, method: str = "GET", start: int = 0) -> HttpRequest:
        """Asks for the file from that byte on. The token goes to this host only, never along with a redirect."""
        headers = {"Range": f"bytes={start}-"} if start else {}
        if self.token and server_and_target(url)[0] == server_and_target(self.endpoint)[0]:
            headers["Authorization"] = f"Bearer {self.token}"
        return HttpRequest(url, method, headers)

    def head(self, url: str) -> Mapping[str, str]:
        """The headers of the file, by their names in lower case; a redirect that has them already is not followed.

        Raises StatusError, or one of BROKEN_DOWNLOAD.
        """
        request = self.request(url, method="HEAD")
        for _ in range(_MOST_REDIRECTS):
            with self.client.open(request, _LIMIT) as answer:
                location = answer.headers.get("location", "")
                if answer.status < 300 or (answer.status in REDIRECTS and "x-linked-etag" in answer.headers):
                    return answer.headers
                if answer.status not in REDIRECTS or not location:
                    raise StatusError(answer)
            request = request.redirected(location)
        raise RedirectLimitError("it sends from one place to the next")


def fetch(wanted: ExpectedFile, path: Path, source: DownloadSource, *, seen: Callable[[int], None]) -> str:
    """Brings the file to `path` and returns its SHA-256; `seen` is told how many bytes there are.

    What there is already is kept and the rest asked for, now and after an interruption.  A file that is not the right
    one is deleted.  Raises ModelError, or StatusError for what the server refuses.
    """
    if _length(path) > wanted.bytes:
        path.unlink()
    left = _TRIES
    while (have := _length(path)) < wanted.bytes:
        seen(have)
        try:
            _go_on(wanted, path, source, seen=seen)
        except StatusError as error:
            if error.status == 416:  # there is more here than there
                path.unlink(missing_ok=True)
            elif error.status < 500 and error.status != 429:
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
        case StatusError():
            return f"it answered {error}"
        case ssl.SSLCertVerificationError():
            return f"its certificate is not trusted ({error.verify_message}); SSL_CERT_FILE names others to trust"
        case IncompleteRead():
            return "the connection broke off"
        case TimeoutError():
            return f"nothing came for {SECONDS:.0f} seconds"
        case OSError(strerror=str(said)):
            return said
    return str(error) or type(error).__name__


def is_hopeless(error: Exception) -> bool:
    """Whether it would be the same in a few seconds: nobody listens, the name is not known, the certificate is bad."""
    return isinstance(error, ConnectionRefusedError | socket.gaierror | ssl.SSLCertVerificationError | ValueError)


def _go_on(wanted: ExpectedFile, path: Path, source: DownloadSource, *, seen: Callable[[int], None]) -> None:
    """Fetches what is missing, as far as it comes."""
    start = _length(path)
    with source.client.open(source.request(wanted.url, start=start), _LIMIT, redirects=_MOST_REDIRECTS) as answer:
        if answer.status >= 300:
            raise StatusError(answer)
        if start and (answer.status != 206 or not _starts_at(start, answer)):
            start = 0  # the server begins anew
        with _opened(path, anew=not start) as file:
            for piece in answer.pieces(_PIECE):
                start += len(piece)
                if start > wanted.bytes:
                    file.truncate(0)
                    raise ModelError(f"{source.host} sent more than the {wanted.bytes:,} bytes it said {path.name} has")
                _write(file, piece, path)
                seen(start)


def _starts_at(start: int, answer: OpenResponse) -> bool:
    return answer.headers.get("content-range", "").startswith(f"bytes {start}-")


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
