"""How BM25 of one vault is made comparable with that of another."""

from __future__ import annotations

import pytest

from dowse.engines.federated.document_frequency import rarity
from dowse.engines.memory.memory_engine import MemoryEngine
from tests.contract.engines import fill
from tests.making import make


def _vault(**texts: str) -> MemoryEngine:
    engine = MemoryEngine()
    fill(engine, *(make(f"{name}.md", text) for name, text in texts.items()))
    return engine


def _some(word: str, of: int, held: int) -> MemoryEngine:
    return _vault(**{f"n{n}": f"filler {word if n < held else ''}" for n in range(of)})


def test_a_word_that_is_rare_in_one_vault_and_plain_in_all_counts_for_less_there() -> None:
    factors = rarity({"plain": _some("query", 20, 12), "other": _some("query", 20, 1)}, ["query"])
    assert factors["other"] < 0.5
    assert factors["plain"] > 1


def test_a_word_counts_in_all_forms_that_a_vault_has() -> None:
    vaults = {"one": _some("Haus", 20, 12), "other": _some("Häuser", 20, 12)}
    others = {"one": {"hauser": ("hau",)}}
    factors = rarity(vaults, ["Häuser"], others)
    assert factors["one"] == factors["other"] == pytest.approx(1, abs=0.05)


def test_a_term_of_another_form_is_no_word_that_is_stemmed_again() -> None:
    vaults = {"one": _some("Textfragmente", 20, 12), "other": _some("Textfragment", 20, 12)}
    others = {"one": {"textfrag": ("textfragment",)}}
    factors = rarity(vaults, ["Textfragment"], others)
    assert factors["one"] == factors["other"] == pytest.approx(1, abs=0.05)


def test_where_words_are_as_rare_everywhere_nothing_changes() -> None:
    factors = rarity({"one": _some("tax", 20, 2), "other": _some("tax", 20, 2)}, ["tax", "tax"])
    assert factors == {"one": pytest.approx(1, abs=0.05), "other": pytest.approx(1, abs=0.05)}


def test_one_vault_alone_keeps_its_scores() -> None:
    assert rarity({"one": _some("tax", 9, 2)}, ["tax", "missing"]) == {"one": pytest.approx(1)}


def test_vaults_without_the_words_or_without_notes_are_no_trouble() -> None:
    factors = rarity({"none": _some("tax", 9, 0), "empty": MemoryEngine(), "one": _some("tax", 9, 9)}, ["tax"])
    assert (factors["none"], factors["empty"]) == (1.0, 1.0)
    assert 0 < factors["one"] <= 2


def test_a_long_question_is_counted_by_its_first_words() -> None:
    words = [f"w{n}" for n in range(5000)]
    assert rarity({"one": _some("w1", 9, 2)}, words) == {"one": pytest.approx(1)}
