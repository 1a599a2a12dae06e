"""Several queries or references in one call: an answer for each, within the size of one result."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...app.client_remarks import for_client
from ...app.results.json_fields import Json
from ...app.token_budget import MOST_TOKENS
from ...model.errors import DowseError
from ..presenters.sanitize import model_text
from .paging import Row, ToolAnswer
from .text_content import name_text

MOST_AT_ONCE = 10  # queries or references in a call; each of them has some room in the result

AnswerOne = Callable[[str, int, float], ToolAnswer]  # the answer in so many tokens, which are this share of all


def answer_each(name: str, asked: str | Sequence[str], answer: AnswerOne) -> ToolAnswer:
    """The answer, or those to a list, in its order; `name` is the parameter.

    The error of one query or reference is its answer, and the others keep theirs.
    """
    if isinstance(asked, str):
        return answer(asked, MOST_TOKENS, 1.0)
    rows: list[Json] = []
    texts: list[str] = []
    for text in asked:
        row, shown = _answer_or_error(name, text, answer, len(asked))
        rows.append(row)
        texts.append(f"=== {name}: {name_text(text)}\n{shown}")
    return {"results": rows}, "\n".join(texts)


def _answer_or_error(name: str, text: str, answer: AnswerOne, count: int) -> tuple[Row, str]:
    try:
        return answer(text, MOST_TOKENS // count, 1 / count)
    except DowseError as error:
        message = for_client(str(error), "mcp")
        return {name: text, "error": message}, f"error: {model_text(message)}"
