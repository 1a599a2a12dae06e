"""A query with corrections in place of the words that no document contains, by which the search is repeated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...analysis.folding import fold, unaccented
from ...analysis.tokens import spans
from ...query.ast import Expr, Leaf, Note, Query, Should, Word, replaced
from ...query.extract import phrases
from ...query.parse import parse
from ...query.pasted_text import is_pasted
from ...retrieval.keyword import scoring_words
from ..answer_notes.word_notes import as_written, listed, suggestion
from .unknown_words import UnknownWords

_SHORT, _LONGER = 5, 8  # letters of a word that may be a name rather than misspelt
# Where the keys are: the row, and the place in it with the lower rows a quarter and three quarters of a key further.
_ROWS = (("qwertyuiop", 0.0), ("asdfghjkl", 0.25), ("zxcvbnm", 0.75))
_KEYS = {letter: (row, at + shift) for row, (keys, shift) in enumerate(_ROWS) for at, letter in enumerate(keys)}
_FAR = (-2, -2.0)  # the place of digits and other signs


def corrected_query(query: Query, unknown: UnknownWords) -> Query | None:
    """The query with the corrections of natural words that no document contains; None without any.

    Quotations and required words mean what they say, also where the words of a quotation only rank, and nobody has
    typed a pasted text.  A word that another one has as its beginning or end is rather a name or a form of that than
    misspelt, and a short one with another letter in the place of one that is elsewhere on the keyboard a name, such as
    `thinc` beside `thing`: they are searched by these only when alone.
    """
    if unknown.is_retyped:
        return replace(query, where=parse(unknown.corrected).where)
    corrections = dict(unknown.corrections)
    if any(map(_may_be_name, corrections.keys(), corrections.values())) and not has_one_word(query):
        return None
    if len(corrections) < max(1, len(unknown.words)) or is_pasted(query.text):
        return None
    if not corrections.keys().isdisjoint(_quoted_words(query.text)):
        return None

    def replacement(leaf: Leaf) -> Expr:
        if not (isinstance(leaf, Should) and isinstance(leaf.item, Word)):
            return leaf
        text = leaf.item.text
        for start, end, written in reversed(tuple(spans(text))):
            text = f"{text[:start]}{corrections.get(unaccented(written), text[start:end])}{text[end:]}"
        return Should(Word(text))

    where = replaced(query.where, replacement)
    return None if where == query.where else replace(query, where=where)


def _quoted_words(text: str) -> Iterator[str]:
    """The words of the quotations, as they are looked up."""
    for quoted in phrases(parse(text).where) if '"' in text else ():
        yield from (unaccented(written) for _, _, written in spans(quoted))


def _may_be_name(word: str, correction: str) -> bool:
    return _is_made_of(word, correction) or _is_mistyped_elsewhere(word, correction)


def _is_mistyped_elsewhere(word: str, correction: str) -> bool:
    """Whether a short word has a letter, or a longer one two, in the place of letters whose keys are no neighbours."""
    if len(word) != len(correction) or len(word) > _LONGER:
        return False
    different = [pair for pair in zip(fold(word), fold(correction), strict=False) if pair[0] != pair[1]]
    is_exchanged = sorted(letter for letter, _ in different) == sorted(letter for _, letter in different)
    return not is_exchanged and sum(not _are_neighbours(*pair) for pair in different) > (len(word) > _SHORT)


def _are_neighbours(letter: str, other: str) -> bool:
    """Whether the keys of the letters are side by side; True for letters beyond ASCII, whose keyboards differ."""
    if not (letter.isascii() and other.isascii()):
        return True
    (row, at), (other_row, other_at) = _KEYS.get(letter, _FAR), _KEYS.get(other, _FAR)
    return abs(row - other_row) <= 1 and abs(at - other_at) <= 1


def _is_made_of(word: str, correction: str) -> bool:
    """Whether the word is the correction with letters before or behind it, as `ipython`, but for a doubled letter."""
    longer, shorter = fold(word), fold(correction)
    if longer in {shorter[:1] + shorter, shorter + shorter[-1:]}:
        return False
    return longer.startswith(shorter) or longer.endswith(shorter)


def correction_note(unknown: UnknownWords, text: str) -> Note:
    """What an answer says on the corrections that were searched for; `text` is the query."""
    words, corrections = zip(*unknown.corrections, strict=True)
    absent = listed(as_written(words, text))
    at = next((start for start, _, written in spans(text) if unaccented(written) in words), unknown.at)
    searched = f"searched for {listed(corrections, 'and')}"
    return Note(
        at,
        f"no document contains {absent}, {searched}",
        is_about_index=True,
        so_far=f"nothing contains {absent} so far, {searched}",
    )


def with_all_corrections(
    notes: Sequence[Note], found: UnknownWords, unknown: UnknownWords, text: str
) -> Sequence[Note]:
    """The notes of the search by corrections, whose suggestion for the rare words of the query lacks these.

    `found` is the outcome of that search, `unknown` that of the search before; `text` is the query.
    """
    if not found.corrected:
        return notes
    lacking, whole = suggestion(found, text), suggestion(replace(found, corrected=unknown.corrected), text)
    return [whole if note == lacking else note for note in notes if unknown.rare or note != lacking]


def has_one_word(query: Query) -> bool:
    """Whether the query is one word, which a document must contain."""
    return len(set(map(fold, scoring_words(query.where)))) == 1
