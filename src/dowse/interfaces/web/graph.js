/* The map of a vault: its communities, and the documents of one community. */

import { address, asked, carried } from "./address.js";
import { get, newest } from "./ask.js";
import { board } from "./board.js";
import { counted, el, fill } from "./build.js";
import { showDocument } from "./document.js";
import { listen as listenToFinder } from "./finder.js";
import { keepQuery, vaultNamed, vaults } from "./header.js";
import { legendEntry, relationsOf } from "./relations.js";
import { trouble } from "./trouble.js";

const MOST = 300; // documents of one community
const AGAIN = 2000; // ms between two requests while the index is not complete

const byId = (id) => document.getElementById(id);
const ask = newest();

start();

async function start() {
  keepQuery();
  try {
    const all = await vaults(asked().vault, (vault) => go({ community: "", doc: "", vault }));
    const vault = vaultNamed(all, asked().vault);
    const page = { all, vault, shown: null, map: null, centred: "" };
    byId("up").addEventListener("click", () => go({ community: "", doc: "" }));
    byId("nearer").addEventListener("click", () => page.map?.zoom(1));
    byId("farther").addEventListener("click", () => page.map?.zoom(-1));
    byId("whole").addEventListener("click", () => page.map?.whole());
    listenToFinder(byId("finder"), vault, (community, doc) => {
      page.centred = doc;
      go({ community: String(community ?? ""), doc });
    });
    addEventListener("popstate", () => refresh(page));
    addEventListener("dowse:changed", () => refresh(page));
    refresh(page);
  } catch (error) {
    fill(byId("said"));
    fill(byId("start"), trouble(error));
  }
}

function go(part) {
  history.pushState(null, "", address("/graph", { ...asked(), ...part }));
  dispatchEvent(new Event("dowse:changed"));
}

function refresh(page) {
  const { community, doc, vault } = asked();
  if (vaultNamed(page.all, vault) !== page.vault) return location.reload();
  keepQuery();
  byId("document").hidden = !doc;
  if (doc) showDocument(byId("document"), doc, page.vault, (path) => go({ doc: path }));
  if (page.shown?.community === community) return drawAgain(page);
  byId("said").textContent = "Loading the graph …";
  load(page);
}

function load(page) {
  const { community } = asked();
  const given = { vault: page.vault.name, ...(community && { community, limit: MOST }) };
  ask((signal) => get("/map", given, signal), (found, error) => {
    fill(byId("start"), error && trouble(error));
    byId("up").hidden = !community;
    if (error) return showNothing(page, community);
    const waits = page.shown?.community === community && page.shown.found.progress;
    if (!waits || isEmpty(page.shown.found) || !found.progress) {
      page.shown = { community, found };
      if (isEmpty(found) && found.progress) showNothing(page, community);
      else draw(page, page.map !== null);
    }
    showProgress(page, community, found.progress);
  });
}

const isEmpty = (found) => (found.communities ?? found.documents).length === 0;

// How far the index is, as a bar; asks again until the map is complete.
function showProgress(page, community, progress) {
  if (!progress) return;
  const bar = el("progress", { max: 100, value: progress.percent, "aria-label": progress.text });
  fill(byId("start"), el("p", { class: "small quiet numbers" }, bar, ` ${progress.text}`));
  setTimeout(() => {
    if (asked().community === community && vaultNamed(page.all, asked().vault) === page.vault) load(page);
  }, AGAIN);
}

// Clears the drawing of the previous place, and puts a link back to the map beside the error.
function showNothing(page, community) {
  page.shown = page.map = null;
  for (const id of ["board", "listing", "rest", "legend", "said"]) fill(byId(id));
  if (!community) return;
  const back = (event) => {
    event.preventDefault();
    go({ community: "", doc: "" });
  };
  const whole = address("/graph", { ...asked(), community: "", doc: "" });
  byId("start").append(el("p", {}, el("a", { href: whole, onclick: back }, "Show the whole map")));
}

// The same circles with another one selected.
function drawAgain(page) {
  const { doc } = asked();
  for (const button of document.querySelectorAll("#listing button")) {
    if (button.dataset.id === doc) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  page.map?.choose(doc);
  centreOn(page);
}

// Moves the document that was looked for into the middle.
function centreOn(page) {
  if (page.centred && page.centred === asked().doc && page.map?.has(page.centred)) page.map.centre(page.centred);
  page.centred = "";
}

function draw(page, takeFocus) {
  const { community, found } = page.shown;
  const seen = community ? inside(found) : communities(found);
  byId("title").textContent = seen.title;
  byId("said").textContent = seen.said;
  fill(byId("legend"), seen.legend, [...seen.relations.values()].map(legendEntry));
  byId("list-title").textContent = community ? "Documents" : "Communities";
  byId("rest").textContent = seen.rest;
  document.title = `${community ? seen.title : "Map"} · dowse`;
  const open = (id) => go(community ? { doc: id } : { community: id, doc: "" });
  const leave = () => (asked().doc ? go({ doc: "" }) : community && go({ community: "" }));
  if (!seen.nodes.length) return showEmpty(page, found);
  page.map = board(byId("board"), { ...seen, name: seen.title, chosen: asked().doc, open, leave });
  fill(byId("listing"), seen.nodes.map((node) => item(node, open)));
  if (takeFocus && !page.centred) page.map.focus(asked().doc);
  centreOn(page);
}

// Why there is nothing to draw.
function showEmpty(page, { documents }) {
  page.map = null;
  const { name } = page.vault;
  const why = documents
    ? `None of the ${counted(documents, "document")} of ${name} is linked with another one, and none are similar.`
    : `${name} has no notes.`;
  const how = documents ? "Links such as [[Note]] connect notes; the map shows them here." : "dowse indexes Markdown, text and source files.";
  fill(byId("listing"));
  fill(byId("legend"));
  fill(byId("said"));
  fill(byId("board"), el("div", { class: "nothing" }, el("p", {}, why), el("p", { class: "quiet small" }, how)));
}

function communities(found) {
  const { documents, alone } = found;
  const nodes = found.communities.map(({ id, label, size, central }) => ({
    id: String(id),
    label,
    aside: String(size),
    central: central.map((each) => each.title || each.path).join(", "),
    about: `${label}: ${counted(size, "document")}`,
    r: 18 + 11 * Math.sqrt(size),
  }));
  const edges = found.edges.map((edge) => ({ ...edge, source: String(edge.source), target: String(edge.target) }));
  const left = alone ? `; ${alone.toLocaleString("en")} without a community` : "";
  return {
    title: "Map of the vault",
    said: `${counted(documents, "document")} in ${counted(found.communities.length, "community", "communities")}${left}`,
    legend: "Circle: a community; the size is its number of documents. Line: connections between two communities.",
    relations: new Map(),
    rest: found.left_out ? `${counted(found.left_out, "smaller community", "smaller communities")} not shown` : "",
    nodes,
    edges,
  };
}

function inside(found) {
  const most = Math.max(...found.documents.map((each) => each.weight), Number.MIN_VALUE);
  const relations = relationsOf(found.edges);
  const nodes = found.documents.map(({ path, title, weight }) => ({
    id: path,
    label: title || path,
    aside: "",
    central: path,
    about: `${title || path}, ${path}`,
    r: 5 + 11 * Math.sqrt(weight / most),
  }));
  return {
    title: found.community.label,
    said: counted(found.community.size, "document"),
    legend: "Circle: a document; the size is its centrality. Lines: ",
    relations,
    rest: found.left_out ? `${counted(found.left_out, "less central document")} not shown` : "",
    nodes,
    edges: found.edges.map((edge) => ({ ...edge, style: relations.get(edge.kind).style })),
  };
}

function item(node, open) {
  const name = el("span", { class: "name" }, el("bdi", {}, node.label), node.aside && el("span", { class: "quiet numbers" }, node.aside));
  const current = node.id === asked().doc && "true";
  return el("li", {}, el("button", { type: "button", dataset: { id: node.id }, "aria-current": current, onclick: () => open(node.id) }, name, el("span", { class: "central", dir: "auto" }, node.central)));
}
