/* One document of the map: title, path, text and linked documents. */

import { address, asked, carried } from "./address.js";
import { get } from "./ask.js";
import { el, fill } from "./build.js";
import { noteAddress } from "./passage.js";
import { openers } from "./places.js";
import { relationName } from "./relations.js";
import { trouble } from "./trouble.js";

const FEW = 20; // linked documents that are shown at first
const MOST = 100; // that the server lists

/** Fills the panel with the document at `path`; a click on a related document calls `go(path)`. */
export async function showDocument(panel, path, vault, go) {
  panel.hidden = false;
  fill(panel, el("p", { class: "quiet" }, "Loading …"));
  try {
    const given = { ref: path, vault: vault.name };
    const [passage, linked] = await Promise.all([get("/get", { ...given, links: true }), linkedDocuments(path, vault)]);
    if (asked().doc === path) fill(panel, described(passage, linked, vault, go));
  } catch (error) {
    if (asked().doc === path) fill(panel, trouble(error));
  }
}

/** The documents that the one at `path` is linked with, for `listed`. */
export function linkedDocuments(path, vault, limit = FEW + 1) {
  return get("/related", { ref: path, vault: vault.name, depth: 1, limit }).then((related) => ({ related, all: () => linkedDocuments(path, vault, MOST) }));
}

function described(passage, linked, vault, go) {
  const read = el("a", { href: noteAddress(passage.path, vault) }, "Read");
  return [el("h2", { dir: "auto" }, passage.title || passage.path), waysTo(passage, vault, read), listed(linked, passage, go)];
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
    el("a", { href: search(`like:"${path.replaceAll('"', '\\"')}"`) }, "Similar documents"),
  );
  return el("div", { class: "waysto" }, el("p", { class: "path" }, path), ways);
}

/** Related documents as a list, with the direction of links of `passage`; a click calls `go(path)`. */
export function listed({ related, all }, { links = [], backlinks = [] }, go, most = FEW) {
  const [from, to] = [links, backlinks].map((each) => new Set(each.map(({ path }) => path)));
  const one = (each) => {
    const ways = [...new Set(each.via)].map((kind) => directed(kind, from.has(each.path), to.has(each.path))).join(", ");
    return el("li", {}, el("button", { type: "button", class: "link", dir: "auto", onclick: () => go(each.path) }, each.title || each.path), el("span", { class: "quiet small" }, ` ${ways}`));
  };
  const place = el("div", {}, el("h3", {}, related.length ? "Related documents" : "No related documents"), el("ul", { class: "related" }, related.slice(0, most).map(one)));
  if (related.length > most) place.append(moreOf(place, all, { links, backlinks }, go));
  if (related.length === MOST) place.append(el("p", { class: "quiet small" }, `The first ${MOST} documents`));
  return place;
}

// A link with its direction; other relations have none.
function directed(kind, isFrom, isTo) {
  if (kind !== "REFERENCES" || !(isFrom || isTo)) return relationName(kind);
  return isFrom && isTo ? "linked both ways" : isFrom ? "linked from here" : "links here";
}

function moreOf(place, all, passage, go) {
  const show = async (event) => {
    event.target.disabled = true;
    try {
      const full = listed(await all(), passage, go, MOST);
      place.replaceWith(full);
      full.querySelectorAll("li button")[FEW]?.focus();
    } catch (error) {
      event.target.replaceWith(trouble(error));
    }
  };
  return el("button", { type: "button", class: "button", onclick: show }, "Show more");
}
