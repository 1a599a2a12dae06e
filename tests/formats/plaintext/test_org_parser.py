"""What an Org file states: headings without their states, links, IDs, tags and properties."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.model.document import Document


def _read(text: str) -> Document:
    return parse_file("notes/a.org", text.encode(), modified=0.0)


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("* TODO Buy rope", "Buy rope"),
        ("** DONE [#A] Buy rope [2/3]  :shop:boat:", "Buy rope"),
        ("* WAITING Buy rope [50%]", "Buy rope"),
        ("* NEXT STEPS", "NEXT STEPS"),
        ("* TODO", "TODO"),
        ("* TODOS of May", "TODOS of May"),
        ("* Buy [[id:a1][rope]] and =twine=", "Buy rope and twine"),
        ("* At 10:30:00", "At 10:30:00"),
    ],
)
def test_a_heading_is_named_without_its_state_and_tags(written: str, title: str) -> None:
    assert [unit.title for unit in _read(written).units] == [title]


def test_the_file_defines_states() -> None:
    document = _read("#+TODO: DRAFT(d) | SENT(s!)\n* DRAFT Letter\n* SENT Bill\n* Other")
    assert [unit.title for unit in document.units] == ["Letter", "Bill", "Other"]


def test_tags_are_those_of_the_file_and_of_headings() -> None:
    document = _read("#+FILETAGS: :Boat:winter_2026:\n* A :shop:@home:\n** B  :c%d:\n* C: d :no tag:")
    assert document.head.tags == {"boat", "winter_2026", "shop", "@home", "c%d"}


def test_the_drawer_and_the_keywords_of_a_file_are_its_properties() -> None:
    document = _read(
        ':PROPERTIES:\n:ID:       8F2A-1\n:ROAM_ALIASES: "Tide table" tides\n:ROAM_REFS: https://example.org\n'
        ":mood: calm\n:mood+: and clear\n:END:\n#+title: The /tides/\n#+date: <2026-01-31 Sat 10:30>\n"
        "#+description: When to sail\n#+startup: overview\n* H\n:PROPERTIES:\n:x: 1\n:END:\n"
    )
    head = document.head
    assert (head.title, head.aliases) == ("The tides", ("Tide table", "tides"))
    assert [head.fact(name) for name in ("id", "mood", "created", "summary", "startup", "x")] == [
        *("8F2A-1", "calm and clear", "2026-01-31T10:30", "When to sail", "", ""),
    ]


def test_ids_of_files_and_headings_are_labels_and_custom_ids_are_names() -> None:
    document = _read(
        ":PROPERTIES:\n:ID: file-1\n:END:\n#+identifier: 20260131T103000\n* A\n:PROPERTIES:\n:ID: part-1\n:END:\n"
        "* B\nSCHEDULED: <2026-01-31 Sat>\n:PROPERTIES:\n:CUSTOM_ID: the-b\n:ID: part-2\n:END:\n"
        "* C\ntext\n:PROPERTIES:\n:ID: none\n:END:\n"
    )
    assert [unit.name for unit in document.units] == ["a", "the-b", "c"]
    assert dict(document.head.labelled_parts) == {
        "file-1": "",
        "20260131T103000": "",
        "part-1": "a",
        "part-2": "the-b",
    }


def test_aliases_of_a_heading_are_labels_of_it() -> None:
    document = _read('* Beds\n:PROPERTIES:\n:ID: part-1\n:ROAM_ALIASES: "raised beds" planters\n:END:\n')
    assert (document.head.labelled_parts, document.head.aliases) == (
        (("part-1", "beds"), ("raised beds", "beds"), ("planters", "beds")),
        (),
    )


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("#+title: A\n# a comment\n\n:PROPERTIES:\n:a: b\n:END:\nText\n", "Text\n"),
        ("#+title: A\n* B\n", "* B\n"),
        ("#+title: A\n#+begin_src\nx\n", "#+begin_src\nx\n"),
        ("#+title: A\n:PROPERTIES:\n:a: b\nText\n", ":PROPERTIES:\n:a: b\nText\n"),
        ("#+title: A", ""),
    ],
)
def test_properties_of_the_file_are_above_the_body(text: str, body: str) -> None:
    assert _read(text).body == body


@pytest.mark.parametrize(
    ("written", "link"),
    [
        ("[[id:8f2a][the tides]]", ("node", "8f2a", "")),
        ("[[id:8f2a][the tides\nof May]]", ("node", "8f2a", "")),
        ("[[denote:20260131T103000][x]]", ("node", "20260131T103000", "")),
        ("[[file:other.org]]", ("file", "other.org", "")),
        ("[[file:other.org::*The heading][x]]", ("file", "other.org", "The heading")),
        ("[[file:other.org::#custom][x]]", ("file", "other.org", "custom")),
        ("[[file:other.org::12][x]]", ("file", "other.org", "L12")),
        ("[[file:other.org::some words][x]]", ("file", "other.org", "")),
        ("[[../other.org][x]]", ("file", "../other.org", "")),
        ("[[./a \\[b\\].org]]", ("file", "./a [b].org", "")),
        ("[[*The heading]]", ("file", "", "The heading")),
        ("[[#custom]]", ("file", "", "custom")),
        ("[[roam:The tides]]", ("wikilink", "The tides", "")),
        ("[[The tides]]", ("wikilink", "The tides", "")),
        ('#+include: "part.org::*A" src', ("file", "part.org", "A")),
    ],
)
def test_links_lead_to_files_headings_and_ids(written: str, link: tuple[str, str, str]) -> None:
    (found,) = _read(f"Text\n{written}").links
    assert (found.kind, found.target, found.anchor, found.line) == (*link, 2)


def test_a_link_in_words_leads_to_a_heading_of_the_file_that_has_them() -> None:
    (found,) = _read("* The tides\n* B\nSee [[the tides]].").links
    assert (found.kind, found.target, found.anchor, found.section) == ("file", "", "the tides", "b")


@pytest.mark.parametrize(
    "text",
    [
        "[[https://example.org][x]], [[mailto:a@example.org]], [[elisp:(x)]] and [[doi:10.1/2]]",
        "[[file:/etc/hosts]] and [[~/notes/b.org]]",
        "[[module::lang rust]] and [[module::lang rust][Rust]]",
        "=[[file:b.org]]= and ~[[file:b.org]]~",
        "- Slices :: ~x[[1, 2]]~\n- Both (=x [[file:b.org]] y=)",
        "#+begin_src org\n[[file:b.org]]\n#+end_src",
        "#+BEGIN_EXAMPLE\n[[file:b.org]]\n#+END_EXAMPLE",
        "# [[file:b.org]]\n: [[file:b.org]]",
        "<<here>> and [[here]]",
        "#+name: table\n[[table]]",
        "#+begin_src sh\nls (ref:list)\n#+end_src\nIn line [[(list)]] and [[(list)][this line]].",
        "The pattern [[:digit:]]+ matches a number.",
        "[[]] [[ ]] [[file:]] [[id:]] [[*]] [[#]] [[a",
    ],
)
def test_addresses_code_comments_and_places_of_the_file_are_no_links(text: str) -> None:
    assert _read(text).links == ()


def test_a_block_without_an_end_hides_no_headings_and_no_links() -> None:
    document = _read("#+begin_src sh\n[[file:b.org]]\n* A\n[[file:c.org]]\n")
    assert ([link.target for link in document.links], document.headings) == (["b.org", "c.org"], ("A",))


def test_an_id_in_the_target_of_a_link_is_no_link_of_its_own() -> None:
    found = _read("[[file:METIS-T-0001.org][see METIS-T-0002]]").links
    assert [(link.kind, link.target) for link in found] == [("file", "METIS-T-0001.org"), ("id", "METIS-T-0002")]


def test_lines_may_end_in_any_way() -> None:
    document = _read("#+filetags: :a:\r\n* TODO B :c:\r\n:PROPERTIES:\r\n:CUSTOM_ID: b1\r\n:END:\r\n[[id:x]]\r\n")
    assert document.head.tags == {"a", "c"}
    assert (document.units[0].name, document.links[0].line) == ("b1", 6)


@pytest.mark.parametrize(
    ("name", "title", "tags", "date"),
    [
        ("20260131T103000--my-title__boat_low-water", "my title", {"boat", "low-water"}, "2026-01-31T10:30:00"),
        ("20260131T103000==1=2--a_title", "a_title", set(), "2026-01-31T10:30:00"),
        ("20260131T103000__boat", "20260131T103000__boat", {"boat"}, "2026-01-31T10:30:00"),
        ("20260131--my-title__boat", "20260131--my-title__boat", set(), ""),
    ],
)
def test_a_file_name_of_denote_has_the_title_the_tags_and_the_date(
    name: str, title: str, tags: set[str], date: str
) -> None:
    head = parse_file(f"notes/{name}.org", b"Text", modified=0.0).head
    assert (head.title, {*head.tags}, head.fact("created")) == (title, tags, date)
    assert [*head.labels] == (["20260131T103000"] if date else [])


def test_what_the_file_states_counts_before_its_name() -> None:
    text = "#+title: Tides\n#+date: [2026-02-01 Sun]\n#+filetags: :sea:\n#+identifier: a1\n"
    head = parse_file("20260131T103000--my-title__boat.org", text.encode(), modified=0.0).head
    assert (head.title, {*head.tags}, head.fact("created"), head.labels) == ("Tides", {"sea"}, "2026-02-01", ("a1",))


def test_many_blanks_in_a_heading_take_linear_time() -> None:
    """Nothing is timed: a quadratic step would take minutes here."""
    assert _read(f"* Tides{' ' * 200_000}at night").units[-1].title.split() == ["Tides", "at", "night"]
