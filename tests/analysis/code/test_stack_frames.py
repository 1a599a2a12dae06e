"""Places in files, as traces, compilers and people write them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from dowse.analysis.code.stack_frames import stack_frames

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
    "at com.google.gson.Gson.fromJson(Gson.java:932)": ("com/google/gson/Gson.java", 932, "fromJson"),
    "at Gson.fromJson(Gson.java:932)": ("Gson.java", 932, "fromJson"),
    "at Dapper.SqlMapper.Query(String s) in C:\\x\\SqlMapper.cs:line 12": ("/x/SqlMapper.cs", 12, "Query"),
    "lib/rack/builder.rb:12:in `call'": ("lib/rack/builder.rb", 12, "call"),
    "lib/rack/builder.rb:12:in 'Rack::Builder#call'": ("lib/rack/builder.rb", 12, "call"),
    "src/a.ts(12,5): error TS2322": ("src/a.ts", 12, ""),
    "Fatal error: x in /var/www/Logger.php on line 12": ("/var/www/Logger.php", 12, ""),
    "error[E0308]\n  --> src/main.rs:10:5": ("src/main.rs", 10, ""),
    "--- a/src/b.ts\n+++ b/src/b.ts\n@@ -30,7 +31,7 @@ f": ("src/b.ts", 31, ""),
    "[server.go:7] started": ("server.go", 7, ""),
    "thread 'main' panicked at src/lib.rs:12:5:\nindex out of bounds": ("src/lib.rs", 12, ""),
    "use@http://localhost:3000/lib/application.js:190:10": ("lib/application.js", 190, ""),
    "at use (http://localhost:5173/lib/app.js?t=1699&v=2:190:10)": ("lib/app.js", 190, "use"),
    "at f (webpack-internal:///(api)/./src/router.ts:416:11)": ("./src/router.ts", 416, "f"),
    "#0      main (package:app/main.dart:3:5)": ("app/main.dart", 3, "main"),
    "src/router.ts\n  416:7  error  Unexpected any": ("src/router.ts", 416, ""),
    "at A.B.f(Int32 n) in C:\\x\\B.cs:Zeile 12": ("/x/B.cs", 12, "f"),
    "at a.b.Job$cancel$1.invokeSuspend(Job.kt:376)": ("a/b/Job.kt", 376, "invokeSuspend"),
    "at a.b.BuildersKt__BuildersKt.run$default(Builders.kt:48)": ("a/b/Builders.kt", 48, "run"),
    "server.go#L12": ("server.go", 12, ""),
    "server.go#L12-L20": ("server.go", 12, ""),
    "src/server.go(12)": ("src/server.go", 12, ""),
    "see server.go, line 12": ("server.go", 12, ""),
    "http://localhost:5173/src/server.ts:12": ("src/server.ts", 12, ""),
    "https://github.com/o/r/blob/main/src/server.go#L12C3-L20C9": ("github.com/o/r/blob/main/src/server.go", 12, ""),
    "(https://github.com/o/r/blob/main/README.md?plain=1#L12)": ("github.com/o/r/blob/main/README.md", 12, ""),
}


def _places(text: str) -> list[tuple[str, int, str]]:
    return [each[:3] for each in stack_frames(text)]


@pytest.mark.parametrize("text", PLACES)
def test_a_place_is_read(text: str) -> None:
    assert _places(text) == [PLACES[text]]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("at Newtonsoft.Json.JsonReader.Read(String s, Object value)", "Newtonsoft.Json.JsonReader.Read"),
        ("   at Shop.Cart`1.Inner.Add[T](T item)", "Shop.Cart.Inner.Add"),
        ("at Shop.Cart..ctor(Int32 size)", "Shop.Cart"),
        ("at Shop.Cart.<AddAsync>d__12.MoveNext()", "Shop.Cart.AddAsync"),
        ("at Shop.Cart.<>c__DisplayClass4_0.<Add>b__1(Int32 n)", "Shop.Cart.Add"),
        ("at Shop.Cart+Line.Total()", "Shop.Cart.Line.Total"),
        ("at java.base/java.util.List$Itr.next(Unknown Source)", "java.util.List.Itr.next"),
        ("at com.acme.Cart$1.run(SourceFile:12)", "com.acme.Cart.run"),
        ("at com.acme.Cart.lambda$run$0(SourceFile:12)", "com.acme.Cart.run"),
        ("at com.acme.Cart.<init>(SourceFile:12)", "com.acme.Cart"),
        ("at Array.map (<anonymous>)", "Array.map"),
        ("at async Promise.all (index 0)", "Promise.all"),
    ],
)
def test_a_call_without_a_file_has_its_name_as_in_the_source(text: str, name: str) -> None:
    (frame,) = stack_frames(text)
    assert (frame.path, frame.line, frame.name) == ("", 0, name)


@pytest.mark.parametrize(
    ("text", "parameters"),
    [
        ("at A.B.f(String s, Int32 n)", "String s, Int32 n"),
        ("at A.B.f()", ""),
        ("at A.B.f[T](String s)", "T, String s"),
        ("at A.B.f[TKey,TValue]()", "TKey,TValue"),
        ("at A.B.f(String s) in C:\\x\\B.cs:line 12", "String s"),
        ("at a.B.f(B.java:12)", None),
        ("at a.B.f(Native Method)", None),
        ("at a.B.f(Unknown Source)", None),
    ],
)
def test_a_call_of_dotnet_has_its_parameters(text: str, parameters: str | None) -> None:
    assert [frame.parameters for frame in stack_frames(text)] == [parameters]


def test_calls_with_and_without_files_keep_their_order() -> None:
    text = "at a.B.f(SourceFile:1)\n\tat a.C.g(C.java:2)\n at a.D.h(Native Method) at a.E.i(E.kt:3)"
    assert [(each.path, each.name) for each in stack_frames(text)] == [
        ("", "a.B.f"),
        ("a/C.java", "a.C.g"),
        ("", "a.D.h"),
        ("a/E.kt", "a.E.i"),
    ]


def test_a_place_has_what_the_line_has_before_it() -> None:
    text = "see:\nNotes\\Low water plan.md:3\n\tplan.md:1\n(b.md:2)"
    assert [each.before for each in stack_frames(text)] == ["Notes/Low water", "", ""]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "path:foo.py:12",
        'links:"foo.md:12"',
        "12:30",
        "10.0.0.1:80",
        "localhost:8080",
        "https://example.org:8080/a",
        "see HTTP://example.org:80",
        "v1.2:3",
        "a.py:x",
        "src/router.ts\n  416 routes",
        "a.py#L",
        "a.py#L1x",
        "#L12",
        "issue#L12",
        "look at it (now)",
        "meet at example.com (online)",
    ],
)
def test_other_text_has_no_place(text: str) -> None:
    assert stack_frames(text) == ()


def test_the_most_recent_call_comes_first_and_each_file_once() -> None:
    python = 'File "a.py", line 1, in f\n  f()\nFile "b.py", line 2, in g\nFile "b.py", line 3, in h'
    assert _places(python) == [("b.py", 3, "h"), ("a.py", 1, "f")]
    java = "E: x\n at a.A.f(A.java:1)\nCaused by: F: y\n at a.B.g(B.java:2)\n at a.A.f(A.java:3)\n ... 1 more"
    assert _places(java) == [("a/B.java", 2, "g"), ("a/A.java", 3, "f")]
    assert _places("at f (a.js:1:1)\nat g (b.js:2:1)\nat h (a.js:3:1)") == [("a.js", 1, "f"), ("b.js", 2, "g")]


@pytest.mark.parametrize(
    "text",
    [
        "a/" * 50_000,
        "x.py:" * 20_000,
        "x.py#L" * 20_000,
        "x.py?" * 20_000,
        'File "' * 20_000,
        "://" * 30_000,
        "(" * 100_000,
        "at a." * 30_000,
        "at " + "a.b" * 50_000,
        "at a.b (" * 15_000,
    ],
)
def test_any_text_is_read_at_once(text: str) -> None:
    assert stack_frames(text + "1") == ()


@pytest.mark.parametrize("name", [f"a{'.' * 90_000}b", f"a.b{'[' * 90_000}"])
def test_a_call_with_a_long_name_is_left_out_at_once(name: str) -> None:
    assert stack_frames(f"at {name}(Native Method)") == ()
