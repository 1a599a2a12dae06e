/* The labels of a map: the largest circles first, without overlaps of labels, circles and buttons. */

import { svg } from "./build.js";

const LINE = 15; // pixels
const FONT = '500 13px system-ui, -apple-system, "Segoe UI", sans-serif'; // as in graph.css
const LONGEST = 30; // letters
const SHORTER = [LONGEST, 16, 9]; // letters of its first word or title, where there is less room
const ROOM = 30; // pixels of radius from which a name stands inside
const EDGE = 4; // pixels between a name and the edge of the map
const SMALL = 11.5 / 13; // size of a name beside its circle, as in graph.css
const TINY = 11 / 13; // size of a name that is fitted into its circle
const LEAST = 4; // letters of a name that is cut

const measure = document.createElement("canvas").getContext("2d");

/**
 * Text elements for nodes `{x, y, r, label, chosen, pointed}` as seen in the view; what is chosen or pointed at first.
 * `covered` are the boxes of what lies over the map.
 */
export function labels(nodes, view, size, covered = []) {
  const seen = nodes.map((node) => ({ node, x: view.x + node.x * view.scale, y: view.y + node.y * view.scale, r: node.r * view.scale }));
  const shown = seen.filter((at) => at.x > -at.r && at.y > -at.r && at.x < size.width + at.r && at.y < size.height + at.r);
  const taken = [...covered];
  const texts = [];
  for (const at of shown.sort((a, b) => wanted(b.node) - wanted(a.node) || b.r - a.r)) {
    const free = ({ box, isFitted }) =>
      isInside(box, size) && !taken.some((other) => overlap(other, box)) && (isFitted || !shown.some((other) => other !== at && covers(other, box)));
    const beside = new Set([short(at.node.label), ...SHORTER.map((most) => short(first(at.node.label), most))]);
    const ways = [inside(at), ...[...beside].flatMap((text) => around(at, text, size)), fitted(at)].filter(Boolean);
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
  const lines = at.node.label.split(", ").map((line) => short(line));
  const widest = Math.max(...lines.map(width));
  if (Math.hypot(widest / 2, (lines.length * LINE) / 2) > at.r - 2) return null;
  return written(at, lines, widest, "");
}

// The beginning of a label on one line in a circle that has other circles around it.
function fitted(at) {
  const room = 2 * Math.sqrt(Math.max(0, at.r ** 2 - (LINE / 2) ** 2)) - 4;
  const letters = Array.from(first(at.node.label));
  const fits = (count) => TINY * width(count < letters.length ? `${letters.slice(0, count).join("")}…` : letters.join("")) <= room;
  let count = letters.length;
  while (count >= LEAST && !fits(count)) count -= 1;
  if (count < Math.min(LEAST, letters.length)) return null;
  const text = count < letters.length ? `${letters.slice(0, count).join("")}…` : letters.join("");
  return { ...written(at, [text], TINY * width(text), "tiny"), isFitted: true };
}

function written(at, lines, widest, size) {
  const top = at.y - ((lines.length - 1) * LINE) / 2 + 4;
  const spans = lines.map((line, n) => svg("tspan", { x: at.x, y: top + n * LINE }, line));
  const filled = at.node.chosen || at.node.pointed;
  return { text: svg("text", { class: `inside ${size} ${filled ? "on" : ""}` }, spans), box: boxOf(at.x, at.y, widest, lines.length * LINE) };
}

// One line below, above, to the right and to the left of the circle.
function around(at, text, size) {
  const half = ((wanted(at.node) ? 1 : SMALL) * width(text)) / 2;
  const x = Math.min(Math.max(at.x, half + EDGE), Math.max(size.width - half - EDGE, half + EDGE)); // moved in from the edges
  const line = (middle, y) => ({ text: svg("text", { x: middle, y, class: wanted(at.node) ? "" : "small" }, text), box: boxOf(middle, y - 4, 2 * half, LINE) });
  const aside = at.r + 5 + half;
  return [line(x, at.y + at.r + LINE - 2), line(x, at.y - at.r - 5), line(at.x + aside, at.y + 4), line(at.x - aside, at.y + 4)];
}

// The first of the words of a label.
function first(label) {
  return label.split(", ")[0];
}

function isInside({ left, right, top, bottom }, { width: wide, height }) {
  return left >= 0 && top >= 0 && right <= wide && bottom <= height;
}

function width(text) {
  measure.font = FONT;
  return measure.measureText(text).width;
}

function short(text, most = LONGEST) {
  const letters = Array.from(text);
  return letters.length > most ? `${letters.slice(0, most - 1).join("").trimEnd()}…` : text;
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
