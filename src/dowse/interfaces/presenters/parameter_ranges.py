"""What can be turned on a profile while one looks at its hits: numbers that rank or cut, with the range of a slider.

A program that turns knobs keeps the `table` of the profile, which is the whole of it as a settings file would have it,
and puts the value of each knob that was moved into it:

- `fusion` is one part, `retrievers` and `stages` are lists of parts.  A part is its name, or a table of one key, the
  name, whose value has the fields: `"neighbours"` is `{"neighbours": {}}`.
- the knob {"part": "stages", "name": "time_boost", "field": "max_boost"} is the field `max_boost` of the first stage of
  that name; `weights.keyword` is the key `keyword` of the table `weights`, which may have to be made.
- a knob with "switch": true and "field": "" puts its "stage" into the list, before the first stage that is named in
  "before", or at the end.

The table is then the `mix` of a search.  Whatever single knob is moved within its range, the profile can be made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast

from ...app.results.json_fields import Json
from ...search.profile import Profile
from ...search.profile_docs import name_of
from ...settings.toml_writer import table_of


class _Range(NamedTuple):
    """A field that can be turned, and how far."""

    part: str
    name: str
    field: str
    least: float
    most: float
    step: float
    label: str
    about: str


class _Switch(NamedTuple):
    """A stage that a profile may do without, and where it is put in."""

    name: str
    label: str
    about: str
    before: tuple[str, ...]


_LISTS = {
    "keyword": "weight of the keyword list",
    "semantic": "weight of the semantic list",
    "graph": "weight of the graph list (links of the best hits)",
}
_WEIGHTS = {"weighted": (1.0, 0.05), "rrf": (2.0, 0.1)}  # most and step; the lists that are not named weigh 1 in rrf

_RANGES = (
    _Range("fusion", "rrf", "k", 1, 120, 1, "rank damping", "higher values flatten the advantage of the top ranks"),
    _Range("fusion", "rrf", "lift", 0, 1, 0.05, "exact lift", "boosts strong keyword matches without a semantic match"),
    _Range(
        "retrievers",
        "keyword",
        "tag_boost",
        1,
        10,
        0.5,
        "tag factor",
        "factor for documents whose tags are in the query",
    ),
    _Range("retrievers", "semantic", "least", 0, 1, 0.05, "minimum similarity", "minimum cosine of a semantic match"),
    _Range("stages", "neighbours", "share", 0, 0.5, 0.01, "linked boost", "boosts documents linked with the best hits"),
    _Range("stages", "proximity", "weight", 0, 1, 0.05, "proximity", "boosts hits with query words close together"),
    _Range("stages", "spread", "seeds", 1, 20, 1, "seeds", "number of best hits whose links are followed"),
    _Range("stages", "spread", "decay", 0, 1, 0.05, "link decay", "score factor per link"),
    _Range("stages", "spread", "least", 0, 1, 0.05, "minimum by links", "minimum score of a linked document"),
    _Range("stages", "tag_boost", "least", 0, 3, 0.1, "one-tag score", "score of a hit with one matching tag"),
    _Range("stages", "tag_boost", "most", 0, 3, 0.1, "all-tags score", "score of a hit with all matching tags"),
    _Range("stages", "fact_boost", "max_boost", 0, 2, 0.05, "stars boost", "boosts repositories with many stars"),
    _Range(
        "stages",
        "fact_boost",
        "match_boost",
        0,
        10,
        0.5,
        "topic factor",
        "factor for hits whose topics are in the query",
    ),
    _Range("stages", "time_boost", "max_boost", 0, 2, 0.05, "recency boost", "boosts recently changed documents"),
    _Range("stages", "time_boost", "half_life_days", 1, 365, 1, "half-life", "days until the boost is halved"),
    _Range("stages", "rerank", "depth", 10, 200, 10, "reranked hits", "number of top hits to rerank"),
    _Range("stages", "rerank", "share_below", 0, 1, 0.05, "reranker share", "weight of the reranker from rank 11 on"),
    _Range("stages", "min_score", "least", 0, 1, 0.05, "minimum score", "drops hits below this score"),
    _Range("stages", "per_document", "most", 1, 10, 1, "hits per document", "maximum number of hits per document"),
)

_OTHER_FUSIONS = frozenset(
    {"encoded", "unspaced"}
)  # a knob turns one; a profile that states it states it for all cases
_CUTS = ("pin", "min_score", "per_document", "limit", "cut_snippet")
_SWITCHES = (
    _Switch(
        "proximity",
        "proximity",
        "boosts hits with query words close together",
        ("neighbours", "spread", "confidence", "tag_boost", "rerank", "fact_boost", "time_boost", *_CUTS),
    ),
    _Switch(
        "tag_boost",
        "tags first",
        "ranks hits with matching tags above the others",
        ("confidence", "rerank", "fact_boost", "time_boost", *_CUTS),
    ),
    _Switch("rerank", "rerank", "reranks with a slower, more precise model, if installed", ("time_boost", *_CUTS)),
    _Switch("time_boost", "recency", "boosts recently changed documents", _CUTS),
)


def knobs_json(profile: Profile) -> dict[str, Json]:
    """The table of the profile, and the knobs that turn it."""
    return {
        "table": cast(Json, {key: part for key, part in table_of(profile).items() if key not in _OTHER_FUSIONS}),
        "knobs": [*_weights(profile), *_fields(profile), *_switches(profile)],
    }


def _weights(profile: Profile) -> Iterator[dict[str, Json]]:
    """A knob for each list, if there are several to be weighed against each other."""
    fusion, lists = name_of(profile.fusion), [each.name for each in profile.retrievers]
    said: Mapping[str, float] = getattr(profile.fusion, "weights", {})
    if fusion not in _WEIGHTS or len(lists) < 2:
        return
    most, step = _WEIGHTS[fusion]
    weights = {name: said.get(name, 1.0 if fusion == "rrf" else 0.0) for name in lists}
    for name, weight in weights.items():
        others = sum(weights.values()) - weight
        least = 0.0 if others > 0 else step  # or nothing would weigh anything
        about = _LISTS.get(name, f"weight of the {name} list")
        asked = _Range("fusion", fusion, f"weights.{name}", least, most, step, f"{name} weight", about)
        yield _knob(asked, weight)


def _fields(profile: Profile) -> Iterator[dict[str, Json]]:
    """A knob for each number of the parts that has a range; of two parts of one name the first is meant."""
    lists = {"fusion": (profile.fusion,), "retrievers": profile.retrievers, "stages": profile.stages}
    for asked in _RANGES:
        parts = (part for part in lists[asked.part] if name_of(part) == asked.name)
        part = next(parts, None)
        value = getattr(part, asked.field, None)
        if isinstance(value, int | float):  # a decay that is not set is another one for every kind of link
            yield _knob(_within(asked, part), value)


def _within(asked: _Range, part: object) -> _Range:
    """The range, where another field of the part bounds it: a tag boost goes from `least` to `most`."""
    match asked.name, asked.field:
        case "tag_boost", "least" if asked.part == "stages":
            return asked._replace(most=getattr(part, "most", asked.most))
        case "tag_boost", "most" if asked.part == "stages":
            return asked._replace(least=getattr(part, "least", asked.least))
        case _:
            return asked


def _knob(asked: _Range, value: float) -> dict[str, Json]:
    """The knob as it stands; its range is widened to the value that a profile has."""
    return {
        **asked._asdict(),
        "least": min(asked.least, value),
        "most": max(asked.most, value),
        "value": value,
    }


def _switches(profile: Profile) -> Iterator[dict[str, Json]]:
    """A switch for each stage that the profile could have and has not."""
    there = {name_of(stage) for stage in profile.stages}
    for each in _SWITCHES:
        if each.name not in there:
            yield {
                "part": "stages",
                "name": each.name,
                "field": "",
                "switch": True,
                "value": False,
                "stage": each.name,
                "before": list(each.before),
                "label": each.label,
                "about": each.about,
            }
