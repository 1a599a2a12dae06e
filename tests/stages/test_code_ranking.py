"""The stages that order source code, and leave other documents alone."""

from __future__ import annotations

import pytest

from dowse.formats.detect import parse_file
from dowse.model.document import GENERATED
from dowse.model.hit import Evidence, Hit, Hits
from dowse.model.ref import Ref
from dowse.ports.pipeline import Stage
from dowse.query.ast import FieldEquals
from dowse.retrieval.messages import MESSAGE
from dowse.stages.code.code_boost import CODE_BOOST, CodeBoost
from dowse.stages.code.definitions import DEFINITIONS, Definitions
from dowse.stages.code.file_aggregate import FileAggregate
from dowse.stages.code.header_boost import HeaderBoost
from dowse.stages.code.path_match import PathMatch
from dowse.stages.code.path_penalty import PathPenalty
from tests.contract.engines import paths
from tests.making import hit
from tests.retrieval.asking import asking, holding

_SOURCES = {
    "src/session_store.py": "class Session:\n    def save(self): pass\n",
    "src/views.py": "def save(): pass\n\ndef Save(): pass\n",
    "tests/test_session.py": "def test_save(): pass\n",
    "src/__init__.py": "from .views import save\n",
    "src/types.d.ts": "export interface Session {}\n",
    "src/api_pb2.py": "x = 1\n",
    "docs/session.md": "# Sessions\n",
    "src/compose.YAML": "services: {}\n",
    "CMake/Macros.cmake": "set(x 1)\n",
    "Dockerfile.dev": "FROM x\n",
}
_DOCUMENTS = {path: parse_file(path, text.encode(), modified=0.0) for path, text in _SOURCES.items()}
_ENGINE = holding(*_DOCUMENTS.values())


def _hit(path: str, score: float, chunks: int = 0) -> Hit:
    return Hit(Ref(path), _DOCUMENTS[path].head, score, matched_chunks=chunks)


def _ranked(stage: Stage, query: str, *hits: Hit, where: FieldEquals | None = None) -> Hits:
    run = asking(query, _ENGINE, where=where) if where else asking(query, _ENGINE)
    return stage(hits, run)


_STAGES = [CodeBoost(), FileAggregate(), PathMatch(), HeaderBoost(), Definitions(), PathPenalty()]


@pytest.mark.parametrize("stage", _STAGES, ids=lambda stage: type(stage).__name__)
def test_notes_keep_their_scores_and_their_order(stage: Stage) -> None:
    notes = (hit("tests/session.md", 0.9), hit("session.md", 0.5), hit("tests/a.md", 0.3))
    assert _ranked(stage, "session of a note", *notes) == notes


@pytest.mark.parametrize("stage", [FileAggregate(), PathMatch()], ids=lambda stage: type(stage).__name__)
def test_a_boost_in_a_question_for_instructions_orders_source_code_and_leaves_guides_their_place(
    stage: FileAggregate | PathMatch,
) -> None:
    given = _hit("src/session_store.py", 0.5, 4), hit("docs/guide.md", 0.45), _hit("src/views.py", 0.4, 1)
    hits = _ranked(stage, "how do I store a session", *given)
    assert paths(hits) == ["src/session_store.py", "docs/guide.md", "src/views.py"]
    assert (hits[0].score, hits[1].score) == (0.5, 0.45)
    assert _ranked(stage, "is the session stored", *given)[0].score > 0.5


@pytest.mark.parametrize("stage", [FileAggregate(), PathMatch()], ids=lambda stage: type(stage).__name__)
def test_source_code_gets_its_boost_whole(stage: FileAggregate | PathMatch) -> None:
    hits = _ranked(
        stage, "how is the session stored", _hit("src/views.py", 0.4, 1), _hit("src/session_store.py", 0.35, 4)
    )
    assert paths(hits) == ["src/session_store.py", "src/views.py"]
    assert hits[0].score == pytest.approx(0.35 + stage.boost * 0.4 * hits[0].why[-1].value)


@pytest.mark.parametrize("stage", [FileAggregate(), PathMatch()], ids=lambda stage: type(stage).__name__)
def test_source_code_that_matches_in_more_ways_than_a_note_ranks_above_it(stage: Stage) -> None:
    hits = _ranked(stage, "session store", _hit("docs/session.md", 1.0), _hit("src/session_store.py", 0.95, 4))
    assert paths(hits) == ["src/session_store.py", "docs/session.md"]
    assert hits[0].score == 1.0
    assert hits[1].why == ()


@pytest.mark.parametrize("stage", [FileAggregate(9), PathMatch(9)], ids=lambda stage: type(stage).__name__)
def test_no_boost_of_source_code_gives_a_score_above_one(stage: Stage) -> None:
    hits = _ranked(stage, "session store", _hit("src/session_store.py", 0.9, 4), _hit("src/views.py", 0.1, 1))
    assert hits[0].score == 1.0


def test_source_code_beside_notes_is_raised_by_the_factor_and_keeps_its_order() -> None:
    listed = (hit("a.md", 0.5), _hit("src/views.py", 0.4), _hit("src/session_store.py", 0.2), hit("b.md", 0.1))
    hits = _ranked(CodeBoost(1.5), "x", *listed)
    assert paths(hits) == ["src/views.py", "a.md", "src/session_store.py", "b.md"]
    assert [each.score for each in hits] == pytest.approx([0.6, 0.5, 0.3, 0.1])
    assert [[reason.value for reason in each.why if reason.source == CODE_BOOST] for each in hits] == [
        [1.5],
        [],
        [1.5],
        [],
    ]


def test_configuration_is_not_raised_above_notes_and_is_lowered_as_source_code_is() -> None:
    listed = (hit("a.md", 0.5), _hit("src/compose.YAML", 0.4), _hit("src/views.py", 0.2))
    hits = _ranked(CodeBoost(1.5), "x", *listed)
    assert [(each.ref.doc, each.score) for each in hits] == [
        ("a.md", 0.5),
        ("src/compose.YAML", 0.4),
        ("src/views.py", pytest.approx(0.3)),
    ]
    lowered = _ranked(CodeBoost(1.5, instructions=0.8), "how do I sail", *listed)
    assert [each.score for each in lowered] == pytest.approx([0.5, 0.32, 0.16])


@pytest.mark.parametrize("stage", [FileAggregate(), PathMatch()], ids=lambda stage: type(stage).__name__)
def test_configuration_with_many_parts_or_with_the_words_in_its_path_stays_below_notes(stage: Stage) -> None:
    given = hit("docs/compose.md", 0.5), _hit("src/compose.YAML", 0.45, 4), _hit("src/views.py", 0.1, 1)
    assert paths(_ranked(stage, "compose services", *given))[:2] == ["docs/compose.md", "src/compose.YAML"]


def test_a_raised_score_above_one_lowers_all_scores_in_proportion() -> None:
    hits = _ranked(CodeBoost(1.5), "x", hit("a.md", 0.9), _hit("src/views.py", 1.0))
    assert [each.score for each in hits] == pytest.approx([1.0, 0.6])


def test_a_file_of_which_many_parts_match_is_raised() -> None:
    hits = _ranked(FileAggregate(0.5), "x", _hit("src/views.py", 0.5, 1), _hit("src/session_store.py", 0.4, 4))
    assert paths(hits)[0] == "src/session_store.py"
    assert [(reason.source, reason.value) for reason in hits[0].why] == [("file_aggregate", 1.0)]


def test_no_file_is_raised_above_notes_if_each_has_one_part_that_matches() -> None:
    hits = (hit("a.md", 0.6), _hit("src/views.py", 0.5, 1), _hit("src/session_store.py", 0.4, 1))
    assert _ranked(FileAggregate(), "which class has the session", *hits) == hits


def test_without_semantic_candidates_the_words_of_the_parts_of_a_file_are_counted() -> None:
    hits = _ranked(FileAggregate(boost_by_words=0.5), "save the session", *_found_by_words())
    assert [paths(hits)[0], hits[1].why[1:]] == ["src/session_store.py", ()]
    assert hits[0].score == pytest.approx(0.4 + 0.5 * 0.5)
    assert [(reason.source, reason.value) for reason in hits[0].why[1:]] == [("file_aggregate", 1.0)]


def test_beside_semantic_candidates_of_notes_no_words_are_counted() -> None:
    hits = (*_found_by_words(), hit("a.md", 0.1)._replace(matched_chunks=1))
    assert _ranked(FileAggregate(), "save the session", *hits) == hits


def test_the_words_are_counted_in_the_files_with_the_best_keyword_scores_in_any_order() -> None:
    run, stage, hits = asking("save the session", _ENGINE), FileAggregate(), _found_by_words()
    assert list(stage.questions(hits, run)) == list(stage.questions(hits[::-1], run))


def _found_by_words() -> Hits:
    found = (_hit("src/api_pb2.py", 0.5), _hit("src/session_store.py", 0.4))
    return tuple(each.because("keyword", 10 * each.score, rank=n) for n, each in enumerate(found, start=1))


def test_a_name_of_a_symbol_is_not_compared_with_paths() -> None:
    hits = (_hit("src/views.py", 0.6), _hit("src/session_store.py", 0.5))
    assert _ranked(PathMatch(), "session_store", *hits) == hits


def test_another_form_of_a_word_of_the_path_counts_as_the_word() -> None:
    hits = _ranked(PathMatch(), "what is storing data", _hit("src/views.py", 0.6), _hit("src/session_store.py", 0.5))
    assert paths(hits)[0] == "src/session_store.py"


def test_initials_and_abbreviations_of_the_path_count_as_their_words() -> None:
    hits = _ranked(
        PathMatch(), "an application programming interface", _hit("src/views.py", 0.6), _hit("src/api_pb2.py", 0.5)
    )
    assert paths(hits)[0] == "src/api_pb2.py"
    assert hits[0].why[-1].value == 1
    declared = _ranked(PathMatch(), "typescript types", _hit("src/views.py", 0.6), _hit("src/types.d.ts", 0.5))
    assert paths(declared)[0] == "src/types.d.ts"


def test_a_file_with_a_message_ranks_above_the_definition_of_a_name_in_it() -> None:
    holder, definition = _hit("src/views.py", 0.5).because(MESSAGE, 1.0), _hit("src/session_store.py", 0.6)
    hits = _ranked(Definitions(), "cannot save a SessionStore: it is closed", definition, holder)
    assert paths(hits) == ["src/views.py", "src/session_store.py"]


def test_a_file_with_a_message_ranks_above_files_with_its_words() -> None:
    holder, similar = _hit("src/views.py", 0.3).because(MESSAGE, 1.0), _hit("src/session_store.py", 0.6)
    hits = _ranked(Definitions(boost=0.5), "cannot save it", similar, holder)
    assert hits[0].head.path == "src/session_store.py"
    assert hits[1].score == pytest.approx(0.3 + 0.5 * 0.8 * 0.6)
    assert paths(_ranked(Definitions(), "cannot save it", similar, holder))[0] == "src/views.py"


@pytest.mark.parametrize(
    ("query", "path", "fit"),
    [
        ("Session", "src/session_store.py", 1.0),
        ("Session.save", "src/session_store.py", 1.5),
        ("why does parse_it call Session.save", "src/session_store.py", 0.5),
        ("SAVE()", "src/views.py", 0.7),
    ],
)
def test_the_file_that_defines_the_symbol_of_the_query_is_first(query: str, path: str, fit: float) -> None:
    hits = _ranked(Definitions(), query, _hit("tests/test_session.py", 0.9), _hit("docs/session.md", 0.8))
    found = next(each for each in hits if each.ref.doc == path)
    assert [reason.value for reason in found.why if reason.source == DEFINITIONS] == [pytest.approx(fit)]
    assert hits[0].score == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("query", "path", "fit"),
    [
        ("parseLine", "src/lines.py", 0.7),
        ("Reader.parseLine", "src/lines.py", 0.7 * 1.5),
        ("where is parseLine called", "src/lines.py", 0.7 / 3),
        ("read_all()", "src/reader.ts", 0.7),
        ("compareVersions", "src/versions.lua", 0.7),
    ],
)
def test_a_name_that_nothing_defines_is_looked_up_as_other_conventions_write_it(
    query: str, path: str, fit: float
) -> None:
    sources = {
        "src/calls.py": "from lines import parse\n\nparse()\n",
        "src/lines.py": "class Reader:\n    def parse_line(self): pass\n",
        "src/reader.ts": "export function readAll() {}\n",
        "src/versions.lua": "function vers.compare_versions(a, b)\nend\n",
    }
    documents = [parse_file(path, text.encode(), modified=0.0) for path, text in sources.items()]
    hits = Definitions()(
        tuple(Hit(Ref(each.head.path), each.head, 0.5) for each in documents), asking(query, holding(*documents))
    )
    assert [paths(hits)[0], hits[0].why[-1].value] == [path, pytest.approx(fit)]


def test_one_plain_word_finds_the_function_of_that_name_first_among_source_code() -> None:
    sources = {
        "src/uses.ts": "import { flow } from './pipes';\nflow();\nflow();\n",
        "src/pipes.ts": "export function flow() {}\n",
        "src/Pump.ts": "export class Pump {\n  flow() {}\n}\n",
        "tests/pipes.test.ts": "function flow() {}\n",
    }
    documents = [parse_file(path, text.encode(), modified=0.0) for path, text in sources.items()]
    listed = tuple(
        Hit(Ref(each.head.path), each.head, score) for each, score in zip(documents, (0.6, 0.3, 0.3, 0.3), strict=True)
    )
    engine = holding(*documents)
    hits = Definitions()((hit("flow.md", 0.7), *listed), asking("flow", engine))
    assert paths(hits) == ["flow.md", "src/pipes.ts", "src/uses.ts", "src/Pump.ts", "tests/pipes.test.ts"]
    assert [hits[1].score, hits[1].spot] == [pytest.approx(0.6), Ref("src/pipes.ts", "flow")]
    assert Definitions()(listed, asking("flow of water", engine)) == listed


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("struct moor", "src/moor.h"),
        ("moor struct", "src/moor.h"),
        ("function moor", "src/boat.c"),
        ("the moor function", "src/boat.c"),
        ("struct rope", "src/rope.h"),
        ("enum moor", "src/use.c"),
    ],
)
def test_a_plain_word_beside_that_for_a_kind_finds_the_symbol_of_that_kind_first(query: str, first: str) -> None:
    sources = {
        "src/use.c": "int use(struct moor *moor) { return moor->rope; }\n",
        "src/moor.h": "struct moor {\n  int rope;\n};\n",
        "src/boat.c": "int moor(int boat) {\n  return boat;\n}\n",
        "src/rope.h": "struct Rope {\n  int length;\n};\n",
    }
    documents = [parse_file(path, text.encode(), modified=0.0) for path, text in sources.items()]
    listed = tuple(
        Hit(Ref(each.head.path), each.head, score) for each, score in zip(documents, (0.6, 0.3, 0.2, 0.1), strict=True)
    )
    hits = Definitions()((hit("moor.md", 0.7), *listed), asking(query, holding(*documents)))
    assert paths(hits)[:2] == ["moor.md", first]


@pytest.mark.parametrize(("query", "first"), [("nicepath", "src/paths.ts"), ("settings", "src/uses.ts")])
def test_a_word_in_small_letters_also_names_a_symbol_of_several_words(query: str, first: str) -> None:
    sources = {
        "src/uses.ts": "import { nicePath } from './paths';\nnicePath(Settings);\n",
        "src/paths.ts": "export const nicePath = (path: string) => path;\n",
        "src/options.ts": "export class Settings {}\n",
    }
    documents = [parse_file(path, text.encode(), modified=0.0) for path, text in sources.items()]
    listed = tuple(
        Hit(Ref(each.head.path), each.head, score) for each, score in zip(documents, (0.6, 0.3, 0.2), strict=True)
    )
    hits = Definitions()((hit("paths.md", 0.7), *listed), asking(query, holding(*documents)))
    assert paths(hits)[:2] == ["paths.md", first]


def test_a_plain_word_names_no_function_inside_of_another() -> None:
    sources = {
        "src/client.py": "class Client:\n    def send(self): pass\n",
        "src/transport.py": "def handle():\n    def send(): pass\n",
        "lib/post.rb": "module Post\n  def self.send\n  end\nend\n",
    }
    documents = [parse_file(path, text.encode(), modified=0.0) for path, text in sources.items()]
    listed = tuple(
        Hit(Ref(each.head.path), each.head, score) for each, score in zip(documents, (0.6, 0.5, 0.4), strict=True)
    )
    hits = Definitions()(listed, asking("send", holding(*documents)))
    assert paths(hits) == ["lib/post.rb", "src/client.py", "src/transport.py"]
    assert Definitions()(listed[:2], asking("send", holding(*documents[:2]))) == listed[:2]


def test_a_name_that_a_symbol_has_is_not_looked_up_in_another_form() -> None:
    sources = {"src/lines.py": "def parse_line(): pass\n", "src/lines.ts": "export function parseLine() {}\n"}
    documents = [parse_file(path, text.encode(), modified=0.0) for path, text in sources.items()]
    hits = Definitions()(
        tuple(Hit(Ref(each.head.path), each.head, 0.5) for each in documents), asking("parseLine", holding(*documents))
    )
    assert [(each.ref.doc, len(each.why)) for each in hits] == [("src/lines.ts", 1), ("src/lines.py", 0)]


def test_the_name_of_a_file_names_no_symbol() -> None:
    hits = _hit("src/views.py", 0.5), _hit("docs/session.md", 0.4)
    assert _ranked(Definitions(), "where is it in views.save", *hits)[0].why
    files = {"docs/views.save": "text\n", "src/other.py": "def save(): pass\n"}
    heads = [parse_file(path, text.encode(), modified=0.0).head for path, text in files.items()]
    named = tuple(Hit(Ref(head.path), head, 0.5) for head in heads)
    assert not any(each.why for each in _ranked(Definitions(), "where is it in views.save", *named))


def test_a_definition_is_the_place_inside_its_file() -> None:
    (first, *_) = _ranked(Definitions(), "Session.save", _hit("src/views.py", 0.5))
    assert first.spot == Ref("src/session_store.py", "Session.save")


def test_the_case_of_a_name_decides_between_symbols() -> None:
    hits = _ranked(Definitions(), "Save()", _hit("src/session_store.py", 0.5))
    assert paths(hits)[0] == "src/views.py"


@pytest.mark.parametrize("query", ["c.JSON", "context.JSON", "requestContext.JSON", "request_context.JSON"])
def test_a_member_of_the_class_of_a_variable_comes_before_a_namesake_of_its_file(query: str) -> None:
    owner = "RequestContext" if "equest" in query else "Context"
    sources = {
        "render/json.go": "package render\n\ntype JSON struct{}\n",
        "context.go": f"package gin\n\nfunc (c *{owner}) JSON(code int) {{}}\n",
        "errors.go": "package gin\n\nfunc (msg *Error) JSON() any { return nil }\n",
    }
    documents = [parse_file(path, text.encode(), modified=0.0) for path, text in sources.items()]
    hits = Definitions()(
        tuple(Hit(Ref(each.head.path), each.head, 0.5) for each in documents), asking(query, holding(*documents))
    )
    assert paths(hits)[0] == "context.go"


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("Store.flushAll", "store.cc"),
        ("flushAll", "store.cc"),
        ("open_store", "store.cc"),
        ("Store.isOpen", "include/store.h"),
        ("Store", "include/store.h"),
    ],
)
def test_the_body_of_a_function_comes_before_its_declaration_in_a_header(query: str, first: str) -> None:
    sources = {
        "include/store.h": "class Store {\n public:\n  void flushAll();\n  bool isOpen() { return true; }\n};\n"
        "Store* open_store(const char* name);\n",
        "store.cc": '#include "store.h"\n\nvoid Store::flushAll() {\n}\n\n'
        "Store* open_store(const char* name) {\n  return 0;\n}\n",
    }
    documents = [parse_file(path, text.encode(), modified=0.0) for path, text in sources.items()]
    hits = tuple(Hit(Ref(each.head.path), each.head, score) for each, score in zip(documents, (0.9, 0.1), strict=True))
    assert paths(Definitions()(hits, asking(query, holding(*documents))))[0] == first


def test_a_namesake_in_another_language_is_no_body_of_what_a_header_declares() -> None:
    sources = {
        "store.h": "class Store {\n public:\n  void flushAll();\n};\n",
        "bindings.py": "class Store:\n    def flushAll(self):\n        return 0\n",
    }
    documents = [parse_file(path, text.encode(), modified=0.0) for path, text in sources.items()]
    hits = tuple(Hit(Ref(each.head.path), each.head, score) for each, score in zip(documents, (0.6, 0.5), strict=True))
    assert paths(Definitions()(hits, asking("flushAll", holding(*documents))))[0] == "store.h"


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("struct moor_entry", "moor.h"),
        ("the moor_entry function", "moor.c"),
        ("interface Berth", "berth.d.ts"),
        ("class Berth", "berth.py"),
        ("type Berth", "berth.py"),
        ("Berth", "berth.py"),
    ],
)
def test_the_word_for_a_kind_beside_a_name_decides_between_symbols(query: str, first: str) -> None:
    sources = {
        "moor.c": '#include "moor.h"\n\nint\nmoor_entry(struct moor_entry *e)\n{\n  return e->rope;\n}\n',
        "moor.h": "struct moor_entry {\n  int rope;\n};\n\nint moor_entry(struct moor_entry *);\n",
        "berth.py": "class Berth:\n    pass\n",
        "berth.d.ts": "export interface Berth {\n  rope: number\n}\n",
    }
    documents = [parse_file(path, text.encode(), modified=0.0) for path, text in sources.items()]
    hits = tuple(
        Hit(Ref(each.head.path), each.head, score) for each, score in zip(documents, (0.3, 0.3, 0.5, 0.4), strict=True)
    )
    assert paths(Definitions()(hits, asking(query, holding(*documents))))[0] == first


@pytest.mark.parametrize(("query", "first"), [("HTTP method", "verbs.rb"), ("HTTP class", "net.rb")])
def test_initials_before_the_word_for_a_kind_name_no_symbol_of_another_kind(query: str, first: str) -> None:
    sources = {
        "verbs.rb": "# The methods of HTTP.\nVERBS = %w[get]\n",
        "net.rb": "class HTTP\n  def start\n  end\nend\n",
    }
    documents = [parse_file(path, text.encode(), modified=0.0) for path, text in sources.items()]
    hits = tuple(Hit(Ref(each.head.path), each.head, score) for each, score in zip(documents, (0.5, 0.3), strict=True))
    assert paths(Definitions()(hits, asking(query, holding(*documents))))[0] == first


@pytest.mark.parametrize("query", ["struct MOOR", "MOOR_CTX struct", "MOOR_EACH function"])
def test_a_name_that_is_no_initials_before_a_kind_also_fits_symbols_of_another_kind(query: str) -> None:
    sources = {
        "use.c": "int use(MOOR *moor, MOOR_CTX *ctx)\n{\n  MOOR_EACH(moor);\n  return 0;\n}\n",
        "moor.h": "typedef void MOOR;\ntypedef struct moor_ctx MOOR_CTX;\n\n#define MOOR_EACH(m) next(m)\n",
    }
    documents = [parse_file(path, text.encode(), modified=0.0) for path, text in sources.items()]
    hits = tuple(Hit(Ref(each.head.path), each.head, score) for each, score in zip(documents, (0.5, 0.3), strict=True))
    assert paths(Definitions()(hits, asking(query, holding(*documents))))[0] == "moor.h"


def test_a_name_behind_that_of_its_folder_keeps_the_namesake_first() -> None:
    sources = {
        "render/json.go": "package render\n\ntype JSON struct{}\n",
        "context.go": "package gin\n\nfunc (c *Context) JSON() {}\n",
    }
    documents = [parse_file(path, text.encode(), modified=0.0) for path, text in sources.items()]
    hits = tuple(Hit(Ref(each.head.path), each.head, 0.5) for each in documents)
    assert paths(Definitions()(hits, asking("render.JSON", holding(*documents))))[0] == "render/json.go"


def test_a_definition_that_the_filters_exclude_is_not_added() -> None:
    hits = _ranked(Definitions(), "Session", _hit("src/views.py", 0.5), where=FieldEquals("path", "tests"))
    assert paths(hits) == ["src/views.py"]


def test_a_page_that_a_program_has_written_is_lowered_beside_source_code_alone() -> None:
    page = hit("man1/moor.1", 0.9)
    written = page._replace(head=page.head._replace(facts={GENERATED: True}))
    hits = _ranked(PathPenalty(), "moor", written, hit("docs/moor.md", 0.6), _hit("src/views.py", 0.5))
    assert paths(hits) == ["docs/moor.md", "src/views.py", "man1/moor.1"]
    assert paths(_ranked(PathPenalty(), "moor", written, hit("docs/moor.md", 0.6))) == ["man1/moor.1", "docs/moor.md"]


@pytest.mark.parametrize(
    ("path", "factor"),
    [
        ("tests/test_session.py", 0.3),
        ("src/api_pb2.py", 0.3),
        ("src/__init__.py", 0.5),
        ("src/types.d.ts", 0.7),
        ("src/views.py", 1.0),
    ],
)
def test_files_aside_of_the_code_are_lowered(path: str, factor: float) -> None:
    (found,) = _ranked(PathPenalty(), "save the session", _hit(path, 0.8))
    assert found.score == pytest.approx(0.8 * factor)


def test_a_file_with_nothing_but_imports_is_lowered() -> None:
    document = parse_file("src/cors.py", b"from web.cors import CORS as CORS\n", modified=0.0)
    (found,) = _ranked(PathPenalty(), "save the session", hit("src/cors.py", 0.8)._replace(head=document.head))
    assert found.score == pytest.approx(0.56)


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("from .a import B\n\n\nclass Downloader:\n    pass\n", []),
        ("from .a import B\n\n\ndef get(url): pass\n", []),
        ("from .a import B\n\n\ndef __getattr__(name): pass\n", [0.5]),
        ("from .a import B\n\n__version__ = '1'\n", [0.5]),
    ],
)
def test_a_file_that_gathers_others_is_not_lowered_if_it_has_a_public_function_or_class(
    text: str, reasons: list[float]
) -> None:
    document = parse_file("src/downloader/__init__.py", text.encode(), modified=0.0)
    (found,) = _ranked(PathPenalty(), "downloader", Hit(Ref(document.head.path), document.head, 0.8))
    assert [reason.value for reason in found.why] == reasons


@pytest.mark.parametrize("path", ["tests/__init__.py", "tests/factories/__init__.py"])
def test_a_file_of_tests_that_gathers_others_is_lowered_as_such_for_a_query_that_asks_for_tests(path: str) -> None:
    (found,) = _ranked(PathPenalty(), "where is the session used in tests", _source(path))
    assert found.score == pytest.approx(0.4)


@pytest.mark.parametrize(("path", "factor"), [("src/__init__.py", 1.0), ("tests/test_session.py", 0.3)])
def test_a_file_that_gathers_others_keeps_its_score_for_a_message_that_it_contains(path: str, factor: float) -> None:
    (found,) = _ranked(PathPenalty(), "no such session", _hit(path, 0.8).because(MESSAGE, 1.0))
    assert found.score == pytest.approx(0.8 * factor)


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("the session tests", "tests/test_session.py"),
        ("test_save", "tests/test_session.py"),
        ("test:yes save", "tests/test_session.py"),
        ("test:yes calls:save", "tests/test_session.py"),
        ("session tests", "examples/test_session.py"),
        ("an example of a session", "examples/session.py"),
        ("the session benchmark", "benchmarks/session.py"),
        ("the session benchmark", "benchmarks/test_session.py"),
        ("legacy sessions", "src/legacy/session.py"),
        ("where is the session used in tests", "tests/test_session.py"),
        ("tests in which a session ends", "tests/test_session.py"),
        ("save sessions at once in tests", "tests/factories/session.py"),
        ("a fake session for unit testing", "spec/session_helper.rb"),
        ("a fake session for unit testing", "spec/spec_helper.rb"),
        ("mock sessions in tests", "src/helper/testing/index.ts"),
        ("random sessions for exhaustive tests", "tests/test_session.py"),
        ("what do the unit tests need to save", "tests/test_session.py"),
        ("is there a test that checks the empty session", "tests/test_session.py"),
        ("where are the tests of an empty session", "tests/test_session.py"),
        ("what does TestSession save there", "tests/test_session.py"),
        ("completions of the shell", "completion/session.bash"),
        ("when was the session table added", "db/migrate/20240102_add_sessions.rb"),
    ],
)
def test_a_query_that_asks_for_tests_benchmarks_or_examples_does_not_lower_them(query: str, path: str) -> None:
    hits = (_source(path),)
    assert _ranked(PathPenalty(), query, *hits) == hits


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("an example of a session", "tests/test_session.py"),
        ("an example of a session", "examples/test_session.py"),
        ("a list of sessions", "completion/session.bash"),
        ("save sessions at once in tests", "tests/test_session.py"),
        ("a fake session for unit testing", "tests/test_session.py"),
        ("what is saved when my tests run", "tests/test_session.py"),
        ("what is saved when my tests run", "test/spec_session.rb"),
        ("what is saved when my tests run", "src/test/java/SessionTest.java"),
        ("what is saved when my tests run", "spec/session_helper_spec.rb"),
        ("what is saved when my tests run", "tests/test_utils.py"),
        ("what is saved when my tests run", "test/spec_utils.rb"),
        ("what is saved when my tests run", "tests/test_utils_session/__init__.py"),
        ("what is saved", "tests/factories/session.py"),
        ("end a test session that takes too long", "tests/test_session.py"),
        ("global sessions left behind by a test", "tests/test_session.py"),
        ("find the fixture file of a session", "tests/test_session.py"),
        ("how are sessions added", "db/migrate/20240102_add_sessions.rb"),
        ("the session tests", "examples/session.py"),
        ("the session tests", "benchmarks/session.py"),
        ("the session benchmark", "tests/test_session.py"),
        ("the session tests", "tests/session_pb2.py"),
    ],
)
def test_a_query_that_asks_for_examples_lowers_tests_and_the_other_way_round(query: str, path: str) -> None:
    (found,) = _ranked(PathPenalty(), query, _source(path))
    assert found.score == pytest.approx(0.24)


def _source(path: str) -> Hit:
    return hit(path, 0.8)._replace(head=parse_file(path, b"session", modified=0.0).head)


@pytest.mark.parametrize(
    "query",
    [
        "tests of the session",
        "the unit tests for stores",
        "which tests save it",
        "where is the session tested",
        "test for x",
    ],
)
def test_a_query_for_tests_alone_lowers_code_that_is_none(query: str) -> None:
    hits = (_hit("src/views.py", 1.0), _hit("docs/session.md", 0.7), _hit("tests/test_session.py", 0.5))
    found = _ranked(PathPenalty(), query, *hits)
    assert [(each.ref.doc, each.score) for each in found] == [
        ("docs/session.md", 0.7),
        ("tests/test_session.py", 0.5),
        ("src/views.py", 0.3),
    ]


@pytest.mark.parametrize(
    ("query", "best"),
    [
        ("tests for load_views", "src/views.py"),
        ("where is Session.store_all tested", "src/views.py"),
        ("tests for load_views and save_views", "tests/test_views.py"),
        ("tests for save_views", "tests/test_views.py"),
        ("tests for drop_views", "tests/test_views.py"),
    ],
)
def test_of_a_symbol_that_no_test_has_the_definition_is_not_lowered(query: str, best: str) -> None:
    text = "def load_views(): pass\n\ndef save_views(): pass\n\nclass Session:\n    def store_all(self): pass\n"
    files = {"src/views.py": text, "tests/test_views.py": "def test_it():\n    save_views()\n"}
    documents = [parse_file(path, text.encode(), modified=0.0) for path, text in files.items()]
    hits = tuple(hit(document.head.path, 0.8) for document in documents)
    hits = tuple(each._replace(head=document.head) for each, document in zip(hits, documents, strict=True))
    assert PathPenalty()(hits, asking(query, holding(*documents)))[0].head.path == best


_TESTED = {
    "src/pier.py": "def moor_boat(): pass\n\ndef accept(): pass\n\nclass Cargo:\n    def weigh_cargo(self): pass\n",
    "tests/test_boats.py": "def test_all():\n    moor_boat()\n\ndef test_others():\n    accept()\n",
    "tests/test_moor.py": "# test the boat, test each boat\n\ndef test_moor():\n    boat()\n    moor_boat_twice()\n",
    "tests/test_cargo.py": "def test_weigh_cargo():\n    assert weighed\n",
    "tests/test_weight.py": "def test_it():\n    Cargo().weigh_cargo()\n",
    "tests/test_words.py": "def test_it():\n    assert accepted, acceptance\n",
    "docs/cargo.md": "# Cargo\n",
}


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("tests for moor_boat", ["tests/test_boats.py", "src/pier.py"]),
        ("moor_boat tests", ["tests/test_boats.py", "src/pier.py"]),
        ("test moor_boat", ["tests/test_boats.py", "src/pier.py"]),
        ("specs for Pier::moor_boat", ["tests/test_boats.py", "src/pier.py"]),
        ("tests for accept", ["tests/test_boats.py", "src/pier.py"]),
        ("where is accept tested?", ["tests/test_boats.py", "src/pier.py"]),
        ("tests for weigh_cargo", ["tests/test_cargo.py", "tests/test_weight.py", "src/pier.py"]),
    ],
)
@pytest.mark.parametrize("is_listed", [True, False])
def test_of_tests_those_with_the_name_of_the_symbol_come_first(
    query: str, first: list[str], *, is_listed: bool
) -> None:
    documents = [parse_file(path, text.encode(), modified=0.0) for path, text in _TESTED.items()]
    listed = [each for each in documents if is_listed or not each.head.path.startswith("tests/test_boats")]
    hits = tuple(hit(each.head.path, 0.1 * n)._replace(head=each.head) for n, each in enumerate(listed, 1))
    found = PathPenalty()(hits, asking(query, holding(*documents)))
    assert paths(found)[: len(first)] == first
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)


def test_of_tests_the_file_that_is_named_as_the_symbol_comes_first_without_the_name_in_its_text() -> None:
    texts = {
        "src/harbour.py": "class Request:\n    def berths(self): pass\n",
        "tests/test_berths.py": "def test_one():\n    assert Berth()\n",
        "tests/test_pages.py": "def test_link():\n    assert '/berths/'\n",
    }
    documents = [parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()]
    hits = tuple(hit(each.head.path, 0.5)._replace(head=each.head) for each in documents)
    found = PathPenalty()(hits, asking("where are berths tested", holding(*documents)))
    assert paths(found) == ["tests/test_berths.py", "tests/test_pages.py", "src/harbour.py"]


@pytest.mark.parametrize("query", ["test:no save", "-test:yes save", "test:yes OR save"])
def test_another_condition_on_tests_asks_for_none(query: str) -> None:
    (found,) = _ranked(PathPenalty(), query, _hit("tests/test_session.py", 0.8))
    assert found.score == pytest.approx(0.24)


@pytest.mark.parametrize(
    ("question", "factor"),
    [
        ("how to save a session", 0.8),
        ("sessions: How do I save one?", 0.8),
        ("which class of session do I need", 0.8),
        ("what should we save", 0.8),
        ("how can I find a session", 0.8),
        ("which file format should I save", 0.8),
        ("which function do I call to save a session", 1.5),
        ("in which helper file should we save it", 1.5),
        ("where can I find the class that saves sessions", 1.5),
        ("where should we add a session store", 1.5),
        ("where should I put the session store", 0.8),
        ("where to put the session store", 0.8),
        ("where to find the class that saves sessions", 1.5),
        ("build with cmake", 0.8),
        ("Installing from source", 0.8),
        ("build the session with a store", 1.5),
        ("session build with cmake", 1.5),
        ("how is a session saved", 1.5),
        ("how do sessions work", 1.5),
        ("how we save a session", 1.5),
        ("show to all", 1.5),
        ("what is a session", 0.8),
        ("why is the session not stored", 0.8),
        ("is there a way to store sessions", 0.8),
        ("is there a helper function that saves a session", 1.5),
        ("what happens to a session that was not saved", 0.8),
        ("save my session", 0.8),
        ("my_session.save fails", 1.5),
        ("what happened to sessions, and why", 1.5),
        ("migrating from sessions 4 to 5", 0.8),
        ("sessions coding guide", 0.8),
        ("what is the size of a session", 1.5),
        ("guide the session", 1.5),
    ],
)
def test_a_question_for_instructions_has_a_lower_factor_for_code_beside_guides(question: str, factor: float) -> None:
    code, guide = _hit("src/views.py", 0.4), _hit("docs/session.md", 0.4)
    (boosted,) = (each for each in _ranked(CodeBoost(), question, code, guide) if each.head.kind == "code")
    assert boosted.why == (Evidence(CODE_BOOST, factor),)
    alone = _ranked(CodeBoost(), question, code)
    assert [why.value for each in alone for why in each.why] == [1.5]


def test_a_list_of_changes_is_no_guide() -> None:
    code, changes = _hit("src/views.py", 0.4), hit("CHANGES.rst", 0.4)
    assert paths(_ranked(CodeBoost(), "where do I set the session", code, changes)) == ["src/views.py", "CHANGES.rst"]


@pytest.mark.parametrize("path", ["CMake/Macros.cmake", "Dockerfile.dev"])
def test_a_build_file_is_not_raised_above_notes(path: str) -> None:
    listed = (hit("a.md", 0.5), _hit(path, 0.4))
    found = _ranked(CodeBoost(1.5), "x", *listed)
    assert [(each.ref.doc, each.score) for each in found] == [("a.md", 0.5), (path, 0.4)]


def test_a_question_how_to_test_asks_for_guides_and_not_for_tests() -> None:
    test, guide = _hit("tests/test_session.py", 0.9), _hit("docs/session.md", 0.5)
    assert paths(_ranked(PathPenalty(), "how to test sessions", test, guide)) == ["docs/session.md", test.ref.doc]
    assert paths(_ranked(PathPenalty(), "tests of sessions", test, guide))[0] == test.ref.doc
    assert _ranked(PathPenalty(), "how to test sessions", test)[0].score == 0.9
