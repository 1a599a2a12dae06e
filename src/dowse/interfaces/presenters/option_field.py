"""Fields of pydantic for the options of requests, with the ranges of app/options.py."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from ...app.options import DEFAULTS, NumberOption


def number_field(option: NumberOption, about: str | None = None, *, most: int | None = None) -> Any:
    """A number in the range of the option, or up to `most`."""
    maximum = option.maximum if most is None else most
    return Field(ge=option.minimum, le=maximum, description=about)


def with_default(about: str, option: str) -> str:
    """The description of an option that may be left out, with its effective default."""
    return f"{about} (default: {DEFAULTS[option]})"
