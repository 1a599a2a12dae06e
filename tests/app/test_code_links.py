"""The references of source code and notes in lists of links, related documents and the status."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dowse.app.get import GetRequest, get
from dowse.app.links import linked_document, list_orphans
from dowse.app.outline import OutlineRequest, outline
from dowse.app.related import RelatedRequest, related_documents
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.app.status import status
from dowse.interfaces.presenters.graph_tables import related_lines
from dowse.interfaces.presenters.link_tables import document_link_lines
from dowse.interfaces.presenters.text_style import TextStyle
from dowse.interfaces.presenters.vault_tables import status_lines

_FILES = {
    "harbour.py": "class Harbour:\n    def moor(self, ship):\n        return self.tie(ship)\n\n"
    "    def tie(self, ship): pass\n",
    "ship.py": "from harbour import Harbour\n\ndef land():\n    Harbour().moor(1)\n    unknown()\n",
    "how.md": "# How ships land\n\nShips call `Harbour.moor()`. See [[alone]].\n",
    "alone.md": "# Alone\n",
    "island.py": "x = 1\n",
}
_STYLE = TextStyle(plain=True, root=Path(), width=0)


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VaultSession]:
    """A folder of notes and source code."""
    folder = tmp_path_factory.mktemp("vault")
    for name, text in _FILES.items():
        (folder / name).write_text(text)
    session = open_session(folder)
    session.sync()  # of some questions none updates the index
    yield session
    session.close()


def test_the_links_of_a_source_file_are_its_references_in_both_directions(vault: VaultSession) -> None:
    assert list(document_link_lines(linked_document(vault, "harbour.py"), _STYLE)) == [
        "1 link in harbour.py",
        "  harbour.py:3  calls Harbour.tie  → harbour.py (by self)",
        "4 backlinks, only the first call of a symbol in each caller",
        "  ship.py:1  imports Harbour",
        "  ship.py:4  calls Harbour, Harbour.moor  in land",
        "  how.md:3  mentions Harbour.moor  in how-ships-land",
    ]


@pytest.mark.parametrize(
    ("ref", "lines"),
    [
        (
            "Harbour.moor",
            [
                "1 link in harbour.py#Harbour.moor",
                "  harbour.py:3  calls Harbour.tie  → harbour.py (by self)",
                "2 backlinks, only the first call of a symbol in each caller",
                "  ship.py:4  calls Harbour.moor  in land",
                "  how.md:3  mentions Harbour.moor  in how-ships-land",
            ],
        ),
        (
            "harbour.py#Harbour.tie",
            [
                "0 links in harbour.py#Harbour.tie",
                "1 backlink, only the first call of a symbol in each caller",
                "  harbour.py:3  calls Harbour.tie  in Harbour.moor",
            ],
        ),
        (
            "harbour.py#Harbour",  # with its members, whose calls of each other are no backlinks
            [
                "1 link in harbour.py#Harbour",
                "  harbour.py:3  calls Harbour.tie  → harbour.py (by self)",
                "4 backlinks, only the first call of a symbol in each caller",
                "  ship.py:1  imports Harbour",
                "  ship.py:4  calls Harbour, Harbour.moor  in land",
                "  how.md:3  mentions Harbour.moor  in how-ships-land",
            ],
        ),
    ],
)
def test_the_links_of_a_symbol_are_its_own_and_those_of_its_members(
    ref: str, lines: list[str], vault: VaultSession
) -> None:
    assert list(document_link_lines(linked_document(vault, ref), _STYLE)) == lines


def test_get_lists_who_calls_a_symbol_and_where(vault: VaultSession) -> None:
    passage = get(vault, GetRequest("Harbour.tie", links=True))
    assert [(each.path, each.line, each.kind, each.section) for each in passage.backlinks or ()] == [
        ("harbour.py", 3, "calls", "Harbour.moor")
    ]


def test_a_file_with_the_name_of_a_symbol_is_answered_with_the_symbol_named(tmp_path: Path) -> None:
    (tmp_path / "config.py").write_text("def config(): pass\n\ndef other(): pass\n")
    with closing(open_session(tmp_path)) as vault:
        hint = "a symbol has the name 'config', too: config.py#config"
        assert hint in get(vault, GetRequest("config")).remarks
        assert linked_document(vault, "config").hint == hint
        for ref in ("config.py", "other", "config.py#config"):
            assert get(vault, GetRequest(ref)).remarks == ()


def test_the_only_symbol_of_a_name_is_meant_and_not_its_file(tmp_path: Path) -> None:
    (tmp_path / "Fault.ts").write_text("const a = 1;\n\nexport class Fault {\n  code = 1;\n}\n")
    (tmp_path / "Twin.ts").write_text("export class Twin {}\n")
    (tmp_path / "other.ts").write_text("export class Twin {}\n")
    with closing(open_session(tmp_path)) as vault:
        found = get(vault, GetRequest("Fault"))
        assert (found.ref, found.line, found.end_line) == ("Fault.ts#Fault", 3, 5)
        hint = "the file Fault.ts has the name 'Fault', too"
        assert found.remarks == (hint,)
        links = linked_document(vault, "Fault")
        assert (links.path, links.symbol, links.hint) == ("Fault.ts", "Fault", hint)
        contents = outline(vault, OutlineRequest("Fault"))
        assert (contents.ref, contents.remarks) == ("Fault.ts#Fault", (hint,))
        assert hint == related_documents(vault, RelatedRequest("Fault")).hint
        assert get(vault, GetRequest("Fault.ts")).ref == "Fault.ts"
        assert get(vault, GetRequest("Twin")).ref == "Twin.ts"


@pytest.mark.parametrize(
    ("ref", "remarks"),
    [
        ("LIMIT", ("other uses than calls and imports are not listed; line:LIMIT finds them",)),
        ("Engine", ("other uses than calls, imports and derived types are not listed; line:Engine finds them",)),
        ("serve", ()),
        ("mill.py", ()),
    ],
)
def test_the_links_of_a_value_or_a_type_are_said_not_to_be_all_its_uses(
    ref: str, remarks: tuple[str, ...], tmp_path: Path
) -> None:
    """Who renames a class changes the types of parameters, too."""
    (tmp_path / "mill.py").write_text("LIMIT = 3\n\nclass Engine: pass\n\ndef serve(): pass\n")
    (tmp_path / "use.py").write_text("from mill import LIMIT, Engine, serve\n\ndef go(a: Engine):\n    serve()\n")
    with closing(open_session(tmp_path)) as vault:
        assert get(vault, GetRequest(ref, links=True)).remarks == remarks
        assert get(vault, GetRequest(ref)).remarks == ()


def test_a_symbol_without_a_resolved_call_has_the_number_of_unresolved_ones(tmp_path: Path) -> None:
    (tmp_path / "engine.py").write_text("class Engine:\n    def serve(self): pass\n\n    def stop(self): pass\n")
    (tmp_path / "use.py").write_text("def go(engine):\n    engine.serve()\n    engine.serve(1)\n")
    with closing(open_session(tmp_path)) as vault:
        hint = (
            "no resolved call; 1 call of that name is unresolved, of objects whose type is not known"
            "; line:serve finds the lines with that name"
        )
        assert linked_document(vault, "Engine.serve").hint == hint
        assert get(vault, GetRequest("Engine.serve", links=True)).remarks == (hint,)
        for ref in ("Engine.stop", "go", "engine.py"):
            assert linked_document(vault, ref).hint == ""


def test_a_method_with_a_resolved_call_has_the_number_of_unresolved_ones(tmp_path: Path) -> None:
    (tmp_path / "engine.py").write_text("class Engine:\n    def serve(self): pass\n    def go(self): self.serve()\n")
    (tmp_path / "use.py").write_text("def go(engine):\n    engine.serve()\n")
    with closing(open_session(tmp_path)) as vault:
        hint = (
            "1 call of that name is unresolved, of objects whose type is not known"
            "; line:serve finds the lines with that name"
        )
        assert linked_document(vault, "Engine.serve").hint == hint


def test_the_callers_in_the_application_come_before_those_in_tests_and_examples(tmp_path: Path) -> None:
    names = ("a/tests/test_pump.py", "b/use.py", "examples/show.py", "pump.py")
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("from pump import pump\n\ndef go(): return pump()\n")
    (tmp_path / "pump.py").write_text("def pump(): pass\n")
    (tmp_path / "a" / "how.md").write_text("# How\n\nBy `pump()`.\n")
    with closing(open_session(tmp_path)) as session:
        back = linked_document(session, "pump.py").back
    order = ["a/how.md", "b/use.py", "a/tests/test_pump.py", "examples/show.py"]
    assert list(dict.fromkeys(each.source for each in back)) == order


def test_get_lists_references_beside_links(vault: VaultSession) -> None:
    passage = get(vault, GetRequest("how.md", links=True))
    assert [(link.path, link.kind, link.rule) for link in passage.links or ()] == [
        ("alone.md", "wikilink", "path"),
        ("harbour.py", "mentions", "qualified"),
    ]


def test_related_documents_are_reached_over_references(vault: VaultSession) -> None:
    found = related_documents(vault, RelatedRequest("ship.py", via=("code",), depth=1))
    assert list(related_lines(found, _STYLE)) == [
        " 1. harbour.py  1 hop, imported from here, called from here",
        "    harbour.py",
    ]


def test_a_related_document_has_each_relation_with_its_direction(vault: VaultSession) -> None:
    request = RelatedRequest("harbour.py", via=("code", "references"), depth=1)
    relations = {each.path: each.relations for each in related_documents(vault, request).related}
    found = {path: [(each.relation, each.direction) for each in some] for path, some in relations.items()}
    assert found["ship.py"] == [("imports", "incoming"), ("calls", "incoming")]
    assert found["how.md"] == [("mentions", "incoming")]


def test_the_reference_of_each_symbol_names_it(tmp_path: Path) -> None:
    (tmp_path / "body.ts").write_text("export class Body {\n  #read() {}\n  all() { this.#read() }\n}\n")
    (tmp_path / "cup.hpp").write_text(
        "struct Cup {\n  int operator()(int x) { return x; }\n  int operator->() { return 1; }\n};\n"
    )
    (tmp_path / "lid.go").write_text("package lid\n\nvar _ Lid = (*Cup)(nil)\n")
    with closing(open_session(tmp_path)) as session:
        for ref in ("body.ts#Body.#read", "cup.hpp#Cup.operator()", "cup.hpp#Cup.operator->", "lid.go#_"):
            assert get(session, GetRequest(ref)).ref == ref
        assert get(session, GetRequest("Body.#read")).ref == "body.ts#Body.#read"


def test_related_says_that_it_speaks_of_the_whole_file(vault: VaultSession) -> None:
    (remark,) = related_documents(vault, RelatedRequest("Harbour.moor", via=("code",))).remarks
    assert remark == (
        "these documents are related to the whole of harbour.py, not to Harbour.moor alone; "
        "`dowse links --of 'harbour.py#Harbour.moor'` lists those that refer to the symbol"
    )
    assert related_documents(vault, RelatedRequest("harbour.py", via=("code",))).remarks == ()


def test_a_file_with_references_alone_has_links(vault: VaultSession) -> None:
    assert [each.path for each in list_orphans(vault).documents] == ["island.py"]


def test_the_status_counts_references_and_the_resolved_ones(vault: VaultSession) -> None:
    found = status(vault)
    assert (found.references.total, found.references.resolved) == (6, 5)
    assert "  6 references of source code and code spans, 5 resolved" in list(status_lines(found, _STYLE, where=""))


def test_the_shortest_way_to_a_related_document_counts_and_the_file_between_has_a_plain_name(tmp_path: Path) -> None:
    files = {
        "app.py": "from core.app import Core\nfrom wrap import Wrap\n\nclass App(Core):\n    wrap = Wrap\n",
        "core/app.py": "from wrap import Wrap\nfrom part import Part\n\nclass Core(Wrap, Part):\n    pass\n",
        "core/__init__.py": "",
        "main.py": "from app import App\nfrom wrap import Wrap\n\nWrap()\n",
        "part.py": "class Part:\n    pass\n",
        "wrap.py": "class Wrap:\n    pass\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    with closing(open_session(tmp_path)) as vault:
        found = related_documents(vault, RelatedRequest("app.py", via=("code",)))
    shown = {each.path: (each.distance, each.via, each.through) for each in found.related}
    assert shown["wrap.py"] == (1, ("imports",), "")
    assert shown["part.py"] == (2, ("extends", "extends"), "core/app.py")
    assert "main.py  2 hops, imports › calls, through wrap.py" in "\n".join(related_lines(found, _STYLE))


def test_the_links_of_a_function_of_c_with_several_definitions_are_found_by_name(tmp_path: Path) -> None:
    files = {
        "uv.h": "int pour(int);\n",
        "unix/core.c": '#include "uv.h"\nint pour(int x) { return x; }\n',
        "win/core.c": '#include "uv.h"\nint pour(int x) { return x + 1; }\n',
        "cup.c": '#include "uv.h"\n\nint cup(void) { return pour(2); }\n',
        "how.md": "# How\n\nCall `pour()` first.\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    with closing(open_session(tmp_path)) as session:
        links = linked_document(session, "unix/core.c#pour")
        assert list(document_link_lines(links, _STYLE)) == [
            "0 links in unix/core.c#pour",
            "2 backlinks, only the first call of a symbol in each caller",
            "  cup.c:3  calls pour  in cup  (by name)",
            "  how.md:3  mentions pour  in how  (by name)",
        ]
        either = "may mean it or win/core.c#pour, and is found by name"
        assert links.hint == f"1 call {either}; 1 mention {either}"
        assert list(document_link_lines(linked_document(session, "cup"), _STYLE))[2:] == [
            "  cup.c:3  calls pour  ambiguous: perhaps unix/core.c; found by name; it may also mean win/core.c#pour",
            "  cup.c:3  calls pour  ambiguous: perhaps win/core.c; found by name; it may also mean unix/core.c#pour",
            "0 backlinks",
        ]
        (back, _) = get(session, GetRequest("win/core.c#pour", links=True)).backlinks or ()
        assert (back.path, back.state) == ("cup.c", "ambiguous")
        assert back.hint == "found by name; it may also mean unix/core.c#pour"
