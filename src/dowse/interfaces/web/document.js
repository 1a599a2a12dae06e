/* One document of the map: title, path, text and linked documents. */

import { address, asked, carried } from "./address.js";
import { get } from "./ask.js";
import { el, fill } from "./build.js";
import { noteAddress } from "./passage.js";
import { openers } from "./places.js";
import { relationName } from "./relations.js";
import { trouble } from "./trouble.js";

export const MOST_RELATED = 20; // documents

/** Fills the panel with the document at `path`; a click on a related document calls `go(path)`. */
export async function showDocument(panel, path, vault, go) {
  panel.hidden = false;
  fill(panel, el("p", { class: "quiet" }, "Loading …"));
  try {
    const given = { ref: path, vault: vault.name };
    const [passage, related] = await Promise.all([get("/get", given), get("/related", { ...given, depth: 1, limit: MOST_RELATED })]);
    if (asked().doc === path) fill(panel, described(passage, related, vault, go));
  } catch (error) {
    if (asked().doc === path) fill(panel, trouble(error));
  }
}

function described(passage, related, vault, go) {
  const read = el("a", { href: noteAddress(passage.path, vault) }, "Read");
  return [el("h2", {}, passage.title || passage.path), waysTo(passage, vault, read), listed(related, go)];
}

/** The path of a document and links that open it elsewhere; `first` is before them. */
export function waysTo({ path, title }, vault, first = null) {
  const search = (q) => address("/", { ...carried(asked()), q });
  const ways = el(
    "p",
    { class: "ways" },
    first,
    openers(vault.folder, path),
    el("a", { href: search(title || path) }, "Search for this document"),
    el("a", { href: search(`like:"${path.replaceAll('"', "")}"`) }, "Similar documents"),
  );
  return el("div", { class: "waysto" }, el("p", { class: "path" }, path), ways);
}

/** Related documents as a list; a click calls `go(path)`. */
export function listed(related, go) {
  const one = (each) => {
    const ways = [...new Set(each.via)].map(relationName).join(", ");
    return el("li", {}, el("button", { type: "button", class: "link", onclick: () => go(each.path) }, each.title || each.path), el("span", { class: "quiet small" }, ` ${ways}`));
  };
  return el("div", {}, el("h3", {}, related.length ? "Linked documents" : "No linked documents"), el("ul", { class: "related" }, related.map(one)));
}
