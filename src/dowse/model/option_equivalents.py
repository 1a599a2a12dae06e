"""Names of options in programs that dowse resembles, each with the option of dowse that does the same.

For error messages: who knows graph-memory, grep, local-rag, Metis, Omnisearch, qmd, Temoa or Witness finds the option.
docs/coming-from.md has them by program.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

from .value_class import dataclass

OptionKind = Literal["command", "option", "http", "mcp", "settings", "profile"]
"""The kind of a name: a command, an option of a command, a parameter of HTTP or of an MCP tool, a key of a settings
file, a key of a profile in one."""


@dataclass(frozen=True, slots=True)
class OptionEquivalent:
    """The advice for a name; with `parameter` only where that parameter exists."""

    advice: str
    parameter: str = ""


_LIMIT = OptionEquivalent("use limit", "limit")
_PARAMETERS = {
    "topK": _LIMIT,
    "top_k": _LIMIT,
    "maxResults": _LIMIT,
    "max_results": _LIMIT,
    "searchMode": OptionEquivalent("use mode", "mode"),
    "search_mode": OptionEquivalent("use mode", "mode"),
    "collection": OptionEquivalent("use vault", "vault"),
    "collections": OptionEquivalent("use vault, with several names separated by commas", "vault"),
    "bfsDepth": OptionEquivalent("use depth", "depth"),
    "bfsDecay": OptionEquivalent("set decay of the stage spread in a profile of your own"),
    "folder": OptionEquivalent("use path", "path"),
    "file": OptionEquivalent("use ref", "ref"),
    "document_type": OptionEquivalent("write type:TYPE in the query"),
    "include_archived": OptionEquivalent("use archived", "archived"),
}
_CHUNKS = OptionEquivalent("set space.chunker, as in chunker = {window = {size = 2000, overlap = 400}}")
_FUSION = OptionEquivalent("set the weights of fusion, as in fusion = {weighted = {keyword = 0.7, semantic = 0.3}}")

EQUIVALENTS: Mapping[OptionKind, Mapping[str, OptionEquivalent]] = {
    "command": {
        "query": OptionEquivalent("To search by keyword and by meaning: dowse search QUERY"),
        "vsearch": OptionEquivalent("To search by meaning: dowse search QUERY --mode vector"),
        "grep": OptionEquivalent("To search for exact words: dowse search '\"two words\"'"),
        "rg": OptionEquivalent("To search for exact words: dowse search '\"two words\"'"),
        "ls": OptionEquivalent("To list files and folders: dowse find PATTERN"),
        "multi-get": OptionEquivalent("To list files: dowse find PATTERN; to print a file: dowse get REF"),
        "collection": OptionEquivalent("To name a folder: dowse vault add FOLDER --name NAME"),
        "embed": OptionEquivalent("To update words and vectors: dowse index"),
        "update": OptionEquivalent("To update words and vectors: dowse index"),
        "reindex": OptionEquivalent("To read every file again: dowse index --full"),
        "cleanup": OptionEquivalent("To shrink the index: dowse vacuum"),
        "pull": OptionEquivalent("To download a model: dowse model pull NAME"),
    },
    "option": {
        "--enable-chunking": OptionEquivalent("Use dowse index --chunker window"),
        "--model": OptionEquivalent("Use dowse index --embedder NAME, or dowse model use NAME"),
        "--collection": OptionEquivalent("Use --vault NAME"),
        "--top-k": OptionEquivalent("Use --limit N"),
        "--full": OptionEquivalent("To print a whole document: dowse get REF"),
        "--md": OptionEquivalent("Use --format md"),
        "--csv": OptionEquivalent("Use --format csv"),
        "--xml": OptionEquivalent("Use --json"),
        "--mask": OptionEquivalent("To leave files out: ignore.patterns in the settings"),
        "--document-type": OptionEquivalent("Use --type TYPE"),
        "--include-archived": OptionEquivalent("Use --archived"),
        "--include-types": OptionEquivalent("Use --type TYPE"),
        "--include_types": OptionEquivalent("Use --type TYPE"),
        "--exclude-types": OptionEquivalent("Use --exclude-type TYPE"),
        "--exclude_types": OptionEquivalent("Use --exclude-type TYPE"),
        "--expand-query": OptionEquivalent("Use --expand"),
        "--expand_query": OptionEquivalent("Use --expand"),
        "--hybrid": OptionEquivalent("Use --mode hybrid, the default, or --mode vector"),
        "--semantic": OptionEquivalent("Use --mode vector"),
        "--searchMode": OptionEquivalent("Use --mode"),
        "--search-mode": OptionEquivalent("Use --mode"),
        "--topK": OptionEquivalent("Use --limit N"),
        "--top_k": OptionEquivalent("Use --limit N"),
        "--maxResults": OptionEquivalent("Use --limit N"),
        "--minScore": OptionEquivalent("Use --min-score N"),
        "--folder": OptionEquivalent("Use --path FOLDER"),
        "--para-area": OptionEquivalent("Write area:NAME in the query"),
        "--para-category": OptionEquivalent("Write category:NAME in the query"),
        "--pipeline-debug": OptionEquivalent("Use --explain"),
        "--pipeline_debug": OptionEquivalent("Use --explain"),
        "--recursive": OptionEquivalent("Subfolders are always searched"),
        "-r": OptionEquivalent("Subfolders are always searched"),
        "-R": OptionEquivalent("Subfolders are always searched"),
        "--ignore-case": OptionEquivalent("Case does not matter"),
        "-i": OptionEquivalent("Case does not matter"),
        "--fixed-strings": OptionEquivalent("Quote the phrase in the query: '\"two words\"'"),
        "-F": OptionEquivalent("Quote the phrase in the query: '\"two words\"'"),
        "--extended-regexp": OptionEquivalent("Write /PATTERN/ in the query"),
        "-E": OptionEquivalent("Write /PATTERN/ in the query"),
        "--perl-regexp": OptionEquivalent("Write /PATTERN/ in the query"),
        "-P": OptionEquivalent("Write /PATTERN/ in the query"),
        "--word-regexp": OptionEquivalent("Words match as a whole, by stem; quote the exact form: '\"words\"'"),
        "-w": OptionEquivalent("Words match as a whole, by stem; quote the exact form: '\"words\"'"),
        "--files-with-matches": OptionEquivalent("Use --files"),
        "-l": OptionEquivalent("Use --files"),
        "--line-number": OptionEquivalent("Each hit has its line; dowse get --numbers prints those of a document"),
        "--max-count": OptionEquivalent("Use --limit N"),
        "-m": OptionEquivalent("Use --limit N"),
        "--include": OptionEquivalent("Write file:PATTERN or ext:md in the query"),
        "--exclude": OptionEquivalent("Write -file:PATTERN in the query"),
        "--exclude-dir": OptionEquivalent("Write -path:FOLDER in the query"),
        "--context": OptionEquivalent("To print the lines around a hit: dowse get REF:FROM:COUNT"),
        "-A": OptionEquivalent("To print the lines around a hit: dowse get REF:FROM:COUNT"),
        "-B": OptionEquivalent("To print the lines around a hit: dowse get REF:FROM:COUNT"),
        "-C": OptionEquivalent("To print the lines around a hit: dowse get REF:FROM:COUNT"),
    },
    "http": {
        "query": OptionEquivalent("use q", "q"),
        "minScore": OptionEquivalent("use min_score", "min_score"),
        **_PARAMETERS,
    },
    "mcp": {
        "q": OptionEquivalent("use query", "query"),
        "searches": OptionEquivalent("use query, a question or words", "query"),
        "include_types": OptionEquivalent("write type:TYPE in the query"),
        "exclude_types": OptionEquivalent("write -type:TYPE in the query"),
        "fromLine": OptionEquivalent("write the lines into ref, as in REF:FROM:COUNT", "ref"),
        "maxLines": OptionEquivalent("write the lines into ref, as in REF:FROM:COUNT", "ref"),
        "hybrid": OptionEquivalent("use mode", "mode"),
        **_PARAMETERS,
    },
    "settings": {
        "default_limit": OptionEquivalent("set limit in [search]"),
        "top_k": OptionEquivalent("set limit in [search]"),
        "max_limit": OptionEquivalent("remove the key: --limit and limit: take up to 1,000"),
        "timeout": OptionEquivalent("set time_limit in [search]"),
        "hybrid_search_enabled": OptionEquivalent('set mode = "hybrid" in [search]'),
        "time_decay": OptionEquivalent(
            "add the stage {time_boost = {half_life_days = 90, max_boost = 0.2}} to a profile of your own"
        ),
        "bm25": OptionEquivalent(
            "set tag_boost of the retriever keyword in a profile, as in {keyword = {tag_boost = 5}}"
        ),
        "tag_boost": OptionEquivalent(
            "set tag_boost of the retriever keyword in a profile, as in {keyword = {tag_boost = 5}}"
        ),
        "search_profiles": OptionEquivalent("write [profiles.NAME]"),
        "vaults": OptionEquivalent("run dowse vault add FOLDER --name NAME"),
        "embedding_model": OptionEquivalent('set embedder in [space], as in embedder = "ollama:nomic-embed-text"'),
        "embedding_dim": OptionEquivalent("remove the key: the embedding model has its dimension"),
        "chat_model": OptionEquivalent("remove the key: dowse finds passages and generates no text"),
        "ollama_url": OptionEquivalent("set the environment variable OLLAMA_HOST"),
        "chunk_size": _CHUNKS,
        "chunk_overlap": _CHUNKS,
        "db_dir": OptionEquivalent("use --index-dir or the environment variable DOWSE_INDEX_DIR"),
        "concurrency": OptionEquivalent("remove the key: dowse has no such setting"),
        "rrf_k": OptionEquivalent("set k of the fusion rrf in a profile, as in fusion = {rrf = {k = 60}}"),
        "vector_search_limit": OptionEquivalent(
            "set limit of the retriever semantic in a profile, as in {semantic = {limit = 50}}"
        ),
        "fts_search_limit": OptionEquivalent(
            "set limit of the retriever keyword in a profile, as in {keyword = {limit = 50}}"
        ),
        "fts_weights": OptionEquivalent(
            "set weights of the retriever keyword in a profile, as in {keyword = {weights = {title = 8}}}"
        ),
    },
    "profile": {
        "display_name": OptionEquivalent("use about; the name of the table is the name of the profile"),
        "description": OptionEquivalent("use about"),
        "hybrid_weight": _FUSION,
        "bm25_boost": _FUSION,
        "chunking_enabled": _CHUNKS,
        "chunk_size": _CHUNKS,
        "chunk_overlap": _CHUNKS,
        "show_chunk_context": OptionEquivalent("remove the key: each hit has its section, its lines and its part"),
        "max_results_per_file": OptionEquivalent("add the stage {per_document = {most = 3}}"),
        "cross_encoder_enabled": OptionEquivalent('add the stage "rerank"'),
        "query_expansion_enabled": OptionEquivalent('set rewrites = ["expansion"]'),
        "default_include_types": OptionEquivalent("use include_types"),
        "default_exclude_types": OptionEquivalent("use exclude_types"),
        "time_decay_config": OptionEquivalent("add the stage {time_boost = {half_life_days = 7, max_boost = 0.5}}"),
        "metadata_boost": OptionEquivalent("add the stage {fact_boost = {max_boost = 0.5, match_boost = 3.0}}"),
    },
}


def equivalent_advice(kind: OptionKind, name: str, known: Collection[str] = ()) -> str:
    """The advice for a name that dowse does not have; `known` are the parameters of the request. Empty for others."""
    equivalent = EQUIVALENTS[kind].get(name)
    if equivalent is None or (equivalent.parameter and equivalent.parameter not in known):
        return ""
    return equivalent.advice
