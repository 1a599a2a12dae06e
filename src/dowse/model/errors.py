"""What can go wrong in a way that the user can mend. Each message says what, where and what to do."""


class DowseError(Exception):
    """Something the user can act on; doors print the message and exit with code 2."""


class VaultError(DowseError):
    """The folder cannot be searched: missing, not a folder, vanished, unreadable."""


class IndexDamagedError(DowseError):
    """The index file is not a readable database; it can be thrown away and built again."""


class IndexBusyError(DowseError):
    """Another process holds the index for writing, and waiting did not help."""


class StorageError(DowseError):
    """The index cannot be written: the disk is full or the folder is read-only."""


class RefError(DowseError):
    """A reference names nothing in the vault."""


class QueryError(DowseError):
    """A query has a mistake and the caller asked for strictness."""


class SettingsError(DowseError):
    """A settings file, a variable or an option says something that cannot be; the message says where."""


class CypherError(DowseError):
    """A Cypher query cannot be answered: it has a mistake, writes, takes too long, or graphqlite is missing."""
