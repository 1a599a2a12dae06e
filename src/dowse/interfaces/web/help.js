/* The query language, from the table that the parser reads; an example goes into the box with a click. */

import { get } from "./ask.js";
import { el, fill } from "./build.js";
import { trouble } from "./trouble.js";

/** Fills `place` when `details` is opened for the first time; `choose(example)` is called with the one clicked. */
export function helpIn(details, place, choose) {
  details.addEventListener("toggle", async () => {
    if (!details.open || place.childElementCount) return;
    try {
      fill(place, (await get("/query-help")).map((table) => section(table, choose)));
    } catch (error) {
      fill(place, trouble(error));
    }
  });
}

function section({ title, rows }, choose) {
  const row = ({ example, about }) => {
    const button = el("button", { type: "button", class: "link", onclick: () => choose(example) }, example);
    return el("div", {}, el("dt", {}, button), el("dd", {}, about));
  };
  return el("section", {}, el("h3", {}, title), el("dl", {}, rows.map(row)));
}
