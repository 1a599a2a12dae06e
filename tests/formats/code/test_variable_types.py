"""A call of a variable of Python, JavaScript or TypeScript states the class in the place of the variable."""

from __future__ import annotations

import pytest

from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.symbols import symbols_of

_PYTHON = """
import imported
cup = Cup()
class Bar:
    tin: Tin
    def __init__(self, lid: "Lid", jug=None):
        self.lid, self.jug, a.pot = lid, jug, Pot()
        self.held = lid
        self.pot: Pot = heat(1)
        self.pan = mod.Pan(1)
        self.odd = Pan()
        self.odd = Pot()
    def run(self, lid: t.Optional[Lid], jug: Jug | None = None, *tins: Tin):
        {statements}
"""
_SCRIPT = """
import {{ imported }} from './imported';
const cup = new Cup();
class Bar<T> {{
  private tin?: metal.Tin<T> | null = new Odd();
  #pan = new Pan();
  odd = new Pan();
  constructor(private readonly held: Lid, jug?: Jug) {{ this.pot = new Pot(); this.odd = new Pot(); }}
  run(lid: Lid, any: T, many: Lid[], ...tins: Tin[]) {{
    {statements}
  }}
}}
"""


@pytest.mark.parametrize(
    ("statements", "callee"),
    [
        ("lid.shut()", "Lid.shut"),
        ("jug.pour()", "Jug.pour"),
        ("cup.fill()", "Cup().fill"),
        ("pan = mod.Pan(1); pan.fry()", "mod.Pan().fry"),
        ("pan = a.mod.Pan(1); pan.fry()", "a.mod.Pan().fry"),
        ("def heat[Hot: Pan](pan: Pan): pan.fry()", "Pan.fry"),
        ("pan = None; pan = Pan(); pan.fry()", "Pan().fry"),
        ("pan = Pan(1); pan = Pan(2); pan.fry()", "Pan().fry"),
        ("pan: Pan = heat(); pan = cool(); pan.fry()", "Pan.fry"),
        ("pan = lid; pan.fry()", "Lid.fry"),
        ("pan = Pan(); use(lambda: pan.fry())", "Pan().fry"),
        ("self.tin.open()", "Tin.open"),
        ("self.held.shut()", "Lid.shut"),
        ("self.pot.boil()", "Pot.boil"),
        ("self.pan.fry()", "mod.Pan().fry"),
        ("self.pan.lid.shut()", "mod.Pan().lid.shut"),
        # Without a known class
        ("tins.clear()", ".clear"),
        ("jug = heat; jug.pour()", "Jug.pour"),
        ("pan = Pan(); pan = Pot(); pan.fry()", ".fry"),
        ("pan = Pan().lid; pan.fry()", ".fry"),
        ("pan = Pan().heat(); pan.fry()", ".fry"),
        ("pan = Pan(1).lid.heat(2); pan.fry()", ".fry"),
        ("pan = Pan()(3); pan.fry()", ".fry"),
        ("pan = Pan()[0](3); pan.fry()", ".fry"),
        ("pan = Pan() or Pot(); pan.fry()", ".fry"),
        ("pan = Pan(); pan += 1; pan.fry()", ".fry"),
        ("pan = Pan(); pan, b = c; pan.fry()", ".fry"),
        ("for cup in all: cup.fill()", ".fill"),
        ("with Cup() as cup: cup.fill()", ".fill"),
        ("[cup.fill() for cup in all]", ".fill"),
        ("use(lambda cup: cup.fill())", ".fill"),
        ("def cup(): pass\n        cup.fill()", "cup.fill"),
        ("pan = Pan()\n        class pan: pass\n        pan.fry()", ".fry"),
        ("def heat(Pan):\n            def again(): pan = Pan(); pan.fry()", ".fry"),
        ("def heat[Pan: Pot](pan: Pan): pan.fry()", ".fry"),
        ("class Hot[Pan]:\n            def heat(self, pan: Pan): pan.fry()", ".fry"),
        ("from x import cup\n        cup.fill()", "cup.fill"),
        ("global cup; cup = Pan(); cup.fill()", ".fill"),
        ("Pan = choose(); pan = Pan(); pan.fry()", ".fry"),
        ("pan = self.Pan(); pan.fry()", ".fry"),
        ("self.odd.fry()", "self.odd.fry"),
        ("self.jug.pour()", "self.jug.pour"),
        ("a.pot.boil()", "a.pot.boil"),
        ("tin.open()", "tin.open"),
        ("pan: list[Pan] = []; pan.clear()", ".clear"),
    ],
)
def test_a_variable_of_python_counts_as_its_class_if_that_is_certain(statements: str, callee: str) -> None:
    assert callee in _callees("python", _PYTHON.format(statements=statements))


@pytest.mark.parametrize(
    ("statements", "callee"),
    [
        ("lid.shut();", "Lid.shut"),
        ("lid?.shut();", "Lid.shut"),
        ("cup.fill();", "Cup.fill"),
        ("const pan = new mod.Pan<X<Y>>(1); pan.fry();", "mod.Pan.fry"),
        ("let pan: Pan | undefined; pan = heat(); pan!.fry();", "Pan.fry"),
        ("let pan; pan = new Pan(); pan.fry();", "Pan.fry"),
        ("const pan = lid; pan.fry();", "Lid.fry"),
        ("all.map((each) => cup.fill());", "Cup.fill"),
        ("this.tin.open();", "metal.Tin.open"),
        ("this.#pan.fry();", "Pan.fry"),
        ("this.held.shut();", "Lid.shut"),
        ("this.pot.boil();", "Pot.boil"),
        # Without a known class
        ("any.go();", ".go"),
        ("many.pop();", ".pop"),
        ("tins.pop();", ".pop"),
        ("{ const cup = new Pan(); } cup.fill();", ".fill"),
        ("{ const imported = new Pan(); } imported.fill();", ".fill"),
        ("all.map((cup) => cup.fill());", ".fill"),
        ("all.map(cup => cup.fill());", ".fill"),
        ("const { cup } = all; cup.fill();", ".fill"),
        ("for (const cup of all) { cup.fill(); }", ".fill"),
        ("try {} catch (cup) { cup.fill(); }", ".fill"),
        ("const pan = new Pan().lid; pan.fry();", ".fry"),
        ("const pan = new Pan().heat(); pan.fry();", ".fry"),
        ("const pan = await new Pan().heat(); pan.fry();", ".fry"),
        ("const pan = new Pan()(3); pan.fry();", ".fry"),
        ("let pan = lid; pan = new Pan(); pan.fry();", ".fry"),
        ("let pan = new Pan(); pan ??= heat(); pan.fry();", ".fry"),
        ("let pan; pan = new Pan(); pan = new Pot(); pan.fry();", ".fry"),
        ("this.odd.fry();", "this.odd.fry"),
    ],
)
def test_a_variable_of_typescript_counts_as_its_class_if_that_is_certain(statements: str, callee: str) -> None:
    assert callee in _callees("typescript", _SCRIPT.format(statements=statements))


def test_a_variable_of_javascript_counts_as_the_class_of_its_object() -> None:
    text = "class Bar { lid = new Lid(); run(jug) { const pan = new Pan(); pan.fry(); jug.pour(); this.lid.shut(); } }"
    assert {"Pan.fry", ".pour", "Lid.shut"} <= set(_callees("javascript", text))


@pytest.mark.parametrize("language", ["javascript", "typescript"])
@pytest.mark.parametrize(
    "assignment",
    [
        "function swap() { pan = new Pot(); }",
        "function swap() { pan = other; }",
        "function swap() { pan ??= other; }",
        "function swap() { [pan] = all; }",
        "function swap() { for (pan of all) {} }",
        "const swap = () => { pan = new Pot(); };",
        "const swap = () => all.map(() => { pan = new Pot(); });",
        "class Stove { swap() { pan = new Pot(); } }",
        "function swap() { function again() { pan = new Pot(); } }",
    ],
)
def test_an_assignment_in_an_inner_function_counts_for_the_variable_outside(language: str, assignment: str) -> None:
    text = f"let pan = new Pan(); {assignment} function go() {{ pan.fry(); }}"
    assert "pan.fry" in _callees(language, text)
    assert ".fry" in _callees(language, f"function whole() {{ {text} }}")


@pytest.mark.parametrize(
    "others",
    [
        "function swap() { pan = new Pan(2); }",
        "function swap() { pan = null; }",
        "function swap(pan) { pan.boil(); }",
        "function swap() { for (const pan of all) {} }",
        "function swap() { const { pan } = all; }",
    ],
)
def test_a_variable_keeps_its_class_beside_assignments_of_the_same_and_inner_variables(others: str) -> None:
    assert "Pan.fry" in _callees("javascript", f"let pan = new Pan(); {others} function go() {{ pan.fry(); }}")


@pytest.mark.parametrize("language", ["javascript", "typescript"])
@pytest.mark.parametrize(
    "statement",
    [
        "return { pan: new Pot(), go() { this.pan.fry(); } };",
        "return { pan: new Pot(), go: function () { this.pan.fry(); } };",
        "all.map(function () { this.pan.fry(); });",
        "function go() { this.pan.fry(); }",
        "function* go() { this.pan.fry(); }",
        "return class { pan = new Pot(); go() { this.pan.fry(); } };",
        "function go() { all.map(() => this.pan.fry()); }",
    ],
)
def test_this_in_another_object_than_that_of_the_class_has_no_field_of_it(language: str, statement: str) -> None:
    text = f"class Stove {{ pan = new Pan(); m(all) {{ {statement} }} heat() {{ this.pan.boil(); }} }}"
    assert {"this.pan.fry", "Pan.boil"} <= set(_callees(language, text))


@pytest.mark.parametrize(
    "statement",
    [
        "all.map(() => this.pan.fry());",
        "return { go: () => this.pan.fry() };",
        "function other() {} this.pan.fry();",
        "all.map(function () { this.pan = new Pot(); }); this.pan.fry();",
    ],
)
def test_this_of_a_method_has_the_fields_of_the_class_in_arrow_functions_too(statement: str) -> None:
    for text in (
        f"class Stove {{ pan = new Pan(); m(all) {{ {statement} }} }}",
        f"const Stove = class {{ pan = new Pan(); m(all) {{ {statement} }} }}",
        f"function make() {{ class Stove {{ pan = new Pan(); m(all) {{ {statement} }} }} }}",
    ):
        assert "Pan.fry" in _callees("javascript", text)


def test_the_type_of_an_object_states_no_fields_of_the_class_around() -> None:
    text = "class Stove { m(each: { pan: Pan }) { this.pan.fry(); } }"
    assert "this.pan.fry" in _callees("typescript", text)


def test_an_object_outside_of_classes_has_no_fields_with_a_class() -> None:
    text = "function A() { this.lid = new Lid(); } function B() { this.lid.shut(); }"
    assert "this.lid.shut" in _callees("javascript", text)
    assert "self.lid.shut" in _callees("python", "def a(self): self.lid = Lid()\ndef b(self): self.lid.shut()\n")


def test_a_method_is_no_field() -> None:
    text = "class A:\n    def __init__(self): self.lid = Lid()\n    def lid(self): self.lid.shut()\n"
    assert "self.lid.shut" in _callees("python", text)


def test_a_file_with_a_pattern_of_many_names_has_no_variables_with_a_class() -> None:
    names = ", ".join(f"name{n}" for n in range(500))
    assert "pan.fry" in _callees("javascript", f"const pan = new Pan(); const {{ {names} }} = all; pan.fry();")


def _callees(language: str, text: str) -> list[str]:
    return [".".join(each.callee) for each in symbols_of(text, LANGUAGES[language]).calls]
