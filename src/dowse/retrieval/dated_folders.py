"""Documents whose folders and file names have a date together: `2020/minutes-03-12.md` for "12 March 2020"."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ..analysis.dates.dated_paths import date_of_path
from ..model.hit import Hits
from ..model.value_class import dataclass
from ..ports.questions import SelectQuestion
from ..ports.storage import Reader
from ..query.ast import And, Expr, FieldEquals, Or
from ..query.extract import conjunction

_MOST_READ = 2_000  # documents in folders of the years
_FILE = partial(FieldEquals, "file")


@dataclass(frozen=True, slots=True)
class DatedFolders:
    """Days and months, and the question which documents may have them."""

    dates: tuple[str, ...]
    question: SelectQuestion

    def of(self, reader: Reader) -> Hits:
        """The documents with one of the days, or with a day or a file of one of the months."""
        return tuple(hit for hit in self.question.of(reader) if date_of_path(hit.head.path).startswith(self.dates))


def dated_folders(dates: Iterable[str], where: Expr) -> DatedFolders | None:
    """The days and months among the dates; None without one, since the year alone is no more than a word."""
    listed = tuple(date for date in dates if len(date) > len("2020"))
    places = tuple(dict.fromkeys(map(_place, listed)))
    return DatedFolders(listed, SelectQuestion(conjunction(where, Or(places)), _MOST_READ)) if places else None


def _place(date: str) -> Expr:
    """What the paths of documents with the date have at least."""
    year, _, *days = date.split("-")
    in_year = _FILE(f"{year}/")
    number = str(int(days[0])) if days else ""
    return And((in_year, Or((_FILE(number), _FILE(f"/{number}/"), _FILE(f"/0{number}/"))))) if days else in_year
