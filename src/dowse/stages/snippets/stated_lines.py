"""The line of a source file that a query repeats or asks for: a pasted line, a message, the value of a setting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from ...analysis.code.format_strings import format_string_in, may_have_values, pairs_of_words
from ...model.document import Document, Span
from ...model.hit import Hit
from ...model.value_class import dataclass
from ...ports.pipeline import Run
from ...query.extract import natural_text
from ...retrieval.keyword import words_of_run
from ...retrieval.messages import has_message, possible_lines
from ..code.definitions import DEFINITIONS
from ..pasted_hits import pasted_span
from .setting_lines import default_line, setting_line, setting_name


@dataclass(frozen=True, slots=True)
class StatedLines:
    """Finds the line in the source files of one search."""

    messages: tuple[str, ...]  # that the query may be or have
    pasted: str  # the text of the query, of which a file may have several lines
    pairs: Sequence[str] | None  # of words in it, if it may be a message with values
    setting: str  # the one identifier in it, which may be the key of a setting

    def span(self, hit: Hit, document: Document, *, default: str) -> Span | None:
        """The lines that the query repeats, or else the line with its format string or the value of its setting;
        `default` is the setting whose default it asks for.
        """
        text = document.text
        span = pasted_span(document, self.pasted)
        if not span and self.pairs is not None and has_message(hit) and not _line_in(text, self.messages[:1]):
            string = format_string_in(text, self.pasted, self.pairs)
            span = (string.start, string.end) if string else None
        span = span or default_line(text, default)
        if not span and not any(reason.source == DEFINITIONS for reason in hit.why):
            span = setting_line(text, self.setting)
        return span

    def message_in(self, text: str) -> tuple[str, ...]:
        """The first of the messages that the text has."""
        return _line_in(text, self.messages)


def stated_lines(run: Run) -> StatedLines:
    """What finds the line that the query of the search repeats or asks for."""
    query, text = run.query, natural_text(run.query.where)
    return StatedLines(
        messages=possible_lines(query, words_of_run(run)),
        pasted=query.text,
        pairs=pairs_of_words(query.text) if may_have_values(query.text) else None,
        setting=setting_name(text),
    )


def _line_in(text: str, lines: Sequence[str]) -> tuple[str, ...]:
    """The first of the lines that the text may have, in a fraction of the time of a comparison as a phrase.

    In any case in a text of ASCII alone.  The lower case of other texts takes ten times as long: they are searched for
    the line as written, in small letters and with a capital.
    """
    if not lines:
        return ()
    if text.isascii():
        lowered = text.lower()
        found = (line for line in lines if line and line.lower() in lowered)
    else:
        found = (line for line in lines if line and any(form in text for form in _forms(line)))
    return tuple(islice(found, 1))


def _forms(line: str) -> Iterable[str]:
    return dict.fromkeys((line, line.lower(), line.capitalize(), line[0].upper() + line[1:]))
