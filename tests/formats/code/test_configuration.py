"""Configuration is read for its text; lock files, data and keys are not."""

from __future__ import annotations

import pytest

from dowse.formats.code.configuration import MOST_BYTES
from dowse.formats.detect import is_configuration, is_source_code, parse_file, refused
from dowse.formats.registry import format_of

_DATA = "data: a configuration has at most 50,000 bytes, unless a third of it is comments and prose"


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("pyproject.toml", "toml"),
        ("docker-compose.yml", "yaml"),
        ("web/package.json", "json"),
        ("web/tsconfig.base.jsonc", "json"),
        ("tox.ini", "ini"),
        ("setup.cfg", "ini"),
        (".editorconfig", "ini"),
        ("etc/nginx.conf", "ini"),
        ("clock.json", "json"),
        ("package-lock.json", ""),
        ("npm-shrinkwrap.json", ""),
        ("pnpm-lock.yaml", ""),
        ("Pnpm-Lock.YAML", ""),
        ("packages.lock.json", ""),
        ("conda-lock.yml", ""),
        ("lock.json", ""),
        ("dowse.toml", ""),
        ("production.env", ""),
        ("records.jsonl", ""),
        ("table.csv", ""),
    ],
)
def test_configuration_is_known_by_the_name_of_the_file(path: str, name: str) -> None:
    found = format_of(path)
    assert (found.name if found else "") == name
    assert is_configuration(path) == is_source_code(path) == bool(name)


@pytest.mark.parametrize(
    ("path", "data", "why"),
    [
        ("a.json", b'{"name": "ferry", "private": true}\n', None),
        ("a.json", b' \n[{"id": 1}]', "data: a list of JSON"),
        ("a.yaml", b"[ferry, harbour]\n", None),
        ("a.toml", b'[tool.ferry]\ncrew = ["x"]\n', None),
        ("a.yaml", b"name: ferry\n" * (MOST_BYTES // 12), None),
        ("a.yaml", b"name: ferry\n" * (MOST_BYTES // 12 + 1), _DATA),
        ("a.yaml", b"name: ferry\n# The ferry.\n" * 5_000, None),
        ("a.yaml", b"name: ferry\ntext: The ferry that crosses the harbour each day.\n" * 1_000, None),
        ("a.yaml", b"name: ferry\n# The ferry.\n" * 50_000, _DATA),
        ("a.yaml", b"name: ferry 1 2 3 4 5 6 7\n" * 5_000, _DATA),
        ("a.json", b"// The ferry.\n" * 5_000, "data: a configuration in JSON has at most 50,000 bytes"),
        ("a.json", b'{"a": "' + b"ab " * 2_000 + b'"}', "minified or generated: a line has more than 5,000 bytes"),
        ("a.json", b'{"key": "-----BEGIN PRIVATE KEY-----\\nMIIE"}', "contains a private key"),
        ("a.yaml", b"key: |\n  -----BEGIN RSA PRIVATE KEY-----\n", "contains a private key"),
        ("a.yaml", "key: -----BEGIN PRIVATE KEY-----\n".encode("utf-16"), "contains a private key"),
        ("a.json", b"\xef\xbb\xbf[1, 2]", "data: a list of JSON"),
        ("a.json", "[1, 2]".encode("utf-16"), "data: a list of JSON"),
        ("a.json", b"\x00\x01\x02\x03\x04\x05\x06\x07\x08", "binary"),
    ],
)
def test_data_keys_and_minified_text_are_not_read(path: str, data: bytes, why: str | None) -> None:
    assert refused(path, data) == why


def test_a_configuration_is_source_code_without_symbols() -> None:
    document = parse_file("ops/compose.yaml", b"services:\n  ferry:\n    image: harbour\n", modified=0.0)
    assert (document.head.kind, document.head.title, document.symbols) == ("code", "compose.yaml", ())
    assert document.text.endswith("image: harbour\n")
