"""The unit that the anchor of a link names."""

from __future__ import annotations

from dowse.formats.detect import parse_file
from dowse.graph.anchors import UnitNames
from tests.making import sectioned


def test_the_units_of_a_document_are_read_once_for_all_anchors() -> None:
    document = sectioned("a.md", ("Costs", 1, ""), ("Task Status", 2, ""), ("Task-Status", 2, ""))
    names = UnitNames(iter(document.units))
    anchors = ("costs", "TaskStatus", "Costs#task status", "nowhere", "^block", "*")
    assert [names.named(anchor) for anchor in anchors] == ["costs", "task status", "task status", "", "", ""]


def test_a_page_of_a_pdf_is_named_as_in_its_address() -> None:
    document = sectioned("a.pdf", ("p1", 1, ""), ("p12", 1, ""))
    names = UnitNames(iter(document.units))
    anchors = ("page=12", "page=1&selection=2", "page=3", "page=12x", "p12")
    assert [names.named(anchor) for anchor in anchors] == ["p12", "p1", "", "", "p12"]


def test_a_heading_may_have_colons_and_an_anchor_may_be_a_range_of_two() -> None:
    document = sectioned("a.md", ("Workspace: Sync", 1, ""), ("Start", 1, ""), ("End", 1, ""))
    names = UnitNames(iter(document.units))
    found = {
        anchor: names.named(anchor) for anchor in ("Workspace: Sync", "start:#end", "start:end", "start:*", "x: y")
    }
    assert found == {
        "Workspace: Sync": "workspace: sync",
        "start:#end": "start",
        "start:end": "start",
        "start:*": "start",
        "x: y": "",
    }


def test_an_id_of_asciidoc_names_a_later_section_with_a_title_by_its_number() -> None:
    text = "= Tides\n\n== Low & ebb\n\n== Low & ebb\n\n== Version 2\n\n[[x]]\n== Low & ebb\n"
    names = UnitNames(parse_file("a.adoc", text.encode(), modified=0.0).units)
    found = {each: names.named(each) for each in ("_low_ebb", "_low_ebb_2", "low-ebb-2", "_version_2", "x")}
    assert [*found.values()] == ["low--ebb", "low-ebb-2", "low-ebb-2", "version-2", "x"]
    assert [names.named(each) for each in ("_low_ebb_3", "_low_ebb_1", "_high_2")] == ["", "", ""]


def test_a_heading_of_a_repeated_title_has_a_number_as_on_github_or_as_of_mkdocs() -> None:
    text = "# Setup\n\n## Setup\n\n## Step 1\n\n## Step\n\n## Step\n"
    names = UnitNames(parse_file("a.md", text.encode(), modified=0.0).units)
    found = {each: names.named(each) for each in ("setup-1", "setup_1", "step_1", "setup_2", "setup_01")}
    assert [*found.values()] == ["setup-1", "setup-1", "step-1", "", ""]


def test_a_heading_below_the_others_of_the_anchor_is_meant_before_the_first_of_its_title() -> None:
    text = "# Trip\n\n## Boat\n\n### Costs\n\n## Train\n\n#### Costs\n\n## Costs\n"
    names = UnitNames(parse_file("a.md", text.encode(), modified=0.0).units)
    anchors = ("Costs", "Boat#Costs", "train#Costs", "Trip#Train#costs", "Costs#Boat", "None#Costs", "#Costs")
    found = ["costs", "costs", "costs-1", "costs-1", "boat", "costs", "costs"]
    assert [names.named(each) for each in anchors] == found


def test_many_anchors_of_nested_headings_read_the_document_once() -> None:
    document = sectioned("a.md", ("All", 1, ""), *((f"H{n}", 2, "") for n in range(20_000)))
    names = UnitNames(document.units)
    assert [names.named(f"All#H{n}") for n in range(10_000, 20_000)] == [f"h{n}" for n in range(10_000, 20_000)]
    assert names.named("H1#H2") == "h2"  # of two anchors that are not nested the last counts


def test_an_anchor_may_be_the_transliteration_of_a_heading() -> None:
    text = "# Введение\n\n## Роли структуры\n\n## Übersicht\n\n## Uebersicht B\n\n## Plain\n"
    names = UnitNames(parse_file("a.md", text.encode(), modified=0.0).units)
    anchors = (
        "vvedenie",
        "roli-struktury",
        "uebersicht",
        "ubersicht",
        "uebersicht-b",
        "rol-struktury",
        "plein",
        "роли",
    )
    found = ["введение", "роли-структуры", "übersicht", "übersicht", "uebersicht-b", "", "", ""]
    assert [names.named(each) for each in anchors] == found
