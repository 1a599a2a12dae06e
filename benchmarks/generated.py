"""A generated vault: notes of a few hundred words with frontmatter, headings, tags and links, the same for a seed."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

from dowse.analysis.languages.stopwords import STOP_WORDS

_EXAMPLES = Path(__file__).parent.parent / "examples" / "vault"
_PER_FOLDER = 100
_SUBJECTS = 200
_OF_A_SUBJECT = 150  # words that a note on it may use
_NAMES = 30_000  # words beyond those of the example vault: products, places, people, functions
# Of the words of a text: about its subject, any word at all; the rest hold it together ("the", "with").
_TOLD, _ANY = 0.35, 0.2


class Writer:
    """Writes notes on subjects, with the words of the example vault and a long tail of rarer ones.

    Calibrated on real texts: three words of a query are in some 6 % of the notes, six in some 20 %.
    """

    def __init__(self, seed: int = 1) -> None:
        text = " ".join(path.read_text("utf-8") for path in sorted(_EXAMPLES.rglob("*.md")))
        counted = Counter(re.findall(r"[a-z]{2,}", text.lower()))
        self._random = random.Random(seed)
        self._words = sorted(counted.keys() - STOP_WORDS)
        self._weights = list(accumulate(counted[word] ** 0.5 for word in self._words))
        self._joining = sorted(counted.keys() & STOP_WORDS)
        self._joining_weights = list(accumulate(counted[word] for word in self._joining))
        coined = random.Random(0)  # the same names and subjects whatever the seed
        names = ["".join(coined.choices(self._words, k=2)) for _ in range(_NAMES)]
        pool = [*self._words, *names]
        self._subjects = [coined.sample(pool, _OF_A_SUBJECT) for _ in range(_SUBJECTS)]
        self._zipf = list(accumulate(1 / rank for rank in range(1, _OF_A_SUBJECT + 1)))

    def words(self, count: int, subject: int) -> list[str]:
        """That many words; one in a hundred is an identifier of two."""
        pick = self._random
        told, any_word = round(_TOLD * count), round(_ANY * count)
        drawn = pick.choices(self._subjects[subject], cum_weights=self._zipf, k=told)
        for at in range(0, told, 35):
            drawn[at] = f"{drawn[at]}_{drawn[-1]}"
        drawn += pick.choices(self._words, cum_weights=self._weights, k=any_word)
        drawn += pick.choices(self._joining, cum_weights=self._joining_weights, k=count - told - any_word)
        pick.shuffle(drawn)
        return drawn

    def query(self) -> str:
        """Three to eight words as they occur in notes of one subject, stop words among them."""
        return " ".join(self.words(self._random.randint(3, 8), self._random.randrange(_SUBJECTS)))

    def note(self, total: int) -> str:
        """One note of two to five sections."""
        pick = self._random
        subject = pick.randrange(_SUBJECTS)
        title = " ".join(pick.choices(self._subjects[subject], k=3)).title()
        tags = ", ".join(pick.choices(("work", "home", "idea", "project/garden", "meeting", "finance"), k=2))
        sections = "\n\n".join(self._section(subject, total) for _ in range(pick.randint(2, 5)))
        return f"---\ntitle: {title}\ntags: [{tags}]\nstatus: active\n---\n\n# {title}\n\n{sections}\n"

    def _section(self, subject: int, total: int) -> str:
        heading = " ".join(self.words(3, subject)).capitalize()
        paragraphs = [" ".join(self.words(self._random.randint(20, 60), subject)).capitalize() + "." for _ in range(2)]
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
