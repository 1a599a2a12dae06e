"""`calls:`, `imports:`, `explains:` and their like select symbols and sections by resolved references."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.formats.detect import parse_file
from dowse.indexing.batches import TimeBudget
from dowse.indexing.linking import link_pending
from dowse.search.execute import Request, search
from dowse.search.names.reference import find_reference, resolve_reference
from dowse.search.profile import Profile
from dowse.search.profiles import DEFAULT, WEIGHTED
from tests.contract.engines import ENGINES, Engine, fill

_FILES = {
    "box/__init__.py": b"",
    "box/lid.py": b"import numpy.linalg\n\nclass Lid:\n    def shut(self): pass\n    def seal(self): self.shut()\n",
    "box/chest.py": b"from .lid import Lid\n\nclass Chest(Lid):\n    def fill(self): self.seal()\n\ndef make():\n"
    b"    return Chest()\n",
    "use.py": b"from box.chest import make\nimport numpy as np\n\ndef one(): return make()\n\n"
    b"def two(): return make()\n",
    "how.md": b"# How\n\nFirst `Chest.fill()`.\n\n## Later\n\nThen `Lid.shut()`; see `box/lid.py`.\n",
    "other.md": b"# Other\n\nNothing about code.\n",
}


@pytest.fixture(scope="module", params=sorted(ENGINES))
def code(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """An index of the files, linked, for tests that only read."""
    made = _linked(ENGINES[request.param](tmp_path_factory.mktemp("code")))
    yield made
    if isinstance(made, SqliteEngine):
        made.close()


@pytest.fixture
def own_code(engine: Engine) -> Engine:
    """The same for a test that writes."""
    return _linked(engine)


def _linked(engine: Engine) -> Engine:
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in _FILES.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    return engine


def _found(engine: Engine, query: str) -> list[str]:
    return sorted(str(hit.ref) for hit in search(Request(query), DEFAULT, engine, now=0.0).hits)


@pytest.mark.parametrize(
    ("query", "refs"),
    [
        ("calls:make", ["use.py#one", "use.py#two"]),
        ("calls:Lid.shut", ["box/lid.py#Lid.seal"]),
        ("calls:Chest", ["box/chest.py#make"]),
        ("calls:box/lid.py", ["box/chest.py#Chest.fill", "box/lid.py#Lid.seal"]),
        ("called:Chest.fill", ["box/lid.py#Lid.seal"]),
        ("called:Lid", ["box/lid.py#Lid.shut"]),  # by a method of it
        ("called:use.py", ["box/chest.py#make"]),
        ("imports:box/lid.py", ["box/chest.py"]),
        ("imports:Lid", ["box/chest.py"]),
        ("imports:box", ["box/chest.py", "use.py"]),  # any file of the folder
        ("imports:numpy", ["box/lid.py", "use.py"]),  # not in the vault
        ("imports:box.lid", ["box/chest.py"]),
        ("imports:box.chest", ["use.py"]),
        ("imports:lid", ["box/chest.py"]),
        ("imports:other", []),  # a note
        ("calls:box.chest.make", ["use.py#one", "use.py#two"]),
        ("called:chest.Chest.fill", ["box/lid.py#Lid.seal"]),
        ("imports:numpy.linalg", ["box/lid.py"]),
        ("imported:use.py", ["box/chest.py#make"]),
        ("extends:Lid", ["box/chest.py#Chest"]),
        ("explains:Chest.fill", ["how.md#how"]),
        ("explains:Lid.shut", ["how.md#later"]),
        ("explains:Lid", ["how.md#later"]),
        ("explains:box/lid.py", ["how.md#later"]),
        ("explained:how.md", ["box/chest.py#Chest.fill", "box/lid.py#Lid.shut"]),
        ("explained:how.md#later", ["box/lid.py#Lid.shut"]),
        ("calls:make -path:use.py", []),
        ("kind:code -calls:make test:no imports:numpy", ["box/lid.py"]),
    ],
)
def test_a_scope_of_references_selects_what_is_at_their_other_end(code: Engine, query: str, refs: list[str]) -> None:
    assert _found(code, query) == refs


def test_what_a_file_calls_outside_of_its_functions_no_function_of_it_calls(own_code: Engine) -> None:
    text = b"from box.chest import make\nfrom box.lid import Lid\n\ndef three(): return make()\n\nLid()\n"
    fill(own_code, parse_file("more.py", text, modified=0.0))
    link_pending(own_code, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    assert _found(own_code, "called:three") == ["box/chest.py#make"]
    assert _found(own_code, "called:more.py") == ["box/chest.py#make", "box/lid.py#Lid"]


def test_a_file_name_of_several_files_in_imports_has_a_note(own_code: Engine) -> None:
    fill(own_code, parse_file("tests/lid.py", b"", modified=0.0))
    answer = search(Request("imports:lid.py"), DEFAULT, own_code, now=0.0)
    assert [hit.ref.doc for hit in answer.hits] == ["box/chest.py"]
    hint = "dowse takes box/lid.py; write the path of another one to choose it: tests/lid.py"
    assert [note.hint for note in answer.notes] == [f"imports: 2 documents have the name 'lid.py'; {hint}"]


@pytest.mark.parametrize(
    ("query", "refs"),
    [
        ("imports:/home/me/code/box/lid.py", ["box/chest.py"]),
        ("imports:/home/me/code/box", ["box/chest.py", "use.py"]),
        ("calls:/home/me/code/box/lid.py#Lid.shut", ["box/lid.py#Lid.seal"]),
        ("path:/home/me/code/box/lid.py", ["box/lid.py"]),
        ("path:/home/me/code/use.py", ["use.py"]),
        ("path:/home/me/code/ file:lid*", ["box/lid.py"]),
        ("imports:/home/me/codebox/lid.py", []),
        ("imports:/other/box/lid.py", []),
    ],
)
def test_an_absolute_path_below_the_vault_means_the_file(code: Engine, query: str, refs: list[str]) -> None:
    hits = search(Request(query, roots={"/home/me/code": ""}), DEFAULT, code, now=0.0).hits
    assert sorted(str(hit.ref) for hit in hits) == refs


def test_words_beside_a_scope_rank_documents_at_the_selected_symbol(code: Engine) -> None:
    hits = search(Request("return calls:make"), DEFAULT, code, now=0.0).hits
    assert [(hit.ref.doc, str(hit.spot)) for hit in hits] == [("use.py", "use.py#one")]


def test_the_snippet_shows_the_call_and_the_mention(code: Engine) -> None:
    (first, *_) = search(Request("calls:make"), DEFAULT, code, now=0.0).hits
    assert first.snippet is not None
    assert "return make()" in first.snippet.text
    (note,) = search(Request("explains:Lid.shut"), DEFAULT, code, now=0.0).hits
    assert note.snippet is not None
    assert "Lid.shut()" in note.snippet.text


_NAMESAKES = {
    "saw.py": b"class Saw:\n    def run(self): pass\n    def go(self): self.run()\n\ndef cut(): return Saw()\n",
    "mill.py": b"class Mill:\n    def run(self): pass\n    def turn(self): self.run()\n\nclass Big(Mill): pass\n",
    "walk.py": b"class Run: pass\n\nclass Far(Run): pass\n\ndef way(): return Run()\n",
    "about.md": b"# About\n\nCall `Saw.run()`.\n\n## Mills\n\nOr `Mill.run()`.\n",
}


@pytest.mark.parametrize(
    ("query", "refs"),
    [
        ("calls:run", ["mill.py#Mill.turn", "saw.py#Saw.go"]),
        ("calls:Run", ["walk.py#way"]),  # the case as written
        ("calls:Mill.run", ["mill.py#Mill.turn"]),
        ("calls:saw.py#Saw.run", ["saw.py#Saw.go"]),
        ("explains:run", ["about.md#about", "about.md#mills"]),
        ("-calls:run lang:python", ["walk.py"]),
    ],
)
def test_a_name_of_several_symbols_means_all_of_them(engine: Engine, query: str, refs: list[str]) -> None:
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in _NAMESAKES.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    assert _found(engine, query) == refs


@pytest.mark.parametrize(
    ("name", "refs"),
    [
        ("stdio.h", ["pump.c", "valve.c"]),
        ("sys/socket.h", ["pump.c"]),
        ("missing.h", ["valve.c"]),
        ("pump.h", ["pump.c"]),  # the file of the vault, and none of another folder outside
        ("pump.py", []),
    ],
)
def test_a_header_outside_of_the_vault_is_found_as_an_include_states_it(
    engine: Engine, name: str, refs: list[str]
) -> None:
    files = {
        "pump.h": b"int pump(void);\n",
        "pump.c": b'#include <stdio.h>\n#include <sys/socket.h>\n#include "pump.h"\nint pump(void) { return 1; }\n',
        "valve.c": b'#include <stdio.h>\n#include "missing.h"\nint valve(void) { return 2; }\n',
    }
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in files.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    assert _found(engine, f"imports:{name}") == refs


def test_a_note_says_that_a_symbol_is_written_in_other_letters(engine: Engine) -> None:
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in _NAMESAKES.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    (note,) = search(Request("calls:mill.Run"), DEFAULT, engine, now=0.0).notes
    assert note.hint == "calls: no symbol is written 'mill.Run'; this is Mill.run"


def test_a_note_names_the_symbols_of_the_name_and_how_to_choose_one(engine: Engine) -> None:
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in _NAMESAKES.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    (note,) = search(Request("calls:run"), DEFAULT, engine, now=0.0).notes
    assert note.hint == (
        "calls: 2 symbols have the name 'run', and all count: mill.py#Mill.run, saw.py#Saw.run; "
        "write the path and the name of one to choose it"
    )
    assert search(Request("calls:Saw.run"), DEFAULT, engine, now=0.0).notes == ()


def test_an_unknown_name_is_not_said_to_be_that_of_a_document(code: Engine) -> None:
    (note,) = search(Request("calls:Chest.fil"), DEFAULT, code, now=0.0).notes
    assert note.hint.startswith("calls: no symbol, file or module has the name 'Chest.fil'")


def test_calls_that_may_mean_the_symbol_are_counted(own_code: Engine) -> None:
    fill(own_code, parse_file("more.py", b"def run(x):\n    x.fill()\n", modified=0.0))
    link_pending(own_code, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    (note,) = search(Request("calls:Chest.fill"), DEFAULT, own_code, now=0.0).notes
    assert note.hint == (
        "calls: no resolved call; 1 call of that name is unresolved, of objects whose type is not known"
        "; line:fill finds the lines with that name"
    )


def test_calls_whose_meaning_nobody_has_looked_for_yet_are_no_calls_of_unknown_objects(own_code: Engine) -> None:
    """As after an indexing that was interrupted before the links were resolved."""
    more = b"from box.chest import make\n\ndef run(x):\n    make()\n    x.fill()\n"
    fill(own_code, parse_file("more.py", more, modified=0.0))
    assert "more.py" in own_code.unresolved(["more.py"])
    (note,) = search(Request("calls:Chest.fill"), DEFAULT, own_code, now=0.0).notes
    assert note.hint == (
        "calls: no resolved call yet; 1 call of that name is in files whose links are not resolved yet"
    )


def test_calls_that_may_mean_the_symbol_are_counted_beside_resolved_ones(own_code: Engine) -> None:
    own = b"class Crate:\n    def fill(self): pass\n    def pack(self): self.fill()\n"
    fill(
        own_code,
        parse_file("crate.py", own, modified=0.0),
        parse_file("more.py", b"def run(x): x.fill()\n", modified=0.0),
    )
    link_pending(own_code, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    answer = search(Request("calls:Crate.fill"), DEFAULT, own_code, now=0.0)
    assert [str(hit.ref) for hit in answer.hits] == ["crate.py#Crate.pack"]
    hint = (
        "calls: 1 call of that name is unresolved, of objects whose type is not known"
        "; line:fill finds the lines with that name"
    )
    assert [note.hint for note in answer.notes] == [hint]


def test_calls_through_a_module_are_counted_beside_resolved_ones_of_a_function(engine: Engine) -> None:
    """Not those of objects, nor of modules that are not in the index."""
    fill(
        engine,
        parse_file("p/__init__.py", b"", modified=0.0),
        parse_file("p/chest.py", b"def fill(): pass\n", modified=0.0),
        parse_file("p/lazy.py", b"def __getattr__(name): pass\n", modified=0.0),
        parse_file(
            "one.py", b"from p import chest, lazy\ndef one():\n    chest.fill()\n    lazy.fill()\n", modified=0.0
        ),
        parse_file(
            "two.py", b"import numpy\nfrom numpy import fill\ndef two(x): x.fill(); numpy.fill()\n", modified=0.0
        ),
        parse_file("three.py", b"from numpy import fill\nfill()\n", modified=0.0),
    )
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    answer = search(Request("calls:chest.fill"), DEFAULT, engine, now=0.0)
    assert [str(hit.ref) for hit in answer.hits] == ["one.py#one"]
    hint = "calls: 1 call of that name is unresolved; line:fill finds the lines with that name"
    assert [note.hint for note in answer.notes] == [hint]


def test_calls_of_a_method_are_not_counted_as_unresolved_for_a_function_of_its_name(engine: Engine) -> None:
    source = b"def fill(): pass\n\nclass Chest:\n    def fill(self): pass\n    def pack(self): self.fill()\n"
    fill(engine, parse_file("chest.py", source, modified=0.0))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    answer = search(Request("calls:fill"), DEFAULT, engine, now=0.0)
    assert [note.hint for note in answer.notes] == [
        "calls: no resolved call; calls:Chest.fill finds calls of another symbol"
    ]


@pytest.mark.parametrize("query", ["calls:mak", "explains:nothing", "extends:Lidd", "called:zzz"])
def test_an_unknown_name_selects_nothing_and_is_named(code: Engine, query: str) -> None:
    answer = search(Request(query), DEFAULT, code, now=0.0)
    assert answer.hits == ()
    assert query.partition(":")[2] in "".join(note.hint for note in answer.notes)


_WITH_TESTS = {
    "app/pump.py": b"def pump(): pass\n\nclass Base: pass\n",
    "app/use.py": b"from app.pump import Base, pump\n\nclass Own(Base):\n    def go(self): return pump()\n",
    "examples/show.py": b"from app.pump import pump\n\ndef show(): return pump()\n",
    "tests/test_pump.py": b"from app.pump import Base, pump\n\nclass TestOwn(Base):\n    def go(self): return pump()\n",
}


@pytest.fixture
def with_tests(engine: Engine) -> Engine:
    """An index in which the tests and the examples are newer than the application."""
    fill(engine, *(parse_file(path, data, modified=float(n)) for n, (path, data) in enumerate(_WITH_TESTS.items())))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    return engine


@pytest.mark.parametrize(
    ("query", "refs"),
    [
        ("calls:pump", ["app/use.py#Own.go", "tests/test_pump.py#TestOwn.go", "examples/show.py#show"]),
        (
            "called:pump.py OR calls:pump",
            ["app/use.py#Own.go", "tests/test_pump.py#TestOwn.go", "examples/show.py#show"],
        ),
        ("imports:app.pump", ["app/use.py", "tests/test_pump.py", "examples/show.py"]),
        ("extends:Base", ["app/use.py#Own", "tests/test_pump.py#TestOwn"]),
        ("symbol:*Own", ["app/use.py#Own", "tests/test_pump.py#TestOwn"]),
        ("calls:pump test:yes", ["tests/test_pump.py#TestOwn.go"]),
    ],
)
@pytest.mark.parametrize("profile", [DEFAULT, WEIGHTED], ids=["default", "weighted"])
def test_the_application_comes_before_its_tests_and_examples(
    with_tests: Engine, query: str, refs: list[str], profile: Profile
) -> None:
    hits = search(Request(query), profile, with_tests, now=9.0).hits
    assert [str(hit.ref) for hit in hits] == refs


def test_newer_tests_do_not_crowd_the_application_out_of_a_long_list(
    with_tests: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dowse.search.candidates.MOST_LISTED", 1)
    answer = search(Request("calls:pump", limit=2), DEFAULT, with_tests, now=9.0)
    assert [str(hit.ref) for hit in answer.hits] == ["app/use.py#Own.go", "examples/show.py#show"]
    assert answer.total == 3


def test_newer_examples_do_not_crowd_the_application_out_of_a_list(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dowse.search.candidates.MOST_LISTED", 2)
    shows = (parse_file(f"examples/x{n}.py", b"def foo(): pass\n", modified=1.0 + n) for n in range(7))
    fill(engine, parse_file("src/app.py", b"def foo(): pass\n", modified=0.0), *shows)
    answer = search(Request("symbol:foo", limit=2), DEFAULT, engine, now=9.0)
    assert [str(hit.ref) for hit in answer.hits] == ["src/app.py#foo", "examples/x6.py#foo"]
    assert answer.total == 8


@pytest.mark.parametrize(
    ("query", "total"),
    [("extends:Thing", 6), ("extends:Thing path:a", 4), ("symbol:own*", 6), ("kind:class", 6)],
)
def test_the_total_of_a_list_of_places_counts_places(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, query: str, total: int
) -> None:
    monkeypatch.setattr("dowse.search.candidates.MOST_LISTED", 1)
    text = b"class Own1(Thing): pass\n\nclass Own2(Thing): pass\n"
    fill(engine, *(parse_file(path, text, modified=0.0) for path in ("a/one.py", "a/two.py", "b/one.py")))
    answer = search(Request(query, limit=1), DEFAULT, engine, now=0.0)
    assert (len(answer.hits), answer.total) == (1, total)


_WITH_PACKAGES = {
    "app/part.py": b"import app.inner.tools as tool\n\nclass Part(tool.Base): pass\n",
    "app/inner/tools.py": b"class Base: pass\n",
    "net/use.cs": b"using Tin = Metal.Can;\nnamespace Shop { class Use { void Go() { new Tin(); } } }\n",
    "net/can.cs": b"namespace Metal { public class Can { } }\n",
    "app/models.py": b"from pydantic import BaseModel as Base\n\nclass Cat(Base): pass\n\nclass Own: pass\n",
    "app/more.py": b"import pydantic\nfrom app.shared import BaseModel\n\nclass Dog(pydantic.BaseModel): pass\n\n"
    b"class Far(BaseModel): pass\n",
    "app/shared.py": b"from pydantic import BaseModel\n",
    "app/net.py": b"import requests as r\nimport os.path\n\ndef load(x):\n    x.get()\n    os.path.join()\n"
    b"    return r.get('a')\n",
    "app/widget.py": b"from toolkit.widget import Widget as Widget\n",
    "app/window.py": b"from app.widget import Widget\n\ndef show(): return Widget()\n",
    "app/post.py": b"from requests import get\n\ndef send(): return get('b')\n\nclass Odd(ValueError): pass\n",
    "web/error.ts": b"export function Error() { return 1; }\n",
    "web/fault.ts": b"export class Fault extends Error {}\n",
    "web/page.ts": b"import React, { useState } from 'react';\n\nexport class Page extends React.Component {\n"
    b"  draw() { return useState(1); }\n}\n",
    "BaseModel.md": b"# BaseModel\n\nA note.\n",
}


@pytest.mark.parametrize(
    ("query", "refs", "hint"),
    [
        (
            "extends:BaseModel",
            ["app/models.py#Cat", "app/more.py#Dog", "app/more.py#Far"],
            "BaseModel is imported from pydantic, which is not in this index; 3 places in 2 files name it",
        ),
        (
            "extends:pydantic.BaseModel",
            ["app/models.py#Cat", "app/more.py#Dog"],
            "pydantic.BaseModel is imported from pydantic, which is not in this index; 2 places in 2 files name it",
        ),
        (
            "calls:requests.get",
            ["app/net.py#load", "app/post.py#send"],
            "requests.get is imported from requests, which is not in this index; 2 places in 2 files name it",
        ),
        (
            "calls:os.path.join",
            ["app/net.py#load"],
            "os.path.join is imported from os.path, which is not in this index; 1 place names it",
        ),
        (
            "calls:useState()",
            ["web/page.ts#Page.draw"],
            "useState is imported from react, which is not in this index; 1 place names it",
        ),
        (
            "extends:React.Component",
            ["web/page.ts#Page"],
            "React.Component is imported from react, which is not in this index; 1 place names it",
        ),
        (
            "calls:Widget",  # by another file of the index, which has that name
            ["app/window.py#show"],
            "Widget is defined nowhere in this index; 1 place names it",
        ),
        (
            "extends:tool.Base",  # of a file of the index
            ["app/part.py#Part"],
            "'tool.Base' is another name of app/inner/tools.py#Base",
        ),
        (
            "calls:Tin",  # a type of a namespace of the index
            ["net/use.cs#Use.Go"],
            "'Tin' is another name of net/can.cs#Can",
        ),
        (
            "extends:Error",  # which is also a function of the index
            ["web/fault.ts#Fault"],
            "Error is built into TypeScript; 1 place names it",
        ),
        (
            "extends:ValueError",
            ["app/post.py#Odd"],
            "ValueError is built into Python; 1 place names it",
        ),
    ],
)
def test_a_name_of_another_package_selects_the_places_that_use_it(
    engine: Engine, query: str, refs: list[str], hint: str
) -> None:
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in _WITH_PACKAGES.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    answer = search(Request(query), DEFAULT, engine, now=0.0)
    assert sorted(str(hit.ref) for hit in answer.hits) == refs
    assert [note.hint for note in answer.notes] == [f"{query.partition(':')[0]}: {hint}"]


def test_a_base_that_the_index_has_elsewhere_is_not_said_to_be_defined_nowhere(engine: Engine) -> None:
    one = b"module One\n  module Bad\n  end\nend\n"
    two = b"module Two\n  class Error\n    include Bad\n  end\nend\n"
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in {"one.rb": one, "two.rb": two}.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    answer = search(Request("extends:Bad"), DEFAULT, engine, now=0.0)
    assert [note.hint for note in answer.notes] == [
        "extends: Bad is defined in this index, but not where these places see it; 1 place names it"
    ]


@pytest.mark.parametrize(
    ("path", "source", "line"),
    [
        ("broken.rs", b"fn good() -> u8 {\n    lost(1)\n}\n\nfn lost(x: {\n    y = {\n", 5),
        ("lost.c", b"int good(void) { return lost(1); }\n\nstatic int\n*lost(int x {\n  return y = {;\n}}\n", 4),
    ],
)
def test_a_definition_inside_a_syntax_error_is_not_said_to_be_in_another_index(
    engine: Engine, path: str, source: bytes, line: int
) -> None:
    fill(engine, parse_file(path, source, modified=0.0))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    answer = search(Request("calls:lost"), DEFAULT, engine, now=0.0)
    hint = f"probably defined at {path}:{line}, which is not parsed, as inside a syntax error"
    assert [note.hint for note in answer.notes] == [f"calls: lost is {hint}; 1 place names it"]
    for name in ("lost", "lost()", "Outer.lost"):
        answer = search(Request(f"symbol:{name}"), DEFAULT, engine, now=0.0)
        assert [note.hint for note in answer.notes] == [f"no document defines the symbol {name!r}; it is {hint}"]
    answer = search(Request("symbol:los*"), DEFAULT, engine, now=0.0)
    assert not any("syntax error" in note.hint for note in answer.notes)


def test_a_definition_inside_a_syntax_error_that_no_place_calls_is_said_to_be_there(engine: Engine) -> None:
    source = b"int lost_and_found(void) { return 1; }\n\nstatic int lost(int x {\n  return y = {;\n}}\n"
    fill(engine, parse_file("port.c", source, modified=0.0))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    hint = "it is probably defined at port.c:3, which is not parsed, as inside a syntax error"
    for field in ("calls", "called", "extends"):
        notes = search(Request(f"{field}:lost"), DEFAULT, engine, now=0.0).notes
        assert [each.hint for each in notes] == [f"{field}: no symbol, file or module has the name 'lost'; {hint}"]
    assert resolve_reference("lost", engine).hint == f"no document has the name 'lost'; {hint}"
    assert resolve_reference("port.c#lost", engine).hint == f"port.c has no symbol 'lost'; {hint}"


def test_a_definition_inside_a_syntax_error_is_looked_for_in_a_thousand_places_of_a_file(engine: Engine) -> None:
    source = b"fn good() -> u8 {\n    lost(1)\n}\n" + 999 * b"// lost\n" + b"fn lost(x: {\n    y = {\n"
    fill(engine, parse_file("broken.rs", source, modified=0.0))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    answer = search(Request("calls:lost"), DEFAULT, engine, now=0.0)
    assert [note.hint for note in answer.notes] == ["calls: lost is defined nowhere in this index; 1 place names it"]


def test_of_very_many_files_with_a_name_those_that_define_it_are_read(engine: Engine) -> None:
    uses = {f"use{n:02}.rb": b"def good%d\n  lost(1)\nend\n" % n for n in range(60)}
    fill(engine, *(parse_file(path, data, modified=1.0) for path, data in uses.items()))
    fill(engine, parse_file("broken.rb", b"def lost(x\n  y = {\n", modified=0.0))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    answer = search(Request("calls:lost"), DEFAULT, engine, now=0.0)
    hint = (
        "probably defined at broken.rb:1, which is not parsed, as inside a syntax error; 60 places in 60 files name it"
    )
    assert [note.hint for note in answer.notes] == [f"calls: lost is {hint}"]


@pytest.mark.parametrize(
    ("name", "refs", "hint"),
    [
        (
            "allocate",
            ["pool.c#grow"],
            "allocate is a variable or a macro (easy.c#allocate), whose calls are found by name; 1 place names it",
        ),
        ("hidden", [], ""),  # of its file alone
    ],
)
def test_calls_of_a_variable_of_c_in_other_files_are_found_by_name(
    engine: Engine, name: str, refs: list[str], hint: str
) -> None:
    easy = b"allocator allocate = (allocator)malloc;\nstatic allocator hidden = (allocator)malloc;\n"
    pool = b"extern allocator allocate;\n\nvoid grow(box *b) { allocate(1); hidden(2); b->allocate(3); }\n"
    other = b"from farm import allocate\ndef cut(): return allocate(2)\n"  # of another language
    sources = {"easy.c": easy, "pool.c": pool, "cut.py": other}
    fill(engine, *(parse_file(path, text, modified=0.0) for path, text in sources.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    answer = search(Request(f"calls:{name}"), DEFAULT, engine, now=0.0)
    assert [str(hit.ref) for hit in answer.hits] == refs
    assert not hint or [note.hint for note in answer.notes] == [f"calls: {hint}"]


@pytest.mark.parametrize("macro", ["#define pour(x) debug(x)\n", "#  define pour debug\n"])
@pytest.mark.parametrize("holder", ["near.c", "near.h"])
def test_a_macro_of_c_counts_in_the_files_that_see_it(engine: Engine, macro: str, holder: str) -> None:
    sources = {
        "near.h": "int near(void);\n",
        "near.c": '#include "near.h"\nint near(void) { return pour(1); }\n',
        "far.c": "int far(void) { return pour(2); }\nint call(pour_cb pour) { return pour(3); }\n",
    }
    sources[holder] = macro + sources[holder]
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in sources.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    answer = search(Request("calls:pour"), DEFAULT, engine, now=0.0)
    assert sorted(str(hit.ref) for hit in answer.hits) == ["far.c#far", "near.c#near"]
    assert [note.hint for note in answer.notes] == [
        f"calls: pour is a variable or a macro ({holder}#pour); in files that do not see that, 1 place names it"
    ]
    near = search(Request("calls:pour path:near.c"), DEFAULT, engine, now=0.0)
    assert [str(hit.ref) for hit in near.hits] == ["near.c#near"]
    (only,) = search(Request(f"calls:{holder}#pour"), DEFAULT, engine, now=0.0).hits
    assert str(only.ref) == "near.c#near"


def test_a_note_says_that_the_called_name_is_a_macro(engine: Engine) -> None:
    text = b"#define pour(x) debug(x)\nint near(void) { return pour(1); }\n"
    fill(engine, parse_file("near.c", text, modified=0.0))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    (note,) = search(Request("calls:pour"), DEFAULT, engine, now=0.0).notes
    assert note.hint == "calls: pour is a variable or a macro (near.c#pour)"


def test_a_note_counts_anonymous_classes_of_a_base(engine: Engine) -> None:
    files = {
        "a/Cup.java": "package a;\nclass Cup { }\nclass Mug extends Cup { }\n",
        "a/Use.java": "package a;\nclass Use { void go() { new Cup() { }; } }\n",
    }
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in files.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    answer = search(Request("extends:Cup"), DEFAULT, engine, now=0.0)
    assert sorted(str(hit.ref) for hit in answer.hits) == ["a/Cup.java#Mug", "a/Use.java#Use.go"]
    hint = "1 of the 2 subclasses in the index is an anonymous class, whose hit is the symbol around it"
    assert hint in answer.notes[0].hint


@pytest.mark.parametrize("sources", [("core.c",), ("unix/core.c", "win/core.c")])  # found by an edge, and by the name
def test_the_snippet_of_a_note_shows_the_mention(engine: Engine, sources: tuple[str, ...]) -> None:
    dense = "Types of run: uv loop run mode, uv run.\n\n"
    note = f"# Loop\n\n{dense}{'Some other text follows. ' * 20}\n\nThe loop begins with `uv_run`, and ends.\n\n{dense}"
    files = {**dict.fromkeys(sources, "int uv_run(int mode) { return mode; }\n"), "loop.md": note}
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in files.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    (hit,) = search(Request("explains:uv_run"), DEFAULT, engine, now=0.0).hits
    assert hit.snippet is not None
    assert "begins with uv_run" in hit.snippet.text
    assert hit.snippet.line == 7


def test_a_call_by_a_bare_name_that_two_files_define_is_not_said_to_be_of_an_object(engine: Engine) -> None:
    sources = {
        "api.h": b"int pour(void);\n",
        "unix/api.c": b"int pour(void) { return 1; }\n",
        "win/api.c": b"int pour(void) { return 2; }\n",
        "cup.c": b'#include "api.h"\nint cup(void) { return pour(); }\n',
    }
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in sources.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    answer = search(Request("calls:unix/api.c#pour"), DEFAULT, engine, now=0.0)
    hint = "calls: 1 call may mean it or win/api.c#pour, and is found by name"
    assert [note.hint for note in answer.notes] == [hint]


@pytest.mark.parametrize("query", ["calls:x.get", "calls:load.get", "extends:Own.Inner", "called:requests.get"])
def test_a_member_of_an_object_and_a_name_of_the_file_are_those_of_no_package(engine: Engine, query: str) -> None:
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in _WITH_PACKAGES.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    answer = search(Request(query), DEFAULT, engine, now=0.0)
    assert answer.hits == ()
    assert "no symbol, file or module" in answer.notes[0].hint


_RENAMED = {
    "core/call.ts": b"export function callProcedure() { return 1; }\n\nexport class Router { run() { return 2; } }\n",
    "core/index.ts": b"export { callProcedure as callTRPC, Router as Routes } from './call';\n",
    "core/all.ts": b"export * from './call';\n",
    "use.ts": b"import { callTRPC } from './core/index';\n\nexport function go() { return callTRPC(); }\n",
    "own.ts": b"import { callProcedure } from './core/call';\n\nfunction one() { return callProcedure(); }\n",
    "app/wrappers.py": b"from werkzeug.wrappers import Request as RequestBase\n\nclass Request(RequestBase): pass\n",
    "app/both.py": b"from pack import (\n    first,\n    second,\n)\n\ndef go(): return second()\n",
    "pack/__init__.py": b"from .inner import first\nfrom .inner import one as second\n",
    "pack/inner.py": b"def first(): pass\n\ndef one(): pass\n",
}


_OF_WERKZEUG = "imported from werkzeug.wrappers, which is not in this index; 1 place names it"


@pytest.fixture
def renamed(engine: Engine) -> Engine:
    """An index of symbols with other names in other files, linked."""
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in _RENAMED.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    return engine


@pytest.mark.parametrize(
    ("query", "refs", "hint"),
    [
        (
            "calls:callTRPC",
            ["own.ts#one", "use.ts#go"],
            "calls: 'callTRPC' is another name of core/call.ts#callProcedure",
        ),
        ("calls:second", ["app/both.py#go"], "calls: 'second' is another name of pack/inner.py#one"),
        (
            "extends:RequestBase",
            ["app/wrappers.py#Request"],
            f"extends: RequestBase is another name of werkzeug.wrappers.Request, {_OF_WERKZEUG}",
        ),
    ],
)
def test_a_name_under_which_a_symbol_is_imported_or_exported_means_it(
    renamed: Engine, query: str, refs: list[str], hint: str
) -> None:
    answer = search(Request(query), DEFAULT, renamed, now=0.0)
    assert sorted(str(hit.ref) for hit in answer.hits) == refs
    assert [note.hint for note in answer.notes] == [hint]


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("callTRPC", "core/call.ts#callProcedure"),
        ("Routes", "core/call.ts#Router"),
        ("Routes.run", "core/call.ts#Router.run"),
        ("core/index.ts#callTRPC", "core/call.ts#callProcedure"),
        ("index.ts#Routes.run", "core/call.ts#Router.run"),
        ("pack/__init__.py#first", "pack/inner.py#first"),
        ("pack/__init__.py#second", "pack/inner.py#one"),
        ("core/all.ts#Router", "core/call.ts#Router"),
    ],
)
def test_another_name_of_a_symbol_refers_to_it(renamed: Engine, text: str, ref: str) -> None:
    found = resolve_reference(text, renamed)
    assert (str(found.ref), found.hint) == (ref, f"{text!r} is another name of {ref}")


@pytest.mark.parametrize(
    ("query", "docs", "hints"),
    [
        (
            "imports:callTRPC",
            ["core/all.ts", "core/index.ts", "own.ts", "use.ts"],
            ["imports: 'callTRPC' is another name of core/call.ts#callProcedure"],
        ),
        ("imports:callProcedure", ["core/all.ts", "core/index.ts", "own.ts", "use.ts"], []),
        ("imports:core/index.ts#callTRPC", ["core/all.ts", "core/index.ts", "own.ts", "use.ts"], []),
        (
            "imports:second",
            ["app/both.py", "pack/__init__.py"],
            ["imports: 'second' is another name of pack/inner.py#one"],
        ),
    ],
)
def test_an_import_through_a_file_that_exports_the_symbol_is_one_of_it(
    renamed: Engine, query: str, docs: list[str], hints: list[str]
) -> None:
    answer = search(Request(query), DEFAULT, renamed, now=0.0)
    assert sorted(hit.ref.doc for hit in answer.hits) == docs
    assert [note.hint for note in answer.notes] == hints


@pytest.mark.parametrize(
    ("query", "hint"),
    [
        (
            "symbol:callTRPC",
            (
                "no document defines the symbol 'callTRPC'; it is another name of core/call.ts#callProcedure; "
                "symbol:callProcedure finds it"
            ),
        ),
        ("symbol:CallProcedur", "no document defines the symbol 'CallProcedur'; did you mean 'callProcedure'?"),
    ],
)
def test_a_symbol_of_an_unknown_name_is_named_as_it_was_written(renamed: Engine, query: str, hint: str) -> None:
    answer = search(Request(query), DEFAULT, renamed, now=0.0)
    assert [note.hint for note in answer.notes] == [hint]


def test_a_type_of_the_language_that_nothing_extends_is_said_to_be_one(code: Engine) -> None:
    answer = search(Request("extends:Exception"), DEFAULT, code, now=0.0)
    assert answer.hits == ()
    assert [note.hint for note in answer.notes] == ["extends: Exception is built into Python; no place names it"]
    (note,) = search(Request("extends:EventTarget"), DEFAULT, code, now=0.0).notes
    assert "no symbol, file or module" in note.hint


def test_the_object_around_is_no_function_and_costs_no_reading(code: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dowse.search.names.name_files.NameFiles.read", lambda *_: pytest.fail("read"))
    (note,) = search(Request("calls:self"), DEFAULT, code, now=0.0).notes
    assert "no symbol, file or module has the name 'self'" in note.hint


_OLD_FIRST = {
    "old/a.py": b"import requests\n\ndef one(): return requests.get('a')\n",
    "new/b.py": b"import requests\n\ndef two(): return requests.get('b')\n",
    "new/c.py": b"# requests.get\n\ndef three(): pass\n",
}


@pytest.fixture
def old_first(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> Engine:
    """An index of files of which the search reads one group at most: two files."""
    monkeypatch.setattr("dowse.search.names.name_files._MOST_NAMES", 1)
    monkeypatch.setattr("dowse.search.names.name_files._GROUP", 2)
    fill(engine, *(parse_file(path, data, modified=float(n)) for n, (path, data) in enumerate(_OLD_FIRST.items())))
    return engine


_ORIGINS = {
    "server/http.ts": b"export function open() { return 1; }\n",
    "server/use.ts": b"import { open } from './http';\n\nopen();\n",
    "server/node.ts": b"import * as http from 'http';\nimport {\n  Agent,\n} from 'http';\n\nhttp.get(Agent);\n",
    "server/prefix.ts": b"import { get } from 'node:http';\n\nget();\n",
    "client.py": b"import http\n",
}


@pytest.mark.parametrize(
    ("query", "refs"),
    [
        ("imports:http", ["client.py", "server/node.ts", "server/prefix.ts", "server/use.ts"]),
        ("imports:node:http", ["server/node.ts", "server/prefix.ts"]),
        ("imports:server/http.ts", ["server/use.ts"]),
    ],
)
def test_modules_of_a_name_inside_and_outside_of_the_index_are_told_apart(
    engine: Engine, query: str, refs: list[str]
) -> None:
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in _ORIGINS.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    answer = search(Request(query), DEFAULT, engine, now=0.0)
    assert sorted(str(hit.ref) for hit in answer.hits) == refs
    hint = (
        "imports: 'http' is a module outside of this index for 3 of the 4 files, and server/http.ts for the others; "
        "write the path of a file for its importers alone"
    )
    assert [note.hint for note in answer.notes] == ([hint] if query == "imports:http" else [])


def test_the_filters_of_a_query_choose_the_files_whose_imports_are_read(old_first: Engine) -> None:
    answer = search(Request("imports:requests path:old/"), DEFAULT, old_first, now=9.0)
    assert ([str(hit.ref) for hit in answer.hits], answer.total, answer.notes) == (["old/a.py"], 1, ())
    answer = search(Request("imports:requests"), DEFAULT, old_first, now=9.0)
    assert [str(hit.ref) for hit in answer.hits] == ["new/b.py"]
    assert [note.hint for note in answer.notes] == [f"imports: {_UNREAD}"]


def test_calls_that_may_mean_the_symbol_are_counted_in_the_selected_files_first(old_first: Engine) -> None:
    fill(old_first, parse_file("own/d.py", b"class Own:\n    def one(self, x): return x.one()\n", modified=9.0))
    link_pending(old_first, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    (note,) = search(Request("calls:Own.one path:own/"), DEFAULT, old_first, now=9.0).notes
    assert note.hint.startswith("calls: no resolved call; at least 1 call of that name is unresolved")


_UNREAD = (
    "only the 2 newest files with the name were read: places in older files are not listed, and NOT does not exclude "
    "them; a filter such as path: limits the files"
)


def test_the_filters_of_a_query_choose_the_files_whose_calls_are_read(old_first: Engine) -> None:
    answer = search(Request("calls:requests.get path:old/"), DEFAULT, old_first, now=9.0)
    assert [str(hit.ref) for hit in answer.hits] == ["old/a.py#one"]
    assert [note.hint for note in answer.notes] == [
        "calls: requests.get is imported from requests, which is not in this index; at least 1 place names it"
    ]
    for query in ("path:old/ NOT calls:requests.get", "modified:<1d path:old/ calls:requests.get -lang:python"):
        assert search(Request(query), DEFAULT, old_first, now=9.0).hits == ()


@pytest.mark.parametrize(
    ("query", "refs"),
    [("calls:requests.get", ["new/b.py#two"]), ("lang:python NOT calls:requests.get", ["new/c.py", "old/a.py"])],
)
def test_a_list_that_lacks_older_files_says_so(old_first: Engine, query: str, refs: list[str]) -> None:
    answer = search(Request(query), DEFAULT, old_first, now=9.0)
    assert [str(hit.ref) for hit in answer.hits] == refs
    assert answer.notes[0].hint.endswith(f"at least 1 place names it; {_UNREAD}")


def test_a_name_without_a_place_in_the_newest_files_says_that_older_ones_were_not_read(old_first: Engine) -> None:
    answer = search(Request("extends:requests.get"), DEFAULT, old_first, now=9.0)
    assert answer.hits == ()
    assert answer.notes[0].hint.endswith(_UNREAD)


def test_files_are_read_until_all_are(old_first: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dowse.search.names.name_files._MOST_NAMES", 1_000)
    monkeypatch.setattr("dowse.search.names.name_files._MOST_SELECTED", 1)
    answer = search(Request("calls:requests.get"), DEFAULT, old_first, now=9.0)
    assert [str(hit.ref) for hit in answer.hits] == ["new/b.py#two", "old/a.py#one"]
    assert [note.hint for note in answer.notes] == [
        "calls: requests.get is imported from requests, which is not in this index; 2 places in 2 files name it"
    ]


def test_an_inherited_member_is_found_by_the_name_of_its_class(own_code: Engine) -> None:
    fill(own_code, parse_file("big.py", b"from box.chest import Chest\n\nclass Big(Chest): pass\n", modified=0.0))
    link_pending(own_code, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    found = find_reference("Big.seal", own_code)
    assert found is not None
    assert (str(found.ref), found.hint) == ("box/lid.py#Lid.seal", "'Big.seal' is inherited: it is box/lid.py#Lid.seal")
    assert find_reference("Big.nothing", own_code) is None
    for name in ("big.py#Big.seal", "box/chest.py#Chest.seal", "chest.py#Chest.seal"):
        target = find_reference(name, own_code)
        assert target is not None
        assert (str(target.ref), target.hint) == ("box/lid.py#Lid.seal", f"{name!r} is inherited: it is {target.ref}")
    assert find_reference("box/chest.py#Big.seal", own_code) is None
    answer = search(Request("calls:Chest.seal"), DEFAULT, own_code, now=0.0)
    assert [str(hit.ref) for hit in answer.hits] == ["box/chest.py#Chest.fill"]
    assert [note.hint for note in answer.notes] == ["calls: 'Chest.seal' is inherited: it is box/lid.py#Lid.seal"]


def test_the_symbol_of_an_inherited_member_is_named_where_it_is(code: Engine) -> None:
    (note,) = search(Request("symbol:Chest.seal"), DEFAULT, code, now=0.0).notes
    assert note.hint == "no document defines the symbol 'Chest.seal'; it is inherited: symbol:Lid.seal finds it"


def test_classes_that_extend_each_other_in_a_circle_have_no_inherited_member(engine: Engine) -> None:
    fill(engine, parse_file("a.py", b"class A(B): pass\n\nclass B(A): pass\n", modified=0.0))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    assert find_reference("A.go", engine) is None


def test_a_scope_of_references_costs_two_round_trips(own_code: Engine) -> None:
    with own_code.snapshot() as snapshot:
        search(Request("make imports:use.py"), DEFAULT, snapshot, now=0.0)
        with_scope = snapshot.round_trips
    with own_code.snapshot() as snapshot:
        search(Request("make links:use.py"), DEFAULT, snapshot, now=0.0)
        assert with_scope <= snapshot.round_trips + 1  # the units of the hits


def test_a_symbol_and_one_inside_it_that_call_the_same_are_hits_of_their_own(engine: Engine) -> None:
    source = b"""def shape(): pass

def outer():
    def inner():
        return shape()
    x = 1
    return shape() or x
"""
    fill(engine, parse_file("a.py", source, modified=0.0))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    hits = search(Request("calls:shape"), DEFAULT, engine, now=0.0).hits
    assert [(str(hit.spot), hit.snippet and hit.snippet.end_line) for hit in hits] == [
        ("a.py#outer", 7),
        ("a.py#outer.inner", 5),
    ]


_SAME_NAMES = {
    "box.py": b"def run(): pass\ndef make(): pass\nclass Tin: pass\n",
    "hub.py": b"from box import make as build\n",
    "use.py": b"from box import run\nfrom box import make as build\n\n"
    b"def one(job):\n    job.run()\n    return run()\n\n"
    b"def two():\n    a = 1\n    b = 2\n    return build() + a + b\n",
    "told.py": b"from box import make\n\n"
    b"def one():\n    # make is explained here, and make\n    return make()\n\n"
    b"def two():\n    a = make()\n    b = 2\n    c = 3\n    d = 4\n    return 'make or make'\n",
    "far.py": b"# make is imported below\nimport os\n\nb = 2\nc = 3\nfrom hub import build\n",
}


@pytest.mark.parametrize(
    ("query", "ref", "text"),
    [
        ("calls:box.run", "use.py#one", "def one(job)\n  …\n  return run()"),  # and no method of that name
        ("calls:box.make", "use.py#two", "def two()\n  …\n  return build() + a + b"),  # by another name
        ("calls:box.make", "told.py#one", "def one()\n  …\n  return make()"),  # and no line that only has the name
        ("calls:box.make", "told.py#two", "def two()\n  a = make()"),
        ("imports:make", "far.py", "c = 3\nfrom hub import build"),  # through a file that exports it
    ],
)
def test_the_snippet_shows_the_line_of_the_resolved_reference(engine: Engine, query: str, ref: str, text: str) -> None:
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in _SAME_NAMES.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    hits = search(Request(query), DEFAULT, engine, now=0.0).hits
    assert {str(hit.ref): hit.snippet.text for hit in hits if hit.snippet}[ref] == text


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Flask.runn", "Flask.run"),
        ("Flsk.run", "Flask.run"),
        ("make_respons", "make_response"),
        ("makeRespons", "make_response"),
        ("App.runn", "App.run"),
        ("TRPCError.toString", "TRPCError"),
        ("TRPCErorr.ts", "TRPCError.ts"),
        ("flask/ap.py", "flask/app.py"),
        ("Planing", "Planning"),
    ],
)
def test_a_misspelt_name_of_a_symbol_has_the_most_similar_symbol(engine: Engine, text: str, meant: str) -> None:
    files = {
        "flask/app.py": b"class Flask:\n    def run(self): pass\n\n    def make_response(self): pass\n\n"
        b"class App(Flask): pass\n",
        "flask/helpers.py": b"def make_response(): pass\n\ndef plan(): pass\n",
        "TRPCError.ts": b"export class TRPCError {\n  cause() { return 1 }\n}\n",
        "Planning.md": b"# Planning\n",
    }
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in files.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    suggestion = f"; did you mean {meant!r}?"
    assert resolve_reference(text, engine).hint == f"no document has the name {text!r}{suggestion}"
    hints = [note.hint for note in search(Request(f"calls:{text}"), DEFAULT, engine, now=0.0).notes]
    assert hints == [f"calls: no symbol, file or module has the name {text!r}{suggestion}"]


def test_a_name_behind_a_module_means_what_the_module_has_and_no_class_in_another_case(engine: Engine) -> None:
    files = {
        "kit/__init__.py": b"from .app import Kit\nfrom .tools import url_for\n",
        "kit/app.py": b"class Kit:\n    def url_for(self): pass\n    def run(self): pass\n",
        "kit/tools.py": b"def url_for(): pass\n",
    }
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in files.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    meant = {text: find_reference(text, engine) for text in ("kit.url_for", "Kit.url_for", "kit.run", "kit.Kit.run")}
    assert {text: str(found.ref) for text, found in meant.items() if found} == {
        "kit.url_for": "kit/tools.py#url_for",
        "Kit.url_for": "kit/app.py#Kit.url_for",
        "kit.run": "kit/app.py#Kit.run",
        "kit.Kit.run": "kit/app.py#Kit.run",
    }


_PACKAGES = {
    "gin.go": b"// Package gin is no package box.\npackage gin\n\nfunc Default() *Engine { return nil }\n"
    b"type Engine struct{}\nfunc (e *Engine) Run() { Default() }\n",
    "lib/lid.go": b"/* package gin */\npackage box\n\nfunc Default() {}\nfunc F() { Default() }\n",
    "lib/box/other.go": b"package other\n\nfunc Default() {}\n",
    "java/Tin.java": b"// package no.tin;\npackage com.acme.tin;\n\nclass Tin {\n  void fill() { new Tin(); }\n}\n",
    "old/Tin.java": b"package com.old.tin;\n\nclass Tin {\n  void fill() { new Tin(); }\n}\n",
    "Can.cs": b"using System;\nnamespace Acme.Cans\n{\n  class Can { void Fill() { new Can(); } }\n}\n",
    "Jar.php": b"<?php\ndeclare(ticks=1);\nnamespace Acme\\Jars;\nclass Jar { function fill() { new Jar(); } }\n",
}


@pytest.mark.parametrize(
    ("text", "ref", "callers"),
    [
        ("gin.Default", "gin.go#Default", ["gin.go#Engine.Run"]),
        ("gin.Engine.Run", "gin.go#Engine.Run", []),
        ("box.Default", "lib/lid.go#Default", ["lib/lid.go#F"]),
        ("com.acme.tin.Tin", "java/Tin.java#Tin", ["java/Tin.java#Tin.fill"]),
        ("com.old.tin.Tin", "old/Tin.java#Tin", ["old/Tin.java#Tin.fill"]),
        ("acme.tin.Tin.fill", "java/Tin.java#Tin.fill", []),
        ("com.acme.tin.Tin.fill", "java/Tin.java#Tin.fill", []),
        ("Acme.Cans.Can", "Can.cs#Can", ["Can.cs#Can.Fill"]),
        (r"Acme\Jars\Jar", "Jar.php#Jar", ["Jar.php#Jar.fill"]),
    ],
)
def test_a_name_behind_a_package_means_what_files_with_that_package_clause_define(
    engine: Engine, text: str, ref: str, callers: list[str]
) -> None:
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in _PACKAGES.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    found = find_reference(text, engine)
    assert found is not None
    assert str(found.ref) == ref
    assert _found(engine, f"calls:{text}") == callers
    assert _found(engine, f"symbol:{text}") == [ref]


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("two.f~2", "two.py#f~2"),
        ("m.g~2", "m.ts#g~2"),
        ("m.Box.put~2", "m.ts#Box.put~2"),
        ("use.h~2", "two.py#f~2"),  # imported under that name
        ("two.f~3", ""),
    ],
)
def test_a_number_chooses_among_symbols_of_one_name_behind_a_module(engine: Engine, text: str, ref: str) -> None:
    files = {
        "two.py": b"if os:\n    def f(): pass\nelse:\n    def f(x): pass\n",
        "use.py": b"from two import f as h\n",
        "m.ts": b"export function g(a: string): void;\nexport function g(a: any) {}\n"
        b"export class Box {\n  put(a: string): void;\n  put(a: any) {}\n}\n",
    }
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in files.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    found = find_reference(text, engine)
    assert str(found.ref if found else "") == ref
    assert _found(engine, f"symbol:{text}") == [ref] * bool(ref)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("gin.default", "gin.Default"),
        ("gin.Defalt", "gin.Default"),
        ("com.acme.tin.Tn", "com.acme.tin.Tin"),
        ("gin.Engine~7", "gin.Engine"),
    ],
)
def test_an_unknown_name_behind_a_package_has_a_whole_name_as_suggestion(engine: Engine, text: str, meant: str) -> None:
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in _PACKAGES.items()))
    assert resolve_reference(text, engine).hint == f"no document has the name {text!r}; did you mean {meant!r}?"
    (note,) = search(Request(f"symbol:{text}"), DEFAULT, engine, now=0.0).notes
    assert note.hint == f"no document defines the symbol {text!r}; did you mean {meant!r}?"


@pytest.mark.parametrize(
    ("query", "refs"),
    [
        ("symbol:kit.url_for", ["kit/tools.py#url_for"]),  # and no method of a class in another case
        ("symbol:kit.url_for kind:function", ["kit/tools.py#url_for"]),
        ("symbol:kit.url_for kind:class", []),
        ("-symbol:kit.url_for", ["kit/__init__.py", "kit/app.py"]),
        ("symbol:Kit.url_for", ["kit/app.py#Kit.url_for"]),
        ("symbol:kit.*", ["kit/app.py#Kit.url_for"]),
    ],
)
def test_a_symbol_is_found_by_its_name_behind_that_of_a_module(engine: Engine, query: str, refs: list[str]) -> None:
    files = {
        "kit/__init__.py": b"from .tools import url_for\n",
        "kit/app.py": b"class Kit:\n    def url_for(self): pass\n",
        "kit/tools.py": b"def url_for(): pass\n",
    }
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in files.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    assert _found(engine, query) == refs


def test_the_end_of_a_module_that_files_import_has_the_whole_as_a_suggestion(engine: Engine) -> None:
    fill(engine, parse_file("a.go", b'package a\n\nimport "net/http"\n\nfunc F() { http.Get("") }\n', modified=0.0))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    (note,) = search(Request("imports:http"), DEFAULT, engine, now=0.0).notes
    assert note.hint == "imports: no symbol, file or module has the name 'http'; did you mean 'net/http'?"


_MODULES = {
    "a.ts": b"export function f() {}\nexport class K { static m() {} }\n",
    "b.ts": b"export * as ns from './a'\n",
    "c.ts": b"import { ns } from './b'\nfunction g() { ns.f(); ns.K.m(); }\n",
    "d.ts": b"export * as outer from './b'\n",
    "box.py": b"def make(): pass\n",
    "use.py": b"import box as bx\n\ndef h(): bx.make()\n",
    "src/lib.rs": b"mod tin;\nuse crate::tin as t;\nfn k() { t::open(); }\n",
    "src/tin.rs": b"pub fn open() {}\n",
}


@pytest.mark.parametrize(
    ("text", "ref", "caller"),
    [
        ("ns.f", "a.ts#f", "c.ts#g"),
        ("ns.K.m", "a.ts#K.m", "c.ts#g"),
        ("bx.make", "box.py#make", "use.py#h"),
        ("t::open", "src/tin.rs#open", "src/lib.rs#k"),
        ("b.ts#ns.K.m", "a.ts#K.m", "c.ts#g"),
        ("b.ts#ns", "a.ts", "c.ts#g"),
        ("c.ts#ns", "a.ts", "c.ts#g"),
        ("d.ts#outer.ns.f", "a.ts#f", "c.ts#g"),
    ],
)
def test_a_name_behind_another_name_of_a_module_means_what_the_module_has(
    engine: Engine, text: str, ref: str, caller: str
) -> None:
    fill(engine, *(parse_file(path, data, modified=0.0) for path, data in _MODULES.items()))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    found = find_reference(text, engine)
    assert found is not None
    assert (str(found.ref), found.hint) == (ref, f"'{text}' is another name of {ref}")
    assert _found(engine, f"calls:{text}") == [caller]
