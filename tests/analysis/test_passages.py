"""Lines, blocks, sections and tasks of a text."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.analysis.passages import PASSAGE_KINDS, PassageKind, passages
from dowse.formats.detect import parse_file


def _texts(kind: PassageKind, text: str) -> list[str]:
    units = parse_file("a.md", text.encode(), modified=0.0).units
    found = passages(kind, text, (units[0].start, len(text)), [unit.start for unit in units])
    return [text[start:end].strip("\n") for start, end in found]


def test_a_section_ends_at_the_next_heading_of_any_level() -> None:
    assert _texts("section", "before\n# A\none\n### B\ntwo\n") == ["before", "# A\none", "### B\ntwo"]


def test_a_heading_inside_a_code_block_begins_no_section() -> None:
    assert _texts("section", "# A\n```\n# B\n```\n") == ["# A\n```\n# B\n```"]


def test_the_frontmatter_is_no_passage() -> None:
    assert _texts("line", "---\ntags: a\n---\nbody\n") == ["body"]


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("one\ntwo\n\nthree\n", ["one\ntwo", "three"]),
        ("one\n \t\ntwo", ["one", "two"]),
        ("one\r\n\r\ntwo\r\n", ["one\r", "two\r"]),
        ("# A\none\n", ["# A", "one"]),
        ("- one\n  more\n- two\n", ["- one\n  more", "- two"]),
        ("1. one\n   - two\n", ["1. one", "   - two"]),
        ("> quoted\n>\n> lines\n", ["> quoted\n>\n> lines"]),
        ("text\n```py\nx\n\n- y\n```\nmore\n", ["text", "```py\nx\n\n- y\n```", "more"]),
        ("~~~\nx\n```\n\ny\n~~~\n", ["~~~\nx\n```\n\ny\n~~~"]),
        ("```\nnever\n\nclosed", ["```\nnever\n\nclosed"]),
        ("```inline``` code\n\nmore", ["```inline``` code", "more"]),
        ("-no item\n", ["-no item"]),
    ],
)
def test_a_block_is_a_paragraph_a_heading_a_list_item_or_a_code_block(text: str, blocks: list[str]) -> None:
    assert _texts("block", text) == blocks


_TASKS = """\
- [ ] open
  more
* [x] done
1. [X] also done
+ [/] begun
> - [ ] quoted
- [] none
- [ ]none
```
- [ ] code
```
"""


@pytest.mark.parametrize(
    ("kind", "tasks"),
    [
        ("task", ["open\n  more", "done", "also done", "begun", "quoted"]),
        ("task-todo", ["open\n  more", "quoted"]),
        ("task-done", ["done", "also done", "begun"]),
    ],
)
def test_a_task_is_open_when_its_box_is_blank(kind: PassageKind, tasks: list[str]) -> None:
    assert _texts(kind, _TASKS) == tasks


def test_a_task_ends_where_a_task_inside_it_begins() -> None:
    assert _texts("task", "- [ ] outer\n  - [x] inner\n") == ["outer", "inner"]


def test_a_passage_inside_a_passage_ends_with_it() -> None:
    text = "one\ntwo\nthree"
    assert [text[a:b] for a, b in passages("line", text, (1, 9), (0,))] == ["ne", "two", "t"]


@settings(derandomize=True, deadline=None, database=None, max_examples=300)
@given(st.text("a \t\r\n#-[]x>`~1.)", max_size=60), st.sampled_from(PASSAGE_KINDS))
def test_passages_of_any_text_follow_each_other_inside_it(text: str, kind: PassageKind) -> None:
    units = parse_file("a.md", text.encode(), modified=0.0).units
    spans = list(passages(kind, text, (0, len(text)), [unit.start for unit in units]))
    assert all(0 <= start <= end <= len(text) for start, end in spans)
    assert all(one[1] <= two[0] for one, two in pairwise(spans))
