"""Downloads models from the hub (huggingface.co, or a mirror), once, with checksums."""

from __future__ import annotations

import shutil
import time
import urllib.parse
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from ..model.errors import ModelError
from ..net.connect import ProxyError
from ..net.http_client import StatusError
from ..net.json_client import key_from
from ..net.server_address import address_of
from .download import BROKEN_DOWNLOAD, DownloadSource, ExpectedFile, failure, fetch, is_permanent
from .presets import Preset
from .store import Manifest, StoredFile, differing, is_whole, manifest_of, part_of, write_manifest

_HUB = "https://huggingface.co"
_TRIES = 3
_DIGITS = frozenset("0123456789abcdef")

DownloadProgress = Callable[[int, int], None]  # (bytes so far, of how many)


def hub_of(environment: Mapping[str, str], *, wait: Callable[[float], None] = time.sleep) -> DownloadSource:
    """The hub at HF_ENDPOINT, with HF_TOKEN. Raises ModelError when one of them is malformed."""
    endpoint = (environment.get("HF_ENDPOINT") or _HUB).rstrip("/")
    try:
        address_of(endpoint)
    except ValueError as error:
        shown = endpoint.rpartition("@")[2]
        raise ModelError(f"HF_ENDPOINT is {shown!r}; set it to an address such as {_HUB}") from error
    return DownloadSource(endpoint, key_from(environment, "HF_TOKEN"), wait)


def pull(preset: Preset, folder: Path, *, hub: DownloadSource, progress: DownloadProgress) -> Manifest:
    """Downloads the model into its folder, unless the folder has it.

    The files go to a folder beside it, which is renamed at the end, so that a model is complete or absent; after an
    interruption the next call continues.  Raises ModelError.
    """
    there = manifest_of(folder)
    if there is not None and (there.repo, there.commit) == (preset.repo, preset.revision) and is_whole(folder):
        return there
    with _alone(folder):
        part = part_of(folder)
        wanted, commit = _stated(preset, hub)
        _make_room(part, wanted)
        files = _fetched(preset, wanted, part, hub, progress)
        manifest = Manifest(preset.name, preset.repo, commit, files)
        try:
            write_manifest(part, manifest)
            _replace(folder, part)
        except OSError as error:
            raise _unwritable(folder, error) from error
        return manifest


def remove_damaged(folder: Path) -> list[str]:
    """Deletes the damaged files of a pulled model and returns their names; `pull` downloads only these again."""
    with _alone(folder):
        damaged = differing(folder)
        if damaged:
            try:
                for name in damaged:
                    (folder / name).unlink(missing_ok=True)
                _replace(part_of(folder), folder)
            except OSError as error:
                raise _unwritable(folder, error) from error
    return damaged


def _stated(preset: Preset, hub: DownloadSource) -> tuple[dict[str, ExpectedFile], str]:
    """Address, size and checksum of each file by its local name, and the commit."""
    wanted: dict[str, ExpectedFile] = {}
    commit = preset.revision
    for name, path in {**preset.files, **preset.more_files}.items():
        url = f"{hub.endpoint}/{preset.repo}/resolve/{preset.revision}/{urllib.parse.quote(path)}"
        headers = _head(url, hub, preset, path, needed=name in preset.files)
        if headers is None:
            continue
        tag = (headers.get("x-linked-etag") or headers.get("etag") or "").removeprefix("W/").strip('"').lower()
        size = headers.get("x-linked-size") or headers.get("content-length") or ""
        if len(tag) not in {40, 64} or not _DIGITS.issuperset(tag) or not size.isdecimal():
            raise ModelError(
                f"{hub.host} states no checksum or no size of {preset.repo}/{path}, so dowse cannot verify the file; "
                "set HF_ENDPOINT to another mirror"
            )
        wanted[name] = ExpectedFile(url, int(size), tag)
        commit = headers.get("x-repo-commit") or commit
    return wanted, commit


def _head(url: str, hub: DownloadSource, preset: Preset, path: str, *, needed: bool) -> Mapping[str, str] | None:
    """The headers of a file; None for a file that the hub does not have and the model does not need."""
    for left in reversed(range(_TRIES)):
        try:
            return hub.head(url)
        except StatusError as error:
            absent = error.status == 404 and error.headers.get("x-error-code", "EntryNotFound") == "EntryNotFound"
            if absent and not needed:
                return None
            if not left or (error.status < 500 and error.status != 429):
                raise _refused(error, hub, preset, path) from error
        except BROKEN_DOWNLOAD as error:
            if not left or is_permanent(error):
                raise _unreached(error, hub) from error
        hub.wait(2.0 ** (_TRIES - left))
    raise AssertionError("the last try ends the loop")


def _fetched(
    preset: Preset, wanted: Mapping[str, ExpectedFile], part: Path, hub: DownloadSource, progress: DownloadProgress
) -> dict[str, StoredFile]:
    """Downloads all files into the temporary folder, the largest last, so that a refusal shows at once."""
    total = sum(file.bytes for file in wanted.values())
    files: dict[str, StoredFile] = {}
    done = 0
    for name, file in sorted(wanted.items(), key=lambda item: item[1].bytes):
        path = part / name
        path.parent.mkdir(parents=True, exist_ok=True)
        before = done
        try:
            sha256 = fetch(file, path, hub, seen=lambda have, before=before: progress(before + have, total))  # type: ignore[misc]  # mypy has no type for a default of a lambda
        except StatusError as error:
            raise _refused(error, hub, preset, name) from error
        files[name] = StoredFile(sha256, file.bytes)
        done += file.bytes
    return files


def _make_room(part: Path, wanted: Mapping[str, ExpectedFile]) -> None:
    """Makes the temporary folder, deletes foreign files in it, and checks the free space on the disk."""
    try:
        part.mkdir(parents=True, exist_ok=True)
        for path in part.rglob("*"):
            if path.is_file() and path.relative_to(part).as_posix() not in wanted:
                path.unlink()
        there = sum((part / name).stat().st_size for name in wanted if (part / name).exists())
        free = shutil.disk_usage(part).free
    except OSError as error:
        raise _unwritable(part, error) from error
    missing = sum(file.bytes for file in wanted.values()) - there
    if missing > free:
        raise ModelError(
            f"{part.parent} has {free / 1e6:,.0f} MB free, and the download needs {missing / 1e6:,.0f} MB; free some "
            "space, or set DOWSE_MODELS to another folder"
        )


def _replace(folder: Path, by: Path) -> None:
    if folder.exists():
        shutil.rmtree(folder)
    by.replace(folder)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """A lock: one process at a time downloads the model."""
    import filelock  # noqa: PLC0415  # here, since it costs 45 ms and most commands download nothing

    lock = filelock.FileLock(folder.with_name(f"{folder.name}.lock"))
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        held = lock.acquire(timeout=0)
    except filelock.Timeout as error:
        raise ModelError(
            f"another process is downloading {folder.name} into {folder.parent}; wait until it is done"
        ) from error
    except OSError as error:
        raise _unwritable(folder.parent, error) from error
    with held:
        yield


def _unwritable(folder: Path, error: OSError) -> ModelError:
    return ModelError(f"cannot write {folder} ({error.strerror}); set DOWSE_MODELS to another folder")


def _refused(error: StatusError, hub: DownloadSource, preset: Preset, path: str) -> ModelError:
    file = f"{preset.repo}/{path}"
    match error.status, error.headers.get("x-error-code", ""):
        case ((401 | 403), _) if hub.token:
            return ModelError(
                f"{hub.host} does not allow HF_TOKEN to read {preset.repo} ({error.status}); accept the terms at "
                f"{hub.endpoint}/{preset.repo}, or set another token"
            )
        case ((401 | 403), _):
            return ModelError(
                f"{hub.host} requires a token for {preset.repo} ({error.status}); accept the terms at "
                f"{hub.endpoint}/{preset.repo} and set HF_TOKEN"
            )
        case 404, code:
            missing = {"RepoNotFound": preset.repo, "RevisionNotFound": f"{preset.repo} at {preset.revision}"}
            return ModelError(
                f"{hub.host} has no {missing.get(code, file)} (404); update dowse, which names the models"
            )
        case 407, _:
            return _proxy_refused(hub)
    return ModelError(f"{hub.host} does not send {file}: {failure(error)}; try again later")


def _unreached(error: Exception, hub: DownloadSource) -> ModelError:
    if isinstance(error, ProxyError) and error.status == 407:
        return _proxy_refused(hub)
    return ModelError(
        f"cannot reach {hub.host}: {failure(error)}; check the network and HTTPS_PROXY, or set HF_ENDPOINT to a mirror"
    )


def _proxy_refused(hub: DownloadSource) -> ModelError:
    return ModelError(f"the proxy for {hub.host} requires a password (407); add it to HTTPS_PROXY")
