"""The title, the headings, the links, the properties and the tags of an Org file, with those of Org-roam and Denote."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ...model.document import Fact
from ..markdown.headings import Heading
from ..markdown.prose import blanked
from ..markdown.tags import folded_tag
from ..markdown.wikilinks import RawLink
from .org_blocks import HEADING, file_properties, heading_properties, keywords, lines_of_properties, literal_lines
from .org_links import org_links
from .org_markup import without_marks
from .text_content import Label, TextContent, TextLines, heading_at

# Keywords of a file that are properties, besides its title; others set options of Emacs.
_PROPERTIES = frozenset({"author", "date", "description", "keywords", "category", "status", "created", "identifier"})
_TODO_KEYWORDS = frozenset({"todo", "seq_todo", "typ_todo"})
_ALWAYS = frozenset({"TODO", "DONE"})
# States that many users define in Emacs and not in the file; words of a heading in capitals are none.
_OFTEN = frozenset((
    *("NEXT", "STARTED", "DOING", "STRT", "INPROGRESS", "IN-PROGRESS", "WAITING", "WAIT", "HOLD", "SOMEDAY", "MAYBE"),
    *("PROJ", "LATER", "NOW", "CANCELLED", "CANCELED", "KILL", "KILLED"),
))  # fmt: skip
_STATE = re.compile(r"([^\W\d_](?:[\w-]*\w)?)[ \t]+(?=\S)")
_PRIORITY = re.compile(r"\[#\w{1,2}\][ \t]*(?=\S)")
_TAGS = re.compile(r"(?:(?<=[ \t])|\A):([\w@#%]+(?::[\w@#%]+)*):[ \t]*\Z")
_COOKIE = re.compile(r"(?:(?<![ \t])[ \t]++)?\[\d{0,9}(?:%|/\d{0,9})\]")
_STATED_ID = re.compile(r"[\w.-]{1,200}")
_WORDS = re.compile(r'"((?:[^"\\]|\\.)*+)"|(\S+)')
_TIMESTAMP = re.compile(r"[<\[](\d{4}-\d\d-\d\d)(?:[ \t]+[^\s\d\]>]+)?(?:[ \t]+(\d\d:\d\d))?[^\]>\n]{0,40}[\]>]\Z")
# A file name of Denote: the time, a signature, the title, and keywords. The possessive quantifiers keep it linear.
_DENOTE = re.compile(
    r"(?:.*/)?((\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d))(?:==(?:[^/=_-]|[=_-](?![=_-]))*+)?"
    r"(?:--((?:[^/_.]|_(?!_))++))?(?:__([^/.]++))?\.\w+"
)
_TARGET = re.compile(r"<<([^<>\n]{1,200})>>|(?im:^[ \t]*\#\+name:[ \t]*(\S[^\n]*))")


def org_content(text: TextLines) -> TextContent:
    """The content of an Org file; never fails."""
    literal = frozenset(literal_lines(text.lines))
    stated = list(keywords(text.lines, literal))
    properties = file_properties(text.lines)
    states = _ALWAYS.union(*(_states(value) for name, value in stated if name in _TODO_KEYWORDS))
    headings, labels, tags = list[Heading](), list[Label](), set[str]()
    for at, line in enumerate(text.lines):
        found = HEADING.match(line) if line.startswith("*") else None
        if found is None:
            continue
        title, own_tags = _title(found[2], states)
        own = heading_properties(text.lines, at)
        custom = own.get("custom_id", "")
        stated_id = custom if _STATED_ID.fullmatch(custom) else ""
        headings.append(heading_at(text.starts[at], len(found[1]), title, stated_id))
        names = [own.get("id", ""), *_words(own.get("roam_aliases", ""))]
        labels += [Label(name, text.starts[at]) for name in names if name]
        tags.update(own_tags)
    named, named_facts = _denoted(text.path)
    facts = {**named_facts, **_facts(stated, properties)}
    labels += [Label(name) for name in (properties.get("id", ""), str(facts.get("identifier", ""))) if name]
    return TextContent(
        title=next((without_marks(value) for name, value in stated if name == "title"), named),
        body_start=min(text.starts[lines_of_properties(text.lines)], len(text.text)),
        headings=headings,
        links=list(_links(text, literal, headings)),
        labels=labels,
        facts=facts,
        tags=frozenset(filter(None, map(folded_tag, tags))),
    )


def _title(written: str, states: frozenset[str]) -> tuple[str, Sequence[str]]:
    """The title of a heading as a page shows it, without its state, priority, progress and tags; and the tags."""
    text, tags = written.rstrip(), list[str]()
    if tagged := _TAGS.search(text):
        text, tags = text[: tagged.start()].rstrip(), tagged[1].split(":")
    state = _STATE.match(text)
    if state and (state[1] in states or (state[1] in _OFTEN and not text.isupper())):
        text = text[state.end() :]
    text = _COOKIE.sub("", _PRIORITY.sub("", text, count=1))
    return " ".join(without_marks(text).split()) or " ".join(written.split()), tags


def _states(written: str) -> Iterator[str]:
    """The states in a value such as `TODO(t) NEXT | DONE(d!)`."""
    yield from (name for word in written.split() if (name := word.partition("(")[0]) != "|")


def _facts(stated: Sequence[tuple[str, str]], properties: Mapping[str, str]) -> dict[str, Fact]:
    """The properties of the file: its drawer, its keywords, and what Org-roam names in another way."""
    facts: dict[str, Fact] = {}
    tags, aliases = list[str](), list[str]()
    for name, value in properties.items():
        if name in {"roam_aliases", "roam_tags"}:
            (aliases if name == "roam_aliases" else tags).extend(_words(value))
        elif value:
            facts[name] = _plain(value)
    for name, value in stated:
        if name == "filetags":
            tags += value.replace(":", " ").split()
        elif name in {"roam_alias", "roam_aliases"}:
            aliases += _words(value)
        elif name == "roam_tags":
            tags += _words(value)
        elif name in _PROPERTIES and name not in facts:
            facts[name] = _plain(value)
    return {
        **facts,
        **({"tags": tuple(dict.fromkeys(tags))} if tags else {}),
        **({"aliases": tuple(dict.fromkeys(aliases))} if aliases else {}),
    }


def _denoted(path: str) -> tuple[str, dict[str, Fact]]:
    """The title and the properties in a file name of Denote, as `20260131T103000--my-title__tag1_tag2.org`."""
    found = _DENOTE.fullmatch(path)
    if not found:
        return "", {}
    identifier, year, month, day, hour, minute, second, title, tags = found.groups()
    facts: dict[str, Fact] = {"identifier": identifier, "date": f"{year}-{month}-{day}T{hour}:{minute}:{second}"}
    return (title or "").replace("-", " ").strip(), {**facts, **({"tags": tuple(tags.split("_"))} if tags else {})}


def _words(value: str) -> Iterator[str]:
    """The words of a value, where quotation marks hold several together."""
    yield from (found[1].replace('\\"', '"') if found[1] is not None else found[2] for found in _WORDS.finditer(value))


def _plain(value: str) -> str:
    """The value, a time of Org as `2026-01-31` or `2026-01-31T10:30`."""
    time = _TIMESTAMP.match(value)
    return "T".join(filter(None, time.groups())) if time else value


def _links(text: TextLines, literal: frozenset[int], headings: Sequence[Heading]) -> Iterator[RawLink]:
    """The links outside of literal text; one to a heading or another place of the file by its words leads into it."""
    bare = blanked(text.text, [(text.starts[at], text.starts[at + 1] - 1) for at in sorted(literal)], " ")
    if "[[" not in bare and "#+" not in bare:
        return
    targets = frozenset(" ".join((one or other).lower().split()) for one, other in _TARGET.findall(bare))
    titles = {" ".join(heading.text.lower().split()) for heading in headings}
    for link in org_links(bare, targets):
        is_here = link.kind == "wikilink" and " ".join(link.target.lower().split()) in titles
        yield link._replace(kind="file", target="", anchor=link.target) if is_here else link
