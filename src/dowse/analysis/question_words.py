"""Words of a question that say what it asks for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

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

# By the word that a question begins with: what may follow it before the subject, and what ends it.
_FORMS: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    "how": (frozenset({"do", "does", "did"}), frozenset({"work", "works"})),
    "what": (frozenset({"do", "does", "did"}), frozenset({"mean", "means"})),
    "where": (frozenset({"is", "are"}), frozenset({"explained", "described", "documented", "mentioned", "discussed"})),
}
# What a question begins with that asks what its subject is, folded.
_IN_ENGLISH = "what is, what are, what s, what was, what were"
_IN_OTHERS = """
    was ist, was sind, wozu dient, wozu dienen, wat is, wat zijn, waarvoor dient, qu est ce que, qu est ce qu,
    c est quoi, a quoi sert, a quoi servent, que es, que son, para que sirve, para que sirven, o que e, o que sao,
    para que serve, para que servem, che cosa e, cosa e, cos e, che cos e, cosa sono, a cosa serve, a cosa servono,
    vad ar, hvad er, hva er, co to jest, do czego sluzy, co je, что такое, что значит, що таке
"""
_ASKING_WHAT_IN_OTHERS = frozenset(tuple(beginning.split()) for beginning in _IN_OTHERS.split(","))
_ASKING_WHAT = _ASKING_WHAT_IN_OTHERS.union(tuple(beginning.split()) for beginning in _IN_ENGLISH.split(","))
_LONGEST_WHAT = max(map(len, _ASKING_WHAT))
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
# Before "work" as a noun: "how do employees commute to work".  Not `in` and `on`: "how does logging in work".
_BEFORE_NOUN = frozenset(("to", "at", "for", "of", "from", "my", "your", "our", "their", "the", "a", "an"))
# What a request for texts about a subject begins with: "notes about sourdough", "tell me about sourdough".
_LISTED_OPENINGS = (
    (
        """tell me, tell us, information, info, anything, everything, something, notes, my notes, any notes, all notes,
        find notes, find my notes, what do i know, what do we know, what do i have, what do we have,
        what do my notes say, what do our notes say, what do the notes say, what do the docs say,
        what does the documentation say""",
        "about, on",
    ),
    ("tell me, show me, looking for, i am looking for, explain to me, can you explain, could you explain", ""),
    ("explain", "how, what, the"),
    ("notizen, meine notizen, informationen", "uber, zu"),
    ("was weiss ich", "uber"),
    ("notes, mes notes", "sur"),
    ("notas, mis notas, minhas notas", "sobre"),
    ("заметки", "о, об, про"),
)
_OPENINGS = frozenset(
    tuple(f"{beginning} {preposition}".split())
    for beginnings, prepositions in _LISTED_OPENINGS
    for beginning in beginnings.split(",")
    for preposition in prepositions.split(",")
)
_LONGEST_OPENING = max(map(len, _OPENINGS))
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
    """The words of a question without those of its form, which say nothing about the subject."""
    return without_verb(without_opening(words))


def without_opening(words: Sequence[str]) -> Sequence[str]:
    """The words of a request for texts without its beginning: "notes on" and "tell me about", but the question word of
    "explain how grappling works".
    """
    beginning = tuple(map(fold, words[:_LONGEST_OPENING]))
    length = next((n for n in range(len(beginning), 1, -1) if beginning[:n] in _OPENINGS), 0)
    if not 0 < length < len(words):
        return words
    return words[length - (beginning[length - 1] in _FORMS) :]


def asks_for_subject(words: Sequence[str]) -> bool:
    """Whether the question asks for nothing but what its subject is, how that works, what it means or where it is
    explained: "what is grappling", "tell me how grappling works".
    """
    asked = without_opening(words)
    beginning = tuple(map(fold, asked[:_LONGEST_WHAT]))
    is_what = any(beginning[:n] in _ASKING_WHAT for n in range(2, len(beginning) + 1))
    return is_what or len(without_verb(asked)) < len(asked)


def without_verb(words: Sequence[str]) -> Sequence[str]:
    """The words of a question how something works, what it means or where it is explained without that verb: "work" in
    "how does grappling work", "mean" in "what does idempotent mean", "wie funktioniert ein" in "wie funktioniert ein
    Vergaser"; and, in another language than English, without what asks what it is: "qu'est-ce que la permaculture".
    """
    if len(words) < 3:
        return words
    beginning = tuple(map(fold, words[:_LONGEST_WHAT]))
    length = next((n for n in range(len(beginning), 1, -1) if beginning[:n] in _ASKING_WHAT_IN_OTHERS), 0)
    if 0 < length < len(words):
        return words[length + (len(words) > length + 1 and fold(words[length]) in _ARTICLES) :]
    folded = [fold(word) for word in words[:3]]
    if f"{folded[0]} {folded[1]}" in _FORMS_OF_OTHERS:
        return words[2:] if len(words) == 3 or folded[2] not in _ARTICLES else words[3:]
    auxiliaries, verbs = _FORMS.get(folded[0], (frozenset(), frozenset()))
    if fold(words[-1]) not in verbs:
        return words
    begin = 1 + (folded[1] in auxiliaries)
    if not 0 < len(words) - begin - 1 <= _MOST_OF_SUBJECT:
        return words
    subject = list(map(fold, words[begin:-1]))
    is_other = subject[0] in _NO_SUBJECT or subject[-1] in _BEFORE_NOUN or not auxiliaries.isdisjoint(subject)
    return words if is_other else words[:-1]
