"""The best passages that fit: whole pieces, in a number of tokens, with where they stand."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import SupportsIndex

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.detect import parse_file
from dowse.indexing.batches import TimeBudget, embed_pending
from dowse.indexing.linking import link_pending
from dowse.model.document import Document
from dowse.search.execute import Request, execute
from dowse.search.passages.packing import PackedPassages, pack
from dowse.search.passages.passage_budget import AnswerLimit
from dowse.search.passages.passage_headings import headings_at
from dowse.search.passages.passage_spans import pieces_of
from dowse.search.profiles import DEFAULT
from tests.contract.engines import Engine, fill
from tests.making_embedder import Hashing
from tests.tier_parameters import examples, slow_after

_HASHING = Hashing()
_LONG = ("kelp", "otter", "urchin", "tide", "rock", "storm", "gull", "sand")


class Overlap:
    """Judges a text by the share of the query's words that it holds."""

    name = "overlap"

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """One score a text."""
        asked = set(query.casefold().split())
        return [len(asked & set(text.casefold().split())) / len(asked) for text in texts]


def document(path: str, text: str) -> Document:
    """A Markdown file, parsed."""
    return parse_file(path, text.encode(), modified=0.0)


def words(text: str) -> int:
    """A tokenizer for tests: words are tokens."""
    return len(text.split())


def packed(engine: Engine, query: str, budget: int, *documents: Document, limit: int = 20) -> PackedPassages:
    """What of the documents fits."""
    fill(engine, *documents)
    embed_pending(engine, _HASHING, budget=TimeBudget(time.monotonic), progress=lambda _: None)
    execution = execute(Request(query, limit), DEFAULT, engine, now=0.0, embedder=_HASHING, scorer=Overlap())
    return pack(execution.answer.hits, execution.run, budget, words)


def paragraphs(*texts: str) -> str:
    """The texts as long paragraphs, each of which is a piece of its own."""
    return "\n\n".join(f"{text} {' '.join(_LONG * 20)}." for text in texts)


_TAX = document(
    "tax.md", f"# Tax\n\n## History\n\n{paragraphs('kelp')}\n\n## Rates\n\n{paragraphs('the carbon tax rate')}\n"
)
_BEES = document("bees.md", "# Bees\n\nBees pay no carbon tax.\n")


def test_what_answers_comes_before_what_only_stands_in_the_same_document(engine: Engine) -> None:
    found = packed(engine, "carbon tax rate", 200, _TAX)
    (excerpt,) = found.excerpts
    assert excerpt.headings == ("Tax", "Rates")
    assert "the carbon tax rate" in excerpt.text
    assert found.left_out == 1


def test_an_excerpt_is_what_stands_in_its_lines(engine: Engine) -> None:
    for excerpt in packed(engine, "carbon tax", 1_000, _TAX, _BEES).excerpts:
        text = (_TAX if excerpt.hit.ref.doc == "tax.md" else _BEES).text
        assert excerpt.text in text
        lines = text.split("\n")[excerpt.line - 1 : excerpt.end_line]
        assert "\n".join(lines) == excerpt.text


def test_adjacent_pieces_are_one_passage(engine: Engine) -> None:
    text = paragraphs("carbon tax one", "carbon tax two", "carbon tax three")
    (excerpt,) = packed(engine, "carbon tax", 10_000, document("a.md", f"# A\n\n{text}\n")).excerpts
    assert excerpt.text.endswith(text)


def test_a_heading_alone_is_no_passage(engine: Engine) -> None:
    found = packed(engine, "carbon tax", 1_000, document("a.md", "# Carbon tax\n\n## Carbon\n\n## Tax\n\ncarbon tax\n"))
    assert [excerpt.text for excerpt in found.excerpts] == ["## Tax\n\ncarbon tax"]


def test_a_smaller_passage_takes_the_place_of_one_that_does_not_fit(engine: Engine) -> None:
    long = document("long.md", f"# Carbon tax\n\n{paragraphs('carbon tax')}\n")
    found = packed(engine, "carbon tax", 60, long, _BEES)
    assert [excerpt.hit.ref.doc for excerpt in found.excerpts] == ["bees.md"]
    assert found.left_out == 1
    assert found.left_out_tokens > 100


def test_of_the_pieces_of_one_long_line_the_one_with_the_words_counts(engine: Engine) -> None:
    long = document("long.md", f"# Shore\n\n{'sand ' * 300}the carbon tax {'kelp ' * 300}{'gull ' * 300}\n")
    (excerpt,) = packed(engine, "carbon tax", 400, long).excerpts
    assert "carbon tax" in excerpt.text


def test_the_best_piece_is_named_with_its_size_if_it_does_not_fit(engine: Engine) -> None:
    long = document("long.md", f"# Carbon tax\n\n{paragraphs('carbon tax')}\n")
    omitted_best = packed(engine, "carbon tax", 60, long, _BEES).omitted_best
    assert omitted_best is not None
    assert (omitted_best.path, omitted_best.line, omitted_best.end_line) == ("long.md", 1, 3)
    assert omitted_best.tokens > 100
    assert packed(engine, "carbon tax", omitted_best.tokens - 1, long, _BEES).omitted_best is not None
    assert packed(engine, "carbon tax", omitted_best.tokens, long, _BEES).omitted_best is None
    assert packed(engine, "carbon tax", 1_000, long, _BEES).omitted_best is None


def test_documents_come_in_the_order_of_the_hits_and_passages_in_that_of_their_lines(engine: Engine) -> None:
    apart = "# A\n\n## One\n\ncarbon tax rate\n\n## Two\n\nnothing\n\n## Three\n\nrate of the carbon tax\n"
    others = (_BEES, document("far.md", f"# Far\n\n{paragraphs('carbon')}\n"))
    found = packed(engine, "carbon tax rate", 5_000, document("apart.md", apart), *others)
    assert [(each.hit.ref.doc, each.headings[-1]) for each in found.excerpts[:3]] == [
        ("apart.md", "One"),
        ("apart.md", "Three"),
        ("bees.md", "Bees"),
    ]


def test_a_document_of_properties_alone_gives_its_properties(engine: Engine) -> None:
    found = packed(engine, "carbon", 500, document("a.md", "---\ntopic: carbon tax\n---\n"))
    assert "topic: carbon tax" in found.excerpts[0].text


def test_nothing_found_is_nothing_packed(engine: Engine) -> None:
    assert packed(engine, "+zebra", 500, _TAX) == PackedPassages((), 0, 0, 0)


def test_without_a_judge_the_place_of_the_snippet_is_given(engine: Engine) -> None:
    fill(engine, _TAX)
    execution = execute(Request("carbon tax rate"), DEFAULT, engine, now=0.0)
    (excerpt,) = pack(execution.answer.hits, execution.run, 1_000, words).excerpts
    assert excerpt.headings == ("Tax", "Rates")


_PLANS = tuple(
    document(f"{name}.md", f"---\ntags: [plan]\n---\n# {name}\n\n{paragraphs(f'{name} aim', f'{name} cost')}\n")
    for name in ("harbour", "market")
)


def test_filters_alone_give_the_whole_documents_if_they_fit(engine: Engine) -> None:
    found = packed(engine, "tag:plan", 10_000, *_PLANS)
    assert [excerpt.text.count("kelp otter") for excerpt in found.excerpts] == [40, 40]
    assert (found.left_out, found.left_out_tokens) == (0, 0)


def test_filters_alone_give_the_first_piece_of_each_document_before_the_second_of_any(engine: Engine) -> None:
    found = packed(engine, "tag:plan", 350, *_PLANS)
    assert ["aim" in excerpt.text for excerpt in found.excerpts] == [True, True]
    assert found.left_out == 2


def test_a_condition_on_one_passage_gives_that_passage_alone(engine: Engine) -> None:
    chores = document("chores.md", f"# Chores\n\n- [ ] call the mill\n\n{paragraphs('kelp', 'otter')}\n")
    (excerpt,) = packed(engine, "task-todo:call", 10_000, chores).excerpts
    assert "storm" not in excerpt.text


def test_a_document_of_one_piece_is_not_compared_with_itself(engine: Engine) -> None:
    judged: list[str] = []

    class Listening(Overlap):
        def score(self, query: str, texts: Sequence[str]) -> list[float]:
            judged.extend(texts)
            return super().score(query, texts)

    fill(engine, _TAX, _BEES)
    execution = execute(Request("carbon tax"), DEFAULT, engine, now=0.0)
    found = pack(execution.answer.hits, replace(execution.run, scorer=Listening()), 1_000, words)
    assert {each.hit.head.path for each in found.excerpts} == {"tax.md", "bees.md"}
    assert judged
    assert not any("Bees" in text for text in judged)


def test_documents_that_no_room_is_left_for_are_not_scored(engine: Engine) -> None:
    scored: list[str] = []

    class Listening(Overlap):
        def score(self, query: str, texts: Sequence[str]) -> list[float]:
            scored.extend(texts)
            return super().score(query, texts)

    names = (f"{n:02}" for n in range(20))
    fill(engine, *(document(f"{n}.md", f"# {n}\n\n{paragraphs('carbon tax', 'kelp')}\n") for n in names))
    execution = execute(Request("carbon tax", 20), DEFAULT, engine, now=0.0)
    hits = tuple(hit.scored(1.0 - 0.04 * n, "test", 1.0) for n, hit in enumerate(execution.answer.hits))
    found = pack(hits, replace(execution.run, scorer=Listening()), 1_000, words)
    assert len(found.excerpts) >= 4
    assert found.left_out + len(found.excerpts) == 40
    assert 4 <= len(scored) <= 20


def test_passages_fit_as_they_are_written(engine: Engine) -> None:
    written = AnswerLimit(900, lambda _, tokens: tokens + 100)
    fill(engine, *(document(f"{n}.md", f"# {n}\n\n{paragraphs('carbon tax')}\n") for n in range(9)))
    execution = execute(Request("carbon tax"), DEFAULT, engine, now=0.0)
    found = pack(execution.answer.hits, execution.run, 5_000, words, written=written)
    sizes = [words(each.text) + 100 for each in found.excerpts]
    assert sum(sizes) <= 900
    assert sum(sizes) + max(sizes) > 900


class Counted(str):  # noqa: SLOT000  # it has a counter
    """A text that counts how many characters of it were copied."""

    copied = 0

    def __getitem__(self, key: SupportsIndex | slice) -> str:
        """Characters of the text."""
        part = super().__getitem__(key)
        self.copied += len(part)
        return part

    def lower(self) -> str:
        """All of the text."""
        return self[:].lower()

    def translate(self, table: object) -> str:
        """All of the text."""
        return self[:].translate(table)  # type: ignore[arg-type]  # whatever str takes


@pytest.mark.parametrize("letter", ["e", "é"])
def test_a_long_text_is_read_a_few_times_and_not_once_a_piece(letter: str) -> None:
    made = document("long.md", f"# Long\n\n{paragraphs(*(f'carb{letter}n tax {n}' for n in range(200)))}\n")
    text = Counted(made.text)
    engine = MemoryEngine()
    fill(engine, replace(made, text=text))
    execution = execute(Request("tax"), DEFAULT, engine, now=0.0)
    text.copied = 0
    assert pack(execution.answer.hits, execution.run, 1_000, words).left_out
    assert text.copied < 15 * len(text)


@pytest.mark.parametrize("seed", slow_after(4, range(examples(20))))
def test_no_budget_is_exceeded_and_no_text_is_given_twice(seed: int, engine: Engine) -> None:
    random_ = random.Random(seed)  # noqa: S311  # for tests, here and below
    documents = [document(f"{n}.md", _anything(random_)) for n in range(6)]
    budget = random_.randint(100, 2_000)
    found = packed(engine, "kelp and otter", budget, *documents)
    assert sum(words(excerpt.text) for excerpt in found.excerpts) <= found.tokens <= budget
    spans = [(excerpt.hit.ref.doc, excerpt.line, excerpt.end_line) for excerpt in found.excerpts]
    assert len(spans) == len(set(spans))
    assert all(end >= start for _, start, end in spans)


@pytest.mark.parametrize("seed", range(20))
def test_pieces_lie_in_order_do_not_overlap_and_hold_all_but_blanks_and_lonely_headings(seed: int) -> None:
    made = document("a.md", _anything(random.Random(seed)))  # noqa: S311
    pieces = pieces_of(made)
    ends = [made.body_start, *(end for _, end in pieces)]
    starts = [*(start for start, _ in pieces), len(made.text)]
    for end, start in zip(ends, starts, strict=True):
        assert end <= start
        rest = made.text[end:start].split("\n")
        assert [line for line in rest if line.strip() and not line.startswith("#")] == []
    assert all(end - start <= 2_400 for start, end in pieces)


@pytest.mark.parametrize("seed", range(5))
def test_the_pieces_of_a_document_are_the_same_the_second_time(seed: int) -> None:
    made = document(f"again{seed}.md", _anything(random.Random(seed)))  # noqa: S311
    first = pieces_of(made)
    assert pieces_of(made) == first
    assert pieces_of(document("a.txt", made.text)) != [] or first == []


def test_headings_are_those_above_from_the_outside_in() -> None:
    made = document("a.md", "intro\n\n# A\n\n## B\n\n### C\n\nhere\n\n## D\n\nthere\n")
    assert headings_at(made, made.text.index("intro")) == ()
    assert headings_at(made, made.text.index("here")) == ("A", "B", "C")
    assert headings_at(made, made.text.index("there")) == ("A", "D")


_SOURCE = f"""import os

class Mill:
    size = 1

    def grind(self):
        def stone():
            return "{" ".join(_LONG * 20)}"
        return stone()

    def small(self):
        def own():
            return 2
        return own()

    tail = 5

print(Mill)

def last():
    pass
"""


def test_pieces_of_source_code_cut_each_line_once() -> None:
    made = document("mill.py", _SOURCE)
    lines = [line.strip() for span in pieces_of(made) for line in made.text[slice(*span)].split("\n") if line.strip()]
    assert lines == [line.strip() for line in _SOURCE.split("\n") if line.strip()]


def test_a_small_symbol_is_one_piece_with_those_inside_it_and_a_bracket_alone_is_none() -> None:
    made = document("mill.py", _SOURCE)
    starts = [made.text[slice(*span)].split("\n")[0] for span in pieces_of(made)]
    assert [start.split('"')[0] for start in starts] == [
        "import os",
        "class Mill:",
        "def grind(self):",
        "def stone():",
        "return stone()",
        "def small(self):",
        "tail = 5",
        "print(Mill)",
        "def last():",
    ]
    text = f"class Mill {{\n  grind() {{\n    return '{' '.join(_LONG * 20)}';\n  }}\n}}\n"
    made = document("mill.ts", text)
    assert made.text[slice(*pieces_of(made)[-1])].endswith(";\n  }")


def test_what_is_left_out_of_source_code_counts_no_symbol_twice(engine: Engine) -> None:
    fill(engine, document("mill.py", _SOURCE))
    execution = execute(Request("mill"), DEFAULT, engine, now=0.0)
    found = pack(execution.answer.hits, execution.run, 10_000, len)
    assert found.left_out == 8
    assert found.left_out_tokens + found.tokens <= 1.1 * len(_SOURCE)


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("import os", ()),
        ("size", ("Mill",)),
        ("return 2", ("Mill", "small", "own")),
        ("return stone", ("Mill", "grind")),
        ("tail", ("Mill",)),
        ("print", ()),
        ("pass", ("last",)),
    ],
)
def test_the_symbols_of_a_place_are_those_around_it(text: str, symbols: tuple[str, ...]) -> None:
    made = document("mill.py", _SOURCE)
    assert headings_at(made, made.text.index(text)) == symbols


@pytest.mark.parametrize(
    ("path", "text", "symbols"),
    [
        (
            "a.go",
            "package a\n\ntype Mill struct {\n\tsize int\n}\n\nfunc (m *Mill) Grind() {\n\tstone()\n}\n",
            ("Mill", "Grind"),
        ),
        (
            "a.rs",
            "struct Mill { size: u32 }\n\nimpl Mill {\n    fn grind(&self) {\n        stone()\n    }\n}\n",
            ("Mill", "grind"),
        ),
        ("a.cpp", "class Mill { void grind(); };\n\nvoid Mill::grind() {\n  stone();\n}\n", ("Mill", "grind")),
    ],
)
def test_a_method_outside_of_its_type_has_the_type_above_it(path: str, text: str, symbols: tuple[str, ...]) -> None:
    made = document(path, text)
    assert headings_at(made, text.index("stone")) == symbols


def _anything(random_: random.Random) -> str:
    """A document of headings, paragraphs, long lines and blanks in any order."""
    parts: list[str] = []
    for _ in range(random_.randint(1, 12)):
        kind = random_.randrange(4)
        some = " ".join(random_.choices(_LONG, k=random_.choice((1, 5, 40, 300))))
        parts.append((f"{'#' * random_.randint(1, 4)} {random_.choice(_LONG)}", some, f"{some}. {some}.", "")[kind])
    return "\n\n".join(parts) + "\n"


def _packed_source(engine: Engine, query: str, budget: int, source: str) -> PackedPassages:
    """What of the source fits, for a filter on its symbols."""
    fill(engine, document("mill.py", source))
    link_pending(engine, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    execution = execute(Request(query), DEFAULT, engine, now=0.0)
    return pack(execution.answer.hits, execution.run, budget, words)


_STEPS = "\n".join(f"        step_{n} = {n} + {n}" for n in range(30))
_METHODS = "\n\n".join(f"    def other_{n}(self):\n{_STEPS}\n        return step_1" for n in range(8))
_MILL = f"""class Mill:
    def stop(self):
        return 1

{_METHODS}

    def turn(self):
{_STEPS}

{_STEPS}

        return self.stop()

{_METHODS.replace("other", "last")}
"""


@pytest.mark.parametrize("query", ["calls:Mill.stop", "symbol:Mill.turn"])
def test_the_passages_of_a_selected_symbol_are_its_own_text(query: str, engine: Engine) -> None:
    found = _packed_source(engine, query, 2_000, _MILL)
    (excerpt,) = found.excerpts
    assert excerpt.headings == ("Mill", "turn")
    assert excerpt.text.startswith("def turn(self):")
    assert excerpt.text.endswith("return self.stop()")
    assert (found.left_out, found.left_out_tokens) == (0, 0)


def test_the_piece_with_the_call_comes_first(engine: Engine) -> None:
    found = _packed_source(engine, "calls:Mill.stop", 170, _MILL)
    (excerpt,) = found.excerpts
    assert excerpt.text.endswith("return self.stop()")
    assert found.left_out == 1  # of the method, and none of the others


def test_every_call_comes_before_what_has_none(engine: Engine) -> None:
    steps = _STEPS.replace("        ", "    ")
    callers = "\n\n".join(f"def caller_{n}():\n{steps}\n\n    # stop\n\n{steps}\n\n    stop()" for n in range(4))
    found = _packed_source(engine, "calls:stop", 680, f"def stop(): pass\n\n{callers}\n")
    assert len(found.excerpts) == 4
    assert all("stop()" in each.text for each in found.excerpts)


def test_of_a_file_with_an_import_only_the_import_is_packed(engine: Engine) -> None:
    found = _packed_source(engine, "imports:numpy", 2_000, f"# numpy\n\n{_MILL}\n\ndef late():\n    import numpy\n")
    (excerpt,) = found.excerpts
    assert "import numpy" in excerpt.text
    assert "class Mill" not in excerpt.text
    assert found.left_out == 0


def test_the_text_of_a_selected_symbol_is_packed_once(engine: Engine) -> None:
    source = "def stop(): pass\n\ndef outer():\n    def inner():\n        stop()\n    stop()\n"
    found = _packed_source(engine, "calls:stop", 2_000, source)
    text = "\n".join(each.text for each in found.excerpts)
    assert text.count("stop()") == 2


def test_a_call_in_the_first_line_of_a_piece_is_packed_with_that_piece(engine: Engine) -> None:
    steps = _STEPS.replace("        ", "    ")
    found = _packed_source(
        engine, "calls:stop", 170, f"def stop(): pass\n\ndef go():\n{steps}\n\n    stop()\n{steps}\n"
    )
    (excerpt,) = found.excerpts
    assert excerpt.text.startswith("stop()")
