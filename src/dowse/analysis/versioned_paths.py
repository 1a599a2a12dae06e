"""Paths of pages in folders of versions, such as `5.1/sort.md` or `versioned_docs/version-9.x/sort.md`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from ..model.lazy_pattern import lazy_pattern
from ..model.version_folder import DOCUMENTS_FOLDER, NAME_START, VERSIONS_FOLDER, version_folder_of
from .version_numbers import VersionNumber, age, version_number

# 5.1, v2, version-1.x, 2.0rc1, v1beta1; a number alone may count anything, and another word says what it counts
# (1.Projects, 3.1.intro).  No versions without a word are dates (2023.07, 12.03.2023, 2023/19.3), numbers that are
# filled up with zeros (11.01), addresses (192.168.0.1) and ids of arXiv (2203.15556).
_STATE = r"(?:[.-]?(?i:alpha|beta|rc|dev|final|ga|release|[abcm](?=\d))(?:[.-]?\d+)?)?"
_FOLDER = lazy_pattern(
    rf"(?:(?<=/)|(?<=\n)|\A)(?:(?:v|version-|release-)(?=(\d+(?:\.(?:\d+|x))*{_STATE}/))"
    r"|(?!(?:19|20)\d\d\b|0\d|[\d.]*\.(?:0\d|(?:19|20)\d\d/)|\d+(?:\.\d+){3}/|\d{4}\.\d{4,5}/)(?<!\b(?:19|20)\d\d/)"
    rf"(?=(\d+(?:\.(?:\d+|x))+{_STATE}/)))"
)
_ARCHIVE = lazy_pattern(r"(?:(?<=/)|\A)(?:archived?|archives|old)/\Z")  # beside the newer versions
# i18n/de/docusaurus-plugin-content-docs/, which has the folders of the versions and that of the version under work
_TRANSLATIONS, _TRANSLATED_FOLDER = lazy_pattern(r"(?:\A|/)docusaurus-plugin-content-docs(?:-[\w-]+)?/\Z"), "current"
_WITH_DOT = lazy_pattern(r"\.[\w-]+/")
_OF_DOCUSAURUS = f"{VERSIONS_FOLDER}/{NAME_START}"
_BEGINNINGS = (*(f"{before}v{n}" for before in "/\n" for n in range(10)), "version-", "release-")


class VersionedPath(NamedTuple):
    """A path in a folder of a version."""

    home: str  # the folder with those of the versions, with its `/`; an archive counts as the folder that has it
    page: str  # the path below the folder of the version
    number: VersionNumber

    @property
    def under_work(self) -> str:
        """The path that the page has in the version under work, by the conventions of Docusaurus."""
        folder = _TRANSLATED_FOLDER if _TRANSLATIONS.search(self.home) else DOCUMENTS_FOLDER
        return f"{self.home}{folder}/{self.page}"


def may_be_versioned(paths: Iterable[str]) -> bool:
    """Whether a folder is named by a version; mostly there is none with a dot or such a beginning in its name."""
    listed = "\n".join(["", *paths])
    if _OF_DOCUSAURUS in listed:  # such as version-next
        return True
    may_be = _WITH_DOT.search(listed) or any(beginning in listed for beginning in _BEGINNINGS)  # in a tenth of the time
    return bool(may_be) and _FOLDER.search(listed) is not None


@lru_cache(4096)  # a search reads the paths of some hundred documents several times, most of them those of the last one
def versioned_path(path: str) -> VersionedPath | None:
    """The parts of the path, by the first folder that is named by a version; None without one."""
    if site := version_folder_of(path):
        home = site.path.removesuffix(f"{NAME_START}{site.label}") if site.further else site.site
        return VersionedPath(home, path[len(site.path) + 1 :], version_number(site.label.removeprefix("v")))
    found = _FOLDER.search(path)
    if found is None:
        return None
    number = found[1] or found[2]
    home, page = _ARCHIVE.sub("", path[: found.start()]), path[found.end() + len(number) :]
    return VersionedPath(home, page, version_number(number.removesuffix("/")))


def are_versions(one: str, other: str) -> bool:
    """Whether the paths are those of a page in two versions."""
    mine, its = versioned_path(one), versioned_path(other)
    if mine and its and mine[:2] == its[:2]:
        return True
    return (mine is not None and mine.under_work == other) or (its is not None and its.under_work == one)


def ages_by_path(paths: Collection[str]) -> Mapping[str, tuple[float, ...]]:
    """The ages of the pages in folders of versions, smaller for a newer version; none of several documentations."""
    versioned = {path: found for path in paths if (found := versioned_path(path))}
    if len({found.home for found in versioned.values()}) > 1:
        return {}
    return {path: age(found.number) for path, found in versioned.items()}
