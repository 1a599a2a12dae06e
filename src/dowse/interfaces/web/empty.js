/* The page without hits: a start page, or suggestions after a search without hits. */

import { filters, unfiltered } from "./address.js";
import { counted, el } from "./build.js";

const SHOWN_TAGS = 14;

/** The start page: `status` is that of the vault, or has the number of `vaults`. */
export function beginning(status, facets, choose) {
  const tag = (name) => el("button", { type: "button", class: "chip", onclick: () => choose({ tag: [name] }) }, `#${name}`);
  const what = status.vaults ? counted(status.vaults, "vault") : `${counted(status.documents, "note")} in ${status.vault}${unread(status.index)}`;
  return el(
    "div",
    { class: "empty" },
    el("p", { class: "quiet" }, `${what}. Enter words, a question or a filter.`),
    facets.tag.length > 0 && el("div", { class: "chips" }, facets.tag.slice(0, SHOWN_TAGS).map(tag)),
  );
}

function unread(index) {
  return index.changed ? `; ${counted(index.changed, "file")} not indexed yet` : "";
}

/** Suggestions after a search without hits. */
export function nothingFound(state, choose) {
  const ways = [];
  const way = (text, part) => ways.push(el("li", {}, el("button", { type: "button", class: "button", onclick: () => choose(part) }, text)));
  if (filters(state)) way("Search without the filters", unfiltered({}));
  if (state.profile) way("Use the default profile", { profile: "" });
  if ((state.mode && state.mode !== "hybrid") || state.hybrid === "false") way("Search by keyword and meaning", { mode: "", hybrid: "" });
  if (state.min_score || state.min_similarity) way("Search without the minimum score", { min_score: "", min_similarity: "" });
  if (/["+\]:]|\b(AND|NOT)\b|(^|\s)-/.test(state.q)) way("Search the words without operators", { q: plain(state.q) });
  if (!/\barchived:/.test(state.q) && !state.archived) way("Include archived documents", { q: `${state.q} archived:yes`.trim() });
  return el(
    "div",
    { class: "empty" },
    el("p", {}, "No hits."),
    el("p", { class: "quiet" }, "Try other words, or:"),
    el("ul", { class: "ways" }, ways),
  );
}

// The query without operators: `+tax "carbon price" tag:x` is `tax carbon price x`.
function plain(query) {
  return query
    .replace(/\b(AND|OR|NOT)\b|[a-z]+:(?=\S)|["()[\]]|(^|\s)[+-]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
