"""Functions, examples and parameters of five published designs for search over notes, each as a command and its result.

The designs are Metis, Witness, graph-memory, Temoa and local-rag.  A case names the function in our words, the vault
that it is asked of, the commands, and what the output of the last one has and lacks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Vault = Literal["example", "planning", "diary", "long", "links", "settings", "moved", "kinds"]

_LONG_PARAGRAPH = "The mill stands by the river and grinds the corn of three villages. "


@dataclass(frozen=True, slots=True)
class Case:
    """A row of the table."""

    row: str
    design: str
    function: str
    vault: Vault
    commands: tuple[tuple[str, ...], ...]  # `dowse`, `GET`, `MCP`, `page` or `copy index` first; {vault} is the folder
    has: tuple[str, ...] = ()  # regular expressions that match the output of the last command
    lacks: tuple[str, ...] = ()


def notes(vault: Vault) -> dict[str, str]:
    """The files of a vault by path; none of the example vault, which is a folder of this repository."""
    match vault:
        case "planning":
            return {
                "vision.md": _planned("vision", "PLAN-V-0001", "", "published", "# A calm harbour\n"),
                "initiatives/berths.md": _planned(
                    "initiative", "PLAN-I-0001", "PLAN-V-0001", "active", "# Number the berths\n"
                ),
                "initiatives/tasks/paint.md": _planned(
                    "task", "PLAN-T-0001", "PLAN-I-0001", "completed", "# Paint the numbers\n\nBlocked by rain.\n"
                ),
                "initiatives/tasks/list.md": _planned(
                    "task", "PLAN-T-0002", "PLAN-I-0001", "todo", "# List the berths\n\nAll berths.\n", archived="true"
                ),
            }
        case "diary":
            return {
                "2026-01-20.md": "---\ntype: daily\n---\n# Tuesday\n\nRepaired the kettle.\n",
                "kettle.md": "---\ntype: guide\ntags: [kitchen]\n---\n# Kettle\n\nHow to repair a kettle.\n",
                "hidden.md": "---\nstatus: hidden\n---\n# Old kettle\n\nThe kettle of last year.\n",
                "meaning.md": "---\nsummary: ways to boil water for tea\n---\n# Pots\n\nSee the shelf in the corner.\n",
                "week one.md": "# Week one\n\nNothing happened.\n",
            }
        case "long":
            middle = _LONG_PARAGRAPH * 60
            return {
                "book.md": f"{middle}A heron lands. {middle}The heron waits. {middle}Then the heron leaves. {middle}",
                "letter.md": "Before the first heading stands a greeting.\n\n# Letter\n\nUnder the title stands the "
                "date.\n\n## Body\n\nThe body of the letter.\n",
            }
        case "links":
            return {
                "start.md": "# Start\n\nSee [[middle]].\n",
                "middle.md": "# Middle\n\nSee [[end]] and [[start]].\n",
                "end.md": "# End\n\nNothing more.\n",
                "docs/tutorials/first.md": "# First steps\n\nHow to begin.\n",
                "docs/index.md": "# Documentation\n\nThe tutorials are in a folder.\n",
            }
        case "settings":
            return {
                "dowse.toml": '[profiles.mine]\ndisplay_name = "Mine"\n',
                "note.md": "# Note\n\nNothing.\n",
            }
        case "kinds":
            return {
                "dowse.toml": '[kinds]\n"Board/" = "task"\n"Wiki/" = "knowledge"\n',
                "docs/tokens.md": "# How tokens are signed\n\nA signing key: [[Rotate]]. See [[expiry]].\n",
                "docs/expiry.md": "# Expiry\n\nAn hour.\n",
                "Board/Rotate.md": "---\ndescription: before the audit\n---\n# Rotate\n\nReplace the key.\n",
                "ghost.md": "---\nkind: task\nid: '@docs::rotate'\n---\n# Rotate the ghost\n",
                "release.md": "---\nkind: skill\ntriggers: [ship it]\n---\n# Release\n\nTag, build, upload.\n",
                "Wiki/latency.md": "# Latency\n\nA signature takes two milliseconds.\n",
                "src/signer.py": "import hashlib\n\n\nclass Signer:\n    def sign_payload(self):\n        pass\n",
                "img/harbour map.png": "\0 an image",
            }
        case "moved":
            return {"note.md": "# Note\n\nNothing.\n"}
        case "example":
            return {}


def _planned(level: str, code: str, parent: str, phase: str, text: str, *, archived: str = "false") -> str:
    """A planning document as Metis writes it."""
    return (
        f"---\nlevel: {level}\nshort_code: {code}\nparent: {parent}\narchived: {archived}\n"
        f'tags:\n  - "#{level}"\n  - "#phase/{phase}"\n---\n{text}'
    )


def _dowse(*arguments: str) -> tuple[str, ...]:
    return ("dowse", *arguments)


def _search(*arguments: str) -> tuple[tuple[str, ...], ...]:
    return (_dowse("search", *arguments, "{vault}"),)


def _graph(
    row: str, function: str, tool: str, arguments: str, has: tuple[str, ...], lacks: tuple[str, ...] = ()
) -> Case:
    return Case(row, "graph-memory", function, "kinds", (("MCP", "call", tool, arguments),), has, lacks)


CASES: tuple[Case, ...] = (
    Case(
        "R1",
        "Metis",
        "filter by document type",
        "planning",
        _search("type:task archived:yes", "--files"),
        ("paint.md", "list.md"),
        ("berths.md",),
    ),
    Case(
        "R1", "Metis", "filter by phase", "planning", _search("phase:completed", "--files"), ("paint.md",), ("berths",)
    ),
    Case(
        "R2",
        "Metis",
        "Cypher: documents within two links of a short code",
        "planning",
        (
            _dowse(
                "cypher",
                "MATCH (d:Document {short_code: 'PLAN-I-0001'})-[*1..2]-(related) RETURN related.title, related.phase",
                "{vault}",
            ),
        ),
        ("Paint the numbers", "completed"),
    ),
    Case(
        "R2",
        "Metis",
        "Cypher: louvain() YIELD nodeId, communityId",
        "example",
        (_dowse("cypher", "CALL louvain() YIELD nodeId, communityId", "{vault}"),),
        ("communityId",),
    ),
    Case(
        "R2",
        "Metis",
        "Cypher: pagerank() YIELD nodeId, score",
        "example",
        (_dowse("cypher", "CALL pagerank() YIELD nodeId, score", "{vault}"),),
        ("score",),
    ),
    Case("R3", "Metis", "weights of three lists", "example", _search("search weights:0,0,1", "--explain"), ("graph",)),
    Case(
        "R4",
        "Metis",
        "similar: with a threshold of another model",
        "example",
        _search('similar:"improve API response times"', "--profile", "weighted", "--explain"),
        ("equivalent to 0.5 of nomic[\\s\\S]*semantic +0 → [1-9]",),
    ),
    Case(
        "R5",
        "Metis",
        "threshold as an option",
        "example",
        _search("improve API response times", "--mode", "vector", "--min-similarity", "0.9"),
        ("0\\.9",),
    ),
    Case(
        "R6",
        "Metis",
        "the examples by meaning",
        "example",
        (
            _dowse(
                "eval", "{repository}/examples/judged", "--corpus", "{vault}", "--mode", "vector", "--mode", "hybrid"
            ),
        ),
        ("default/hybrid +0\\.9",),
    ),
    Case("R7", "Metis", "the query `communities`", "example", _search("communities"), ("communities:",)),
    Case(
        "R8",
        "Metis",
        "_preamble: the text before the first heading",
        "long",
        (_dowse("get", "letter.md#_preamble", "{vault}"),),
        ("greeting",),
        ("The body of",),
    ),
    Case(
        "R9",
        "Metis",
        "a part by its number",
        "example",
        (_dowse("get", "METIS-I-0018#nothing@9", "{vault}"),),
        ("no ",),
    ),
    Case("R10", "Metis", "code and type of a hit", "planning", _search("berths", "--json"), ('"PLAN-I-0001"',)),
    Case(
        "R11",
        "Metis",
        "no false hint about archived documents",
        "planning",
        _search("PLAN-T-0002"),
        ("List the berths",),
        ("fits better",),
    ),
    Case("R12", "Metis", "include_archived", "planning", _search("list", "--archived", "--files"), ("list.md",)),
    Case("R13", "Metis", "words that a hit must have", "example", (_dowse("help", "query"),), ("\\+",)),
    Case("R14", "Witness", "find folders", "example", (_dowse("find", "Planning", "{vault}"),), ("Planning/",)),
    Case(
        "R15",
        "Witness",
        "globs with sets and alternatives",
        "diary",
        (_dowse("find", "{2026*,[w]eek*}", "{vault}"),),
        ("2026-01-20.md", "week one.md"),
    ),
    Case(
        "R16",
        "Witness",
        "effective default of minScore",
        "example",
        (("MCP", "schema", "search"),),
        ("minScore", "default: 0"),
    ),
    Case(
        "R17",
        "Witness",
        "the snippet holds the phrase",
        "example",
        _search('"carbon intensity"', "-n", "1"),
        ("(?i)carbon intensity",),
    ),
    Case(
        "R18",
        "Witness",
        "a threshold that removes everything is named",
        "example",
        _search("zzzz qqqq", "--mode", "vector", "--min-score", "0.99"),
        ("0\\.99|min-score",),
    ),
    Case(
        "R19", "Witness", "closeness of words without quotes", "example", (("MCP", "schema", "search"),), ("proximity",)
    ),
    Case(
        "R21",
        "graph-memory",
        "path segments are searched",
        "links",
        (("MCP", "call", "files_search", '{"query": "tutorials"}'),),
        ("docs/tutorials/first\\.md[\\s\\S]*docs/index|tutorials/first",),
    ),
    Case(
        "R22",
        "graph-memory",
        "words like `for` and `if` are searched",
        "example",
        _search("for if", "--profile", "graph"),
        (),
        ("nothing found",),
    ),
    Case(
        "R23",
        "graph-memory",
        "nonsense has no score of 1",
        "example",
        (("MCP", "call", "docs_search", '{"query": "zzzz"}'),),
        (),
        ('"score": 1\\.0',),
    ),
    Case(
        "R24",
        "graph-memory",
        "a file that is not indexed",
        "example",
        (("MCP", "call", "files_search", '{"query": "embedder.ts"}'),),
        ("no such file is searched",),
    ),
    Case("R27", "graph-memory", "decay of the graph walk", "example", (("MCP", "schema", "docs_search"),), ("0\\.8",)),
    _graph("R50", "text of tasks", "tasks_search", '{"query": "audit"}', ("Rotate\\.md",), ("ghost",)),
    _graph("R51", "triggers of skills", "skills_search", '{"query": "ship it"}', ("release\\.md",)),
    _graph("R51", "skills_recall", "skills_recall", '{"query": "now ship it all"}', ("release\\.md",)),
    _graph("R52", "knowledge by a folder of dowse.toml", "notes_search", '{"query": "latency"}', ("Wiki/latency",)),
    _graph("R53", "proxies are left out", "tasks_search", '{"query": "rotate"}', ("Rotate\\.md",), ("ghost",)),
    _graph("R54", "symbols of code", "code_search", '{"query": "sign payload"}', ("#Signer\\.sign_payload",)),
    _graph("R55", "a class with its method", "code_search", '{"query": "sign_payload"}', ("signer\\.py#Signer\\W",)),
    _graph("R56", "files by imports", "code_search_files", '{"query": "hashlib"}', ("src/signer\\.py",)),
    _graph("R56", "files by exported symbols", "code_search_files", '{"query": "Signer"}', ("src/signer\\.py",)),
    _graph("R57", "files by title", "docs_search_files", '{"query": "expiry"}', ("docs/expiry\\.md",)),
    _graph("R58", "any file by its path", "files_search", '{"query": "harbour map.png"}', ("img/harbour map\\.png",)),
    _graph("R58", "files by meaning", "files_search", '{"query": "picture of the port"}', ("img/harbour map\\.png",)),
    Case(
        "R58",
        "graph-memory",
        "kind:file in a search",
        "kinds",
        _search("harbour kind:file", "--files"),
        ("harbour map",),
    ),
    _graph(
        "R59",
        "a decay of one's own",
        "docs_search",
        '{"query": "how tokens are signed", "topK": 1, "bfsDecay": 0.6, "searchMode": "keyword"}',
        ("docs/expiry\\.md[\\s\\S]*0\\.6",),
    ),
    _graph(
        "R60",
        "no links",
        "docs_search",
        '{"query": "how tokens are signed", "topK": 1, "bfsDepth": 0, "searchMode": "keyword"}',
        ("docs/tokens\\.md",),
        ("docs/expiry\\.md",),
    ),
    Case(
        "R31",
        "Temoa",
        "deep search names the matching places",
        "long",
        _search("heron", "--profile", "deep"),
        ("heron",),
    ),
    Case(
        "R32",
        "Temoa",
        "three best chunks of a file",
        "long",
        (_dowse("index", "--chunker", "window", "{vault}"), *_search("heron", "--profile", "deep", "--json")),
        ('"part"',),
    ),
    Case(
        "R33",
        "Temoa",
        "part and number of parts",
        "long",
        (_dowse("index", "--chunker", "window", "{vault}"), *_search("heron", "--profile", "deep")),
        ("part \\d+ of \\d+",),
    ),
    Case(
        "R34",
        "Temoa",
        "the summary is searched by meaning",
        "diary",
        _search("ways to boil water for tea", "--mode", "vector", "-n", "1", "--files"),
        ("meaning.md",),
    ),
    Case(
        "R35",
        "Temoa",
        "explicit types replace those of a profile",
        "diary",
        (("GET", "/search?q=kettle&profile=balanced&include_types=daily"),),
        ("2026-01-20.md",),
    ),
    Case(
        "R36",
        "Temoa",
        "min_score is a cosine in vector mode",
        "diary",
        _search("repair a kettle", "--mode", "vector", "--min-score", "0.3", "--files"),
        ("kettle.md",),
    ),
    Case(
        "R37",
        "Temoa",
        "removed documents are named",
        "diary",
        (("GET", "/search?q=kettle&exclude_types=guide&pipeline_debug=true"),),
        ('"kettle.md"[^}]*excludes it',),
    ),
    Case(
        "R38",
        "Temoa",
        "switches of the viewer",
        "diary",
        (("GET", "/assets/switches.js"),),
        ("rerank.*expand_query.*time_boost",),
    ),
    Case(
        "R40",
        "Temoa",
        "matched tags, base and boosted score",
        "diary",
        (("GET", "/search?q=kitchen&profile=balanced&pipeline_debug=true"),),
        ('"tags_matched": ?\\["kitchen"\\]', "bm25_base_score"),
    ),
    Case(
        "R41",
        "Temoa",
        "score changes of each stage",
        "diary",
        (("GET", "/search?q=kettle&pipeline_debug=true"),),
        ('"score_change": ?[-0-9]',),
    ),
    Case(
        "R43",
        "Temoa",
        "a time limit for a search",
        "diary",
        _search("kettle", "--time-limit", "5", "--files"),
        ("kettle.md",),
    ),
    Case("R44", "Temoa", "names in custom profiles", "settings", _search("nothing"), ("about",)),
    Case("R45", "Temoa", "names of the fields of a result", "diary", (("GET", "/search?q=kettle"),), ('"hits"',)),
    Case(
        "R46",
        "Temoa",
        "stages that are not applied, and the threshold",
        "diary",
        (("GET", "/search?q=kettle&pipeline_debug=true"),),
        ('"unused": ?\\[.*"rerank"',),
    ),
    Case("R47", "Temoa", "--enable-chunking", "diary", _search("kettle", "--enable-chunking"), ("--chunker window",)),
    Case(
        "R48",
        "Temoa",
        "--force says what is dropped",
        "moved",
        (("copy index", "diary"), _dowse("index", "--force", "{vault}")),
        ("dropped \\d+ of",),
    ),
    Case(
        "R49",
        "local-rag",
        "one file is indexed again",
        "diary",
        (_dowse("index", "{vault}/kettle.md"),),
        ("documents",),
    ),
    Case("R50", "local-rag", "area and category", "example", _search("area:Finance", "--files"), ("Finance",)),
    Case(
        "R51", "local-rag", "chat_model is out of scope", "example", (("page", "docs/coming-from.md"),), ("chat_model",)
    ),
)
