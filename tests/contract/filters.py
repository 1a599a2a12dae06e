"""Filters for a crowd: for each way in which an engine may find out what they select, some that ask for it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from dowse.query.ast import (
    And,
    Anything,
    Compare,
    Expr,
    Is,
    Modified,
    Near,
    Not,
    OneOf,
    Or,
    Phrase,
    Prefer,
    Property,
    Word,
)
from tests.contract.crowd import BEGINNING, crowd, time_of
from tests.making import DAY


@cache
def filters(size: int) -> Mapping[str, Expr]:
    """By name, in the order of how much of a crowd of that size they select and how that is found out."""
    paths = crowd(size).paths
    late = Is("tag", "late")
    nothing: Mapping[str, Expr] = {
        "no such tag": Is("tag", "nobody"),
        "no such title": Is("title", "nobody"),
        "not anything": Not(Anything()),
        "no such field": Is("colour", "red"),
        "few and nobody": And((Is("tag", "few"), Is("tag", "nobody"))),
        "an unknown scale": Modified("day", 0.0),
        "no documents": OneOf(frozenset()),
    }
    few_in_an_index: Mapping[str, Expr] = {
        "one document": Is("tag", "once"),
        "a tag": Is("tag", "few"),
        "a folder": Is("path", "Corner"),
        "a file": Is("path", paths[size // 2]),
        "a rare word": Word("quinces"),
        "a phrase": Phrase("ripe quince"),
        "a kind": Is("kind", "task"),
        "a type": Is("type", "daily"),
        "a property": Property("pages"),
        "a property's value": Property("by", "nobody"),
        "large numbers": Compare("pages", "number", size / 2),
        "early dates": Compare("created", "date", BEGINNING, BEGINNING + 31 * DAY),
        "the newest": Modified("epoch", time_of(0.93 * size)),
        "the oldest": Modified("epoch", high=time_of(0.07 * size)),
        "15 in 100": Modified("epoch", time_of(0.85 * size)),
        "18 in 100": Modified("epoch", high=time_of(0.18 * size)),
        "few documents": OneOf(frozenset(paths[::40])),
        "few or others": Or((Is("tag", "few"), Word("quince"), Modified("epoch", time_of(0.97 * size)))),
        "few that are late": And((late, Is("kind", "task"))),
        "few not listed exactly": And((Word("fern"), Not(Is("tag", "some")), Is("tag", "most"))),
    }
    few_elsewhere: Mapping[str, Expr] = {
        "a title": Is("title", "harvest"),
        "a name": Is("file", "*77.md"),
        "not most": Not(Or((Is("tag", "most"), Is("tag", "some"), late))),
        "a language, late": And((Is("lang", "python"), Not(Not(late)))),
        "not not few": Not(Not(Is("tag", "few"))),
        "not all but one": Not(OneOf(frozenset(paths) - {paths[-70]})),
    }
    many: Mapping[str, Expr] = {
        "a common tag": Is("tag", "some"),
        "half": Is("tag", "half"),
        "most": Is("tag", "most"),
        "a common word": Word("pear"),
        "a common number": Compare("rating", "number", 1.0, 2.0),
        "a common date": Compare("due", "date", BEGINNING),
        "a common truth": Property("done", "true"),
        "a common status": Is("status", "waiting"),
        "a common ending": Is("ext", "txt"),
        "either": Or((Is("tag", "half"), Property("status", "done"))),
        "both": And((Is("tag", "most"), Word("apple"), Compare("rating", "number", 0.5))),
        "half of the documents": OneOf(frozenset(paths[::2])),
        "half of half": And((OneOf(frozenset(paths[::2])), Is("tag", "half"))),
        "not the first half": Not(OneOf(frozenset(paths[: size // 2]))),
    }
    many_behind_the_others: Mapping[str, Expr] = {
        "late": late,
        "late, not listed": And((Not(Not(late)), Is("tag", "most"))),
        "old": Modified("epoch", high=time_of(0.54 * size)),
        "late or none": Or((And((late, Not(Is("tag", "half")))), Is("title", "nobody"))),
    }
    nearly_all: Mapping[str, Expr] = {
        "not few": Not(Is("tag", "few")),
        "not a few documents": Not(OneOf(frozenset(paths[::40]))),
        "not nothing": Not(Is("tag", "nobody")),
        "a word without letters": Word("!!!"),
        "what ranks": And((Prefer(Word("quince")), Near("similar", "fern"))),
        "any word": Or((Word("apple"), Word("wool"))),
    }
    long: Mapping[str, Expr] = {
        "many properties and a tag": Or((*(Property(f"x{n}") for n in range(105)), Is("tag", "few"))),
        "many ages": Or(tuple(Modified("epoch", time_of(15 * n), time_of(15 * n + 6)) for n in range(105))),
        "many exclusions": And(tuple(Not(Is("kind", f"x{n}" if n else "skill")) for n in range(60))),
        "many words": Or((*(Word(text) for text in ("quince", "fern", "w1")), *(Property(f"x{n}") for n in range(99)))),
        "many turns": And((Is("tag", "half"), *(Not(Not(Property("done", "true"))) for _ in range(34)))),
        "many late turns": And((late, *(Not(Not(Property("done", "true"))) for _ in range(34)))),
        "many scopes": Or(tuple(OneOf(frozenset(paths[n : n + 3])) for n in range(0, 990, 9))),
    }
    return {
        **nothing,
        **few_in_an_index,
        **few_elsewhere,
        **many,
        **many_behind_the_others,
        **nearly_all,
        **long,
    }
