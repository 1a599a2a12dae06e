"""The programming languages: file endings, file names, interpreters, and the tree-sitter grammar if there is one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from ...model.value_class import dataclass

CommentStyle = Literal["slashes", "hashes", "dashes", "other"]
ExportRule = Literal[
    "underscore",  # exported unless the name begins with `_`; `__all__` decides where it is defined
    "statement",  # exported by `export`, `module.exports` or `exports`
    "capital",  # exported if the name begins with a capital letter
    "pub",
    "public",
    "not static",
    "access",  # exported unless an access label hides it, or `static` outside of a class
    "private",  # exported unless private or protected
    "all",
]


@dataclass(frozen=True, slots=True)
class GrammarSpec:
    """A tree-sitter grammar: where its wheel keeps the parser, and the queries that find symbols."""

    module: str  # of the wheel
    queries: tuple[str, ...]  # names of files in queries/, without ending
    function: str = "language"


@dataclass(frozen=True, slots=True)
class LanguageSpec:
    """A language as data; without a grammar, its files have no symbols."""

    name: str  # as in `lang:`
    endings: tuple[str, ...]
    file_names: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()  # in the first line: `#!/usr/bin/env python3`, without digits
    grammar: GrammarSpec | None = None
    comments: CommentStyle = "slashes"
    exports: ExportRule = "all"
    separator: str = "."  # of the parts of a module name; empty if names with dots have no parts
    has_prototypes: bool = False  # whether a file declares functions that other files define
    is_source: bool = True  # False for data and markup, such as JSON, YAML and HTML
    is_configuration: bool = False  # whether programs and builds are configured in it, so that its text is searched

    @property
    def extensions(self) -> tuple[str, ...]:
        """The endings in lower case, without the dot."""
        return tuple(dict.fromkeys(ending.removeprefix(".").lower() for ending in self.endings))


_GRAMMARS = (
    LanguageSpec(
        "python",
        (".py", ".pyi", ".pyw"),
        ("SConstruct", "SConscript", "wscript"),
        ("python", "pypy", "uv"),
        GrammarSpec("tree_sitter_python", ("python",)),
        "hashes",
        "underscore",
    ),
    LanguageSpec(
        "javascript",
        (".js", ".mjs", ".cjs", ".jsx"),
        ("Jakefile",),
        ("node", "nodejs", "bun", "zx"),
        GrammarSpec("tree_sitter_javascript", ("ecmascript", "javascript")),
        exports="statement",
    ),
    LanguageSpec(
        "typescript",
        (".ts", ".mts", ".cts"),
        (),
        ("ts-node", "tsx", "deno"),
        GrammarSpec("tree_sitter_typescript", ("ecmascript", "typescript"), "language_typescript"),
        exports="statement",
    ),
    LanguageSpec(
        "tsx",
        (".tsx",),
        (),
        (),
        GrammarSpec("tree_sitter_typescript", ("ecmascript", "typescript"), "language_tsx"),
        exports="statement",
    ),
    LanguageSpec("go", (".go",), grammar=GrammarSpec("tree_sitter_go", ("go",)), exports="capital"),
    LanguageSpec(
        "rust",
        (".rs",),
        (),
        ("rust-script",),
        GrammarSpec("tree_sitter_rust", ("rust",)),
        exports="pub",
        separator="::",
    ),
    LanguageSpec("java", (".java",), (), ("java",), GrammarSpec("tree_sitter_java", ("java",)), exports="public"),
    LanguageSpec(
        "c",
        (".c", ".h"),
        grammar=GrammarSpec("tree_sitter_c", ("c",)),
        exports="not static",
        has_prototypes=True,
    ),
    LanguageSpec(
        "cpp",
        (
            ".cc",
            ".cpp",
            ".cxx",
            ".c++",
            ".hpp",
            ".hh",
            ".hxx",
            ".h++",
            ".ipp",
            ".inl",
            ".tpp",
            ".txx",
            ".ixx",
            ".cppm",
            ".ino",
        ),
        grammar=GrammarSpec("tree_sitter_cpp", ("c", "cpp")),
        exports="access",
        has_prototypes=True,
    ),
    LanguageSpec(
        "csharp",
        (".cs", ".csx"),
        (),
        ("dotnet-script",),
        GrammarSpec("tree_sitter_c_sharp", ("csharp",)),
        exports="public",
    ),
    LanguageSpec(
        "ruby",
        (".rb", ".rake", ".gemspec", ".ru", ".rbw", ".podspec"),
        ("Rakefile", "Gemfile", "Guardfile", "Vagrantfile", "Podfile", "Fastfile", "Brewfile", "Capfile"),
        ("ruby", "jruby", "rake"),
        GrammarSpec("tree_sitter_ruby", ("ruby",)),
        "hashes",
        "private",
    ),
    LanguageSpec(
        "php",
        (".php", ".phtml", ".php5", ".inc"),
        (),
        ("php",),
        GrammarSpec("tree_sitter_php", ("php",), "language_php"),
        exports="private",
        separator="\\",
    ),
    LanguageSpec(
        "bash",
        (".sh", ".bash", ".zsh", ".ksh", ".bats"),
        (".bashrc", ".bash_profile", ".profile", ".zshrc", "PKGBUILD", "APKBUILD"),
        ("sh", "bash", "zsh", "dash", "ksh", "ash"),
        GrammarSpec("tree_sitter_bash", ("bash",)),
        "hashes",
        separator="",
    ),
)

_LINES_ONLY = (
    LanguageSpec("ada", (".adb", ".ads"), comments="dashes"),
    LanguageSpec("agda", (".agda", ".lagda"), comments="dashes"),
    LanguageSpec("antlr", (".g4",)),
    LanguageSpec("apex", (".cls", ".trigger")),
    LanguageSpec("asn1", (".asn1", ".asn"), comments="dashes"),
    LanguageSpec("assembly", (".s", ".asm", ".nasm"), comments="other"),
    LanguageSpec("astro", (".astro",)),
    LanguageSpec("autoconf", (".ac", ".m4"), comments="hashes"),
    LanguageSpec("autohotkey", (".ahk",), comments="other"),
    LanguageSpec("automake", (".am",), comments="hashes"),
    LanguageSpec("awk", (".awk",), (), ("awk", "gawk", "mawk"), comments="hashes"),
    LanguageSpec("batch", (".bat", ".cmd"), comments="other"),
    LanguageSpec("bicep", (".bicep",)),
    LanguageSpec("bitbake", (".bbclass", ".bbappend"), comments="hashes"),
    LanguageSpec("cabal", (".cabal",), ("cabal.project",), comments="dashes"),
    LanguageSpec("capnproto", (".capnp",), comments="hashes"),
    LanguageSpec("chapel", (".chpl",)),
    LanguageSpec("clojure", (".clj", ".cljs", ".cljc", ".bb"), (), ("bb",), comments="other"),
    LanguageSpec("cmake", (".cmake",), ("CMakeLists.txt",), comments="hashes"),
    LanguageSpec("cobol", (".cob", ".cbl", ".cpy"), comments="other"),
    LanguageSpec("coffeescript", (".coffee",), comments="hashes"),
    LanguageSpec("commonlisp", (".lisp", ".lsp", ".cl"), (), ("sbcl", "clisp"), comments="other"),
    LanguageSpec("crystal", (".cr",), (), ("crystal",), comments="hashes"),
    LanguageSpec("cuda", (".cu", ".cuh")),
    LanguageSpec("cue", (".cue",)),
    LanguageSpec("cython", (".pyx", ".pxd", ".pxi"), comments="hashes"),
    LanguageSpec("d", (".d", ".di")),
    LanguageSpec("dart", (".dart",), (), ("dart",)),
    LanguageSpec("dhall", (".dhall",), comments="dashes"),
    LanguageSpec("dockerfile", (".dockerfile",), ("Dockerfile", "Containerfile"), comments="hashes"),
    LanguageSpec("ejs", (".ejs",), comments="other"),
    LanguageSpec("elixir", (".ex", ".exs", ".heex", ".eex"), (), ("elixir",), comments="hashes"),
    LanguageSpec("elm", (".elm",), comments="dashes"),
    LanguageSpec("emacslisp", (".el",), (".emacs",), ("emacs",), comments="other"),
    LanguageSpec("erb", (".erb", ".rhtml"), comments="other"),
    LanguageSpec("erlang", (".erl", ".hrl"), ("rebar.config",), ("escript",), comments="other"),
    LanguageSpec("fish", (".fish",), (), ("fish",), comments="hashes"),
    LanguageSpec("flatbuffers", (".fbs",)),
    LanguageSpec("fortran", (".f", ".f77", ".f90", ".f95", ".f03", ".f08", ".for"), comments="other"),
    LanguageSpec("freemarker", (".ftl",), comments="other"),
    LanguageSpec("fsharp", (".fs", ".fsi", ".fsx")),
    LanguageSpec("gdscript", (".gd",), comments="hashes"),
    LanguageSpec("gherkin", (".feature",), comments="hashes"),
    LanguageSpec("gleam", (".gleam",)),
    LanguageSpec("glsl", (".glsl", ".vert", ".frag", ".geom", ".comp", ".tesc", ".tese")),
    LanguageSpec("gn", (".gn", ".gni"), comments="hashes"),
    LanguageSpec("gotemplate", (".tmpl", ".gotmpl", ".tpl"), comments="other"),
    LanguageSpec("graphql", (".graphql", ".gql", ".graphqls"), comments="hashes"),
    LanguageSpec("groovy", (".groovy", ".gradle", ".gvy"), ("Jenkinsfile",), ("groovy",)),
    LanguageSpec("haml", (".haml",), comments="other"),
    LanguageSpec("handlebars", (".hbs", ".handlebars", ".mustache"), comments="other"),
    LanguageSpec("haskell", (".hs", ".lhs", ".hsc"), (), ("runhaskell", "runghc", "stack"), comments="dashes"),
    LanguageSpec("haxe", (".hx",)),
    LanguageSpec("hcl", (".hcl", ".tf", ".tfvars"), comments="hashes"),
    LanguageSpec("hlsl", (".hlsl", ".fx")),
    LanguageSpec("idris", (".idr",), comments="dashes"),
    LanguageSpec("janet", (".janet",), (), ("janet",), comments="hashes"),
    LanguageSpec("jinja", (".j2", ".jinja", ".jinja2", ".njk"), comments="other"),
    LanguageSpec("jq", (".jq",), (), ("jq",), comments="hashes"),
    LanguageSpec("jsonnet", (".jsonnet", ".libsonnet")),
    LanguageSpec("jsp", (".jsp", ".jspx"), comments="other"),
    LanguageSpec("julia", (".jl",), (), ("julia",), comments="hashes"),
    LanguageSpec("just", (".just",), ("justfile", "Justfile", ".justfile"), (), comments="hashes"),
    LanguageSpec("kotlin", (".kt", ".kts"), (), ("kotlin",)),
    LanguageSpec("lean", (".lean",), comments="dashes"),
    LanguageSpec("lex", (".l", ".lex", ".flex")),
    LanguageSpec("linkerscript", (".ld", ".lds")),
    LanguageSpec("liquid", (".liquid",), comments="other"),
    LanguageSpec("livescript", (".ls",), comments="hashes"),
    LanguageSpec("lua", (".lua", ".luau"), (), ("lua", "luajit", "texlua"), comments="dashes"),
    LanguageSpec(
        "makefile", (".mk", ".mak"), ("Makefile", "makefile", "GNUmakefile"), ("make", "gmake"), comments="hashes"
    ),
    LanguageSpec("matlab", (".m", ".mlx"), (), ("octave",), comments="other"),
    LanguageSpec("meson", (), ("meson.build", "meson_options.txt", "meson.options"), comments="hashes"),
    LanguageSpec("metal", (".metal",)),
    LanguageSpec("mojo", (".mojo",), comments="hashes"),
    LanguageSpec("moonscript", (".moon",), comments="dashes"),
    LanguageSpec("move", (".move",)),
    LanguageSpec("nim", (".nim", ".nims", ".nimble"), (), ("nim",), comments="hashes"),
    LanguageSpec("nix", (".nix",), (), ("nix",), comments="hashes"),
    LanguageSpec("nushell", (".nu",), (), ("nu",), comments="hashes"),
    LanguageSpec("objectivec", (".mm",)),
    LanguageSpec("ocaml", (".ml", ".mli", ".mll", ".mly"), (), ("ocaml",), comments="other"),
    LanguageSpec("odin", (".odin",)),
    LanguageSpec("openscad", (".scad",)),
    LanguageSpec("pascal", (".pas", ".pp", ".dpr", ".lpr")),
    LanguageSpec("perl", (".pl", ".pm", ".t", ".psgi"), ("cpanfile", "Makefile.PL"), ("perl",), comments="hashes"),
    LanguageSpec("plantuml", (".puml", ".plantuml"), comments="other"),
    LanguageSpec("pony", (".pony",)),
    LanguageSpec("powershell", (".ps1", ".psm1", ".psd1"), (), ("pwsh", "powershell"), comments="hashes"),
    LanguageSpec("prisma", (".prisma",)),
    LanguageSpec("prolog", (".pro", ".prolog"), (), ("swipl",), comments="other"),
    LanguageSpec("protobuf", (".proto",)),
    LanguageSpec("pug", (".pug", ".jade")),
    LanguageSpec("purescript", (".purs",), comments="dashes"),
    LanguageSpec("qml", (".qml",)),
    LanguageSpec("qsharp", (".qs",)),
    LanguageSpec("r", (".r", ".R"), (".Rprofile",), ("Rscript", "littler"), comments="hashes"),
    LanguageSpec("racket", (".rkt", ".rktl"), (), ("racket",), comments="other"),
    LanguageSpec("raku", (".raku", ".rakumod", ".rakutest", ".pm6", ".p6"), (), ("raku",), comments="hashes"),
    LanguageSpec("razor", (".cshtml", ".razor", ".vbhtml"), comments="other"),
    LanguageSpec("reason", (".re", ".rei", ".res", ".resi")),
    LanguageSpec("rego", (".rego",), comments="hashes"),
    LanguageSpec("robotframework", (".robot", ".resource"), comments="hashes"),
    LanguageSpec("scala", (".scala", ".sc", ".sbt"), (), ("scala",)),
    LanguageSpec("scheme", (".scm", ".ss", ".sld"), (), ("guile", "chez", "chibi-scheme"), comments="other"),
    LanguageSpec("slim", (".slim",), comments="other"),
    LanguageSpec("smalltalk", (".st",), comments="other"),
    LanguageSpec("smithy", (".smithy",)),
    LanguageSpec("solidity", (".sol",)),
    LanguageSpec("sparql", (".rq", ".sparql"), comments="hashes"),
    LanguageSpec("sql", (".sql", ".psql", ".ddl", ".dml"), comments="dashes"),
    LanguageSpec("starlark", (".bzl", ".star", ".bazel"), ("BUILD", "WORKSPACE", "Tiltfile"), comments="hashes"),
    LanguageSpec("stata", (".do", ".ado"), comments="other"),
    LanguageSpec("svelte", (".svelte",)),
    LanguageSpec("swift", (".swift",), (), ("swift",)),
    LanguageSpec("systemverilog", (".sv", ".svh")),
    LanguageSpec("tcl", (".tcl", ".tk"), (), ("tclsh", "wish", "expect"), comments="hashes"),
    LanguageSpec("thrift", (".thrift",)),
    LanguageSpec("tla", (".tla",), comments="other"),
    LanguageSpec("twig", (".twig",), comments="other"),
    LanguageSpec("typespec", (".tsp",)),
    LanguageSpec("typst", (".typ",)),
    LanguageSpec("vala", (".vala", ".vapi")),
    LanguageSpec("velocity", (".vm",), comments="hashes"),
    LanguageSpec("verilog", (".v", ".vh")),
    LanguageSpec("vhdl", (".vhd", ".vhdl"), comments="dashes"),
    LanguageSpec("vim", (".vim",), (".vimrc", "_vimrc"), ("vim", "nvim"), comments="other"),
    LanguageSpec("visualbasic", (".vb", ".vbs", ".bas"), comments="other"),
    LanguageSpec("vue", (".vue",)),
    LanguageSpec("vyper", (".vy",), comments="hashes"),
    LanguageSpec("webassembly", (".wat", ".wast"), comments="other"),
    LanguageSpec("webidl", (".webidl", ".idl")),
    LanguageSpec("wgsl", (".wgsl",)),
    LanguageSpec("wolfram", (".wl", ".wls"), comments="other"),
    LanguageSpec("xquery", (".xq", ".xqy", ".xquery"), comments="other"),
    LanguageSpec("yacc", (".y", ".yy", ".yacc", ".ypp")),
    LanguageSpec("yang", (".yang",)),
    LanguageSpec("zig", (".zig", ".zon")),
)

_DATA = (
    LanguageSpec("css", (".css",), is_source=False),
    LanguageSpec("csv", (".csv", ".tsv"), comments="other", is_source=False),
    LanguageSpec("diff", (".diff", ".patch"), comments="other", is_source=False),
    LanguageSpec("dotenv", (".env",), (".env",), comments="hashes", is_source=False),
    LanguageSpec("html", (".html", ".htm", ".xhtml"), comments="other", is_source=False),
    LanguageSpec(
        "ini",
        (".ini", ".cfg", ".conf", ".properties"),
        (".editorconfig", ".gitconfig"),
        comments="hashes",
        is_source=False,
        is_configuration=True,
    ),
    LanguageSpec("json", (".json", ".jsonc", ".json5", ".webmanifest"), is_source=False, is_configuration=True),
    LanguageSpec("jsonl", (".jsonl", ".ndjson"), is_source=False),
    LanguageSpec("less", (".less",), is_source=False),
    LanguageSpec("scss", (".scss", ".sass"), is_source=False),
    LanguageSpec("toml", (".toml",), comments="hashes", is_source=False, is_configuration=True),
    LanguageSpec("xml", (".xml", ".xsd", ".xsl", ".xslt", ".svg", ".plist"), comments="other", is_source=False),
    LanguageSpec(
        "yaml", (".yaml", ".yml"), (".clang-format",), comments="hashes", is_source=False, is_configuration=True
    ),
)

LANGUAGES: Mapping[str, LanguageSpec] = {spec.name: spec for spec in (*_GRAMMARS, *_LINES_ONLY, *_DATA)}

NOTEBOOK_ENDING = ".ipynb"
