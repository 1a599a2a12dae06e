"""A call of a method of a variable of PHP states the type of the variable in the place of its name."""

from __future__ import annotations

import pytest

from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.symbols import symbols_of

_FILE = """\
<?php
namespace Pier;
class Boat extends Hull {{
    private ?Lid $lid = null;
    protected readonly Rope\\Knot $knot, $other;
    private array $many;
    private Lid|Cap $any;
    public function __construct(private Cap $cap, int $n) {{}}
    public function moor(Lid $a, \\Rope\\Coil $b, self $c, array $d, ?Cap $e = null, Lid|null $f = null, Lid ...$g) {{
        {statements}
    }}
    public function later() {{ $x = new Cap(); }}
}}
"""


def _callees(statements: str) -> list[str]:
    text = _FILE.format(statements=statements)
    return [".".join(each.callee) for each in symbols_of(text, LANGUAGES["php"]).calls]


@pytest.mark.parametrize(
    ("statements", "callee"),
    [
        ("$this->sail();", "$this.sail"),
        ("$this->lid->shut();", "Lid.shut"),
        ("$this->knot?->tie();", "Rope.Knot.tie"),
        ("$this->other->tie();", "Rope.Knot.tie"),
        ("$this->cap->shut();", "Cap.shut"),
        ("$this->many->shut();", "Boat.many.shut"),
        ("$this->find()->shut();", "Boat.find().shut"),
        ("$a->shut();", "Lid.shut"),
        ("$b->wind();", "Rope.Coil.wind"),
        ("$c->sail();", "Boat.sail"),
        ("$e->shut(); $f->shut();", "Lid.shut"),
        ("$x = new Rope\\Knot(1); $x->tie();", "Rope.Knot.tie"),
        ("$x = new Knot; $x->tie();", "Knot.tie"),
        ("$x = Knot::make(f(1)); $x->tie();", "Knot.make().tie"),
        ("$x = self::make(); $x->sail();", "Boat.make().sail"),
        ("$x = $this->make(); $x->sail();", "Boat.make().sail"),
        ("$x = $this->lid->knot(); $x->tie();", "Lid.knot().tie"),
        ("$x = $a->knot(); $x->tie();", "Lid.knot().tie"),
        ("$x = clone $a; $x->shut();", "Lid.shut"),
        ("$x = make(); $x->shut();", "make().shut"),
        ("$h = function (Knot $k) { $k->tie(); };", "Knot.tie"),
        ("$h = fn(Knot $k) => $k->tie();", "Knot.tie"),
    ],
)
def test_a_variable_counts_as_its_type(statements: str, callee: str) -> None:
    assert callee in _callees(statements)


@pytest.mark.parametrize(
    ("statements", "callee"),
    [
        ("$this->any->shut();", "Boat.any.shut"),
        ("$d->shut();", "$d.shut"),
        ("$g->shut();", "$g.shut"),
        ("$x = new Lid; $x = new Cap; $x->shut();", "$x.shut"),
        ("$a = other() . 1; $a->shut();", "$a.shut"),
        ("foreach ($d as $a) { $a->shut(); }", "$a.shut"),
        ("[$a, $q] = f(); $a->shut();", "$a.shut"),
        ("try { } catch (Lost $a) { $a->shut(); }", "$a.shut"),
        ("$x = new Lid(1) ?: null; $x->shut();", "$x.shut"),
    ],
)
def test_a_variable_of_several_types_or_of_none_keeps_its_name(statements: str, callee: str) -> None:
    assert callee in _callees(statements)
