"""Stop words of languages other than English, and in which of them a question is asked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

_LEAST = 2  # words of a question that are stop words of its language, and no words of English
_LEAST_SHARE = 0.25  # of the words of the question

# Articles, prepositions, pronouns, auxiliaries and question words.  Those behind the bar do not tell the language: they
# are words of English or abbreviations, too.
_LISTED = {
    "dutch": """
        aan alle als bij dan dat de deze dit doen dus een gaat geen haar heb hebben heeft het hij hoe hun ik jij jouw
        kan kun kunnen maar meer mijn moet moeten naar niet nog om omdat onder ons ook toen tot uit van veel voor waar
        waarom wanneer wat weer wel welke wie wij worden wordt zal zich zijn zo zonder zou | den die door er had hem
        in is je men met nu of op over te was we were wil ze
    """,
    "french": """
        afin alors au aucun aussi autre avec avez avons ce ceci cela celle celui ces cet cette ceux chez comment dans
        de depuis donc du elle elles en entre et eux faire fait faut ils jusque la le les leur leurs lors lui mais mes
        moi nos notre nous ont ou où par parce pas peut plus pourquoi puis quand que quel quelle quels qui quoi sa ses
        soit sont suis toi toute très une vos votre vous | a ai an as aux car comme des dont est il je ma ne on pour
        sans se sera si son sous sur ta te ton tous tout tu un
    """,
    "german": """
        aber alle allen alles als andere auch auf aus bei beim bist dabei dafür damit daran darauf darf das dass dein
        deine dem den denn der dich dir doch dort du durch ein eine einem einen einer eines etwas euch euer für gegen
        geht gibt hab habe haben hatte hatten hier hin ich ihm ihn ihnen ihr ihre ihrem ihren ja jede jeden jeder
        jedes kann kein keine keinen können könnte mein meine meinem meinen meiner mich mir mit muss müssen nach nicht
        noch nur oder oft ohne schon sehr sein seine sich sie sind soll sollen sollte sowie und uns unser unsere unter
        vom von vor wann warum weil welche welchem welchen welcher welches wem wen wenn wer werde werden wie wieder
        wieviel wir wird wo woher wohin womit wurde wurden zum zur zwischen über | all also am an bin bis da des die
        er es hat im in ist man ob so um war was will zu
    """,
    "italian": """
        agli alla alle anche avere aveva che chi ci cosa cui dagli dai dalla dalle degli dei del della delle dello
        dopo dov'è dove ed era essere fra gli hai hanno ho io la le loro mia mie miei mio molto negli nei nel nella
        nelle noi non nostro ogni oppure perché più può qual quale quali quando quanti quanto quello questa queste
        questi questo senza sia siamo sono sua sugli sui sul sulla suo suoi tua tuo una uno vi voi è | a ai al come
        con da dal di due e fa fare ha i il in lei li lo ma mi o per se si sta su sue ti tra tu un
    """,
    "portuguese": """
        ao aos aquela aquele até com como das de dela dele depois ela elas ele eles entre essa esse esta este estou
        está eu faz fazer foi há isso isto já lhe mais mesmo meu meus minha minhas muito na nas nem nos nossa nosso
        numa não nós onde ou para pela pelas pelo pelos por porque posso quais qual quando quanto que quem ser seu
        seus sua suas são só também tem tenho ter teu tua uma você vocês é | a as da do dos e em era mas me no num o
        os se sem te um
    """,
    "spanish": """
        algo algún ante aquel aquella así aún cada como cual cuales cuando cuanto cuál cuáles cuándo cuánto cómo de
        del desde donde dónde el ella ellas ellos en entre era esa ese eso esta estaba estas este esto estos estoy
        está están fue había hacer hago hasta hay la las le les los mis mucho muy más mí nada nos nosotros nuestra
        nuestro otra otro para pero poco por porque puede puedo que quien quienes quién qué según ser sido sobre sus
        sí también tanto tengo tiene tienen tus tú una uno unos usted ya yo él | a al con dos es ha he lo me mi ni no
        o once os se sea si sin son su tan te todo todos tu un y
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
        count = len(asked & telling)
        if count >= most and count > len(english - all_):
            best, most = all_, count + 1
    return best
