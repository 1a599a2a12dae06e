"""Find the section that contains a quotation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from ..analysis.folding import holds_phrase
from ..model.document import Document, Unit
from ..model.hit import Hit, Hits
from ..model.parameter import check, parameter
from ..model.ref import Ref
from ..ports.pipeline import Run
from ..ports.questions import DocumentsQuestion
from ..ports.storage import Question
from ..query.extract import phrases


@dataclass(frozen=True, slots=True)
class Phrase:
    """Move the spot of a hit to the section with the quoted text; the evidence is the number of such sections.

    Drops no hit: the engine has selected the documents with the quotation before the cut to the best candidates.  Reads
    the first `depth` hits.
    """

    position: ClassVar[int] = 10  # see ports.Stage

    depth: int = parameter(50, "number of top hits in which to look for the quoted text", minimum=1)

    def __post_init__(self) -> None:
        check(self)

    def questions(self, hits: Hits, run: Run) -> Iterator[Question]:
        """See ports.Prefetching."""
        if phrases(run.query.where):
            yield DocumentsQuestion(tuple(dict.fromkeys(hit.ref.doc for hit in hits[: self.depth])))

    def __call__(self, hits: Hits, run: Run) -> Hits:
        """The hits in their order."""
        quoted = phrases(run.query.where)
        if not quoted:
            return hits
        documents = run.reader.documents({hit.ref.doc for hit in hits[: self.depth]})
        return tuple(_placed(hit, documents.get(hit.ref.doc), quoted) for hit in hits)


def _placed(hit: Hit, document: Document | None, quoted: tuple[str, ...]) -> Hit:
    if document is None:
        return hit
    sections = list(_holding(document, quoted))
    if not sections:
        return hit.because("phrase", 0.0)  # the phrase is in the title, an alias or a tag
    spot = Ref(hit.ref.doc, sections[0].name)
    return hit._replace(spot=spot).because("phrase", float(len(sections)))


def _holding(document: Document, quoted: tuple[str, ...]) -> Iterator[Unit]:
    for section in document.units:
        text = document.text[section.start : section.end]
        if any(holds_phrase(text, phrase) for phrase in quoted):
            yield section
