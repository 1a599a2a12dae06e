"""Tests of dowse.model.qualified_path."""

from __future__ import annotations

from dowse.model.qualified_path import addressed, outward_in


def test_only_the_addresses_of_a_message_get_the_vault() -> None:
    message = addressed("name is the name of ", "name", " and ", "name#name")
    assert message == "name is the name of name and name#name"
    assert outward_in(message, "work") == "name is the name of work:name and work:name#name"
    assert outward_in(addressed("", "name has no text"), "work") == "work:name has no text"
    assert outward_in("name is a name", "work") == "name is a name"
