"""Labels of the versions of a site."""

from __future__ import annotations

import pytest

from dowse.graph.site_versions import folder_names, labels_of


@pytest.mark.parametrize("name", ["version-9.x", "9.x", "v9", "9"])
def test_a_version_has_the_same_labels_by_each_of_its_names(name: str) -> None:
    assert {"9.x", "9", "v9", "v9.x"} <= set(labels_of(name))


def test_a_long_label_is_read_at_once() -> None:
    """Each `.x` would be read to the end of the label: a minute for a link of 200,000 characters."""
    label = f"1{'.x' * 100_000}y"
    assert folder_names(label)[0] == f"version-{label}"
