"""The query language a second time, as naively as it can be told: every file is read whole for every query.

Nothing of dowse is imported in this package, so that a mistake would have to be made twice to go unnoticed.  The words
of the files are their own stems (see writing.py), which is why words are compared as they stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from tests.contract.second.files import (
    File,
    comparable,
    fits,
    folded,
    is_quoted,
    kind,
    nothing,
    tags,
    title,
    values,
    words,
)
from tests.contract.second.links import scope
from tests.contract.second.times import age, span, unzoned
from tests.contract.second.trees import (
    All,
    Any,
    Asked,
    Compared,
    Field,
    Key,
    Must,
    Near,
    No,
    Quoted,
    Said,
    Scope,
    Tree,
    leaves,
)

_PROSE = 12  # words, from which quotations cite


def selected(asked: Asked, files: Sequence[File]) -> set[str]:
    """The paths of the files that the query selects."""
    prose = not asked.is_boolean and sum(isinstance(leaf, Said) for leaf in leaves(asked.tree)) >= _PROSE
    reading = _Reading(files, asked.now, prose)
    return {file.path for file in files if reading.holds(asked.tree, file, binding=asked.is_boolean)}


@dataclass(frozen=True)
class _Reading:
    files: Sequence[File]
    now: datetime
    prose: bool

    def holds(self, tree: Tree, file: File, *, binding: bool) -> bool:
        """Whether the file is selected; what does not bind selects every file."""
        match tree:
            case All(items):
                return all(self.holds(item, file, binding=binding) for item in items)
            case Any(items):
                return any(self.holds(item, file, binding=binding) for item in items)
            case No(item):
                return not self.holds(item, file, binding=True)
            case Must(item):
                return self.holds(item, file, binding=True)
            case _:
                return not (binding or self.binds(tree)) or self.is_said_of(file, tree)

    def binds(self, leaf: Tree) -> bool:
        """Whether a leaf without operator and sign selects: words never, quotations and `[sic]` not in prose."""
        return not (
            isinstance(leaf, Said)
            or (self.prose and (isinstance(leaf, Quoted) or (isinstance(leaf, Key) and leaf.value is None)))
        )

    def is_said_of(self, file: File, leaf: Tree) -> bool:
        """Whether the leaf holds of the file."""
        match leaf:
            case Said(word):
                return folded(word) in words(file)
            case Quoted(text):
                return is_quoted(text, file)
            case Key(key, value):
                found = values(file, key) or nothing(file, key)
                if value is None or any(is_same(value, each) for each in found):
                    return bool(found)
                within = Compared(key, "", value)
                return self.is_date(value) and any(self.is_dated(within, each) for each in found)
            case Compared():
                return self.is_compared(leaf, file)
            case Scope(name, ref):
                return file.path in scope(name, ref, self.files)
            case Field(name, value):
                return is_field(name, value, file)
            case Near():
                return True
            case _:
                raise AssertionError(leaf)

    def is_compared(self, asked: Compared, file: File) -> bool:
        """Whether some value lies where the query says; numbers and dates are compared each with their like."""
        if asked.key == "modified":
            return self.is_within(asked, datetime.fromtimestamp(file.modified, UTC))
        found = values(file, asked.key)
        numbered = asked.key != "created" and any(is_numbered(asked, value) for value in found)
        return numbered or any(self.is_dated(asked, value) for value in found)

    def is_date(self, value: str) -> bool:
        """Whether the value of a property is a date, and so each one within it; a number is from 1900 to 2099 only."""
        return (
            value[:1].isdigit()
            and bool(span(value, self.now))
            and not (len(value) == 4 and value[:2] not in {"19", "20"})
        )

    def is_dated(self, asked: Compared, value: str) -> bool:
        """Whether a date in the text lies there: all zones aside, and counted by where it begins."""
        covered = span(unzoned(value), self.now)
        plain = Compared(asked.key, asked.operator, unzoned(asked.operand), unzoned(asked.last))
        return covered is not None and self.is_within(plain, covered[0])

    def is_within(self, asked: Compared, at: datetime) -> bool:
        """Whether the time is one that the query means."""
        if asked.operand and asked.operand[-1] in "hdwmy" and asked.operand[:1].isdigit():
            young = self.now - at < age(asked.operand)
            return young if ">" not in asked.operator else not young
        first, last = (span(text, self.now) for text in (asked.operand, asked.last))
        match asked.operator, first, last:
            case "..", (start, _), (_, end):
                return start <= at < end
            case "..", (start, _), None:
                return not asked.last and start <= at
            case "..", None, (_, end):
                return not asked.operand and at < end
            case ">", (_, end), None:
                return end <= at
            case ">=" | "=>", (start, _), None:
                return start <= at
            case "<", (start, _), None:
                return at < start
            case "<=" | "=<", (_, end), None:
                return at < end
            case "", (start, end), None:
                return start <= at < end
            case _:
                return False


def is_same(one: str, other: str) -> bool:
    """Whether two values are equal, as numbers when they are such."""
    try:
        return float(one) == float(other)
    except ValueError:
        return comparable(one) == comparable(other)


def is_numbered(asked: Compared, value: str) -> bool:
    """Whether the value is a number where the query says."""
    try:
        at = float(value)
        first, last = (float(text) if text else None for text in (asked.operand, asked.last))
    except ValueError:
        return False
    match asked.operator, first, last:
        case "..", _, _:
            return (first is None or first <= at) and (last is None or at <= last)
        case ">", float(), None:
            return at > first
        case ">=" | "=>", float(), None:
            return at >= first
        case "<", float(), None:
            return at < first
        case "<=" | "=<", float(), None:
            return at <= first
        case _:
            return False


def is_field(name: str, value: str, file: File) -> bool:
    """Whether the field of the file has the value."""
    path, wanted = folded(file.path), folded(value)
    match name:
        case "tag":
            wanted = wanted.strip("#/")
            return any(tag == wanted or tag.startswith(wanted + "/") for tag in tags(file))
        case "path":
            return f"{path}/".startswith(wanted.removeprefix("./").strip("/") + "/")
        case "file":
            subject = path if "/" in wanted else path.split("/")[-1]
            return fits(subject, wanted) if "*" in wanted or "?" in wanted else wanted in subject
        case "title":
            return wanted in folded(title(file))
        case "ext":
            return path.endswith("." + wanted.lstrip("."))
        case "lang":
            return path.rsplit(".", 1)[-1] in LANGUAGES.get(wanted, ())
        case "kind":
            return wanted == kind(file)
        case _:
            return comparable(value) in map(comparable, values(file, name))


LANGUAGES: Mapping[str, tuple[str, ...]] = {
    "python": ("py",),
    "py": ("py",),
    "markdown": ("md", "mdx"),
    "rust": ("rs",),
}
