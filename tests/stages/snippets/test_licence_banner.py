"""The licence at the beginning of a source file."""

from __future__ import annotations

import pytest

from dowse.stages.snippets.licence_banner import behind_licence

_REST = "package render\n\nfunc go() {}\n"


@pytest.mark.parametrize(
    "banner",
    [
        "// Copyright 2014 A. Author. All rights reserved.\n// Use is governed by a licence.\n",
        "/*\n * Licensed under the Apache License\n */\n",
        "#!/bin/sh\n# SPDX-License-Identifier: MIT\n",
        "<!-- (c) 2020 Somebody -->\n",
        "-- a module\n\n-- Copyright Somebody\n",
    ],
)
def test_a_comment_with_a_licence_is_left_behind(banner: str) -> None:
    assert (banner + _REST)[behind_licence(banner + _REST) :].strip() == _REST.strip()


def test_a_comment_about_the_file_stays() -> None:
    assert behind_licence(f"// Package render draws.\n{_REST}") == 0
    text = f"// Copyright 2014\n\n// Package render draws.\n{_REST}"
    assert text[behind_licence(text) :].lstrip().startswith("// Package render")


def test_blanks_and_open_comments_take_no_time() -> None:
    assert behind_licence(" " * 1_000_000) == behind_licence("/*" * 500_000) == 0
