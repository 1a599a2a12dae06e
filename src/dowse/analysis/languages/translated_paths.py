"""Paths which say in which language a page is written: `docs/de/page.md`, `docs.de/page.md`, `page.fr.md`."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from ...model.lazy_pattern import lazy_pattern
from ...model.version_folder import DOCUMENTS_FOLDER, VERSIONS_FOLDER

# Whether a code tells a language: "sure" alone, "likely" beside another one, as `de` may be a country, and "vague"
# beside a sure one, as `it` is a word.
_Certainty = Literal["sure", "likely", "vague"]

ORIGINAL = "en"  # the language of the original, as a rule
_SURE = frozenset(("en", "ja", "zh"))
_LIKELY = frozenset(("cn", "de", "es", "fr", "jp", "ko", "kr", "nl", "pl", "pt", "ru", "tr", "uk"))
_OTHERS = """
    ar az bg bn bs ca cs da el et eu fa fi gl he hi hr hu hy id it ka kk km kn lo lt lv mk mn mr nb ne nn no ro si sk
    sl sq sr sv ta te th tw ur uz vi
"""
_LANGUAGES = _SURE | _LIKELY | frozenset(_OTHERS.split())
_BESIDE_ORIGINALS = _LANGUAGES | {"be", "is", "ml", "my"}  # a folder `ml` alone is one of machine learning
_SAME = {"cn": "zh", "jp": "ja", "kr": "ko", "nb": "no", "nn": "no", "tw": "zh"}  # codes of countries and variants
_WORDS = frozenset(("he", "hi", "id", "it", "no"))  # which a hyphen may join to another word: `no-in`
_LISTED_REGIONS = """
    419 ae ar at au be bg br ca ch cl cn co cyrl cz de dk ee eg es fi fr gb gr hans hant hk hr hu id il in ir it jp kr
    latn lt lv mx nl no pl pt ro rs ru sa se sg si sk th tr tw ua us vn
"""
_REGIONS = frozenset(_LISTED_REGIONS.split())
_OWN_REGIONS = frozenset(("he-il", "hi-in", "id-id", "it-it", "no-no"))
_FOLDERS_OF_LANGUAGES = frozenset(("i18n", "l10n", "locale", "locales", "translations"))
_INDEX_NAMES = frozenset(("_index", "index", "readme"))
# `page.de.md`, and of a name in capital letters or with a region `README-de.md`, `page_zh-CN.md`.
_ENDING = lazy_pattern(r"(?s)(.+?)([._-])([A-Za-z]{2}(?:[-_][A-Za-z0-9]{2,4})?)(\.[A-Za-z]{2,8})")
# A folder beside that of the originals: `docs.de/`, `docs-zh-CN/`.
_NAMED_FOLDER = lazy_pattern(r"(?<=[^/._-])[._-]([A-Za-z]{2}(?:[-_][A-Za-z0-9]{2,4})?)(?=/)")
# Docusaurus's translations of `docs`, of its versions and of `blog`.
_PLUGIN = lazy_pattern(r"docusaurus-plugin-content-(docs|blog)(?:-([\w-]+))?/(?:(current|version-[^/]+)/)?")
# Texts of a program in a language: in a folder of such, in one of Android or Apple, or in a format for them.
_TEXTS = lazy_pattern(
    r"(?:(?:^|/)(?:_?locales?|i18n|l10n|translations|resources/lang)/(?:[^/]+/)*?(?:[^/]*?(?=[._]))??"
    r"|(?:^|/)values(?=-.*\.xml$)|(?:^|/)(?=[\w-]+\.lproj/)|[^/](?=[._][\w-]+\.(?:arb|po|properties|resx|strings)$))"
    r"([-._]?([A-Za-z]{2}(?:[-_]r?[A-Za-z0-9]{2,4})?))(?=/|\.[A-Za-z]{2,10}(?:/|$))"
)


class TranslatedTexts(NamedTuple):
    """A file with texts of a program in a language, as its path says."""

    page: str  # the path without the code, which may not exist
    language: str  # the code without region, lower-case


class Translation(NamedTuple):
    """A page in a language, as its path says."""

    page: str  # the path of the page in the language that needs no code, which may not exist
    home: str  # the folder with the languages; pages of one home are translations of each other
    language: str  # the code without region, lower-case
    certainty: _Certainty
    is_index: bool  # whether it is the page of the folder of the language, as the one above may be that of its folder


@lru_cache(4096)  # a search reads the paths of some hundred documents, most of them those of the search before
def translations_at(path: str) -> tuple[Translation, ...]:
    """What the path may say of a translation; a path with two codes may mean two pages."""
    return (*_by_folder(path), *_by_end_of_folder(path), *_by_ending(path))


@lru_cache(4096)  # as above
def texts_of_program(path: str) -> TranslatedTexts | None:
    """What the path says of texts of a program, such as `locales/de.json`; None for another file."""
    found = _TEXTS.search(path)
    language = _language(found[2].replace("-r", "-")) if found else ""
    return TranslatedTexts(path[: found.start(1)] + path[found.end(1) :], language) if found and language else None


def are_translations(path: str, other: str) -> bool:
    """Whether the paths name one page in two languages."""
    return path != other and not pages_at(path).isdisjoint(pages_at(other))


def pages_at(path: str) -> frozenset[str]:
    """The path, and those that the page may have in the language that needs no code."""
    return frozenset((path, *(each.page for each in translations_at(path))))


def _by_folder(path: str) -> Iterator[Translation]:
    *folders, name = path.split("/")
    for n, folder in enumerate(folders):
        if len(folder) > 7 or not (language := _language(folder)):
            continue
        above, rest = folders[:n], "/".join((*folders[n + 1 :], name))
        certainty = _certainty(folder)
        if above and above[-1].lower() in _FOLDERS_OF_LANGUAGES:
            certainty = "sure"
            if found := _PLUGIN.match(rest):
                above, rest = above[:-1], _published(*found.group(1, 2, 3)) + rest[found.end() :]
        home = "/".join(folders[:n])
        page = "/".join((*above, rest))
        is_index = n == len(folders) - 1 and name.partition(".")[0].lower() in _INDEX_NAMES
        yield Translation(page, f"{home}/", language, certainty, is_index)


def _by_end_of_folder(path: str) -> Iterator[Translation]:
    for found in _NAMED_FOLDER.finditer(path):
        if language := _language(found[1], _BESIDE_ORIGINALS):
            originals = path[: found.start()]
            yield Translation(
                originals + path[found.end() :], f"{originals}/", language, _certainty(found[1]), is_index=False
            )


def _by_ending(path: str) -> Iterator[Translation]:
    folder, slash, name = path.rpartition("/")
    found = _ENDING.fullmatch(name)
    if not found or not (language := _language(found[3])):
        return
    is_named = found[1].isupper() or found[1].lower() in _INDEX_NAMES
    if not is_named and found[2] != "." and len(found[3]) == 2:
        return
    certainty = _certainty(found[3])
    if is_named and certainty == "likely":
        certainty = "sure"
    yield Translation(f"{folder}{slash}{found[1]}{found[4]}", folder, language, certainty, False)


def _language(name: str, among: Container[str] = _LANGUAGES) -> str:
    """The language of a code, among these; empty for a name that is none."""
    code, _, region = name.lower().replace("_", "-").partition("-")
    if code not in among or (region and region not in _REGIONS):
        return ""
    if region and code in _WORDS and f"{code}-{region}" not in _OWN_REGIONS:
        return ""
    return _SAME.get(code, code)


def _certainty(code: str) -> _Certainty:
    if len(code) > 2 or code.lower() in _SURE:
        return "sure"
    return "likely" if code.lower() in _LIKELY else "vague"


def _published(kind: str, further: str | None, version: str | None) -> str:
    """The folder of the originals that a plugin of Docusaurus translates, with `/` at its end."""
    if kind == "blog":
        return f"{further or 'blog'}/"
    if version in {None, "current"}:
        return f"{further or DOCUMENTS_FOLDER}/"
    return f"{f'{further}_' if further else ''}{VERSIONS_FOLDER}/{version}/"
