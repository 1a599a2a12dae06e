/* The filters and the profile: controls that show a part of the state and change it. */

import { filters, unfiltered } from "./address.js";
import { el, fill } from "./build.js";
import { choose } from "./switches.js";

const SELECTS = ["profile", "mode", "symbol"];
const FIELDS = ["kind", "type"]; // in the address any number of values, in the control one
const SEPARATOR = "\n"; // of several values in an option
const LISTS = ["tag", "path"];

const byId = (id) => document.getElementById(id);

/** Calls `changed(part)` with the changed part of the state. `current()` returns the whole state. */
export function listen(current, changed) {
  for (const name of SELECTS) byId(name).addEventListener("change", () => changed({ [name]: byId(name).value }));
  for (const name of FIELDS) {
    byId(name).addEventListener("change", () => changed({ [name]: byId(name).value.split(SEPARATOR).filter(Boolean) }));
  }
  for (const name of LISTS) listenToList(name, current, changed);
  byId("changed").addEventListener("change", () => {
    const value = byId("changed").value;
    byId("from-field").hidden = value !== "from";
    if (value === "from") byId("from").focus();
    else changed({ changed: value });
  });
  byId("from").addEventListener("change", () => changed({ changed: byId("from").value }));
  byId("clear").addEventListener("click", () => changed(unfiltered({})));
}

/** Offers the profiles of the vault and the values of its fields. */
export function offer(profiles, facets) {
  const ranked = (profile) => el("option", { value: profile.name, dataset: { about: profile.about } }, profile.name);
  fill(byId("profile"), el("option", { value: "", dataset: { about: "" } }, "Default"), profiles.map(ranked));
  for (const name of FIELDS) {
    fill(byId(name), el("option", { value: "" }, "any"), facets[name].map((value) => el("option", { value }, value)));
  }
  fill(byId("symbol"), el("option", { value: "" }, "any symbol, or none"), facets.symbol.map((value) => el("option", { value }, value)));
  byId("symbol-field").hidden = facets.symbol.length === 0;
  for (const name of LISTS) fill(byId(`${name}s`), facets[name].map((value) => el("option", { value })));
}

/** Sets the controls to the state. */
export function show(state, changed) {
  for (const name of SELECTS) choose(byId(name), state[name]);
  for (const name of FIELDS) choose(byId(name), state[name].join(SEPARATOR), state[name].join(", "));
  for (const name of LISTS) fill(byId(`${name}-chosen`), state[name].map((value) => chip(name, value, state, changed)));
  const isDate = /^\d/.test(state.changed) && !["7d", "30d", "1y"].includes(state.changed);
  byId("changed").value = isDate ? "from" : state.changed;
  byId("from-field").hidden = !isDate;
  byId("from").value = isDate ? state.changed : "";
  byId("profile-about").textContent = byId("profile").selectedOptions[0]?.dataset.about ?? "";
  const count = filters(state);
  byId("filter-count").textContent = count ? `(${count})` : "";
  byId("clear").hidden = !count;
}

function listenToList(name, current, changed) {
  const input = byId(name);
  const add = () => {
    const value = input.value.trim().replace(/^#/, "");
    const already = current()[name];
    input.value = "";
    if (value && !already.includes(value)) changed({ [name]: [...already, value] });
  };
  input.addEventListener("change", add);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") add();
  });
}

function chip(name, value, state, changed) {
  const remove = () => {
    changed({ [name]: state[name].filter((other) => other !== value) });
    byId(name).focus();
  };
  const what = name === "tag" ? "tag" : "folder";
  return el("button", { type: "button", class: "chip on", "aria-label": `Remove the ${what} ${value}`, onclick: remove }, `${value} ×`);
}
