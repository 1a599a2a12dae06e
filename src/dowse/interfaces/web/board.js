/* A map of circles and lines that responds to mouse, touch and keys. */

import { fill, svg } from "./build.js";
import { laidOut } from "./forces.js";
import { labels } from "./labels.js";
import { viewOf } from "./view.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const PAN = 60; // pixels

/**
 * Draws nodes `{id, label, about, r}` and edges `{source, target, weight, kind, style}` (ids; `style` is a class) into `place`.
 * A click or Enter on a node calls `open(id)`, Esc calls `leave()`.
 */
export function board(place, { nodes, edges, name, chosen, open, leave }) {
  const number = new Map(nodes.map((node, n) => [node.id, n]));
  const known = edges.filter((edge) => number.has(edge.source) && number.has(edge.target));
  const places = laidOut(nodes, known.map((edge) => ({ ...edge, source: number.get(edge.source), target: number.get(edge.target) })), wideness(place));
  const placed = nodes.map((node, n) => ({ ...node, ...places[n], chosen: node.id === chosen }));
  const lines = known.map((edge) => line(edge, placed[number.get(edge.source)], placed[number.get(edge.target)], known));
  const circles = placed.map((node, n) => circle(node, n === 0));
  const world = svg("g", {}, svg("g", {}, lines), svg("g", {}, circles));
  const names = svg("g", { class: "names", "aria-hidden": "true" });
  const drawing = svg("svg", { role: "group", "aria-label": name }, world, names);
  fill(place, drawing);
  const view = viewOf(drawing, (now) => {
    world.setAttribute("transform", `translate(${now.x} ${now.y}) scale(${now.scale})`);
    const box = drawing.getBoundingClientRect();
    fill(names, labels(placed, now, box, buttonsOver(place, box)));
  });
  const whole = () => view.fit(bounds(placed));
  const walk = { placed, circles, view };
  circles.forEach((element, n) => {
    element.addEventListener("click", () => open(placed[n].id));
    element.addEventListener("focus", () => rove(circles, element));
    element.addEventListener("keydown", (event) => onKey(event, n, walk, { open, leave, whole }));
    for (const [event, near] of [["pointerenter", true], ["focus", true], ["pointerleave", false], ["blur", false]]) {
      element.addEventListener(event, () => {
        placed[n].pointed = near;
        view.pan(0, 0);
        highlight(world, circles, lines, known, number, placed[n].id, near);
      });
    }
  });
  let centred = ""; // the node in the middle, if one was asked for
  const centre = (id) => {
    const node = placed[number.get(id)];
    centred = node ? id : "";
    if (node) view.centre(node.x, node.y);
  };
  whole();
  new ResizeObserver(() => (centred ? centre(centred) : whole())).observe(place);
  const choose = (id) => {
    placed.forEach((node, n) => circles[n].classList.toggle("chosen", (node.chosen = node.id === id)));
    view.pan(0, 0);
  };
  const wholeAgain = () => {
    centred = "";
    whole();
  };
  return { zoom: view.zoom, whole: wholeAgain, choose, centre, has: (id) => number.has(id), focus: (id) => circles[number.get(id) ?? 0]?.focus() };
}

// The maximum ratio of width to height; a very long map is hard to read.
function wideness(place) {
  const { width, height } = place.getBoundingClientRect();
  return Math.min(1.8, Math.max(0.6, width / height));
}

function circle(node, first) {
  const shape = svg("circle", { cx: node.x, cy: node.y, r: node.r });
  const attributes = { class: `node ${node.chosen ? "chosen" : ""}`, role: "button", tabindex: first ? 0 : -1, "aria-label": node.about, "data-id": node.id };
  return svg("g", attributes, svg("title", {}, node.about), shape);
}

function line(edge, from, to, all) {
  const most = Math.max(...all.map((each) => each.weight), Number.MIN_VALUE);
  const width = 1 + 4 * (edge.kind ? 0 : edge.weight / most);
  const drawn = svg("line", { class: `edge ${edge.style ?? ""}`, x1: from.x, y1: from.y, x2: to.x, y2: to.y, "stroke-width": width });
  const opaque = edge.style?.startsWith("colour") ? 0.9 : 0.45;
  drawn.style.opacity = Math.min(opaque, 0.1 + 40 / all.length); // many lines are fainter
  return drawn;
}

function onKey(event, n, { placed, circles, view }, { open, leave, whole }) {
  const arrow = ARROWS[event.key];
  const actions = {
    Enter: () => open(placed[n].id),
    " ": () => open(placed[n].id),
    "+": () => view.zoom(1),
    "=": () => view.zoom(1),
    "-": () => view.zoom(-1),
    0: whole,
    Escape: leave,
  };
  const walked = () => {
    const next = neighbour(placed, n, arrow);
    circles[next].focus({ preventScroll: true });
    view.reveal(placed[next].x, placed[next].y);
  };
  const action = arrow ? (event.shiftKey ? () => view.pan(-arrow[0] * PAN, -arrow[1] * PAN) : walked) : actions[event.key];
  if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  action();
}

// The nearest circle in that direction; a sideways distance counts more.
function neighbour(placed, n, [dx, dy]) {
  let [best, least] = [n, Infinity];
  placed.forEach(({ x, y }, other) => {
    const ahead = (x - placed[n].x) * dx + (y - placed[n].y) * dy;
    const aside = Math.abs((x - placed[n].x) * dy) + Math.abs((y - placed[n].y) * dx);
    const cost = ahead + 2 * aside;
    if (other !== n && ahead > 0 && cost < least) [best, least] = [other, cost];
  });
  return best;
}

function rove(circles, element) {
  for (const other of circles) other.setAttribute("tabindex", other === element ? "0" : "-1");
}

function highlight(world, circles, lines, edges, number, id, on) {
  const near = new Set([id]);
  edges.forEach(({ source, target }, n) => {
    const touches = source === id || target === id;
    lines[n].classList.toggle("near", on && touches);
    if (touches) near.add(source).add(target);
  });
  world.classList.toggle("dimmed", on);
  for (const [other, n] of number) circles[n].classList.toggle("near", on && near.has(other));
}

function bounds(placed) {
  const at = (pick) => placed.map(pick);
  return {
    left: Math.min(...at(({ x, r }) => x - r)),
    right: Math.max(...at(({ x, r }) => x + r)),
    top: Math.min(...at(({ y, r }) => y - r)),
    bottom: Math.max(...at(({ y, r }) => y + r)) + 12, // a name stands below
  };
}

// The boxes of the buttons over the map, from its corner.
function buttonsOver(place, { left, top }) {
  const boxes = [...place.parentElement.querySelectorAll(".zoom .button")].map((button) => button.getBoundingClientRect());
  return boxes.map((box) => ({ left: box.left - left, right: box.right - left, top: box.top - top, bottom: box.bottom - top }));
}
