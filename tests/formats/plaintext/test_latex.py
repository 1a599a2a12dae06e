"""What LaTeX states, and what a snippet of it leaves out."""

from __future__ import annotations

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.detect import parse_file
from dowse.formats.registry import outline_of
from dowse.graph.resolve import resolved
from dowse.model.document import Document
from tests.contract.engines import fill

_PAPER = r"""\documentclass[11pt]{article}
\usepackage{amsmath} % \section{In a comment}
\title[Tides]{The \emph{spring} tides\thanks{For the harbour.} \\ of May}
\author{Ann Lee \and Bo Ray}
\date{2026-03-01}
\newcommand{\knot}[1]{\section{#1}}
\begin{document}
\maketitle
\section{Low water}\label{sec:low}
They fall at 50\% of $\frac{a}{b}$, see \cref{sec:moon,eq:pull}.
\subsection*{At the {\bf quay}}
\begin{verbatim}
\section{In code}
\end{verbatim}
\section[Moon]{The moon's pull}
\label{sec:moon}
\input{chapters/moon}
\include{knots.tex}
\end{document}
"""


def _read(text: str, path: str = "a.tex") -> Document:
    return parse_file(path, text.encode(), modified=0.0)


def test_a_paper_has_its_title_its_author_and_its_sections() -> None:
    paper = _read(_PAPER)
    assert paper.head.title == "The spring tides of May"
    assert (paper.head.fact("author"), paper.head.fact("date")) == ("Ann Lee and Bo Ray", "2026-03-01")
    assert [(unit.title, unit.level) for unit in paper.units if unit.title] == [
        ("Low water", 1),
        ("At the quay", 2),
        ("The moon's pull", 1),
    ]
    assert "documentclass" not in paper.body


@pytest.mark.parametrize(
    ("text", "title", "levels"),
    [
        ("\\chapter{Knots}\n\\section{Bowline}\n\\section{Hitch}\n", "Knots", [1, 2, 2]),
        ("\\section{Bowline}\n\\section{Hitch}\n", "a", [1, 1]),
        ("\\section{Bowline}\nText\n", "Bowline", [1]),
        ("\\section{Bowline\n", "a", []),
        ("\\begin{verbatim}\n\\section{Bowline}\n", "Bowline", [1]),
        (
            "\\begin{minted}{c}\nint i; \\end{minted}\n\\section{Bowline}\n\\begin{minted}{c}\n\\end{minted}",
            "Bowline",
            [1],
        ),
        ("\\verb|%| \\url{a%b}\\title{Rope} % \\title{Knot}\n", "Rope", []),
        ("% \\section{Bowline}\n\\% \\section{Hitch}\n", "a", []),
        ("\\title{Rope}\n\\part{One}\n\\subsection{Two}\n", "Rope", [1, 4]),
        ("\\section{Rope~work \\& \\texorpdfstring{$\\Pi$}{Pi} {\\LaTeX}\\index{a!b}}", "Rope work & Pi LaTeX", [1]),
    ],
)
def test_the_highest_section_is_of_the_first_level_and_alone_the_title(
    text: str, title: str, levels: list[int]
) -> None:
    document = _read(text)
    assert (document.head.title, [unit.level for unit in document.units if unit.title]) == (title, levels)


def test_references_lead_to_labels_and_files_to_files() -> None:
    moon = _read("\\section{Pull}\n\\begin{equation}\\label{eq:pull}F\\end{equation}\n", "chapters/moon.tex")
    index = MemoryEngine()
    fill(index, paper := _read(_PAPER), moon, _read("Knots", "knots.tex"))
    found = [
        (each.link.kind, each.link.target, each.target, each.rule)
        for each in resolved([(paper.head.path, link) for link in paper.links], index)
    ]
    assert found == [
        ("ref", "sec:moon", "a.tex", "label"),
        ("ref", "eq:pull", "chapters/moon.tex", "label"),
        ("file", "chapters/moon", "chapters/moon.tex", "relative"),
        ("file", "knots.tex", "knots.tex", "relative"),
    ]
    assert [link.line for link in paper.links] == [10, 10, 17, 18]


def test_files_are_also_seen_from_the_folder_of_the_main_file() -> None:
    paths = ("book/main.tex", "book/chapters/a.tex", "book/chapters/b.tex", "book/knots.tex", "knots.tex", "c.md")
    index = MemoryEngine()
    text = "\\input{chapters/b}\\input{knots.tex}\\input{c}\\input{./knots}\\input{../../knots}\\input{/etc/passwd}"
    documents = [_read(text if path == paths[1] else "", path) for path in paths]
    fill(index, *documents)
    found = [each.target for each in resolved([(paths[1], link) for link in documents[1].links], index)]
    assert found == ["book/chapters/b.tex", "book/knots.tex", "", "", "knots.tex", ""]


def _shown(text: str) -> str:
    parts, done = list[str](), 0
    for first, last, filler in outline_of("a.tex").markup(_read(text), (0, len(text)), 0):
        parts += (text[done:first], filler)
        done = last
    return "".join((*parts, text[done:]))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\\section{Low water}\\label{sec:low}\nText", "Low water\nText"),
        ("a \\emph{very \\textbf{low}} tide\\footnote{In May.}", "a very low tideIn May."),
        ("see \\cref{sec:moon} and~\\citep[p.~3]{lee2026}", "see sec:moon and~"),
        ("50\\% of $\\frac{a}{b}$ \\& \\(x_{1}\\)", "50% of $\\frac{a}{b}$ & \\(x_{1}\\)"),
        (
            "So \\[ \\frac{a}{b}\n = \\emph{c} \\] holds\\\\[2pt] and \\[ \\emph{d}",
            "So \\[ \\frac{a}{b}\n = \\emph{c} \\] holds and \\[ d",
        ),
        ("% a comment\nText % another\n", "\nText \n"),
        ("\\begin{itemize}\n\\item[First] one\n\\item two\n\\end{itemize}", "\nFirst one\ntwo\n"),
        ("\\href{https://example.org}{the site}, ``quoted'', \\LaTeX{} vs.\\ it", "the site, quoted, LaTeX vs. it"),
        ("\\begin{verbatim}\n\\emph{x} % y\n\\end{verbatim}\n\\emph{z}", "\n\\emph{x} % y\n\nz"),
        ("\\url{https://example.org/a%20b}, here % not", "https://example.org/a%20b, here "),
        ("\\verb|\\emph{a}%| shows\\verb+|+", "\\emph{a}% shows|"),
        ("\\begin{verbatim}\n%a\nx\\end{verbatim}\n%b\n\\emph{z}", "\n%a\nx\n\nz"),
        ("\\indexdef{tide!\\emph{low}}The tide", "The tide"),
        ("\\begin{comment}\nnot shown\n\\end{comment}\nText", "\nText"),
    ],
)
def test_commands_braces_comments_and_citations_are_not_shown(text: str, shown: str) -> None:
    assert _shown(text) == shown


_UNITS = (
    *(
        "\\section{",
        "\\section{a}\n",
        "\\begin{verbatim}\n",
        "\\cref{a,",
        "\\index{{",
        "\\title{",
        "\\a[",
        "\\[a",
        "\\verb|",
    ),
    *("{", "}", "\\", "$", "%", "\n"),
)


@pytest.mark.parametrize("unit", _UNITS)
def test_no_repetition_takes_more_than_linear_time(unit: str) -> None:
    text = unit * (200_000 // len(unit))
    document = _read(text)
    assert outline_of("a.tex").markup(document, (100_000, 100_600), 0) is not None


@pytest.mark.parametrize("command", ["\\title", "\\section", "\\section[a]", "\\input", "\\input{"])
def test_spaces_behind_a_command_take_linear_time(command: str) -> None:
    assert not _read(command + " " * 200_000).links


def test_a_file_without_a_name_is_no_link() -> None:
    assert [link.target for link in _read("\\input{}\\include{ }\\input{ b.tex }").links] == ["b.tex"]
