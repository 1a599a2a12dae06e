"""The names of documents, and which documents a name means."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from ...analysis.code.source_paths import is_test_path
from ...analysis.folding import fold, name_key, without_ending, without_html
from ...graph.addresses import page_name
from ...graph.name_table import with_accents
from ...model.document import Head


def best_matches(name: str, heads: Collection[Head]) -> Sequence[Head]:
    """The documents that the first matching kind of name finds: source files of tests last, and scripts without an
    ending before them, then the fewest folders first, then the shortest file name.

    Exact equality comes before the key of a name: `C#` and `C++` have one key.  So does that with accents: `Łódź`.
    """
    for key in (with_accents, fold, name_key):
        wanted_key = key(name)
        for names_of in _NAMES_OF:
            if matches := {head.path: head for head in heads if wanted_key in map(key, names_of(head))}:
                return sorted(matches.values(), key=_order)
    return ()


def has_name(head: Head, name: str, *, as_title: bool = True) -> bool:
    """Whether the document has the name, but for the case; `C` is no name of `C#`. Its title counts on request."""
    kinds = (names_of for names_of in _NAMES_OF if as_title or names_of is not _titles)
    return any(fold(own) == fold(name) for names_of in kinds for own in names_of(head))


def _paths(head: Head) -> tuple[str, ...]:
    """The path; for a document of one of several vaults also the path inside its vault."""
    paths = (head.path, *(head.path[at + 1 :] for at, sign in enumerate(head.path) if sign == ":"))
    return (*paths, *(without_ending(with_accents(path)) for path in paths))


def _file_names(head: Head) -> tuple[str, ...]:
    return head.name, head.path.rpartition("/")[2]


def _pages(head: Head) -> tuple[str, ...]:
    """The name and the path of a page that is written as `x.html.md`, as on its site."""
    page = page_name(head.path)
    return (page, *(without_html(fold(path)) for path in _paths(head))) if page != fold(head.name) else ()


def _titles(head: Head) -> tuple[str, ...]:
    return (head.title,)


_NAMES_OF: Sequence[Callable[[Head], Iterable[str]]] = (
    _paths,
    _file_names,
    _pages,
    lambda head: head.aliases,
    lambda head: (head.short_code,),
    _titles,
    lambda head: (head.code_end,),
)


def _order(head: Head) -> tuple[bool, bool, int, int, str]:
    folder, _, name = head.path.rpartition("/")
    is_code = head.kind == "code"
    is_test, is_script = is_code and is_test_path(head.path), is_code and "." not in name.rpartition(":")[2]
    return is_test, is_script, folder.count("/") + bool(folder), len(name), head.path
