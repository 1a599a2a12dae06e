/* The stages as columns: the output of each, in order, and the removed hits. */

import { counted, el } from "./build.js";
import { told } from "./evidence.js";

const SHOWN = 5; // removed hits and excluded documents; the others open below

/** The columns: name, counts and ordered refs of each step, and of the filters. */
export function columns(answer, { onlyChanging = false } = {}) {
  const all = answer.steps.map((step, at) => ({ ...step, at, changes: changes(step) }));
  const shown = onlyChanging ? all.filter((column) => column.changes || column.at === all.length - 1) : all;
  return shown.map((column) => ({ ...column, refs: column.top.map((place) => place.ref) }));
}

/** The column of the filters; null when there are none. */
export function filtersColumn(filters) {
  if (!filters.length) return null;
  const cut = ({ what, before, after, excluded }) =>
    el("li", {}, el("span", {}, what), el("span", { class: "quiet numbers" }, `${before.toLocaleString("en")} → ${after.toLocaleString("en")}`), exclusions(excluded, before - after));
  const head = el("header", {}, el("h2", {}, "Filters"), el("p", { class: "about" }, "documents that the search considers"));
  return el("section", { class: "stage filters", "aria-label": "Filters" }, head, el("ul", { class: "cuts" }, filters.map(cut)));
}

/** A column. `titles` maps refs to titles. */
export function stageColumn(column, titles) {
  const { name, about, before, after, ms, top } = column;
  const number = (count) => count.toLocaleString("en");
  const head = el(
    "header",
    {},
    el("h2", {}, words(name), el("span", { class: "ms numbers" }, `${ms.toFixed(ms < 10 ? 2 : 0)} ms`)),
    el("p", { class: "counts numbers" }, before ? `${number(before)} → ${number(after)}` : counted(after, "hit")),
    about && el("p", { class: "about", title: about }, about),
  );
  const row = (place, index) => {
    const { ref, score } = place;
    const called = titles.get(ref) ?? ref;
    const [delta, told] = [scoreDelta(place), effect(place)];
    const label = `${index + 1}, ${called}, ${told || score.toFixed(2)}`;
    return el(
      "li",
      {},
      el("button", { type: "button", class: "ranked numbers", dataset: { ref }, title: told ? `${ref}\n${told}` : ref, "aria-label": label },
        el("b", {}, String(index + 1)), el("span", { dir: "auto" }, called), delta && el("em", { class: delta.startsWith("+") ? "rose" : "fell" }, delta), el("i", {}, score.toFixed(2))),
    );
  };
  const rest = after - top.length;
  return el(
    "section",
    { class: `stage${column.changes ? "" : " same"}`, "data-list": !before, "aria-label": `Stage ${words(name)}` },
    head,
    el("ol", { class: "ranks" }, top.map(row)),
    rest > 0 && el("p", { class: "rest" }, `and ${number(rest)} more`),
    effects(top, titles),
    removed(column, titles),
  );
}

/** The column of the stages that did not run, each with the reason; null when there are none. */
export function unusedColumn(unused) {
  if (!unused.length) return null;
  const row = ({ name, reason }) => el("li", {}, el("span", {}, words(name)), el("span", { class: "quiet" }, reason));
  const head = el("header", {}, el("h2", {}, "Not used"), el("p", { class: "about" }, "stages that had no part in this search"));
  return el("section", { class: "stage same", "aria-label": "Stages not used" }, head, el("ul", { class: "cuts" }, unused.map(row)));
}

/** The change of the score of a hit by a stage, as `+0.12` or `−0.03`; empty without a visible change. */
export function scoreDelta({ score, score_before: before }) {
  if (before === null) return "";
  const change = (score - before).toFixed(2);
  return Number(change) === 0 ? "" : change > 0 ? `+${change}` : `−${change.slice(1)}`;
}

/** The name of a stage without underscores. */
export function words(name) {
  return name.replaceAll("_", " ");
}

function changes(step) {
  return !step.before || step.before !== step.after || step.rose.length > 0 || step.fell.length > 0;
}

// The score of a hit before and after a stage, with the evidence that the stage added; empty without either.
function effect(place) {
  const scores = scoreDelta(place) && `${place.score_before.toFixed(2)} → ${place.score.toFixed(2)}`;
  const reasons = place.why.map(told).map(({ what, how, rank }) => [what, how, rank].filter(Boolean).join(" "));
  return [scores, ...reasons].filter(Boolean).join(", ");
}

function effects(top, titles) {
  const rows = top.map((place) => [place.ref, effect(place)]).filter(([, told]) => told);
  const row = ([ref, told]) => el("li", {}, el("bdi", { title: ref }, titles.get(ref) ?? ref), el("span", { class: "reason numbers" }, ` ${told}`));
  return rows.length > 0 && el("details", { class: "effects" }, el("summary", {}, "Scores and boosts"), el("ul", {}, rows.map(row)));
}

function removed(column, titles) {
  const gone = column.removed;
  if (!gone.length) return null;
  const count = Math.max(gone.length, column.before - column.after);
  const reasons = new Set(gone.map(({ why }) => why));
  const shared = reasons.size === 1 ? [...reasons][0] : "";
  const row = ({ ref, score, why }) =>
    el("li", {}, el("bdi", { title: ref }, titles.get(ref) ?? ref), el("span", { class: "reason numbers" }, ` ${score.toFixed(2)}${shared ? "" : ` · ${why}`}`));
  return el("div", { class: "removed" }, el("h3", {}, `${counted(count, "hit")} removed`), shared && el("p", { class: "reason" }, shared), shortened(gone.map(row), count));
}

function exclusions(documents, count) {
  if (!documents.length) return null;
  const row = ({ path, title, values }) => el("li", {}, el("bdi", { title: path }, title || path), values && el("span", { class: "reason" }, ` ${values}`));
  return el("div", { class: "removed" }, el("h3", {}, `${counted(count, "document")} excluded`), shortened(documents.map(row), count));
}

// The first rows, with the others folded; of `count` things, some may have no row.
function shortened(rows, count) {
  const more = rows.slice(SHOWN);
  const unnamed = count - rows.length;
  return [
    el("ul", {}, rows.slice(0, SHOWN)),
    more.length > 0 && el("details", {}, el("summary", {}, `${more.length} more`), el("ul", {}, more), unnamed > 0 && el("p", { class: "rest" }, `and ${unnamed.toLocaleString("en")} not listed`)),
  ];
}
