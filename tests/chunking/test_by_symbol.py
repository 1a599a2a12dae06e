"""Chunks of source code: what they cover, how long they are, what they are called."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from dowse.chunking.by_symbol import symbol_chunks
from dowse.formats.detect import parse_file
from dowse.model.document import Document
from dowse.model.ref import Ref

_LINES = st.sampled_from(
    [
        "def short(): return 1",
        "class Long:",
        "    def method(self):",
        "        return 'é' * 3",
        "    x = [" + "1, " * 60 + "]",
        "value = 'text '  # " + "comment " * 30,
        "",
        "@decorated",
        "if True: pass",
    ]
)
_SOURCES = st.lists(_LINES, max_size=80).map("\n".join)


def _parsed(text: str) -> Document:
    return parse_file("src/app_tools.py", text.encode(), modified=0.0)


@settings(derandomize=True, database=None, deadline=None, max_examples=150)
@given(_SOURCES)
def test_chunks_cover_all_but_blanks_and_have_references_of_their_own(text: str) -> None:
    document = _parsed(text)
    chunks = symbol_chunks(document)
    covered = {at for chunk in chunks for at in range(chunk.start, chunk.end)}
    assert not "".join(document.text[at] for at in range(len(text)) if at not in covered).strip()
    assert all(chunk.text == document.text[chunk.start : chunk.end] for chunk in chunks)
    assert all(len(chunk.text) <= 1_500 for chunk in chunks)
    assert len({chunk.ref for chunk in chunks}) == len(chunks) >= 1


def test_small_neighbours_are_one_chunk_of_the_document() -> None:
    (chunk,) = symbol_chunks(_parsed("def a(): pass\n\n\ndef b(): pass\n"))
    assert chunk.ref == Ref("src/app_tools.py")


def test_a_chunk_has_the_innermost_symbol_around_it() -> None:
    body = "\n".join(f"        self.line{n} = {n}  # assigned for a reason that takes some words" for n in range(20))
    text = f"class Holder:\n    def __init__(self):\n{body}\n\n    def other(self):\n{body}\n"
    chunks = symbol_chunks(_parsed(text))
    assert [(str(chunk.ref), chunk.heading) for chunk in chunks] == [
        ("src/app_tools.py#Holder", "Holder"),
        ("src/app_tools.py#Holder.__init__", "Holder.__init__"),
        ("src/app_tools.py#Holder.other", "Holder.other"),
    ]


def test_each_chunk_is_embedded_with_the_words_of_the_path() -> None:
    assert {chunk.prefix for chunk in symbol_chunks(_parsed("x = 1\n"))} == {"[Title: src app tools] "}
