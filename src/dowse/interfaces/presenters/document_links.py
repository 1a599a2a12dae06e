"""The links of one document, in both directions."""

from __future__ import annotations

from functools import partial

from ...app.find_files import other_files
from ...app.link_report import standings
from ...app.location import Progress
from ...app.vault_session import VaultSession
from ...model.edge import SIMILAR_TO
from .link_tables import DocumentLinks


def linked(path: str, vault: VaultSession, *, progress: Progress | None = None) -> DocumentLinks:
    """What the document at that path links to, and what links to it, whether its heading is there or not."""
    files = partial(other_files, vault.root, vault.settings.files.ignored)
    out, _ = vault.ask(lambda reader: standings(reader, [path], files=files), progress=progress)
    edges, _ = vault.ask(lambda reader: [edge for edge in reader.edges([path]) if edge.kind != SIMILAR_TO])
    near = {path, *(end.doc for edge in edges for end in (edge.source, edge.target))}
    theirs, _ = vault.ask(lambda reader: standings(reader, near, anchors=False))
    back = [each for each in theirs if each.target == path and each.state != "broken"]
    heads, _ = vault.ask(lambda reader: reader.heads(near))
    return DocumentLinks(path, out, back, heads)
