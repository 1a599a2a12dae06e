/* The mixer: changes the parameters of a profile and repeats the search at each change. */

import { address, asked } from "./address.js";
import { get, newest, post } from "./ask.js";
import { counted, el, fill } from "./build.js";
import { copied } from "./copying.js";
import { keepQuery, vaultNamed, vaults } from "./header.js";
import { knobGroups } from "./knobs.js";
import { hashOf, mixOf, valuesIn } from "./mix.js";
import { mixedHits } from "./mixed_hits.js";
import { notes, trouble } from "./trouble.js";

const PAUSE = 250; // ms after a key before it is searched
const SHOWN = 20; // hits
const COMPARED = 100; // hits of the unmixed profile
const FRAME = 60; // ms between two questions while a knob moves
const BUILT_IN = "built in"; // the source of a profile that is in no settings file
const PASTE = "Paste the table into the vault’s dowse.toml to add the profile.";

const byId = (id) => document.getElementById(id);
const askUnmixed = newest();
const askMixed = newest();
let typed = 0;
let turning = 0;

start();

async function start() {
  byId("q").value ||= asked().q; // what was typed before this script was there is newer
  try {
    const all = await vaults(asked().vault, (vault) => {
      history.pushState(null, "", address("/mixer", { ...asked(), vault, profile: "" }));
      location.reload();
    });
    const vault = vaultNamed(all, asked().vault);
    const profiles = await get("/profiles", { vault: vault.name });
    fill(byId("profile"), profiles.map((profile) => el("option", { value: profile.name }, profile.name)));
    const page = { vault, profiles, unmixed: new Map(), toml: "" };
    listen(page);
    change(page, { q: byId("q").value }, "replaceState");
  } catch (error) {
    fill(byId("start"), trouble(error));
  }
}

function listen(page) {
  byId("q").addEventListener("input", () => {
    clearTimeout(typed);
    typed = setTimeout(() => change(page, { q: byId("q").value }, "replaceState"), PAUSE);
  });
  byId("ask").addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(typed);
    change(page, { q: byId("q").value }, "pushState");
  });
  byId("profile").addEventListener("change", () => change(page, { q: byId("q").value, profile: byId("profile").value }, "pushState", ""));
  byId("reset").addEventListener("click", () => change(page, {}, "pushState", ""));
  byId("name").addEventListener("input", () => showToml(page));
  byId("copy").addEventListener("click", async () => {
    byId("toml").hidden = false;
    const done = await copied(byId("toml"));
    byId("copied").textContent = done ? "Copied. Paste the table into the vault’s dowse.toml." : "Selected: press Ctrl+C to copy, then paste the table into the vault’s dowse.toml.";
  });
  addEventListener("popstate", () => {
    clearTimeout(typed);
    byId("q").value = asked().q;
    refresh(page);
  });
}

function change(page, part, how, hash = location.hash) {
  history[how](null, "", address("/mixer", { ...asked(), ...part }) + hash);
  refresh(page);
}

// The profile that the address names, or else the one that a search without a name would use.
function current(page, used) {
  const name = asked().profile || used;
  return page.profiles.find((profile) => profile.name === name) ?? page.profiles[0];
}

async function refresh(page) {
  const { q, profile: name } = asked();
  outdate(page);
  document.title = q ? `${q} · mixer · dowse` : "Mixer · dowse";
  keepQuery();
  const given = { q, vault: page.vault.name, limit: COMPARED, ...(name && { profile: name }) };
  await askUnmixed((signal) => get("/search", given, signal), (answer, error) => {
    fill(byId("start"), error && trouble(error));
    if (error) return fill(byId("results"));
    const profile = current(page, answer.profile);
    page.unmixed = new Map(answer.hits.map((hit, at) => [idOf(profile)(hit), at + 1]));
    byId("profile").value = profile.name;
    byId("profile-about").textContent = profile.about;
    showKnobs(page, profile);
    mix(page, profile);
  });
}

function showKnobs(page, profile) {
  const { knobs } = profile.knobs;
  const turned = (key, value) => {
    const values = { ...valuesIn(location.hash, knobs), [key]: value };
    history.replaceState(null, "", location.pathname + location.search + hashOf(values, knobs));
    outdate(page);
    turning ||= setTimeout(() => {
      turning = 0;
      mix(page, profile);
    }, FRAME);
  };
  fill(byId("knobs"), knobGroups(knobs, valuesIn(location.hash, knobs), turned));
}

function mix(page, profile) {
  const { table, knobs } = profile.knobs;
  const { q } = asked();
  byId("reset").disabled = !location.hash;
  const body = { q, vault: page.vault.name, limit: SHOWN, mix: mixOf(table, knobs, valuesIn(location.hash, knobs)) };
  const { href } = location;
  askMixed((signal) => post("/search", body, signal), (answer, error) => {
    fill(byId("start"), error && trouble(error));
    if (error) return;
    byId("said").textContent = q ? `${counted(answer.hits.length, "hit")}, ${Math.round(answer.took_ms)} ms` : "Enter a query to try the mix.";
    fill(byId("notes"), q ? notes(answer.notes.map((note) => note.hint)) : []);
    fill(byId("results"), mixedHits(answer.hits, page.unmixed, idOf(profile)));
    page.toml = location.href === href ? answer.toml : ""; // a knob may have been turned since
    showToml(page);
  });
}

// The TOML of the previous mix is out of date.
function outdate(page) {
  page.toml = "";
  showToml(page);
}

function showToml(page) {
  const name = byId("name").value.trim();
  const wrong = faultOf(name, page.profiles);
  const toml = wrong ? "" : page.toml.replace(/^\[profiles\.[^\]\n]*\]/, () => `[profiles.${name}]`);
  byId("toml").value = toml;
  byId("copy").disabled = !toml;
  byId("name").setAttribute("aria-invalid", String(Boolean(wrong)));
  byId("copied").textContent = wrong || PASTE;
}

// The fault of a name for a profile; empty for a valid name.
function faultOf(name, profiles) {
  if (!/^[A-Za-z0-9_-]+$/.test(name)) return "A name must consist of the letters a to z, digits, - and _.";
  const taken = profiles.some((profile) => profile.name === name && profile.source === BUILT_IN);
  return taken ? `${name} is the name of a built-in profile; choose another name.` : "";
}

// The ranked unit: a document, or in profiles for long texts a section or a chunk.
function idOf(profile) {
  return profile.granularity === "document" ? (hit) => hit.path : (hit) => hit.ref;
}
