"""Errors that a user can fix. Each message says what failed, where, and what to do."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the command line starts without numpy
    import numpy as np
    from numpy.typing import NDArray


class DowseError(Exception):
    """Something the user can act on; interfaces print the message and exit with code 2."""


class VaultError(DowseError):
    """The folder cannot be searched: missing, not a folder, vanished, unreadable."""


class MissingFolderError(VaultError):
    """The folder does not exist."""

    def __init__(self, folder: object, advice: str) -> None:
        super().__init__(f"there is no folder {folder}; {advice}")
        self._name = PurePath(str(folder)).name

    def beside_document(self, command: str) -> VaultError:
        """The error for a folder that may be the name of a document, for which there is the command."""
        is_near = not command or str(self).endswith("?")
        return self if is_near else VaultError(f"{self}; for a document write `{command} {shlex.quote(self._name)}`")

    @property
    def beside_query(self) -> VaultError:
        """The error for a folder that may be the second word of a query without quotes."""
        put = " Put" if str(self).endswith("?") else ", and put"
        return VaultError(f'{self}{put} a query of several words in quotes: `dowse search "two words" [FOLDER]`')


class IndexDamagedError(DowseError):
    """The index file is not a readable database; it can be thrown away and built again."""


class IndexBusyError(DowseError):
    """Another process, or with `is_own` another thread of this one, holds the write lock of the index, and waiting did
    not help.
    """

    def __init__(self, message: str, *, is_own: bool = False) -> None:
        super().__init__(message)
        self.is_own = is_own


class StorageError(DowseError):
    """The index cannot be written: the disk is full or the folder is read-only."""


class RefError(DowseError):
    """A reference names nothing in the vault."""


class QueryError(DowseError):
    """A request cannot be answered: an option is invalid, or a query has a syntax error in strict mode."""


class OptionError(QueryError):
    """An option of a request has an invalid type or value; `fault` continues a sentence that begins with its name."""

    def __init__(self, name: str, fault: str) -> None:
        super().__init__(f"{name} {fault}")
        self.name = name
        self.fault = fault


class SettingsError(DowseError):
    """A settings file, a variable or an option has an invalid value; the message names the place."""


class UnknownProfileError(SettingsError):
    """A request, a settings file or a variable names a profile that does not exist."""


class MissingPartError(SettingsError):
    """A profile names a part, such as a stage, that is neither built in nor in an installed package."""


class CypherError(DowseError):
    """A Cypher query cannot be answered: it has a mistake, writes, takes too long, or graphqlite is missing."""


class ModelError(DowseError):
    """A model that cannot be had, or that fails."""


class TextsRejectedError(ModelError):
    """A model accepted some of the texts and rejected others, because of their contents.

    `rows` are the vectors of the accepted texts, of L2 norm 1; `refused` has the reasons for the others.  Both are
    keyed by the index of the text in the input.
    """

    def __init__(self, message: str, *, rows: Mapping[int, NDArray[np.float32]], refused: Mapping[int, str]) -> None:
        super().__init__(message)
        self.rows = rows
        self.refused = refused
