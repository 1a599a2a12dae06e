"""The parameters of BM25 that the storage engines add to the formula.

The length of a document divides what its words count, so that a long note is below short ones with fewer words of the
query, even where it alone has the rare ones.  A document of which the words have a sum of inverse document frequencies
greater than that of any other, by CLEAR_LEAD of the sum of all words of the query, is above the best score by LEAD if
the words that no other document has sum up to CLEAR_LEAD, too (a coordination factor, as in Lucene's ClassicSimilarity,
by rarity; docs/quality.md).  A list of changes has all common words of a question, and is not lifted by them.

Beside source code the lengths of pages count by their own mean if it is greater than that of all documents; lists of
changes are no such pages.
"""

from __future__ import annotations

BOILERPLATE_FREQUENCY = 1e-6  # of a word that a document has in its boilerplate alone: found, and last
DECIMALS = 9  # of a score: sums in another order differ after the twelfth, and equal documents have equal scores
MOST_NAMED = 1 / 20  # of all documents: names with a word of boilerplate, for it to count by its frequency in names
CLEAR_LEAD = 1 / 5  # of the sum of the query, by which a document leads all others in the words that it has
LEAD = 1e-6
LEAST_MEAN = 1e-9  # tokens of a document on average, so that an index of empty documents divides by none
LEAST_HELD = 1e-5  # share of its weight that a word counts with in a document that has it; less is boilerplate
