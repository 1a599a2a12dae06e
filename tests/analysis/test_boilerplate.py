"""Which lines are boilerplate, and where they are in a text."""

from __future__ import annotations

import random

import pytest

from dowse.analysis.boilerplate import NO_BOILERPLATE, Boilerplate, SharedLines, line_key, shared_lines


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("  [Edit](https://x.dev/a.md)  |  [Copy](a.md) ", "[Edit]() | [Copy]()"),
        ('<a href="https://x.dev/a">Edit</a>', '<a href="">Edit</a>'),
        ("Up: [[notes/home|Home]]", "Up: [[Home]]"),
        ("Up: [[home]]", "Up: [[home]]"),
        ("## Open obsidian://open?vault=a", "Open"),
        ("| --- | --- |", ""),
        ("word " * 2_000, ""),
    ],
)
def test_a_line_compares_without_targets_and_marks(line: str, key: str) -> None:
    assert line_key(line) == key


def test_a_line_that_half_of_the_texts_have_is_shared() -> None:
    texts = [f"Text {n}\n{'Footer' * (n % 2)}\n{'Rare' * (n % 3 == 0)}" for n in range(60)]
    assert shared_lines(texts) == {"Footer"}


def test_a_line_that_fewer_than_twenty_texts_have_is_not_shared() -> None:
    assert shared_lines(["Footer"] * 19) == frozenset()


@pytest.mark.parametrize("shares", [(0.3, 0.5, 0.7), (0.5,) * 80])
def test_lines_are_shared_by_half_of_the_texts_whatever_their_lengths(shares: tuple[float, ...]) -> None:
    chance = random.Random(1)  # noqa: S311  # texts, not secrets
    texts = [
        "\n".join([f"line {n}" for n, share in enumerate(shares) if chance.random() < share] + [f"own {k}"] * (k % 7))
        for k in range(60)
    ]
    having = {f"line {n}": sum(f"line {n}" in text.split("\n") for text in texts) for n in range(len(shares))}
    assert shared_lines(texts) == {line for line, count in having.items() if count >= 30}


def test_at_most_200_lines_are_shared() -> None:
    assert len(shared_lines(["\n".join(f"line {n}" for n in range(300))] * 20)) == 200


def test_the_fact_of_an_index_restores_the_lines() -> None:
    found = Boilerplate.of(["Footer", "Edit in GitHub"])
    assert Boilerplate.parsed(found.fact) == found


@pytest.mark.parametrize("fact", ["", "abc", "{}", "é" * 16, "0" * 16 + "\n" + "0" * 16, "0123456789abcdef " * 300])
def test_a_fact_that_dowse_does_not_write_has_no_lines(fact: str) -> None:
    assert Boilerplate.parsed(fact) == NO_BOILERPLATE


def test_spans_are_the_whole_lines_that_overlap() -> None:
    text = "Text\n# Footer\nMore\nFooter"
    spans = Boilerplate.of(["Footer"]).spans
    assert [text[start:end] for start, end in spans(text, (8, len(text)))] == ["# Footer\n", "Footer"]
    assert list(spans(text, (0, 5))) == []
    assert list(spans(text, (20, 99))) == [(19, 25)]


@pytest.mark.parametrize("seed", range(3))
def test_both_ways_to_find_the_lines_agree(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  # texts, not secrets
    lines = ("Edit in GitHub", "## Edit", "[Edit](a/b.md)", "", "in GitHub", "a git footer", " Edit  in GitHub", "---")
    text = "\n".join(chance.choices(lines, k=40))
    keys = ("Edit in GitHub", "Edit", "[Edit]()")
    assert SharedLines(keys)(text) == Boilerplate.of(keys).lines(text)


def test_a_line_whose_only_words_are_targets_of_links_is_not_boilerplate() -> None:
    texts = [f"Note {n} about something.\n![](https://img.example/{n}.png)\n[](a{n}.md)\n" for n in range(40)]
    assert shared_lines(texts) == frozenset()
    assert SharedLines(shared_lines(texts))(texts[0]) == []
