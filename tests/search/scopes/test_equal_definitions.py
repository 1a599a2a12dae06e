"""`calls:`, `called:`, `explains:` and `explained:` find what may mean any of several equal definitions, and say so."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.indexing.batches import TimeBudget
from dowse.indexing.linking import link_pending
from dowse.model.ref import Ref
from dowse.query.ast import MatchAll
from dowse.search.execute import Request, search
from dowse.search.profiles import DEFAULT
from dowse.search.scopes.equal_definitions import calls_of_equals, mentions_of_equals
from dowse.search.scopes.equal_targets import ambiguous_calls, ambiguous_mentions
from tests.contract.engines import Engine, fill

_TREE = {
    "include/uv.h": "int pour(int);\n",
    "src/all.h": '#include "uv.h"\n',
    "src/unix/core.c": '#include "uv.h"\nint pour(int x) { return x; }\nstatic int lid(void) { return 1; }\n',
    "src/unix/near.c": '#include "uv.h"\nint near(void) { return pour(1); }\n',
    "src/win/core.c": '#include "uv.h"\nint pour(int x) { return x + 1; }\nstatic int lid(void) { return 2; }\n',
    "src/cup.c": '#include "all.h"\n\nint cup(void) { return pour(2); }\n',
    "docs/jug.c": "#include <uv.h>\nint jug(box *b) { b->pour(2); return pour(2) + lid(); }\n",
    "other/mug.c": "int mug(void) { return pour(3); }\n",  # which declares no such function
    "other/own.c": '#include "uv.h"\nstatic int pour(int x) { return x; }\nint own(void) { return pour(4); }\n',
    "other/use.py": "from farm import pour\ndef use(): return pour(5)\n",
    "how.md": "# How\n\nCall `pour()` first, or `b.pour`.\n",
}
_BOTH = "2 symbols have the name 'pour', and all count: src/unix/core.c#pour, src/win/core.c#pour"
_CHOOSE = "write the path and the name of one to choose it"


_HELPERS = {
    "web.py": "def url_for(): pass\ndef close_all(): pass\n",
    "app.py": "class App:\n    def url_for(self): pass\n    def close_all(self): pass\n",
    "pool.py": "class Pool:\n    def open_all(self): pass\nclass Set:\n    def open_all(self): pass\n",
    "plain.md": "# Plain\n\nSee `url_for`.\n",
    "called.rst": "Called\n======\n\nWrite ``url_for('index', page=1)`` and `open_all`.\n",
    "function.rst": "Function\n========\n\nSee :func:`url_for`.\n",
    "method.rst": "Method\n======\n\nSee :meth:`url_for`.\n",
}


@pytest.fixture
def helpers(engine: Engine) -> Engine:
    """An index of a function and a method of one name, and of two methods of another one, linked."""
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in _HELPERS.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    return engine


@pytest.mark.parametrize(
    ("query", "refs", "hint"),
    [
        (
            "explains:url_for",
            ["called.rst#called", "function.rst#function", "plain.md#plain"],
            "2 mentions may mean it or app.py#App.url_for, and are found by name",
        ),
        (
            "explains:App.url_for",
            ["called.rst#called", "method.rst#method", "plain.md#plain"],
            "2 mentions may mean it or web.py#url_for, and are found by name",
        ),
        ("explains:Pool.open_all", [], "1 mention of that name is unresolved, since several symbols have it"),
        (
            "explained:plain.md",
            ["app.py#App.url_for", "web.py#url_for"],
            "url_for has several definitions, which are found by name: each may be meant",
        ),
    ],
)
def test_a_mention_of_a_function_and_a_method_of_one_name_is_found_by_name(
    helpers: Engine, query: str, refs: list[str], hint: str
) -> None:
    found = search(Request(query), DEFAULT, helpers, now=0.0)
    assert sorted(str(hit.ref) for hit in found.hits) == refs
    assert [note.hint for note in found.notes if hint in note.hint] == [f"{query.partition(':')[0]}: {hint}"]


@pytest.fixture
def tree(engine: Engine) -> Engine:
    """An index of functions of C for two platforms, linked."""
    files = {**_TREE, "other/own.c": ""}
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in files.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    return engine


@pytest.mark.parametrize(
    ("query", "refs", "hint"),
    [
        (
            "calls:pour",
            ["docs/jug.c#jug", "src/cup.c#cup", "src/unix/near.c#near"],
            f"{_BOTH}; {_CHOOSE}; 2 calls may mean either of them, and are found by name",
        ),
        (
            "calls:src/win/core.c#pour",
            ["docs/jug.c#jug", "src/cup.c#cup"],
            "2 calls may mean it or src/unix/core.c#pour, and are found by name",
        ),
        (
            "explains:pour",
            ["how.md#how"],
            f"{_BOTH}; {_CHOOSE}; 1 mention may mean either of them, and is found by name",
        ),
        (
            "explains:src/unix/core.c#pour",
            ["how.md#how"],
            "1 mention may mean it or src/win/core.c#pour, and is found by name",
        ),
        (
            "called:cup",
            ["src/unix/core.c#pour", "src/win/core.c#pour"],
            "pour has several definitions, which are found by name: each may be meant",
        ),
        (
            "called:docs/jug.c",  # which includes a header of the system by the name of one of the index
            ["src/unix/core.c#pour", "src/win/core.c#pour"],
            "pour has several definitions, which are found by name: each may be meant",
        ),
        (
            "explained:how.md",
            ["src/unix/core.c#pour", "src/win/core.c#pour"],
            "pour has several definitions, which are found by name: each may be meant",
        ),
    ],
)
def test_what_may_mean_any_of_several_functions_of_c_is_found_by_name(
    tree: Engine, query: str, refs: list[str], hint: str
) -> None:
    answer = search(Request(query), DEFAULT, tree, now=0.0)
    assert sorted(str(hit.ref) for hit in answer.hits) == refs
    assert [note.hint for note in answer.notes] == [f"{query.partition(':')[0]}: {hint}"]


def test_a_file_that_sees_no_declaration_and_one_that_calls_its_own_function_mean_none_of_the_others(
    engine: Engine,
) -> None:
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in _TREE.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    for path in ("other/mug.c", "other/own.c", "src/unix/near.c", "other/use.py"):
        assert [*ambiguous_calls(Ref(path), engine)] == []


@pytest.mark.parametrize("path", ["src/unix/core.c", "src/win/core.c"])
def test_a_reference_is_found_from_both_ends(tree: Engine, path: str) -> None:
    function = Ref(path, "pour")
    found = {
        (each.relation, each.source, each.line)
        for doc in _TREE
        for each in (*ambiguous_calls(Ref(doc), tree), *ambiguous_mentions(Ref(doc), tree))
        if function in each.targets
    }
    calls = calls_of_equals(function, (), tree, MatchAll()).places
    mentions = mentions_of_equals(function, (), tree, MatchAll()).places
    assert found == {("calls", *place) for place in calls} | {("mentions", *place) for place in mentions} != set()


def test_calls_of_a_function_that_only_its_own_file_sees_are_not_those_of_another_of_the_name(tree: Engine) -> None:
    assert search(Request("calls:lid"), DEFAULT, tree, now=0.0).hits == ()


def test_a_file_with_an_own_function_of_the_name_calls_that(engine: Engine) -> None:
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in _TREE.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    hits = search(Request("calls:src/win/core.c#pour"), DEFAULT, engine, now=0.0).hits
    assert sorted(str(hit.ref) for hit in hits) == ["docs/jug.c#jug", "src/cup.c#cup"]


def test_the_note_lists_the_definitions_that_a_call_may_mean_if_the_name_has_others_too(engine: Engine) -> None:
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in _TREE.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    (note,) = search(Request("calls:pour"), DEFAULT, engine, now=0.0).notes
    assert "2 calls may mean any of src/unix/core.c#pour, src/win/core.c#pour, and are found by name" in note.hint


def test_a_mention_of_a_name_that_different_symbols_have_explains_none_of_them(engine: Engine) -> None:
    sources = {
        "a/cup.py": "class Cup:\n    def fill(self): pass\n",
        "b/cup.py": "class Cup:\n    def fill(self): pass\n",
        "jug.py": "class Jug:\n    def fill(self): pass\n",
        "how.md": "# How\n\nCall `fill()`.\n\n# Then\n\nCall `Cup.fill()`.\n",
    }
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in sources.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    hits = search(Request("explains:Cup.fill"), DEFAULT, engine, now=0.0).hits
    assert [str(hit.ref) for hit in hits] == ["how.md#then"]
