"""The threads of BLAS, numpy's linear algebra."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""What a process that is started with it has in its environment."""


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """An import of numpy inside gives OpenBLAS one thread, unless the user's environment states a number.

    OpenBLAS reads the environment when it is loaded.  The products here are of one text: its other threads would wait
    for them on a busy processor, and for the first ones while the command starts.  Other libraries, such as torch, are
    imported later, with the environment of the user.
    """
    added = {name: value for name, value in ONE_THREAD.items() if name not in os.environ}
    os.environ.update(added)
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)
