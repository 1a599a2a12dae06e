"""Vaults and queries made up by Hypothesis: odd words, odd names, and queries about what is in the vault."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf, nextafter
from typing import TypeVar, get_args

from hypothesis import strategies as st

from dowse.analysis.passages import PASSAGE_KINDS
from dowse.formats.metadata import head
from dowse.model.document import Document, Fact
from dowse.model.kinds import KINDS
from dowse.query.ast import (
    And,
    Compare,
    ExactPhrase,
    Expr,
    FieldEquals,
    MatchAll,
    MatchCase,
    Modified,
    Near,
    Not,
    OneOf,
    Or,
    Property,
    SamePassage,
    Scale,
    Should,
    Word,
)
from dowse.query.fields import FIELD_NAMES, FIELDS, LANGUAGES
from dowse.query.select import fact_keys, scale_positions, values
from tests.making import make

# Few, so that they meet: stems, identifiers, accents, compositions, scripts without blanks, signs and what folds oddly.
WORDS = (
    "tax", "taxes", "taxing", "carbon", "running", "flies", "Straße", "STRASSE", "café", "cafe\u0301", "Éclair",
    "ﬁne", "ŁÓDŹ", "lodz", "Sœur", "soeurs",
    "getUserById", "getuserbyid", "user_by_id", "get", "HTTPServer2", "METIS-T-0066", "whidbey-island", "a.b.c",
    "x", "42",
    "日本語", "日本", "語", "检索 引擎", "한국어", "カﾅ", "ログ", "プログ", "ヽログ", "ไทย",
    "hindi हिन्दी", "naïve", "İstanbul", "ŉ", "ﷺ", "½",
    "C++", "C#", "it's", "js", "don't", "don’t", "...", "!!!", "\u0301", "a\0b", "\ufffd", "𝒳", "👩‍💻", "_",
    "__init__", "snake_",
    "\u00a0", "b" * 140, "␟", "q*", "[x]", "?",
)  # fmt: skip
_GLUE = (" ", " ", " ", "\n", "\n\n", "\n- [ ] ", "\n- [x] ", "\t ", "-", "_", "", ", ")
_FOLDERS = (
    "", "", "Notes/", "notes/Deep/", "Ärea/", "[x]/", "a*b/", "q?/", "n o/", "Ｎotes/", "x/notes/", "2-Areas/x/",
)  # fmt: skip
_NAMES = (
    "a",
    "b",
    "IRS Letter",
    "[draft]",
    "what?",
    "star*",
    "Ünïcode",
    "日本",
    "x.tar",
    "café",
    "A",
    "＊",
    "..",
    "łódź",
)
_ENDINGS = (".md", ".md", ".txt", ".MD", "", ".tar.gz", ".py", ".rs")
_TAGS = ("a", "a/b", "a/b/c", "ab", "café", "日本", "x-1", "irs_2024", "[t]", "*", "a/b?", "đà")
_KEYS = (
    "type", "status", "phase", "area", "summary", "short_code",
    "created", "created_at", "date", "due", "rating", "done", "a.b", "größe",
)  # fmt: skip
# Texts, numbers as they are written and as they are read, dates of every length, times with and without a zone, lists.
_VALUES: tuple[Fact, ...] = (
    "draft", "Draft", "[[Done]]", "[[Done|shown]]", "#x", "a b", "", "task", "daily", True, False, "true",
    3, 3.0, 2.5, 0, -1, 2026, 1_767_225_600, 1_767_225_600_000, 1e20, float("inf"), float("nan"),
    "3", "3.0", "+3", "2.50", "-.5", "1e3", "٣", "1_000", "3 ",
    "2026", "2026-01", "2026-01-31", "2026-02-30", "2026-W05", "2026-W05-6", "9999-12", "0000",
    "2026-01-31T23:30", "2026-01-31 23:30:15", "2026-01-31T23:30:15.5-08:00", "2026-01-31T23:30Z",
    ("one", "Two"), ("3", "2026-01-31", "draft"), ("2", "5"), ("", "draft"), (),
)  # fmt: skip
_VALUED = tuple(field.name for field in FIELDS if field.kind == "value")
_SCALES: tuple[Scale, ...] = ("number", "number", "date", "date", *get_args(Scale))


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Asked:
    """A vault, a tree that selects from it, and words to rank it by."""

    vault: tuple[Document, ...]
    where: Expr
    words: tuple[str, ...]


def texts(most: int = 12) -> st.SearchStrategy[str]:
    """Some of WORDS with something between them; now and then any text at all."""
    pieces = st.sampled_from([word + glue for word in WORDS for glue in _GLUE])
    made = st.lists(pieces, max_size=most).map("".join)
    anything = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
    return st.integers(0, 9).flatmap(lambda n: made if n else anything)


_PATHS = st.sampled_from([folder + name + ending for folder in _FOLDERS for name in _NAMES for ending in _ENDINGS])


def _document(
    path: str, words: tuple[str, str, list[str]], tags: frozenset[str], facts: dict[str, Fact], rest: tuple[float, int]
) -> Document:
    """With the facts that follow from those which are stated, but names and tags that no file would give."""
    text, title, aliases = words
    modified, kind = rest
    made = make(
        path,
        text,
        title=title,
        tags=tuple(tags),
        aliases=tuple(aliases),
        modified=modified,
        kind=KINDS[kind],
    )
    return replace(made, head=made.head._replace(facts=head(path, facts, modified=modified).facts))


_DOCUMENTS = st.builds(
    _document,
    _PATHS,
    st.tuples(texts(), texts(most=3), st.lists(texts(most=2), max_size=2)),
    st.frozensets(st.sampled_from(_TAGS), max_size=3),
    st.dictionaries(st.sampled_from(_KEYS), st.sampled_from(_VALUES), max_size=5),
    st.tuples(st.sampled_from((0.0, 1.0, 1.5, 2.0, -1.0, 1_767_225_600.25)), st.integers(0, len(KINDS) - 1)),
)
VAULTS = st.lists(_DOCUMENTS, max_size=8, unique_by=lambda document: document.head.path).map(tuple)


@dataclass(frozen=True, slots=True)
class Recipe:
    """A leaf before the vault is known; the numbers choose from what there is, round and round."""

    kind: int
    one: int
    two: int
    text: str

    def leaf(self, vault: tuple[Document, ...]) -> Expr:
        """The leaf that speaks of the vault."""
        match self.kind:
            case 0 | 1 | 2 | 3:
                return self._text(vault)
            case 4 | 5 | 6:
                return self._field(vault)
            case 7:
                return OneOf(frozenset(document.head.path for document in vault[self.two % 3 :: self.one % 4 + 1]))
            case 8:
                return self._ranking()
            case 9 | 10 | 11:
                return self._fact(vault)
            case 12 | 13 | 14:
                return self._comparison(vault)
            case 15 | 16:
                times = [document.head.modified for document in vault] or [0.0]
                return Modified(_chosen(self.one // 5, ("epoch", "epoch", *_SCALES)), *self._ends(times))
            case 17 | 18:
                return SamePassage(_chosen(self.one, PASSAGE_KINDS), self._condition(vault))
            case 19:
                return MatchCase(self._stretch(vault) if self.two % 3 else _chosen(self.one, WORDS))
            case _:
                return MatchAll()

    def _condition(self, vault: tuple[Document, ...]) -> Expr:
        """What a passage of some document meets, most often."""
        own = _chosen(self.two, [document.text.split() for document in vault] or [[]]) or ["x"]
        first: Expr = Word(_chosen(self.one, own))
        others: tuple[Expr, ...] = (Word(_chosen(self.two, WORDS)), ExactPhrase(self._stretch(vault)), MatchAll())
        second = _chosen(self.one + self.two, others)
        return _chosen(
            self.two,
            (
                first,
                And((first, second)),
                Or((first, second)),
                And((first, Not(second))),
                SamePassage("line", And((first, second))),
                Not(first),
            ),
        )

    def _text(self, vault: tuple[Document, ...]) -> Expr:
        match self.kind:
            case 0:
                return Word(_chosen(self.one, WORDS))
            case 1:
                return ExactPhrase(self.text)
            case _:
                return ExactPhrase(self._stretch(vault))

    def _field(self, vault: tuple[Document, ...]) -> Expr:
        """A field that some document has with that value; the name of a file, as a pattern; or any with any value."""
        value = _chosen(self.two, _seen(vault))
        if self.kind == 4:
            return FieldEquals("file", self._pattern(value))
        field = _chosen(self.one, _VALUED)
        had = [known for document in vault for known in _had(document, field)] if self.kind == 5 else []
        return (
            FieldEquals(field, _chosen(self.two, had))
            if had
            else FieldEquals(_chosen(self.one, sorted(FIELD_NAMES)), value)
        )

    def _ranking(self) -> Expr:
        word = Word(_chosen(self.one, WORDS))
        leaves: tuple[Expr, ...] = (Should(word), Should(ExactPhrase(self.text)), Near("similar", word.text))
        return _chosen(self.two, leaves)

    def _fact(self, vault: tuple[Document, ...]) -> Expr:
        """A property that some document has, with that value or with any; or one with a value of others."""
        if self.kind == 9:
            return Property(self._key(), _chosen(self.two, (None, self.text, *_seen(vault))))
        stated = [(key, value) for document in vault for key in document.head.facts for value in _facts(document, key)]
        key, value = _chosen(self.one, stated or [("status", "draft")])
        wanted = value.swapcase() if self.two % 3 == 0 else value
        if key in FIELD_NAMES and self.two % 2:
            return FieldEquals(key, wanted)
        return Property(f" {key.upper()}" if self.two % 5 == 0 else key, wanted if self.two % 4 else None)

    def _comparison(self, vault: tuple[Document, ...]) -> Expr:
        """Of a property that has values on the scale, most often."""
        scale = _chosen(self.one, _SCALES)
        measures = [(key, at) for document in vault for key, at in _measures(document, scale)] or [("rating", 3.0)]
        key, _ = _chosen(self.two, measures)
        known = [at for other, at in measures if other == key]
        return Compare(key if self.one % 7 else self._key(), scale, *self._ends(known))

    def _ends(self, known: Sequence[float]) -> tuple[float, float]:
        """A range of which one end or both are values that there are; empty or the wrong way round now and then."""
        low, high = _chosen(self.one, known), _chosen(self.two, known)
        return _chosen(
            self.one + self.two,
            ((low, nextafter(low, inf)), (low, inf), (-inf, high), (low, high), (min(low, high), max(low, high) + 1)),
        )

    def _key(self) -> str:
        return _chosen(self.one, (*_KEYS, "category", "gone", "Status ", ""))

    def _stretch(self, vault: tuple[Document, ...]) -> str:
        """A stretch of some document's text, in another case perhaps."""
        text = _chosen(self.one, [document.text for document in vault] or [""])
        start = self.two % (len(text) + 1)
        stretch = text[start : start + 1 + self.one % 20]
        return stretch.swapcase() if self.two % 2 else stretch

    def _pattern(self, value: str) -> str:
        """The value with a character or two replaced by wild cards and brackets."""
        for place in {self.one % (len(value) + 1), self.two % (len(value) + 1)}:
            value = value[:place] + _chosen(self.one, "*?[]") + value[place + 1 :]
        return value


Tree = Recipe | tuple[str, list["Tree"]]
_TREES: st.SearchStrategy[Tree] = st.recursive(
    st.builds(Recipe, st.integers(0, 20), st.integers(0, 999), st.integers(0, 999), texts(most=3)),
    lambda inner: st.tuples(st.sampled_from(("and", "or", "not")), st.lists(inner, min_size=1, max_size=3)),
    max_leaves=6,
)


def _grown(tree: Tree, vault: tuple[Document, ...]) -> Expr:
    if isinstance(tree, Recipe):
        return tree.leaf(vault)
    glue, branches = tree
    items = tuple(_grown(branch, vault) for branch in branches)
    match glue:
        case "and":
            return And(items)
        case "or":
            return Or(items)
        case _:
            return Not(items[0])


def _asked(vault: tuple[Document, ...], tree: Tree, words: list[str]) -> Asked:
    return Asked(vault, _grown(tree, vault), tuple(words))


ASKED = st.builds(_asked, VAULTS, _TREES, st.lists(st.sampled_from(WORDS), max_size=4))


def _seen(vault: tuple[Document, ...]) -> list[str]:
    """Values that some field of some document may have, in other spellings too."""
    seen = {
        "a",
        "A/B",
        "#a",
        "café",
        "draft",
        "true",
        "3",
        "two",
        "md",
        ".md",
        "",
        "/",
        "[",
        "*",
        "日本",
        "C++",
        "bash",
    }
    seen |= {*KINDS, "Task", "python", "PY", "rust", "markdown", "shell"}
    for document in vault:
        one = document.head
        folder, _, name = one.path.rpartition("/")
        seen |= {one.path, folder, f"./{folder}/", name, name.upper(), one.title, *one.tags}
    return sorted(seen)


def _had(document: Document, field: str) -> Iterator[str]:
    """The values that the field of the document has, in order."""
    path, title = document.head.path, document.head.title
    match field:
        case "title":
            yield from (title, title[1:4])
        case "file":
            yield from (path.rpartition("/")[2], path[:-1])
        case "lang":
            yield from (name for name, endings in LANGUAGES.items() if path.rpartition(".")[2] in endings)
        case _:
            yield from sorted(values(field, document.head))


def _facts(document: Document, key: str) -> Iterator[str]:
    """The values of a fact, as they are compared and as somebody would write them."""
    for value in sorted(fact_keys(document.head, key)):
        yield from (value, f"[[{value}]]")


def _measures(document: Document, scale: Scale) -> Iterator[tuple[str, float]]:
    """The properties of the document that have a value on the scale, with it."""
    for key in document.head.facts:
        for value in sorted(fact_keys(document.head, key)):
            at = dict(zip(("number", "date"), scale_positions(value), strict=True)).get(scale)
            if at is not None:
                yield key, at


def _chosen(number: int, values: Sequence[T]) -> T:
    return values[number % len(values)]
