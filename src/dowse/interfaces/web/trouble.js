/* Error messages and notes. */

import { el, withCode } from "./build.js";

/** A box with the error and, if the server sent one, the remedy. */
export function trouble(error) {
  const title = error.title ?? "Error in this page";
  const detail = error.detail ?? error.message;
  return el("div", { class: "trouble", role: "alert" }, el("strong", {}, title), detail && el("p", {}, withCode(detail)));
}

/** Notes on the query and the index, each once. */
export function notes(hints) {
  return [...new Set(hints)].map((hint) => el("p", { class: "note" }, withCode(hint)));
}
