"""Links, related documents and communities at the command line: odd vaults, and what scripts rely on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from dowse.app.sessions.vault_session import open_session
from dowse.model.edge import SIMILAR_TO
from tests.interfaces.desk import Desk, Shown

pytestmark = pytest.mark.slow  # a process, or some, for each of them

_MANY = 10_000


def made(folder: Path, notes: Mapping[str, str]) -> Desk:
    """A desk whose vault has these notes."""
    desk = Desk(folder)
    desk.notes.mkdir()
    for path, text in notes.items():
        (desk.notes / path).write_text(text, "utf-8")
    return desk


def told(shown: Shown, code: int) -> Shown:
    """What was shown, after a look at how it ended."""
    assert shown.code == code, shown
    assert "Traceback" not in shown.err
    return shown


@pytest.mark.parametrize(
    "line", ["related Nobody notes", "links notes --of Nobody", "links notes --of Nobody --mentions"]
)
def test_a_reference_to_nothing_is_refused_by_name(line: str, desk: Desk) -> None:
    shown = told(desk.dowse(*line.split()), 2)
    assert shown.out == ""
    assert shown.err.startswith("dowse: no document has the name 'Nobody'")


def test_a_list_of_links_is_cut_at_its_limit_and_says_so(tmp_path: Path) -> None:
    names = "".join(f"[[gone {n}]]\n" for n in range(60))
    desk = made(tmp_path, {"a.md": f"{names}\nThe big barn.\n", "big barn.md": "", "c.md": "A big barn.\n"})
    for limit, listed in (([], 60), (["-n", "2"], 2)):
        shown = told(desk.dowse("links", "notes", "--broken", *limit), 1)
        assert (len(shown.out.splitlines()), "2 of 60; use --limit" in shown.err) == (listed, bool(limit))
    assert len(json.loads(told(desk.dowse("links", "notes", "--broken", "--json"), 1).out)) == 60
    assert len(json.loads(told(desk.dowse("links", "notes", "--broken", "--json", "-n", "3"), 1).out)) == 3
    mentions = told(desk.dowse("links", "notes", "--mentions", "--of", "big barn", "-n", "1"), 0)
    assert (mentions.out, "1 of 2; use --limit for more" in mentions.err) == ("a.md:62  “big barn”\n", True)
    assert "--limit needs --of, --broken" in told(desk.dowse("links", "notes", "-n", "3"), 2).err


def test_the_limit_of_the_links_of_a_document_is_that_of_each_direction(tmp_path: Path) -> None:
    names = "".join(f"[[gone {n}]]\n" for n in range(4))
    desk = made(tmp_path, {"a.md": names, **{f"{n}.md": "[[a]]\n" for n in range(3)}})
    shown = told(desk.dowse("links", "notes", "--of", "a", "-n", "2"), 0)
    assert [line.split("  ")[0] or line.split()[0] for line in shown.out.splitlines()] == [
        "4 links in a.md", "a.md:1", "a.md:2", "3 backlinks", "0.md:1", "1.md:1",
    ]  # fmt: skip
    assert "2 of 4 links, 2 of 3 backlinks; use --limit for more" in shown.err
    listed = json.loads(told(desk.dowse("links", "notes", "--of", "a", "-n", "2", "--json"), 0).out)
    assert [each["source"] for each in listed] == ["a.md", "a.md", "0.md", "1.md"]
    assert "use --limit" not in told(desk.dowse("links", "notes", "--of", "a", "-n", "4"), 0).err


def test_a_list_that_joins_equal_links_of_a_line_is_counted_in_lines(tmp_path: Path) -> None:
    desk = made(tmp_path, {"a.md": "[[gone]] [[gone]]\n\n[[gone]]\n"})
    shown = told(desk.dowse("links", "notes", "--broken", "-n", "1"), 1)
    assert "3 broken links in 1 document\n" in shown.err
    assert "1 of 2 lines; use --limit for more" in shown.err


def test_the_targets_that_ten_broken_links_or_more_have_are_named(tmp_path: Path) -> None:
    texts = {f"{n}.md": f"# {n}\n\n[[Gone]] [[Lost{n}]]{' [[gone]] [[b#None]]' if n else ''}\n" for n in range(6)}
    desk = made(tmp_path, {**texts, "b.md": "# B\n\n[[away]]\n"})
    shown = told(desk.dowse("links", "notes", "--broken"), 1)
    assert shown.err == "dowse: 23 broken links in 7 documents\ndowse: missing most often: Gone (11)\n"
    assert "most often" not in told(desk.dowse("links", "notes", "--broken", "--of", "1.md"), 1).err


def test_a_folder_is_no_document(desk: Desk) -> None:
    assert "'Daily' is a folder" in told(desk.dowse("related", "Daily", "notes"), 2).err


@pytest.mark.parametrize("depth", ["0", "9", "two"])
def test_a_depth_that_cannot_be_is_refused(depth: str, desk: Desk) -> None:
    assert "--depth" in told(desk.dowse("related", "AJ", "notes", "--depth", depth), 2).err


_LISTINGS = ["links", "links --orphans", "links --mentions", "communities", "pagerank", "links --export graphml"]


@pytest.mark.parametrize("line", [*_LISTINGS, "links --broken"])
def test_an_empty_vault_has_nothing_to_list(line: str, tmp_path: Path) -> None:
    told(made(tmp_path, {}).dowse(*line.split(), "notes"), 0 if line == "links --broken" else 1)


def test_a_vault_without_links_has_orphans_and_ranks_and_no_communities(tmp_path: Path) -> None:
    desk = made(tmp_path, {"heron.md": "# Heron\n\nStands in the reeds.\n", "tax.md": "# Tax\n\nDue in April.\n"})
    assert told(desk.dowse("links", "notes", "--json"), 1).out == "[]\n"
    assert told(desk.dowse("links", "notes"), 1).out.startswith("0 links in 0 of 2 documents\n")
    orphans = json.loads(told(desk.dowse("links", "notes", "--orphans", "--json"), 0).out)
    assert orphans == [{"path": "heron.md", "title": "Heron"}, {"path": "tax.md", "title": "Tax"}]
    assert told(desk.dowse("communities", "notes", "--json"), 1).out == "[]\n"
    assert [each["score"] for each in json.loads(told(desk.dowse("pagerank", "notes", "--json"), 0).out)] == [0.5, 0.5]
    unrelated = told(desk.dowse("related", "Tax", "notes"), 1).err
    assert "no documents related to tax.md" in unrelated
    assert """`dowse search 'like:"Tax"'` ranks all documents""" in unrelated


def test_a_note_with_10_000_links_is_told_of_in_full(tmp_path: Path) -> None:
    links = "".join(f"- [[Nowhere {n}]]\n- [[b]]\n" for n in range(_MANY // 2))
    desk = made(tmp_path, {"a.md": f"# A\n\n{links}", "b.md": "# B\n"})
    assert len(json.loads(told(desk.dowse("links", "notes", "--json"), 0).out)) == _MANY
    assert len(told(desk.dowse("links", "notes", "--broken"), 1).out.splitlines()) == _MANY // 2
    assert told(desk.dowse("related", "b", "notes", "--files"), 0).out == "a.md\n"
    assert len(json.loads(told(desk.dowse("get", "b", "notes", "--json"), 0).out)["backlinks"]) == _MANY // 2


def test_a_note_that_links_to_itself_is_an_orphan_with_a_link_and_a_backlink(tmp_path: Path) -> None:
    desk = made(tmp_path, {"a.md": "# A\n\nSee [[a]].\n"})
    shown = json.loads(told(desk.dowse("get", "a", "notes", "--json"), 0).out)
    assert shown["links"] == [
        {
            "path": "a.md",
            "title": "A",
            "line": 3,
            "kind": "wikilink",
            "state": "ok",
            "hint": "",
            "rule": "path",
            "section": "a",
            "anchor": "",
        }
    ]
    assert shown["backlinks"] == [{name: value for name, value in shown["links"][0].items() if name != "rule"}]
    assert len(json.loads(told(desk.dowse("links", "notes", "--of", "a", "--json"), 0).out)) == 1
    assert told(desk.dowse("links", "notes", "--orphans"), 0).out == "a.md  A\n"
    told(desk.dowse("related", "a", "notes"), 1)


def test_parents_in_a_circle_are_parent_and_child_of_each_other(tmp_path: Path) -> None:
    circle = {f"{own}.md": f"---\nparent: {other}\n---\n# {own.upper()}\n" for own, other in ("ab", "ba")}
    shown = told(made(tmp_path, circle).dowse("related", "a", "notes", "--depth", "6"), 0)
    assert shown.out == " 1. B  1 hop, child, parent\n    b.md\n"


def test_an_id_that_names_nothing_is_broken_and_no_neighbour(tmp_path: Path) -> None:
    desk = made(tmp_path, {"a.md": "---\nparent: METIS-I-0404\n---\n# A\n\nAfter METIS-T-0405.\n", "b.md": "# B\n"})
    listed = told(desk.dowse("links", "notes", "--broken"), 1).out
    assert listed == "a.md:2  parent: METIS-I-0404  no such note\na.md:6  METIS-T-0405  no such note\n"
    told(desk.dowse("related", "a", "notes"), 1)


@pytest.mark.parametrize("line", ["status", "doctor", "links"])
def test_links_to_missing_notes_and_headings_are_counted_as_broken(line: str, tmp_path: Path) -> None:
    desk = made(tmp_path, {"a.md": "# A\n\n[[gone]] [[b#Nowhere]] [[b#^no]] [[b]]\n", "b.md": "# B\n"})
    told(desk.dowse("index", "notes"), 0)
    counted = {"status": "4 links, 3 broken (`", "doctor": "3 of 4 links broken\n", "links": "\n        3  broken "}
    assert counted[line] in desk.dowse(line, "notes").out


def test_the_broken_and_ambiguous_links_are_those_of_all_links_and_as_many_as_status_counts(tmp_path: Path) -> None:
    written = "[[gone]] [[b#Nowhere]] [[b#^no]] [[b]] [[b#B]] [[twin]] ![](x.png) ![](y.png) [z](z.md) {doc}`beyond`"
    texts = {"a.md": f"# A\n\n{written}\n", "b.md": "# B\n", "x.png": ""}
    desk = made(tmp_path, texts)
    for folder in ("one", "two"):
        (desk.notes / folder).mkdir()
        (desk.notes / folder / "twin.md").touch()
    told(desk.dowse("index", "notes"), 0)
    statuses = json.loads(desk.dowse("links", "notes", "--json").out)
    listed = json.loads(desk.dowse("links", "notes", "--json", "--broken", "--ambiguous").out)
    assert listed == [each for each in statuses if each["state"] != "ok"]
    counts = json.loads(desk.dowse("status", "notes", "--json").out)["links"]
    states = Counter("broken_anchors" if "no heading" in each["hint"] else each["state"] for each in listed)
    assert counts == {"total": len(statuses), "broken": 4, "ambiguous": 1, "broken_anchors": 2}
    assert {**counts, **states} == counts


def test_a_summary_without_resolved_links_has_one_blank_line(tmp_path: Path) -> None:
    shown = told(made(tmp_path, {"a.md": "[[missing]]"}).dowse("links", "notes"), 0)
    assert shown.out.splitlines()[1:4] == ["        1  wikilink", "", "        0  ok"]


def test_status_as_json_counts_missing_headings_apart_from_missing_notes(tmp_path: Path) -> None:
    desk = made(tmp_path, {"a.md": "# A\n\n[[gone]] [[b#Nowhere]] [[b#^no]] [[b]]\n", "b.md": "# B\n"})
    told(desk.dowse("index", "notes"), 0)
    counts = json.loads(desk.dowse("status", "notes", "--json").out)["links"]
    assert counts == {"total": 4, "broken": 1, "ambiguous": 0, "broken_anchors": 2}


def test_a_link_to_a_file_that_is_no_document_is_not_broken(tmp_path: Path) -> None:
    desk = made(tmp_path, {"a.md": "# A\n\n![[plan.png]]\n", "plan.png": "not really"})
    assert told(desk.dowse("links", "notes", "--broken"), 0).out == ""


@pytest.mark.parametrize("target", ["sub/", "sub", "./sub/", "./", "."])
def test_a_link_to_a_folder_is_not_broken(target: str, tmp_path: Path) -> None:
    (tmp_path / "notes" / "sub").mkdir(parents=True)
    (tmp_path / "notes" / "sub" / "b.md").write_text("# B\n")
    (tmp_path / "notes" / "a.md").write_text(f"# A\n\n[work]({target})\n")
    assert told(Desk(tmp_path).dowse("links", "notes", "--broken"), 0).out == ""


def test_a_link_to_an_existing_file_that_the_index_leaves_out_is_not_broken(tmp_path: Path) -> None:
    links = ("../.github/pull.md", "/.github/pull.md", "../.github/", "ignored.md", "large.md", "sub%20dir/")
    desk = made(tmp_path, {".gitignore": "ignored.md\nsub dir/\n"})
    for path in (".github/pull.md", "docs/ignored.md", "docs/large.md", "docs/sub dir/x.md"):
        (desk.notes / path).parent.mkdir(parents=True, exist_ok=True)
        (desk.notes / path).write_text("word " * (1_000_000 if "large" in path else 1))
    (desk.notes / "docs/a.md").write_text("".join(f"[x]({link})\n" for link in links))
    assert told(desk.dowse("links", "notes", "--broken"), 0).out == ""
    rows = json.loads(told(desk.dowse("links", "notes", "--json"), 0).out)
    assert [(row["target"], row["rule"]) for row in rows] == [
        (".github/pull.md", "file"),
        (".github/pull.md", "file"),
        (".github/", "file"),
        ("docs/ignored.md", "file"),
        ("docs/large.md", "file"),
        ("docs/sub dir/", "file"),
    ]


def test_a_file_beside_the_address_or_above_the_folder_of_a_page_is_a_target(tmp_path: Path) -> None:
    desk = made(tmp_path, {})
    for path in (
        "docs/setup/plan.png",
        "docs/assets/a b.png",
        "docs/teams/deep/c.md",
        "assets/d.png",
        "docs/teams/e.png",
    ):
        (desk.notes / path).parent.mkdir(parents=True, exist_ok=True)
        (desk.notes / path).write_text("x\n")
    links = ("assets/a%20b.png", "../../../assets/a b.png", "../gone/a b.png", "teams/e.png", "setup/gone.png", "e.gif")
    (desk.notes / "docs/teams/deep/x.md").write_text("".join(f"![x](<{link}>)\n" for link in links))
    shown = told(desk.dowse("links", "notes", "--broken"), 1).out
    assert [line.split()[0].rpartition(":")[2] for line in shown.splitlines()] == ["3", "5", "6"]


def test_a_file_outside_of_the_vault_is_no_target_of_a_link(tmp_path: Path) -> None:
    links = ("../out.md", "../../out.md", "/../out.md", "away/out.md", "away.md", "<..\\..\\out.md>", "loop")
    desk = made(tmp_path, {})
    (desk.notes / "docs").mkdir()
    (tmp_path / "out").mkdir()
    for path in ("out.md", "out/out.md"):
        (tmp_path / path).write_text("secret\n")
    (desk.notes / "docs/away").symlink_to(tmp_path / "out")
    (desk.notes / "docs/away.md").symlink_to(tmp_path / "out.md")
    (desk.notes / "docs/loop").symlink_to(desk.notes / "docs/loop")
    (desk.notes / "docs/a.md").write_text("".join(f"[x]({link})\n" for link in links))
    assert len(told(desk.dowse("links", "notes", "--broken"), 1).out.splitlines()) == len(links)


@pytest.mark.parametrize(
    ("link", "hint"),
    [
        ("[my work](sub/)", "no such folder"),
        ("![a plan](plan.png)", "no such file"),
        ("![[plan.png]]", "no such file"),
        ("[[plan.pdf]]", "no such file"),
        ("[code](x.py#L1)", "no such file"),
        ("[text](gone.md)", "no such note"),
        ('<a href="gone.md">', "no such note"),
        ("<img alt='' src='gone.png'>", "no such file"),
        ("[text](gone%20away)", "no such note"),
        ("[[Node.js]]", "no such note"),
    ],
)
def test_a_broken_link_is_listed_as_written_with_what_is_missing(link: str, hint: str, tmp_path: Path) -> None:
    desk = made(tmp_path, {"a.md": f"# A\n\nSee [b](a.md) and {link}.\n"})
    assert told(desk.dowse("links", "notes", "--broken"), 1).out == f"a.md:3  {link}  {hint}\n"


@pytest.mark.parametrize(
    ("definition", "shown"),
    [
        ("[the plan]: gone.md", "[the plan]: gone.md"),
        ("  [x]:   <gone away.md#top> 'A plan'", "[x]: <gone away.md#top>"),
    ],
)
def test_a_broken_definition_of_a_link_is_listed_with_its_label(definition: str, shown: str, tmp_path: Path) -> None:
    desk = made(tmp_path, {"a.md": f"# A\n\nSee [the plan] and [x].\n\n{definition}\n"})
    assert told(desk.dowse("links", "notes", "--broken"), 1).out == f"a.md:5  {shown}  no such note\n"


def test_an_example_of_a_module_of_antora_is_no_broken_link(tmp_path: Path) -> None:
    desk = made(tmp_path, {})
    files = {
        "pages/a.adoc": "= A\n\ninclude::example$route.conf[]\n\nxref:sail:b.adoc[]\n",
        "examples/route.conf": "x\n",
    }
    for path, text in files.items():
        file = desk.notes / "modules/ROOT" / path
        file.parent.mkdir(parents=True)
        file.write_text(text)
    shown = told(desk.dowse("links", "notes", "--broken"), 1)
    assert [line.split()[0] for line in shown.out.splitlines()] == ["modules/ROOT/pages/a.adoc:5"]


def test_links_of_a_document_are_listed_as_written(tmp_path: Path) -> None:
    desk = made(tmp_path, {"a.md": "# A\n\n[one](b.md), [two](b.md#x), ![three](c.png)\n", "b.md": "# B\n"})
    shown = told(desk.dowse("links", "notes", "--of", "a.md"), 0).out
    for syntax in ("[one](b.md)", "[two](b.md#x)", "![three](c.png)"):
        assert syntax in shown


def test_links_of_a_section_are_said_to_be_those_of_the_whole_note(tmp_path: Path) -> None:
    desk = made(tmp_path, {"a.md": "# A\n\n[one](b.md)\n\n## Part\n\n[two](b.md#x)\n", "b.md": "# B\n"})
    shown = desk.dowse("links", "notes", "--of", "a.md#Part")
    assert shown.out.startswith("2 links in a.md\n")
    assert "dowse: these are the links of the whole of a.md, not of part alone\n" in shown.err
    assert "whole" not in desk.dowse("links", "notes", "--of", "a.md").err


def test_a_broken_link_to_a_title_names_the_note_with_that_title(tmp_path: Path) -> None:
    desk = made(tmp_path, {"a.md": "See [[weekly Reviews]], [[Weekly Review]].\n", "2026-48.md": "# Weekly review\n"})
    shown = told(desk.dowse("links", "notes", "--broken"), 1).out
    assert shown == (
        "a.md:1  [[weekly Reviews]]  no such note\na.md:1  [[Weekly Review]]  no such note; 2026-48.md has this title\n"
    )


def test_a_broken_link_names_the_note_that_has_almost_its_name_after_a_rename(tmp_path: Path) -> None:
    texts = {"a.md": "[[Tom Becker]], [x](Tom%20Becker.md), [[Tom Moore]].\n", "Tom Becker.md": "", "main.py": ""}
    desk = made(tmp_path, texts)
    (tmp_path / "notes" / "Tom Becker.md").rename(tmp_path / "notes" / "Thomas Becker.md")
    shown = told(desk.dowse("links", "notes", "--broken"), 1).out
    assert shown == (
        "a.md:1  [[Tom Becker]], [x](Tom%20Becker.md)  no such note; did you mean Thomas Becker.md?\n"
        "a.md:1  [[Tom Moore]]  no such note\n"
    )


def test_a_link_that_stands_twice_in_a_line_is_listed_once(tmp_path: Path) -> None:
    desk = made(tmp_path, {"a.md": "# A\n\n[[x]] and [[x]]\n"})
    shown = told(desk.dowse("links", "notes", "--broken"), 1)
    assert shown.out == "a.md:3  [[x]]  no such note  (2 times)\n"
    assert shown.err == "dowse: 2 broken links in 1 document\n"


def test_a_line_that_imports_several_names_is_listed_once_with_all_of_them(tmp_path: Path) -> None:
    files = {"a.py": "from b import one, two\n\n\ndef go():\n    one()\n    two()\n"}
    files["b.py"] = "def one():\n    pass\n\n\ndef two():\n    pass\n"
    shown = told(made(tmp_path, files).dowse("links", "notes", "--of", "b.py"), 0).out
    backlinks = shown.partition("4 backlinks, only the first call of a symbol in each caller\n")[2].splitlines()
    assert backlinks == ["  a.py:1  imports one, two", "  a.py:5  calls one  in go", "  a.py:6  calls two  in go"]


def test_escape_codes_in_names_do_not_reach_the_terminal(tmp_path: Path) -> None:
    text = "# Red \x1b]0;\n\n[[x\x1b]0;]] [[b]] Blue \x1b]0;\n"
    desk = made(tmp_path, {"a.md": text, "b.md": "# Blue \x1b]0;\n\n[[a]]\n"})
    for line in ("links", "links --broken", "links --of a", "links --mentions", "related a", "communities", "pagerank"):
        shown = desk.dowse(*line.split(), "notes")
        assert shown.code in {0, 1}, shown
        assert "\x1b" not in shown.out + shown.err, line


def test_similar_passages_are_told_with_their_likeness(tmp_path: Path) -> None:
    text = "The heat pump warms the house in winter and cools it in summer.\n"
    desk = made(tmp_path, {"a.md": f"# A\n\n{text}", "b.md": f"# B\n\n{text}", "c.md": "# C\n\nBees make honey.\n"})
    told(desk.dowse("index", "notes", "--similar"), 0)
    shown = told(desk.dowse("related", "a", "notes"), 0)
    assert shown.out.startswith(" 1. B  1 hop, similar 0.85")
    assert told(desk.dowse("related", "a", "notes", "--via", "references"), 1).out == ""


def test_passages_are_compared_when_indexing_if_that_is_asked_for(tmp_path: Path) -> None:
    text = "The heat pump warms the house in winter and cools it in summer.\n"
    desk = made(tmp_path, {"a.md": f"# A\n\n{text}", "b.md": f"# B\n\n{text}"})
    engine = open_session(desk.notes, index_dir=tmp_path / "index").engine
    told(desk.dowse("index", "notes"), 0)
    assert engine.edges() == []
    told(desk.dowse("index", "notes", "--similar"), 0)
    assert [edge.relation for edge in engine.edges()] == [SIMILAR_TO]
    engine.close()


def test_an_export_as_graphml_holds_every_document_and_edge(desk: Desk) -> None:
    space = "{http://graphml.graphdrawing.org/xmlns}"
    tree = ET.fromstring(told(desk.dowse("links", "notes", "--export", "graphml"), 0).out)  # noqa: S314  # ours
    graph = json.loads(told(desk.dowse("links", "notes", "--export", "json"), 0).out)
    assert len(list(tree.iter(f"{space}node"))) == len(graph["nodes"]) == 59
    assert len(list(tree.iter(f"{space}edge"))) == len(graph["edges"]) > 100


def test_roles_of_sphinx_are_shown_with_their_texts_and_found_once_their_label_is_there(tmp_path: Path) -> None:
    text = "See :ref:`the costs\n<costs>`, :doc:`a plan <b>` and :ref:`asyncio`.\n"
    desk = made(tmp_path, {"a.rst": text, "b.rst": "Plan\n====\n"})
    lines = told(desk.dowse("links", "notes", "--of", "a.rst"), 0).out.splitlines()
    assert [line.strip() for line in lines[1:4]] == [
        "a.rst:1  :ref:`the costs <costs>`  not checked (outside)",
        "a.rst:2  :doc:`a plan <b>`  → b.rst (by relative)",
        "a.rst:2  :ref:`asyncio`  not checked (outside)",
    ]
    (desk.notes / "b.rst").write_text(".. _costs:\n\nPlan\n====\n", "utf-8")
    lines = told(desk.dowse("links", "notes", "--of", "a.rst"), 0).out.splitlines()
    assert lines[1].strip() == "a.rst:1  :ref:`the costs <costs>`  → b.rst (by label)"
    (desk.notes / "b.rst").write_text("Plan\n====\n", "utf-8")
    lines = told(desk.dowse("links", "notes", "--of", "a.rst"), 0).out.splitlines()
    assert lines[1].strip() == "a.rst:1  :ref:`the costs <costs>`  not checked (outside)"


def test_links_of_org_lead_to_files_headings_and_ids_and_broken_ones_count(tmp_path: Path) -> None:
    text = "[[id:t1][Tides]], [[id:t2][High\nwater]], [[file:b.org::*High water]], [[#none]] and [[id:t3]].\n"
    b = ":PROPERTIES:\n:ID: t1\n:END:\n#+title: Tides\n* TODO High water :sea:\n:PROPERTIES:\n:ID: t2\n:END:\n"
    desk = made(tmp_path, {"a.org": text, "b.org": b})
    lines = told(desk.dowse("links", "notes", "--of", "a.org"), 0).out.splitlines()
    assert [line.strip() for line in lines[1:5]] == [
        "a.org:1  [[id:t1][Tides]], [[id:t2][High water]]  → b.org (by label)",
        "a.org:2  [[file:b.org::*High water]]  → b.org (by relative)",
        "a.org:2  [[#none]]  broken: a.org has no heading or block 'none'",
        "a.org:2  [[id:t3]]  broken: no such ID",
    ]
    (desk.notes / "b.org").write_text(b.replace("t2", "t3"), "utf-8")
    lines = told(desk.dowse("links", "notes", "--of", "a.org"), 0).out.splitlines()
    assert lines[2].strip() == "a.org:1  [[id:t2][High water]]  broken: no such ID"
    assert lines[5].strip() == "a.org:2  [[id:t3]]  → b.org (by label)"


def test_a_macro_of_asciidoc_leads_to_a_page_once_there_is_one_and_is_never_broken(tmp_path: Path) -> None:
    desk = made(tmp_path, {"a.adoc": "See linkgit:git-gc[1].\n\nSee plugin:sails[].\n"})
    shown = [told(desk.dowse("links", "notes", "--of", "a.adoc"), 0).out.splitlines()[1:3]]
    (tmp_path / "notes/git-gc.adoc").write_text("= git-gc(1)\n", encoding="utf-8")
    shown.append(told(desk.dowse("links", "notes", "--of", "a.adoc"), 0).out.splitlines()[1:3])
    assert [line.strip() for lines in shown for line in lines] == [
        "a.adoc:1  linkgit:git-gc[1]  not checked (outside)",
        "a.adoc:3  plugin:sails[]  not checked (outside)",
        "a.adoc:1  linkgit:git-gc[1]  → git-gc.adoc (by relative)",
        "a.adoc:3  plugin:sails[]  not checked (outside)",
    ]


def test_references_of_asciidoc_lead_to_files_sections_and_anchors_and_broken_ones_count(tmp_path: Path) -> None:
    text = "xref:b.adoc#high[High\nwater]\n\n<<b.adoc#mark>> <<b.adoc#none>>\n\ninclude::c.adoc[]\n"
    desk = made(tmp_path, {"a.adoc": text, "b.adoc": "= B\n\n[#high]\n== Tides\n\n[[mark]]\nText\n"})
    lines = told(desk.dowse("links", "notes", "--of", "a.adoc"), 0).out.splitlines()
    assert [line.strip() for line in lines[1:5]] == [
        "a.adoc:1  xref:b.adoc#high[High water]  → b.adoc (by relative)",
        "a.adoc:4  <<b.adoc#mark>>  → b.adoc (by relative)",
        "a.adoc:4  <<b.adoc#none>>  broken: b.adoc has no heading or block 'none'",
        "a.adoc:6  include::c.adoc[]  broken: no such note",
    ]


def test_an_anchor_of_an_included_file_is_one_of_the_page_and_of_its_other_files(tmp_path: Path) -> None:
    notes = {
        "page.adoc": "= P\n\ninclude::terms.adoc[]\n\ninclude::use.adoc[]\n\n<<buoy>> <<knots>> <<none>>\n\n== Sea\n",
        "terms.adoc": "[[buoy]]Buoy:: A mark. <<sea>>\n\ninclude::deep.adoc[]\n",
        "deep.adoc": "== Knots\n\n<<use>> <<Sea>>\n",
        "use.adoc": "[#use]\n== Use\n\n<<buoy>> <<_knots>> xref:terms.adoc#use[u]\n",
        "other.adoc": "xref:page.adoc[] xref:page.adoc#buoy[] <<buoy>>\n",
    }
    lines = told(made(tmp_path, notes).dowse("links", "notes", "--broken"), 1).out.splitlines()
    assert [line.partition("  doc")[0] for line in lines] == [
        "other.adoc:1  <<buoy>>  other.adoc has no heading or block 'buoy'",
        "page.adoc:7  <<none>>  page.adoc has no heading or block 'none'",
    ]


def test_files_that_include_each_other_are_one_page(tmp_path: Path) -> None:
    notes = {"a.adoc": "include::b.adoc[]\n\n<<x>> <<y>>\n", "b.adoc": "[[x]]\n== X\n\ninclude::a.adoc[]\n"}
    lines = told(made(tmp_path, notes).dowse("links", "notes", "--broken"), 1).out.splitlines()
    assert lines == ["a.adoc:3  <<y>>  a.adoc has no heading or block 'y'"]


def test_references_of_antora_are_listed_as_written(tmp_path: Path) -> None:
    text = "xref:sail:b.adoc#x[B [1\\]] xref:c.adoc[no end\n\ninclude::example$x.toml[tag=a]\n"
    desk = made(tmp_path, {"a.adoc": text})
    shown = told(desk.dowse("links", "notes", "--broken"), 1).out
    assert [line.split("  ")[1] for line in shown.splitlines()] == [
        "xref:sail:b.adoc#x[B [1\\]], xref:c.adoc[]",
        "include::example$x.toml[tag=a]",
    ]
