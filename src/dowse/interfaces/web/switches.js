/* The controls of the ranking: switches for stages, excluded types, and parameters that only the address can set. */

import { listed } from "./address.js";
import { el, fill } from "./build.js";

const SWITCHES = { rerank: "Rerank", expand_query: "Expansion", time_boost: "Recency boost" };
const ONLY_IN_ADDRESS = ["hybrid", "weights", "min_score", "min_similarity", "time_limit", "include_types"];

const byId = (id) => document.getElementById(id);

/** Builds the controls in `place`; `types` are offered for exclusion. Each change calls `changed(part)`. */
export function offerSwitches(place, types, current, changed) {
  const option = (value, label) => el("option", { value }, label);
  const select = (name, label, options) =>
    el("div", { class: "field half" }, el("label", { for: name }, label), el("select", { id: name, onchange: () => changed({ [name]: byId(name).value }) }, option("", "Default"), options));
  const input = el("input", { type: "text", id: "exclude", list: "excludable", placeholder: "add a type", autocomplete: "off", autocapitalize: "off" });
  const exclude = () => {
    const value = input.value.trim();
    const already = listed(current().exclude_types);
    input.value = "";
    if (value && !already.includes(value)) changed({ exclude_types: [...already, value].join(",") });
  };
  input.addEventListener("change", exclude);
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // of a form
    exclude();
  });
  fill(
    place,
    Object.entries(SWITCHES).map(([name, label]) => select(name, label, [option("true", "on"), option("false", "off")])),
    select("archived", "Archived notes", [option("true", "included")]),
    el("div", { class: "field" }, el("label", { for: "exclude" }, "Exclude types"), input, el("datalist", { id: "excludable" }, types.map((value) => option(value))), el("div", { class: "chips", id: "excluded" })),
    el("div", { class: "chips", id: "only-in-address" }),
  );
}

/** Sets the controls to the state; `others` are further parameters that the page has no control for. */
export function showSwitches(state, changed, others = []) {
  for (const name of [...Object.keys(SWITCHES), "archived"]) choose(byId(name), state[name]);
  const types = listed(state.exclude_types);
  const keep = (value) => types.filter((other) => other !== value).join(",");
  const chip = (text, label, part) => el("button", { type: "button", class: "chip on", "aria-label": label, onclick: () => changed(part) }, `${text} ×`);
  fill(byId("excluded"), types.map((value) => chip(value, `Remove the excluded type ${value}`, { exclude_types: keep(value) })));
  const set = [...ONLY_IN_ADDRESS, ...others].flatMap((name) => [state[name]].flat().filter(Boolean).map((value) => [name, value]));
  const without = (name, value) => (Array.isArray(state[name]) ? state[name].filter((other) => other !== value) : "");
  fill(byId("only-in-address"), set.map(([name, value]) => chip(`${name} ${value}`, `Remove ${name} ${value}`, { [name]: without(name, value) })));
}

/** Whether any of the controls, excluded types included, is set. */
export function isTuned(state) {
  return [...Object.keys(SWITCHES), "archived", "exclude_types", ...ONLY_IN_ADDRESS].some((name) => state[name]);
}

/** Selects a value, and adds one that is not offered, so that the control agrees with the address. */
export function choose(select, value, label = value) {
  if (![...select.options].some((option) => option.value === value)) select.append(el("option", { value }, label));
  select.value = value;
}
