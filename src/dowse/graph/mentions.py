"""Unlinked mentions: where a document is called by its name in the text of another one, without a link.

A name is its title, an alias or its file name.  Names that are too common are left out:

- names without a letter, such as 2026-01-31, and weeks such as 2026-W05;
- the names of folder notes and of notes without a name: index, readme, untitled;
- names of fewer than four letters and digits (two in scripts without blanks), and those made of stop words alone.
  When they are written in capitals they are kept, but only capitals mention them: `IT`, not `it`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple

from ..analysis.folding import UNSPACED, WORD, fold
from ..analysis.languages.stopwords import STOP_WORDS
from ..model.document import Document, Head

# Text without mentions.  Every alternative begins with a literal character, for speed, and is possessive, so that the
# search is linear.  An unclosed fence or comment extends to the end.
_HIDDEN = re.compile(
    r"""
    \\[^\w\s]                                                                                       # escaped sign
    | \n[ \t>]*+ (?:(?:[-*+]|\d{1,9}[.)])[ \t]++)?+ (?:(`{3,}+)[^`\n]*+|(~{3,}+)[^\n]*+) (?=\n|\Z)  # fence
      (?:\n(?![ \t>]*+(?:\1`*+|\2~*+)[ \t]*+(?:\n|\Z))[^\n]*+)*+ (?:\n[^\n]*+)?+
    | `(?<!``)(`{0,3}+)(?!`)                                                                        # code span
      (?:[^`\n]++ | \n(?![ \t>]*+(?:\n|`{3}|~{3}|\#{1,6}[ ]|[-*+][ ]|\d{1,9}[.)][ ]|\Z)) | (?!`\3(?!`))`++)*+
      `\3(?!`)
    | \[\[[^\[\]\n]++\]\]                                                                           # wikilink
    | \[(?:[^\[\]\n]++|\[[^\[\]\n]*+\]|\n(?![ \t>]*+(?:\n|\Z)))*+\]                                 # Markdown link
      (?:\((?:[^()\n]++|\([^()\n]*+\))*+\)|\[[^\[\]\n]*+\]|:)
    | \]\((?:[^()\n]++|\([^()\n]*+\))*+\)                                                           # its end
    | <(?:!--(?:[^-]++|-(?!->))*+(?:-->|\Z)|/?[A-Za-z][^<>\n]*+>)                                   # comment, tag
    | %%(?<![0-9]%%)(?:(?<=\n%%)(?:[^%]++|%(?!%))*+                                                  # %% comment
        |(?:[^%\n]++|%(?!%)|\n(?![ \t>]*+(?:\n|\Z)))*+)%%
    | :(?=//)[^\s<>]++ | www(?<!\wwww)\.[^\s<>]++                                                   # URL
    | \#(?<![^\s(\[{]\#)[\w/-]++                                                                    # tag
    """,
    re.VERBOSE,
)
_HOLE = "\0"  # in place of hidden text; no name contains NUL
_LABEL = re.compile(r"\n[ ]{0,3}\[([^\[\]\n]++)\]:")
_BRACKETED = re.compile(r"\[([^\[\]\n]++)\]")
_EMPHASIS = re.compile(r"(?<!\w)_++|(?<!_)_++(?!\w)")  # beside a word and not within one
_ASCII_WORD = re.compile("([a-z0-9_]+)")
_WORD = re.compile(f"({WORD.pattern})")
_LETTER, _UNSPACED = (expression.pattern.removesuffix("+") for expression in (WORD, UNSPACED))
# In scripts without blanks a word is a character with its marks, and with the rest of a Korean syllable.
_PIECE = re.compile(rf"((?={_UNSPACED}).(?:(?!\w){_LETTER}|[\u1160-\u11ff])*+|(?:(?!{_UNSPACED}){_LETTER})++)")
_HYPHENS = frozenset("-\u2010\u2011")
_WEEK = re.compile(r"\d{4} ?[wq]\d{1,2}")
_NAMELESS = frozenset(("index", "readme", "untitled"))
_FEWEST_LETTERS = 4
_FEWEST_UNSPACED = 2  # most words of Chinese and Japanese have two characters


class Mention(NamedTuple):
    """`source` calls `target` by `name`, without a link."""

    source: str
    target: str
    name: str  # as written: `source.text[start:end]`
    line: int  # 1-based, in the file
    start: int  # offset in characters of the document's text
    end: int


@dataclass(slots=True)
class _Node:
    """A node of the trie of names: the next words, and the names that end here, by the characters between words."""

    following: dict[str, _Node] = field(default_factory=dict)
    called: dict[tuple[str, ...], set[str]] = field(default_factory=dict)
    capitals: bool = False  # whether only capitals mention what ends here


class MentionIndex:
    """An index of the names of documents, built once and matched against many texts."""

    def __init__(self, heads: Iterable[Head]) -> None:
        self._first = _Node()
        for head in heads:
            for name in (head.title, head.name, *head.aliases):
                for spelled in {name, name.replace("_", " ")}:
                    self._add(" ".join(spelled.split()), head.path)

    def of(self, document: Document, links: Collection[str]) -> Iterator[Mention]:
        """The mentions in the body of a document, in order; `links` are the paths that it links to already.

        Of names that overlap the first one counts, and of those the longest, even if it is no mention because it
        is linked or the document's own: a note on `Carbon Tax` does not mention `Carbon` by its name.  Several
        documents of one name are all mentioned, each at most once a line.
        """
        source = document.head.path
        whole = document.text.replace("\r\n", " \n").replace("\r", "\n")
        body = document.body_start
        text = "\n" + whole[body:]  # a fence begins after a line end
        line, counted = whole.count("\n", 0, body), 0
        last: dict[str, int] = dict.fromkeys(links, -1)  # the line on which it was mentioned
        for start, end, paths in self._found(_visible(text)):
            line, counted = line + text.count("\n", counted, start), start
            if source in paths or text.startswith("://", end):
                continue
            for target in sorted(paths):
                if last.get(target, 0) not in (-1, line):
                    last[target] = line
                    at, after = start + body - 1, end + body - 1
                    yield Mention(source, target, document.text[at:after], line, at, after)

    def _add(self, name: str, path: str) -> None:
        parts, keys = _split(_unemphasised(name))
        plain = _is_telling(keys)
        if _is_nameless(keys) or not (plain or (name.isupper() and len("".join(keys)) > 1)):
            return
        node = self._first
        for key in keys:
            node = node.following.setdefault(key, _Node())
        node.capitals = not plain
        node.called.setdefault(tuple(map(_gap, parts[2:-1:2])), set()).add(path)

    def _found(self, text: str) -> Iterator[tuple[int, int, Collection[str]]]:
        """The positions of names, with the documents of each name."""
        parts, keys = _split(text)
        offsets: Sequence[int] = ()
        done, first = 0, self._first.following
        for at in [at for at, key in enumerate(keys) if key in first]:
            ends = self._ends(keys, at) if at >= done else ()
            if ends and not offsets:
                offsets = list(accumulate(map(len, parts)))
            for after, node in reversed(ends):
                start, end = offsets[2 * at], offsets[2 * after - 1]
                paths = _called(node, parts[2 * at + 2 : 2 * after : 2])
                if paths and (not node.capitals or text[start:end].isupper()):
                    done = after
                    yield start, end, paths
                    break

    def _ends(self, keys: Sequence[str], at: int) -> Sequence[tuple[int, _Node]]:
        """The names that begin with this word, shortest first: the word after each, and its node."""
        ends = []
        node = self._first.following.get(keys[at])
        while node:
            at += 1
            if node.called:
                ends.append((at, node))
            node = node.following.get(keys[at]) if at < len(keys) else None
        return ends


def _is_nameless(keys: Sequence[str]) -> bool:
    """Whether the words are a date, a number or a common file name."""
    name = " ".join(keys)
    return name.rstrip(" 0123456789") in _NAMELESS or bool(_WEEK.fullmatch(name)) or not any(map(str.isalpha, name))


def _is_telling(keys: Sequence[str]) -> bool:
    """Whether the words are long enough and not all stop words."""
    name = "".join(keys)
    least = _FEWEST_UNSPACED if UNSPACED.search(name) else _FEWEST_LETTERS
    return len(name) >= least and not STOP_WORDS.issuperset(keys)


def _visible(text: str) -> str:
    """The text as long as before, with holes for code, links, URLs, HTML and tags."""
    bare = _HIDDEN.sub(lambda found: _HOLE * len(found[0]), text)
    if "]:" in text and (labels := set(map(fold, _LABEL.findall(text)))):
        bare = _BRACKETED.sub(lambda found: _HOLE * len(found[0]) if fold(found[1]) in labels else found[0], bare)
    return _unemphasised(bare)


def _unemphasised(text: str) -> str:
    """The text with stars for the underscores that emphasise: they would be taken for letters."""
    return _EMPHASIS.sub(lambda found: "*" * len(found[0]), text) if "_" in text else text


def _split(text: str) -> tuple[list[str], list[str]]:
    """The text as signs, word, signs, word and so on to signs, and its words folded."""
    if text.isascii():
        parts = _ASCII_WORD.split(text.lower())
        return parts, parts[1::2]
    parts = (_PIECE if UNSPACED.search(text) else _WORD).split(text)
    return parts, list(map(fold, parts[1::2]))


def _called(node: _Node, between: Sequence[str]) -> Collection[str]:
    """Whose name it is with these signs between the words; emphasis may begin or end there."""
    plain = (_gap(signs.strip("*~=")) for signs in between)
    return node.called.get(tuple(map(_gap, between)), ()) or node.called.get(tuple(plain), ())


def _gap(signs: str) -> str:
    """The text between two words in the form for comparisons: a hyphen and the end of a line are blanks."""
    if signs == " " or signs in _HYPHENS:
        return " "
    if signs.isspace():
        return " " if signs.count("\n") < 2 else "\n"
    return "\n" if "\n" in signs else "".join(signs.split()).replace("\u2019", "'")
