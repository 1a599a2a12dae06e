"""Names of symbols in queries, and names of files and symbols as words."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from itertools import takewhile
from threading import Lock

from ..spelling.spelling_variants import other_spelling
from ..tokens import stem

_SYMBOL = re.compile(
    r"(?:[A-Za-z_$]\w*(?:(?:::|\\|->|\.#?|#|/)[A-Za-z_$]\w*[!?]?)+|_\w*|[A-Za-z][a-z0-9]*+[A-Z_]\w*+[!?]?|[a-z][a-z0-9]*+[!?]"
    r"|[A-Z][A-Za-z0-9]*)"
    r"(?:\(\))?"
)
_EMBEDDED = re.compile(
    r"(?<![\w.:])(?:[A-Za-z]\w*(?:::|\.|#)[A-Za-z]\w*|[A-Z][a-z]\w*[A-Z]\w*|[A-Z]{2,}[a-z]{2,}\w*|[a-z]\w*[a-z0-9][A-Z]\w*|[A-Za-z]+_\w+)\b"
)
_SEPARATOR = re.compile(r"::|\\|->|[./]|(?<![.:#>\\/])#")  # a `#` behind another one begins a private name
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")
_HUMP = re.compile(r"(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NUMBER = re.compile(r"~\d+\Z")
_KINDS_BY_WORD: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(("class", "struct", "record", "union"), frozenset({"class"})),
    **dict.fromkeys(("interface", "protocol", "trait"), frozenset({"interface"})),
    **dict.fromkeys(("type", "typedef"), frozenset({"class", "interface", "enum", "type"})),
    **dict.fromkeys(("def", "fn", "fun", "func", "sub"), frozenset({"function", "method"})),
    **{each: frozenset({each}) for each in ("enum", "function", "method")},
}
_KIND_WORD = "|".join(_KINDS_BY_WORD)
_WITH_KIND = re.compile(rf"(?:the\s+)?(?:({_KIND_WORD})\s+(\S+)|(\S+)\s+({_KIND_WORD}))")
_SHORTEST = 3  # letters of a prefix
# Names with an abbreviation, as a share of all: `src` and `api` are folders, not the initials of words of a query.
_FEW_HOLDERS, _MOST_HOLDERS = 4, 0.25
_NO_ABBREVIATIONS: Mapping[str, Iterable[str]] = {}
_MOST_NAMES = 10_000  # whose words are kept; a search compares some hundred, most of them those of the search before


def is_symbol_name(text: str) -> bool:
    """Whether the text is one name as code has them: with a capital, `_`, `.`, `::`, `#`, `->`, `()`, or the last
    sign of a method of Ruby, `empty?`.
    """
    return bool(_SYMBOL.fullmatch(text.strip()))


def name_with_kind(text: str) -> tuple[str, frozenset[str]]:
    """The name of a symbol with the kinds that the word beside it says: `class Signer`, `fn parse_line`, `the Signer
    interface`; empty for other texts.
    """
    found = word_with_kind(text)
    return found if found and is_symbol_name(found[0]) else ("", frozenset())


def word_with_kind(text: str) -> tuple[str, frozenset[str]] | None:
    """The word beside one for a kind of symbols, with the kinds: `struct moor`; None for other texts."""
    found = _WITH_KIND.fullmatch(text.strip())
    return (found[2] or found[3], _KINDS_BY_WORD[found[1] or found[4]]) if found else None


def symbol_names_in(text: str) -> list[str]:
    """The names in a sentence that only code has: `HTTPServer`, `parseLine`, `read_text`, `Response.json`."""
    return list(dict.fromkeys(_EMBEDDED.findall(text)))


def parts_of_name(name: str) -> tuple[str, ...]:
    """The parts of a qualified name: `Response::json()` → Response, json; `Body.#read` → Body, #read."""
    return tuple(part for part in _SEPARATOR.split(name.strip().removesuffix("()")) if part)


def in_other_conventions(name: str) -> tuple[str, ...]:
    """The name with its last part as other conventions write it, if that has several words: `A.getURL` → A.get_url,
    `get_url` → getUrl and GetUrl.
    """
    *_, simple = parts_of_name(name) or ("",)
    before = name.strip().removesuffix("()").removesuffix(simple)
    if "_" in simple.strip("_"):
        joined = "".join(word[:1].upper() + word[1:].lower() for word in simple.split("_"))
        return f"{before}{joined[:1].lower()}{joined[1:]}", f"{before}{joined}"
    return (f"{before}{_HUMP.sub('_', simple).lower()}",) if _HUMP.search(simple) else ()


def unnumbered(name: str) -> str:
    """The qualified name without the number of a symbol among those of one name in a file: `A.f~2` → `A.f`."""
    return _NUMBER.sub("", name)


@lru_cache(4096)  # a search compares the names of some hundred files
def words_of_name(name: str) -> frozenset[str]:
    """The words of an identifier or a file name in lower case, and the whole: `a_b` → a_b, a, b."""
    return frozenset({name.lower(), *(part.lower() for part in _PART.findall(name))}) - {""}


def division_of_name(name: str) -> tuple[str, ...]:
    """The words of a name in their order, in small letters: `parseHTTPLine` → parse, http, line."""
    return tuple(part.lower() for part in _PART.findall(name))


@lru_cache(4096)
def word_count(name: str) -> int:
    """The number of different words in an identifier, at least 1."""
    return len({*map(str.lower, _PART.findall(name))} - {name.lower()}) or 1


class NamesByWord:
    """Names by their words, so that a search compares its words with those of hundreds of names at once.

    `words_of` gives the words of a name; those of the names that were compared last are kept.  With `by_stem` a word is
    any other with its stem, too: `retried` is `retry`.  Threads may share it.
    """

    def __init__(self, words_of: Callable[[str], Iterable[str]], *, by_stem: bool = False) -> None:
        self._words_of = words_of
        self._by_stem = by_stem
        self._changing = Lock()
        self._forget()

    def _forget(self) -> None:
        self._known: set[str] = set()
        self._holders: dict[str, list[str]] = {}  # the names with a word
        self._holders_by_stem: dict[str, list[str]] = {}
        self._long: list[str] = []  # the words that may be or have a prefix, in order
        self._most_letters = 0  # of these words

    def shares(
        self,
        names: Collection[str],
        asked: Collection[str],
        abbreviations: Mapping[str, Iterable[str]] = _NO_ABBREVIATIONS,
    ) -> Mapping[str, float]:
        """Of each of the names, and perhaps of others, the share of the asked words that are words of the name, or of
        which one is a prefix of the other, or by stem; without those of 0.

        A prefix has three letters or more: `auth` is that of `authenticate`.  A name with one of the
        `abbreviations`, such as `lru`, has the asked words for which that stands, unless many of the names have it.
        """
        with self._changing:
            missing = set(names) - self._known
            if missing and len(self._known) + len(missing) > _MOST_NAMES:
                self._forget()
                missing = set(names)
            for name in missing:
                self._add(name)
            found = {word: self._names_of(word) for word in asked}
            most = max(_FEW_HOLDERS, _MOST_HOLDERS * len(names))
            for abbreviation in abbreviations.keys() & self._holders.keys():
                holders = set(self._holders[abbreviation]).intersection(names)
                for word in abbreviations[abbreviation] if len(holders) <= most else ():
                    found[word].update(holders)
            counts = Counter(name for names_of_word in found.values() for name in names_of_word)
        return {name: count / len(asked) for name, count in counts.items()}

    def _add(self, name: str) -> None:
        self._known.add(name)
        for word in set(self._words_of(name)):
            holders = self._holders.setdefault(word, [])
            if not holders and len(word) >= _SHORTEST:
                insort(self._long, word)
                self._most_letters = max(self._most_letters, len(word))
            holders.append(name)
            if self._by_stem:
                self._holders_by_stem.setdefault(stem(word), []).append(name)

    def _names_of(self, asked: str) -> set[str]:
        """The names with this word, a longer one that begins with it, a prefix of it, or one with its stem.

        Both spellings of a word count, those of the British and the Americans.
        """
        found = self._names_as_written(asked)
        return found | self._names_as_written(other) if (other := other_spelling(asked)) else found

    def _names_as_written(self, asked: str) -> set[str]:
        found = {*self._holders.get(asked, ()), *(self._holders_by_stem.get(stem(asked), ()) if self._by_stem else ())}
        if len(asked) < _SHORTEST:
            return found
        following = map(self._long.__getitem__, range(bisect_left(self._long, asked), len(self._long)))
        longer = takewhile(lambda word: word.startswith(asked), following)
        shorter = (asked[:letters] for letters in range(_SHORTEST, min(len(asked), self._most_letters + 1)))
        return found.union(*(self._holders.get(word, ()) for word in (*longer, *shorter)))
