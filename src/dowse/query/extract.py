"""The parts of one tree: its selection, its scoring words, and its text for embedding."""

from __future__ import annotations

import re
from functools import lru_cache

from ..analysis.code.symbol_names import parts_of_name
from .ast import (
    And,
    ExactPhrase,
    Expr,
    FieldEquals,
    MatchAll,
    MatchCase,
    Near,
    Or,
    RegularExpression,
    SamePassage,
    Should,
    TextLeaf,
    Word,
    walk,
)

Condition = SamePassage | MatchCase | RegularExpression
Scoring = Word | ExactPhrase | Should | Near  # a leaf that speaks for documents

_REFERRING = frozenset({"calls", "imports", "extends", "explains"})  # fields whose value stands in what they select
_SHORT_CODE = re.compile(r"(?<![\w-])(?:[A-Z]+-)?[A-Z]-\d{4}\b")


def selecting(expr: Expr) -> Expr:
    """The tree without its natural words: the condition that each hit must meet in every mode."""
    match expr:
        case Should() | Near():
            return MatchAll()
        case And(items):
            return conjunction(*(selecting(item) for item in items))
        case Or(items):
            alternatives = tuple(selecting(item) for item in items)
            return MatchAll() if MatchAll() in alternatives else Or(alternatives)
        case _:
            return expr


def referred_names(expr: Expr) -> tuple[str, ...]:
    """The simple names of the symbols and modules that the selected places refer to: `calls:Flask.run` gives run."""
    leaves = (node for node in walk(expr) if isinstance(node, FieldEquals) and node.field in _REFERRING)
    return tuple(dict.fromkeys(parts[-1] for leaf in leaves if (parts := parts_of_name(leaf.value))))


def conjunction(*exprs: Expr) -> Expr:
    """All of these together, without those that select everything."""
    required: list[Expr] = []
    for expr in exprs:
        if isinstance(expr, And):
            required.extend(item for item in expr.items if item != MatchAll())
        elif expr != MatchAll():
            required.append(expr)
    required = list(dict.fromkeys(required))  # each is checked for every document
    if not required:
        return MatchAll()
    return required[0] if len(required) == 1 else And(tuple(required))


@lru_cache(32)  # a search asks a dozen times
def scoring_leaves(expr: Expr) -> tuple[Scoring, ...]:
    """The leaves that score, in order, without negated leaves and filters."""
    match expr:
        case Word() | ExactPhrase() | Should() | Near("similar"):
            return (expr,)
        case MatchCase(text):
            return (ExactPhrase(text),)
        case SamePassage(_, item):
            return scoring_leaves(item)
        case And(items) | Or(items):
            return tuple(leaf for item in items for leaf in scoring_leaves(item))
        case _:
            return ()


def scoring_texts(expr: Expr) -> tuple[str, ...]:
    """The texts of these leaves."""
    return tuple(text_of(leaf) for leaf in scoring_leaves(expr))


def is_natural(leaf: Scoring) -> bool:
    """Whether the leaf is text as people write it, and no word that selects and no quotation."""
    return isinstance(leaf, Near) or (isinstance(leaf, Should) and isinstance(leaf.item, Word))


def text_of(leaf: Scoring) -> str:
    """The text of the leaf."""
    match leaf:
        case Should(item):
            return item.text
        case Near(_, value):
            return value
        case Word(text) | ExactPhrase(text):
            return text


def embedding_text(expr: Expr) -> str:
    """The text to embed for the query; empty when it consists of filters alone."""
    return " ".join(scoring_texts(expr))


@lru_cache(32)  # a search asks fifteen times
def natural_text(expr: Expr) -> str:
    """The text as people write it, without words that select and without quotations."""
    return " ".join(text_of(leaf) for leaf in scoring_leaves(expr) if is_natural(leaf))


def names(expr: Expr) -> tuple[str, ...]:
    """Possible names of a document: all scoring text together, and each short code in it."""
    text = embedding_text(expr)
    return tuple(dict.fromkeys((text, *_SHORT_CODE.findall(text)))) if text else ()


def phrases(expr: Expr, *, in_passages: bool = True) -> tuple[str, ...]:
    """The quoted texts of the query, each once, in order; those in conditions of one passage on request."""
    match expr:
        case ExactPhrase(text):
            return (text,)
        case SamePassage(_, item) if in_passages:
            return phrases(item)
        case And(items) | Or(items):
            return tuple(dict.fromkeys(text for item in items for text in phrases(item, in_passages=in_passages)))
        case _:
            return ()


def text_conditions(expr: Expr) -> tuple[Condition, ...]:
    """The conditions on the text that have places in it, besides words and quotations: of one passage and the like."""
    match expr:
        case SamePassage() | MatchCase() | RegularExpression():
            return (expr,)
        case And(items) | Or(items):
            return tuple(dict.fromkeys(each for item in items for each in text_conditions(item)))
        case _:
            return ()


def similarity_targets(expr: Expr) -> tuple[str, ...]:
    """The documents and sections that `like:` names, each once, in order."""
    match expr:
        case Near("like", value):
            return (value,)
        case And(items) | Or(items):
            return tuple(dict.fromkeys(value for item in items for value in similarity_targets(item)))
        case _:
            return ()


@lru_cache(32)  # a search asks a dozen times
def node_types(expr: Expr) -> frozenset[type]:
    """The types of the nodes of the tree."""
    return frozenset(map(type, walk(expr)))


def selects_by_text(expr: Expr) -> bool:
    """Whether each hit must contain a text; filters and excluded words require none."""
    match expr:
        case And(items) | Or(items):
            return any(map(selects_by_text, items))
        case _:
            return isinstance(expr, TextLeaf)


def is_by_similarity(expr: Expr) -> bool:
    """Whether the query asks for nearness in meaning: `similar:` or `like:`."""
    return Near in node_types(expr)
