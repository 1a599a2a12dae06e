"""Frontmatter in TOML: where it lies, and what it states."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.formats.markdown.frontmatter import split
from dowse.formats.markdown.markdown_html import NoteLink, markdown_html
from dowse.formats.markdown.toml_facts import read
from dowse.model.document import Document, Fact


def _facts(toml_text: str) -> dict[str, Fact]:
    found = read(toml_text)
    assert found is not None
    return found[0]


def _parsed(text: str) -> Document:
    return parse_file("tides.md", text.encode(), modified=0.0)


def test_toml_lies_between_lines_of_plus_signs() -> None:
    assert split("+++\na = 1\n+++\nbody") == ("a = 1\n", 14)
    assert split("\ufeff+++  \r\na = 1\r\n+++ \r\nbody") == ("a = 1\r\n", 21)
    assert split("\n \r\n+++\na = 1\n+++\nbody") == ("a = 1\n", 18)
    for text in ("+++\na = 1\n", "+++ b/src/app.py\n+++\n", "x\n+++\na = 1\n+++\n", "+++\na = 1\n---\n"):
        assert split(text) == ("", 0)


def test_a_page_has_the_title_the_tags_and_the_date_of_its_toml() -> None:
    page = _parsed('+++\ntitle = "Spring tides"\ndate = 2026-03-01\ntags = ["sea", "moon"]\n+++\n\nThey rise.\n')
    assert (page.head.title, page.head.tags) == ("Spring tides", frozenset({"sea", "moon"}))
    assert page.head.fact("created") == "2026-03-01"
    assert (page.body.strip(), page.odd) == ("They rise.", ())


def test_values_keep_their_type_and_tables_have_dotted_keys() -> None:
    assert _facts(
        'Draft = true\nweight = 30\nratio = 1.5\nlarge = 1e400\nhour = 12:30:00\nat = 2026-01-31T10:00:00Z\n'
        '[extra]\nlead = "x"\n[extra.more]\nlist = [1, 2]\n[[menu]]\nname = "a"\n[[menu]]\nname = "b"\n'
    ) == {
        "draft": True,
        "weight": 30,
        "ratio": 1.5,
        "large": "inf",
        "hour": "12:30:00",
        "at": "2026-01-31T10:00:00+00:00",
        "extra.lead": "x",
        "extra.more.list": ("1", "2"),
        "menu.name": ("a", "b"),
    }  # fmt: skip


def test_taxonomies_of_zola_are_tags_and_categories() -> None:
    page = _parsed('+++\ntitle = "Tides"\n[taxonomies]\ntags = ["sea"]\ncategories = ["water"]\n+++\n')
    assert (page.head.tags, page.head.fact("categories")) == (frozenset({"sea"}), "water")
    assert _parsed('+++\ntags = ["a"]\n[taxonomies]\ntags = ["b"]\n+++\n').head.tags == {"a"}


@pytest.mark.parametrize("text", ["+++\n\n# Tides\n\nThey rise.\n\n+++\n\nAnd fall.\n", "+++\n# Tides\n+++ \n[a]: b\n"])
def test_text_between_dividers_of_cells_is_text(text: str) -> None:
    page = _parsed(text)
    assert (page.head.title, page.odd) == ("Tides", ()) if "rise" in text else page.odd == ()
    assert "rise" in page.body or "rise" not in text


def test_invalid_toml_is_read_line_by_line() -> None:
    page = _parsed("+++\ntitle = Spring tides\n+++\nThey rise.\n")
    assert (page.head.title, page.body) == ("Spring tides", "They rise.\n")
    assert [each.partition(":")[0] for each in page.odd] == ["frontmatter is not valid TOML"]


def test_each_line_of_invalid_toml_keeps_its_type() -> None:
    page = _parsed(
        '+++\ntitle = "Tides"\ntags = ["sea", "moon"]\ndraft = false\ndate = 2026-13-01\ndraft = true\n+++\n'
    )
    assert (page.head.title, page.head.tags, page.head.facts["draft"]) == ("Tides", frozenset({"sea", "moon"}), True)
    assert page.head.fact("date") == "2026-13-01"


def test_a_key_of_many_parts_is_read_as_none() -> None:
    assert read(".".join("a" * 20_000) + " = 1\nb = 2\n") == (
        {"b": 2},
        ("frontmatter is not valid TOML: a key has too many parts; parsed line by line",),
    )


def test_deep_and_many_tables_end() -> None:
    assert read("[" * 5_000 + "]" * 5_000) is None
    assert read("a = " + "[" * 5_000 + "]" * 5_000) is not None
    found = read("".join(f"k{n} = 1\n" for n in range(2_000)))
    assert found is not None
    assert (len(found[0]), found[1]) == (1_000, ("frontmatter has too many properties; not all are indexed",))


def test_the_page_of_a_note_shows_its_toml_as_properties() -> None:
    html = markdown_html('+++\ntitle = "Tides"\n+++\n\nThey rise.\n', lambda _target, _anchor: NoteLink())
    assert html.startswith("<details><summary>Properties</summary><pre><code>title = &quot;Tides&quot;</code></pre>")
    assert "+++" not in html
