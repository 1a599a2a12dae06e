"""A run over the addresses that Ctrl-C ends."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from dowse.app.link_checker.check import CheckPlan, LinkCheckReport, check
from dowse.app.link_checker.verdict import Verdict


def test_ctrl_c_keeps_the_verdicts_that_came_while_it_looked_elsewhere(tmp_path: Path) -> None:
    urls = [f"http://host.example/{number}" for number in range(6)]
    are_three_finished, is_over = threading.Event(), threading.Event()

    def ask(url: str) -> Verdict:
        if url == urls[4]:  # two at a time: with the fourth waiting, the first three are finished
            are_three_finished.set()
        if url in urls[3:]:
            assert is_over.wait(60)
        return Verdict(url, "ok")

    def interrupted(done: int, total: int) -> None:
        assert (done, total) == (1, len(urls))
        assert are_three_finished.wait(60)
        raise KeyboardInterrupt

    report = LinkCheckReport(dict.fromkeys(urls, ()))
    with pytest.raises(KeyboardInterrupt):
        check(report, tmp_path, CheckPlan(now=0.0), ask, interrupted)
    is_over.set()
    assert sorted(report.verdicts) == urls[:3]
    assert (report.asked, report.unasked) == (3, 3)
