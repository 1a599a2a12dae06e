"""Tables of the words of long texts find what a search of the text finds."""

from __future__ import annotations

import random

import pytest

from dowse.analysis.folding import WORD
from dowse.analysis.term_matching import TermMatcher, _word_offsets
from dowse.analysis.word_offsets import WordOffsets
from dowse.analysis.word_offsets_cache import LEAST_CHARACTERS, WordOffsetsCache
from tests.tier_parameters import slow_after

_ASCII = ["tax", "Taxes", "syntax", "toString", "StringUtils", "sha256", "user_id", "getUserById"]
_ASCII += ["aa", "aaa", "aab", "__init__", "HTTPServer", "x1"]
_ACCENTED = [*_ASCII, "Café", "ß", "Straße", "σς", "½", "1⁄2", "İstanbul", "x²"]
_SEPARATORS = (" ", "\n", ".", "(", "-", "", "; ", "\x1c", "\r\n")
_VISITS = 3  # of which the last one finds a table


@pytest.mark.parametrize("words", [_ASCII, _ACCENTED])
@pytest.mark.parametrize("count", [1_000, 50_000])  # the second text is longer than a table covers
def test_a_text_that_is_searched_again_has_the_same_matches(words: list[str], count: int) -> None:
    pick = random.Random(count)  # noqa: S311  # the same texts in each run
    text = "".join(pick.choice(words) + pick.choice(_SEPARATORS) for _ in range(count))
    spans = [(at, at + LEAST_CHARACTERS) for at in (*pick.sample(range(900), 9), 199_000)]
    for start, end in ((1, len(text) - 1), *spans):
        query = pick.sample(words, pick.randint(1, 6))
        for _ in range(_VISITS):
            found = list(TermMatcher(query).marks(text, start, end))
        matcher = TermMatcher(query)
        assert found == list(matcher._marks(text, start, min(end, len(text))))
        of_beginning = dict.fromkeys(text[at:stop] for at, stop, _ in matcher._marks(text, 0, min(end, len(text))))
        assert list(matcher._matched_words(text, min(end, len(text)))) == list(of_beginning)


@pytest.mark.parametrize("text", ["re\u0301sume\u0301 ", "iPhoneで検索する "])
def test_words_that_a_table_cannot_compare_are_found_in_the_text(text: str) -> None:
    query = ["resume", "検索"]
    whole = text * (LEAST_CHARACTERS // len(text) + 1)
    expected = len(list(TermMatcher(query).marks(text)))
    assert expected
    for _ in range(_VISITS + 1):
        assert len(list(TermMatcher(query).marks(whole))) == expected * whole.count(text)


@pytest.mark.parametrize("asked", [["検索", "tax"], ["resume", "日本語"], ["phone", "tax"], ["e"], ["format", "日"]])
@pytest.mark.parametrize("seed", range(3))
def test_a_text_with_a_few_words_of_other_scripts_has_a_table(asked: list[str], seed: int) -> None:
    pick = random.Random(seed)  # noqa: S311  # the same texts in each run
    few = [
        word
        for word in ("re\u0301sume\u0301", "iPhoneで検索する", "日本語", "taxで", "de\u0301日本語e\u0301")
        for _ in range(12)
    ]
    listed = [*few, *pick.choices([*_ASCII, "resume", "format"], k=1_000)]
    pick.shuffle(listed)
    text = "".join(word + pick.choice([" ", "\n", "; "]) for word in listed)
    assert _word_offsets(text)
    for start, end in ((0, len(text)), (50, 50 + LEAST_CHARACTERS), (pick.randrange(1_000), len(text) - 3)):
        for _ in range(_VISITS):
            found = list(TermMatcher(asked).marks(text, start, end))
        matcher = TermMatcher(asked)
        assert found == list(matcher._marks(text, start, end))
        assert list(matcher.matched_words(text, end)) == list(
            dict.fromkeys(text[at:stop] for at, stop, _ in matcher._marks(text, 0, end))
        )


def test_the_cache_drops_the_oldest_tables_first() -> None:
    cache, made = WordOffsetsCache(), list[str]()
    texts = [f"{n} ".ljust(900_000) for n in range(9)]

    def remembered(text: str) -> None:
        made.append(text)

    for _ in range(_VISITS + 1):
        for text in texts[:8]:
            cache.of(text, remembered)
    assert made == texts[:8]
    for text in (texts[8],) * _VISITS + (texts[1], texts[0]):
        cache.of(text, remembered)
    assert made == [*texts, texts[0]]


@pytest.mark.parametrize("words", [_ASCII, _ACCENTED, ["iPhoneで検索する", "日本語"]])
@pytest.mark.parametrize("seed", slow_after(1, range(4)))
def test_a_span_of_a_text_whose_matches_are_kept_has_those_of_the_span_alone(words: list[str], seed: int) -> None:
    random_ = random.Random(seed)  # noqa: S311  # for tests
    text = " ".join(random_.choices(words, k=3_000))
    kept, asked = TermMatcher(words[:2]), words[:2]
    assert list(kept.marks(text))
    for _ in range(20):
        start = random_.randrange(len(text) // 2)
        end = random_.randrange(start + 1, len(text) + 1)
        assert list(kept.marks(text, start, end)) == list(TermMatcher(asked).marks(text, start, end))


@pytest.mark.parametrize(
    "characters", ["“”–…", "éßœ", "e\u0301İς", "検索か\ud800", "٣²½_", "กำ", "\U0001f600\U0001d400"]
)
def test_a_table_has_the_words_that_the_expression_finds(characters: str) -> None:
    pick = random.Random(7)  # noqa: S311  # the same text in each run
    text = "".join(pick.choices(f"{characters}abc \n.", k=400))
    table = WordOffsets(text, str.lower, lambda _: None)
    places = range(*table.inside(0, len(text)))
    assert [(table.start(n), table.end(n)) for n in places] == [each.span() for each in WORD.finditer(text)]
