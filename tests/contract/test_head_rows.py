"""Rows of documents as heads, whose facts are decoded when they are read."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from dowse.engines.sqlite.rows import HeadRow, StoredFacts, head_of, written_facts
from dowse.engines.sqlite.sqlite_errors import RowError
from dowse.model.document import Fact

_FACTS: Mapping[str, Fact] = {"status": "active", "rating": 4, "draft": False, "tags": ("home", "idea")}


def test_facts_of_a_row_are_those_that_were_written() -> None:
    head = head_of(HeadRow(1, "a.md", "note", "A", '["home"]', '["Alpha"]', 1.0, written_facts(_FACTS), b""))
    assert head.facts == _FACTS
    assert dict(head.facts) == {**head.facts} == _FACTS
    assert (head.facts.get("rating"), head.facts.get("pages", 3), head.fact("tags")) == (4, 3, "home idea")
    assert (head.tags, head.aliases) == (frozenset({"home"}), ("Alpha",))


@pytest.mark.parametrize("written", ["x", "[]", '{"a": {"b": 1}}', '{"a": [1]}', "{} {}", "[[[[", ""])
def test_facts_that_nobody_writes_are_an_error_when_they_are_read(written: str) -> None:
    facts = StoredFacts(written)
    with pytest.raises(RowError):
        len(facts)
