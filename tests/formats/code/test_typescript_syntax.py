"""Call signatures of TypeScript that the grammar takes for arguments of the type above, and `export type *`."""

from __future__ import annotations

import pytest

from dowse.formats.code.languages import LANGUAGES
from dowse.formats.code.symbols import symbols_of
from dowse.formats.code.typescript_syntax import with_semicolons

OVERLOADED = """/** Turns values into answers. */
export interface Respond {
  <T extends string>(value: T): Promise<T>
  // with a status
  <
    T,
    U extends number = number,
  >(
    value: T,
    status?: U
  ): Promise<T>
  <T>(value: T[]): Promise<T>
  render(): Answer<string>
  <const T = never>(): Promise<T>
}

/** Keeps «values». */
export class Keeper {
  keep(value: string): void {}
}

export const answer = (): string => "yes"
"""


@pytest.mark.parametrize("name", ["typescript", "tsx"])
def test_call_signatures_without_semicolons_hide_no_symbols(name: str) -> None:
    found = symbols_of(OVERLOADED, LANGUAGES[name])
    names = [each.qualified_name for each in found.symbols]
    assert not found.has_syntax_errors
    assert names == ["Respond", "Respond.render", "Keeper", "Keeper.keep", "answer"]
    keeper = found.symbols[2]
    assert (keeper.doc, OVERLOADED[keeper.definition : keeper.end][:12]) == ("Keeps «values».", "export class")


def test_a_text_that_the_grammar_reads_is_read_once_as_it_is() -> None:
    text = "const page = (\n  <Title>(a)</Title>\n)\nexport class Page {}\n"
    found = symbols_of(text, LANGUAGES["tsx"])
    assert not found.has_syntax_errors
    assert [each.qualified_name for each in found.symbols] == ["page", "Page"]


@pytest.mark.parametrize("line", ["  <div>(text)</div>", "  <Title text={a} />", "  <b>", "<T>(a)", "  a <T>(b)"])
def test_tags_and_type_arguments_get_no_semicolon(line: str) -> None:
    data = f"a\n{line}\n".encode()
    assert with_semicolons(data) == data


@pytest.mark.parametrize("variance", ["in out", "in", "out", "in\n  out"])
def test_the_variance_of_a_type_parameter_is_no_syntax_error(variance: str) -> None:
    text = f"export class Page<{variance} T extends Target = Target, {variance} U> {{\n  url() {{}}\n}}\n"
    found = symbols_of(text, LANGUAGES["typescript"])
    assert not found.has_syntax_errors
    assert [each.qualified_name for each in found.symbols] == ["Page", "Page.url"]
