/* The search box of the map: finds a note and the community that it is in. */

import { get, newest } from "./ask.js";
import { el, fill } from "./build.js";

const PAUSE = 150; // ms after a key before it is searched
const OFFERED = 8; // notes

/** Calls `found(community, path)` with the note that was chosen, and the id of its community or null. */
export function listen(form, vault, found) {
  const box = form.querySelector("input");
  const list = form.querySelector("datalist");
  const said = form.querySelector("[role=status]");
  const ask = newest();
  let timer = 0;
  let hits = [];
  const search = (then) => ask((signal) => get("/search", { q: box.value, vault: vault.name, limit: OFFERED }, signal), then);
  const take = async (hit) => {
    said.textContent = "";
    clearTimeout(timer);
    fill(list);
    const community = await communityOf(hit, vault, said);
    found(community, hit.path);
  };
  const offer = (answer, error) => {
    hits = error ? [] : answer.hits;
    fill(list, hits.map((hit) => el("option", { value: hit.title || hit.path }, hit.path)));
  };
  box.addEventListener("input", () => {
    clearTimeout(timer);
    said.textContent = "";
    const chosen = hits.find((hit) => (hit.title || hit.path) === box.value);
    if (chosen) take(chosen); // one of the offered notes
    else if (box.value.trim()) timer = setTimeout(() => search(offer), PAUSE);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    if (!box.value.trim()) return;
    search((answer, error) => {
      if (answer?.hits.length) return take(answer.hits[0]);
      said.textContent = error ? error.message : `No note matches “${box.value.trim()}”.`;
    });
  });
}

// The community of a hit; null, with the reason beside the box, for a note in none.
async function communityOf(hit, vault, said) {
  try {
    return (await get("/map", { vault: vault.name, ref: hit.path, limit: 1 })).community.id;
  } catch (error) {
    said.textContent = error.message;
    return null;
  }
}
