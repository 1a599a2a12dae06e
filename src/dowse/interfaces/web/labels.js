/* The labels of a map: the largest circles first, without overlaps of labels and circles. */

import { svg } from "./build.js";

const LINE = 15; // pixels
const FONT = '500 13px system-ui, -apple-system, "Segoe UI", sans-serif'; // as in graph.css
const LONGEST = 30; // letters
const ROOM = 30; // pixels of radius from which a name stands inside

const measure = document.createElement("canvas").getContext("2d");

/** Text elements for nodes `{x, y, r, label, chosen, pointed}` as seen in the view; what is chosen or pointed at first. */
export function labels(nodes, view, size) {
  const seen = nodes.map((node) => ({ node, x: view.x + node.x * view.scale, y: view.y + node.y * view.scale, r: node.r * view.scale }));
  const shown = seen.filter((at) => at.x > -at.r && at.y > -at.r && at.x < size.width + at.r && at.y < size.height + at.r);
  const taken = [];
  const texts = [];
  for (const at of shown.sort((a, b) => wanted(b.node) - wanted(a.node) || b.r - a.r)) {
    const free = (placed) => !taken.some((box) => overlap(box, placed.box)) && !shown.some((other) => other !== at && covers(other, placed.box));
    const ways = [inside(at), under(at, at.y + at.r + LINE - 2), under(at, at.y - at.r - 5), beside(at, 1), beside(at, -1)].filter(Boolean);
    const placed = ways.find(free) ?? (wanted(at.node) ? ways[0] : null);
    if (!placed) continue;
    taken.push(placed.box);
    texts.push(placed.text);
  }
  return texts;
}

function wanted({ chosen, pointed }) {
  return Number(chosen) + 2 * Number(pointed ?? false);
}

// The words of a label on separate lines, if they all fit into the circle.
function inside(at) {
  if (at.r < ROOM) return null;
  const lines = at.node.label.split(", ").map(short);
  const widest = Math.max(...lines.map(width));
  if (Math.hypot(widest / 2, (lines.length * LINE) / 2) > at.r - 2) return null;
  const top = at.y - ((lines.length - 1) * LINE) / 2 + 4;
  const spans = lines.map((line, n) => svg("tspan", { x: at.x, y: top + n * LINE }, line));
  const filled = at.node.chosen || at.node.pointed;
  return { text: svg("text", { class: `inside ${filled ? "on" : ""}` }, spans), box: boxOf(at.x, at.y, widest, lines.length * LINE) };
}

// One line whose foot is at y.
function under(at, y, x = at.x) {
  const text = short(at.node.label);
  return { text: svg("text", { x, y, class: wanted(at.node) ? "" : "small" }, text), box: boxOf(x, y - 4, width(text), LINE) };
}

// One line to the right of the circle, or to the left where `side` is -1.
function beside(at, side) {
  return under(at, at.y + 4, at.x + side * (at.r + 5 + width(short(at.node.label)) / 2));
}

function width(text) {
  measure.font = FONT;
  return measure.measureText(text).width;
}

function short(text) {
  const letters = Array.from(text);
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join("")}…` : text;
}

function boxOf(x, y, width, height) {
  return { left: x - width / 2 - 3, right: x + width / 2 + 3, top: y - height / 2 - 1, bottom: y + height / 2 + 1 };
}

// Whether some of the circle lies in the box.
function covers({ x, y, r }, { left, right, top, bottom }) {
  const across = Math.max(left - x, 0, x - right);
  const down = Math.max(top - y, 0, y - bottom);
  return Math.hypot(across, down) < r;
}

function overlap(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
