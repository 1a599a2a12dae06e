"""Vaults for the second reading: files as text, with names, dates and links that meet."""

from __future__ import annotations

import posixpath
import random
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache

from tests.contract.second.files import File, folder_of, is_markdown
from tests.contract.second.links import names
from tests.contract.second.times import ZONE

NOW = datetime(2026, 3, 11, 23, 5, 37, tzinfo=UTC)  # on the wall it is the next day already

# Each is its own stem.
VOCABULARY = (
    "amber", "basalt", "cobalt", "dorm", "ember", "fjörd", "garnet", "harbor", "indigo", "jasper", "kelp", "lantern",
    "marrow", "nectar", "onyx", "pepper", "quartz", "raven", "crème", "timber", "velvet", "walnut", "yarrow", "zephyr",
    "lanternfish", "seakelp",
)  # fmt: skip
_FOLDERS = ("", "", "Notes/", "Notes/Deep Kelp/", "Notes/", "docs/", "docs/Quartz/", "2-Areas/Harbor/", "2-Areas/",
            "fjörd/", "METIS-I-0001/", "Notes/Amber/")  # fmt: skip
_ENDINGS = (".md", ".md", ".md", ".md", ".mdx", ".txt", ".py")
_NOTES = ("index", "README", "Notes", "Quartz", "Fjörd", "Deep Kelp", "Amber")  # may be the notes of folders
_CODES = tuple(f"METIS-{kind}-{n:04}" for kind in "TI" for n in range(1, 5))
_GLUE = (" ", " ", " ", " ", ", ", "\n", ". ", " – ", "; ")
_TAGS = ("kelp", "kelp/onyx", "kelp/onyx/deep", "kelpie", "Garnet", "crème", "y-2026", "plan_b", "2024/plan")
STATES = ("draft", "Draft", "done", "in review", "[[Done]]", "#done", "blocked")
NUMBERS = ("0", "1", "2", "2.5", "2.50", "3", "3.0", "-4", "5", "+5", "12", "100", "2025", "2026", "0.5")
_DATES = ("%Y", "%Y-%m", "%G-W%V", "%G-W%V-%u", "%Y-%m-%d", "%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S")
_ZONES = ("Z", "+01:00", "-08:00")


@cache
def vault(seed: int, size: int = 25) -> tuple[File, ...]:
    """Some files, the same for a seed; they point to each other."""
    pick = random.Random(seed)  # noqa: S311  # the same every time
    codes = list(_CODES)
    files = {file.path: file for file in (_file(pick, codes) for _ in range(size))}
    return tuple(_linked(pick, file, list(files.values())) for file in files.values())


def _file(pick: random.Random, codes: list[str]) -> File:
    """A file; a code is given once."""
    called = pick.choice((cased(pick, _some(pick, 1, 2)), cased(pick, _some(pick, 1, 2)), pick.choice(_NOTES)))
    stated = codes.pop(pick.randrange(len(codes))) if codes and pick.random() < 0.3 else ""
    named = stated if stated and pick.random() < 0.5 else called
    path = pick.choice(_FOLDERS) + named + (".md" if stated or called in _NOTES else pick.choice(_ENDINGS))
    text = "\n".join(_section(pick) for _ in range(pick.randint(1, 3)))
    if is_markdown(File(path, "", 0.0)):
        text = _front(pick, short_code=stated if named != stated else "") + _heading(pick) + text
    return File(path, text, moment(pick).timestamp())


def _front(pick: random.Random, *, short_code: str) -> str:
    made: Mapping[str, Callable[[], str]] = {
        "title": lambda: cased(pick, _some(pick, 1, 3)),
        "tags": lambda: _listed(pick, pick.sample(_TAGS, pick.randint(0, 3))),
        "aliases": lambda: _listed(pick, [cased(pick, _some(pick, 1, 2)) for _ in range(pick.randint(1, 2))]),
        pick.choice(("summary", "description")): lambda: _some(pick, 2, 5),
        "type": lambda: pick.choice(("daily", "task", "meeting", "[daily, gleaning]")),
        "kind": lambda: pick.choice(("task", "skill", "knowledge")),
        "status": lambda: _scalar(pick.choice(STATES)),
        "phase": lambda: _listed(pick, pick.sample(STATES, pick.randint(1, 2))),
        "rating": lambda: pick.choice(NUMBERS),
        "Minutes": lambda: pick.choice((*NUMBERS, "many", "")),
        "due": lambda: date(pick),
        pick.choice(("created", "created_at", "date")): lambda: date(pick),
        "owner name": lambda: _scalar(pick.choice(("April Jane", "[[Beth]]", "beth", "Crème"))),
        "done": lambda: pick.choice(("true", "false")),
    }
    lines = [f"{key}: {value()}" for key, value in made.items() if pick.random() < 0.4]
    lines += [f"short_code: {short_code}"] * bool(short_code)
    return "\n".join(["---", *lines, "---", ""]) if lines else ""


def _listed(pick: random.Random, items: Sequence[str]) -> str:
    """A list as YAML writes it, in a line or below it."""
    if items and pick.random() < 0.4:
        return "".join(f"\n- {_scalar(item)}" for item in items)
    return "[" + ", ".join(map(_scalar, items)) + "]"


def _scalar(text: str) -> str:
    return f'"{text}"' if text[:1] in "[#" else text


def _heading(pick: random.Random) -> str:
    return f"# {cased(pick, _some(pick, 1, 3))}\n\n" if pick.random() < 0.5 else ""


def _section(pick: random.Random) -> str:
    heading = f"## {_some(pick, 1, 3)}\n\n" if pick.random() < 0.5 else ""
    pieces = [cased(pick, pick.choice(VOCABULARY)) + pick.choice(_GLUE) for _ in range(pick.randint(1, 14))]
    told = "".join(pieces).strip() + pick.choice((".", "!", ""))
    tagged = f" #{pick.choice(_TAGS)}" if pick.random() < 0.3 else ""
    return f"{heading}{told}{tagged}\n"


def _linked(pick: random.Random, file: File, others: Sequence[File]) -> File:
    """The file with links to some of the others, and perhaps a parent."""
    text = file.text + "".join(_link(pick, file, pick.choice(others)) for _ in range(pick.choice((0, 0, 1, 2))))
    if is_markdown(file) and pick.random() < 0.3:
        parent = pick.choice((*names(pick.choice(others)), "nobody"))
        stated = pick.choice((parent, f'"[[{parent}]]"'))
        text = f"---\nparent: {stated}\n" + (text[4:] if text.startswith("---\n") else f"---\n{text}")
    return File(file.path, text, file.modified)


def _link(pick: random.Random, file: File, other: File) -> str:
    path = other.path
    relative = posixpath.relpath(path, folder_of(file) or ".")
    target = pick.choice((path, path.rsplit(".", 1)[0], "/".join(path.split("/")[-2:]), *names(other)))
    return pick.choice(
        (f"\n[[{target}]]\n", f"\nSee [[{target}|raven]].\n", f"\n[kelp](<{relative}>)\n", f"\n{target}\n")
    )


def _some(pick: random.Random, least: int, most: int) -> str:
    return " ".join(pick.choices(VOCABULARY, k=pick.randint(least, most)))


def cased(pick: random.Random, text: str) -> str:
    """The text in some case or other."""
    return pick.choice((str, str, str.title, str.upper))(text)


def moment(pick: random.Random) -> datetime:
    """A time in the last years or soon, often in the last days, and then often about midnight."""
    if pick.random() < 0.3:  # about as long ago as a query may say
        return NOW - timedelta(days=pick.choice((1, 7, 14, 45)), hours=pick.uniform(-3, 3))
    at = NOW - timedelta(days=pick.choice((3, 3, 3, 100, 800, -30)) * pick.random())
    return at.replace(hour=pick.choice((20, 21, 22, 23))) if pick.random() < 0.3 else at


def date(pick: random.Random) -> str:
    """A time as people write it."""
    written = (moment(pick) + ZONE).strftime(pick.choice(_DATES))
    return written + pick.choice(("", *_ZONES)) if "T" in written else written
