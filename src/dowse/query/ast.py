"""The tree of a query. Leaves are decidable from one document; branches are And, Or and Not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Literal

from ..analysis.passages import PassageKind
from ..model.document import SymbolKind
from ..model.ref import Ref
from ..model.value_class import CachedHash, dataclass

Scale = Literal["number", "date", "calendar", "day", "age", "epoch"]
"""The scale of a range.

`number`: numbers.  `date`: seconds since 1970 of a date as written, whatever the time zone.  `calendar`: the same
without values that are numbers.  `day`: days from the beginning of today.  `age`: seconds before now.  `epoch`: seconds
since 1970, UTC.  Engines know `number`, `date`, `calendar` and `epoch`; the others become one of these once the time of
the search is known (relative_time.py).
"""


@dataclass(frozen=True, slots=True)
class Word:
    """Documents that contain the word, by stem."""

    text: str


@dataclass(frozen=True, slots=True)
class ExactPhrase:
    """Documents that contain exactly this text; case, diacritics and white space are folded, stems do not count."""

    text: str


@dataclass(frozen=True, slots=True)
class MatchCase:
    """Documents that contain exactly this text, in this case and with these diacritics; white space is folded."""

    text: str


@dataclass(frozen=True, slots=True)
class RegularExpression:
    """Documents whose file has a match of the pattern, frontmatter included."""

    pattern: str
    match_case: bool = False


@dataclass(frozen=True, slots=True)
class SamePassage:
    """Documents with one passage of the kind, such as a line, that meets the whole condition.

    The condition is made of And, Or, Not, MatchAll and leaves that a text decides (TextLeaf).
    """

    kind: PassageKind
    item: Expr


@dataclass(frozen=True, slots=True)
class FieldEquals:
    """Documents whose `field` has `value`, in the sense of that field (see fields.py)."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class SymbolCondition:
    """Documents that define a symbol of source code with the name, unless it is None, and of one of the kinds.

    `symbol:` and kinds of symbols in `kind:` become such conditions once the query is bound; see symbol_match.py.
    """

    name: str | None
    kinds: tuple[SymbolKind, ...]


@dataclass(frozen=True, slots=True)
class Property:
    """Documents whose frontmatter has the key, with this value unless it is None; keys and values are folded."""

    key: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Compare:
    """Documents whose property `key` has a value in [low, high) on the scale; values off the scale do not count.

    `written` is the date that is the range, for messages; empty for any other range.
    """

    key: str
    scale: Scale
    low: float = float("-inf")
    high: float = float("inf")
    written: str = ""


@dataclass(frozen=True, slots=True)
class Modified:
    """Documents whose file was changed within [low, high) on the scale."""

    scale: Scale
    low: float = float("-inf")
    high: float = float("inf")


ReferenceLine = tuple[Ref, int]
"""A place and the line of a reference in it, 1-based; 0 where the reference is in another file."""


@dataclass(frozen=True, slots=True)
class OneOf:
    """Documents of this set, such as a resolved scope."""

    docs: frozenset[str]
    places: frozenset[Ref] = frozenset()  # of a scope of references: the units of them that it selects, and documents
    lines: frozenset[ReferenceLine] = frozenset()  # of these places, with the resolved references
    targets: frozenset[str] = frozenset()  # of the links for which `links:` selects the documents
    missing: frozenset[str] = frozenset()  # names that these links state, of missing documents and `note#heading`

    def __or__(self, other: OneOf) -> OneOf:
        links = self.targets | other.targets, self.missing | other.missing
        return OneOf(self.docs | other.docs, self.places | other.places, self.lines | other.lines, *links)


@dataclass(frozen=True, slots=True)
class Should:
    """A natural word, or a phrase quoted in prose: it scores and does not select."""

    item: Word | ExactPhrase


@dataclass(frozen=True, slots=True)
class Near:
    """A place in meaning, given by a text (`similar`) or a document (`like`): it ranks and does not select."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class And(CachedHash):
    """Documents that every item selects."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or(CachedHash):
    """Documents that any item selects."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """Documents that the item does not select."""

    item: Expr


@dataclass(frozen=True, slots=True)
class MatchAll:
    """Every document."""


TextLeaf = Word | ExactPhrase | MatchCase | RegularExpression | SamePassage  # decided by the text of a document
Leaf = TextLeaf | SymbolCondition | FieldEquals | Property | Compare | Modified | OneOf | Near | Should | MatchAll
Expr = Leaf | And | Or | Not


@dataclass(frozen=True, slots=True)
class Note:
    """A correction of the query; `at` is the offset in characters.

    `is_about_index`: whether it says what the index has or lacks, which may be otherwise once all files are read.
    `so_far`: the hint before that, of a note that must not be left out until then.
    """

    at: int
    hint: str
    is_about_index: bool = field(default=False, compare=False)
    so_far: str = field(default="", compare=False)


IS_CODE = FieldEquals("kind", "code")
NO_CODE = Not(IS_CODE)
EMPTY_QUERY = "the query is empty; write a word, a question or a filter such as tag:x"  # a note
_LONGEST_QUOTED = 80  # characters


def quoted_word(text: str) -> str:
    """A word of the query as a note repeats it: in quotes, and of a long one the beginning."""
    return repr(text if len(text) <= _LONGEST_QUOTED else f"{text[:_LONGEST_QUOTED]}…")


@dataclass(frozen=True, slots=True)
class UnknownField:
    """Text of the form of a field, such as `level:initiative`, that is searched as words; a note is at the offset."""

    at: int
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query. `where` is the tree as written; extract.py derives its selection and its scoring words."""

    text: str
    where: Expr
    notes: tuple[Note, ...] = ()
    weights: tuple[float, ...] | None = None  # of keyword, semantic and graph
    limit: int | None = None
    profile: str = ""
    archived: bool | None = None  # whether to include archived documents; None: as the options state
    depth: int | None = None  # hops that `related:` may go
    communities: bool = False  # whether clusters are wanted instead of hits
    unknown_fields: tuple[UnknownField, ...] = ()  # that may be properties


def walk(expr: Expr) -> Iterator[Expr]:
    """Every node of the tree, parents first, left to right."""
    rest = [expr]
    while rest:
        node = rest.pop()
        yield node
        match node:
            case And(items) | Or(items):
                rest.extend(reversed(items))
            case Not(item) | Should(item):
                rest.append(item)
            case _:
                pass


def replaced(expr: Expr, leaf: Callable[[Leaf], Expr]) -> Expr:
    """The tree with every leaf replaced by the result of the function."""
    match expr:
        case And(items):
            return And(tuple(replaced(item, leaf) for item in items))
        case Or(items):
            return Or(tuple(replaced(item, leaf) for item in items))
        case Not(item):
            return Not(replaced(item, leaf))
        case _:
            return leaf(expr)
