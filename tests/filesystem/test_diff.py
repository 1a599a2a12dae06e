"""Changes, against sets and a brute comparison."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.filesystem.diff import Changes, changes
from dowse.filesystem.walk import FoundPath
from dowse.ports.indexed_document import FileStamp

_PATHS = st.text("ab/-é", max_size=3)
_LOOKS = st.tuples(st.integers(0, 2), st.integers(-1, 2))
_TREES = st.dictionaries(_PATHS, _LOOKS, max_size=12)


@settings(max_examples=150, derandomize=True, deadline=None)
@given(now=_TREES, before=_TREES)
def test_changes_are_the_differences_of_two_sets(
    now: Mapping[str, tuple[int, int]], before: Mapping[str, tuple[int, int]]
) -> None:
    found = [FoundPath(path, size, mtime_ns) for path, (size, mtime_ns) in sorted(now.items())]
    known = {path: FileStamp(size, mtime_ns, "digest") for path, (size, mtime_ns) in before.items()}
    both = set(now) & set(before)
    same = {path for path in both if now[path] == before[path] and before[path][1] != -1}
    assert changes(found, known) == Changes(
        added=tuple(sorted(set(now) - set(before))),
        changed=tuple(sorted(both - same)),
        removed=tuple(sorted(set(before) - set(now))),
        unchanged_count=len(same),
        size=sum(size for path, (size, _) in now.items() if path not in same),
    )


def test_a_tree_like_the_index_is_no_change() -> None:
    outcome = changes([FoundPath("a.md", 1, 5)], {"a.md": FileStamp(1, 5)})
    assert not outcome
    assert outcome.unchanged_count == 1


def test_an_older_file_in_the_place_of_a_newer_one_is_a_change() -> None:
    """A file restored from a backup, or moved over another, brings its old time along."""
    assert changes([FoundPath("a.md", 1, 4)], {"a.md": FileStamp(1, 5)}).changed == ("a.md",)


def test_a_file_that_could_not_be_read_is_tried_again() -> None:
    assert changes([FoundPath("a.md", 0, -1)], {"a.md": FileStamp(0, -1)}).changed == ("a.md",)


def test_a_file_that_goes_while_another_comes_is_noticed() -> None:
    """The counts are equal, so the quick way out must not be taken."""
    outcome = changes([FoundPath("b.md", 1, 5)], {"a.md": FileStamp(1, 5)})
    assert (outcome.added, outcome.removed) == (("b.md",), ("a.md",))
