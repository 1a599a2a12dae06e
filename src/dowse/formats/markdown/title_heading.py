"""Whether the first heading of a note is its title, or that of a section, as `# Definition` is in many notes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from ...model.lazy_pattern import lazy_pattern

_WORD = lazy_pattern(r"[^\W_]+")
_INNER_CAPITAL = lazy_pattern(r"(?<=[a-z])(?=[A-Z])")
_UUID = r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}"
# Names that say nothing about a page: those of pages about their folder, times such as 202305121030, and ids.
_NAMELESS = lazy_pattern(
    rf"(?i:_?index|readme(?:[-_.][a-z]{{2,3}}(?:[-_][a-z]{{2,4}})?)?|skill|home|changelog|untitled.*|\d{{11,}}.*|{_UUID})"
)
_LONG = lazy_pattern(r"[A-Za-z0-9]{16,}")
_RUN = lazy_pattern(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_LEAST_RUN = 4  # characters that the runs of letters or digits in a long name of words have on average
# In a name beside its words: a date, a number such as 202305121030, and the id that Notion appends.
_STAMP = lazy_pattern(rf"\d{{4}}[-_.]\d\d[-_.]\d\d|\d{{6,}}|\b{_UUID}\b")
_LEAST_LETTERS, _MOST_ENDING = 3, 2  # letters in which two forms of a word agree, and that the shorter has behind them
_SEVERAL = 2
_NUMBERED = lazy_pattern(r"(?:ch|chapter|appendix)?\d+")  # before the words of a name
_FIRST_UNSPACED = "\u2e80"  # of the scripts without spaces between words


def opens_as_title(headings: Sequence[tuple[int, str]], path: str) -> bool:
    """Whether the first of these headings, levels and texts, is the title of the note.

    One of a lower level than the first is, if it alone is of its level or a higher one, and as strictly as where others
    follow: `## Tests` of a book whose chapters alone have `#`.  If others follow, it is where the file name is a number
    and its words: `## Hello, Cargo!` of ch01-03-hello-cargo.md.
    """
    if not headings:
        return False
    level, first = headings[0]
    of_level = sum(each <= level for each, _ in headings)
    if level > 1 and of_level > 1:
        words = _joined(first)
        name = _joined(_name(path))
        return bool(words) and name.endswith(words) and _NUMBERED.fullmatch(name.removesuffix(words)) is not None
    return is_title(first, path, headings=of_level if level == 1 else _SEVERAL)


def is_title(heading: str, path: str, *, headings: int) -> bool:
    """Whether the heading, the first of so many of the first level, is the title of the note.

    The file name is the title if it is a phrase, such as "Water lily", and other headings of this level follow or the
    heading lacks one of its words.  Another name with capitals, and any name where other headings of this level follow,
    is the title if the heading shares no word with it.  Names such as README and an id are none.
    """
    name = _name(path)
    if _NAMELESS.fullmatch(name) is not None or _is_id(name):
        return True
    words, named = {*_words(heading)}, {*_words(_STAMP.sub(" ", name))}
    if _is_phrase(name):
        return words == named or (headings == 1 and all(_has_form(words, word) for word in named))
    is_written_by_hand = name not in {name.lower(), name.upper()}
    if headings == 1 and not is_written_by_hand:
        return True
    named.update(_words(_INNER_CAPITAL.sub(" ", name)))
    return any(_has_form(words, word) for word in named) or _joined(heading) == _joined(name)


def _name(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _is_id(name: str) -> bool:
    """Whether the name is long with many changes between capitals, small letters and digits."""
    return _LONG.fullmatch(name) is not None and len(_RUN.findall(name)) * _LEAST_RUN > len(name)


def _is_phrase(name: str) -> bool:
    """Whether the name has letters and a blank, or letters beyond ASCII that are not all small, or of a script without
    these.
    """
    if not any(map(str.isalpha, name)):
        return False
    return " " in name.strip() or (not name.isascii() and (name != name.lower() or name == name.upper()))


def _has_form(words: Iterable[str], word: str) -> bool:
    return any(each == word or _are_forms(each, word) for each in words)


def _are_forms(word: str, other: str) -> bool:
    """Whether two words may differ by their endings alone: `lily` and `lilies`."""
    shorter = min(len(word), len(other))
    agreeing = next((n for n in range(shorter) if word[n] != other[n]), shorter)
    return agreeing >= max(_LEAST_LETTERS, shorter - _MOST_ENDING)


def _joined(text: str) -> str:
    return "".join(_words(text))


def _words(text: str) -> Iterator[str]:
    """The words without case and accents; of a script without spaces the pairs of characters."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    for word in _WORD.findall("".join(each for each in decomposed if not unicodedata.combining(each))):
        if word >= _FIRST_UNSPACED:
            yield from (word[at : at + 2] for at in range(max(1, len(word) - 1)))
        else:
            yield word
