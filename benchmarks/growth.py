"""How the index of one note and the time for it grow with the note, one table row for each Markdown construct and size.

    python benchmarks/growth.py --sizes 250k,500k,1m,2m,4m
    python benchmarks/growth.py --only links --sizes 1m,4m
    python benchmarks/growth.py --source --sizes 250k,1m

With `--source`, the same for files of source code, which have symbols up to 1 MB.

Each note is indexed in a process of its own, beside three short ones; then comes a search for another note, and what
`get`, `links`, `related` and `status` ask. Times are CPU time: `time` is that of indexing, and `words` that without
vectors. `slope` is that of the logarithm of a figure against the logarithm of the size, from the row of a quarter of
the size, or the row above where there is none: 1 is linear. A slope of a time below 0.1 s is noise, and not computed.

The command ends with status 1 when the index takes more than 10 times the text and 1 MB, `words` more than 1 s for
each MB of text and 0.2 s (3 s of source code), a slope is above 1.2, or a note is given up.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path

from source_constructs import SOURCE_CONSTRUCTS

_UNITS = {"k": 1_000, "m": 1_000_000, "": 1}
_MOST = 4 * 1024 * 1024 - 2_000  # bytes; a larger note is not read
_MOST_OF_SOURCE = 985_000  # bytes; a larger file has no symbols
_TIMES, _BESIDE = 10, 1_000_000  # the budget: so many times the text, and so many bytes
_LINE = 4_000  # bytes, on average
_MOST_BYTES = 1_000_000_000  # of a file of the index; more ends the process
_MOST_SLOPE = 1.2
_MEASURED_SECONDS = 0.1  # of CPU time
_SECONDS_A_MEGABYTE, _SECONDS_A_MEGABYTE_OF_SOURCE, _LEAST_SECONDS = 1.0, 3.0, 0.2
_SLOPES = {"index": "index_slope", "words": "words_slope", "time": "time_slope"}
_ASKED = ("search", "get", "links", "related", "status")
_OTHERS = {
    "garden.md": "# Garden\n\nThe garden needs water and light. #garden\n",
    "harbour.md": "# Harbour\n\nShips come and go. See [[garden]].\n",
    "METIS-T-0066.md": "---\nshort_code: METIS-T-0066\n---\n# Task\n\nRepair the boat.\n",
}

Figures = dict[str, float]
Row = Mapping[str, str | float]


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument(
        "--sizes", default="250k,500k,1m,2m,4m", help="of the notes in bytes, with commas; 4m is the greatest"
    )
    parser.add_argument("--source", action="store_true", help="files of source code")
    parser.add_argument("--only", default="", metavar="PATTERN", help="constructs whose names hold this")
    parser.add_argument("--seconds", type=int, default=120, help="CPU time after which a process is ended")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--inside", metavar="VAULT", help=argparse.SUPPRESS)  # the measured process itself
    arguments = parser.parse_args()
    if arguments.inside:
        print(json.dumps(_inside(Path(arguments.inside), arguments.seconds)))
        return
    sizes = [min(_bytes(written), _MOST) for written in arguments.sizes.split(",")]
    if arguments.source:
        sizes = list(dict.fromkeys(min(size, _MOST_OF_SOURCE) for size in sizes))
    names = SOURCE_CONSTRUCTS if arguments.source else CONSTRUCTS
    wanted = [name for name in names if re.search(arguments.only, name)]
    rows = _measured(wanted, sizes, arguments.seconds)
    if arguments.json:
        listed = list(rows)
        print(json.dumps(listed, indent=2))
        sys.exit(any(map(_failures, listed)))
    heads = "".join(f"{what:>8}{'slope':>6}" for what in ("index MB", "words s", "time s"))
    print(f"{'construct':<26}{'kB':>7}{heads}{''.join(f'{what:>8}' for what in _ASKED)} ms")
    failed = False
    for row in rows:
        failed |= bool(_failures(row))
        print(_line(row), flush=True)
    sys.exit(failed)


def note_of(name: str, size: int) -> str:
    """A note of the construct of about so many bytes."""
    return _in_lines(CONSTRUCTS[name](size))


def _failures(row: Row) -> list[str]:
    """What of the row is above its limit."""
    if "given_up" in row:
        return [f"given up: {row['given_up']}"]
    size = float(row["bytes"])
    found = [name for name in _SLOPES.values() if float(row.get(name, 0.0)) > _MOST_SLOPE]
    if float(row["index"]) > _TIMES * size + _BESIDE:
        found.append("index")
    most = _SECONDS_A_MEGABYTE_OF_SOURCE if row["construct"] in SOURCE_CONSTRUCTS else _SECONDS_A_MEGABYTE
    if float(row["words"]) > most * size / 1e6 + _LEAST_SECONDS:
        found.append("words")
    return found


def _line(row: Row) -> str:
    start = f"{row['construct']:<26}{float(row['bytes']) / 1e3:>7,.0f}"
    failures = _failures(row)
    if "given_up" in row:
        return f"{start}  {failures[0]}"
    figures = "".join(
        f"{float(row[what]) / scale:>8.2f}" + (f"{row[_SLOPES[what]]:>6.2f}" if _SLOPES[what] in row else f"{'':>6}")
        for what, scale in (("index", 1e6), ("words", 1), ("time", 1))
    )
    asked = "".join(f"{float(row[what]) * 1e3:>8,.0f}" for what in _ASKED)
    return f"{start}{figures}{asked}{'  ABOVE: ' * bool(failures)}{', '.join(failures)}"


def _measured(names: list[str], sizes: list[int], seconds: int) -> Iterator[Row]:
    for name in names:
        before: list[Row] = []
        for size in sizes:
            source = SOURCE_CONSTRUCTS.get(name)
            text = source.text(size) if source else note_of(name, size)
            length = float(len(text.encode()))
            file = f"note{source.ending if source else '.md'}"
            row: Row = {"construct": name, "bytes": length, **_figures(file, text, seconds)}
            if before:
                quarters = [each for each in before if float(each["bytes"]) <= length / 3.9]
                row = {**row, **_slopes((quarters or before)[-1], row)}
            yield row
            if "given_up" in row:
                break  # a larger one takes longer
            before.append(row)


def _slopes(before: Row, row: Row) -> dict[str, float]:
    """The slope of each figure between two sizes, of a time where both are long enough."""
    ratio = float(row["bytes"]) / float(before["bytes"])
    least = {"index": 0.0, "words": _MEASURED_SECONDS, "time": _MEASURED_SECONDS}
    is_measured = [what for what in _SLOPES if what in row and float(before[what]) >= least[what]]
    return {
        _SLOPES[what]: math.log(max(float(row[what]), 0.001) / float(before[what])) / math.log(ratio)
        for what in is_measured
        if ratio > 1
    }


def _figures(file: str, text: str, seconds: int) -> Mapping[str, str | float]:
    with tempfile.TemporaryDirectory(prefix="dowse-growth-") as folder:
        vault = Path(folder) / "vault"
        vault.mkdir()
        for name, other in _OTHERS.items():
            (vault / name).write_text(other, "utf-8")
        (vault / file).write_text(text, "utf-8")
        done = subprocess.run(
            [sys.executable, __file__, "--inside", str(vault), "--seconds", str(seconds)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    if done.returncode:
        said = done.stderr.strip().splitlines()
        return {"given_up": said[-1] if said else f"ended by signal {-done.returncode}"}
    found: dict[str, float] = json.loads(done.stdout)
    return found


def cpu_seconds() -> float:
    """CPU time of this process and of those it has waited for: much text is read in several."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def _inside(folder: Path, seconds: int) -> Figures:
    """Figures of this process: what indexing took beyond an index of the short notes, and each question once."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_MOST_BYTES, _MOST_BYTES))
    from dowse.app.get import GetRequest, get  # noqa: PLC0415  # as above
    from dowse.app.related import RelatedRequest, related_documents  # noqa: PLC0415  # as above
    from dowse.app.sessions.vault_session import open_session  # noqa: PLC0415  # so that the driver does without
    from dowse.app.status import status  # noqa: PLC0415  # as above
    from dowse.search.execute import Request  # noqa: PLC0415  # as above

    note = next(folder.glob("note.*"))
    text = note.read_bytes()
    note.unlink()
    vault = open_session(folder)
    vault.sync()  # the short notes, so that models are loaded and modules imported
    vault.search(Request("water"))
    note.write_bytes(text)
    figures = {"words": 0.0, "time": 0.0}
    since = cpu_seconds()

    def finished(phase: str, _done: int, _total: int) -> None:
        nonlocal since
        now = cpu_seconds()
        figures["time"] += now - since
        figures["words"] += now - since if phase != "meaning" else 0.0
        since = now

    vault.sync(progress=finished)
    vault.scan()
    finished("words", 0, 0)
    vault.engine.forget_unused()
    questions: Mapping[str, Callable[[], object]] = {
        "search": lambda: vault.search(Request("water")),
        "get": lambda: get(vault, GetRequest(note.name)),
        "links": lambda: get(vault, GetRequest(note.name, links=True)),
        "related": lambda: related_documents(vault, RelatedRequest(note.name, via=("references", "parents"))),
        "status": lambda: status(vault),
    }
    for what, question in questions.items():
        started = cpu_seconds()
        question()
        figures[what] = cpu_seconds() - started
    vault.engine.forget_unused()
    vault.close()
    files = (path for path in (folder / ".dowse").iterdir() if path.is_file())
    return figures | {"index": float(sum(path.stat().st_size for path in files))}


def _bytes(written: str) -> int:
    number, unit = re.fullmatch(r"([0-9.]+)([km]?)", written.strip().lower()).groups()  # type: ignore[union-attr]
    return int(float(number) * _UNITS[unit])


def _in_lines(text: str) -> str:
    """The text with so many blank lines after it that it is read: one of few long lines is taken for generated."""
    return text + "\n" * (len(text.encode()) // _LINE)


def _filled(pieces: Iterator[str], size: int) -> str:
    """Pieces until the text has so many bytes."""
    taken: list[str] = []
    length = 0
    for piece in pieces:
        length += len(piece) if piece.isascii() else len(piece.encode())
        if length > size:
            break
        taken.append(piece)
    return "".join(taken)


def _of(piece: Callable[[int], str], *, before: str = "# Title\n\n", after: str = "") -> Callable[[int], str]:
    """A note of numbered pieces."""
    return lambda size: before + _filled(map(piece, count()), size - len(before) - len(after)) + after


def _rows(piece: Callable[[int], str], *, before: str = "# Title\n\n") -> Callable[[int], str]:
    """A note of numbered pieces in lines: one long line without blanks would not be read."""
    return _of(lambda n: piece(n) + ("\n" if n % 50 == 49 else ""), before=before)


def _front(piece: Callable[[int], str], before: str = "") -> Callable[[int], str]:
    """A note of frontmatter, as much as is read as such, and then prose."""
    most = 60_000

    def note(size: int) -> str:
        inner = _filled(map(piece, count()), min(size * 9 // 10, most))
        head = f"---\n{before}{inner}\n---\n\n"
        return head + _filled(map(_sentence, count()), size - len(head))

    return note


_WORDS = (
    *("river", "stone", "cloud", "winter", "market", "letter", "window", "garden"),
    *("paper", "bridge", "copper", "silver", "engine", "sailor", "candle", "forest"),
)


def _word(n: int) -> str:
    return f"{_WORDS[n % 16]}{_WORDS[n // 16 % 16]}{n // 256 or ''}"


def _sentence(n: int) -> str:
    words = " ".join(_WORDS[(n * 7 + at * (n % 5 + 1)) % 16] for at in range(9))
    return f"{words.capitalize()} {n}. " + ("\n\n" if n % 6 == 5 else "")


CONSTRUCTS: Mapping[str, Callable[[int], str]] = {
    "prose": _of(_sentence),
    "paragraphs of a word": _of(lambda n: f"{_WORDS[n % 16]}\n\n"),
    "different words": _rows(lambda n: _word(n) + " "),
    "inline tags": _rows(lambda n: f"#{_word(n)} "),
    "short inline tags": _rows(lambda n: f"#t{n:x} "),
    "nested tags": _rows(lambda n: f"#{'/'.join(_WORDS[n % 16] for _ in range(20))}/{n} "),
    "one long tag": _of(lambda n: "tag" if n else "#tag", before="", after="\n\n## A\n\ntext\n" * 9),
    "tags among sections": _of(lambda n: f"## H{n}\n\n#t{n} {_sentence(n)}\n\n"),
    "frontmatter tags": _front(lambda n: f"  - t{n:x}\n", "tags:\n"),
    "frontmatter title": _front(lambda n: f"{_word(n)} ", "title: "),
    "frontmatter area": _front(lambda n: f"{_word(n)} ", "area: "),
    "aliases": _front(lambda n: f"  - a{n:x}\n", "aliases:\n"),
    "properties": _front(lambda n: f"p{n:x}: {n}\n"),
    "property of many values": _front(lambda n: f"  - {n}\n", "values:\n"),
    "YAML aliases": _front(lambda n: f"k{n:x}: *a\n", "a: &a [1, 2, 3, 4, 5, 6, 7, 8, 9]\n"),
    "YAML aliases of aliases": _front(
        lambda n: f"k{n + 1}: &k{n + 1} [{', '.join([f'*k{n}'] * 9)}]\n", "k0: &k0 [x, x]\n"
    ),
    "YAML brackets": _front(lambda _: "["),
    "YAML ever deeper": _front(lambda n: f"{' ' * (n % 300)}k:\n"),
    "long YAML keys": _front(lambda n: f"{_word(n) * 100}: {n}\n"),
    "long YAML list": _front(lambda n: f"{_word(n)}, ", "values: ["),
    "nested YAML": _front(lambda n: f"k{n}: {{a: {{b: [1, 2, {{c: {n}}}]}}}}\n"),
    "not YAML": _front(lambda n: f"k{n}: a: b\n"),
    "headings #": _of(lambda n: f"# {n:x}\n"),
    "headings ##": _of(lambda n: f"## {n:x}\n"),
    "headings ######": _of(lambda n: f"###### {n:x}\n"),
    "same headings": _of(lambda _: "# a\n"),
    "empty headings": _of(lambda _: "#\n"),
    "numbered slugs": _of(lambda n: f"# a-{n}\n# a\n"),
    "sections of a word": _of(lambda n: f"## {_word(n)}\n\n{_WORDS[n % 16]}\n\n"),
    "underlined headings": _of(lambda _: "a\n-\n"),
    "long heading": _of(_sentence, before=f"# {'long heading ' * 3_000}\n\n"),
    "growing heading": lambda size: (
        f"# {'long heading ' * (size // 26)}\n\n" + _filled(map(_sentence, count()), size // 2)
    ),
    "long heading above": _of(lambda n: f"### {n:x}\n", before=f"# {'heading ' * 25}\n\n"),
    "wikilinks, one target": _rows(lambda _: "[[garden]] "),
    "wikilinks, short": _rows(lambda _: "[[a]]"),
    "wikilinks, different": _rows(lambda n: f"[[n{n:x}]] "),
    "wikilinks in long section": _rows(lambda _: "[[a]]", before=f"# {'heading ' * 25}\n\n"),
    "wikilinks with anchors": _rows(lambda n: f"[[garden#{n:x}]] "),
    "wikilinks to itself": _rows(lambda n: f"[[#{n:x}]] "),
    "embeds": _of(lambda n: f"![[i{n:x}.png]]\n"),
    "Markdown links": _rows(lambda n: f"[a](n{n:x}.md) "),
    "short Markdown links": _rows(lambda _: "[](a)"),
    "web links": _rows(lambda n: f"[a](https://example.org/{n}) "),
    "definitions of links": _of(lambda n: f"[{n}]: n{n:x}.md\n"),
    "bare addresses": _rows(lambda n: f"http://a.example/{n:x} "),
    "autolinks": _rows(lambda n: f"<http://a.example/{n:x}> "),
    "schemes": _rows(lambda _: "http://"),
    "reference links": _of(lambda n: f"[a][{n}]\n\n[{n}]: n{n:x}.md\n\n"),
    "undefined references": _rows(lambda n: f"[a][{n:x}] "),
    "open links": _rows(lambda _: "[a](b "),
    "images": _rows(lambda n: f"![a](i{n:x}.png) "),
    "open images": _rows(lambda _: "!["),
    "linked images": _rows(lambda n: f"[![a](i{n:x}.png)](n{n:x}.md) "),
    "definition of a long name": lambda size: (
        f"# T\n\n[{'a ' * (size // 4)}]: x\n\n" + _filled(map(_sentence, count()), size // 2)
    ),
    "short codes": _rows(lambda n: f"METIS-T-{n % 10000:04} "),
    "parents": _front(lambda n: f"  - n{n:x}\n", "parent:\n"),
    "list items": _of(lambda n: f"- {_WORDS[n % 16]}\n"),
    "nested list items": _of(lambda n: f"{'  ' * (n % 40)}- a\n"),
    "tasks": _of(lambda n: f"- [ ] {_WORDS[n % 16]}\n"),
    "table rows": _of(lambda n: f"| {_WORDS[n % 16]} | {n} |\n", before="| a | b |\n|---|---|\n"),
    "table cells in a row": _of(lambda _: "a | "),
    "columns of a table": lambda size: "|a" * (size // 6) + "|\n" + "|-" * (size // 6) + "|\n" + "|b" * (size // 6),
    "wide tables": _of(lambda n: "| a " * 1_000 + "|\n" + "|---" * 1_000 + "|\n" + f"| {n} " * 1_000 + "|\n\n"),
    "bars": _of(lambda _: "|"),
    "code fences": _of(lambda n: f"```\nx{n}\n```\n\n"),
    "open code fence": _of(lambda n: f"x = {n}\n", before="```\n"),
    "code spans": _rows(lambda n: f"`x{n}` "),
    "open backticks": _rows(lambda n: "`" * (n % 300 + 1) + " "),
    "backslashes": _of(lambda _: "\\"),
    "backslashes and ticks": _rows(lambda _: "\\" * 2000 + "`"),
    "code symbols": _of(
        lambda n: f"```python\ndef {_WORDS[n % 16]}_{n:x}(self):\n    return Market.{_word(n)}()\n```\n\n"
    ),
    "mentions of symbols": _rows(lambda n: f"`Garden{n:x}.open_window()` "),
    "tilde fences": _of(lambda n: "~" * (n % 50 + 3) + "\n"),
    "fences of growing length": _of(lambda n: "`" * (n % 1000 + 3) + "\n"),
    "quotes": _of(lambda n: f"> {_WORDS[n % 16]}\n\n"),
    "quotes of quotes": _rows(lambda n: "\n" + ">" * 2000 if n % 2 else " a "),
    "list in a line": _rows(lambda _: "- " * 500 + "\n"),
    "list ever deeper": _of(lambda n: " " * (n % 2000) + "- a\n"),
    "numbered list": _of(lambda n: f"{n % 999999999}. a\n"),
    "lists in quotes": _of(lambda n: "> " * (n % 60) + "- " * (n % 60) + "a\n"),
    "deep quotes": _of(lambda n: ">" * (n % 100) + " a\n"),
    "line without blanks": _of(lambda _: "abcdefghij"),
    "line without full stops": _of(lambda _: "word "),
    "blank lines": _of(lambda _: "\n"),
    "blanks": _of(lambda _: " "),
    "blank lines of blanks": _of(lambda _: " \t \n"),
    "Chinese": _of(lambda n: chr(0x4E00 + n * 7919 % 20000)),
    "Chinese sentences": _of(lambda n: chr(0x4E00 + n * 7919 % 20000) if n % 12 else "。"),
    "Chinese in a line": lambda size: "# T\n\n" + "".join(chr(0x4E00 + n * 7919 % 20000) for n in range(size // 4)),
    "Japanese": _of(lambda n: chr(0x3041 + n * 31 % 80) if n % 5 else chr(0x4E00 + n * 7919 % 2000)),
    "mixed scripts": _of(lambda n: f"{chr(0x4E00 + n % 20000)}a{chr(0x3B1 + n % 20)}{n % 10}"),
    "Korean": _of(lambda n: chr(0xAC00 + n * 7919 % 11000) + ("" if n % 3 else " ")),
    "Thai": _of(lambda n: chr(0x0E01 + n * 31 % 46)),
    "accents": _of(lambda _: "e\u0301\u0323"),
    "a line of marks": lambda size: f"# T\n\ne{chr(0x301) * (size // 8)}{(chr(0x323) + chr(0x301)) * (size // 8)}\n",
    "marks in the wrong order": lambda size: f"# T\n\nש{(chr(0x5B1) + chr(0x5B0)) * (size // 4)}\n",
    "marks of letters": lambda size: f"# T\n\nก{(chr(0xE48) + chr(0xE38)) * (size // 6)}\n",
    "identifiers": _rows(lambda n: "".join(word.title() for word in _WORDS[:12]) + f"{n} "),
    "short identifiers": _rows(lambda n: f"aB{n:x}_c "),
    "numbers": _rows(lambda n: f"{n} "),
    "hex": _of(lambda n: f"{n * 0x9E3779B97F4A7C15 % 2**64:016x}\n"),
    "emoji": _of(lambda n: chr(0x1F600 + n % 64)),
    "emoji tags": _rows(lambda n: f"#{chr(0x1F600 + n % 64)}{chr(0x1F600 + n // 64 % 64)} "),
    "HTML comments": _of(lambda n: f"<!-- {n} -->\n"),
    "open HTML comments": _rows(lambda _: "a <!-- "),
    "HTML tags": _rows(lambda n: f"<b>{n}</b> "),
    "open HTML tags": _rows(lambda _: "<a "),
    "open HTML elements": _of(lambda n: f"<details>\n<summary>{n}</summary>\n\n"),
    "angle brackets": _of(lambda _: "<"),
    "HTML tags over lines": _rows(lambda n: f"<b\n class={n}\n"),
    "scripts": _of(lambda n: f"<script>\nx = {n}\n</script>\n\n"),
    "open scripts": _rows(lambda _: "<script "),
    "HTML blocks": _of(lambda n: f"<div>\n{n}\n</div>\n\n"),
    "open brackets": _of(lambda _: "["),
    "open double brackets": _of(lambda _: "[[a"),
    "brackets and parentheses": _of(lambda _: "[a]("),
    "nested brackets": lambda size: "# T\n\n" + "[" * (size // 2) + "]" * (size // 2),
    "brackets in a heading": lambda size: "# " + "[" * (size // 2) + "](" * (size // 6),
    "emphasis in a heading": _of(lambda _: "*a _b ", before="# "),
    "emphasis": _rows(lambda _: "**a** _b_ "),
    "emphasis ever deeper": _rows(lambda _: "*a **a "),
    "emphasis that closes": lambda size: "# T\n\n" + "*a **a " * (size // 26) + "b** b*" * (size // 14),
    "asterisks": _of(lambda _: "*"),
    "underscores": _of(lambda _: "_a"),
    "strikethrough": _rows(lambda _: "~~a ~b "),
    "highlights": _rows(lambda _: "==a "),
    "entities": _rows(lambda n: "&amp;&nbsp;&#x" + f"{n % 65536:x};"),
    "ampersands": _of(lambda _: "&"),
    "shortcodes": _of(lambda n: f'{{{{< ref "n{n:x}.md" >}}}}\n'),
    "open shortcodes": _rows(lambda _: "{{< "),
    "open comments": _rows(lambda _: "%% "),
    "comments": _rows(lambda n: f"%%{n}%% "),
    "open emphasis": _rows(lambda _: "**a _b "),
    "footnotes": _of(lambda n: f"a[^{n}]\n\n[^{n}]: b\n\n"),
    "short footnotes": _of(lambda n: f"[^{n}]:\n"),
    "block ids": _of(lambda n: f"word ^b{n:x}\n\n"),
    "math": _of(lambda n: f"$$\nx_{n}\n$$\n\n"),
    "rules": _of(lambda _: "---\n"),
    "colons": _of(lambda _: ":::: "),
    "carriage returns": _of(lambda _: "a\r"),
    "tabs": _of(lambda _: "\t"),
    "tags in one line": _of(lambda n: f"#t{n} "),
    "headings, tags and links": _of(lambda n: f"# h{n:x}\n#t{n:x} [[l{n:x}]]\n"),
    "links to missing headings": _of(lambda n: f"# {n:x}\n[[#h{n:x}]]\n"),
    "base64": _of(lambda n: "QUJD" if n % 20 else "\n"),
}


if __name__ == "__main__":
    main()
