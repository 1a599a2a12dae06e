"""Words of a question that say what it asks for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..model.lazy_pattern import lazy_pattern
from .folding import fold

_ASKED = r"(?:do|can|could|should|would|shall|must)"
_HOW = lazy_pattern(rf"\bhow (?:to|{_ASKED} (?:i|we|you|one))\b", re.IGNORECASE)
_WHAT_TO_DO = lazy_pattern(rf"\b{_ASKED} (?:i|we)\b|\A\s*where to\b", re.IGNORECASE)
# "build with cmake", "installing from source": the words of a question that begins with "how to".
_TASK = lazy_pattern(
    r"\A\s*(?:build|compil|install|uninstall|deploy|upgrad)(?:e|ing)?"
    r" (?:with|without|using|from|on|under|for|via|behind)\b",
    re.IGNORECASE,
)
# "what is a refspec", "migrating from 4 to 5", "getting started with tasks", "coding guide", "release notes 2.45".
_EXPLANATION = lazy_pattern(
    r"\A\s*(?:what (?:is|are) an?\b|introduction to\b|getting started\b|release notes\b|changelog\b"
    r"|(?:migrat|upgrad)(?:e|ing|ion) (?:from|to|guide)\b)"
    r"|\b(?:guide|tutorial|documentation|manual|faq|glossary|release notes|what's new)\s*\Z",
    re.IGNORECASE,
)
_NAMED_PART = r"(?:functions?|methods?|class(?:es)?|helpers?|hooks?|structs?|macros?)"
# "why is my handler not called", "is there a way to nest routes", "what happens to a task whose worker stops"; but not
# "is there a helper function for dates".
_USE = lazy_pattern(
    rf"\A\s*(?:why\b|what happens\b|(?:is|are) (?:it|there)\b(?! (?:(?:an?|any) )?(?:\w+ ){{0,2}}{_NAMED_PART}\b))"
    r"|(?<![\w.@/$-])my(?![\w.:/(-])",
    re.IGNORECASE,
)
# "which function do I call", "where can I find the class that parses dates", "where should we add a renderer".
_PART_OF_CODE = lazy_pattern(
    rf"\b(?:which|what)(?: [\w-]+){{0,2}} (?:functions?|methods?|class(?:es)?|structs?|interfaces?|files?|code|tests?)"
    rf" {_ASKED} (?:i|we)\b|\b{_ASKED} (?:i|we) (?:find|see|look|locate|fix|debug)\b"
    r"|\b(?:what|where) (?:should|would|must) (?:i|we) (?:add|change|implement)\b"
    r"|\bwhere to (?:find|see|look|locate|fix|debug|add|change|implement)\b",
    re.IGNORECASE,
)
# "how are routes registered", "how a line is parsed", "where are cookies parsed"; but not "how long is data kept".
_WORKINGS = lazy_pattern(r"\A\s*(?:how(?! (?:long|many|much|often|far|big|large|old|fast)\b)|where)\b", re.IGNORECASE)
_QUESTION = lazy_pattern(
    r"\s*(?:(?:how|what|where|which|who|whose|why)\b"
    r"|(?:when )?(?:is|are|do|does|did|can|could|should|would|will|must|may) (?:i|we|you|it|they|there|one)\b)"
    r"|[^.!?]*[?？]\s*\Z",
    re.IGNORECASE,
)

_ASKING_HOW, _ASKING_WHAT = frozenset({"how"}), frozenset({"what"})
_WORKING, _MEANING = frozenset({"work", "works"}), frozenset({"mean", "means"})
# Verbs behind the question words of other languages, folded: "wie funktioniert ein Vergaser".
_FORMS_OF_OTHERS = frozenset(
    f"{asking} {verb}"
    for asking, verbs in (
        ("wie", "funktioniert funktionieren"),
        ("was", "bedeutet bedeuten"),
        ("comment", "fonctionne fonctionnent marche marchent"),
        ("que", "signifie signifient significa significan significam"),
        ("como", "funciona funcionan funcionam"),
        ("come", "funziona funzionano"),
        ("cosa", "significa"),
        ("hoe", "werkt werken"),
        ("hur", "fungerar"),
        ("как", "работает работают"),
    )
    for verb in verbs.split()
)
_LISTED_ARTICLES = "ein eine der die das la le les l un une el los las o a os as il lo een het de en ett"
_ARTICLES = frozenset(_LISTED_ARTICLES.split())
# Behind "how": "how much work", "how do we organise remote work".
_LISTED_OTHERS = """
    i it we you they he she this that these those there people one to can could should would will must much many long
    often far is are
"""
_NO_SUBJECT = frozenset(_LISTED_OTHERS.split())
_AUXILIARIES = frozenset(("do", "does", "did"))
_MOST_OF_SUBJECT = 4  # words; in a longer question the last word is the object of another verb


def is_question(text: str) -> bool:
    """Whether the text is one question: it begins with a word that asks, or it is a sentence with a question mark."""
    return _QUESTION.match(text) is not None


def asks_how(question: str) -> bool:
    """Whether the question asks how something is done: "how to test websockets", not "how are routes registered"."""
    return _HOW.search(question) is not None


def asks_for_instructions(question: str) -> bool:
    """Whether the question asks what one does: how, "where to put images" or "which class of licence do I need", or
    begins with a task of users, as "build with cmake"; or for an explanation, a reason or a guide; or about what is
    one's own, "my store".  Not which function one calls, nor where one can find it: source code may answer these.
    """
    if any(form.search(question) for form in (_HOW, _TASK, _EXPLANATION, _USE)):
        return True
    return _WHAT_TO_DO.search(question) is not None and _PART_OF_CODE.search(question) is None


def asks_for_workings(question: str) -> bool:
    """Whether the question asks how something works or where it is done, which source code answers: "how are routes
    registered", "where are cookies parsed".
    """
    return _WORKINGS.match(question) is not None and not asks_for_instructions(question)


def without_form(words: Sequence[str]) -> Sequence[str]:
    """The words of a question without the verb of its form, which says nothing about the subject: "work" in "how does
    grappling work", "mean" in "what does idempotent mean", "wie funktioniert ein" in "wie funktioniert ein Vergaser".
    """
    if len(words) < 3:
        return words
    folded = [fold(word) for word in words[:3]]
    last = fold(words[-1])
    if f"{folded[0]} {folded[1]}" in _FORMS_OF_OTHERS:
        return words[2:] if len(words) == 3 or folded[2] not in _ARTICLES else words[3:]
    is_form = (folded[0] in _ASKING_HOW and last in _WORKING) or (folded[0] in _ASKING_WHAT and last in _MEANING)
    begin = 1 + (folded[1] in _AUXILIARIES)
    subject = len(words) - begin - 1
    if is_form and 0 < subject <= _MOST_OF_SUBJECT and fold(words[begin]) not in _NO_SUBJECT:
        return words[:-1]
    return words
