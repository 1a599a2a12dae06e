"""A vault with notes in a scope and outside it, and the same vault without the notes outside."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dowse.app.client_scope import ClientScope

MARKER = "xyzzymarker"  # in everything outside the scope, and in nothing else
NEAR = MARKER[:-1]  # a misspelling, which an answer may repeat
SCOPE = ClientScope(("path:work/",), ("#private",))
# Texts for every parameter that takes text: names in the scope and outside, words, filters and patterns.
PROBES = (
    *("rotate keys", NEAR, f"{NEAR}*", "diray", "Salary", "Wages", "METIS-T-0001", "Diary#Goals", "board.md"),
    *("work/plan.md", "work/salary.md", "work/salary.md:1:5", "home/diary.md", "home", "home/", "work/", "work/other"),
    *("#private", f"tag:{NEAR}", f"status:{NEAR}", f"[{NEAR}]", f"{NEAR}x", "kind:skill", "kind:file", "file:photo*"),
    *("links:work/plan.md", "linked:work/plan.md", "under:work/plan.md", "related:Plan depth:6", "like:Salary"),
    *("similar:diary", "calls:rotate_keys", "imported:work/tool.py", "communities:", "+diary", f"symbol:{NEAR}*"),
    *("in:all", "archived:yes", "hidden_name", ".", "*", "../", "/etc/passwd", "all", "notes", "draft", "status"),
)
_VOLATILE = frozenset({"took_ms", "ms", "timing_ms", "total_time_ms", "timestamp", "size_bytes", "folder"})
_MTIME = 1_771_070_400


def _note(*lines: str, **properties: str) -> str:
    """A note with frontmatter, if there is any."""
    top = ["---", *(f"{key}: {value}" for key, value in properties.items()), "---"] if properties else []
    return "\n".join((*top, *lines, ""))


_INSIDE = {
    "work/plan.md": _note(
        *("# Plan", "", "Rotate the keys. See [[Board]], [[Diary]], [the salary](salary.md) and ![[photo.png]].", ""),
        *("## Goals", "", "Keys, METIS-T-0001."),
        tags="[work]",
        status="draft",
        parent="work/board.md",
    ),
    "work/board.md": _note("# Board", "", "The board meets and rotates keys; it links to [[Plan]].", aliases="[Panel]"),
    "work/tasks/key.md": _note(
        *("# Rotate", "", "Rotate the keys with `rotate_keys`. [[Plan#Goals]]"), kind="task", id="METIS-T-0002"
    ),
    "work/tool.py": _note(
        *("from .other import hidden_name", "", "", "def rotate_keys() -> None:"),
        *('    """Rotate the keys."""', "    hidden_name()"),
    ),
}
_OUTSIDE = {
    "work/broken.md": _note("# Broken", "", f"Keys all the same, {MARKER}.", title="[unclosed"),
    "work/salary.md": _note(
        *(f"# Salary {MARKER}", "", f"Rotate the keys, {MARKER}. [[Plan]] [[Diary]]", "", f"## Goals {MARKER}", MARKER),
        **{"tags": f"[private, {MARKER}]", "aliases": f"[Wages {MARKER}]", "status": MARKER, MARKER: "5"},
    ),
    "home/diary.md": _note("# Diary", "", f"Rotate the keys of the board, {MARKER}: [[Plan]] [[Salary]]. METIS-T-0001"),
    f"home/{MARKER}.md": _note(
        *(f"# {MARKER}", "", "Rotate the keys. [[Plan#Goals]]"), id="METIS-T-0001", kind="task", parent="work/plan.md"
    ),
    f"work/other/{MARKER}.md": _note(
        *("# Skill", "", "Rotate keys."), tags=f"[private/{MARKER}]", kind="skill", triggers=f"[{MARKER}]"
    ),
    "home/other.py": _note(
        *("from work.tool import rotate_keys", "", "", f"def {MARKER}() -> None:"),
        *(f'    """{MARKER}."""', "    rotate_keys()"),
    ),
    f"home/broken-{MARKER}.md": _note("# Broken", "", "Keys.", title=f"[{MARKER}"),
    f"home/binary-{MARKER}.md": "\0\1\2" * 100,
    f"work/photo-{MARKER}.png": MARKER,
    "home/photo.png": MARKER,
    f".{MARKER}/note.md": f"# {MARKER}\n",
}


def vault(folder: Path, *, is_whole: bool) -> Path:
    """The vault with both kinds of notes, or with those in the scope alone."""
    for path, text in {**_INSIDE, **(_OUTSIDE if is_whole else {})}.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        os.utime(file, (_MTIME, _MTIME))
    for inside in ("work", "work/tasks"):
        os.utime(folder / inside, (_MTIME, _MTIME))
    return folder


def comparable(value: Any) -> Any:
    """The JSON value without durations, the size of the index file, and the folder."""
    match value:
        case Mapping():
            return {key: comparable(each) for key, each in value.items() if key not in _VOLATILE}
        case list():
            return [comparable(each) for each in value]
        case _:
            return value
