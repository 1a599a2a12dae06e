"""Calls of what methods of Java return follow the class that the signature states."""

from __future__ import annotations

import pytest

from dowse.filesystem.diff import Changes
from dowse.formats.detect import parse_file
from dowse.graph.source_references.result_types import stated_type
from dowse.indexing.batches import TimeBudget
from dowse.indexing.linking import link_pending
from dowse.indexing.resolution_cache import ResolutionCache
from tests.contract.engines import Engine, fill

from .sources import meanings

_FILES = {
    "a/Cup.java": "package a;\nclass Cup {\n  Jug fill(int n) { return null; }\n  Jug[] all() { return null; }\n"
    "  Jug some() { return null; }\n  Tin some(int n) { return null; }\n  static final Jug JUG = null;\n}\n",
    "a/Jug.java": "package a;\nclass Jug { Jug pour() { return this; } void end() {} }\n",
    "a/Tin.java": "package a;\nclass Tin { void end() {} }\n",
}


@pytest.mark.parametrize(
    ("call", "callee"),
    [
        ("new Cup().fill(1).pour().end()", "Jug.java#Jug.end"),
        ("cup.fill(1).end()", "Jug.java#Jug.end"),
        ("own().end()", "Jug.java#Jug.end"),
        ("Cup.JUG.end()", "Jug.java#Jug.end"),
        ("cup.some().end()", ""),  # of overloads that return different classes
        ("cup.all().end()", ""),
        ("own.end()", ""),  # a variable that the file does not declare
    ],
)
def test_a_call_of_what_a_method_returns_means_the_method_of_the_stated_class(call: str, callee: str) -> None:
    use = f"package a;\nclass Use {{\n  Jug own() {{ return null; }}\n  void go(Cup cup) {{ {call}; }}\n}}\n"
    found = [each for each in meanings({**_FILES, "a/Use.java": use}, "calls") if ".end (" in each]
    assert found == ([f"a/Use.java#Use.go -> a/{callee} (class)"] if callee else [])


def test_a_type_variable_of_a_class_around_is_no_class() -> None:
    inner = "class In { Jug get() { return null; } }"
    box = f"package a;\nclass Box<@Own Jug extends Tin> {{ Jug get() {{ return null; }} {inner} }}\n"
    calls = "box.get().end(); in.get().end(); new Cup().fill(1).end();"
    use = f"package a;\nclass Use {{ void go(Box box, Box.In in) {{ {calls} }} }}\n"
    found = [each for each in meanings({**_FILES, "a/Box.java": box, "a/Use.java": use}, "calls") if ".end (" in each]
    assert found == ["a/Use.java#Use.go -> a/Jug.java#Jug.end (class)"]


@pytest.mark.parametrize("is_kept", [False, True])
def test_a_new_type_variable_of_a_class_changes_what_calls_in_other_files_mean(engine: Engine, is_kept: bool) -> None:
    box = "package a;\nclass Box<{}> {{ Jug get() {{ return null; }} }}\n"
    use = "package a;\nclass Use { void go(Box box) { box.get().end(); } }\n"
    files = {**_FILES, "a/Box.java": box.format("A"), "a/Use.java": use}
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in files.items()))
    _link(engine)
    cache, changes = ResolutionCache(), Changes(changed=("a/Box.java",))
    for name in ("Jug", "A", "Jug"):
        cache = cache if is_kept else ResolutionCache()
        cache.begin(engine, changes)
        fill(engine, parse_file("a/Box.java", box.format(name).encode(), modified=0.0))
        link_pending(
            engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None, resolver=cache.resolver(engine, changes)
        )
        cache.end(engine)
        targets = {str(each.target) for each in engine.references(["a/Use.java"]) if each.relation == "calls"}
        assert ("a/Jug.java#Jug.end" in targets) == (name == "A")


@pytest.mark.parametrize("is_kept", [False, True])
def test_a_changed_class_of_a_result_changes_what_calls_in_other_files_mean(engine: Engine, is_kept: bool) -> None:
    use = "package a;\nclass Use { void go(Cup cup) { cup.fill(1).end(); } }\n"
    fill(
        engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in {**_FILES, "a/Use.java": use}.items())
    )
    _link(engine)
    cache, changes = ResolutionCache(), Changes(changed=("a/Cup.java",))
    for result in ("Tin", "Jug", "Tin"):
        cache = cache if is_kept else ResolutionCache()
        cache.begin(engine, changes)
        changed = _FILES["a/Cup.java"].replace("Jug fill", f"{result} fill").encode()
        fill(engine, parse_file("a/Cup.java", changed, modified=0.0))
        link_pending(
            engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None, resolver=cache.resolver(engine, changes)
        )
        cache.end(engine)
        targets = {str(each.target) for each in engine.references(["a/Use.java"]) if each.relation == "calls"}
        assert targets == {"a/Cup.java#Cup.fill", f"a/{result}.java#{result}.end"}


def _link(engine: Engine) -> None:
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)


@pytest.mark.parametrize(
    ("signature", "title", "stated"),
    [
        ("public GsonBuilder setLenient()", "setLenient", "GsonBuilder"),
        ("static <K, V> Map.Entry<K, List<V>> of(K a)", "of", "Map.Entry"),
        ("public <T extends Foo> T get(Class<T> x)", "get", ""),
        ("public static final Map<String, Foo> M = new HashMap<>()", "M", "Map"),
        ("static <A, Node extends Map<A, Node>> Node get(A x)", "get", ""),
        ("<A> Node get(A x)", "get", "Node"),
        ("Foo[] f()", "f", ""),
        ("void f()", "f", ""),
        ("java.util.List f()", "f", ""),
        ("public Foo()", "Foo", ""),
        ("internal readonly Foo? F = null", "F", "Foo"),
        ("public Foo<Bar?>? F", "F", "Foo"),
    ],
)
def test_the_class_of_a_result_is_the_word_before_the_name(signature: str, title: str, stated: str) -> None:
    assert stated_type(signature, title) == stated
