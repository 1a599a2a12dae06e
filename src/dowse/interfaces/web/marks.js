/* A snippet with its matches marked. */

import { el } from "./build.js";

/** Text nodes and marks. Spans count code points, as Python does, not the UTF-16 units of JavaScript. */
export function marked(text, spans = []) {
  const letters = Array.from(text);
  const pieces = [];
  let at = 0;
  for (const [start, end] of spans) {
    if (start < at) continue;
    pieces.push(letters.slice(at, start).join(""), el("mark", {}, letters.slice(start, end).join("")));
    at = end;
  }
  return [...pieces, letters.slice(at).join("")];
}
