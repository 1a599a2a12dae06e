"""The argument REF: in the vault of the command, or in the vault that the reference names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ...app.location import location_of, locations_named, reference_of_other_vault, registered_name, registered_names
from ...app.missing_index import open_indexed, open_with_documents
from ...app.references import at_ref
from ...app.sessions.vault_session import VaultSession
from .shared_flags import ref_in_vault

T = TypeVar("T")


def at_ref_argument(
    ref: str, folder: Path | None, use_case: Callable[[VaultSession, str], T], *, index_dir: Path | None
) -> T:
    """The result of the use case for the document, in the vault of the document.

    `NAME:REF` is REF in the vault of that name, unless another folder is given; see `at_ref`.  Where that has no such
    document, the working folder is not indexed to look for one, unless it is a registered vault.
    """
    chosen = "" if folder is None else registered_name(folder)
    is_of_vault = False  # whether it was looked up in the vault that it names

    def ask_vault(name: str, local_ref: str) -> T:
        nonlocal is_of_vault
        if name and folder is None:
            is_of_vault = True
            vault = open_with_documents(locations_named((name,))[0].root, index_dir=index_dir)
            return use_case(vault, local_ref)
        root, inside = (None if folder else reference_of_other_vault(local_ref)) or (folder, local_ref)
        is_known = not is_of_vault or registered_name(location_of(root, index_dir=index_dir).root)
        vault = (open_with_documents if is_known else open_indexed)(root, index_dir=index_dir)
        return use_case(vault, ref_in_vault(inside, vault.root, option="REF"))

    names = () if folder is not None else registered_names()
    return at_ref(chosen, ref, names, ask_vault)[1]
