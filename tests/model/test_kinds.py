"""One row for each kind, from which detection, defaults, fields and tools follow."""

from __future__ import annotations

from typing import get_args

import pytest

from dowse.model.kinds import (
    FACT_FIELDS,
    KIND_SPECS,
    KINDS,
    FactField,
    Kind,
    KindSpec,
    fact_fields,
    fingerprint,
    kind_of_place,
)
from dowse.query.fields import FIELD_NAMES
from dowse.search.visibility import unsearched_kinds


def test_each_kind_has_a_row_and_each_row_a_kind() -> None:
    assert get_args(Kind) == KINDS


def test_no_type_and_no_folder_states_two_kinds() -> None:
    stated = [word for spec in KIND_SPECS for word in {*spec.types, *spec.folders, *spec.file_names}]
    assert sorted(stated) == sorted(set(stated))


def test_no_two_tools_have_one_name() -> None:
    names = [tool.name for spec in KIND_SPECS for tool in spec.tools]
    assert sorted(names) == sorted(set(names))


def test_the_properties_of_kinds_are_fields_of_the_query() -> None:
    assert {fact.name for fact in FACT_FIELDS} <= FIELD_NAMES


def test_a_property_that_two_kinds_share_is_one_field() -> None:
    due = FactField("due", "frontmatter due", "due:soon", "due {}")
    assert fact_fields((KindSpec("task", facts=(due,)), KindSpec("note", facts=(due,)))) == (due,)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("docs/a.md", "doc"),
        ("Tasks/2026/a.md", "task"),
        ("plugins/review/SKILL.md", "skill"),
        ("docs/SKILL.md", "skill"),
        ("skills/review/reference.md", "skill"),
        ("skills/docs/a.md", "doc"),
        ("www/versioned_docs/version-1.x/a.md", "doc"),
        ("docs/skills/a.md", "skill"),
        ("knowledge/a.md", "knowledge"),
        ("tasks.md", None),
        ("my tasks/a.md", None),
        ("a.md", None),
    ],
)
def test_a_document_has_the_kind_of_its_file_name_or_of_the_nearest_folder_with_one(
    path: str, kind: str | None
) -> None:
    assert kind_of_place(path) == kind


def test_another_way_to_recognise_a_kind_is_another_fingerprint() -> None:
    assert fingerprint((KindSpec("task"),)) != fingerprint((KindSpec("task", folders=("tasks",)),))


def test_a_kind_that_is_not_searched_by_default_is_left_out_unless_the_query_speaks_of_kinds() -> None:
    (reason,) = unsearched_kinds((KindSpec("note"), KindSpec("file", is_searched=False)))
    assert (reason.what, reason.key, reason.remedy) == ("file", "kind", "kind:file")
