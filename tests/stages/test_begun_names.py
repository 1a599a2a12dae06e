"""Names of code of which the query has the first words."""

from __future__ import annotations

from dowse.formats.detect import parse_file
from dowse.model.hit import Hit
from dowse.model.ref import Ref
from dowse.stages.code.definitions import Definitions
from tests.contract.engines import paths
from tests.retrieval.asking import asking, holding

_FERRY = "def read_times_of_ferry():\n    return 1\n"
_PORT = "from ferry import read_times_of_ferry\nprint(read_times_of_ferry())\n"


def _ranked(query: str, files: dict[str, str]) -> list[str]:
    documents = [parse_file(path, text.encode(), modified=0.0) for path, text in files.items()]
    run = asking(query, holding(*documents))
    hits = tuple(Hit(Ref(each.head.path), each.head, 0.9 - n / 10) for n, each in enumerate(documents))
    return list(paths(Definitions()(hits, run)))


def test_the_file_that_defines_a_name_of_these_words_and_more_is_first() -> None:
    assert _ranked("read_times", {"port.py": _PORT, "ferry.py": _FERRY}) == ["ferry.py", "port.py"]


def test_a_name_ends_where_a_word_does() -> None:
    assert _ranked("read_time", {"port.py": _PORT, "ferry.py": _FERRY}) == ["port.py", "ferry.py"]


def test_a_name_that_a_file_has_as_a_whole_is_another_one() -> None:
    used = "from timetable import read_times\n"
    assert _ranked("read_times", {"port.py": used, "ferry.py": _FERRY}) == ["port.py", "ferry.py"]


def test_a_sentence_with_such_a_name_means_it_as_it_is() -> None:
    files = {"port.py": _PORT, "ferry.py": _FERRY}
    assert _ranked("where are read_times used", files) == ["port.py", "ferry.py"]
