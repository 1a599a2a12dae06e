"""Places in files, as traces, compilers and people write them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from dowse.analysis.stack_frames import stack_frames

PLACES: Mapping[str, tuple[str, int, str]] = {
    "kombu/connection.py:123": ("kombu/connection.py", 123, ""),
    "see ./server.go:12:5, please": ("./server.go", 12, ""),
    'File "kombu/connection.py", line 123, in connect': ("kombu/connection.py", 123, "connect"),
    "at dispatch (file:///app/src/hono-base.ts:408:15)": ("app/src/hono-base.ts", 408, "dispatch"),
    "    at async Hono.#dispatch (webpack://app/hono.js:4:1)": ("app/hono.js", 4, "dispatch"),
    "asynq.(*processor).exec.func1(0xc0)\n\t/x/asynq@v0.24.1/processor.go:215 +0x3c": (
        "/x/asynq@v0.24.1/processor.go",
        215,
        "exec",
    ),
    "at com.google.gson.Gson.fromJson(Gson.java:932)": ("Gson.java", 932, "fromJson"),
    "at Dapper.SqlMapper.Query(String s) in C:\\x\\SqlMapper.cs:line 12": ("/x/SqlMapper.cs", 12, "Query"),
    "lib/rack/builder.rb:12:in `call'": ("lib/rack/builder.rb", 12, "call"),
    "lib/rack/builder.rb:12:in 'Rack::Builder#call'": ("lib/rack/builder.rb", 12, "call"),
    "src/a.ts(12,5): error TS2322": ("src/a.ts", 12, ""),
    "Fatal error: x in /var/www/Logger.php on line 12": ("/var/www/Logger.php", 12, ""),
    "error[E0308]\n  --> src/main.rs:10:5": ("src/main.rs", 10, ""),
    "--- a/src/b.ts\n+++ b/src/b.ts\n@@ -30,7 +31,7 @@ f": ("src/b.ts", 31, ""),
    "[server.go:7] started": ("server.go", 7, ""),
}


def _places(text: str) -> list[tuple[str, int, str]]:
    return [each[:3] for each in stack_frames(text)]


@pytest.mark.parametrize("text", PLACES)
def test_a_place_is_read(text: str) -> None:
    assert _places(text) == [PLACES[text]]


def test_a_place_has_what_the_line_has_before_it() -> None:
    text = "see:\nNotes\\Low water plan.md:3\n\tplan.md:1\n(b.md:2)"
    assert [each.before for each in stack_frames(text)] == ["Notes/Low water", "", ""]


@pytest.mark.parametrize(
    "text", ["", "path:foo.py:12", 'links:"foo.md:12"', "12:30", "10.0.0.1:80", "localhost:8080", "v1.2:3", "a.py:x"]
)
def test_other_text_has_no_place(text: str) -> None:
    assert stack_frames(text) == ()


def test_the_most_recent_call_comes_first_and_each_file_once() -> None:
    python = 'File "a.py", line 1, in f\n  f()\nFile "b.py", line 2, in g\nFile "b.py", line 3, in h'
    assert _places(python) == [("b.py", 3, "h"), ("a.py", 1, "f")]
    assert _places("at f (a.js:1:1)\nat g (b.js:2:1)\nat h (a.js:3:1)") == [("a.js", 1, "f"), ("b.js", 2, "g")]


@pytest.mark.parametrize("text", ["a/" * 50_000, "x.py:" * 20_000, 'File "' * 20_000, "://" * 30_000, "(" * 100_000])
def test_any_text_is_read_at_once(text: str) -> None:
    assert stack_frames(text + "1") == ()
