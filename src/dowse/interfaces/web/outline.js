/* The outline of a document: its headings or symbols, nested, each a button that opens the place. */

import { get } from "./ask.js";
import { el, fill } from "./build.js";
import { trouble } from "./trouble.js";

const DEEPEST = 5; // level from which entries are no longer indented

/** Fills `place` with the outline of the document at `path`; a click on an entry calls `open(unit)`. */
export async function showOutline(place, path, vault, open) {
  fill(place, el("p", { class: "quiet small" }, "Loading …"));
  try {
    const { units } = await get("/outline", { ref: path, vault: vault.name });
    const listing = el("ol", { class: "outline" }, units.map((unit) => item(unit, open)));
    fill(place, units.length ? listing : el("p", { class: "quiet small" }, "No headings or symbols"));
  } catch (error) {
    fill(place, trouble(error));
  }
}

function item(unit, open) {
  const line = el("span", { class: "quiet numbers" }, String(unit.line));
  const name = el("button", { type: "button", class: "link", dir: "auto", title: unit.signature, onclick: () => open(unit) }, unit.title);
  const kind = unit.signature !== undefined && el("span", { class: "quiet" }, unit.kind);
  return el("li", { class: `level-${Math.min(unit.level, DEEPEST)}` }, line, name, kind);
}
