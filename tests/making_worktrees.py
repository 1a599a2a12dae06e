"""Git repositories with worktrees and submodules, made by git itself."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

_OPTIONS = (
    *("-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always"),
    *("-c", "user.name=dowse", "-c", "user.email=dowse@example.org", "-c", "commit.gpgSign=false"),
)


def git(folder: Path, *words: str) -> str:
    """What git prints when no settings of this machine can reach it. Raises CalledProcessError."""
    environment = {"PATH": os.environ["PATH"], "HOME": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}
    done = subprocess.run(
        ["git", *_OPTIONS, *words], cwd=folder, env=environment, capture_output=True, check=True, text=True
    )
    return done.stdout


def repository(folder: Path, files: Mapping[str, str]) -> Path:
    """A repository in the folder, with these files in its first commit."""
    folder.mkdir(parents=True)
    git(folder, "init", "--quiet")
    return committed(folder, files)


def committed(folder: Path, files: Mapping[str, str]) -> Path:
    """The worktree, with these files in one more commit."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "change")
    return folder


def worktree(of: Path, folder: Path) -> Path:
    """A linked worktree in the folder, of the same commit."""
    git(of, "worktree", "add", "--quiet", "--detach", str(folder))
    return folder
