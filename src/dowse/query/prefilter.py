"""The part of a tree that is decidable before a file is read or parsed."""

from __future__ import annotations

from ..analysis.folding import fold
from ..model.kinds import FACT_NAMES
from ..model.value_class import dataclass
from .ast import And, Compare, Expr, FieldEquals, Modified, Not, OneOf, Or, Property, walk
from .extract import conjunction
from .select import NO_VALUE, fact_key, property_key, tag_key

_PATH_FIELDS = frozenset({"path", "file", "ext"})
# Properties that formats read from the path or from other properties.
_DERIVED = frozenset({"category", "area", "summary", "short_code", "created"})


def split_by_path(where: Expr) -> tuple[Expr, Expr]:
    """The tree as two conditions of a conjunction: that on the path and the time of a file, and the rest."""
    items = where.items if isinstance(where, And) else (where,)
    path_conditions = [item for item in items if _is_early(item)]
    return conjunction(*path_conditions), conjunction(*(item for item in items if item not in path_conditions))


@dataclass(frozen=True, slots=True)
class UnparsedFile:
    """A text that has not been taken apart."""

    text: str  # folded, all of it
    front: str  # folded, the YAML at its beginning
    kind: str  # by the path alone


def may_select(expr: Expr, unparsed: UnparsedFile) -> bool:
    """Whether the tree may select the document; if not, the document need not be parsed.

    A tag or a value of one plain word is in the text in its compared form, except for escapes in YAML.
    """
    return "\\" in unparsed.front or _may_select(expr, unparsed)


def _may_select(expr: Expr, unparsed: UnparsedFile) -> bool:
    match expr:
        case And(items):
            return all(_may_select(item, unparsed) for item in items)
        case Or(items):
            return any(_may_select(item, unparsed) for item in items)
        case FieldEquals("tag", value):
            return _occurs(tag_key(value), unparsed.text)
        case FieldEquals("kind", value):
            return fold(value) == unparsed.kind or _occurs(fold(value), unparsed.front)
        case FieldEquals(field, value) if field in FACT_NAMES - _DERIVED:
            return _occurs_as_value(value, unparsed.front)
        case Property(key, value) if property_key(key) not in _DERIVED:
            return _has_key(key, unparsed.front) and (value is None or _occurs_as_value(value, unparsed.front))
        case Compare(key) if property_key(key) not in _DERIVED:
            return _has_key(key, unparsed.front)
        case _:
            return True


def _is_early(expr: Expr) -> bool:
    return all(isinstance(node, And | Or | Not | Modified | OneOf) or _is_path_field(node) for node in walk(expr))


def _is_path_field(node: Expr) -> bool:
    return isinstance(node, FieldEquals) and node.field in _PATH_FIELDS


def _has_key(key: str, front: str) -> bool:
    """Whether the frontmatter may have the property; `a.b` is the key `b` in the mapping under `a`."""
    return _occurs(fold(property_key(key)).rpartition(".")[2], front)


def _occurs_as_value(value: str, front: str) -> bool:
    key = fact_key(value)
    return key == NO_VALUE or _occurs(key, front)


def _occurs(key: str, text: str) -> bool:
    return bool(text) and (key in text or not _is_plain(key))


def _is_plain(key: str) -> bool:
    """Whether nothing but the word itself is compared as this: no number, no blank that may be a line end, no sign."""
    if not key.replace("_", "").replace("-", "").replace("/", "").isalnum() or not any(map(str.isalpha, key)):
        return False
    # A Greek iota may have been written below a vowel, where folding a tag finds it and folding a text does not.
    return "ι" not in key and not _is_number(key)


def _is_number(key: str) -> bool:
    try:
        float(key)
    except ValueError:
        return False
    return True
