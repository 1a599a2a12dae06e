"""References that name their vault: `work:plans/Q3.md` is plans/Q3.md in the vault work."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from ..model.errors import DowseError, RefError, VaultError
from ..model.qualified_path import inward, outward

if TYPE_CHECKING:  # it opens indexes, and a command starts before that
    from .location import Progress
    from .sessions.workspace import Workspace

T = TypeVar("T")


def at_ref(vault: str, ref: str, vaults: Collection[str], ask: Callable[[str, str], T]) -> tuple[str, T]:
    """The result of `ask(vault, ref)`, after the vault that the reference names, in any case; empty when it names none.

    When a vault is chosen otherwise, the reference may name this one alone. A note may have the name of a vault: a
    reference that is not found there is looked up in the chosen or default vault as written.  Raises as `ask`.
    """
    named, inside = _apart(ref, (vault,) if vault else vaults)
    if not named:
        return "", ask(vault, ref)
    try:
        return "" if vault else named, ask(named, inside)
    except RefError:
        with suppress(RefError, VaultError):
            return "", ask(vault, ref)
        raise


def asked_at(
    workspace: Workspace,
    vault: str,
    ref: str,
    *,
    ask: Callable[..., T],
    request: Callable[[str], object],
    progress: Progress,
) -> tuple[str, T]:
    """As `at_ref`, of a use case; `request` makes its request for the reference inside the vault.

    A path from the root of the file system means the file in its vault, and the message on an unknown name says which
    other open vault knows it.
    """

    def call(name: str, inside: str) -> T:
        return ask(workspace.vault(name), request(inside), progress=progress)

    located, inside = workspace.located(ref, vault)
    if inside != ref:
        return "" if located == workspace.name_of(vault) else located, call(located, inside)
    try:
        return at_ref(vault, ref, workspace.names, call)
    except RefError:
        if message := "" if vault else _elsewhere(workspace, ref):
            raise RefError(message) from None
        raise


def _elsewhere(workspace: Workspace, ref: str) -> str:
    """The message that an open vault other than the default one has a document of the name; empty for none."""
    from ..search.names.name_notes import quote_name  # noqa: PLC0415  # it brings the engines
    from ..search.names.reference import find_reference  # noqa: PLC0415  # as above

    for name in workspace.names[1:]:
        with suppress(DowseError):  # such as a mistake in its settings, which the request is not about
            session = workspace.cached(name)
            if session is None or not session.read(lambda reader: find_reference(ref, reader, renamed=False))[0]:
                continue
            return f"the vault {workspace.names[0]} has no document {quote_name(ref)}; get {outward(name, ref)}"
    return ""


def _apart(ref: str, vaults: Collection[str]) -> tuple[str, str]:
    fitting = (name for name in vaults if ref[: len(name) + 1].casefold() == f"{name}:".casefold())
    named = inward(ref, vaults)[0] or max(fitting, key=len, default="")
    return named, ref[len(named) + 1 :] if named else ref
