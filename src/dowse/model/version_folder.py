"""The folders of the versions of a documentation.

Docusaurus keeps each version in a folder such as `versioned_docs/version-9.x`, and the version under work in `docs`.
"""

from __future__ import annotations

from typing import NamedTuple

from .lazy_pattern import lazy_pattern

DOCUMENTS_FOLDER = "docs"  # the folder of the documents of the version under work
VERSIONS_FOLDER = f"versioned_{DOCUMENTS_FOLDER}"  # the folder of the folders of versions
NAME_START = "version-"  # of the folder of a version
_FURTHER = r"[\w-]+_"  # before VERSIONS_FOLDER for further documents of a site, as in `community_versioned_docs`
_PATH = lazy_pattern(rf"((?:.*/)?)((?:{_FURTHER})?){VERSIONS_FOLDER}/{NAME_START}([^/]+)(?=/)")


class VersionFolder(NamedTuple):
    """A folder of a version, as a path names it."""

    path: str
    site: str  # the folder of the site, with `/` at its end; empty for the vault
    further: str  # the beginning of the name for further documents of a site; empty for those in `docs`
    label: str  # of the version: `9.x`


def version_folder_of(path: str) -> VersionFolder | None:
    """The folder of the version that the document at the path belongs to; None for a document of no version."""
    found = _PATH.match(path) if VERSIONS_FOLDER in path else None
    return VersionFolder(*found.group(0, 1, 2, 3)) if found else None
