"""The names of files and folders that dowse leaves out, whatever they contain."""

from __future__ import annotations

# Data of programs and generated files, which nobody searches; an ignore file cannot include them.
IGNORED_FOLDERS = frozenset(
    {".git", ".hg", ".svn", ".bzr", ".jj", "CVS", ".stversions"}
    | {".obsidian", ".trash", ".Trash", ".Trashes", ".dropbox.cache", ".dowse"}
    | {".idea", ".vscode", ".vs", ".ipynb_checkpoints", ".direnv"}
    | {"node_modules", "bower_components", ".venv", "venv", "site-packages", ".eggs"}
    | {".next", ".nuxt", ".svelte-kit", ".gradle", ".terraform"}
    | {".cache", "__pycache__", ".tox", ".nox", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis"}
    | {".Spotlight-V100", ".fseventsd", ".DocumentRevisions-V100", "$RECYCLE.BIN", "lost+found"}
)
# Of Logseq: earlier versions of pages.
_COPIES = ("/logseq/bak", "/logseq/version-files")
# Folders for source code of others, which no search of one's own code is about, unless an ignore file includes one.
VENDORED = frozenset({"vendor", "third_party", "Pods", "bower_components", "node_modules"})
_SEARCHED_DOT_FOLDERS = frozenset({".metis"})  # planning documents, which its users search
_SECRETS = frozenset({".env", ".envrc", ".netrc", ".pgpass", ".npmrc", ".pypirc", ".git-credentials", ".htpasswd"})


def is_ignored_folder(name: str, path: str) -> bool:
    """Whether a walk leaves out the folder of that name and path, whatever ignore files say."""
    return name in IGNORED_FOLDERS or f"/{path}".endswith(_COPIES)


def is_usually_left_out(name: str) -> bool:
    """Whether a walk leaves out a folder of that name unless an ignore file includes it."""
    return name in IGNORED_FOLDERS or is_dot_folder(name)


def has_secrets(name: str) -> bool:
    """Whether programs keep passwords and keys in files of this name."""
    return name in _SECRETS or name.startswith(".env.")


def is_dot_folder(name: str) -> bool:
    """Whether the dot of its name leaves a folder out."""
    return name.startswith(".") and name not in _SEARCHED_DOT_FOLDERS
