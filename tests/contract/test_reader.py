"""What every engine answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from dowse.engines.indexed_fields import FIELD_ORDER
from dowse.engines.sqlite.selection import selection
from dowse.formats.detect import parse_file
from dowse.graph.addresses import label_key
from dowse.model.document import LABELS, LANGUAGE, Document, Link, Unit
from dowse.model.hit import SEMANTIC, cosine_of
from dowse.model.index_counts import Lengths
from dowse.model.ref import PREAMBLE, Ref
from dowse.ports.indexed_document import IndexedDocument, WriteBatch
from dowse.ports.models import Vector
from dowse.ports.storage import FieldWeights
from dowse.query.ast import (
    And,
    ExactPhrase,
    Expr,
    FieldEquals,
    MatchAll,
    MatchCase,
    Not,
    OneOf,
    Or,
    Property,
    SamePassage,
    Should,
    Word,
)
from dowse.query.extract import selecting
from dowse.query.parse import parse
from tests.contract.engines import EVENLY, Engine, fill, matching, paths, selected
from tests.making import directions, indexed, make, stating, unit, whole

_MANY = 3_000
_WANTED = 10
_DIRECTIONS = directions(_MANY, 8, seed=1)


@cache
def _crowd() -> tuple[IndexedDocument, ...]:
    """3,000 documents about apples, of which 10 are tagged; these are the oldest and score least."""
    return tuple(
        indexed(
            make(f"{n:04}.md", f"apple {n}" + " and pears" * 40, tags=("wanted",))
            if n % 300 == 0
            else make(f"{n:04}.md", f"apple apple {n}", modified=float(n + 1))
        )
        for n in range(_MANY)
    )


def _crowded(engine: Engine) -> None:
    vectors = {item.chunks[0].digest: row for item, row in zip(_crowd(), _DIRECTIONS, strict=True)}
    engine.write(WriteBatch(indexed=_crowd(), vectors=vectors))


def test_a_filter_binds_before_the_cut_whatever_ranks(engine: Engine) -> None:
    # Filtering the best 5 of 3,000 afterwards would leave none.
    _crowded(engine)
    wanted = FieldEquals("tag", "wanted")
    found = {
        "match": engine.match(("apple",), wanted, 5, weights=FieldWeights()),
        "nearest": engine.nearest(_DIRECTIONS[1], wanted, 5),
        "select": engine.select(wanted, 5),
    }
    counted = {name: sum("wanted" in hit.head.tags for hit in hits) for name, hits in found.items()}
    assert counted == {"match": 5, "nearest": 5, "select": 5}


def test_a_filter_finds_all_there_are_when_the_limit_allows(engine: Engine) -> None:
    _crowded(engine)
    assert len(engine.nearest(_DIRECTIONS[1], FieldEquals("tag", "wanted"), _WANTED * 2)) == _WANTED


def test_match_ranks_the_document_with_more_of_the_words_first(engine: Engine) -> None:
    fill(engine, make("one.md", "carbon paper"), make("both.md", "carbon tax"), make("none.md", "wool"))
    assert paths(matching(engine, "carbon", "tax")) == ["both.md", "one.md"]


def test_equal_documents_are_in_the_order_of_their_paths_whenever_they_were_written(engine: Engine) -> None:
    documents = [indexed(make(path, f"carbon {path[0]}")) for path in ("c.md", "a.md", "b.md")]
    for item in documents:
        engine.write(WriteBatch(indexed=(item,), vectors={item.chunks[0].digest: unit(1, 0)}))
    assert paths(matching(engine, "carbon")) == ["a.md", "b.md", "c.md"]
    assert paths(engine.nearest(unit(1, 0), MatchAll(), 9)) == ["a.md", "b.md", "c.md"]


def test_match_counts_a_rare_word_more_than_a_frequent_one(engine: Engine) -> None:
    common = [make(f"{n}.md", "tax law") for n in range(9)]
    fill(engine, *common, make("rare.md", "carbon law"), make("other.md", "wool"))
    assert paths(matching(engine, "tax", "carbon"))[0] == "rare.md"


def test_match_counts_a_repeated_word_again(engine: Engine) -> None:
    fill(engine, make("a.md", "carbon"), make("b.md", "wool"), make("c.md", "silk"))
    (once,), (twice,) = matching(engine, "carbon"), matching(engine, "carbon", "carbon")
    assert twice.score == pytest.approx(2 * once.score)


def test_match_finds_words_by_their_stems(engine: Engine) -> None:
    fill(engine, make("a.md", "we rotated the keys"))
    assert paths(matching(engine, "rotating", "key")) == ["a.md"]


def test_match_without_words_finds_nothing(engine: Engine) -> None:
    fill(engine, make("a.md", "text"))
    assert matching(engine) == matching(engine, "!!!", "") == ()


def test_match_in_an_empty_index_finds_nothing(engine: Engine) -> None:
    assert matching(engine, "anything") == ()


_ZEBRA_IN: Mapping[str, Document] = {
    "filename": make("zebra.md", title=""),
    "title": make("a.md", title="zebra"),
    "aliases": make("a.md", aliases=("zebra",)),
    "tags": make("a.md", tags=("zebra",)),
    "area": make("a.md", area="zebra"),
    "headings": replace(make("a.md"), units=(Unit("zebra", "zebra", 2, 0, 0),)),
    "summary": make("a.md", summary="zebra"),
    "path": replace(make("zebra/a.py"), units=(Unit(PREAMBLE, "", 0, 0, 0, kind="module"),)),
    "body": make("a.md", "zebra"),
}


@pytest.mark.parametrize("field", FIELD_ORDER)
def test_match_weighs_each_field_by_its_weight(engine: Engine, field: str) -> None:
    fill(engine, _ZEBRA_IN[field], make("x.md", "wool"), make("y.md", "silk"))
    nothing = FieldWeights(*(0.0 for _ in FIELD_ORDER))
    weighed = engine.match(("zebra",), MatchAll(), 1, weights=replace(nothing, **{field: 1.0}))
    ignored = engine.match(("zebra",), MatchAll(), 1, weights=replace(EVENLY, **{field: 0.0}))
    assert weighed[0].score > 0 == ignored[0].score


def test_nearest_ranks_chunks_by_the_dot_product(engine: Engine) -> None:
    documents = [make(f"{n}.md", f"text {n}") for n in range(3)]
    fill(engine, *documents)
    rows = (unit(0, 1), unit(1, 1), unit(1, 0))
    engine.write(WriteBatch(vectors={whole(d).digest: row for d, row in zip(documents, rows, strict=True)}))
    hits = engine.nearest(unit(1, 0), MatchAll(), 2)
    assert [(str(hit.ref), round(hit.score, 2)) for hit in hits] == [
        (f"2.md#{PREAMBLE}", 1.0),
        (f"1.md#{PREAMBLE}", 0.71),
    ]


def _long_and_short(engine: Engine) -> None:
    """`long.md` has the greater dot product with (1, 0), and `short.md` the greater cosine."""
    long, short = make("long.md", "long"), make("short.md", "short")
    fill(engine, long, short)
    rows = {whole(long).digest: unit(4, 3), whole(short).digest: np.float32(0.5) * unit(1, 0)}
    engine.write(WriteBatch(vectors=rows))


def test_a_short_vector_ranks_below_a_long_one_with_a_smaller_cosine(engine: Engine) -> None:
    _long_and_short(engine)
    found = [(hit.head.path, round(hit.score, 2)) for hit in engine.nearest(unit(1, 0), MatchAll(), 9)]
    assert found == [("long.md", 0.8), ("short.md", 0.5)]
    assert paths(engine.nearest(unit(1, 0), FieldEquals("ext", "md"), 9)) == ["long.md", "short.md"]


def test_the_evidence_of_a_near_chunk_is_the_cosine(engine: Engine) -> None:
    _long_and_short(engine)
    hits = engine.nearest(unit(1, 0), MatchAll(), 9)
    assert [reason.source for hit in hits for reason in hit.why] == [SEMANTIC, SEMANTIC]
    assert [cosine_of(hit) for hit in hits] == pytest.approx([0.8, 1.0], abs=0.01)
    assert all(cosine_of(hit) <= 1.0 for hit in hits)


def test_the_vectors_of_a_document_have_norm_1(engine: Engine) -> None:
    _one_vector(engine, np.float32(0.5) * unit(4, 3))
    (vector,) = engine.vectors("a.md").values()
    assert vector == pytest.approx(unit(4, 3), abs=0.01)


def test_nearest_finds_nothing_by_a_vector_of_another_width(engine: Engine) -> None:
    _one_vector(engine, unit(1, 0))
    assert engine.nearest(unit(1, 0, 0), MatchAll(), 9) == ()


def test_nearest_finds_no_chunk_whose_vector_is_zero_or_missing(engine: Engine) -> None:
    _one_vector(engine, np.zeros(2, np.float32))
    fill(engine, make("without.md", "no vector yet"))
    assert engine.nearest(unit(1, 0), MatchAll(), 9) == ()


def _one_vector(engine: Engine, vector: Vector) -> None:
    document = make("a.md", "text")
    fill(engine, document)
    engine.write(WriteBatch(vectors={whole(document).digest: vector}))


def test_nearest_finds_the_numbered_part_of_a_section(engine: Engine) -> None:
    document = make("a.md", "one two")
    part = replace(whole(document), ref=Ref("a.md", "goals", 1))
    engine.write(WriteBatch(indexed=(indexed(document, chunks=(part,)),), vectors={part.digest: unit(1, 0)}))
    assert [hit.ref for hit in engine.nearest(unit(1, 0), MatchAll(), 9)] == [Ref("a.md", "goals", 1)]


def test_what_is_near_is_one_chunk(engine: Engine) -> None:
    _one_vector(engine, unit(1, 0))
    assert [hit.matched_chunks for hit in engine.nearest(unit(1, 0), MatchAll(), 9)] == [1]
    assert [hit.matched_chunks for hit in matching(engine, "text")] == [0]


def test_chunks_of_equal_digest_share_one_vector(engine: Engine) -> None:
    one, two = make("one.md", "same", title="t"), make("two.md", "same", title="t")
    fill(engine, one, two)
    engine.write(WriteBatch(vectors={whole(one).digest: unit(1, 0)}))
    assert sorted(paths(engine.nearest(unit(1, 0), MatchAll(), 9))) == ["one.md", "two.md"]


def test_select_gives_the_newest_first_then_by_path(engine: Engine) -> None:
    fill(engine, make("b.md", modified=1), make("new.md", modified=2), make("a.md", modified=1))
    assert paths(engine.select(MatchAll(), 9)) == ["new.md", "a.md", "b.md"]


def test_select_stops_at_the_limit(engine: Engine) -> None:
    fill(engine, make("a.md"), make("b.md"))
    assert paths(engine.select(MatchAll(), 1)) == ["a.md"]


def test_every_selected_document_scores_one(engine: Engine) -> None:
    fill(engine, make("a.md"))
    assert [hit.score for hit in engine.select(MatchAll(), 9)] == [1.0]


SELECTIONS: Mapping[str, tuple[Expr, set[str]]] = {
    "everything": (MatchAll(), {"tax.md", "wool.md", "both.md"}),
    "a word by its stem": (Word("taxing"), {"tax.md", "both.md"}),
    "a word without letters": (Word("!!!"), {"tax.md", "wool.md", "both.md"}),
    "a natural word": (Should(Word("tax")), {"tax.md", "wool.md", "both.md"}),
    "a phrase": (ExactPhrase("wool tax"), {"both.md"}),
    "a phrase does not stem": (ExactPhrase("taxing"), set()),
    "a field": (FieldEquals("tag", "policy"), {"tax.md"}),
    "a field nobody knows": (FieldEquals("colour", "red"), set()),
    "some of these": (OneOf(frozenset({"wool.md", "gone.md"})), {"wool.md"}),
    "none of these": (OneOf(frozenset()), set()),
    "all of": (And((Word("tax"), Word("wool"))), {"both.md"}),
    "any of": (Or((FieldEquals("tag", "policy"), Word("wool"))), {"tax.md", "wool.md", "both.md"}),
    "not": (Not(Word("tax")), {"wool.md"}),
    "not any of": (Not(Or((Word("tax"), Word("silk")))), {"wool.md"}),
}


@pytest.mark.parametrize("meaning", SELECTIONS)
def test_select_follows_the_tree(engine: Engine, meaning: str) -> None:
    fill(
        engine,
        make("tax.md", "a tax", tags=("policy/climate",)),
        make("wool.md", "the wool"),
        make("both.md", "Wool  tax"),
    )
    where, wanted = SELECTIONS[meaning]
    assert selected(engine, where) == wanted


def test_the_language_as_which_a_file_was_read_counts_before_its_ending(engine: Engine) -> None:
    setup = stating(make("bin/setup", "water", kind="code"), LANGUAGE, "bash")
    header = stating(make("w.h", "water", kind="code"), LANGUAGE, "cpp")
    component = stating(make("Card", "water", kind="code"), LANGUAGE, "tsx")
    fill(engine, setup, header, component, make("c.h", kind="code"), make("x.sh", kind="code"), make("sh", "water"))
    for value, wanted in {
        "bash": {"bin/setup", "x.sh"},
        "Shell": {"bin/setup", "x.sh"},
        "c": {"c.h"},
        "cpp": {"w.h"},
        "typescript": {"Card"},
        "rust": set[str](),
    }.items():
        assert selected(engine, FieldEquals("lang", value)) == wanted, value
        water = And((FieldEquals("lang", value), Word("water")))
        assert selected(engine, water) == wanted - {"x.sh", "c.h"}, value
    others = {"c.h", "w.h", "Card", "sh"}
    assert selected(engine, Not(FieldEquals("lang", "bash"))) == others
    assert engine.vocabulary("property") == []


def test_a_phrase_is_found_behind_a_nul(engine: Engine) -> None:
    # SQLite's substr() stops at NUL.
    fill(engine, make("a.md", "before\0 behind the nul"))
    assert selected(engine, ExactPhrase("behind the nul")) == {"a.md"}


def test_a_phrase_is_found_in_the_body_behind_frontmatter_and_not_in_it(engine: Engine) -> None:
    text = "---\nsummed: text plain\n---\nplain text"
    body = text.index("plain text")
    fill(engine, replace(make("a.md", text), units=(Unit(PREAMBLE, "", 0, body, len(text)),)))
    assert (selected(engine, ExactPhrase("plain text")), selected(engine, ExactPhrase("text plain"))) == (
        {"a.md"},
        set(),
    )


def test_a_phrase_is_found_as_a_page_shows_it(engine: Engine) -> None:
    fill(engine, make("a.md", "See the [silver lining](https://a.b) of _every dark cloud_, it\u2019s **very** near."))
    for phrase in ("the silver lining of", "every dark cloud", "of every dark", "it's very near"):
        assert paths(engine.select(ExactPhrase(phrase), 10)) == ["a.md"], phrase
        assert paths(engine.select(SamePassage("line", ExactPhrase(phrase)), 10)) == ["a.md"], phrase
    assert not engine.select(ExactPhrase("silver of"), 10)


def test_a_phrase_is_found_whatever_its_case_beside_a_script_without_blanks(engine: Engine) -> None:
    # `sTRASSE` splits at its capital as an identifier does, `Straße` does not.
    fill(engine, make("a.md", "日本_語_Straße"))
    assert selected(engine, ExactPhrase("本_語_sTRASSE")) == {"a.md"}


@pytest.mark.parametrize("field", FIELD_ORDER)
def test_a_phrase_is_found_in_every_field(engine: Engine, field: str) -> None:
    fill(engine, _ZEBRA_IN[field])
    assert len(selected(engine, ExactPhrase("Zebra"))) == 1


def test_a_phrase_does_not_span_two_aliases(engine: Engine) -> None:
    fill(engine, make("a.md", aliases=("April Jane", "Jane Doe")))
    assert selected(engine, ExactPhrase("Jane Jane")) == set()


AS_WRITTEN: Mapping[str, set[str]] = {
    "[rating:4.0]": {"four.md"},
    "[rating:4]": {"four.md"},
    "[rating:=4]": {"four.md"},
    "[rating:!=4]": {"price.md"},
    "[price:4.50]": {"price.md"},
    "[price:4.5]": {"price.md"},
    "[e:1e3]": {"four.md"},
    "[e:1000]": {"four.md"},
    "[plus:+5]": {"price.md"},
    "[plus:5]": {"price.md"},
    "[link:Some Note]": {"four.md"},
    '[link:"[[Some Note]]"]': {"four.md"},
    "[bare]": {"four.md", "price.md"},
    "[bare:null]": {"four.md", "price.md"},
    "[listed]": {"four.md"},
    "[listed:null]": {"four.md"},
    "[rating:null]": set(),
    '[bare:""]': set(),
    "[link:[[Some Note]]]": {"four.md"},
}


@pytest.mark.parametrize("asked", AS_WRITTEN)
def test_a_property_is_found_as_it_is_written(engine: Engine, asked: str) -> None:
    four = "---\nrating: 4.0\ne: 1e3\nlink: '[[Some Note|Alias]]'\nbare:\nlisted: []\n---\n"
    for path, text in {"four.md": four, "price.md": "---\nprice: 4.50\nplus: +5\nbare: null\n---\n"}.items():
        fill(engine, parse_file(path, text.encode(), modified=0.0))
    assert selected(engine, selecting(parse(asked).where)) == AS_WRITTEN[asked]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("[updated:>2022-06-01]", {"new.md"}),
        ("[updated:2022-07]", {"new.md"}),
        ("[updated:<2022-01-20]", {"old.md", "seconds.md"}),
        ("[updated:2022-01-19]", {"old.md", "seconds.md"}),
        ("[updated:1642564062835]", {"old.md"}),
        ("[updated:>2150-01-01]", set()),  # the number of a telephone would be a time in 2145
        ("[updated:>2030-01-01]", set()),  # and another one in 2037
        ("[updated:2024-07]", set()),  # nor is one that begins with 0
        ("[updated:1980-06-28]", set()),
        ("[updated:<2000]", set()),  # a number; the population would be a time in 1980, or in 2022
        ("[updated:<2023]", set()),
        ("[updated:2022]", set()),
        ("[updated:2020..2023]", set()),
        ("[updated:2020..2022-12]", {"old.md", "new.md", "seconds.md"}),
    ],
)
def test_a_number_of_seconds_or_milliseconds_since_1970_is_a_date(engine: Engine, asked: str, found: set[str]) -> None:
    times = {"old.md": "1642564062835", "new.md": "1656686462835", "seconds.md": "1642564062", "year.md": "2022000"}
    times |= {"people.md": "331000000", "phone.md": "5551234567", "york.md": "2125551234", "bonn.md": "'01721234567'"}
    for path, time in times.items():
        fill(engine, parse_file(path, f"---\nupdated: {time}\n---\n".encode(), modified=0.0))
    assert selected(engine, selecting(parse(asked).where)) == found


@pytest.mark.parametrize(
    "asked", ["type:Shrine", "type:notes/shrines", "[type:shrine]", "status:'long ago'", "phase:2"]
)
def test_a_link_in_a_type_or_a_status_is_found_by_its_target_and_by_its_label(engine: Engine, asked: str) -> None:
    states = "type: '[[notes/Shrines|Shrine]]'\nstatus: ['[[Past|Long ago]]', b]\nphase: '[[p|2]]'\n"
    for path, text in {"a.md": states, "b.md": "type: '[[notes/Shrines|Gate]]'\nstatus: past\n"}.items():
        fill(engine, parse_file(path, f"---\n{text}---\n".encode(), modified=0.0))
    found = {"a.md", "b.md"} if "/" in asked else {"a.md"}
    assert selected(engine, selecting(parse(asked.replace("'", '"')).where)) == found
    assert {"shrine", "gate", "notes/shrines"} == set(engine.vocabulary("type"))


@pytest.mark.parametrize(
    "asked",
    [r'title:"say \"hi\""', r'path:"a \"b\""', r'path:"a \"b\"/x.md"', r'[said:"\"hi\""]', r'#t -title:"\"no\""'],
)
def test_a_value_may_have_quotation_marks(engine: Engine, asked: str) -> None:
    fill(
        engine,
        parse_file('a "b"/x.md', b'---\ntitle: Say "hi"\nsaid: \'"hi"\'\n---\n#t\n', modified=0.0),
        parse_file("a b/y.md", b'---\ntitle: Say "no"\nsaid: hi\n---\n#t\n', modified=0.0),
    )
    assert selected(engine, selecting(parse(asked).where)) == {'a "b"/x.md'}


def test_few_words_of_a_long_phrase_are_looked_up_and_all_of_it_is_compared(engine: Engine) -> None:
    long = " ".join(f"w{n}" for n in range(3_000))
    fill(engine, make("a.md", f"{long} end"), make("b.md", f"{long} and"))
    assert selected(engine, ExactPhrase(f"{long} end")) == {"a.md"}
    _, (query, *_) = selection(ExactPhrase(long))
    assert str(query).count(" AND ") < 64
    _, (once, *_) = selection(ExactPhrase("carbon tax " * 40))
    assert str(once).count(" AND ") == 1


HARMLESS: Mapping[str, Expr] = {
    "a surrogate in a phrase": ExactPhrase("\ud800"),
    "a surrogate in a tag": FieldEquals("tag", "\ud800"),
    "a surrogate in a path": FieldEquals("path", "\ud800/x"),
    "a surrogate in a file": FieldEquals("file", "\ud800*"),
    "a surrogate in a title": FieldEquals("title", "\ud800"),
    "a surrogate in a property": Property("y", "\ud800"),
    "a surrogate in a passage": SamePassage("line", ExactPhrase("\ud800")),
    "a surrogate in exactly written words": MatchCase("\ud800"),
    "a surrogate in a scope": OneOf(frozenset({"\ud800"})),
    "a nul in a file": FieldEquals("file", "no\0body"),
    "a pattern of 60,000 characters": FieldEquals("file", "?" * 60_000),
    "a folder of 60,000 characters": FieldEquals("path", "x" * 60_000),
    "a tag of 60,000 characters": FieldEquals("tag", "x" * 60_000),
    "2,000 conjuncts": And(tuple(Word(f"w{n}") for n in range(2_000))),
    "2,000 alternatives": Or(tuple(Word(f"w{n}") for n in range(2_000))),
    "300 phrases": Or(tuple(ExactPhrase(f"w{n}") for n in range(300))),
    "a phrase of 2,000 words": ExactPhrase(" ".join(f"w{n}" for n in range(2_000))),
}


@pytest.mark.parametrize("odd", HARMLESS)
def test_an_odd_query_is_answered(engine: Engine, odd: str) -> None:
    replacement = make(
        "\ufffd/\ufffd.md", "\ufffd", title="\ufffd", tags=("\ufffd",), y="\ufffd"
    )  # for what is no text
    fill(engine, make("a.md", "text", tags=("x",)), replacement)
    assert selected(engine, HARMLESS[odd]) == set()


def test_a_pattern_of_many_stars_is_answered(engine: Engine) -> None:
    # Backtracking over this pattern would take longer than the sun has left.
    fill(engine, make("a" * 200 + ".md"))
    assert selected(engine, FieldEquals("file", "*a" * 60 + "b")) == set()


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("**/*.md", {"a.md", "sub/a.md", "sub/in/a.md"}),
        ("**/a.md", {"a.md", "sub/a.md", "sub/in/a.md"}),
        ("sub/**/a.md", {"sub/a.md", "sub/in/a.md"}),
        ("**/in/**/**/a.md", {"sub/in/a.md"}),
        ("sub/**/?a.md", set()),
        ("**/ub/*", set()),
        ("*/a.md", {"sub/a.md", "sub/in/a.md"}),
        ("sub**/a.md", {"sub/a.md", "sub/in/a.md"}),
        ("./sub/*", {"sub/a.md", "sub/in/a.md"}),
        ("/sub/*", {"sub/a.md", "sub/in/a.md"}),
        ("././/sub/?.md", {"sub/a.md"}),
        ("/**/a.md", {"a.md", "sub/a.md", "sub/in/a.md"}),
        (".*/x", set()),
    ],
)
def test_a_pattern_with_a_slash_begins_at_the_root_and_two_stars_are_any_folders_or_none(
    pattern: str, expected: set[str], engine: Engine
) -> None:
    fill(engine, *map(make, ("a.md", "sub/a.md", "sub/in/a.md")))
    assert selected(engine, FieldEquals("file", pattern)) == expected


def test_match_answers_a_question_of_10_000_words(engine: Engine) -> None:
    fill(engine, make("a.md", "w0"), make("b.md"), make("c.md"))
    assert paths(matching(engine, *(f"w{n}" for n in range(10_000)))) == ["a.md"]


@pytest.mark.parametrize("name", ["April Jane", "april_jane", "AJ", "2-Areas/April Jane.md", "METIS-T-0066", "Née"])
def test_named_finds_title_file_name_path_alias_and_short_code(engine: Engine, name: str) -> None:
    own = make("2-Areas/April Jane.md", title="Nee", aliases=("AJ",), short_code="METIS-T-0066")
    fill(engine, own, make("other.md", "April Jane AJ METIS-T-0066 Nee"))
    assert paths(engine.named(name)) == ["2-Areas/April Jane.md"]


@pytest.mark.parametrize("name", ["", "  ", "April", "\ud800", "\0"])
def test_named_finds_nothing_by_part_of_a_name_or_by_none(engine: Engine, name: str) -> None:
    fill(engine, make("April Jane.md"))
    assert engine.named(name) == ()


def test_documents_come_back_as_they_were_indexed_but_for_their_links(engine: Engine) -> None:
    document = replace(
        make(
            "a.md",
            "é\0\r\n# 中文",
            tags=("a/b",),
            aliases=("x", "y"),
            modified=1.5,
            stars=3.0,
            done=True,
            by=("p", "q"),
        ),
        units=(Unit(PREAMBLE, "", 0, 0, 4), Unit("zh", "中文", 1, 4, 8, PREAMBLE)),
        links=(Link("b", "wikilink"),),
        odd=("a guess",),
    )
    fill(engine, document)
    assert engine.documents(["a.md", "gone.md", "\ud800"]) == {"a.md": replace(document, links=())}


def test_counts_are_of_documents_chunks_and_chunks_with_vectors(engine: Engine) -> None:
    one, two = make("one.md", "first"), make("two.md", "second")
    fill(engine, one, two)
    engine.write(WriteBatch(vectors={whole(one).digest: unit(1, 0), b"nobody's": unit(0, 1)}))
    counts = engine.counts()
    assert (counts.documents, counts.chunks, counts.embedded) == (2, 2, 1)


def test_lengths_are_those_of_all_fields_as_the_index_is_now(engine: Engine) -> None:
    assert engine.lengths() == Lengths(0, 0)
    fill(engine, make("a.md", "one two getUserById", title="three"), make("b.md", "日本語 words " * 9_000))
    first = engine.lengths()
    assert first.documents == 2
    fill(engine, make("b.md", "short", title="b"), make("c.md", "one", title="c"))
    engine.write(WriteBatch(removed=("a.md",)))
    assert engine.lengths() == Lengths(2, 2 * 3)  # file name, title and body have a word each
    assert first.tokens == 1 + 6 + 1 + 9_000 * 4 + 2  # getUserById is four, 日本語 three


def test_the_average_length_of_no_documents_is_0() -> None:
    assert Lengths(0, 0).average == 0
    assert Lengths(4, 10).average == 2.5


def test_the_size_grows_with_the_texts(engine: Engine) -> None:
    before = engine.counts().size_bytes
    fill(engine, make("a.md", " ".join(str(n * n) for n in range(40_000))))
    assert engine.counts().size_bytes >= before + 100_000


def test_a_tag_is_nested_in_another_with_a_slash_or_a_dot_between(engine: Engine) -> None:
    tags = ("role", "role.tester", "role/tester", "roles", "role-x", "role0", "role.tester.lead")
    fill(engine, *(make(f"{n}.md", tags=(tag,)) for n, tag in enumerate(tags)))
    assert selected(engine, FieldEquals("tag", "role")) == {"0.md", "1.md", "2.md", "6.md"}
    assert selected(engine, FieldEquals("tag", "role.tester")) == {"1.md", "6.md"}


def test_the_vocabulary_of_tags_lists_the_most_frequent_first(engine: Engine) -> None:
    fill(engine, make("a.md", tags=("b", "café")), make("b.md", tags=("cafe", "a")))
    assert engine.vocabulary("tag") == ["café", "a", "b"]


def test_the_vocabulary_of_tags_has_the_accents_that_most_documents_write(engine: Engine) -> None:
    fill(
        engine,
        *(make(f"{n}.md", tags=("colección/libro", "übung", "prufung")) for n in range(2)),
        *(make(f"x{n}.md", tags=("coleccion/libro", "ubung", "prüfung")) for n in range(1)),
        make("z.md", tags=("ubung", "ubung/x", "日本")),
    )
    assert engine.vocabulary("tag") == ["übung", "colección/libro", "prufung", "ubung/x", "日本"]


def test_what_is_selected_can_be_counted(engine: Engine) -> None:
    fill(engine, make("a.md", tags=("x",)), make("b.md", tags=("x",)), make("c.md"))
    assert [engine.count(where) for where in (MatchAll(), FieldEquals("tag", "x"), FieldEquals("tag", "y"))] == [
        3,
        2,
        0,
    ]


def test_the_vocabulary_of_a_field_lists_its_values_as_they_are_compared(engine: Engine) -> None:
    fill(
        engine,
        make("A/b/x.md", status="Todo", kind="task", rating=4),
        make("A/y.txt", status=("todo", "[[Done]]")),
        make("z", type="daily", rating=5.5),
    )
    found = {field: list(engine.vocabulary(field)) for field in ("status", "type", "phase", "kind", "ext")}
    assert found == {
        "status": ["todo", "done"],
        "type": ["daily"],
        "phase": [],
        "kind": ["note", "task"],
        "ext": ["", "md", "txt"],
    }
    assert list(engine.vocabulary("[rating]")) == ["4", "5.5"]
    assert list(engine.vocabulary("[nothing]")) == []
    assert engine.vocabulary("property") == ["status", "rating", "type"]  # of three values, two and one
    assert engine.vocabulary("path") == ["A", "A/b", "A/b/x.md", "A/y.txt", "z"]


def test_labels_of_sphinx_are_found_by_name_and_are_no_property(engine: Engine) -> None:
    plain = make("a.rst", status="open")
    fill(engine, replace(plain, head=plain.head._replace(facts={**plain.head.facts, LABELS: ("costs",)})))
    assert engine.vocabulary("property") == ["status"]
    assert engine.vocabulary(f"[{LABELS}]") == []
    (head,) = engine.called([label_key("costs")])[label_key("costs")]
    assert head.labels == ("costs",)


def test_the_vectors_of_a_document_are_those_of_its_chunks(engine: Engine) -> None:
    document = make("a.md", "carbon tax")
    fill(engine, document, make("b.md", "bread"))
    assert engine.vectors("a.md") == {}
    engine.write(WriteBatch(vectors={whole(document).digest: unit(3, 4)}))
    ((ref, vector),) = engine.vectors("a.md").items()
    assert ref == whole(document).ref
    assert vector == pytest.approx(unit(3, 4), abs=0.01)
    assert float(vector @ vector) == pytest.approx(1.0, abs=1e-5)
    assert engine.vectors("b.md") == engine.vectors("nobody.md") == {}


def test_the_chunks_of_a_document_are_listed_with_their_spans_in_the_order_of_the_text(engine: Engine) -> None:
    one, two = make("one.md", "carbon tax and bread"), make("two.md", "wool")
    parts = tuple(
        replace(whole(one), ref=ref, text=one.text[start:end], start=start, end=end) for ref, start, end in _PARTS
    )
    engine.write(WriteBatch(indexed=(indexed(one, chunks=parts[::-1]), indexed(two))))
    spans = engine.chunk_spans(["two.md", "one.md", "gone.md", "\ud800"])
    assert {doc: list(of_doc.items()) for doc, of_doc in spans.items()} == {
        "one.md": [(ref, (start, end)) for ref, start, end in _PARTS],
        "two.md": [(whole(two).ref, (0, 4))],
    }
    assert engine.chunk_spans([]) == {}


_PARTS = ((Ref("one.md", "goals", 0), 0, 10), (Ref("one.md", "goals", 1), 7, 14), (Ref("one.md", "plan"), 15, 20))


def test_the_spans_of_chunks_are_those_of_the_text_that_was_written_last(engine: Engine) -> None:
    for text in ("carbon", "tax"):
        fill(engine, make("a.md", text))
    assert engine.chunk_spans(["a.md"]) == {"a.md": {Ref("a.md", PREAMBLE): (0, 3)}}


def test_a_zero_vector_is_zero(engine: Engine) -> None:
    document = make("a.md", "?")
    fill(engine, document)
    engine.write(WriteBatch(vectors={whole(document).digest: np.zeros(2, np.float32)}))
    (vector,) = engine.vectors("a.md").values()
    assert not vector.any()


def test_other_fields_have_no_vocabulary(engine: Engine) -> None:
    assert list(engine.vocabulary("title")) == []
