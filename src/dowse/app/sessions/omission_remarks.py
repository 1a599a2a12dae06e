"""Remarks on the files of a vault that no search finds: those of dot folders, and skipped ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path

from ...analysis.folding import fold
from ...analysis.languages.stopwords import telling
from ...analysis.tokens import words
from ...filesystem.diff import files_below
from ...filesystem.file_probe import count_files, files_of
from ...filesystem.walk import OTHER_WORKTREE, TARGET_INDEXED
from ...formats.detect import is_markdown
from ...formats.registry import format_of, is_no_text
from ...model.document import SYMBOL_KINDS
from ...model.errors import DowseError
from ...model.lazy_pattern import lazy_pattern
from ...ports.storage import Store
from ...query.ast import And, Expr, FieldEquals
from ...query.extract import selecting
from ...query.parse import parse
from .prefetched_store import PrefetchedStore

_TOO_LARGE = "larger than"  # the beginning of filesystem.read.too_large
_BROKEN_LINK = "broken symbolic link"  # as of filesystem.walk
_CLOSED = "closed"  # key in the index: the last remark on paths that cannot be read
_CODE_FIELD = lazy_pattern(
    r"(?i)(?<!\w)(?:lang|kind|symbol|calls|called|imports|imported|extends|explains|explained|test|path|file|ext):"
)
_CODE_FIELDS = frozenset({"lang", "symbol", "calls", "called", "imports", "imported", "extends"})
_MOST_READ, _MOST_BYTES = 200, 64 * 1024  # Markdown files of a folder with a dot, and bytes of each
_SHORTEST = 3  # letters of a word that is compared with paths
_SHOWN = 3  # folders or files in a remark


def dot_folder_remarks(root: Path, folders: Iterable[str], query: str | None = None) -> tuple[str, ...]:
    """A remark on the folders that are left out because of their dot, if they hold Markdown; with a query on those of
    which the path or a file has a word of it.
    """
    counts = {folder: count for folder in folders if (count := count_files(root / folder, is_markdown))}
    if query is not None:
        asked = tuple(word for word in telling(words(fold(query))) if len(word) >= _SHORTEST)
        counts = {folder: count for folder, count in counts.items() if _has_word(root / folder, folder, asked)}
    if not counts:
        return ()
    largest = sorted(counts, key=lambda folder: (-counts[folder], folder))
    named = _listed([f"{folder} ({counts[folder]:,})" for folder in largest], len(counts))
    total = sum(counts.values())
    files = "1 Markdown file" if total == 1 else f"{total:,} Markdown files"
    include = f"the line !{largest[0]}/ in .dowseignore includes {largest[0]}"
    return (f"{files} in folders whose names begin with a dot left out: {named}; {include}",)


def _has_word(folder: Path, path: str, asked: Collection[str]) -> bool:
    """Whether the path, or one of the first Markdown files by name or text, has one of the words."""
    if not asked or any(word in fold(path) for word in asked):
        return bool(asked)
    for file in islice(files_of(folder, is_markdown), _MOST_READ):
        with suppress(OSError), file.open("rb") as opened:
            text = opened.read(_MOST_BYTES).decode("utf-8", "replace")
            if not set(words(fold(f"{file.name} {text}"))).isdisjoint(asked):
                return True
    return False


def new_closed_remarks(closed: Collection[str], index: PrefetchedStore, store: Store) -> tuple[str, ...]:
    """A remark on the folders and files that cannot be read, once for each state of them; the index has the last."""
    remark = _closed_remark(closed, index.known()) if closed else ""
    if remark == index.recalled(_CLOSED):
        return ()
    with suppress(DowseError):  # the index is not writable, or busy: the next command has the remark again
        store.remember(_CLOSED, remark)
    return (remark,) if remark else ()


def _closed_remark(closed: Collection[str], known: Iterable[str]) -> str:
    counts = {path: len(files) for path, files in files_below(closed, known).items()}
    largest = sorted(counts, key=lambda path: (-counts[path], path))
    named = _listed([f"{path} ({_kept(counts[path])})" for path in largest], len(counts))
    return f"no permission to read, or a read error: {named}; make them readable, or exclude them in .dowseignore"


def _kept(documents: int) -> str:
    if not documents:
        return "not in the index"
    return "1 document kept as last indexed" if documents == 1 else f"{documents:,} documents kept as last indexed"


def has_code_field(query: str) -> bool:
    """Whether a field of the query selects by a file or a symbol: one of a skipped file may be meant."""
    return _CODE_FIELD.search(query) is not None


def is_for_code(query: str) -> bool:
    """Whether the query selects source code alone, so that no Markdown can answer it."""
    selected = selecting(parse(query).where)
    return any(_is_of_code(each) for each in (selected.items if isinstance(selected, And) else (selected,)))


def _is_of_code(condition: Expr) -> bool:
    match condition:
        case FieldEquals("kind", value):
            return value == "code" or value in SYMBOL_KINDS
        case FieldEquals("ext", value):
            return not is_markdown(f"x.{value}")
        case FieldEquals(field):
            return field in _CODE_FIELDS
        case _:
            return False


def skipped_remarks(skipped: Collection[tuple[str, str]], query: str) -> tuple[str, ...]:
    """A remark on the files that are not indexed and may answer the query: the too large ones first, links to no file
    last.

    Source code of others or generated code is named only to a query for code, or one with a word of its path.
    """
    asked = () if has_code_field(query) else tuple(word for word in words(fold(query)) if len(word) >= _SHORTEST)
    lost = sorted(
        {
            (path, why)
            for path, why in skipped
            if why != TARGET_INDEXED
            and not why.startswith(OTHER_WORKTREE)
            and not is_no_text(path, why)
            and (_is_text(path, why) or not asked or any(word in fold(path) for word in asked))
        },
        key=lambda each: (not each[1].startswith(_TOO_LARGE), each[1] == _BROKEN_LINK, each),
    )
    if not lost:
        return ()
    named = _listed([f"{path} ({why})" for path, why in lost[:_SHOWN]], len(lost))
    count = "1 file is" if len(lost) == 1 else f"{len(lost):,} files are"
    return (f"{count} not searched: {named}; `dowse status` lists skipped files",)


def _is_text(path: str, why: str) -> bool:
    """Whether the file is no source code, or code of the user that is merely too large."""
    spec = format_of(path)
    return spec is None or spec.kind != "code" or why.startswith(_TOO_LARGE)


def _listed(names: Sequence[str], total: int) -> str:
    shown = names[:_SHOWN]
    more = [f"{total - len(shown):,} more"] if total > len(shown) else []
    return ", ".join([*shown, *more])
