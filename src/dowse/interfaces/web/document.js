/* One document of the map: title, path, text and linked documents. */

import { address, asked, carried } from "./address.js";
import { get } from "./ask.js";
import { el, fill } from "./build.js";
import { openers } from "./places.js";
import { relationName } from "./relations.js";
import { trouble } from "./trouble.js";

const MOST = 20; // related documents

/** Fills the panel with the document at `path`; a click on a related document calls `go(path)`. */
export async function showDocument(panel, path, vault, go) {
  panel.hidden = false;
  fill(panel, el("p", { class: "quiet" }, "Loading …"));
  try {
    const given = { ref: path, vault: vault.name };
    const [passage, related] = await Promise.all([get("/get", given), get("/related", { ...given, depth: 1, limit: MOST })]);
    if (asked().doc === path) fill(panel, described(passage, related, vault, go));
  } catch (error) {
    if (asked().doc === path) fill(panel, trouble(error));
  }
}

function described(passage, related, vault, go) {
  const search = (q) => address("/", { ...carried(asked()), q });
  const one = (each) => {
    const ways = [...new Set(each.via)].map(relationName).join(", ");
    return el("li", {}, el("button", { type: "button", class: "link", onclick: () => go(each.path) }, each.title || each.path), el("span", { class: "quiet small" }, ` ${ways}`));
  };
  return [
    el("h2", {}, passage.title || passage.path),
    el("p", { class: "path" }, passage.path),
    el(
      "p",
      { class: "ways" },
      openers(vault.folder, passage.path),
      el("a", { href: search(passage.title || passage.path) }, "Search for this document"),
      el("a", { href: search(`like:"${passage.path.replaceAll('"', "")}"`) }, "Similar documents"),
    ),
    el("h3", {}, related.length ? "Linked documents" : "No linked documents"),
    el("ul", { class: "related" }, related.map(one)),
  ];
}
