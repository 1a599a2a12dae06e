"""Periods in a query."""

from __future__ import annotations

import pytest

from dowse.analysis.dates.query_periods import names_of_parts, query_periods


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("budget q3 2022", "2022-07", "2022-09"),
        ("2022-Q3", "2022-07", "2022-09"),
        ("Q1/2024", "2024-01", "2024-03"),
        ("the fourth quarter of 2020", "2020-10", "2020-12"),
        ("im dritten Quartal 2022", "2022-07", "2022-09"),
        ("3e trimestre 2022", "2022-07", "2022-09"),
        ("summer of 2021", "2021-06", "2021-08"),
        ("Frühling 2021", "2021-03", "2021-05"),
        ("à l'automne 2021", "2021-09", "2021-11"),
        ("the winter of 2021", "2021-01", "2022-02"),
        ("winter 2021/22", "2021-12", "2022-02"),
        ("Winter 2021-2022", "2021-12", "2022-02"),
        ("FİN 2023", "2023-09", "2023-12"),
        ("ſummer 2021", "2021-06", "2021-08"),
        ("week 28 of 2022", "2022-07-11", "2022-07-17"),
        ("KW 1 2021", "2021-01-04", "2021-01-10"),
        ("2020 week 53", "2020-12-28", "2021-01-03"),
        ("from march to june 2022", "2022-03", "2022-06"),
        ("between march and june 2022", "2022-03", "2022-06"),
        ("zwischen März und Juni 2022", "2022-03", "2022-06"),
        ("november–february 2022", "2021-11", "2022-02"),
        ("nov 2021 to feb 2022", "2021-11", "2022-02"),
        ("between 2022-03 and 2022-06", "2022-03", "2022-06"),
        ("2022-03-30 to 2022-04-02", "2022-03-30", "2022-04-02"),
        ("2022-03-30 to 2022-06-31", "2022-03", "2022-06"),
        ("from 2019-01 to 2021-06", "2019", "2021"),
        ("from 2019 to 2021", "2019", "2021"),
        *(
            (text, "2021-03-12", "2021-03-15")
            for text in (
                *("12 march 2021 to 15 march 2021", "from March 12, 2021 until March 15, 2021", "12 to 15 march 2021"),
                *("12.3.2021 bis 15.3.2021", "vom 12.3. bis 15.3.2021", "12.–15. März 2021", "12 mars au 15 mars 2021"),
                *("between 12 and 15 march 2021", "between march 12th and march 15th, 2021", "March 12–15, 2021"),
                *("12-15 march 2021", "vom 12.-15. März 2021", "march 12-15, 2021"),
                *("12 march 2021-15 march 2021", "March 12, 2021-March 15, 2021", "2021-03-12-2021-03-15"),
                *("12.03.2021-15.03.2021", "12/03/2021 to 15/03/2021", "03/12/2021-03/15/2021"),
                *("2021/03/12-2021/03/15", "2021/3/12-2021/3/15", "2021.03.12-2021.03.15", "12.3.-15.3.2021"),
                *("2021-03-12..2021-03-15", "12.3.2021..15.3.2021"),
                *(
                    "du 12 au 15 mars 2021",
                    "2021/3/12 - 2021/3/15",
                    "2021年3月12日–2021年3月15日",
                    "12 march – 15 march 2021",
                ),
            )
        ),
        ("30 december to 2 january 2022", "2021-12-30", "2022-01-02"),
        ("12 march 2021 to june 2021", "2021-03", "2021-06"),
        *(
            (text, "2021-03", "2021-05")
            for text in ("03/2021-05/2021", "3/2021 - 5/2021", "03.2021-05.2021", "2021/03-2021/05", "03/2021..05/2021")
        ),
        *(
            (text, "2021-01", "2021-06")
            for text in (
                *(
                    "Q1 2021-Q2 2021",
                    "Q1 2021 - Q2 2021",
                    "Q1-2021 to Q2-2021",
                    "2021-Q1 to 2021-Q2",
                    "Q1 2021..Q2 2021",
                ),
                *("2021-Q1-2021-Q2", "2021-Q1..2021-Q2", "2021 Q1-Q2", "Q1-Q2 2021", "Q1–2 2021", "from Q1 to Q2 2021"),
                *("between Q1 and Q2 2021", "between Q1 2021 and Q2 2021", "1. bis 2. Quartal 2021", "T1 à T2 2021"),
                *("first to second quarter of 2021", "from the first quarter of 2021 to the second quarter of 2021"),
            )
        ),
        ("Q4 to Q1 2021", "2020-10", "2021-03"),
        ("summer 2021 to autumn 2021", "2021-06", "2021-11"),
        ("summer 2021-autumn 2021", "2021-06", "2021-11"),
        ("spring to autumn 2021", "2021-03", "2021-11"),
        ("winter 2020 to spring 2021", "2020-12", "2021-05"),
        ("winter to spring 2021", "2020-12", "2021-05"),
        ("weeks 53 to 2 of 2021", "2020-12-28", "2021-01-17"),
        ("early 2021 to mid 2021", "2021-01", "2021-08"),
        ("week 10 to week 12 of 2021", "2021-03-08", "2021-03-28"),
        ("KW 10-12 2021", "2021-03-08", "2021-03-28"),
        ("2021-W10-2021-W12", "2021-03-08", "2021-03-28"),
        ("2021-W10..W12", "2021-03-08", "2021-03-28"),
        ("week 10 2021 to Q2 2021", "2021-03", "2021-06"),
        ("Q1 2021 to May 2021", "2021-01", "2021-05"),
        ("march 2021 to q3 2021", "2021-03", "2021-09"),
        ("between summer 2020 and 15 january 2021", "2020-06", "2021-01"),
        ("goals of the first half of 2021", "2021-01", "2021-06"),
        ("H2 2021", "2021-07", "2021-12"),
        ("2021-H1 to q3 2021", "2021-01", "2021-09"),
        ("zweites Halbjahr 2021", "2021-07", "2021-12"),
        ("premier semestre 2021", "2021-01", "2021-06"),
        ("second half of march 2021", "2021-03-16", "2021-03-31"),
        ("by end 2021", "2021-09", "2021-12"),
        ("the end of 2021", "2021-09", "2021-12"),
        ("early 2023", "2023-01", "2023-04"),
        ("mid-2023", "2023-05", "2023-08"),
        ("Ende 2023", "2023-09", "2023-12"),
        ("fin 2023", "2023-09", "2023-12"),
        ("late december 2021", "2021-12-21", "2021-12-31"),
        ("Mitte Juni 2023", "2023-06-11", "2023-06-20"),
        ("début février 2024", "2024-02-01", "2024-02-10"),
        ("the last week of december 2021", "2021-12-25", "2021-12-31"),
        ("letzte Woche im Februar 2024", "2024-02-23", "2024-02-29"),
        ("deuxième semaine de mai 2020", "2020-05-08", "2020-05-14"),
    ],
)
def test_a_period_is_its_months_or_days(text: str, first: str, last: str) -> None:
    (period,) = query_periods(text)
    assert (period.dates[0], period.dates[-1]) == (first, last)


@pytest.mark.parametrize(
    "text",
    [
        *("2023", "december 2021", "q5 2022", "v2.q3 2022", "early", "offspring 2021", "the last week", "end 20234"),
        *("end, 2000", "range(start, 2000)", "front end 2021", "the front end of 2021", "week 54 2022", "week 2022"),
        *("2021 and 2022", "from 2000 to 4000", "march and june 2022"),
        *("upgrade from 2000 to 2003", "migrating Access from 2016 to 2019", "sprint 3 - 12 march 2021"),
        *("15 march 2021 to 12 march 2021", "12 march 2021 and 15 march 2021", "version 1.12 to 15 march 2021"),
        *("12/03/2021 to 05/04/2021", "release-2021-march 12", "chapter 2021-12 march 2021"),
        *("first half of the year", "second half 20", "12 may 2021 and june 2021", "may 2021 review to june 2021"),
        *("week 53 of 2021", "between 2021 and 1999", "from march 2022 to march 2021"),
    ],
)
def test_other_words_are_no_period(text: str) -> None:
    assert query_periods(text) == ()


def test_a_period_has_its_written_form() -> None:
    assert [period.written for period in query_periods("early 2023 and  Q1\n2024")] == ["Q1 2024", "early 2023"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("week 28 of 2022", ["2022-W28"]),
        ("q3 2022 and the fourth quarter of 2022", ["2022-Q3", "2022-Q4"]),
        ("the first week of may 2022", [""]),
        ("from may to june 2022", [""]),
        ("week 53 of 2020", ["2020-W53"]),
        ("the first half of may 2022 and h2 2021", ["", "2021-H2"]),
        ("q1 2001, q2 2002, q3 2003, q4 2004 and q1 2005", ["2001-Q1", "2002-Q2", "2003-Q3", "2004-Q4"]),  # no more
    ],
)
def test_a_week_and_a_quarter_have_the_name_of_their_document(text: str, names: list[str]) -> None:
    assert [period.name for period in query_periods(text)] == names


@pytest.mark.parametrize(
    "text",
    [
        "Q2 2021 to Q1 2021",
        "Q1 2021 and Q2 2021",
        "Q1 2021, Q2 2021",
        "early 2021 or late 2021",
        "q1 2021 review to q2 2021",
    ],
)
def test_two_periods_without_a_word_of_a_range_are_two(text: str) -> None:
    assert [period.is_range for period in query_periods(text)] == [False, False]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("from february to september 2021", ("2021-Q2", "2021-Q3")),
        ("Q4 2020 to Q1 2021", ("2020-Q4", "2021-Q1")),
        ("week 10 to 12 of 2021", ("2021-W10", "2021-W11", "2021-W12")),
        ("2021-03-10 to 2021-03-17", ("2021-W10",)),
        ("Q1 2021", ()),
        ("from 2019 to 2021", ()),
    ],
)
def test_a_range_has_the_names_of_its_quarters_or_weeks(text: str, names: tuple[str, ...]) -> None:
    (period,) = query_periods(text)
    assert names_of_parts(period) == names


@pytest.mark.parametrize("range_of_dates", ["2021-03-12 - 2021-03-12", "from 2020 to 2021"])
def test_a_text_of_many_ranges_is_read(range_of_dates: str) -> None:
    # To read all that is before each of them would take minutes.
    ranges = query_periods(f"{range_of_dates} " * 20_000)
    assert [period.written for period in ranges] == [range_of_dates] * 4
