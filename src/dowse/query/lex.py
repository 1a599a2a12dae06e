"""Characters to the tokens of a query. Any text is some sequence of tokens; nothing is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from ..model.lazy_pattern import lazy_pattern
from .fields import PREFIXES

TokenKind = Literal[
    "word", "phrase", "field", "property", "tag", "open", "close", "sign", "and", "or", "not", "unclosed", "end",
    "prefix", "regex",
]  # fmt: skip
# A piece of the query: its shape, its text, where it begins (in characters), and of a field or a property the value,
# None for a property of which only the key is given. A plain tuple, because a query may have a thousand of them:
# reading that takes half as long again with a type of their own.
QueryToken = tuple[TokenKind, str, int, str | None]

# What ends a tag, in a query as in the prose of a note: a letter is whatever else there is, such as
# combining marks and emoji.
_NO_LETTER = r"\s!-,.:-@\[-^`{-~\x00-\x1f\u00a1-\u00bf\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f\uff00-\uff0f\uff1a-\uff20"
# A regular expression is between slashes and has no slash inside: `/usr/local/` and `1 / 2 / 3` are words.
_REGEX = r"/ (?! \s ) (?: [^/\\\n] | \\ . )++ / (?= [\s)] | \Z )"
_ESCAPED = r'(?: [^"\\]++ | \\"? )*'  # a value in quotation marks, in which \" is one; the last mark closes it
# One expression for all tokens, each with the blanks behind it: the group that closes last says which one it is.
# Repetitions are possessive, or a long word would take forever. Words with brackets are completed below.
_HYPHENATED = "|".join(name for name in PREFIXES if "-" in name)
_TOKEN = lazy_pattern(
    rf"""(?:
      (?P<plain> \w++ ) (?= \s | \Z )
    | (?P<open> \( )
    | (?P<close> \) )
    | (?<! " ) (?P<sign> [+-] ) (?= [\w"(\[\#] | {_REGEX} )  # none in `"query"-procedure`
    | (?P<regex> {_REGEX} )
    | " (?P<phrase> [^"]*+ ) "
    | (?P<unclosed> " )
    | \# \[\[ (?! [\s\#/]*+ \] ) (?P<linked_tag> [^\[\]"|\n]++ ) \]\] (?= [\s)] | \Z )  # as Logseq writes it
    | \# (?! / | [\d/]++ (?: [\s).] | \Z ) ) (?P<tag> [^{_NO_LETTER}]++ (?: \. [^{_NO_LETTER}]++ )*+ ) (?= [\s)] | \Z )
    | \[ (?! - | \d++ [-.\s\]:] | \d [^\s\]:]*+ \s )  # no number, date or time, which cite
         (?P<key> [^{_NO_LETTER}/]++ (?: [\ .]++ [^{_NO_LETTER}/]++ )*+ [\ .]*+ )
         (?: : (?P<wanted> [!=\s]*+ (?: " {_ESCAPED} " | \[\[ [^\[\]"]* \]\] ) \s*+ | [^\[\]"]* ) )? \] (?= [\s)] | \Z )
    | (?P<prefix> (?i: {"|".join(sorted(PREFIXES, reverse=True))} ) ) : (?= [^\s)] ) (?! : \w )
    | (?P<field> (?! (?i: file ) :// | [A-Za-z_]++ :: \w )  # `File::join` is a name
                 [A-Za-z_]++ | (?i: {_HYPHENATED} ) ) : (?: " (?P<quoted> [^"\\]*+ ) "
                                 | " (?P<escaped> {_ESCAPED} ) " (?= [\s)] | \Z )
                                 | " (?P<backslashed> [^"]*+ ) "  # `path:"C:\"`
                                 | (?P<linked> \[\[ [^\[\]"]* \]\] )
                                 | (?P<bare> [^\s"()]*+ ) (?P<bare_goes_on> (?= [()] ) )? )
    | (?P<word> [^\s"()]++ ) (?P<goes_on> (?= [()] ) )?
    ) \s*+""",
    re.VERBOSE,
)
_OPERATORS: dict[str, TokenKind] = {"AND": "and", "OR": "or", "NOT": "not"}
_SIMPLE: dict[str, TokenKind] = {
    "open": "open", "close": "close", "sign": "sign", "phrase": "phrase", "unclosed": "unclosed", "tag": "tag",
    "linked_tag": "tag",
    "prefix": "prefix", "regex": "regex",
}  # fmt: skip
_CUT = {"goes_on": "word", "bare_goes_on": "bare"}  # by the bracket that closes the group around it
_TYPED_QUOTES = lazy_pattern("[\u201c-\u201f]")
_PAIRED_QUOTE = lazy_pattern("[«»「『]")
_PAIR = r"(?: « [^«»\"]++ » | » (?! \s ) [^«»\"]++ (?<! \s ) « | 「 [^「」\"]++ 」 | 『 [^『』\"]++ 』 )"
# Pairs are quotations, except in another one, in a regular expression, in a property, and in the value of a field that
# goes on.
_PAIRED_QUOTES = lazy_pattern(
    rf"""" [^"]*+ "
    | (?<! [^\s(+-] ) {_REGEX}
    | \[ [^\[\]"]*+ \]
    | (?<! [\w-] ) [A-Za-z_-]++ : (?! {_PAIR} (?= [\s)] | \Z ) ) [^\s"()]*+
    | (?P<pair> {_PAIR} )""",
    re.VERBOSE,
)
_MARK = "\ufdd0"  # stands for the quotation mark of a Hebrew abbreviation; no text has this character
_LETTERS = "[\u0591-\u05bd\u05bf-\u05ea]"  # of Hebrew, and their points
_ABBREVIATION = lazy_pattern(rf'(?<!{_LETTERS})({_LETTERS}++)["\u201c-\u201f](?=({_LETTERS}++))')
_POINTS = lazy_pattern("[\u0591-\u05cf]")
_QUOTATION = lazy_pattern('["\u201c-\u201f][^"\u201c-\u201f]*[^\\s"\u201c-\u201f]["\u201c-\u201f](?!\\w)')
_BLANKS = lazy_pattern(r"\s*+")
_PIECE = lazy_pattern(r'[^\s"]*+')
_EDGE = lazy_pattern(r'[\s"()]')  # where a word may end
_BRACKET = lazy_pattern(r"[()]")


def lex(text: str) -> Iterator[QueryToken]:
    """The tokens of the text, in order; closing brackets belong to a word unless one is open.

    Quotation marks of typography in pairs, which phones and some systems type, are those of a keyboard, and so are
    those of other languages. One inside a Hebrew abbreviation belongs to the word.
    """
    marked = _with_marked_abbreviations(text)
    if marked is text:
        yield from _lex(text)
        return
    for shape, name, at, value in _lex(marked):
        yield shape, name.replace(_MARK, '"'), at, value and value.replace(_MARK, '"')


def _lex(text: str) -> Iterator[QueryToken]:
    if len(typed := _TYPED_QUOTES.findall(text)) % 2 == 0 and typed:
        text = _TYPED_QUOTES.sub('"', text)
    if _PAIRED_QUOTE.search(text):
        text = _PAIRED_QUOTES.sub(lambda found: f'"{found[0][1:-1]}"' if found["pair"] else found[0], text)
    match, at, depth = _TOKEN.match, len(text) - len(text.lstrip()), 0
    while token_match := match(text, at):
        group, end = token_match.lastgroup or "", token_match.end()
        if depth and group in _CUT and text[end] == ")":
            group = _CUT[group]
        if group in {"plain", "word"}:
            word = token_match[group]
            yield _OPERATORS.get(word, "word"), word, at, ""
        elif shape := _SIMPLE.get(group):
            yield shape, token_match[group], at, ""
            if shape == "open":
                depth += 1
            elif shape == "close" and depth:
                depth -= 1
        else:
            token, end = _compound(token_match, group, depth)
            yield token
        at = end


def _with_marked_abbreviations(text: str) -> str:
    """The text with another mark for each quotation mark between Hebrew letters that opens no quotation.

    A quotation may follow prefixes without a blank: in a word that reads like that, the quotation mark stays where the
    next one closes it.
    """
    if not _ABBREVIATION.search(text):
        return text
    text = _ABBREVIATION.sub(lambda word: word[0] if _may_open(word) else f"{word[1]}{_MARK}", text)
    return _ABBREVIATION.sub(
        lambda word: word[0] if _QUOTATION.match(word.string, word.end(1)) else f"{word[1]}{_MARK}", text
    )


def _may_open(word: re.Match[str]) -> bool:
    """Whether the mark in the word may open a quotation behind prefixes, which are these letters."""
    return len(word[2]) > 1 and not _POINTS.sub("", word[1]).strip("\u05d1\u05d4\u05d5\u05db\u05dc\u05de\u05e9")


def _compound(token_match: re.Match[str], group: str, depth: int) -> tuple[QueryToken, int]:
    """A token of several parts, or one with brackets in it; and where the next one begins."""
    text, at, end = token_match.string, token_match.start(), token_match.end()
    match group:
        case "goes_on" if token_match["word"] in _OPERATORS and text[end] == "(":
            return (_OPERATORS[token_match["word"]], token_match["word"], at, ""), end
        case "goes_on":
            end = _end(text, end, depth)
            return ("word", text[at:end], at, ""), _after_blanks(text, end)
        case "key" | "wanted":
            return ("property", token_match["key"].strip(), at, token_match["wanted"]), end
        case "bare_goes_on":
            end = _end(text, end, depth)
            return ("field", token_match["field"], at, text[token_match.start("bare") : end]), _after_blanks(text, end)
        case "escaped":
            return ("field", token_match["field"], at, token_match["escaped"].replace('\\"', '"')), end
        case "linked" if depth and ")" in token_match["linked"]:
            end = _closing(_BRACKET, text, *token_match.span("linked"))
            return ("field", token_match["field"], at, text[token_match.start("linked") : end]), _after_blanks(
                text, end
            )
        case _:
            return ("field", token_match["field"], at, token_match[group]), end


def _end(text: str, bracket: int, depth: int) -> int:
    """The end of the word at that first bracket: inside a group, at most the end of the group."""
    return _closing(_EDGE, text, bracket, len(text)) if depth else _after(_PIECE, text, bracket)


def _closing(edges: re.Pattern[str], text: str, at: int, end: int) -> int:
    """The first edge that is not a bracket of the word itself, such as those of `f(x)`."""
    opened = 0
    for edge in edges.finditer(text, at, end):
        if edge[0] == "(":
            opened += 1
        elif edge[0] == ")" and opened:
            opened -= 1
        else:
            return edge.start()
    return end


def _after_blanks(text: str, at: int) -> int:
    return _after(_BLANKS, text, at)


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    blanks = pattern.match(text, at)
    return blanks.end() if blanks else at
