"""graph-memory's search, sentence by sentence: what its page describes is what the kinds of dowse do.

The edges between symbols have tests of their own in tests/stages/test_spread_by_unit.py, the fusion in
tests/fusion/test_rrf.py, the traversal in tests/graph/test_traversal.py, the tools in tests/interfaces/mcp.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from dowse.analysis.languages.stopwords import STOP_LISTS
from dowse.analysis.tokens import tokens
from dowse.app.kind_search import KindRequest, KindSearch, search_kinds
from dowse.app.results.search_result import HitResult
from dowse.app.sessions.vault_session import VaultSession, open_session
from dowse.fusion.rrf import Rrf
from dowse.model.kinds import KIND_SPECS, Kind, KindTool
from dowse.model.search_mode import Mode
from dowse.retrieval.file_names import FileNames
from dowse.retrieval.file_vectors import FileVectors
from dowse.retrieval.keyword import Keyword
from dowse.retrieval.semantic import Semantic
from dowse.search.kind_profiles import content_profile, file_profile, of_kinds
from dowse.search.plan import Request
from dowse.stages.spread import Spread

_LONG = "    x = 1\n" * 400  # 4,000 characters

_FILES: dict[str, str | bytes] = {
    "dowse.toml": '[kinds]\n"Board/" = "task"\n"Playbooks/" = "skill"\n"Wiki/" = "knowledge"\n',
    # Documentation, in a folder of that name.
    "docs/authentication/tokens.md": "# How tokens are signed\n\nA signing key, kept in the vault: [[Rotate]].\n",
    "docs/expiry.md": "# Expiry\n\nTokens end after an hour. See [[tokens]].\n",
    "docs/clock.md": "# Clock\n\nThe hour is that of the harbour. See [[expiry]].\n",
    # Tasks: by a folder of dowse.toml, by `kind` and by `type`.
    "Board/plumber.md": "# Call the plumber\n\nThe tap drips.\n",
    "Rotate.md": "---\nkind: task\ndescription: before the yearly audit\n---\n# Rotate\n\nReplace the signing key.\n",
    "paint.md": "---\ntype: task\n---\n# Paint the fence\n\nBlue, two coats.\n",
    # Skills, with triggers.
    "Playbooks/release.md": "---\ntriggers: [ship it, publish a version]\n---\n# Release\n\nTag, build, upload.\n",
    "review.md": "---\nkind: skill\ntriggers:\n  - look over my patch\n---\n# Review\n\nRead the diff twice.\n",
    # Knowledge and notes.
    "Wiki/latency.md": "# Latency\n\nA signature takes two milliseconds.\n",
    "plain.md": "# Plain\n\nA bicycle stands in the shed.\n",
    # Phantom documents, and a person.
    "ghost.md": "---\nkind: task\nid: '@docs::fence'\n---\n# Ghost of the fence\n\nFence, fence, fence.\n",
    "@fence.md": "---\nkind: task\n---\n# @fence\n",
    "@Ada.md": "---\nkind: task\n---\n# Ada\n\nAda paints the fence.\n",
    # Source code.
    "src/auth/signer.py": (
        '"""Signs tokens."""\nimport hashlib\nfrom storage.keys import KeyStore\n\n\nclass Signer:\n'
        '    """Signs with the newest key."""\n\n    def signPayload(self, payload: bytes, *, salted: bool) -> bytes:\n'
        '        """The signature of a letter."""\n        return hashlib.sha256(payload).digest()\n\n'
        "    def forget(self):\n        pass\n\n\ndef _internal():\n    pass\n"
    ),
    "src/storage/keys.py": '"""Where keys live."""\n\n\nclass KeyStore:\n    def newest(self):\n        return b""\n',
    "src/long.py": f"def lengthy():\n    early = 'marmalade'\n{_LONG}    late = 'quince'\n",
    # Other files.
    "img/harbour map.png": b"\x89PNG\0\1",
    "archive/backup-2025.zip": b"PK\0\1",
}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VaultSession]:
    """A vault with documents of all kinds."""
    root = tmp_path_factory.mktemp("graph_memory")
    for path, data in _FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data.encode() if isinstance(data, str) else data)
    session = open_session(root, index_dir=tmp_path_factory.mktemp("index"))
    session.sync()
    yield session
    session.close()


_TOOLS: dict[str, tuple[KindTool, tuple[Kind, ...]]] = {
    tool.name: (tool, tool.kinds(spec.name)) for spec in KIND_SPECS for tool in spec.tools
}


def _hits(
    vault: VaultSession,
    tool: str,
    query: str,
    *,
    reach: KindSearch | None = None,
    mode: Mode = "hybrid",
    limit: int = 5,
) -> Sequence[HitResult]:
    """The hits of a tool, with its defaults."""
    spec, kinds = _TOOLS[tool]
    if spec.by == "file":
        request = KindRequest(query, kinds, mode=mode, limit=10, min_score=spec.min_score)
    else:
        request = KindRequest(query, kinds, mode=mode, limit=limit, reach=reach or KindSearch(least=spec.min_score))
    return search_kinds(vault, request).hits


def _paths(
    vault: VaultSession,
    tool: str,
    query: str,
    *,
    reach: KindSearch | None = None,
    mode: Mode = "hybrid",
    limit: int = 5,
) -> list[str]:
    return [hit.path for hit in _hits(vault, tool, query, reach=reach, mode=mode, limit=limit)]


# Two scores, fused


def test_words_and_vectors_are_searched_by_one_pipeline_and_fused_by_reciprocal_rank_with_60() -> None:
    for profile in (content_profile(KindSearch()), content_profile(KindSearch(), ("code",)), file_profile()):
        assert {each.name for each in profile.retrievers} == {"keyword", "semantic"}
        assert profile.fusion == Rrf(k=60)


@pytest.mark.parametrize(
    ("mode", "lists"), [("hybrid", {"keyword", "semantic"}), ("vector", {"semantic"}), ("fulltext", {"keyword"})]
)
@pytest.mark.parametrize("tool", ["docs_search", "code_search", "docs_search_files"])
def test_the_mode_selects_the_lists(mode: Mode, lists: set[str], tool: str, vault: VaultSession) -> None:
    spec, kinds = _TOOLS[tool]
    profile = file_profile(kinds, mode) if spec.by == "file" else content_profile(KindSearch(), kinds)
    answer, _ = vault.search(Request("how tokens are signed", mode=mode, where=of_kinds(kinds), explain=True), profile)
    assert {step.name for step in answer.steps} & {"keyword", "semantic"} == lists


def test_a_mode_by_words_finds_no_synonym_and_a_mode_by_meaning_does(vault: VaultSession) -> None:
    reach = KindSearch(depth=0, least=0.0)
    assert _paths(vault, "notes_search", "cycling", reach=reach, mode="fulltext") == []
    assert "plain.md" in _paths(vault, "notes_search", "bike in a shed", reach=reach, mode="vector")


# Seeds, links and the cut


def test_the_parameters_of_a_search_by_content() -> None:
    """The table: topK 5, bfsDepth 1, maxResults 5, minScore 0.5, bfsDecay 0.8."""
    usual, request = KindSearch(), KindRequest("x", ())
    assert (usual.seeds, usual.depth, usual.least, request.limit) == (5, 1, 0.5, 5)
    assert usual.decay is None
    assert Spread().decays["REFERENCES"] == 0.8


def test_the_parameters_of_a_search_for_files() -> None:
    """The table: topK 10, no links, minScore 0.3."""
    request = KindRequest("x", ())
    assert (request.candidates, request.min_score, request.reach) == (10, 0.3, None)
    assert not [stage for stage in file_profile().stages if isinstance(stage, Spread)]
    assert {each.limit for each in file_profile().retrievers if isinstance(each, FileNames | FileVectors)} == {10}


def test_skills_recall_has_a_lower_minimum_than_the_other_tools() -> None:
    least = {name: tool.min_score for name, (tool, _) in _TOOLS.items() if tool.by == "content"}
    assert least.pop("skills_recall") == 0.3
    assert set(least.values()) == {0.5}


def test_only_the_best_hits_are_seeds_and_only_their_links_are_followed(vault: VaultSession) -> None:
    alone = KindSearch(seeds=1, depth=0, least=0.0)
    assert _paths(vault, "docs_search", "how tokens are signed", reach=alone) == ["docs/authentication/tokens.md"]
    linked = KindSearch(seeds=1, depth=1, least=0.0)
    assert _paths(vault, "docs_search", "how tokens are signed", reach=linked) == [
        "docs/authentication/tokens.md",
        "docs/expiry.md",  # which links to it: incoming links count, too
    ]


def test_links_are_followed_as_many_hops_as_the_depth_says(vault: VaultSession) -> None:
    deep = KindSearch(seeds=1, depth=2, least=0.0)
    assert "docs/clock.md" in _paths(vault, "docs_search", "how tokens are signed", reach=deep)


@pytest.mark.parametrize(("decay", "factor"), [(None, 0.8), (0.8, 0.8), (0.9, 0.9), (0.5, 0.5)])
def test_each_hop_multiplies_the_score_by_the_decay(decay: float | None, factor: float, vault: VaultSession) -> None:
    reach = KindSearch(seeds=1, depth=2, decay=decay, least=0.0)
    first, second, third = _hits(vault, "docs_search", "signing key", reach=reach, mode="fulltext")
    assert [hit.path for hit in (first, second, third)] == [
        "docs/authentication/tokens.md",
        "docs/expiry.md",
        "docs/clock.md",
    ]
    assert second.score == pytest.approx(first.score * factor, abs=1e-3)
    assert third.score == pytest.approx(first.score * factor * factor, abs=1e-3)


def test_a_neighbour_below_the_minimum_score_does_not_come_in(vault: VaultSession) -> None:
    reach = KindSearch(seeds=1, depth=2, decay=0.6)  # 0.36 after two hops
    assert _paths(vault, "docs_search", "how tokens are signed", reach=reach) == [
        "docs/authentication/tokens.md",
        "docs/expiry.md",
    ]


def test_hits_are_unique_sorted_and_no_more_than_asked_for(vault: VaultSession) -> None:
    hits = _hits(vault, "docs_search", "tokens hour key harbour", reach=KindSearch(20, 2, None, 0.0), limit=50)
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert len({hit.path for hit in hits}) == len(hits) > 2
    assert len(_hits(vault, "docs_search", "tokens hour key harbour", reach=KindSearch(20, 2, None, 0.0), limit=2)) == 2


@pytest.mark.parametrize("least", [0.3, 0.5, 0.9])
def test_no_hit_is_below_the_minimum_score(least: float, vault: VaultSession) -> None:
    hits = _hits(vault, "docs_search", "tokens hour key harbour", reach=KindSearch(least=least))
    assert all(hit.score >= least for hit in hits)


def test_a_class_comes_in_with_its_method(vault: VaultSession) -> None:
    hits = _hits(vault, "code_search", "signPayload")
    assert hits[0].ref.startswith("src/auth/signer.py#Signer.signPayload")
    assert any(hit.ref.startswith("src/auth/signer.py#Signer") for hit in hits[1:])
    assert hits[1].score == pytest.approx(hits[0].score * 0.95, abs=1e-3)
    assert len({hit.ref for hit in hits}) == len(hits)


def test_an_explicit_decay_replaces_that_of_the_edges_of_code(vault: VaultSession) -> None:
    hits = _hits(vault, "code_search", "signPayload", reach=KindSearch(decay=0.6))
    assert hits[1].score == pytest.approx(hits[0].score * 0.6, abs=1e-3)


# Words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("getUserById", {"get", "user", "by", "id"}),  # capitals
        ("get user\tby\nid", {"get", "user", "by", "id"}),  # blanks
        ("get.user/by-id", {"get", "user", "by", "id"}),  # punctuation
        ("GET User", {"get", "user"}),  # lower case
    ],
)
def test_words_end_at_blanks_punctuation_and_capitals(text: str, found: set[str]) -> None:
    assert found <= {term for token in tokens(text) for term in token}


def test_articles_conjunctions_prepositions_pronouns_and_modals_are_stop_words_and_words_of_code_are_none() -> None:
    stopped = STOP_LISTS["minimal"]
    listed = "a an the and or but of with by from in to it he she we they would could should"
    assert set(listed.split()) <= stopped
    assert not {"for", "do", "if", "not", "is", "has", "can", "while"} & stopped


def test_a_note_is_found_once_it_is_written_changed_and_no_longer_once_it_is_deleted(vault: VaultSession) -> None:
    path = vault.root / "docs" / "albatross.md"
    path.write_text("# Bird\n\nAn albatross.\n")
    vault.sync()
    assert _paths(vault, "docs_search", "albatross") == ["docs/albatross.md"]
    path.write_text("# Bird\n\nA cormorant, of great wings.\n")
    vault.sync()
    assert _paths(vault, "docs_search", "albatross", mode="fulltext") == ["docs/albatross.md"]  # by its name
    assert _paths(vault, "docs_search", "cormorant") == ["docs/albatross.md"]
    path.unlink()
    vault.sync()
    assert _paths(vault, "docs_search", "cormorant") == []


# The text of each kind


@pytest.mark.parametrize(
    ("tool", "query", "path"),
    [
        ("docs_search", "signed", "docs/authentication/tokens.md"),  # title
        ("docs_search", "vault", "docs/authentication/tokens.md"),  # content
        ("notes_search", "latency", "Wiki/latency.md"),
        ("notes_search", "milliseconds", "Wiki/latency.md"),
        ("tasks_search", "rotate", "Rotate.md"),
        ("tasks_search", "audit", "Rotate.md"),  # the description in the frontmatter
        ("tasks_search", "drips", "Board/plumber.md"),  # the text
        ("skills_search", "release", "Playbooks/release.md"),
        ("skills_search", "upload", "Playbooks/release.md"),
        ("skills_search", "ship it", "Playbooks/release.md"),  # a trigger
        ("skills_recall", "could you look over my patch please", "review.md"),
        ("code_search", "Signer", "src/auth/signer.py"),  # the name
        ("code_search", "salted", "src/auth/signer.py"),  # the signature
        ("code_search", "letter", "src/auth/signer.py"),  # the documentation
        ("code_search", "sha256", "src/auth/signer.py"),  # the body
        ("code_search", "sign payload", "src/auth/signer.py"),  # parts of a name
        ("code_search", "marmalade", "src/long.py"),  # the first 2,000 characters of a body
        ("code_search", "quince", "src/long.py"),  # and the rest, which graph-memory leaves out
        ("files_search", "backup", "archive/backup-2025.zip"),  # the path
    ],
)
def test_each_kind_is_found_by_each_part_of_its_text(tool: str, query: str, path: str, vault: VaultSession) -> None:
    assert _paths(vault, tool, query, mode="fulltext")[:1] == [path]
    assert path in _paths(vault, tool, query)


def test_a_skill_is_near_in_meaning_to_its_triggers(vault: VaultSession) -> None:
    reach = KindSearch(depth=0, least=0.0)
    assert _paths(vault, "skills_recall", "publish another version", reach=reach, mode="vector")[0] == (
        "Playbooks/release.md"
    )


@pytest.mark.parametrize(
    ("tool", "kinds"),
    [
        ("docs_search", {"doc", "note"}),
        ("notes_search", {"note", "knowledge"}),
        ("tasks_search", {"task"}),
        ("skills_search", {"skill"}),
        ("skills_recall", {"skill"}),
        ("code_search", {"code"}),
        ("docs_search_files", {"doc", "note"}),
        ("code_search_files", {"code"}),
    ],
)
def test_each_tool_searches_its_kinds_alone(tool: str, kinds: set[str], vault: VaultSession) -> None:
    reach = KindSearch(50, 2, None, 0.0)
    query = "key tokens signature fence release bicycle" if "files" not in tool else "src docs md py plain"
    found = {hit.kind for hit in _hits(vault, tool, query, reach=reach, limit=50)}
    assert found
    assert found <= kinds
    assert set(_TOOLS[tool][1]) == kinds


@pytest.mark.parametrize(
    ("path", "kind"),
    [("Board/plumber.md", "task"), ("Rotate.md", "task"), ("paint.md", "task"), ("Playbooks/release.md", "skill"),
     ("review.md", "skill"), ("Wiki/latency.md", "knowledge"), ("plain.md", "note"), ("docs/clock.md", "doc"),
     ("src/long.py", "code")],
)  # fmt: skip
def test_a_kind_is_that_of_the_frontmatter_the_rules_the_format_or_the_folder(
    path: str, kind: str, vault: VaultSession
) -> None:
    assert vault.engine.heads([path])[path].kind == kind


# Phantom documents


@pytest.mark.parametrize("mode", ["hybrid", "fulltext", "vector"])
def test_documents_that_only_stand_for_others_are_left_out(mode: Mode, vault: VaultSession) -> None:
    found = _paths(vault, "tasks_search", "fence", reach=KindSearch(20, 2, None, 0.0), mode=mode, limit=50)
    assert not {"ghost.md", "@fence.md"} & set(found)


@pytest.mark.parametrize("query", ["Ghost of the fence", "@fence"])
def test_nor_are_they_found_by_their_name(query: str, vault: VaultSession) -> None:
    found = _paths(vault, "tasks_search", query, reach=KindSearch(20, 2, None, 0.0), limit=50)
    assert not {"ghost.md", "@fence.md"} & set(found)


def test_a_note_about_a_person_is_none_of_them(vault: VaultSession) -> None:
    assert "@Ada.md" in _paths(vault, "tasks_search", "Ada paints the fence")


# Files


@pytest.mark.parametrize(
    ("tool", "query", "path"),
    [
        ("code_search_files", "signer.py", "src/auth/signer.py"),  # the file name
        ("code_search_files", "auth", "src/auth/signer.py"),  # a segment of the path
        ("code_search_files", "Signer", "src/auth/signer.py"),  # an exported symbol
        ("code_search_files", "hashlib", "src/auth/signer.py"),  # an imported module
        ("docs_search_files", "authentication", "docs/authentication/tokens.md"),
        ("docs_search_files", "how tokens are signed", "docs/authentication/tokens.md"),  # the title
        ("files_search", "harbour map.png", "img/harbour map.png"),
        ("files_search", "img harbour", "img/harbour map.png"),
        ("files_search", "plumber", "Board/plumber.md"),  # any file of the vault
    ],
)
def test_a_file_is_found_by_its_path_title_exports_and_imports(
    tool: str, query: str, path: str, vault: VaultSession
) -> None:
    assert _paths(vault, tool, query)[0] == path


@pytest.mark.parametrize(
    ("tool", "query"),
    [
        ("code_search_files", "signPayload"),  # inside of a class
        ("code_search_files", "_internal"),  # for this file alone
        ("code_search_files", "marmalade"),  # in a body
        ("docs_search_files", "vault"),  # in a text
        ("files_search", "milliseconds"),
    ],
)
def test_and_by_nothing_else(tool: str, query: str, vault: VaultSession) -> None:
    assert _paths(vault, tool, query, mode="fulltext") == []


def test_a_file_is_found_by_the_meaning_of_its_path(vault: VaultSession) -> None:
    assert _paths(vault, "files_search", "picture of the port", mode="vector")[:1] == ["img/harbour map.png"]
    assert _paths(vault, "docs_search_files", "authentication helpers")[:1] == ["docs/authentication/tokens.md"]


def test_a_search_for_files_follows_no_links(vault: VaultSession) -> None:
    assert _paths(vault, "docs_search_files", "clock") == ["docs/clock.md"]  # which links to expiry.md


def test_no_file_is_below_the_minimum_score_of_files(vault: VaultSession) -> None:
    hits = _hits(vault, "files_search", "md in the docs folder")
    assert hits
    assert all(hit.score >= 0.3 for hit in hits)


def test_documents_without_a_vector_are_found_by_words(tmp_path: Path) -> None:
    """“Nodes with empty embeddings are skipped”, by the vector score alone."""
    (tmp_path / "odd.md").write_text("# ☃☃☃\n\nqqxzzt\n")
    session = open_session(tmp_path, index_dir=tmp_path / "index")
    found = search_kinds(session, KindRequest("qqxzzt", ("note",), mode="fulltext", reach=KindSearch()))
    session.close()
    assert [hit.path for hit in found.hits] == ["odd.md"]


def test_each_list_of_a_content_search_has_150_candidates() -> None:
    lists = content_profile(KindSearch()).retrievers
    assert [each.limit for each in lists if isinstance(each, Keyword | Semantic)] == [150, 150]
