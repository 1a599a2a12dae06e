"""Stop words of languages other than English, and in which of them a question is asked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache, lru_cache

from ..folding import fold

_LEAST = 2  # words of a question that are stop words of its language, and no words of English
_SHORT, _LEAST_SHORT = 2, 3  # letters, and words if all have no more: `el` and `de` may be variables or codes
_SHORT_ASKING = 3  # letters
_LEAST_SHARE = 0.25  # of the words of the question

# By the code of the language: articles, prepositions, pronouns, auxiliaries and question words.  Those behind the bar
# do not tell the language: they are words of English or abbreviations, too.
_LISTED = {
    "cs": """
        byl byla bylo být jak jaká jaké jaký jejich jeho její jsem jsou když kdy kdo která které který který mezi mít
        musí můj můžu nebo není proto při také tak této toto tuto už však že | a aby ale ani co do i jako je jen k kde
        má na o od po pod pro proč před s se si ta ten to u v ve z za ze
    """,
    "da": """
        altid blive deres det dette efter eller fordi fra har havde hun hvad hvem hvilke hvilken hvis hvor hvordan
        hvorfor hvornår ikke jeg kunne lave mellem mig når noget nogle også på sig skal skulle uden være ved vores | af
        alle at blev da de den der din du en er et for får han i kan man med men mere min mit mod om op os over se sin
        som så til ud under var vi vil
    """,
    "nl": """
        aan alle als bij dat de deze dit doen dus een gaat geen haar heb hebben heeft het hij hoe hun ik jij jouw kan
        kun kunnen maar meer mijn moet moeten naar niet nog omdat onder ook toen uit van veel voor waar waarom wanneer
        wat weer wel welke wie wij worden wordt zal zich zijn zo zonder zou | dan den die door er had hem in is je men
        met nu of om ons op over te tot was we were wil ze
    """,
    "fr": """
        afin alors aucun aussi autre avec avez avons ceci cela celle celui ces cette ceux chez combien dans de depuis
        donc du elles entre eux faire fait faut ils jusque la le les leur leurs lors lui mais moi notre nous ont ou où
        parce pas peut pourquoi puis qu quand que quel quelle quels qui quoi ses soit sont suis toi toute très une vos
        votre vous | a
        ai an as au aux car ce cet comme comment des dont elle en est et il je ma mes ne nos on par plus pour sa sans se
        sera si son sous sur ta te ton tous tout tu un
    """,
    "de": """
        aber alle allen alles als andere anderem anderen anderer anderes auch auf aus bei beim bist dabei dafür damit
        daran darauf darf das dass dein deine dem denn der dich diese diesem diesen dieser dieses doch dort durch
        eine einem einen einer eines einige einigen etwas euch euer für gegen geht gibt hab habe haben hatte hatten
        hätte hätten hier hin ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres jede jeden jeder jedes kann kein keine
        keinem keinen keiner keines konnte konnten können könnte könnten mein meine meinem meinen meiner meines mich mir
        mit muss musste müssen nach nicht noch nur oder oft ohne schon sehr sein seine seinem seinen seiner sich sie
        sind soll sollen sollte sollten sowie und uns unser unsere unserem unseren unserer unter über vom von vor wann
        waren warum wäre weil welche welchem welchen welcher welches wem wen wenn wer werde werden wie wieder wieviel
        wir wird wo woher wohin womit wurde wurden würde würden zum zur zwischen | all also am an bin bis da den des die
        dies dir du ein er es hat im in ist ja man ob so um war was will zu
    """,
    "fi": """
        ei ennen että heidän hänen jälkeen joka jonka jos josta jossa jotka kaikki kanssa kautta kuinka kuka kun kuten
        mikä miksi mikäli missä mistä mitä mitkä miten mihin milloin minkä montako mukaan mutta myös niiden niin noin
        nyt oli olivat olla olen onko ovat pitää saa sekä siitä sitä tämä tämän tätä tässä vaikka voin voiko vuoksi | he
        ja kuin me mie minun minä on ne se te hän sen tai vain
    """,
    "hu": """
        amely amelyek amit arra azért azok azt csak egy ennek erre ezek ezért ezt hanem hogy hogyan honnan hova ilyen
        kell két kellene között között lehet lesz mellett melyik mennyi miért mikor milyen minden nagyon nekem nélkül
        nincs olyan össze pedig során szerint tehát tovább után utána vagy vagyok vannak voltak és által | a az be de el
        en és ez ha is ki le ma mi ne nem te ti mint meg volt mit ami hol van már
    """,
    "id": """
        adalah anda apakah atau bagaimana bagi bahwa banyak beberapa berapa cara dalam dapat dari dengan harus hanya
        jika juga kapan karena kenapa kepada ketika lebih melalui mengapa mereka milik oleh saat sangat sebagai sebuah
        sedang sehingga seperti siapa sudah supaya tanpa telah tentang tersebut tetapi tidak untuk yang | ada agar akan
        apa bisa dan di ini itu kami ke kita mana pada para saya
    """,
    "it": """
        agli alla alle anche avere aveva che cosa cui dagli dai dalla dalle degli dei della delle dello dopo dov'è dove
        essere fra gli hai hanno ho la le loro mie miei mio molto negli nei nel nella nelle noi nostro ogni oppure
        perché più può qual quale quali quando quanti quanto quello questa queste questi questo senza sia siamo sono sua
        sugli sui sul sulla suo suoi tua tuo una uno voi è | a ai al chi ci come con da dal del di due e ed era fa fare
        ha i il in io lei li lo ma mi mia non o per se si sta su sue ti tra tu un vi
    """,
    "no": """
        blir ble deres det dette eller etter fordi fra hadde har hennes hun hva hvem hvilke hvilken hvis hvor hvordan
        hvorfor ikke jeg kunne lage mellom når noe noen også på seg skal skulle uten ved være våre | at av da de den der
        din du en er et for får han i kan man med men mer min mine mitt mot om opp oss over se sin som så til under ut
        var vi vil
    """,
    "pl": """
        bardzo bez będzie być był była było czego czy czym dla dlaczego gdy gdzie ich ile jaka jaki jakie jak jako jego
        jej jestem jeśli już kiedy kto która które który których między mnie może mogę moich moja moje mój można musi
        muszę nie nich niż oraz podczas ponieważ przed przez przy są się swoje swój tak także tego tej też wszystkie ze
        żeby | a aby albo ale ci co do go i ja jej jest ją ma mam na nad o od on pan po pod ta te ten to tu tym u w we z
        za
    """,
    "pt": """
        ao aos aquela aquele até como de dela depois ela elas ele eles entre essa esse esta este estou está faz fazer há
        isso isto já lhe mais mesmo meu meus minha minhas muito nem nossa nosso não nós onde ou pela pelas pelo pelos
        por porque posso quais qual quando quanto que quem seu seus sua suas são só também tem tenho ter teu tua uma
        você vocês é | a as com da das dele do dos e em era eu foi mas me na nas no nos num numa o os para se sem ser te
        um
    """,
    "ro": """
        acea aceasta această aceea acest acesta aceste acești aceștia acolo acum asta asupra atunci aș aveau avea avem
        avut căreia cărei cărui căruia ce cele cei către câți câte când cineva cine cu cum dacă decât deci despre deși
        din dintre după este fără fie fost iar în încă între își îmi lui mai meu mea mele nici nostru noastră nu oare
        ori pe pentru prin să sa sau său sunt și toate toți trebuie unde unei unor unui vor voi | a ai al am are au de
        ea el ei era la le o or se si un care sub ale sale fi ar eu cât cel îi
    """,
    "es": """
        algún ante aquel aquella así aún cada como cual cuales cuando cuanto cuál cuáles cuándo cuánto cómo de del desde
        donde dónde el ella ellas ellos entre esa ese eso esta estaba estas este esto estos estoy está están fue había
        hacer hago hasta hay la las le los mucho muy más mí nos nosotros nuestra nuestro otra otro pero poco por porque
        puede puedo que quien quienes quién qué según sido sobre sus sí también tanto tengo tiene tienen tus tú una uno
        unos usted ya yo él | a al algo con dos en era es ha he les lo me mi mis nada ni no o once os para se sea ser si
        sin son su tan te todo todos tu un y
    """,
    "sv": """
        att blev blir deras det detta där efter eftersom eller finns från för hade har hur här ingen inte jag kunde
        mellan mig mycket måste något några när och också på ska skulle som utan vad varför varje vara vem vilka
        vilken vilket är även över | alla av bara blev bli de dem den din du en ett får ha han hos i icke kan man med
        men mer min mitt mot nu om oss sig sin så till under upp ut var vi vid vill
    """,
    "tr": """
        ancak bana bazı benim bunu bunun çok çünkü daha değil diye eğer gibi hangi hiç için kadar nasıl neden nerede
        nereye niçin olan olarak oldu olduğu olmak olur onun siz sonra şey veya yani yok zaman | ama ben bir biz bu da
        de en hem hep her ile ise ki kim mi mu mü mı ne o on sen tüm var ve ya şu
    """,
}
# Of languages in other scripts: a single one tells.  One of a letter, which may be a symbol as `η` is, tells beside a
# longer word in such letters.
_OF_OTHER_SCRIPTS = """
    а без будет бы был была были было быть в вам вас во вот все всего всех всё вы где да для до его ее её если есть
    еще ещё же за зачем и из или им их к как какая какие какое какой какую когда которая которое которые который кто
    ли либо между меня мне мной могу можно мой моя моё мои моего моей мы на над надо нам нас наш не него нее неё нет
    ни них но ну нужен нужна нужно нужны о об он она они оно от очень по под почему при про с сам свой своя своё свои
    своего своей себя со так также такой там тебя тем то того тоже той только том тот ты у уже чего чем через что
    чтобы чья эта эти это этого этой этом этот я
    або аби але без був була були було бути в вам вас вже ви від він вона вони воно де для до його їх її є з за зі й і
    із її коли куди між мене мені мій моя моє мої мого моєї ми може можна на навіщо нам нас наш не немає ні об після
    по при про та так також там те тим ти тільки то того той тому треба у хто це цей цього цієї ця ці чи чим чому ще
    що щоб як яка яке які який якого якої яку я
    अगर अपना अपनी अपने आप इस इसका इसकी इसके उस एक और कब कर करता करती करते करना करने करें कहाँ का कि कितना किया किस
    किसी की के कैसे को कोई कौन क्या क्यों गया जब जा जाता जाती जाते जो तक तो था थी थे द्वारा न नहीं ने पर मुझे में मेरा
    मेरी मेरे मैं यदि यह या ये लिए वह वाला वाली वाले वे सकता सकती सकते साथ से हम हमारे ही हुआ हुई हुए हूँ है हैं हो
    होता होती होते होना
    αν ανάμεσα αλλά αντί από αυτά αυτές αυτή αυτήν αυτής αυτό αυτοί αυτός αυτού αυτούς αυτών για γιατί δεν δε εάν εγώ
    εδώ εκεί εκείνη εκείνο εκείνος ενώ ένα έναν ένας ενός επειδή επί επίσης έχει έχουν έχω η ή ήταν θα και κάθε κάποια
    κάποιο κάποιος κατά κι λοιπόν μα με μετά μέχρι μη μην μια μία μιας μου μπορεί μπορώ να οι όμως όπου όπως όταν
    ό ότι όχι παρά περί πια ποια ποιά ποιαν ποιας ποιες ποιο ποιό ποιοι ποιον ποιος ποιός ποιου ποιους ποιων πολύ πόσα
    πόσες πόση πόσο πόσοι πόσος πότε πού που πρέπει πριν προς πως πώς σας σε στα στη στην στις στο στον στους τα τη την
    της τι τις το τον του τους τότε των χωρίς ως ώστε είμαι είναι είχαν είχε
    إذا إلا إلى إن أن أنا أنت أنه أنها أو أي أية أين أيضا التي الذي الذين اللذان اللتان بأن بعض بل بها به بين تكون
    تلك ثم حتى حول حيث خلال دون ذلك سوف عند عندما عن على عليه عليها غير فقط فهو فهي في فيه فيها قبل قد كان كانت كل كم
    كما كيف لا لقد لكن له لها لهم لم لماذا لن ليس ليست ما ماذا متى مثل مع من منذ منها منه نحن هذا هذه هل هم هنا هناك
    هو هي وأن وعلى وفي وقد وكان ولا ولم ولماذا وما ومن وهو وهي يجب يكون يمكن
"""
# Words that ask: each tells the language alone, and counts twice; a short one, which may be an abbreviation (JAK, a
# kinase), beside another word of its language.
_ASKING = """
    bagaimana combien cuándo cuánto dlaczego hogyan hur hvordan hvorfor jak kdy kenapa kiedy mengapa nasıl neden perché
    pourquoi quand varför waarom wann warum weshalb wieso
"""
# Words that tell the language alone, too, as in `Kaffee ohne Milch`: prepositions of four letters and more that are
# words of one language.
_PREPOSITIONS = """
    avec chez dans delle della depuis desde durch gegen hasta için nach naar nella ohne przez senza sobre uden voor
    zonder zwischen
"""


@cache
def _lists() -> Mapping[str, tuple[frozenset[str], frozenset[str]]]:
    """Of each language all of its stop words, and those that tell the language; all folded, as words of a query are."""
    found = {}
    for language, listed in _LISTED.items():
        own, _, shared = (_folded(part) for part in listed.partition("|"))
        found[language] = own | shared, own - shared
    return found


@cache
def _folded(listed: str) -> frozenset[str]:
    return frozenset(fold(listed).split())


def stop_words_of(question: Collection[str], in_english: Collection[str]) -> frozenset[str]:
    """The stop words of the language other than English in which the words of a question are written; none if they do
    not tell. All words are folded; `in_english` are the stop words of English.
    """
    languages = languages_of_stop_words(question, in_english)
    own = _lists()[languages[0]][0] if languages else frozenset[str]()
    has_words = any(len(word) > 1 and not word[:1].isascii() for word in question)
    return own | _folded(_OF_OTHER_SCRIPTS).intersection(question) if has_words else own


def all_stop_words(languages: Iterable[str]) -> frozenset[str]:
    """The stop words of the languages other than English, by their codes, and those in other scripts; all folded."""
    of_latin = (_lists()[code][0] for code in languages if code in _lists())
    return _folded(_OF_OTHER_SCRIPTS).union(*of_latin)


def languages_of_stop_words(question: Collection[str], in_english: Collection[str]) -> tuple[str, ...]:
    """The code of the language in Latin letters other than English in which the words of a question are written; none
    if its stop words do not tell, and several that have the same ones.  All words are folded.
    """
    return _languages(frozenset(question), frozenset(in_english))


@lru_cache(32)  # a search asks eight times
def _languages(asked: frozenset[str], in_english: frozenset[str]) -> tuple[str, ...]:
    english = asked & in_english
    best, most = tuple[str, ...](), (max(_LEAST, len(asked) * _LEAST_SHARE), 0)
    for language, (all_, telling) in _lists().items():
        found = (asked & telling).difference(in_english)  # without diacritics `för` is a word of English
        beside = len(asked.intersection(all_).difference(in_english)) > 1
        alone = [word for word in found & _folded(_ASKING) if beside or len(word) > _SHORT_ASKING]
        count = len(found) + len(alone) + len(found & _folded(_PREPOSITIONS))
        if count < _LEAST_SHORT and all(len(word) <= _SHORT for word in found):
            continue
        counts = count, len(asked & all_)
        if counts >= most and count > len(english - all_):
            best, most = (*best, language) if counts == most else (language,), counts
    return best


@cache
def telling_stop_words(in_english: frozenset[str]) -> Mapping[str, frozenset[str]]:
    """By the code of each language in Latin letters other than English the stop words that tell it; all folded."""
    return {language: telling - in_english for language, (_, telling) in _lists().items()}


@cache
def in_no_other_language(in_english: frozenset[str]) -> frozenset[str]:
    """The stop words of English that are none of another language."""
    return in_english.difference(*(all_ for all_, _ in _lists().values()))
