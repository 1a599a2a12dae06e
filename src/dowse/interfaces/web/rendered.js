/* A note as the server rendered it. The server sends known elements only; those that it should not send are left out. */

import { el } from "./build.js";

const ELEMENTS = new Set(
  "A BLOCKQUOTE BR CODE DEL DETAILS EM H2 H3 H4 H5 H6 HR LI MARK OL P PRE SPAN STRONG SUMMARY TABLE TBODY TD TH THEAD TR UL".split(" "),
);
const KEPT = ["class", "start", "title"];
const BLOCKS = "blockquote, details, h2, h3, h4, h5, h6, ol, p, table, ul";
const WEB = /^(https?:|mailto:)/i;

/** Nodes for the HTML of a passage; links to notes have the address `hrefOf(ref)` and their reference as `data-ref`. */
export function rendered(html, hrefOf) {
  const { body } = new DOMParser().parseFromString(html, "text/html"); // a document that loads and runs nothing
  return copies(body, hrefOf).map(directed);
}

// A note in Persian may have a paragraph or properties in English: each block has the direction of its text.
function directed(block) {
  if (block.nodeType !== Node.ELEMENT_NODE || !block.matches(BLOCKS)) return block;
  block.dir = "auto";
  for (const name of block.querySelectorAll(".callout")) name.dir = "auto"; // does not count for its block
  return block;
}

function copies(parent, hrefOf) {
  return [...parent.childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.data)];
    if (node.nodeType !== Node.ELEMENT_NODE) return [];
    const inside = copies(node, hrefOf);
    return ELEMENTS.has(node.nodeName) ? [el(node.nodeName, attributes(node, hrefOf), inside)] : inside;
  });
}

function attributes(node, hrefOf) {
  const kept = Object.fromEntries(KEPT.map((name) => [name, node.getAttribute(name)]));
  const ref = node.getAttribute("data-ref");
  const href = node.getAttribute("href");
  if (ref) return { ...kept, class: "note-link", href: hrefOf(ref), "data-ref": ref };
  if (!WEB.test(href ?? "")) return kept;
  return { ...kept, href, target: "_blank", rel: "noopener noreferrer nofollow" };
}
