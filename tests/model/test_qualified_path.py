"""Tests of dowse.model.qualified_path."""

from __future__ import annotations

from dowse.model.qualified_path import addressed, joined, outward_in


def test_only_the_addresses_of_a_message_get_the_vault() -> None:
    message = addressed("name is the name of ", "name", " and ", "name#name")
    assert message == "name is the name of name and name#name"
    assert outward_in(message, "work") == "name is the name of work:name and work:name#name"
    assert outward_in(addressed("", "name has no text"), "work") == "work:name has no text"
    assert outward_in("name is a name", "work") == "name is a name"


def test_the_addresses_of_several_messages_get_the_vault_when_they_are_one() -> None:
    whole = joined((addressed("it is ", "a.md"), "", "3 calls are unresolved", addressed("", "b.md is older")))
    assert whole == "it is a.md; 3 calls are unresolved; b.md is older"
    assert outward_in(whole, "work") == "it is work:a.md; 3 calls are unresolved; work:b.md is older"
