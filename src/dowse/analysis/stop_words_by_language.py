"""Stop words of languages other than English, and in which of them a question is asked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

_LEAST = 2  # words of a question that are stop words of its language, and no words of English
_SHORT, _LEAST_SHORT = 2, 3  # letters, and words if all have no more: `el` and `de` may be variables or codes
_LEAST_SHARE = 0.25  # of the words of the question

# Articles, prepositions, pronouns, auxiliaries and question words.  Those behind the bar do not tell the language: they
# are words of English or abbreviations, too.
_LISTED = {
    "dutch": """
        aan alle als bij dat de deze dit doen dus een gaat geen haar heb hebben heeft het hij hoe hun ik jij jouw kan
        kun kunnen maar meer mijn moet moeten naar niet nog omdat onder ook toen uit van veel voor waar waarom wanneer
        wat weer wel welke wie wij worden wordt zal zich zijn zo zonder zou | dan den die door er had hem in is je men
        met nu of om ons op over te tot was we were wil ze
    """,
    "french": """
        afin alors aucun aussi autre avec avez avons ceci cela celle celui ces cette ceux chez dans de depuis donc du
        elles entre eux faire fait faut ils jusque la le les leur leurs lors lui mais moi notre nous ont ou où parce pas
        peut pourquoi puis quand que quel quelle quels qui quoi ses soit sont suis toi toute très une vos votre vous | a
        ai an as au aux car ce cet comme comment des dont elle en est et il je ma mes ne nos on par plus pour sa sans se
        sera si son sous sur ta te ton tous tout tu un
    """,
    "german": """
        aber alle allen alles als andere auch auf aus bei beim bist dabei dafür damit daran darauf darf das dass dein
        deine dem denn der dich doch dort durch eine einem einen einer eines etwas euch euer für gegen geht gibt hab
        habe haben hatte hatten hier hin ich ihm ihn ihnen ihr ihre ihrem ihren jede jeden jeder jedes kann kein keine
        keinen können könnte mein meine meinem meinen meiner mich mir mit muss müssen nach nicht noch nur oder oft ohne
        schon sehr sein seine sich sie sind soll sollen sollte sowie und uns unser unsere unter vom von vor wann warum
        weil welche welchem welchen welcher welches wem wen wenn wer werde werden wie wieder wieviel wir wird wo woher
        wohin womit wurde wurden zum zur zwischen über | all also am an bin bis da den des die dir du ein er es hat im
        in ist ja man ob so um war was will zu
    """,
    "italian": """
        agli alla alle anche avere aveva che cosa cui dagli dai dalla dalle degli dei della delle dello dopo dov'è dove
        essere fra gli hai hanno ho la le loro mie miei mio molto negli nei nel nella nelle noi nostro ogni oppure
        perché più può qual quale quali quando quanti quanto quello questa queste questi questo senza sia siamo sono sua
        sugli sui sul sulla suo suoi tua tuo una uno voi è | a ai al chi ci come con da dal del di due e ed era fa fare
        ha i il in io lei li lo ma mi mia non o per se si sta su sue ti tra tu un vi
    """,
    "portuguese": """
        ao aos aquela aquele até como de dela depois ela elas ele eles entre essa esse esta este estou está faz fazer há
        isso isto já lhe mais mesmo meu meus minha minhas muito nem nossa nosso não nós onde ou pela pelas pelo pelos
        por porque posso quais qual quando quanto que quem seu seus sua suas são só também tem tenho ter teu tua uma
        você vocês é | a as com da das dele do dos e em era eu foi mas me na nas no nos num numa o os para se sem ser te
        um
    """,
    "spanish": """
        algún ante aquel aquella así aún cada como cual cuales cuando cuanto cuál cuáles cuándo cuánto cómo de del desde
        donde dónde el ella ellas ellos entre esa ese eso esta estaba estas este esto estos estoy está están fue había
        hacer hago hasta hay la las le los mucho muy más mí nos nosotros nuestra nuestro otra otro pero poco por porque
        puede puedo que quien quienes quién qué según sido sobre sus sí también tanto tengo tiene tienen tus tú una uno
        unos usted ya yo él | a al algo con dos en era es ha he les lo me mi mis nada ni no o once os para se sea ser si
        sin son su tan te todo todos tu un y
    """,
}


@cache
def _lists() -> Mapping[str, tuple[frozenset[str], frozenset[str]]]:
    """Of each language all of its stop words, and those that tell the language."""
    found = {}
    for language, listed in _LISTED.items():
        own, _, shared = listed.partition("|")
        all_ = frozenset((*own.split(), *shared.split()))
        found[language] = all_, frozenset(own.split())
    return found


def stop_words_of(question: Collection[str], in_english: Collection[str]) -> frozenset[str]:
    """The stop words of the language other than English in which the words of a question are written; none if they do
    not tell. All words are in lower case; `in_english` are the stop words of English.
    """
    asked = frozenset(question)
    english = asked.intersection(in_english)
    best, most = frozenset[str](), max(_LEAST, len(asked) * _LEAST_SHARE)
    for all_, telling in _lists().values():
        found = asked & telling
        count = len(found)
        if count < _LEAST_SHORT and all(len(word) <= _SHORT for word in found):
            continue
        if count >= most and count > len(english - all_):
            best, most = all_, count + 1
    return best
