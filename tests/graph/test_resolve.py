"""What a link means, among the documents there are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.detect import parse_file
from dowse.graph.name_table import NameTable
from dowse.graph.resolve import resolve, resolved
from dowse.model.document import LABELS, Document, Link, labelled_part
from tests.contract.engines import Engine, fill
from tests.making import make

_VAULT = (
    make("Note.md"),
    make("a/Note.md"),
    make("a/b/Note.md"),
    make("a/b/Deep.md", aliases=("The Deep", "TCP/IP")),
    make("a/Folder.Name/a.b.md"),
    make("a/A B.md"),
    make("a/Café.md"),
    make("tasks/METIS-T-0066.md", title="Rotate keys", short_code="METIS-T-0066"),
    make("plans/initiative.md", title="Detailed plan", short_code="METIS-I-0018"),
    make("plans/METIS-I-0018.md", title="About a plan"),
    make("x/Letter.txt"),
    make("x/C#.md"),
)


def _meant(target: str, source: str = "elsewhere/s.md", *, kind: str = "wikilink") -> tuple[str, ...]:
    return resolve(Link(target, kind), source, NameTable.of(document.head for document in _VAULT)).meant


def _among(target: str, *documents: Document, source: str = "s.md", kind: str = "wikilink") -> tuple[str, ...]:
    return resolve(Link(target, kind), source, NameTable.of(document.head for document in documents)).meant


@pytest.mark.parametrize(
    ("target", "source", "doc"),
    [
        ("/tools/rope", "_wiki/index.md", "_wiki/tools/rope.md"),
        ("/tools/rope", "_wiki/tools/old/knot.md", "_wiki/tools/rope.md"),
        ("/tools/sail", "_wiki/tools/rope.md", "tools/sail.md"),
        ("/rope", "_wiki/tools/knot.md", "_wiki/tools/rope.md"),
        ("/tools/rope", "index.md", ""),
    ],
)
@pytest.mark.parametrize("kind", ["wikilink", "embed", "parent"])
def test_a_wikilink_from_the_root_is_that_of_the_vault_or_the_outermost_folder_with_such_a_note(
    target: str, source: str, doc: str, kind: str
) -> None:
    notes = [make(path) for path in ("_wiki/tools/rope.md", "tools/sail.md", "_wiki/tools/sail.md", "archive/rope.md")]
    assert _among(target, *notes, source=source, kind=kind) == ((doc,) if doc else ())


@pytest.mark.parametrize(
    ("target", "doc"),
    [
        ("Note", "Note.md"),
        ("note.MD", "Note.md"),
        ("/Note", "Note.md"),
        ("/a/note.md", "a/Note.md"),
        ("a/Note", "a/Note.md"),
        ("b/Note", "a/b/Note.md"),
        ("b/note.md", "a/b/Note.md"),
        ("a\\b\\Note", "a/b/Note.md"),
        ("a/./b/../Note", "a/Note.md"),
        ("Deep", "a/b/Deep.md"),
        ("the deep", "a/b/Deep.md"),
        ("tcp/ip", "a/b/Deep.md"),
        ("a.b", "a/Folder.Name/a.b.md"),
        ("folder.name/a.b.md", "a/Folder.Name/a.b.md"),
        ("A B", "a/A B.md"),
        ("cafe", "a/Café.md"),
        ("Cafe\u0301", "a/Café.md"),
        ("METIS-I-0018", "plans/METIS-I-0018.md"),
        ("metis-t-0066", "tasks/METIS-T-0066.md"),
        ("Letter", "x/Letter.txt"),
        ("Letter.txt", "x/Letter.txt"),
        ("C#", "x/C#.md"),
    ],
)
def test_a_wikilink_means_a_path_the_end_of_one_a_name_an_alias_or_a_short_code(target: str, doc: str) -> None:
    assert _meant(target)[:1] == (doc,)


@pytest.mark.parametrize(
    "target",
    [
        "Nothing", "ote", "ab", "a b.", "a-b", "Rotate keys", "Letter.md", "C", "/b/Note", "x/Note", "Note/", "/Deep",
        "a b c", "..", ".", "/", "../Note/..", "../../Note", "./Note", "./a/Note", "Note.md.md",
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["wikilink", "embed", "markdown"])
def test_a_link_to_anything_else_is_broken(target: str, kind: str) -> None:
    assert _meant(target, kind=kind) == ()


@pytest.mark.parametrize(
    ("target", "doc"),
    [("./Note", "a/b/Note.md"), ("../Note", "a/Note.md"), ("../../note.md", "Note.md"), ("./..\\A B", "a/A B.md")],
)
@pytest.mark.parametrize("kind", ["wikilink", "embed", "markdown", "parent"])
def test_dots_lead_from_the_folder_of_the_document(target: str, doc: str, kind: str) -> None:
    assert _meant(target, "a/b/s.md", kind=kind) == (doc,)


def test_a_wikilink_looks_at_the_whole_path_first_and_a_markdown_link_beside_itself() -> None:
    assert (_meant("Note.md", "a/b/s.md"), _meant("Note.md", "a/b/s.md", kind="markdown")) == (
        ("Note.md",),
        ("a/b/Note.md",),
    )


@pytest.mark.parametrize(
    ("target", "doc"),
    [
        ("b/Deep.md", "a/b/Deep.md"),
        ("a/Note.md", "a/Note.md"),
        ("Folder.Name/a.b.md", "a/Folder.Name/a.b.md"),
        ("/Note.md", "Note.md"),
    ],
)
def test_a_markdown_link_is_tried_beside_itself_then_from_the_root_then_as_a_wikilink(target: str, doc: str) -> None:
    assert _meant(target, "a/s.md", kind="markdown") == (doc,)


@pytest.mark.parametrize(
    ("target", "doc"),
    [("METIS-I-0018", "plans/initiative.md"), ("METIS-T-0066", "tasks/METIS-T-0066.md"), ("Deep", "a/b/Deep.md")],
)
def test_an_id_means_a_short_code_and_else_a_file_of_that_name(target: str, doc: str) -> None:
    assert _meant(target, kind="id") == (doc,)


@pytest.mark.parametrize(
    ("target", "doc"),
    [
        ("METIS-I-0018", "plans/initiative.md"),
        ("plans/initiative.md", "plans/initiative.md"),
        ("initiative", "plans/initiative.md"),
        ("The Deep", "a/b/Deep.md"),
        ("rotate KEYS", "tasks/METIS-T-0066.md"),
    ],
)
def test_a_parent_means_a_short_code_a_path_a_name_an_alias_and_a_title_last(target: str, doc: str) -> None:
    assert _meant(target, kind="parent") == (doc,)


def test_only_a_parent_is_named_by_its_title_and_only_when_nothing_else_is_called_so() -> None:
    titled, named = make("x.md", title="Plan"), make("deep/er/plan.md")
    assert _among("Plan", titled, kind="parent") == ("x.md",)
    assert _among("Plan", titled, named, kind="parent") == ("deep/er/plan.md",)
    assert [_among("Plan", titled, kind=kind) for kind in ("wikilink", "embed", "markdown", "id")] == [()] * 4


def test_of_several_the_one_with_the_fewest_folders_comes_first_then_the_one_beside_then_by_path() -> None:
    documents = [make(path) for path in ("b/Ideas.md", "a/b/Ideas.md", "c/Ideas.md", "a/Ideas.md")]
    assert _among("Ideas", *documents, source="c/s.md") == ("c/Ideas.md", "a/Ideas.md", "b/Ideas.md", "a/b/Ideas.md")


def test_what_is_called_so_in_a_better_way_leaves_no_doubt() -> None:
    assert _among("Ideas", make("deep/Ideas.md"), make("x.md", aliases=("Ideas",))) == ("deep/Ideas.md",)


@pytest.mark.parametrize(
    ("target", "doc"),
    [
        ("la", "fr/la.md"),
        ("LÀ", "fr/là.md"),
        ("Lä", "fr/la.md"),
        ("Łódź", "pl/Łódź.md"),
        ("lodz", "Lodz.md"),
        ("pl/Lodz", "pl/Łódź.md"),
    ],
)
def test_accents_count_where_they_make_a_difference(target: str, doc: str) -> None:
    paths = ("fr/là.md", "fr/la.md", "pl/Łódź.md", "Lodz.md")
    assert _among(target, *map(make, paths))[0] == doc


@pytest.mark.parametrize("target", [".", "..", "./", "b/", "b/.", "x/.."])
def test_a_folder_is_no_document_even_when_one_is_called_like_it(target: str) -> None:
    documents = [make(path) for path in ("a.md", "a/b.md", "a/b/b.md")]
    assert [_among(target, *documents, source="a/b/s.md", kind=kind) for kind in ("wikilink", "markdown")] == [(), ()]


def test_an_attachment_of_joplin_that_is_not_there_is_outside() -> None:
    link = f":/{'0a' * 16}"
    found = resolved([("s.md", Link(each, "embed")) for each in (link, ":/x", link.upper())], MemoryEngine())
    assert [each.rule for each in found] == ["outside", "", ""]


def test_a_person_is_outside_unless_a_note_is_called_so() -> None:
    index = MemoryEngine()
    fill(index, make("@bob.md"))
    people = ("@ada", "ada.l@example.org", "@bob", "@ada/x.md")
    links = [Link(each, "markdown") for each in people] + [Link("@ada", "wikilink")]
    found = resolved([("s.md", link) for link in links], index)
    assert [each.rule for each in found] == ["outside", "outside", "relative", "", ""]


@pytest.mark.parametrize("target", ["logo@2x.png", "call@home.md", "Mail@work.PDF"])
def test_a_file_with_an_at_sign_in_its_name_is_no_person(target: str) -> None:
    found = resolved([("s.md", Link(target, "markdown"))], MemoryEngine())
    assert [each.rule for each in found] == [""]


@pytest.mark.parametrize("kind", ["markdown", "embed"])
def test_the_id_of_a_note_of_joplin_is_its_file_name(kind: str) -> None:
    name = "0a" * 16
    assert _among(f":/{name}", make(f"notes/{name}.md"), make("s.md"), kind=kind) == (f"notes/{name}.md",)


@pytest.mark.parametrize(("target", "doc"), [("../kms", "kms.md"), ("../kms/", "kms.md"), ("../set/up", "set/up.md")])
def test_the_address_of_a_page_of_hugo_may_lack_the_slash_at_its_end(target: str, doc: str) -> None:
    others = [make(f"content/docs/{name}.md") for name in ("a", "kms", "set/up")]
    assert _among(target, *others, source="content/docs/a.md", kind="markdown") == (f"content/docs/{doc}",)


def test_a_target_that_is_only_an_anchor_is_the_document_itself() -> None:
    assert _meant("", "a/s.md") == ("a/s.md",)


def test_a_link_of_a_kind_that_nobody_knows_is_broken() -> None:
    assert _meant("Note", kind="telepathy") == ()


def test_a_link_may_mean_the_document_it_stands_in() -> None:
    assert _meant("Note", "Note.md") == ("Note.md",)


def test_a_wikilink_between_pages_of_logseq_means_a_title_where_nothing_else_is_called_so() -> None:
    page, note = make("pages/anil.md", title="Anil Dash"), make("notes/anil.md", title="Anil Dash")
    for source in ("pages/glitch.md", "graph/journals/2026_11_03.md"):
        assert _among("Anil Dash", page, note, source=source) == ("pages/anil.md",)
        assert _among("Anil Dash", page, make("x/Anil Dash.md"), source=source) == ("x/Anil Dash.md",)
    assert _among("Anil Dash", page, source="s.md") == _among("Anil Dash", note, source="pages/glitch.md") == ()


def test_an_html_file_beside_no_such_page_means_the_one_page_of_that_name() -> None:
    page, other, code = make("guides/start/up.md"), make("rules/up.md"), make("lib/up.ex", kind="code")
    for vault, meant in (
        ((page, code), ("guides/start/up.md",)),
        ((page, other), ("guides/start/up.md",)),
        ((page, make("guides/up.md"), other), ()),
    ):
        assert _among("up.html", *vault, source="guides/real/time.md", kind="markdown") == meant
    assert _among("x/up.html", page, source="guides/real/time.md", kind="markdown") == ()
    assert _among("index.html", make("start/index.md"), source="guides/real/time.md", kind="markdown") == ()
    link = resolve(Link("Phoenix.Router.html", "markdown"), "a.md", NameTable.of(()))
    assert (link.meant, link.rule) == ((), "outside")


def test_links_are_resolved_together_with_one_question_for_all_names(engine: Engine) -> None:
    fill(engine, *_VAULT)
    pointers = [
        ("a/b/s.md", Link("../Note", "wikilink")),
        ("s.md", Link("../Note", "wikilink")),
        ("s.md", Link("nothing", "wikilink")),
        ("s.md", Link("", "wikilink", anchor="x")),
        ("a/s.md", Link("", "wikilink", anchor="x")),
        ("s.md", Link("detailed plan", "parent")),
        ("s.md", Link("TCP/IP", "wikilink")),
    ]
    found = resolved(pointers, engine)
    assert [tuple(each) for each in found] == [
        (source, link, meant, rule)
        for (source, link), (meant, rule) in zip(
            pointers,
            [
                (("a/Note.md",), "path"),
                ((), ""),
                ((), ""),
                (("s.md",), "self"),
                (("a/s.md",), "self"),
                (("plans/initiative.md",), "title"),
                (("a/b/Deep.md",), "alias"),
            ],
            strict=True,
        )
    ]
    assert [pointed.target for pointed in found[:2]] == ["a/Note.md", ""]


@pytest.mark.parametrize("names", [("_index.md", "_index.txt"), ("_index.txt", "_index.md")])
def test_of_two_index_pages_of_one_name_the_first_path_is_meant(names: tuple[str, str]) -> None:
    vault = [make(f"b/b/{name}") for name in names]
    assert _among("../b", *vault, source="b/b/note.md", kind="markdown")[0] == "b/b/_index.md"


@pytest.mark.parametrize(
    ("source", "target", "other"),
    [("x/a.md", "README/", "x/a.txt"), ("x/a.md", "index.html", "x.md"), ("x/y/a.md", "../index.html", "x.md")],
)
def test_a_link_to_an_index_page_does_not_mean_the_page_with_the_address_of_the_folder(
    source: str, target: str, other: str
) -> None:
    assert _among(target, make(source), make(other), source=source, kind="markdown") == ()


def test_the_index_page_of_a_named_folder_may_be_the_page_of_that_name() -> None:
    assert _among("x/index.html", make("a.md"), make("x.md"), source="a.md", kind="markdown") == ("x.md",)


@pytest.mark.parametrize(
    ("target", "doc"),
    [
        ("setup", "docs/guide/setup.rst"),
        ("../index", "docs/index.rst"),
        ("/index", "docs/index.rst"),
        ("/guide/setup", "docs/guide/setup.rst"),
        ("/setup", "docs/guide/setup.rst"),
        ("index", ""),
        ("api", ""),
    ],
)
def test_a_document_of_sphinx_is_relative_or_below_the_outermost_folder_that_has_it(target: str, doc: str) -> None:
    vault = [make(path) for path in ("docs/index.rst", "docs/guide/setup.rst", "docs/guide/x.rst", "other/api.rst")]
    assert _among(target, *vault, source="docs/guide/x.rst", kind="doc") == ((doc,) if doc else ())


@pytest.mark.parametrize(
    ("target", "doc"), [("@/guide/plan.md", "site/content/guide/plan.md"), ("@/gone.md", ""), ("@guide/plan.md", "")]
)
def test_a_link_of_zola_is_below_the_root_of_the_content(target: str, doc: str, engine: Engine) -> None:
    fill(engine, *map(make, ("site/content/guide/plan.md", "site/content/blog/plan.md")))
    found = resolved([("site/content/blog/first.md", Link(target, "markdown"))], engine)
    assert [(each.target, each.rule) for each in found] == [(doc, "root" if doc else "")]


def test_a_label_means_the_document_that_defines_it_and_may_be_of_another_project() -> None:
    plain = make("docs/plan.rst")
    costs = replace(plain, head=plain.head._replace(facts={LABELS: ("costs", "of heating")}))
    assert _among("Of Heating", costs, make("of heating.rst"), kind="ref") == ("docs/plan.rst",)
    pointers = [("docs/a.rst", Link("costs", "ref")), ("docs/a.rst", Link("asyncio", "ref"))]
    index = MemoryEngine()
    fill(index, costs)
    assert [(each.meant, each.rule) for each in resolved(pointers, index)] == [
        (("docs/plan.rst",), "label"),
        ((), "outside"),
    ]


def test_a_markdown_link_may_name_a_label_of_myst_and_means_a_page_first(engine: Engine) -> None:
    page = make("mooring/costs.md")
    labels = (labelled_part("what-it-costs", "Costs"), "tide")
    fill(engine, replace(page, head=page.head._replace(facts={LABELS: labels})), make("tide.md"))
    links = [
        ("s.md", Link(target, "markdown")) for target in ("what-it-costs", "What-It-Costs", "tide", "what-it", "tides")
    ]
    found = [each[2:] for each in resolved(links, engine)]
    costs = (("mooring/costs.md",), "label")
    assert found == [costs, costs, (("tide.md",), "relative"), ((), ""), ((), "")]


def test_a_markdown_link_may_leave_out_the_number_before_a_file_name_that_one_document_has(engine: Engine) -> None:
    numbered = (
        "docs/02-runes/02-$state.md",
        "docs/04-styling/01-scoped-styles.md",
        "a/01-mooring.md",
        "b/03-mooring.md",
    )
    fill(engine, *map(make, numbered))
    targets = ("$state", "scoped-styles", "Scoped-Styles", "mooring", "styling/scoped-styles", "x/scoped-styles")
    found = [each.meant for each in resolved([("docs/x.md", Link(each, "markdown")) for each in targets], engine)]
    assert found == [numbered[:1], numbered[1:2], numbered[1:2], (), (), ()]
    assert _among("scoped-styles", *map(make, numbered)) == ()


def test_an_id_of_org_means_the_document_that_defines_it_and_is_broken_without_one() -> None:
    plain = make("tides.org")
    tides = replace(plain, head=plain.head._replace(facts={LABELS: (labelled_part("8F2A", "high-water"),)}))
    assert _among("8f2a", tides, make("8f2a.org"), kind="node") == ("tides.org",)
    index = MemoryEngine()
    fill(index, tides)
    pointers = [("a.org", Link("8F2A", "node")), ("a.org", Link("9B", "node"))]
    assert [(each.meant, each.rule) for each in resolved(pointers, index)] == [(("tides.org",), "label"), ((), "")]


@pytest.mark.parametrize(
    ("target", "meant"),
    [
        ("git-gc", ("man/git-gc.adoc",)),
        ("config/gc", ("man/config/gc.adoc",)),
        ("gc", ("man/config/gc.adoc",)),
        ("tides", ("man/tides.adoc",)),  # not the one in another folder
        ("notes", ()),
        ("nothing", ()),
    ],
)
def test_a_macro_means_a_page_of_asciidoc_or_nothing(target: str, meant: tuple[str, ...]) -> None:
    paths = ("man/git-gc.adoc", "man/config/gc.adoc", "man/tides.adoc", "tides.adoc", "gc.md", "git-gc.c", "notes.md")
    names = NameTable.of(make(path).head for path in paths)
    found = resolve(Link(target, "macro"), "man/a.adoc", names)
    assert (found.meant, found.rule == "outside") == (meant, not meant)


@pytest.mark.parametrize(
    ("target", "kind", "meant"),
    [
        ("pep-0008", "pep", ("peps/pep-0008.rst",)),
        ("rfc2119", "rfc", ("rfcs/rfc2119.txt",)),
        ("pep-0009", "pep", ()),
    ],
)
def test_a_proposal_is_the_file_of_its_number_or_of_another_project(
    target: str, kind: str, meant: tuple[str, ...]
) -> None:
    names = NameTable.of(make(path).head for path in ("peps/pep-0008.rst", "rfcs/rfc2119.txt"))
    found = resolve(Link(target, kind), "docs/a.rst", names)
    assert (found.meant, found.rule == "outside") == (meant, not meant)


@pytest.mark.parametrize(
    ("target", "meant"),
    [
        ("low", ("book/low.asc",)),  # the nearest one
        ("tides.asc", ("tides.asc",)),
        ("parts/ebb", ("book/parts/ebb.asc",)),
        ("../tides", ("book/tides.asc",)),
        ("notes", ()),
        ("gone", ()),
    ],
)
def test_a_part_of_a_page_of_asciidoc_has_links_from_the_folders_above(target: str, meant: tuple[str, ...]) -> None:
    paths = ("low.asc", "book/low.asc", "tides.asc", "book/parts/ebb.asc", "notes.md", "other/gone.asc")
    names = NameTable.of(make(path).head for path in (*paths, *(("book/tides.asc",) if ".." in target else ())))
    assert resolve(Link(target, "xref"), "book/parts/a.asc", names).meant == meant


@pytest.mark.parametrize(
    ("target", "meant"), [("moor(2)", ("man2/moor.2",)), ("cast_off(2)", ("man2/moor.2",)), ("ls(1)", ()), ("moor", ())]
)
def test_a_reference_to_a_manual_page_means_the_page_called_so_before_others_that_describe_it(
    target: str, meant: tuple[str, ...]
) -> None:
    pages = {"man2/moor.2": "moor, cast_off", "man2/moor_tut.2": "moor, quay"}
    index = MemoryEngine()
    for path, described in pages.items():
        name = path[5:-2].upper()
        written = f".TH {name} 2\n.SH NAME\n{described} \\- tie a boat\n"
        fill(index, parse_file(path, written.encode(), modified=0.0))
    (found,) = resolved([("man7/a.7", Link(target, "man"))], index)
    assert (found.meant, found.rule == "outside") == (meant, not meant)


def test_a_file_of_org_is_relative_to_the_folder() -> None:
    vault = [make(path) for path in ("b.org", "c/b.org", "c/d.org")]
    assert _among("b.org", *vault, source="c/a.org", kind="file") == ("c/b.org",)
    assert _among("d.org", *vault, source="a.org", kind="file") == ()


@pytest.mark.parametrize(
    ("target", "doc"),
    [
        ("b.adoc", "docs/modules/ROOT/pages/b.adoc"),
        ("./b.adoc", "docs/modules/ROOT/pages/sub/b.adoc"),
        ("only.adoc", "docs/modules/ROOT/pages/sub/only.adoc"),
        ("/modules/sail/pages/b.adoc", "docs/modules/sail/pages/b.adoc"),
        ("/modules/./partials/p.adoc", "docs/modules/ROOT/partials/p.adoc"),
        ("/modules/none/pages/b.adoc", ""),
    ],
)
def test_a_reference_of_antora_is_below_the_pages_of_its_module(target: str, doc: str) -> None:
    below = ("ROOT/pages/b", "ROOT/pages/sub/b", "ROOT/pages/sub/only", "ROOT/partials/p", "sail/pages/b")
    vault = [make(f"docs/modules/{path}.adoc") for path in below]
    source = "docs/modules/ROOT/pages/sub/a.adoc"
    assert _among(target, *vault, source=source, kind="xref") == ((doc,) if doc else ())


@pytest.mark.parametrize(
    ("target", "is_meant"),
    [
        ("old.adoc", True),
        ("/modules/ROOT/pages/old.adoc", True),
        ("index.adoc", True),
        ("/modules/sail/pages/knots.adoc", True),
        ("sub/older.adoc", True),
        ("./older.adoc", True),
        ("knots.adoc", False),
        ("/modules/sail/pages/old.adoc", False),
    ],
)
def test_a_reference_of_antora_may_name_a_former_page(target: str, *, is_meant: bool, engine: Engine) -> None:
    former = ("ROOT/pages/old", "ROOT/pages/index", "ROOT/pages/sub/older", "sail/pages/knots")
    page = make("docs/modules/ROOT/pages/new.adoc", aliases=tuple(f"docs/modules/{path}.adoc" for path in former))
    fill(engine, page)
    (found,) = resolved([("docs/modules/ROOT/pages/sub/a.adoc", Link(target, "xref"))], engine)
    assert (found.target, found.rule) == ((page.head.path, "alias") if is_meant else ("", ""))


def test_a_former_page_may_have_the_file_name_of_the_page_but_for_its_ending(engine: Engine) -> None:
    fill(engine, make("a/a.md"), make("b/c.md", aliases=("a/c.adoc",)))
    (found,) = resolved([("a/a.md", Link("c.adoc", "xref"))], engine)
    assert (found.target, found.rule) == ("b/c.md", "alias")
