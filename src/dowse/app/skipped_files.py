"""Why a file of the vault is not a document, for a reference that names the file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain, islice
from pathlib import Path, PurePath, PurePosixPath
from stat import S_ISDIR

from ..analysis.folding import name_key
from ..filesystem.file_probe import probed_paths
from ..filesystem.walk import exclusion
from ..formats.detect import is_read
from ..formats.lazy_formats import RawFile
from ..formats.registry import HAS_PDF_EXTRA, PDF_EXTRA, format_of, is_pdf
from ..model.errors import RefError, VaultError
from ..ports.storage import Snapshot
from ..query.select import path_key
from .sessions.vault_session import VaultSession

_MOST_TITLES = 200  # files that are read for their titles
_TITLE_BYTES = 64 * 1024  # of each
_BY_PATH = "the file is found by its path alone"


@contextmanager
def explaining_files(vault: VaultSession, ref: str) -> Iterator[None]:
    """Turns the error for an unknown reference into one with the reason, if the vault has a file of that path, of that
    name or with that title.
    """
    try:
        yield
    except RefError as error:
        for path in () if vault.files.is_scoped else paths_in(ref):
            if folder := _closed_folder(vault.root, path):
                raise RefError(f"{path} is unknown: the folder {folder} cannot be read (permission denied)") from error
        for path in chain(paths_in(ref), _named(vault, ref)):
            if why := _reason(vault, path):
                raise RefError(f"{path} is in the vault and not indexed: {why}") from error
        for path in paths_in(ref):
            if vault.files.folder_exclusion(path) == "" and not vault.peek(partial(_has_documents, path)):
                raise RefError(f"{path} is a folder in which no document is indexed") from error
        raise


def paths_in(ref: str) -> Iterator[str]:
    """The paths that the reference may mean, relative to the vault."""
    text = ref.strip().removeprefix("[[").removesuffix("]]").removeprefix("./")
    for name in dict.fromkeys((text, text.partition("#")[0])):
        parts = PurePosixPath(name).parts
        if parts and "\0" not in name and not {"..", "/"}.intersection(parts):
            yield from ("/".join(parts), f"{'/'.join(parts)}.md")


def _has_documents(folder: str, reader: Snapshot) -> bool:
    return bool(reader.inside((path_key(folder),)))


def _closed_folder(root: Path, path: str) -> str:
    """The first folder of the path that cannot be listed for want of permission; empty without one.

    The search ends at a symbolic link, which may lead out of the vault.
    """
    for folder in reversed(PurePosixPath(path).parents[:-1]):
        try:
            if not S_ISDIR((root / folder).lstat().st_mode):
                return ""
            os.scandir(root / folder).close()
        except PermissionError:
            return folder.as_posix()
        except OSError:
            return ""
    return ""


def _named(vault: VaultSession, ref: str) -> Iterator[str]:
    """The paths of the files that are no documents and have the name, or a title that is the reference."""
    name = name_key(ref.strip().removeprefix("[[").removesuffix("]]").partition("#")[0])
    if vault.files.is_scoped or not name:
        return
    documents = vault.engine.known()
    others = [path for path in probed_paths(vault.root) if path not in documents]
    yield from (path for path in others if name in {name_key(path.rpartition("/")[2]), name_key(PurePath(path).stem)})
    titled = (path for path in others if (spec := format_of(path)) and spec.kind != "code" and not spec.is_rendered)
    yield from (path for path in islice(titled, _MOST_TITLES) if name_key(_title(vault.root / path, path)) == name)


def _title(file: Path, path: str) -> str:
    """The title in the beginning of a file; empty if the file cannot be read."""
    spec = format_of(path)
    try:
        with file.open("rb") as opened:
            data = opened.read(_TITLE_BYTES)
    except OSError:
        return ""
    return "" if spec is None or spec.sniff(data) else spec.parse(RawFile(path, data, 0.0, "")).head.title


def _reason(vault: VaultSession, path: str) -> str:
    """Why the file is not indexed; empty where there is none, or none that the clients of a server may know of."""
    if vault.files.is_scoped:
        return ""
    rules = vault.settings.files
    why = exclusion(vault.root, path, ignoring=rules.ignored)
    if why or why is None:
        return why or ""
    with suppress(VaultError):
        skipped = dict((*vault.files.documents().skipped, *vault.engine.troubles()[0]))
        if path in skipped:
            return f"{skipped[path]}; {_BY_PATH}"
    if is_pdf(path) and not HAS_PDF_EXTRA:
        return f"`pip install '{PDF_EXTRA}'` adds the text of PDFs"
    if not is_read(path, rules.kinds):
        named = f'"{path}"' if re.search(r"\s", path) else path
        return f"dowse reads no text of such files; {_BY_PATH}; links:{named} finds the documents that link to it"
    is_document = vault.peek(lambda reader: bool(reader.heads((path,))))
    return "" if is_document else "dowse has not read it yet; ask again after the index is updated"
