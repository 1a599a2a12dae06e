"""What a model is told before it asks: the vaults at hand, and the query language from its one table."""

from __future__ import annotations

from ...app.sessions.workspace import Workspace
from ...query.fields import DIRECTIVES, FIELDS, FORMS, Directive, Field, QueryForm

_OF_A_SCREEN = frozenset({"profile"})  # directives that a parameter of the tool is for


def instructions(shelf: Workspace) -> str:
    """For the handshake: which vaults there are and which tool does what. No vault is opened for it."""
    lines = ["dowse finds notes, documents and passages by word, by meaning and by link, in these folders:"]
    for n, name in enumerate(shelf.names):
        default = " (default)" if not n and len(shelf.names) > 1 else ""
        lines.append(f"- {name}{default}: {shelf.places[name].root}")
    lines += [
        "Ask `search` first, with a question or some words; `get` reads the `ref` of a hit.",
        "`find` lists files by name, tag or property, `related` follows links, `status` says how fresh the index is.",
        "Paths are relative to the vault. The index is brought up to date before each answer; `index.state` says so.",
        "With `budget`, `search` answers with the passages themselves instead of a list of hits.",
    ]
    if len(shelf.names) > 1:
        lines.append(
            '`vault` chooses one of the vaults; with "all", `search` and `find` answer from all of them, and a `ref` '
            "begins with its vault."
        )
    return "\n".join(lines)


def query_help() -> str:
    """The query language in a line for each form: `tag:finance: has the tag, …`."""
    rows: list[QueryForm | Field | Directive] = [
        *FORMS,
        *FIELDS,
        *(each for each in DIRECTIVES if each.name not in _OF_A_SCREEN),
    ]
    return "\n".join(f"  {row.example} : {row.about}" for row in rows)


def search_description() -> str:
    """Of the tool `search`."""
    return (
        "Search the content of notes and documents by word and by meaning; returns ranked hits with snippets.\n"
        "A query is a question or words in natural language; it never fails and may use:\n"
        f"{query_help()}\n"
        "Fields, words, AND, OR, NOT and parentheses combine."
    )


FIND = (
    "List files by name, folder, tag or frontmatter property, newest first; does not look into the text (use search). "
    'pattern is part of a file name ("weekly"), or has * and ? ("2026-*.md").'
)
GET = (
    "Read a document, a section or some lines, with line numbers. ref is what other tools answer with, or a path, "
    'title, alias or short code ("April Jane", "METIS-I-0018:goals", "projects/x.md#plan"); '
    "ref:FROM:COUNT reads COUNT lines from line FROM. Long texts come in pages: pass `next` on as ref."
)
RELATED = (
    "List the documents that one is connected with, nearest first: over links in both directions, parents, and "
    "passages that are alike."
)
STATUS = "Say what is indexed, how fresh and complete it is, and which files were skipped or oddly read."
