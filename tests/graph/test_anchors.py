"""The unit that the anchor of a link names."""

from __future__ import annotations

from dowse.graph.anchors import UnitNames
from tests.making import sectioned


def test_the_units_of_a_document_are_read_once_for_all_anchors() -> None:
    document = sectioned("a.md", ("Costs", 1, ""), ("Task Status", 2, ""), ("Task-Status", 2, ""))
    names = UnitNames(iter(document.units))
    anchors = ("costs", "TaskStatus", "Costs#task status", "nowhere", "^block", "*")
    assert [names.named(anchor) for anchor in anchors] == ["costs", "task status", "task status", "", "", ""]
