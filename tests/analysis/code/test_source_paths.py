"""The part that a source file plays, by its path."""

from __future__ import annotations

import pytest

from dowse.analysis.code.source_paths import Part, is_aside_path, is_changelog, is_licence, is_test_path, parts_aside


@pytest.mark.parametrize(
    ("path", "is_test"),
    [
        ("tests/mocks.py", True),
        ("t/mocks.py", True),
        ("src/__mocks__/api.js", True),
        ("src/api.test.ts", True),
        ("Tests/Responses/empty.json", True),
        ("integration_test/cases/repo.exs", True),
        ("integration-testing/build.gradle.kts", True),
        ("ui/android-unit-tests/src/Scope.kt", True),
        ("src/androidTest/Scope.kt", True),
        ("src/testFixtures/java/Scope.java", True),
        ("test-utils/src/Base.kt", True),
        ("core/test-resources/log.xml", True),
        ("internal/testdata/a.go", True),
        ("src/__fixtures__/api.js", True),
        ("fixtures/api.json", True),
        ("Model.Tests/Types/Person.cs", True),
        ("src/model/tests.rs", True),
        ("src/testutil.rs", True),
        ("src/SessionIT.java", True),
        ("specs/parser/parser.rb", True),
        ("specs/sign-in/plan.md", False),
        ("spec/format.adoc", False),
        ("guides/testing/sandbox.md", False),
        ("guides/test-helpers.md", False),
        ("warnings/view-test-utils.mdx", False),
        ("src/view-test-utils.js", True),
        ("testing/test/plan.md", True),
        ("src/testing/sandbox.py", True),
        ("src/t/mocks.py", False),
        ("coroutines-test/src/TestScope.kt", False),
        ("src/test_runner/run.js", False),
        ("src/Handler/TestHandler.php", False),
        ("src/CartTestCase.php", True),
        ("src/main/kotlin/model/specs/Property.kt", False),
        ("core/src/main/java/org/frame/test/Context.java", False),
        ("poet/src/commonMain/kotlin/FunSpec.kt", False),
        ("test-utils/src/main/kotlin/Base.kt", True),
        ("lib/cart/test_api.rb", False),
        ("shop/lib/shop/testing/clock.rb", False),
        ("lib/shop/test/conn_test.ex", False),
        ("lib/shop/cart_test.rb", True),
        ("spec/lib/shop/cart.rb", True),
        ("lib/test/cart.py", True),
        ("src/test/java/main/Cart.java", True),
        ("src/jvmTest/kotlin/Cart.kt", True),
        ("src/Testing/TestCase.php", False),
        ("src/contest/Contest.java", False),
        ("src/Exit.java", False),
        ("src/latest/api.py", False),
        ("Model.Test/Person.cs", True),
        ("regress/copy-mode.sh", True),
        ("src/test/regress/sql/join.sql", True),
        ("fuzz/parse-fuzzer.c", True),
        ("fuzz/fuzz_targets/parse.rs", True),
        ("src/fuzzy/match.c", False),
        ("src/regress.c", False),
        ("features/cart.feature", True),
        ("spec/acceptance/cart.feature", True),
        ("features/step_definitions/cart.rb", True),
        ("features/step_definitions.rb", True),
        ("features/support/env.rb", True),
        ("src/features/cart.ts", False),
    ],
)
def test_a_file_in_a_folder_of_tests_or_named_as_one_is_a_test(path: str, is_test: bool) -> None:
    assert is_test_path(path) == is_test


_NAMES = {  # by language: of tests, and of other files
    "Python": (
        "test_cart.py cart_test.py cart_tests.py tests.py conftest.py cart_unittest.py",
        "latest.py attest.py contest_tools.py",
    ),
    "JavaScript": (
        "cart.test.js cart.test.mjs cart-test.js cart_test.js test-cart.js test-cart.cjs cart.spec.jsx config.test.js",
        "contest.js latest.js ab-test.js pricing-a-b-test.js hit-test.js test.js testimonials.js protest.js",
    ),
    "TypeScript": (
        "cart.test.ts cart.test-d.ts cart.spec-d.mts cart-test.tsx cart.spec.tsx app.e2e-spec.ts cart.cy.ts",
        "test-case.component.ts vitest.config.e2e.ts latest.ts contest.tsx open-api.ts commands/test.ts",
    ),
    "Go": ("cart_test.go testutil.go cart_testutil.go", "attest.go latest.go contest.go test.go"),
    "Java": (
        "CartTest.java CartTests.java CartIT.java CartTestCase.java",
        "Latest.java Attestation.java Contest.java Transit.java",
    ),
    "Kotlin": ("CartTest.kt CartSpec.kt CartIT.kt", "Contest.kt Specification.kt Latest.kt"),
    "C#": ("CartTests.cs CartTest.cs", "Contest.cs Latest.cs Testable.cs"),
    "Ruby": (
        "cart_spec.rb cart_test.rb test_cart.rb spec_helper.rb rails_helper.rb model_spec_helper.rb test_helper.rb",
        "latest.rb spec.rb contest.rb helper.rb",
    ),
    "PHP": ("CartTest.php CartTestCase.php cart.phpt", "Contest.php Latest.php TestHandler.php"),
    "Rust": ("tests.rs cart_test.rs cart_tests.rs", "latest.rs attest.rs contests.rs"),
    "Elixir": ("cart_test.exs test_helper.exs", "latest.ex contest.ex"),
    "Swift": ("CartTests.swift CartTest.swift CartSpec.swift", "Contest.swift Latest.swift"),
    "C and C++": (
        "test_cart.c test-cart.c cart_test.cc cart-test.cc cart_unittest.cc CartTests.cpp env_test_helper.h",
        "latest.c HitTest.cpp contest.cc hit-test.cc",
    ),
    "others": (
        "CartSpec.scala CartSuite.scala CartSpec.groovy cart_test.dart cart_spec.lua cart_test.clj cart_tests.erl",
        "contest.lua latest.dart",
    ),
    "more": (
        "setupTests.ts cart_SUITE.erl CartSpec.hs test-cart.R runtests.jl CartTests.fs Cart.Tests.ps1 cart.bats cart.t",
        "Test-Path.ps1 latest.sh",
    ),
    "data": (
        "test-vectors.json test_vectors.csv sign-test-vectors.py",
        "latest-vectors.json testimonials.md attestation.json",
    ),
}


@pytest.mark.parametrize("language", _NAMES)
def test_files_named_as_tests_of_their_language_are_tests(language: str) -> None:
    tests, others = (names.split() for names in _NAMES[language])
    in_folder = [name if "/" in name else f"src/{name}" for name in (*tests, *others)]
    assert [path.removeprefix("src/") for path in in_folder if is_test_path(path)] == tests


def test_a_script_called_test_at_the_top_is_a_test() -> None:
    """As those of small packages of JavaScript; elsewhere it may be a command."""
    assert is_test_path("test.js")
    assert not is_test_path("cli/test.js")


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        ("benchmarks/src/Flow.kt", {"benchmark"}),
        ("crates/glob/benches/bench.rs", {"benchmark"}),
        ("core/jmh/Flow.kt", {"benchmark"}),
        ("perf-measures/types/generate.ts", {"benchmark"}),
        ("src/performance/cache.ts", set()),
        ("src/Model.Benchmarks/Flow.cs", {"benchmark"}),
        ("metrics/src/ParseBenchmark.java", {"benchmark"}),
        ("src/Support/Benchmark.php", set()),
        ("src/parse_benchmark.cc", {"benchmark"}),
        ("src/parse.bench.ts", {"benchmark"}),
        ("benchmarks/Model.Tests/FlowTests.cs", {"benchmark", "test"}),
        ("src/workbench/view.ts", set()),
        ("src/Workbench.java", set()),
        ("samples/cart/app.js", {"example"}),
        ("watchOS Example/App.swift", {"example"}),
        ("Demo/App/ViewController.swift", {"example"}),
        ("completion/fish/rope.fish", {"completion"}),
        ("assets/completions/_rope", {"completion"}),
        ("cli/completion/command.go", set()),
        ("completion.bash", set()),
        ("etc/bash_completion.sh", {"completion"}),
        ("contrib/rope-completion.zsh", {"completion"}),
        ("src/rope-completion.c", set()),
        ("db/migrate/20240102030405_add_anchor_to_boats.rb", {"migration"}),
        ("harbour/boats/migrations/0002_anchor.py", {"migration"}),
        ("src/main/resources/db/migration/V2__anchor.sql", {"migration"}),
        ("prisma/migrations/20240102030405_init/migration.sql", {"migration"}),
        ("lib/harbour/migrations/postgres/v02.ex", {"migration"}),
        ("migrations/versions/4f1a2b3c4d5e_anchor.py", {"migration"}),
        ("Harbour.Data/Migrations/20240102030405_AddAnchor.cs", {"migration"}),
        ("migrations/Version20240102030405.php", {"migration"}),
        ("src/Migrations/VersionComparator.php", set()),
        ("db/migrations/writer.py", set()),
        ("lib/harbour/migrations/postgres.ex", set()),
        ("docs/migrate/v1-to-v2.md", {"example"}),
        ("web/migrations/v2.md", set()),
        ("web/src/pages/hub-demo/index.ts", set()),
        ("docs_src/first/main.py", {"example"}),
        ("src/sample/rate.py", set()),
        ("examples/cart/cart.spec.js", {"example", "test"}),
        ("src/legacy/cart.js", {"legacy"}),
        ("spec/factories/cart.rb", {"test", "test support"}),
        ("test/test_helper.rb", {"test", "test support"}),
        ("tests/test_helpers.py", {"test"}),
        ("tests/test_cart/__init__.py", {"test"}),
        *((path, {"test"}) for path in ("t/cart.t", "test/cart.bats", "tests/cart.phpt", "src/test/java/CartIT.java")),
        *((path, {"test"}) for path in ("src/test/scala/CartSuite.scala", "test/cart_SUITE.erl", "cart_unittest.cc")),
        *((path, {"test"}) for path in ("cypress/e2e/cart.cy.ts", "e2e/cart.e2e.js")),
        ("features/cart.feature", {"test"}),
        ("t/lib/Cart.pm", {"test", "test support"}),
    ],
)
def test_a_file_beside_the_application_is_known_by_its_path(path: str, parts: set[Part]) -> None:
    assert parts_aside(path) == parts


@pytest.mark.parametrize(
    ("path", "is_aside"),
    [
        ("docs/conf.py", True),
        ("docs/Makefile", True),
        ("docs/code/uvcat/main.c", True),
        ("examples/app.py", True),
        ("doc/man_pages.go", False),
        ("src/app/docs/views.py", False),
        ("src/docs.py", False),
    ],
)
def test_source_code_of_the_documentation_is_no_code_of_the_application(path: str, is_aside: bool) -> None:
    """A Go package may be called `doc`, and a part of an application `docs`."""
    assert is_aside_path(path) == is_aside


@pytest.mark.parametrize(
    ("path", "lists_changes"),
    [
        ("CHANGES.rst", True),
        ("docs/changelog.md", True),
        ("CHANGELOG", True),
        ("HISTORY.md", True),
        ("docs/release-notes.md", True),
        ("docs/changelogs/changelog_3x.md", True),
        ("CHANGELOG-3.0.md", True),
        ("RelNotes/2.45.txt", True),
        ("docs/changelogger.md", False),
        ("docs/changes/index.md", False),
        ("history/rome.md", False),
        ("Exchanges.md", False),
    ],
)
def test_a_list_of_changes_is_known_by_its_name(path: str, lists_changes: bool) -> None:
    assert is_changelog(path) == lists_changes


@pytest.mark.parametrize(
    ("path", "is_one"),
    [
        ("LICENSE.txt", True),
        ("licence", True),
        ("COPYING.LESSER", True),
        ("lib/LICENSE-MIT.md", True),
        ("AUTHORS.rst", True),
        ("CODE_OF_CONDUCT.md", True),
        ("docs/licensing.md", False),
        ("docs/licenses/index.md", False),
        ("api/authors.md", False),
    ],
)
def test_a_licence_and_a_list_of_authors_are_known_by_their_names(path: str, is_one: bool) -> None:
    assert is_licence(path) == is_one
