"""What the query names exactly goes to the top."""

from __future__ import annotations

from pathlib import Path

import pytest

from dowse.formats.detect import parse_file
from dowse.model.hit import Evidence, Hit
from dowse.model.ref import Ref
from dowse.query.ast import FieldEquals
from dowse.stages.code.definitions import DEFINITIONS
from dowse.stages.pin import Pin
from tests.contract.engines import ENGINES, fill, paths
from tests.making import hit, make
from tests.retrieval.asking import asking, holding

_JANE = make("2-Areas/People/April Jane.md", aliases=("AJ", "April J."), tags=("people",))
_TASK = make("tasks/t66.md", title="Split the index", short_code="METIS-T-0066")
_OTHER = make("other.md", "April Jane and METIS-T-0066 and AJ")
_ENGINE = holding(_JANE, _TASK, _OTHER)
_HITS = (hit("other.md", 1.0), hit(_JANE.head.path, 0.4))


@pytest.mark.parametrize(
    "query", ["April Jane", "april jane", "AJ", "aj", '"April Jane"', "April Jane.md", "apríl jane"]
)
def test_a_title_a_file_name_or_an_alias_goes_to_the_top_with_the_score_1(query: str) -> None:
    first, second = Pin()(_HITS, asking(query, _ENGINE))
    assert (first.head.path, first.score) == (_JANE.head.path, 1.0)
    assert first.why[-1] == Evidence("pin", 1.0)
    assert second == _HITS[0]


@pytest.mark.parametrize("query", ["METIS-T-0066", "metis-t-0066", "metis t 0066", "METIS_T_0066"])
def test_a_short_code_is_a_name_in_any_spelling_even_of_a_document_that_no_list_holds(query: str) -> None:
    assert paths(Pin()(_HITS, asking(query, _ENGINE)))[0] == "tasks/t66.md"


@pytest.mark.parametrize(
    ("title", "query"), [("AC 自动机", "ac自动机"), ("Todoアプリ", "todo アプリ"), ("第 2 章", "第2章")]
)
def test_blanks_between_scripts_do_not_tell_names_apart(title: str, query: str) -> None:
    engine = holding(make("a.md", title=title), make("b.md", title="自动机"), _OTHER)
    assert paths(Pin()(_HITS[:1], asking(query, engine))) == ["a.md", "other.md"]


@pytest.mark.parametrize("query", ["April", "April Jane birthday", "", "tag:people", "-AJ", "METIS-T-006"])
def test_part_of_a_name_pins_nothing(query: str) -> None:
    assert Pin()(_HITS, asking(query, _ENGINE)) == _HITS


def test_a_document_that_the_filters_exclude_stays_out() -> None:
    assert Pin()((), asking("AJ -tag:people", _ENGINE)) == ()
    assert Pin()((), asking("AJ", _ENGINE, where=FieldEquals("path", "tasks"))) == ()
    assert paths(Pin()((), asking("AJ tag:people", _ENGINE))) == [_JANE.head.path]


@pytest.mark.parametrize(
    "empty",
    ["", "---\ntags: [a]\n---\n", "![[Template]]\n", "# Weir\n\n## Links\n\n%% later %%\n", "{{ template }}\n\n***\n"],
)
def test_of_documents_of_one_name_those_without_a_text_of_their_own_come_last(empty: str) -> None:
    engine = holding(
        *(
            parse_file(path, text.encode(), modified=0.0)
            for path, text in (("a/Weir.md", empty), ("z/Weir.md", "# Weir\n\nHigh.\n"))
        )
    )
    hits = (hit("a/Weir.md", 0.9), hit("z/Weir.md", 0.4))
    assert paths(Pin()(hits, asking("weir", engine))) == ["z/Weir.md", "a/Weir.md"]
    assert paths(Pin()(hits, asking("weir path:a", engine)))[0] == "a/Weir.md"


@pytest.mark.parametrize(("query", "first"), [("Lodz", "Lodz.md"), ("łódź", "a/Łódź.md")])
def test_of_documents_of_one_name_those_with_its_accents_come_first(query: str, first: str) -> None:
    engine = holding(make("Lodz.md", "A city."), make("a/Łódź.md", "Miasto."))
    hits = (hit("a/Łódź.md", 0.5), hit("Lodz.md", 0.5))
    assert paths(Pin()(hits, asking(query, engine)))[0] == first
    assert sorted(paths(Pin()(hits[::-1], asking(query, engine)))) == ["Lodz.md", "a/Łódź.md"]


@pytest.mark.parametrize(
    ("path", "text", "is_last"),
    [
        ("docs/weir.md", "Moved to the [weir page](topics/weir.md).\n", True),
        ("docs/weir.md", "# Weir\n\nIt is in docs/topics/weir.md now.\n", True),
        ("docs/old/weir.md", "See [[topics/weir]] or [this](../topics/weir.md).\n", True),
        ("docs/1/weir.md", "This edition is no longer kept; read [the other](../weir.html).\n", True),
        ("docs/new/weir.md", "Read [another page](https://example.org/weir.html).\n", False),
        ("docs/weir.md", "Read [this page](weir.html).\n", False),
        ("docs/weir.md", "A weir holds the water.\n", False),
        ("docs/weir.md", "A weir holds the water. See [locks](topics/locks.md).\n", False),
        ("docs/weir.md", "A weir holds the water, as old-topics/weirs and topics/weir-old.md say.\n", False),
        ("docs/weir.md", f"{'A weir holds the water. ' * 20}See [more](topics/weir.md).\n", False),
        ("src/weir.py", "from water.weir import Weir as Weir\n", True),
        ("src/weir.py", "class Weir: pass\n", False),
    ],
)
@pytest.mark.parametrize("kind", ENGINES)
def test_of_documents_of_one_name_those_that_only_point_to_another_come_last(
    kind: str, path: str, text: str, *, is_last: bool, tmp_path: Path
) -> None:
    engine = ENGINES[kind](tmp_path)
    texts = {path: text, "docs/topics/weir.md": "# Weir\n\n" + "High water runs over it. " * 20}
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()))
    heads = engine.heads(texts)
    hits = tuple(Hit(Ref(each), heads[each], 0.5) for each in texts)
    found = paths(Pin()(hits, asking("weir", engine)))
    assert found == sorted(texts, key=lambda each: (each == path) == is_last)


@pytest.mark.parametrize(
    ("stub", "is_moved"),
    [
        ("# Weir\n\nThis edition is no longer kept; read [the other](../a.html).\n", True),
        ("# Weir\n\nA weir holds the water.\n", False),
        (f"# Weir\n\n{'A weir holds the water. ' * 20}See [more](../a.html).\n", False),
    ],
)
@pytest.mark.parametrize("kind", ENGINES)
def test_a_page_of_another_title_comes_before_its_namesake_that_only_points_to_it(
    kind: str, stub: str, *, is_moved: bool, tmp_path: Path
) -> None:
    engine = ENGINES[kind](tmp_path)
    texts = {"1/a.md": stub, "new/a.md": "# Locks and weirs\n\n" + "High water. " * 40, "new/b.md": "# Weirs\n\nb"}
    fill(engine, *(parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()))
    heads = engine.heads(texts)
    hits = tuple(Hit(Ref(each), heads[each], 0.5) for each in texts)
    found = Pin()(hits, asking("weir", engine))
    first = ["new/a.md", "1/a.md"] if is_moved else ["1/a.md", "new/a.md"]
    assert [hit.head.path for hit in found] == [*first, "new/b.md"]
    assert [hit.score for hit in found] == [1.0, 1.0 if is_moved else 0.5, 0.5]


_DATED = holding(
    make("log/2021-07.md"), make("2021 July.md"), make("2021-07-14.md"), make("14.07.2022.md"), make("Mai 2022.md")
)


@pytest.mark.parametrize(
    ("query", "pinned"),
    [
        ("july 2021", ["2021 July.md", "log/2021-07.md"]),
        ("Juli 2021", ["2021 July.md", "log/2021-07.md"]),
        ("2021 july", ["2021 July.md"]),
        ("July 14, 2021", ["2021-07-14.md"]),
        ("2022-07-14", ["14.07.2022.md"]),
        ("mai 2022", ["Mai 2022.md"]),
        ("august 2021", []),
        ("plans of july 2021", []),
        ("july 2021 june 2021", []),
    ],
)
def test_a_date_that_no_document_is_called_pins_those_whose_names_are_the_same_date(
    query: str, pinned: list[str]
) -> None:
    assert sorted(paths(Pin()((), asking(query, _DATED)))) == pinned


def test_of_documents_of_one_name_copies_come_last_and_behind_them_empty_ones() -> None:
    engine = holding(make("archive/Weir.md", "High water."), make("z/Weir.md", "High water."))
    assert paths(Pin()((hit("archive/Weir.md", 0.9),), asking("weir", engine))) == ["z/Weir.md", "archive/Weir.md"]
    engine = holding(make("archive/Weir.md", "High water."), make("z/Weir.md", ""))
    assert paths(Pin()((hit("archive/Weir.md", 0.9),), asking("weir", engine))) == ["archive/Weir.md", "z/Weir.md"]


def test_of_documents_of_one_name_the_data_of_a_page_comes_behind_the_page() -> None:
    data = parse_file("data/tides.json", b'{"title": "Tides"}', modified=0.0)
    hits = (hit("data/tides.json", 0.9), hit("pages/tides.md", 0.4))
    engine = holding(data, make("pages/tides.md", "High water."))
    assert paths(Pin()(hits, asking("tides", engine))) == ["pages/tides.md", "data/tides.json"]
    assert paths(Pin()(hits, asking("tides.json", engine)))[0] == "data/tides.json"


def test_of_documents_of_one_name_those_of_the_newest_version_come_first() -> None:
    listed = ("2.0/http/tides.md", "notes/tides.md", "10.1/tides.md", "9.0/advanced/tides.md")
    run = asking("tides", holding(*(make(path, f"# Tides\n\n{path} has a text of its own.") for path in listed)))
    hits = Pin()(tuple(Hit(Ref(path), run.reader.heads([path])[path], 0.5) for path in listed), run)
    assert paths(hits) == ["notes/tides.md", "10.1/tides.md", "9.0/advanced/tides.md", "2.0/http/tides.md"]


def test_versions_of_several_documentations_keep_their_order() -> None:
    listed = ("sea/2.0/tides.md", "port/10.1/tides.md")
    run = asking("tides", holding(*(make(path, f"# Tides\n\n{path} has a text of its own.") for path in listed)))
    hits = Pin()(tuple(Hit(Ref(path), run.reader.heads([path])[path], 0.5) for path in listed), run)
    assert paths(hits) == list(listed)


def test_a_year_behind_a_name_is_no_sign_of_a_copy() -> None:
    engine = holding(
        *(
            parse_file(path, b"---\naliases: [weir]\n---\nHigh.", modified=0.0)
            for path in ("a/Weir (1924).md", "z/Weir.md")
        )
    )
    hits = (hit("a/Weir (1924).md", 0.9), hit("z/Weir.md", 0.4))
    assert paths(Pin()(hits, asking("weir", engine))) == ["a/Weir (1924).md", "z/Weir.md"]


@pytest.mark.parametrize("query", ["8F2A-1", "id:8f2a-1", '"raised beds"', "raised beds"])
def test_an_id_of_org_or_an_alias_of_a_heading_pins_the_document_that_defines_it(query: str) -> None:
    beds = b'* Beds\n:PROPERTIES:\n:ID: 8F2A-1\n:ROAM_ALIASES: "raised beds"\n:END:\n'
    engine = holding(parse_file("garden.org", beds, modified=0.0), _OTHER)
    assert paths(Pin()((hit("other.md", 1.0),), asking(query, engine))) == ["garden.org", "other.md"]


def test_a_label_pins_nothing_where_a_document_has_the_name() -> None:
    labelled = parse_file("a.rst", b".. _costs:\n\nIn euros\n========\n", modified=0.0)
    assert paths(Pin()((), asking("costs", holding(labelled, make("costs.md"))))) == ["costs.md"]
    assert paths(Pin()((), asking("costs", holding(labelled)))) == ["a.rst"]


@pytest.mark.parametrize("kind", ENGINES)
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("ADR 7", ["adr/0007-use-postgres.md"]),
        ("adr-0007", ["adr/0007-use-postgres.md"]),
        ("#7", ["adr/0007-use-postgres.md"]),
        ("pep 20", ["peps/pep-0020.rst"]),
        ("sprint 7", []),
        ("7 adr", []),
        ("adr 7 path:peps", []),
    ],
)
def test_a_number_pins_the_document_whose_file_name_has_it(
    query: str, found: list[str], kind: str, tmp_path: Path
) -> None:
    texts = {"adr/0007-use-postgres.md": "text", "peps/pep-0020.rst": "text", "a.md": "adr 7", "0007/a.md": "7"}
    engine = ENGINES[kind](tmp_path)
    fill(engine, *(make(path, text) for path, text in texts.items()))
    assert paths(Pin()((), asking(query, engine))) == found


def test_a_number_pins_nothing_where_a_document_has_the_name() -> None:
    engine = holding(make("adr/0007-use-postgres.md", "text"), make("ADR 7.md", "text"))
    assert paths(Pin()((), asking("adr 7", engine))) == ["ADR 7.md"]


def test_several_of_one_name_keep_their_order_and_those_not_listed_follow() -> None:
    engine = holding(*(make(f"{folder}/Ideas.md") for folder in "abcd"))
    hits = (hit("x.md", 1.0), hit("c/Ideas.md", 0.5), hit("b/Ideas.md", 0.2))
    pinned = Pin()(hits, asking("ideas", engine))
    assert paths(pinned) == ["c/Ideas.md", "b/Ideas.md", "a/Ideas.md", "d/Ideas.md", "x.md"]
    assert {each.score for each in pinned} == {1.0}


def test_an_id_in_the_middle_of_a_question_pins_its_document() -> None:
    first, *_ = Pin()(_HITS, asking("what is METIS-T-0066 about", _ENGINE))
    assert (first.head.path, first.score) == (_TASK.head.path, 1.0)


def test_of_a_document_whose_sections_are_listed_the_best_is_pinned_and_nothing_is_added() -> None:
    best, other = Ref(_JANE.head.path, "work"), Ref(_JANE.head.path, "home")
    hits = (hit("other.md", 0.9), hit(best, 0.4), hit(other, 0.3))
    pinned = Pin()(hits, asking("AJ", _ENGINE))
    assert [(each.ref, each.score) for each in pinned] == [(best, 1.0), (Ref("other.md"), 0.9), (other, 0.3)]
    assert pinned[0].why == (Evidence("pin", 1.0),)


def test_a_document_of_which_no_section_is_listed_is_added_itself() -> None:
    hits = (hit(Ref("other.md", "work"), 0.9),)
    assert [each.ref for each in Pin()(hits, asking("AJ", _ENGINE))] == [Ref(_JANE.head.path), hits[0].ref]


@pytest.mark.parametrize(("fit", "first"), [(1.5, "lib/app.js"), (0.5, "test/app.all.js")])
def test_a_test_is_not_pinned_for_the_name_of_a_symbol_that_other_source_code_defines(fit: float, first: str) -> None:
    engine = holding(
        make("lib/app.js", "app.all = function () {}", kind="code"),
        make("test/app.all.js", "app.all()", kind="code"),
    )
    heads = engine.heads(["lib/app.js", "test/app.all.js"])
    listed = [Hit(Ref(path), head, 0.9) for path, head in sorted(heads.items())]
    hits = Pin()((listed[0].because(DEFINITIONS, fit), *listed[1:]), asking("app.all", engine))
    assert hits[0].ref.doc == first
    assert Pin()((listed[0], *listed[1:]), asking("app.all", engine))[0].ref.doc == "test/app.all.js"
