"""The query language in tables, for every interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...query.fields import DIRECTIVES, FIELDS, FORMS, Directive, Field, QueryForm

TABLES: Mapping[str, Sequence[QueryForm | Field | Directive]] = {
    "A query is words, a question, or a combination of": FORMS,
    "Fields": FIELDS,
    "How to search": DIRECTIVES,
}
