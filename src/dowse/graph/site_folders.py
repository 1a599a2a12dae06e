"""The folders of a vault whose documents a site generator publishes, and what the paths in their links mean.

A generator resolves `[x](two.md)` by the path alone, and reports it as broken where Obsidian looks for the name.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, get_args

from ..model.lazy_pattern import lazy_pattern
from ..model.version_folder import DOCUMENTS_FOLDER, NAME_START, VERSIONS_FOLDER

SiteGenerator = Literal["mkdocs", "docusaurus", "starlight"]
GENERATORS: tuple[SiteGenerator, ...] = get_args(SiteGenerator)
_TRANSLATED = "i18n"  # Docusaurus's folder of translations, which are published in the place of the originals
_VERSIONS = "versions.json"  # Docusaurus's list of the labels of versions, the newest first
_UNDER_WORK = "current"  # Docusaurus's name of the version in `docs`
_RELEASED = lazy_pattern(r"""\blastVersion:\s{0,9}["']([^"'\n]{1,99})["']""")
_ELSEWHERE = lazy_pattern(r"""\bpath:\s{0,9}["']((?:\.\./){1,9}[^"'\n]{1,200})["']""")  # a folder of documents
_STARLIGHT = lazy_pattern(r"\bstarlight\(")
_OF_STARLIGHT = "src/content/docs"  # the folder of the documents
# Plugins of MkDocs that look for the name of a file, as Obsidian does.
_BY_NAME = lazy_pattern(r"""(?m)^[ \t]*+(?:-[ \t]*+)?["']?(?:ezlinks|roamlinks|obsidian-bridge)["']?[ \t]*+(?::|$)""")


class SiteFolder(NamedTuple):
    """A folder with documents of a site; the paths are folded, and empty for the vault."""

    folder: str
    generator: SiteGenerator
    released: str = ""  # the folder of the version at `/docs/`, if `docs` is a newer one, at `/docs/next/`
    outside_of: str = ""  # the folder of the configuration, if it lies elsewhere

    @property
    def is_by_path(self) -> bool:
        """Whether the generator reads a link to a file as a path; Starlight publishes addresses alone."""
        return self.generator != "starlight"

    @property
    def home(self) -> str:
        """The folder of the site, which has a folder for each first part of its addresses."""
        return self.outside_of or self.folder

    def bases(self, folder: str) -> Iterator[str]:
        """The folders to which a path in a document of the folder may be relative, besides this one."""
        if self.generator == "docusaurus":
            yield self.folder
            inside = folder[len(self.folder) :].strip("/").partition("/")[0]
            yield f"{self.folder}/{inside}".strip("/")


def site_of(folder: str, sites: Iterable[SiteFolder]) -> SiteFolder | None:
    """The innermost site that the folder, folded, belongs to; none for a translation of Docusaurus."""
    around = [site for site in sites if not site.folder or f"{folder}/".startswith(f"{site.folder}/")]
    found = max(around, key=lambda site: len(site.folder), default=None)
    if found and found.generator == "docusaurus" and _TRANSLATED in folder[len(found.folder) :].split("/"):
        return None
    return found


def is_site_configuration(path: str) -> bool:
    """Whether the file configures a site, by its name."""
    name = path.rpartition("/")[2]
    return name in {"mkdocs.yml", "mkdocs.yaml", _VERSIONS} or _is_docusaurus(name) or _is_astro(name)


def versions_file(path: str) -> str:
    """The file that lists the versions of the site that the file configures; empty for none."""
    folder, found, name = path.rpartition("/")
    return f"{folder}{found}{_VERSIONS}" if _is_docusaurus(name) else ""


def site_folders(path: str, text: str, versions: str = "") -> list[SiteFolder]:
    """The folders with the documents of the site that the file configures, relative to the vault and not folded; none
    outside of the vault, and none where a plugin looks for names.

    `versions` is the text of its `versions_file`.
    """
    folder, _, name = path.rpartition("/")
    if _is_docusaurus(name):
        released = _released(folder, text, versions)
        stated_folders = (posixpath.normpath(posixpath.join(folder, each)) for each in _ELSEWHERE.findall(text))
        outside = [each for each in dict.fromkeys(stated_folders) if _is_beside(each, folder)]
        return [
            SiteFolder(each, "docusaurus", released, folder if each != folder else "") for each in (folder, *outside)
        ]
    if _is_astro(name):
        pages = posixpath.join(folder, _OF_STARLIGHT)
        return [SiteFolder(pages, "starlight")] if _STARLIGHT.search(text) else []
    if name == _VERSIONS or _BY_NAME.search(text):
        return []
    stated = re.search(r"(?m)^docs_dir:([^\n#]*)", text)
    written = stated[1].strip().strip("'\"").strip("/") if stated else ""
    inside = posixpath.normpath(posixpath.join(folder, written or "docs"))
    return [] if f"{inside}/".startswith("../") else [SiteFolder("" if inside == "." else inside, "mkdocs")]


def _is_beside(path: str, folder: str) -> bool:
    """Whether the normal path of a folder is in the vault, and the other folder not inside of it."""
    return not path.startswith(".") and not f"{folder}/".startswith(f"{path}/")


def _is_docusaurus(name: str) -> bool:
    return re.fullmatch(r"docusaurus\.config\.[cm]?[jt]s", name) is not None


def _is_astro(name: str) -> bool:
    return re.fullmatch(r"astro\.config\.(?:[cm]?[jt]s)", name) is not None


def _released(folder: str, text: str, versions: str) -> str:
    """The folder of the version that a site of Docusaurus publishes at `/docs/`; empty if that is the one in `docs`."""
    try:
        listed: object = json.loads(versions or "[]")
    except (ValueError, RecursionError):
        listed = []
    labels = [each for each in listed if isinstance(each, str)] if isinstance(listed, list) else []
    stated = _RELEASED.search(text)
    label = stated[1] if stated else next(iter(labels), _UNDER_WORK)
    if label == _UNDER_WORK or label not in labels:
        return ""
    return posixpath.join(folder, VERSIONS_FOLDER, f"{NAME_START}{label}")


def current_target(target: str, site: SiteFolder) -> str:
    """The folded target from the root of the site without the address of the version under work, `/docs/next/`."""
    start = f"/{DOCUMENTS_FOLDER}/"
    return (
        start + target.removeprefix(f"{start}next/") if site.released and target.startswith(f"{start}next/") else target
    )


def released_page(address: str, site: SiteFolder) -> str:
    """The page address of the released version that the tidy address from the root means; empty for none."""
    start = f"{DOCUMENTS_FOLDER}/"
    return f"{site.released}/{address.removeprefix(start)}" if site.released and address.startswith(start) else ""
