"""Relations, and the edge between two units."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from .document import Link
from .ref import Ref
from .value_class import dataclass


@dataclass(frozen=True, slots=True)
class Relation:
    """The type of an edge, with the default factor for scores that pass over it."""

    name: str
    link_kinds: tuple[str, ...] = ()  # links as written that state it
    decay: float = 0.8  # graph-memory's `bfsDecay`
    is_one_way: bool = False  # whether only the source leads to the target
    is_inverse: bool = False  # whether the link is in the target


PARENT_OF = "PARENT_OF"  # from a parent to a document whose frontmatter names it
REFERENCES = "REFERENCES"  # a wikilink, an embed, a Markdown link, a document that Sphinx links, an id in the text
CONTAINS = "contains"  # from a file or a unit to a unit inside it
SIMILAR_TO = "SIMILAR_TO"  # passages near in meaning; goes both ways, `source` is the first by path

RELATIONS: tuple[Relation, ...] = (
    Relation(PARENT_OF, ("parent",), is_inverse=True),
    Relation(
        REFERENCES,
        ("wikilink", "embed", "markdown", "doc", "ref", "pep", "rfc", "file", "node", "xref", "macro", "man", "id"),
    ),
    Relation(SIMILAR_TO),
    # graph-memory's decays between symbols of source code.
    Relation(CONTAINS, decay=0.95),
    Relation("extends", decay=0.85),
    Relation("implements", decay=0.85),
    # A popular module would else be the neighbour of everything that imports it.
    Relation("imports", decay=0.70, is_one_way=True),
    Relation("calls"),
    Relation("mentions"),  # from a note to a file or a symbol that a code span names
)
LINKS = tuple(relation.name for relation in RELATIONS if relation.link_kinds)  # edges from written links
STATED = (*LINKS, "extends", "implements", "imports", "calls", "mentions")  # and from references of source code
_BY_NAME = {relation.name: relation for relation in RELATIONS}
_BY_LINK = {kind: relation for relation in RELATIONS for kind in relation.link_kinds}

LEAST_ALIKE = 0.8  # cosine from which two chunks are SIMILAR_TO: Metis's
MOST_ALIKE = 8  # such edges of one chunk; a chunk that repeats everywhere needs no hundred


@dataclass(frozen=True, slots=True)
class Edge:
    """The unit `source` has a relation to the unit `target`; a Ref without a section is a whole document."""

    source: Ref
    target: Ref
    relation: str  # the name of one of RELATIONS
    weight: float = 1.0  # in [0, 1]


LinkRule = Literal[
    "self",
    "relative",
    "path",
    "name",
    "alias",
    "code",
    "title",
    "root",
    "address",
    "page",
    "original",
    "label",
    "outside",
    "",
]  # the rule by which a link was resolved, as graph.resolve tries them; empty for a broken link
LINK_RULES: tuple[LinkRule, ...] = get_args(LinkRule)


class LinkTarget(NamedTuple):
    """The resolved target of a link."""

    target: str  # the document; empty when the link is broken
    candidates: int  # documents that match; several: the link is ambiguous
    unit: str = ""  # the unit of the document that the anchor names; empty for the whole document
    rule: LinkRule = ""


class ResolvedLink(NamedTuple):
    """A link in its document, as it was resolved."""

    source: str
    link: Link
    aim: LinkTarget


SourceRelation = Literal["imports", "extends", "implements", "calls", "mentions"]
SOURCE_RELATIONS: tuple[SourceRelation, ...] = get_args(SourceRelation)  # edges from references of documents

ReferenceRule = Literal[
    "file",
    "import",
    "self",
    "super",
    "class",
    "module",
    "package",
    "path",
    "qualified",
    "name",
    "declared",
    "anonymous",
]
"""The rule by which a reference was resolved: `file`, a symbol of the same file; `import`, a name that the file
imports; `self` and `super`, a member of the class around it or of its bases; `class`, a member of the named class;
`module`, a file or a part of the named one; `package`, a symbol of another file of the folder, or a constant of Ruby of
another file; of mentions `path`, a file, `qualified`, a name such as `Class.method`, and `name`, the only symbol of
that simple name, as of calls in a shell; `declared`, the function of another file that a header declares; `anonymous`,
the base of an anonymous class in the symbol.  An index has the numbers of the rules, in this order."""
REFERENCE_RULES: tuple[ReferenceRule, ...] = get_args(ReferenceRule)


class ResolvedReference(NamedTuple):
    """A reference of source code or a mention in a note, as it was resolved."""

    source: Ref  # the symbol or the section around the reference, or the document
    target: Ref  # the symbol, or the file
    relation: SourceRelation
    rule: ReferenceRule
    line: int  # the first one, 1-based


class ResolvedReferences(NamedTuple):
    """The references of one document, as they were resolved."""

    edges: tuple[ResolvedReference, ...] = ()
    keys: frozenset[str] = frozenset()  # names and paths on which the result depends; see graph.source_references
    total: int = 0  # references of the document
    resolved: int = 0  # those that mean a file or a symbol


class StatedCall(NamedTuple):
    """A call as written, with the symbol around it."""

    callee: tuple[str, ...]
    line: int
    around: str  # the qualified name of the symbol; empty for the file
    kind: str  # of the symbol
    is_inner: bool  # whether another symbol is around that


class StatedCalls(NamedTuple):
    """The calls of a source file by some names, and what they mean as stored."""

    calls: tuple[StatedCall, ...] = ()
    edges: tuple[ResolvedReference, ...] = ()  # the calls of symbols with one of the names
    resolved: int = 0  # all references of the file that mean a file or a symbol


class ReferenceUpdate(NamedTuple):
    """What changes of other documents have made of the resolved references of a document; the rest is as stored."""

    replaced: tuple[tuple[ResolvedReference, ResolvedReference | None], ...] = ()  # by another from the same place
    keys: frozenset[str] = frozenset()  # further ones
    resolved: int = 0  # all references of the document that mean a file or a symbol
    added: tuple[ResolvedReference, ...] = ()

    @property
    def edges(self) -> tuple[ResolvedReference, ...]:
        """The stored and the new references."""
        return (*(each for pair in self.replaced for each in pair if each), *self.added)


ReferenceResolution = ResolvedReferences | ReferenceUpdate


def relation_of(link_kind: str) -> Relation:
    """The relation that a link of the kind states; an unknown kind is a reference."""
    return _BY_LINK.get(link_kind, _BY_NAME[REFERENCES])


def edge_of(source: Ref, link_kind: str, target: Ref) -> Edge:
    """The edge that a link in `source` to `target` makes."""
    relation = relation_of(link_kind)
    one, other = (target, source) if relation.is_inverse else (source, target)
    return Edge(one, other, relation.name)
