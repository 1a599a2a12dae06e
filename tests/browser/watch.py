"""What a page is watched for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


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


@contextmanager
def new_context(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """A context without a history, that may write to the clipboard."""
    made = browser.new_context(viewport={"width": 1200, "height": 800}, base_url=address)
    made.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
    yield made
    made.close()


@contextmanager
def watched_page(context: BrowserContext, watch: Watch) -> Iterator[Page]:
    """An empty page; at the end, it has reported no error and asked nobody else."""
    made = context.new_page()
    made.on("console", lambda said: watch.errors.append(said.text) if said.type in {"error", "warning"} else None)
    made.on("pageerror", lambda error: watch.errors.append(str(error)))
    made.on("request", lambda asked: watch.note(asked.url))
    yield made
    assert watch.errors == []
    assert watch.foreign == []
