"""A package of Java is one whichever source roots its files lie in, and a name means what the nearest root has."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from types import FrameType

import pytest

from dowse.graph.source_references import package_types, source_roots
from dowse.graph.source_references.reference_resolver import ReferenceResolver
from dowse.graph.source_references.source_roots import by_root, nearest, source_root
from dowse.model.symbol import SourceOutline

from .sources import Sources, meanings

_BASE = "package shop.tin;\npublic class Base {}\n"
_SUB = "package shop.tin;\nclass Sub extends Base {}\n"
_IMPORTING = "package shop;\nimport shop.tin.Base;\nclass Sub extends Base {}\n"
_MAIN, _TEST = "src/main/java/shop/tin", "src/test/java/shop/tin"


@pytest.fixture(autouse=True, params=[100, -1], ids=["few", "many"])
def many(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """From how many files on a package is not read as a whole."""
    monkeypatch.setattr(package_types, "_MANY", request.param)
    return int(request.param)


def _bases(files: dict[str, str]) -> list[str]:
    return [each.rpartition(" (")[0].partition(" -> ")[2] for each in meanings(files, "extends")]


def test_a_test_extends_a_class_of_its_package_in_another_source_root() -> None:
    files = {f"core/{_MAIN}/Base.java": _BASE, f"core/{_TEST}/Sub.java": _SUB}
    assert meanings(files, "extends") == [
        f"core/{_TEST}/Sub.java#Sub -> core/{_MAIN}/Base.java#Base (package)",
    ]


@pytest.mark.parametrize("text", [_SUB, _IMPORTING])
@pytest.mark.parametrize(
    ("bases", "sub", "found"),
    [
        ((f"a/{_MAIN}", f"a/{_TEST}"), f"a/{_TEST}", f"a/{_TEST}"),  # its own root
        ((f"a/{_MAIN}", f"a/{_TEST}"), "a/src/it/java/shop/tin", f"a/{_MAIN}"),
        ((f"a/{_MAIN}", f"b/{_MAIN}"), f"b/{_TEST}", f"b/{_MAIN}"),  # the main root of its module
        ((f"a/{_MAIN}", f"x/b/{_MAIN}"), f"x/c/{_MAIN}", f"x/b/{_MAIN}"),  # the nearer module
        ((f"a/{_TEST}", f"b/{_MAIN}"), f"a/{_MAIN}", f"b/{_MAIN}"),  # tests are not seen
        ((f"a/{_MAIN}", f"b/{_MAIN}"), f"c/{_MAIN}", ""),  # equally near
        (("src/shop/tin", "test/shop/tin"), "test/shop/tin", "test/shop/tin"),
        (("src/shop/tin", "old/src/shop/tin"), "test/shop/tin", "src/shop/tin"),
    ],
)
def test_a_name_means_what_the_nearest_root_has_and_nothing_if_several_are_equally_near(
    bases: tuple[str, ...], sub: str, found: str, text: str
) -> None:
    folder = sub if text == _SUB else sub.removesuffix("/tin")
    files = {**{f"{each}/Base.java": _BASE for each in bases}, f"{folder}/Sub.java": text}
    assert _bases(files) == ([f"{found}/Base.java#Base"] if found else [])


def test_files_of_a_folder_that_are_in_other_packages_do_not_see_each_other() -> None:
    assert _bases({"shop/tin/Base.java": _BASE.replace("shop.tin", "shop.other"), "shop/tin/Sub.java": _SUB}) == []
    assert _bases({"a/Base.java": "class Base {}\n", "a/Sub.java": "class Sub extends Base {}\n"}) == [
        "a/Base.java#Base"
    ]


def test_files_of_other_folders_that_are_in_no_package_do_not_see_each_other() -> None:
    assert _bases({"a/Base.java": "class Base {}\n", "b/Sub.java": "class Sub extends Base {}\n"}) == []


def test_an_import_means_the_file_that_states_the_package_wherever_it_lies() -> None:
    importing = "package other;\nimport shop.tin.Base;\nclass Sub extends Base {}\n"
    assert _bases({"resources/Base.java": _BASE, "Sub.java": importing}) == ["resources/Base.java#Base"]
    assert _bases({"tin/Base.java": _BASE.replace("shop.tin", "tin"), "Sub.java": importing.replace("shop.", "")}) == [
        "tin/Base.java#Base"
    ]
    assert _bases({"shop/tin/Base.java": _BASE, "Sub.java": importing.replace("shop.", "")}) == []
    assert _bases({"x/shop/tin/Base.java": _BASE.replace("shop", "x.shop"), "Sub.java": importing}) == []


def test_an_import_of_a_whole_package_brings_the_names_of_the_nearest_root() -> None:
    star = "package shop;\nimport shop.tin.*;\nclass Sub extends Base {}\n"
    files = {f"a/{_MAIN}/Base.java": _BASE, f"b/{_MAIN}/Base.java": _BASE, "b/src/test/java/shop/Sub.java": star}
    assert _bases(files) == [f"b/{_MAIN}/Base.java#Base"]
    assert meanings(files, "imports") == [f"b/src/test/java/shop/Sub.java -> b/{_MAIN}/Base.java (module)"]


def test_a_static_import_of_all_members_imports_the_file_of_the_class() -> None:
    files = {
        f"a/{_MAIN}/Base.java": _BASE,
        "a/src/test/java/Use.java": "import static shop.tin.Base.*;\nclass Use {}\n",
    }
    assert meanings(files, "imports") == [f"a/src/test/java/Use.java -> a/{_MAIN}/Base.java (module)"]


@pytest.mark.parametrize(
    ("path", "package", "root"),
    [
        ("core/src/main/java/shop/tin/Base.java", "shop.tin", "core/src/main/java"),
        ("shop/tin/Base.java", "shop.tin", ""),
        ("elsewhere/Base.java", "shop.tin", "elsewhere"),
        ("Base.java", "", ""),
    ],
)
def test_a_source_root_is_the_folder_around_the_folders_of_the_package(path: str, package: str, root: str) -> None:
    assert source_root(path, package) == root


def test_of_two_files_of_one_root_the_first_has_the_name() -> None:
    assert by_root([("a", "src", 1), ("a", "src", 2), ("b", "test", 3)]) == {"a": {"src": 1}, "b": {"test": 3}}


def test_a_name_of_its_own_module_is_nearer_than_one_of_a_module_inside_it() -> None:
    assert nearest({"a/src/main/java": 1, "a/b/src/main/java": 2}, "a/src/test/java") == 1
    assert nearest({"a/src/gen/java": 1, "a/b/src/main/java": 2}, "a/src/main/java") is None


class _Read(Sources):
    """Sources that note which files are read."""

    def __init__(self, files: Mapping[str, str]) -> None:
        super().__init__(files)
        self.read: list[str] = []

    def source_outlines(self, docs: Iterable[str]) -> Mapping[str, SourceOutline]:
        self.read += (listed := list(docs))
        return super().source_outlines(listed)


def test_of_a_package_of_many_files_those_are_read_that_define_a_name_of_the_resolved_file(many: int) -> None:
    others = {f"{_MAIN}/Tin{n}.java": f"package shop.tin;\nclass Tin{n} {{}}\n" for n in range(9)}
    index = _Read({f"{_MAIN}/Base.java": _BASE, f"{_MAIN}/Sub.java": _SUB, **others})
    (resolved,) = ReferenceResolver(index).resolved([f"{_MAIN}/Sub.java"]).values()
    assert [str(each.target) for each in resolved.edges] == [f"{_MAIN}/Base.java#Base"]
    assert len(index.read) == (2 if many < len(others) else 11)


def test_a_name_with_too_many_definitions_is_looked_for_in_the_files_of_the_package() -> None:
    others = {f"other/Tin{n}.java": f"package other;\nclass Tin{n} {{ void base() {{}} }}\n" for n in range(200)}
    assert _bases({f"{_MAIN}/Base.java": _BASE, f"{_MAIN}/Sub.java": _SUB, **others}) == [f"{_MAIN}/Base.java#Base"]


def test_the_work_on_a_package_grows_with_its_source_roots_and_not_with_their_square() -> None:
    once, twice = _calls(modules=15), _calls(modules=30)
    assert 0 < twice < 3 * once


def _calls(*, modules: int) -> int:
    """The calls in the module of the source roots while a package in so many modules is resolved."""
    files = {
        f"m{number}/{folder}/{name}{suffix}.java": f"package shop.tin;\nclass {name}{suffix} extends {base} {{}}\n"
        for number in range(modules)
        for folder, name, suffix, base in (
            (_MAIN, "Tin", number, "App"),
            (_MAIN, "App", "", "Box"),
            (_TEST, "Sub", "", "App"),
        )
    }
    calls = 0

    def called(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"} and frame.f_code.co_filename == source_roots.__file__

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        assert len(meanings(files, "extends")) == 2 * modules
    finally:
        sys.setprofile(before)
    return calls


def test_an_anonymous_class_has_its_base_at_the_symbol_around_it() -> None:
    files = {
        "a/Cup.java": "package a;\nclass Cup { Cup copy() { return new Cup() { }; } }\n",
        "a/Lid.java": "package a;\ninterface Lid<T> { class Knob { } }\n",
        "a/Use.java": "package a;\nclass Use {\n  Cup cup = new Cup() { void fill() { } };\n"
        "  static final Lid<String> LID = new Lid<>() { };\n"
        "  void go() { new Lid.Knob() { }; new Cup(); new java.util.ArrayList<Cup>() { }; }\n}\n",
    }
    assert meanings(files, "extends") == [
        "a/Cup.java#Cup.copy -> a/Cup.java#Cup (anonymous)",
        "a/Use.java#Use -> a/Cup.java#Cup (anonymous)",
        "a/Use.java#Use.go -> a/Lid.java#Lid.Knob (anonymous)",
    ]
    assert meanings(files, "implements") == ["a/Use.java#Use.LID -> a/Lid.java#Lid (anonymous)"]


def test_an_anonymous_class_is_no_base_of_the_class_around_it() -> None:
    files = {
        "a/Cup.java": "package a;\nclass Cup { void fill() { } }\n",
        "a/Use.java": "package a;\nclass Use { Cup cup = new Cup() { }; void go() { fill(); this.fill(); } }\n",
    }
    assert meanings(files) == ["a/Use.java#Use -> a/Cup.java#Cup (package)"]
