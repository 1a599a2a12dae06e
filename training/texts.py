"""What is trained on: pairs that mean the same and lessons for the teacher; a third of each source is kept out."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypedDict

from docstrings import Described, described

Kind = Literal["title", "rest", "gloss", "code"]
KINDS: tuple[Kind, ...] = ("title", "rest", "gloss", "code")

_HELD = 1 / 3  # of the groups of each source
_LARGEST_GROUP = 100  # passages; "Motivation" heads hundreds of documents, and is then no group
_MOST_OF_A_TITLE = 20  # passages; a title of more says nothing about any of them
_LONGEST_CODE = 256  # characters of a function that is a lesson; the teacher's time goes by length
_MARKUP = re.compile(r"<[^>]{0,200}>")
_SENTENCE_END = re.compile(r"(?<=[.!?:])\s+")


class Line(TypedDict, total=False):
    """A line of a file of texts: a passage's title and text, or a sense's lemmas and text."""

    src: str
    title: str
    lemmas: list[str]
    text: str


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts of one thing: a title and its passage, a sentence and what follows, words and their gloss, code."""

    kind: Kind
    left: str
    right: str
    held: bool  # kept out of training


@dataclass(frozen=True, slots=True)
class Texts:
    """All pairs, and the texts whose teacher vectors are learnt from; no lesson is of a group that is kept out."""

    pairs: tuple[Pair, ...]
    lessons: tuple[str, ...]


def gathered(folders: Iterable[Path], *, most_glosses: int) -> Texts:
    """The texts of the folders' *.jsonl.gz and of the installed packages.

    A line has `title` and `text` (and `src`), or `lemmas` and `text`.  Of the glosses, the first
    `most_glosses` by their digests are lessons too.
    """
    lines = [line for folder in folders for path in sorted(folder.glob("*.jsonl.gz")) for line in _lines(path)]
    pairs: list[Pair] = []
    lessons: list[str] = []
    for some_pairs, some_lessons in (
        _of_passages([line for line in lines if "title" in line]),
        _of_glosses([line for line in lines if "lemmas" in line], most=most_glosses),
        _of_functions(described()),
    ):
        pairs += some_pairs
        lessons += some_lessons
    return Texts(tuple(_without_leaks(pairs, lessons)), tuple(dict.fromkeys(filter(None, lessons))))


def write(texts: Texts, folder: Path) -> None:
    """Both lists as JSON lines; the lessons last, since they are what shows that the step is done."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pairs.jsonl").write_text("".join(json.dumps(asdict(pair)) + "\n" for pair in texts.pairs))
    (folder / "lessons.jsonl").write_text("".join(json.dumps(lesson) + "\n" for lesson in texts.lessons))


def read(folder: Path) -> Texts:
    """What `write` wrote."""
    pairs = (Pair(**json.loads(line)) for line in (folder / "pairs.jsonl").read_text().splitlines())
    lessons = (json.loads(line) for line in (folder / "lessons.jsonl").read_text().splitlines())
    return Texts(tuple(pairs), tuple(lessons))


def counted(texts: Texts) -> str:
    """How many there are of each, in a few lines."""
    pairs = Counter((pair.kind, pair.held) for pair in texts.pairs)
    lines = [f"{kind}: {pairs[kind, False]:,} to train, {pairs[kind, True]:,} kept out" for kind in KINDS]
    return "\n".join([*lines, f"lessons: {len(texts.lessons):,}"])


def is_held(group: str) -> bool:
    """Whether the group is one of the third that is kept out; its digest decides."""
    return int.from_bytes(sha256(group.encode()).digest()[:4], "big") < _HELD * 2**32


def _lines(path: Path) -> Iterator[Line]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def _of_passages(lines: list[Line]) -> tuple[list[Pair], list[str]]:
    passages = [(line.get("src", ""), _clean(line["title"]), _clean(line["text"])) for line in lines]
    starts = Counter((source, title.partition(" > ")[0]) for source, title, _ in passages)
    titles = Counter(title for _, title, _ in passages)
    pairs: list[Pair] = []
    lessons: list[str] = []
    for source, title, text in passages:
        start = title.partition(" > ")[0]
        held = is_held(f"{source}/{start if starts[source, start] <= _LARGEST_GROUP else title}")
        heading = title.replace(" > ", " ")
        if titles[title] <= _MOST_OF_A_TITLE and title:
            pairs.append(Pair("title", heading, text, held))
        pairs += _first_and_rest(text, held=held)
        lessons += [] if held else [text, heading]
    return pairs, lessons


def _of_glosses(lines: list[Line], *, most: int) -> tuple[list[Pair], list[str]]:
    """A gloss is kept out when all its lemmas are, and dropped when some are: a lemma's other gloss would tell."""
    pairs: list[Pair] = []
    lessons: list[str] = []
    for line in lines:
        verdicts = {is_held(lemma.lower()) for lemma in line["lemmas"]}
        if len(verdicts) > 1:
            continue
        lemmas = ", ".join(line["lemmas"])
        held = verdicts == {True}
        pairs.append(Pair("gloss", lemmas, line["text"].removeprefix(f"{lemmas}: "), held))
        lessons += [] if held else [line["text"]]
    return pairs, sorted(lessons, key=lambda text: sha256(text.encode()).digest())[:most]


def _of_functions(functions: list[Described]) -> tuple[list[Pair], list[str]]:
    pairs: list[Pair] = []
    lessons: list[str] = []
    for function in functions:
        held = is_held(function.group)
        pairs.append(Pair("code", function.summary, function.code, held))
        if function.prose:
            pairs.append(Pair("rest", function.summary, function.prose, held))
        short = function.code if len(function.code) <= _LONGEST_CODE else ""
        lessons += [] if held else [function.summary, short, function.prose]
    return pairs, lessons


def _clean(text: str) -> str:
    return _MARKUP.sub(" ", text).strip()


def _first_and_rest(text: str, *, held: bool) -> list[Pair]:
    """The first sentence and the others, when there is enough of both."""
    first, *others = _SENTENCE_END.split(text, maxsplit=1)
    if 20 <= len(first) <= 250 and others and len(others[0]) >= 60:
        return [Pair("rest", first, others[0], held)]
    return []


def _without_leaks(pairs: list[Pair], lessons: list[str]) -> Iterator[Pair]:
    """Each pair once; none that is kept out shares a text with one to train or with a lesson."""
    seen = {text for pair in pairs if not pair.held for text in (pair.left, pair.right)}.union(lessons)
    for pair in dict.fromkeys(pairs):
        if not (pair.held and (pair.left in seen or pair.right in seen)):
            yield pair
