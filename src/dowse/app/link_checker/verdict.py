"""The result of a request to an address."""

from __future__ import annotations

from typing import Literal, get_args

from ...model.value_class import dataclass

# `unsure`: no answer in time, or an error that may be temporary; `skipped`: not requested, for the stated reason
AddressState = Literal["ok", "dead", "unsure", "skipped"]
STATES: tuple[AddressState, ...] = get_args(AddressState)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an address works."""

    url: str
    state: AddressState
    status: int = 0  # of HTTP; 0 without an answer
    reason: str = ""  # a message for the user; empty for a working address
    moved: str = ""  # the new address after permanent redirects
    asked: float = 0.0  # seconds since the epoch
    is_back: bool = False  # whether the earlier verdict was `dead`
