/* Error messages and notes. */

import { get } from "./ask.js";
import { el, withCode } from "./build.js";

/** A box with the error and, if the server sent one, the remedy; without an answer, also a button that asks again. */
export function trouble(error) {
  const title = error.title ?? "Error in this page";
  const detail = error.detail ?? error.message;
  const again = error.title && error.status === 0 && el("button", { type: "button", class: "button", onclick: tryAgain }, "Try again");
  return el("div", { class: "trouble", role: "alert" }, el("strong", {}, title), detail && el("p", {}, withCode(detail)), again);
}

// The address has the state of the page. Without a server, the browser would show an error of its own instead of the page.
async function tryAgain({ target }) {
  target.disabled = true;
  try {
    await get("/health");
    location.reload();
  } catch {
    target.disabled = false;
    target.focus();
  }
}

/** Notes on the query and the index, each once. */
export function notes(hints) {
  return [...new Set(hints)].map((hint) => el("p", { class: "note" }, withCode(hint)));
}
