/* A text with its matches marked and the colours of its source code. */

import { el } from "./build.js";

/**
 * Text nodes, marks and spans of a class: `marks` are [start, end], `syntax` [start, end, class].
 * Offsets count code points, as Python does, not the UTF-16 units of JavaScript.
 */
export function marked(text, marks = [], syntax = []) {
  const letters = Array.from(text);
  const pieces = [];
  let at = 0;
  let next = 0; // the first span of `syntax` that may reach beyond `at`
  const coloured = (end) => {
    const parts = [];
    for (; at < end; ) {
      while (next < syntax.length && syntax[next][1] <= at) next += 1;
      const [from, to, kind] = syntax[next] ?? [letters.length, letters.length, ""];
      const stop = Math.min(end, from > at ? from : to);
      const piece = letters.slice(at, stop).join("");
      parts.push(from > at ? piece : el("span", { class: `syntax-${kind}` }, piece));
      at = stop;
    }
    return parts;
  };
  for (const [start, end] of marks) {
    if (start < at) continue;
    pieces.push(...coloured(start), el("mark", {}, coloured(end)));
  }
  return [...pieces, ...coloured(letters.length)];
}

/** The spans of the dates in a text, in which no line ends, as `syntax` of `marked`. */
export function dates(text) {
  const spans = [];
  for (const { 0: date, index } of text.matchAll(/(?<![\w-])\d{4}-\d\d(?:-\d\d)?(?![\w-])/g)) {
    const start = Array.from(text.slice(0, index)).length;
    spans.push([start, start + date.length, "date"]);
  }
  return spans;
}
