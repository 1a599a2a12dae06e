"""The cosine from which passages are similar: the stated one, or a default that depends on the vectors."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path

import pytest

from dowse.app.communities import CommunitiesRequest, communities
from dowse.app.diagnostics.content_checks import similarity
from dowse.app.related import RelatedRequest, related_documents
from dowse.app.sessions.vault_session import VaultSession, open_session

RUSSIAN = """
    дом река лес гора город книга письмо вечер утро дорога поле море ветер снег дождь окно стол мост завод школа
    врач больной сердце лекарство память машина поезд билет рынок цена налог закон суд договор музыка песня театр
"""
ENGLISH = """
    house river forest mountain town book letter evening morning road field sea wind snow rain window table bridge
    factory school doctor patient heart medicine memory engine train ticket market price tax law court contract music
"""


def _vault(root: Path, words: str, *, settings: str = "") -> VaultSession:
    """Thirty notes of random words, and a copy of the first one in a folder."""
    chosen = random.Random(1)  # noqa: S311  # no secret
    for number in range(30):
        (root / f"{number}.md").write_text(f"{' '.join(chosen.sample(words.split(), 12))}.\n", "utf-8")
    (root / "copies").mkdir()
    (root / "copies" / "0.md").write_bytes((root / "0.md").read_bytes())
    if settings:
        (root / "dowse.toml").write_text(settings, "utf-8")
    session = open_session(root)
    session.sync()
    return session


def _related(session: VaultSession) -> tuple[int, tuple[str, ...], float]:
    found = related_documents(session, RelatedRequest("0.md", depth=1, via=("similar",)))
    return len(found.related), found.remarks, found.least_similar


def test_only_copies_are_similar_where_the_bundled_vectors_do_not_tell_texts_apart(tmp_path: Path) -> None:
    with closing(_vault(tmp_path, RUSSIAN)) as session:
        count, remarks, least = _related(session)
        groups = communities(session, CommunitiesRequest())
        assert (count, least) == (1, 0.99)
        assert [each.size for each in groups.communities] == [2]
        for said in (remarks, groups.remarks):
            assert any("similar from a cosine of 0.99, not 0.8" in remark for remark in said)
        assert similarity(session).what.endswith("of similar passages: 0.99")


@pytest.mark.parametrize("stated", [0.8, 0.6])
def test_a_stated_threshold_stays_as_it_is(tmp_path: Path, stated: float) -> None:
    with closing(_vault(tmp_path, RUSSIAN, settings=f"[space]\nalike = {stated}\n")) as session:
        count, remarks, least = _related(session)
        assert count > 1
        assert (least, remarks) == (stated, ())


def test_the_default_is_that_of_the_reference_for_english_notes(tmp_path: Path) -> None:
    with closing(_vault(tmp_path, ENGLISH)) as session:
        _, remarks, least = _related(session)
        assert (least, remarks) == (0.8, ())
