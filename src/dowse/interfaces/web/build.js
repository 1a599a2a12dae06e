/* Creates elements. Texts become text nodes, so the title of a note never becomes markup. */

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes, properties ("on…" handlers and `dataset`) and children. */
export function el(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same for SVG elements. */
export function svg(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/** Replaces the children of an element. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter(is));
  return element;
}

/** The text as children, with an element for each code span. */
export function withCode(text) {
  return text.split(/`([^`]+)`/).map((part, n) => (n % 2 ? el("code", {}, part) : part));
}

/** `1 hit`, `2 hits`. */
export function counted(count, what, many = `${what}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? what : many}`;
}

function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "dataset") Object.assign(element.dataset, value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter(is));
  return element;
}

function is(child) {
  return child !== undefined && child !== null && child !== false;
}
