"""The names in the import statements of a source file, found by the form of the lines, for all languages alike."""

from __future__ import annotations

from ...model.lazy_pattern import lazy_pattern

_SEARCHED = 20_000  # characters: imports stand at the beginning, or nearly
_MOST_NAMES = 200  # of one file
_STATEMENT = lazy_pattern(
    r"""(?mx)
    ^[ \t]*(?:
        from[ \t]+\S+[ \t]+import\b                                      # Python
      | import\b                                                         # Python, JavaScript, Go, Java
      | export\b[^\n;]{0,200}?\bfrom\b(?=[ \t]*["'])                     # JavaScript
      | (?:const|let|var)\b[^\n;=]{0,200}=[ \t]*require(?=[ \t]*\()      # Node.js
      | (?:pub(?:\([\w: ]+\))?[ \t]+)?use[ \t]+(?=[\w:\\{},*\s]{1,2000};) # Rust, PHP
      | (?:global[ \t]+)?using[ \t]+(?=[\w.=<>, \t]{1,200};)             # C#
      | \#[ \t]*include\b                                                # C, C++
      | (?:require|include)(?:_once|_relative)?(?=[ \t]*\(?[ \t]*["'])   # Ruby, PHP
      | source(?=[ \t]+["'./~$\w]\S*[ \t]*$)                             # Bash
    )
    [^\n({]{0,500}(?:\([^()]{0,2000}\)|\{[^{}]{0,2000}\})?[^\n]{0,500}
"""
)
_COMMENT = lazy_pattern(r"\s(?:\#|//)\s.*|/\*.*?\*/")
_NAME = lazy_pattern(r"[^\W\d][\w-]*")
_KEYWORDS = frozenset(
    {"import", "from", "export", "const", "let", "var", "as", "type", "static", "default", "function"}
    | {"use", "pub", "crate", "self", "super", "using", "global", "namespace", "source"}
    | {"include", "include_once", "require", "require_once", "require_relative"}
)


def imported_names(text: str) -> str:
    """The names of modules and of what is imported from them, each once, in order; joined by blanks."""
    names: dict[str, None] = {}
    for statement in _STATEMENT.finditer(text[:_SEARCHED]):
        names.update(dict.fromkeys(name for name in _names(statement[0]) if name not in _KEYWORDS))
        if len(names) >= _MOST_NAMES:
            break
    return " ".join([*names][:_MOST_NAMES])


def _names(statement: str) -> list[str]:
    return _NAME.findall(_COMMENT.sub("", statement))
