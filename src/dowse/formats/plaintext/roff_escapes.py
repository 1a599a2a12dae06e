"""The text that roff shows for escapes, such as `\\fB`, `\\-` and `\\(bu`, and the arguments of macros.

groff(7) and groff_char(7) have the names.
"""

from __future__ import annotations

import re

_PUNCTUATION = {"aq": "'", "cq": "'", "oq": "'", "dq": '"', "lq": '"', "rq": '"', "bu": "•", "em": "—", "en": "–"}
_ASCII = {"hy": "-", "mi": "-", "ti": "~", "ha": "^", "ga": "`", "rs": "\\", "sl": "/", "ba": "|", "or": "|", "ul": "_"}
_SYMBOLS = {
    "at": "@",
    "sh": "#",
    "Do": "$",
    "Eu": "€",
    "Po": "£",
    "co": "©",
    "rg": "®",
    "tm": "™",
    "de": "°",
    "sc": "§",
}
_SIGNS = {"->": "→", "<-": "←", "<=": "≤", ">=": "≥", "!=": "≠", "+-": "±", "mu": "×", "12": "½", "*m": "μ", "*p": "π"}
_UMLAUTS = {
    ":a": "ä",
    ":o": "ö",
    ":u": "ü",
    ":A": "Ä",
    ":O": "Ö",
    ":U": "Ü",
    "ss": "ß",
    "oa": "å",
    "o/": "ø",
    "~n": "ñ",
}
_ACCENTS = {
    "'a": "á",
    "'e": "é",
    "'i": "í",
    "'o": "ó",
    "'u": "ú",
    "`a": "à",
    "`e": "è",
    "^e": "ê",
    "^o": "ô",
    ",c": "ç",
}
_BRACKETS = {"lB": "[", "rB": "]", "lC": "{", "rC": "}", "la": "⟨", "ra": "⟩", "Fo": "«", "Fc": "»"}
_CHARACTERS = _PUNCTUATION | _ASCII | _SYMBOLS | _SIGNS | _UMLAUTS | _ACCENTS | _BRACKETS  # by their names in groff
_STRINGS = {"Aq": "'", "lq": '"', "rq": '"', 'L"': '"', 'R"': '"', "--": "--", "Tm": "™"}
_SINGLE = {"-": "-", "e": "\\", "\\": "\\", "E": "\\", " ": " ", "~": " ", "0": " ", "'": "´", "`": "`", ".": "."}
_ESCAPE = re.compile(
    r"""(?x)\\(?:
      ["\#].*                                                   # a comment
    | [fFmMnkgYV](?:\[[^\]\n]{0,100}\]|\(..|[+-]?.)             # a font, a colour, a register
    | s(?:[+-]?\(..|[+-]?\[[^\]\n]{0,20}\]|[+-]?\d|'[^'\n]{0,20}')   # a size
    | [hvwlLDbAoXZBRCHSxN](['"])[^'"\n]{0,200}\1                # a motion, a line
    | (?:\[(?P<long>[^\]\n]{1,100})\]|\((?P<two>..))
    | \*(?:\[(?P<string>[^\]\n]{1,100})\]|\((?P<pair>..)|.)
    | (?P<single>.)
    | \Z
    )"""
)
_ARGUMENT = re.compile(r'"(?P<quoted>(?:[^"\n]|"")*+)(?:"|\Z)|(?P<bare>(?:\\.|[^\s\\])++)')
_CODE = re.compile(r"u([\dA-F]{4,5})\Z")


def unescaped(text: str) -> str:
    """The text without its escapes."""
    return _ESCAPE.sub(_shown, text) if "\\" in text else text


def arguments(written: str) -> list[str]:
    """The arguments of a macro, without their escapes; one with blanks is in quotes."""
    found = _ARGUMENT.finditer(written.partition('\\"')[0])
    return [unescaped(each["bare"] or (each["quoted"] or "").replace('""', '"')) for each in found]


def _shown(found: re.Match[str]) -> str:
    if name := found["long"] or found["two"]:
        code = _CODE.match(name)
        return chr(int(code[1], 16)) if code else _CHARACTERS.get(name, "")
    if name := found["string"] or found["pair"]:
        return _STRINGS.get(name, "")
    return _SINGLE.get(found["single"] or "", "")
