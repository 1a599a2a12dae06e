"""Lines that define a name in languages whose symbols are not read."""

from __future__ import annotations

import pytest

from dowse.analysis.definition_lines import definition_fit


@pytest.mark.parametrize(
    "line",
    [
        "fun read(size: Int): Text {",  # Kotlin
        "  internal suspend fun <T : Any> List<T>.read(): T",
        "typealias read = List<Text>",
        "    public func read(_ size: Int) throws -> Text {",  # Swift
        "  func `read`() {}",
        "  def read(size) do",  # Elixir
        "defmodule Ferry.read do",
        "  defp read(size), do: size",
        "read :: Int -> IO Text",  # Haskell
        "read, write :: Int",
        "newtype read = Read Int",
        "local function M.read(size)",  # Lua
        "M.read = function(size)",
        "pub fn read(self: *Self) void {",  # Zig
        "(defn- read [size]",  # Clojure
        "(defun read (size)",
        "let rec read size =",  # OCaml
        "read <- function(size) {",  # R
        "sub read {",  # Perl
        "function(read size)",  # CMake
        "  rpc read(Request) returns (Reply);",  # Protocol Buffers
        "func (f *Ferry) read() {",
    ],
)
def test_a_line_with_a_keyword_or_a_signature_defines_the_name(line: str) -> None:
    assert definition_fit(f"// read\n{line}\n", "read") == 1


@pytest.mark.parametrize(
    ("line", "fit"),
    [
        ("  val read = size", 0.6),
        ("class Ferry(private val read: Int)", 0.6),
        ("  override fun read() = 1", 0.5),
        ("  val x = read(1)", 0),
        ("  return object: read", 0),
        ("// fun read()", 0),
        (" * the class read", 0),
        ("  x() // the function read", 0),
        ("import type read from './read'", 0),
        ("  import class Ferry.read", 0),
        ("fun readAll() {", 0),
        ("fun unread() {", 0),
        ("fun write(x: read)", 0),
        ("read: 1", 0),
        ("fun " + "a" * 400 + " read", 0),
    ],
)
def test_variables_and_overrides_fit_less_and_uses_not_at_all(line: str, fit: float) -> None:
    assert definition_fit(f"{line}\n", "read") == pytest.approx(fit)


def test_the_best_line_counts() -> None:
    assert definition_fit("val read = 1\noverride fun read() {}\nfun read() {}\n", "read") == 1
    assert definition_fit("", "read") == 0
