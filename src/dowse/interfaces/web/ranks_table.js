/* The ranks after each stage, with the changes of scores, as a table. */

import { el } from "./build.js";
import { scoreDelta, words } from "./stages.js";

/** A row for each hit that a column shows, a cell for its rank there, with the change of its score. */
export function ranksTable(columns, titles) {
  const refs = [...new Set([...columns].reverse().flatMap((column) => column.refs))];
  const rank = (column, ref) => {
    const at = column.refs.indexOf(ref);
    if (at >= 0) return [at + 1, scoreDelta(column.top[at])].filter(Boolean).join(" ");
    return column.removed.some((gone) => gone.ref === ref) ? "removed" : "–";
  };
  const head = el("tr", {}, el("th", { scope: "col" }, "Hit"), columns.map((column) => el("th", { scope: "col" }, words(column.name))));
  const row = (ref) =>
    el("tr", {}, el("th", { scope: "row", dir: "auto", title: ref }, titles.get(ref) ?? ref), columns.map((column) => el("td", {}, rank(column, ref))));
  return el("table", {}, el("caption", { class: "unseen" }, "Rank of each hit after each stage, with the change of its score"), el("thead", {}, head), el("tbody", {}, refs.map(row)));
}
