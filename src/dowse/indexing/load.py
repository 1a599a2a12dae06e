"""Loads a file for the index: reads it, skips or parses it, and splits it into chunks."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from ..analysis.boilerplate import NO_BOILERPLATE, Boilerplate
from ..chunking.by_symbol import symbol_chunks
from ..chunking.chunker import Chunker
from ..filesystem.file_probe import has_entries
from ..filesystem.read import ONLINE_ONLY, read
from ..formats.detect import first_bytes, parse_file, refused
from ..formats.folder_kinds import KindRules
from ..formats.minhash import signed
from ..formats.plaintext.antora_attributes import Attributes, attributes_of
from ..model.errors import VaultError
from ..model.value_class import dataclass
from ..ports.indexed_document import FileStamp, IndexedDocument, SkippedFile
from .batches import Outcome
from .size_limit import most_bytes
from .title_migration import titled

_UNREADABLE = FileStamp(0, -1, "unreadable")


@dataclass(frozen=True, slots=True)
class DocumentLoader:
    """The files of the vault at `root`, one at a time.

    With `digests`, only files with these contents are loaded: another content was not checked against the scope.
    """

    root: Path
    chunker: Chunker
    kinds: KindRules = ()
    digests: Mapping[str, str] | None = None  # by path
    attributes: Mapping[str, Attributes] = field(default_factory=dict[str, Attributes])  # of components, by folder
    titles: Mapping[str, str] = field(default_factory=dict[str, str])  # of pages that state none, by path
    boilerplate: Boilerplate = NO_BOILERPLATE  # of the vault: no titles
    signs: bool = True  # whether documents get their signatures

    def __call__(self, path: str, known: FileStamp | None) -> Outcome:
        """The present file: parsed, skipped, unchanged since `known`, or None for a deleted file.

        Raises VaultError when the vault is missing or empty: it was moved or unmounted, and no file was deleted.
        """
        got = read(self.root, path, now=time.time(), most=most_bytes(path), first=first_bytes(path))
        if got is None:
            if not has_entries(self.root):
                raise VaultError(f"{self.root} was moved or unmounted while its files were read; the index is kept")
            return None
        if self.digests is not None and (isinstance(got, SkippedFile) or got.stamp.digest != self.digests.get(path)):
            return None
        if isinstance(got, SkippedFile):
            if got.why == ONLINE_ONLY and known is not None and known.size == got.stamp.size:
                modified = got.stamp.mtime_ns / 1e9  # what is indexed stays
                return got.stamp._replace(digest=known.digest, modified=modified) if known.digest else known
            return known if known == _UNREADABLE else SkippedFile(path, got.why, _UNREADABLE)
        if known is not None and known.digest == got.stamp.digest:
            return got.stamp._replace(modified=got.modified)
        if why := refused(path, got.data):
            return SkippedFile(path, why, got.stamp)
        given = attributes_of(path, self.attributes) if self.attributes else {}
        parsed = parse_file(
            path,
            got.data,
            modified=got.modified,
            kinds=self.kinds,
            attributes=given,
            title=self.titles.get(path, ""),
        )
        document = titled(parsed, self.boilerplate)
        chunks = symbol_chunks(document) if document.is_source else self.chunker(document)
        return IndexedDocument(signed(document) if self.signs else document, got.stamp, chunks)
