/* Shows what went wrong. */

import { el } from "./build.js";

/** A box that says what, and what to do where the server said so. */
export function trouble(error) {
  const title = error.title ?? "Something went wrong in this page";
  const detail = error.detail ?? error.message;
  return el("div", { class: "trouble", role: "alert" }, el("strong", {}, title), detail && el("p", {}, detail));
}

/** Notes on the query and the index, each once. */
export function notes(hints) {
  return [...new Set(hints)].map((hint) => el("p", { class: "note" }, hint));
}
