"""The signs of emphasis in Markdown, and those of marked and of deleted text: `*`, `_`, `==`, `~~`."""

from __future__ import annotations

import re

from ...model.lazy_pattern import lazy_pattern

_LONGEST = 300  # characters
# Signs of emphasis follow a blank, a bracket or the like: `snake_case` and `2*3*4` have none.
_BEFORE = "[^\\s(\\[{\"'“‘>|~—–*-]"  # what they do not follow
# Letters and punctuation of scripts without blanks: kana, Chinese characters, Hangul, full width.
_UNSPACED = "\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
UNSPACED = lazy_pattern(f"[{_UNSPACED}]")
_BEFORE_STAR = f"[^{_UNSPACED}{_BEFORE[2:]}"  # stars stand between such letters as well
# `==` and `~~` follow anything but a word and a closing bracket or quotation mark: `x==1` and `f(x)=="a"` have none.
_AFTER_VALUE = r"(?<![\w)\]}}”’`]{0})(?<![^\s(\[{{][\"']{0})"
EMPHASIS_SIGNS = (  # the alternatives of an expression, each of which begins with a literal
    rf"~~{_AFTER_VALUE.format('~~')}(?=[^\s~])|=={_AFTER_VALUE.format('==')}(?=[^\s=])"
    rf"|\*\*|\*(?<!{_BEFORE_STAR}\*)(?=[^\s*])|__(?<!{_BEFORE}__)(?=[^\s_])|_(?<!{_BEFORE}_)(?=[^\s_])"
)
_INSIDE = rf"(?:[^\n]|\n(?![ \t]*\n)){{0,{_LONGEST}}}?"  # no blank line
_ENDS = {"*": r"(?:\*\*)?(\*)(?!\*)", "_": "(?:__)?(_)", "__": "(__)", "~~": "(~~)", "==": "(==)"}
_STOPS = {"*": rf"(?![^\W{_UNSPACED}])"}  # what does not follow
EMPHASIS = {
    sign: lazy_pattern(rf"{re.escape(sign)}{_INSIDE}[^\s\\{sign[0]}]{end}" + _STOPS.get(sign, r"(?!\w)"))
    for sign, end in _ENDS.items()
}
# `__init__` of Python or `__FILE__` of C, which are rarely words in bold type; `__Save__` is one.
DUNDER = lazy_pattern(r"__(?![A-Z][a-z])\w+__")
