"""Whether a source file only hands on what others define."""

from __future__ import annotations

from ...model.lazy_pattern import lazy_pattern

_MOST, _MOST_OF_COMMENTS = 20_000, 1_000  # characters
_COMMENT = (
    r"#(?!\s*(?:include|import)\b)[^\n]*+|//[^\n]*+|/\*(?s:.*?)\*/|\"\"\"(?s:.*?)\"\"\""
    r"|(?:'use strict'|\"use strict\");?"
)
_STATEMENT = "|".join(
    (
        r"(?:from\s+[\w.]+\s+)?import\s+\([^()]*+\)",  # Python
        r"from\s+[\w.]+\s+import\b[^\n(;]*+",
        r"__all__\s*+\+?=\s*+[\[(][^\[\]()]*+[\])]",
        r"import\b(?!:)[^\n;{(=]*+(?:\{[^{}]*+\})?[^\n;{(=]*+;?",  # JavaScript, Java and the like
        r"export\s+(?:type\s+)?(?:\*[^\n;]*+|\{[^{}]*+\}[^\n;=({]*+);?",
        r"(?:module\.)?exports\s*=\s*require\([^()\n]*+\);?",
        r"(?:pub(?:\([^()]*+\))?\s+)?(?:use|mod|extern\s+crate)\s+[^;=]*+;",  # Rust
        r"#\s*(?:include|import)\b[^\n]*+|\#pragma\s+once",  # C
        r"require(?:_relative)?[ (]\s*[\"'][^\n\"']*+[\"']\)?",  # Ruby
        r"(?:export|library|part)\s+[^;=({]*+;",  # Dart
        r"(?:global\s+)?using\s+[^;{}()=\n]*+;",  # C#
        r"@(?:import|use|forward)\b[^;{}]*+;",  # style sheets
    )
)
_WHOLE = lazy_pattern(rf"(?:\s++|package\s+[\w.]+;?|{_COMMENT}|{_STATEMENT})*+\Z")
_COMMENTS = lazy_pattern(_COMMENT)
_GATHERING = lazy_pattern(r"(?:^|/)(?:__init__\.pyi?|package-info\.java)$")
_ANY = lazy_pattern(rf"(?m)^(?:{_STATEMENT})")


def gathers_others(path: str) -> bool:
    """Whether the file gathers others, by its name, as `__init__.py` does."""
    return _GATHERING.search(path) is not None


def only_reexports(text: str) -> bool:
    """Whether the text of a source file without symbols has nothing but imports, and few comments."""
    if len(text) > _MOST or not _ANY.search(text) or not _WHOLE.match(text):
        return False
    return sum(len(found[0]) for found in _COMMENTS.finditer(text)) <= _MOST_OF_COMMENTS
