"""Why a file of the vault is not a document, for a reference that names the file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import PurePosixPath

from ..filesystem.walk import exclusion
from ..formats.detect import is_read
from ..formats.registry import HAS_PDF_EXTRA, PDF_EXTRA, is_pdf
from ..model.errors import RefError, VaultError
from .sessions.vault_session import VaultSession

_BY_PATH = "the file is found by its path alone"


@contextmanager
def explaining_files(vault: VaultSession, ref: str) -> Iterator[None]:
    """Turns the error for an unknown reference into one with the reason, if the vault has a file of that path."""
    try:
        yield
    except RefError as error:
        for path in _paths(ref):
            if why := _reason(vault, path):
                raise RefError(f"{path} is in the vault and not indexed: {why}") from error
        raise


def _paths(ref: str) -> Iterator[str]:
    """The paths that the reference may mean, relative to the vault."""
    text = ref.strip().removeprefix("[[").removesuffix("]]").removeprefix("./")
    for name in dict.fromkeys((text, text.partition("#")[0])):
        parts = PurePosixPath(name).parts
        if parts and "\0" not in name and not {"..", "/"}.intersection(parts):
            yield from ("/".join(parts), f"{'/'.join(parts)}.md")


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
        return f"dowse reads no text of such files; {_BY_PATH}"
    is_document = vault.peek(lambda reader: bool(reader.heads((path,))))
    return "" if is_document else "dowse has not read it yet; ask again after the index is updated"
