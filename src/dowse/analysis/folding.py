"""Case folding: texts that differ only in case, accents or composition compare as equal."""

from __future__ import annotations

import re
from unicodedata import category

from ..formats.registry import FORMATS, optional_endings
from ..model.lazy_pattern import lazy_pattern
from ..model.normal_form import normal_form
from ..model.points import POINTS

# The Unicode blocks of combining diacritics, and optional points. Other marks (Japanese voicing, Indic vowel signs)
# change the word and stay.
_DIACRITICS = lazy_pattern(f"[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f{POINTS}]+")
# Decimal digits of the scripts whose texts also have those of ASCII: Arabic, Persian, and ten of India and its
# neighbours. NFKD leaves them as they are.
_ZEROS = (0x660, 0x6F0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xE50)
# Letters of Latin with a stroke, a hook or no dot, which NFKD leaves as well: of Polish, Croatian, Vietnamese, Danish,
# Norwegian, Turkish, Maltese, Icelandic, Sami, Ewe, Hausa, Fula and others. Without them on a keyboard they are typed
# as the letter below, as the transliteration Latin-ASCII of CLDR has them. So is the last one, of Ukrainian.
_LETTERS = "łŁđĐøØıħĦðÐŧŦǥǤŋŊɖƉɓƁɗƊƙƘƴƳƀɃɨƗʉɄƶƵґҐ"
_BASES = "lLdDoOihHdDtTgGnNdDbBdDkKyYbBiIuUzZгГ"
# Letters that keyboards of Persian, Urdu and Kurdish have in place of those of Arabic: keheh, yeh without points, heh
# goal, ae and teh marbuta goal. Texts in these languages have both.
_PERSIAN = "\u06a9\u06cc\u06c1\u06d5\u06c3"
PLAIN_FORMS = {
    **{chr(zero + digit): str(digit) for zero in _ZEROS for digit in range(10)},
    **dict(zip(_LETTERS, _BASES, strict=True)),
    **dict(zip(_PERSIAN, "كيههة", strict=True)),
    "\u0901": "\u0902",  # both signs of Devanagari for a vowel through the nose: `गाँव` and `गांव`
}
# A vowel of Thai and of Lao, which NFKD takes for two characters, is one in the text that people type.
VOWELS = {"\u0e4d\u0e32": "\u0e33", "\u0ecd\u0eb2": "\u0eb3"}
# Letters that are written as two as well, by the first of these: `cœur` and `coeur`, `læse` and `laese`.
DIGRAPHS = {"æ": "ae", "œ": "oe"}
_WITH_PLAIN_FORM = lazy_pattern(f"[{''.join(PLAIN_FORMS)}]|{'|'.join(VOWELS)}")
_SYMBOLS = frozenset({"So", "Co", "Cf"})  # categories of Unicode: other symbols, private use, format
_OF_EMOJI = frozenset("\ufe0f\u20e3\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")  # what follows their signs
_NOT_A_NAME = lazy_pattern(r"[\W_]+")
_BLANKS = lazy_pattern(r"\s+")
_OPTIONAL_ENDINGS = optional_endings(FORMATS)

# Thai, Lao, Burmese and Khmer; kana; Chinese characters with their extensions; Hangul (which has blanks,
# but glues particles to words).
_UNSPACED_RANGES = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
    "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
    "\u1100-\u11ff\uac00-\ud7af"
)
UNSPACED = lazy_pattern(f"[{_UNSPACED_RANGES}]+")
_BETWEEN_SCRIPTS = lazy_pattern(
    rf"(?<=[A-Za-z0-9])[ \t]{{0,9}}+(?=[{_UNSPACED_RANGES}])|(?<=[{_UNSPACED_RANGES}])[ \t]{{0,9}}+(?=[A-Za-z0-9])"
)

# All but the letters of Latin with its supplements, extensions, ligatures and wide forms.
_BEYOND_LATIN = lazy_pattern(
    "[^A-Za-z\u00aa-\u02af\u1d00-\u1d7f\u1e00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f\ufb00-\ufb06\uff21-\uff5a]+"
)

# Letters, digits, underscore, and the marks that belong to a word in scripts that need them.
_MARKS = (
    f"\u0300-\u036f\u0483-\u0487{POINTS}"
    "\u0900-\u0963\u0966-\u0dff\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0f71-\u0f84\u102b-\u103e\u17b4-\u17d3\u3099\u309a"
)
WORD = lazy_pattern(rf"[\w{_MARKS}]+")


def unaccented(text: str) -> str:
    """The text without diacritics and compatibility forms; case stays.

    `é` → `e`, `ł` → `l`, `ﬁ` → `fi`, full width → ASCII, `שָׁלוֹם` → `שלום`, `أ` → `ا`, `ज़` → `ज`, `٢` → `2`; letters
    of Persian those of Arabic.
    """
    if text.isascii():
        return text
    plain = normal_form("NFC", _DIACRITICS.sub("", normal_form("NFKD", text)))
    return _WITH_PLAIN_FORM.sub(_plain_form, plain)


def _plain_form(found: re.Match[str]) -> str:
    return PLAIN_FORMS.get(found[0]) or VOWELS[found[0]]


def fold(text: str) -> str:
    """The text without diacritics and case: `Éclair` → `eclair`, `Straße` → `strasse`, `Cœur` → `coeur`."""
    return text.lower() if text.isascii() else without_case(unaccented(text))


def without_case(text: str) -> str:
    """The text without case, in which letters that are written as two are these: `ß` → `ss`, `Œ` → `oe`."""
    text = text.casefold()
    for letter, both in DIGRAPHS.items():
        text = text.replace(letter, both)
    return text


def name_key(text: str) -> str:
    """A name in the form for comparisons: folded, every run of other characters a blank.

    `METIS-T-0066`, `metis t 0066` and `Metis_T_0066` have one key. Names of signs alone (`C++` has a letter,
    `!!!` has not) keep their signs.
    """
    folded = text.lower() if text.isascii() else fold(text)
    if folded.isalnum():
        return folded
    return _NOT_A_NAME.sub(" ", folded).strip() or _BLANKS.sub(" ", folded).strip()


def without_ending(key: str) -> str:
    """A folded path or file name without the ending of a text file, which a link may leave out."""
    stem = key.rpartition(".")[0] if key.endswith(_OPTIONAL_ENDINGS) else ""
    return key if not stem or stem.endswith("/") else stem


def without_html(path: str) -> str:
    """A folded path without the ending of a page on a site."""
    return path.removesuffix(".html").removesuffix(".htm")


def target_key(target: str) -> str:
    """The key by which a link's target, a file or another name is looked up: the last part of the path, no ending.

    Targets that mean the same document have one key; the reverse is not so.  A folder (`notes/`) has the key of its
    name, as the address of a page on a site ends in `/`, too.
    """
    if target.isascii() and target.isalnum():
        return target.lower()
    path = fold(target).replace("\\", "/")
    if path.isascii() and path.isalnum():
        return path
    if path.startswith("/"):
        path = path.partition("?")[0]
    name = path.removesuffix("/index.html").rstrip("/").rpartition("/")[2]
    while "." in name and (shorter := without_html(without_ending(name))) != name:  # `[[x.txt]]` may mean `x.txt.md`
        name = shorter
    return name_key(name)


def is_mostly_unspaced(text: str) -> bool:
    """Whether more than half of the letters belong to scripts without spaces between words."""
    if text.isascii():
        return False
    letters = "".join(filter(str.isalpha, text))
    return 2 * sum(map(len, UNSPACED.findall(letters))) > len(letters)


def is_mostly_beyond_latin(text: str) -> bool:
    """Whether more than half of the letters belong to other scripts than Latin."""
    if text.isascii():
        return False
    letters = "".join(filter(str.isalpha, text))
    return 2 * sum(map(len, _BEYOND_LATIN.findall(letters))) > len(letters)


def unspaced(char: str) -> bool:
    """Whether the character belongs to a script without spaces between words."""
    return char >= "\u0e00" and bool(UNSPACED.match(char))


def spaced_otherwise(name: str) -> tuple[str, ...]:
    """The name with no blanks, and with blanks, between Latin letters and those of scripts without spaces, as far as it
    is written otherwise: `AC自动机` for `AC 自动机`.
    """
    if name.isascii():
        return ()
    return tuple(form for blank in ("", " ") if (form := _BETWEEN_SCRIPTS.sub(blank, name)) != name)


def without_symbols(value: str) -> str:
    """The value without symbols such as emoji at its ends, unless it has nothing else."""
    start, end = 0, len(value)
    while start < end and _is_symbol(value[start]):
        start += 1
    while end > start and _is_symbol(value[end - 1]):
        end -= 1
    return value[start:end] if start < end else value


def _is_symbol(sign: str) -> bool:
    """Whether the character is a symbol such as an emoji, a part of one, or a blank."""
    return sign.isspace() or category(sign) in _SYMBOLS or sign in _OF_EMOJI
