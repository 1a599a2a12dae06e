"""The parameters of BM25 that the storage engines add to the formula."""

from __future__ import annotations

BOILERPLATE_FREQUENCY = 1e-6  # of a word that a document has in its boilerplate alone: found, and last
DECIMALS = 9  # of a score: sums in another order differ after the twelfth, and equal documents have equal scores
MOST_NAMED = 1 / 20  # of all documents: names with a word of boilerplate, for it to count by its frequency in names
