/* The query language, from the table of the parser; a click puts an example into the search box. */

import { get } from "./ask.js";
import { el, fill } from "./build.js";
import { trouble } from "./trouble.js";

/** Fills `place` when `details` opens for the first time; a click on an example calls `choose(example)`. */
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
