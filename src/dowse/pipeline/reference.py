"""What a reference means, as people type it: a path, a title, a name, a short code, perhaps with a section."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..analysis.fold import fold, name_key
from ..links.resolve import resolved
from ..model.document import Document, Head, Link, Section
from ..model.ref import Ref, readings
from ..ports import Reader
from ..query.ast import Anything
from ..query.leaves import unlinked
from ..query.select import path_key

_LONGEST = 4096  # characters; no path is longer, and every `:` and `#` is a way to read the text
_MOST_CONSIDERED = 5_000  # documents, the newest, whose names are compared for a near miss
_LONGEST_SHOWN = 80  # characters of a name in a hint


@dataclass(frozen=True, slots=True)
class Reference:
    """What a text refers to: a document or a section of it, or a folder, or nothing.

    `hint` is what the user should know: that nothing is called so, that several documents are, that it is a folder.
    """

    text: str
    ref: Ref | None = None
    head: Head | None = None  # of the document
    others: tuple[str, ...] = ()  # more documents of the same name
    folder: str = ""  # as it is written on disk, when no document is called so
    hint: str = ""


def reference(text: str, reader: Reader) -> Reference:
    """What the text refers to; when it is nothing, the hint says what may have been meant."""
    return found(text, reader) or Reference(text, hint=nothing(text, reader))


def found(text: str, reader: Reader) -> Reference | None:
    """What the text refers to: `path`, `path#section`, `CODE:section`, a title, file name or alias, `[[any of these]]`.

    A path counts whole, then names, then the path without its ending, folders, and the end of a path.  Of several
    documents with the same name the one with the fewest folders is meant, then the first by path.
    """
    asked = _cleaned(text)
    if asked.endswith("/"):
        return _folder(text, asked, reader)
    return (
        _first(text, _named(asked, reader), reader)
        or _first(text, _placed(asked, "/", reader), reader)
        or _folder(text, asked, reader)
        or _first(text, _placed(asked, "", reader), reader)
    )


def nothing(text: str, reader: Reader) -> str:
    """Why the text refers to nothing, with what may have been meant, in words for the user."""
    for ref, heads in _named(_cleaned(text), reader):
        slugs = ", ".join(section.slug for section in _document(heads[0], reader).sections)
        return f"{heads[0].path} has no section {_shown(ref.section)}; it has {slugs or 'no sections'}"
    close = _close(_cleaned(text), reader)
    meant = f"; did you mean {close!r}?" if close else "; `dowse find` lists what there is"
    return f"nothing is called {_shown(text)}{meant}"


def is_archived(head: Head) -> bool:
    """Whether the frontmatter says that the document is archived."""
    return fold(head.fact("archived")) in {"true", "yes"}


_Reading = tuple[Ref, Sequence[Head]]  # a way to read a text, and the documents that are called like its document


def _cleaned(text: str) -> str:
    asked = unlinked(text).removeprefix("./")
    return asked if len(asked) <= _LONGEST else ""


def _named(asked: str, reader: Reader) -> Iterator[_Reading]:
    """The readings whose document there is, longest document first."""
    refs = list(readings(asked)) if asked else []
    heads = reader.heads({ref.doc for ref in refs})
    called = reader.called({name_key(ref.doc) for ref in refs})
    for ref in refs:
        if ref.doc in heads:
            yield ref, (heads[ref.doc],)
        elif same := called.get(name_key(ref.doc)):
            yield ref, sorted(_exactly(ref.doc, same), key=_depth)


def _exactly(name: str, heads: Sequence[Head]) -> Sequence[Head]:
    """Those called so sign for sign, if there are any: `C#` and `C++` have one key."""
    key = fold(name)
    return [head for head in heads if any(fold(own) == key for own in head.names)] or heads


def _depth(head: Head) -> tuple[int, str]:
    return head.path.count("/"), head.path


def _placed(asked: str, root: str, reader: Reader) -> Iterator[_Reading]:
    """The readings whose document lies there, as a wikilink from the root of the vault finds it."""
    refs = {root + ref.doc: ref for ref in readings(asked) if "/" in ref.doc}
    for each in resolved((("", Link(target, "wikilink")) for target in refs), reader):
        if each.meant:
            heads = reader.heads(each.meant)
            yield refs[each.link.target], [heads[path] for path in each.meant if path in heads]


def _first(text: str, candidates: Iterable[_Reading], reader: Reader) -> Reference | None:
    """The first reading whose section there is as well."""
    for asked, heads in candidates:
        head, *rest = heads
        ref = Ref(head.path)
        if asked.section:
            section = _section(_document(head, reader), asked.section)
            if section is None:
                continue
            ref = Ref(head.path, section.slug)
        return Reference(text, ref, head, tuple(other.path for other in rest), hint=_choice(asked.doc, heads))
    return None


def _choice(name: str, heads: Sequence[Head]) -> str:
    if len(heads) < 2:
        return ""
    return f"{len(heads)} documents are called {_shown(name)}; {heads[0].path} is taken; write its path to choose"


def _folder(text: str, asked: str, reader: Reader) -> Reference | None:
    key = path_key(asked)
    inside = reader.inside((key,)) if key else ()
    if not inside:
        return None
    folder = "/".join(inside[0].split("/")[: key.count("/") + 1])
    return Reference(text, folder=folder, hint=f"{folder!r} is a folder, not a document")


def _document(head: Head, reader: Reader) -> Document:
    return reader.documents((head.path,)).get(head.path) or Document(head, "", "")


def _section(document: Document, wanted: str) -> Section | None:
    by_slug = {section.slug: section for section in document.sections}
    by_heading: Mapping[str, Section] = {fold(section.heading): section for section in reversed(document.sections)}
    return by_slug.get(wanted) or by_slug.get(wanted.casefold()) or by_heading.get(fold(wanted))


def _close(asked: str, reader: Reader) -> str:
    """The nearest name, path or folder; empty when none is near. `Finance` is near to the folder `2-Areas/Finance`."""
    places = reader.vocabulary("path")[: 2 * _MOST_CONSIDERED]
    if "/" in asked:
        names = {fold(place): place for place in places}
    else:
        names = {fold(place.rpartition("/")[2]): place for place in places}
        own = (name for hit in reader.select(Anything(), _MOST_CONSIDERED) for name in hit.head.names)
        names |= {fold(name): name for name in own if "/" not in name}
    close = difflib.get_close_matches(fold(asked), names, n=1, cutoff=0.6)
    return names[close[0]] if close else ""


def _shown(name: str) -> str:
    return repr(name if len(name) <= _LONGEST_SHOWN else f"{name[: _LONGEST_SHOWN - 1]}…")
