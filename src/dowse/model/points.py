"""The signs of Hebrew, Arabic and Devanagari that many texts leave out."""

from __future__ import annotations

# Ranges for a set of a regular expression: accents and points; vowels, hamza and madda above or below a letter, signs
# of recitation, and the stroke that lengthens a word; and the dot below a letter of Devanagari.
POINTS = (
    "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7"
    "\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed"
    "\u093c"
)
