"""The names of files that may be manual pages, such as `epoll.7`; other files have such names, too."""

from __future__ import annotations

ENDINGS = (*"123456789", "man", "1m", "1p", "1x", "3p", "3pm", "3x")
FIRST_BYTES = (b".", b"'")
NO_MANPAGE = "no manual page, or one that only names another"
_UNSEEN = ("larger than", "not a regular file", "online only")  # reasons that say nothing about the content


def is_no_manpage(path: str, why: str) -> bool:
    """Whether the file is skipped, for this reason, as one that nobody takes for a manual page."""
    return why == NO_MANPAGE or (path.rpartition(".")[2] in ENDINGS and why.startswith(_UNSEEN))
