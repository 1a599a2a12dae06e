"""The metadata of a document from its facts and its path: kind, title, tags, aliases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import cast

from ..model.document import SUMMARY_KEYS, Fact, Head
from ..model.epoch_time import epoch_seconds
from ..model.kinds import KINDS, ORDINARY, PHASE_TAG, TYPE_LEVELS, Kind, kind_of_place, stated_types
from .folder_kinds import KindRules, by_folder
from .markdown.headings import heading_text, without_code_marks
from .markdown.tags import frontmatter_tags
from .markdown.wikilinks import ID
from .page_names import page_aliases, page_title
from .para import para

_TYPES = stated_types()
_CREATED_KEYS = ("created", "created_at", "date")


def head(path: str, facts: Mapping[str, Fact], *, modified: float, title: str = "", tags: Iterable[str] = ()) -> Head:
    """The head of a document; `title` and `tags` are those in its text."""
    complete = completed(path, facts)
    named = Head(path, path, kind_of(path, complete), "", modified=modified)
    return Head(
        id=path,
        path=path,
        kind=named.kind,
        title=stated_title(facts, named.kind) or title or page_title(path) or named.name,
        tags=frozenset((*tags, *frontmatter_tags(facts))),
        aliases=tuple(dict.fromkeys((*_aliases(facts), *page_aliases(path)))),
        modified=modified,
        facts=complete,
    )


def stated_title(facts: Mapping[str, Fact], kind: Kind) -> str:
    """The title in the properties, with links and code spans as rendered: `Kyoto ([[Cities]])` is Kyoto (Cities);
    empty without one.

    That of a skill may be its name: its file is SKILL.md, and its first heading may be "Instructions".
    """
    keys = ("title", "name") if kind == "skill" else ("title",)
    stated = next(filter(None, (" ".join(" ".join(texts(facts.get(key, ""))).split()) for key in keys)), "")
    return heading_text(stated) if "[[" in stated or "](" in stated else without_code_marks(stated)


def kind_of(path: str, facts: Mapping[str, Fact], rules: KindRules = (), *, of_format: Kind | None = None) -> Kind:
    """The kind in the frontmatter, else that of the rules, of the format, or of the names of its file and folders."""
    for stated in texts(facts.get("kind", "")):
        if stated.lower() in KINDS:
            return cast("Kind", stated.lower())
    for stated in texts(facts.get("type", "")):
        if stated.lower() in _TYPES:
            return _TYPES[stated.lower()]
    if ruled := by_folder(path, rules):
        return ruled
    if of_format:
        return of_format
    return kind_of_place(path) or ORDINARY


def short_code(path: str, facts: Mapping[str, Fact]) -> str:
    """The id of a document: in its properties, or its file name if that is an id."""
    name = path.rpartition("/")[2].rpartition(".")[0]
    return " ".join(texts(facts.get("short_code", ""))) or (name if ID.fullmatch(name) else "")


def texts(value: Fact) -> tuple[str, ...]:
    """A fact as texts, without empty ones."""
    several = value if isinstance(value, tuple) else (str(value),)
    return tuple(text.strip() for text in several if text.strip())


def _aliases(facts: Mapping[str, Fact]) -> tuple[str, ...]:
    """The other names: a list, or a text split at commas; each once, in order."""
    found: dict[str, None] = {}
    for key in ("aliases", "alias"):
        value = facts.get(key, ())
        for alias in value if isinstance(value, tuple) else str(value).split(","):
            if name := " ".join(alias.split()):
                found[name] = None
    return tuple(found)


def completed(path: str, facts: Mapping[str, Fact]) -> dict[str, Fact]:
    """The facts, with those that follow from the path or another key; completed facts stay as they are."""
    category, area = para(path)
    derived: dict[str, Fact] = {
        "type": facts.get("type") or _type_of_level(facts),
        "phase": facts.get("phase") or _phase_of_tags(facts),
        "category": facts.get("category") or category,
        "area": facts.get("area") or area,
        "summary": _first(facts, SUMMARY_KEYS),
        "short_code": short_code(path, facts),
        "created": _created(facts),
    }
    return {**facts, **{key: value for key, value in derived.items() if value not in ("", ())}}


def _type_of_level(facts: Mapping[str, Fact]) -> Fact:
    """The level of a planning document, in small letters; empty for another level."""
    return next((level.lower() for level in texts(facts.get("level", "")) if level.lower() in TYPE_LEVELS), "")


def _phase_of_tags(facts: Mapping[str, Fact]) -> Fact:
    """The phases that the tags of the frontmatter state; empty without one."""
    phases = tuple(tag.removeprefix(PHASE_TAG) for tag in frontmatter_tags(facts) if tag.startswith(PHASE_TAG))
    return phases[0] if len(phases) == 1 else phases


def _first(facts: Mapping[str, Fact], keys: Iterable[str]) -> str:
    return next((" ".join(texts(facts[key])) for key in keys if key in facts and texts(facts[key])), "")


def _created(facts: Mapping[str, Fact]) -> str:
    """The creation time of a document, as written; seconds and milliseconds since 1970 as an ISO date."""
    for key in _CREATED_KEYS:
        value = facts.get(key, "")
        number = value if isinstance(value, (int, float)) and not isinstance(value, bool) else 0
        if (seconds := epoch_seconds(number)) is not None:
            return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")
        if texts(value):
            return " ".join(texts(value))
    return ""
