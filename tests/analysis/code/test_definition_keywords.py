"""Lines that define a name in languages whose symbols are not read."""

from __future__ import annotations

import pytest

from dowse.analysis.code.definition_keywords import definition_fit


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
        "  @callback read(size :: integer) :: term",
        "  @macrocallback read(term) :: Macro.t()",
        "function read(size)",
        "  function text = read(size)",  # Octave
        "function [text, ~] = read(size)",
        "    consuming func read() {",  # Swift
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
        "  rpc read(Request) returns (Reply);",  # Protocol Buffers
        "func (f *Ferry) read() {",
        "@inlinable public func read() {",
        "extension (text: Text) def read(size: Int)",  # Scala
        "private[this] def read(size: Int)",
        "public with sharing class read {",  # Apex
        "write, read :: Int",  # Haskell
        ".read <- function(size) {",  # R
        "  read: (size) ->",  # CoffeeScript
        "type 'a read = Read of 'a",  # OCaml
        "type alias read = Int",  # Elm
        "(define (read size)",  # Scheme
        "read(Size) when Size > 0 ->",  # Erlang
        "#define read 1",  # CUDA
        "@implementation read",  # Objective-C
        "- (NSArray *)read:(NSString *)path {",
        "error read(uint size);",  # Solidity
        "CREATE TABLE IF NOT EXISTS read (",  # SQL
        "create or replace function public.read(size int)",
        'variable "read" {',  # HCL
        'resource "boat" "read" {',
        "pattern read id = Outer id Inner",  # Haskell
        "pattern read :: Id -> Token",
    ],
)
def test_a_line_with_a_keyword_or_a_signature_defines_the_name(line: str) -> None:
    assert definition_fit(f"// read\n{line}\n", "read") == 1


@pytest.mark.parametrize(
    ("line", "fit"),
    [
        ("  val read = size", 0.6),
        ("let read size =", 0.8),  # OCaml
        ("pub const read = struct {", 0.8),  # Zig
        ("class Ferry(private val read: Int)", 0.6),
        ('class Ferry(@get:Name("read") val read: Int)', 0.6),
        ("  bytes32 public constant read = 1;", 0.6),
        ("  Future<List<int>> read(int size) async {", 0.6),  # Dart
        ("  Future<Map<String, List<int>>> read() async {", 0.6),
        ("  static int read(int size) => size;", 0.6),
        ("  Text read(", 0.6),
        ("  int get read => 1;", 0.6),
        ("read(size::Int)::Text where T = open(size)", 0.6),  # Julia
        ("  @type read :: integer", 0.8),  # Elixir
        ("  @opaque read(kind) :: {kind, integer}", 0.8),
        ("  @spec read(integer) :: term", 0),
        ("  text = read(size)", 0),
        ("read(size) == 1", 0),
        ("read(size, (line) ->", 0),
        ("  read(size) = 1", 0),
        ("  Widget read(int size) {", 0.6),
        ("__global__ void read(float *x) {", 0.6),  # CUDA
        ("  return read(size) {", 0),
        ("  Text read(int size);", 0),
        ("  await read(", 0),
        ("INSERT INTO read(", 0),
        ("@protocol read;", 0.5),
        ("- (void)read;", 0.5),
        ("  override fun read() = 1", 0.5),
        ("  val x = read(1)", 0),
        ("  return object: read", 0),
        ("// fun read()", 0),
        (" * the class read", 0),
        ("  x() // the function read", 0),
        ("fun read.times()", 0),
        ("fun read<T>.times()", 0),
        ("defmodule read.Times do", 0),
        ("function read:times()", 0),
        ("  throws exception read", 0),
        ('(error "read is missing")', 0),
        ("    The path of the type read, by default", 0),
        ('  fail("no class read")', 0),
        ("  fail() -- the function read", 0),
        ("-keep class ferry.read {", 0),  # ProGuard
        ("class read;", 0.5),
        ("const struct read *size;", 0),
        ("struct read size;", 0),
        ("  case read, write", 0.6),
        ("  case read(Int)", 0.6),
        ("  case read: return", 0),
        ("  case read(size) =>", 0),
        ("  table = create (module read) 16", 0),  # OCaml
        ("  | exception read -> size", 0),
        ("  lines |> each (fun read -> size)", 0),
        ("  each(fn read ->", 0),
        ("function(read)", 0),
        ("print.read <- function(size) {", 0),  # R
        ("  read: () -> Unit", 0),
        ("  if let read = size", 0),
        ("import type read from './read'", 0),
        ("  import class Ferry.read", 0),
        ("fun readAll() {", 0),
        ("fun unread() {", 0),
        ("fun write(x: read)", 0),
        ("read: 1", 0),
        ("fun " + "a" * 400 + " read", 0),
        ('resource "read" "boat" {', 0.6),  # HCL
        ('  value = "read"', 0),
        ("pattern read matches the line", 0),
    ],
)
def test_variables_and_overrides_fit_less_and_uses_not_at_all(line: str, fit: float) -> None:
    assert definition_fit(f"{line}\n", "read") == pytest.approx(fit)


def test_a_call_of_function_defines_a_name_in_cmake_alone() -> None:
    assert definition_fit("function(read size)\nendfunction()\n", "read") == 1
    assert definition_fit("each(\n  function(read)\n  end)\n", "read") == 0


@pytest.mark.parametrize(("opening", "closing"), [("/*", "*/"), ("(*", "*)"), ('  @doc """', '"""'), ("--[[", "]]")])
def test_a_line_in_a_comment_or_a_text_of_many_lines_fits_less(opening: str, closing: str) -> None:
    assert definition_fit(f"{opening}\nclass read is old\n{closing}\n", "read") == 0.5
    assert definition_fit(f"{opening}\n{closing}\nclass read\n", "read") == 1
    assert definition_fit('x = "files/*"\nclass read\n', "read") == 1


@pytest.mark.parametrize("line", ["READ,", "READ", "READ(1) {", "READ;", "READ, // first"])
def test_an_entry_of_an_enumeration_of_kotlin_is_defined_there(line: str) -> None:
    assert definition_fit(f"enum class Mode(x: Int) {{\n  OPEN(2) {{ x() }},\n  {line}\n}}\n", "READ") == 0.8
    assert definition_fit(f"enum class Mode {{\n  OPEN;\n  fun f() = g(\n    {line}\n  )\n}}\n", "READ") == 0
    assert definition_fit(f"enum class Mode {{ OPEN }}\nval x = listOf(\n  {line}\n)\n", "READ") == 0


def test_the_best_line_counts() -> None:
    assert definition_fit("val read = 1\noverride fun read() {}\nfun read() {}\n", "read") == 1
    assert definition_fit("", "read") == 0


def test_a_line_of_many_types_takes_no_longer_than_others() -> None:
    assert definition_fit("a<> " * 60 + "%read(x) {", "read") == 0
