"""The note on an answer without hits that no other note explains: which filter or which word matches no document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...model.hit import Hits
from ...model.kinds import UNREAD
from ...ports.pipeline import Run
from ...ports.questions import CountQuestion
from ...ports.storage import Reader
from ...query.ast import And, Expr, FieldEquals, MatchAll, Not, Note, replaced
from ...query.describe import MOST_COUNTED, condition, uncounted_filters
from ...retrieval.keyword import all_words
from ..corrections.unknown_words import UnknownWords, with_corrections
from ..profile import Profile
from ..visibility import REASONS
from .word_notes import absence

_FILES = FieldEquals("kind", UNREAD)
_VISIBLE = frozenset(Not(reason.where) for reason in REASONS)


def filter_notes(
    run: Run, profile: Profile, original_leaves: Mapping[Expr, Expr], candidates: Hits, *, unknown: UnknownWords
) -> Iterator[Note]:
    """The filters that no document matches, or else that none matches all of them, or else the words.

    `original_leaves` maps sets of documents to the leaves that they replace; `candidates` are the hits before the
    stages, of which other notes tell why they are no hits.
    """
    has_words = bool(all_words(run.query.where))
    items = run.where.items if isinstance(run.where, And) else (run.where,)
    every = [item for item in items if item != MatchAll() and item not in _VISIBLE]
    filters = every[:MOST_COUNTED]
    if candidates or not (filters or has_words):
        return
    if _FILES in every and (hint := _files_message(profile)):
        yield Note(0, hint, is_about_index=True)
        return
    run.reader.prefetch(map(CountQuestion, (MatchAll(), run.where, *filters)))
    if not run.reader.count(MatchAll()):
        return
    counts = {item: run.reader.count(item) for item in filters}
    described = {item: condition(replaced(item, lambda leaf: original_leaves.get(leaf, leaf))) for item in filters}
    if unmatched := [item for item in filters if not counts[item]]:
        none = " and none ".join(described[item] for item in unmatched)
        titles = (item.value for item in unmatched if isinstance(item, FieldEquals) and item.field == "title")
        hint = next(
            (f"; did you mean {meant!r}?" for title in titles if (meant := _title_meant(title, run.reader))), ""
        )
        yield Note(0, f"there are no documents {none}{hint}", is_about_index=True)
    elif filters and not (selected := run.reader.count(run.where)):
        parts = ", ".join(f"{_documents(counts[item])} {described[item]}" for item in filters)
        uncounted = uncounted_filters(len(every) - len(filters))
        yield Note(0, f"no document matches all filters: {parts}{uncounted}", is_about_index=True)
    elif has_words:
        selection = f"; the filters select {_documents(selected)}" if filters else ""
        yield Note(0, absence(run, unknown) + selection, is_about_index=True)


def _files_message(profile: Profile) -> str:
    """Why no file is found that is known by its path alone; empty if there is no such file."""
    from ..kind_profiles import listing_of  # noqa: PLC0415  # few queries select such files

    listing = listing_of(profile)
    if listing is None:
        return "files that are known by path alone are found in a search of one vault with the default profile"
    count = len(listing.heads)
    if count == 1:
        return "the one file that is known by path alone does not match the query"
    return f"none of the {count:,} files that are known by path alone matches the query" if count else ""


def _title_meant(title: str, reader: Reader) -> str:
    """The filter by that title with its words corrected, or without `*` at its end, if it finds a document."""
    meant = title.rstrip("*") if title.endswith("*") else with_corrections(title, reader)
    if not meant or not reader.count(FieldEquals("title", meant)):
        return ""
    return f"title:{meant}" if meant.isalnum() else f'title:"{meant}"'


def _documents(count: int) -> str:
    return f"{count:,} document{'' if count == 1 else 's'}"
