/* Ctrl-K or ⌘K, and `/` outside of a field: to the search box of the page, or to the search page where there is none. */

import { address, asked, carried } from "./address.js";

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.shiftKey || !isShortcut(event)) return;
  event.preventDefault();
  const box = document.querySelector("[data-shortcut]");
  if (!box) return location.assign(address("/", carried(asked(), "/")));
  box.focus();
  box.select();
});

function isShortcut(event) {
  if (event.ctrlKey || event.metaKey) return event.key.toLowerCase() === "k";
  return event.key === "/" && !event.target.closest("input, textarea");
}
