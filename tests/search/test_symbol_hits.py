"""A filter on symbols finds the symbol inside its file."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.model.ref import Ref
from dowse.search.execute import Request, search
from dowse.search.names.reference import resolve_reference, unknown_name_message
from dowse.search.profile import Profile
from dowse.search.profiles import DEFAULT, PROFILES
from tests.contract.engines import Engine, fill

_SOURCE = b'''"""Boxes and their lids."""

class Box:
    def open(self):
        return self.lid

    def parse_lid(self):
        return self.lid


def parse_box(text):
    return Box(text)
'''


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("symbol:Box.open", "Box.open"),
        ("symbol:parse* lid", "Box.parse_lid"),
        ("symbol:parse* kind:function", "parse_box"),
        ("kind:function", "parse_box"),
        ("kind:method symbol:parse*", "Box.parse_lid"),
        ("symbol:parse_box lid", "parse_box"),
        ("parse_box kind:function OR kind:note", "parse_box"),
        ("kind:class parse lid", "Box"),  # and no method of it, although its name has the words
    ],
)
def test_a_filter_on_symbols_finds_the_symbol_in_its_file(engine: Engine, query: str, found: str) -> None:
    fill(engine, parse_file("box.py", _SOURCE, modified=0.0))
    (hit,) = search(Request(query), DEFAULT, engine, now=0.0).hits
    assert hit.spot == Ref("box.py", found)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("parse kind:method", "Box.parse_lid"),  # by its name
        ("kind:method hinge", "Box.shut"),  # by its text
        ("the hinge kind:method", "Box.shut"),
        ("kind:method oak", "Box.open"),  # no method has the word
        ("kind:method OR kind:class hinge", "Box.shut"),
        ("symbol:Box.* hinge", "Box.shut"),
    ],
)
def test_of_several_symbols_that_fit_the_filter_the_hit_is_at_the_one_with_the_words(
    engine: Engine, query: str, found: str
) -> None:
    source = b"""# oak
class Box:
    def open(self):
        return self.the

    def parse_lid(self):
        return self.lid

    def shut(self):
        return self.the.hinge
"""
    fill(engine, parse_file("box.py", source, modified=0.0))
    (hit,) = search(Request(query), DEFAULT, engine, now=0.0).hits
    assert hit.spot == Ref("box.py", found)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("symbol:parse*", ["box.py#Box.parse_lid", "box.py#parse_box", "lid.py#parse"]),
        ("symbol:parse* -path:lid.py", ["box.py#Box.parse_lid", "box.py#parse_box"]),
        ("symbol:parse_box OR symbol:Box", ["box.py#Box", "box.py#parse_box"]),
        ("symbol:box.py#parse_box", ["box.py#parse_box"]),
        ("symbol:box.py#Box.parse*", ["box.py#Box.parse_lid"]),
        ("symbol:lid.py#parse_box", []),
        ("symbol:parse* kind:function", ["box.py#parse_box", "lid.py#parse"]),
        ("kind:function", ["box.py#parse_box", "lid.py#parse"]),
        ("kind:class OR kind:method", ["box.py#Box", "box.py#Box.open", "box.py#Box.parse_lid"]),
    ],
)
def test_a_query_of_names_of_symbols_alone_lists_each_symbol(engine: Engine, query: str, found: list[str]) -> None:
    fill(engine, parse_file("box.py", _SOURCE, modified=0.0))
    fill(engine, parse_file("lid.py", b"def parse(): pass\n", modified=0.0))
    answer = search(Request(query), DEFAULT, engine, now=0.0)
    assert [str(hit.ref) for hit in answer.hits] == found
    assert answer.total == len(found)


@pytest.mark.parametrize("profile", [DEFAULT, PROFILES["deep"]])
@pytest.mark.parametrize(("query", "total"), [("symbol:parse*", 2), ("kind:function", 2), ("lid", 2)])
def test_a_limit_of_files_counts_files(engine: Engine, query: str, total: int, profile: Profile) -> None:
    fill(engine, parse_file("box.py", _SOURCE, modified=2.0))
    fill(engine, parse_file("lid.py", b"def parse(): pass\n", modified=1.0))
    answer = search(Request(query, limit=2, one_per_file=True), profile, engine, now=0.0)
    assert sorted(hit.ref.doc for hit in answer.hits) == ["box.py", "lid.py"]
    assert answer.total == total


def test_a_symbol_with_the_name_as_written_comes_before_those_in_another_case(engine: Engine) -> None:
    fill(engine, parse_file("new.py", b"class Request:\n    def box(self): pass\n", modified=2.0))
    fill(engine, parse_file("box.py", _SOURCE, modified=1.0))
    fill(engine, parse_file("sub/box.py", b"def box(): pass\n\nclass Box: pass\n", modified=0.0))
    for query, found in {
        "symbol:Box": ["box.py#Box", "sub/box.py#Box", "new.py#Request.box", "sub/box.py#box"],
        "symbol:Request.Box OR symbol:BOX OR symbol:box": [
            "new.py#Request.box", "sub/box.py#box", "box.py#Box", "sub/box.py#Box",
        ],
    }.items():  # fmt: skip
        hits = search(Request(query), DEFAULT, engine, now=0.0).hits
        assert [str(hit.ref) for hit in hits] == found


def test_the_line_of_a_function_that_a_filter_selects_is_that_of_its_definition(engine: Engine) -> None:
    fill(engine, parse_file("box.py", _SOURCE, modified=0.0))
    (hit,) = search(Request("symbol:parse_box"), DEFAULT, engine, now=0.0).hits
    assert hit.snippet is not None
    assert hit.snippet.line == 11


@pytest.mark.parametrize("query", ["symbol:moor", "symbol:moor ship", "ship"])
def test_the_line_of_a_symbol_is_that_of_its_definition_and_not_of_the_comment_above(
    engine: Engine, query: str
) -> None:
    source = b"package dock\n\n// moor ties a ship.\n// It waits.\nfunc moor() {\n\treturn\n}\n"
    fill(engine, parse_file("dock.go", source, modified=0.0))
    (hit,) = search(Request(query), DEFAULT, engine, now=0.0).hits
    assert hit.snippet is not None
    assert "ties a ship" in hit.snippet.text
    assert (hit.snippet.line, hit.snippet.end_line >= 5) == (5, True)


def test_a_negated_filter_on_symbols_leaves_the_place_of_a_hit(engine: Engine) -> None:
    fill(engine, parse_file("box.py", _SOURCE, modified=0.0))
    (hit,) = search(Request("lids -kind:enum"), DEFAULT, engine, now=0.0).hits
    assert hit.ref.section == ""


def test_a_name_that_only_files_without_symbols_have_is_said_to_be_in_them(engine: Engine) -> None:
    fill(engine, parse_file("Job.kt", b"fun cancelAndJoin() {}\n", modified=0.0))
    fill(engine, parse_file("lid.py", b"def cancel(): pass\n", modified=0.0))
    said = "files of kotlin, which contain the name, have no symbols: line:cancelAndJoin lists the lines"
    assert any(hint.endswith(said) for hint in _hints(engine, "symbol:cancelAndJoin"))
    assert any(hint.endswith("did you mean 'cancel'?") for hint in _hints(engine, "symbol:cancell"))


@pytest.mark.usefixtures("without_ruby")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "moor",
            "files of ruby, which contain the name, have no symbols: pip install 'dowse[code]' adds them, and line:",
        ),
        ("cancell", "did you mean 'cancel'?; files of ruby have no symbols: pip install 'dowse[code]' adds them"),
        ("mo*", "'mo*'; files of ruby have no symbols: pip install 'dowse[code]' adds them"),
    ],
)
def test_a_symbol_that_may_be_in_a_language_of_the_extra_names_the_extra(name: str, said: str, engine: Engine) -> None:
    fill(engine, parse_file("dock.rb", b"def moor; end\n", modified=0.0))
    fill(engine, parse_file("lid.py", b"def cancel(): pass\n", modified=0.0))
    assert any(said in hint for hint in _hints(engine, f"symbol:{name}"))


def test_the_extra_is_not_named_where_its_grammars_are_installed(engine: Engine) -> None:
    fill(engine, parse_file("dock.rb", b"def moor; end\n", modified=0.0))
    assert not any("pip install" in hint for hint in _hints(engine, "symbol:harbour"))


def _hints(engine: Engine, query: str) -> list[str]:
    return [note.hint for note in search(Request(query), DEFAULT, engine, now=0.0).notes]


def test_the_line_that_defines_a_name_in_a_language_without_symbols_is_said(engine: Engine) -> None:
    fill(engine, parse_file("Call.kt", b"interface Call {\n  fun cancelNow()\n}\n", modified=0.0))
    fill(
        engine,
        parse_file("RealCall.kt", b"class RealCall : Call {\n\n  override fun cancelNow() {}\n}\n", modified=0.0),
    )
    for query, place in (("symbol:cancelNow", "Call.kt:2"), ("symbol:RealCall.cancelNow", "RealCall.kt:3")):
        assert any(f"it is probably defined at {place}" in hint for hint in _hints(engine, query)), query
    said = unknown_name_message("cancelNow", engine)
    assert said.endswith("it is probably defined at Call.kt:2; no symbols of kotlin are read")


def test_the_file_with_the_class_before_the_name_is_read_also_where_many_files_have_the_name(engine: Engine) -> None:
    for n in range(60):
        fill(engine, parse_file(f"a{n}.kt", b"class Other {\n  fun cancelNow() {}\n}\n", modified=0.0))
    fill(engine, parse_file("Real.kt", b"class RealCall : Call {\n  override fun cancelNow() {}\n}\n", modified=0.0))
    hints = _hints(engine, "symbol:RealCall.cancelNow")
    assert any("it is probably defined at Real.kt:2" in hint for hint in hints), hints


@pytest.mark.parametrize("definition", ["public interface Call<out T> {", "public fun <T> Call(size: T) = 1"])
def test_the_definition_of_a_type_or_a_function_is_read_also_where_many_files_have_the_name(
    engine: Engine, definition: str
) -> None:
    uses = (f"class Use{n}(val call: Call)\nval x = Call{n}\n" for n in range(120))
    fill(engine, *(parse_file(f"b/a{n}.kt", text.encode(), modified=0.0) for n, text in enumerate(uses)))
    fill(engine, parse_file("c/Real.kt", f"\n{definition}\n".encode(), modified=0.0))
    assert "it is probably defined at c/Real.kt:2" in unknown_name_message("Call", engine)


def test_the_name_of_a_macro_with_the_sign_of_its_call_means_the_macro(engine: Engine) -> None:
    fill(engine, parse_file("lib.rs", b"macro_rules! pier {\n    () => {};\n}\nfn wait() {}\n", modified=0.0))
    assert resolve_reference("pier!", engine).ref == Ref("lib.rs", "pier")
    assert [hit.ref.doc for hit in search(Request("symbol:pier!"), DEFAULT, engine, now=0.0).hits] == ["lib.rs"]
    for name in ("wait!", "quay!"):
        assert resolve_reference(name, engine).ref is None
        assert not search(Request(f"symbol:{name}"), DEFAULT, engine, now=0.0).hits
