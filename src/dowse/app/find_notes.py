"""Notes on a listing of files without a result: the name that no file has, or the filter that no file matches."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, partial

from ..analysis.document_numbers import LEAST_DIGITS, document_numbers, is_called, is_number, numbered_name
from ..analysis.folding import fold
from ..analysis.spelling.spelling_correction import correction
from ..analysis.spelling.term_lines import lines_of
from ..analysis.spelling.word_forms import languages_of
from ..analysis.tokens import spans, stem
from ..model.document import Head
from ..model.kinds import UNREAD
from ..query.ast import And, Expr, FieldEquals, MatchAll
from ..query.describe import MOST_COUNTED, condition, uncounted_filters
from ..query.fields import FIELD_NAMES
from ..query.select import holds, is_pattern
from ..search.names.name_notes import quote_name

_RUNS = re.compile(r"[^\W\d_]+|[\W\d_]+")  # letters, and all other characters
_LONGEST = 200  # characters of a name that is corrected word by word
_FIELD = re.compile(r"#(?=\w)|([\w-]+):")


def empty_notes(where: Expr, paths: Collection[str], counted: Callable[[Expr], int | None]) -> Iterator[str]:
    """The note on the name that none of the paths has, or else on the filters that no file matches, or not all.

    `counted` gives the number of files that match a filter; None where that takes too long.
    """
    filters = [item for item in (where.items if isinstance(where, And) else (where,)) if item != MatchAll()]
    names = [item.value for item in filters if isinstance(item, FieldEquals) and item.field == "file"]
    if missing := [name for name in names if not any(_has_name(path, name) for path in paths)]:
        yield _missing_name(missing[0], paths)
        return
    counts = {item: counted(item) if len(filters) > 1 else 0 for item in filters[:MOST_COUNTED]}
    if unmatched := [item for item, count in counts.items() if count == 0]:
        yield f"there are no files {' and none '.join(map(condition, unmatched))}"
    elif len(filters) > 1:
        parts = [f"{_files(count)} {condition(item)}" for item, count in counts.items() if count is not None]
        listed = f"{', '.join(parts)}{uncounted_filters(len(filters) - len(counts))}"
        yield "no file matches all filters" + (f": {listed}" if len(parts) == len(counts) else "")


def _has_name(path: str, name: str) -> bool:
    """Whether a file or folder has the part of a name, or matches the pattern."""
    return holds("file", name, Head(path, path, UNREAD, ""))


def _missing_name(name: str, paths: Iterable[str]) -> str:
    """The note on a part of a name, or a pattern, that nothing has, with the closest words of the names."""
    lacks = f"no name {'matches' if is_pattern(name) else 'contains'} {name!r}"
    field = _FIELD.match(name)
    is_property = name.startswith("[") and name.endswith("]")
    if is_property or (field and (field[1] is None or field[1].casefold() in FIELD_NAMES)):
        return f"{lacks}; `search` takes such a query"
    if is_pattern(name):
        inside = f"*{name.strip('*')}*"
        return f"{lacks}; did you mean {inside!r}?" if any(_has_name(path, inside) for path in paths) else lacks
    if digits := _number(name, paths):
        return f"{lacks}; did you mean {digits!r}?"
    if len(name) > _LONGEST:
        return f"no name contains {quote_name(name)}"
    meant = _corrected(name, [path.rpartition("/")[2] for path in paths])
    rest = "`search` searches the contents" if meant == name else f"did you mean {meant!r}?"
    return f"no name contains {name!r}; {rest}"


def _number(text: str, paths: Iterable[str]) -> str:
    """The number as the names of files have it, `0007` for `ADR-7`; empty if none has it."""
    for asked in document_numbers(text) if is_number(text) else ():
        for path in paths:
            name = numbered_name(path)
            if (
                name
                and name.number == asked.number
                and (len(name.digits) >= LEAST_DIGITS or is_called(asked, name, path))
            ):
                return name.digits
    return ""


def _corrected(name: str, known_names: Iterable[str]) -> str:
    """The name with the closest words of the known names in place of words that none of them has."""
    counted = Counter(word for known in known_names for word in {written for *_, written in spans(known)})
    of_stem: defaultdict[str, list[str]] = defaultdict(list)
    for known in counted:
        of_stem[stem(known)].append(known)
    names_with = {term: sum(counted[word] for word in own) for term, own in of_stem.items()}

    folded = set(map(fold, counted))

    def terms(prefixes: Collection[str]) -> Iterator[tuple[str, str]]:
        return ((prefix, lines_of(names_with, prefix)) for prefix in prefixes)

    languages = cache(partial(languages_of, terms))

    @cache
    def corrected(word: str) -> str:
        is_known = any(fold(word) in known for known in folded)
        found = None if is_known else correction(word, terms, of_stem.__getitem__, languages)
        return found.word if found else word

    return "".join(corrected(part) if part.isalpha() else part for part in _RUNS.findall(name))


def _files(count: int) -> str:
    return f"{count:,} file{'' if count == 1 else 's'}"
