"""What a reference means, as people type it."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.model.document import Document, Fact
from dowse.model.ref import Ref
from dowse.query.ast import Or, Property
from dowse.search.reference import Reference, find_reference, is_archived, resolve_reference, resolve_references
from tests.contract.engines import Engine, fill, selected
from tests.making import make


def _note(path: str, *lines: str) -> Document:
    return parse_file(path, "\n".join((*lines, "")).encode(), modified=0.0)


_PLAN = _note(
    "2-Areas/Metis/plan.md",
    "---",
    "short_code: METIS-I-0018",
    "aliases: [The Plan]",
    "---",
    "# A plan for all",
    "## Detailed Design",
)
_READMES = tuple(_note(path, f"# {path}") for path in ("z/README.md", "docs/README.md", "docs/deep/README.md"))


@pytest.fixture(autouse=True)
def _vault(engine: Engine) -> None:
    fill(engine, _PLAN, *_READMES, _note("notes/c#.md", "# C sharp", "## Goals"), _note("notes/C.md", "# See"))


@pytest.mark.parametrize(
    "text",
    [
        "2-Areas/Metis/plan.md", "./2-Areas/Metis/plan.md", "2-areas/metis/PLAN.md", "2-Areas/Metis/plan", "Metis/plan",
        "/2-Areas/Metis/plan", "plan", "plan.md", "A plan for all", "the plan", "METIS-I-0018", "metis_i_0018",
        "[[plan]]", "[[METIS-I-0018|the plan]]", " plan ",
    ],
)  # fmt: skip
def test_a_document_is_meant_by_path_title_file_name_alias_or_short_code(engine: Engine, text: str) -> None:
    assert resolve_reference(text, engine) == Reference(text, Ref("2-Areas/Metis/plan.md"), _PLAN.head)


@pytest.mark.parametrize(
    "text",
    [
        "2-Areas/Metis/plan.md#detailed-design",
        "Metis/plan#Detailed Design",
        "METIS-I-0018:detailed-design",
        "[[plan#Detailed Design|design]]",
        "The Plan#DETAILED-DESIGN",
    ],
)
def test_a_section_is_meant_by_slug_or_heading(engine: Engine, text: str) -> None:
    meant = resolve_reference(text, engine)
    assert (meant.ref, meant.head) == (Ref("2-Areas/Metis/plan.md", "detailed-design"), _PLAN.head)


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("2-Areas/Metis/plan.md@1", Ref("2-Areas/Metis/plan.md")),
        ("METIS-I-0018@1", Ref("2-Areas/Metis/plan.md")),
        ("[[the plan@1]]", Ref("2-Areas/Metis/plan.md")),
        ("plan#Detailed Design@1", Ref("2-Areas/Metis/plan.md", "detailed-design")),
    ],
)
def test_any_reference_may_have_the_number_of_a_part(engine: Engine, text: str, ref: Ref) -> None:
    found = resolve_reference(text, engine)
    assert (found.ref, found.part, found.hint) == (ref, 1, "")


def test_a_document_whose_name_ends_like_a_part_comes_first(engine: Engine) -> None:
    fill(engine, _note("plan@1.md", "text"))
    found = resolve_reference("plan@1", engine)
    assert (found.ref, found.part) == (Ref("plan@1.md"), None)


@pytest.mark.parametrize(("text", "doc"), [("c#", "notes/c#.md"), ("C", "notes/C.md"), ("c#goals", "notes/c#.md")])
def test_names_that_differ_by_signs_alone_are_told_apart(engine: Engine, text: str, doc: str) -> None:
    meant = resolve_reference(text.replace("c#goals", "c##goals"), engine)
    assert (meant.ref and meant.ref.doc, meant.others) == (doc, ())


def test_of_several_with_one_name_the_nearest_to_the_root_is_taken_and_the_others_are_told(engine: Engine) -> None:
    meant = resolve_reference("README", engine)
    assert (meant.ref, meant.others) == (Ref("docs/README.md"), ("z/README.md", "docs/deep/README.md"))
    taken = "3 documents have the name 'README'; dowse takes docs/README.md"
    assert meant.hint == f"{taken}; write the path of another one to choose it: z/README.md, docs/deep/README.md"


_CALLED_X = (
    ("a/b/c/d/x.md", make("a/b/c/d/x.md", title="p")),
    ("a/b/c/file.md", make("a/b/c/file.md", aliases=("X",))),
    ("a/b/code.md", make("a/b/code.md", short_code="x")),
    ("title.md", make("title.md", title="x")),
)


@pytest.mark.parametrize("best", range(len(_CALLED_X)))
@pytest.mark.parametrize("text", ["x", "[[x]]"])
def test_a_file_name_comes_before_an_alias_a_short_code_and_a_title(engine: Engine, text: str, best: int) -> None:
    """As in a wikilink; `links:dendron` is about `vault/dendron.md`, not a README with that title."""
    fill(engine, *(document for _, document in _CALLED_X[best:]))
    assert resolve_reference(text, engine) == Reference(text, Ref(_CALLED_X[best][0]), _CALLED_X[best][1].head)


def test_a_path_without_its_ending_comes_before_an_alias_or_a_title_that_is_written_like_a_path(engine: Engine) -> None:
    fill(engine, make("deep/in/it.md"), make("a.md", title="deep/in/it"), make("b.md", aliases=("Deep/in/it",)))
    assert (resolve_reference("deep/in/it", engine).ref, resolve_reference("deep/in/it", engine).hint) == (
        Ref("deep/in/it.md"),
        "",
    )


def test_a_path_leaves_no_doubt(engine: Engine) -> None:
    meant = resolve_reference("z/README.md", engine)
    assert (meant.ref, meant.others, meant.hint) == (Ref("z/README.md"), (), "")


@pytest.mark.parametrize("text", ["2-Areas/Metis", "2-areas/metis/", "./2-Areas/Metis", "[[2-Areas/Metis]]"])
def test_a_folder_is_meant_where_no_document_is(engine: Engine, text: str) -> None:
    meant = resolve_reference(text, engine)
    assert (meant.ref, meant.head, meant.folder) == (None, None, "2-Areas/Metis")
    assert meant.hint == "'2-Areas/Metis' is a folder, not a document"


def test_a_document_comes_before_a_folder_of_that_name_unless_a_slash_says_folder(engine: Engine) -> None:
    fill(engine, make("2-Areas/Metis.md"))
    assert (resolve_reference("2-Areas/Metis", engine).ref, resolve_reference("2-Areas/Metis/", engine).folder) == (
        Ref("2-Areas/Metis.md"),
        "2-Areas/Metis",
    )


def test_a_slash_at_the_end_says_folder_even_where_a_document_is_called_so(engine: Engine) -> None:
    fill(engine, make("plan/x.md"))
    assert (resolve_reference("plan/", engine).folder, resolve_reference("plan", engine).folder) == ("plan", "")


def test_a_section_may_be_of_a_document_with_a_shorter_name_than_another_one(engine: Engine) -> None:
    fill(engine, _note("a.md", "# b:c"), _note("x/a:b.md", "# d"))
    assert resolve_reference("a:b:c", engine).ref == Ref("a.md", "bc")


def test_a_folder_comes_before_a_document_that_only_ends_so(engine: Engine) -> None:
    fill(engine, make("x/docs/deep.md"))
    assert resolve_reference("docs/deep", engine).folder == "docs/deep"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("METIS-I-0081", "no document has the name 'METIS-I-0081'; did you mean 'METIS-I-0018'?"),
        ("C sharq", "no document has the name 'C sharq'; did you mean 'C sharp'?"),
        (
            "2-areas/metis/pln.md",
            "no document has the name '2-areas/metis/pln.md'; did you mean '2-Areas/Metis/plan.md'?",
        ),
        ("Metis", "no document has the name 'Metis'; did you mean '2-Areas/Metis'?"),
        ("2-Area/Metis", "no document has the name '2-Area/Metis'; did you mean '2-Areas/Metis'?"),
        ("zzzzzzzzzzzz", "no document has the name 'zzzzzzzzzzzz'; `find` lists all files"),
        ("", "the reference is empty or the folder of the vault, and names no document; `find` lists all files"),
        (".", "the reference is empty or the folder of the vault, and names no document; `find` lists all files"),
        ("plan/", "there is no folder 'plan/'; without the slash, the reference is 2-Areas/Metis/plan.md"),
        (
            "2-Areas/Metis/plan/",
            "there is no folder '2-Areas/Metis/plan/'; without the slash, the reference is 2-Areas/Metis/plan.md",
        ),
        ("plam/", "no document has the name 'plam/'; did you mean 'plan'?"),
        ("plan#goals", "2-Areas/Metis/plan.md has no section 'goals'; it has a-plan-for-all, detailed-design"),
    ],
)
def test_what_is_not_there_has_a_hint_of_what_may_be_meant(engine: Engine, text: str, hint: str) -> None:
    assert resolve_reference(text, engine) == Reference(text, hint=hint)
    assert find_reference(text, engine) is None


def test_a_missing_section_of_many_is_answered_with_the_first_ones_and_how_many_headings_are_not_indexed(
    engine: Engine,
) -> None:
    fill(engine, note := _note("many.md", *(f"# {n:x}" for n in range(2_500))))
    (warning,) = note.odd
    hint = resolve_reference("many#9c3", engine).hint
    assert hint.startswith("many.md has no section '9c3'; it has 0, 1, 2, ")
    assert hint.endswith(f", 63 and {len(note.units) - 100:,} more; {warning}")


@pytest.mark.parametrize(
    "text", [":" * 100_000, "x" * 100_000, "#", "[[", "[[]]", "/", "..", "\ud800", "\0", "@1", "*"]
)
def test_any_text_is_answered_in_a_hint_of_one_line(engine: Engine, text: str) -> None:
    meant = resolve_reference(text, engine)
    assert (meant.ref, meant.folder) == (None, "")
    assert len(meant.hint) < 300


def test_of_many_names_of_nothing_the_first_few_are_explained(engine: Engine) -> None:
    """A near miss is looked for among all names each time, which takes a third of a second in a large vault."""
    texts = ("plan", *(f"METIS-I-008{n}" for n in range(5)))
    meant = resolve_references(texts, engine)
    assert list(meant) == list(texts)
    assert meant["plan"] == resolve_reference("plan", engine)
    assert [meant[text] == resolve_reference(text, engine) for text in texts[1:]] == [True, True, True, False, False]
    assert meant["METIS-I-0084"].hint == "no document has the name 'METIS-I-0084'"
    assert [
        "did you mean" in each.hint for each in resolve_references(texts[1:3], engine, max_suggestions=1).values()
    ] == [
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("fact", "archived"),
    [
        (True, True), ("yes", True), ("True", True), ("no", False), (False, False), ((), False),
        (("yes", "2025"), True), (("no", "TRUE"), True), (("no", "never"), False), ("[[yes]]", True),
        ("true yes", False),
    ],
)  # fmt: skip
def test_a_document_is_archived_when_it_says_so_in_any_value_as_a_filter_sees_it(
    engine: Engine, fact: Fact, archived: bool
) -> None:
    document = make("a.md", archived=fact)
    fill(engine, document)
    assert is_archived(document.head) is archived
    filtered = selected(engine, Or((Property("archived", "true"), Property("archived", "yes"))))
    assert (document.head.path in filtered) is archived


_APP = b'''"""The application."""

import os


class App:
    # Starts the server.
    @traced
    def run(self):
        return serve(self)  # until stopped

    def url_for(self, name):
        return name


def url_for(name):
    return os.path.join("/", name)
'''


def _source(path: str, text: bytes = _APP) -> Document:
    return parse_file(path, text, modified=0.0)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("App.run", "App.run"), ("App::run()", "App.run"), ("App#run", "App.run"), ("run", "App.run"),
        ("App", "App"), ("url_for", "url_for"), ("App.url_for", "App.url_for"),
        ("src/web.py#App.run", "App.run"), ("src/web.py#app.run", "App.run"), ("src/web.py#run", "App.run"),
        ("src/web.py#App::run", "App.run"),
    ],
)  # fmt: skip
def test_a_symbol_is_found_by_its_simple_or_qualified_name(engine: Engine, text: str, name: str) -> None:
    fill(engine, _source("src/web.py"))
    target = resolve_reference(text, engine)
    assert (target.ref, target.hint) == (Ref("src/web.py", name), "")


def test_a_symbol_is_found_in_other_letters_and_the_hint_says_so(engine: Engine) -> None:
    fill(engine, _source("src/web.py"))
    target = resolve_reference("app.RUN", engine)
    assert (target.ref, target.hint) == (
        Ref("src/web.py", "App.run"),
        "no symbol is written 'app.RUN'; this is App.run",
    )


def test_a_document_of_a_name_comes_before_a_symbol(engine: Engine) -> None:
    fill(engine, _source("src/web.py", b"def plan(): pass\n"))
    assert resolve_reference("plan", engine).ref == Ref("2-Areas/Metis/plan.md")


def test_the_hint_on_an_ambiguous_symbol_lists_the_others_with_their_lines(engine: Engine) -> None:
    fill(
        engine,
        _source("lib/b.py"),
        _source("tests/a.py"),
        _source("lib/c.py", b"\n\ndef run(): pass\ndef _run(): pass\n"),
    )
    assert resolve_reference("App.run", engine).hint == (
        "2 symbols have the name 'App.run'; dowse takes lib/b.py#App.run (line 9); "
        "write the path and the name of another one to choose it: tests/a.py#App.run (line 9)"
    )
    assert resolve_reference("run", engine).ref == Ref("lib/c.py", "run")
    fill(engine, *(_source(f"{name}.py", b"@made\ndef go(): pass\n") for name in "ab"))
    assert "dowse takes a.py#go (line 2)" in resolve_reference("go", engine).hint


def test_of_documents_of_one_name_in_one_folder_the_shortest_file_name_is_taken(engine: Engine) -> None:
    paths = ("a.long.name.md", "b.short.md", "z.md")
    fill(engine, *(make(path, title="Only Here") for path in paths))
    reference = resolve_reference("Only Here", engine)
    assert (str(reference.ref), reference.others) == ("z.md", ("b.short.md", "a.long.name.md"))


def test_a_number_chooses_among_symbols_of_one_name_in_a_file(engine: Engine) -> None:
    fill(engine, _source("two.py", b"if os:\n    def f(): pass\nelse:\n    def f(x): pass\n"))
    assert resolve_reference("two.py#f~2", engine).ref == Ref("two.py", "f~2")
    assert resolve_reference("f~2", engine).ref == Ref("two.py", "f~2")
    assert resolve_reference("f", engine).ref == Ref("two.py", "f")


def test_an_unknown_symbol_of_a_file_has_a_suggestion(engine: Engine) -> None:
    fill(engine, _source("src/web.py"))
    hint = resolve_reference("src/web.py#App.runs", engine).hint
    assert hint == "src/web.py has no symbol 'App.runs'; did you mean 'App.run'?"


def test_the_symbols_of_a_file_are_counted_as_its_outline_has_them(engine: Engine) -> None:
    fill(
        engine, _source("none.py", b"import os\n"), _source("two.py", b"import os\n\ndef f(): pass\n\ndef g(): pass\n")
    )
    assert resolve_reference("none.py#quite_other", engine).hint == "none.py has no symbol 'quite_other'; it has none"
    assert resolve_reference("two.py#quite_other", engine).hint == "two.py has no symbol 'quite_other'; it has 2"
