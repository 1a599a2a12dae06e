"""`calls:Mill.grind~2` selects the calls with as many arguments as that overload has parameters."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.indexing.batches import TimeBudget
from dowse.indexing.linking import link_pending
from dowse.search.execute import Request, search
from dowse.search.profiles import DEFAULT
from tests.contract.engines import Engine, fill

_MILL = """package m;
class Mill {
  void grind(Corn corn) { }
  <T> void grind(Map<T, Corn> corn, int times) { grind(null); }
  void grind(Corn corn, int times, String... notes) { }
  void grind() { }
}
"""
_USE = """package m;
class Use {
  Mill mill;
  void one() { mill.grind(corn(1, 2)); }
  void two() { return mill.grind(new Pair<A, B>(), 2); }
  void three() { mill.grind(corn, 2, "a, (b", 'c'); }
  void none() { mill.grind(/* a, b */); }
  void both() { mill.grind(x); mill.grind(x, (a, b) -> a); }
}
"""


@pytest.mark.parametrize(
    ("name", "callers"),
    [
        ("Mill.grind", ["Mill.grind~2", "Use.both", "Use.none", "Use.one", "Use.three", "Use.two"]),
        ("Mill.grind~2", ["Use.both", "Use.two"]),
        ("Mill.grind~3", ["Use.both", "Use.three", "Use.two"]),
        ("Mill.grind~4", ["Use.none"]),
    ],
)
def test_an_overload_is_called_with_as_many_arguments_as_it_takes(
    engine: Engine, name: str, callers: list[str]
) -> None:
    files = {"m/Mill.java": _MILL, "m/Use.java": _USE}
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in files.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    answer = search(Request(f"calls:{name}"), DEFAULT, engine, now=0.0)
    assert sorted(hit.ref.section for hit in answer.hits) == callers


def test_the_calls_of_a_function_of_other_languages_stay(engine: Engine) -> None:
    text = b"def f(a): pass\ndef f(a, b): pass\ndef g(): f(1)\n"
    fill(engine, parse_file("a.py", text, modified=0.0))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    assert [hit.ref.section for hit in search(Request("calls:f~2"), DEFAULT, engine, now=0.0).hits] == ["g"]


@pytest.mark.parametrize(
    "text",
    [
        "void Go() => Grind(a, 1);",
        "void Go() { Each(a => Grind(a, 1)); Grind(a); }",
        "void Go() { return b ? Grind(a, 1) : Grind(a); }",
        "void Go() { Grind(a);\n// once more\n    Grind(a, 1); }",
        "void Go() { if (1 > Grind(a, 1)) Grind(a); }",
    ],
)
def test_a_call_behind_an_operator_or_a_comment_is_no_declaration(engine: Engine, text: str) -> None:
    overloads = "int Grind(A a) { }\nint Grind(A a, int n) { }\nint Grind(A a, int n, int m) { }"
    fill(engine, parse_file("a.cs", f"class A {{\n{overloads}\n{text}\n}}\n".encode(), modified=0.0))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    found = [search(Request(f"calls:A.Grind~{n}"), DEFAULT, engine, now=0.0).hits for n in (2, 3)]
    assert [[hit.ref.section for hit in hits] for hits in found] == [["A.Go"], []]
