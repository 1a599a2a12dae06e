"""When a look at the tree is good enough."""

from __future__ import annotations

import pytest

from dowse.filesystem import scan_cache
from dowse.filesystem.scan_cache import ScanCache
from dowse.filesystem.tree_stamps import TreeStamps


def test_nothing_is_known_before_the_first_look() -> None:
    assert not ScanCache().is_recent


def test_while_another_thread_looks_for_the_first_time_nothing_is_known_yet() -> None:
    lately = ScanCache()
    with lately.scanning():
        assert not lately.is_recent


def test_while_another_thread_looks_again_what_it_saw_before_is_good() -> None:
    lately = ScanCache()
    with lately.scanning():
        pass
    with lately.scanning():
        assert lately.is_recent


def test_what_is_forgotten_is_not_known_though_somebody_looks() -> None:
    lately = ScanCache()
    with lately.scanning():
        pass
    lately.forget()
    with lately.scanning():
        assert not lately.is_recent


def test_a_look_that_fails_does_not_count_and_is_over() -> None:
    lately = ScanCache()
    with pytest.raises(OSError, match="gone"), lately.scanning():
        raise OSError("gone")
    assert not lately.is_recent


def test_what_was_seen_and_is_yet_to_be_read_is_not_known_until_none_of_it_is_left() -> None:
    lately = ScanCache()
    with lately.scanning(), lately.scanning():
        lately.note_found("changes", 3)
        assert not lately.is_recent
    lately.note_left("changes", 0)
    with lately.scanning():
        assert lately.is_recent


def test_what_another_thread_has_found_since_stays_unread_when_earlier_changes_are_read() -> None:
    lately = ScanCache()
    with lately.scanning():
        lately.note_found(["a.md"], 1)
        lately.note_found(["a.md", "b.md"], 2)
    lately.note_left(["a.md"], 0)
    assert lately.has_unread


def test_a_look_is_good_for_longer_while_somebody_who_hears_of_changes_vouches_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = iter((0.0, 2.0, 21.9, 22.1, 22.1, 42.0, 42.2))  # seconds; the look takes two
    monkeypatch.setattr("time.monotonic", lambda: next(now))
    lately = ScanCache()
    with lately.scanning():
        pass
    assert [lately.is_recent, lately.is_recent] == [True, False]
    lately.confirm()
    assert [lately.is_recent, lately.is_recent] == [True, False]


def test_nobody_can_vouch_for_what_was_never_seen_or_is_yet_to_be_read() -> None:
    lately = ScanCache()
    lately.confirm()
    assert not lately.is_recent
    with lately.scanning():
        lately.note_found("changes", 1)
    lately.confirm()
    with lately.scanning():
        assert not lately.is_recent


def test_each_request_looks_at_the_stamps_unless_another_one_began_to_after_it_came_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = list[TreeStamps]()

    def is_unchanged(stamps: TreeStamps) -> bool:
        looks.append(stamps)
        return True

    monkeypatch.setattr(scan_cache, "RESCAN_FACTOR", 1e9)
    monkeypatch.setattr(TreeStamps, "is_unchanged", is_unchanged)
    lately = ScanCache()
    lately.is_of_server = True
    with lately.scanning():
        pass
    lately.note_found("changes", 0, TreeStamps("", (), ()))
    assert [lately.is_current for _ in range(3)] == [True, True, True]
    assert len(looks) == 3
    monkeypatch.setattr("time.monotonic", lambda: 1e9)  # as of requests that wait for the look of one of them
    lately.confirm()
    assert [lately.is_current for _ in range(3)] == [True, True, True]
    assert len(looks) == 4


def test_outside_of_a_server_a_look_at_the_stamps_takes_the_place_of_a_scan_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = iter((True, True, False, True))
    clock = [0.0]  # seconds
    monkeypatch.setattr(TreeStamps, "is_unchanged", lambda _: next(looks))
    monkeypatch.setattr("time.monotonic", lambda: clock[-1])
    lately = ScanCache()
    with lately.scanning():
        clock.append(1.0)
    lately.note_found("changes", 0, TreeStamps("", (), ()))
    clock.append(11.1)
    assert not lately.is_current  # the scan may have left work
    lately.is_settled = True
    current = list[bool]()
    for now in (10.9, 11.1, 21.0, 21.2, 31.3, 41.4, 101.1):
        clock.append(now)
        current.append(lately.is_current)
    assert current == [True, True, True, True, False, True, False]
    assert not list(looks)  # four looks: none while the last scan or look is recent, or after a hundred times the scan
    lately.is_of_server = True
    clock.append(11.1)
    assert not lately.is_current


def test_another_scan_may_have_left_work_that_the_one_before_had_not(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]  # seconds
    monkeypatch.setattr(TreeStamps, "is_unchanged", lambda _: True)
    monkeypatch.setattr("time.monotonic", lambda: clock[-1])
    lately = ScanCache()
    for is_settled in (True, False):
        with lately.scanning():
            clock.append(clock[-1] + 1.0)
        lately.note_found("changes", 0, TreeStamps("", (), ()))
        lately.is_settled |= is_settled
        clock.append(clock[-1] + 11.1)
        assert lately.is_current is is_settled
