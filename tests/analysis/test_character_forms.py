"""Texts with characters that do not fold to one each."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.analysis.character_forms import CharacterForms, character_forms
from dowse.analysis.folding import fold

_LETTERS = st.text(
    st.sampled_from("aÉ ﬁﬃｔ０ｶﾞﾝカ\u3099\ufefb\ufe8d\ufb2a\ufcf2\ufdfa\u0e4d\u0e32ำ検인ᆨ인，😀"), max_size=30
)


@pytest.mark.parametrize("text", ["plain", "naïve", "検索，（あ）！", "\ufeff⚙\ufe0f ﹁", "인증", "น้ำ", "\ud800"])
def test_a_text_without_such_characters_has_no_other_form(text: str) -> None:
    assert character_forms(text) is None


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("ﬁnd oﬃce", "find office"),
        ("ＡＰＩ１", "API1"),
        ("ｶﾞｿﾘﾝ", "ガソリン"),
        ("カ\u3099", "ガ"),
        ("\ufe8d\ufedf\ufedc\ufe98\ufe8e\ufe8f \ufefb", "الكتاب لا"),
        ("\ufb2a\ufb3b", "שכ"),
        ("\u110b\u1175\u11ab\u110c\u1173\u11bc", "인증"),
        ("ท\u0e4d\u0e32", "ทำ"),
    ],
)
def test_the_form_has_the_characters_of_the_index(text: str, form: str) -> None:
    forms = character_forms(text)
    assert forms is not None
    assert forms.text == form
    assert forms.span(0, len(form)) == (0, len(text))
    assert forms.inside(0, len(text)) == (0, len(form))


def test_a_part_of_the_form_is_all_of_the_characters_that_it_stands_for() -> None:
    forms = CharacterForms("an oﬃce")
    assert forms.text == "an office"
    assert [forms.span(at, at + 1) for at in range(2, 9)] == [(2, 3), (3, 4), (4, 5), (4, 5), (4, 5), (5, 6), (6, 7)]
    assert forms.inside(4, 7) == (4, 9)


@settings(derandomize=True, deadline=None)
@given(_LETTERS, st.data())
def test_the_form_folds_as_the_text_does_and_so_does_each_part(text: str, data: st.DataObject) -> None:
    forms = CharacterForms(text)
    assert fold(forms.text) == fold(text)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    first, last = forms.inside(start, end)
    assert 0 <= first <= last <= len(forms.text)
    low, high = forms.span(first, last)
    assert first == last or start <= low < high <= end
