"""The meaning of each leaf of the tree, decided from one document: the definition for every engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from ..analysis.code.source_paths import is_test_path
from ..analysis.folding import fold, without_symbols
from ..model.document import LANGUAGE, Fact, Head
from ..model.epoch_time import plain_epoch_seconds
from ..model.kinds import FACT_NAMES, STATE_FIELDS, UNREAD
from ..model.lazy_pattern import lazy_pattern
from .ast import (
    And,
    Compare,
    ExactPhrase,
    Expr,
    FieldEquals,
    Leaf,
    MatchCase,
    Modified,
    Not,
    OneOf,
    Or,
    Property,
    RegularExpression,
    SamePassage,
    Scale,
    SymbolCondition,
    TextLeaf,
    Word,
)
from .dates import date_range, written_date_range
from .fields import endings_of, languages_named
from .value_ranges import number

NO_VALUE = "null"  # the value of a property without one

_LINK = lazy_pattern(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]")
_FROM_THE_ROOT = lazy_pattern(r"\A(?:\.?/)+")
_GAP = r"(?P<folders>(?<![^/])\*{2,}/)|(?P<gap>\*+)"  # any folders or none; anything
_LITERAL_PARTS = lazy_pattern(rf"{_GAP}|(?P<one>\?)|(?P<text>.)", re.DOTALL)
_PARTS = lazy_pattern(rf"{_GAP}|(?P<one>\?)|\[(?P<set>[!^]?\]?[^\]]*)\]|(?P<text>.)", re.DOTALL)
_RANGE = lazy_pattern(r"(.)-(.)|(.)", re.DOTALL)
_CHOICE = lazy_pattern(r"\{([^{},]*(?:,[^{},]*)+)\}")
_MOST_CHOICES = 64  # patterns that one with braces stands for; beyond that, the braces are plain characters
_FOLDER_BEGINS = "(?<![^/])"


def decided(expr: Expr, head: Head, *, text: Callable[[TextLeaf | SymbolCondition], bool]) -> bool:
    """Whether `expr` selects the document; `text` decides the leaves that need the text or the symbols."""
    match expr:
        case And(items):
            return all(decided(item, head, text=text) for item in items)
        case Or(items):
            return any(decided(item, head, text=text) for item in items)
        case Not(item):
            return not decided(item, head, text=text)
        case Word() | ExactPhrase() | MatchCase() | RegularExpression() | SamePassage() | SymbolCondition():
            return text(expr)
        case _:
            return _leaf(expr, head)


def selected_as(expr: Expr, head: Head, *, text: Callable[[TextLeaf | SymbolCondition], bool]) -> Head | None:
    """The head of a file that is known by its path alone as `expr` selects it: of its own kind, such as `code` for
    minified source code, or of the kind `file`; None if `expr` selects neither.
    """
    if decided(expr, head, text=text):
        return head
    as_file = head._replace(kind=UNREAD, title=head.path.rpartition("/")[2])
    return as_file if head.kind != UNREAD and decided(expr, as_file, text=text) else None


def needs_text(expr: Expr) -> bool:
    """Whether some leaf needs the text or the symbols of a document, so that its head alone cannot decide."""
    match expr:
        case And(items) | Or(items):
            return any(map(needs_text, items))
        case Not(item):
            return needs_text(item)
        case _:
            return isinstance(expr, TextLeaf | SymbolCondition)


def _leaf(leaf: Leaf, head: Head) -> bool:
    match leaf:
        case FieldEquals(field, value):
            return holds(field, value, head)
        case Property(key, value):
            return has(key, value, head)
        case Compare(key, scale, low, high):
            return any(low <= at < high for at in _on_scale(head, key, scale))
        case Modified(scale, low, high):
            return scale == "epoch" and low <= head.modified < high
        case OneOf(docs):
            return head.path in docs
        case _:  # nodes that only rank
            return True


def holds(field: str, value: str, head: Head) -> bool:
    """Whether the document's `field` has `value`; an unknown field has no value."""
    match field:
        case "tag":
            return any(is_tag_under(tag_key(tag), tag_key(value)) for tag in head.tags)
        case "path":
            return is_under(fold(head.path), path_key(value))
        case "file":
            return file_pattern(value).fullmatch(fold(file_subject(value, head.path))) is not None
        case "title":
            return fold(value) in fold(head.title)
        case "ext":
            return ending(head.path) == fold(value).lstrip(".")
        case "kind":
            return head.kind == fold(value)
        case "lang":
            return _is_written_in(languages_named(fold(value)), head)
        case "test":
            return head.kind == "code" and is_test_path(head.path) and value == "yes"
        case _ if field in FACT_NAMES:
            return has(field, value, head)
        case _:
            return False


def _is_written_in(languages: tuple[str, ...], head: Head) -> bool:
    """By the language as which the file was read, or else by its ending."""
    stated = head.fact(LANGUAGE)
    return stated in languages if stated else ending(head.path) in endings_of(languages)


def values(field: str, head: Head) -> Iterator[str]:
    """The values of a document in a field, in compared form; folders and files as written. For suggestions."""
    match field:
        case "tag":
            yield from map(tag_key, head.tags)
        case "path":
            yield from (head.path[:at] for at, char in enumerate(head.path) if char == "/")
            yield head.path
        case "kind":
            yield head.kind
        case "ext":
            yield ending(head.path)
        case "property":
            yield from map(property_key, head.properties)
        case _ if field in FACT_NAMES:
            yield from fact_keys(head, field)


def has(key: str, value: str | None, head: Head) -> bool:
    """Whether the document has the property, with the value unless it is None."""
    return property_key(key) in head.facts if value is None else fact_key(value) in fact_keys(head, key)


def scale_positions(key: str) -> tuple[float | None, float | None]:
    """A value in compared form as a number and as a date (seconds since 1970 as written).

    The form of a date may be another than that of ISO.  A number of seconds or milliseconds since 1970, such as the
    `updated` of Dendron, is a date, too.  One that begins with 0 is a telephone number.
    """
    as_number = number(key)
    covered = written_date_range(key) if as_number is None else date_range(key)
    if covered is None:
        return as_number, None if as_number is None or key.startswith("0") else plain_epoch_seconds(as_number)
    return as_number, covered[0]


def _on_scale(head: Head, key: str, scale: Scale) -> Iterator[float]:
    for value in fact_keys(head, key):
        as_number, as_date = scale_positions(value)
        on_calendar = as_date if as_number is None else None
        at = {"number": as_number, "date": as_date, "calendar": on_calendar}.get(scale)
        if at is not None:
            yield at


def is_under(name: str, parent: str) -> bool:
    """Whether `name` is `parent` or nested in it, with `/` between."""
    return not parent or name == parent or name.startswith(parent + "/")


def is_tag_under(tag: str, parent: str) -> bool:
    """Whether the tag is `parent` or nested in it, with `/` or, as in Dendron, `.` between."""
    return is_under(tag, parent) or tag.startswith(parent + ".")


def tag_key(tag: str) -> str:
    """A tag in the form for comparisons: folded, without `#` and outer slashes."""
    return fold(tag).strip().lstrip("#").strip("/")


def accented_tags(counted: Mapping[str, int], written: Mapping[str, int]) -> list[str]:
    """The tags in compared form, each with the accents that at least half of its documents write.

    `counted` are the documents of each, and `written` those of each tag with accents.
    """
    accented: dict[str, str] = {}
    for tag in sorted(written, key=lambda tag: (-written[tag], tag)):
        accented.setdefault(tag_key(tag), tag)
    return [
        tag if 2 * written.get(other := accented.get(tag, ""), 0) < documents else other
        for tag, documents in counted.items()
    ]


def path_key(path: str) -> str:
    """A folder or file in the form for comparisons: folded, relative, without outer slashes."""
    key = fold(path).strip().replace("\\", "/")
    return key.removeprefix("./").strip("/")


def is_pattern(value: str) -> bool:
    """Whether the value is a pattern (`*`, `?`, `[ab]`, `{a,b}`) rather than a part of a name."""
    return "*" in value or "?" in value or _has_sets(value)


def _has_sets(value: str) -> bool:
    return ("{" in value and _CHOICE.search(value) is not None) or ("[" in value and "]" in value)


def file_key(value: str) -> str:
    """A `file:` value in the form for comparisons: folded, and a pattern without `./` or `/` before it."""
    key = fold(value)
    return _FROM_THE_ROOT.sub("", key) if is_pattern(key) else key


def file_subject(value: str, path: str) -> str:
    """The text to compare with a `file:` value: the whole path if the value has a slash, else the file name."""
    return path if "/" in value else path.rpartition("/")[2]


@lru_cache(64)  # one pattern is checked for every document
def file_pattern(value: str) -> re.Pattern[str]:
    """The value as an expression for the whole folded name: `*`, `?`, `**/`, `[ab]` and `{a,b}` as usual, else a part
    of the name.

    Names may have brackets and braces, so a pattern with `[ab]` or `{a,b}` also matches a name with these characters.
    """
    key = file_key(value)
    plain = _expression(key if "*" in key or "?" in key else f"*{key}*", _LITERAL_PARTS)
    forms = [_expression(each, _PARTS) for each in _choices(key)] if _has_sets(key) else []
    return re.compile("|".join(dict.fromkeys((plain, *forms))), re.DOTALL)


def _choices(key: str) -> tuple[str, ...]:
    """The patterns without braces that one with braces stands for; the pattern itself when there are too many."""
    keys: tuple[str, ...] = (key,)
    while _CHOICE.search(keys[0]):
        keys = tuple(each for wide in keys for each in _chosen(wide))
        if len(keys) > _MOST_CHOICES:
            return (key,)
    return keys


def _chosen(key: str) -> list[str]:
    """The patterns with one alternative of the first braces each."""
    found = _CHOICE.search(key)
    assert found is not None  # all patterns of one have the same braces
    return [f"{key[: found.start()]}{each}{key[found.end() :]}" for each in found[1].split(",")]


def _expression(key: str, parts: re.Pattern[str]) -> str:
    """The pattern as an expression for a whole name."""
    pieces, gaps = [""], [""]
    for part in parts.finditer(key):
        if part.lastgroup in {"gap", "folders"}:
            gaps.append(_FOLDER_BEGINS if part.lastgroup == "folders" else "")
            pieces.append("")
        else:
            pieces[-1] += _character(part)
    if len(pieces) == 1:
        return pieces[0]
    first, *inner, last = (gap + piece for gap, piece in zip(gaps, pieces, strict=True))
    # The first place of each inner piece is as good as any later one. Atomic groups say so: trying the later ones
    # too would take exponential time.
    found = "".join(f"(?>.*?{piece})" for piece in inner)
    return f"{first}{found}.*{last}"


def _character(part: re.Match[str]) -> str:
    """The expression for one character."""
    match part.lastgroup:
        case "one":
            return "."
        case "set":
            return _set(part["set"])
        case _:
            return re.escape(part["text"])


def _set(members: str) -> str:
    negated = members[:1] in {"!", "^"}
    ranges = [each.groups() for each in _RANGE.finditer(members[negated:])]
    inside = "".join(
        re.escape(single) if single else f"{re.escape(low)}-{re.escape(high)}"
        for low, high, single in ranges
        if single or low <= high
    )
    if inside:
        return f"[{'^' if negated else ''}{inside}]"
    return "." if negated else "(?!)"  # a range that runs backwards has no characters


def ending(path: str) -> str:
    """The file's ending, folded, without the dot."""
    name = fold(path.rpartition("/")[2])
    return name.rpartition(".")[2] if "." in name else ""


def fact_key(value: str) -> str:
    """A frontmatter value in compared form: folded, without `[[ ]]`, the label of a link, `#`, and the signs before and
    behind a text: `✅ Done` is `done`.
    """
    key = fold(value if value.isascii() else without_symbols(value)).strip()
    if key.startswith("[[") and key.endswith("]]"):
        key = key[2:-2].partition("|")[0]
    return key.removeprefix("[[").removesuffix("]]").lstrip("#").strip()


def property_key(key: str) -> str:
    """A property's name in the form for comparisons; frontmatter is parsed with its keys in this form."""
    return key.strip().lower()


def fact_keys(head: Head, key: str) -> frozenset[str]:
    """All values of a fact, ready to compare; `null` for a fact without one, as in Obsidian.

    A link in a type, a status or a phase is compared by its label, too, as answers show it.
    """
    texts = written_values(head, key)
    found = frozenset(map(fact_key, texts))
    if property_key(key) in STATE_FIELDS:
        found |= {fact_key(without_brackets(text)) for text in texts if "[[" in text}
    return found or frozenset({NO_VALUE} if property_key(key) in head.facts else ())


def _values(head: Head, key: str) -> tuple[str | float | bool, ...]:
    value: Fact | None = head.facts.get(property_key(key))
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)


def written_values(head: Head, key: str) -> tuple[str, ...]:
    """All values of a fact as text, as written."""
    return tuple(map(_fact_text, _values(head, key)))


def without_brackets(value: str) -> str:
    """The value with each wikilink as a page shows it."""
    return _LINK.sub(r"\1", value)


def _fact_text(value: str | float | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
