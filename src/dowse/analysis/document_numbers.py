"""The numbers of documents in a series, such as `0007-use-postgres.md`, `rfc-2119.txt` or `2238-probes/README.md`, and
the parts of a query that mean one: "ADR 7", `SE-0302`, "what does RFC 2119 say".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..model.lazy_pattern import lazy_pattern
from .dates.query_dates import query_dates
from .folding import fold
from .languages.stopwords import STOP_WORDS
from .tokens import stem, words

_MOST_DIGITS = 6
_MOST_PADDED = 5  # digits of a number with zeros before it
_LETTERS = r"[^\W\d_]{2,12}"
_NO_LETTER = r"(?<![^\W\d_])"
_IN_QUERY = lazy_pattern(
    rf"(?<![\w./@-])({_LETTERS})(?:[-_\u2010\u2013]?|\s*#|\.?\s+(?:#|(?:number|n[or]\.?)\s*)?)"
    rf"([0-9]{{1,{_MOST_DIGITS}}})(?![\w/@%°]|[-.:,]\w)"
)
LEAST_DIGITS = 3  # as the name has them; one or two are often the place in an order, and in a text those of a version
_ALONE = lazy_pattern(rf"\s*#?([0-9]{{1,{_MOST_DIGITS}}})\s*")
_CHAPTER = lazy_pattern(r"第\s?([0-9]{1,3})\s?章")
_RECORD = lazy_pattern(r"\bdecision records?\b")
# No date, version or part of a chapter: `2024-01-31`, `2024-W05`, `1.2`, `ch02-01`; but `ch02-00`, its first page.
_OF_NAME = lazy_pattern(
    rf"(?:({_LETTERS})[-_ .]?)?([0-9]{{1,{_MOST_DIGITS}}})(?:[-_ .](?:00[-_ .])?(?![wq]?\d).*)?", re.DOTALL
)
FOLDER_NOTES = ("readme", "index")  # or `_index`
_OTHERWISE = {"chapter": "ch", "ch": "chapter"}  # as the names of files have it
_SAME = {"adr": "decision", "decision": "adr"}
SERIES = frozenset({"adr", "bip", "eip", "jep", "kep", "pep", "rfc"})  # whose folder may be the vault itself
_PLURALS = {f"{letters}s": letters for letters in SERIES}
_OF_ANYTHING = frozenset({"content", "doc", "file", "note", "page", "text"})  # folders that are no series
_YEARS = range(1900, 2100)


class DocumentNumber(NamedTuple):
    """What a query calls a document by: `adr` and 7."""

    letters: str  # folded; empty for a number that is the whole query
    number: int
    is_alone: bool = True  # but for stop words


class NumberedName(NamedTuple):
    """The number with which the name of a document begins, or that of its folder for the page of a folder."""

    letters: str  # before the number; mostly empty
    digits: str

    @property
    def number(self) -> int:
        """The number, whatever zeros are before it."""
        return int(self.digits)


def document_numbers(text: str) -> tuple[DocumentNumber, ...]:
    """The parts of a query that may be the numbers of documents, each once, in order.

    A date is none, "march 2024", and no year is inside a longer query: "budget 2024 travel costs".
    """
    if not any(map(str.isdigit, text)):
        return ()
    if alone := _ALONE.fullmatch(text):
        return (DocumentNumber("", int(alone[1])),)
    folded = _RECORD.sub("decision", fold(_CHAPTER.sub(r" chapter \1 ", _without_dates(text))))
    is_alone = STOP_WORDS.issuperset(words(_IN_QUERY.sub(" ", folded)))
    found = (
        DocumentNumber(letters, int(part[2]), is_alone)
        for part in _IN_QUERY.finditer(folded)
        for called in (_PLURALS.get(part[1], part[1]),)
        if called not in STOP_WORDS and (is_alone or called in SERIES or not _is_year(part))
        for letters in (called, _OTHERWISE.get(called, ""))
        if letters
    )
    return tuple(dict.fromkeys(found))


def _without_dates(text: str) -> str:
    for _, written in query_dates(text):
        text = text.replace(written, " ")
    return text


def _is_year(part: re.Match[str]) -> bool:
    return part.string[part.end(1) : part.start(2)].isspace() and int(part[2]) in _YEARS


def is_number(text: str) -> bool:
    """Whether the whole text is one: `ADR-7`, `0302`."""
    return bool(_ALONE.fullmatch(text) or _IN_QUERY.fullmatch(fold(text)) or _CHAPTER.fullmatch(text))


def numbered_name(path: str) -> NumberedName | None:
    """The number of the document with this path; None without one."""
    _, base = _place(path)
    found = _OF_NAME.fullmatch(base)
    return NumberedName(found[1] or "", found[2]) if found else None


def _place(path: str) -> tuple[list[str], str]:
    """The folders, and the name without its ending; the page of a folder has the name of that."""
    *folders, file = fold(path).split("/")
    name = file.rpartition(".")[0] or file
    return (folders[:-1], folders[-1]) if folders and name.removeprefix("_") in FOLDER_NOTES else (folders, name)


def is_called(asked: DocumentNumber, name: NumberedName, path: str) -> bool:
    """Whether the letters are those of the name, `adr-7.md`, or of a folder, `docs/decisions/0007-use-postgres.md` by
    "decision" and "adr".

    A number of one or two digits must be all that the query says, but for that of a common series in the name: "python
    3 functions" means no `python/3-classes.md` and no `python-3.md`.
    """
    is_short = len(name.digits) < LEAST_DIGITS and not asked.is_alone
    if asked.letters == name.letters:
        return not is_short or asked.letters in SERIES
    return not is_short and any(_calling(asked, path))


def may_be_version(asked: DocumentNumber, name: NumberedName, path: str) -> bool:
    """Whether the number is short and the letters are those of a folder that is no plural: "python 3" is called so,
    `python/3-classes.md`, and is a version, too; "lesson 3" is none of `lessons`.
    """
    if len(name.digits) >= LEAST_DIGITS or asked.letters == name.letters or asked.letters in SERIES:
        return False
    return set(_calling(asked, path)) <= {asked.letters}


def _calling(asked: DocumentNumber, path: str) -> Iterator[str]:
    """The words of folders that call their documents so: the last word of a name if it is a plural, `first-lessons`,
    and the name of the next folder; of common series any word, `adr-log`.
    """
    wanted = {stem(asked.letters), stem(_SAME.get(asked.letters, asked.letters))}
    is_common = asked.letters in SERIES or asked.letters in _SAME
    if not wanted.isdisjoint(_OF_ANYTHING):
        return
    for distance, folder in enumerate(reversed(_place(path)[0])):
        in_order = list(words(folder))
        for word in in_order if is_common else in_order[-1:]:
            is_whole = not distance and len(in_order) == 1
            if stem(word) in wanted and (is_common or is_whole or word != asked.letters):
                yield word


def states_number(asked: DocumentNumber, text: str) -> bool:
    """Whether the text has the number as it is asked for: `SE-0302`, `RFC 2119`, `rfcs#2094`, `rfcs/pull/2094`.

    Behind a blank, a number of one or two digits is one of a version, as is a year: "Swift 3", "Rust 2018".
    """
    may_be_other = asked.letters not in SERIES and (len(str(asked.number)) < LEAST_DIGITS or asked.number in _YEARS)
    joint = "[-_#.:]" if may_be_other else "[-_ #.:]"
    form = rf"{_NO_LETTER}{asked.letters}s?(?:{joint}{{0,2}}|/(?:(?:pull|issues)/)?)0*{asked.number}(?![0-9])"
    return re.search(form, fold(text)) is not None


def states_series(asked: DocumentNumber, name: NumberedName, text: str) -> bool:
    """Whether the text has the letters of a common series, or of another one with a number of as many digits as that of
    the name: `MSC1219` in `1946-storage.md`.  A record of a decision has that in a heading.
    """
    letters = asked.letters
    if letters in SERIES:
        form = rf"{_NO_LETTER}{letters}s?(?![^\W\d_])"
        form += rf"|(?m:^#.*\b{_SAME[letters]})" if letters in _SAME else ""
    elif asked.number in _YEARS:
        return False
    else:
        form = rf"{_NO_LETTER}{letters}[-_#]?[0-9]{{{len(name.digits)}}}(?![0-9])"
    return re.search(form, fold(text)) is not None


def file_patterns(asked: DocumentNumber) -> tuple[str, ...]:
    """Patterns of the filter `file:` for the documents with this number by their own names, and by those of folders: of
    the latter one that is compared in a tenth of the time comes first.
    """
    digits = str(asked.number)
    forms = ",".join(digits.zfill(width) for width in range(len(digits), max(_MOST_PADDED, len(digits) + 1) + 1))
    letters = f"{{,{asked.letters},{asked.letters}[-_ .]}}" if asked.letters else "*"
    begins = f"{letters}{{{forms}}}"
    return f"{begins}[-_ .]*", f"*{digits}[-_ .]*/*", f"**/{begins}[-_ .]*/*.*"
