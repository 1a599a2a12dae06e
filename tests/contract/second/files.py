"""What a file of the second reading says, found by looking at all of it each time."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, eq=False)
class File:
    """A file of a vault; equal to itself alone, so that what was found out about it is quickly found again."""

    path: str
    text: str
    modified: float  # seconds since 1970, UTC


@cache
def folded(text: str) -> str:
    """Without case, and without the few accents that the files have."""
    return text.lower().translate(_PLAIN)


_PLAIN = str.maketrans("èéöüå", "eeoua")
# A link, with the text that a page shows: of the address in brackets only that.
_LINK = re.compile(r"!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]|!?\[([^\[\]]*)\]\((?:<[^<>]*>|[^()\s]*)(?: \"[^\"]*\")?\)")


def comparable(value: str) -> str:
    """A value of a property as it is compared."""
    return folded(value).removeprefix("[[").removesuffix("]]").lstrip("#").strip()


def fits(subject: str, pattern: str) -> bool:
    """Whether the pattern with `*` and `?` is the whole subject."""
    if not pattern:
        return not subject
    if pattern[0] == "*":
        return any(fits(subject[at:], pattern[1:]) for at in range(len(subject) + 1))
    return bool(subject) and pattern[0] in {"?", subject[0]} and fits(subject[1:], pattern[1:])


@cache
def front(file: File) -> tuple[dict[str, list[str]], str]:
    """The frontmatter, each value as a list of texts, and what stands below it."""
    if not is_markdown(file) or not file.text.startswith("---\n"):
        return {}, file.text
    head, body = file.text[4:].split("---\n", 1)
    found: dict[str, list[str]] = {}
    key = ""
    for line in head.splitlines():
        if line.startswith("- "):
            found[key].append(unquoted(line[2:]))
            continue
        key, value = (part.strip() for part in line.split(":", 1))
        key = key.lower()
        if value.startswith("[") and not value.startswith("[["):
            found[key] = [unquoted(item) for item in value[1:-1].split(",") if item.strip()]
        else:
            found[key] = [unquoted(value)] if value else []
    return found, body


def unquoted(text: str) -> str:
    """The text without the quotes that YAML wants around some."""
    return text.strip().strip("\"'")


@cache
def values(file: File, key: str) -> tuple[str, ...]:
    """The values of a property; the path and other keys state some too."""
    stated, _ = front(file)
    keys: tuple[str, ...] = (key.lower(),)
    match key.lower():
        case "created":
            keys = ("created", "created_at", "date")
        case "summary":
            keys = ("summary", "description")
        case "short_code" if "short_code" not in stated and CODE.fullmatch(name(file)):
            return (name(file),)
        case "category" | "area" as derived if found := area(file):
            return found[:1] if derived == "category" else found[1:]
        case _:
            pass
    return next((tuple(stated[own]) for own in keys if stated.get(own)), ())


def nothing(file: File, key: str) -> tuple[str, ...]:
    """The value of a property that is stated without one."""
    return ("null",) if key.lower() in front(file)[0] else ()


CODE = re.compile(r"METIS-[TI]-\d{4}")


def area(file: File) -> tuple[str, ...]:
    """Category and area, the folder of that kind and the one below it."""
    folders = folder_of(file).split("/")
    return tuple(folders[folders.index("2-Areas") :][:2]) if "2-Areas" in folders else ()


def folder_of(file: File) -> str:
    """The folder, without a slash at its end."""
    return file.path.rpartition("/")[0]


def body(file: File) -> str:
    """What stands below the frontmatter."""
    return front(file)[1]


def tags(file: File) -> set[str]:
    """The tags, folded: those of the frontmatter, and `#those` in the text of Markdown."""
    inline = re.findall(r"(?:^|(?<=\s))#([\w/-]+)", body(file)) if is_markdown(file) else []
    return {folded(tag).strip("#/") for tag in (*values(file, "tags"), *inline)}


def is_markdown(file: File) -> bool:
    """Whether the file is Markdown."""
    return file.path.endswith((".md", ".mdx"))


def is_source(file: File) -> bool:
    """Whether the file is source code, of which no property is read; its symbols are words of its body, too."""
    return file.path.endswith(".py")


def headings(file: File) -> list[str]:
    """What stands behind `#`."""
    return re.findall(r"(?m)^#{1,6} (.*)$", body(file)) if is_markdown(file) else []


def name(file: File) -> str:
    """The file name without its ending."""
    return file.path.split("/")[-1].rsplit(".", 1)[0]


def title(file: File) -> str:
    """The title: as stated, else the first heading if it says what the file name does, or if that is no name for
    people, else the file name; of source code with its ending.
    """
    if is_source(file):
        return file.path.split("/")[-1]
    marked = re.findall(r"(?m)^(#{1,6}) (.*)$", body(file)) if is_markdown(file) else []
    same = [marks for marks, _ in marked if len(marks) <= len(marked[0][0])]
    of_first_level = bool(marked) and marked[0][0] == "#"
    is_title = (
        (of_first_level or len(same) == 1)
        and not _is_prose(re.split(r"(?m)^#{1,6} ", body(file), maxsplit=1)[0])
        and _is_title(marked[0][1], name(file), is_alone=of_first_level and len(same) == 1)
    )
    return " ".join(values(file, "title")) or (marked[0][1] if is_title else name(file))


def _is_prose(text: str) -> bool:
    """Whether more than three words are above the first heading, besides links and tags."""
    return len(re.findall(r"[^\W\d_]{2,}", re.sub(r"\[\[[^\[\]]*\]\]|#\S+", " ", text))) > 3


def _is_title(heading: str, file_name: str, *, is_alone: bool) -> bool:
    if file_name.lower() in {"readme", "index", "home", "skill", "changelog"} or file_name.isdigit():
        return True
    said = [any(_are_alike(one, other) for one in _words(heading)) for other in _words(file_name)]
    if " " in file_name or any(ord(letter) > 127 for letter in file_name):
        return set(_words(heading)) == set(_words(file_name)) or (is_alone and all(said))
    return any(said) or (is_alone and file_name in {file_name.lower(), file_name.upper()})


def _words(text: str) -> list[str]:
    return re.findall("[a-z0-9]+", folded(re.sub("([a-z])([A-Z])", r"\1 \2", text)))


def _are_alike(one: str, other: str) -> bool:
    shorter = min(len(one), len(other))
    return one == other or any(one[:length] == other[:length] for length in range(max(3, shorter - 2), shorter + 1))


def kind(file: File) -> str:
    """The kind of a file."""
    if is_source(file):
        return "code"
    stated = [
        *values(file, "kind"),
        *(found for found in values(file, "type") if found in {"task", "skill", "knowledge"}),
    ]
    if stated:
        return stated[0].lower()
    return "doc" if "docs" in file.path.split("/")[:-1] else "note"


def searched(file: File) -> list[str]:
    """Every text of the file that is searched by word."""
    if is_source(file):
        return [*file.path.removesuffix(".py").split("/"), body(file)]
    listed = (*values(file, "aliases"), *tags(file), *headings(file), *values(file, "summary"), *properties(file))
    return [name(file), title(file), " ".join(area(file)), *listed, body(file)]


KEPT_APART = frozenset(
    (
        *("title", "alias", "aliases", "tag", "tags", "summary", "description", "desc", "category", "area", "id"),
        *("short_code", "parent", "type", "status", "phase", "kind", "level", "archived", "draft", "publish"),
        *("created", "created_at", "updated", "updated_at", "modified", "cssclass", "cssclasses", "permalink"),
    )
)


def properties(file: File) -> list[str]:
    """The values of other properties, but for addresses, times, numbers and truths."""
    stated, _ = front(file)
    told = (value for key, given in stated.items() if key not in KEPT_APART for value in given)
    no_words = re.compile(r"http.*|\d{4}-\d\d($|\W.*)|[\d.+-]+|true|false", re.DOTALL)
    return [value for value in told if not no_words.fullmatch(value)]


@cache
def words(file: File) -> set[str]:
    """Every word of the file, folded."""
    return {word for text in searched(file) for word in re.findall(r"[^\W_]+", folded(text))}


def is_quoted(text: str, file: File) -> bool:
    """Whether some text of the file holds this one, as written or as a page shows it: blanks and case folded, no word
    cut in two.
    """
    wanted = re.compile(r"(?<!\w)" + re.escape(" ".join(folded(text).split())) + r"(?!\w)")
    written = [" ".join(folded(each).split()) for each in searched(file)]
    return any(wanted.search(each) or wanted.search(_LINK.sub(r"\1\2", each)) for each in written)
