"""Detect the programming language of a file: by its name, by its first line, or by its text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ...model.document import LANGUAGE, Head
from ...model.lazy_pattern import lazy_pattern
from .languages import LANGUAGES, NOTEBOOK_ENDING, LanguageSpec

_HEADER_TEXT = 200_000  # characters of a header file, or of `.m`, that are searched
_CPP_HEADER = lazy_pattern(
    r"^[ \t]*+(?:namespace\s+\w|inline namespace\b|template\s*<|class\s+\w[^;\n]*(?:[{:]|$)|using\s+[\w:]+\s*[=;]|"
    r"(?:public|private|protected):|enum[ \t]+(?:class|struct)[ \t]+\w|virtual[ \t]+[\w~][^\n]*[(;{]|"
    r"(?:static[ \t]+)?constexpr\b|struct[ \t]+\w+(?:[ \t]+final)?[ \t]*:[ \t]*[a-zA-Z_]"
    r"|#[ \t]*include[ \t]*<[a-z_]+>"  # those of C end in .h
    r"|(?!//|/?\*)[^\n]*?\b(?:std::\w|const[ \t]+[\w:]+[ \t]?&[ \t]?\w*[,)]))",
    re.MULTILINE,
)
_OBJECTIVE_C = lazy_pattern(
    r"^[ \t]*(?:#[ \t]*(?:(?:import|include)[ \t]*[<\"]|(?:define|ifn?def)[ \t]+[A-Z_]{2})|#(?:pragma|if)\b|//|/\*"
    r"|[-+][ \t]*\([\w \t*<>,:]+\)[ \t]*\w"
    r"|@(?:interface|implementation|protocol|property|end|class|import|synthesize|optional|required)\b)"
    r"|(?<!\w)@\"|\bNS[A-Z][a-z]\w+|\)[ \t]*\{[ \t]*$",
    re.MULTILINE,
)
_NOTEBOOK = lazy_pattern(r"\S{1,2} Jupyter notebook in (\S+)\n")  # of a notebook as a script
_SHEBANG = lazy_pattern(r"#!\s*(?:\S*/)?(?:env\s+(?:-\S+\s+|\w+=\S*\s+)*)?([^\s/]+?)[\d.]*(?:\s|$)")


def language_of(path: str, text: str = "") -> LanguageSpec | None:
    """The language of a file by its name, or else by the interpreter in the first line of its text.

    A header file `.h` is C++ if its text has what C lacks, such as a class, a namespace or `std::`, and `.m`
    Objective-C if it has a comment, a directive or a declaration of that language.  A notebook is in Python unless the
    script that is its text states another language.
    """
    name = path.rpartition("/")[2]
    ending = _ending(name)
    found = _BY_FILE_NAME.get(name) or _BY_ENDING.get(ending) or _BY_ENDING.get(ending.lower())
    if found is None and name.partition(".")[0] in _WITH_SUFFIX:
        found = _BY_FILE_NAME[name.partition(".")[0]]  # Dockerfile.dev
    if found is None and "." not in name.lstrip(".") and text.startswith("#!"):
        match = _SHEBANG.match(text[:200])
        found = _BY_INTERPRETER.get(match[1]) if match else None
    if ending.lower() == NOTEBOOK_ENDING:
        stated = _NOTEBOOK.match(text)
        return LANGUAGES.get(stated[1]) if stated else LANGUAGES["python"]
    if ending == ".h" and _CPP_HEADER.search(text, 0, _HEADER_TEXT):
        return LANGUAGES["cpp"]
    if ending == ".m" and _OBJECTIVE_C.search(text, 0, _HEADER_TEXT):
        return LANGUAGES["objectivec"]
    return found


def language_facts(path: str, language: LanguageSpec | None) -> Mapping[str, str]:
    """The fact LANGUAGE of a source file that is read as this language, unless its ending tells the language."""
    ending = _ending(path.rpartition("/")[2]).lower()
    if language is None or ending == NOTEBOOK_ENDING or ending.removeprefix(".") in language.extensions:
        return {}
    return {LANGUAGE: language.name}


def language_as_read(head: Head) -> LanguageSpec | None:
    """The language as which a source file was read."""
    return LANGUAGES.get(head.fact(LANGUAGE)) or language_of(head.path)


def _ending(name: str) -> str:
    stem, dot, ending = name.rpartition(".")
    return f".{ending}" if dot and stem else ""


def _by(keys: Iterable[tuple[str, LanguageSpec]]) -> dict[str, LanguageSpec]:
    found: dict[str, LanguageSpec] = {}
    for key, spec in keys:
        assert key not in found, f"{key} is of two languages"
        found[key] = spec
    return found


_BY_ENDING = _by((ending, spec) for spec in LANGUAGES.values() for ending in spec.endings)
_BY_FILE_NAME = _by((name, spec) for spec in LANGUAGES.values() for name in spec.file_names)
_BY_INTERPRETER = _by((name, spec) for spec in LANGUAGES.values() for name in spec.interpreters)
_WITH_SUFFIX = frozenset({"Dockerfile", "Containerfile", "Makefile", "Jenkinsfile"})
