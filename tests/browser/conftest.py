"""A server and a browser for the tests of the pages; whatever a page does, it asks nobody else and reports no error."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.chromium import ARGUMENTS, chromium, served
from tests.browser.watch import Watch, new_context, watched_page
from tests.interfaces.desk import Desk, laid_out

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

_DAYS_AGO = 3 * 86_400  # seconds
_PEBBLES = 105  # notes, more than are shown at once
_DUNES = 30  # notes that one links to, more than its page lists at first
_COPIES = 3  # of one note
_EVIL = """---
title: '<img src=x onerror="throw 2"> Evil'
tags: ["<b>bold</b>", t1, t2, t3, t4, t5, t6, t7]
---

The word quizzical stands beside `<script>document.title = 'gone'</script>` and `<img src=x onerror="throw 1">`.

<div onclick="throw 3">Raw markup <img src="https://example.invalid/y.png" onerror="throw 4"></div>

![a picture](https://example.invalid/x.png), [the web](https://example.invalid/), [[Nowhere]], <svg onload="throw 5">
"""
_SOURCE = '''"""Moorings."""


class Buoy:
    """A buoy."""

    def splice(self, knots: int = 3) -> str:  # the strongest
        """Splice a hawser for the crew."""
        return f"hawser {knots}"


def unmoor(): ...
'''
_WIDE = f"""# Tide Table

High water, {" ".join(f"at bollard {number}" for number in range(3))}.

| {" | ".join(f"harbour {number}" for number in range(12))} |
|{"--|" * 12}
| {" | ".join(f"{number} o'clock" for number in range(12))} |

```python
tides = {list(range(60))}
```
"""
_PERSIAN = """---
tags: [دریا]
---
# ساحل دریا - Seaside

صدف روی ماسه. The word is شن here.

## موج - Wave

English between the paragraphs, and a word: صدف.

- صدف یک
- صدف دو

> صدف سه

```text
صدف = 1
```
"""


@pytest.fixture(scope="package")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A desk whose vault has a note with markup in it, and one that was changed lately."""
    made = laid_out(tmp_path_factory.mktemp("browser"))
    (made.notes / "Evil.md").write_text(_EVIL)
    lately = time.time() - _DAYS_AGO
    os.utime(made.notes / "2-Areas" / "Home" / "Heat Pump Notes.md", (lately, lately))
    other = made.folder / "other"
    other.mkdir()
    (other / "Lighthouse.md").write_text("# Lighthouse\n\nA lamp on a rock.\n")
    (made.folder / "empty").mkdir()
    beach = made.folder / "beach"
    beach.mkdir()
    (beach / "moorings.py").write_text(_SOURCE)
    (beach / "Tide Table.md").write_text(_WIDE)
    (beach / "ساحل.md").write_text(_PERSIAN)
    for number in range(_PEBBLES):
        (beach / f"Pebble {number}.md").write_text(f"# Pebble {number}\n\nA pebble on the beach.\n")
    for number in range(_DUNES):
        (beach / f"Dune {number}.md").write_text(f"# Dune {number}\n")
    (beach / "Dune.md").write_text("# Dune\n\n" + " ".join(f"[[Dune {number}]]" for number in range(_DUNES)))
    copies = made.folder / "copies"
    for number in range(_COPIES):
        (copies / str(number)).mkdir(parents=True)
        (copies / str(number) / "Driftwood.md").write_text("# Driftwood\n\n" + "Logs and planks of wrecks. " * 10)
    return made


@pytest.fixture(scope="package")
def address(desk: Desk) -> Iterator[str]:
    """Where the pages are."""
    with served(desk, desk.notes, *(desk.folder / name for name in ("other", "beach", "empty", "copies"))) as found:
        yield found


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The browser of the system.

    It goes with its tests: as long as it is there, a loop of asyncio runs in this thread, and no test can run its own.
    """
    found = chromium()
    if found is None:
        pytest.skip("no chromium: install it, as in `apt-get install chromium-headless-shell`")
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # here, so that its absence skips instead of fails

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))
        yield launched
        launched.close()


@pytest.fixture
def context(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """A browser without a history, that may write to the clipboard."""
    with new_context(browser, address) as made:
        yield made


@pytest.fixture
def watch(address: str) -> Watch:
    """What the page of the test did wrong; looked at when the test is over."""
    return Watch(address)


@pytest.fixture
def page(context: BrowserContext, watch: Watch) -> Iterator[Page]:
    """An empty page."""
    with watched_page(context, watch) as made:
        yield made


@pytest.fixture
def folder(tmp_path: Path) -> Desk:
    """A desk of one's own, for what changes the vault."""
    return laid_out(tmp_path)
