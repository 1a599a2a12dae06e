"""Whose word counts: the environment's, the user's, the vault's."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import platformdirs
import pytest

from dowse.app.search_request import SearchRequest
from dowse.chunking.by_paragraph import ByParagraph
from dowse.chunking.by_section import BySection
from dowse.chunking.by_window import ByWindow
from dowse.model.errors import SettingsError
from dowse.search.profiles import DEFAULT, PROFILES
from dowse.settings.config_files import user_file
from dowse.settings.layer import Settings
from dowse.settings.load_settings import settings_of
from dowse.settings.saved_choice import ChunkerChoice


@dataclass(frozen=True, slots=True)
class Home:
    """A user's settings and a vault."""

    folder: Path

    @property
    def vault(self) -> Path:
        return self.folder / "notes"

    def says(self, *, user: str = "", vault: str = "", **environment: str) -> Settings:
        self.vault.mkdir(exist_ok=True)
        (self.folder / "config.toml").write_text(user, "utf-8")
        (self.vault / "dowse.toml").write_text(vault, "utf-8")
        return settings_of(self.vault, environment={"DOWSE_CONFIG": str(self.folder / "config.toml"), **environment})


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def _mine(most: int) -> str:
    return f'[profiles.mine]\nextends = "default"\nstages = [{{limit = {{most = {most}}}}}]\n'


def test_where_nobody_says_anything_the_built_in_counts(home: Home) -> None:
    assert home.says() == Settings() == settings_of(None, environment={"DOWSE_CONFIG": os.devnull})
    built_in = Settings()
    assert (built_in.chunker, built_in.profile, built_in.limit, built_in.mode) == (BySection(), DEFAULT, None, "hybrid")


def test_the_environment_goes_before_the_user_before_the_vault(home: Home) -> None:
    user = '[space]\nchunker = "window"\n[search]\nlimit = 20\nprofile = "rrf"\n'
    vault = '[space]\nchunker = "section"\n[search]\nlimit = 30\nprofile = "graph"\nmode = "vector"\n'
    alone, both = home.says(vault=vault), home.says(user=user, vault=vault)
    assert (alone.chunker, alone.limit, alone.profile.name) == (BySection(), 30, "graph")
    assert (both.chunker, both.limit, both.profile.name, both.mode) == (ByWindow(), 20, "rrf", "vector")
    environment = {"DOWSE_CHUNKER": "paragraph", "DOWSE_LIMIT": "40", "DOWSE_PROFILE": "deep", "DOWSE_MODE": "fulltext"}
    said = home.says(user=user, vault=vault, **environment)
    assert (said.chunker, said.limit, said.profile.name, said.mode) == (ByParagraph(), 40, "deep", "fulltext")
    assert home.says(vault='[space]\nembedder = "onnx:minilm"\n', DOWSE_EMBEDDER="static").embedder == "static"


def test_enrichment_is_for_whichever_chunker_counts(home: Home) -> None:
    said = home.says(user="[space]\nenrich = 'none'\n", vault='[space]\nchunker = "window"\n')
    assert said.chunker == ByWindow(enrich=False)
    assert home.says(vault="[space]\nenrich = 'none'\n").chunker == BySection(enrich=False)


def test_own_profiles_stand_beside_the_built_in_ones_and_say_where_they_are_from(home: Home) -> None:
    said = home.says(user=_mine(3), vault=_mine(4).replace("mine", "theirs"))
    assert set(said.profiles) == {*PROFILES, "mine", "theirs"}
    assert said.sources == {"mine": str(home.folder / "config.toml"), "theirs": "dowse.toml"}


def test_of_two_profiles_of_one_name_the_users_counts(home: Home) -> None:
    said = home.says(user=_mine(3), vault=_mine(4))
    assert str(said.profiles["mine"].stages) == "(Limit(most=3),)"
    assert said.sources["mine"] == str(home.folder / "config.toml")


def test_the_default_profile_may_be_an_own_one_of_another_place(home: Home) -> None:
    assert home.says(user='[search]\nprofile = "mine"\n', vault=_mine(4)).profile.name == "mine"


@pytest.mark.parametrize(
    ("user", "environment", "told"),
    [
        (
            '[search]\nprofile = "mien"\n',
            {},
            r"config\.toml:2: search\.profile: there is no profile 'mien'; did",
        ),
        ("", {"DOWSE_PROFILE": "mien"}, "^DOWSE_PROFILE: there is no profile 'mien'; did you mean mine"),
        ("", {"DOWSE_CHUNKER": "windows"}, "^DOWSE_CHUNKER: there is no chunker 'windows'; did you mean window"),
        ("", {"DOWSE_LIMIT": "many"}, "^DOWSE_LIMIT must be a whole number from 1 to 1,000, got 'many'"),
        ("", {"DOWSE_LIMIT": "0"}, "^DOWSE_LIMIT must be a whole number from 1 to 1,000, got '0'"),
        ("", {"DOWSE_LIMIT": "²"}, "^DOWSE_LIMIT must be a whole number from 1 to 1,000, got '²'"),
        ("", {"DOWSE_MODE": "words"}, "^DOWSE_MODE: there is no mode 'words'; choose one of hybrid, vector, fulltext"),
        ("", {"DOWSE_EMBEDDER": "statik"}, "^DOWSE_EMBEDDER: there is no model 'statik'; did you mean static"),
        ("", {"DOWSE_CONFIG": "/nowhere/x.toml"}, "^DOWSE_CONFIG: there is no file /nowhere/x.toml"),
        ("[spcae]\n", {}, r"config\.toml:1: spcae: unknown key"),
    ],
)
def test_a_mistake_is_told_with_its_place(user: str, environment: dict[str, str], told: str, home: Home) -> None:
    with pytest.raises(SettingsError, match=told):
        home.says(user=user, vault=_mine(4), **environment)


def test_an_empty_variable_says_nothing(home: Home) -> None:
    assert (
        home.says(DOWSE_PROFILE="", DOWSE_LIMIT="", DOWSE_CHUNKER="", DOWSE_MODE="", DOWSE_EMBEDDER="", DOWSE_VAULT="")
        == Settings()
    )


def test_an_unknown_profile_is_told_with_all_there_are(home: Home) -> None:
    said = home.says(user=_mine(3))
    with pytest.raises(SettingsError, match=r"there is no profile 'x'; choose one of default, .*graph, mine$"):
        said.named("x")
    with pytest.raises(SettingsError, match=r"did you mean mine\? Profiles: default, .*graph, mine$"):
        said.named("mien")


def test_the_users_settings_are_where_the_platform_has_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    there = Path(platformdirs.user_config_dir("dowse", appauthor=False)) / "config.toml"
    assert user_file(os.environ | {"DOWSE_CONFIG": ""}) == there
    if sys.platform == "linux":
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
        assert user_file({"XDG_CONFIG_HOME": str(tmp_path)}) == tmp_path / "dowse" / "config.toml"
        assert str(user_file({"XDG_CONFIG_HOME": "relative"})).endswith(".config/dowse/config.toml")


def test_a_folder_called_dowse_toml_is_a_mistake(home: Home) -> None:
    (home.vault / "dowse.toml").mkdir(parents=True)
    with pytest.raises(SettingsError, match=r"^/.*/dowse\.toml is a folder, not a file; rename it$"):
        settings_of(home.vault, environment={"DOWSE_CONFIG": os.devnull})


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_pipe_called_dowse_toml_is_not_waited_for(home: Home) -> None:
    home.vault.mkdir()
    os.mkfifo(home.vault / "dowse.toml")
    with pytest.raises(SettingsError, match=r"^/.*/dowse\.toml is not a regular file"):
        settings_of(home.vault, environment={"DOWSE_CONFIG": os.devnull})


@pytest.mark.parametrize("place", ["user", "vault"])
def test_only_the_users_own_file_is_trusted(place: str, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """A vault may come from anywhere: code that it names is not run."""
    entry = EntryPoint("backwards", "tests.settings.test_component_registry:Backwards", "dowse.stages")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **chosen: EntryPoints([entry]).select(**chosen))
    text = '[profiles.mine]\nextends = "default"\nstages = ["backwards"]\n'
    if place == "user":
        assert "mine" in home.says(user=text).profiles
    else:
        with pytest.raises(SettingsError, match="there is no stage 'backwards'"):
            home.says(vault=text).named("mine")


def test_a_profile_with_a_missing_part_fails_where_it_is_used_only(home: Home) -> None:
    text = '[search]\nprofile = "mine"\n[profiles.mine]\nextends = "default"\nstages = ["far_off"]\n'
    settings = home.says(user=text)
    assert settings.named("keywords").name == "keywords"
    assert "the profile 'mine' cannot be used" in settings.remarks[0]
    with pytest.raises(SettingsError, match="no installed package provides it"):
        _ = settings.profile
    assert SearchRequest("x", mix={"extends": "rrf"}).planned(settings)[1].name == "mixed"
    replaced = home.says(user='[profiles.mine]\nextends = "rrf"\n', vault=text)
    assert replaced.profile.name == "mine"
    assert not replaced.remarks


# Which chunker an index is cut by


def test_what_is_asked_for_goes_before_everything(home: Home) -> None:
    choice = ChunkerChoice(home.says(vault='[space]\nchunker = "section"\nenrich = "none"\n'), "window")
    assert choice.chunker("") == choice.chunker("paragraph ") == ByWindow(enrich=False)


def test_what_was_asked_for_stays_while_the_settings_say_what_they_said_then(home: Home) -> None:
    section = '[space]\nchunker = "section"\n'
    for vault in ("", section):
        remembered = ChunkerChoice(home.says(vault=vault), "window").to_remember
        assert ChunkerChoice(home.says(vault=vault)).chunker(remembered) == ByWindow()


def test_settings_that_changed_since_win(home: Home) -> None:
    remembered = ChunkerChoice(home.says(), "window").to_remember
    later = ChunkerChoice(home.says(vault='[space]\nchunker = "paragraph"\n'))
    assert later.overrules(remembered)
    assert later.chunker(remembered) == ByParagraph()
    assert not ChunkerChoice(home.says(vault="[space]\nenrich = 'none'\n")).overrules(remembered)
