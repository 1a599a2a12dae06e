"""A document: the content of a file, its units and its links."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import Literal, NamedTuple, get_args

from .kinds import Kind
from .lazy_pattern import lazy_pattern
from .source_reference import SourceReferences
from .value_class import dataclass

_WORD_OF_PATH = lazy_pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")
_CODE = lazy_pattern(r"[A-Za-z]+-[A-Za-z]-\d+")

_INTERNAL = " "  # begins the name of a fact that no text states as a property: names of properties begin with no blank
# A fact: the names by which `:ref:` of Sphinx and the IDs of Org mean a place in the document; see labelled_part.
LABELS = f"{_INTERNAL}sphinx_labels"
GENERATED = "generated"  # a fact: a program has written the source file
REEXPORTS = f"{_INTERNAL}reexports"  # a fact: the source file has nothing but imports
LANGUAGE = f"{_INTERNAL}language"  # a fact: the language as which a source file is read, where its ending is of no such
DEFINES = f"{_INTERNAL}defines"  # a fact: a file such as `__init__.py` has functions or classes of its own
SUMMARY_KEYS = ("summary", "description", "desc")  # of the frontmatter: the fact `summary` is the first one present

EXCEEDED = " exceed the limit"  # in a warning, after what is indexed in part alone

SIGNATURE_BYTES = 64  # of a document at most; see formats.signature

DEEPEST_SECTION = 2  # level of the headings that begin a ranked section; deeper ones belong to it

Fact = str | float | bool | tuple[str, ...]

Span = tuple[int, int]  # start and end, in characters

_start, _end = attrgetter("start"), attrgetter("end")


_NO_FACTS: Mapping[str, Fact] = {}


class Head(NamedTuple):
    """The metadata of a document, which listings and filters use without the text.

    A named tuple and not a dataclass: a search reads some hundred of them, and these are made in a tenth of the time.
    """

    id: str  # equal to `path`; the identity of the document in its vault
    path: str  # relative to the vault, with `/`
    kind: Kind
    title: str
    tags: frozenset[str] = frozenset()  # case-folded, without `#`; nested tags as `a/b`
    aliases: tuple[str, ...] = ()
    modified: float = 0.0  # seconds since the epoch, UTC
    facts: Mapping[str, Fact] = _NO_FACTS  # frontmatter, category, area, summary, short_code
    signature: bytes = b""  # of the text, for near-duplicates; see formats.signature

    def fact(self, key: str) -> str:
        """The fact as text; several values joined by a blank; empty when there is none."""
        value = self.facts.get(key, "")
        return " ".join(value) if isinstance(value, tuple) else str(value)

    @property
    def properties(self) -> list[str]:
        """The names of the facts that are properties, which filters and suggestions know."""
        return [key for key in self.facts if not key.startswith(_INTERNAL)]

    @property
    def name(self) -> str:
        """The file name without folder and ending: `2-Areas/People/April Jane.md` → `April Jane`."""
        name = self.path.rpartition("/")[2]
        stem, dot, ending = name.rpartition(".")
        return stem if dot and stem and ending.isalnum() and len(ending) <= 8 else name

    @property
    def path_words(self) -> str:
        """The words of the path without the ending: `src/jsonTools/http_client.py` → `src json Tools http client`."""
        folder, slash, _ = self.path.rpartition("/")
        return " ".join(_WORD_OF_PATH.findall(f"{folder}{slash}{self.name}"))

    @property
    def short_code(self) -> str:
        """The short code in the frontmatter or in the name, such as `METIS-T-0066`; empty without one."""
        return self.fact("short_code")

    @property
    def code_end(self) -> str:
        """The short code without the first of its three parts: of METIS-T-0066 `T-0066`; else empty."""
        code = self.short_code
        return code.partition("-")[2] if _CODE.fullmatch(code) else ""

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that Sphinx's `:ref:` names, and the IDs of Org."""
        return tuple(label for label, _ in self.labelled_parts)

    @property
    def labelled_parts(self) -> tuple[tuple[str, str], ...]:
        """Each label with the name of its unit, which is empty for the document."""
        stated = self.facts.get(LABELS, ())
        split = (entry.partition("\n") for entry in stated) if isinstance(stated, tuple) else ()
        return tuple((label, unit) for label, _, unit in split)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the document: title, file name without and with extension, path, short code, aliases.

        A short code such as METIS-T-0066 gives the name T-0066, too.
        """
        file_name = self.path.rpartition("/")[2]
        called = (self.title, self.name, file_name, self.path, self.short_code, self.code_end, *self.aliases)
        return tuple(name for name in dict.fromkeys(called) if name)


def labelled_part(label: str, unit: str) -> str:
    """An item of the fact LABELS: a label, and the name of the unit that it means, if that is not the document."""
    return f"{label}\n{unit}" if unit else label


SymbolKind = Literal[
    "class", "interface", "enum", "type", "module", "function", "method", "property", "const"
]  # a struct, a record and a trait are a class, a class and an interface
SYMBOL_KINDS: frozenset[str] = frozenset(get_args(SymbolKind))
UnitKind = Literal["heading", "card", "page", SymbolKind]


class Unit(NamedTuple):
    """A part of a document that has an address and can be ranked and linked: a heading with the text below it, a card
    of a canvas, a page of a PDF, or a symbol of source code.

    The text of a heading extends to the next unit, whatever its level; units below it by `level` belong to it too.
    The text of a symbol is the whole definition, with the symbols inside it; text between symbols is of no unit.
    The first unit of a document starts where its body starts (after the frontmatter).  The document itself is the root
    of its units and is not among them: its name is empty.  `parent` is the name of the unit around this one, or
    of the type that a method belongs to.
    A named tuple and not a dataclass: a search reads some hundred of them, and these are made three times as fast.
    """

    name: str  # unique within the document; `Class.method` of a symbol
    title: str  # as written, without `#`; empty for the preamble; of a card the beginning of its text
    level: int  # 1 to 6; 0 for the preamble; of a symbol: 1 and the number of symbols around it
    start: int  # offset in characters of the document's text
    end: int
    parent: str = ""  # empty: the document
    kind: UnitKind = "heading"

    @property
    def is_heading(self) -> bool:
        """Whether the text begins with a line that is the title."""
        return self.kind == "heading" and bool(self.title)

    @property
    def label(self) -> str:
        """The name for people: of a symbol with those around it, `Class.method`."""
        return self.name.partition("~")[0] if self.title and self.kind in SYMBOL_KINDS else self.title


class SymbolFacts(NamedTuple):
    """What a document states about one of its symbols, besides the unit."""

    unit: str  # its name
    signature: str  # the definition up to its body, blanks folded, at most 300 characters
    about: str  # the first line of its documentation, at most 200 characters
    definition: int  # where the definition itself begins, after comments and decorators; in characters of the text
    is_exported: bool  # whether other files can use it, by the rule of its language


class Link(NamedTuple):
    """A pointer out of the text, as written: nothing is resolved yet.

    A named tuple and not a dataclass: a note may have thousands of them, and these are made in a third of the time.
    """

    target: str  # `April Jane`, `../x.md`, `METIS-T-0066`
    kind: str  # one of the `link_kinds` of RELATIONS
    section: str = ""  # name of the unit that contains the link
    anchor: str = ""  # heading or block after `#`
    line: int = 0  # 1-based


@dataclass(frozen=True, slots=True)
class Document:
    """One file, read: its units are in order; headings cover the body without gaps."""

    head: Head
    text: str  # the whole file, frontmatter included, so that offsets and lines are the file's own; or rendered from it
    digest: str  # of the bytes
    units: tuple[Unit, ...] = ()
    links: tuple[Link, ...] = ()
    symbols: tuple[SymbolFacts, ...] = ()  # of those units that are symbols, in order
    references: SourceReferences = SourceReferences()  # to files and symbols of source code
    odd: tuple[str, ...] = ()  # warnings of the parser, as messages for the user
    more_headings: int = 0  # than units has, which are counted and indexed as text
    more_links: int = 0

    @property
    def body_start(self) -> int:
        """The offset of the body, after the frontmatter."""
        return self.units[0].start if self.units else len(self.text)

    @property
    def body(self) -> str:
        """The text without frontmatter."""
        return self.text[self.body_start :]

    @property
    def headings_warning(self) -> str:
        """The warning that not all headings are indexed; empty without one."""
        return next((each for each in self.odd if f" headings{EXCEEDED}" in each), "")

    @property
    def headings(self) -> tuple[str, ...]:
        """All headings and names of symbols, in order."""
        return tuple(unit.title for unit in self.units if unit.title)

    @property
    def is_source(self) -> bool:
        """Whether the units are those of source code."""
        return bool(self.units) and self.units[0].kind in SYMBOL_KINDS

    def nested(self) -> Iterator[tuple[Unit, int, int]]:
        """All units, each with where it starts and where it and the deeper ones below it end."""
        following = following_units([unit.level for unit in self.units])
        for unit, n in zip(self.units, following, strict=True):
            yield unit, unit.start, max(unit.end, self.units[n - 1].end)

    def tops(self) -> Iterator[tuple[Unit, int, int]]:
        """Units down to DEEPEST_SECTION, each with where it starts and where it and the deeper ones below it end."""
        units = self.units  # of which a note may have thousands
        firsts = [n for n, unit in enumerate(units) if n == 0 or unit.level <= DEEPEST_SECTION]
        ends = [*map(_end, units)]
        if len(firsts) < len(units):
            ends = [max(ends[n], ends[following - 1]) for n, following in pairwise([*firsts, len(units)])]
            units = tuple(map(units.__getitem__, firsts))
        return zip(units, map(_start, units), ends, strict=True)


def following_units(levels: Sequence[int]) -> list[int]:
    """For each unit of a document, by its level, the number of the next one that is not below it."""
    following, above = [len(levels)] * len(levels), list[int]()
    for n, level in enumerate(levels):
        while above and levels[above[-1]] >= level:
            following[above.pop()] = n
        above.append(n)
    return following
