"""When a look at the tree is good enough."""

from __future__ import annotations

import pytest

from dowse.vault.lately import Lately


def test_nothing_is_known_before_the_first_look() -> None:
    assert not Lately().is_recent


def test_while_another_thread_looks_for_the_first_time_nothing_is_known_yet() -> None:
    lately = Lately()
    with lately.looking():
        assert not lately.is_recent


def test_while_another_thread_looks_again_what_it_saw_before_is_good() -> None:
    lately = Lately()
    with lately.looking():
        pass
    with lately.looking():
        assert lately.is_recent


def test_what_is_forgotten_is_not_known_though_somebody_looks() -> None:
    lately = Lately()
    with lately.looking():
        pass
    lately.forget()
    with lately.looking():
        assert not lately.is_recent


def test_a_look_that_fails_does_not_count_and_is_over() -> None:
    lately = Lately()
    with pytest.raises(OSError, match="gone"), lately.looking():
        raise OSError("gone")
    assert not lately.is_recent


def test_what_was_seen_and_is_yet_to_be_read_is_not_known_until_none_of_it_is_left() -> None:
    lately = Lately()
    with lately.looking(), lately.looking():
        lately.doubt(3)
        assert not lately.is_recent
    lately.doubt(0)
    with lately.looking():
        assert lately.is_recent
