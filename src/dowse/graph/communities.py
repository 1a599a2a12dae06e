"""Communities of documents by their edges, and labels for them."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log
from threading import Lock
from typing import TYPE_CHECKING

from ..analysis.boilerplate import is_boilerplate
from ..analysis.folding import without_ending
from ..analysis.stopwords import STOP_WORDS
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
_PLACEHOLDER = re.compile(r"\{\{[^{}]*\}\}|\{%[^{}]*%\}|<%[^<>]*%>")  # in a template
_TEMPLATE_TAGS = frozenset({"placeholder", "placeholders", "template", "templates"})  # first parts of tags
_ID = re.compile(r"\b[A-Za-z]+-(?:[A-Za-z]-\d+|\d{3,})\b")  # METIS-T-0066, RFC-2119; Covid-19 is a word
_DATES = """
    january february march april may june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday
"""
_STATES = frozenset({"phase", "status", "state"})  # first parts of tags
_NO_TOPICS = frozenset((*_DATES.split(), "md", "markdown", "readme", "index"))


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
        self._words = {path: list(_telling(head)) for path, head in self._heads.items()}
        self._documents = Counter(root for words in self._words.values() for root in {root for root, _ in words})

    def of(self, members: Sequence[str], *, most: int = 3) -> str:
        """Up to `most` words, the best first, joined by `, `; the title of the first member if there are no such words.

        The score of a word is `members with it · ln(documents / documents with it)`; the label has its usual form.
        Words that a single member or less than a tenth of the members have do not count, nor do stop words, numbers,
        dates, ids, placeholders of templates, and words that half of the documents have.
        """
        written: defaultdict[str, Counter[str]] = defaultdict(Counter)
        having: Counter[str] = Counter()
        for member in members:
            words = self._words.get(member, ())
            having.update({root for root, _ in words})
            for root, word in words:
                written[root][word] += 1
        least = max(_SHARED_BY, _SHARE * len(members))
        worth = {root: self._worth(root, count) for root, count in having.items() if count >= least}
        best = sorted((root for root in worth if worth[root] > 0), key=lambda root: (-worth[root], root))
        return ", ".join(_commonest(written[root]) for root in best[:most]) or self._title(members)

    def _worth(self, root: str, count: int) -> float:
        having = self._documents[root]
        return 0.0 if is_boilerplate(having, len(self._heads)) else count * log(len(self._heads) / having)

    def _title(self, members: Sequence[str]) -> str:
        if not members:
            return ""
        head = self._heads.get(members[0])
        return (head.title or head.name) if head else members[0]


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


def _telling(head: Head) -> Iterator[tuple[str, str]]:
    """The words of title and tags that may describe the document: (stem, as written).

    A title that is a file name has no ending here; a tag such as `phase/active` says how far something is.
    """
    tags = (tag for tag in sorted(head.tags) if tag.partition("/")[0] not in _STATES | _TEMPLATE_TAGS)
    for text in (_PLACEHOLDER.sub(" ", without_ending(head.title)), *tags):
        for _, _, word in spans(_ID.sub(" ", text).replace("_", " ")):
            folded = word.casefold()
            digits = sum(map(str.isdigit, word))
            if len(word) > 1 and 2 * digits < len(word) and folded not in STOP_WORDS and folded not in _NO_TOPICS:
                yield stem(word), word


def _commonest(written: Counter[str]) -> str:
    return min(written, key=lambda word: (-written[word], word))
