"""References of Quarto and bookdown to sections."""

from __future__ import annotations

import pytest

from dowse.engines.memory.memory_engine import MemoryEngine
from dowse.formats.detect import parse_file
from dowse.indexing.batches import TimeBudget
from dowse.indexing.linking import link_pending
from tests.contract.engines import fill


@pytest.mark.parametrize(
    ("path", "text", "targets"),
    [
        ("a.qmd", "See @sec-costs, (@sec-low-water) and @fig-tides.", ["sec-costs", "sec-low-water"]),
        ("a.Rmd", "See \\@ref(costs) and Section \\@ref(sec:low).", ["costs", "sec:low"]),
        ("a.qmd", "`@sec-costs` me@sec-costs \\@sec-costs\n\n```{r}\n# @sec-costs\n```\n", []),
        ("a.md", "See @sec-costs and \\@ref(costs).", []),
    ],
)
def test_references_outside_of_code_are_links(path: str, text: str, targets: list[str]) -> None:
    links = parse_file(path, text.encode(), modified=0.0).links
    assert [(link.kind, link.target) for link in links] == [("ref", target) for target in targets]


def test_a_reference_leads_to_the_section_that_states_the_id() -> None:
    index = MemoryEngine()
    texts = {
        "mooring.qmd": b"# Mooring {#sec-mooring}\n\n## Costs {#sec-costs}\n\nText.\n",
        "guide/start.qmd": b"See @sec-costs, @sec-mooring and @sec-none.\n",
    }
    fill(index, *(parse_file(path, text, modified=0.0) for path, text in texts.items()))
    link_pending(index, budget=TimeBudget(lambda: 0.0), progress=lambda _: None)
    assert [(link.target, aim.target, aim.unit, aim.rule) for _, link, aim in index.aimed(["guide/start.qmd"])] == [
        ("sec-costs", "mooring.qmd", "sec-costs", "label"),
        ("sec-mooring", "mooring.qmd", "sec-mooring", "label"),
        ("sec-none", "", "", "outside"),
    ]
