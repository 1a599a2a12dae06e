"""What a field means."""

from __future__ import annotations

import pytest

from dowse.query.fields import FIELDS, Field, near_miss
from dowse.query.select import has, holds
from tests.making import make

_HEAD = make(
    "2-Areas/Finance/IRS Letter [2024].md",
    title="IRS Letter: Penalty Removal",
    tags=("finance/taxes", "café", "x-1", "role.tester"),
    kind="task",
    type="daily",
    status=("Draft", "[[In Review]]"),
    phase=2.0,
).head

HOLDS = [
    ("tag", "finance/taxes"), ("tag", "finance"), ("tag", "#Finance"), ("tag", "finance/"), ("tag", "CAFE"),
    ("tag", "x-1"), ("tag", "role.tester"), ("tag", "#role"),
    ("path", "2-Areas"), ("path", "2-areas/finance/"), ("path", "./2-Areas"), ("path", "/2-Areas/"),
    ("path", "2-Areas\\Finance"),
    ("path", "2-Areas/Finance/IRS Letter [2024].md"), ("path", ""),
    ("file", "letter"), ("file", "IRS*"), ("file", "*.md"), ("file", "irs?letter*"), ("file", "[2024]"),
    ("file", "*[2024]*"), ("file", "[i]rs*"), ("file", "[!a]rs*"), ("file", "[h-j]rs*"), ("file", "{note,irs}*"),
    ("file", "*.{txt,m{d,k}}"), ("file", "2-areas/{health,[e-g]inance}/*"), ("file", "IRS Letter [[]2024].md"),
    ("file", "finance/irs"), ("file", "2-areas/*/irs*"), ("file", "*"), ("file", "**L**"), ("file", ""),
    ("title", "penalty"), ("title", "letter: pen"),
    ("ext", "md"), ("ext", ".MD"),
    ("kind", "task"), ("kind", "TASK"),
    ("type", "Daily"), ("status", "draft"), ("status", "in review"), ("status", "[[draft]]"), ("phase", "2"),
]  # fmt: skip
HOLDS_NOT = [
    ("tag", "fin"), ("tag", "taxes"), ("tag", "finance/tax"), ("tag", "x"), ("tag", "tester"), ("tag", "role.test"),
    ("path", "2-Area"), ("path", "Finance"), ("path", "2-Areas/Fin"), ("path", "2-Areas/*"),
    ("path", "2-Areas/Finance/x"),
    ("file", "finance"), ("file", "letter*"), ("file", "*.m"), ("file", "?"), ("file", "*/irs"),
    ("file", "[!i]rs*"), ("file", "[j-z]rs*"), ("file", "{jrs,note}*"), ("file", "[irs"), ("file", "[z-a]*"),
    ("title", "penalties"), ("title", "*"),
    ("ext", "m"), ("ext", "amd"),
    ("kind", "note"), ("type", "dail"), ("status", "review"), ("phase", "2.0"), ("area", "Finance"),
    ("colour", "red"),
]  # fmt: skip


@pytest.mark.parametrize(("field", "value"), HOLDS)
def test_a_field_holds(field: str, value: str) -> None:
    assert holds(field, value, _HEAD)


@pytest.mark.parametrize(("field", "value"), HOLDS_NOT)
def test_a_field_does_not_hold(field: str, value: str) -> None:
    assert not holds(field, value, _HEAD)


@pytest.mark.parametrize("written", ["✅ Done", "Done ✅", "✔️ done", "👍🏽 Done"])
def test_symbols_around_a_value_do_not_count(written: str) -> None:
    head = make(status=written).head
    assert all(holds("status", value, head) for value in ("done", written, "❌ done"))
    assert not any(holds("status", value, head) for value in ("✅", "one"))
    assert holds("status", "✅", make(status="✅").head)
    assert not holds("status", "✅", make(status="❌").head)
    assert not holds("status", "हिन्द", make(status="हिन्दु").head)


def test_a_boolean_fact_is_true_or_false() -> None:
    head = make(status=True).head
    assert (holds("status", "true", head), holds("status", "1", head)) == (True, False)


@pytest.mark.parametrize("value", ["Some Note", "[[Some Note]]", "[[some note|other]]"])
def test_a_link_in_a_property_is_found_by_its_target(value: str) -> None:
    head = make(link="[[Some Note|Alias]]").head
    assert (has("link", value, head), has("link", "Alias", head)) == (True, False)


def test_a_document_without_tags_has_no_tag_at_all() -> None:
    assert not holds("tag", "", make().head)


@pytest.mark.parametrize(("path", "ext"), [("Makefile", ""), ("a.tar.gz", "gz"), ("x.d/README", ""), (".env", "env")])
def test_an_ending_is_what_follows_the_last_dot_of_the_name(path: str, ext: str) -> None:
    assert holds("ext", ext, make(path).head)


def test_a_pattern_of_many_stars_is_matched_without_trying_everything() -> None:
    # Backtracking over this would not end.
    assert not holds("file", "*a" * 60 + "b", make("a" * 250).head)


def test_a_pattern_wants_its_last_piece_at_the_end_even_if_it_occurs_before() -> None:
    assert holds("file", "*ab*ab", make("x/ab-ab-ab").head)


@pytest.mark.parametrize("name", ["{a,b}.md", "[draft] plan.md", "x[1]{a,b}.md"])
def test_a_name_with_brackets_or_braces_is_found_as_written(name: str) -> None:
    path = f"notes/{name}"
    for value in (name, name.removesuffix(".md"), f"{name[:-3]}*", path):
        assert holds("file", value, make(path).head)


def test_a_pattern_of_too_many_alternatives_has_plain_braces() -> None:
    assert not holds("file", "{a,b}" * 7, make("a" * 7).head)
    assert holds("file", "{a,b}" * 6, make("a" * 6).head)


def test_a_pattern_of_many_sets_is_matched_without_trying_everything() -> None:
    assert not holds("file", "*[ab]" * 60 + "c", make("ab" * 120).head)


def test_a_pattern_does_not_use_a_character_twice() -> None:
    assert not holds("file", "ab*bc", make("abc").head)


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_has_an_example_of_itself(field: Field) -> None:
    assert field.example.startswith(f"{field.name}:")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("tags", "tag"),
        ("titel", "title"),
        ("stauts", "status"),
        ("Paths", "path"),
        ("http", None),
        ("std", None),
        ("x", None),
        ("tga", "tag"),
        ("imprts", "imports"),
        ("community", "communities"),
        ("stage", None),
        ("has", None),
        ("mention", None),
        ("text", None),
    ],
)
def test_a_near_miss_names_the_field_that_was_probably_meant(name: str, meant: str | None) -> None:
    assert near_miss(name) == meant
