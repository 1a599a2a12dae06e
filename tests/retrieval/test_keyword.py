"""Documents by word."""

from __future__ import annotations

import pytest

from dowse.analysis.tag_matching import TagPattern
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.detect import parse_file
from dowse.model.hit import Evidence, Hit
from dowse.model.ref import Ref
from dowse.ports.storage import FieldWeights, Granularity
from dowse.query.ast import FieldEquals
from dowse.query.parse import parse
from dowse.retrieval.keyword import (
    KEYWORD_BASE,
    MOST_WORDS,
    TAGS_MATCHED,
    Keyword,
    closed_compounds,
    hyphenated_words,
    scoring_words,
    tag_boosted,
)
from tests.contract.engines import paths
from tests.making import make
from tests.retrieval.asking import asking, holding

_ONES = FieldWeights(1, 1, 1, 1, 1, 1, 1, 1)


def _found(query: str, engine: MemoryEngine, limit: int = 150) -> list[str]:
    return paths(Keyword(limit)(asking(query, engine)))


def test_stop_words_are_not_looked_up() -> None:
    engine = holding(make("a.md", "what is the"), make("b.md", "carbon"))
    assert _found("what is the carbon", engine) == ["b.md"]


@pytest.mark.parametrize(
    ("query", "hyphenated"),
    [
        ("here-string", ("here-string",)),
        ("the On-Call rota, on-call", ("on-call",)),
        ("state-of-the-art", ("state-of-the-art",)),
        ("dark-mode theme", ()),  # no stop word
        ("--in-place", ()),  # an option
        ("out-of-the-box-and-more", ()),
        ('"here-string"', ()),  # a phrase anyway
    ],
)
def test_words_with_a_hyphen_and_a_stop_word_are_phrases(query: str, hyphenated: tuple[str, ...]) -> None:
    assert tuple(hyphenated_words(parse(query).where)) == hyphenated


def test_a_word_with_a_hyphen_and_a_stop_word_counts_as_a_whole() -> None:
    engine = holding(
        make("a.md", "# Out string\n\nstring string string"),
        make("b.md", "Here-strings span lines. Other words of a longer page, which has them once."),
        make("c.md", "string to string"),
    )
    assert _found("here-string", engine)[0] == "b.md"


def test_a_query_of_stop_words_alone_looks_them_up() -> None:
    engine = holding(make("a.md", "to be or not"), make("b.md", "carbon"))
    assert _found("To be or not to be", engine) == ["a.md"]


@pytest.mark.parametrize("word", ["for", "do", "if", "not", "is", "has", "can", "while", "this", "each"])
def test_the_minimal_list_of_stop_words_keeps_words_that_carry_meaning_in_code(word: str) -> None:
    engine = holding(make("a.md", word), make("b.md", "carbon"))
    query = asking(f"{word} carbon", engine)
    assert paths(Keyword()(query)) == ["b.md"]
    assert set(paths(Keyword(stop_words="minimal")(query))) == {"a.md", "b.md"}


@pytest.mark.parametrize("word", ["a", "the", "and", "or", "of", "with", "in", "it", "they", "would", "The"])
def test_the_minimal_list_of_stop_words_has_articles_conjunctions_prepositions_pronouns_and_modals(word: str) -> None:
    engine = holding(make("a.md", word), make("b.md", "carbon"))
    assert paths(Keyword(stop_words="minimal")(asking(f"{word} carbon", engine))) == ["b.md"]


def test_a_word_that_is_written_twice_counts_twice() -> None:
    engine = holding(make("a.md", "carbon"), make("b.md", "tax"), make("c.md", ""))
    (once,) = Keyword()(asking("carbon", engine))
    (twice,) = Keyword()(asking("carbon carbon", engine))
    assert twice.score == pytest.approx(2 * once.score)


def test_more_than_256_words_are_not_looked_up() -> None:
    engine = holding(make("a.md", "carbon"))
    filler = " ".join(f"filler{n}" for n in range(MOST_WORDS - 1))
    assert MOST_WORDS == 256
    assert _found(f"{filler} carbon", engine) == ["a.md"]
    assert _found(f"{filler} filler carbon", engine) == []


def test_stop_words_do_not_use_up_the_256() -> None:
    assert _found("the " * MOST_WORDS + "carbon", holding(make("a.md", "carbon"))) == ["a.md"]


def test_words_of_phrases_and_groups_score_and_negated_ones_do_not() -> None:
    assert list(scoring_words(parse('"carbon tax" OR (price AND market) NOT (cheap OR free)').where)) == [
        "carbon", "tax", "price", "market",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("如何求最短路", ["如何", "何求", "求最", "最短", "短路"]),
        ("バックアップの方法", ["バッ", "ック", "クア", "アッ", "ップ", "プの", "の方", "方法"]),
        ("ชาเขียว", ["ชาเ", "เขี", "ียว"]),
        ("ສະບາຍ", ["ສະບ", "ບາຍ"]),
        ("မြန်မာ", ["မြန", "န်မ", "မာ"]),
        ("ភាសាខ្មែរ", ["ភាស", "សាខ", "ខ្ម", "មែរ"]),
        ("ชา", ["ชา"]),
        ("ก", ["ก"]),
        ("한국어를 배우는", ["한국", "국어", "어를", "배우", "우는"]),
        ("用getUserById查询", ["用", "getUserById", "查询"]),
        ("图", ["图"]),
        ("图 最短", ["图", "最短"]),
        ("研究研究", ["研究", "究研", "研究"]),
        ('similar:"求最短路"', ["求最", "最短", "短路"]),
        ("what is 动态规划", ["动态", "态规", "规划"]),
    ],
)
def test_an_unspaced_run_of_a_natural_word_scores_by_its_overlapping_pairs_or_threes(
    query: str, asked: list[str]
) -> None:
    assert list(scoring_words(parse(query).where)) == asked


@pytest.mark.parametrize("query", ['"求最短路"', "+求最短路", "求最短路 OR 求最短路", '图 "求最短路"'])
def test_an_unspaced_run_that_selects_scores_as_a_phrase(query: str) -> None:
    assert scoring_words(parse(query).where)[-1] == "求最短路"


@pytest.mark.parametrize("query", ["ログ", "ログの保存", "古いログ"])
def test_a_word_in_katakana_is_not_a_part_of_another(query: str) -> None:
    engine = holding(
        make("a.md", "プログラムの保存 古い", title="プログラム"),
        make("b.md", "ログの保存 古い 記録", title="記録"),
        make("c.md", "カタログの保存 古い", title="カタログ"),
    )
    assert _found(query, engine)[0] == "b.md"
    assert sorted(_found(query, engine)) == ["a.md", "b.md", "c.md"]


@pytest.mark.parametrize(
    ("query", "joined"),
    [
        ("game boy emulator", ("gameboy", "boyemulator")),
        ("emulator of the game boy", ("gameboy",)),
        ("a game for a boy", ()),
        ("the game it was", ()),
        ("zx81 tape ab cde", ()),
        ("Daten Bank", ("datenbank",)),
        ('"game boy"', ()),
        ("+game boy", ()),
        ("game AND boy", ()),
        ("ログ 保存", ()),
        ("how to set up a page and Log in", ("setup", "login")),
        ("up set, of in", ()),
    ],
)
def test_natural_words_side_by_side_are_joined_but_for_stop_words_and_short_ones(
    query: str, joined: tuple[str, ...]
) -> None:
    assert tuple(closed_compounds(parse(query).where)) == joined


def test_a_document_with_both_forms_of_two_words_counts_the_lower_score_in_part() -> None:
    texts = {"a.md": "game boy", "b.md": "gameboy", "c.md": "game boy gameboy", "d.md": "the sea", "e.md": "a hill"}
    engine = holding(*(make(path, text) for path, text in texts.items()))
    found = {hit.ref.doc: hit.score for hit in Keyword(5)(asking("game boy", engine))}
    assert set(found) == {"a.md", "b.md", "c.md"}
    assert max(found["a.md"], found["b.md"]) < found["c.md"] < found["a.md"] + found["b.md"]


def test_the_first_closed_compounds_of_a_long_query_count() -> None:
    letters = "bcdfghklmnpqrstvw"
    long = " ".join(f"{one}a{other}" for one in letters for other in letters)
    assert list(closed_compounds(parse(long).where))[:2] == ["babbac", "bacbad"]
    assert len(closed_compounds(parse(long).where)) == 32


def test_a_verb_with_a_particle_finds_a_document_that_writes_them_as_one() -> None:
    engine = holding(make("a.md", "Steps", title="Router setup"), make("b.md", "set the router in a rack"))
    assert _found("set up the router", engine)[0] == "a.md"


def test_two_words_find_a_document_that_writes_them_as_one() -> None:
    engine = holding(
        make("a.md", "How to emulate it", title="Gameboy"),
        *(make(f"{n}.md", "A game of the boy", title="Boys") for n in range(3)),
    )
    assert _found("game boy", engine)[0] == "a.md"
    assert "a.md" not in _found('"game boy"', engine)


def test_two_words_with_capitals_count_as_one_word_and_not_a_second_time() -> None:
    engine = holding(make("a.md", "game boy"), make("b.md", "gameboy"), make("c.md", "nothing"))
    small, capital = (Keyword()(asking(query, engine)) for query in ("game boy", "Game Boy"))
    assert [hit.score for hit in small] == [hit.score for hit in capital]


def test_the_section_with_two_words_as_one_stands_for_its_document() -> None:
    text = "# Toys\n\n## Old\n\nnone\n\n## New\n\nthe gameboy\n"
    engine = holding(parse_file("toys.md", text.encode(), modified=0.0))
    (found,) = Keyword(granularity="section")(asking("game boy", engine))
    assert found.ref.section == "new"


def test_source_code_whose_names_have_both_words_gains_nothing_by_the_name_they_make() -> None:
    code, note = make("a.py", "GameBoy game boy", kind="code"), make("b.md", "nothing")
    alone = Keyword()(asking("game boy", holding(code, note)))
    beside = Keyword()(asking("game of boy", holding(code, note)))
    assert [hit.score for hit in alone] == [hit.score for hit in beside]


def test_a_pair_that_no_document_holds_does_not_hide_the_document_with_the_others() -> None:
    engine = holding(make("path.md", "最短路的算法"), make("bread.md", "面包的做法"), make("tax.md", "碳税"))
    assert _found("如何求最短路", engine) == ["path.md"]


def test_pairs_of_a_long_unspaced_run_count_towards_the_256() -> None:
    engine = holding(make("a.md", "最短路"))
    filler = "".join(chr(0x5000 + n) for n in range(MOST_WORDS))
    assert _found(f"{filler}最短", engine) == []
    assert _found(f"最短{filler}", engine) == ["a.md"]


@pytest.mark.parametrize("query", ["", "tag:x", "...", "-carbon", '""'])
def test_a_query_without_words_finds_nothing_by_word(query: str) -> None:
    assert _found(query, holding(make("a.md", "carbon", tags=("x",)))) == []


def test_a_filter_binds_before_the_cut() -> None:
    documents = [make(f"{n}.md", "carbon carbon") for n in range(20)]
    engine = holding(*documents, make("z.md", "carbon and many words besides", tags=("x",)))
    assert _found("carbon tag:x", engine, limit=3) == ["z.md"]
    assert paths(Keyword(3)(asking("carbon", engine, where=FieldEquals("tag", "x")))) == ["z.md"]


def test_no_more_than_the_limit_are_found() -> None:
    engine = holding(*(make(f"{n}.md", "carbon") for n in range(9)))
    assert len(_found("carbon", engine, limit=4)) == 4


def _of_length(tokens: int) -> MemoryEngine:
    """Two documents of that many tokens, of which one says a word once and the other eight times."""
    often = make("often.md", "carbon " * 8 + "filler " * (tokens - 10), title="x")
    once = make("once.md", "carbon " + "filler " * (tokens - 3), title="x")
    others = (make(f"{n}.md", "filler " * (tokens - 2), title="x") for n in range(4))
    return holding(often, once, *others)


@pytest.mark.parametrize(("tokens", "k1"), [(50, 1.2), (200, 1.2), (300, 1.8), (400, 2.4), (2_000, 2.4)])
def test_k1_grows_with_the_average_length(tokens: int, k1: float) -> None:
    run = asking("carbon", _of_length(tokens))
    often, once = Keyword(weights=_ONES, k1_by_length=True)(run)
    assert often.score / once.score == pytest.approx((8 / (8 + k1)) / (1 / (1 + k1)))  # all are of average length
    as_usual = Keyword(weights=_ONES)(run)
    assert as_usual[0].score / as_usual[1].score == pytest.approx((8 / 9.2) / (1 / 2.2))


def test_what_fields_count_beside_each_other_stays_in_long_documents() -> None:
    given = FieldWeights(title=3, body=0)
    weights = Keyword(weights=given, k1_by_length=True).weights_in(_of_length(1_000))
    assert (weights.title, weights.filename, weights.body) == (1.5, 5.0, 0.0)
    assert Keyword(weights=given).weights_in(_of_length(1_000)) == given


def test_an_empty_index_has_no_length_to_go_by() -> None:
    assert Keyword(k1_by_length=True)(asking("carbon", holding())) == ()


def test_the_weights_say_which_field_counts() -> None:
    engine = holding(make("a.md", "carbon", title="x"), make("b.md", "x", title="carbon"), make("c.md"), make("d.md"))
    of_title = Keyword(weights=FieldWeights(title=9))(asking("carbon", engine))
    of_body = Keyword(weights=FieldWeights(title=0.1, body=9))(asking("carbon", engine))
    assert (paths(of_title), paths(of_body)) == (["b.md", "a.md"], ["a.md", "b.md"])


_METHOD = make("method.md", title="The Zettelkasten Method", tags=("zettelkasten", "book", "note-taking"))


def test_a_document_whose_tags_the_query_names_counts_five_times() -> None:
    """“Tags matched: [zettelkasten, book]”, “BM25 boosted score: 2.3 * 5.0 = 11.5”, “Rank: #1 (perfect match!)”"""
    others = tuple(Hit(Ref(f"{n}.md"), make(f"{n}.md").head, 9.0 - n) for n in range(6))
    method = Hit(Ref("method.md"), _METHOD.head, 2.3)
    first, *rest = tag_boosted((*others, method), TagPattern(["zettelkasten", "books"]), 5.0)
    assert first.head.title == "The Zettelkasten Method"
    assert first.score == pytest.approx(11.5)
    assert first.why == (Evidence(TAGS_MATCHED, 2.0, names=("book", "zettelkasten")),)
    assert tuple(rest) == others


@pytest.mark.parametrize("granularity", ["document", "section"])
def test_a_boosted_hit_states_its_score_without_the_boost(granularity: Granularity) -> None:
    engine = holding(make("a.md", "tax " * 3, tags=("tax",)), make("b.md", "tax"), make("c.md", "x"))
    plain = {hit.ref.doc: hit.score for hit in Keyword(granularity=granularity)(asking("tax", engine))}
    boosted = {hit.ref.doc: hit for hit in Keyword(granularity=granularity, tag_boost=5.0)(asking("tax", engine))}
    base = next(reason.value for reason in boosted["a.md"].why if reason.source == KEYWORD_BASE)
    assert (base, boosted["a.md"].score) == pytest.approx((plain["a.md"], 5 * plain["a.md"]))
    assert boosted["b.md"].why == ()


_SHELF = holding(
    make("a.md", "zettelkasten " * 9),
    make("b.md", "zettelkasten " * 9),
    make("c.md", "zettelkasten and many other words besides it " * 9, tags=("method/zettelkasten",)),
    *(make(f"{n}.md", "bread") for n in range(9)),
)


def test_the_boost_brings_up_what_stood_below_the_cut_and_cuts_after_it() -> None:
    assert paths(Keyword(2)(asking("zettelkasten", _SHELF))) == ["a.md", "b.md"]
    assert paths(Keyword(2, tag_boost=5.0)(asking("zettelkasten", _SHELF))) == ["c.md", "a.md"]
    assert Keyword(2, tag_boost=5.0)(asking("-a", _SHELF)) == ()


def test_without_a_boost_tags_are_not_looked_at() -> None:
    hits = Keyword()(asking("zettelkasten", _SHELF))
    assert hits == Keyword(tag_boost=1.0)(asking("zettelkasten", _SHELF))
    assert [hit.why for hit in hits] == [(), (), ()]
