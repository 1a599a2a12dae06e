/* The pipeline page: one search, stage by stage. */

import { address, asked, asksNothing, parameters } from "./address.js";
import { get, newest } from "./ask.js";
import { counted, el, fill } from "./build.js";
import { download } from "./download.js";
import { keepQuery, vaultNamed, vaults } from "./header.js";
import { joined, lightUp } from "./lines.js";
import { ranksTable } from "./ranks_table.js";
import { columns, filtersColumn, stageColumn, unusedColumn, words } from "./stages.js";
import { choose, offerSwitches, showSwitches } from "./switches.js";
import { notes, trouble } from "./trouble.js";

const PAUSE = 250; // ms after a key before it is searched
const OF_OTHER_PAGES = ["mode", "limit", "changed", "symbol", "tag", "path", "type", "kind"]; // parameters without a control here
const TOO = { together: true }; // all vaults can be searched as one

const byId = (id) => document.getElementById(id);
const ask = newest();
let typed = 0;

start();

async function start() {
  byId("q").value ||= asked().q; // what was typed before this script was there is newer
  lightUp(byId("stages"));
  try {
    const all = await vaults(asked().vault, (vault) => {
      history.pushState(null, "", address("/pipeline", { ...asked(), vault, profile: "" }));
      location.reload();
    }, TOO);
    const vault = vaultNamed(all, asked().vault, TOO);
    const [profiles, facets] = await Promise.all(["/profiles", "/facets"].map((path) => get(path, { vault: vault.name })));
    offerSwitches(byId("switches"), facets.type, asked, (part) => change({ q: byId("q").value, ...part }, "pushState"));
    const option = (profile) => el("option", { value: profile.name }, profile.name);
    fill(byId("profile"), el("option", { value: "" }, "Default"), profiles.map(option));
    listen();
    change({ q: byId("q").value }, "replaceState");
  } catch (error) {
    fill(byId("start"), trouble(error));
  }
}

function listen() {
  byId("q").addEventListener("input", () => {
    clearTimeout(typed);
    typed = setTimeout(() => change({ q: byId("q").value }, "replaceState"), PAUSE);
  });
  byId("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(typed);
    change({ q: byId("q").value }, "pushState");
  });
  byId("profile").addEventListener("change", () => change({ q: byId("q").value, profile: byId("profile").value }, "pushState"));
  addEventListener("popstate", () => {
    clearTimeout(typed);
    byId("q").value = asked().q;
    refresh();
  });
}

function change(part, how) {
  const next = address("/pipeline", { ...asked(), ...part });
  if (next !== location.pathname + location.search) history[how](null, "", next);
  refresh();
}

function refresh() {
  const state = asked();
  choose(byId("profile"), state.profile);
  showSwitches(state, (part) => change({ q: byId("q").value, ...part }, "pushState"), OF_OTHER_PAGES);
  document.title = state.q ? `${state.q} · pipeline · dowse` : "Pipeline · dowse";
  keepQuery(state);
  if (asksNothing(state)) return invite();
  const given = parameters(state);
  given.set("pipeline_debug", "true");
  given.set("explain", "true");
  ask((signal) => get("/search", given, signal), (answer, error) => {
    byId("result").hidden = Boolean(error);
    fill(byId("start"), error && trouble(error));
    if (error) fill(byId("notes"));
    else show(answer);
  });
}

// There is nothing to draw before something is asked.
function invite() {
  ask(async () => null, () => {
    byId("result").hidden = true;
    byId("export").disabled = true;
    byId("said").textContent = "Enter a query to see its pipeline.";
    fill(byId("notes"));
    fill(byId("start"));
  });
}

function show(answer) {
  byId("said").textContent = `${counted(answer.steps.length, "stage")}, ${counted(answer.hits.length, "hit")}`;
  fill(byId("notes"), notes(answer.notes.map((note) => note.hint)));
  byId("export").disabled = false;
  byId("export").onclick = () => download("pipeline.json", answer);
  fill(byId("summary"), summary(answer));
  fill(byId("settings"), settingsTable(answer.settings));
  byId("quiet-stages").onchange = () => draw(answer);
  draw(answer);
}

function draw(answer) {
  const titles = titlesOf(answer);
  const shown = columns(answer, { onlyChanging: byId("quiet-stages").checked });
  const stages = byId("stages");
  fill(stages, filtersColumn(answer.filters), shown.map((column) => stageColumn(column, titles)), unusedColumn(answer.unused));
  stages.prepend(joined(stages));
  fill(byId("table"), ranksTable(shown, titles));
}

function summary(answer) {
  const { summary: counts, query } = answer.pipeline;
  const row = (what, value, wide) => el("div", { class: wide ? "wide" : "" }, el("dt", {}, what), el("dd", {}, value));
  return [
    row("Total time", `${counts.total_time_ms.toFixed(1)} ms`),
    row("Candidates", counts.initial_results.toLocaleString("en")),
    row("Removed", counts.total_filtered.toLocaleString("en")),
    row("Hits", counts.final_results.toLocaleString("en")),
    row("Profile", answer.profile),
    row("Parsed as", answer.reading, true),
    query.expanded && row("Expanded query", query.expanded, true),
  ].filter(Boolean);
}

function settingsTable(settings) {
  const head = el("tr", {}, ["Setting", "Value", "Source", "Of the profile"].map((name) => el("th", { scope: "col" }, name)));
  const row = ({ name, value, source, replaced }) => el("tr", {}, el("th", { scope: "row" }, words(name)), [value, source, replaced || "the same"].map((text) => el("td", {}, text)));
  return el("table", {}, el("thead", {}, head), el("tbody", {}, settings.map(row)));
}

// The titles of refs, from the previews of the stages.
function titlesOf(answer) {
  const named = answer.pipeline.stages.flatMap((stage) => [...stage.results_preview, ...stage.removed]);
  const called = ({ ref, relative_path: path, title }) => {
    const section = ref.slice(path.length + 1); // first, to distinguish sections of one document
    return [ref, section ? `${section} ‹ ${title || path}` : title || path];
  };
  return new Map(named.map(called));
}
