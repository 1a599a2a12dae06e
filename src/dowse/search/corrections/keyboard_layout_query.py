"""A query typed with another keyboard layout, in which keys of letters are signs in the other one: `j,cblbfy`."""

from __future__ import annotations

from collections.abc import Sequence

from ...analysis.spelling.keyboard_layout import retyped
from ...analysis.tokens import words
from ...model.lazy_pattern import lazy_pattern
from ...ports.storage import Reader
from ...query.ast import Expr, Should, Word
from ...query.extract import scoring_leaves

_SHORTEST = 4  # letters of a word of the documents; of three letters in another script a word is found by chance
_SIGN_OF_LETTER = lazy_pattern(r"[\[\];',.`][^\W\d_]")  # at the beginning of a word or inside


def retyped_query(text: str, where: Expr, reader: Reader) -> str:
    """The text of a query of natural words as another keyboard layout has it, if documents contain all of its words;
    else empty, also without a sign in a word: words of letters alone have corrections.
    """
    leaves = scoring_leaves(where)
    is_natural = bool(leaves) and all(isinstance(leaf, Should) and isinstance(leaf.item, Word) for leaf in leaves)
    if not is_natural or not _SIGN_OF_LETTER.search(text):
        return ""
    return next((form for form in retyped(text.strip()) if _are_known(words(form), reader)), "")


def _are_known(each: Sequence[str], reader: Reader) -> bool:
    unlike = reader.unknown_words(tuple(each)) if any(len(word) >= _SHORTEST for word in each) else None
    return unlike is not None and all(found and (found.typed or not found.distance) for found in unlike.values())
