"""Queries for the second reading: trees that ask for what stands in the files, and how somebody might type them."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from tests.contract.second.files import File, body, folder_of, front, name, tags, title, values, words
from tests.contract.second.links import names
from tests.contract.second.trees import All, Any, Compared, Field, Key, Must, Near, No, Quoted, Said, Scope, Tree
from tests.contract.second.writing import NUMBERS, STATES, VOCABULARY, cased, date

_ABSENT = ("sextant", "gallop")
_AGES = ("36h", "1d", "7d", "2w", "1.5m", "1y", "800d")
_COMPARING = (">", ">=", "=>", "<", "<=", "=<")
_DAYS = ("today", "yesterday", "tomorrow")
_SHORT_TAG = re.compile(r"[\d/-]*[^\W\d][\w/-]*")


@dataclass(frozen=True)
class Recipe:
    """A leaf before the vault is known: its kind, and a seed for what it asks."""

    kind: int
    seed: int

    def leaf(self, files: Sequence[File]) -> Tree:
        """The leaf that speaks of the files."""
        pick = random.Random(self.seed)  # noqa: S311  # the same every time
        file = pick.choice(files)
        match self.kind:
            case 0:
                return Said(cased(pick, pick.choice((*VOCABULARY, *_ABSENT))))
            case 1:
                return Said(cased(pick, pick.choice(sorted(words(file)))))
            case 2:
                return Quoted(_stretch(pick, file))
            case 3:
                return Field("tag", cased(pick, pick.choice(("kelp", "garnet", "absent", *sorted(tags(file))))))
            case 4:
                return _field(pick, file)
            case 5:
                return _property(pick, file)
            case 6:
                return _compared(pick, pick.choice(("rating", "minutes", "due", "Due", "created")))
            case 7:
                return _compared(pick, pick.choice(("modified", "modified", "created")))
            case 8:
                return _scope(pick, file)
            case _:
                return Near(*pick.choice((("similar", "amber basalt"), ("like", file.path))))


KINDS = 10


def _stretch(pick: random.Random, file: File) -> str:
    """A few words as they stand in the file somewhere, in another case perhaps."""
    beside = " ".join((*values(file, "aliases"), *values(file, "summary")))
    text = pick.choice((body(file), body(file), title(file), beside))
    found = pick.choice(re.findall(r"\w+(?:[ ,;.–-]+\w+){0,2}", text) or ["amber basalt"])
    cut = found[pick.choice((0, 0, 0, 1)) : len(found) - pick.choice((0, 0, 0, 1))].strip(" ,;.–-")
    return cased(pick, cut or found)


def _field(pick: random.Random, file: File) -> Tree:
    last, stem, folder = file.path.rpartition("/")[2], name(file), folder_of(file)
    ending = last.rpartition(".")[2]
    patterns = (
        f"*.{ending}",
        f"{stem[:2]}*".replace(" ", "?"),
        f"*/{stem[0]}*",
        f"{stem[:1]}{'?' * (len(stem) - 1)}.*",
    )
    asked = {
        "path": (
            folder or "Notes",
            folder.partition("/")[0] or "docs",
            f"{folder or 'Notes'}/",
            folder[:4] or "Not",
            file.path,
        ),
        "file": (stem, last, stem[1:4].strip(), *patterns),
        "title": (title(file), title(file)[: pick.randint(1, 9)].strip()),
        "ext": (ending, f".{ending}", "pdf"),
        "lang": ("python", "py", "markdown", "rust"),
        "kind": ("task", "skill", "knowledge"),
        "type": ("daily", "gleaning", "task"),
        "status": STATES,
        "phase": STATES,
    }
    field = pick.choice(tuple(asked))
    return Field(field, cased(pick, pick.choice(asked[field])))


def _property(pick: random.Random, file: File) -> Tree:
    stated, _ = front(file)
    key = pick.choice((*sorted(stated), "rating", "created", "summary", "short_code", "category", "area"))
    found = values(file, key)
    if not found or pick.random() < 0.3:
        return Key(cased(pick, pick.choice((key, "absent"))))
    return Key(key, cased(pick, pick.choice(found).strip("[]#")))


def _compared(pick: random.Random, key: str) -> Tree:
    is_number = key in {"rating", "minutes"}
    forms = NUMBERS if is_number else (date(pick), date(pick), date(pick), pick.choice(_DAYS))
    first, last = sorted(pick.sample(forms, 2), key=float if is_number else str)
    if pick.random() < 0.4:
        return Compared(key, "..", *pick.choice(((first, last), (first, last), (first, ""), ("", last))))
    alone = ("",) if key in {"created", "modified"} else ()  # `[due:2026]` is a `Key`
    relative = () if is_number else (pick.choice(_AGES), pick.choice(_DAYS))
    return Compared(key, pick.choice((*_COMPARING, *alone)), pick.choice((first, last, *relative)))


def _scope(pick: random.Random, file: File) -> Tree:
    folder = folder_of(file) or "Notes"
    path = pick.choice((file.path, file.path.rsplit(".", 1)[0]))
    refs = (path, *names(file), pick.choice((folder, f"{folder}/")), "nobody")
    return Scope(pick.choice(("under", "under", "children", "links", "linked")), pick.choice(refs))


def typed(tree: Tree, pick: random.Random, *, plainly: bool) -> str:
    """The tree as a query; `plainly` without AND and NOT, where there is a way to do without."""
    return _Typist(pick, plainly)(tree)


def is_boolean(query: str) -> bool:
    """Whether one of the operators is written; no word or value is called so."""
    return re.search(r"\b(AND|OR|NOT)\b", query) is not None


@dataclass(frozen=True)
class _Typist:
    pick: random.Random
    plainly: bool

    def __call__(self, tree: Tree) -> str:
        written = self.written(tree)
        return f"({written})" if self.pick.random() < 0.1 else written

    def written(self, tree: Tree) -> str:
        match tree:
            case All(items):
                glue = " " if self.plainly else self.pick.choice((" ", " AND ", "  "))
                return glue.join(self.grouped(item) if isinstance(item, Any) else self(item) for item in items)
            case Any(items):
                return " OR ".join(self(item) for item in items)
            case No(item):
                return self.signed("-", item)
            case Must(item):
                return self.signed("+", item)
            case _:
                return self.leaf(tree)

    def signed(self, sign: str, item: Tree) -> str:
        """NOT may stand before anything; a sign only before a word, a phrase, a field or a bracket."""
        if sign == "-" and not self.plainly and self.pick.random() < 0.5:
            return "NOT " + (self.grouped(item) if isinstance(item, All | Any) else self(item))
        return sign + (self.grouped(item) if isinstance(item, All | Any | No | Must) else self(item))

    def grouped(self, item: Tree) -> str:
        return f"({self.written(item)})"

    def leaf(self, leaf: Tree) -> str:
        match leaf:
            case Said(word):
                return word
            case Quoted(text):
                return f'"{text.replace(" ", self.pick.choice((" ", "  ")))}"'
            case Field("tag", value) if _SHORT_TAG.fullmatch(value) and self.pick.random() < 0.5:
                return f"#{value}"
            case Field(field, value) | Near(field, value):
                return f"{self.named(field)}:{self.quoted(value)}"
            case Scope(field, ref):
                linked = f"[[{ref}]]" if self.pick.random() < 0.2 else ref
                return f"{self.named(field)}:{linked if linked != ref and ' ' not in ref else self.quoted(linked)}"
            case Key(key, None):
                return f"[{key}]"
            case Key(key, value):
                return f"[{key}:{value}]"
            case Compared(key, operator, operand, last):
                said = f"{operand}..{last}" if operator == ".." else f"{operator}{operand}"
                return f"{self.named(key)}:{said}" if key in {"created", "modified"} else f"[{key}:{said}]"
            case _:
                raise AssertionError(leaf)

    def named(self, field: str) -> str:
        return self.pick.choice((field, field, field, field.title()))

    def quoted(self, value: str) -> str:
        return f'"{value}"' if " " in value or self.pick.random() < 0.2 else value
