/* The search page: shows the search in the address; each change of a control changes the address. */

import { address, asked, asksNothing, carried, parameters, unfiltered } from "./address.js";
import { get, newest } from "./ask.js";
import { counted, el, fill } from "./build.js";
import { beginning, nothingFound } from "./empty.js";
import * as controls from "./filters.js";
import { keepQuery, TOGETHER, vaultNamed, vaults } from "./header.js";
import { helpIn } from "./help.js";
import { hitItem } from "./hit.js";
import { listen as listenToKeys } from "./keys.js";
import { forget, recent, remember } from "./recent.js";
import { isTuned, offerSwitches, showSwitches } from "./switches.js";
import { notes, trouble } from "./trouble.js";
import { saysSoon } from "./waiting.js";

const PAUSE = 120; // ms after a key before it is searched
const BURST = 1500; // ms without a key after which typing is a new entry of the history
const PAGE = 10; // hits
const MOST = 100; // hits that the server gives at once
const WAITS = [1000, 2000, 4000, 8000, 15000]; // ms until files that were not indexed yet are looked for again
const TOO = { together: true }; // all vaults can be searched as one

const byId = (id) => document.getElementById(id);
const box = byId("q");
const ask = newest();

let typed = 0; // the timer of the last key
let burstUntil = 0; // time from which typing is a new entry of the history
let hush = () => {}; // cancels the waiting message of the latest request
let waiting = 0; // the timer of the next look for files that were not indexed yet

start();

async function start() {
  byId("filters").open = matchMedia("(min-width: 56.01rem)").matches;
  const early = box.value; // typed before this script was there
  box.value ||= asked().q;
  listen();
  if (early) settle();
  const answered = saysSoon(byId("said"), "Reading the notes …"); // slow on the first visit
  try {
    const state = asked();
    const all = await vaults(state.vault, (vault) => change({ ...unfiltered(asked()), profile: "", vault }), TOO);
    const vault = vaultNamed(all, state.vault, TOO);
    const [profiles, facets] = await Promise.all(["/profiles", "/facets"].map((path) => get(path, { vault: vault.name })));
    controls.offer(profiles, facets);
    offerSwitches(byId("switches"), facets.type, asked, change);
    const page = { all, vault, facets };
    addEventListener("popstate", () => {
      clearTimeout(typed);
      box.value = asked().q;
      refresh(page);
    });
    addEventListener("dowse:changed", () => refresh(page));
    for (const left of ["blur", "search"]) box.addEventListener(left, () => remember(asked().q, vault.name));
    byId("hits").addEventListener("click", () => remember(asked().q, vault.name));
    refresh(page);
  } catch (error) {
    fill(byId("start"), trouble(error));
  } finally {
    answered();
  }
}

function listen() {
  box.addEventListener("input", () => {
    clearTimeout(typed);
    typed = setTimeout(() => change({ q: box.value }, { typing: true }), PAUSE);
  });
  box.addEventListener("blur", settle);
  byId("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    settle();
  });
  byId("more").addEventListener("click", () => {
    const shown = byId("hits").childElementCount;
    change({ limit: String(Math.min(MOST, shown + PAGE)) });
  });
  controls.listen(asked, change);
  helpIn(byId("help"), byId("help-tables"), (example) => {
    box.value = example;
    box.focus();
    change({ q: example });
  });
  listenToKeys(box, byId("hits"));
}

// A burst of typing is one entry of the history.
function settle() {
  clearTimeout(typed);
  if (box.value !== asked().q) change({ q: box.value }, { typing: true });
  burstUntil = 0;
}

function change(part, { typing = false } = {}) {
  if (!typing && part.q !== undefined) box.value = part.q; // text in the box is newer than the address
  const state = { ...asked(), limit: "", q: box.value, ...part };
  const next = address("/", state);
  const goesOn = typing && Date.now() < burstUntil;
  burstUntil = typing ? Date.now() + BURST : 0;
  if (next !== location.pathname + location.search) history[goesOn ? "replaceState" : "pushState"](null, "", next);
  dispatchEvent(new Event("dowse:changed"));
}

// Shows the search in the address; `looks` times it has been repeated since the index lacked files.
function refresh(page, looks = 0) {
  const state = asked();
  clearTimeout(waiting);
  if (vaultNamed(page.all, state.vault, TOO) !== page.vault) return location.reload(); // back to another vault
  document.title = state.q ? `${state.q} · dowse` : "Search · dowse";
  controls.show(state, change);
  showSwitches(state, change);
  byId("ranking").open ||= isTuned(state);
  keepQuery(state);
  byId("to-pipeline").href = address("/pipeline", { ...state, limit: "" });
  const section = document.querySelector(".found");
  section.setAttribute("aria-busy", "true");
  const question = asksNothing(state) ? standing(page) : search(state);
  hush(); // an aborted request does not end its waiting message
  hush = saysSoon(byId("said"), "Searching …");
  ask(question, (answer, error) => {
    hush();
    section.setAttribute("aria-busy", "false");
    if (error) showTrouble(error);
    else if (asksNothing(state)) showBeginning(answer, page);
    else {
      showAnswer(answer, state, page);
      if (answer.index.state === "stale") lookAgain(page, looks);
    }
  });
}

// Repeats the search after a while, unless the reader is at a hit, whose place would change.
function lookAgain(page, looks) {
  waiting = setTimeout(() => {
    const isRead = byId("hits").contains(document.activeElement) || byId("hits").querySelector("[aria-expanded=true]");
    if (isRead || document.hidden) lookAgain(page, looks);
    else refresh(page, looks + 1);
  }, WAITS[Math.min(looks, WAITS.length - 1)]);
}

// The status of one vault; the status of all vaults would take a while.
function standing(page) {
  return page.vault === TOGETHER ? async () => null : (signal) => get("/status", { vault: page.vault.name }, signal);
}

function search(state) {
  const given = parameters(state);
  return (signal) => get("/search", given, signal);
}

// The evidence of hits, from a second search: an explanation takes longer than the search itself.
function evidenceFor(state) {
  const given = parameters(state);
  given.set("explain", "true");
  let explained = null; // one request for all hits
  return async (hit) => {
    explained ??= get("/search", given).catch((error) => {
      explained = null;
      throw error;
    });
    const { hits, nearest } = await explained;
    return [...hits, ...(nearest ?? [])].find((each) => each.ref === hit.ref && each.vault === hit.vault)?.why;
  };
}

function showAnswer(answer, state, page) {
  const { hits, total, nearest = [], did_you_mean: meant, searched_for: searched } = answer;
  byId("said").textContent = `${found(answer)}, ${Math.round(answer.took_ms)} ms${healed(answer.index)}`;
  byId("to-pipeline").hidden = false;
  fill(byId("notes"), meant && meant !== searched && suggestion(meant), notes(remarks(answer)));
  const chooseTag = (tag) => change({ tag: [...new Set([...asked().tag, tag])] });
  const evidenceOf = evidenceFor(state);
  const groups = (answer.communities ?? []).map(communityItem);
  const item = (hit) => hitItem(hit, vaultNamed(page.all, hit.vault || page.vault.name), chooseTag, evidenceOf);
  fill(byId("hits"), groups, hits.map(item));
  offerMore(groups.length === 0 && hits.length < total, hits.length);
  const heading = meant ? "Nearest documents" : "Nearest in meaning"; // those of a correction are found by word, too
  const near = nearest.length > 0 && el("section", { "aria-label": heading }, el("p", { class: "quiet" }, `${heading}:`), el("ol", { class: "hits" }, nearest.map(item)));
  const isNothing = !hits.length && !groups.length && page.facets.kind.length > 0; // a note says that a vault is empty
  fill(byId("start"), isNothing && nothingFound(state, change, (part) => count({ ...state, ...part })), near);
}

// The number of hits with a changed part of the state; null if that is unknown.
async function count(state) {
  try {
    return (await get("/search", parameters({ ...state, limit: "1" }))).total;
  } catch {
    return null; // a suggestion works without a number
  }
}

// The query with corrected words, as a link that searches for it.
function suggestion(query) {
  const follow = (event) => {
    event.preventDefault();
    change({ q: query });
  };
  return el("p", { class: "note" }, "Did you mean ", el("a", { href: address("/", { ...asked(), q: query }), onclick: follow }, query), "?");
}

// A button for more hits, or a note once the maximum is shown.
function offerMore(isMore, shown) {
  byId("more").hidden = !isMore || shown >= MOST;
  byId("most").hidden = !isMore || shown < MOST;
}

function found({ hits, total, total_is_minimum: isMinimum, communities }) {
  if (communities) return counted(communities.length, "community", "communities");
  const of = hits.length && (isMinimum || total > hits.length) ? `${hits.length} of ${isMinimum ? "at least " : ""}` : "";
  return `${of}${counted(total, "hit")}`;
}

function healed(index) {
  return index.state === "healed" ? `, index updated for ${counted(index.changed, "new, changed or removed file")}` : "";
}

// The notes of an answer, with one on files that are not indexed yet unless a note says how far the indexing is.
function remarks({ index, notes: said }) {
  const hints = said.map((note) => note.hint);
  if (index.state !== "stale" || hints.some((hint) => /being indexed|is indexing/.test(hint))) return hints;
  return [...hints, `${counted(index.changed, "changed file")} not indexed yet; the next search continues`];
}

function communityItem(community) {
  const central = community.central.map((path) => el("p", { class: "place" }, path));
  const name = el("a", { href: address("/graph", { ...carried(asked()) }) }, community.label);
  return el("li", {}, el("article", { class: "hit" }, el("h2", {}, name), el("p", { class: "quiet small" }, counted(community.size, "document")), central));
}

function showBeginning(status, page) {
  byId("said").textContent = "";
  byId("to-pipeline").hidden = true;
  offerMore(false, 0);
  fill(byId("notes"));
  fill(byId("hits"));
  const searches = { made: recent(page.vault.name), forget };
  fill(byId("start"), beginning(status ?? { vaults: page.all.length }, page.facets, change, searches));
}

function showTrouble(error) {
  byId("said").textContent = "";
  offerMore(false, 0);
  fill(byId("notes"));
  fill(byId("hits"));
  fill(byId("start"), trouble(error));
}
