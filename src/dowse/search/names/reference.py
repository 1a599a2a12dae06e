"""Resolve a reference as users type it: a path, a title, a name, a short code or a symbol, with or without section."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from ...analysis.code.source_paths import is_test_path
from ...analysis.code.symbol_names import is_symbol_name, parts_of_name, unnumbered
from ...graph.source_references.mention_resolution import resolved_mentions
from ...model.document import Document, Head, Span
from ...model.qualified_path import addressed, inward, outward, outward_in
from ...model.ref import Ref
from ...model.source_reference import CodeMention
from ...model.value_class import dataclass
from ...ports.storage import Reader
from ...query.leaf_parser import unlinked
from ...query.select import has
from ..federated_lookup import FederatedLookup
from .broken_definitions import broken_definition_hint
from .document_lookup import NamedDocuments, by_label, by_name, by_number, by_path
from .document_names import has_name
from .folder_names import folder_named, folder_page, is_around
from .missing_sections import missing_section_message
from .name_notes import documents_hint, quote_name, symbols_hint
from .name_suggestion import closest_name
from .renamed_symbols import named_under, renamed
from .section_lookup import SectionMatch, match_section
from .symbol_lookup import inherited_symbol, symbols_named, symbols_of_modules

_LONGEST = 4096  # characters; no path is longer, and each `:` and `#` adds a reading of the text
MOST_EXPLAINED = 3  # unknown names of a query; each takes a third of a second at 10,000 documents
_MOST_COMPARED = 20  # documents of one name whose sections are compared
_PART = re.compile(r"@(\d+)$")
_JOINT = re.compile(r"[#:@]")  # between a path and a section, a part or lines


@dataclass(frozen=True, slots=True)
class Reference:
    """The document, the section or the folder that a text refers to.

    `hint` is a message for the user: the name is unknown or ambiguous, or names a folder.
    """

    text: str
    ref: Ref | None = None
    head: Head | None = None  # of the document
    is_preamble: bool = False  # whether only the part of the section before the next `#` or `##` heading is meant
    others: tuple[str, ...] = ()  # more documents of the same name
    folder: str = ""  # as on disk, if no document has the name
    hint: str = ""
    part: int | None = None  # the number of the part of the document or section, as written
    symbols: tuple[Ref, ...] = ()  # all symbols that fit the name equally well, overloads as one; the first is `ref`
    block: tuple[str, Span] | None = None  # the id with `^`, and the span, of a block of the document

    @property
    def has_section(self) -> bool:
        """Whether a section or a symbol of a document is meant."""
        return self.ref is not None and bool(self.ref.section)

    @property
    def is_code(self) -> bool:
        """Whether the document is source code."""
        return self.head is not None and self.head.kind == "code"


def resolve_reference(text: str, reader: Reader) -> Reference:
    """The target of the text, a symbol before a file as in `find_symbol_or_file`; for an unknown name the hint has a
    suggestion.
    """
    return find_symbol_or_file(text, reader) or resolve_references((text,), reader)[text]


def resolve_references(
    texts: Iterable[str], reader: Reader, *, max_suggestions: int = MOST_EXPLAINED
) -> Mapping[str, Reference]:
    """The target of each text; the hints of the first few unknown names have suggestions."""
    targets = {text: find_reference(text, reader) for text in texts}
    hints = unknown_name_hints(
        (text for text, target in targets.items() if target is None), reader, max_suggestions=max_suggestions
    )
    return {text: target or Reference(text, hint=hints[text]) for text, target in targets.items()}


def unknown_name_hints(
    missing: Iterable[str], reader: Reader, *, max_suggestions: int = MOST_EXPLAINED
) -> Mapping[str, str]:
    """The hint for each unknown name; the first few hints have suggestions."""
    return {
        text: unknown_name_message(text, reader)
        if n < max_suggestions
        else f"no document has the name {quote_name(text)}"
        for n, text in enumerate(dict.fromkeys(missing))
    }


def find_reference(text: str, reader: Reader, *, renamed: bool = True) -> Reference | None:
    """The target of `path`, `path#section`, `path#^id`, `CODE:section`, a title, a file name, an alias, a label or
    `[[any of these]]`.

    A path counts first, then file names, aliases, short codes and titles, as in a wikilink, but a folder whose name
    begins with a dot before a document that has the rest as its name; then folders, the end of a path, names of symbols
    such as `Class.method`, labels of Sphinx and IDs of Org, and numbers such as `ADR-7`.  Of several documents with the
    name, those that are no source of tests win, then the one with the fewest folders, then the first by path.
    `@n` after any of them is part n, unless a document has the name with the `@n`; whether that part exists is not
    looked up.  Of several vaults, `NAME:` before any of them chooses one.  `renamed`: whether names under which files
    import and export symbols count, which takes longer.
    """
    name = normalized_name(text)
    target = _find(text, name, reader) or (_imported(text, name, reader) if "#" in name else None)
    if target := target or (_renamed(text, name, reader) if renamed else None):
        return target
    part = _PART.search(name)
    whole = _find(text, name[: part.start()], reader) if part else None
    if part and whole and whole.ref:
        return replace(whole, part=int(part[1]))
    return _in_named_vault(text, name, reader, renamed=renamed)


def normalized_name(text: str) -> str:
    """The name in the text, without the brackets of a link and without `./`; empty for a text longer than any name."""
    name = unlinked(text).removeprefix("./")
    return name if len(name) <= _LONGEST else ""


def _in_named_vault(text: str, name: str, reader: Reader, *, renamed: bool) -> Reference | None:
    """The target of `work:Budget` in the vault of that name, one of several."""
    if not isinstance(reader, FederatedLookup):
        return None
    vault, inside = inward(name, reader.vaults)
    own = find_reference(inside, reader.vaults[vault], renamed=renamed) if vault and inside else None
    target = find_reference(outward(vault, str(own.ref)), reader, renamed=False) if own and own.ref else None
    if own is None or target is None:
        return None
    return replace(target, text=text, is_preamble=own.is_preamble, hint=outward_in(own.hint, vault), part=own.part)


def find_symbol(text: str, reader: Reader) -> Reference | None:
    """The symbol of source code with exactly this name, as `Class.method` or `module.f`, in the case as written."""
    found = _symbol(text, normalized_name(text), reader)
    if found is None or found.ref is None:
        return None
    is_own = f".{found.ref.section}".endswith(f".{'.'.join(parts_of_name(text))}")
    return found if is_own or symbols_of_modules(text, reader) else None


def find_symbol_or_file(text: str, reader: Reader) -> Reference | None:
    """As find_reference; a name as code has them that is that of a source file and of its only such symbol in the
    index means the symbol: `TRPCError` beside TRPCError.ts, and a type of C++ in `options.h` beside options.cc with its
    constructors.  The file may be one of tests, and the symbol that of another file, which is none: `Flask` beside
    tests/flask.py.  A folder means its page, such as its README, and the path of a folder comes before the name of a
    source file elsewhere: `docs` beside scripts/docs.py.  A section, a part and lines behind the path of a folder are
    those of its page.
    """
    target = find_reference(text, reader)
    if target is None:
        return _in_page(text, reader)
    return _symbol_of_file(text, target, reader) or _folder_or_page(text, target, reader)


def _symbol_of_file(text: str, target: Reference, reader: Reader) -> Reference | None:
    if not is_symbol_name(text) or not hidden_symbol_hint(target, reader):
        return None
    symbol = find_symbol(text, reader)
    if symbol is None or symbol.ref is None or target.ref is None:
        return None
    path, other = symbol.ref.doc, target.ref.doc
    if path not in (other, *target.others) and (is_test_path(path) or not is_test_path(other)):
        return None
    hint = addressed("the file ", f"{target.ref.doc} has the name {quote_name(text)}, too")
    constructor = f"{symbol.ref.section}.{parts_of_name(text)[-1]}"
    is_only = all(each == symbol.ref or each.section == constructor for each in symbol.symbols)
    return replace(symbol, hint=hint, symbols=(symbol.ref,)) if is_only else None


def _folder_or_page(text: str, target: Reference, reader: Reader) -> Reference:
    """The page of the folder that the target is, or the folder in place of a source file elsewhere that only has its
    name; else the target, with a hint on a folder of the name.
    """
    name = normalized_name(text)
    path = name if target.part is None else _PART.sub("", name)
    folder = target.folder or ("" if target.symbols else folder_named(path, reader))
    if not folder or (target.ref and target.ref.section):
        return target
    is_page = target.ref is not None and is_around(folder, target.ref)
    if target.ref and (is_page or not target.is_code):
        hint = f"the folder {folder}/ has the name {quote_name(text)}, too"
        return target if target.hint or (is_page and not target.is_code) else replace(target, hint=hint)
    if page := folder_page(folder, reader):
        return Reference(text, Ref(page.path), page, hint=_page_hint(folder, page), part=target.part)
    return Reference(text, folder=folder, hint=_folder_hint(folder))


def _in_page(text: str, reader: Reader) -> Reference | None:
    """What a section or a part behind the path of a folder names in the page of the folder: `docs#install`."""
    name = normalized_name(text)
    joint = _JOINT.search(name)
    folder = folder_named(name[: joint.start()], reader) if joint else ""
    page = folder_page(folder, reader) if folder else None
    found = find_reference(f"{page.path}{name[joint.start() :]}", reader) if page and joint else None
    return replace(found, text=text, hint=found.hint or _page_hint(folder, page)) if found and page else None


def _page_hint(folder: str, page: Head) -> str:
    return addressed(f"{folder!r} is a folder; its page is ", page.path)


def hidden_symbol_hint(target: Reference, reader: Reader) -> str:
    """The hint on a symbol that has the name of the source file which the text refers to; empty without one."""
    if target.head is None or target.head.kind != "code" or target.symbols or target.text == target.head.path:
        return ""
    if target.ref is None or target.ref.section:
        return ""
    symbol = find_symbol(target.text, reader)
    return addressed(f"a symbol has the name {quote_name(target.text)}, too: ", str(symbol.ref)) if symbol else ""


def find_qualified(text: str, reader: Reader) -> Reference | None:
    """The symbol of a name with the modules around it, such as `flask.views.View.as_view`."""
    if len(parts_of_name(text)) < 2:
        return None
    (own,) = resolved_mentions({"": (CodeMention(text.strip(), 1, ""),)}, reader).values()
    target = own.edges[0].target if own.edges else None
    head = reader.heads((target.doc,)).get(target.doc) if target and target.section else None
    return Reference(text, target, head) if head else None


def _find(text: str, name: str, reader: Reader) -> Reference | None:
    if name.endswith("/"):
        return _folder(text, name, reader)
    named = _first_match(text, by_name(name, reader), reader)
    if named and named.head and name.startswith(".") and not has_name(named.head, name):
        named = _folder(text, name, reader) or named  # `.metis` is a folder before a document called Metis
    return (
        named
        or _first_match(text, by_path(name, "/", reader), reader)
        or _folder(text, name, reader)
        or _first_match(text, by_path(name, "", reader), reader)
        or _symbol(text, name, reader)
        or _first_match(text, by_label(name, reader), reader)
        or _inherited(text, name, reader)
        or _first_match(text, by_number(name, reader), reader)
    )


def unknown_name_message(text: str, reader: Reader) -> str:
    """The message for an unknown name, with the place that seems to define it, or else a suggestion."""
    name = normalized_name(text)
    if name == "." or not (name or text.strip()):
        return "the reference is empty or the folder of the vault, and names no document; `find` lists all files"
    if name.endswith("/"):
        target = find_reference(name.rstrip("/"), reader)
        if target is not None and target.ref is not None:
            return f"there is no folder {quote_name(text)}; without the slash, the reference is {target.ref}"
        name = name.rstrip("/")
    for ref, heads in chain(by_name(name, reader), by_number(name, reader)):
        return (
            f"{missing_section_message(_document(heads[0], reader), ref.section, reader)}{_nor_others(ref.doc, heads)}"
        )
    if broken := broken_definition_hint(name, reader):
        return f"no document has the name {quote_name(text)}; it is {broken}"
    closest = closest_name(name, reader)
    suggestion = f"; did you mean {closest!r}?" if closest else "; `find` lists all files"
    return f"no document has the name {quote_name(text)}{suggestion}"


def _nor_others(name: str, heads: Sequence[Head]) -> str:
    """The rest of a message on a section that the first document of the name lacks; empty if it is the only one."""
    others = len(heads) - 1
    if not others:
        return ""
    if others < _MOST_COMPARED:
        of_others = "the other document" if others == 1 else f"any of the {others} other documents"
        return f"; nor does {of_others} with the name {quote_name(name)}"
    return f"; {len(heads):,} documents have the name {quote_name(name)}, write the path of one"


def is_archived(head: Head) -> bool:
    """Whether the frontmatter marks the document as archived."""
    return has("archived", "true", head) or has("archived", "yes", head)


def _first_match(text: str, candidates: Iterable[NamedDocuments], reader: Reader) -> Reference | None:
    """The first reading whose section exists; of several documents of the name one that has the section."""
    for reading, heads in candidates:
        named, place = list(heads), SectionMatch()
        if reading.section:
            compared = named[:_MOST_COMPARED]
            documents = reader.documents(head.path for head in compared)
            own = [documents.get(head.path) or Document(head, "", "") for head in compared]
            found = [(each.head, at) for each in own if (at := match_section(each, reading.section))]
            if not found:
                continue
            named, place = [head for head, _ in found], found[0][1]
        head, *rest = named
        ref = Ref(head.path, place.section)
        others = tuple(other.path for other in rest)
        hint = documents_hint(reading.doc, named)
        return Reference(text, ref, head, place.is_preamble, others, hint=hint, part=reading.part, block=place.block)
    return None


def _symbol(text: str, name: str, reader: Reader) -> Reference | None:
    """The symbol of source code that has the name."""
    found = symbols_named(name, reader)
    if not found:
        return None
    first, *rest = found
    others = tuple(dict.fromkeys(each.head.path for each in rest if each.head.path != first.head.path))
    return Reference(
        text,
        Ref(first.head.path, first.unit.name),
        first.head,
        others=others,
        hint=symbols_hint(name, found, reader),
        symbols=tuple(dict.fromkeys(Ref(each.head.path, unnumbered(each.unit.name)) for each in found)),
    )


def _inherited(text: str, name: str, reader: Reader, *, doc: str = "") -> Reference | None:
    """The member of a base class, which the name states with a class that inherits it; with `doc` one of that file."""
    found = inherited_symbol(name, reader, doc=doc) if "/" not in name else None
    if found is None:
        return None
    ref = Ref(found.head.path, found.unit.name)
    return Reference(text, ref, found.head, hint=addressed(f"{quote_name(text)} is inherited: it is ", str(ref)))


def _imported(text: str, name: str, reader: Reader) -> Reference | None:
    """The symbol or the module of another file that the named source file imports or exports, or its member, as
    `pack/index.ts#f`; or a member that a class of the file inherits: `app.py#Flask.route`.
    """
    for reading, (head, *_) in chain(by_name(name, reader), *(by_path(name, root, reader) for root in ("/", ""))):
        own, *members = parts_of_name(reading.section) or ("",)
        if head.kind != "code" or not own:
            continue
        found = named_under(head.path, own, reader)
        target = _of_other_name(text, (found,), members, reader) if found else None
        if target := target or (_inherited(text, reading.section, reader, doc=head.path) if members else None):
            return target
    return None


def _renamed(text: str, name: str, reader: Reader) -> Reference | None:
    """The symbol that a file imports or exports under the name, or its member."""
    found, members = renamed(parts_of_name(name), reader) if "/" not in name else ((), ())
    return _of_other_name(text, found, members, reader)


def _of_other_name(text: str, found: Iterable[Ref], members: Sequence[str], reader: Reader) -> Reference | None:
    """The symbols, the modules, or their members, of which the text is another name."""
    named = [(str(Ref(each.doc, ".".join(filter(None, (each.section, *members))))), each.section) for each in found]
    targets = [
        target
        for each, symbol in named
        if (target := _find(each, each, reader) or (None if symbol else _imported(each, each, reader))) and target.ref
    ]
    if not targets:
        return None
    symbols = tuple(each.ref for each in targets if each.ref)
    hint = addressed(f"{quote_name(text)} is another name of ", str(symbols[0]))
    return replace(targets[0], text=text, hint=hint, symbols=symbols if len(symbols) > 1 else ())


def _folder(text: str, name: str, reader: Reader) -> Reference | None:
    folder = folder_named(name, reader)
    return Reference(text, folder=folder, hint=_folder_hint(folder)) if folder else None


def _folder_hint(folder: str) -> str:
    return f"{folder!r} is a folder, not a document; `find` lists its files"


def _document(head: Head, reader: Reader) -> Document:
    return reader.documents((head.path,)).get(head.path) or Document(head, "", "")
