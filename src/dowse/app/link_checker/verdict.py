"""What is known of an address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

# `unsure`: no answer in time, or an error that may pass; `skipped`: it was not asked, and the reason says why
AddressState = Literal["ok", "dead", "unsure", "skipped"]
STATES: tuple[AddressState, ...] = get_args(AddressState)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an address answered."""

    url: str
    state: AddressState
    status: int = 0  # of HTTP; 0 when nobody answered
    reason: str = ""  # in words for the user; empty when all is well
    moved: str = ""  # where it lies now, when the answer was that it has moved for good
    asked: float = 0.0  # seconds since the epoch
    is_back: bool = False  # whether it was dead when it was asked before
