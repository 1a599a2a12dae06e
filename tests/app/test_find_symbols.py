"""Symbols of source code by name and kind."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from dowse.app.find import FindRequest, find
from dowse.app.location import VaultLocation, location_of
from dowse.app.sessions.vault_session import open_session
from dowse.app.symbol_request import SymbolRequest, fallback_request, symbol_request
from dowse.model.errors import DowseError
from dowse.query.symbol_match import SYMBOL_KINDS

_SIGNER = (
    '"""Signs."""\n\n\nclass Signer:\n    """Signs with a key."""\n\n    # The oldest method.\n    @cached\n'
    "    def sign(self, payload: bytes) -> bytes:\n        return payload\n\n\ndef sign_all(payloads):\n    pass\n"
)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> VaultLocation:
    """A source file, its test and a note."""
    monkeypatch.delenv("DOWSE_INDEX_DIR", raising=False)
    for path, text in {
        "src/signer.py": _SIGNER,
        "signet.go": "package sig\n\nfunc Seal() {}\n",
        "src/keys.ts": "export class Keys {\n  sign(): void {}\n}\n",
        "a/tests/test_signer.py": "def sign():\n    pass\n",
        "note.md": "# sign\n\nThe sign of a tavern.\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return location_of(tmp_path)


def _found(place: VaultLocation, pattern: str, *kinds: str, limit: int = 50) -> list[str]:
    symbols = find([place], FindRequest(pattern, kind=kinds, limit=limit)).symbols
    assert symbols is not None
    return [f"{each.path}:{each.line} {each.symbol}" for each in symbols]


@pytest.mark.parametrize(
    ("pattern", "kinds", "found"),
    [
        ("symbol:Signer.sign", (), ["src/signer.py:9 Signer.sign"]),
        ("symbol:Signer::sign()", (), ["src/signer.py:9 Signer.sign"]),
        ("symbol:signer", (), ["src/signer.py:4 Signer"]),
        ("symbol:sign*", ("function",), ["src/signer.py:13 sign_all", "a/tests/test_signer.py:1 sign"]),
        ("sign", ("method",), ["src/keys.ts:2 Keys.sign", "src/signer.py:9 Signer.sign"]),
        ("kind:class", (), ["src/keys.ts:1 Keys", "src/signer.py:4 Signer"]),
        ("", ("class",), ["src/keys.ts:1 Keys", "src/signer.py:4 Signer"]),
        ("symbol:tavern", (), []),
        ("symbol:sig.Seal", (), ["signet.go:3 Seal"]),
        ("symbol:src/keys.ts#Keys.sign", (), ["src/keys.ts:2 Keys.sign"]),
        ("sig.Seal", ("function",), ["signet.go:3 Seal"]),
        ("symbol:sign* kind:function", (), ["src/signer.py:13 sign_all", "a/tests/test_signer.py:1 sign"]),
        ("kind:method symbol:*i*", (), ["src/keys.ts:2 Keys.sign", "src/signer.py:9 Signer.sign"]),
        ("sign kind:method", (), ["src/keys.ts:2 Keys.sign", "src/signer.py:9 Signer.sign"]),
        ('kind:function sign* path:"a/tests"', (), ["a/tests/test_signer.py:1 sign"]),
        ("symbol:sign path:a", (), ["a/tests/test_signer.py:1 sign"]),
        ("sign kind:method modified:<2020-01-31", (), []),
    ],
)
def test_symbols_are_listed_with_file_and_line_those_of_tests_last(
    pattern: str, kinds: tuple[str, ...], found: list[str], place: VaultLocation
) -> None:
    assert _found(place, pattern, *kinds) == found


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("get?", ["app.rb:2 App.get?"]),
        ("App#get?", ["app.rb:2 App.get?"]),
        ("symbol:get?", ["app.rb:2 App.get?"]),
        ("save!", ["app.rb:6 App.save!"]),
        ("symbol:put?", ["app.rb:8 App.puts"]),
    ],
)
def test_a_sign_at_the_end_of_a_method_of_ruby_is_a_part_of_the_name(
    place: VaultLocation, pattern: str, found: list[str]
) -> None:
    methods = "".join(f"  def {name}\n  end\n" for name in ("get?", "gets", "save!", "puts"))
    (place.root / "app.rb").write_text(f"class App\n{methods}end\n")
    with closing(open_session(place.root)) as session:
        session.sync()
    assert _found(place, pattern) == found
    assert not find([place], FindRequest("put?")).listed  # of no file, and of no method with the sign


def test_symbols_of_one_name_are_listed_in_the_order_of_a_look_up(place: VaultLocation) -> None:
    root = place.root
    for path, text in {
        "a/deep/own.ts": "export const seal = 1\n",
        "examples/own.ts": "export const seal = 1\n",
        "inner.ts": "const seal = 1\n",
        "own.ts": "export const seal = 1\n",
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    paths = [found.partition(":")[0] for found in _found(place, "symbol:seal", "const")]
    assert paths == ["own.ts", "a/deep/own.ts", "inner.ts", "examples/own.ts"]


def test_a_symbol_has_its_lines_kind_signature_documentation_and_reference(place: VaultLocation) -> None:
    (signer,) = find([place], FindRequest("symbol:Signer")).listed
    assert signer.to_dict() == {
        "ref": "src/signer.py#Signer",
        "path": "src/signer.py",
        "line": 4,
        "end_line": 10,
        "symbol": "Signer",
        "kind": "class",
        "signature": "class Signer",
        "about": "Signs with a key.",
    }


def test_a_name_that_is_defined_inside_a_syntax_error_has_a_remark_with_the_place(place: VaultLocation) -> None:
    (place.root / "broken.rb").write_text("def lost(x\n  y = {\n")
    (remark,) = find([place], FindRequest("symbol:lost")).remarks
    assert remark == "'lost' is probably defined at broken.rb:1, which is not parsed, as inside a syntax error"


def test_so_has_one_that_is_a_part_of_the_names_of_symbols(place: VaultLocation) -> None:
    (place.root / "broken.rb").write_text("def sinking\nend\n\ndef sink(x\n  y = {\n")
    with closing(open_session(place.root)) as session:
        session.sync()
    found = find([place], FindRequest("sink"))
    assert [each.symbol for each in found.symbols or ()] == ["sinking"]
    assert found.remarks == (
        "'sink' is probably defined at broken.rb:4, which is not parsed, as inside a syntax error",
        "no file or symbol has the name 'sink'; these symbols have it as a part of theirs",
    )


def test_a_name_that_is_a_symbol_of_another_owner_is_not_inside_a_syntax_error(place: VaultLocation) -> None:
    (place.root / "broken.py").write_text("def found(x):\n    pass\n\ndef lost(x:\n    y = {\n")
    assert not any("syntax error" in each for each in find([place], FindRequest("symbol:mill::found")).remarks)


_MILL = (
    "MILL_BEGIN_NAMESPACE\n\nnamespace detail {\nstruct Stone {\n  void turn() {}\n};\n}\n\n"
    "void grind(int corn) {}\n\nMILL_END_NAMESPACE\n"
)


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("symbol:mill::grind", ["mill.h:9 grind"]),
        ("symbol:mill::grind()", ["mill.h:9 grind"]),
        ("symbol:mill.grind", ["mill.h:9 grind"]),
        ("symbol:mill::v2::grind", ["mill.h:9 grind"]),
        ("symbol:mill::detail::Stone::turn", ["mill.h:5 detail.Stone.turn"]),
        ("symbol:detail::Stone", ["mill.h:4 detail.Stone"]),
        ("symbol:v2::detail::Stone", ["mill.h:4 detail.Stone"]),
        ("symbol:mill::Stone", []),
        ("symbol:detail::grind", []),
        ("symbol:other::grind", ["other.cc:1 other.grind"]),
    ],
)
def test_a_name_behind_namespaces_of_cpp_finds_symbols_inside_them_also_where_a_macro_opens_them(
    place: VaultLocation, pattern: str, found: list[str]
) -> None:
    macro = "#define MILL_BEGIN_NAMESPACE \\\n  namespace mill {  \\\n  inline namespace v2 {\n"
    (place.root / "base.h").write_text(f"#ifndef MILL_BEGIN_NAMESPACE\n{macro}#endif\nclass Base {{}};\n")
    (place.root / "mill.h").write_text(_MILL)
    (place.root / "other.cc").write_text("namespace other { void grind() {} }\n")
    assert _found(place, pattern) == found


@pytest.mark.parametrize("ending", ["h", "hpp", "cc", "cpp"])
def test_macros_open_namespaces_in_all_files_of_cpp(place: VaultLocation, ending: str) -> None:
    (place.root / f"base.{ending}").write_text("#define MILL_BEGIN_NAMESPACE namespace mill {\nclass Base {};\n")
    (place.root / f"mill.{ending}").write_text(_MILL)
    assert _found(place, "symbol:mill::grind") == [f"mill.{ending}:9 grind"]


def test_the_total_counts_symbols_beyond_the_limit(place: VaultLocation) -> None:
    found = find([place], FindRequest("symbol:sign", limit=1))
    assert ([each.path for each in found.listed], found.total) == (["src/keys.ts"], 3)
    assert [each.path for each in find([place], FindRequest("symbol:sign", limit=1, offset=1)).listed] == [
        "src/signer.py"
    ]


def test_fields_beside_a_name_are_options_of_files_too(place: VaultLocation) -> None:
    def files(pattern: str) -> list[str]:
        return [each.path for each in find([place], FindRequest(pattern)).files]

    assert sorted(files("sign kind:code")) == ["a/tests/test_signer.py", "signet.go", "src/signer.py"]
    assert files("path:src kind:code sign") == ["src/signer.py"]
    assert files("note tag:x") == files("note kind:nonsense") == files("note: kind:note") == []
    assert files("note kind:note") == files("kind:note") == ["note.md"]
    assert len(files("modified:<9000d")) == 5
    assert files("kind:note modified:>2999") == files("tag:x") == []


def test_a_name_in_a_folder_may_be_that_of_a_symbol(place: VaultLocation) -> None:
    with closing(open_session(place.root)) as session:
        session.sync()
    assert _found(place, "Signer.sign path:src") == ["src/signer.py:9 Signer.sign"]
    assert find([place], FindRequest("Signer.sign", path=("a",))).total == 0


def test_a_folder_narrows_the_list(place: VaultLocation) -> None:
    found = find([place], FindRequest("symbol:sign", path=("a",)))
    assert [each.path for each in found.listed] == ["a/tests/test_signer.py"]


def test_filters_of_files_apply_to_their_symbols(place: VaultLocation) -> None:
    assert find([place], FindRequest("symbol:sign", modified="<1d")).total == 3
    assert find([place], FindRequest("symbol:sign", modified="<2020-01-31")).total == 0


def test_symbols_of_several_vaults_name_their_vault(place: VaultLocation, tmp_path: Path) -> None:
    other = location_of(tmp_path / "src")
    found = find([place, other], FindRequest("symbol:Signer"))
    assert [(each.vault, each.path) for each in found.listed] == [
        (place.name, "src/signer.py"),
        (other.name, "signer.py"),
    ]


@pytest.mark.parametrize(
    ("pattern", "kinds"), [("sign", ()), ("", ("task",)), ("kind:task", ()), ("*.py", ()), ("", ())]
)
def test_other_arguments_ask_for_files(pattern: str, kinds: tuple[str, ...]) -> None:
    assert symbol_request(pattern, kinds) is None


def test_a_name_that_no_file_has_may_be_that_of_a_symbol_once_there_is_an_index(place: VaultLocation) -> None:
    assert fallback_request("Signer.sign", [place], limit=5) is None
    with_index = open_session(place.root)
    with_index.sync()
    with_index.close()
    assert fallback_request("Signer.sign", [place], limit=5) == SymbolRequest("Signer.sign", limit=5)
    assert fallback_request("weekly notes", [place], limit=5) is None
    for pattern in ("Signer.si*", "src::Signer.*"):
        assert fallback_request(pattern, [place], limit=5) == SymbolRequest(pattern, limit=5)
    for pattern in ("*.py", "*", "weekly*", "*.si*"):
        assert fallback_request(pattern, [place], limit=5) is None
    assert [each.ref for each in find([place], FindRequest("Signer.si*")).symbols or ()] == [
        "src/signer.py#Signer.sign"
    ]


def test_a_limit_out_of_its_range_is_refused() -> None:
    assert SymbolRequest().kinds == SYMBOL_KINDS
    with pytest.raises(DowseError, match="limit"):
        SymbolRequest(limit=0)


def test_a_name_as_written_is_listed_before_one_in_another_case(place: VaultLocation) -> None:
    (place.root / "a.py").write_text("def signer(): pass\n")
    assert _found(place, "symbol:Signer") == ["src/signer.py:4 Signer", "a.py:1 signer"]
    assert _found(place, "symbol:signer") == ["a.py:1 signer", "src/signer.py:4 Signer"]


def test_another_name_of_a_symbol_is_said_to_be_one(place: VaultLocation) -> None:
    (place.root / "src/index.ts").write_text("export { Keys as KeyRing } from './keys';\n")
    meaning = "'KeyRing' is another name of src/keys.ts#Keys; symbol:Keys finds it"
    listed = find([place], FindRequest("symbol:KeyRing"))
    assert (listed.symbols, listed.remarks) == ((), (meaning,))
    assert find([place], FindRequest("KeyRing")).remarks == (meaning,)  # there is an index by now
    assert find([place], FindRequest("symbol:Keys")).remarks == ()


def test_files_of_a_name_that_symbols_have_come_with_a_remark_on_these(place: VaultLocation) -> None:
    assert find([place], FindRequest("Keys")).remarks == ()  # without an index
    with closing(open_session(place.root)) as session:
        session.sync()
    for pattern, remarks in {
        "Keys": ("1 file defines a symbol Keys; the pattern symbol:Keys lists symbols",),
        "Signer": ("1 file defines a symbol Signer; the pattern symbol:Signer lists symbols",),
        "Note": (),
        "keys": (),  # a word
    }.items():
        result = find([place], FindRequest(pattern))
        assert (bool(result.files), result.symbols, result.remarks) == (True, None, remarks)


def test_a_misspelt_name_has_that_of_a_symbol_as_proposal_unless_a_file_has_a_closer_one(place: VaultLocation) -> None:
    with closing(open_session(place.root)) as session:
        session.sync()
    for pattern, remark in {
        "sing_all": "no symbol has the name 'sing_all'; did you mean 'sign_all'?",
        "symbol:Singer.sign": "no symbol has the name 'Singer.sign'; did you mean 'Signer.sign'?",
        "symbol:zyzzyva": "no symbol has the name 'zyzzyva'; `search` searches the contents",
        "symbol:sing*": "no symbol matches 'sing*'; `search` searches the contents",
        "signert": "no name contains 'signert'; did you mean 'signer'?",
        "zyzzyva": "no name contains 'zyzzyva'; `search` searches the contents",
    }.items():
        assert find([place], FindRequest(pattern)).remarks == (remark,)


def test_a_name_that_nothing_has_lists_the_symbols_that_contain_it(place: VaultLocation) -> None:
    with closing(open_session(place.root)) as session:
        session.sync()
    found = find([place], FindRequest("sign_a"))
    assert [each.symbol for each in found.symbols or ()] == ["sign_all"]
    assert found.remarks == ("no file or symbol has the name 'sign_a'; these symbols have it as a part of theirs",)
    assert find([place], FindRequest("eal")).symbols is None


@pytest.mark.parametrize("pattern", ["signall", "SignAll"])
def test_a_name_in_another_way_of_writing_has_the_symbol_as_proposal(place: VaultLocation, pattern: str) -> None:
    with closing(open_session(place.root)) as session:
        session.sync()
    assert find([place], FindRequest(pattern)).remarks == (
        f"no symbol has the name {pattern!r}; did you mean 'sign_all'?",
    )


@pytest.mark.parametrize(
    ("request_", "remark"),
    [
        (FindRequest("symbol:tavern"), "no symbol has the name 'tavern'; `search` searches the contents"),
        (FindRequest("symbol:tav*"), "no symbol matches 'tav*'; `search` searches the contents"),
        (FindRequest("symbol:igne"), "no symbol has the name 'igne'; symbol:*igne* finds 1 symbol"),
        (FindRequest("symbol:Seal kind:class"), "the filters exclude the symbol 'Seal'"),
        (FindRequest("symbol:sign", modified="<2020-01-31"), "the filters exclude the 3 symbols 'sign'"),
    ],
)
def test_a_name_without_a_symbol_has_a_remark_that_says_what_was_looked_for(
    request_: FindRequest, remark: str, place: VaultLocation
) -> None:
    assert find([place], request_).remarks == (remark,)
