"""Parents, folders and links of the second reading: each is asked of every file."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache

from tests.contract.second.files import CODE, File, body, folded, folder_of, front, is_markdown, name, title, values


@cache
def scope(name: str, ref: str, files: Sequence[File]) -> AbstractSet[str]:
    """The files that a scope stands for."""
    document = referred(ref, files, as_title=not (name in {"under", "children"} and is_folder(ref, files)))
    folder = ref.strip("/")
    match name:
        case "under" | "children" if document is None and (orphans := orphaned(ref, files)):
            return below(orphans, files) if name == "under" else orphans
        case "under" if document is None:
            return {file.path for file in files if folded(file.path).startswith(folded(folder) + "/")}
        case "children" if document is None:
            return {file.path for file in files if folded(folder_of(file)) == folded(folder)}
        case "links" if document is None:
            return broken(ref, files)
        case _ if document is None:
            return set()
        case "links":
            return {file.path for file in files if document in pointed(file, files)} - {document}
        case "linked":
            (source,) = (file for file in files if file.path == document)
            return pointed(source, files) - {document}
        case "children":
            return {file.path for file in files if document in parents(file, files)} - {document}
        case _:
            return below({document}, files) - {document}


def below(tops: AbstractSet[str], files: Sequence[File]) -> AbstractSet[str]:
    """The files with those whose parent is one of them, and so on."""
    found = set(tops)
    while more := {file.path for file in files if found & parents(file, files)} - found:
        found |= more
    return found


def orphaned(ref: str, files: Sequence[File]) -> AbstractSet[str]:
    """The files whose frontmatter names as parent what there is not, neither a file nor a folder."""
    asked = folded(ref.removeprefix("[[").removesuffix("]]"))
    if is_folder(asked, files):
        return set()
    return {
        file.path
        for file in files
        for target in (value.removeprefix("[[").removesuffix("]]") for value in values(file, "parent"))
        if folded(target) == asked and not meant("parent", target, file, files)
    }


def broken(ref: str, files: Sequence[File]) -> AbstractSet[str]:
    """The files with a link to what there is not, neither a file nor a folder."""
    asked = folded(ref.removeprefix("[[").removesuffix("]]"))
    if is_folder(asked, files):
        return set()
    found = orphaned(ref, files)
    for file in files:
        if any(folded(target) == asked and not meant(how, target, file, files) for how, target in written(file)):
            found |= {file.path}
    return found


def is_folder(ref: str, files: Sequence[File]) -> bool:
    """Whether the reference is the path of a folder."""
    return any(folded(file.path).startswith(folded(ref).strip("/") + "/") for file in files)


@cache
def referred(ref: str, files: Sequence[File], *, as_title: bool) -> str | None:
    """The file that is meant by a path, a name, an alias, a code or, on request, a title, in this order."""
    asked = ref.removeprefix("[[").removesuffix("]]")
    wanted = folded(asked)
    ways: Sequence[Callable[[File], bool]] = (
        lambda file: file.path == asked,
        lambda file: wanted in paths(file),
        lambda file: wanted in (folded(name(file)), folded(file.path.split("/")[-1])),
        lambda file: wanted in map(folded, values(file, "aliases")),
        lambda file: wanted in map(folded, values(file, "short_code")),
        lambda file: as_title and wanted == folded(title(file)),
    )
    for way in ways:
        if found := [file.path for file in files if way(file)]:
            return (
                min(found, key=lambda path: (path.count("/"), len(path.rpartition("/")[2]), path))
                if not ref.endswith("/")
                else None
            )
    return None


def names(file: File) -> list[str]:
    """What a file is called, besides its path."""
    return [name(file), file.path.split("/")[-1], title(file), *values(file, "short_code"), *values(file, "aliases")]


@cache
def pointed(file: File, files: Sequence[File]) -> AbstractSet[str]:
    """The files that the file points to, whatever way."""
    found = {meant(how, target, file, files) for how, target in written(file)}
    return {path for path in found if path} | stated_parents(file, files)


@cache
def written(file: File) -> Sequence[tuple[str, str]]:
    """The links of the file as written, each with its form, without the parents."""
    text = body(file)
    found = [("id", target) for target in CODE.findall(_LINK.sub(" ", text) if is_markdown(file) else text)]
    if is_markdown(file):
        stated = [value for key, several in front(file)[0].items() if key != "parent" for value in several]
        wiki = [target for each in (text, *stated) for target in re.findall(r"\[\[([^\]|#]+)", each)]
        relative = re.findall(r"\]\(<([^>]+)>\)", text)
        found += [("wikilink", target) for target in wiki] + [("markdown", target) for target in relative]
    return found


_LINK = re.compile(r"\]\([^)]*\)|\[\[[^\]]*\]\]")


def stated_parents(file: File, files: Sequence[File]) -> AbstractSet[str]:
    """The files that the frontmatter names as parent."""
    stated = (value.removeprefix("[[").removesuffix("]]") for value in values(file, "parent"))
    return {path for target in stated if (path := meant("parent", target, file, files))}


@cache
def meant(how: str, target: str, source: File, files: Sequence[File]) -> str | None:
    """The file that a link means: the first way in which it means one, and of several the nearest to the top."""
    wanted, folder = folded(target), folder_of(source)
    ways: Mapping[str, Callable[[File], bool]] = {
        "beside": lambda file: folded(posixpath.normpath(posixpath.join(folder, target))) in paths(file),
        "root": lambda file: wanted in paths(file),
        "named": lambda file: any(f"/{path}".endswith(f"/{wanted}") for path in paths(file)),
        "alias": lambda file: wanted in map(folded, values(file, "aliases")),
        "code": lambda file: wanted in map(folded, values(file, "short_code")),
        "title": lambda file: wanted == folded(title(file)),
    }
    order = {
        "wikilink": ("root", "named", "alias", "code"),
        "markdown": ("beside", "root", "named", "alias", "code"),
        "id": ("code", "named"),
        "parent": ("code", "root", "named", "alias", "title"),
    }
    for way in order[how]:
        if fitting := [file for file in files if ways[way](file)]:
            return min(fitting, key=lambda file: (file.path.count("/"), folder_of(file) != folder, file.path)).path
    return None


@cache
def paths(file: File) -> tuple[str, ...]:
    """The path, folded, and without its ending; that of code may not be left out."""
    whole = folded(file.path)
    return (whole,) if whole.endswith(".py") else (whole, whole.rpartition(".")[0])


@cache
def parents(file: File, files: Sequence[File]) -> AbstractSet[str]:
    """The stated parents, else the nearest folder note."""
    if values(file, "parent"):
        return stated_parents(file, files)
    folder = folder_of(file)
    while True:
        note = folder_note(folder, files)
        if note not in {None, file.path}:
            return {note or ""}
        if not folder:
            return set()
        folder = folder.rpartition("/")[0]


@cache
def folder_note(folder: str, files: Sequence[File]) -> str | None:
    """The note of a folder: of its name, of its code, an index; or of its name, but beside it."""
    place = folded(folder)
    called, inside = place.rpartition("/")[2], [file for file in files if folder_of(file) == folder]
    orders = [
        [file for file in inside if folder and f"{place}/{called}" in paths(file)],
        [file for file in inside if folder and called in map(folded, values(file, "short_code"))],
        *([file for file in inside if name(file).lower() == index] for index in ("index", "_index", "readme")),
        [file for file in files if folder and place in paths(file)],
    ]
    found = next((order for order in orders if order), [])
    return min((file.path for file in found), default=None)
