"""Items inside of macros of Rust."""

from __future__ import annotations

import pytest

from dowse.formats.code.item_macros import without_item_macros
from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.symbols import symbols_of


def _names(text: str) -> list[str]:
    return [each.qualified_name for each in symbols_of(text, LANGUAGES["rust"]).symbols]


_BRANCHES = """\
cfg_if::cfg_if! {
    if #[cfg(unix)] {
        fn a() {}
    } else if #[cfg(windows)] {
        fn b() {}
    } else {
        fn c() {}
    }
}
"""


_FLAGS = """\
bitflags! {
    /// Two.
    pub struct Knots: u8 {
        const HITCH = 0b01;
        const BEND = Self::HITCH.bits() << 1;
    }
}
impl Knots {
    fn tie(self) {}
}
"""


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("cfg_rt! {\n    /// Runs.\n    pub fn run() {}\n\n    mod deep;\n}\nfn last() {}\n", ["run", "last"]),
        ("impl Pier {\n    cfg_time! {\n        pub fn wait(&self) {}\n    }\n}\n", ["Pier.wait"]),
        ("tests::each! {\n    #[test]\n    fn run() {}\n}\n", ["run"]),
        ("cfg_rt! {\n    cfg_time! {\n        struct Pier;\n    }\n}\n", ["Pier"]),
        (
            _BRANCHES,
            ["a", "b", "c"],
        ),
        ("cfg_rt! {\r\n    fn run() {}\r\n}\r\n", ["run"]),
        (
            "with_unknown! {\n    /// A.\n    pub enum Knot(u16) {\n        Reef = 1\n    }\n}\nfn f() {}\n",
            ["Knot", "f"],
        ),
        ("open! {\n    enum Knot(pub u8) {\n        Reef = 1,\n    }\n}\n", ["Knot"]),
        ("new! {\n    pub(crate) enum Knot: u32 => {\n        Reef = 1,\n    }\n}\n", ["Knot"]),
        (_FLAGS, ["Knots", "Knots.tie"]),
        (
            _FLAGS.replace("/// Two.", "/// Two.\n    struct Ropes: u8 {\n        /// `{}` }\n    }"),
            ["Ropes", "Knots", "Knots.tie"],
        ),
        (
            _FLAGS.replace("1;", "{ 1 };").replace("u8", "libc::c_int").replace("bit", "libc_bit", 1),
            ["Knots", "Knots.tie"],
        ),
        (_FLAGS.replace("    /// Two.", "    impl Rope: u8 {\n        const A = 1;\n    }"), ["Knots", "Knots.tie"]),
    ],
)
def test_items_inside_of_macros_are_symbols(text: str, names: list[str]) -> None:
    assert _names(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "fn make() {\n    quote! {\n        fn inner() {}\n    }\n}\n",
        "macro_rules! make {\n    () => {\n        each! {\n            fn inner() {}\n        }\n    }\n}\n",
        "fn run() {\n    select! {\n        a = b() => {}\n    }\n}\n",
        "vec! {\n    1, 2\n}\n",
    ],
)
def test_macros_in_functions_and_without_items_stay(text: str) -> None:
    assert without_item_macros(text.encode()) == text.encode()


def test_a_macro_whose_content_is_no_rust_stays_beside_others() -> None:
    flags = "machine! {\n    pub struct Flags -> u32 {\n        const A = 1;\n    }\n}\n"
    assert _names(f"{flags}cfg_rt! {{\n    fn run() {{}}\n}}\n") == ["run"]


def test_all_characters_keep_their_places() -> None:
    text = "fn é() {}\ncfg_rt! {\n    pub fn run() {}\n}\n".encode()
    blank = without_item_macros(text)
    assert (len(blank), blank.count(b"\n"), blank.index(b"pub")) == (len(text), 4, text.index(b"pub"))


@pytest.mark.parametrize(
    "unit", [b"/*", b"//", b"{", b"{}", b"/", b"struct a: b {", b"struct a: b {/*", b"struct a: b {//"]
)
def test_structs_of_flags_without_end_are_read_in_linear_time(unit: bytes) -> None:
    """Nothing is timed: a quadratic step would take minutes here."""
    text = b"bitflags! {\n    fn a() {}\n}\nstruct a: b {" + unit * (400_000 // len(unit))
    assert len(without_item_macros(text)) == len(text)


def test_variables_in_macros_of_one_line_are_symbols() -> None:
    text = """\
lazy_static::lazy_static! { pub static ref ROPE: Rope = Rope::new(); }
thread_local!(static KNOTS: RefCell<String> = RefCell::new(String::new()));
mod harbour {
    lazy_static!{static ref SAIL: u8 = 1;}
}
fn moor() {
    thread_local! { static TIED: u8 = 1; }
    TIED.with(|tied| tie(tied));
}
"""
    found = symbols_of(text, LANGUAGES["rust"])
    assert [each.qualified_name for each in found.symbols] == ["ROPE", "KNOTS", "harbour", "harbour.SAIL", "moor"]
    assert found.symbols[1].signature == "static KNOTS: RefCell<String> = RefCell::new(String::new())"
    assert not found.has_syntax_errors


@pytest.mark.parametrize("unit", [b";", b") ", b" ", b"; ", b"\nlazy_static!{static "])
def test_variables_in_macros_without_end_are_read_in_linear_time(unit: bytes) -> None:
    """Nothing is timed: a quadratic step would take minutes here."""
    text = b"lazy_static!{static " + unit * (400_000 // len(unit))
    assert len(without_item_macros(text)) == len(text)
