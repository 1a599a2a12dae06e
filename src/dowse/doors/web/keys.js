/* Moving through the hits without a mouse. */

/** `/` goes to the box, the arrows through the hits, `w` opens why, Esc returns to the box. */
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
  if (event.key === "/" && !target.closest("input, textarea")) return () => goToBox(box);
  const titles = [...hits.querySelectorAll(".title")];
  const here = target.closest("#hits > li");
  const at = here ? titles.indexOf(here.querySelector(".title")) : -1;
  if (target !== box && !here) return null;
  switch (event.key) {
    case "ArrowDown":
      return scrolls(target) ? null : at + 1 < titles.length ? () => goTo(titles[at + 1]) : null;
    case "ArrowUp":
      if (target === box || scrolls(target)) return null;
      return at > 0 ? () => goTo(titles[at - 1]) : () => box.focus();
    case "Escape":
      return here ? () => back(here, target, box) : null;
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

function back(here, target, box) {
  const title = here.querySelector(".title");
  const open = [...here.querySelectorAll("[aria-expanded=true]")];
  for (const each of open) each.click();
  if (open.length || target !== title) title.focus(); // what was opened goes first, then from inside of a hit to the hit
  else goToBox(box);
}

function scrolls(target) {
  return target.tagName === "PRE";
}
