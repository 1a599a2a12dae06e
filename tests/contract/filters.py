"""Filters for a crowd: for each way in which an engine may find out what they select, some that ask for it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from dowse.query.ast import (
    And,
    Compare,
    ExactPhrase,
    Expr,
    FieldEquals,
    MatchAll,
    Modified,
    Near,
    Not,
    OneOf,
    Or,
    Property,
    Should,
    Word,
)
from tests.contract.crowd import BEGINNING, crowd, time_of
from tests.making import DAY


@cache
def filters(size: int) -> Mapping[str, Expr]:
    """By name, in the order of how much of a crowd of that size they select and how that is found out."""
    paths = crowd(size).paths
    late = FieldEquals("tag", "late")
    nothing: Mapping[str, Expr] = {
        "no such tag": FieldEquals("tag", "nobody"),
        "no such title": FieldEquals("title", "nobody"),
        "not anything": Not(MatchAll()),
        "no such field": FieldEquals("colour", "red"),
        "few and nobody": And((FieldEquals("tag", "few"), FieldEquals("tag", "nobody"))),
        "an unknown scale": Modified("day", 0.0),
        "no documents": OneOf(frozenset()),
    }
    few_in_an_index: Mapping[str, Expr] = {
        "one document": FieldEquals("tag", "once"),
        "a tag": FieldEquals("tag", "few"),
        "a folder": FieldEquals("path", "Corner"),
        "a file": FieldEquals("path", paths[size // 2]),
        "a rare word": Word("quinces"),
        "a phrase": ExactPhrase("ripe quince"),
        "a kind": FieldEquals("kind", "task"),
        "a type": FieldEquals("type", "daily"),
        "a property": Property("pages"),
        "a property's value": Property("by", "nobody"),
        "large numbers": Compare("pages", "number", size / 2),
        "early dates": Compare("created", "date", BEGINNING, BEGINNING + 31 * DAY),
        "the newest": Modified("epoch", time_of(0.93 * size)),
        "the oldest": Modified("epoch", high=time_of(0.07 * size)),
        "15 in 100": Modified("epoch", time_of(0.85 * size)),
        "18 in 100": Modified("epoch", high=time_of(0.18 * size)),
        "few documents": OneOf(frozenset(paths[::40])),
        "few or others": Or((FieldEquals("tag", "few"), Word("quince"), Modified("epoch", time_of(0.97 * size)))),
        "few that are late": And((late, FieldEquals("kind", "task"))),
        "few not listed exactly": And((Word("fern"), Not(FieldEquals("tag", "some")), FieldEquals("tag", "most"))),
    }
    few_elsewhere: Mapping[str, Expr] = {
        "a title": FieldEquals("title", "harvest"),
        "a name": FieldEquals("file", "*77.md"),
        "a name of two": FieldEquals("file", "*{77,7[0-1]}.md"),
        "not most": Not(Or((FieldEquals("tag", "most"), FieldEquals("tag", "some"), late))),
        "a language, late": And((FieldEquals("lang", "python"), Not(Not(late)))),
        "not not few": Not(Not(FieldEquals("tag", "few"))),
        "not all but one": Not(OneOf(frozenset(paths) - {paths[-70]})),
    }
    many: Mapping[str, Expr] = {
        "a common tag": FieldEquals("tag", "some"),
        "half": FieldEquals("tag", "half"),
        "most": FieldEquals("tag", "most"),
        "a common word": Word("pear"),
        "a common number": Compare("rating", "number", 1.0, 2.0),
        "a common date": Compare("due", "date", BEGINNING),
        "a common truth": Property("done", "true"),
        "a common status": FieldEquals("status", "waiting"),
        "a common ending": FieldEquals("ext", "txt"),
        "either": Or((FieldEquals("tag", "half"), Property("status", "done"))),
        "both": And((FieldEquals("tag", "most"), Word("apple"), Compare("rating", "number", 0.5))),
        "half of the documents": OneOf(frozenset(paths[::2])),
        "half of half": And((OneOf(frozenset(paths[::2])), FieldEquals("tag", "half"))),
        "not the first half": Not(OneOf(frozenset(paths[: size // 2]))),
    }
    many_behind_the_others: Mapping[str, Expr] = {
        "late": late,
        "late, not listed": And((Not(Not(late)), FieldEquals("tag", "most"))),
        "old": Modified("epoch", high=time_of(0.54 * size)),
        "late or none": Or((And((late, Not(FieldEquals("tag", "half")))), FieldEquals("title", "nobody"))),
    }
    nearly_all: Mapping[str, Expr] = {
        "not few": Not(FieldEquals("tag", "few")),
        "not a few documents": Not(OneOf(frozenset(paths[::40]))),
        "not nothing": Not(FieldEquals("tag", "nobody")),
        "a word without letters": Word("!!!"),
        "what ranks": And((Should(Word("quince")), Near("similar", "fern"))),
        "any word": Or((Word("apple"), Word("wool"))),
    }
    long: Mapping[str, Expr] = {
        "many properties and a tag": Or((*(Property(f"x{n}") for n in range(105)), FieldEquals("tag", "few"))),
        "many ages": Or(tuple(Modified("epoch", time_of(15 * n), time_of(15 * n + 6)) for n in range(105))),
        "many exclusions": And(tuple(Not(FieldEquals("kind", f"x{n}" if n else "skill")) for n in range(60))),
        "many words": Or((*(Word(text) for text in ("quince", "fern", "w1")), *(Property(f"x{n}") for n in range(99)))),
        "many turns": And((FieldEquals("tag", "half"), *(Not(Not(Property("done", "true"))) for _ in range(34)))),
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
