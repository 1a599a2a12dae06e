"""Every engine keeps the references of source code and notes, and resolves again those that a change concerns."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from dowse.engines.sqlite.links import reference_queue, reference_rows
from dowse.filesystem.diff import Changes
from dowse.formats.detect import parse_file
from dowse.graph.source_references.call_update import CallUpdate
from dowse.graph.source_references.path_mappings import folder_key
from dowse.graph.source_references.reference_resolver import ReferenceResolver
from dowse.graph.source_references.script_packages import package_key
from dowse.indexing.batches import TimeBudget
from dowse.indexing.linking import link_pending
from dowse.indexing.resolution_cache import ResolutionCache
from dowse.model.edge import ReferenceUpdate, ResolvedReference
from dowse.model.source_reference import CodeMention
from dowse.model.symbol import SourceOutline
from dowse.ports.indexed_document import WriteBatch
from dowse.ports.questions import ReferencesQuestion
from tests.contract.engines import ENGINES, Engine, fill

_BOX = b"class Box:\n    def open(self): return self.shut()\n    def shut(self): pass\n"
_USE = b"from pkg.box import Box\n\nclass Chest(Box):\n    def lift(self): return self.open()\n\nmade = Box()\n"
_NOTE = b"# How\n\nCall `Box.open()`, as `pkg/use.py` does; `Box` and `missing_name` too.\n"
_FILES = {"pkg/__init__.py": b"", "pkg/box.py": _BOX, "pkg/use.py": _USE, "how.md": _NOTE}


def _write(engine: Engine) -> None:
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in _FILES.items()))


def _change(engine: Engine, path: str, data: bytes) -> None:
    fill(engine, parse_file(path, data, modified=0.0))


def _link(engine: Engine, resolver: ReferenceResolver | None = None) -> int:
    return link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None, resolver=resolver)


def _lines(found: Sequence[ResolvedReference]) -> list[str]:
    return [f"{each.source} {each.relation} {each.target} {each.rule} {each.line}" for each in found]


def test_references_are_resolved_to_symbols_and_files(engine: Engine) -> None:
    _write(engine)
    _link(engine)
    assert _lines(engine.references()) == [
        "how.md#how mentions pkg/box.py#Box.open qualified 3",
        "how.md#how mentions pkg/use.py path 3",
        "how.md#how mentions pkg/box.py#Box name 3",
        "pkg/box.py#Box.open calls pkg/box.py#Box.shut self 2",
        "pkg/use.py imports pkg/box.py#Box module 1",
        "pkg/use.py#Chest extends pkg/box.py#Box import 3",
        "pkg/use.py#Chest.lift calls pkg/box.py#Box.open self 4",
        "pkg/use.py#made calls pkg/box.py#Box import 6",
    ]


def test_the_references_of_some_documents_are_those_at_either_end(engine: Engine) -> None:
    _write(engine)
    _link(engine)
    assert {each.source.doc for each in engine.references(("pkg/use.py",))} == {"how.md", "pkg/use.py"}
    assert _lines(engine.references(("pkg/__init__.py", "unknown"))) == []


def test_references_between_documents_are_edges(engine: Engine) -> None:
    _write(engine)
    _link(engine)
    edges = engine.edges(None, ("calls", "mentions"))
    assert {(str(edge.source), edge.relation, str(edge.target)) for edge in edges} == {
        ("how.md#how", "mentions", "pkg/box.py#Box.open"),
        ("how.md#how", "mentions", "pkg/box.py#Box"),
        ("how.md#how", "mentions", "pkg/use.py"),
        ("pkg/use.py#Chest.lift", "calls", "pkg/box.py#Box.open"),
        ("pkg/use.py#made", "calls", "pkg/box.py#Box"),
    }
    assert {edge.relation for edge in engine.edges(("pkg/box.py",))} == {"calls", "extends", "imports", "mentions"}


def test_outlines_and_mentions_are_as_written(engine: Engine) -> None:
    _write(engine)
    outlines = engine.source_outlines([*_FILES, "unknown"])
    parsed = {path: parse_file(path, data, modified=0.0) for path, data in _FILES.items()}
    assert {path: each.references for path, each in outlines.items()} == {
        path: parsed[path].references for path in _FILES if path.endswith(".py")
    }
    assert outlines["pkg/use.py"].symbols == parsed["pkg/use.py"].symbols
    assert engine.code_mentions(_FILES)["how.md"][0] == CodeMention("Box.open()", 3, "how")


def test_counts_have_the_references_and_the_resolved_ones(engine: Engine) -> None:
    _write(engine)
    _link(engine)
    counts = engine.counts()
    assert (counts.references, counts.resolved) == (9, 8)  # missing_name means nothing


def test_a_new_file_resolves_what_waited_for_its_names(engine: Engine) -> None:
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in _FILES.items() if path != "pkg/box.py"))
    _link(engine)
    assert {each.relation for each in engine.references()} == {"mentions"}
    _change(engine, "pkg/box.py", _BOX)
    _link(engine)
    assert len(engine.references()) == 8


def test_a_second_symbol_of_a_name_ends_what_the_name_alone_meant(engine: Engine) -> None:
    _write(engine)
    _link(engine)
    _change(engine, "other.py", b"class Box:\n    pass\n")
    _link(engine)
    mentions = [line for line in _lines(engine.references()) if " mentions " in line]
    assert mentions == [
        "how.md#how mentions pkg/box.py#Box.open qualified 3",
        "how.md#how mentions pkg/use.py path 3",
    ]


def test_references_that_come_back_are_in_the_order_of_the_text(engine: Engine) -> None:
    _write(engine)
    _change(engine, "pkg/use.py", b"from pkg.box import Box, Lid\n\nfirst = Lid()\nsecond = Box()\nthird = Lid()\n")
    _link(engine)
    lines = []
    for names in ("Box Lid", "Box", "Box Lid", "Lid", "Box Lid"):
        _change(engine, "pkg/box.py", "".join(f"class {name}: pass\n" for name in names.split()).encode())
        _link(engine)
        own = [each for each in engine.references(("pkg/use.py",)) if each.source.doc == "pkg/use.py"]
        lines.append([each.line for each in own if each.relation == "calls"])
    assert lines == [[3, 4, 5], [4], [3, 4, 5], [3, 5], [3, 4, 5]]


def test_a_file_that_is_saved_with_the_one_whose_names_it_passes_on_still_passes_on_the_change(engine: Engine) -> None:
    use = b"import { f } from './hub';\nexport function g() { f(); }\n"
    hub, leaf = b"export * from './leaf';\n", b"export function f() {}\n"
    for path, data in (("leaf.ts", leaf), ("hub.ts", hub), ("use.ts", use)):
        _change(engine, path, data)
    _link(engine)
    calls = [line for line in _lines(engine.references()) if "calls" in line]
    assert calls == ["use.ts#g calls leaf.ts#f import 2"]
    for data, expected in ((b"export function h() {}\n", []), (leaf, calls)):
        saved = (("leaf.ts", data), ("hub.ts", hub + b"// a remark\n"))
        fill(engine, *(parse_file(path, each, modified=0.0) for path, each in saved))
        _link(engine)
        assert [line for line in _lines(engine.references()) if "calls" in line] == expected


def test_a_call_of_a_constant_of_ruby_follows_each_change_of_the_files_that_define_it(engine: Engine) -> None:
    def called(path: str, data: bytes) -> list[str]:
        _change(engine, path, data)
        _link(engine)
        return [str(each.target) for each in engine.references() if each.relation == "calls"]

    assert called("use.rb", b"def use\n  Page.show(1)\nend\n") == []
    assert called("page.rb", b"class Page\nend\n") == []
    assert called("extra.rb", b"module Extra\n  def show\n  end\nend\n") == []
    assert called("page.rb", b"class Page\n  extend Extra\nend\n") == ["extra.rb#Extra.show"]
    assert called("page.rb", b"class Page\n  extend Extra\n  def self.show\n  end\nend\n") == ["page.rb#Page.show"]
    assert called("page.rb", b"class Other\nend\n") == []
    assert called("other.rb", b"class Page\n  def self.show\n  end\nend\n") == ["other.rb#Page.show"]


def test_a_call_of_a_shell_follows_each_change_of_the_scripts_that_define_the_only_function(engine: Engine) -> None:
    def called(path: str, data: bytes) -> list[str]:
        _change(engine, path, data)
        _link(engine)
        return [f"{each.target} {each.rule}" for each in engine.references() if each.relation == "calls"]

    assert called("plugins/use.sh", b"log_line hello\nrun\n") == []
    assert called("lib/log.sh", b"log_line() { :; }\nrun() { :; }\n") == ["lib/log.sh#log_line name"]
    assert called("test/log.sh", b"log_line() { :; }\n") == ["lib/log.sh#log_line name"]
    assert called("other.sh", b"log_line() { :; }\n") == []
    assert called("other.sh", b"log_text() { :; }\n") == ["lib/log.sh#log_line name"]
    assert called("lib/log.sh", b"") == []


def test_a_call_of_c_sharp_follows_each_change_of_extension_methods(engine: Engine) -> None:
    def called(path: str, data: bytes) -> list[str]:
        _change(engine, path, data)
        _link(engine)
        return [str(each.target) for each in engine.references() if each.relation == "calls"]

    ropes = b"namespace Boats;\nstatic class Ropes { public static int Metres(this string rope) => 1; }\n"
    use = b"using Boats;\nnamespace Own;\nclass Use { void Run(string a) { a.Metres(); } }\n"
    assert called("own/Use.cs", use) == []
    assert called("boats/Ropes.cs", ropes) == ["boats/Ropes.cs#Ropes.Metres"]
    assert called("boats/Ropes.cs", ropes.replace(b"this ", b"")) == []
    assert called("boats/Ropes.cs", ropes) == ["boats/Ropes.cs#Ropes.Metres"]
    assert called("knots/Knot.cs", b"namespace Knots;\nclass Knot { int Metres() => 2; }\n") == []
    assert called("knots/Knot.cs", b"namespace Knots;\nclass Knot { int Feet() => 2; }\n") == [
        "boats/Ropes.cs#Ropes.Metres"
    ]
    assert called("own/Use.cs", use.replace(b"using Boats;", b"")) == []


def test_references_to_a_removed_file_are_gone(engine: Engine) -> None:
    _write(engine)
    _link(engine)
    engine.write(WriteBatch(removed=("pkg/box.py",)))
    assert not [each for each in engine.references() if "pkg/box.py" in (each.source.doc, each.target.doc)]
    _link(engine)
    assert _lines(engine.references()) == ["how.md#how mentions pkg/use.py path 3"]


def test_a_snapshot_answers_from_memory_what_was_asked_ahead(engine: Engine) -> None:
    _write(engine)
    _link(engine)
    question = ReferencesQuestion(frozenset({"pkg/use.py"}))
    with engine.snapshot((question,)) as snapshot:
        trips = snapshot.round_trips
        assert snapshot.references(("pkg/use.py",)) == engine.references(("pkg/use.py",))
        assert snapshot.round_trips == trips


def test_documents_are_resolved_again_by_the_keys_of_their_references(engine: Engine) -> None:
    _write(engine)
    fill(engine, parse_file("web/app.ts", b"import { run } from 'core';\n", modified=0.0))
    _link(engine)
    engine.unlink_depending((package_key("other"), folder_key("pkg")))
    assert not engine.unlinked(10)
    engine.unlink_depending((package_key("core"),))
    assert [*engine.unlinked(10)] == ["web/app.ts"]
    _link(engine)
    engine.unlink_depending((folder_key("web"),))
    assert [*engine.unlinked(10)] == ["web/app.ts"]
    engine.unlink_depending(None)
    assert {"web/app.ts", "how.md", "pkg/use.py"} <= {*engine.unlinked(10)}


def test_a_change_inside_a_symbol_resolves_that_file_alone(tmp_path: Path) -> None:
    engine = ENGINES["sqlite"](tmp_path)
    _write(engine)
    _link(engine)
    _change(engine, "pkg/box.py", _BOX.replace(b"pass", b"return 1"))
    assert _link(engine) == 1
    _change(engine, "pkg/box.py", _BOX.replace(b"shut", b"close"))
    assert _link(engine) == 1  # the file that imports the class does not look for `shut` or `close`
    _change(engine, "pkg/box.py", _BOX.replace(b"open", b"begin"))
    assert _link(engine) == 3  # and that file, and the note that mentions `Box.open`


def test_a_new_symbol_behind_a_module_that_passes_it_on_concerns_those_that_look_for_its_name(tmp_path: Path) -> None:
    engine = ENGINES["sqlite"](tmp_path)
    leaf = b"export class Made { old() {} }\n"
    sources = {
        "lib/index.ts": b"export * from './leaf';\n",
        "lib/leaf.ts": leaf,
        "class.ts": b"import { Made } from './lib';\nclass Own extends Made { f() { this.old(); this.added(); } }\n",
        "added.ts": b"import { added } from './lib';\nadded();\n",
        "other.ts": b"import { other } from './lib';\nother();\n",
    }
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in sources.items()))
    _link(engine)
    _change(engine, "lib/leaf.ts", leaf + b"export function added() {}\n")
    assert sorted(engine.unlinked(10)) == ["added.ts", "class.ts", "lib/leaf.ts"]
    _link(engine)
    _change(engine, "lib/leaf.ts", leaf + b"export function added() {}\nexport function further() {}\n")
    assert [*engine.unlinked(10)] == ["lib/leaf.ts"]
    _link(engine)
    _change(engine, "lib/leaf.ts", b"import { x } from './x';\n" + leaf)
    assert sorted(engine.unlinked(10)) == ["added.ts", "class.ts", "lib/leaf.ts"]
    _link(engine)
    _change(engine, "lib/leaf.ts", b"export * from './x';\n" + leaf)
    assert sorted(engine.unlinked(10)) == ["added.ts", "class.ts", "lib/index.ts", "lib/leaf.ts", "other.ts"]


_LONG = "g" * 140  # longer than a word of the index


@pytest.mark.parametrize(
    ("ending", "core", "before", "after", "looking", "other"),
    [
        ("py", "def f(): pass\n", "", "def g(): pass\n", "from core import g\ng()\n", "from core import f\nf()\n"),
        ("py", "def f(): pass\n", "", "from x import g\n", "import core\ncore.g()\n", "import core\ncore.f()\n"),
        ("ts", "export class A {}\n", "", "class C extends A {}\n", "import { C } from './core';\nC.m();\n",
         "import { A } from './core';\nA.m();\n"),
        ("ts", "export class B {}\n", "class C {}\n", "class C extends B {}\n",
         "import { C } from './core';\nclass D extends C { m() { this.n(); } }\n",
         "import { B } from './core';\nclass D extends B { m() { this.n(); } }\n"),
        ("ts", "export function f() {}\n", "function g() {}\n", "export default function g() {}\n",
         "import made from './core';\nmade();\n", "import { f } from './core';\nf();\n"),
        ("ts", "export function f() {}\nexport default g;\n", "const g = () => 1;\n", "",
         "import made from './core';\nexport { made };\n", "import { f } from './core';\nf();\n"),
        ("ts", "export function f() {}\nexport { g as h };\n", "function g() {}\n", "class g {}\n",
         "import { h as made } from './core';\n", "import { f } from './core';\nf();\n"),
        ("ts", "export function f() {}\n", "", "export { f as g };\n",
         "import { g } from './core';\ng();\n", "import { f } from './core';\nf();\n"),
        ("go", "package p\nfunc f() {}\n", "", "func g() {}\n", "package p\nfunc a() { g() }\n",
         "package p\nfunc b() { f() }\n"),
        ("rb", "def f; end\n", "", "def g; end\n", "require_relative 'core'\ng()\n", "require_relative 'core'\nf()\n"),
        ("rb", "def f; end\n", "", "def g!; end\n",
         "require_relative 'core'\ng!()\n", "require_relative 'core'\nf()\n"),
        ("ts", "export function f() {}\n", "", "export function $() {}\n",
         "import { $ } from './core';\n$();\n", "import { f } from './core';\nf();\n"),
        ("py", "def f(): pass\n", "", f"def {_LONG}(): pass\n",
         f"from core import {_LONG}\n{_LONG}()\n", "from core import f\nf()\n"),
    ],
)  # fmt: skip
def test_a_changed_interface_concerns_those_that_look_for_one_of_its_changed_names(
    tmp_path: Path, ending: str, core: str, before: str, after: str, looking: str, other: str
) -> None:
    engine = ENGINES["sqlite"](tmp_path)
    sources = {"core": core + before, "looking": looking, "other": other}
    fill(engine, *(parse_file(f"{name}.{ending}", text.encode(), modified=0.0) for name, text in sources.items()))
    _link(engine)
    _change(engine, f"core.{ending}", (core + after).encode())
    assert sorted(engine.unlinked(10)) == [f"core.{ending}", f"looking.{ending}"]


def test_of_the_files_that_import_a_changed_one_those_without_the_name_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = ENGINES["sqlite"](tmp_path)
    sources = {"core": "def open_box(): pass\n", **{f"u{n}": f"from core import *\nf{n}()\n" for n in range(20)}}
    sources["looking"] = "from core import *\nopen_box()\n"
    fill(engine, *(parse_file(f"{name}.py", text.encode(), modified=0.0) for name, text in sources.items()))
    _link(engine)
    read: list[int] = []

    def naming(rows: Iterable[tuple[int, object]], names: Iterable[str]) -> Iterator[int]:
        listed = list(rows)
        read.extend(doc for doc, _ in listed)
        return reference_rows.naming(listed, names)

    monkeypatch.setattr(reference_queue, "naming", naming)
    _change(engine, "core.py", b"def shut_box(): pass\n")
    assert sorted(engine.unlinked(10)) == ["core.py", "looking.py"]
    assert len(read) == 1


def test_a_symbol_of_the_name_of_a_constant_concerns_no_file_that_requires_one_with_the_constant(
    tmp_path: Path,
) -> None:
    engine = ENGINES["sqlite"](tmp_path)
    case = "class Case\n  def setup; end\nend\n"
    sources = {
        "case.rb": case,
        "adapter.rb": "def made\n  Setup.begun\nend\n",
        "use.rb": "require_relative 'adapter'\n\nmade\n",
    }
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in sources.items()))
    _link(engine)
    _change(engine, "case.rb", case.replace("setup", "begin_all").encode())
    assert sorted(engine.unlinked(10)) == ["adapter.rb", "case.rb"]


def test_an_include_of_a_source_of_c_concerns_no_file_that_includes_its_header(tmp_path: Path) -> None:
    engine = ENGINES["sqlite"](tmp_path)
    made = "int made(void) { return 1; }\n"
    use = '#include "made.h"\nint use(void) { return made() + other(); }\n'
    sources = {
        "made.h": "int made(void);\n",
        "made.c": made,
        "use.c": use,
        "all.c": use.replace(".h", ".c"),
        "x.h": "static int other(void) { return 2; }\n",
    }
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in sources.items()))
    _link(engine)
    _change(engine, "made.c", f'#include "x.h"\n{made}'.encode())
    assert sorted(engine.unlinked(10)) == ["all.c", "made.c"]
    _link(engine)
    assert [line for line in _lines(engine.references()) if "#other " in line] == [
        "all.c#use calls x.h#other import 2",
    ]


def test_a_name_behind_another_name_concerns_the_files_that_have_followed_it(tmp_path: Path) -> None:
    engine = ENGINES["sqlite"](tmp_path)
    sources = {
        "leaf.ts": "export function first() {}\n",
        "barrel.ts": "export { second as third, Outer } from './leaf';\n",
        "use.ts": "import { third, Outer } from './barrel';\nclass A extends Outer { f() { third(); this.g(); } }\n",
        "other.ts": "import { first } from './leaf';\nfirst();\n",
    }
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in sources.items()))
    _link(engine)
    _change(engine, "leaf.ts", (sources["leaf.ts"] + "export function second() {}\n").encode())
    assert sorted(engine.unlinked(10)) == ["barrel.ts", "leaf.ts", "use.ts"]
    _link(engine)
    assert "use.ts#A.f calls leaf.ts#second import 2" in _lines(engine.references())


def test_the_parts_of_a_class_concern_each_other_while_they_are_parts(engine: Engine) -> None:
    part = "namespace Mills { partial class Mill { void Grind() {} } }"
    use = "namespace Mills { partial class Mill { void Run() { Grind(); } } }"
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in {"a.cs": use, "b.cs": part}.items()))
    _link(engine)
    found = _lines(engine.references())
    assert found == ["a.cs#Mill.Run calls b.cs#Mill.Grind self 1"]
    _change(engine, "b.cs", part.replace("partial ", "").encode())
    _link(engine)
    assert _lines(engine.references()) == []
    _change(engine, "b.cs", part.encode())
    _link(engine)
    assert _lines(engine.references()) == found


def test_a_namespace_concerns_the_files_that_use_it_or_are_in_it(tmp_path: Path) -> None:
    engine = ENGINES["sqlite"](tmp_path)
    box = "namespace My.Text;\nclass Box { }\n"
    sources = {
        "one/box.cs": box,
        "two/use.cs": "using My.Text;\nclass Use { void F() { new Box(); new Lid(); } }\n",
        "three/inside.cs": "namespace My.Text.More;\nclass Inside { void F() { new Box(); } }\n",
        "four/other.cs": "using My;\nclass Other { void F() { new Box(); new Lid(); } }\n",
    }
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in sources.items()))
    _link(engine)
    _change(engine, "one/box.cs", f"{box}class Lid {{ }}\n".encode())
    assert sorted(engine.unlinked(10)) == ["one/box.cs", "two/use.cs"]
    _link(engine)
    assert [line for line in _lines(engine.references()) if " calls " in line] == [
        "three/inside.cs#Inside.F calls one/box.cs#Box import 2",
        "two/use.cs#Use.F calls one/box.cs#Box import 2",
        "two/use.cs#Use.F calls one/box.cs#Lid import 2",
    ]
    _change(engine, "one/box.cs", box.replace("My.Text", "My").encode())
    assert sorted(engine.unlinked(10)) == ["four/other.cs", "one/box.cs", "three/inside.cs", "two/use.cs"]
    _link(engine)
    assert [line for line in _lines(engine.references()) if " calls " in line] == [
        "four/other.cs#Other.F calls one/box.cs#Box import 2",
        "three/inside.cs#Inside.F calls one/box.cs#Box import 2",
    ]
    engine.write(WriteBatch(removed=("one/box.cs",)))
    assert sorted(engine.unlinked(10)) == ["four/other.cs", "three/inside.cs"]


def test_a_package_of_java_concerns_its_files_in_all_source_roots(tmp_path: Path) -> None:
    engine = ENGINES["sqlite"](tmp_path)
    box = b"package my.text;\nclass Box { }\n"
    sources = {
        "src/main/java/my/text/Box.java": box,
        "src/test/java/my/text/Use.java": b"package my.text;\nclass Use extends Box { void f() { new Lid(); } }\n",
        "src/test/java/my/Other.java": b"package my;\nimport my.text.*;\nclass Other { void f() { new Box(); } }\n",
        "src/test/java/my/Third.java": b"package my;\nclass Third extends Box { }\n",
    }
    fill(engine, *(parse_file(path, text, modified=0.0) for path, text in sources.items()))
    _link(engine)
    path, test, other, third = sources
    _change(engine, path, box + b"class Lid { }\n")
    assert sorted(engine.unlinked(10)) == [path, test]
    _link(engine)
    assert [line for line in _lines(engine.references()) if " imports " not in line] == [
        f"{other}#Other.f calls {path}#Box import 3",
        f"{test}#Use extends {path}#Box package 2",
        f"{test}#Use.f calls {path}#Lid package 2",
    ]
    _change(engine, path, box.replace(b"my.text", b"my"))
    assert sorted(engine.unlinked(10)) == [path, other, third, test]
    _link(engine)
    assert [line for line in _lines(engine.references()) if " imports " not in line] == [
        f"{other}#Other.f calls {path}#Box package 3",
        f"{third}#Third extends {path}#Box package 2",
    ]
    engine.write(WriteBatch(removed=(path,)))
    assert sorted(engine.unlinked(10)) == [other, third]


def test_a_rename_of_very_many_symbols_concerns_all_that_depend_on_the_file(tmp_path: Path) -> None:
    engine = ENGINES["sqlite"](tmp_path)
    many = "".join(f"def f{n}(): pass\n" for n in range(80))
    sources = {"core.py": many, "use.py": "from core import x\nx()\n", "other.py": "x()\n"}
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in sources.items()))
    _link(engine)
    _change(engine, "core.py", many.replace("def f", "def g").encode())
    assert sorted(engine.unlinked(10)) == ["core.py", "use.py"]


_NAMES = ("alpha", "beta", "gamma")
_PATHS = tuple(
    f"{folder}{name}{ending}"
    for folder in ("", "one/", "one/two/")
    for name in (*_NAMES, "__init__", "index")
    for ending in (".py", ".ts", ".go", ".java", ".c", ".h", ".rb", ".rs", ".php", ".cs", ".js", ".sh")
    if (name == "__init__") <= (ending == ".py") and (name == "index") <= (ending == ".ts")
)


_FAMILIES: tuple[tuple[str, ...], ...] = ((".h", ".c"), (".ts",), (".py",), (".cs",), (".go",), (".java",), (".rb",))
_PYTHON = (
    "from .{c} import {b}, {B}", "import {c}", "from one.{c} import *", "from . import {c}",
    "from one import {b} as {c}", "from {c} import {b}, {B}\n{c}: {B} = 0", "from one import {b}, {B}\n{c} = {B}()", "",
)  # fmt: skip
_CSHARP = ("", "", "global using {B};", "global using {C};\nglobal using static {A};")
_TYPESCRIPT = (
    "import {{ {b}, {B} }} from '{up}{c}';",
    "export * from '{up}{c}';",
    "export {{ {a} }} from '{up}{c}';",
    "import * as {c} from '{up}{c}';",
    "export * from '{up}index.js';",
    "export {{ {a} as {b} }} from '{up}{c}';",
    "import {b} from '{up}{c}';\nexport default {a};",
    "import {{ {a} as {b} }} from '{up}{c}';\nexport {{ {b} as {a} }};",
    "export {{ default as {b}, default }} from '{up}{c}';\nimport {c} from '{up}{b}';",
    "import {c}, {{ {B} }} from '{up}{b}';\nexport const {b} = new {B}();",
    "export const {c} = {{ {a}() {{ this.{b}(); }}, {b}: () => 1 }};",
)
_NODE = (
    "module.exports = {A};", "module.exports = {{ {a}: {c} }};\nfunction {c}() {{}}", "exports.{b} = {a};", "",
)  # fmt: skip
_RUBY = ("require_relative '{c}'", "class {B}\n  include {C}\nend", "module {B}\n  module {C}\n  end\nend", "")
_C = ('#include "{up}{c}.h"', '#include "{up}{c}.h"', '#include "{up}{c}.c"')  # fmt: skip
_SOURCES = {
    "py": "class {A}({B}):\n  def {b}(self): self.{c}(); {c}.{b}()\n{b}()\n",
    "ts": "export class {A} extends {B} {{ {b}() {{ this.{c}(); {b}(); }} }}\nexport function {a}() {{ {c}.{b}(); }}\n",
    "go": 'package p\nimport "example.com/x/one"\ntype {A} struct {{}}\n'
    "func (t *{A}) {B}() {{ t.{B}(); {a}() }}\nfunc {c}() {{ one.{B}() }}\n"
    "func {b}(x *{B}) (*{C}, error) {{ x.{C}(); y, err := {b}(x); y.{A}(); y.{B}().{C}(); return y, err }}\n",
    "java": "package one;\nimport {c}.{B};\nclass {A} extends {B} {{ void {b}() {{ {c}(); super.{b}(); new {C}(); }} }}"
    "\n",
    "cs": "using {B};\nnamespace {C};\nclass {A} : {B} {{ void {b}() {{ {c}(); {B}.{b}(); new {C}(); }} "
    "{B} {c}; {C} {a} {{ get; }} {A} {c}() {{ {a}.{b}(); {c}().{a}(); {a}.{b}Of(); }} }}\n"
    "static class {C}s {{ static void {c}Of(this {A} {a}) {{ {a}.{a}Of(); }} }}\n",
    "c": "int {a}(void) {{ return {b}(); }}\n",
    "h": "int {a}(void);\nstruct {A} {{ int x; }};\n",
    "rb": "module {C}\n  class {A} < {B}\n    def {b}\n      {c}()\n      {B}.{c}\n      {A}::{B}.new\n      "
    "{C}.new.{a}\n      {a} = {B}.new\n      {a}.{c}\n    end\n  end\nend\n",
    "rs": "use crate::one::{c}::{b};\npub struct {A};\nimpl {A} {{ pub fn {a}(&self) {{ self.{b}(); }} }}\n"
    "pub fn {c}(x: &{B}) -> Result<{C}, u8> {{ {b}(); x.{c}(); let y = {c}(x)?; y.{a}(); y.{b}().{a}(); }}\n",
    "php": "<?php\nuse One\\{B};\nclass {A} extends {B} {{ function {b}() {{ $this->{c}(); new {B}\\{C}(); }} }}\n"
    "class {C} extends One\\{A} {{ private {A} $x; function {a}({B} $y): {C} {{ $y->{c}(); $this->x->{b}(); "
    "$this->{a}($y)->{c}(); }} }}\n",
    "js": "const {C} = require('./{b}');\nclass {A} extends {C} {{ {b}() {{ new {C}(); {C}.{a}(); this.{c}(); }} }}\n",
    "sh": "{a}_f() {{ {b}_f; }}\n{c}_f\n",
}


_DEFINED = re.compile(rb"(?:def|function|module|int|class|void|func|type) (\w+)")


def _source(path: str, rng: random.Random) -> bytes:
    """A file that imports, defines, extends and calls some of very few names."""
    a, b, c = (rng.choice(_NAMES) for _ in range(3))
    kind = path.rpartition(".")[2]
    starts = {"py": _PYTHON, "ts": _TYPESCRIPT, "c": _C, "h": _C, "rb": _RUBY, "cs": _CSHARP, "js": _NODE}.get(
        kind, ("",)
    )
    template = f"{rng.choice(starts)}\n{_SOURCES[kind]}".lstrip("\n")
    up = rng.choice(("./", "../", "./one/"))
    return template.format(a=a, b=b, c=c, A=a.title(), B=b.title(), C=c.title(), up=up).encode()


def _renamed(text: bytes, rng: random.Random) -> bytes:
    """The file with another name for one of its symbols; a note as it is."""
    defined = list(_DEFINED.finditer(text))
    if not defined:
        return text
    at, name = rng.choice(defined), rng.choice(_NAMES)
    return text[: at.start(1)] + (name.title() if at[1].istitle() else name).encode() + text[at.end(1) :]


def _note(rng: random.Random) -> bytes:
    names = [rng.choice((rng.choice(_PATHS), f"{rng.choice(_NAMES).title()}.{rng.choice(_NAMES)}()",
                         rng.choice(_NAMES).title(), f"{rng.choice(_NAMES)}()")) for _ in range(4)]  # fmt: skip
    return "\n".join(f"See `{name}`." for name in names).encode()


def test_a_kept_resolver_knows_the_namespaces_that_a_saved_file_has_now(engine: Engine) -> None:
    use = b"using Wanted;\nnamespace Own;\nclass Use { void Run() { Box.Open(); } }\n"
    box = b"namespace Other;\nclass Box { public static void Open() { } }\n"
    cache = ResolutionCache()

    def save(path: str, data: bytes, found: Changes) -> set[str]:
        cache.begin(engine, found)
        _change(engine, path, data)
        _link(engine, cache.resolver(engine, found))
        cache.end(engine)
        return {line for line in _lines(engine.references()) if "calls" in line}

    save("use/Use.cs", use, Changes(added=("use/Use.cs",)))
    save("box/Box.cs", box, Changes(added=("box/Box.cs",)))
    assert not save("use/Use.cs", use + b"\n", Changes(changed=("use/Use.cs",)))
    assert save("box/Box.cs", box.replace(b"Other", b"Wanted"), Changes(changed=("box/Box.cs",))) == {
        "use/Use.cs#Use.Run calls box/Box.cs#Box.Open class 3"
    }


def test_a_file_of_c_sharp_opens_namespaces_for_those_in_its_folder(engine: Engine) -> None:
    sources = {
        "mill/Use.cs": b"namespace Own;\nclass Use : Tool { void Run() { Box.Open(); } }\n",
        "mill/Box.cs": b"namespace Wanted;\nclass Box { public static void Open() { } }\nclass Tool { }\n",
        "barn/Use.cs": b"namespace Own;\nclass Barn { void Run() { Box.Open(); } }\n",
    }
    found = {
        "mill/Use.cs#Use.Run calls mill/Box.cs#Box.Open class 2",
        "mill/Use.cs#Use extends mill/Box.cs#Tool import 2",
    }
    cache = ResolutionCache()

    def save(path: str, data: bytes, changes: Changes) -> set[str]:
        cache.begin(engine, changes)
        _change(engine, path, data)
        _link(engine, cache.resolver(engine, changes))
        cache.end(engine)
        return {line for line in _lines(engine.references()) if "calls" in line or "extends" in line}

    for path, data in sources.items():
        assert not save(path, data, Changes(added=(path,)))
    usings, opened = "mill/Properties/Usings.cs", b"global using Wanted;\n"
    assert save(usings, opened, Changes(added=(usings,))) == found
    assert not save(usings, opened.replace(b"global ", b""), Changes(changed=(usings,)))
    assert save(usings, opened, Changes(changed=(usings,))) == found


def _compare_after_changes(tmp_path: Path, *, seed: int, steps: int) -> int:
    """The number of references at the end."""
    rng = random.Random(seed)  # noqa: S311  # no secret
    folder = tmp_path / str(seed)
    folder.mkdir()
    whole, kept = ENGINES["memory"](folder), ENGINES["sqlite"](folder)  # the first resolves all references anew
    cache = ResolutionCache()
    there: set[str] = set()
    texts: dict[str, bytes] = {}
    for step in range(steps):
        same = [path for path in sorted(there) if path.endswith((*_FAMILIES[step // 8 % len(_FAMILIES)], ".md"))]
        saved = rng.sample(same, min(2, len(same))) if step % 8 else []  # no file is new or gone
        paths = saved or rng.sample(_PATHS, rng.randint(0, 4) if step else 60)
        written = {path: _note(rng) if path.endswith(".md") else _source(path, rng) for path in paths}
        if saved and step % 2:  # another name for one symbol of each
            written = {path: _renamed(texts[path], rng) for path in paths}
        if not saved:
            written |= {f"note{rng.randint(0, 3)}.md": _note(rng) for _ in range(rng.randint(0, 1))}
        texts |= written
        removed = tuple(sorted(path for path in there if not saved and rng.random() < 0.03 and path not in written))
        found = Changes(tuple(written.keys() - there), tuple(written.keys() & there), removed)
        there = (there | written.keys()) - set(removed)
        cache.begin(kept, found)
        for engine in (whole, kept):
            engine.write(WriteBatch(removed=removed))
            fill(engine, *(parse_file(path, data, modified=0.0) for path, data in written.items()))
        _link(whole)
        _link(kept, cache.resolver(kept, found))
        cache.end(kept)
        assert _lines(kept.references()) == _lines(whole.references())
        assert kept.counts().resolved == whole.counts().resolved
    return len(kept.references())


@pytest.mark.slow
def test_after_any_changes_the_references_are_those_of_a_whole_resolution(tmp_path: Path) -> None:
    assert sum(_compare_after_changes(tmp_path, seed=seed, steps=16) for seed in range(2)) > 60


@pytest.mark.exhaustive
def test_after_many_changes_the_references_are_those_of_a_whole_resolution(tmp_path: Path) -> None:
    assert sum(_compare_after_changes(tmp_path, seed=seed, steps=40) for seed in range(100, 115)) > 300


def test_calls_of_c_follow_a_changed_name_without_reading_their_file(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    outlines = type(engine).source_outlines

    def noted(self: Engine, docs: Iterable[str], naming: str = "") -> Mapping[str, SourceOutline]:
        read.extend(listed := list(docs))
        return outlines(self, listed, naming)

    made = b'#include "made.h"\nint pour(void) { return 1; }\n'
    files = {
        "made.h": b"#define grow(x) x\n",
        "made.c": made,
        "use.c": b'#include "made.h"\nint run = pour() + grow(2);\n',
    }
    for path, data in files.items():
        _change(engine, path, data)
    _link(engine)
    monkeypatch.setattr(type(engine), "source_outlines", noted)

    def calls_after(data: bytes) -> list[str]:
        cache, saved = ResolutionCache(), Changes(changed=("made.c",))  # as in another process
        cache.begin(engine, saved)
        _change(engine, "made.c", data)
        _link(engine, cache.resolver(engine, saved))
        return [str(each.target) for each in engine.references(["use.c"]) if each.relation == "calls"]

    assert calls_after(made.replace(b"pour", b"none")) == ["made.h#grow"]
    assert calls_after(made) == ["made.c#pour", "made.h#grow"]
    assert calls_after(made + b"int grow(int x) { return x; }\n") == ["made.c#grow", "made.c#pour"]
    assert "use.c" not in read


_DECLARING = {
    "if.h": b"int pour(int a);\n",
    "box.c": b"int pour(int a) { return a; }\n",
    "use.c": b'#include "if.h"\nint run = pour(1);\n',
    "own.c": b"extern int pour(int a);\nint own = pour(2);\n",
}


@pytest.mark.parametrize(
    ("path", "changed"),
    [
        ("if.h", b"int lid(int a);\n"),
        ("if.h", None),
        ("box.c", b"static int pour(int a) { return a; }\n"),
        ("box.c", b"int lid(int a) { return a; }\n"),
        ("box.c", None),
        ("in/other.c", b"int pour(int a) { return 1; }\n"),
        ("other.c", b"int pour(int a) { return 1; }\n"),
        ("new.h", b"int pour(int a);\n"),
        ("if.c", b"int pour(int a) { return 1; }\n"),
    ],
)
def test_calls_of_declared_functions_follow_a_change(engine: Engine, path: str, changed: bytes | None) -> None:
    files = dict(_DECLARING)
    for each, data in files.items():
        _change(engine, each, data)
    _link(engine)
    before, cache = _lines(engine.references()), ResolutionCache()
    for after in (changed, files.get(path)):
        own = (path,)
        if after is None:
            saved = Changes(removed=own)
        else:
            saved = Changes(changed=own) if path in engine.known() else Changes(added=own)
        cache.begin(engine, saved)
        engine.write(WriteBatch(removed=saved.removed))
        if after is not None:
            _change(engine, path, after)
        _link(engine, cache.resolver(engine, saved))
        cache.end(engine)
        files = {each: text for each, text in {**files, path: after}.items() if text is not None}
        whole = ENGINES["memory"](Path())
        fill(whole, *(parse_file(each, text, modified=0.0) for each, text in sorted(files.items())))
        _link(whole)
        assert _lines(engine.references()) == _lines(whole.references())
        assert engine.counts().resolved == whole.counts().resolved
    assert _lines(engine.references()) == before
    assert before[0] == "own.c#own calls box.c#pour declared 2"


_NAMES_IN_C = ("pour", "lid", "grow")
_FILES_OF_C = ("a.h", "b.h", "in/c.h", "d.hpp", "a.c", "b.c", "in/c.c", "in/d.cpp", "e.c", "f.c", "g.c")
_STATED_IN_C = (
    "int {0}(void) {{ return own{1}(1); }}",
    "int {0}(int a), {2}(int a);",
    "#define {0}(x) own{1}(x)",
    "static int own{1}(int x) {{\n  {0}();\n  return {2}(x);\n}}",
    "int filled{1} = {0}(2) + {2}(3);",
    "static int own{1}(int x) {{ return {0}(x) + x->{2}(); }}",
    "class Own{1} : {0} {{\n  int fill() {{ return {2}() + Lid::{0}(); }}\n}};",
    "namespace pot {{\nstatic int own{1}(int x) {{ return {0}(x) + pot::{2}(x); }}\n}}",
    "namespace pot {{\nint {0}(void) {{ return 1; }}\n}}",
    "#define PAN_BEGIN_NAMESPACE namespace pan {{\nint use{1}(int x) {{ return pan::pot::{2}(x) + pan::{0}(x); }}",
)


def _source_of_c(path: str, rng: random.Random) -> bytes:
    files = (*_FILES_OF_C[:4], *_FILES_OF_C, "x.inc", "lid")
    listed = [f'#include "/{rng.choice(files)}"' for _ in range(2)]
    for number, template in enumerate(
        rng.choices(_STATED_IN_C, (3, 3, 2, 5, 2, 1, *(4 * [int(path[-1] == "p")])), k=3)
    ):
        listed.append(template.format(rng.choice(_NAMES_IN_C), number, rng.choice(_NAMES_IN_C)))
    return "\n".join(listed).encode()


def _compare_updated_calls(tmp_path: Path, *, seed: int, steps: int) -> None:
    rng = random.Random(seed)  # noqa: S311  # no secret
    folder = tmp_path / str(seed)
    folder.mkdir()
    whole, kept = ENGINES["memory"](folder), ENGINES["sqlite"](folder)  # the first resolves all references anew
    texts = {path: _source_of_c(path, rng) for path in _FILES_OF_C}
    texts["x.inc"] = b"<?php\ninclude 'a.h';\n"
    cache = ResolutionCache()
    for step in range(steps):
        saved = rng.sample(sorted(texts), rng.randint(1, 2)) if step else sorted(texts)
        if step:
            texts |= {path: _with_another_name(texts[path], rng) for path in saved}
        found = Changes(changed=tuple(saved)) if step else Changes(added=tuple(saved))
        cache = ResolutionCache() if rng.random() < 0.5 else cache  # as in another process
        cache.begin(kept, found)
        for engine in (whole, kept):
            fill(engine, *(parse_file(path, texts[path], modified=0.0) for path in saved))
        _link(whole)
        _link(kept, cache.resolver(kept, found))
        cache.end(kept)
        assert _lines(kept.references()) == _lines(whole.references())
        assert kept.counts().resolved == whole.counts().resolved
        if not step:
            assert kept.imported_files(texts) == whole.imported_files(texts)
            declaring = (each.declaring_files((*_NAMES_IN_C, "none")) for each in (kept, whole))
            assert len({str(sorted((name, *files) for name, files in own.items())) for own in declaring}) == 1
            for names in (("pour",), ("lid", "grow"), ("none", "fill")):
                assert kept.stated_calls(texts, names) == whole.stated_calls(texts, names)


def _with_another_name(text: bytes, rng: random.Random) -> bytes:
    """The file with another name for one of its functions, or with another call."""
    defined = list(re.finditer(rb"(?<=int )[a-z]+(?=\(void)|(?<=define )[a-z]+", text))
    called = list(re.finditer(rb"\b(?:pour|lid|grow|none)(?=\()", text))
    listed = defined if defined and (rng.random() < 0.8 or not called) else called
    if not listed:
        return text
    at = rng.choice(listed)
    return text[: at.start()] + rng.choice((*_NAMES_IN_C, "none")).encode() + text[at.end() :]


@pytest.mark.slow
def test_calls_of_changed_names_are_updated_as_a_whole_resolution_finds_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    updated: list[ReferenceUpdate] = []
    update = CallUpdate.of

    def noted(
        self: CallUpdate,
        paths: Iterable[str],
        included_by: Callable[[str], Sequence[str]],
        declared_by: Callable[[str], Collection[str]],
    ) -> dict[str, ReferenceUpdate]:
        found = update(self, paths, included_by, declared_by)
        updated.extend(found.values())
        return found

    monkeypatch.setattr(CallUpdate, "of", noted)
    for seed in (2, 4, 32):
        _compare_updated_calls(tmp_path, seed=seed, steps=14)
    assert any(each.added for each in updated)
    assert any(each.rule == "declared" for own in updated for each in own.edges)
    assert any(new for each in updated for _, new in each.replaced)
    assert any(not new for each in updated for _, new in each.replaced)


@pytest.mark.exhaustive
def test_calls_of_many_changed_names_are_updated_as_a_whole_resolution_finds_them(tmp_path: Path) -> None:
    for seed in range(100, 130):
        _compare_updated_calls(tmp_path, seed=seed, steps=20)
