"""Words in other letters and their transliterations have one form."""

from __future__ import annotations

import pytest

from dowse.analysis.spelling.transliteration import latin_letters


@pytest.mark.parametrize(
    ("text", "slugs"),
    [
        ("Роли структуры документа", ["roli-struktury-dokumenta"]),
        ("Спецификация", ["specifikaciya", "spetsifikatsiya", "specifikacija", "spetsifikatsiia"]),
        ("Щётка, ещё хвост!", ["shchyotka-eshchyo-khvost", "schetka-esche-hvost", "shhyotka-eshhyo-hvost"]),
        ("Общий объём", ["obshchiy-obyom", "obschij-obem", "obshchii-obyem"]),
        ("Є її ґанок", ["ye-yiyi-ganok", "ie-yiyi-ganok"]),
        ("Свойство `aria-sort`", ["svoystvo-aria-sort", "svojstvo-aria-sort"]),
        ("Übersicht über Größen", ["uebersicht-ueber-groessen"]),
        ("Åben øl", ["aaben-oel"]),
    ],
)
def test_a_text_and_its_transliterations_have_one_form(text: str, slugs: list[str]) -> None:
    assert {latin_letters(each) for each in (text, *slugs)} == {latin_letters(text)}


def test_other_words_have_other_forms() -> None:
    words = ["Роли", "Роль", "Ролик", "Поля", "Üben", "Oben", "Eben"]
    assert len(set(map(latin_letters, words))) == len(words)
