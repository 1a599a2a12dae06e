"""Communities of documents by their edges, and labels for them."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from math import log
from operator import attrgetter
from threading import Lock
from typing import TYPE_CHECKING

from ..analysis.boilerplate import is_boilerplate
from ..analysis.folding import fold, without_ending
from ..analysis.languages.stop_words_by_language import all_stop_words, telling_stop_words
from ..analysis.languages.stopwords import STOP_WORDS
from ..analysis.languages.text_language import text_languages
from ..analysis.tokens import spans, stem
from ..model.document import Head
from .weighted_graph import WeightedGraph

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ROUNDS = 4  # each begins with the groups of the one before; later ones bring less than 0.1 %

_generator = Lock()  # igraph has one generator of random numbers for the process

_SHARED_BY = 2  # members; a word that one alone has does not tell what they have in common
_SHARE = 0.1  # of the members; less say as little, such as a first name among many people
_NUMBERED = 1 / 3  # of the members; of fewer the others have better words
_MOST_TITLES = 100  # that tell the language
_MOST_NUMBERS = 3  # titles without letters in a label
_PLACEHOLDER = re.compile(r"\{\{[^{}]*\}\}|\{%[^{}]*%\}|<%[^<>]*%>")  # in a template
_TEMPLATE_TAGS = frozenset({"placeholder", "placeholders", "template", "templates"})  # first parts of tags
_ID = re.compile(r"\b[A-Za-z]+-(?:[A-Za-z]-\d+|\d{3,})\b")  # METIS-T-0066, RFC-2119; Covid-19 is a word
_DATES = """
    january february march april may june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday
"""
_NUMBERED_FILE = re.compile(r"[A-Za-z_-]+0\d+")  # `tutorial001`, of which a folder has several
_PARTS = re.compile(r"[/.]")  # between the parts of a tag
_STATES = frozenset({"phase", "status", "state"})  # first parts of tags
_NO_TOPICS = frozenset((*_DATES.split(), "md", "markdown", "readme", "index"))
_NO_TOPICS_OF_CODE = frozenset(  # stems: what every tree of source code has, whatever it is about
    ["test", "spec", "init", "main", "mod", "lib", "src", "util", "helper", "common", "type", "index", "setup"]
)


def communities(graph: WeightedGraph, *, seed: int = 0, least: int = 2) -> list[tuple[str, ...]]:
    """Groups of at least `least` documents with many edges among them and few to others, the largest first.

    Of a group the member with the most weight inside it comes first, then by path.  The same graph and seed give the
    same groups in every process.
    Traag, Waltman and van Eck, Sci. Rep. 9, 5233 (2019), give the method: Louvain's, but every group hangs together.
    """
    import numpy as np  # noqa: PLC0415  # here, since few questions are about the whole graph

    group = np.array(_groups(graph, seed), np.int64)
    source, target, weight = graph.undirected
    inside = np.where(group[source] == group[target], weight, 0.0)
    size = len(graph.nodes)
    central = np.bincount(source, inside, size) + np.bincount(target, inside, size)
    found: defaultdict[int, list[str]] = defaultdict(list)
    for n in np.argsort(-central, kind="stable").tolist():  # stable: equally central nodes stay sorted by path
        found[int(group[n])].append(graph.nodes[n])
    groups = [tuple(members) for members in found.values() if len(members) >= least]
    return sorted(groups, key=lambda members: (-len(members), members[0]))


def modularity(graph: WeightedGraph, groups: Iterable[Iterable[str]]) -> float:
    """The modularity: the weight inside the groups beyond that expected by chance, in [-0.5, 1]; 0 without edges.

    `sum(inside / m - (weight of the members / 2m)²)`, where m is the weight of all edges: Newman, PNAS 103 (2006).
    No node may be in two groups; a node in none is a group of its own.  Raises KeyError for an unknown node.
    """
    import numpy as np  # noqa: PLC0415  # here, since few questions are about the whole graph

    source, target, weight = graph.undirected
    total = float(weight.sum())
    if not total:
        return 0.0
    group = _assigned(graph, groups)
    inside = float(weight[group[source] == group[target]].sum())
    shares = np.bincount(group, graph.strengths()) / (2 * total)
    return inside / total - float(np.square(shares).sum())


class Labels:
    """Names communities by the words that their titles and tags share, and those of other documents do not."""

    def __init__(self, heads: Iterable[Head]) -> None:
        self._heads = {head.path: head for head in heads}
        prose = [head.title for head in self._heads.values() if head.kind != "code"]
        self._stop_words = all_stop_words(_languages(prose))
        properties = {stem(key) for key in {key for head in self._heads.values() for key in head.properties}}
        titles = {path: _title_words(head) for path, head in self._heads.items()}
        self._words = {path: own + _tag_words(self._heads[path], properties) for path, own in titles.items()}
        self._paths = {path: _path_words(self._heads[path]) for path, own in titles.items() if not own}
        self._documents = Counter(root for path in self._words for root in {root for root, _ in self._all_words(path)})

    def of_all(self, groups: Iterable[Sequence[str]], *, most: int = 3) -> list[str]:
        """The label of each group as `of` gives it; a group whose label an earlier one has gets a longer one.

        That has the next best words, else the title, the file name or the path of the first member that tells them
        apart.
        """
        taken: set[frozenset[str]] = set()
        labels = []
        for members in groups:
            words = self._best(members)
            first = ", ".join(words[:most]) or self._title(members)
            longer = (", ".join(words[:count]) for count in range(most + 1, len(words) + 1))
            titles = (f"{first}, {title}" for title in self._distinguishing(members, first))
            label = next(each for each in (first, *longer, *titles) if _terms(each) not in taken)
            taken.add(_terms(label))
            labels.append(label)
        return labels

    def of(self, members: Sequence[str], *, most: int = 3) -> str:
        """Up to `most` words, the best first, joined by `, `; without such words the title of the first member that has
        one with letters, or else several titles.
        """
        return ", ".join(self._best(members)[:most]) or self._title(members)

    def _best(self, members: Sequence[str]) -> list[str]:
        """The words of the members, the best first.

        The score of a word is `members with it · ln(documents / documents with it)`; the label has its usual form.
        Words that a single member or less than a tenth of the members have do not count, nor do stop words, numbers,
        dates, ids, placeholders of templates, and words that half of the documents have.  Where a third of the members
        have titles of numbers, such as versions and dates, the words of their file names or folders count.
        """
        written: defaultdict[str, Counter[str]] = defaultdict(Counter)
        having: Counter[str] = Counter()
        numbered = sum(member in self._paths for member in members) >= _NUMBERED * len(members)
        for member in members:
            words = self._all_words(member) if numbered else self._words.get(member, [])
            having.update({root for root, _ in words})
            for root, word in words:
                written[root][word] += 1
        least = max(_SHARED_BY, _SHARE * len(members))
        worth = {root: self._worth(root, count) for root, count in having.items() if count >= least}
        best = sorted((root for root in worth if worth[root] > 0), key=lambda root: (-worth[root], root))
        chosen = (_commonest(written[root]) for root in best)
        return [each for each in chosen if each.isupper() or fold(each) not in self._stop_words]

    def _distinguishing(self, members: Sequence[str], label: str) -> Iterator[str]:
        """The titles of the members that have a word besides those of the label, their file names that have one, all
        titles, and the paths, which no two have.
        """
        own = {root for root, _ in _words(label)}
        heads = [head for member in members if (head := self._heads.get(member))]
        for shown in (_shown_title, attrgetter("name")):
            yield from (text for text in map(shown, heads) if any(root not in own for root, _ in _words(text)))
        yield from map(_shown_title, heads)
        yield from members

    def _all_words(self, path: str) -> list[tuple[str, str]]:
        return self._words.get(path, []) + self._paths.get(path, [])

    def _worth(self, root: str, count: int) -> float:
        having = self._documents[root]
        return 0.0 if is_boilerplate(having, len(self._heads)) else count * log(len(self._heads) / having)

    def _title(self, members: Sequence[str]) -> str:
        heads = {member: self._heads.get(member) for member in members}
        titles = [_shown_title(head) if head else member for member, head in heads.items()]
        with_letters = (title for title in titles if any(map(str.isalpha, title)))
        return next(with_letters, ", ".join(titles[:_MOST_NUMBERS]))


def _groups(graph: WeightedGraph, seed: int) -> list[int]:
    """For each node the number of its group."""
    import igraph  # noqa: PLC0415  # here, since it costs 60 ms

    lines = graph.undirected
    made = igraph.Graph(len(graph.nodes), lines.pairs.tolist())
    with _generator:
        igraph.set_random_number_generator(random.Random(seed))  # noqa: S311  # no secret
        try:
            found = made.community_leiden("modularity", weights=lines.weight.tolist(), n_iterations=_ROUNDS)
        finally:
            igraph.set_random_number_generator(random)  # as igraph starts
    groups: list[int] = found.membership
    return groups


def _assigned(graph: WeightedGraph, groups: Iterable[Iterable[str]]) -> NDArray[np.int64]:
    """For each node the number of its group."""
    import numpy as np  # noqa: PLC0415  # here, since few questions are about the whole graph

    numbers: Mapping[str, int] = {node: n for n, node in enumerate(graph.nodes)}
    group = np.arange(len(numbers))
    for n, members in enumerate(groups, len(numbers)):
        group[[numbers[member] for member in members]] = n
    return np.unique(group, return_inverse=True)[1]


def _languages(titles: Sequence[str]) -> tuple[str, ...]:
    """Those in which the titles may be written, by some from all over."""
    return text_languages("\n".join(titles[:: max(1, len(titles) // _MOST_TITLES)]))


def _title_words(head: Head) -> list[tuple[str, str]]:
    """Those of the title; a title that is a file name has no ending here."""
    if head.kind == "code":
        return _code_words(head)
    return list(_words(_PLACEHOLDER.sub(" ", without_ending(head.title))))


def _shown_title(head: Head) -> str:
    """The title; that of source code with its folder if the file name tells as little as `index.ts`."""
    if head.kind == "code" and not _topics(head.name):
        return "/".join(head.path.split("/")[-2:])
    return head.title or head.name


def _topics(name: str) -> list[tuple[str, str]]:
    """The words in the name of a file of source code, or in that of a folder, that tell what it is about."""
    return [
        word for word in _words(name) if word[0] not in _NO_TOPICS_OF_CODE and not _NUMBERED_FILE.fullmatch(word[1])
    ]


def _code_words(head: Head) -> list[tuple[str, str]]:
    """Those of the file name or, if it tells as little as `__init__`, of the nearest folder that has some."""
    return next(filter(None, map(_topics, (head.name, *reversed(head.path.split("/")[:-1])))), [])


def _tag_words(head: Head, properties: Collection[str]) -> list[tuple[str, str]]:
    """Those of the last parts of tags, without states such as `phase/active` and without names of properties.

    The first parts and such names say of which kind the others are, as `role` of `role/tester`. `properties` are stems.
    """
    parts = (_PARTS.split(tag) for tag in sorted(head.tags))
    last = (each[-1] for each in parts if each[0] not in _STATES | _TEMPLATE_TAGS)
    return [word for tag in last if stem(tag) not in properties for word in _words(tag)]


def _path_words(head: Head) -> list[tuple[str, str]]:
    """Those of the file name, or if it has none, of the folder."""
    return list(_words(head.name)) or list(_words(head.path.rpartition("/")[0].rpartition("/")[2]))


def _words(text: str) -> Iterator[tuple[str, str]]:
    """The words that may describe a document: (stem, as written)."""
    for _, _, word in spans(_ID.sub(" ", text).replace("_", " ")):
        folded = word.casefold()
        digits = sum(map(str.isdigit, word))
        is_counted = len(word) > 1 and 2 * digits < len(word) and folded not in STOP_WORDS and folded not in _NO_TOPICS
        if is_counted and word not in _other_stop_words():  # in small letters: `DE` may be a code
            yield stem(word), word


@cache
def _other_stop_words() -> frozenset[str]:
    """The stop words of languages other than English, but those that are words of English."""
    return frozenset(chain.from_iterable(telling_stop_words(STOP_WORDS).values()))


def _terms(label: str) -> frozenset[str]:
    """The words and titles in the label, folded."""
    return frozenset(fold(label).split(", "))


def _commonest(written: Counter[str]) -> str:
    return min(written, key=lambda word: (-written[word], word))
