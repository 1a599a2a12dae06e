"""Downloads a file over HTTP, resumes an interrupted download, and verifies the checksum.

huggingface_hub 2.4 downloads into a file with a new name each time and deletes the file when it is interrupted, so it
does not resume, and it compares sizes but no checksums.
"""

from __future__ import annotations

import hashlib
import os
import socket
import ssl
import time
import urllib.parse
from collections.abc import Callable, Mapping
from dataclasses import field
from http.client import HTTPException, IncompleteRead
from pathlib import Path
from typing import IO

from ..model.errors import ModelError
from ..model.value_class import dataclass
from ..net.connect import ProxyError
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

SECONDS = 30.0  # without a byte
_PIECE = 1 << 18  # bytes between two calls of `seen`, at most
_TRIES = 4  # in a row without a byte
_MOST_REDIRECTS = 5
_LIMIT = TimeLimit(idle=SECONDS)

# Failures of the connection; OSErrors of the disk become ModelErrors where they occur.
BROKEN_DOWNLOAD = (*BROKEN_CONNECTION, ValueError)  # ValueError: a redirect to a malformed URL


@dataclass(frozen=True, slots=True)
class ExpectedFile:
    """A file, with its size and checksum."""

    url: str
    bytes: int
    tag: str  # SHA-256 of the content, or the SHA-1 of its git blob


@dataclass(frozen=True, slots=True)
class DownloadSource:
    """The server of the models, and the token for it."""

    endpoint: str
    token: str = field(default="", repr=False)
    wait: Callable[[float], None] = time.sleep
    client: HttpClient = field(default_factory=HttpClient, repr=False)

    @property
    def host(self) -> str:
        """The host, for messages."""
        return urllib.parse.urlsplit(self.endpoint).netloc.rpartition("@")[2]

    def request(self, url: str, *, method: str = "GET", start: int = 0) -> HttpRequest:
        """A request for the file from that byte on. Only the endpoint itself gets the token."""
        headers = {"Range": f"bytes={start}-"} if start else {}
        if self.token and server_and_target(url)[0] == server_and_target(self.endpoint)[0]:
            headers["Authorization"] = f"Bearer {self.token}"
        return HttpRequest(url, method, headers)

    def head(self, url: str) -> Mapping[str, str]:
        """The headers of the file, by their names in lower case; a redirect that has them is not followed.

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
        raise RedirectLimitError(f"more than {_MOST_REDIRECTS} redirects")


def fetch(wanted: ExpectedFile, path: Path, source: DownloadSource, *, seen: Callable[[int], None]) -> str:
    """Downloads the file to `path` and returns its SHA-256; calls `seen` with the number of bytes so far.

    Continues a partial file.  Deletes a file with another checksum.  Raises ModelError, or StatusError for a status
    that a retry does not change.
    """
    if _length(path) > wanted.bytes:
        path.unlink()
    left = _TRIES
    while (have := _length(path)) < wanted.bytes:
        seen(have)
        try:
            _continue(wanted, path, source, seen=seen)
        except StatusError as error:
            if error.status == 416:  # the local file is longer than the remote one
                path.unlink(missing_ok=True)
            elif error.status < 500 and error.status != 429:
                raise
            trouble: Exception = error
        except BROKEN_DOWNLOAD as error:
            trouble = error
        else:
            trouble = HTTPException("the connection was closed")
        left = _TRIES if _length(path) > have else left - 1
        if _length(path) < wanted.bytes:
            if not left:
                raise ModelError(
                    f"{source.host}: {failure(trouble)}, at {_length(path):,} of {wanted.bytes:,} bytes of {path.name}"
                    "; the partial file is kept, run the command again to continue"
                ) from trouble
            source.wait(2.0 ** (_TRIES - left))
    sha256 = _checked(wanted, path, source)
    seen(wanted.bytes)
    return sha256


def failure(error: Exception) -> str:
    """The failure of a connection in words, for a person who can check the cable, the proxy or the clock."""
    match error:
        case StatusError():
            return f"status {error}"
        case ssl.SSLCertVerificationError():
            return f"its certificate is not trusted ({error.verify_message}); set SSL_CERT_FILE to add certificates"
        case IncompleteRead():
            return "the connection broke off"
        case TimeoutError():
            return f"no data for {SECONDS:.0f} seconds"
        case OSError(strerror=str(reason)):
            return reason
    return str(error) or type(error).__name__


def is_permanent(error: Exception) -> bool:
    """Whether a retry would fail too: a refused connection, an unknown host, a bad certificate, a malformed URL."""
    if isinstance(error, ProxyError):
        return error.status < 500
    return isinstance(error, ConnectionRefusedError | socket.gaierror | ssl.SSLCertVerificationError | ValueError)


def _continue(wanted: ExpectedFile, path: Path, source: DownloadSource, *, seen: Callable[[int], None]) -> None:
    """Appends the missing bytes, as many as arrive."""
    start = _length(path)
    with source.client.open(source.request(wanted.url, start=start), _LIMIT, redirects=_MOST_REDIRECTS) as answer:
        if answer.status >= 300:
            raise StatusError(answer)
        if start and (answer.status != 206 or not _starts_at(start, answer)):
            start = 0  # the server sends the whole file
        with _opened(path, anew=not start) as file:
            for piece in answer.pieces(_PIECE):
                start += len(piece)
                if start > wanted.bytes:
                    file.truncate(0)
                    raise ModelError(
                        f"{source.host} sent more than the {wanted.bytes:,} bytes that it stated for {path.name}"
                    )
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
    return ModelError(f"cannot write {path} ({error.strerror}); free some space, or set DOWSE_MODELS to another folder")


def _checked(wanted: ExpectedFile, path: Path, source: DownloadSource) -> str:
    """The SHA-256 of the file. Raises ModelError, and deletes the file, when the checksum is another."""
    sha256, git = hashlib.sha256(), hashlib.sha1(b"blob %d\0" % wanted.bytes, usedforsecurity=False)
    try:
        with path.open("ab+") as file:  # an empty file needed no request
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
            f"the checksum of {path.name} from {source.host} is not the one that the hub states ({wanted.tag[:12]}…); "
            "dowse deleted the file: run the command again, and check for a proxy that changes files"
        )
    return sha256.hexdigest()


def _length(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
