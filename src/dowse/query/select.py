"""What a field means, decided from one document: the definition that every engine follows."""

from __future__ import annotations

import re

from ..analysis.fold import fold
from ..model.document import Head

_FACTS = frozenset({"type", "status", "phase"})


def holds(field: str, value: str, head: Head) -> bool:
    """Whether the document's `field` has `value`; an unknown field has no value."""
    match field:
        case "tag":
            return any(is_under(tag_key(tag), tag_key(value)) for tag in head.tags)
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
        case _ if field in _FACTS:
            return fact_key(value) in fact_keys(head, field)
        case _:
            return False


def is_under(name: str, parent: str) -> bool:
    """Whether `name` is `parent` or nested in it, with `/` between."""
    return not parent or name == parent or name.startswith(parent + "/")


def tag_key(tag: str) -> str:
    """A tag as it is compared: folded, without `#` and outer slashes."""
    return fold(tag).strip().lstrip("#").strip("/")


def path_key(path: str) -> str:
    """A folder or file as it is compared: folded, relative, without outer slashes."""
    key = fold(path).strip().replace("\\", "/")
    return key.removeprefix("./").strip("/")


def is_pattern(value: str) -> bool:
    """Whether the value is a pattern (`*` and `?`) rather than a part of a name."""
    return "*" in value or "?" in value


def file_subject(value: str, path: str) -> str:
    """What a `file:` value is compared with: the whole path when the value holds a slash, or the file name."""
    return path if "/" in value else path.rpartition("/")[2]


def file_pattern(value: str) -> re.Pattern[str]:
    """The value as an expression for the whole folded name: `*` and `?` as usual, else a part of the name."""
    folded = fold(value)
    first, *others = re.split(r"\*+", folded if is_pattern(folded) else f"*{folded}*")
    if not others:
        return re.compile(_piece(first), re.DOTALL)
    *inner, last = others
    # The first place of each inner piece is as good as any later one. Atomic groups say so: trying the later ones
    # too would take exponential time.
    found = "".join(f"(?>.*?{_piece(piece)})" for piece in inner)
    return re.compile(f"{_piece(first)}{found}.*{_piece(last)}", re.DOTALL)


def _piece(piece: str) -> str:
    return "".join("." if char == "?" else re.escape(char) for char in piece)


def ending(path: str) -> str:
    """The file's ending, folded, without the dot."""
    name = fold(path.rpartition("/")[2])
    return name.rpartition(".")[2] if "." in name else ""


def fact_key(value: str) -> str:
    """A frontmatter value as it is compared: folded, without `[[ ]]` and `#`."""
    return fold(value).strip().removeprefix("[[").removesuffix("]]").lstrip("#").strip()


def fact_keys(head: Head, field: str) -> frozenset[str]:
    """All values of a fact, ready to compare."""
    value = head.facts.get(field)
    if value is None:
        return frozenset()
    values = value if isinstance(value, tuple) else (_written(value),)
    return frozenset(fact_key(each) for each in values)


def _written(value: str | float | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) and value.is_integer() else str(value)
