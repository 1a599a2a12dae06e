"""The best place of a hit, cut to be shown."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.analysis.boilerplate import BOILERPLATE, Boilerplate
from dowse.chunking.by_window import ByWindow
from dowse.chunking.enrich import chunk_of
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.detect import parse_file
from dowse.model.chunk import Chunk
from dowse.model.document import Document
from dowse.model.hit import Hit, Snippet
from dowse.model.line_numbers import line_of
from dowse.model.ref import Ref
from dowse.ports.indexed_document import WriteBatch
from dowse.stages.snippets.snippet import CutSnippet
from tests.contract.vaults import texts
from tests.making import hit, indexed, make, sectioned
from tests.retrieval.asking import asking, holding


def _cut(document: Document | str, query: str, *, spot: str | None = None, stage: CutSnippet | None = None) -> Hit:
    """The hit with a snippet, whose part of the document is left out."""
    if isinstance(document, str):
        document = parse_file("a.md", document.encode("utf-8", "replace"), modified=0.0)
    path = document.head.path
    found = hit(path, 0.7)._replace(spot=Ref(path, spot) if spot is not None else None)
    (cut,) = (stage or CutSnippet())((found,), asking(query, holding(document)))
    assert (cut.ref, cut.score, cut.why) == (found.ref, found.score, found.why)
    return cut._replace(snippet=cut.snippet and replace(cut.snippet, part=0, parts=0, start=0, end=0))


def _snippet(document: Document | str, query: str, *, spot: str | None = None) -> Snippet:
    snippet = _cut(document, query, spot=spot).snippet
    assert snippet is not None
    return snippet


def _marked(snippet: Snippet) -> list[str]:
    return [snippet.text[start:end] for start, end in snippet.marks]


_NOTE = """---
tags: [needle]
---
# One

Nothing here.

## Two

Before it.
The needle lies here.

### Deeper

# Three

The end.
"""


@pytest.mark.parametrize(
    "name", ["oldNameMapper", "old_name_mapper", "https://a.example/old-name", "1.26.4", "2022-05-27"]
)
def test_a_name_is_shown_as_a_whole_and_not_where_its_parts_are(name: str) -> None:
    parts = " ".join(re.findall(r"[a-z]+|[A-Z][a-z]+|\d+", name))
    text = f"# Parts\n\nThe {parts} are here, {parts}.\n\n# Whole\n\nThen {name} is called.\n"
    assert name in _snippet(text, name).text
    assert "are here" in _snippet(text.replace(name, "nothing"), name).text


def test_a_snippet_shows_the_matched_line_with_heading_lines_and_marks() -> None:
    cut = _cut(_NOTE, "needles")
    assert cut.spot == Ref("a.md", "two")
    assert cut.snippet == Snippet("The needle lies here.", "Two", 11, 12, ((4, 10),))


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_lines_are_counted_as_an_editor_counts_them(end: str) -> None:
    text = _NOTE.replace("\n", end)
    snippet = _snippet(make("a.md", text), "lies")
    lines = re.split("\r\n|\r|\n", text)
    assert "needle lies" in lines[snippet.line - 1]
    assert snippet.end_line == len(lines) - 1  # the last line end begins no further line


def test_a_section_with_other_line_ends_has_the_same_lines() -> None:
    unix, windows = _snippet(_NOTE, "needle lies"), _snippet(_NOTE.replace("\n", "\r\n"), "needle lies")
    assert windows == unix


@pytest.mark.parametrize(("at", "line"), [(0, 1), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 4), (7, 4)])
def test_an_offset_inside_a_line_end_is_on_the_line_that_ends(at: int, line: int) -> None:
    assert line_of("a\r\nb\r\n\nc"[:3] + "b\r\rc", at) == line


def test_a_section_whose_heading_is_the_query_is_shown_and_not_where_its_words_are() -> None:
    text = (
        "# Harbour\n\nHow to name boats: name a boat, name the boats.\n\n## Naming a boat\n\nThink first.\n\n## End\n"
    )
    assert _snippet(text, "how do I name a boat").text == "Naming a boat · Think first."
    assert "name boats" in _snippet(text, "name a boat today").text
    assert "name the boats" in _snippet(text, '"name the boats" naming a boat').text
    assert "How to name" in _snippet(text, "naming a boat line:(how to)").text


@pytest.mark.parametrize(
    ("query", "heading"),
    [
        ("what changed in 1.9.0", "Gin v1.9.0"),
        ("changes of v1.9", "Gin v1.9.1"),
        ("changed in 11.9.0", "Gin 11.9.0"),
        ("what changed, 1.9.0 needed", "Gin v1.9.0"),
        ("what changed, is 1.8 needed", "News"),
    ],
)
def test_a_section_with_the_version_of_the_query_in_its_heading_is_shown(query: str, heading: str) -> None:
    text = "# News\n\nWhat changed: 1.9.0 needed, 1.8 is what changed.\n\n" + "".join(
        f"## Gin {version}\n\nNothing.\n\n" for version in ("11.9.0", "v1.9.1", "v1.9.0")
    )
    assert _snippet(text, query).heading == heading


def test_the_place_that_holds_most_of_the_words_wins() -> None:
    filler = "other text without it, " * 30
    text = f"# A\n\ncarbon carbon carbon\n\n{filler}\n\n# B\n\nthe carbon tax\n\n{filler}\n\n# C\n\ntax tax tax"
    assert _snippet(text, "carbon tax").heading == "B"


def test_of_equal_places_the_one_nearest_in_meaning_wins() -> None:
    text = "".join(f"# {letter}\n\na tax {'and more ' * 40}\n\n" for letter in "ABC")
    assert [_snippet(text, "tax", spot=spot).heading for spot in (None, "b", "c", "gone")] == ["A", "B", "C", "A"]


def test_without_a_match_the_place_nearest_in_meaning_is_shown() -> None:
    cut = _cut(_NOTE, "haystack", spot="three")
    assert cut.snippet == Snippet("The end.", "Three", 17, 17)
    assert cut.spot == Ref("a.md", "three")


def test_without_a_match_and_a_place_the_beginning_of_the_body_is_shown() -> None:
    snippet = _snippet(_NOTE, "haystack")
    assert (snippet.text, snippet.heading, snippet.line) == ("Nothing here.", "One", 6)


def test_a_phrase_keeps_the_place_where_it_stands() -> None:
    text = "# A\n\ncarbon and tax, taxes, carbons\n\n# B\n\nthe carbon tax\n"
    assert _snippet(text, '"carbon tax"', spot="b").heading == "B"


def test_a_heading_without_text_shows_what_lies_below_it() -> None:
    snippet = _snippet("# Needle\n\n## Deeper\n\nbelow\n", "needle")
    assert (snippet.heading, snippet.text, snippet.line) == ("Needle", "Needle · Deeper · below", 1)


@pytest.mark.parametrize(
    ("path", "text", "heading", "shown"),
    [
        ("a.adoc", "= A\n:page-tags: needle\n\n== Part\n:toc:\n\n== Text\nlies here\n", "Text", "lies here"),
        ("a.org", "* A\nDEADLINE: <2026-01-31 Sat>\n* Text\nlies here\n", "Text", "lies here"),
        ("a.md", "# A\n<!-- none -->\n\n## Text\nlies here\n", "Text", "lies here"),
        ("a.adoc", "= Alone\n:page-tags: needle\n", "Alone", "Alone"),
        ("a.org", "* Alone\nDEADLINE: <2026-01-31 Sat>\n", "Alone", "Alone"),
    ],
)
def test_a_section_of_markup_alone_shows_the_next_section_with_text_or_else_its_heading(
    path: str, text: str, heading: str, shown: str
) -> None:
    snippet = _snippet(parse_file(path, text.encode(), modified=0.0), "")
    assert (snippet.heading, snippet.text, snippet.line) == (heading, shown, text.count("\n", 0, text.index(shown)) + 1)


def test_a_section_that_is_a_hit_of_its_own_shows_no_text_of_another_one() -> None:
    document = parse_file("a.org", b"* A\nDEADLINE: <2026-01-31 Sat>\n* Text\nlies here\n", modified=0.0)
    (cut,) = CutSnippet()((hit(Ref("a.org", "a")),), asking("", holding(document)))
    assert cut.snippet is not None
    assert (cut.snippet.heading, cut.snippet.text) == ("A", "A")


_TAGGED_ORG = "#+filetags: :wood:\nFirst.\n* A :other:\nText.\n* Beds :other:oak:\nlies here\n* C :oak:\nLast.\n"
_TAGGED = "---\ntags: [wood]\n---\n# A\nFirst #oaken.\n\n## B\nA #oak/red table.\n"


@pytest.mark.parametrize(
    ("path", "text", "query", "shown"),
    [
        ("a.org", _TAGGED_ORG, "#oak", ("Beds", "lies here")),
        ("a.org", _TAGGED_ORG, "tag:OAK -#beech", ("Beds", "lies here")),
        ("a.org", _TAGGED_ORG, "#wood", ("", "First.")),
        ("a.org", _TAGGED_ORG, "#oak last", ("C", "Last.")),
        ("a.org", _TAGGED_ORG, "#wood -#oak", ("", "First.")),
        ("a.md", _TAGGED, "#oak", ("B", "A #oak/red table.")),
        ("a.md", _TAGGED, "#oak OR #wood", ("B", "A #oak/red table.")),
        ("a.md", _TAGGED, "#wood", ("A", "First #oaken.")),
        ("a.md", _TAGGED, "#oak first", ("A", "First #oaken.")),
    ],
)
def test_a_query_of_tags_alone_shows_where_a_tag_is(path: str, text: str, query: str, shown: tuple[str, str]) -> None:
    snippet = _snippet(parse_file(path, text.encode(), modified=0.0), query)
    assert (snippet.heading, snippet.text) == shown


def test_a_document_of_headings_alone_shows_the_heading() -> None:
    snippet = _snippet("# Other\n\n# The needle", "needle")
    assert (snippet.heading, snippet.text, snippet.line, snippet.end_line) == ("The needle", "The needle", 3, 3)
    assert _marked(snippet) == ["needle"]


@pytest.mark.parametrize("text", ["", "\n\n", "---\n---\n", "---\r\n \r\n---\r\n\r\n", "\r\n", "\ufeff", "-\n-\n"])
def test_a_document_without_text_has_an_empty_snippet(text: str) -> None:
    snippet = _snippet(text, "needle")
    assert (snippet.text, snippet.marks) == ("", ())


_FILM = """---
title: Alien
director: "[[Ridley Scott]]"
cast:
  - Sigourney Weaver
rating: 8.5
---
"""


@pytest.mark.parametrize("body", ["", "\n \n", "Seen in the open air.\n", "# Notes\n"])
def test_words_that_stand_in_the_frontmatter_alone_are_shown_there(body: str) -> None:
    cut = _cut(_FILM + body, "ridley scott", spot="_preamble")
    assert cut.snippet == Snippet(
        "director: Ridley Scott · cast: Sigourney Weaver · rating: 8.5", "", 3, 6, ((10, 16), (17, 22))
    )
    assert cut.spot is None


def test_the_frontmatter_has_the_same_lines_with_other_line_ends() -> None:
    unix = _snippet(_FILM, "weaver")
    assert (unix.text, unix.line, _marked(unix)) == ("cast: Sigourney Weaver · rating: 8.5", 4, ["Weaver"])
    assert (
        _snippet(_FILM.replace("\n", "\r\n"), "weaver") == _snippet(_FILM.replace("---\n", "--- \n"), "weaver") == unix
    )


def test_a_word_in_the_body_is_shown_rather_than_those_in_the_frontmatter() -> None:
    snippet = _snippet(f"{_FILM}# A\n\nAbout Alien.\n", "alien ridley scott")
    assert (snippet.text, snippet.heading) == ("About Alien.", "A")


def test_a_phrase_in_the_frontmatter_is_shown_there_unless_its_words_stand_in_the_body() -> None:
    assert _snippet(f"{_FILM}# A\n\nno\n\n# B\n\nnothing", '"ridley scott"', spot="a").line == 3
    assert _snippet(f"{_FILM}# A\n\nno\n\n# B\n\nof Scott", '"ridley scott"', spot="a").text == "of Scott"


def test_a_section_that_is_a_hit_of_its_own_shows_its_own_text() -> None:
    document = parse_file("a.md", f"{_FILM}# A\n\nno\n\n# B\n\nnothing".encode(), modified=0.0)
    section = hit(Ref("a.md", "b"), 0.7)
    (cut,) = CutSnippet()((section,), asking("ridley", holding(document)))
    assert cut.snippet is not None
    assert (cut.snippet.text, cut.spot) == ("nothing", Ref("a.md", "b"))


def test_the_names_of_properties_are_no_match() -> None:
    text = "---\ndirector: Scott\n- the rating: 8\n---\n"
    assert _snippet(f"{text}The body.\n", "director rating").text == "The body."
    assert _snippet(f"{text}The body.\n", "scott").text == "director: Scott, the rating: 8"


def test_the_names_of_properties_in_toml_are_no_match() -> None:
    text = '+++\ndirector = "Scott"\nrating = 8\n+++\n'
    assert _snippet(f"{text}The body.\n", "director rating").text == "The body."
    assert _snippet(f"{text}The body.\n", "scott").text == "director = Scott · rating = 8"


@pytest.mark.parametrize("spot", [None, "_preamble"])
def test_a_note_of_properties_only_shows_how_they_begin(spot: str | None) -> None:
    snippet = _snippet(_FILM, "haystack", spot=spot)
    assert snippet.text == "title: Alien · director: Ridley Scott · cast: Sigourney Weaver · rating: 8.5"
    assert (snippet.heading, snippet.line, snippet.end_line, snippet.marks) == ("", 2, 6, ())


def test_links_in_the_frontmatter_are_shown_as_rendered() -> None:
    text = '---\ncast:\n  - "[[Ada Needle]]"\nplace: \'[[Hay Field|the field]]\'\nof: "[[Barn]] and hay"\n---\n'
    assert _snippet(text, "needle").text == "cast: Ada Needle · place: the field · of: Barn and hay"


@pytest.mark.parametrize("address", ["https://a.org/M/x_V1.jpg", '"http://a.org/cover.PNG?w=300"'])
def test_the_address_of_an_image_in_the_frontmatter_is_not_shown(address: str) -> None:
    text = f"---\ngenre: Drama\ncover: {address}\nsite: https://a.org/needle\n---\n"
    assert _snippet(text, "drama").text == "genre: Drama · site: https://a.org/needle"


def test_long_frontmatter_is_cut_like_a_text() -> None:
    people = "".join(f"  - Person number {n}\n" for n in range(100))
    snippet = _snippet(f"---\ncast:\n{people}---\n", "50")
    assert (snippet.line, snippet.end_line, _marked(snippet)) == (53, 102, ["50"])
    assert snippet.text.startswith("Person number 50, Person number 51, ")
    assert snippet.text.endswith("…")
    assert len(snippet.text) <= 240


def test_a_long_line_is_cut_between_words_around_the_match() -> None:
    snippet = _snippet("word " * 500 + "needle" + " word" * 500, "needle")
    assert 200 < len(snippet.text) <= 240
    assert _marked(snippet) == ["needle"]
    assert set(snippet.text.strip("…").split()) == {"word", "needle"}
    assert (snippet.text[0], snippet.text[-1]) == ("…", "…")


def test_a_run_longer_than_the_snippet_is_cut_anywhere() -> None:
    snippet = _snippet("x" * 999 + " needle " + "y" * 999, "needle")
    assert len(snippet.text) <= 240
    assert _marked(snippet) == ["needle"]


@pytest.mark.parametrize(
    ("query", "text", "marked"),
    [
        ("cafe", "Un Café noir", ["Café"]),
        ("haslo", "Moje hasło i HASŁO", ["hasło", "HASŁO"]),
        ("açik", "AÇIK", ["AÇIK"]),
        ("coeurs", "Le Cœur, le coeur", ["Cœur", "coeur"]),
        ("日本語", "これは日本語です", ["日本語"]),
        ("検索 エンジン", "検索エンジン", ["検索", "エンジン"]),
    ],
)
def test_words_are_marked_whatever_their_script_and_no_character_twice(
    query: str, text: str, marked: list[str]
) -> None:
    assert _marked(_snippet(text, query)) == marked


def test_a_hit_whose_document_is_gone_stays_as_it_is() -> None:
    assert CutSnippet()((hit("gone.md"),), asking("x", holding())) == (hit("gone.md"),)


def test_a_megabyte_is_cut_like_a_line() -> None:
    paragraphs = [f"# Part {n}\n\n" + "lorem ipsum dolor sit amet " * 40 + "\n\n" for n in range(1000)]
    paragraphs[100] += "the needle\n\n"
    text = "".join(paragraphs)
    assert len(text) > 1_000_000
    snippet = _snippet(text, "needle")
    assert (snippet.heading, snippet.text) == ("Part 100", "the needle")
    assert snippet.line == text[: text.index("the needle")].count("\n") + 1


@pytest.mark.parametrize(
    ("query", "text", "line"),
    [
        ("thimble", "Thimble Rack · Nothing of the kind.", 5),
        ("needle", "A needle.", 11),
        ('"the rack"', "The Rack · A needle.", 9),
        ("heron", "Nothing of the kind.", 7),
    ],
)
def test_a_snippet_begins_with_the_heading_if_only_the_heading_matches(query: str, text: str, line: int) -> None:
    note = "Before it, nothing.\n\n\n\n# Thimble Rack\n\nNothing of the kind.\n\n## The Rack\n\nA needle.\n"
    snippet = _snippet(note, query, spot="thimble-rack")
    assert (snippet.text.removesuffix("…"), snippet.line) == (text, line)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("kettle", "The kettle below."),
        ("title kettle", "The kettle below."),
        ("title", "Title One · The kettle below."),
        ("second", "Second Title · Lamp text."),
        ("lamp", "Lamp text."),
    ],
)
def test_a_snippet_shows_no_line_below_a_title(query: str, text: str, end: str) -> None:
    note = "Title One\n=========\n\nThe kettle below.\n\n---\n\nThe\nSecond Title\n---\nLamp text.\n"
    assert _snippet(note.replace("\n", end), query).text == text


@pytest.mark.parametrize("query", ["1.10.0", "v1.10.0", "gin 1.10.0"])
def test_the_section_of_a_version_is_shown_and_not_another_place_with_it(query: str) -> None:
    note = "# Changes\n\n## Gin v1.11.0\n\nBump heron from 1.10.0 to 1.10.1.\n\n## Gin v1.10.0\n\nA new kettle.\n"
    assert "kettle" in _snippet(note, query).text


def test_a_snippet_ends_before_a_line_with_nothing_below() -> None:
    note = "# One\n\nText.\n\n## Kettle\n\n---\n\n```dataview\nlist\n```\n"
    assert _snippet(note, "kettle", spot="kettle").text == "Kettle"


@pytest.mark.parametrize("rule", ["---", "_____"])
def test_a_heading_above_a_rule_alone_is_shown_with_the_text_of_the_next_one(rule: str) -> None:
    note = f"# Kettle\n\n{rule}\n\n## Parts\n\nThe spout.\n\n# Lamp\n\nThe wick.\n"
    assert _snippet(note, "kettle").text == "Kettle · Parts · The spout."


def test_a_snippet_keeps_a_line_between_paragraphs_below_a_first_heading() -> None:
    assert _snippet("\n\n# One\n\nThe kettle.\n\n---\n\nA lamp.\n", "kettle lamp").text == "The kettle. --- A lamp."


@pytest.mark.parametrize("rule", ["---", "***", "_ _ _", "---\n\n---"])
@pytest.mark.parametrize("query", ["kettle", "nowhere"])
def test_a_snippet_does_not_begin_with_a_line_between_paragraphs(rule: str, query: str) -> None:
    assert _snippet(f"# One\n{rule}\n\nThe kettle.\n", query).text == "The kettle."


def test_the_words_of_a_snippet_are_in_one_section() -> None:
    snippet = _snippet(
        "# One\n\nA thimble.\n\n# Two\n\nA needle.\n\n# Three\n\nA needle, a thimble.\n", "needle thimble"
    )
    assert (snippet.heading, snippet.text) == ("Three", "A needle, a thimble.")


@pytest.mark.parametrize(("at", "part"), [(0, 0), (42, 0), (48, 1), (54, 1), (84, 1), (90, 2), (114, 2)])
def test_a_snippet_tells_the_part_of_the_document_that_contains_it(at: int, part: int) -> None:
    text = "words " * 20
    note = make("a.md", f"{text[:at]}zebra{text[at + 5 :]}")
    chunks = ByWindow(size=50, overlap=10, from_size=0, least_tail=5)(note)
    engine = MemoryEngine()
    engine.write(WriteBatch(indexed=(indexed(note, chunks=chunks),)))
    (cut,) = CutSnippet(size=20)((hit("a.md"),), asking("zebra", engine))
    assert cut.snippet is not None
    assert (cut.snippet.part, cut.snippet.parts) == (part, 3)
    assert (cut.snippet.start, cut.snippet.end) == [(0, 50), (40, 90), (80, 120)][part]


def test_a_document_of_one_chunk_has_one_part() -> None:
    (cut,) = CutSnippet()((hit("a.md"),), asking("needle", holding(make("a.md", "One needle."))))
    assert cut.snippet is not None
    assert (cut.snippet.part, cut.snippet.parts, cut.snippet.start, cut.snippet.end) == (0, 1, 0, 11)


def test_the_size_can_be_chosen() -> None:
    snippet = _cut("word " * 100 + "needle", "needle", stage=CutSnippet(40)).snippet
    assert snippet is not None
    assert len(snippet.text) <= 40
    assert _marked(snippet) == ["needle"]


_PIECES = ("\n", "\r\n", "\n\n", "\n# Head\n", "\n## Low\n\n", " ", "  ", "\t", ", ", "\n   ", "x" * 300 + " ")


@settings(derandomize=True, deadline=None, max_examples=150)
@given(st.lists(st.sampled_from(_PIECES), max_size=80), st.integers(0, 80), st.sampled_from(["", "word7", "head low"]))
def test_the_line_is_that_of_the_first_word_shown(pieces: list[str], wanted: int, more: str) -> None:
    text = "".join(f"{piece}word{n}" for n, piece in enumerate(pieces))
    document = parse_file("a.md", text.encode(), modified=0.0)
    snippet = _snippet(document, f"word{wanted} {more}")
    assert len(snippet.text) <= 240
    assert all(0 <= start < end <= len(snippet.text) for start, end in snippet.marks)
    first = re.match(r"…?(word\d+)\b", snippet.text)
    if first is None:
        return
    numbers = [n for n, line in enumerate(re.split("\r\n|\r|\n", text), 1) if re.search(rf"{first[1]}\b", line)]
    assert [snippet.line] == numbers
    assert snippet.line <= snippet.end_line <= text.count("\n") + 1


@settings(derandomize=True, deadline=None, max_examples=150)
@given(texts(most=60), texts(most=4))
def test_marks_are_in_order_and_do_not_overlap(text: str, query: str) -> None:
    snippet = _snippet(make("a.md", text), query)
    assert len(snippet.text) <= 240
    ends = [0, *(end for _, end in snippet.marks)]
    assert all(start >= end for (start, _), end in zip(snippet.marks, ends, strict=False))


@pytest.mark.parametrize("query", ["AJ", "people", "april jane"])
def test_who_is_found_by_a_name_or_a_tag_shows_the_body(query: str) -> None:
    note = "---\ntitle: April Jane\naliases: [AJ]\ntags: [people]\n---\n# Work\n\nShe draws.\n"
    assert _snippet(note, query, spot="work").text == "She draws."


@pytest.mark.parametrize(
    ("path", "text", "shown"),
    [
        ("x.txt", "# wool\nis shorn from sheep", "# wool is shorn from sheep"),
        ("x.org", "text\n* Wool\n** Deeper\nof sheep", "Deeper · of sheep"),
        ("x.adoc", "= Wool\n\n== Deeper\nof sheep", "Deeper · of sheep"),
        ("x.tex", "text\n\\section{Wool}\n\\subsection{Deeper}\nof sheep", "Deeper · of sheep"),
        ("x.wiki", "text\n= Wool =\n== Deeper ==\nof sheep", "Deeper · of sheep"),
        ("x.adoc", "= Title\n\n== Wool\nwool of sheep", "wool of sheep"),
    ],
)
def test_a_snippet_is_without_the_heading_marks_of_its_own_format(path: str, text: str, shown: str) -> None:
    document = parse_file(path, text.encode(), modified=0.0)
    assert _snippet(document, "wool sheep").text.endswith(shown)


def test_a_snippet_contains_the_quotation_and_not_only_its_words() -> None:
    apart = "A tax on carbon, a carbon price, a tax.\n\n" + "Other lines stand between them.\n\n" * 20
    snippet = _snippet(f"# One\n\n{apart}The carbon tax is here.\n", '"carbon tax"')
    assert "The carbon tax is here." in snippet.text


def test_of_several_quotations_the_snippet_shows_the_one_beside_other_words_of_the_query() -> None:
    between = "Other lines stand between them.\n\n" * 20
    text = f"# One\n\nA carbon tax.\n\n{between}The carbon tax in Sweden.\n"
    assert "in Sweden" in _snippet(text, '"carbon tax" sweden').text


def test_without_a_word_the_snippet_is_the_first_sentence_that_begins_in_the_chunk() -> None:
    document = sectioned("a.md", ("One", 1, f"{'First words. ' * 20}Second words. Third words.\n"))
    start = document.text.index("words. Third")  # in the second sentence
    chunks = (_chunk(document, 0, start, part=0), _chunk(document, start, len(document.text), part=1))
    engine = MemoryEngine()
    engine.write(WriteBatch(indexed=(indexed(document, chunks=chunks),)))
    found = hit("a.md")._replace(spot=chunks[1].ref)
    (cut,) = CutSnippet()((found,), asking("zebra", engine))
    assert cut.snippet is not None
    assert cut.snippet.text.endswith("Second words. Third words.")


def test_the_snippet_of_a_chunk_has_the_whole_quotation_that_begins_in_it() -> None:
    document = sectioned("a.md", ("One", 1, f"{'First words. ' * 20}Second words. {'Third words. ' * 20}\n"))
    start = document.text.index("words. Third")
    chunks = (_chunk(document, 0, start, part=0), _chunk(document, start, len(document.text), part=1))
    engine = MemoryEngine()
    engine.write(WriteBatch(indexed=(indexed(document, chunks=chunks),)))
    run = replace(asking('"second words"', engine), granularity="chunk")
    (cut,) = CutSnippet()((hit(chunks[0].ref),), run)
    assert cut.snippet is not None
    assert cut.snippet.text.endswith("First words. Second words…")
    assert cut.snippet.part == 0


def test_the_snippet_of_a_section_stays_in_the_section_that_its_chunk_extends_beyond() -> None:
    document = sectioned("a.md", ("One", 1, "# One\nneedle of one\n"), ("Two", 1, "# Two\nneedle of two\n"))
    chunk = _chunk(document, 0, len(document.text), part=0, section="")
    engine = MemoryEngine()
    engine.write(WriteBatch(indexed=(indexed(document, chunks=(chunk,)),)))
    found = hit("a.md")._replace(ref=Ref("a.md", "two"), spot=chunk.ref)
    (cut,) = CutSnippet()((found,), asking("needle", engine))
    assert cut.snippet is not None
    assert (cut.snippet.text, cut.spot) == ("needle of two", Ref("a.md", "two"))


def _chunk(document: Document, start: int, end: int, *, part: int, section: str = "one") -> Chunk:
    return chunk_of(document, Ref(document.head.id, section, part), start, end, heading="", before="")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Before <!-- a needle --> the needle.", "Before the needle."),
        ("%% a footer %% The needle.", "The needle."),
        ('<div class="x">\nThe <b>nee</b>dle<br>lies.\n</div>', "The needle lies."),
        (
            "The [needle](https://a.b/c?d=e 'f') lies in [hay][1].\n\n[1]: https://hay.example",
            "The needle lies in hay.",
        ),
        ("![A needle](img/needle.png) ![[photo.jpg]] ![[Note|its label]]", "A needle its label"),
        ("A [[target#part|needle]] and [[Hay]].", "A needle and Hay."),
        ("| needle | hay |\n|:---|---:|\n| 1 | 2 |", "needle | hay · 1 | 2"),
        ("| needle |\n|---|\n| 1 |\n| 2 |\nBelow.", "needle · 1 · 2 Below."),
        ("```python\nneedle = 1\n```\nand `code`", "needle = 1 and code"),
        ("A needle.\n\n~~~\ncode\n~~~\n", "A needle. code"),
        ('{{< note >}}A {{< tip text="needle" id="n" >}} &lt;here&gt;.{{% /note %}}', "A needle <here>."),
        ("A needle &rarr; caf&eacute; &#8212;&nbsp;a&shy;b &none; `&rarr;`", "A needle → café — ab &none; &rarr;"),
        ("A needle, نمی&zwnj;دانم &zwj;", "A needle, نمی\u200cدانم \u200d"),
        (
            'The needle.\n{{< figure\n  src="a.png"\n  caption="hay"\n>}}\n{{%tip\n%}}Hay.{{% /tip %}}',
            "The needle. Hay.",
        ),
        ("A {{< needle\n\nand >}} hay.", "A {{< needle and >}} hay."),
        ('The [needle](/docs/{{< param "version" >}}/#hay) lies.', "The needle lies."),
        ("**A needle** <https://a.example/b> **", "A needle https://a.example/b"),
        (r"\[not a link](needle) `` ` ``", "[not a link](needle) `"),
        ("[x] a needle[1] and 2**3", "[x] a needle[1] and 2**3"),
        ("[![Build needle](a.svg)](https://a.example) The needle.", "The needle."),
        ("![Needle stars](a.svg) ![Needle forks](b.svg)\nThe needle.", "The needle."),
        ("![Needle stars](https://img.shields.io/needle)\n\nThe needle.", "The needle."),
        ("The needle ![in a stack](a.png) lies.", "The needle in a stack lies."),
        ("![image](a.png)\nThe needle.\n![Image](b.png)\n![Pasted 1.png](c.png)", "The needle."),
        ("The needle in an [image](a.md).", "The needle in an image."),
        ("# One\n\nThe needle.\n\n```\n# a comment\n```", "The needle. a comment"),
    ],
)
def test_a_snippet_has_no_markup(text: str, shown: str) -> None:
    assert _snippet(text, "needle").text == shown


@pytest.mark.parametrize("opening", ["<!--", "%%", "```"])
def test_a_snippet_after_a_long_block_has_no_end_of_that_block(opening: str) -> None:
    closing = "-->" if opening == "<!--" else opening
    text = opening + "\nhay and hay\n" * 200 + closing + "\n\nThe needle.\n"
    assert _snippet(text, "needle").text == "The needle."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("A [link](https://x.example/needle/y) here.", "A link https://x.example/needle/y here."),
        ("![](img/needle.png)", "img/needle.png"),
    ],
)
def test_a_word_that_only_markup_contains_is_shown_without_delimiters(text: str, shown: str) -> None:
    snippet = _snippet(text, "needle")
    assert (snippet.text, _marked(snippet)) == (shown, ["needle"])


@pytest.mark.parametrize("comment", ["<!-- the needle lies -->", "%% the needle lies %%", "%%\nthe needle lies\n\n%%"])
def test_a_snippet_shows_no_comment_that_matches(comment: str) -> None:
    assert _snippet(f"Before.\n\n{comment}\n\nAfter.\n", "needle").text in ("…After.", "After.", "Before. After.")


@pytest.mark.parametrize("comment", ["<!-- the needle lies -->", "%% the needle lies %%", "%%\nthe needle lies\n\n%%"])
def test_a_quotation_that_only_a_comment_has_is_shown_in_it(comment: str) -> None:
    text = f"Before.\n\n{comment}\n\nAfter.\n"
    snippet = _snippet(text, '"needle lies"')
    assert "the needle lies" in snippet.text
    assert "needle" in _snippet(f"{text}\nThe needle lies.\n", '"needle lies"').text
    assert "%%" not in _snippet(f"{text}\nThe needle lies.\n", '"needle lies"').text


@pytest.mark.parametrize(
    ("path", "comment"),
    [
        ("a.org", "# the needle lies"),
        ("a.org", "#+BEGIN_COMMENT\nso\n\nthe needle lies\n#+END_COMMENT"),
        ("a.adoc", "// the needle lies"),
        ("a.adoc", "////\nso\n\nthe needle lies\n////"),
    ],
)
def test_a_snippet_shows_no_comment_of_org_or_asciidoc_that_matches_but_for_a_quotation(
    path: str, comment: str
) -> None:
    document = parse_file(path, f"Before.\n\n{comment}\n\nAfter.\n".encode(), modified=0.0)
    assert _snippet(document, "needle").text in ("…After.", "After.", "Before. After.")
    assert "the needle lies" in _snippet(document, '"needle lies"').text


def test_a_long_comment_above_a_match_in_a_long_note_is_not_shown() -> None:
    text = "A.\n\n%% b\n\nThe needle of the comment.\n%%\n\nThe needle.\n\n" + "Hay and hay. " * 60
    assert "comment" not in _snippet(text, "needle").text


def test_a_percentage_in_front_of_a_match_is_text() -> None:
    assert _snippet("The 100%% needle and 50%% of hay.", "needle").text == "The 100%% needle and 50%% of hay."


def test_a_comment_in_a_diagram_is_text() -> None:
    text = "```\n%% a diagram\n```\n\n" + "Hay and hay. " * 40 + "\n\nThe needle.\n\n```\n%% another\n```\n"
    assert "The needle." in _snippet(text, "needle").text


def test_words_of_the_text_count_before_words_of_addresses() -> None:
    text = "# A\n\n[hay](https://x.example/needle-tax)\n\n# B\n\nThe needle.\n"
    assert _snippet(text, "needle tax").text == "The needle."


@pytest.mark.parametrize(("path", "shown"), [("hay.md", "The needle."), ("bale.md", "A hay.md, of hay.md")])
def test_the_name_of_the_file_in_the_query_does_not_choose_its_snippet(path: str, shown: str) -> None:
    text = f"# T\n\nA hay.md, of hay.md.\n\n{'Straw. ' * 60}\n\nThe needle.\n"
    assert _snippet(parse_file(path, text.encode(), modified=0.0), "hay.md needle").text.startswith(shown)


def test_a_name_in_the_text_is_shown_before_one_in_an_address() -> None:
    """A compound name counts as a quotation, of which the first occurrence is shown."""
    text = '# T\n\n## See\n\n<a href="/api/NeedleCreate">NeedleCreate</a> of the API.\n'
    assert _snippet(text, "NeedleCreate").text == "NeedleCreate of the API."


def test_without_a_match_a_snippet_begins_after_the_markup_of_its_chunk() -> None:
    assert _snippet("<!-- one -->\n[a]: https://x.example\n\nThe text.\n", "zebra").text == "The text."


def test_a_label_comes_first_in_a_note_of_dendron() -> None:
    note = "---\nid: a\ndesc: b\nupdated: 1\ncreated: 2\n---\nThe [[needle|topic.n]] lies.\n"
    assert _snippet(note, "lies").text == "The needle lies."


def test_a_snippet_divides_no_word_without_a_blank_near_the_match() -> None:
    text = "/".join(["folder"] * 100 + ["needle"] + ["folder"] * 100)
    snippet = _snippet(text, "needle").text
    assert set(snippet.strip("…/").split("/")) == {"folder", "needle"}
    assert len(snippet) <= 240


def test_the_only_match_at_the_end_of_a_long_note_is_shown() -> None:
    text = "# A\n\n" + "hay " * 100_000 + "\n\nThe needle.\n"
    assert _snippet(make("a.md", text), "needle").text == "The needle."


def test_a_word_that_only_the_end_of_a_long_note_has_is_shown_beside_another_word() -> None:
    straw = "\n\n" + "Straw. " * 100 + "\n\n"
    text = f"# A\n\n{'Much hay here. ' * 20_000}{straw}A needle.{straw}The needle in the hay.\n"
    assert "needle in the hay" in _snippet(make("a.md", text), "hay needle").text
    assert "Much hay" in _snippet(make("a.md", text), "hay pitchfork").text


_BOILERPLATE = Boilerplate.of(
    ["Up: [[Home]] | Edit with git", "This note in GitHub", "Edit [with git]() or sync the vault"]
)
_HEADER = "Up: [[notes/home|Home]] | Edit with git\n\n"
_FOOTER = "\n\n# This note in GitHub\n\nEdit [with git](https://github.dev/a.md) or sync the vault\n"


def _above_footer(text: str, query: str, *, spot: str | None = None) -> str:
    """The text of the snippet of a note with a header and a footer that are boilerplate of its vault."""
    engine = holding(parse_file("a.md", text.encode(), modified=0.0))
    engine.remember(BOILERPLATE, _BOILERPLATE.fact)
    found = hit("a.md", 0.7)._replace(spot=Ref("a.md", spot) if spot is not None else None)
    (cut,) = CutSnippet()((found,), asking(query, engine))
    assert cut.snippet is not None
    return cut.snippet.text


def test_a_word_of_the_text_is_preferred_to_that_of_boilerplate() -> None:
    text = _above_footer(f"{_HEADER}Long ago. {'And more. ' * 60}\n\nKeep notes with git.{_FOOTER}", "git sync")
    assert text.endswith("Keep notes with git.")


def test_boilerplate_beside_a_match_is_left_out() -> None:
    assert _above_footer(f"The needle.\n{_HEADER}The end.", "needle") == "The needle. The end."


def test_without_a_match_a_snippet_begins_after_the_boilerplate() -> None:
    assert _above_footer(f"{_HEADER}The needle.{_FOOTER}", "nowhere") == "The needle."


@pytest.mark.parametrize("query", ["vault", '"sync the vault"'])
def test_boilerplate_that_matches_is_not_shown_beside_other_text(query: str) -> None:
    assert _above_footer(f"The needle.{_FOOTER}", query) == "The needle."


def test_boilerplate_that_matches_does_not_decide_the_part() -> None:
    text = f"{'The needle lies here. ' * 40}{_FOOTER}"
    document = parse_file("a.md", text.encode(), modified=0.0)
    footer = text.index("# This note")
    chunks = (_chunk(document, 0, footer, part=0), _chunk(document, footer, len(text), part=1))
    engine = MemoryEngine()
    engine.write(WriteBatch(indexed=(indexed(document, chunks=chunks),)))
    engine.remember(BOILERPLATE, _BOILERPLATE.fact)
    (cut,) = CutSnippet()((hit("a.md")._replace(spot=chunks[1].ref),), asking("vault", engine))
    assert cut.snippet is not None
    assert (cut.snippet.part, cut.snippet.text[:11]) == (0, "The needle ")


@pytest.mark.parametrize("line", ["#placeholder/description", "-", "> - #a #b/c", "* "])
@pytest.mark.parametrize("query", ["hay", "nowhere", "placeholder"])
def test_a_line_without_prose_is_not_shown_beside_other_text(line: str, query: str) -> None:
    assert _snippet(f"# Hay\n\n{line}\n\nThe needle.\n", query).text in ("Hay · The needle.", "The needle.")


def test_a_heading_above_a_line_without_prose_is_shown_alone() -> None:
    assert _snippet("# Hay\n\n#placeholder/description\n", "hay").text == "Hay"


def test_a_note_of_nothing_but_tags_shows_them() -> None:
    assert _snippet("#hay #needle\n", "nowhere").text == "#hay #needle"


def test_the_most_similar_section_is_not_one_of_boilerplate_alone() -> None:
    text = _above_footer(f"The needle.{_FOOTER}", "nowhere", spot="this-note-in-github")
    assert text == "The needle."


def test_a_note_of_nothing_but_boilerplate_shows_it() -> None:
    assert _above_footer(_FOOTER, "nowhere").startswith("Edit with git or sync")


_COMPARISONS = (
    'if mode=="a" or mode=="b"',
    "x==(1) and y==(2)",
    "f(x)==(1) and y[0]==(2)",
    "'a'==x and \"b\"==(y)",
    "x~~(1) and y~~(2)",
    "x ==y and y ==z",
    "x== y and y==(z)",
)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("a _tart_ with *plums*", "a tart with plums"),
        ("*sweet **plum** tart* of __two kinds__", "sweet plum tart of two kinds"),
        ("***both*** and ~~old~~ and ==new== tart", "both and old and new tart"),
        ("tart snake_case, _private and __init__", "tart snake_case, _private and __init__"),
        ("press __Save__, then __Bake__ the tart in __FILE__", "press Save, then Bake the tart in __FILE__"),
        ("tart `_code_ *x*` 2*3*4, a * b * c", "tart _code_ *x* 2*3*4, a * b * c"),
        ("tart https://a.b/_c_/d and a == b", "tart https://a.b/_c_/d and a == b"),
        ("(==new== ~~old~~) '==tart=='", "(new old) 'tart'"),
        *((f"tart {code}", f"tart {code}") for code in _COMPARISONS),
    ],
)
def test_a_snippet_has_no_signs_of_emphasis(written: str, shown: str) -> None:
    assert _snippet(f"{written}\n", "tart").text == shown


def test_a_link_in_a_property_is_shown_by_its_text() -> None:
    note = '---\nsource: "[Tides](https://example.org/a)"\nup: "[[a|Charts]]"\n---\n'
    assert _snippet(note, "source").text == "source: Tides · up: Charts"


def test_an_identifier_is_shown_as_a_whole_in_source_code() -> None:
    parts = "def loop(block, signal):\n    return block_signal(loop, signal, block)\n"
    text = f"{parts}\n\ndef other():\n    return LOOP_BLOCK_SIGNAL\n"
    cut = _cut(parse_file("a.py", text.encode(), modified=0.0), "LOOP_BLOCK_SIGNAL")
    assert cut.spot == Ref("a.py", "other")


@pytest.mark.parametrize(
    ("above", "cut"),
    [
        ("We moor at the quay when the wind comes from", True),
        ("We moor at the quay,", True),
        ("We moor at the quay.", False),
        ("We moor at the quay:", False),
        ("We moor.\n", False),
    ],
)
def test_a_snippet_that_continues_a_sentence_of_the_line_above_begins_with_an_ellipsis(above: str, cut: bool) -> None:
    text = f"# Quay\n\n{'Other words. ' * 40}\n\n{above}\nthe needle in the hay, and more of it.\n"
    assert _snippet(text, "needle hay").text.startswith("…the needle" if cut else "the needle")


@pytest.mark.parametrize("query", ["tides", '"the tides"', "boats"])
def test_the_lines_of_a_passage_that_begins_in_an_empty_section_include_the_snippet(query: str) -> None:
    text = "# All of the tides\n\n## High\n\nAt noon.\n\n## Low\n\nAt night, with boats.\n\n## Other\n\nNone.\n"
    snippet = _snippet(text, query)
    lines = "\n".join(text.splitlines()[snippet.line - 1 : snippet.end_line])
    assert [word for word in re.findall(r"\w+", snippet.text) if word not in lines] == []
