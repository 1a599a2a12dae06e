"""A transformer that runs: texts to the numbers that it makes of their tokens."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from tokenizers import Encoding, Tokenizer

from ..model.errors import ModelError
from .folder import ModelFolder

if TYPE_CHECKING:
    import onnxruntime
    from numpy.typing import NDArray

    Tokens = NDArray[np.int64]  # (texts, tokens of the longest)
    Output = NDArray[np.float32]

MISSING_ONNXRUNTIME = "onnx models need ONNX Runtime: pip install 'dowse[onnx]'"
_AT_ONCE = 2_048  # tokens, padding included: what stays in the processor's cache; a batch of 32 takes a fifth longer
_OF_TOKENS = ("last_hidden_state", "token_embeddings")  # what exports call the vectors of the tokens
_FEEDS = ("input_ids", "attention_mask", "token_type_ids", "position_ids")


class Session:
    """The model in a folder, loaded when it is first needed. May be shared between threads."""

    def __init__(self, folder: ModelFolder, *, threads: int = 0) -> None:
        self.folder = folder
        self._threads = threads or os.cpu_count() or 1
        self._loading = threading.Lock()

    def encoded(self, texts: Sequence[str] | Sequence[tuple[str, str]]) -> list[Encoding]:
        """The tokens of each text, or of each pair of texts, cut to the limit of the model; never raises."""
        return self._tokenizer.encode_batch(list(map(_clean, texts)))

    def batches(self, encodings: Sequence[Encoding]) -> Iterator[list[int]]:
        """The places of texts that go in together: those of one length, as many as are worth it, the longest first."""
        order = sorted(range(len(encodings)), key=lambda place: -len(encodings[place].ids))
        start = 0
        while start < len(order):
            count = max(1, _AT_ONCE // max(1, len(encodings[order[start]].ids)))
            yield order[start : start + count]
            start += count

    def run(self, encodings: Sequence[Encoding]) -> tuple[Output, Tokens]:
        """The output of the model for these texts, as float32, and the mask of tokens without padding (0, 1).

        Of several outputs it is that of the tokens, else the first.

        Raises ModelError when the model fails.
        """
        longest = max(1, *(len(encoding.ids) for encoding in encodings))
        ids, mask, types = (np.zeros((len(encodings), longest), np.int64) for _ in range(3))
        ids += self._padding
        for row, encoding in enumerate(encodings):
            count = len(encoding.ids)
            ids[row, :count], mask[row, :count], types[row, :count] = encoding.ids, 1, encoding.type_ids
        places = np.broadcast_to(np.arange(longest), ids.shape)
        given = dict(zip(_FEEDS, (ids, mask, types, places), strict=True))
        session = self._session
        try:
            (output,) = session.run([self._output], {entry.name: given[entry.name] for entry in session.get_inputs()})
        except Exception as error:  # ONNX Runtime raises many classes, also RuntimeError
            raise ModelError(f"{self.folder.model} failed: {_first_line(error)}") from error
        return np.asarray(output, np.float32), mask

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        try:
            tokenizer = Tokenizer.from_file(str(self.folder.tokenizer))
        except Exception as error:  # the library raises plain Exception
            raise ModelError(f"{self.folder.tokenizer} cannot be read: {_first_line(error)}") from error
        tokenizer.no_padding()
        tokenizer.enable_truncation(self.folder.max_tokens, strategy="longest_first")
        return tokenizer

    @cached_property
    def _padding(self) -> int:
        """The id of padding; it is masked, so that few models depend on it."""
        ids = (self._tokenizer.token_to_id(token) for token in ("[PAD]", "<pad>"))
        return next((token for token in ids if token is not None), 0)

    @cached_property
    def _output(self) -> str:
        names = [entry.name for entry in self._session.get_outputs()]
        return next((name for name in _OF_TOKENS if name in names), names[0])

    @property
    def _session(self) -> onnxruntime.InferenceSession:
        with self._loading:
            return self._loaded

    @cached_property
    def _loaded(self) -> onnxruntime.InferenceSession:
        # Read when the library is loaded. Its builds send telemetry and write a number of the machine below the home
        # folder, unless this is set; disable_telemetry_events() comes too late for both.
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        try:
            import onnxruntime  # noqa: PLC0415  # here, since it is an extra and costs 150 ms
        except ModuleNotFoundError as error:
            raise ModelError(MISSING_ONNXRUNTIME) from error
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self._threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3  # what goes wrong is raised
        try:
            session = onnxruntime.InferenceSession(str(self.folder.model), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # as above
            raise ModelError(
                f"{self.folder.model} is not a model that ONNX Runtime can run: {_first_line(error)}"
            ) from error
        unknown = [entry.name for entry in session.get_inputs() if entry.name not in _FEEDS]
        if unknown:
            raise ModelError(f"{self.folder.model} needs the inputs {', '.join(unknown)}, which dowse does not provide")
        return session


def _clean(text: str | tuple[str, str]) -> str | tuple[str, str]:
    """Without halves of surrogate pairs, which the tokenizer takes for no text at all."""
    if isinstance(text, tuple):
        return _whole(text[0]), _whole(text[1])
    return _whole(text)


def _whole(text: str) -> str:
    return text if text.isascii() else text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0][:200] or type(error).__name__
