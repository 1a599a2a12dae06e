/* One hit: title, path, snippet and tags; its evidence and its text open in place. */

import { el, fill } from "./build.js";
import { evidence } from "./evidence.js";
import { dates, marked } from "./marks.js";
import { noteAddress, passageIn } from "./passage.js";
import { openers } from "./places.js";
import { trouble } from "./trouble.js";

const SHOWN_TAGS = 6;
const LEAST_SCORE = 0.05; // shown; a lower one says that a hit is among the last of its lists, whatever it contains

/** A hit of `vault` as a list item; a click on a tag calls `chooseTag(tag)`, and `evidenceOf(hit)` gives its evidence. */
export function hitItem(hit, vault, chooseTag, evidenceOf) {
  const passage = el("div", { class: "passage", hidden: true });
  const reasons = el("div", { hidden: true });
  const alike = folded(hit, vault);
  const title = el("button", { type: "button", class: "title", dir: "auto", "aria-expanded": "false" }, hit.title || hit.path);
  title.addEventListener("click", () => toggle(title, passage, hit, vault));
  return el(
    "li",
    {},
    el(
      "article",
      { class: "hit", "aria-label": hit.title || hit.path },
      el("div", { class: "name" }, el("h2", {}, title), hit.score >= LEAST_SCORE && score(hit.score)),
      place(hit, alike?.button),
      alike?.list,
      hit.snippet && snippet(hit),
      el("div", { class: "under" }, tags(hit.tags, chooseTag), opens(hit, vault), openers(vault.folder, hit.path, hit.line), why(hit, reasons, evidenceOf)),
      reasons,
      passage,
    ),
  );
}

/** A bar and a number. */
export function score(value) {
  const filled = el("i");
  filled.style.width = `${Math.round(Math.max(0, Math.min(1, value)) * 100)}%`;
  const bar = el("span", { class: "bar", "aria-hidden": "true" }, filled);
  return el("span", { class: "score numbers" }, bar, el("span", { class: "unseen" }, "score "), value.toFixed(2));
}

function snippet(hit) {
  const isCode = hit.kind === "code";
  const text = marked(hit.snippet, hit.marks, isCode ? hit.syntax : dates(hit.snippet));
  if (isCode) return el("pre", { class: "snippet code", dir: "ltr" }, text);
  return el("p", { class: "snippet", dir: "auto" }, text);
}

function place(hit, alike) {
  const heading = hit.section && hit.section !== hit.title && [" › ", el("bdi", {}, hit.section), hit.symbol_kind && ` (${hit.symbol_kind})`];
  const part = hit.parts > 1 && `part ${hit.part + 1} of ${hit.parts}`;
  const type = hit.type?.replace(/\[\[(?:[^[\]|]*\|)?([^[\]|]+)\]\]/g, "$1"); // a link in the property
  const facts = [hit.dead_link && "dead link", hit.empty && "empty note", alike, part, hit.short_code, type, hit.status].filter(Boolean);
  const vault = hit.vault ? `${hit.vault}:` : ""; // of several
  const at = el("span", { class: "at" }, `${vault}${hit.path}:${hit.line}`);
  const changed = hit.modified && el("time", {}, hit.modified.slice(0, 10));
  return el("p", { class: "place" }, at, heading || "", [...facts, changed].filter(Boolean).flatMap((fact) => [" · ", fact]));
}

// The documents that were folded into the hit, as links, and the button that shows them; null without any.
function folded(hit, vault) {
  if (!hit.duplicates) return null;
  const link = (ref) => el("li", {}, el("a", { href: noteAddress(ref, vault) }, ref));
  const list = el("ul", { class: "alike", "aria-label": "Near-duplicates", hidden: true }, hit.duplicates.map(link));
  const button = el("button", { type: "button", class: "link", "aria-expanded": "false" }, `and ${hit.duplicates.length} more like it`);
  button.addEventListener("click", () => {
    list.hidden = !list.hidden;
    button.setAttribute("aria-expanded", String(!list.hidden));
  });
  return { button, list };
}

function tags(names, chooseTag) {
  if (!names.length) return null;
  const chip = (tag) =>
    el("button", { type: "button", class: "chip", title: `Only #${tag}`, onclick: () => chooseTag(tag) }, "#", el("bdi", {}, tag));
  const left = names.slice(SHOWN_TAGS);
  const more = left.length ? el("span", { class: "quiet small", title: left.join(", ") }, `+${left.length}`) : null;
  return el("div", { class: "chips" }, names.slice(0, SHOWN_TAGS).map(chip), more);
}

function why(hit, reasons, evidenceOf) {
  const button = el("button", { type: "button", class: "link why", "aria-expanded": "false", "aria-label": `Why ${hit.title || hit.path}` }, "Why");
  button.addEventListener("click", async () => {
    reasons.hidden = !reasons.hidden;
    button.setAttribute("aria-expanded", String(!reasons.hidden));
    if (reasons.hidden || reasons.querySelector(".evidence")) return;
    fill(reasons, el("p", { class: "quiet small" }, "Loading …"));
    try {
      fill(reasons, evidence(await evidenceOf(hit)));
    } catch (error) {
      fill(reasons, trouble(error));
    }
  });
  return button;
}

function opens(hit, vault) {
  return el("a", { class: "alone", href: noteAddress(hit.path, vault) }, "Page");
}

function toggle(title, passage, hit, vault) {
  passage.hidden = !passage.hidden;
  title.setAttribute("aria-expanded", String(!passage.hidden));
  if (!passage.hidden && !passage.childElementCount) passageIn(passage, vault).open(hit.ref, hit.section);
}
