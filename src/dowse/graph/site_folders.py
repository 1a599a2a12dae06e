"""The folders of a vault whose documents a site generator publishes, and what the paths in their links mean.

A generator resolves `[x](two.md)` by the path alone, and reports it as broken where Obsidian looks for the name.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, get_args

from ..model.document import Head
from ..model.lazy_pattern import lazy_pattern

SiteGenerator = Literal["mkdocs", "docusaurus"]
GENERATORS: tuple[SiteGenerator, ...] = get_args(SiteGenerator)
_LANGUAGE = lazy_pattern(r"[a-z]{2,3}(?:-[a-z]{2,4})?")  # the name of a folder with the documents in a language
_ORIGINAL = "en"  # the language of the original as a rule, without which no translation is shown
_TRANSLATED = "i18n"  # Docusaurus's folder of translations, which are published in the place of the originals


class SiteFolder(NamedTuple):
    """The folder with the documents of a site, folded; empty for the vault."""

    folder: str
    generator: SiteGenerator

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


def in_original_language(path: str, heads: Sequence[tuple[str, Head]]) -> list[Head]:
    """The document in English that a site shows for the path of a missing translation, among those with their folded
    paths: `docs/en/a.md` for `docs/de/a.md`.
    """
    return [head for own, head in heads if _is_translated(own.split("/"), path.split("/"))]


def _is_translated(original: Sequence[str], path: Sequence[str]) -> bool:
    """Whether the paths differ in one folder alone, which is that of the original and that of another language."""
    if len(path) != len(original) or path[-1] != original[-1]:
        return False
    differing = [pair for pair in zip(original, path, strict=True) if pair[0] != pair[1]]
    return len(differing) == 1 and differing[0][0] == _ORIGINAL and _LANGUAGE.fullmatch(differing[0][1]) is not None


def is_site_configuration(path: str) -> bool:
    """Whether the file configures a site, by its name."""
    name = path.rpartition("/")[2]
    return name in {"mkdocs.yml", "mkdocs.yaml"} or re.fullmatch(r"docusaurus\.config\.[cm]?[jt]s", name) is not None


def site_folder(path: str, text: str) -> tuple[str, SiteGenerator] | None:
    """The folder with the documents of the site that the file configures, relative to the vault, and its generator;
    None for a folder outside of the vault.
    """
    folder, _, name = path.rpartition("/")
    if not name.startswith("mkdocs"):
        return folder, "docusaurus"
    stated = re.search(r"(?m)^docs_dir:([^\n#]*)", text)
    written = stated[1].strip().strip("'\"").strip("/") if stated else ""
    inside = posixpath.normpath(posixpath.join(folder, written or "docs"))
    return None if f"{inside}/".startswith("../") else ("" if inside == "." else inside, "mkdocs")
