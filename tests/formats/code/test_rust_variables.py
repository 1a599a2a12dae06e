"""A call of a method of a variable of Rust states the type of the variable in the place of its name."""

from __future__ import annotations

import pytest

from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.symbols import symbols_of

_FILE = """\
pub struct Boat<'a> {{ pub lid: Lid, cap: &'a mut Cap<u8>, dock: Box<dyn Dock>, many: Vec<Lid> }}
impl<'a> Boat<'a> {{
    fn moor(&mut self, lid: &mut Lid, mut rope: rope::Rope<'_>, dock: impl Dock, (a, b): (A, B), any: T) -> Self {{
        {statements}
    }}
}}
"""


def _callees(statements: str) -> list[str]:
    text = _FILE.format(statements=statements)
    return [".".join(each.callee) for each in symbols_of(text, LANGUAGES["rust"]).calls]


@pytest.mark.parametrize(
    ("statements", "callee"),
    [
        ("self.sail();", "self.sail"),
        ("self.lid.shut();", "Lid.shut"),
        ("self.cap.shut();", "Cap.shut"),
        ("self.dock.berth();", "Dock.berth"),
        ("self.gone.shut();", "self.gone.shut"),
        ("lid.shut();", "Lid.shut"),
        ("rope.coil();", "rope.Rope.coil"),
        ("dock.berth();", "Dock.berth"),
        ("let k: Rc<Knot> = f(); k.tie();", "Knot.tie"),
        ("let k = Knot { turns: 1 }; k.tie();", "Knot.tie"),
        ("let mut k = Knot::new(1)?; k.tie();", "Knot.new().tie"),
        ("let k = Box::new(Knot::new(1)); k.tie();", "Knot.new().tie"),
        ("let k = Self::made(); k.sail();", "Boat.made().sail"),
        ("let k = self.made().unwrap(); k.sail();", "Boat.made().sail"),
        ('let k = lid.knot().expect("one"); k.tie();', "Lid.knot().tie"),
        ("let k = made(1); k.tie();", "made().tie"),
        ("let k = lid.clone(); k.shut();", "Lid.shut"),
        ("let k = &mut self.cap; k.shut();", "Cap.shut"),
        ("all.map(|k: &Knot| k.tie());", "Knot.tie"),
        ("if let Some(lid) = x { lid.tie(); }\n        lid.shut();", "Lid.shut"),
        ("{ let lid = Knot {}; lid.tie(); }\n        lid.shut();", "Lid.shut"),
        ("lid::shut();", "lid.shut"),  # of a module
    ],
)
def test_a_variable_counts_as_its_type(statements: str, callee: str) -> None:
    assert callee in _callees(statements)


@pytest.mark.parametrize(
    ("statements", "callee"),
    [
        ("a.shut();", ".shut"),
        ("for lid in all { lid.tie(); }", ".tie"),
        ("if let Some(lid) = x { lid.tie(); }", ".tie"),
        ("match x { Some(lid) => lid.tie(), None => {} }", ".tie"),
        ("all.map(|lid| lid.tie());", ".tie"),
        ("let (lid, _) = f(); lid.tie();", ".tie"),
        ("let lid = 1 + f(); lid.tie();", ".tie"),
        ("any.shut();", ".shut"),  # a type variable
    ],
)
def test_a_variable_of_no_known_type_hides_what_has_its_name(statements: str, callee: str) -> None:
    assert callee in _callees(statements)
