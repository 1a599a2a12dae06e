"""Frontmatter: where it lies, and what it states."""

from __future__ import annotations

import math

import pytest

from dowse.formats.markdown.frontmatter import LONGEST, is_too_long, read, split
from dowse.model.document import Fact


def facts(yaml_text: str) -> dict[str, Fact]:
    return read(yaml_text)[0]


def test_frontmatter_ends_at_three_hyphens_or_dots() -> None:
    assert split("---\na: 1\n---\nbody") == ("a: 1\n", 13)
    assert split("---\na: 1\n...\nbody") == ("a: 1\n", 13)
    assert split("---\n---\nbody") == ("", 8)
    assert split("---  \r\na: 1\r\n--- \r\nbody") == ("a: 1\r\n", 19)
    assert split("---\ra: 1\r---\rbody") == ("a: 1\r", 13)
    assert split("\ufeff---\na: 1\n---") == ("a: 1\n", 13)


@pytest.mark.parametrize(
    "text", ["", "---", "---\na: 1\n", "\n---\na: 1\n---\n", "x\n---\na\n---\n", "----\na\n----\n", "---\na\n---b\n"]
)
def test_anything_else_is_body(text: str) -> None:
    assert split(text) == ("", 0)


def test_frontmatter_of_more_than_64_kib_is_body() -> None:
    text = "---\n" + "a: 1\n" * (LONGEST // 5 + 1) + "---\n"
    assert split(text) == ("", 0)
    assert is_too_long(text)
    assert not is_too_long("---\na: 1\n---\n")


def test_scalars_keep_their_type_or_what_was_typed() -> None:
    assert facts("a: true\nb: 7\nc: 1.5\nd: -2e3\ne: text\nf: '7'") == {
        "a": True,
        "b": 7,
        "c": 1.5,
        "d": -2000.0,
        "e": "text",
        "f": "7",
    }
    assert isinstance(facts("a: true")["a"], bool)


@pytest.mark.parametrize(
    "typed",
    ["no", "yes", "on", "12:30", "12:30:45", "2026-01-31", "2026-13-45", "007", "0x1f", ".inf", "1_000", "9" * 20],
)
def test_what_only_yaml_1_1_takes_for_something_else_stays_text(typed: str) -> None:
    assert facts(f"a: {typed}") == {"a": typed}


def test_numbers_are_finite() -> None:
    assert math.isfinite(float(str(facts("a: 1e99")["a"])))
    assert facts("a: 1e999") == {"a": "1e999"}


def test_a_name_is_no_number() -> None:
    assert facts("title: 1.10\nversion: 2.0\naliases: [1.10]") == {
        "title": "1.10",
        "version": "2.0",
        "aliases": ("1.10",),
    }


def test_a_property_without_a_value_is_an_empty_list_and_null_in_a_list_is_left_out() -> None:
    empty = dict.fromkeys("abcf", ())
    assert facts("a:\nb: ~\nc: null\nd: ''\ne: [x, ~, y]\nf: []") == {**empty, "d": "", "e": ("x", "y")}


def test_keys_are_lower_case_and_stripped() -> None:
    assert facts("' Status ': done\nTAGS: [a]") == {"status": "done", "tags": ("a",)}


def test_of_equal_keys_the_last_counts() -> None:
    assert facts("a: [x]\nA: [y]") == {"a": ("y",)}


def test_nested_mappings_become_dotted_keys_and_nested_lists_flat() -> None:
    assert facts("a:\n  b: 1\n  c: {d: no}\nl: [x, [y, [z]]]\nm:\n- name: p\n- name: q") == {
        "a.b": 1,
        "a.c.d": "no",
        "l": ("x", "y", "z"),
        "m.name": ("p", "q"),
    }


def test_a_wikilink_without_quotes_stays_one() -> None:
    """To YAML it is a list in a list."""
    assert facts("🎉: ä\nup: [[Note]]\nto:\n- [[A|b]]\n- '[[C]]'\nboth: [[[A]], [[B, C]]]") == {
        "🎉": "ä",
        "up": "[[Note]]",
        "to": ("[[A|b]]", "[[C]]"),
        "both": ("[[A]]", "[[B, C]]"),
    }


def test_a_template_marker_stays_what_was_typed() -> None:
    odd = ("{{date}} in the frontmatter is not valid YAML; indexed as text",)
    assert read("last: {{date}}") == ({"last": "{{date}}"}, odd)
    assert read('last: "{{date}}"') == ({"last": "{{date}}"}, ())


def test_tags_that_are_a_comment_to_yaml_are_kept() -> None:
    assert facts("tags: #a #b\nx: 1") == {"tags": "#a #b", "x": 1}
    assert facts("tags:\n- #a\n- #b/c") == {"tags": ("#a", "#b/c")}


def test_aliases_of_yaml_are_followed() -> None:
    assert facts("a: &x [p, q]\nb: *x\nc: &y 1\nd: *y") == {"a": ("p", "q"), "b": ("p", "q"), "c": 1, "d": 1}


@pytest.mark.parametrize(
    ("yaml_text", "expected", "line"),
    [
        ("a: 1\ntitle: Foo: bar\n", {"a": 1, "title": "Foo: bar"}, 3),
        ("\tx: 1\na: b\n", {"a": "b"}, 2),
        ("by: @me\nc: 1.5", {"by": "@me", "c": 1.5}, 2),
        ('a: "open\nb: 2\n', {"a": "open", "b": 2}, 4),
        ("d: {{date}} {{time}}\nok: true", {"d": "{{date}} {{time}}", "ok": True}, 2),
        ("a: b: c\nl:\n  - x\n  - 'y'\nm: [p, \"q\"]\nn: [[A]]\n", {"l": ("x", "y"), "m": ("p", "q"), "n": "[[A]]"}, 2),
        ("a: b: c\nt: >-\n  one\n  two\nu: one\n  two\nv:\n  w: 1\n", {"t": "one two", "u": "one two", "v.w": 1}, 2),
        ("tags: [a, 'b c'\ntitle: T\n", {"tags": ("a", "b c"), "title": "T"}, 3),
        ("tags: [a,\n  b\n", {"tags": ("a", "b")}, 4),
        ("a: b: c\nrun:\nflag: null\n", {"run": (), "flag": ()}, 2),
        ("title: [Draft] Foo: bar\n", {"title": "[Draft] Foo: bar"}, 2),
        ("a: b: c\ntags: #p #q\ns: done # yes\n", {"tags": "#p #q", "s": "done"}, 2),
    ],
)
def test_what_is_no_yaml_is_read_line_by_line(yaml_text: str, expected: dict[str, Fact], line: int) -> None:
    found, odd = read(yaml_text)
    assert expected.items() <= found.items()
    assert odd[0].startswith(f"frontmatter is not valid YAML at line {line}: ")
    assert odd[0].endswith("; parsed line by line")


def test_characters_that_yaml_forbids_do_not_lose_the_rest() -> None:
    found, odd = read("a: \x07\nb: c\n")
    assert found["b"] == "c"
    assert odd


def test_a_text_is_no_list_of_properties() -> None:
    assert read("just a sentence") == ({}, ("frontmatter has no properties; parsed line by line",))


def test_comments_alone_state_nothing_and_are_not_odd() -> None:
    assert read("# nothing\n") == ({}, ())
    assert read("\n") == ({}, ())


@pytest.mark.slow
@pytest.mark.parametrize(
    "yaml_text",
    [
        "a: &a [x]\n" + "".join(f"b{n}: &b{n} [{', '.join([f'*b{n - 1}' if n else '*a'] * 9)}]\n" for n in range(20)),
        "&a a: &b {k: *b, l: *b}\n",
        "a: " + "[" * 60_000,
        "[a," * 20_000,
        "{a: " * 15_000,
        "- " * 30_000,
        "? " * 30_000,
        "".join(" " * n + "a:\n" for n in range(350)),
        "k" + " " * 60_000,
        "k: 'x\n" + "a" + " " * 60_000,
        "".join(f"k{n}: {n}\n" for n in range(5000)),
    ],
)
def test_bombs_stay_small(yaml_text: str) -> None:
    found, _ = read(yaml_text)
    assert len(found) <= 500
    assert sum(len(value) if isinstance(value, tuple) else 1 for value in found.values()) <= 5000


def test_escapes_that_write_nothing_storable_leave_none_of_it() -> None:
    assert facts('c: "x\\0y"') == {"c": "x y"}
    for value in facts('a: "x\\ud800y"').values():
        assert str(value).encode()
