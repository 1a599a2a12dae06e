"""What holds of every query, whatever text it was read from."""

from __future__ import annotations

from dowse.query.ast import (
    And,
    Compare,
    ExactPhrase,
    Expr,
    MatchAll,
    Modified,
    Near,
    Not,
    Or,
    Query,
    Should,
    Word,
    walk,
)
from dowse.query.describe import sentence
from dowse.query.extract import (
    embedding_text,
    is_by_similarity,
    names,
    phrases,
    scoring_texts,
    selecting,
    similarity_targets,
)
from dowse.query.fields import FIELD_NAMES
from dowse.query.relative_time import SearchTime, at

NOW = SearchTime(epoch=1_770_000_000.0, local=1_770_003_600.0, to_epoch=lambda local: local - 3_600.0)


def is_sound(text: str, query: Query) -> None:
    """Fails when the query is no answer to the text, or when one of its readings is none."""
    nodes = list(walk(query.where))
    assert query.text == text
    assert len(query.notes) <= 20
    assert all(0 <= note.at < len(text) and note.hint for note in query.notes)
    assert [note.at for note in query.notes] == sorted(note.at for note in query.notes)
    assert all(len(node.items) > 1 for node in nodes if isinstance(node, And | Or))
    assert MatchAll() not in nodes[1:]
    assert not any(isinstance(node.item, Near) for node in nodes if isinstance(node, Not))
    assert all(isinstance(node.value, str) and node.field in FIELD_NAMES for node in nodes if isinstance(node, Near))
    _reads(query.where)


def _reads(where: Expr) -> None:
    chosen = selecting(where)
    assert selecting(chosen) == chosen
    assert not any(isinstance(node, Should) for node in walk(chosen))
    scored = scoring_texts(where)
    assert set(phrases(where)) <= set(scored)
    assert embedding_text(where) == " ".join(scored)
    assert bool(names(where)) == bool(embedding_text(where))
    assert is_by_similarity(where) or not similarity_targets(where)
    known = [node.scale for node in walk(at(chosen, NOW)) if isinstance(node, Compare | Modified)]
    assert set(known) <= {"number", "date", "calendar", "epoch"}
    assert sentence(where, left_out=["archived"])


def texts(where: Expr) -> tuple[str, ...]:
    """Every word and phrase of the tree, asked for or excluded."""
    return tuple(node.text for node in walk(where) if isinstance(node, Word | ExactPhrase))
