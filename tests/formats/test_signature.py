"""Signatures of documents."""

from __future__ import annotations

import random

import pytest

from dowse.formats.detect import parse_file
from dowse.formats.minhash import signature
from dowse.formats.signature import are_equal, common_parts, resemblance
from dowse.model.document import SIGNATURE_BYTES

_WORDS = [f"word{n}" for n in range(400)]


def _signature(text: str) -> bytes:
    return signature(parse_file("a.md", text.encode(), modified=0.0))


def test_a_signature_is_the_same_on_each_computer() -> None:
    made = _signature(" ".join(_WORDS))
    assert len(made) == SIGNATURE_BYTES
    assert made[:12].hex() == "bd8151f33195fed08285f929"


@pytest.mark.parametrize("changed", [0, 4, 20, 60])
def test_a_resemblance_is_near_the_share_of_common_word_sequences(changed: int) -> None:
    other = (
        [f"other{word}" if n % (400 // changed) == 0 else word for n, word in enumerate(_WORDS)] if changed else _WORDS
    )
    one, two = ({*zip(text, text[1:], text[2:], strict=False)} for text in (_WORDS, other))
    estimated = resemblance(_signature(" ".join(_WORDS)), _signature(" ".join(other)))
    assert estimated == pytest.approx(len(one & two) / len(one | two), abs=0.15)


def test_texts_without_a_common_sequence_do_not_resemble() -> None:
    assert resemblance(_signature(" ".join(_WORDS)), _signature(" ".join(reversed(_WORDS)))) < 0.1


def test_case_blanks_and_properties_do_not_count() -> None:
    text = " ".join(_WORDS)
    assert are_equal(_signature(text), _signature(f"---\nid: 4\n---\n{text.upper()}\n\n"))


def test_a_short_text_resembles_only_an_equal_text_with_equal_properties() -> None:
    one = _signature("---\nid: 4\n---\nA few words.\n")
    assert resemblance(one, _signature("---\nid: 4\n---\nA few  words.\n")) == 1.0
    assert resemblance(one, _signature("---\nid: 5\n---\nA few words.\n")) == 0.0
    assert resemblance(one, _signature("---\nid: 4\n---\nA few word.\n")) == 0.0


@pytest.mark.parametrize("text", ["", "---\ntags: [daily]\n---\n", "# Notes\n\n## Tasks\n- [ ] \n", "Notes\n=====\n"])
def test_a_short_text_of_headings_alone_has_no_signature(text: str) -> None:
    assert _signature(text) == b""
    assert _signature(f"{text}\none word\n") != b""


def test_documents_without_a_signature_are_not_equal() -> None:
    assert not are_equal(b"", b"")
    assert resemblance(b"", b"") == 0.0


@pytest.mark.parametrize("least", [0.2, 0.5, 0.9, 0.95, 1.0])
def test_signatures_that_resemble_each_other_have_a_part_in_common(least: float) -> None:
    chance = random.Random(7)  # noqa: S311  # texts, not secrets
    one = _signature(" ".join(_WORDS))
    for _ in range(300):
        places = set(chance.sample(range(SIGNATURE_BYTES), chance.randint(0, SIGNATURE_BYTES)))
        other = bytes(chance.randrange(256) if n in places else byte for n, byte in enumerate(one))
        has_common = bool({*common_parts(one, least)} & {*common_parts(other, least)})
        assert has_common or resemblance(one, other) < least


def test_a_resemblance_is_the_share_of_equal_classes_without_those_that_are_empty_in_both() -> None:
    chance = random.Random(1)  # noqa: S311  # signatures, not secrets
    for _ in range(200):
        one, other = (bytes(chance.choices(range(3), k=SIGNATURE_BYTES)) for _ in range(2))
        if not are_equal(one, other):
            filled = [(a, b) for a, b in zip(one[8:], other[8:], strict=True) if a or b]
            assert resemblance(one, other) == sum(a == b for a, b in filled) / len(filled)
    assert resemblance(b"a" + bytes(SIGNATURE_BYTES - 1), b"b" + bytes(SIGNATURE_BYTES - 1)) == 0.0
