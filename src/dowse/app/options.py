"""The options of requests: the type and the valid values of each, once for the library and every interface.

An option has one name and one meaning in all requests; `check` looks its name up in OPTIONS.  The command line, HTTP
and MCP take their ranges and choices from the same values.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from numbers import Integral
from typing import Literal, Protocol, TypeVar, get_args

from ..model.document import SYMBOL_KINDS
from ..model.errors import OptionError
from ..model.kinds import KINDS
from ..model.option_spelling import INTERFACES
from ..model.parameter import Parameter
from ..model.search_mode import MODES
from ..model.value_class import dataclass
from ..query.leaf_parser import MOST_DEPTH, MOST_HITS

MOST_OVER_WIRE = 100  # hits, related documents and communities that another program may request at once
MOST_FILES = MOST_HITS
MOST_QUERY = 4_000  # characters of a query of another program
MOST_NAMES = 2_000  # characters of names of vaults, separated by commas

LinkState = Literal["ok", "broken", "ambiguous"]
LINK_STATES: tuple[LinkState, ...] = get_args(LinkState)
RelationName = Literal["references", "parents", "similar", "code", "tags"]
RELATION_NAMES: tuple[RelationName, ...] = get_args(RelationName)
ChoiceT = TypeVar("ChoiceT", bound=str)


class Option(Protocol):
    """The specification of one option."""

    def fault(self, value: object, /) -> str:
        """Why the value is invalid, as the predicate of a sentence with its name: "must be …"; empty if it is valid."""


@dataclass(frozen=True, slots=True)
class NumberOption:
    """A number in a range that includes both ends."""

    minimum: int | float
    maximum: int | float | None = None
    is_whole: bool = True

    def fault(self, value: object) -> str:
        """Why the value is invalid; empty if it is valid."""
        if self.is_whole and (isinstance(value, bool) or not isinstance(value, Integral)):
            return f"must be a whole number, got {reprlib.repr(value)}"
        return self._parameter.fault(value)

    @property
    def _parameter(self) -> Parameter:
        return Parameter("", minimum=self.minimum, maximum=self.maximum)


@dataclass(frozen=True, slots=True)
class TextOption:
    """A text; one of the choices if there are any."""

    choices: tuple[str, ...] = ()

    def fault(self, value: object) -> str:
        """Why the value is invalid; empty if it is valid."""
        if not isinstance(value, str):
            return f"must be a text, got {reprlib.repr(value)}"
        if self.choices and value not in self.choices:
            return f"must be one of {', '.join(self.choices)}, got {reprlib.repr(value)}"
        return ""


@dataclass(frozen=True, slots=True)
class TextListOption:
    """Texts in a tuple, each one of the choices if there are any."""

    choices: tuple[str, ...] = ()

    def fault(self, value: object) -> str:
        """Why the value is invalid; empty if it is valid."""
        if not isinstance(value, tuple):
            return f"must be a list of texts, got {reprlib.repr(value)}"
        return next(filter(None, map(TextOption(self.choices).fault, value)), "")


@dataclass(frozen=True, slots=True)
class FlagOption:
    """True or False."""

    def fault(self, value: object) -> str:
        """Why the value is invalid; empty if it is valid."""
        return "" if isinstance(value, bool) else f"must be True or False, got {reprlib.repr(value)}"


@dataclass(frozen=True, slots=True)
class WeightsOption:
    """The weights of the keyword, the semantic and the graph list."""

    def fault(self, value: object) -> str:
        """Why the value is invalid; empty if it is valid."""
        weights = value if isinstance(value, tuple) else ()
        is_valid = 1 <= len(weights) <= 3 and not any(_WEIGHT.fault(weight) for weight in weights) and any(weights)
        return "" if is_valid else f"must be one to three numbers, not all of them 0, got {reprlib.repr(value)}"


_WEIGHT = Parameter("", minimum=0)
_TEXT, _TEXTS, _FLAG = TextOption(), TextListOption(), FlagOption()

LIMIT = NumberOption(1, MOST_HITS)  # results
DEPTH = NumberOption(1, MOST_DEPTH)  # hops
SCORE = NumberOption(0, 1, is_whole=False)
ROWS = NumberOption(1, 100_000)
SECONDS = NumberOption(0.1, 3600, is_whole=False)
TIME_LIMIT = NumberOption(0.001, 3600, is_whole=False)  # seconds
SIZE = NumberOption(1)  # documents of a community
COMMUNITY = NumberOption(1, 1_000_000_000)
BUDGET = NumberOption(
    100, 6_000
)  # tokens; no passage fits into less, and more leave no room for the fields around the passages
_COUNT = NumberOption(0)

OPTIONS: Mapping[str, Option] = {
    "query": _TEXT,
    "pattern": _TEXT,
    "ref": _TEXT,
    "of": _TEXT,
    "path": _TEXTS,
    "tag": _TEXTS,
    "type": _TEXTS,
    "exclude_type": _TEXTS,
    "kind": TextListOption((*KINDS, *sorted(SYMBOL_KINDS))),
    "via": TextListOption(RELATION_NAMES),
    "states": TextListOption(LINK_STATES),
    "modified": _TEXT,
    "profile": _TEXT,
    "mode": TextOption(MODES),
    "limit": LIMIT,
    "most": LIMIT,
    "candidates": LIMIT,
    "offset": _COUNT,
    "depth": DEPTH,
    "min_score": SCORE,
    "min_similarity": SCORE,
    "interface": TextOption(INTERFACES),
    "least": SIZE,
    "weights": WeightsOption(),
    "rows": ROWS,
    "seconds": SECONDS,
    "budget": BUDGET,
    "community": COMMUNITY,
    "archived": _FLAG,
    "all": _FLAG,
    "rerank": _FLAG,
    "expand": _FLAG,
    "time_boost": _FLAG,
    "time_limit": TIME_LIMIT,
    "explain": _FLAG,
    "links": _FLAG,
    "syntax": _FLAG,
    "html": _FLAG,
    "full": _FLAG,
    "file": _TEXT,
    "similar": _FLAG,
}

# The effective defaults of options that are None until the profile or the settings decide, for help and schemas.
DEFAULTS: Mapping[str, str] = {
    "profile": "default",
    "limit": "10, or set by the profile",
    "mode": "hybrid",
    "min_score": "0; before confidence in the profile proximity 0.3, in graph 0.5",
    "min_similarity": "set by the profile; in default 0.3 in mode vector, 0.2 for similar: and like:, else 0",
    "weights": "set by the profile; 0.6,0.4 in default",
    "rerank": "set by the profile; off in default",
    "expand": "off",
    "time_boost": "set by the profile; off in default",
    "time_limit": "none",
    "exclude_type": "set by the profile; none in default",
}


def check(request: object) -> None:
    """Raises OptionError at the first invalid option of the request; None is valid where None is the default."""
    assert is_dataclass(request)
    for each in fields(request):
        option, value = OPTIONS.get(each.name), getattr(request, each.name)
        if option is None or (value is None and each.default is None):
            continue
        if fault := option.fault(value):
            raise OptionError(each.name, fault)


def texts(name: str, given: str | Iterable[str]) -> tuple[str, ...]:
    """The values of an option of several texts, where a single text is one value. Raises OptionError."""
    if isinstance(given, str):
        return (given,)
    if not isinstance(given, Iterable):
        raise OptionError(name, f"must be a text or a list of texts, got {reprlib.repr(given)}")
    values = tuple(given)
    if fault := _TEXTS.fault(values):
        raise OptionError(name, fault)
    return values


def choices(name: str, given: str | Iterable[str], known: Sequence[ChoiceT]) -> tuple[ChoiceT, ...]:
    """As `texts`, of an option with choices. Raises OptionError for any other text."""
    values = texts(name, given)
    if fault := TextListOption(tuple(known)).fault(values):
        raise OptionError(name, fault)
    return tuple(each for value in values for each in known if each == value)


def numbers(name: str, given: object) -> tuple[float, ...] | None:
    """The values of an option of several numbers. Raises OptionError for anything else."""
    if given is None:
        return None
    if not isinstance(given, Iterable):
        raise OptionError(name, f"must be a list of numbers, got {reprlib.repr(given)}")
    return tuple(given)
