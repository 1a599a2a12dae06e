"""Abbreviations in names of files: initials, such as `lru`, and parts of a word, such as `ctx`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

# Without those that begin the word, which are matched as prefixes, and without `cmd` and `db`, which name so many
# folders that they tell of nothing; measured.
_OF_WORDS: Mapping[str, str] = {
    "accessibility": "a11y",
    "button": "btn",
    "context": "ctx",
    "image": "img",
    "internationalization": "i18n",
    "javascript": "js",
    "kubernetes": "k8s",
    "localization": "l10n",
    "markdown": "md",
    "message": "msg",
    "package": "pkg",
    "typescript": "ts",
    "websocket": "ws",
}
_FEWEST_INITIALS = 3  # of two, `fs` and `ft` were found, but `de`, `in`, and `cf` as well
_MOST_INITIALS = 5


def abbreviations(listed: Sequence[str], asked: Collection[str]) -> Mapping[str, Sequence[str]]:
    """The abbreviations that may stand for some of the asked words, with these: the initials of three to five of them
    in a row, and those of single words; `listed` are all words of the query in their order, in small letters.
    """
    found = dict[str, Sequence[str]]()
    for letters in range(_FEWEST_INITIALS, _MOST_INITIALS + 1):
        for begin in range(len(listed) - letters + 1):
            row = listed[begin : begin + letters]
            if all(word in asked for word in row):
                found["".join(word[0] for word in row)] = row
    for word in asked:
        if abbreviation := _OF_WORDS.get(word) or _OF_WORDS.get(word.removesuffix("s")):
            found[abbreviation] = (word,)
    return found
