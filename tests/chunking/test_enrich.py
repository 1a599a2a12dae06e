"""The prefix of a chunk: whole in an ordinary document, bounded in any."""

from __future__ import annotations

from functools import cache

import pytest

from dowse.chunking.by_paragraph import ByParagraph
from dowse.chunking.by_section import BySection
from dowse.chunking.by_window import ByWindow
from dowse.chunking.chunker import Chunker
from dowse.chunking.enrich import prefix
from dowse.formats.detect import parse_file
from dowse.model.document import Document
from tests.making import make, sectioned

_CHUNKERS = (BySection(), ByParagraph(), ByWindow())
_FREE = 400_000  # characters of 500 chunks
_TIMES = 8  # the text itself, overlapping text, four times as many tags, a title and a heading for every 250 characters


@cache
def _note(text: str) -> Document:
    return parse_file("a.md", text.encode(), modified=0.0)


_WORST = {
    "tags": " ".join(f"#tag{n}" for n in range(6_000)),
    "tags among sections": "".join(f"## H{n}\n\n#t{n} some words\n\n" for n in range(3_000)),
    "a title of a thousand words": f"---\ntitle: {'word ' * 5_000}\n---\n" + "# a\n\nb\n\n" * 3_000,
    "an area of a thousand words": f"---\narea: {'word ' * 5_000}\n---\n" + "# a\n\nb\n\n" * 3_000,
    "a summary of a thousand words": f"---\nsummary: {'word ' * 5_000}\n---\n" + "# a\n\nb\n\n" * 3_000,
    "a heading of a thousand words": f"# {'word ' * 5_000}\n\n" + "Some words. " * 10_000,
    "headings": "".join(f"# {n}\n" for n in range(4_000)),
}


@pytest.mark.parametrize("chunker", _CHUNKERS, ids=lambda chunker: chunker.fingerprint)
@pytest.mark.parametrize("text", _WORST.values(), ids=_WORST.keys())
def test_all_chunks_with_their_prefixes_and_headings_are_in_proportion_to_the_text(text: str, chunker: Chunker) -> None:
    chunks = chunker(_note(text))
    assert sum(len(chunk.enriched) + len(chunk.heading) for chunk in chunks) <= _FREE + _TIMES * len(text)


def test_up_to_200_characters_of_tags_stand_before_every_chunk_however_short_the_text() -> None:
    document = make(text="x", title="", tags=tuple(f"tag-{n:02}" for n in range(25)))
    listed = ", ".join(sorted(document.head.tags))
    assert (len(listed), prefix(document, 1_000)) == (198, f"[Tags: {listed}] ")


def test_a_tag_above_the_limit_is_left_out_whole() -> None:
    document = make(text="x", title="", tags=("a" * 150, "b" * 100, "c"))
    assert prefix(document, 1_000) == f"[Tags: {'a' * 150}] "


def test_the_tags_of_a_long_text_may_be_longer_than_those_of_a_short_one() -> None:
    tags = tuple(f"kubernetes-io-{n:03}" for n in range(90))
    assert all(tag in prefix(make(text="word " * 20_000, tags=tags), 72) for tag in tags)


def test_a_title_longer_than_200_characters_is_cut() -> None:
    assert prefix(make(title="t" * 300), 1) == f"[Title: {'t' * 200}] "


@pytest.mark.parametrize("key", ["summary", "description", "desc"])
def test_the_summary_stands_before_every_chunk_under_each_of_its_keys(key: str) -> None:
    document = _note(f"---\ntitle: T\n{key}: About bees.\n---\n# One\n\na\n\n# Two\n\nb\n")
    assert {chunk.prefix for chunk in BySection()(document)} == {"[Title: T] [Summary: About bees.] "}


def test_a_summary_and_another_description_are_both_embedded() -> None:
    document = _note("---\ntitle: T\nsummary: About bees.\ndescription: And honey.\n---\nx\n")
    assert prefix(document, 1) == "[Title: T] [Summary: About bees. And honey.] "


def test_a_description_equal_to_the_summary_is_embedded_once() -> None:
    document = _note("---\ntitle: T\nsummary: About bees.\ndescription: About  bees.\n---\nx\n")
    assert prefix(document, 1) == "[Title: T] [Summary: About bees.] "


def test_summary_and_description_longer_than_200_characters_are_cut_after_a_word() -> None:
    document = make(title="", summary="honey " * 30, description="wax " * 30)
    assert prefix(document, 1) == f"[Summary: {'honey ' * 30}{'wax ' * 5}".rstrip() + "] "


def test_a_long_summary_without_spaces_is_cut_at_200_characters() -> None:
    assert prefix(make(title="", summary="蜂" * 300), 1) == f"[Summary: {'蜂' * 200}] "


def test_a_long_summary_with_a_space_near_its_beginning_keeps_its_length() -> None:
    assert prefix(make(title="", summary="概要 " + "蜂" * 300), 1) == f"[Summary: 概要 {'蜂' * 197}] "


def test_a_chunker_without_enrichment_embeds_no_summary() -> None:
    (chunk,) = BySection(enrich=False)(_note("---\nsummary: About bees.\n---\nx\n"))
    assert chunk.enriched == "x"


def test_500_sections_of_a_word_are_500_chunks() -> None:
    sections = tuple((f"h{n}", 2, f"## h{n}\n\nword\n\n") for n in range(500))
    assert len(BySection()(sectioned("a.md", *sections))) == 500


def test_thousands_of_sections_of_a_word_are_merged() -> None:
    document = sectioned("a.md", *((f"h{n}", 2, f"## h{n}\n\nword\n\n") for n in range(3_000)))
    chunks = BySection()(document)
    assert len(chunks) <= 2 + len(document.text) // 250


def test_merged_sections_keep_all_their_text() -> None:
    document = sectioned("a.md", *((f"h{n}", 2, f"## h{n}\n\nword{n}\n\n") for n in range(3_000)))
    text = "\n\n".join(chunk.text for chunk in BySection()(document))
    assert text == document.text.strip()


def test_thousands_of_long_sections_are_chunks_of_their_own() -> None:
    sections = tuple((f"h{n}", 2, f"## h{n}\n\n{'word ' * 60}\n\n") for n in range(2_000))
    assert len(BySection()(sectioned("a.md", *sections))) == 2_000


def test_the_triggers_of_a_skill_are_a_part_of_its_summary_and_those_of_a_note_are_none() -> None:
    skill = make(kind="skill", title="Release", description="how a version leaves", triggers=("ship it", "publish"))
    note = make(title="Release", description="how a version leaves", triggers=("ship it", "publish"))
    assert prefix(skill, 1) == "[Title: Release] [Summary: how a version leaves ship it publish] "
    assert prefix(note, 1) == "[Title: Release] [Summary: how a version leaves] "
