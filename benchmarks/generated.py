"""A generated vault: notes of a few hundred words with frontmatter, headings, tags and links, the same for a seed."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

_EXAMPLES = Path(__file__).parent.parent / "examples" / "vault"
_PER_FOLDER = 100
_NAMES = 30_000  # words beyond those of the example vault: products, places, people, functions
_NAMED = 0.15  # of all words


class Writer:
    """Writes text with the words of the example vault, as often as they occur there, and a long tail of rarer ones.

    In real vaults most words are rare: n-th in frequency, a word occurs about 1/n as often as the first (Zipf).
    """

    def __init__(self, seed: int = 1) -> None:
        text = " ".join(path.read_text("utf-8") for path in sorted(_EXAMPLES.rglob("*.md")))
        counted = Counter(re.findall(r"[a-z]{2,}", text.lower()))
        self._random = random.Random(seed)
        self._words = sorted(counted)
        self._weights = list(accumulate(counted[word] for word in self._words))
        coined = random.Random(0)  # the same names whatever the seed
        self._names = ["".join(coined.choices(self._words, k=2)) for _ in range(_NAMES)]
        self._name_weights = list(accumulate(1 / rank for rank in range(1, _NAMES + 1)))

    def words(self, count: int) -> list[str]:
        """That many words; one in a hundred is an identifier of two."""
        named = round(_NAMED * count)
        drawn = self._random.choices(self._words, cum_weights=self._weights, k=count - named)
        drawn += self._random.choices(self._names, cum_weights=self._name_weights, k=named)
        self._random.shuffle(drawn)
        for at in range(0, count, 100):
            drawn[at] = f"{drawn[at]}_{drawn[-1]}"
        return drawn

    def query(self) -> str:
        """Three to eight words as they occur in notes, stop words among them."""
        return " ".join(self.words(self._random.randint(3, 8)))

    def note(self, total: int) -> str:
        """One note of two to five sections."""
        pick = self._random
        title = " ".join(pick.choices(self._words, k=3)).title()
        tags = ", ".join(pick.choices(("work", "home", "idea", "project/garden", "meeting", "finance"), k=2))
        sections = "\n\n".join(self._section(total) for _ in range(pick.randint(2, 5)))
        return f"---\ntitle: {title}\ntags: [{tags}]\nstatus: active\n---\n\n# {title}\n\n{sections}\n"

    def _section(self, total: int) -> str:
        heading = " ".join(self.words(3)).capitalize()
        paragraphs = [" ".join(self.words(self._random.randint(20, 60))).capitalize() + "." for _ in range(2)]
        link = f"See [[note-{self._random.randrange(total):06}]]."
        return f"## {heading}\n\n" + "\n\n".join([*paragraphs, link])


def write_vault(folder: Path, notes: int, *, seed: int = 1) -> None:
    """Writes that many notes below the folder, a hundred in each sub-folder."""
    writer = Writer(seed)
    for number in range(notes):
        place = folder / f"folder-{number // _PER_FOLDER:04}"
        if number % _PER_FOLDER == 0:
            place.mkdir(parents=True, exist_ok=True)
        (place / f"note-{number:06}.md").write_text(writer.note(notes), "utf-8")


def queries(count: int, *, seed: int = 2) -> Sequence[str]:
    """That many queries, the same for a seed."""
    writer = Writer(seed)
    return [writer.query() for _ in range(count)]
