"""Vaults and queries made up by Hypothesis: odd words, odd names, and queries about what is in the vault."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from dowse.model.document import Document, Fact
from dowse.query.ast import And, Anything, Expr, Is, Not, OneOf, Or, Phrase, Prefer, Word
from dowse.query.fields import FIELD_NAMES
from tests.making import make

# Few, so that they meet: stems, identifiers, accents, compositions, scripts without blanks, signs and what folds oddly.
WORDS = (
    "tax", "taxes", "taxing", "carbon", "running", "flies", "Straße", "STRASSE", "café", "cafe\u0301", "Éclair",
    "ﬁne",
    "getUserById", "getuserbyid", "user_by_id", "get", "HTTPServer2", "METIS-T-0066", "whidbey-island", "a.b.c",
    "x", "42",
    "日本語", "日本", "語", "检索 引擎", "한국어", "カﾅ", "ไทย", "hindi हिन्दी", "naïve", "İstanbul", "ŉ", "ﷺ", "½",
    "C++", "C#", "it's", "js", "don't", "don’t", "...", "!!!", "\u0301", "a\0b", "\ufffd", "𝒳", "👩‍💻", "_",
    "__init__", "snake_",
    "\u00a0", "b" * 140, "␟", "q*", "[x]", "?",
)  # fmt: skip
_GLUE = (" ", " ", " ", "\n", "\t ", "-", "_", "", ", ")
_FOLDERS = ("", "", "Notes/", "notes/Deep/", "Ärea/", "[x]/", "a*b/", "q?/", "n o/", "Ｎotes/", "x/notes/")
_NAMES = ("a", "b", "IRS Letter", "[draft]", "what?", "star*", "Ünïcode", "日本", "x.tar", "café", "A", "＊", "..")
_ENDINGS = (".md", ".md", ".txt", ".MD", "", ".tar.gz")
_TAGS = ("a", "a/b", "a/b/c", "ab", "café", "日本", "x-1", "irs_2024", "[t]", "*", "a/b?")
_FACTS = ("type", "status", "phase", "area")
_VALUES: tuple[Fact, ...] = ("draft", "Draft", "[[Done]]", "#x", 3.0, 2.5, True, ("one", "Two"), "a b", "")


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
    path: str, words: tuple[str, str, list[str]], tags: frozenset[str], rest: tuple[int, int, int]
) -> Document:
    text, title, aliases = words
    modified, one, two = rest
    return make(
        path,
        text,
        title=title,
        tags=tuple(tags),
        aliases=tuple(aliases),
        modified=float(modified),
        kind="task" if modified == 2 else "note",
        **dict(zip(_FACTS[two:], _VALUES[one:], strict=False)),
    )


_DOCUMENTS = st.builds(
    _document,
    _PATHS,
    st.tuples(texts(), texts(most=3), st.lists(texts(most=2), max_size=2)),
    st.frozensets(st.sampled_from(_TAGS), max_size=3),
    st.tuples(st.integers(0, 3), st.integers(0, len(_VALUES)), st.integers(0, len(_FACTS))),
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
        value = _chosen(self.two, _seen(vault))
        match self.kind:
            case 0:
                return Word(_chosen(self.one, WORDS))
            case 1:
                return Phrase(self.text)
            case 2 | 3:
                return Phrase(self._stretch(vault))
            case 4 | 5:
                return Is(_chosen(self.one, sorted(FIELD_NAMES)), value)
            case 6:
                return Is("file", self._pattern(value))
            case 7:
                return OneOf(frozenset(document.head.path for document in vault[:: self.one + 1]))
            case 8:
                return Prefer(Word(_chosen(self.one, WORDS)))
            case _:
                return Anything()

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
    st.builds(Recipe, st.integers(0, 9), st.integers(0, 99), st.integers(0, 99), texts(most=3)),
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
    values = {"a", "A/B", "#a", "café", "draft", "true", "3", "two", "note", "md", ".md", "", "/", "[", "*", "日本"}
    for document in vault:
        head = document.head
        folder, _, name = head.path.rpartition("/")
        values |= {head.path, folder, f"./{folder}/", name, name.upper(), head.title, *head.tags}
    return sorted(values)


def _chosen(number: int, values: Sequence[str]) -> str:
    return values[number % len(values)]
