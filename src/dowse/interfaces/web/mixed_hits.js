/* The hits of a mix, each with its change of rank against the original profile. */

import { el } from "./build.js";

/** List items; `before` gives the rank of a hit in the unmixed profile, by `idOf(hit)`. */
export function mixedHits(hits, before, idOf) {
  return hits.map((hit, at) => {
    const rank = at + 1;
    return el(
      "li",
      {},
      el("span", { class: "rank numbers" }, String(rank)),
      change(before.get(idOf(hit)), rank),
      el("div", {}, el("h2", { dir: "auto" }, hit.title || hit.path), el("p", { class: "path" }, `${hit.path}:${hit.line}`)),
      el("span", { class: "score numbers" }, el("span", { class: "unseen" }, "score "), hit.score.toFixed(2)),
    );
  });
}

function change(before, now) {
  if (before === undefined) return el("span", { class: "change rose" }, "new");
  if (before === now) return el("span", { class: "change same" }, "=", el("span", { class: "unseen" }, " unchanged"));
  const rose = now < before;
  const places = Math.abs(before - now);
  const said = el("span", { class: "unseen" }, `${rose ? "up" : "down"} ${places}`);
  return el("span", { class: `change numbers ${rose ? "rose" : "fell"}` }, el("span", { "aria-hidden": "true" }, `${rose ? "▲" : "▼"}${places}`), said);
}
