"""Scripts whose names have no ending, such as `bin/deploy`: their first line names an interpreter, or they begin with a
comment and define a function of a shell, as those do that others include.
"""

from __future__ import annotations

from ...model.lazy_pattern import lazy_pattern
from ..text_encoding import decode
from ..text_encoding import refusal as refuse_no_text
from .detect_language import language_of
from .minified import refusal as refuse_minified

FIRST_BYTES = (b"#",)
NO_SCRIPT = "no ending, no interpreter in its first line and no function of a shell"

_INTERPRETER = b"#!"
_FUNCTION = lazy_pattern(
    r"(?m)^(?:function[ \t]++[\w-]++[ \t]*+(?:\(\))?|[A-Za-z_][\w-]*+[ \t]*+\(\))[ \t]*+\n?\{"
)  # of a shell

# Words in small letters, and no digest, by which programs name the files that they store.
_NAME = lazy_pattern(r"(?![\da-f]{8,}\Z)[a-z][a-z\d]*(?:[-_+][a-z\d]+)*")
_LONGEST = 40  # characters of a name
_UNSEEN = ("larger than", "not a regular file", "online only")  # reasons that say nothing about the content
_COPIED = frozenset({"configure", "gradlew", "libtool", "mvnw"})  # which a build brings along: in each project the same


def has_name_of_script(path: str) -> bool:
    """Whether the file may be a script by its name: words in small letters without an ending."""
    name = path.rpartition("/")[2]
    return len(name) <= _LONGEST and name not in _COPIED and _NAME.fullmatch(name) is not None


def is_no_script(path: str, why: str) -> bool:
    """Whether the file is skipped, for this reason, as one that nobody takes for a script."""
    return why == NO_SCRIPT or (has_name_of_script(path) and why.startswith(_UNSEEN))


def refuse_no_script(data: bytes) -> str | None:
    """Why the bytes are not a readable script; None when they are."""
    if refused := refuse_no_text(data):
        return refused if data.startswith(_INTERPRETER) else NO_SCRIPT
    text = decode(data)[0]
    is_script = (
        language_of("script", text[:200]) is not None
        if data.startswith(_INTERPRETER)
        else data.startswith(FIRST_BYTES) and _FUNCTION.search(text) is not None
    )
    return refuse_minified(data) if is_script else NO_SCRIPT
