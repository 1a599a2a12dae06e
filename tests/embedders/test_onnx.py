"""Sentence encoders from a folder, against the same formula in numpy."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from dowse.embedders.onnx import OnnxEmbedder
from dowse.model.errors import ModelError
from dowse.onnx.folder import model_folder
from tests.tiny_bert import Floats, TinyBert, tokenizer

TEXTS = ["the quick fox", "a", "rotate the keys of the lazy dog and the boat", "", "carbon tax"]


def opened(folder: Path, **said: object) -> OnnxEmbedder:
    """The embedder of the folder."""
    return OnnxEmbedder("onnx:tiny", model_folder(folder, **said))


def _expected(text: str, bert: TinyBert, *, pooling: str = "mean") -> Floats:
    hidden = bert.hidden(tokenizer().encode(text).ids)
    pooled = hidden[0] if pooling == "cls" else hidden.mean(axis=0)
    row: Floats = pooled / np.linalg.norm(pooled)
    return row


@pytest.mark.parametrize("pooling", ["mean", "cls"])
def test_vectors_are_those_of_the_formula_whatever_else_is_in_the_batch(tmp_path: Path, pooling: str) -> None:
    bert = TinyBert()
    rows = opened(bert.save(tmp_path), pooling=pooling).embed(TEXTS)
    for text, row in zip(TEXTS, rows, strict=True):
        np.testing.assert_allclose(row, _expected(text, bert, pooling=pooling), atol=1e-5)


def test_rows_have_norm_one_and_come_in_the_order_of_the_texts(tmp_path: Path) -> None:
    embedder = opened(TinyBert().save(tmp_path))
    texts = [" ".join(["fox"] * n) for n in (9, 1, 5, 20, 2)]
    rows = embedder.embed(texts)
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-6)
    for text, row in zip(texts, rows, strict=True):
        np.testing.assert_allclose(embedder.embed([text])[0], row, atol=1e-5)


def test_queries_and_documents_get_the_prefixes_of_the_folder(tmp_path: Path) -> None:
    bert = TinyBert()
    prompts = {"prompts": {"query": "query: ", "document": "passage: "}}
    bert.save(tmp_path)
    (tmp_path / "config_sentence_transformers.json").write_text(json.dumps(prompts))
    embedder = opened(tmp_path)
    np.testing.assert_allclose(embedder.embed(["fox"], as_query=True)[0], _expected("query: fox", bert), atol=1e-5)
    np.testing.assert_allclose(embedder.embed(["fox"])[0], _expected("passage: fox", bert), atol=1e-5)


def test_long_texts_are_cut_to_what_the_model_takes(tmp_path: Path) -> None:
    bert = TinyBert()
    embedder = opened(bert.save(tmp_path))
    many = "fox " * 500
    np.testing.assert_allclose(embedder.embed([many])[0], _expected("fox " * 22, bert), atol=1e-5)  # and two marks


def test_the_folder_says_how_texts_are_pooled_and_cut(tmp_path: Path) -> None:
    TinyBert().save(tmp_path)
    (tmp_path / "1_Pooling").mkdir()
    (tmp_path / "1_Pooling" / "config.json").write_text(
        '{"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false}'
    )
    (tmp_path / "sentence_bert_config.json").write_text('{"max_seq_length": 12}')
    folder = model_folder(tmp_path)
    assert (folder.pooling, folder.max_tokens, folder.dim) == ("cls", 12, 16)


def test_half_of_a_surrogate_pair_and_odd_characters_are_embedded_like_other_text(tmp_path: Path) -> None:
    rows = opened(TinyBert().save(tmp_path)).embed(["\ud83d", "\0", "\u202efox", "🦊", " \n"])
    assert rows.shape == (5, 16)
    assert np.isfinite(rows).all()


def test_no_text_gives_no_row(tmp_path: Path) -> None:
    assert opened(TinyBert().save(tmp_path)).embed([]).shape == (0, 16)


def test_threads_share_a_model(tmp_path: Path) -> None:
    embedder = opened(TinyBert().save(tmp_path))
    whole = opened(tmp_path).embed(TEXTS)
    found: list[bool] = []
    threads = [
        Thread(target=lambda: found.append(bool(np.allclose(embedder.embed(TEXTS), whole, atol=1e-5))))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 8


@pytest.mark.parametrize("changed", ["weights", "prefix", "pooling", "length", "tokenizer"])
def test_the_revision_changes_with_all_that_changes_a_vector(tmp_path: Path, changed: str) -> None:
    TinyBert().save(tmp_path)
    before = opened(tmp_path).revision
    assert opened(tmp_path).revision == before
    said: dict[str, object] = {
        "prefix": {"query_prefix": "query: "},
        "pooling": {"pooling": "cls"},
        "length": {"max_tokens": 9},
    }.get(changed, {})  # type: ignore[assignment]  # by name
    if changed == "weights":
        TinyBert(seed=2).save(tmp_path)
    if changed == "tokenizer":
        (tmp_path / "tokenizer.json").write_text((tmp_path / "tokenizer.json").read_text().replace('"fox"', '"vixen"'))
    assert opened(tmp_path, **said).revision != before


BAD: Mapping[str, tuple[Callable[[Path], Path], str]] = {
    "no folder": (lambda folder: folder / "nowhere", "there is no folder"),
    "no model": (lambda folder: _without(folder, "model.onnx"), "has no model.onnx"),
    "no tokenizer": (lambda folder: _without(folder, "tokenizer.json"), "has no tokenizer.json"),
    "a model that is none": (
        lambda folder: _written(folder, "model.onnx", "no model"),
        "is not a model that ONNX Runtime can run",
    ),
    "a tokenizer that is none": (
        lambda folder: _written(folder, "tokenizer.json", "[1]"),
        "tokenizer.json cannot be read",
    ),
    "a config that is none": (lambda folder: _written(folder, "config.json", "{"), "config.json cannot be read"),
    "a config that is a list": (lambda folder: _written(folder, "config.json", "[]"), "is not a JSON object"),
    "a pooling nobody knows": (
        lambda folder: _pooling(folder, {"pooling_mode_max_tokens": True}),
        "uses the pooling max_tokens",
    ),
}


@pytest.mark.parametrize("bad", BAD)
def test_a_folder_that_is_no_model_is_told_from_one_with_what_is_wrong(tmp_path: Path, bad: str) -> None:
    spoil, said = BAD[bad]
    with pytest.raises(ModelError, match=said):
        opened(spoil(TinyBert().save(tmp_path))).embed(["fox"])


def test_a_classifier_is_no_encoder_of_sentences_but_a_pooled_output_is_taken_as_it_is(tmp_path: Path) -> None:
    rows = opened(TinyBert().save(tmp_path, gives="classes")).embed(["fox"])
    assert rows.shape == (1, 2)  # a model that pools by itself looks just so


@pytest.mark.parametrize("pooling", ["mean", "cls"])
def test_of_several_outputs_that_of_the_tokens_is_pooled(tmp_path: Path, pooling: str) -> None:
    """An export of a sentence encoder may give its own idea of a sentence first, without saying how it came by it."""
    plain = opened(TinyBert().save(tmp_path / "plain"), pooling=pooling).embed(TEXTS)
    rows = opened(TinyBert().save(tmp_path / "two", gives="sentence"), pooling=pooling).embed(TEXTS)
    assert np.allclose(rows, plain, atol=1e-6)


def test_numbers_that_are_none_are_refused(tmp_path: Path) -> None:
    bert = TinyBert()
    bert.weights["words"][:] = np.nan
    with pytest.raises(ModelError, match="returned NaN or infinity"):
        opened(bert.save(tmp_path)).embed(["fox"])


def _without(folder: Path, name: str) -> Path:
    (folder / name).unlink()
    return folder


def _written(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text)
    return folder


def _pooling(folder: Path, said: object) -> Path:
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text(json.dumps(said))
    return folder
