/* The text of a document in place: a note as rendered or as written, source code in colours; links between notes open here. */

import { address, asked, carried } from "./address.js";
import { get, newest } from "./ask.js";
import { el, fill } from "./build.js";
import { marked } from "./marks.js";
import { showOutline } from "./outline.js";
import { rendered } from "./rendered.js";
import { trouble } from "./trouble.js";

/**
 * Shows passages of `vault` in `place`: `open(ref, name)` shows one, with the name above it. `shown(found)` is called with
 * each passage; `go(ref)` is called for a link to a note and for another part of this one, which open in `place` without it.
 */
export function passageIn(place, vault, { shown = () => {}, go = null } = {}) {
  const page = { place, vault, shown, go, ask: newest(), trail: [], found: null, name: "", asWritten: false, outline: null };
  place.addEventListener("click", (event) => follow(event, page));
  return { open: (ref, name, how) => open(page, ref, name, how) };
}

/** The address of the page of a note. */
export function noteAddress(ref, vault) {
  return address("/note", { ...carried(asked()), vault: vault.name, ref });
}

function goTo(page, ref, name = "") {
  if (page.go) page.go(ref);
  else open(page, ref, name, { isFocused: true });
}

function open(page, ref, name = "", { isFocused = false } = {}) {
  const { place, vault } = page;
  if (!place.childElementCount) fill(place, el("p", { class: "quiet small" }, "Loading …"));
  const given = { ref, vault: vault.name, syntax: true, html: true };
  page.ask((signal) => get("/get", given, signal), (found, error) => {
    if (error) fill(place, trouble(error), page.trail.length > 0 && el("p", { class: "small" }, back(page)));
    else showFound(page, found, name);
    if (isFocused) (place.querySelector(".text") ?? place.querySelector("button"))?.focus(); // the element that had the focus may be gone
  });
}

function showFound(page, found, name) {
  if (page.found?.path !== found.path) page.outline = el("nav", { "aria-label": "Outline", hidden: true });
  Object.assign(page, { found, name: name || headingOf(found) });
  show(page);
  page.shown(found);
}

function show(page) {
  const { place, found, name, outline } = page;
  const lines = el("span", { class: "numbers quiet" }, `lines ${found.line} to ${found.end_line}`, ways(page).filter(Boolean).flatMap((way) => [" · ", way]));
  fill(place, el("header", {}, el("span", { class: "quiet", dir: "auto" }, name), lines), outline, textOf(page));
}

function textOf({ found, vault, asWritten }) {
  const label = { tabindex: 0, role: "region", "aria-label": `Text of ${found.title || found.path}` };
  if (asWritten || found.html === undefined) return el("pre", { class: "text", dir: isCode(found) ? "ltr" : "auto", ...label }, marked(found.text, [], found.syntax));
  return el("div", { class: "text prose", ...label }, rendered(found.html, (ref) => noteAddress(ref, vault)));
}

// Buttons for other views of the same document, and for the passage before.
function ways(page) {
  const { found, outline } = page;
  const button = (text, onclick, more = {}) => el("button", { type: "button", class: "link", onclick, ...more }, text);
  const outlined = { class: "link contents", "aria-expanded": String(!outline.hidden) };
  return [
    page.trail.length > 0 && back(page),
    found.ref !== found.path && button(isCode(found) ? "whole file" : "whole note", () => goTo(page, found.path), { class: "link whole" }),
    button("outline", (event) => toggleOutline(event.target, page), outlined),
    found.html !== undefined && button(page.asWritten ? "formatted" : "as written", () => toggleWritten(page), { class: "link written" }),
  ];
}

function isCode({ path, html, syntax = [] }) {
  return /\.\w+$/.test(path) && html === undefined && syntax.length > 0;
}

function back(page) {
  const goBack = () => {
    const [ref, name] = page.trail.pop();
    open(page, ref, name, { isFocused: true });
  };
  return el("button", { type: "button", class: "link back", onclick: goBack }, "← back");
}

function toggleWritten(page) {
  page.asWritten = !page.asWritten;
  show(page);
  page.place.querySelector(".written").focus();
}

function toggleOutline(button, page) {
  const { outline, found, vault } = page;
  outline.hidden = !outline.hidden;
  button.setAttribute("aria-expanded", String(!outline.hidden));
  if (outline.hidden || outline.childElementCount) return;
  showOutline(outline, found.path, vault, (unit) => goTo(page, unit.ref, unit.title));
}

// A plain click on a link between notes opens the note here; other clicks are for the browser.
function follow(event, page) {
  const link = event.target.closest("a[data-ref]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (page.go) return page.go(link.dataset.ref);
  page.trail.push([page.found.ref, page.name]);
  open(page, link.dataset.ref, "", { isFocused: true });
}

// The section of the passage if it has one, or else its title.
function headingOf(found) {
  const first = found.ref === found.path ? "" : found.text.split("\n", 1)[0];
  return /^#{1,6}\s/.test(first) ? first.replace(/^#+\s*|\s#+\s*$/g, "") : found.title || found.path;
}
