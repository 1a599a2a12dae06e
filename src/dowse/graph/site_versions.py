"""Links to the versions of the documents of a site.

Docusaurus publishes them at `/docs/9.x/…`, or under the path in its configuration, which is as a rule the number:
`/docs/v9/…`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..analysis.folding import fold
from ..model.document import Head
from ..model.lazy_pattern import lazy_pattern
from ..model.version_folder import NAME_START, VERSIONS_FOLDER, version_folder_of

# Parts of a label that it has in an address, or in the folder, alone.
_OPTIONAL = lazy_pattern(r"\Av(?=\d)|(?<!\.x)(?:\.x)++\Z")
_LABEL = lazy_pattern(r"v?\d[\w.-]*")


def version_folder(path: str) -> str:
    """The folder of the version that the document at the path belongs to, folded; empty for none."""
    found = version_folder_of(fold(path)) if VERSIONS_FOLDER in path else None
    return found.path if found else ""


def version_folders(heads: Iterable[Head]) -> tuple[str, ...]:
    """The folders of the versions that the documents belong to."""
    return tuple(sorted({folder for head in heads if (folder := version_folder(head.path))}))


def is_version_folder(path: str) -> bool:
    """Whether the folded path is the folder of a version."""
    return version_folder(f"{path}/") == path != ""


def labels_of(name: str) -> tuple[str, ...]:
    """The labels that a version has in addresses and in names of folders, by one of them: `9.x`, `9`, `v9`, …

    None for a name that is no label of a version.
    """
    label = name.removeprefix(NAME_START)
    if label == name and not _LABEL.fullmatch(label):
        return ()
    number = _number(label)
    return tuple(dict.fromkeys((label, number, f"v{number}", f"{number}.x", f"v{number}.x")))


def folder_names(label: str) -> tuple[str, ...]:
    """The names of folders of the version with the label in an address."""
    return tuple(f"{NAME_START}{each}" for each in labels_of(label))


def paths_in_version(address: str, folder: str, versions: Sequence[str]) -> tuple[str, ...]:
    """The pages that the tidy address with the label of a version means, such as `docs/v9/context`.

    A site with the versions that is around the folder of the link counts before others.
    """
    parts = address.split("/")
    for n, label in enumerate(parts):
        if not _LABEL.fullmatch(label):
            continue
        found = [each for each in versions if _number(each.rpartition(f"/{NAME_START}")[2]) == _number(label)]
        own = [each for each in found if f"{folder}/".startswith(_site_of(each))]
        if found:
            return tuple("/".join((each, *parts[n + 1 :])) for each in own or found)
    return ()


def in_version(found: Sequence[Head], version: str) -> Sequence[Head]:
    """The documents of the version."""
    return [head for head in found if version_folder(head.path) == version]


def current_first(found: Sequence[Head], version: str) -> Sequence[Head]:
    """The documents without those of old versions, for a link in a document of none, if any are left."""
    if version or len(found) < 2:
        return found
    return [head for head in found if not version_folder(head.path)] or found


def _site_of(version: str) -> str:
    """The folder of the site with that folder of a version, with `/` at its end; empty for the vault."""
    site, found, _ = version.rpartition("/")[0].rpartition("/")
    return site + found


def _number(label: str) -> str:
    return _OPTIONAL.sub("", label)
