"""Files made up by Hypothesis, with frontmatter as people write it, and trees that ask for what stands in it."""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import strategies as st

from dowse.query.ast import Compare, FieldEquals, Leaf, Modified, Not, Or, Property, Scale
from dowse.query.extract import conjunction

LONG_AGO = 1_600_000_000  # seconds; a file this old is not looked at twice


def settle(folder: Path) -> None:
    """Dates the files in the folder, however deep, so far back that no check reads an unchanged one again.

    A file that was saved less than a tick of the clock before it was read counts as changed, see `filesystem.read`.
    """
    for parent, _, names in os.walk(folder):
        for name in names:
            os.utime(Path(parent, name), (LONG_AGO, LONG_AGO))


FRONT = (
    "tags: [fruit/red, Küche]", "tags: leek, fruit", "tag: FRUIT", "tags:\n  - K\n  - ſalt", "tags: #leek #fruit",
    'tags: ["\\x66ruit"]', "tags: ['leek']", "Type: Recipe", "type: [recipe, leek]", "type: '[[Recipe]]'",
    "type: re\n  cipe", "type: true", "kind: TASK", "kind: file", "type: skill", "status: 'draft'", "rating: 4",
    "rating: 4.0", "rating: 1e1", "rating: 0.0000001", "rating: x", "deep:\n  rating: 3", "due: 2026-02-14",
    "date: 1700000000", "rating:", "status: ~", "type: []",
    "area: Kitchen", "desc: leek", "short_code: A-B-0001", "*: [", "a: b: c", "ﬁne: ﬁne", "TRUE: leek", "1: 2",
)  # fmt: skip
BODY = (
    "#fruit", "#fruit/red\n", "x#leek", "`#leek`", "#Küche ", "#Ku\u0308che", "#ÅNGSTRÖM", "#ᾳ", "#日記", "leek",
    "# Leek\n", "recipe", "\n---\n", "\n", " ", "#K ", "rating", "\r\n", "#ﬁne",
)  # fmt: skip
PATHS = ("a.md", "b.md", "fruit/c.md", "docs/d.txt", "docs/leek.org", "e.png", "2-Areas/Kitchen/f.MD", "g", "h.mdx")
WORDS = (
    "fruit", "FRUIT/red", "leek", "küche", "kuche", "K", "k", "salt", "ångström", "αι", "ᾳ", "日記", "fine", "recipe",
    "true", "task", "skill", "file", "note", "doc", "draft", "4", "10", "1e-07", "kitchen", "a-b-0001", "",
    "1700000000", "null",
)  # fmt: skip
KEYS = ("type", "Type", "rating", "deep.rating", "due", "tags", "area", "summary", "created", "ﬁne", "fine", "true")

TEXTS = st.builds(
    lambda front, body: "".join(("---\n", *(f"{line}\n" for line in front), "---\n")) * bool(front) + "".join(body),
    st.lists(st.sampled_from(FRONT), max_size=3),
    st.lists(st.sampled_from(BODY), max_size=5),
)
SCALES: tuple[Scale, ...] = ("number", "date")
FIELDS = ("tag", "type", "status", "kind", "title", "path", "file")
LEAVES: tuple[Leaf, ...] = (
    *(FieldEquals(field, word) for field in FIELDS for word in WORDS),
    *(Property(key, word) for key in KEYS for word in (None, *WORDS)),
    *(Compare(key, scale, low) for key in KEYS for scale in SCALES for low in (-1.0, 4.0)),
    Modified("epoch", LONG_AGO + 3.0),
)
TREES = st.recursive(
    st.sampled_from(LEAVES),
    lambda trees: st.one_of(
        st.lists(trees, min_size=1, max_size=3).map(lambda items: conjunction(*items)),
        st.lists(trees, min_size=1, max_size=2).map(lambda items: Or(tuple(items))),
        trees.map(Not),
    ),
    max_leaves=4,
)
