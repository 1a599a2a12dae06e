"""Suggestions for a value that no document has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from ...analysis.folding import fold
from ...model.kinds import FACT_NAMES
from ...query.select import NO_VALUE, fact_key, is_tag_under, path_key, property_key, tag_key
from .similar_names import similar_name

SUGGESTED = FACT_NAMES | {"tag", "path", "kind", "ext", "lang", "property", "symbol"}
_MOST_CONSIDERED = 5_000  # values to compare; more take too long for a hint
_MOST_VALUES = 3  # of a property, in a hint
_OTHER_KINDS = {  # of a language, by the kind that such symbols are of
    **dict.fromkeys(("struct", "record"), "class"),
    **dict.fromkeys(("trait", "protocol"), "interface"),
    **dict.fromkeys(("namespace", "package"), "module"),
    "constant": "const",
    **dict.fromkeys(("func", "procedure"), "function"),
    "typedef": "type",
}
_TRUTH = {"yes": "true", "no": "false", "true": "yes", "false": "no"}  # words that mean the same


def unknown_value_message(field: str, value: str, known: Sequence[str]) -> str | None:
    """The message for a value of `field` that no document has; None if a document has it. `known` is the vocabulary.

    It repeats the value as written.
    """
    match field:
        case "tag":
            return _missing_tag(value, known)
        case "path":
            return missing_path_message(value, known, missing="no document has the path")
        case "property":
            return _missing_property(value, known)
        case _:
            key = fact_key(value)
            if key in known:
                return None
            own = _OTHER_KINDS.get(key) if field == "kind" else None
            hint = f"; such symbols are of the kind {own!r}" if own else _suggestion(key, known)
            return f"no document has the {field} {value.strip()!r}{hint}"


def _missing_property(written: str, known: Sequence[str]) -> str | None:
    """As above for the name of a property, of which another one may differ in accents alone."""
    key = property_key(written)
    if key in known:
        return None
    namesakes = [other for other in known if fold(other) == fold(key)]
    suggestion = f"; did you mean {namesakes[0]!r}?" if namesakes else _suggestion(fact_key(written), known)
    return f"no document has the property {written.strip()!r}{suggestion}"


def unknown_property_value_message(
    key: str, value: str, known: Sequence[str], nested: Sequence[str], as_written: Callable[[str], str]
) -> str:
    """The message for a value that no document has in the property.

    `known` are the values of the property, which `as_written` shows as a document has them, and `nested` the names of
    the properties inside its values.
    """
    known = [each for each in known if each != NO_VALUE]
    wanted = fact_key(value).rstrip("*")
    wanted = meant if (meant := _TRUTH.get(wanted, "")) in known else wanted
    inside = [each for each in known if wanted in each]
    if near := min(inside, key=len) if inside else closest_value(wanted, known):
        hint = f"did you mean {as_written(near)!r}?"
    elif known or nested:
        listed = [*map(as_written, known[:_MOST_VALUES])] or nested[:_MOST_VALUES]
        more = len(known or nested) - len(listed)
        names = "its values are" if known else "its values have the keys"
        hint = f"{names} {', '.join(map(repr, listed))}{f' and {more:,} more' if more else ''}"
    else:
        hint = "it has no values"
    return f"no document has the value {value.strip()!r} in the property {key!r}; {hint}"


def _missing_tag(written: str, listed: Sequence[str]) -> str | None:
    if has_tag(written, listed):
        return None
    match = similar_tag(written, listed)
    return f"no tag #{written.strip().lstrip('#')}" + (f"; did you mean #{match}?" if match else "")


def has_tag(written: str, listed: Sequence[str]) -> bool:
    """Whether one of the tags is the written one or nested in it."""
    tag = tag_key(written)
    return any(is_tag_under(tag_key(other), tag) for other in listed)


def similar_tag(written: str, listed: Sequence[str]) -> str:
    """The tag that may be meant by one that is missing, as written in the vault; empty if none is like it."""
    tag = tag_key(written)
    shown = {tag_key(each): each for each in listed}
    known = [*shown]
    nested = [other for other in known if other.endswith((f"/{tag}", f".{tag}"))]
    if tag.endswith("*"):  # fields but `file`, `path` and `symbol` have no patterns
        parent = tag.rstrip("*").rstrip(
            "/."
        )  # a filter for `role` includes the tags nested under it, as `role/*` means
        is_parent = parent != tag.rstrip("*") and any(is_tag_under(other, parent) for other in known)
        nested = [parent] if is_parent else [other for other in known if other.startswith(tag.rstrip("*"))]
    match = nested[0] if nested else similar_name(tag, known[:_MOST_CONSIDERED])
    return shown.get(match, match) if match else ""


def missing_path_message(written: str, known: Sequence[str], *, missing: str) -> str | None:
    """As above for a path; the last part of a path is enough: `Finance` suggests `2-Areas/Finance`.

    `missing` begins the message: an index does not know of a folder without documents.
    """
    path = path_key(written)
    folded = {path_key(other): other for other in known}
    if path in folded:
        return None
    inside = [path_key(other) for other in paths_below(path, known)]
    match = min(inside, key=len) if inside else similar_name(path, [*folded][:_MOST_CONSIDERED])
    return f"{missing} {written.strip()!r}" + (f"; did you mean {folded[match]!r}?" if match else "")


def paths_below(path: str, known: Iterable[str]) -> list[str]:
    """The known paths that end with the path; `path` is a key."""
    return [other for other in known if path and path_key(other).endswith(f"/{path}")]


def closest_value(key: str, known: Iterable[str]) -> str:
    """The most similar known value; empty if none is similar."""
    return similar_name(key, islice(known, _MOST_CONSIDERED))


def _suggestion(key: str, known: Iterable[str]) -> str:
    closest = closest_value(key, known)
    return f"; did you mean {closest!r}?" if closest else ""
