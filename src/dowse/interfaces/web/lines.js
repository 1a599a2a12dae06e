/* The lines that connect the ranks of a hit from column to column, which show rises and falls. */

import { svg } from "./build.js";

/** A drawing over the columns in `stages`; its rows are buttons with a `ref`. */
export function joined(stages) {
  const origin = stages.getBoundingClientRect();
  const shown = [...stages.querySelectorAll(".stage")].filter((stage) => stage.querySelector(".ranks"));
  const last = new Map(); // where each hit was seen last
  const paths = [];
  shown.forEach((stage, column) => {
    for (const [rank, row] of [...stage.querySelectorAll(".ranked")].entries()) {
      const { ref } = row.dataset;
      const box = row.getBoundingClientRect();
      const at = { column, rank, isList: stage.dataset.list !== undefined, left: box.left - origin.left, right: box.right - origin.left, y: box.top - origin.top + box.height / 2 };
      if (last.has(ref)) paths.push(path(ref, last.get(ref), at));
      last.set(ref, at);
    }
  });
  return svg("svg", { class: "lines", "aria-hidden": "true", width: stages.scrollWidth, height: stages.scrollHeight }, paths);
}

/** Highlights the line of the hovered or focused hit in all columns. */
export function lightUp(stages) {
  const light = (target) => {
    const ref = target?.closest?.(".ranked")?.dataset.ref;
    for (const element of stages.querySelectorAll("[data-ref]")) element.classList.toggle("lit", element.dataset.ref === ref);
    stages.querySelector(".lines")?.classList.toggle("some", ref !== undefined);
  };
  stages.addEventListener("pointerover", (event) => light(event.target));
  stages.addEventListener("pointerleave", () => light(document.activeElement));
  stages.addEventListener("focusin", (event) => light(event.target));
  stages.addEventListener("focusout", () => light(null));
}

function path(ref, from, to) {
  // A candidate list has no previous ranks, so a different rank in the list is no move.
  const middle = (from.right + to.left) / 2;
  const curve = `M${from.right} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${to.left} ${to.y}`;
  const moved = to.isList ? "" : to.rank < from.rank ? "rose" : to.rank > from.rank ? "fell" : "";
  const passing = to.column - from.column > 1 ? "passing" : "";
  return svg("path", { d: curve, class: `${moved} ${passing}`.trim(), "data-ref": ref });
}
