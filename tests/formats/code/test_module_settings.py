"""Files that say what imports mean, of any form."""

from __future__ import annotations

import json
import random

import pytest

from dowse.formats.code.module_settings import is_module_settings, module_settings, restored, stored
from dowse.model.module_settings import CompilerOptions, GoModule, PackageManifest


def test_files_are_known_by_their_names() -> None:
    named = [
        "a/package.json",
        "tsconfig.json",
        "tsconfig.base.json",
        "x/jsconfig.json",
        "pnpm-workspace.yaml",
        "b/go.mod",
    ]
    assert all(map(is_module_settings, named))
    assert not any(map(is_module_settings, ["a.json", "package.json.bak", "tsconfig.ts", "my-package.json"]))


def test_a_manifest_has_the_name_the_workspaces_and_what_the_package_offers() -> None:
    text = """{"name": "@a/b", "workspaces": {"packages": ["apps/*"]},
    "main": "./dist/index.js", "types": "./dist/i.d.ts", "imports": {"#in": "./src/in.ts"},
    "exports": {
      ".": {"import": {"default": "./dist/i.mjs", "types": "./dist/i.d.mts"}}, "./x/*": ["./dist/x/*.js", null]
    }}"""
    assert module_settings("package.json", text) == PackageManifest(
        "@a/b",
        ("apps/*",),
        ("./dist/i.d.ts", "./dist/index.js"),
        ((".", ("./dist/i.d.mts", "./dist/i.mjs")), ("./x/*", ("./dist/x/*.js",))),
        (("#in", ("./src/in.ts",)),),
    )


def test_exports_without_subpaths_are_those_of_the_package() -> None:
    for exports in ('"./a.js"', '{"import": "./a.js"}'):
        settings = module_settings("package.json", f'{{"exports": {exports}}}')
        assert settings == PackageManifest(exports=((".", ("./a.js",)),))


@pytest.mark.parametrize(
    "text", ["// x\nmodule a.b/c // d\n\ngo 1.22\n", 'module "a.b/c"\r\n', "go 1.22\nmodule `a.b/c`"]
)
def test_a_module_of_go_has_the_path_in_its_file(text: str) -> None:
    settings = module_settings("x/go.mod", text)
    assert settings == GoModule("a.b/c")
    assert restored(stored(settings)) == settings
    assert module_settings("go.mod", "require a.b/c v1.0.0\n// module a.b/c\n") is None


def test_compiler_options_may_have_comments_and_trailing_commas() -> None:
    text = """\ufeff{ // of all "packages"
      "extends": ["./base.json",], /* and */ "references": [{"path": "./app"}, 3],
      "compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["./src/*", 1,], "url": ["http://x/,}"], }, },
    }"""
    paths = (("@/*", ("./src/*",)), ("url", ("http://x/,}",)))
    assert module_settings("tsconfig.json", text) == CompilerOptions(("./base.json",), ("./app",), ".", paths)


def test_the_packages_of_pnpm_are_the_items_of_one_list() -> None:
    text = "# all\npackages:\n  - 'a/*'\n\n  # more\n  - \"b\" # c\n- !c\ncatalog:\n  - no\n"
    assert module_settings("pnpm-workspace.yaml", text) == PackageManifest(workspaces=("a/*", "b", "!c"))


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "null", "{", '{"name": 3, "exports": 7, "workspaces": "x"}', "[" * 100_000, '{"a":' * 5_000),
        *('{"name": "\\ud800"}', f'{{"name": "{"x" * 501}"}}', '{"compilerOptions": []}'),
        f'{{"a": 1{"0" * 5_000}}}',
    ],
)
def test_a_file_that_says_nothing_or_is_broken_has_no_settings(text: str) -> None:
    assert module_settings("package.json", text) is None
    assert module_settings("tsconfig.json", text) is None


def test_lists_of_any_length_are_cut() -> None:
    text = json.dumps({"exports": {f"./{n}": [f"./{m}" for m in range(100)] for n in range(2_000)}})
    settings = module_settings("package.json", text)
    assert isinstance(settings, PackageManifest)
    assert len(settings.exports) == 500
    assert {len(paths) for _, paths in settings.exports} == {16}


@pytest.mark.parametrize("text", ['\\"' * 60_000, "/*" * 60_000, "," * 120_000, '"' * 120_000])
def test_the_time_grows_with_the_length_of_the_text(text: str) -> None:
    """Quadratic time would be minutes; the suite has a limit for a test."""
    assert module_settings("tsconfig.json", text) is None


def test_stored_settings_are_restored_and_other_texts_are_not() -> None:
    manifest = PackageManifest("a", ("b/*",), ("c",), ((".", ("d",)),), (("#e", ("f",)),))
    options = CompilerOptions(("a",), ("b",), "c", (("d/*", ("e", "f")),))
    assert [restored(stored(each)) for each in (manifest, options)] == [manifest, options]
    chance = random.Random(1)  # noqa: S311  # no secret
    for each in (manifest, options):
        for _ in range(200):
            text = list(stored(each))
            text[chance.randrange(len(text))] = chance.choice('[]{}",x1')
            assert isinstance(restored("".join(text)), PackageManifest | CompilerOptions | None)
