"""Every engine selects by passages, case and regular expressions."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.model.document import Document
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.storage import FieldWeights
from dowse.query.ast import And, MatchCase, Or, SamePassage, Word
from dowse.query.parse import parse
from tests.contract.engines import Engine, fill, selected
from tests.making import directions, indexed, make

_NOTES = {
    "pets.md": "# Pets\nThe dog sleeps.\nThe cat eats.\n\nA bird.\n",
    "apart.md": "# Dogs\nA dog.\n# Cats\nA cat.\n",
    "baking.md": "Mixing the flour.\n\nMix the milk.\nSift flour.\n",
    "plan.md": "---\nstatus: cat\n---\n- [ ] Call the dog sitter\n- [x] Buy a Cat door #pets/cat\n- plain call\n",
    "iso.md": "---\ndue: 2026-05-01\n---\nOn 2024-01-31 getUserById met IKEA.\n",
}


def _note(path: str, text: str) -> Document:
    return parse_file(path, text.encode(), modified=0.0)


@pytest.fixture
def notes(engine: Engine) -> Engine:
    fill(engine, *(_note(path, text) for path, text in _NOTES.items()))
    return engine


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("section:(dog cat)", {"pets.md", "plan.md"}),
        ("block:(dog cat)", {"pets.md"}),
        ("block:(dog bird)", set()),
        ("line:(dog cat)", set()),
        ("line:(mix flour)", {"baking.md"}),
        ('line:"mix flour"', set()),
        ("line:(sift OR bird)", {"baking.md", "pets.md"}),
        ("line:(flour -mix)", {"baking.md"}),
        ("line:(dog -sleeps)", {"apart.md", "plan.md"}),
        ("-section:(dog cat) AND dog", {"apart.md"}),
        ("section:(line:(mix flour) milk)", {"baking.md"}),
        ("task:call", {"plan.md"}),
        ("task:(plain)", set()),
        ("task-todo:cat", set()),
        ("task-done:cat", {"plan.md"}),
        ('task-todo:""', {"plan.md"}),
        ('task-done:"" task-todo:""', {"plan.md"}),
        ('-task:"" AND dog', {"pets.md", "apart.md"}),
        ("line:(#pets buy)", {"plan.md"}),
        ("task:x", set()),
        ("line:status", set()),
        ("line:(user iso)", set()),
        ("line:(userById ikea)", {"iso.md"}),
        ("match-case:Cat", {"plan.md"}),
        ("match-case:cat", {"pets.md", "apart.md", "plan.md"}),
        ("match-case:IKEA", {"iso.md"}),
        ("match-case:(ikea)", set()),
        ('match-case:"The cat"', {"pets.md"}),
        ("match-case:iso", {"iso.md"}),
        ("line:(match-case:The cat)", {"pets.md"}),
        ("line:(!!! cat)", {"pets.md", "apart.md", "plan.md"}),
    ],
)
def test_a_condition_on_passages_selects(notes: Engine, query: str, found: set[str]) -> None:
    assert selected(notes, parse(query).where) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (r"/\d{4}-\d{2}-\d{2}/", {"iso.md"}),
        (r"/due: 2026/", {"iso.md"}),
        (r"/^the \w+ /", {"pets.md"}),
        (r"match-case:/^the/", set()),
        (r"line:/cat.*door/", {"plan.md"}),
        (r"line:(/2024/ ikea)", {"iso.md"}),
        (r"line:/2026/", set()),
        (r"task-todo:/^call/", {"plan.md"}),
        (r"-/[aeiou]/", set()),
    ],
)
def test_a_regular_expression_selects(notes: Engine, query: str, found: set[str]) -> None:
    pytest.importorskip("re2")
    assert selected(notes, parse(query).where) == found


def test_a_passage_binds_before_the_cut_whatever_ranks(engine: Engine) -> None:
    texts = [f"apple\npear {n}" if n % 30 else f"{'and ' * 40} apple pear {n}" for n in range(300)]
    crowd = tuple(indexed(make(f"{n:03}.md", text, modified=float(n % 30))) for n, text in enumerate(texts))
    rows = directions(300, 8, seed=1)
    vectors = {item.chunks[0].digest: row for item, row in zip(crowd, rows, strict=True)}
    engine.write(WriteBatch(indexed=crowd, vectors=vectors))
    where = SamePassage("line", And((Word("apple"), Word("pear"))))
    found = (
        engine.match(("apple",), where, 5, weights=FieldWeights()),
        engine.nearest(rows[1], where, 5),
        engine.select(where, 5),
    )
    assert [[int(hit.head.path[:3]) % 30 for hit in hits] for hits in found] == [[0] * 5] * 3


def test_a_passage_is_found_behind_a_nul(engine: Engine) -> None:
    fill(engine, make("a.md", "before\0\nbehind the nul"))
    assert selected(engine, SamePassage("line", And((Word("behind"), Word("nul"))))) == {"a.md"}


def test_frontmatter_is_no_passage(engine: Engine) -> None:
    fill(engine, _note("a.md", "---\na: one two\n---\nthree"))
    assert selected(engine, SamePassage("line", Word("one"))) == set()


def test_groups_of_any_depth_inside_a_passage_are_answered(engine: Engine) -> None:
    # FTS5 has a stack for some 30 groups inside groups.
    fill(engine, make("a.md", "x y"))
    item: And | Or = And((Word("x"), Word("y")))
    for depth in range(50):
        item = Or((Word("z"), item)) if depth % 2 else And((Word("x"), item))
    assert selected(engine, SamePassage("line", item)) == {"a.md"}


@pytest.mark.parametrize("odd", ["\ud800", "a\ud800b", "\0", '"', "'", "*", "\\", "\U0010ffff"])
def test_odd_texts_are_answered(engine: Engine, odd: str) -> None:
    fill(engine, make("a.md", "a b"))
    assert selected(engine, SamePassage("line", MatchCase(odd))) == selected(engine, MatchCase(odd)) == set()


@pytest.mark.parametrize("query", [r"line:/\Atwo/", r"line:/one\z/", r"line:/^two$/", r"line:/o\b/", r"task:/^three/"])
def test_a_pattern_may_name_the_ends_of_a_passage(engine: Engine, query: str) -> None:
    pytest.importorskip("re2")
    fill(engine, make("a.md", "one\ntwo\n- [ ] three"))
    assert selected(engine, parse(query).where) == {"a.md"}


def test_a_word_of_several_parts_is_longer_than_some_passages(engine: Engine) -> None:
    fill(engine, make("a.md", "a b c\na b c d e\n"))
    assert selected(engine, SamePassage("line", Word("a.b.c.d.e"))) == {"a.md"}
