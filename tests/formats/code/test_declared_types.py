"""A call of a method of a variable of Java or C# states the declared type in the place of the variable."""

from __future__ import annotations

import pytest

from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.symbols import symbols_of

_CLASS = """
class Bar<T> {{
  private final Cup cup = new Cup(), other;
  static final Jug JUG = Jug.of();
  T any;
  void run(Lid lid, List<Map<String, Tin>> many, Tin... tins) {{
    {statements}
  }}
  void later() {{ Pot local; }}
}}
"""


@pytest.mark.parametrize(
    ("statements", "callee"),
    [
        ("lid.shut();", "Lid.shut"),
        ("many.clear();", "List.clear"),
        ("cup.fill();", "Cup.fill"),
        ("this.cup.fill();", "Cup.fill"),
        ("this.cup.next().fill();", "Cup.next().fill"),
        ("JUG.pour();", "Jug.pour"),
        ("Pot cup = null; cup.boil();", "Pot.boil"),
        ("Pot cup = null; this.cup.fill();", "Cup.fill"),
        ("final @Clean Outer.Inner x; x.go();", "Outer.Inner.go"),
        ("var x = new Pan<>(1); x.fry();", "Pan.fry"),
        ("for (Pan x : all) { x.fry(); }", "Pan.fry"),
        ("W x = null; x.go();", "W.go"),
        ("try (Pan x = open()) { x.fry(); }", "Pan.fry"),
        ("if (o instanceof Pan x && x.hot()) {}", "Pan.hot"),
        ("use((Pan x) -> x.fry());", "Pan.fry"),
        ("Pan x = null; use(new Cook() { void go() { x.fry(); } });", "Pan.fry"),
        ("switch (o) { case Pan x -> x.fry(); default -> {} }", "Pan.fry"),
        ("{ Pan x = null; x.fry(); } { Pot x = null; x.boil(); }", "Pot.boil"),
        ("{ Cup cup = null; } cup.fill();", "Cup.fill"),
        ("new Pan(1).fry();", "Pan.fry"),
        ("new Pan<>().heat(1).fry();", "Pan.heat().fry"),
        ("new Pan() { int n; }.fry();", "Pan.fry"),
    ],
)
def test_a_variable_counts_as_its_declared_type(statements: str, callee: str) -> None:
    assert callee in _callees(statements)


@pytest.mark.parametrize(
    ("statements", "callee"),
    [
        ("use(cup -> cup.fill());", "cup.fill"),
        ("use((cup, b) -> cup.fill());", "cup.fill"),
        ("Cup[] cup = null; cup.clone();", "cup.clone"),
        ("var cup = make(); cup.fill();", "cup.fill"),
        ("try {} catch (Odd | Even cup) { cup.fill(); }", "cup.fill"),
        ("tins.clone();", "tins.clone"),
        ("any.go();", "any.go"),
        ("local.boil();", "local.boil"),
        ("int cup = 1; cup.fill();", "cup.fill"),
        ("Pot a = null, cup = null; cup.boil();", "cup.boil"),
        ("other.fill();", "other.fill"),
        ("{ Pot cup = null; } cup.fill();", "cup.fill"),
        ("if (o instanceof Pot cup) { } cup.fill();", "cup.fill"),
        ("for (Pot cup : all) { } cup.fill();", "cup.fill"),
        ("switch (o) { case Odd(Pot cup) -> { } } cup.fill();", "cup.fill"),
    ],
)
def test_a_variable_without_a_class_as_its_type_stays(statements: str, callee: str) -> None:
    assert callee in _callees(statements)


_LONG = f"new Odd() {{ /* don't ) */ void go() {{ {'other(); ' * 40} }} }}"


@pytest.mark.parametrize(
    ("chain", "callee"),
    [
        ("new Pan(1).heat({}).fry()", "Pan.heat().fry"),
        ("new Big.Pan<List<String>>({}).heat(1)\n  .fry()", "Big.Pan.heat().fry"),
        ("lid.use({}).shut()", "Lid.use().shut"),
        ("this.cup.next({}).fill()", "Cup.next().fill"),
        ("make({}).fill()", "make().fill"),
        ("all[0].use({}).shut()", ".shut"),
        ("lid.<Cup>use({}).shut()", ".shut"),
        ("new Cup[] {{ {} }}.length.go()", ".go"),
    ],
)
def test_a_long_chain_has_the_parts_of_a_short_one(chain: str, callee: str) -> None:
    assert callee in _callees(f"{chain.format(_LONG)};")


def test_a_call_behind_very_many_others_has_its_name_alone() -> None:
    callees = _callees(f"lid{'.use(1)' * 2_000}.shut();")
    assert {len(callee.split(".")) for callee in callees if callee.startswith("Lid.")} == {*range(2, 31)}
    assert {".use", ".shut"} < callees


@pytest.mark.parametrize(
    ("method", "callee"),
    [
        ("<Cup> void f(Cup x) { x.fill(); }", "x.fill"),
        ("<A, @Own Cup extends List<A>> void f(Cup x) { x.fill(); }", "List.fill"),
        ("<A, B extends Cup & Other> void f(B x) { x.fill(); }", "Cup.fill"),
        ("<A extends Cup, B extends A> void f(B x) { x.fill(); }", "Cup.fill"),
        ("<A extends A> void f(A x) { x.fill(); }", "x.fill"),
        ("<Cup> void f() { } void g(Cup x) { x.fill(); }", "Cup.fill"),
        ("void f(Node x) { x.fill(); }", "x.fill"),  # of the class
        ("<Leaf extends Tree.Node> void f(Leaf x) { x.fill(); }", "Tree.Node.fill"),
    ],
)
def test_a_type_variable_counts_as_the_class_that_it_extends(method: str, callee: str) -> None:
    text = f"class Bar<Node> {{ {method} }}\n"
    assert {".".join(each.callee) for each in symbols_of(text, LANGUAGES["java"]).calls} == {callee}


@pytest.mark.parametrize("statement", ["Foo{}[] lid;", "if (o instanceof Foo{}(var lid)) {{}}", "Foo<X>{}[] lid;"])
def test_blanks_in_a_declaration_are_read_once(statement: str) -> None:
    """A second look for each of them would take half an hour."""
    assert _callees(f"{statement.format(chr(10) * 200_000)} lid.shut();") & {"lid.shut", "Lid.shut"}


def _callees(statements: str) -> set[str]:
    return {".".join(each.callee) for each in symbols_of(_CLASS.format(statements=statements), LANGUAGES["java"]).calls}


_CSHARP = """
class Bar<T, in U> where T : Cup {{
  private readonly Cup? cup = new Cup(), other;
  [Own, Named("a b")] protected static Jug Jar {{ get {{ Tin local = null; return local.Open(); }} }}
  Pan Flat => null;
  T any;
  public Bar([Own] ref Lid lid, IDictionary<string, Tin?> many, params Tin[] tins) {{
    {statements}
  }}
  void Later() {{ Pot local; }}
}}
"""


def _callees_of_csharp(statements: str) -> set[str]:
    text = _CSHARP.format(statements=statements)
    return {".".join(each.callee) for each in symbols_of(text, LANGUAGES["csharp"]).calls}


@pytest.mark.parametrize(
    ("statements", "callee"),
    [
        ("lid.Shut();", "Lid.Shut"),
        ("lid?.Shut();", "Lid.Shut"),
        ("many.Clear();", "IDictionary.Clear"),
        ("cup.Fill();", "Cup.Fill"),
        ("this.cup.Fill();", "Cup.Fill"),
        ("Jar.Pour();", "Jug.Pour"),
        ("Flat.Fry();", "Pan.Fry"),
        ("", "Tin.Open"),  # in the property
        ("Pot cup = null; cup.Boil();", "Pot.Boil"),
        ("global::Outer.Inner x; x.Go();", "Outer.Inner.Go"),
        ("var x = new Pan<int>(1); x.Fry();", "Pan.Fry"),
        ("var x = new Pan { A = 1 }; x.Fry();", "Pan.Fry"),
        ("var x = (Pan)lid; x.Fry();", "Pan.Fry"),
        ("var x = Get(lid) as Pan; x.Fry();", "Pan.Fry"),
        ("foreach (Pan x in all) { x.Fry(); }", "Pan.Fry"),
        ("using (Pan x = Open()) { x.Fry(); }", "Pan.Fry"),
        ("for (Pan x = Open();;) { x.Fry(); }", "Pan.Fry"),
        ("try { } catch (Odd x) when (x.Is()) { }", "Odd.Is"),
        ("if (o is Pan x && x.Hot()) { }", "Pan.Hot"),
        ("if (Try(out Pan x)) x.Fry();", "Pan.Fry"),
        ("switch (o) { case Pan x: x.Fry(); break; }", "Pan.Fry"),
        ("Use((Pan x) => x.Fry());", "Pan.Fry"),
        ("void Local(Pan x) { x.Fry(); }", "Pan.Fry"),
        ("new Pan(1).Fry();", "Pan.Fry"),
    ],
)
def test_a_variable_of_csharp_counts_as_its_declared_type(statements: str, callee: str) -> None:
    assert callee in _callees_of_csharp(statements)


@pytest.mark.parametrize(
    ("statements", "callee"),
    [
        ("Use(cup => cup.Fill());", "cup.Fill"),
        ("Use((cup, b) => cup.Fill());", "cup.Fill"),
        ("Cup[] cup = null; cup.Clone();", "cup.Clone"),
        ("var cup = Make(); cup.Fill();", "cup.Fill"),
        ("foreach (var cup in all) { cup.Fill(); }", "cup.Fill"),
        ("var (cup, b) = Make(); cup.Fill();", "cup.Fill"),
        ("if (o is Pot { A: 1 } cup) cup.Fill();", "cup.Fill"),
        ("var x = from cup in all where cup.Fill() select cup;", "cup.Fill"),
        ("tins.Clone();", "tins.Clone"),
        ("any.Go();", "any.Go"),
        ("local.Boil();", "local.Boil"),
        ("int cup = 1; cup.Fill();", "cup.Fill"),
        ("other.Fill();", "other.Fill"),
        ("{ Pot cup = null; } cup.Fill();", "cup.Fill"),
    ],
)
def test_a_variable_of_csharp_without_a_class_as_its_type_stays(statements: str, callee: str) -> None:
    assert callee in _callees_of_csharp(statements)
