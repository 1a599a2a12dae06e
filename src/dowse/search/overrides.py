"""What the query and the options state in place of a setting of the profile: one rule for every interface.

The query overrides the options, and both override the profile: an included type replaces the types that the profile
includes and excludes, an excluded type those that the profile excludes, an included time of modification its maximum
age, and a minimum score its thresholds.  Filters of the query and of the options apply together.  The minimum score of
the request compares the final score, so its stage runs after `confidence`; in vector mode it is a cosine
(`Request.minimum_cosine`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ..ports.pipeline import Rewrite, Stage, StageRole, added, has_role
from ..query.ast import And, Compare, Expr, FieldEquals, MatchAll, Modified, Not, Or, Property, walk
from ..query.extract import conjunction
from ..query.select import property_key
from ..retrieval.expansion import Expansion
from ..stages.min_score import MinScore
from ..stages.rerank import Rerank
from ..stages.time_boost import TimeBoost
from .plan import Request
from .profile import Profile

_TYPE = "type"
StageTuple = tuple[Stage, ...]


def override(profile: Profile, request: Request, selection: Expr) -> Profile:
    """The profile with the statements of the request and of `selection`, which is that of the query and the options."""
    where = _condition(profile.where, selection)
    rewrites = _with_expansion(profile.rewrites, on=request.expand)
    stages = _with_stages(profile.stages, request)
    if where is profile.where and rewrites is profile.rewrites and stages is profile.stages:
        return profile  # a copy is checked again
    return replace(profile, where=where, rewrites=rewrites, stages=stages)


def has_stage(role: StageRole, profile: Profile) -> bool:
    """Whether the profile has a stage of that role."""
    return any(has_role(each, role) for each in profile.stages)


def has_expansion(profile: Profile) -> bool:
    """Whether the profile expands the query, as the option does."""
    return any(isinstance(each, Expansion) for each in profile.rewrites)


def conditions(where: Expr) -> tuple[Expr, ...]:
    """The conditions that all have to hold."""
    return where.items if isinstance(where, And) else (where,)


def is_of_types(condition: Expr) -> bool:
    """Whether the condition is about types alone."""
    leaves = [node for node in walk(condition) if not isinstance(node, And | Or | Not)]
    return all(isinstance(leaf, FieldEquals) and leaf.field == _TYPE for leaf in leaves)


def names_type(condition: Expr) -> bool:
    """Whether the condition includes or excludes a type, among other things."""
    return any(map(_is_type, walk(condition)))


def is_of_time(condition: Expr) -> bool:
    """Whether the condition is, or contains, a time of modification."""
    return any(map(_is_time, walk(condition)))


def _included(condition: Expr, *, negated: bool = False) -> Iterator[Expr]:
    """The leaves that documents should meet; with `negated`, those that they should not meet."""
    match condition:
        case Not(item):
            yield from _included(item, negated=not negated)
        case And(items) | Or(items):
            for item in items:
                yield from _included(item, negated=negated)
        case _:
            if not negated:
                yield condition


def _includes_type(condition: Expr) -> bool:
    return any(map(_is_type, _included(condition)))


def _excludes_type(condition: Expr) -> bool:
    return any(map(_is_type, _included(condition, negated=True)))


def _is_time(node: Expr) -> bool:
    return isinstance(node, Modified)


def _is_type(node: Expr) -> bool:
    match node:
        case FieldEquals(field):
            return field == _TYPE
        case Property(key) | Compare(key):
            return property_key(key) == _TYPE
        case _:
            return False


def _condition(where: Expr, selection: Expr) -> Expr:
    """The condition of a profile without what the selection states itself."""
    if where == MatchAll() or selection == MatchAll():
        return where
    kept = [each for each in conditions(where) if not _is_replaced(each, selection)]
    return where if len(kept) == len(conditions(where)) else conjunction(*kept)


def _is_replaced(condition: Expr, selection: Expr) -> bool:
    if is_of_types(condition):
        return _includes_type(selection) or (not _includes_type(condition) and _excludes_type(selection))
    return _is_time(condition) and any(map(_is_time, _included(selection)))


def _with_expansion(rewrites: tuple[Rewrite, ...], *, on: bool | None) -> tuple[Rewrite, ...]:
    if on is None:
        return rewrites
    others = tuple(each for each in rewrites if not isinstance(each, Expansion))
    if on and others != rewrites:
        return rewrites
    return (*others, Expansion()) if on else others


def _with_stages(stages: StageTuple, request: Request) -> StageTuple:
    stages = _toggled(stages, "rerank", Rerank, on=request.rerank)
    stages = _toggled(stages, "recency", TimeBoost, on=request.time_boost)
    stages = tuple(each for each in stages if not (request.all and has_role(each, "duplicates")))
    if request.min_score is None:
        return stages
    others = tuple(each for each in stages if not has_role(each, "threshold"))
    return others if request.mode == "vector" else added(others, MinScore(request.min_score))


def _toggled(stages: StageTuple, role: StageRole, stage: Callable[[], Stage], *, on: bool | None) -> StageTuple:
    """The stages with one of the role, which is a new `stage` if there is none; or without those of the role."""
    if on is None:
        return stages
    others = tuple(each for each in stages if not has_role(each, role))
    if on and others != stages:
        return stages
    return added(others, stage()) if on else others
