/* Keyboard navigation through the hits. */

/** The arrows move through the hits, `w` opens the evidence, Esc returns to the box. */
export function listen(box, hits) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = chosen(event, box, hits);
    if (action) {
      event.preventDefault();
      action();
    }
  });
}

function chosen(event, box, hits) {
  const target = event.target;
  const titles = [...hits.querySelectorAll(".title")];
  const here = target.closest("#hits > li");
  const at = here ? titles.indexOf(here.querySelector(".title")) : -1;
  if (event.key === "Escape") return escaped(target, here, box, hits);
  if (target !== box && !here) return null;
  switch (event.key) {
    case "ArrowDown":
      return scrolls(target) ? null : at + 1 < titles.length ? () => goTo(titles[at + 1]) : null;
    case "ArrowUp":
      if (target === box || scrolls(target)) return null;
      return at > 0 ? () => goTo(titles[at - 1]) : () => box.focus();
    case "w":
      return here ? () => here.querySelector(".why").click() : null;
    default:
      return null;
  }
}

function goTo(title) {
  title.focus();
  title.closest("li").scrollIntoView({ block: "nearest" });
}

function goToBox(box) {
  box.focus();
  box.select();
}

// Esc closes an open part, then moves from inside a hit to the hit, then to the box, and then empties the box.
function escaped(target, here, box, hits) {
  if (!here && target !== box && target !== document.body) return null;
  const opened = [...(here ?? hits).querySelectorAll("[aria-expanded=true]")];
  const title = here?.querySelector(".title");
  if (opened.length) {
    return () => {
      for (const each of opened) each.click();
      title?.focus();
    };
  }
  if (!here) return null;
  return target === title ? () => goToBox(box) : () => title.focus();
}

function scrolls(target) {
  return target.tagName === "PRE";
}
