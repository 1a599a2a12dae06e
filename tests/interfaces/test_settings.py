"""Settings through the command line: files, variables and options."""

from __future__ import annotations

import json

import apsw
import pytest

from dowse.engines.sqlite.file.index_files import FILE
from tests.interfaces.desk import Desk, Shown

pytestmark = pytest.mark.slow  # a process, or some, for each of them


@pytest.fixture
def small(fresh_desk: Desk) -> Desk:
    """A vault of two long notes, indexed."""
    notes = fresh_desk.folder / "small"
    notes.mkdir()
    for name, word in (("bees", "honey"), ("pumps", "heat")):
        sentence = f"What is to be said of {word} is said here in so many words. "
        (notes / f"{name}.md").write_text(f"# {name}\n\n" + (sentence * 12 + "\n\n") * 12, "utf-8")
    assert fresh_desk.dowse("index", "small").code == 0
    return fresh_desk


def _state(desk: Desk, word: str = "honey") -> tuple[str, int, list[str]]:
    """How the index stood to the files before a search, and what that found."""
    got = desk.dowse("search", word, "small", "--mode", "hybrid", "--json")
    assert got.code == 0, got.err
    answer = json.loads(got.out)
    return answer["index"]["state"], answer["index"]["changed"], [hit["path"] for hit in answer["hits"]]


def _chunks(desk: Desk) -> int:
    got = json.loads(desk.dowse("status", "small", "--json").out)
    assert got["embedded"] == got["chunks"]
    return int(got["chunks"])


def _vectors(desk: Desk) -> int:
    """Grows with every change of chunks or vectors."""
    (folder,) = (desk.folder / "index").glob("small-*")
    connection = apsw.Connection(str(folder / FILE))
    try:
        return int(connection.execute("select value from meta where key = 'generation'").get)
    finally:
        connection.close()


def _settle(desk: Desk, text: str) -> None:
    (desk.folder / "small" / "dowse.toml").write_text(text, "utf-8")


def test_another_chunker_in_the_settings_is_one_rebuild_and_no_second_one(small: Desk) -> None:
    before = _chunks(small)
    _settle(small, '[space]\nchunker = "paragraph"\n')
    assert _state(small) == ("healed", 2, ["bees.md", "pumps.md"])
    after, generation = _chunks(small), _vectors(small)
    assert after != before
    assert _state(small) == ("fresh", 0, ["bees.md", "pumps.md"])
    assert (_chunks(small), _vectors(small)) == (after, generation)


def test_enrichment_in_the_settings_is_one_rebuild_too(small: Desk) -> None:
    before = _chunks(small)
    _settle(small, "[space]\nenrich = 'none'\n")
    assert _state(small)[:2] == ("healed", 2)
    assert _state(small)[:2] == ("fresh", 0)
    assert _chunks(small) == before


def test_another_form_of_the_vectors_embeds_all_chunks_again_and_reads_no_file(small: Desk) -> None:
    before, generation = _chunks(small), _vectors(small)
    _settle(small, "[space]\nenrich = 'prefix'\n")
    assert _state(small)[:2] == ("fresh", 0)
    assert _chunks(small) == before
    assert (settled := _vectors(small)) > generation
    assert (_state(small)[:2], _vectors(small)) == (("fresh", 0), settled)


def test_an_update_that_only_embeds_states_the_number_of_chunks(small: Desk) -> None:
    _settle(small, "[space]\nenrich = 'prefix'\n")
    assert " 12 chunks; 4 chunks embedded;" in small.dowse("index", "small").out  # 8 have the text of another one
    assert "nothing changed" in small.dowse("index", "small").out


def test_a_chunker_chosen_once_is_kept_until_the_settings_change(small: Desk) -> None:
    before = _chunks(small)
    assert small.dowse("index", "small", "--chunker", "window").code == 0
    chosen = _chunks(small)
    assert chosen != before
    assert _state(small)[:2] == ("fresh", 0)
    assert "nothing changed" in small.dowse("index", "small").out
    _settle(small, "[space]\nchunker = {window = {size = 1000}}\n")
    assert _state(small)[:2] == ("healed", 2)
    assert _chunks(small) > chosen
    _settle(small, "")
    assert _state(small)[:2] == ("healed", 2)
    assert _chunks(small) == before  # what was chosen before the settings spoke is forgotten


def test_an_option_goes_before_the_settings_and_the_index_remembers_it(small: Desk) -> None:
    _settle(small, '[space]\nchunker = "paragraph"\n')
    assert _state(small)[:2] == ("healed", 2)
    assert "2 files changed" in small.dowse("index", "small", "--chunker", "window").out
    assert _state(small)[:2] == ("fresh", 0)
    assert "2 files changed" in small.with_variables(DOWSE_CHUNKER="section").dowse("index", "small").out


def _told(shown: Shown) -> str:
    assert (shown.code, shown.out) == (2, "")
    return shown.err


def test_a_mistake_in_the_vaults_settings_is_one_line_before_anything_is_done(fresh_desk: Desk) -> None:
    (fresh_desk.notes / "dowse.toml").write_text("[search]\n\nlimt = 3\n", "utf-8")
    told = f"dowse: {fresh_desk.notes}/dowse.toml:3: search.limt: unknown key; did you mean limit?\n"
    for line in (
        ("search", "tax", "notes"),
        ("index", "notes"),
        ("status", "notes"),
        ("profiles", "--folder", "notes"),
    ):
        assert _told(fresh_desk.dowse(*line)) == told
    assert not (fresh_desk.folder / "index").exists()
    assert fresh_desk.dowse("find", "IRS", "notes").code == 0


def test_a_mistake_in_the_users_settings_names_their_file(desk: Desk) -> None:
    folder = desk.folder / "home" / "dowse"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text("[search\n", "utf-8")
    told = _told(desk.with_variables(DOWSE_CONFIG=str(folder / "config.toml")).dowse("profiles"))
    assert told == (
        f"dowse: {folder / 'config.toml'}:1: invalid TOML: Expected ']' at the end of a table declaration\n"
    )


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--chunker", "windows"), "--chunker: there is no chunker 'windows'; did you mean window?"),
        (
            ("--embedder", "lama:x"),
            (
                "--embedder: there is no embedder 'lama:x'; "
                "choose one of static, onnx:NAME, st:NAME, ollama:MODEL, openai:MODEL"
            ),
        ),
        (("--embedder", "minlm"), "'minlm' is neither a known model nor a folder here; did you mean minilm?"),
    ],
)
def test_an_unknown_name_after_an_option_is_told_with_those_there_are(
    options: tuple[str, ...], told: str, desk: Desk
) -> None:
    assert _told(desk.dowse("index", "notes", *options)) == f"dowse: {told}\n"


def test_the_known_embedder_may_be_named(desk: Desk) -> None:
    desk.dowse("index", "notes")
    assert "nothing changed" in desk.dowse("index", "notes", "--embedder", "static").out


@pytest.fixture
def settled(desk: Desk) -> Desk:
    """The desk of a user with a profile and another default limit."""
    path = desk.folder / "config.toml"
    path.write_text(
        '[search]\nprofile = "mine"\nlimit = 3\nmode = "fulltext"\n'
        '[profiles.mine]\nextends = "rrf"\nstages = [{limit = {most = 2}}, "snippet"]\ninclude_types = ["note"]\n',
        "utf-8",
    )
    return desk.with_variables(DOWSE_CONFIG=str(path))


def _answer(desk: Desk, *options: str) -> dict[str, object]:
    got = desk.dowse("search", "tax", "notes", "--json", *options)
    assert got.code in {0, 1}, got.err
    answer = json.loads(got.out)
    return {"profile": answer["profile"], "mode": answer["mode"], "hits": len(answer["hits"])}


def test_a_search_takes_profile_limit_and_mode_from_the_settings(settled: Desk) -> None:
    assert _answer(settled)["profile"] == "mine"
    assert _answer(settled, "--profile", "default") == {"profile": "default", "mode": "fulltext", "hits": 3}


def test_options_go_before_the_settings(settled: Desk) -> None:
    options = ("--profile", "default", "-n", "5", "--mode", "hybrid")
    assert _answer(settled, *options) == {"profile": "default", "mode": "hybrid", "hits": 5}


def test_variables_go_before_the_files(settled: Desk) -> None:
    spoken = settled.with_variables(DOWSE_PROFILE="default", DOWSE_LIMIT="4")
    assert _answer(spoken) == {"profile": "default", "mode": "fulltext", "hits": 4}


def test_an_own_profile_is_found_by_its_name(settled: Desk) -> None:
    assert _answer(settled, "--profile", "mine")["profile"] == "mine"
    got = json.loads(settled.dowse("search", "tax profile:mine", "notes", "--profile", "rrf", "--json").out)
    told = "the profile mine searches only documents of the type note; add type:NAME for documents of another type"
    skipped = "1 file is not searched: Server Log.txt (larger than 4 MiB); `dowse status` lists skipped files"
    assert (got["profile"], [note["hint"] for note in got["notes"]]) == ("mine", [told, skipped])


def test_an_unknown_profile_is_told_with_all_there_are_own_ones_too(settled: Desk) -> None:
    told = _told(settled.dowse("search", "tax", "notes", "--profile", "mien"))
    assert told.startswith("dowse: there is no profile 'mien'; did you mean mine? Profiles: default, ")
    assert told.endswith(", mine\n")


def test_profiles_are_shown_with_where_they_are_from(settled: Desk) -> None:
    shown = settled.dowse("profiles", "mine").out
    assert shown == (
        f"mine  like rrf (from {settled.folder / 'config.toml'})\n"
        "  only        documents    of the type note\n"
        "  lists       keyword      limit 50, weights filename 10, title 8, aliases 8, tags 5, area 4,\n"
        "                           headings 3, summary 3, path 4, body 1\n"
        "              semantic     limit 50\n"
        "  fusion      rrf          k 60, absent_rank 999\n"
        "  stages      limit        most 2\n"
        "              cut_snippet\n"
    )
    assert "\nmine  like rrf" in settled.dowse("profiles").out
    assert "my-research  academic papers (from dowse.toml)" in settled.dowse("profiles", "--folder", "own").out
    assert [each["name"] for each in json.loads(settled.dowse("profiles", "rrf", "--json").out)] == ["rrf"]
    assert _told(settled.dowse("profiles", "rff")).startswith("dowse: there is no profile 'rff'; did you mean rrf?")


def test_what_a_profile_of_a_vault_says_cannot_reach_the_terminal_as_codes(desk: Desk) -> None:
    folder = desk.folder / "codes"
    folder.mkdir()
    (folder / "dowse.toml").write_text('[profiles.x]\nextends = "rrf"\nabout = "\\u001b[31m\\nred"\n', "utf-8")
    assert "x  �[31m red (from dowse.toml)\n" in desk.dowse("profiles", "x", "--folder", "codes").out


def test_status_says_that_the_chunker_has_changed_and_the_next_search_mends_it(small: Desk) -> None:
    _settle(small, '[space]\nchunker = "paragraph"\n')

    before, examined = small.dowse("status", "small"), small.dowse("doctor", "small")
    _state(small)
    after = small.dowse("status", "small")

    assert "the chunker has changed" in before.out + before.err
    assert "the chunker has changed" in examined.out
    assert "changed since indexing; the next search or" not in before.out  # no file has
    assert "files changed" not in examined.out
    assert "the chunker has changed" not in after.out + after.err


def test_the_settings_say_how_near_passages_are_that_count_as_alike(small: Desk) -> None:
    def alike() -> int:
        shown = small.dowse("related", "bees", "small", "--via", "similar", "--json")
        return len(json.loads(shown.out or "[]"))

    _settle(small, "[space]\nalike = 1.0\n")
    assert alike() == 0
    _settle(small, "[space]\nalike = 0.05\n")
    assert alike() == 1


def test_a_profile_with_a_stage_that_is_not_installed_stops_only_what_uses_it(small: Desk) -> None:
    stages = 'stages = ["phrase", {folder_boost = {folder = "x"}}, "limit"]'
    (small.folder / "small" / "dowse.toml").write_text(f'[profiles.mine]\nextends = "default"\n{stages}\n', "utf-8")
    for line in ("vacuum small", "search honey small", "doctor small"):
        got = small.dowse(*line.split())
        assert got.code == line.startswith("doctor"), got.err
        assert (got.out + got.err).count("the profile 'mine' cannot be used: ") == 1
    got = small.dowse("search", "honey", "small", "--profile", "mine")
    assert got.code == 2
    assert "there is no stage 'folder_boost'" in got.err
    assert small.dowse("search", "honey profile:rrf", "small", "--profile", "mine").code == 0


def test_a_query_that_names_another_profile_needs_no_default_that_can_be_used(small: Desk) -> None:
    stages = 'stages = [{folder_boost = {folder = "x"}}, "limit"]'
    written = f'[search]\nprofile = "mine"\n\n[profiles.mine]\nextends = "default"\n{stages}\n'
    (small.folder / "small" / "dowse.toml").write_text(written, "utf-8")
    assert small.dowse("search", "honey profile:rrf", "small").code == 0
    for query in ("honey", "honey profile:mine", "honey profile:unknown"):
        got = small.dowse("search", query, "small")
        assert got.code == 2
        assert "there is no stage 'folder_boost'" in got.err
    listed, shown = (small.dowse("profiles", *name, "--folder", "small") for name in ([], ["rrf"]))
    assert (listed.code, listed.err.count("the profile 'mine' cannot be used: "), shown.err) == (0, 1, "")
    assert "mine" not in listed.out
    (small.folder / "small" / "dowse.toml").write_text(
        f'[search]\nprofile = "mine"\n[profiles.mine]\nextends = "default"\n{stages}\n', "utf-8"
    )
    assert small.dowse("search", "honey", "small").code == 2
    for line in ("vacuum small", "search honey small --profile rrf", "doctor small"):
        assert small.dowse(*line.split()).code == line.startswith("doctor")
