"""The links out of a vault, each asked once, and what was learned of them before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urldefrag

from ...formats.registry import PLAIN, format_of
from ...ports.storage import Reader
from ...query.ast import Expr
from .probe_cache import kept
from .probe_pool import ProbePool
from .verdict import Verdict

_TOGETHER = 500  # documents whose texts are in memory at a time
_DAY = 86_400  # seconds
_FEWEST = 3  # addresses of which none can be reached: then it is us


@dataclass(frozen=True, slots=True)
class LinkLocation:
    """Where an address stands."""

    path: str
    line: int


@dataclass(frozen=True, slots=True)
class CheckPlan:
    """Which addresses are asked again."""

    now: float  # seconds since the epoch
    days: float = 7.0  # what was asked within so many days is known
    again: bool = False  # ask all of them
    limit: int | None = None  # ask at most so many


@dataclass(slots=True)
class LinkCheckReport:
    """What is known of the addresses; it grows while they are asked."""

    places: Mapping[str, Sequence[LinkLocation]]
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    asked: int = 0
    unasked: int = 0  # beyond the limit, or when it was stopped

    def of(self, *states: str) -> list[Verdict]:
        """The verdicts with one of the states, by the places of their addresses."""
        found = (self.verdicts[url] for url in self.places if url in self.verdicts)
        return [each for each in found if each.state in states]

    @property
    def back(self) -> list[Verdict]:
        """Those that were dead, and are not any more."""
        return [each for each in self.of("ok") if each.is_back]

    @property
    def moved(self) -> list[Verdict]:
        """The verdicts on addresses that redirect permanently, except for those in `back`."""
        return [each for each in self.of("ok") if each.moved and not each.is_back]

    @property
    def is_cut_off(self) -> bool:
        """Whether so many were asked and none could be reached that it must be us."""
        hosts = [each for each in self.verdicts.values() if not each.status and each.reason and each.state != "skipped"]
        return self.asked >= _FEWEST and len(hosts) == self.asked == len(self.verdicts)


def addresses(reader: Reader, where: Expr) -> Mapping[str, Sequence[LinkLocation]]:
    """Every address in the documents that `where` selects, with its places, by path and line."""
    paths = sorted(hit.head.path for hit in reader.select(where, reader.count(where)))
    found: defaultdict[str, list[LinkLocation]] = defaultdict(list)
    for start in range(0, len(paths), _TOGETHER):
        documents = reader.documents(paths[start : start + _TOGETHER])
        for path in paths[start : start + _TOGETHER]:
            if path in documents:
                for written, line in (format_of(path) or PLAIN).web_addresses(documents[path].text):
                    found[urldefrag(written).url].append(LinkLocation(path, line))
    return dict(found)


def check(
    report: LinkCheckReport,
    folder: Path,
    checking: CheckPlan,
    ask: Callable[[str], Verdict],
    progress: Callable[[int, int], None],
) -> None:
    """Asks what is not known, and writes into the report what it learns, one by one: who stops it has that much."""
    before = kept(folder)
    known = {url: verdict for url in report.places if (verdict := before.get(url)) and _is_fresh(verdict, checking)}
    report.verdicts.update(known)
    open_ = [url for url in report.places if url not in known]
    asked = open_[: checking.limit]
    report.unasked = len(open_)
    for verdict in ProbePool(asked).verdicts(ask):
        was = before.get(verdict.url)
        is_back = verdict.state == "ok" and was is not None and was.state == "dead"
        report.verdicts[verdict.url] = replace(verdict, asked=checking.now, is_back=is_back)
        report.asked += 1
        report.unasked -= 1
        progress(report.asked, len(asked))


def remembered(report: LinkCheckReport, folder: Path, *, is_whole: bool) -> Iterator[Verdict]:
    """What is to be kept: what is known now, and what was known before of the rest.

    Where the report is of the whole vault, addresses that no note has any more are forgotten.
    """
    everything = {**kept(folder), **report.verdicts}
    for url, verdict in everything.items():
        if verdict.state != "skipped" and (url in report.places or not is_whole):
            yield verdict


def _is_fresh(verdict: Verdict, checking: CheckPlan) -> bool:
    """Whether it need not be asked again; what nobody could tell is, and so is what was asked in the future."""
    age = checking.now - verdict.asked
    return not checking.again and verdict.state in {"ok", "dead"} and 0 <= age < checking.days * _DAY
