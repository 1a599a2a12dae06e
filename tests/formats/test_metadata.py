"""The metadata that follows from other properties: type, phase and kind of planning documents."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file, with_kind
from dowse.formats.folder_kinds import kind_rules
from dowse.model.document import Head
from dowse.model.kinds import TYPE_LEVELS


def _head(*lines: str, path: str = "plan/METIS-T-0001.md") -> Head:
    text = "\n".join(("---", *lines, "---", "# A plan", "#phase/draft"))
    return parse_file(path, text.encode(), modified=0.0).head


@pytest.mark.parametrize("level", sorted(TYPE_LEVELS))
def test_the_level_of_a_planning_document_is_its_type(level: str) -> None:
    assert _head(f"level: {level.capitalize()}").fact("type") == level


def test_another_level_is_no_type() -> None:
    assert "type" not in _head("level: beginner").facts
    assert "type" not in _head("level: 3").facts


def test_a_document_of_the_level_task_is_a_task() -> None:
    assert _head("level: task").kind == "task"


def test_a_stated_type_goes_before_the_level() -> None:
    head = _head("level: task", "type: bug")
    assert (head.fact("type"), head.kind) == ("bug", "note")


@pytest.mark.parametrize("stated", ["type:", 'type: ""', "type: []"])
def test_an_empty_type_leaves_that_of_the_level(stated: str) -> None:
    assert _head("level: vision", stated).fact("type") == "vision"


def test_a_phase_tag_of_the_frontmatter_is_the_phase() -> None:
    assert _head("tags:", '  - "#task"', '  - "#phase/Completed"').facts["phase"] == "completed"


def test_several_phase_tags_are_several_phases() -> None:
    assert _head("tags: [phase/draft, phase/review]").facts["phase"] == ("draft", "review")


def test_a_stated_phase_goes_before_the_tag() -> None:
    assert _head("phase: active", "tags: [phase/draft]").fact("phase") == "active"


def test_a_phase_tag_in_the_text_is_no_phase() -> None:
    assert "phase" not in _head("tags: [task]").facts


def test_a_tag_in_chinese_may_state_the_phase() -> None:
    assert _head("tags: [phase/进行中]").fact("phase") == "进行中"


def test_completed_facts_stay_as_they_are() -> None:
    head = _head("level: task", "tags: [phase/draft]", "created_at: 2026-01-31")
    assert with_kind(head, ()) == head


def test_a_rule_of_a_folder_gives_way_to_the_level() -> None:
    head = _head("level: task")
    assert with_kind(head, kind_rules([("plan", "doc")])).kind == "task"


@pytest.mark.parametrize(
    ("path", "properties", "title"),
    [
        ("skills/brand/SKILL.md", "name: brand-guidelines", "brand-guidelines"),
        ("brand/SKILL.md", "name: brand-guidelines\ntitle: The brand", "The brand"),
        ("brand/SKILL.md", "name:", "Instructions"),
        ("skills/brand.md", "name: [[Brand]] guidelines", "Brand guidelines"),
        ("brand/README.md", "name: brand-guidelines", "Instructions"),
    ],
)
def test_a_skill_has_its_name_as_title(path: str, properties: str, title: str) -> None:
    text = f"---\n{properties}\n---\n# Instructions\n\nUse the colours.\n"
    assert parse_file(path, text.encode(), modified=0.0).head.title == title


def test_a_skill_by_a_rule_has_its_name_as_title() -> None:
    text = b"---\nname: brand-guidelines\n---\n# Instructions\n"
    head = parse_file("prompts/brand.md", text, modified=0.0).head
    assert (head.title, with_kind(head, kind_rules([("prompts", "skill")])).title) == (
        "Instructions",
        "brand-guidelines",
    )
