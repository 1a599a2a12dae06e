"""A call of a method of a variable of Go states the type of the variable in the place of its name."""

from __future__ import annotations

import pytest

from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.symbols import symbols_of

_FILE = """\
package pier

import "example.com/x/rope"

type Boat struct {{
	lid, cap *Lid
	rope     rope.Rope `json:"rope"`
	many     []Lid
}}

var std = &Boat{{}}

func (b *Boat) Moor(l *Lid, r rope.Rope, any ...Lid) (out *Out, err error) {{
	{statements}
	return
}}
"""


def _callees(statements: str) -> list[str]:
    text = _FILE.format(statements=statements)
    return [".".join(each.callee) for each in symbols_of(text, LANGUAGES["go"]).calls]


@pytest.mark.parametrize(
    ("statements", "callee"),
    [
        ("b.Sail()", "b.Sail"),  # the receiver
        ("b.lid.Shut()", "Lid.Shut"),
        ("b.cap.next.Shut()", "Lid.next.Shut"),
        ("b.rope.Coil()", "rope.Rope.Coil"),
        ("b.many.Shut()", "Boat.many.Shut"),
        ("l.Shut()", "Lid.Shut"),
        ("r.Coil()", "rope.Rope.Coil"),
        ("out.Write()", "Out.Write"),
        ("std.Sail()", "Boat.Sail"),
        ("rope.Make()", "rope.Make"),
        ("var k Knot; k.Tie()", "Knot.Tie"),
        ("var k, m *Knot\n\tm.Tie()", "Knot.Tie"),
        ("k := &Knot{turns: 2}; k.Tie()", "Knot.Tie"),
        ("k := Stack[int]{}; k.Pop()", "Stack.Pop"),
        ("k := new(rope.Knot)\n\tk.Tie()", "rope.Knot.Tie"),
        ("k := x.(*Knot); k.Tie()", "Knot.Tie"),
        ("k, ok := x.(Knot); k.Tie()", "Knot.Tie"),
        ("k := NewKnot(1, f(2)); k.Tie()", "NewKnot().Tie"),
        ("k, err := rope.New(); k.Tie()", "rope.New().Tie"),
        ("k := l.Knot(); k.Tie()", "Lid.Knot().Tie"),
        ("k := b.Knot(); k.Tie()", "Boat.Knot().Tie"),
        ("k := b.lid.Knot(); k.Tie()", "Lid.Knot().Tie"),
        ("rope := rope.New(); rope.Coil()", "rope.New().Coil"),
        ("each(func(l *Knot) { l.Tie() })", "Knot.Tie"),
        ("each(func(l *Knot) { l.Tie() }); l.Shut()", "Lid.Shut"),
        ("if l := (Knot{}); ok { l.Tie() }\n\tl.Shut()", "Lid.Shut"),
        ("if ok { l := &Knot{}; l.Tie() }\n\tl.Shut()", "Lid.Shut"),
        ("if ok { l := &Knot{}\n\tl.Tie() }", "Knot.Tie"),
    ],
)
def test_a_variable_counts_as_its_type(statements: str, callee: str) -> None:
    assert callee in _callees(statements)


@pytest.mark.parametrize(
    ("statements", "callee"),
    [
        ("for _, rope := range all { rope.Coil() }", ".Coil"),
        ("rope := 1 + 2; rope.Coil()", ".Coil"),
        ("a, rope := New(); rope.Coil()", ".Coil"),
        ("var rope []Knot; rope.Coil()", ".Coil"),
        ("rope := func() Knot { return k }; rope.Coil()", ".Coil"),
        ("rope := f(1) + f(2); rope.Coil()", ".Coil"),
        ("any.Shut()", ".Shut"),
        ("switch rope := x.(type) { case Knot: rope.Tie() }", ".Tie"),
        ("const rope = 1\n\trope.Coil()", ".Coil"),
    ],
)
def test_a_variable_of_no_known_type_hides_the_package_of_its_name(statements: str, callee: str) -> None:
    assert callee in _callees(statements)
