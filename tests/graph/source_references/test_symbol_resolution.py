"""Calls, base classes and imports mean what scopes and imports say, and nothing where types would have to decide."""

from __future__ import annotations

import pytest

from dowse.graph.source_references.reference_resolver import ReferenceResolver
from dowse.model.edge import ResolvedReferences
from tests.graph.source_references.sources import Sources, meanings


def test_a_bare_name_means_the_innermost_symbol_in_scope() -> None:
    text = "def f(): pass\ndef g():\n    def f(): pass\n    f()\nclass C:\n    def f(self): f()\n"
    assert meanings({"a.py": text}) == ["a.py#C.f -> a.py#f (file)", "a.py#g -> a.py#g.f (file)"]


def test_a_method_of_python_is_not_called_by_its_bare_name() -> None:
    assert meanings({"a.py": "class C:\n    def f(self): pass\n    def g(self): f()\n"}) == []


def test_self_and_super_mean_members_of_the_class_and_of_its_bases() -> None:
    base = "class A:\n    def f(self): pass\n"
    text = "from .a import A\nclass B(A):\n    def g(self): self.f(); self.g(); super().f(); self.x.f()\n"
    assert meanings({"p/__init__.py": "", "p/a.py": base, "p/b.py": text}) == [
        "p/b.py#B.g -> p/a.py#A.f (self)",
        "p/b.py#B.g -> p/b.py#B.g (self)",
    ]


def test_a_module_may_have_a_name_that_means_the_object_in_another_language() -> None:
    names = ("base", "parent", "self", "super")
    packages = {
        f"{name}/a.go": f"package {name}\nfunc Make() int {{ return 1 }}\ntype T struct{{}}\n" for name in names
    }
    imports = "".join(f'import "example.com/m/{name}"\n' for name in names)
    calls = "".join(f"{name}.Make(); " for name in names)
    go = f"package main\n{imports}type U struct{{}}\nfunc (u *U) run() {{ {calls}}}\n"
    assert meanings({"go.mod": "module example.com/m\n", **packages, "main.go": go}) == [
        f"main.go#U.run -> {name}/a.go#Make (module)" for name in names
    ]
    python = "from . import base, parent\nclass B(base.A):\n    def g(self): parent.f(); base.A.f()\n"
    files = {"p/__init__.py": "", "p/b.py": python, "p/base.py": "class A:\n    def f(self): pass\n"}
    files["p/parent.py"] = "def f(): pass\n"
    assert meanings(files) == [
        "p/b.py#B.g -> p/base.py#A.f (class)",
        "p/b.py#B.g -> p/parent.py#f (module)",
    ]
    assert meanings(files, "extends") == ["p/b.py#B -> p/base.py#A (module)"]


def test_a_line_of_go_asserts_that_a_type_implements_an_interface() -> None:
    files = {
        "store/a.go": "package store\ntype I interface { Read() }\ntype G[T any] interface { Write(T) }\n",
        "b.go": 'package b\nimport "example.com/m/store"\nvar _ store.I = (*One)(nil)\nvar (\n'
        "\t_ store.I = Two{}\n\t_ store.I = &Three{}\n\t_ store.I = new(Four)\n\t_ store.G[int] = (*Five[int])(nil)\n"
        "\t_ store.I = (*other.One)(nil)\n\tsix store.I = &Six{}\n\t_ = Six{}\n)\n"
        "type Base struct{}\nfunc (b *Base) Close() {}\n"
        "type One struct { Base }\nfunc (o *One) run() { o.Read(); o.Close() }\n"
        "type Two struct{}\ntype Three struct{}\ntype Four struct{}\ntype Five[T any] struct{}\ntype Six struct{}\n",
        "go.mod": "module example.com/m\n",
    }
    assert meanings(files, "implements") == [
        "b.go#Five -> store/a.go#G (module)",
        "b.go#Four -> store/a.go#I (module)",
        "b.go#One -> store/a.go#I (module)",
        "b.go#Three -> store/a.go#I (module)",
        "b.go#Two -> store/a.go#I (module)",
        "b.go#_~6 -> store/a.go#I (module)",  # for a type of another file
    ]
    assert meanings(files, "extends") == ["b.go#One -> b.go#Base (file)"]
    assert meanings(files) == ["b.go#One.run -> b.go#Base.Close (self)"]  # Read is a method of One, if anywhere


def test_a_type_of_go_that_embeds_another_may_have_a_method_of_its_name() -> None:
    types = "type Log struct{}\ntype Set[T any] struct{}\ntype A struct { *Log; Set[int] }\n"
    text = f"package a\n{types}func (a A) Log() {{}}\n"
    assert meanings({"a.go": text}, "extends") == ["a.go#A -> a.go#Log (file)", "a.go#A -> a.go#Set (file)"]


def test_an_import_has_its_name_before_the_object_of_a_method() -> None:
    files = {
        "self.ts": "export function f() {}\n",
        "a.ts": "import * as self from './self';\nclass A { f() {}\n  g() { self.f(); } }\n",
        "b.ts": "class B { f() {}\n  g() { const self = this; self.f(); } }\n",
    }
    assert meanings(files) == ["a.ts#A.g -> self.ts#f (module)", "b.ts#B.g -> b.ts#B.f (self)"]


@pytest.mark.parametrize(
    ("path", "text", "meaning"),
    [
        ("a.php", "<?php\nclass A { function f() {} }\nclass B extends A { function g() { parent::f(); } }\n", "A.f"),
        ("a.cs", "class A { void f() {} }\nclass B : A { void g() { base.f(); } }\n", "A.f"),
        ("a.java", "class A { void f() {} }\nclass B extends A { void g() { super.f(); } }\n", "A.f"),
        ("a.ts", "class A { f() {} }\nclass B extends A { g() { super.f(); } }\n", "A.f"),
        ("a.rb", "class A\n  def f; end\nend\nclass B < A\n  def g; super.f(); end\nend\n", ""),
    ],
)
def test_each_language_has_its_own_name_for_the_members_of_the_base(path: str, text: str, meaning: str) -> None:
    assert meanings({path: text}) == ([f"{path}#B.g -> {path}#{meaning} (super)"] if meaning else [])


def test_a_call_of_a_variable_means_the_method_of_its_class_where_that_is_known() -> None:
    files = {
        "a.py": "class A:\n    def f(self): pass\nclass B(A):\n    def g(self): pass\ndef make(): pass\n",
        "b.py": "import a\nfrom a import B, make\ndef run(b: B):\n    c = a.B()\n    b.f(); c.g()\n"
        "    d = make()\n    d.g()\n    a.B().f()\n    e = a\n    e.make()\n",
        "c.ts": "export interface I { f(): void }\nexport class C { g() {} }\n",
        "d.ts": "import { C, type I } from './c';\nclass D { c = new C();\n  run(i: I) { i.f(); this.c.g(); } }\n",
    }
    assert meanings(files) == [
        "b.py#run -> a.py#A.f (class)",
        "b.py#run -> a.py#B (module)",
        "b.py#run -> a.py#B.g (class)",
        "b.py#run -> a.py#make (import)",
        "d.ts#D -> c.ts#C (import)",
        "d.ts#D.run -> c.ts#C.g (class)",
        "d.ts#D.run -> c.ts#I.f (class)",
    ]


def test_a_call_of_a_constant_of_another_file_means_a_method_of_its_class() -> None:
    files = {
        "a.py": "class A:\n    def f(self): pass\n",
        "b.py": "from a import A\none: A = proxy()\ntwo = A()\nthree = A()\nthree = 0\nfour: list[A] = []\nfive = A()\n"
        "def make():\n    global five\n    five = B()\n",
        "c.py": "import b\nfrom b import one, two as own, three, four, five\n"
        "def f(): one.f()\ndef g(): own.f()\ndef h(): three.f(); four.f(); five.f(); one().f()\ndef i(): b.two.f()\n",
        "d.ts": "export class D { f() {} }\nexport const d = new D(), e: D = make();\n",
        "e.ts": "import { d, e } from './d';\nexport { d as other } from './d';\n"
        "function f() { d.f(); }\nfunction g() { e.f(); }\n",
        "f.ts": "import { other } from './e';\nother.f();\n",
    }
    assert [each for each in meanings(files) if each.endswith("(class)")] == [
        "c.py#f -> a.py#A.f (class)",
        "c.py#g -> a.py#A.f (class)",
        "c.py#i -> a.py#A.f (class)",
        "e.ts#f -> d.ts#D.f (class)",
        "e.ts#g -> d.ts#D.f (class)",
        "f.ts -> d.ts#D.f (class)",
    ]


_APP = {"a.py": "class A:\n    def f(self): pass\none: A = proxy()\n"}
_SERVER = {"a.ts": "export class A { f() {} }\nexport const one = new A();\nexport const two = { f() {} };\n"}


@pytest.mark.parametrize(
    "text",
    [
        "def g(one): one.f()",
        "def g(xs):\n    for one in xs: one.f()",
        "def g():\n    with open() as one: one.f()",
        "def g(): return lambda one: one.f()",
        "def g(xs): return [one.f() for one in xs]",
        "def g():\n    try: pass\n    except E as one: one.f()",
        "def g(one):\n    def h(): one.f()",
        "def g(): one = other(); one.f()",
        "def g(A): A().f()",
        "for one in xs: one.f()",
        "one = wrap(one)\ndef g(): one.f()",
        "def g():\n    global one\n    one = other()\ndef h(): one.f()",
        "use(lambda one: one.f())",
    ],
)
def test_a_variable_hides_the_constant_of_another_file_in_python(text: str) -> None:
    for imported in ("from a import one, A\n", "from a import *\n"):
        found = meanings({**_APP, "b.py": imported + text})
        assert not [each for each in found if "a.py#A.f" in each]


@pytest.mark.parametrize(
    "text",
    [
        "function g(one: any) { one.f(); }",
        "function g() { const one = other(); one.f(); }",
        "const g = (one) => one.f();",
        "const g = one => one.f();",
        "function g({ one }: P) { one.f(); }",
        "function g(xs) { for (const one of xs) one.f(); }",
        "function g() { try {} catch (one) { one.f(); } }",
        "function g(one: any) { return () => one.f(); }",
        "xs.map((one) => one.f());",
        "xs.map(one => one.f());",
    ],
)
def test_a_variable_hides_the_constant_of_another_file_in_typescript(text: str) -> None:
    for name in ("one", "two"):
        found = meanings({**_SERVER, "b.ts": "import { one, two } from './a';\n" + text.replace("one", name)})
        assert not [each for each in found if ".f " in each]


def test_a_name_that_only_another_function_binds_is_that_of_the_import() -> None:
    python = "from a import one\ndef g(one): one.f()\ndef h(): one.f()\ndef i():\n    from a import one\n    one.f()\n"
    script = "import { one } from './a';\nfunction g(one) { one.f(); }\nfunction h() { one.f(); }\n"
    node = "const { one } = require('./a');\nconst all = require('./a');\nfunction h() { one.f(); }\nall.one.f();\n"
    found = meanings({**_APP, **_SERVER, "b.py": python, "c.ts": script, "d.js": node})
    assert [each for each in found if each.endswith("(class)")] == [
        "b.py#h -> a.py#A.f (class)",
        "b.py#i -> a.py#A.f (class)",
        "c.ts#h -> a.ts#A.f (class)",
        "d.js -> a.ts#A.f (class)",
        "d.js#h -> a.ts#A.f (class)",
    ]


def test_functions_inside_of_the_function_that_makes_the_value_of_a_constant_call_each_other() -> None:
    text = "function () { const moor = () => tie(); function tie() {} return { row() { tie(); moor(); } }; }"
    assert meanings({"a.js": f"const o = ({text})();\n"}) == [
        "a.js#o -> a.js#o.moor (file)",  # from the method, which is no symbol
        "a.js#o -> a.js#o.tie (file)",
        "a.js#o.moor -> a.js#o.tie (file)",
    ]
    assert meanings({"a.js": "const o = { moor() { tie(); }, tie() {} };\n"}) == []


@pytest.mark.parametrize(
    ("boat", "use", "meaning"),
    [
        ("class Boat {}\nmodule.exports = Boat;", "new Any()", "Boat (import)"),
        ("module.exports = class Boat {};", "new Any()", "Boat (import)"),
        ("class Boat { static of() {} }\nexports = module.exports = Boat;", "Any.of()", "Boat.of (class)"),
        ("class Boat { row() {} }\nmodule.exports = Boat;", "const a = new Any(); a.row()", "Boat.row (class)"),
        ("function moor() {}\nmodule.exports = moor;", "Any()", "moor (import)"),
        ("function moor() {}\nexports.tie = moor;", "Any.tie()", "moor (module)"),
        ("function moor() {}\nmodule.exports = { tie: moor };", "Any.tie()", "moor (module)"),
        ("function moor() {}\nmodule.exports = { a: 1, moor, b: c };", "Any.moor()", "moor (module)"),
        ("function moor() {}\nmodule.exports = { moor };", "Any()", ""),
    ],
)
def test_what_a_module_of_node_exports_is_what_require_gives(boat: str, use: str, meaning: str) -> None:
    found = meanings(
        {"boat.js": f"{boat}\n", "main.js": f"const Any = require('./boat');\nfunction f() {{ {use}; }}\n"}
    )
    found = [each for each in found if not each.endswith("Boat (import)") or "row" not in use]
    assert found == ([f"main.js#f -> boat.js#{meaning}"] if meaning else [])


def test_a_class_of_node_extends_what_require_gives() -> None:
    files = {
        "boat.js": "class Boat { row() {} }\nmodule.exports = Boat;\n",
        "main.js": "const Any = require('./boat');\nclass Ship extends Any { go() { this.row(); } }\n",
    }
    assert meanings(files, "extends") == ["main.js#Ship -> boat.js#Boat (import)"]
    assert meanings(files) == ["main.js#Ship.go -> boat.js#Boat.row (self)"]


def test_a_method_of_an_object_that_a_constant_holds_is_called_by_this_and_by_the_constant() -> None:
    text = """
const o = {
  run() { this.stop(); [].map(() => this.go()); [].map(function () { this.arrow(); }); },
  stop() {},
  go: function () { const f = () => this.run(); f(); },
  arrow: () => { this.stop(); },
  late() { class K { m() { this.go(); } } },
};
export const p = { f() { this.g(); }, g() {} };
"""
    files = {"a.js": text, "b.js": "import { p } from './a';\np.g();\n"}
    assert meanings(files) == [
        "a.js#o.go -> a.js#o.go.f (file)",
        "a.js#o.go.f -> a.js#o.run (class)",
        "a.js#o.run -> a.js#o.go (class)",
        "a.js#o.run -> a.js#o.stop (class)",
        "a.js#p.f -> a.js#p.g (class)",
        "b.js -> a.js#p.g (class)",
    ]


def test_a_default_export_is_followed_through_files_that_export_it_again() -> None:
    files = {
        "x.ts": "export default function make() {}\nexport function other() {}\n",
        "a.ts": "export { default as X } from './x';\nexport { default } from './x';\n",
        "b.ts": "import made, { X } from './a';\nfunction f() { made(); }\nfunction g() { X(); }\n",
        "k.ts": "class Cup {}\nexport default Cup;\n",
        "l.ts": "import Mug from './k';\n",
    }
    assert meanings(files) == ["b.ts#f -> x.ts#make (import)", "b.ts#g -> x.ts#make (import)"]
    assert meanings(files, "imports") == [
        "a.ts -> x.ts#make (module)",
        "b.ts -> a.ts (module)",
        "l.ts -> k.ts#Cup (module)",
    ]


def test_imports_are_followed_through_packages_that_export_them_again() -> None:
    files = {
        "src/p/__init__.py": "from .deep import *\nfrom .other import thing as renamed\n",
        "src/p/deep.py": "def f(): pass\n",
        "src/p/other.py": "def thing(): pass\n",
        "use.py": "import p\nfrom p import f, renamed as r\nimport p.other\np.f(); f(); r(); p.other.thing()\n",
    }
    assert meanings(files) == [
        "use.py -> src/p/deep.py#f (module)",
        "use.py -> src/p/other.py#thing (import)",
    ]


def test_an_import_of_a_module_from_its_package_leads_to_the_module() -> None:
    files = {"p/__init__.py": "from .a import f\n", "p/a.py": "def f(): pass\n", "p/b.py": "from . import a, f\n"}
    assert meanings(files, "imports") == [
        "p/__init__.py -> p/a.py#f (module)",
        "p/b.py -> p/__init__.py (module)",  # which has the name f
        "p/b.py -> p/a.py (module)",
    ]


def test_packages_that_import_each_other_end() -> None:
    files = {
        "p/__init__.py": "from .a import *\n",
        "p/a.py": "from . import *\nfrom .b import g\ng(); h()\n",
        "p/b.py": "",
    }
    assert meanings(files) == []


def test_classes_that_are_based_on_members_of_each_other_end() -> None:
    text = "class A(B.C):\n    def f(self): self.g()\nclass B(A.D):\n    def f(self): self.g()\n"
    assert meanings({"a.py": text}) == []


def test_a_module_of_the_standard_library_is_not_a_file_of_its_name_in_a_package() -> None:
    files = {
        "src/p/__init__.py": "",
        "src/p/json.py": "def dumps(): pass\n",
        "src/p/use.py": "import json\njson.dumps()\n",
    }
    assert meanings(files) == []
    assert meanings(files, "imports") == []


def test_a_local_variable_with_an_unknown_type_means_nothing() -> None:
    files = {"a.py": "class C:\n    def f(self): pass\ndef g(x):\n    x.f()\n    C().f()\n    C.f(x)\n"}
    assert meanings(files) == ["a.py#g -> a.py#C (file)", "a.py#g -> a.py#C.f (class)"]


def test_typescript_follows_aliases_defaults_barrels_and_compiled_endings() -> None:
    files = {
        "src/a.ts": "export function f() {}\nexport default function main() {}\n",
        "src/index.ts": "export * from './a.js';\nexport { f as g } from './a';\n",
        "src/use.ts": "import run, { f as h } from './a';\nimport * as all from '.';\nrun(); h(); all.f();\n",
        "lib/use.ts": "import { f } from '../src/index.js';\nf();\n",
    }
    assert meanings(files) == [
        "lib/use.ts -> src/a.ts#f (import)",
        "src/use.ts -> src/a.ts#f (import)",
        "src/use.ts -> src/a.ts#main (import)",
    ]
    assert "src/index.ts -> src/a.ts (module)" in meanings(files, "imports")


def test_typescript_follows_names_that_a_module_offers_under_others() -> None:
    files = {
        "lib.ts": "function a() {}\nfunction c() {}\nfunction d() {}\nexport { a as b, c };\nexport default d;\n",
        "again.ts": "import { b as q } from './lib';\nexport { q as z };\nexport { c as e } from './lib';\n",
        "use.ts": "import other, { b } from './lib';\nimport { e, z } from './again';\nb(); e(); z(); other();\n",
        "round.ts": "export { x as y, y as x };\n",
        "lost.ts": "import { x } from './round';\nx();\n",
    }
    assert meanings(files) == [
        "use.ts -> lib.ts#a (import)",
        "use.ts -> lib.ts#c (import)",
        "use.ts -> lib.ts#d (import)",
    ]
    assert not [each for each in meanings(files, "imports") if each.startswith(("lib.ts", "round.ts"))]


def test_csharp_finds_types_of_the_namespaces_that_a_file_uses() -> None:
    words = "public static class Words { public static int Count() { return 1; } }"
    files = {
        "Lib/My.Core/Text/Words.cs": f"namespace My.Core.Text {{ {words} }}",
        "Lib/My.Core/Base.cs": "namespace My.Core { public class Base { public void Go() {} } }",
        "Other/Text/Words.cs": f"namespace Other.Text {{ {words} }}",
        "App/Main.cs": "using System;\nusing My.Core;\nusing My.Core.Text;\n"
        "class Main : Base { void Run() { Words.Count(); new Base(); Go(); Console.Clear(); Text(); } }",
        "App/Both.cs": "using My.Core.Text;\nusing Other.Text;\nclass Both { void Run() { Words.Count(); } }",
    }
    assert meanings(files) == [
        "App/Main.cs#Main.Run -> Lib/My.Core/Base.cs#Base (import)",
        "App/Main.cs#Main.Run -> Lib/My.Core/Base.cs#Base.Go (self)",
        "App/Main.cs#Main.Run -> Lib/My.Core/Text/Words.cs#Words.Count (class)",
    ]
    assert meanings(files, "extends") == ["App/Main.cs#Main -> Lib/My.Core/Base.cs#Base (import)"]
    assert meanings(files, "imports") == []


def test_csharp_calls_methods_of_the_declared_class_of_a_variable() -> None:
    files = {
        "Box.cs": "namespace My { class Box : Thing { public Box() { } public void Open() { Box own; own.Open(); } } }",
        "Thing.cs": "namespace My { class Thing { public void Move() { } public Box? Inner { get; } } }",
        "Use.cs": "namespace My { class Use : Box { void Go(Box box) { box.Open(); box.Move(); box.Gone(); } } }",
        "More.cs": "namespace My { class More : Thing { void Go() { Inner.Open(); Inner?.Inner.Move(); } } }",
    }
    assert meanings(files) == [
        "Box.cs#Box.Open -> Box.cs#Box.Open (class)",
        "More.cs#More.Go -> Box.cs#Box.Open (class)",
        "More.cs#More.Go -> Thing.cs#Thing.Move (class)",
        "Use.cs#Use.Go -> Box.cs#Box.Open (class)",  # the class, and not its constructor, which is not inherited
        "Use.cs#Use.Go -> Thing.cs#Thing.Move (class)",
    ]


def test_parts_of_a_partial_class_have_the_members_and_bases_of_each_other() -> None:
    files = {
        "Mill.Fast.cs": "namespace Mills { partial class Mill { void Rush() { Grind(); Rest(); base.Nap(); } } }",
        "Mill.cs": "namespace Mills { partial class Mill : Base { void Grind() { Rush(); } void Nap() {} } }",
        "Base.cs": "namespace Mills { class Base { void Rest() {} } }",
        "Big.cs": "namespace Mills { class Big : Mill { void Go() { Grind(); Rush(); Rest(); } } }",
    }
    assert meanings(files) == [
        "Big.cs#Big.Go -> Base.cs#Base.Rest (self)",
        "Big.cs#Big.Go -> Mill.Fast.cs#Mill.Rush (self)",
        "Big.cs#Big.Go -> Mill.cs#Mill.Grind (self)",
        "Mill.Fast.cs#Mill.Rush -> Base.cs#Base.Rest (self)",
        "Mill.Fast.cs#Mill.Rush -> Mill.cs#Mill.Grind (self)",
        "Mill.cs#Mill.Grind -> Mill.Fast.cs#Mill.Rush (self)",
    ]


def test_many_parts_of_a_class_are_each_read_once_for_a_name() -> None:
    """Each part would list the others: half a minute for ninety files, as generated clients of an interface have."""
    calls = " ".join(f"Gone{n}();" for n in range(20))
    part = "namespace Mills {{ partial class Mill {{ void Run{0}() {{ Run{1}(); {2} }} }} }}"
    files = {f"Mill.{n}.cs": part.format(n, (n + 1) % 90, calls) for n in range(90)}
    assert meanings(files) == sorted(
        f"Mill.{n}.cs#Mill.Run{n} -> Mill.{(n + 1) % 90}.cs#Mill.Run{(n + 1) % 90} (self)" for n in range(90)
    )


def test_classes_of_one_name_are_no_parts_without_partial_or_in_another_namespace() -> None:
    files = {
        "Can.cs": "namespace Metal { class Can { void Open() { Shut(); } } }",
        "CanOf.cs": "namespace Metal { class Can<T> { void Shut() { Open(); } } }",
        "Tin.cs": "namespace Metal { partial class Tin { void Open() { Shut(); } } }",
        "Tin.Wood.cs": "namespace Wood { partial class Tin { void Shut() { Open(); } } }",
    }
    assert meanings(files) == []


def test_csharp_follows_other_names_of_types() -> None:
    files = {
        "Metal/Can.cs": "namespace Metal;\npublic class Can { public static void Open() {} "
        "public class Lid { public static void Shut() {} } }\n",
        "Use.cs": "using Tin = Metal.Can;\nusing Top = global::Metal.Can.Lid;\nusing List = Other.Any<Metal.Can>;\n"
        "class Use { void Run() { Tin.Open(); Top.Shut(); List.Add(); } }\n"
        "class Jar : Tin { void Go() { new Top(); } }\n",
    }
    assert meanings(files) == [
        "Use.cs#Jar.Go -> Metal/Can.cs#Can.Lid (import)",
        "Use.cs#Use.Run -> Metal/Can.cs#Can.Lid.Shut (class)",
        "Use.cs#Use.Run -> Metal/Can.cs#Can.Open (class)",
    ]
    assert meanings(files, "extends") == ["Use.cs#Jar -> Metal/Can.cs#Can (import)"]


def test_typescript_calls_names_with_a_dollar_sign() -> None:
    files = {
        "a.ts": "export function $() {}\nexport function $all() {}\nexport class Set { $one() {} }\n",
        "b.ts": "import { $, $all as $$ } from './a'\nfunction f() { $(); $$(); }\n",
    }
    assert meanings(files) == ["b.ts#f -> a.ts#$ (import)", "b.ts#f -> a.ts#$all (import)"]


def test_go_shares_names_in_a_folder_and_knows_the_receiver() -> None:
    files = {
        "x/a.go": "package x\ntype T struct{}\nfunc (t *T) Run() { t.stop(); help() }\n",
        "x/b.go": 'package x\nimport "example.com/m/x/in"\nfunc help() { in.Do() }\nfunc (t *T) stop() {}\n',
        "x/in/c.go": "package in\nfunc Do() {}\n",
    }
    assert meanings(files) == [
        "x/a.go#T.Run -> x/b.go#T.stop (self)",
        "x/a.go#T.Run -> x/b.go#help (package)",
        "x/b.go#help -> x/in/c.go#Do (module)",
    ]


_BOAT = """\
package boat
type Boat struct { Hull }
type Hull struct{}
func (h *Hull) Float() *Boat { return nil }
func (b *Boat) Row() (turns int, err error) { return }
func New[T any](n int) (*Boat, error) { return nil, nil }
type Rower interface { Row() (int, error) }
"""


@pytest.mark.parametrize(
    ("call", "name"),
    [
        ("b.Row()", "Boat.Row"),
        ("b.Float()", "Hull.Float"),
        ("c := b.Float(); c.Row()", "Boat.Row"),
        ("b.Float().Row()", "Boat.Row"),
        ("c, err := boat.New(1); c.Row()", "Boat.Row"),
        ("c := boat.Boat{}; c.Row()", "Boat.Row"),
        ("r.Row()", "Rower.Row"),
        ("boat := other(); boat.New(1)", ""),
        ("c, err := b.Row(); c.Row()", "Boat.Row"),  # the first call alone
    ],
)
def test_a_variable_of_go_has_the_methods_of_its_type(call: str, name: str) -> None:
    use = f'package main\nimport "example.com/m/boat"\nfunc f(b *boat.Boat, r boat.Rower) {{ {call} }}\n'
    found = meanings({"m/boat/boat.go": _BOAT, "m/main.go": use})
    expected = [f"m/main.go#f -> m/boat/boat.go#{name} (class)"] if name else []
    assert [each for each in found if each.endswith("(class)") and f"#{name} " in each] == expected
    assert name or not found


@pytest.mark.parametrize(
    ("folder", "module"),
    [("m/boat", "example.com/m/boat/v2"), ("m/go-boat", "example.com/m/go-boat"), ("m/boat.v3", "gopkg.in/m/boat.v3")],
)
def test_a_package_of_go_has_the_name_in_its_path_without_a_version(folder: str, module: str) -> None:
    main = f'package main\nimport "{module}"\ntype Ship struct {{ boat.Boat }}\nfunc f() {{ boat.Moor() }}\n'
    files = {f"{folder}/boat.go": "package boat\nfunc Moor() {}\ntype Boat struct{}\n", "m/cmd/main.go": main}
    assert meanings(files) == [f"m/cmd/main.go#f -> {folder}/boat.go#Moor (module)"]
    assert meanings(files, "extends") == [f"m/cmd/main.go#Ship -> {folder}/boat.go#Boat (module)"]


def test_java_calls_inherited_methods_by_their_bare_names() -> None:
    files = {
        "src/a/Base.java": "package a;\npublic class Base { protected void f() {} }\n",
        "src/b/Sub.java": "package b;\nimport a.Base;\n"
        "class Sub extends Base { void g() { f(); this.g(); super.f(); Other.h(); } }\n",
        "src/b/Other.java": "package b;\nclass Other { static void h() {} }\n",
    }
    assert meanings(files) == [
        "src/b/Sub.java#Sub.g -> src/a/Base.java#Base.f (self)",
        "src/b/Sub.java#Sub.g -> src/b/Other.java#Other.h (class)",
        "src/b/Sub.java#Sub.g -> src/b/Sub.java#Sub.g (self)",
    ]
    assert meanings(files, "extends") == ["src/b/Sub.java#Sub -> src/a/Base.java#Base (import)"]


def test_java_calls_methods_of_the_declared_class_of_a_variable() -> None:
    files = {
        "src/a/Base.java": "package a;\npublic class Base { public void f() {} }\n",
        "src/a/Cup.java": "package a;\npublic class Cup extends Base { public Cup() {} public void g() {} }\n",
        "src/a/Odd.java": "package a;\npublic class Odd extends Far implements Own { }\n",
        "src/a/Own.java": "package a;\ninterface Own { void f(); }\n",
        "src/b/Use.java": "package b;\nimport a.Cup;\nimport a.Odd;\nclass Use {\n"
        "  Use(int n) {}\n  void all(Cup cup, Odd odd, List list) {\n"
        "    cup.f(); odd.f(); new Cup().g(); list.add(1); new Use(1).all();\n  }\n}\n",
    }
    assert meanings(files, "calls") == [
        "src/b/Use.java#Use.all -> src/a/Base.java#Base.f (class)",  # of Far nothing is known
        "src/b/Use.java#Use.all -> src/a/Cup.java#Cup (import)",
        "src/b/Use.java#Use.all -> src/a/Cup.java#Cup.g (class)",
        "src/b/Use.java#Use.all -> src/b/Use.java#Use.Use (file)",
        "src/b/Use.java#Use.all -> src/b/Use.java#Use.all (class)",
    ]


def test_a_base_inside_its_own_type_is_no_constructor_of_it() -> None:
    files = {"src/Cup.java": "class Cup {\n  Cup() {}\n  static class Mug extends Cup {}\n}\n"}
    assert meanings(files, "extends") == ["src/Cup.java#Cup.Mug -> src/Cup.java#Cup (file)"]


def test_c_finds_the_definition_beside_the_header_that_it_includes() -> None:
    files = {
        "lib/x.h": "int f(int a);\n",
        "lib/x.c": '#include "x.h"\nint f(int a) { return a; }\n',
        "lib/y.h": '#include "x.h"\n',
        "main.c": '#include "lib/y.h"\nint main(void) { return f(1); }\n',
    }
    assert meanings(files) == ["main.c#main -> lib/x.c#f (import)"]


_DECLARED = {
    "lib/multiif.h": "int expire(int a);\n",
    "lib/multi.c": '#include "multiif.h"\nint expire(int a) { return a; }\n',
    "lib/all.h": '#include "multiif.h"\n',
    "src/use.c": '#include "../lib/all.h"\nint use(void) { return expire(1); }\n',
}


def test_c_finds_the_only_function_that_a_header_of_another_name_declares() -> None:
    assert meanings(_DECLARED) == ["src/use.c#use -> lib/multi.c#expire (declared)"]
    own = {"src/use.c": "extern int expire(int a);\nint use(void) { return expire(1); }\n"}
    assert meanings(_DECLARED | own) == ["src/use.c#use -> lib/multi.c#expire (declared)"]


@pytest.mark.parametrize(
    "changed",
    [
        {"lib/multiif.h": "int other(int a);\n"},
        {"lib/multi.c": "static int expire(int a) { return a; }\n"},
        {"lib/multi.c": "struct Multi { int expire(int a) { return a; } };\n"},
        {"lib/multi.cpp": "namespace multi { int expire(int a) { return a; } }\n", "lib/multi.c": ""},
        {"lib/other.c": "int expire(int a) { return 2 * a; }\n"},
        {"src/use.c": "int use(void) { return expire(1); }\n"},
    ],
)
def test_a_function_that_no_header_declares_or_not_one_file_defines_is_not_found(changed: dict[str, str]) -> None:
    assert not meanings(_DECLARED | changed)


def test_a_macro_of_another_source_file_is_no_function_that_c_may_mean() -> None:
    macro = {"lib/debug.c": "#define expire(a) debug(a)\nint debug_it(void) { return expire(1); }\n"}
    found = ["lib/debug.c#debug_it -> lib/debug.c#expire (file)", "src/use.c#use -> lib/multi.c#expire (declared)"]
    assert meanings(_DECLARED | macro) == found


@pytest.mark.parametrize("own", ["", "int Use::expire(int a) { return a; }\n"])
def test_a_method_of_cpp_calls_a_member_of_its_type_and_no_declared_function(own: str) -> None:
    files = {
        "src/use.c": "",
        "src/use.hpp": '#include "../lib/all.h"\nclass Use { int expire(int a); int use(); };\n',
        "src/use.cpp": f'#include "use.hpp"\n{own}int Use::use() {{ return expire(1); }}\n',
    }
    assert not any("multi.c" in each for each in meanings(_DECLARED | files))


_NAMESPACES = {
    "lib/macros.h": "#define MILL_BEGIN_NAMESPACE namespace mill {\n#define MILL_END_NAMESPACE }\n",
    "lib/base.h": '#include "macros.h"\nMILL_BEGIN_NAMESPACE\nnamespace detail {\nvoid write(int a) { }\n'
    "struct store { void grow() { } };\nstruct buffer : store { void fill() { } };\n}\nvoid print(int a) { }\n"
    "MILL_END_NAMESPACE\n",
    "lib/other.h": "namespace other {\nvoid write(int a) { }\n}\n",
}


@pytest.mark.parametrize(
    ("call", "meaning"),
    [
        ("write(1)", "base.h#detail.write (import)"),
        ("write<int>(1)", "base.h#detail.write (import)"),
        ("detail::write(1)", "base.h#detail.write (import)"),
        ("mill::detail::write(1)", "base.h#detail.write (import)"),
        ("mill::print(1)", "base.h#print (import)"),
        ("print(1)", "base.h#print (import)"),
        ("detail::buffer::fill()", "base.h#detail.buffer.fill (class)"),
        ("buffer<int>::grow()", "base.h#detail.store.grow (class)"),
        ("buffer{}.grow()", "base.h#detail.store.grow (class)"),
        ("near()", "use.h#detail.near (file)"),
        ("std::write(1)", ""),
        ("mill::write(1)", ""),
        ("other::write(1)", ""),  # is not included
        ("buffer.fill()", ""),  # of a variable
        ("buffer->fill()", ""),
    ],
)
def test_cpp_looks_up_names_in_the_namespaces_around(call: str, meaning: str) -> None:
    text = f'#include "base.h"\nnamespace detail {{\nvoid near() {{ }}\nvoid go() {{ {call}; }}\n}}\n'
    found = [each for each in meanings({**_NAMESPACES, "lib/use.h": text}) if each.startswith("lib/use.h#detail.go")]
    assert found == ([f"lib/use.h#detail.go -> lib/{meaning}"] if meaning else [])


@pytest.mark.parametrize(
    "declared", ["Fn write", "Fn& write", "Fn&& write", "const std::f<int>& write", "auto&& write"]
)
def test_a_call_of_a_parameter_of_cpp_means_no_function_of_a_namespace(declared: str) -> None:
    text = f'#include "base.h"\nnamespace detail {{\ntemplate <typename Fn> void go({declared}) {{ write(1); }}\n}}\n'
    assert not any(each.startswith("lib/use.cpp") for each in meanings({**_NAMESPACES, "lib/use.cpp": text}))


def test_a_name_of_cpp_that_repeats_the_namespace_of_a_macro_takes_no_exponential_time() -> None:
    """With each further part the work doubled: 18 parts took two seconds, 30 hours."""
    text = f'#include "base.h"\nvoid go() {{ {"mill::" * 30}nothing(1); {"mill::" * 30}print(1); }}\n'
    assert meanings({**_NAMESPACES, "lib/use.cpp": text}) == ["lib/use.cpp#go -> lib/base.h#print (import)"]


def test_a_name_of_cpp_outside_of_a_namespace_is_none_in_it() -> None:
    text = '#include "base.h"\nvoid go() { write(1); detail::write(1); }\nvoid other() { write(1); }\n'
    assert meanings({**_NAMESPACES, "lib/use.cpp": text}) == ["lib/use.cpp#go -> lib/base.h#detail.write (import)"]


def test_a_base_of_cpp_is_looked_up_in_the_namespaces_around() -> None:
    text = '#include "base.h"\nnamespace detail {\nclass Own : public buffer { void go() { grow(); } };\n}\n'
    files = {**_NAMESPACES, "lib/use.h": f"{text}class Far : mill::detail::buffer {{ }};\n"}
    assert meanings(files, "extends") == [
        "lib/base.h#detail.buffer -> lib/base.h#detail.store (file)",
        "lib/use.h#Far -> lib/base.h#detail.buffer (import)",
        "lib/use.h#detail.Own -> lib/base.h#detail.buffer (import)",
    ]
    assert meanings(files) == ["lib/use.h#detail.Own.go -> lib/base.h#detail.store.grow (self)"]


def test_of_the_functions_of_two_platforms_c_finds_that_of_its_own() -> None:
    one, other = _DECLARED["lib/multi.c"], _DECLARED["src/use.c"].replace("use", "run").replace("../", "../../")
    platforms = {"lib/multi.c": "", "lib/unix/m.c": one, "lib/win/m.c": one, "lib/win/run.c": other}
    assert meanings(_DECLARED | platforms) == ["lib/win/run.c#run -> lib/win/m.c#expire (declared)"]


def test_a_relative_module_of_rust_begins_at_the_file_whatever_was_read_before() -> None:
    files = {
        "one/lib.rs": "use super::mb::eps;\n",
        "one/ma.rs": "use super::mb::eps;\nfn f() { eps(); }\n",
        "one/mb.rs": "pub fn eps() {}\n",
        "mb.rs": "pub fn eps() {}\n",
    }
    for paths in (sorted(files), sorted(files, reverse=True)):
        assert meanings({path: files[path] for path in paths}) == ["one/ma.rs#f -> one/mb.rs#eps (import)"]


_PIER = """\
pub struct Pier { pub lid: Lid, cap: Box<Lid> }
pub struct Lid;
impl Pier {
    pub fn new(n: u8) -> Result<Self, Error> { todo!() }
    pub fn moor(&self) { self.lid.shut(); }
    pub fn open(&self) -> Option<&Lid> { None }
}
impl Lid { pub fn shut(&self) {} }
pub trait Dock { fn berth(&self); }
pub fn made() -> std::io::Result<Box<dyn Dock>> { todo!() }
"""


@pytest.mark.parametrize(
    ("call", "names"),
    [
        ("p.moor();", ["Pier.moor"]),
        ("let q = Pier::new(1)?; q.moor();", ["Pier.moor", "Pier.new"]),
        ("let q = made().unwrap(); q.berth();", ["Dock.berth"]),
        ("let q = p.open().unwrap(); q.shut();", ["Lid.shut", "Pier.open"]),
        ("d.berth();", ["Dock.berth"]),
        ("p.lid.shut();", []),  # a field of a type of another file
        ("for p in all { p.moor(); }", []),
    ],
)
def test_a_variable_of_rust_has_the_methods_of_its_type(call: str, names: list[str]) -> None:
    use = f"use crate::pier::{{Pier, Dock, made}};\nfn f(p: &Pier, d: &mut dyn Dock) {{ {call} }}\n"
    found = meanings({"src/lib.rs": "mod pier;\n", "src/pier.rs": _PIER, "src/use.rs": use})
    assert "src/pier.rs#Pier.moor -> src/pier.rs#Lid.shut (class)" in found
    assert [each for each in found if each.startswith("src/use.rs") and each.endswith("(class)")] == [
        f"src/use.rs#f -> src/pier.rs#{name} (class)" for name in names
    ]


def test_rust_php_ruby_and_bash_follow_their_imports() -> None:
    rust = {
        "src/lib.rs": "mod a;\n",
        "src/a.rs": "pub fn f() {}\n",
        "src/b.rs": "use crate::a::f;\nuse crate::a;\nfn g() { f(); a::f(); }\n",
    }
    assert meanings(rust) == ["src/b.rs#g -> src/a.rs#f (import)"]
    php = {
        "src/Log/Base.php": "<?php\nnamespace App\\Log;\nclass Base { function f() {} }\n",
        "src/Use.php": "<?php\nuse App\\Log\\Base;\n"
        "class Sub extends Base { function g() { $this->f(); parent::f(); } }\n",
    }
    assert meanings(php) == ["src/Use.php#Sub.g -> src/Log/Base.php#Base.f (self)"]
    ruby = {"lib/a.rb": "def f\nend\n", "lib/b.rb": "require_relative 'a'\ndef g\n  f()\nend\n"}
    assert meanings(ruby) == ["lib/b.rb#g -> lib/a.rb#f (import)"]
    bash = {"a.sh": "f() { :; }\n", "b.sh": "source ./a.sh\ng() { f; }\n"}
    assert meanings(bash) == ["b.sh#g -> a.sh#f (import)"]


_PHP = {
    "src/Node/Stmt.php": "<?php\nnamespace App\\Node;\nclass Stmt { static function make() {} }\n",
    "src/Node/Stmt/Echo_.php": "<?php\nnamespace App\\Node\\Stmt;\nuse App\\Node;\nclass Echo_ extends Node\\Stmt "
    "{ static function of() {} }\n",
}


@pytest.mark.parametrize(
    ("call", "meaning"),
    [
        ("new Stmt\\Echo_()", "src/Node/Stmt/Echo_.php#Echo_ (module)"),  # behind `use App\Node\Stmt`
        ("Stmt\\Echo_::of()", "src/Node/Stmt/Echo_.php#Echo_.of (module)"),
        ("Stmt::make()", "src/Node/Stmt.php#Stmt.make (class)"),
        ("Alias\\Stmt\\Echo_::make()", "src/Node/Stmt.php#Stmt.make (module)"),  # of the base
        ("new Node\\Stmt()", "src/Node/Stmt.php#Stmt (module)"),  # in the namespace of the file
        ("new \\App\\Node\\Stmt\\Echo_()", "src/Node/Stmt/Echo_.php#Echo_ (module)"),
        ("new Gone\\Echo_()", ""),
        ("new Stmt\\Gone()", ""),
    ],
)
def test_a_name_of_php_may_have_an_imported_namespace_before_it_or_one_inside_its_own(call: str, meaning: str) -> None:
    use = "<?php\nnamespace App;\nuse App\\Node\\Stmt;\nuse App\\Node as Alias;\n"
    found = meanings({**_PHP, "src/Maker.php": f"{use}function f() {{ {call}; }}\n"})
    assert found == ([f"src/Maker.php#f -> {meaning}"] if meaning else [])


def test_a_variable_of_php_has_the_methods_of_its_type() -> None:
    lid = "<?php\nnamespace App\\Part;\nclass Lid {\n  public function shut(): static {}\n"
    lid += "  public function boat(): ?\\App\\Boat {}\n}\n"
    boat = "<?php\nnamespace App;\nuse App\\Part\\Lid;\nclass Boat {\n  private Lid $lid;\n  function run(Lid $a) {\n"
    boat += "    $this->lid->shut();\n    $a->shut()->boat();\n    $b = $a->boat();\n    $b->moor();\n  }\n"
    assert meanings({"App/Part/Lid.php": lid, "App/Boat.php": f"{boat}  function moor() {{}}\n}}\n"}) == [
        "App/Boat.php#Boat.run -> App/Boat.php#Boat.moor (class)",
        "App/Boat.php#Boat.run -> App/Part/Lid.php#Lid.boat (class)",
        "App/Boat.php#Boat.run -> App/Part/Lid.php#Lid.shut (class)",
    ]


def test_a_base_class_of_php_may_have_a_namespace_before_it() -> None:
    assert meanings(_PHP, "extends") == ["src/Node/Stmt/Echo_.php#Echo_ -> src/Node/Stmt.php#Stmt (module)"]


@pytest.mark.parametrize("name", ["log_line", "log::line", "logLine", "log-line", "log.line", "_log"])
def test_a_shell_calls_the_only_function_of_a_name_that_few_commands_have(name: str) -> None:
    script = f"{name}() {{ :; }}\n"
    use = f"go() {{ {name} x; line; }}\n"
    assert meanings({"lib/log.sh": f"{script}line() {{ :; }}\n", "use.sh": use}) == [
        f"use.sh#go -> lib/log.sh#{name} (name)"
    ]
    assert meanings({"lib/log.sh": script, "lib/other.sh": script, "use.sh": use}) == []
    assert meanings({"test/log.sh": script, "use.sh": use}) == []
    assert meanings({"lib/log.py": "def log_line(): pass\n", "use.sh": use}) == []


@pytest.mark.parametrize(
    ("interpreter", "text", "meaning"),
    [
        ("/bin/sh", "run() { :; }\ngo() { run; }", "run"),
        ("/usr/bin/env bash", "go() { log_line; }", "lib/log.sh#log_line"),
        ("/usr/bin/env python3", "def run(): pass\ndef go(): run()", "run"),
        ("/usr/bin/env node", "function run() {}\nfunction go() { run(); }", "run"),
        ("/usr/bin/ruby", "def run\nend\ndef go\n  run()\nend", "run"),
    ],
)
def test_a_script_without_an_ending_calls_as_its_language_does(interpreter: str, text: str, meaning: str) -> None:
    files = {"bin/deploy": f"#!{interpreter}\n{text}\n", "lib/log.sh": "log_line() { :; }\n"}
    rule = "name" if "#" in meaning else "file"
    assert meanings(files) == [f"bin/deploy#go -> {meaning if '#' in meaning else f'bin/deploy#{meaning}'} ({rule})"]


_ROPES = """\
namespace Boats;
public static class Ropes {
  public static int Metres(this string rope) => 1;
  public static T Tied<T>(this T rope) => rope;
  public static int Plain(string rope) => 1;
  extension(Knot knot) {
    public int Turns() => 2;
  }
}
"""


@pytest.mark.parametrize(
    ("call", "name"),
    [
        ("a.Metres()", "Metres"),
        ("a.b().Tied()", "Tied"),
        ("x[0].Metres()", "Metres"),
        ("this.field.Metres()", "Metres"),
        ("knot.Turns()", "Turns"),
        ("Ropes.Metres(a)", "Metres"),
        ("string.Metres(a)", ""),  # a static method of the type
        ("Path.Metres(a)", ""),
        ("a.Plain()", ""),
        ("Metres(a)", ""),
    ],
)
def test_a_method_that_no_type_has_is_an_extension_method_of_c_sharp(call: str, name: str) -> None:
    use = f"namespace Own;\nclass Use {{ void Run(string a, object[] x, object knot) {{ {call}; }} }}\n"
    expected = [f"own/Use.cs#Use.Run -> boats/Ropes.cs#Ropes.{name} (class)"] if name else []
    assert meanings({"boats/Ropes.cs": _ROPES, "own/Use.cs": f"using Boats;\n{use}"}) == expected
    if not call.startswith("Ropes"):
        assert meanings({"boats/Ropes.cs": _ROPES, "own/Use.cs": use}) == []
    other = "namespace Other;\nclass Other { int Metres() => 1; int Tied() => 1; int Turns() => 1; }\n"
    found = meanings({"boats/Ropes.cs": _ROPES, "own/Use.cs": f"using Boats;\n{use}", "other/Other.cs": other})
    assert found == (expected if call.startswith("Ropes") else [])


def test_the_type_of_a_variable_may_be_that_of_an_extension_method() -> None:
    ropes = "static class Ropes { static int Turns(this Knot knot) => 1; static int Ends(this Bend bend) => 1; }\n"
    use = "class Use { void Run(Knot a) { a.Turns(); a.Ends(); } }\n"
    assert meanings({"Ropes.cs": ropes, "Use.cs": use}) == ["Use.cs#Use.Run -> Ropes.cs#Ropes.Turns (class)"]


def test_a_shell_calls_a_function_of_a_script_without_an_ending() -> None:
    files = {"bin/lib": "# What others read.\nlog_line() {\n  :\n}\n", "use.sh": "go() { log_line; }\n"}
    assert meanings(files) == ["use.sh#go -> bin/lib#log_line (name)"]


_RUBY = {
    "lib/app.rb": "module App\n  autoload :Text, 'app/text'\nend\n",
    "lib/app/text.rb": "module App\n  module Text\n    def self.escape(s)\n    end\n  end\nend\n",
    "lib/text.rb": "module Text\n  def self.escape(s)\n  end\n  def self.other\n  end\nend\n",
}


@pytest.mark.parametrize(
    ("call", "meaning"),
    [
        ("Text.escape(1)", ["lib/app/text.rb#App.Text.escape (class)"]),
        ("App::Text.escape(1)", ["lib/app/text.rb#App.Text.escape (class)"]),
        ("::Text.escape(1)", ["lib/text.rb#Text.escape (class)"]),
        ("Text.other", []),  # the module inside of App hides the other
        ("Gone.escape(1)", []),
        ("Text::Gone.escape(1)", []),
    ],
)
def test_a_constant_of_ruby_is_that_of_the_innermost_module_around_that_has_it(call: str, meaning: list[str]) -> None:
    text = f"module App\n  class Page\n    def show\n      {call}\n    end\n  end\nend\n"
    assert meanings({**_RUBY, "lib/app/page.rb": text}) == [
        f"lib/app/page.rb#App.Page.show -> {each}" for each in meaning
    ]


def test_a_module_of_ruby_includes_one_of_another_file() -> None:
    files = {
        "lib/app/bad.rb": "module App\n  module Bad\n    def status\n    end\n  end\nend\n",
        "lib/app/error.rb": "module App\n  class Error < StandardError\n    include Bad\n    def show\n      status()\n"
        "    end\n  end\n  class Bad::Worse < Error\n  end\nend\n",
    }
    assert meanings(files, "implements") == ["lib/app/error.rb#App.Error -> lib/app/bad.rb#App.Bad (package)"]
    assert meanings(files, "extends") == ["lib/app/error.rb#App.Bad.Worse -> lib/app/error.rb#App.Error (file)"]
    assert meanings(files) == ["lib/app/error.rb#App.Error.show -> lib/app/bad.rb#App.Bad.status (self)"]


def test_a_module_of_ruby_with_a_qualified_name_is_included_by_the_last_part() -> None:
    files = {
        "lib/app/text/bad.rb": "module App::Text::Bad\n  def status\n  end\n  def self.name\n  end\nend\n",
        "lib/app/text.rb": "class App::Text\n  include Bad\n  def show\n    status()\n    App::Text::Bad.name\n"
        "  end\nend\n",
    }
    assert meanings(files, "implements") == ["lib/app/text.rb#App.Text -> lib/app/text/bad.rb#App.Text.Bad (package)"]
    assert meanings(files) == [
        "lib/app/text.rb#App.Text.show -> lib/app/text/bad.rb#App.Text.Bad.name (class)",
        "lib/app/text.rb#App.Text.show -> lib/app/text/bad.rb#App.Text.Bad.status (self)",
    ]


def test_an_object_of_ruby_that_is_new_has_the_methods_of_its_class() -> None:
    files = {
        "lib/page.rb": "class Page\n  def show\n  end\nend\n",
        "lib/main.rb": "class Hash\n  def self.made\n  end\nend\ndef main\n  Page.new\n  Page.new.show\n"
        "  Page.find.show\n  Page.new.show.show\n  Hash.new\n  Hash.made\nend\n",
    }
    assert meanings(files) == [
        "lib/main.rb#main -> lib/main.rb#Hash.made (class)",  # but Hash.new is of the language
        "lib/main.rb#main -> lib/page.rb#Page (package)",
        "lib/main.rb#main -> lib/page.rb#Page.show (class)",
    ]


def test_a_variable_of_ruby_has_the_methods_of_its_new_object() -> None:
    files = {
        "lib/page.rb": "class Page\n  def show\n  end\nend\n",
        "lib/main.rb": "class Main\n  def initialize\n    @page = Page.new\n  end\n  def run\n    @page.show\n  end\n"
        "  def go(other)\n    other.show\n  end\nend\n",
    }
    assert meanings(files) == [
        "lib/main.rb#Main.initialize -> lib/page.rb#Page (package)",
        "lib/main.rb#Main.run -> lib/page.rb#Page.show (class)",
    ]


def test_of_several_files_with_a_constant_of_ruby_the_nearest_counts() -> None:
    page = "class Page\n  def show\n  end\nend\n"
    use = "def main\n  Page.new.show\nend\n"
    files = {"one/page.rb": page, "two/other.rb": page, "test/page.rb": page}

    def target(**others: str) -> list[str]:
        given = {path.replace("__", "/") + ".rb": text for path, text in others.items()}
        found = (each.rpartition(" -> ")[2] for each in meanings({**files, **given}) if each.startswith("main"))
        return [each for each in found if "show" in each]

    assert target(main=use) == ["one/page.rb#Page.show (class)"]  # called like the constant
    assert target(main=f"require_relative 'two/other'\n{use}") == ["two/other.rb#Page.show (class)"]
    assert target(main=page + use) == ["main.rb#Page.show (class)"]
    files["two/page.rb"] = page
    assert target(main=use) == []


def test_a_member_of_ruby_may_be_in_any_file_that_opens_the_module_again() -> None:
    files = {
        "lib/text.rb": "module Text\n  def self.one\n  end\nend\n",
        "lib/text/two.rb": "module Text\n  def self.two\n  end\nend\n",
        "lib/main.rb": "def main\n  Text.one\n  Text.two\nend\n",
    }
    assert meanings(files) == [
        "lib/main.rb#main -> lib/text.rb#Text.one (class)",
        "lib/main.rb#main -> lib/text/two.rb#Text.two (class)",
    ]


def test_the_line_is_that_of_the_first_reference() -> None:
    files = {"a.py": "def f(): pass\n\nf()\nf()\n"}
    (edge,) = ReferenceResolver(Sources(files)).resolved(files)["a.py"].edges
    assert edge.line == 3


@pytest.mark.parametrize("unresolved", ["from .missing import f\nf()\n", "print()\n", "x = lambda: y()\n"])
def test_what_means_nothing_in_the_tree_is_counted_and_has_no_edge(unresolved: str) -> None:
    own = ReferenceResolver(Sources({"a.py": unresolved})).resolved(["a.py"])["a.py"]
    assert isinstance(own, ResolvedReferences)
    assert own.edges == ()
    assert own.total > own.resolved == 0


def test_many_classes_in_a_row_and_in_diamonds_take_no_long_time() -> None:
    rows = "".join(f"class C{n}(C{n - 1}, C{n - 2}): pass\n" for n in range(2, 400))
    text = f"class C0: pass\nclass C1(C0): pass\n{rows}class Last(C399):\n    def f(self): self.missing()\n"
    assert meanings({"a.py": text}) == []
