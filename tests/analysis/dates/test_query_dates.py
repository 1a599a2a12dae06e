"""Dates in a query."""

from __future__ import annotations

import pytest

from dowse.analysis.dates.query_dates import (
    has_day,
    has_month,
    may_have_day,
    names_of_date,
    names_of_day,
    names_of_month,
    names_within,
    query_dates,
    query_days,
    query_months,
)


@pytest.mark.parametrize(
    ("text", "dates"),
    [
        ("greenhouse talk July 2022", ["2022-07"]),
        ("office hours, nov. 2021", ["2021-11"]),
        ("12 September 2023", ["2023-09-12"]),
        ("the 1st of May 1999", ["1999-05-01"]),
        ("September 12, 2023 and sept 3rd 2023", ["2023-09-12", "2023-09-03"]),
        ("2023 March 4", ["2023-03-04"]),
        ("march\n2022", ["2022-03"]),
        ("we march in 2022", []),
        ("july 3022, mayor 2022, may-2022 and 2022-07", []),
        ("july 2022 august 2023", ["2022-07", "2023-08"]),
        ("", []),
    ],
)
def test_a_date_in_words_is_written_in_numbers(text: str, dates: list[str]) -> None:
    assert [date for date, _ in query_dates(text)] == dates


@pytest.mark.parametrize(
    "text",
    [
        *("2023-06-13", "2023/6/13", "2023.06.13", "2023_06_13", "20230613", "13.06.2023", "13.6.2023", "13/06/2023"),
        *(
            "6/13/2023",
            "日記2023-06-13",
            "2023年6月13日",
            "2023 年 06 月 13 日",
            "2023년 6월 13일",
            "Notiz vom 13.6.2023.",
        ),
        *("13. Juni 2023", "13 juin 2023", "13 de junio de 2023", "13 giugno 2023", "13 de junho de 2023"),
        *("13 juni 2023", "13 июня 2023", "June 13th, 2023", "13th of June 2023"),
    ],
)
def test_a_date_has_many_forms(text: str) -> None:
    assert [date for date, _ in query_dates(text)] == ["2023-06-13"]


@pytest.mark.parametrize(
    ("text", "date"),
    [
        *(("1er août 2023", "2023-08-01"), ("1º de março de 2024", "2024-03-01"), ("3. März 2024", "2024-03-03")),
        *(
            ("1 мая 2025", "2025-05-01"),
            ("май 2025", "2025-05"),
            ("2023年6月", "2023-06"),
            ("notes of 07/2021", "2021-07"),
            ("7/2021", "2021-07"),
            ("07.2021", "2021-07"),
            ("2021/07", "2021-07"),
            ("dicembre 2023", "2023-12"),
        ),
        *(("septembre 2023", "2023-09"), ("setiembre 2023", "2023-09"), ("sept. 2023", "2023-09")),
    ],
)
def test_months_have_names_in_several_languages(text: str, date: str) -> None:
    assert [found for found, _ in query_dates(text)] == [date]


@pytest.mark.parametrize(
    "text",
    ["06/07/2023", "1.2023.06.13", "2023-13-06", "2023-06-131", "v2023.06.13.1", "120230613", "2023-06", "31.13.2023"],
)
def test_other_numbers_are_no_dates(text: str) -> None:
    assert query_dates(text) == ()


def test_a_date_has_its_written_form_and_the_names_that_documents_have_of_it() -> None:
    assert query_dates("the 1st of May 1999") == (("1999-05-01", "1st of May 1999"),)
    assert names_of_date("1999-05-01") == ("1999-05-01", "19990501", "01.05.1999")
    assert names_of_date("1999-05") == ("1999-05",)


@pytest.mark.parametrize(
    ("text", "day", "written"),
    [
        ("27 november", "11-27", "27 november"),
        ("what happened on November 27th", "11-27", "November 27th"),
        ("27. Nov.", "11-27", "27. Nov."),
        ("el 5 de mayo", "05-05", "5 de mayo"),
    ],
)
def test_a_day_without_a_year_is_read(text: str, day: str, written: str) -> None:
    assert query_days(text) == ((day, written),)


def test_another_date_tells_whether_the_day_or_the_month_comes_first() -> None:
    assert query_dates("12/03/2021") == ()
    assert [date for date, _ in query_dates("12/03/2021 or 15/04/2021")] == ["2021-04-15", "2021-03-12"]
    assert [date for date, _ in query_dates("12/03/2021 or 04/15/2021")] == ["2021-04-15", "2021-12-03"]
    assert len(query_dates("12/03/2021, 04/15/2021 or 15/04/2021")) == 1


@pytest.mark.parametrize("text", ["november", "27", "november 1927", "27 november 1997", "39 november", "v27 november"])
def test_no_other_words_are_a_day(text: str) -> None:
    assert query_days(text) == ()


@pytest.mark.parametrize(
    ("name", "is_named"),
    [
        ("2026-11-27", True),
        ("Meeting 2026.11.27", True),
        ("20261127", True),
        ("27.11.2026", True),
        ("27-11-2026", True),
        ("2026-11-271", False),
        ("2026-11-2", False),
        ("2027-11-26", False),
        ("11-27", False),
    ],
)
def test_a_name_has_a_day_of_any_year(name: str, is_named: bool) -> None:
    assert has_day(name, "11-27") == is_named


@pytest.mark.parametrize(
    ("name", "may_be"),
    [
        ("2026-04-05", True),
        ("04-05 Bees", True),
        ("5.4", False),
        ("Bees 05.04", True),
        ("05-04-2026", True),
        ("04/05/2026", True),
        ("2026-05-04", False),
        ("2026-05-04 moved to 2026-04-05", True),
        ("104-05", False),
    ],
)
def test_a_name_may_have_a_day_without_a_year_but_not_the_numbers_in_the_other_order_behind_one(
    name: str, may_be: bool
) -> None:
    assert may_have_day(name, "04-05") == may_be


@pytest.mark.parametrize(
    ("text", "month", "written"),
    [
        ("notes from november", "11", "november"),
        ("what did I do in May", "05", "May"),
        ("Notizen vom März", "03", "März"),
        ("notes de février", "02", "février"),
        ("заметки за ноябрь", "11", "ноябрь"),
    ],
)
def test_a_month_without_a_year_is_read_behind_a_preposition(text: str, month: str, written: str) -> None:
    assert query_months(text) == ((month, written),)


@pytest.mark.parametrize(
    "text",
    ["november", "what may I do", "the march of time", "in november 2023", "on 27 november", "in mayhem", "in may-be"],
)
def test_no_other_words_are_a_month(text: str) -> None:
    assert query_months(text) == ()


@pytest.mark.parametrize(
    ("name", "is_named"),
    [
        ("2026-11-27", True),
        ("20261127", True),
        ("27.11.2026", True),
        ("27-11-2026", True),
        ("2026-12-11", False),
        ("2026-11-271", False),
        ("11", False),
    ],
)
def test_a_name_has_a_month_of_any_year(name: str, is_named: bool) -> None:
    assert has_month(name, "11") == is_named


def test_a_day_and_a_month_of_any_year_have_parts_of_names() -> None:
    assert names_of_day("11-27")[:2] == ("11-27", "27.11")
    assert "20231127" in names_of_day("11-27")
    assert {"2023-11", "1999-11"} <= set(names_of_month("11"))


def test_a_month_has_its_names_and_those_of_its_days_and_of_the_weeks_with_most_of_their_days_in_it() -> None:
    names = names_within("2022-07")
    assert {"2022-07", "07.2022", "20220701", "20220731", "2022-W27", "2022-W30"} <= set(names)
    assert not {"20220732", "2022-W26", "2022-W31"} & set(names)
    assert "2020-W53" in names_within("2020-12")
    assert {"july 2022", "2022 july"} <= set(names)
    assert names_within("2022-07-14") == ("2022-07-14", "20220714", "14.07.2022", "14 july 2022", "july 14 2022")
    assert names_within("2022") == ("2022",)
