"""The words that no document contains and their corrections, as every engine finds them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import pytest

from dowse.engines.federated.federated_reader import FederatedReader
from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.engines.sqlite.sqlite_engine import SqliteEngine
from dowse.model.correction import Correction
from dowse.ports.indexed_document import WriteBatch
from tests.contract.engines import Engine, fill
from tests.making import make


def _words(found: Mapping[str, Correction | None]) -> dict[str, str]:
    return {word: each.word if each else "" for word, each in found.items()}


def test_words_that_documents_contain_are_left_out(engine: Engine) -> None:
    fill(engine, make("a.md", "carbon taxes", title="Levy", tags=("climate",)))
    assert engine.unknown_words(("carbon", "tax", "levy", "climate", "a")) == {}


def test_a_word_without_a_similar_one_has_no_correction(engine: Engine) -> None:
    fill(engine, make("a.md", "carbon taxes"))
    assert engine.unknown_words(("zebra",)) == {"zebra": None}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("calender", "calendar"),  # another letter
        ("calndar", "calendar"),  # a letter left out
        ("callendar", "calendar"),  # a letter too many
        ("claendar", "calendar"),  # neighbours exchanged
        ("aclendar", "calendar"),  # the first two letters exchanged
        ("ccalendar", "calendar"),  # a first letter too many
        ("clendar", "calendar"),  # the second letter left out
        ("celendar", "calendar"),  # another second letter
        ("caxendar", "calendar"),  # another third letter
        ("klaendar", ""),  # another first letter
        ("calendraz", "calendar"),  # two edits
        ("cxlxndxr", ""),  # three
        ("deploymnet", "deployment"),  # in the ending that the stem leaves out
        ("depoyments", "deployment"),
        ("refrence", "reference"),  # in a stem of which the ending is left out
        ("orgnization", "organization"),
        ("genration", "generation"),
        ("fsih", "fish"),
        ("fxxh", ""),  # a short word has one edit
        ("caracteristcs", "characteristics"),  # two letters left out
        ("getUsrById", "getUserById"),
        ("show_locatinos", "show_locations"),  # in the ending of an identifier
        ("show_lcations", "show_locations"),
        ("Überschrit", "Überschrift"),
        ("налго", "налог"),
        ("κτάλογος", "κατάλογος"),  # the second letter left out
        ("הסטוריה", "היסטוריה"),
    ],
)
def test_the_correction_is_the_word_at_the_smallest_distance(engine: Engine, typed: str, meant: str) -> None:
    words = (
        "The calendar of a deployment, reference of an organization, a generation: fish, getUserById, show_locations"
    )
    fill(engine, make("a.md", f"{words}, characteristics, Überschrift, налог, κατάλογος, היסטוריה."))
    assert _words(engine.unknown_words((typed,))) == {typed: meant}


@pytest.mark.parametrize("typed", ["workspacez", "workspaec"])
def test_signs_of_emphasis_are_no_part_of_a_correction(engine: Engine, typed: str) -> None:
    fill(engine, make("a.md", "A _workspace_ or __workspace__."))
    assert _words(engine.unknown_words((typed,))) == {typed: "workspace"}


@pytest.mark.parametrize(("typed", "meant"), [("torshofn", "þórshöfn"), ("soerensen", "sørensen"), ("sorensen", None)])
def test_letters_that_are_typed_in_another_way_are_corrected(engine: Engine, typed: str, meant: str | None) -> None:
    fill(engine, make("a.md", "Sørensen, Þórshöfn"))
    assert _words(engine.unknown_words((typed,))) == ({} if meant is None else {typed: meant})


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("scifi", "sci-fi"),
        ("Scifi", "Sci-Fi"),
        ("notesapp", "notes-app"),
        ("editor", ""),
        ("scifinal", ""),
        ("exam", ""),
    ],
)
def test_a_word_without_its_hyphen_means_the_one_with_it(engine: Engine, typed: str, meant: str) -> None:
    fill(engine, make("a.md", "Much Sci-Fi in a notes-app, edit-or-die, sci-final-cut, e-xam."))
    assert _words(engine.unknown_words((typed,))) == {typed: meant}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("bramadams", "bram adams"),
        ("Bramadams", "Bram Adams"),
        ("overapp", "over app"),
        ("adamsbram", ""),
        ("adamswrote", ""),  # with a full stop between them
        ("onapp", ""),  # of words of two letters
        ("rammed", ""),  # of parts of words
        ("payday", "pay day"),  # by the stem `pai`
        ("setup", "set up"),
        ("ebookhub", "eBook hub"),  # with a capital inside
        ("sidedoor", "side door"),  # of a heading in capitals
        ("usbport", "USB port"),
        ("leapyear", "leap year"),  # behind letters that have more characters in small
        ("cabin", ""),  # of a word of two letters
    ],
)
def test_two_words_that_are_typed_as_one_mean_those_beside_each_other(engine: Engine, typed: str, meant: str) -> None:
    fill(
        engine,
        make(
            "a.md",
            "Notes on app: file over\napp by Bram Adams. Wrote: a tram medley. Set up a cab in time for pay day. "
            "An eBook hub. SIDE DOOR. A USB port. İİİ: one leap year.",
        ),
    )
    assert _words(engine.unknown_words((typed,))) == {typed: meant}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("fushi", "fushimi"),
        ("Fushi", "Fushimi"),
        ("nectar", "nectarines"),
        ("urlaub", "urlaubsplanung"),
        ("walk", "walkabout"),  # in more documents than the shorter walkable
        ("fus", ""),
    ],
)
def test_the_beginning_of_a_word_means_the_word_that_most_documents_contain(
    engine: Engine, typed: str, meant: str
) -> None:
    text = "Fushimi with nectarines, walkable, walkabout: Urlaubsplanung"
    fill(engine, make("a.md", text), make("b.md", "a walkabout"))
    assert _words(engine.unknown_words((typed,))) == {typed: meant}


@pytest.mark.parametrize(
    ("text", "typed", "meant"),
    [
        ("organizing organic organisms", "organise", "organize"),
        ("organizing organic organisms", "organised", "organized"),
        ("analysed analyses", "analyzing", "analysing"),
        ("an organic organist", "organise", "organist"),  # no form of the verb
    ],
)
def test_a_verb_in_ise_means_the_one_in_ize_and_the_other_way_round(
    engine: Engine, text: str, typed: str, meant: str
) -> None:
    fill(engine, make("a.md", text))
    assert _words(engine.unknown_words((typed,))) == {typed: meant}


def test_of_several_words_at_one_distance_the_one_in_most_documents_is_the_correction(engine: Engine) -> None:
    fill(engine, make("a.md", "hater"), make("b.md", "water"), make("c.md", "hater water wader"), make("d.md", "water"))
    assert _words(engine.unknown_words(("hwater", "watter"))) == {"hwater": "water", "watter": "water"}


def test_a_word_with_a_spelled_out_umlaut_means_the_word_with_the_umlaut(engine: Engine) -> None:
    fill(engine, make("a.md", "hohe Hohen Hohe"), make("b.md", "die Höhe"))
    found = engine.unknown_words(["Hoehe", "hoehe"])
    assert [each and each.word for each in found.values()] == ["Höhe", "höhe"]


def test_a_correction_is_the_form_of_the_stem_that_is_closest_to_the_word(engine: Engine) -> None:
    fill(engine, make("a.md", "documents are documented in the documentation"))
    assert _words(engine.unknown_words(("docmuentation",))) == {"docmuentation": "documentation"}


@pytest.mark.parametrize(("typed", "meant"), [("sherlcoking", "sherlocking"), ("Sherlcoking", "Sherlocking")])
def test_a_correction_of_a_word_in_lower_case_is_in_lower_case(engine: Engine, typed: str, meant: str) -> None:
    fill(engine, make("a.md", "Sherlocking"))
    assert _words(engine.unknown_words((typed,))) == {typed: meant}


@pytest.mark.parametrize(("typed", "meant"), [("gti", ""), ("gitt", ""), ("thme", "theme"), ("wher", "")])
def test_no_short_word_and_no_stop_word_is_a_correction(engine: Engine, typed: str, meant: str) -> None:
    fill(engine, make("a.md", "the git theme"), make("b.md", "the git where"))
    assert _words(engine.unknown_words((typed,))) == {typed: meant}


def test_a_form_in_a_title_is_found_behind_many_texts(engine: Engine) -> None:
    fill(engine, *(make(f"{n}.md", "templates") for n in range(20)), make("z.md", "templates", title="Templater"))
    assert _words(engine.unknown_words(("tempalter",))) == {"tempalter": "templater"}


def _frequent(engine: Engine, frequent: str, rare: str, *, times: int = 20) -> None:
    fill(engine, *(make(f"{n}.md", frequent) for n in range(times)), make("rare.md", rare))


def test_a_misspelt_word_of_a_document_is_no_correction(engine: Engine) -> None:
    _frequent(engine, "obsidian", "obisdian")
    assert engine.unknown_words(("obidian",)) == {"obidian": Correction("obsidian", 1, 20)}


def test_a_misspelt_word_is_no_correction_if_the_word_that_is_meant_is_too_far(engine: Engine) -> None:
    _frequent(engine, "zettelkasten", "zettelksten")
    assert engine.unknown_words(("zettlksxen",)) == {"zettlksxen": None}


def test_a_rare_word_one_edit_from_a_frequent_one_has_a_correction(engine: Engine) -> None:
    _frequent(engine, "zettelkasten", "zettlekasten")
    assert engine.unknown_words(("zettlekasten", "zettelkasten")) == {
        "zettlekasten": Correction("zettelkasten", 1, 20, 1)
    }


@pytest.mark.parametrize(
    ("frequent", "rare", "times"),
    [
        ("zettelkasten", "zettlekasten", 19),  # not frequent enough
        ("linking", "winking", 100),  # another first letter
        ("linking", "linkign", 99),  # a shorter word
        ("zettelkasten", "zetlekasten", 20),  # two edits
        ("themselves", "themselve", 20),  # a stop word
    ],
)
def test_a_rare_word_is_right_if_no_much_more_frequent_one_is_near(
    engine: Engine, frequent: str, rare: str, times: int
) -> None:
    _frequent(engine, frequent, rare, times=times)
    assert engine.unknown_words((rare,)) == {}


@pytest.mark.parametrize(
    ("rare", "meant"),
    [("Die Induktion ist nicht mit dem Anfang getan.", "Induktion"), ("The induktion and the rest.", "induction")],
)
def test_a_rare_word_of_a_text_in_another_language_is_right(engine: Engine, rare: str, meant: str) -> None:
    frequent = [make(f"{n}.md", "The proof by induction and this one.") for n in range(40)]
    fill(engine, make("a.md", rare), *frequent)
    found = engine.unknown_words(("Induktion", "induktoin", "inductoin"))
    assert _words(found)["inductoin"] == "induction"
    assert _words(found)["induktoin"] == meant.lower()
    assert _words(found).get("Induktion", "Induktion").lower() == meant.lower()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("certifcado", "certificados"),
        ("fatcura", "facturas"),
        ("facdura", "facturas"),
        ("fatcra", ""),
        ("certfcado", ""),
    ],
)
def test_a_misspelt_word_means_another_form_of_the_word_that_is_meant(engine: Engine, typed: str, meant: str) -> None:
    fill(engine, make("a.md", "Las facturas y los certificados"))
    assert _words(engine.unknown_words((typed,))) == {typed: meant}


def test_a_word_that_a_handful_of_documents_contain_is_rare(engine: Engine) -> None:
    fill(engine, *(make(f"{n}.md", "zettelkasten zettlekasten" if n < 6 else "zettelkasten") for n in range(200)))
    assert engine.unknown_words(("zettlekasten",)) == {}


def test_of_several_vaults_the_documents_with_a_rare_word_are_added(engine: Engine) -> None:
    other = MemoryEngine()
    for store in (engine, other):
        _frequent(store, "zettelkasten", "zettlekasten")
    both = FederatedReader({"one": engine, "two": other}, {})
    assert both.unknown_words(("zettlekasten",)) == {"zettlekasten": Correction("zettelkasten", 1, 20, 2)}


@pytest.mark.parametrize("word", ["1.26.4", "v2", "快速", "xq", "x" * 41, "", "::", "a1b2c3"])
def test_numbers_and_words_without_letters_or_spaces_have_no_correction(engine: Engine, word: str) -> None:
    fill(engine, make("a.md", f"1.26.3 v1 快递 xp {'x' * 40} a1b2c4"))
    assert not any(engine.unknown_words((word,)).values())


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("OAuth2PasswordBearr", "OAuth2PasswordBearer"),
        ("sha256_digset", "sha256_digest"),
        ("oauth2passwordbaerer", "OAuth2PasswordBearer"),
        ("OAuth3PasswordBearer", ""),  # another number
        ("OAuthPasswordBearer2", ""),
        ("appendix2a", ""),  # a numbering
        ("deadbeef1", ""),  # a hash
        ("sesion2024", ""),  # an id
    ],
)
def test_a_misspelt_name_with_a_number_means_the_name_with_that_number(engine: Engine, typed: str, meant: str) -> None:
    fill(engine, make("a.md", "OAuth2PasswordBearer, sha256_digest, appendix2b, deadbee1, sessions2024"))
    assert _words(engine.unknown_words((typed,))) == {typed: meant}


def test_a_word_with_parts_is_contained_as_a_phrase(engine: Engine) -> None:
    fill(engine, make("a.md", "since 1.26.3 of foo.bar"))
    assert set(engine.unknown_words(("1.26.3", "foo.bar", "3.26.1", "bar.foo"))) == {"3.26.1", "bar.foo"}


def test_a_word_of_deleted_documents_is_unknown_and_no_correction(engine: Engine) -> None:
    fill(engine, make("a.md", "calendar"), make("b.md", "kanban calender"))
    engine.write(WriteBatch(removed=("b.md",)))
    assert _words(engine.unknown_words(("calender", "kanbam"))) == {"calender": "calendar", "kanbam": ""}


def test_a_correction_states_how_many_documents_contain_it(engine: Engine) -> None:
    fill(engine, make("a.md", "wool wool"), make("b.md", "wool"), make("c.md", "silk"))
    assert engine.unknown_words(("woll",)) == {"woll": Correction("wool", 1, 2)}


def _misspelt(word: str, random_: random.Random) -> str:
    at = random_.randrange(len(word))
    letter = random_.choice("aeiouxnt")
    return random_.choice(
        [
            word[:at] + word[at + 1 :],
            word[:at] + letter + word[at:],
            word[:at] + letter + word[at + 1 :],
            word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :],
        ]
    )


def _texts() -> Sequence[str]:
    words = [
        "garden",
        "gardens",
        "ladder",
        "water",
        "winter",
        "wander",
        "paper",
        "pepper",
        "letter",
        "better",
        "butter",
        "button",
        "cotton",
        "carbon",
    ]
    return [" ".join(random.Random(n).sample(words, 3)) for n in range(30)]  # noqa: S311


def test_the_engines_correct_random_errors_alike(engine: Engine) -> None:
    random_ = random.Random(5)  # noqa: S311  # no secret
    reference = MemoryEngine()
    for store in (engine, reference):
        fill(store, *(make(f"{n}.md", text) for n, text in enumerate(_texts())))
    typed = tuple(_misspelt(word, random_) for text in _texts() for word in text.split())
    assert engine.unknown_words(typed) == reference.unknown_words(typed)


def test_of_several_vaults_a_word_is_unknown_if_none_contains_it(engine: Engine) -> None:
    other = MemoryEngine()
    fill(engine, make("a.md", "wool calendar"))
    fill(other, make("b.md", "silk calender"))
    both = FederatedReader({"one": engine, "two": other}, {})
    assert _words(both.unknown_words(("wool", "silk", "woll", "slik", "calendr"))) == {
        "woll": "wool",
        "slik": "silk",
        "calendr": "calendar",
    }


def test_the_look_up_leaves_no_table_behind(engine: Engine) -> None:
    fill(engine, make("a.md", "wool"))
    for _ in range(2):
        with engine.snapshot() as snapshot:
            assert _words(snapshot.unknown_words(("woll", "wolo"))) == {"woll": "wool", "wolo": "wool"}
    if isinstance(engine, SqliteEngine):
        fill(engine, make("b.md", "silk"))
        assert _words(engine.unknown_words(("slik",))) == {"slik": "silk"}
