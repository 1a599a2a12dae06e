"""What a page is watched for."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Watch:
    """What a page did that it should not do: errors, and requests that leave the server's origin."""

    origin: str
    errors: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)

    def note(self, url: str) -> None:
        """A request of the page."""
        if not url.startswith((f"{self.origin}/", "data:", f"blob:{self.origin}/")):
            self.foreign.append(url)
