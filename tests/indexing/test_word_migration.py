"""Documents whose words are folded in another way than when they were indexed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.detect import parse_file
from dowse.formats.minhash import signed
from dowse.indexing.word_migration import REMEMBERED, migrate_words
from dowse.model.document import GENERATED, REEXPORTS, Document
from dowse.ports.indexed_document import WriteBatch
from tests.making import indexed, make, sectioned


def _changed(engine: MemoryEngine) -> list[str]:
    """The documents that count as changed once their words are looked at."""
    before = engine.known()
    migrate_words(engine)
    return [path for path, stamp in engine.known().items() if stamp != before[path]]


def _holding(*documents: Document) -> MemoryEngine:
    engine = MemoryEngine()
    engine.write(WriteBatch(indexed=tuple(map(indexed, documents))))
    return engine


@pytest.mark.parametrize("text", ["שָׁלוֹם", "كَتَبَ", "أحمد", "السوق", "Плитой", "Ёж", "مـــرحبا", "ﷲ", "٢٠٢٤", "२०२४"])
def test_a_document_with_points_of_hebrew_with_arabic_russian_or_other_digits_is_read_again(text: str) -> None:
    assert _changed(_holding(make("a.md", text), make("b.md", "café שלום が γ μs"))) == ["a.md"]


def test_a_document_whose_title_or_path_has_points_is_read_again() -> None:
    assert _changed(_holding(make("a.md", "text", title="أحمد"), make("أ.md", "text"))) == ["a.md", "أ.md"]


def test_a_document_with_a_dot_in_a_tag_is_read_again() -> None:
    assert _changed(_holding(make("a.md", "see #role.tester"), make("b.md", "# 1.2\n\n#role. # x.y"))) == ["a.md"]


def test_a_document_with_a_property_without_a_value_is_read_again() -> None:
    texts = ["a:\nb: 1", "a: null", "a: [ ]", "  a: ~ # none", "a:\n- b", "a:\n  b: 1", "a: b", "# a:"]
    notes = (
        parse_file(f"{n}.md", f"---\n{text}\n---\nSteps:\n".encode(), modified=0.0) for n, text in enumerate(texts)
    )
    assert _changed(_holding(*notes)) == ["0.md", "1.md", "2.md", "3.md"]


def test_a_document_with_a_shortcode_in_the_title_of_a_section_is_read_again() -> None:
    engine = _holding(sectioned("a.md", ('{{% heading "next" %}}', 2, "a")), sectioned("b.md", ("Next", 2, "b")))
    assert _changed(engine) == ["a.md"]


@pytest.mark.parametrize("stamp", ["15", "18", "19"])
def test_a_document_with_a_formula_in_a_title_is_read_again(stamp: str) -> None:
    engine = _holding(sectioned("a.md", ("A vector: $$ a", 2, "b")), sectioned("b.md", ("A vector: $a$", 2, "$$ b $$")))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["a.md"]


@pytest.mark.parametrize("stamp", ["15", "19", "20", "21"])
def test_a_document_with_the_title_of_a_section_is_read_again(stamp: str) -> None:
    notes = (sectioned("Water lily.md", ("Lily", 1, "a")), sectioned("Lily.md", ("Water lilies", 1, "a")))
    titled = (replace(note, head=note.head._replace(title=note.units[0].title)) for note in notes)
    engine = _holding(*titled)
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["Water lily.md"]


def test_a_document_with_an_id_as_title_is_read_again() -> None:
    name = "FuaUwZlzLj9bpMKTF7kLw"
    sections = {name: ("Knots", 1, "a"), "Roses": ("Knots", 2, "a"), "Lily": ("Definition", 1, "a")}
    notes = (sectioned(f"{name}.md", section) for name, section in sections.items())
    engine = _holding(*(replace(note, head=note.head._replace(title=note.head.name)) for note in notes))
    engine.remember(REMEMBERED, "21")
    assert _changed(engine) == [f"{name}.md"]


@pytest.mark.parametrize("stamp", ["32", "31", "29", "27", "24", "21"])
def test_a_document_with_a_title_of_the_second_level_is_read_again(stamp: str) -> None:
    chapter = parse_file("ch10-02-knots.md", b"## Knots\n\n### Use\n", modified=0.0)
    others = (parse_file(path, b"## Knots\n\n## Use\n", modified=0.0) for path in ("knots.md", "use.md"))
    engine = _holding(replace(chapter, head=chapter.head._replace(title="ch10-02-knots")), *others)
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["ch10-02-knots.md"]


def test_a_page_with_a_notice_above_its_title_is_read_again() -> None:
    page = parse_file("knots.md", b"**Read this page on the site of the project.**\n\n# Rope\n\n## Use\n", modified=0.0)
    assert page.head.title == "Rope"
    engine = _holding(replace(page, head=page.head._replace(title="knots")), make("a.md", "# A\n\n## Use\n"))
    engine.remember(REMEMBERED, "51")
    assert _changed(engine) == ["knots.md"]


@pytest.mark.parametrize("stamp", ["41", "33"])
def test_a_numbered_chapter_with_a_title_of_the_second_level_beside_others_is_read_again(stamp: str) -> None:
    chapter = parse_file("ch10-02-knots.md", b"## Knots\n\n## Use\n", modified=0.0)
    engine = _holding(replace(chapter, head=chapter.head._replace(title="ch10-02-knots")), make("a.md", "## Knots"))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["ch10-02-knots.md"]


def test_documents_are_looked_through_once() -> None:
    engine = _holding(make("a.md", "text"))
    migrate_words(engine)
    engine.write(WriteBatch(indexed=(indexed(make("b.md", "كَتَبَ")),)))
    assert (_changed(engine), bool(engine.recalled(REMEMBERED))) == ([], True)


def test_a_document_of_restructured_text_with_marks_in_a_title_is_read_again() -> None:
    engine = _holding(
        *(
            make(f"{name}.rst", f"{title}\n====\n", title=title)
            for name, title in (("a", "The ``moor``"), ("b", "Moor"))
        )
    )
    assert _changed(engine) == ["a.rst"]


def test_one_with_several_headings_at_the_top_or_with_a_description_is_read_again() -> None:
    texts = (
        "Version 2\n=========\n\nVersion 1\n=========\n",
        "Guide\n=====\n\nPart\n----\n\nPart 2\n------\n",
        ".. data:: KEY\n",
    )
    engine = _holding(*(parse_file(f"{n}.rst", text.encode(), modified=0.0) for n, text in enumerate(texts)))
    assert _changed(engine) == ["0.rst", "2.rst"]


def test_a_document_with_a_link_in_its_type_or_status_is_read_again() -> None:
    texts = [
        'type: "[[Parks]]"',
        "type:\n  - web\n  - '[[Parks]]'",
        "status: [a, '[[Seen]]']",
        "{type: '[[Parks|Park]]'}",
        "type: web\nseen: '[[Parks]]'",
        "mytype: '[[Parks]]'",
        "type:\n  - web\nseen:\n  - '[[Parks]]'",
    ]
    notes = (
        parse_file(f"{n}.md", f"---\n{text}\n---\ntype: [[Parks]]\n".encode(), modified=0.0)
        for n, text in enumerate(texts)
    )
    assert _changed(_holding(*notes)) == ["0.md", "1.md", "2.md", "3.md"]


def test_a_document_with_a_time_as_a_number_is_read_again() -> None:
    texts = [
        "updated: 1642564062835",
        "at:\n  - 1642564062",
        "updated: '1655000000000'",
        "updated: 1655000000000 # when",
        "at: [a, 1655000000000]",
        "{updated: 1655000000000}",
        "phone: 5551234567",
        "year: 2022",
        "id: x1642564062835",
        "a: b # 1642564062835",
    ]
    notes = (
        parse_file(f"{n}.md", f"---\n{text}\n---\nupdated: 1642564062835\n".encode(), modified=0.0)
        for n, text in enumerate(texts)
    )
    assert _changed(_holding(*notes)) == [f"{n}.md" for n in range(7)]


@pytest.mark.parametrize(
    ("stamp", "changed"),
    [
        *((stamp, ["a.adoc", "e.md"]) for stamp in ("24", "23", "22", "21", "20", "19")),
        *((stamp, ["a.adoc", "d.org", "e.md"]) for stamp in ("18", "17", "16")),
        ("15", ["a.adoc", "b.md", "d.org", "e.md"]),
    ],
)
def test_documents_of_asciidoc_and_org_and_drawings_are_read_again_and_of_the_version_before_no_others(
    stamp: str, changed: list[str]
) -> None:
    drawing = parse_file("e.md", b"---\nexcalidraw-plugin: parsed\n---\ntext", modified=0.0)
    texts = {"a.adoc": "text", "b.md": "كَتَبَ", "c.md": "text", "d.org": "text"}
    engine = _holding(*(make(path, text) for path, text in texts.items()), drawing)
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == changed


def test_a_short_document_with_a_signature_of_its_headings_alone_is_read_again() -> None:
    digest = b"8 bytes."
    headed, short = (
        parse_file(path, text, modified=1.0) for path, text in (("a.md", b"# Notes\n"), ("b.md", b"One word"))
    )
    engine = _holding(replace(headed, head=headed.head._replace(signature=digest)), signed(short))
    engine.remember(REMEMBERED, "25")
    assert _changed(engine) == ["a.md"]


@pytest.mark.parametrize("stamp", ["22", "26"])
def test_a_skill_with_another_title_than_its_name_is_read_again(stamp: str) -> None:
    text = b"---\nname: brand-guidelines\n---\n# Instructions\n"
    skill, note = (parse_file(path, text, modified=1.0) for path in ("a/SKILL.md", "b/note.md"))
    named = parse_file("c/SKILL.md", text, modified=1.0)
    engine = _holding(replace(skill, head=skill.head._replace(title="Instructions")), note, named)
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["a/SKILL.md"]


@pytest.mark.parametrize("stamp", ["28", "27", "26", "15"])
def test_a_document_with_a_letter_that_folds_to_others_or_of_ukrainian_is_read_again(stamp: str) -> None:
    texts = {
        "a.md": "hasło",
        "Đà.md": "text",
        "b.md": "[x](%C5%81%C3%B3dz.md)",
        "c.md": "Œuvre",
        "d.md": "café 2026 Æ",
        "f.md": "Її",
        "g.md": "Ǿresund",
        "h.md": "ǽ",
    }
    engine = _holding(*(make(path, text) for path, text in texts.items()), make("e.md", "café [x](caf%C3%A9.md)"))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == [*texts]


@pytest.mark.parametrize("stamp", ["44", "42", "27"])
def test_a_document_of_greek_or_hindi_is_read_again(stamp: str) -> None:
    texts = {
        "a.md": "λόγος",
        "Ώρα.md": "text",
        "b.md": "हिन्दी",
        "c.md": "ὧραι",
        "d.md": "Λο\u0301γοι",
        "\u0958\u093e.md": "text",
    }
    others = {"e.md": "μs γ αβ μservices", "f.md": "книга", "g.md": "café"}
    engine = _holding(*(make(path, text) for path, text in {**texts, **others}.items()))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == [*texts]


@pytest.mark.parametrize("stamp", ["54", "53", "47"])
def test_a_document_with_letters_of_persian_is_read_again(stamp: str) -> None:
    texts = {"a.md": "کتاب", "ی.md": "text", "b.md": "یہ", "c.md": "[x](%DA%A9.md)", "d.md": "ﮎ", "e.md": "\u06c0"}
    engine = _holding(*(make(path, text) for path, text in {**texts, "f.md": "كتاب ي ه گ"}.items()))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == [*texts]


@pytest.mark.parametrize("stamp", ["53", "52", "45"])
def test_a_document_with_a_word_in_katakana_is_read_again(stamp: str) -> None:
    texts = {"a.md": "ログ", "ログ.md": "text", "b.md": "ｶﾅ", "c.md": "[x](%E3%83%AD%E3%82%B0.md)"}
    texts |= {"d.md": "ﾊﾞｸﾞ", "e.md": "\u30cf\u3099\u30af\u3099", "f.md": "㌔", "g.md": "㋐㋑", "h.md": "🈁"}
    engine = _holding(*(make(path, text) for path, text in {**texts, "i.md": "ひらがな 漢字"}.items()))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == [*texts]


@pytest.mark.parametrize("stamp", ["47", "45"])
def test_a_document_with_dots_of_devanagari_or_vowels_of_thai_is_read_again(stamp: str) -> None:
    texts = {
        "a.md": "ज़",
        "\u0958.md": "text",
        "b.md": "गाँव",
        "c.md": "ทำ",
        "d.md": "ท\u0e4d\u0e32",
        "e.md": "ນ້ຳ",
        "f.md": "[x](%E0%B8%97%E0%B8%B3.md)",
    }
    others = {"g.md": "हिन्दी", "h.md": "ชาเขียว", "i.md": "ລາວ"}
    engine = _holding(*(make(path, text) for path, text in {**texts, **others}.items()))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == [*texts]


@pytest.mark.parametrize("stamp", ["29", "28", "27"])
def test_a_document_of_asciidoc_that_describes_names_is_read_again(stamp: str) -> None:
    texts = {
        "a.adoc": "core.bare::\n\tBare.",
        "b.md": "core.bare::\n\tBare.",
        "c.adoc": "std::move, and a: b",
        "d.adoc": "= Core\n\n`core.bare`::\n\tBare.",
        "e.adoc": "[[a]]core.<name>:: Named",
    }
    engine = _holding(*(make(path, text) for path, text in texts.items()))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["a.adoc", "d.adoc", "e.adoc"]


@pytest.mark.parametrize("stamp", ["30", "29", "27"])
def test_a_source_file_with_nothing_but_imports_is_read_again(stamp: str) -> None:
    texts = {"a.py": "from b import A\n", "b.py": "A = 1\n", "c.md": "from b import A\n", "d.py": "import a\na.x()\n"}
    read = [parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()]
    engine = _holding(*(replace(each, head=each.head._replace(facts={})) for each in read))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["a.py"]
    engine = _holding(*read)
    engine.remember(REMEMBERED, stamp)
    assert (_changed(engine), REEXPORTS in read[0].head.facts) == ([], True)


@pytest.mark.parametrize("stamp", ["60", "56", "30", "27"])
def test_a_file_that_gathers_others_and_has_functions_is_read_again(stamp: str) -> None:
    texts = {"a/__init__.py": "def run(): pass\n", "b/__init__.py": "B = 1\n", "c.py": "def run(): pass\n"}
    engine = _holding(*(parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["a/__init__.py"]


@pytest.mark.parametrize("stamp", ["31", "30", "27"])
def test_a_source_file_that_a_program_has_written_is_read_again(stamp: str) -> None:
    texts = {
        "a.c": "/* A Bison parser, made by GNU Bison 3.8.2.  */\nint a;\n",
        "b.c": "int a;\n",
        "c.md": "made by GNU Bison",
    }
    read = [parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()]
    engine = _holding(*(replace(each, head=each.head._replace(facts={})) for each in read))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["a.c"]
    engine = _holding(*read)
    engine.remember(REMEMBERED, stamp)
    assert (_changed(engine), GENERATED in read[0].head.facts) == ([], True)


@pytest.mark.parametrize("stamp", ["52", "42", "37", "31", "27"])
def test_a_source_file_that_counts_as_generated_no_longer_is_read_again(stamp: str) -> None:
    read = parse_file("a.py", b"# The key is auto-generated when it is missing.\nA = 1\n", modified=0.0)
    engine = _holding(replace(read, head=read.head._replace(facts={GENERATED: True})))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["a.py"]


@pytest.mark.parametrize("stamp", ["33", "31", "29", "27"])
def test_a_page_of_logseq_is_read_again(stamp: str) -> None:
    block = "63bc6201-53b1-47a4-834f-83934b69ad49"
    texts = {
        "a.md": "tags:: x\n\n- Text",
        "b.md": f"- Text\n  id:: {block}",
        "c.md": f"- See (({block}))",
        "d.md": "- Text",
        "journals/2026_11_03.md": "- Text",
        "pages/a___b.md": "- Text",
        "pages/b.md": "- # Text",
        "pages/c.tsx": "let a = 1",
    }
    engine = _holding(*(make(path, text) for path, text in texts.items()))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["a.md", "b.md", "c.md", "journals/2026_11_03.md", "pages/a___b.md", "pages/b.md"]


@pytest.mark.parametrize("stamp", ["35", "34", "33"])
def test_a_page_with_links_as_tags_or_properties_of_logseq_is_read_again(stamp: str) -> None:
    texts = {
        "a.md": "A #[[Slow harbour]].",
        "b.md": "tags:: [[x]] [[y]]\n\n- Text",
        "c.md": "A [[link]].",
        "d.py": "#[[",
    }
    engine = _holding(*(make(path, text) for path, text in texts.items()))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["a.md", "b.md"]


@pytest.mark.parametrize("stamp", ["38", "34", "33", "27"])
def test_a_text_with_properties_in_fields_is_read_again(stamp: str) -> None:
    fields = "Title: Tides\nDate: 2026-03-01\n\nText."
    texts = {
        "a.rst": "Tides\n=====\n\n:Author: Jane\n",
        "b.rst": fields,
        "c.md": fields,
        "d": fields,
        "e.adoc": fields,
        "g.md": "Note: a\nTodo: b\n\n:Author: Jane\n",
        "h.rst": "Tides\n=====\n\nText.\n",
    }
    engine = _holding(*(make(path, text) for path, text in texts.items()))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["a.rst", "b.rst", "c.md", "d"]


@pytest.mark.parametrize("stamp", ["43", "36", "35", "33", "27"])
def test_a_page_with_an_id_a_bare_attribute_or_a_comment_in_a_heading_is_read_again(stamp: str) -> None:
    texts = {
        "a.md": "# Costs { id=cost }",
        "b.md": "text\n## Costs {: .wide data-search-exclude }\n",
        "c.md": "# Costs {#cost}",
        "d.md": "Costs { id=cost }",
        "e.txt": "# Costs { id=cost }",
        "f.mdx": "## Costs {/*cost*/}",
        "g.mdx": "Costs {/*cost*/}",
    }
    engine = _holding(*(make(path, text) for path, text in texts.items()))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["a.md", "b.md", "f.mdx"]


@pytest.mark.parametrize("stamp", ["45", "39", "33", "27"])
def test_a_page_that_states_its_status_or_date_is_read_again(stamp: str) -> None:
    texts = {
        "a.md": "# A\n\n- Status: accepted\n",
        "b.md": "# B\n\nStatus of it.\n",
        "c.txt": "# C\n\nStatus: done\n",
        "d.md": "- Name: D\n- Start Date: 2026-03-01\n\n## D\n",
    }
    engine = _holding(*(parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["a.md", "d.md"]


@pytest.mark.parametrize("stamp", ["48", "39", "27"])
def test_a_page_with_frontmatter_in_toml_is_read_again(stamp: str) -> None:
    texts = {"a.md": '+++\ntitle = "A"\n+++\n', "b.md": '---\ntitle: "B"\n---\n', "c.txt": '+++\ntitle = "C"\n+++\n'}
    engine = _holding(*(parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["a.md"]


@pytest.mark.parametrize("stamp", ["46", "39", "27"])
def test_a_page_with_symbols_around_a_property_or_several_fields_of_one_name_is_read_again(stamp: str) -> None:
    texts = {
        "a.md": "---\nstage: ✅ done\n---\n",
        "b.md": "---\nstage: [früh, 'fertig 🎉']\n---\n",
        "c.md": "---\nstage: früh\nmark: ✅\n---\n✅ done\n",
        "d.rst": "D\n=\n\n:author: A\n:author: B\n\nText.\n",
        "e.rst": "E\n=\n\n:author: A\n:state: B\n\nText.\n",
    }
    engine = _holding(*(parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()))
    engine.remember(REMEMBERED, stamp)
    assert {"a.md", "b.md", "d.rst"} <= {*_changed(engine)} <= {"a.md", "b.md", "d.rst", "e.rst"}


@pytest.mark.parametrize("stamp", ["40", "37"])
def test_a_page_with_a_badge_as_status_and_a_dialogue_are_read_again(stamp: str) -> None:
    texts = {
        "a.md": "# A\n\n## Status\n\n![Build status](b.svg)\n",
        "b.txt": "Title: B\nJane: Yes.\nApril: No.\nJane: Yes.\n\nText.\n",
        "c.txt": "Jane: Yes.\nApril: No.\nJane: Yes.\n\nText.\n",
        "d.md": "# D\n\n![Build status](b.svg)\n",
    }
    read = (parse_file(path, text.encode(), modified=0.0) for path, text in texts.items())
    badge = {"a.md": {"status": "Build status"}}
    engine = _holding(*(replace(each, head=each.head._replace(facts=badge.get(each.head.path, {}))) for each in read))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["a.md", "b.txt"]


@pytest.mark.parametrize("stamp", ["49", "39", "27"])
def test_a_page_with_toml_below_a_blank_line_or_a_date_in_another_form_is_read_again(stamp: str) -> None:
    texts = {
        "a.md": '\n+++\ntitle = "A"\n+++\ntext\n',
        "b.md": "---\ndone: 12 March 2021\n---\n",
        "c.md": "---\ndone: 2021-03-12\n---\n",
        "d.txt": '+++\ntitle = "D"\n+++\ntext\n',
        "e.md": "12 March 2021\n",
    }
    engine = _holding(*(parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["a.md", "b.md"]


@pytest.mark.parametrize("stamp", ["50", "39", "27"])
def test_a_page_with_fields_in_a_block_or_a_status_with_symbols_is_read_again(stamp: str) -> None:
    texts = {
        "a.md": "```\nTitle: A\nStatus: Draft\n```\n\ntext\n",
        "b.md": "# B\n\nStatus: ✅ Accepted\n",
        "c.md": "```\ntext\n```\n",
        "d.md": "# D\n\ntext\n",
    }
    read = (parse_file(path, text.encode(), modified=0.0) for path, text in texts.items())
    engine = _holding(*(replace(each, head=each.head._replace(facts={})) for each in read))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["a.md", "b.md"]


@pytest.mark.parametrize("stamp", ["55", "50"])
def test_a_page_of_a_wiki_is_read_again(stamp: str) -> None:
    texts = {"a.wiki": "= A =\n", "b.RDOC": "= B\n", "c.md": "# C\n"}
    engine = _holding(*(parse_file(path, text.encode(), modified=0.0) for path, text in texts.items()))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["a.wiki", "b.RDOC"]


@pytest.mark.parametrize("stamp", ["57", "56"])
def test_a_page_of_a_wiki_with_an_entity_in_a_title_is_read_again(stamp: str) -> None:
    entities = make("a.wiki", "text", title="Fish &amp; chips")
    section = sectioned("b.mediawiki", ("Fish&nbsp;chips", 1, "text"))
    others = make("c.md", "text", title="Fish & chips"), make("d.wiki", "a &amp; b", title="Fish")
    engine = _holding(entities, section, *others)
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["a.wiki", "b.mediawiki"]


def test_a_page_of_a_wiki_with_a_link_of_rdoc_in_a_title_is_read_again() -> None:
    titles = {"a.rdoc": "{Rails}[https://example.org] guide", "b.rdoc": "Rails", "c.md": "Rails[https://example.org]"}
    engine = _holding(*(make(path, "text", title=title) for path, title in titles.items()))
    engine.remember(REMEMBERED, "58")
    assert _changed(engine) == ["a.rdoc"]


@pytest.mark.parametrize("stamp", ["59", "58"])
def test_a_page_of_markdown_with_a_character_reference_in_a_title_is_read_again(stamp: str) -> None:
    title = make("a.md", "text", title="R&#xE9;sum&eacute;")
    section = sectioned("b.md", ("Tides &mdash; and more", 1, "text"))
    engine = _holding(title, section, make("c.md", "a &mdash; b", title="R&D"), make("d.md", "text"))
    engine.remember(REMEMBERED, stamp)
    assert _changed(engine) == ["a.md", "b.md"]
