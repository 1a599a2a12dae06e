/* Sliders and switches for the parameters of a profile. */

import { el } from "./build.js";
import { keyOf } from "./mix.js";

const TITLES = { fusion: "Fusion", retrievers: "Retrievers", stages: "Stages" };

/** A group of controls for each part of the profile; each change calls `turned(key, value)`. */
export function knobGroups(knobs, values, turned) {
  const groups = [...new Set(knobs.map((knob) => (knob.switch ? "switch" : knob.part)))];
  return groups.map((group) => {
    const inside = knobs.filter((knob) => (knob.switch ? "switch" : knob.part) === group);
    const legend = el("legend", {}, TITLES[group] ?? "Optional stages");
    return el("fieldset", {}, legend, inside.map((knob) => (knob.switch ? tick : slider)(knob, values[keyOf(knob)] ?? knob.value, turned)));
  });
}

function slider(knob, value, turned) {
  const id = `knob-${keyOf(knob).replaceAll(".", "-")}`;
  const output = el("output", { for: id }, shown(value, knob));
  const given = { type: "range", id, min: knob.least, max: knob.most, step: knob.step, "aria-describedby": `${id}-about` };
  const input = el("input", given);
  input.value = value;
  const row = el("div", { class: `knob ${value === knob.value ? "" : "moved"}` }, el("label", { for: id }, knob.label), output, input, el("p", { class: "quiet small", id: `${id}-about` }, knob.about));
  input.addEventListener("input", () => {
    const now = Number(input.value);
    output.textContent = shown(now, knob);
    row.classList.toggle("moved", now !== knob.value);
    turned(keyOf(knob), now);
  });
  return row;
}

function tick(knob, value, turned) {
  const input = el("input", { type: "checkbox", id: `knob-${knob.name}`, checked: value });
  input.addEventListener("change", () => turned(keyOf(knob), input.checked));
  return el("div", { class: "knob" }, el("label", { class: "tick" }, input, knob.label), el("p", { class: "quiet small" }, knob.about));
}

function shown(value, { step }) {
  return step >= 1 ? value.toLocaleString("en") : value.toFixed(2);
}
