"""`dowse doctor` states the minimum cosines of other systems for the model in use."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

from dowse.app.diagnostics.content_checks import equivalence, similarity
from dowse.app.sessions.vault_session import open_session


def _check(root: Path, count: int) -> str:
    for n in range(count):
        (root / f"{n}.md").write_text(f"A note about subject {n}, the colour {n % 7} and the town {n % 5}.\n")
    with closing(open_session(root)) as session:
        session.sync()
        return similarity(session).what


def test_the_minimum_cosines_of_other_models_are_translated(tmp_path: Path) -> None:
    what = _check(tmp_path, 30)
    number = r"0\.\d+ for static \(21% of random pairs of passages are more similar\)"
    assert re.fullmatch(
        rf"minimum cosines in profiles: 0\.3 for minilm corresponds to {number}; "
        rf"0\.5 for nomic corresponds to {number}; of similar passages: 0\.8",
        what,
    )


def test_the_minimum_cosine_of_the_model_in_use_applies_as_it_is() -> None:
    assert equivalence(0.3, "minilm", 0.3, "onnx:minilm") == "0.3 for minilm applies to onnx:minilm as it is"


def test_a_small_vault_has_no_sample(tmp_path: Path) -> None:
    assert _check(tmp_path, 3) == "too few chunks to translate minimum similarities"
