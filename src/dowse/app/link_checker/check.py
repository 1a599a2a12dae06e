"""The web links of a vault: each address is requested once, and recent verdicts are reused."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ...formats.registry import PLAIN, format_of
from ...ports.storage import Reader
from ...query.ast import Expr
from .probe_cache import kept
from .probe_pool import ProbePool
from .verdict import Verdict

_TOGETHER = 500  # documents whose texts are in memory at a time
_DAY = 86_400  # seconds
_FEWEST = 3  # addresses; when none can be reached, the network of this machine is the cause


@dataclass(frozen=True, slots=True)
class LinkLocation:
    """A file and a line that contain an address."""

    path: str
    line: int


@dataclass(frozen=True, slots=True)
class CheckPlan:
    """Which addresses are requested again."""

    now: float  # seconds since the epoch
    days: float = 7.0  # age of a verdict from which the address is requested again
    again: bool = False  # request all of them
    limit: int | None = None  # the maximum of requests


@dataclass(slots=True)
class LinkCheckReport:
    """The verdicts on the addresses; `check` adds to them one by one."""

    places: Mapping[str, Sequence[LinkLocation]]
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    due: int = 0  # addresses without a recent verdict
    checked: set[str] = field(default_factory=set)  # in this run

    @property
    def asked(self) -> int:
        """The number of addresses requested in this run."""
        return len(self.checked) - len(self.of("skipped"))

    @property
    def unasked(self) -> int:
        """The number of addresses beyond the limit, or left when the run was stopped."""
        return self.due - len(self.checked)

    def of(self, *states: str) -> list[Verdict]:
        """The verdicts with one of the states, in the order of their addresses in the notes."""
        found = (self.verdicts[url] for url in self.places if url in self.verdicts)
        return [each for each in found if each.state in states]

    @property
    def back(self) -> list[Verdict]:
        """The verdicts on addresses that were dead and work again."""
        return [each for each in self.of("ok") if each.is_back]

    @property
    def moved(self) -> list[Verdict]:
        """The verdicts on addresses that redirect permanently, except for those in `back`."""
        return [each for each in self.of("ok") if each.moved and not each.is_back]

    @property
    def is_cut_off(self) -> bool:
        """Whether enough addresses were requested and none could be reached, so that this machine has no connection."""
        requested = [each for each in self.verdicts.values() if each.state != "skipped"]
        hosts = [each for each in requested if not each.status and each.reason]
        return self.asked >= _FEWEST and len(hosts) == self.asked == len(requested)


def addresses(reader: Reader, where: Expr) -> Mapping[str, Sequence[LinkLocation]]:
    """Each address in the documents that `where` selects, with its places by path and line."""
    paths = sorted(hit.head.path for hit in reader.select(where, reader.count(where)))
    found: defaultdict[str, list[LinkLocation]] = defaultdict(list)
    for start in range(0, len(paths), _TOGETHER):
        documents = reader.documents(paths[start : start + _TOGETHER])
        for path in paths[start : start + _TOGETHER]:
            if path in documents:
                for written, line in (format_of(path) or PLAIN).web_addresses(documents[path].text):
                    found[written.partition("#")[0]].append(LinkLocation(path, line))
    return dict(found)


def check(
    report: LinkCheckReport,
    folder: Path,
    checking: CheckPlan,
    ask: Callable[[str], Verdict],
    progress: Callable[[int, int], None],
) -> None:
    """Requests the addresses without a recent verdict. Adds each verdict to the report, so a stop loses none."""
    before = kept(folder)
    known = {url: verdict for url in report.places if (verdict := before.get(url)) and _is_fresh(verdict, checking)}
    report.verdicts.update(known)
    due = [url for url in report.places if url not in known]
    report.due = len(due)
    pool = ProbePool(asked := due[: checking.limit])

    def add(verdict: Verdict) -> None:
        was = before.get(verdict.url)
        is_back = verdict.state == "ok" and was is not None and was.state == "dead"
        report.verdicts[verdict.url] = replace(verdict, asked=checking.now, is_back=is_back)
        report.checked.add(verdict.url)

    try:
        for verdict in pool.verdicts(ask):
            add(verdict)
            progress(len(report.checked), len(asked))
    except KeyboardInterrupt:
        for verdict in pool.finished:  # the one at hand, and those that came meanwhile
            add(verdict)
        raise


def remembered(report: LinkCheckReport, folder: Path, *, is_whole: bool) -> Iterator[Verdict]:
    """The verdicts to store: those of the report, and earlier ones on the other addresses.

    With `is_whole`, verdicts on addresses that are no longer in the notes are dropped.
    """
    everything = {**kept(folder), **report.verdicts}
    for url, verdict in everything.items():
        if verdict.state != "skipped" and (url in report.places or not is_whole):
            yield verdict


def _is_fresh(verdict: Verdict, checking: CheckPlan) -> bool:
    """Whether the verdict is recent and certain; one with a time in the future counts as old."""
    age = checking.now - verdict.asked
    return not checking.again and verdict.state in {"ok", "dead"} and 0 <= age < checking.days * _DAY
