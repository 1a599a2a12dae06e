/* The relations between documents: names, and colours for those that the data has. */

import { el, svg } from "./build.js";

// What people call them; any other relation has its own name.
const NAMES = { REFERENCES: "link", PARENT_OF: "parent", SIMILAR_TO: "similar", SHARES_TAG: "same tag" };
const PLAIN = ["REFERENCES", "SIMILAR_TO"]; // in the colour of lines; the second is dotted
const COLOURS = 6; // of graph.css

/** The name of a relation for people. */
export function relationName(kind) {
  return NAMES[kind] ?? kind.toLowerCase().replaceAll("_", " ");
}

/** A map from each relation of the edges, the most frequent first, to `{name, count, style}`; `style` is a class. */
export function relationsOf(edges) {
  const counts = new Map();
  for (const { kind } of edges) if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const kinds = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a) || (a < b ? -1 : 1));
  const styles = stylesOf(kinds);
  return new Map(kinds.map((kind) => [kind, { name: relationName(kind), count: counts.get(kind), style: styles.get(kind) }]));
}

/** An entry of the legend: a line as on the map, and the name. */
export function legendEntry({ name, count, style }) {
  const sample = svg("svg", { class: "sample", viewBox: "0 0 24 8", "aria-hidden": "true" }, svg("line", { class: `edge ${style}`, x1: 0, y1: 4, x2: 24, y2: 4, "stroke-width": 2 }));
  return el("span", { class: "relation" }, sample, `${name} ${count.toLocaleString("en")}`);
}

// A relation keeps its colour from view to view, unless another one in the view has the same.
function stylesOf(kinds) {
  const styles = new Map(kinds.filter((kind) => PLAIN.includes(kind)).map((kind) => [kind, kind === "SIMILAR_TO" ? "dotted" : ""]));
  const taken = new Set();
  for (const kind of kinds.filter((each) => !styles.has(each)).sort()) {
    let colour = [...kind].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 9973, 7) % COLOURS;
    for (let tries = 0; taken.has(colour) && tries < COLOURS; tries += 1) colour = (colour + 1) % COLOURS;
    taken.add(colour);
    styles.set(kind, `colour-${colour + 1}`);
  }
  return styles;
}
