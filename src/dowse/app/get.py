"""Get: the text of a document, a section or a range of lines, with the links of the document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import dropwhile

from ..analysis.code.source_paths import is_aside
from ..filesystem.worktrees import worktree_top
from ..formats.registry import format_of
from ..graph.traversal import unit_of
from ..model.document import Document, Head
from ..model.edge import SIMILAR_TO, ResolvedReference
from ..model.ref import Ref
from ..model.value_class import dataclass
from ..ports.storage import Snapshot
from ..query.ast import MatchAll
from ..search.names.data_member_lookup import find_text_target
from ..search.names.reference import Reference, hidden_symbol_hint
from ..search.passages.passage import Passage, passage
from ..search.scopes.reference_scopes import unresolved_calls_hint
from .ambiguous_links import ambiguous_backlinks, ambiguous_links
from .link_report import link_statuses
from .location import Progress, silent
from .options import check
from .results.document_result import BacklinkResult, OutgoingLinkResult, PassageResult
from .results.link_result import LinkStatusResult
from .results.search_result import FreshnessResult
from .sessions.vault_session import VaultSession
from .skipped_files import explaining_files, paths_in
from .vault_files import FileLookup, other_files

_USED_OTHERWISE = {  # kinds of symbols, with the uses that are links
    **dict.fromkeys(("const", "property"), "calls and imports"),
    **dict.fromkeys(("class", "interface", "enum", "type"), "calls, imports and derived types"),
}


@dataclass(frozen=True, slots=True)
class GetRequest:
    """A reference to a document, a section or a range of lines."""

    ref: str
    links: bool = False  # whether the links of the document are listed, in both directions
    syntax: bool = False  # whether a passage of source code has spans for syntax colours
    html: bool = False  # whether a passage of Markdown is rendered as HTML, too

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True)
class DocumentLinks:
    """The links of a document, and the links to it."""

    path: str
    symbol: str  # see app.results.link_result.LinkedDocument
    out: tuple[LinkStatusResult, ...]  # by line
    back: tuple[LinkStatusResult, ...]  # by path and line, those in tests and examples last
    titles: dict[str, str]  # of the documents at the other ends
    hint: str = ""  # on unresolved calls that may mean the symbol


def get(vault: VaultSession, request: GetRequest, *, progress: Progress = silent) -> PassageResult:
    """The text behind the reference. Raises RefError, with the nearest name, for an unknown one."""
    with explaining_files(vault, request.ref):
        (text, hints, links, html), state = vault.read(
            partial(_read, vault, request),
            shown=lambda found: (found[0].document.head.path,),
            named=[*paths_in(request.ref)],
            progress=progress,
        )
    numbers = [number for number, _ in text.lines] or [1]
    return PassageResult(
        ref=text.ref,
        path=text.document.head.path,
        title=text.document.head.title,
        line=numbers[0],
        end_line=numbers[-1],
        text="\n".join(line for _, line in text.lines),
        links=tuple(_outgoing(links)) if links else None,
        backlinks=tuple(_incoming(links)) if links else None,
        worktree=worktree_top(vault.root),
        syntax=_syntax(text) if request.syntax else None,
        html=html,
        lines=text.lines,
        of_vault=vault.name,
        index=FreshnessResult.of(state),
        remarks=(*filter(None, (*hints, text.hint, _lack_of_text(text))), *state.remarks),
    )


def _lack_of_text(text: Passage) -> str:
    """Why the passage has no lines; empty if it has any."""
    path, odd = text.document.head.path, text.document.odd
    return "" if text.lines else f"{path}: {odd[0]}" if odd else f"{path} is empty"


def _syntax(text: Passage) -> tuple[tuple[int, int, str], ...]:
    from .code_syntax import passage_syntax  # noqa: PLC0415  # for one interface; a command starts without the parser

    return passage_syntax(text)


def _read(
    vault: VaultSession, request: GetRequest, reader: Snapshot
) -> tuple[Passage, Sequence[str], DocumentLinks | None, str | None]:
    named = find_text_target(request.ref, reader)
    text = _from_first_words(passage(request.ref, reader, target=named or Reference(request.ref)))
    files = files_beside(vault)
    part = linked_part(named, text.document.head)
    links = links_of(part, reader, files) if request.links else None
    hints = [named.hint, hidden_symbol_hint(named, reader)] if named else []
    if links:
        hints += [_uses_hint(named) or links.hint or _other_uses_hint(part, text.document)]
    return text, hints, links, _html(text, reader, files) if request.html else None


def _from_first_words(text: Passage) -> Passage:
    """The passage, of a manual page without the lines of its licence, which the page does not show."""
    spec = format_of(text.document.head.path)
    if spec is None or spec.name != "man":
        return text
    return replace(text, lines=tuple(dropwhile(lambda line: not line[1], text.lines)) or text.lines)


def _uses_hint(named: Reference | None) -> str:
    """The hint that the links are those of the type around a data member; empty for other references."""
    if named is None or named.ref is None or not (named.ref.section and named.block):
        return ""
    name = named.block[0].rpartition(".")[2]
    return f"the links are those of {named.ref.section}; line:{name} finds the uses of the data member"


def _other_uses_hint(part: Ref, document: Document) -> str:
    """The hint that reading a value and naming a type are no links; empty for a function, which is called."""
    kind = next((unit.kind for unit in document.units if unit.name == part.section), "") if part.section else ""
    if kind not in _USED_OTHERWISE:
        return ""
    return f"other uses than {_USED_OTHERWISE[kind]} are not listed; line:{part.section.rpartition('.')[2]} finds them"


def _html(text: Passage, reader: Snapshot, files: FileLookup) -> str | None:
    from .passage_html import passage_html  # noqa: PLC0415  # for one interface, whose extra has the parser

    return passage_html(text, link_statuses(reader, [text.document.head.path], files=files))


def files_beside(vault: VaultSession) -> FileLookup:
    """Finds the files of the vault that are not documents, such as images."""
    return FileLookup(partial(other_files, vault.files, vault.settings.files), vault.files.has)


def linked_part(named: Reference | None, head: Head) -> Ref:
    """The symbol of source code whose links are meant, or the document: links of notes belong to the whole note."""
    return named.ref if named and named.ref and head.kind == "code" else Ref(head.path)


def links_of(part: Ref, reader: Snapshot, files: FileLookup) -> DocumentLinks:
    """The links of the document and the links to it, with or without an existing heading; or those of a symbol and its
    members.
    """
    path = part.doc
    out = link_statuses(reader, [path], files=files)
    edges = [edge for edge in reader.edges([path]) if edge.relation != SIMILAR_TO]
    near = frozenset((path, *(end.doc for edge in edges for end in (edge.source, edge.target))))
    references = list(map(_reference_status, reader.references([path])))
    back = [*_backlinks(path, near, out, reader), *(each for each in references if each.source != path)]
    out += [*(each for each in references if each.source == path), *ambiguous_links(part, reader)]
    hint = ""
    if part.section:
        out = [each for each in out if _is_inside(each.section, part.section)]
        back, hint = _backlinks_of_symbol(part, (*back, *references), reader)
    heads = reader.heads({*near, *(each.source for each in back), *(each.target for each in out)})
    aside = {name for name, head in heads.items() if is_aside(head)}
    titles = {name: head.title for name, head in heads.items()}
    back.sort(key=lambda each: (each.source in aside, each.source, each.line))
    callers = frozenset((each.source, each.line) for each in back if each.kind == "calls")
    hint = hint or unresolved_calls_hint(part, reader, MatchAll(), is_called=bool(callers), callers=callers)
    return DocumentLinks(path, part.section, tuple(sorted(out, key=_line)), tuple(back), titles, hint)


def _backlinks(
    path: str, near: frozenset[str], out: Sequence[LinkStatusResult], reader: Snapshot
) -> Iterator[LinkStatusResult]:
    """The links to the document, from itself and from documents `near` it; `out` are its own links."""
    is_to_missing_part = any(each.lacks_anchor and each.target == path for each in out)  # such a link is of both lists
    own = () if is_to_missing_part else out
    theirs = link_statuses(reader, near - {path} if own else near, anchors=False)
    return (each for each in (*own, *theirs) if each.target == path and each.state != "broken")


def _backlinks_of_symbol(
    part: Ref, known: Iterable[LinkStatusResult], reader: Snapshot
) -> tuple[list[LinkStatusResult], str]:
    """The links to the symbol and to its members, but for those inside of it, with a hint on ambiguous ones."""
    back = [each for each in known if _is_inside(each.anchor, part.section) and each.target == part.doc]
    ambiguous, hint = ambiguous_backlinks(part, reader)
    return [each for each in dict.fromkeys((*back, *ambiguous)) if not _is_own(each, part)], hint


def _is_inside(name: str, symbol: str) -> bool:
    """Whether the name is that of the symbol or of one of its members."""
    return name == symbol or name.startswith(f"{symbol}.")


def _is_own(link: LinkStatusResult, part: Ref) -> bool:
    """Whether the link is in the symbol itself, and so among its links."""
    return link.source == part.doc and _is_inside(link.section, part.section)


def _line(link: LinkStatusResult) -> int:
    return link.line


def _reference_status(reference: ResolvedReference) -> LinkStatusResult:
    """A reference of source code, or a mention, as a link."""
    source, target, relation, rule, line = reference
    return LinkStatusResult(
        source=source.doc,
        target=target.doc,
        kind=relation,
        state="ok",
        line=line,
        section=unit_of(source).section,
        anchor=target.section,
        written=target.doc,
        hint="",
        rule=rule,
    )


def _outgoing(links: DocumentLinks) -> Iterable[OutgoingLinkResult]:
    for each in links.out:
        title = links.titles.get(each.target, "")
        yield OutgoingLinkResult(
            path=each.target,
            title=title,
            line=each.line,
            kind=each.kind,
            state=each.state,
            hint=each.hint,
            rule=each.rule,
            section=each.section,
            anchor=each.anchor,
        )


def _incoming(links: DocumentLinks) -> Iterable[BacklinkResult]:
    for each in links.back:
        yield BacklinkResult(
            path=each.source,
            title=links.titles.get(each.source, ""),
            line=each.line,
            kind=each.kind,
            state=each.state,
            hint=each.hint,
            section=each.section,
            anchor=each.anchor,
        )
