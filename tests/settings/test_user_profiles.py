"""Profiles that a file defines."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from dowse.fusion.rrf import Rrf
from dowse.fusion.weighted import Weighted
from dowse.model.errors import SettingsError
from dowse.ports.storage import FieldWeights
from dowse.query.ast import Expr, MatchAll
from dowse.query.parse import parse
from dowse.retrieval.expansion import Expansion
from dowse.retrieval.keyword import Keyword
from dowse.retrieval.semantic import Semantic
from dowse.search.profiles import DEFAULT, PROFILES
from dowse.settings.component_registry import NAMES
from dowse.settings.source import read
from dowse.settings.toml_parser import layer_of
from dowse.stages.limit import Limit
from dowse.stages.pin import Pin
from dowse.stages.rerank import Rerank
from dowse.stages.snippets.snippet import CutSnippet
from dowse.stages.spread import Spread
from dowse.stages.tag_boost import TagBoost
from dowse.stages.time_boost import TimeBoost
from tests.settings.reading import own, said

_FULL = """
[profiles.mine]
about = "academic papers"
retrievers = ["semantic", {keyword = {limit = 100, tag_boost = 5.0, weights = {title = 8}}}]
fusion = {weighted = {keyword = 0.1, semantic = 0.9}}
rewrites = ["expansion"]
stages = ["tag_boost", {time_boost = {half_life_days = 7}}, "pin", "limit", "snippet"]
include_types = ["article", "paper"]
exclude_types = ["daily"]
max_age_days = 90
granularity = "section"
"""
_LEAST = """
[profiles.mine]
retrievers = ["keyword"]
fusion = "rrf"
stages = ["limit"]
"""


def _where(*parts: str) -> Expr:
    return parse(" ".join(parts)).where


def _lift(name: str) -> float:
    fusion = PROFILES[name].fusion
    assert isinstance(fusion, Rrf)
    assert fusion.lift
    return fusion.lift


def test_a_profile_is_its_parts_in_order(tmp_path: Path) -> None:
    mine = own(tmp_path, _FULL)
    assert (mine.name, mine.about, mine.granularity) == ("mine", "academic papers", "section")
    assert mine.retrievers == (Semantic(), Keyword(100, FieldWeights(title=8), 5.0))
    assert mine.fusion == Weighted({"keyword": 0.1, "semantic": 0.9})
    assert mine.rewrites == (Expansion(),)
    assert mine.stages == (TagBoost(), TimeBoost(half_life_days=7), Pin(), Limit(), CutSnippet())


def test_types_and_age_are_what_the_query_language_makes_of_them(tmp_path: Path) -> None:
    assert own(tmp_path, _FULL).where == _where("(type:article OR type:paper)", "-type:daily", "modified:<90d")
    assert own(tmp_path, f"{_LEAST}include_types = ['paper']").where == _where("type:paper")
    assert own(tmp_path, _LEAST).where == MatchAll()


def test_temoa_a_custom_profile_can_be_said(tmp_path: Path) -> None:
    """“"hybrid_weight": 0.9, "bm25_boost": 1.0, "default_include_types": ["article", "paper"],
    "cross_encoder_enabled": true”
    """
    mine = own(
        tmp_path,
        """
        [profiles.mine]
        about = "Academic papers with citation focus"
        extends = "balanced"
        fusion = {rrf = {weights = {keyword = 0.1, semantic = 0.9}}}
        include_types = ["article", "paper"]
        """,
    )
    assert mine.fusion == Rrf(weights={"keyword": 0.1, "semantic": 0.9}, lift=_lift("balanced"))
    assert Rerank() in mine.stages
    assert mine.where == _where("type:article OR type:paper")


@pytest.mark.parametrize(
    ("written", "fusion"),
    [
        ('"weighted"', Weighted()),
        ("{weighted = {}}", Weighted()),
        ("{weighted = {weights = {keyword = 1}}}", Weighted({"keyword": 1.0})),
        ("{rrf = {k = 10, absent_rank = 999}}", Rrf(k=10, absent_rank=999)),
        ("{rrf = {weights = {keyword = 2, graph = 1}}}", Rrf(weights={"keyword": 2.0, "graph": 1.0})),
    ],
)
def test_a_fusion_takes_weights_and_numbers(written: str, fusion: object, tmp_path: Path) -> None:
    assert own(tmp_path, _LEAST.replace('"rrf"', written)).fusion == fusion


def test_what_a_profile_does_not_say_is_taken_from_the_one_it_extends(tmp_path: Path) -> None:
    mine = own(tmp_path, '[profiles.mine]\nextends = "default"\nrewrites = ["expansion"]\n')
    assert (mine.retrievers, mine.fusion, mine.stages) == (DEFAULT.retrievers, DEFAULT.fusion, DEFAULT.stages)
    assert (mine.rewrites, mine.about) == ((Expansion(),), "like default")
    assert own(tmp_path, '[profiles.mine]\nextends = "deep"\n').granularity == "chunk"


_CHAIN = """
[profiles.mine]
extends = "theirs"
max_age_days = 7
[profiles.theirs]
about = "theirs"
extends = "rrf"
stages = [{limit = {most = 3}}]
exclude_types = ["daily"]
max_age_days = 90
"""


def test_a_profile_extends_another_of_its_file_wherever_that_stands(tmp_path: Path) -> None:
    mine = own(tmp_path, _CHAIN)
    assert (mine.stages, mine.fusion, mine.about) == ((Limit(3),), PROFILES["rrf"].fusion, "like theirs")
    assert mine.where == _where("-type:daily", "modified:<7d")


def test_types_that_are_said_take_the_place_of_those_of_the_extended_one(tmp_path: Path) -> None:
    text = '[profiles.mine]\nextends = "recent"\n'
    recent = PROFILES["recent"].where
    assert own(tmp_path, text).where == recent
    assert own(tmp_path, f'{text}include_types = ["paper"]\n').where == _where("modified:<90d", "type:paper")
    assert own(tmp_path, f"{text}include_types = []\nmax_age_days = 7\n").where == _where("modified:<7d")


# Parts that the extended profile has too


def test_a_part_that_is_only_named_is_that_of_the_extended_profile(tmp_path: Path) -> None:
    mine = own(tmp_path, '[profiles.mine]\nextends = "default"\nretrievers = ["semantic", "keyword"]\n')
    assert mine.retrievers == DEFAULT.retrievers[::-1]
    short = own(tmp_path, '[profiles.mine]\nextends = "rrf"\nstages = ["limit", {snippet = {}}]\nfusion = "rrf"\n')
    assert (short.stages, short.fusion) == ((Limit(20), CutSnippet()), Rrf(k=60, absent_rank=999))


def test_a_part_with_numbers_differs_from_that_of_the_extended_profile_in_these_only(tmp_path: Path) -> None:
    mine = own(
        tmp_path,
        """
        [profiles.mine]
        extends = "recent"
        retrievers = [{keyword = {limit = 20, weights = {title = 8}}}, {semantic = {least = 0.1}}]
        fusion = {rrf = {k = 10}}
        stages = [{time_boost = {max_boost = 0.3}}, {tag_boost = {most = 3}}]
        """,
    )
    temoa = FieldWeights(filename=1, title=8, aliases=1, tags=2, area=1, headings=1, summary=2, body=1)
    assert mine.retrievers == (Keyword(20, temoa, 5.0), Semantic(150, least=0.1, reference_model="minilm"))
    assert mine.fusion == Rrf(k=10, lift=_lift("recent"))
    assert mine.stages == (TimeBoost(half_life_days=7, max_boost=0.3), TagBoost(1.5, 3.0))


def test_a_part_that_the_extended_profile_has_not_is_as_it_is_built_in(tmp_path: Path) -> None:
    mine = own(tmp_path, '[profiles.mine]\nextends = "default"\nfusion = "rrf"\nstages = ["time_boost"]\n')
    assert (mine.fusion, mine.stages) == (Rrf(), (TimeBoost(),))


def test_the_weights_of_a_fusion_are_said_as_a_whole(tmp_path: Path) -> None:
    mine = own(tmp_path, '[profiles.mine]\nextends = "default"\nfusion = {weighted = {semantic = 1}}\n')
    assert mine.fusion == Weighted({"semantic": 1.0})


def test_a_part_is_handed_down_from_profile_to_profile(tmp_path: Path) -> None:
    mine = own(
        tmp_path,
        """
        [profiles.theirs]
        extends = "balanced"
        retrievers = [{keyword = {limit = 20}}]
        [profiles.ours]
        extends = "theirs"
        about = "nothing of its own"
        [profiles.mine]
        extends = "ours"
        retrievers = [{keyword = {granularity = "section"}}, "semantic"]
        """,
    )
    keyword = PROFILES["balanced"].retrievers[0]
    assert isinstance(keyword, Keyword)
    assert mine.retrievers == (replace(keyword, limit=20, granularity="section"), Semantic())


def test_a_profile_of_the_user_states_the_decay_of_a_relation(tmp_path: Path) -> None:
    mine = own(tmp_path, '[profiles.mine]\nextends = "graph"\nstages = [{spread = {decays = {REFERENCES = 0.5}}}]\n')
    (spread,) = mine.stages
    assert isinstance(spread, Spread)
    assert spread.decays == {"REFERENCES": 0.5}


def test_a_decay_outside_its_range_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"spread\.decays\.REFERENCES must be from 0 to 1, got 2"):
        own(tmp_path, '[profiles.mine]\nextends = "graph"\nstages = [{spread = {decays = {REFERENCES = 2}}}]\n')


def test_numbers_that_do_not_go_with_those_of_the_extended_profile_are_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"tag_boost\.least must be from 0 to most"):
        own(tmp_path, '[profiles.mine]\nextends = "balanced"\nstages = [{tag_boost = {least = 3}}]\n')


MISTAKES = {
    "stages = ['pin', 'time_bost']": "5: profiles.mine.stages: there is no stage 'time_bost'; did you mean time_boost?",
    "stages = [\n'limit',\n'nonsense']": (
        "7: profiles.mine.stages: there is no stage 'nonsense'; choose one of "
        f"{', '.join([*NAMES['stage'], 'snippet'])}"
    ),
    "stages = 'limit'": "5: profiles.mine.stages: must be a list of stages, got 'limit'",
    "stages = [1]": '5: profiles.mine.stages: expected a stage such as "phrase" or {phrase = {…}}, got 1',
    "stages = [{limit = 3}]": "5: profiles.mine.stages: limit must be a table such as {limit = {…}}, got 3",
    "stages = [{limit = {mots = 3}}]": "5: profiles.mine.stages: limit has no parameter 'mots'; did you mean most?",
    "stages = [{pin = {most = 3}}]": "5: profiles.mine.stages: pin has no parameters, got 'most'",
    "stages = [{limit = {most = '3'}}]": "5: profiles.mine.stages: limit.most must be a whole number, got '3'",
    "stages = [{limit = {most = 3.5}}]": "5: profiles.mine.stages: limit.most must be a whole number, got 3.5",
    "stages = [{limit = {most = true}}]": "5: profiles.mine.stages: limit.most must be a whole number, got true",
    "stages = [{limit = {most = -1}}]": "5: profiles.mine.stages: limit.most must be 1 or more, got -1",
    "stages = [{limit = {most = 1_000_000_001}}]": (
        "5: profiles.mine.stages: limit.most must be a number up to 1,000,000,000, got 1000000001"
    ),
    "stages = [{time_boost = {max_boost = nan}}]": (
        "5: profiles.mine.stages: time_boost.max_boost must be a number up to 1,000,000,000, got nan"
    ),
    "stages = [{time_boost = {half_life_days = 0}}]": (
        "5: profiles.mine.stages: time_boost.half_life_days must be above 0, got 0"
    ),
    "stages = [{fact_boost = {stars_keys = 'stars'}}]": (
        "5: profiles.mine.stages: fact_boost.stars_keys must be a list, got 'stars'"
    ),
    "stages = [{rerank = {shares = [[3, 0.2, 1]]}}]": (
        "5: profiles.mine.stages: rerank.shares must be a list of 2 values, got [3, 0.2, 1]"
    ),
    "retrievers = ['keywrod']": "3: profiles.mine.retrievers: there is no retriever 'keywrod'; did you mean keyword?",
    "retrievers = []": "3: profiles.mine.retrievers: must have at least one of keyword, semantic, graph",
    "retrievers = ['semantic', 'semantic']": "3: profiles.mine.retrievers: semantic occurs twice",
    "retrievers = [{keyword = {weights = {titel = 8}}}]": (
        "3: profiles.mine.retrievers: keyword has no parameter 'weights.titel'; did you mean title?"
    ),
    "retrievers = [{keyword = {weights = 8}}]": (
        "3: profiles.mine.retrievers: keyword.weights must be a table, got 8"
    ),
    "retrievers = [{keyword = {granularity = 'page'}}]": (
        "3: profiles.mine.retrievers: keyword.granularity must be document, section or chunk, got 'page'"
    ),
    "fusion = 'rff'": "4: profiles.mine.fusion: there is no fusion 'rff'; did you mean rrf?",
    "fusion = {weighted = {keyword = 1, semantc = 1}}": (
        "4: profiles.mine.fusion: there is no list 'semantc'; did you mean semantic?"
    ),
    "fusion = {weighted = {keyword = 'much'}}": (
        "4: profiles.mine.fusion: weighted.weights.keyword must be a number, got 'much'"
    ),
    "fusion = {weighted = {keyword = 0, semantic = 1}}": (
        "4: profiles.mine.fusion: every list has the weight 0, so no hit has a score; the lists are keyword"
    ),
    "fusion = {rrf = {weights = {keyword = 0}}}": (
        "4: profiles.mine.fusion: every list has the weight 0, so no hit has a score; the lists are keyword"
    ),
    "extends = 'defualt'": "6: profiles.mine.extends: there is no profile 'defualt'; did you mean default?",
    "extends = 'mine'": "6: profiles.mine.extends: circular inheritance: mine extends mine",
    "extends = 1": "6: profiles.mine.extends: must be the name of a profile, got 1",
    "granularity = 'page'": "6: profiles.mine.granularity: must be document, section or chunk, got 'page'",
    "about = 1": "6: profiles.mine.about: must be a string, got 1",
    "include_types = 'paper'": (
        """6: profiles.mine.include_types: must be a list of types such as ["article", "paper"], got 'paper'"""
    ),
    "max_age_days = 0": "6: profiles.mine.max_age_days: must be above 0 and up to 1,000,000, got 0",
    "max_age_days = true": "6: profiles.mine.max_age_days: must be a number, got true",
    "stagse = []": "6: profiles.mine.stagse: unknown key; did you mean stages?",
}  # fmt: skip


@pytest.mark.parametrize("wrong", MISTAKES)
def test_a_mistake_is_named_with_its_line(wrong: str, tmp_path: Path) -> None:
    key = wrong.partition(" ")[0]
    lines = [wrong if line.startswith(f"{key} =") else line for line in _LEAST.splitlines()]
    text = "\n".join(lines if wrong in lines else [*lines, wrong])
    with pytest.raises(SettingsError) as raised:
        own(tmp_path, text)
    assert str(raised.value).partition(" (settings inside")[0] == f"dowse.toml:{MISTAKES[wrong]}"


_OUT_OF_RANGE: list[tuple[str, str, str]] = [  # key of the profile, component, parameter with its fault
    ("retrievers", "keyword = {limit = 0}", "limit must be from 1 to 100,000, got 0"),
    ("retrievers", "keyword = {limit = 100_001}", "limit must be from 1 to 100,000, got 100,001"),
    ("retrievers", "keyword = {tag_boost = -1}", "tag_boost must be 0 or more, got -1"),
    ("retrievers", "keyword = {weights = {title = -1}}", "weights.title must be 0 or more, got -1"),
    ("retrievers", "semantic = {limit = 0}", "limit must be from 1 to 100,000, got 0"),
    ("retrievers", "semantic = {least = 5}", "least must be from -1 to 1, got 5"),
    ("retrievers", "semantic = {least_alone = -1.5}", "least_alone must be from -1 to 1, got -1.5"),
    ("retrievers", "semantic = {least_similar = 2}", "least_similar must be from -1 to 1, got 2"),
    ("fusion", "rrf = {k = 0, absent_rank = 0}", "k must be above 0, got 0"),
    ("fusion", "rrf = {k = -60}", "k must be above 0, got -60"),
    ("fusion", "rrf = {absent_rank = 0}", "absent_rank must be 1 or more, got 0"),
    ("fusion", "rrf = {lift = -1}", "lift must be 0 or more, got -1"),
    ("fusion", "rrf = {weights = {keyword = -1}}", "weights.keyword must be 0 or more, got -1"),
    ("fusion", "weighted = {keyword = -1}", "weights.keyword must be 0 or more, got -1"),
    ("rewrites", "expansion = {below = 0}", "below must be 1 or more, got 0"),
    ("rewrites", "expansion = {terms = 0}", "terms must be 1 or more, got 0"),
    ("rewrites", "expansion = {documents = 100_001}", "documents must be from 1 to 100,000, got 100,001"),
    ("stages", "tag_boost = {least = 5, most = 0}", "least must be from 0 to most (0), got 5"),
    ("stages", "tag_boost = {least = -1}", "least must be from 0 to most (2), got -1"),
    ("stages", "time_boost = {max_boost = -1}", "max_boost must be 0 or more, got -1"),
    ("stages", "time_boost = {half_life_days = -7}", "half_life_days must be above 0, got -7"),
    ("stages", "fact_boost = {max_boost = -1}", "max_boost must be 0 or more, got -1"),
    ("stages", "fact_boost = {match_boost = -1}", "match_boost must be 0 or more, got -1"),
    ("stages", "fact_boost = {full_at = 0}", "full_at must be 1 or more, got 0"),
    ("stages", "proximity = {weight = -1}", "weight must be 0 or more, got -1"),
    ("stages", "proximity = {depth = 0}", "depth must be 1 or more, got 0"),
    ("stages", "phrase = {depth = 0}", "depth must be 1 or more, got 0"),
    ("stages", "confidence = {middle = 2}", "middle must be from -1 to 1, got 2"),
    ("stages", "confidence = {width = 0}", "width must be above 0, got 0"),
    ("stages", "confidence = {least = 5}", "least must be from 0 to 1, got 5"),
    ("stages", "confidence = {depth = 0}", "depth must be 1 or more, got 0"),
    ("stages", "min_score = {least = 5}", "least must be from 0 to 1, got 5"),
    ("stages", "min_score = {least = -0.1}", "least must be from 0 to 1, got -0.1"),
    ("stages", "rerank = {shares = [[1, 5.0]], share_below = 5.0}", "shares share must be from 0 to 1, got 5"),
    ("stages", "rerank = {shares = [[0, 0.5]]}", "shares rank must be 1 or more, got 0"),
    ("stages", "rerank = {share_below = -0.1}", "share_below must be from 0 to 1, got -0.1"),
    ("stages", "rerank = {depth = 0}", "depth must be 1 or more, got 0"),
    ("stages", "per_document = {most = 0}", "most must be 1 or more, got 0"),
    ("stages", "limit = {most = 0}", "most must be 1 or more, got 0"),
    ("stages", "snippet = {size = 99999999}", "size must be from 20 to 10,000, got 99,999,999"),
    ("stages", "snippet = {size = 19}", "size must be from 20 to 10,000, got 19"),
]


@pytest.mark.parametrize(("key", "written", "told"), _OUT_OF_RANGE)
def test_a_number_out_of_range_is_told_with_its_part_and_its_line(
    key: str, written: str, told: str, tmp_path: Path
) -> None:
    list_ = f"{{{written}}}" if key == "fusion" else f"[\n{{{written}}}]"
    line = 3 if key == "fusion" else 4
    with pytest.raises(SettingsError) as raised:
        own(tmp_path, f'[profiles.mine]\nextends = "graph"\n{key} = {list_}\n')
    name = written.partition(" ")[0]
    assert str(raised.value) == f"dowse.toml:{line}: profiles.mine.{key}: {name}.{told}"


_AT_THE_EDGE = [
    ("retrievers", "keyword = {limit = 100_000, tag_boost = 0}"),
    ("retrievers", "semantic = {limit = 1, least = -1, least_alone = 1, least_similar = -0.5}"),
    ("fusion", "rrf = {k = 0.001, absent_rank = 1, weights = {keyword = 0}}"),
    ("rewrites", "expansion = {below = 1, documents = 1, terms = 1}"),
    ("stages", "tag_boost = {least = 0, most = 0}"),
    ("stages", "time_boost = {half_life_days = 0.001, max_boost = 0}"),
    ("stages", "fact_boost = {full_at = 1, max_boost = 0, match_boost = 0}"),
    ("stages", "confidence = {middle = -1, width = 0.001, least = 0, depth = 1}"),
    ("stages", "min_score = {least = 1}"),
    ("stages", "rerank = {depth = 1, shares = [], share_below = 1}"),
    ("stages", "snippet = {size = 10_000}"),
]


@pytest.mark.parametrize(("key", "written"), _AT_THE_EDGE)
def test_a_number_at_the_edge_of_its_range_is_taken(key: str, written: str, tmp_path: Path) -> None:
    list_ = f"{{{written}}}" if key == "fusion" else f"[{{{written}}}]"
    assert own(tmp_path, f'[profiles.mine]\nextends = "graph"\n{key} = {list_}\n').name == "mine"


def test_a_list_that_is_there_weighs_something(tmp_path: Path) -> None:
    """The weights are inherited here, the list is not."""
    text = '[profiles.words]\nextends = "default"\nfusion = {weighted = {semantic = 1}}\n'
    both = f'{text}[profiles.mine]\nextends = "words"\nretrievers = ["keyword"]\n'
    assert own(tmp_path, both.replace('"keyword"', '"keyword", "semantic"')).fusion == Weighted({"semantic": 1.0})
    with pytest.raises(SettingsError, match=r"^dowse\.toml:6: profiles\.mine\.retrievers: every list has the weight 0"):
        own(tmp_path, both)


@pytest.mark.parametrize("missing", ["retrievers", "fusion", "stages"])
def test_what_is_required_is_missed_in_the_line_of_the_table(missing: str, tmp_path: Path) -> None:
    text = "\n".join(line for line in _LEAST.splitlines() if not line.startswith(missing))
    with pytest.raises(SettingsError, match=rf"^dowse\.toml:2: profiles\.mine: {missing} is missing; add it"):
        own(tmp_path, text)


def test_a_mistake_in_an_extended_profile_is_named_where_it_stands(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"^dowse\.toml:8: profiles\.theirs\.stages: limit has no parameter 'mots'"):
        own(tmp_path, _CHAIN.replace("most", "mots"))


def test_profiles_that_extend_each_other_are_noticed(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="circular inheritance: a extends b extends a"):
        said(tmp_path, '[profiles.a]\nextends = "b"\n[profiles.b]\nextends = "a"\n')
    chain = "".join(f'[profiles.p{n}]\nextends = "p{n + 1}"\n' for n in range(1_000))
    with pytest.raises(SettingsError, match="more than 20 levels of extends"):
        said(tmp_path, chain)


@pytest.mark.parametrize("name", PROFILES)
def test_a_built_in_name_is_taken(name: str, tmp_path: Path) -> None:
    with pytest.raises(
        SettingsError,
        match=rf"^dowse\.toml:1: profiles\.{name}: this is the name of a built-in profile; ",
    ):
        said(tmp_path, f"[profiles.{name}]\n")


@pytest.mark.parametrize("name", ['"a/b"', '""', '"a b"', '"\\u001b[31m"', f'"{"x" * 41}"'])
def test_a_name_is_a_word(name: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="a name must have 1 to 40 letters, digits, - or _"):
        said(tmp_path, f"[profiles.{name}]\n")


@pytest.mark.parametrize("text", ["profiles = 1", "[profiles]\nmine = 1"])
def test_a_profile_is_a_table(text: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"must be a table"):
        said(tmp_path, text)


def test_parts_of_other_packages_are_for_the_users_own_settings_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A vault may come from anywhere and is to run nothing."""
    entry = EntryPoint("backwards", "tests.settings.test_component_registry:Backwards", "dowse.stages")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **chosen: EntryPoints([entry]).select(**chosen))
    text = _LEAST.replace('"limit"', '"limit", "backwards"')
    assert type(said(tmp_path, text, trusted=True).profiles["mine"].stages[1]).__name__ == "Backwards"
    assert "there is no stage 'backwards'" in str(said(tmp_path, text, trusted=False).unusable["mine"])


def test_a_package_that_cannot_be_imported_is_named_with_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = EntryPoint("broken", "no_such_module:X", "dowse.stages")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **chosen: EntryPoints([entry]).select(**chosen))
    (tmp_path / "config.toml").write_text(_LEAST.replace('"limit"', '"broken"'), "utf-8")
    written = read(tmp_path / "config.toml", file="config.toml", trusted=True)
    assert written is not None
    told = "config.toml:5: profiles.mine.stages: stage broken: entry point no_such"
    assert str(layer_of(written).unusable["mine"]).startswith(told)


def test_a_profile_with_a_part_of_no_installed_package_says_how_to_go_on(tmp_path: Path) -> None:
    layer = said(tmp_path, _LEAST.replace('"limit"', '{folder_boost = {folder = "Projects"}}'), trusted=True)
    assert not layer.profiles
    assert str(layer.unusable["mine"]) == (
        "dowse.toml:5: profiles.mine.stages: there is no built-in stage 'folder_boost', and no installed package "
        "provides it; install its package beside dowse (`pipx inject dowse PACKAGE`), remove the stage, or write "
        "code_boost"
    )


_MIXED = "{weighted = {keyword = 0.2, semantic = 0.8}}"


@pytest.mark.parametrize(
    ("stated", "encoded"),
    [
        ("", DEFAULT.encoded),
        (f"encoded = {_MIXED}", Weighted({"keyword": 0.2, "semantic": 0.8})),
        (f"fusion = {_MIXED}", None),
    ],
)
def test_the_fusion_for_sentence_encoders_is_kept_stated_or_left_out_with_the_other_one(
    stated: str, encoded: object, tmp_path: Path
) -> None:
    profile = own(tmp_path, f'[profiles.mine]\nextends = "default"\n{stated}\n')
    assert profile.encoded == encoded


@pytest.mark.parametrize(
    ("stated", "unspaced"),
    [
        ("", DEFAULT.unspaced),
        (f"unspaced = {_MIXED}", Weighted({"keyword": 0.2, "semantic": 0.8})),
        (f"fusion = {_MIXED}", None),
        (f"fusion = {_MIXED}\nencoded = {_MIXED}", None),
    ],
)
def test_the_fusion_for_unspaced_scripts_is_kept_stated_or_left_out_with_the_other_one(
    stated: str, unspaced: object, tmp_path: Path
) -> None:
    profile = own(tmp_path, f'[profiles.mine]\nextends = "default"\n{stated}\n')
    assert profile.unspaced == unspaced
