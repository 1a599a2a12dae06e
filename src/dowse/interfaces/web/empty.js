/* The page without hits: a start page, or suggestions after a search without hits. */

import { filters, listed, unfiltered } from "./address.js";
import { counted, el } from "./build.js";

const SHOWN_TAGS = 14;
const COLOUR = /^(?:(?=.*\d)(?=.*[a-f])(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})|([0-9a-f])\1{2}(?:\1{3})?)$/i; // of CSS, in a note
const IN_TEMPLATES = /(?:^|\/)(?:placeholder|template)s?(?:\/|$)|[{}<>%]/i;

/**
 * The start page: `status` is that of the vault, or has the number of `vaults`. `searches` has those `made` here lately, and
 * `forget()`.
 */
export function beginning(status, facets, choose, { made, forget }) {
  if (status.documents === 0) return el("div", { class: "empty" }, whyEmpty(status));
  const tag = (name) => el("button", { type: "button", class: "chip", onclick: () => choose({ tag: [name] }) }, `#${name}`);
  const what = status.vaults ? counted(status.vaults, "vault") : `${contents(status)} in ${status.vault}${unread(status)}`;
  const tags = facets.tag.filter(tells).slice(0, SHOWN_TAGS);
  return el(
    "div",
    { class: "empty" },
    el("p", { class: "quiet" }, `${what}. Enter words, a question or a filter.`),
    tags.length > 0 && el("div", { class: "chips" }, tags.map(tag)),
    made.length > 0 && lately(made, choose, forget),
  );
}

// Whether a tag says something of its notes: colour codes and the tags of templates do not.
function tells(tag) {
  return !COLOUR.test(tag) && !IN_TEMPLATES.test(tag);
}

// Why the vault has no documents.
function whyEmpty({ vault, folder, index, skipped, unread: others }) {
  if (index.changed) return el("p", {}, `${vault} is not indexed yet: ${counted(index.changed, "file")} to read. The first search indexes them.`);
  const left = skipped.length ? ` ${counted(skipped.length, "file")} were left out; \`dowse status\` says why.` : "";
  const beside = others ? ` It has ${counted(others, "other file")}, which are found by path.` : "";
  return [
    el("p", {}, `${vault} has no notes.`),
    el("p", { class: "quiet" }, `${folder} has no Markdown, text or source file that dowse indexes.${beside}${left}`),
  ];
}

// The documents by what they are, as `dowse status` prints them.
function contents({ documents, pages, sources }) {
  const counts = [[documents - pages - sources, "note"], [pages, "page"], [sources, "source file"]];
  return counts.filter(([count]) => count).map(([count, what]) => counted(count, what)).join(", ");
}

function unread({ index }) {
  return index.changed ? `; ${counted(index.changed, "file")} not indexed yet` : "";
}

function lately(made, choose, forget) {
  const place = el("section", { class: "recent", "aria-label": "Recent searches" });
  const clear = () => {
    forget();
    place.remove();
  };
  const one = (q) => el("li", {}, el("button", { type: "button", class: "link", dir: "auto", onclick: () => choose({ q }) }, q));
  place.append(
    el("p", { class: "quiet small" }, "Recent searches, kept in this browser only · ", el("button", { type: "button", class: "link", onclick: clear }, "clear")),
    el("ul", {}, made.map(one)),
  );
  return place;
}

/** Suggestions after a search without hits; `count(part)` gives the number of hits with a changed part of the state. */
export function nothingFound(state, choose, count) {
  const ways = [];
  const hint = el("p", { class: "quiet" });
  const tell = () => (hint.textContent = ways.some((each) => !each.hidden) ? "Try other words, or a suggestion:" : "Try other words.");
  const way = (text, part) => {
    const button = el("button", { type: "button", class: "button", onclick: () => choose(part) }, text);
    ways.push(el("li", {}, button));
    return button;
  };
  if (filters(state)) showCount(way("Search without the filters", unfiltered({})), count(unfiltered({})));
  if (state.profile) way("Use the default profile", { profile: "" });
  if ((state.mode && state.mode !== "hybrid") || state.hybrid === "false") way("Search by keyword and meaning", { mode: "", hybrid: "" });
  if (state.min_score || state.min_similarity) way("Search without the minimum score", { min_score: "", min_similarity: "" });
  if (/["+\]:]|\b(AND|NOT)\b|(^|\s)-/.test(state.q)) way("Search the words without operators", { q: plain(state.q) });
  if (!/\barchived:/.test(state.q) && !state.archived) {
    const part = { q: `${state.q} archived:yes`.trim() };
    const button = way("Include archived documents", part);
    button.parentElement.hidden = true; // until there are some
    showCount(button, count(part)).then(tell);
  }
  tell();
  return el(
    "div",
    { class: "empty" },
    el("p", {}, filters(state) ? `No hits with ${counted(filters(state), "filter")}: ${named(state)}.` : "No hits."),
    hint,
    el("ul", { class: "ways" }, ways),
  );
}

// Adds the number of hits to a button, and shows a hidden button that has some.
async function showCount(button, counting) {
  const total = await counting;
  if (!total) return;
  button.append(` (${counted(total, "hit")})`);
  button.parentElement.hidden = false;
}

// The filters in words.
function named(state) {
  const tags = state.tag.map((tag) => `#${tag}`);
  const others = [state.path, state.kind, state.type, listed(state.include_types), state.symbol, state.changed && `changed ${state.changed}`];
  const left = listed(state.exclude_types).map((type) => `not ${type}`);
  return [...tags, ...others.flat().filter(Boolean), ...left].join(", ");
}

// The query without operators: `+tax "carbon price" tag:x` is `tax carbon price x`.
function plain(query) {
  return query
    .replace(/\b(AND|OR|NOT)\b|[a-z]+:(?=\S)|["()[\]]|(^|\s)[+-]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
