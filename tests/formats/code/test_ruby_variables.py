"""A call of a method of a variable of Ruby that holds a new object counts as one of that object."""

from __future__ import annotations

import pytest

from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.symbols import symbols_of

_FILE = """\
class Ship
  def initialize(name)
    @boat = Yard::Boat.new(name)
    @rope ||= Rope.new
    @lid = find(name)
    @many = Rope.new
  end

  def go(a, b = nil)
    {statements}
  end

  def later
    @many = Knot.new
    x = Knot.new
  end
end
"""


def _callees(statements: str) -> list[str]:
    text = _FILE.format(statements=statements)
    return [".".join(each.callee) for each in symbols_of(text, LANGUAGES["ruby"]).calls]


@pytest.mark.parametrize(
    ("statements", "callee"),
    [
        ("@boat.row", "Yard.Boat.new().row"),
        ("@rope.coil(1)", "Rope.new().coil"),
        ("x = Rope.new; x.coil", "Rope.new().coil"),
        ("x = ::Rope.new(f(1)); x.coil", "Rope.new().coil"),
        ("x = Rope.new a, b; x.coil", "Rope.new().coil"),
        ("x = Rope.new(a) { |r| r.cut }; x.coil", "Rope.new().coil"),
        ("x = Rope.new\n    y = x\n    y.coil", "Rope.new().coil"),
        ("each { x = Rope.new; x.coil }", "Rope.new().coil"),
    ],
)
def test_a_variable_counts_as_its_new_object(statements: str, callee: str) -> None:
    assert callee in _callees(statements)


@pytest.mark.parametrize(
    ("statements", "callee"),
    [
        ("@lid.shut", "@lid.shut"),
        ("@many.coil", "@many.coil"),
        ("x = Rope.new; x = Knot.new; x.coil", "x.coil"),
        ("x = Rope.new.cut; x.coil", "x.coil"),
        ("x = Rope.new(1).cut; x.coil", "x.coil"),
        ("x = Rope.newest; x.coil", "x.coil"),
        ("x = Rope.new; all.each { |x| x.coil }", "x.coil"),
        ("x, y = Rope.new, 1; x.coil", "x.coil"),
        ("a = Rope.new; a.coil", "a.coil"),  # a parameter
        ("x == Rope.new; x.coil", "x.coil"),
    ],
)
def test_a_variable_of_other_values_keeps_its_name(statements: str, callee: str) -> None:
    assert callee in _callees(statements)
