"""What a campaign is: attempts without end, each of which yields what failed, or an empty text."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from subject import Subject

Campaign = Callable[[Subject, random.Random, Path], Iterator[str]]
