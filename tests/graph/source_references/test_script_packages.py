"""Imports of JavaScript and TypeScript by the names of packages and by aliases of paths."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import FrameType

import pytest

from dowse.formats.code.module_settings import module_settings
from dowse.graph.source_references.path_patterns import PathPatterns
from dowse.graph.source_references.reference_resolver import ReferenceResolver
from dowse.graph.source_references.script_packages import ScriptPackages
from dowse.model.module_settings import CompilerOptions, ModuleSettings, PackageManifest
from tests.graph.source_references.sources import Sources, meanings

_TARGET = "export function run() {}\n"


def _imported(files: Mapping[str, str], *, by: str = "apps/web/main.ts") -> list[str]:
    """The files that one file imports."""
    settings = {path: found for path, text in files.items() if (found := module_settings(path, text))}
    sources = {path: text for path, text in files.items() if path not in settings}
    resolved = ReferenceResolver(Sources(sources), ScriptPackages(settings)).resolved([by])
    return [each.target.doc for each in resolved[by].edges if each.relation == "imports"]


def _workspace(
    manifest: str, module: str, *paths: str, root: str = '{"workspaces": ["libs/*", "apps/*"]}'
) -> list[str]:
    """The files that an app imports from the package in libs/core."""
    files = {"package.json": root, "libs/core/package.json": manifest, "apps/web/main.ts": f"import '{module}'\n"}
    return _imported(files | {f"libs/core/{path}": _TARGET for path in paths})


@pytest.mark.parametrize(
    ("manifest", "path"),
    [
        ('{"name": "@x/core", "main": "./dist/index.js"}', "src/index.ts"),
        ('{"name": "@x/core", "main": "lib/cjs/start.js"}', "src/start.ts"),
        ('{"name": "@x/core", "main": "dist/src/start.js"}', "src/start.ts"),
        ('{"name": "@x/core", "source": "./source/begin.ts", "main": "./dist/index.js"}', "source/begin.ts"),
        ('{"name": "@x/core", "main": "./main.js"}', "main.js"),
        ('{"name": "@x/core", "types": "./dist-types/begin.d.mts"}', "src/begin.mts"),
        ('{"name": "@x/core", "exports": {"import": "./dist/begin.mjs"}}', "src/begin.ts"),
        ('{"name": "@x/core"}', "index.js"),
    ],
)
def test_the_name_of_a_package_means_the_source_of_its_main_module(manifest: str, path: str) -> None:
    assert _workspace(manifest, "@x/core", path, "src/other.ts") == [f"libs/core/{path}"]


def test_a_subpath_means_what_the_package_exports() -> None:
    manifest = '{"name": "core", "exports": {"./a": "./dist/parts/a.js", "./b/*": {"types": "./dist/b/*.d.ts"}}}'
    paths = ("src/parts/a.ts", "src/b/x.ts", "a.ts", "c.ts")
    assert _workspace(manifest, "core/a", *paths) == ["libs/core/src/parts/a.ts"]
    assert _workspace(manifest, "core/b/x", *paths) == ["libs/core/src/b/x.ts"]
    assert _workspace(manifest, "core/c", *paths) == []  # not exported


def test_a_package_without_exports_offers_its_files() -> None:
    assert _workspace('{"name": "core"}', "core/lib/x", "lib/x.js") == ["libs/core/lib/x.js"]
    assert _workspace('{"name": "core"}', "core/x", "src/x.ts") == ["libs/core/src/x.ts"]


def test_a_package_outside_of_the_workspace_has_no_edge() -> None:
    """A fixture may have the name of a package that others install."""
    manifest = '{"name": "react"}'
    assert _workspace(manifest, "react", "index.js", root='{"workspaces": ["apps/*"]}') == []
    assert _workspace(manifest, "react", "index.js", root='{"workspaces": ["**", "!libs/*"]}') == []
    assert _workspace(manifest, "react", "index.js", root="{}") == []
    assert _workspace(manifest, "react", "index.js", root='{"workspaces": ["**"]}') == ["libs/core/index.js"]


def test_a_package_imports_itself_by_its_name() -> None:
    files = {"package.json": '{"name": "own"}', "src/index.ts": _TARGET, "test/a.ts": "import { run } from 'own'\n"}
    assert _imported(files, by="test/a.ts") == ["src/index.ts"]


def test_a_module_of_go_is_the_nearest_one_of_its_path() -> None:
    files = {
        "go.mod": "module widget/v2\n",
        "a.go": "package widget\n",
        "old/go.mod": "module widget\n",
        "old/b.go": "package widget\n",
        "x/y/go.mod": "module widget/v2\n",
        "x/y/c.go": "package widget\n",
        "d/use.go": 'package d\nimport "widget/v2"\n',
        "x/y/d/use.go": 'package d\nimport "widget/v2"\n',
        "e/use.go": 'package e\nimport "widget"\n',
    }
    imported = {by: _imported(files, by=by) for by in files if by.endswith("use.go")}
    assert imported == {"d/use.go": ["a.go"], "x/y/d/use.go": ["x/y/c.go"], "e/use.go": ["old/b.go"]}


def test_a_call_in_a_package_of_go_means_a_symbol_of_any_of_its_files() -> None:
    files = {
        "x/a.go": 'package x\nimport "example.com/m/x/in"\nfunc run() { in.Do(); in.Keep(); in.Kit.Run() }\n',
        "x/in/a.go": "package in\nfunc Keep() {}\n",
        "x/in/b.go": "package in\nfunc Do() {}\ntype Kit struct {}\nfunc (k Kit) Run() {}\n",
        "x/in/a_test.go": "package in\n",
    }
    calls = [f"x/a.go#run -> x/in/{target} (module)" for target in ("a.go#Keep", "b.go#Do")]
    assert meanings(files) == [*calls, "x/a.go#run -> x/in/b.go#Kit.Run (class)"]
    imports = [f"x/a.go -> x/in/{name} (module)" for name in ("a.go", "b.go")]
    assert meanings(files, "imports") == imports


def test_imports_of_a_package_lead_to_its_files_and_to_others() -> None:
    files = {
        "package.json": '{"name": "own", "imports": {"#lib/*": "./dist/lib/*.js", "#self": "own/other"}}',
        "src/lib/a.ts": _TARGET,
        "src/other.ts": _TARGET,
        "b.ts": "import '#lib/a'; import '#self'; import '#no'\n",
    }
    assert _imported(files, by="b.ts") == ["src/lib/a.ts", "src/other.ts"]


@pytest.mark.parametrize(
    ("version", "module", "path"),
    [
        ("link:../../libs/kit", "kit", "libs/kit/src/index.ts"),
        ("file:../../libs/kit/", "kit/part", "libs/kit/part.ts"),
        ("portal:../../libs/kit", "kit", "libs/kit/src/index.ts"),
        ("workspace:../../libs/kit", "kit", "libs/kit/src/index.ts"),
        ("../../libs/kit", "kit", "libs/kit/src/index.ts"),
        ("file:vendored", "kit", "apps/web/vendored/index.js"),
        ("workspace:@x/kit@*", "kit/part", "libs/kit/part.ts"),
    ],
)
def test_a_dependency_leads_to_the_folder_or_the_package_that_it_names(version: str, module: str, path: str) -> None:
    files = {
        "package.json": '{"workspaces": ["libs/*"]}',
        "apps/web/package.json": f'{{"name": "web", "devDependencies": {{"kit": "{version}"}}}}',
        "libs/kit/package.json": '{"name": "@x/kit", "main": "./dist/index.js"}',
        "apps/web/main.ts": f"import '{module}'\n",
    }
    assert _imported(files | {path: _TARGET, "other/index.ts": _TARGET}) == [path]


@pytest.mark.parametrize(
    "version",
    ["link:../../..", "file:/etc", "file:///etc", "link:../../../etc", "^1.0.0", "npm:other@1", "workspace:*"],
)
def test_a_dependency_leads_to_no_folder_outside_of_the_vault(version: str) -> None:
    files = {
        "apps/web/package.json": f'{{"dependencies": {{"kit": "{version}"}}}}',
        "apps/web/main.ts": "import 'kit/passwd'\n",
        "etc/passwd.ts": _TARGET,
        "passwd.ts": _TARGET,
    }
    assert _imported(files) == []


def _aliased(configuration: str, module: str, path: str, **more: str) -> list[str]:
    others = {name.replace("__", "/") + ".json": text for name, text in more.items()}
    main = f"import '{module}'\n"
    return _imported({"apps/web/tsconfig.json": configuration, "apps/web/main.ts": main, path: _TARGET, **others})


def test_paths_of_the_compiler_lead_to_files() -> None:
    options = (
        '{"compilerOptions": {"paths": {"@/*": ["./gone/*", "./src/*"], "@/x/*": ["./other/*"], "~one": ["./one.ts"]}}}'
    )
    assert _aliased(options, "@/a/b", "apps/web/src/a/b.tsx") == ["apps/web/src/a/b.tsx"]
    assert _aliased(options, "@/a", "apps/web/src/a/index.ts") == ["apps/web/src/a/index.ts"]
    assert _aliased(options, "@/x/y", "apps/web/other/y.ts") == ["apps/web/other/y.ts"]  # the longest pattern
    assert _aliased(options, "@/x/y", "apps/web/src/x/y.ts") == []
    assert _aliased(options, "~one", "apps/web/one.ts") == ["apps/web/one.ts"]


def test_the_base_url_is_the_folder_of_paths_and_of_modules() -> None:
    assert _aliased('{"compilerOptions": {"baseUrl": "src"}}', "a/b", "apps/web/src/a/b.ts") == ["apps/web/src/a/b.ts"]
    options = '{"compilerOptions": {"baseUrl": "../..", "paths": {"lib": ["shared/lib"]}}}'
    assert _aliased(options, "lib", "shared/lib.ts") == ["shared/lib.ts"]


def test_a_configuration_has_the_paths_of_those_that_it_extends() -> None:
    base = '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}'
    assert _aliased('{"extends": "../../tsconfig.base"}', "@/a", "src/a.ts", **{"tsconfig.base": base}) == ["src/a.ts"]
    own = '{"extends": "../../tsconfig.base.json", "compilerOptions": {"paths": {"#/*": ["./*"]}}}'
    assert _aliased(own, "@/a", "src/a.ts", **{"tsconfig.base": base}) == []  # own paths replace them all


def test_a_configuration_has_the_paths_of_its_parts() -> None:
    part = '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}'
    parts = {"apps__web__tsconfig.app": part}
    found = _aliased(
        '{"files": [], "references": [{"path": "./tsconfig.app.json"}]}', "@/a", "apps/web/src/a.ts", **parts
    )
    assert found == ["apps/web/src/a.ts"]


def test_configurations_that_extend_each_other_end() -> None:
    other = '{"extends": "./apps/web/tsconfig.json"}'
    assert _aliased('{"extends": "../../tsconfig.json"}', "@/a", "a.ts", tsconfig=other) == []


@pytest.mark.parametrize("target", ["../../../*", "/etc/*", "../../../../../../*"])
def test_no_path_leads_out_of_the_vault(target: str) -> None:
    configuration = f'{{"compilerOptions": {{"paths": {{"@/*": ["{target}"]}}}}}}'
    assert _aliased(configuration, "@/passwd", "etc/passwd.ts") == []
    assert _workspace(f'{{"name": "core", "main": "{target}"}}', "core", "other.ts") == []


def _calls(settings: Mapping[str, ModuleSettings], modules: int, *, by: str = "src/b.js") -> int:
    """The calls of functions while imports of parts of the package x are resolved."""
    packages = ScriptPackages(settings)
    calls = 0

    def called(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        for number in range(modules):
            list(packages.candidates(f"x/m{number}", by, lambda _key: None))
    finally:
        sys.setprofile(before)
    return calls


_HOSTILE = (
    ("**/" * 160, "**/" * 160 + "z"),
    ("**/q{n}", "q{n}/**/z"),
    ("**/*/**/*/**/*/z{n}", "*/**/*/**/*/**/*/z{n}"),
    ("**/*" * 100, "*/" * 240 + "{n}"),
)


@pytest.mark.parametrize("patterns", _HOSTILE)
def test_patterns_of_a_workspace_take_few_steps_whatever_they_are(patterns: tuple[str, ...]) -> None:
    """The steps of the first version were 500,000 and more for each import."""
    listed = tuple(patterns[number % 2].replace("{n}", str(number)) for number in range(500))
    package = {"/".join("a" * 20) + "/package.json": PackageManifest(name="x")}
    settings = {"package.json": PackageManifest(workspaces=listed), **package}
    first = _calls(settings, 1)
    assert first < 64 * 20 * 16 * 8  # patterns, parts of the folder, parts of a pattern, calls for a pair of parts
    assert _calls(settings, 100) < first + 100 * 500  # no pattern is compared with the same folder again


def test_the_packages_of_one_name_take_few_steps_whatever_their_number() -> None:
    workspace = {"package.json": PackageManifest(workspaces=tuple(f"q{number}/**/z" for number in range(500)))}
    packages = {f"p{number}/a/package.json": PackageManifest(name="x") for number in range(1000)}
    assert _calls({**workspace, **packages}, 10) < 50_000


def test_workspaces_within_each_other_take_few_steps_whatever_their_number() -> None:
    folders = ["/".join("a" * depth) for depth in range(1, 200)]
    patterns = PackageManifest(workspaces=tuple(f"**/*/z{number}" for number in range(10)))
    workspaces = {f"{folder}/package.json": patterns for folder in folders}
    package = {f"{folders[-1]}/b/package.json": PackageManifest(name="x")}
    assert _calls({**workspaces, **package}, 1, by=f"{folders[-1]}/c/d.js") < 20_000


def test_the_configurations_of_a_project_are_read_once_whatever_they_extend() -> None:
    """The first version looked for each of the names again for each import, with 18,000,000 calls."""
    names = tuple(f"@x/p{number}/a" for number in range(500))
    extended = {f"t{number}.json": CompilerOptions(extends=(*names, f"./t{number + 1}.json")) for number in range(100)}
    parts = CompilerOptions(references=("./t0.json",) * 500, extends=("./t0.json",) * 500)
    packages = {f"p{number}/package.json": PackageManifest(name=f"@x/p{number}") for number in range(500)}
    workspace = PackageManifest(workspaces=("*",))
    settings: dict[str, ModuleSettings] = {"tsconfig.json": parts, "package.json": workspace, **extended, **packages}
    first = _calls(settings, 1)
    assert first < 20_000
    assert _calls(settings, 100) < first + 100 * 200


def test_a_configuration_has_the_paths_at_the_end_of_a_chain() -> None:
    chain = {f"tsconfig.{number}": f'{{"extends": "./tsconfig.{number + 1}.json"}}' for number in range(18)}
    chain["tsconfig.18"] = '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}'
    assert _aliased('{"extends": "../../tsconfig.0.json"}', "@/a", "src/a.ts", **chain) == ["src/a.ts"]


def test_of_patterns_with_one_beginning_the_first_counts_that_fits_the_end() -> None:
    patterns = PathPatterns((("@/*.js", ("one/*",)), ("@/*", ("two/*",)), ("*", ("three/*",)), ("@/a", ("four",))))
    assert patterns.targets("@/x.js") == ("one/x",)
    assert patterns.targets("@/x") == ("two/x",)
    assert patterns.targets("@/a") == ("four",)
    assert patterns.targets("x") == ("three/x",)
    assert PathPatterns().targets("x") == ()


def test_a_package_is_found_beside_many_deeper_ones_of_its_name() -> None:
    fixtures = {f"apps/a/fixtures/{number}/package.json": '{"name": "core"}' for number in range(100)}
    own = {"apps/web/test/deep/package.json": '{"name": "core"}', "apps/web/test/deep/src/y.ts": _TARGET}
    files = {
        "package.json": '{"workspaces": ["**"]}',
        "libs/core/package.json": '{"name": "core"}',
        "libs/core/src/x.ts": _TARGET,
        "apps/web/main.ts": "import 'core/x'\n",
        "apps/web/test/deep/main.ts": "import 'core/y'\n",
    }
    assert _imported(files | fixtures | own) == ["libs/core/src/x.ts"]
    assert _imported(files | fixtures | own, by="apps/web/test/deep/main.ts") == ["apps/web/test/deep/src/y.ts"]
