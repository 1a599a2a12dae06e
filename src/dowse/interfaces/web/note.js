/* The page of one document: its text, the documents that it is linked with, and links that open it elsewhere. */

import { address, asked } from "./address.js";
import { get } from "./ask.js";
import { el, fill } from "./build.js";
import { listed, MOST_RELATED, waysTo } from "./document.js";
import { keepQuery, vaultNamed, vaults } from "./header.js";
import { passageIn } from "./passage.js";
import { trouble } from "./trouble.js";

const byId = (id) => document.getElementById(id);

start();

async function start() {
  keepQuery();
  try {
    const all = await vaults(asked().vault, (vault) => location.assign(address("/", { ...asked(), vault, ref: "" })));
    const vault = vaultNamed(all, asked().vault);
    const passage = passageIn(byId("note"), vault, { go, shown: (found) => describe(found, vault) });
    const refresh = () => (asked().ref ? passage.open(asked().ref) : showNothing());
    addEventListener("popstate", refresh);
    addEventListener("dowse:changed", refresh);
    refresh();
  } catch (error) {
    fill(byId("note"), trouble(error));
  }
}

function go(ref) {
  history.pushState(null, "", address("/note", { ...asked(), ref }));
  scrollTo(0, 0);
  dispatchEvent(new Event("dowse:changed"));
}

async function describe(found, vault) {
  const title = found.title || found.path;
  document.title = `${title} · dowse`;
  byId("title").textContent = title;
  fill(byId("ways"), waysTo(found, vault));
  if (byId("beside").dataset.path === found.path) return; // another part of the same document
  byId("beside").dataset.path = found.path;
  fill(byId("beside"), el("p", { class: "quiet small" }, "Loading …"));
  try {
    const related = await get("/related", { ref: found.path, vault: vault.name, depth: 1, limit: MOST_RELATED });
    if (byId("beside").dataset.path === found.path) fill(byId("beside"), listed(related, go));
  } catch (error) {
    fill(byId("beside"), trouble(error));
  }
}

function showNothing() {
  fill(byId("said"), "No note was named. ", el("a", { href: address("/", asked()) }, "Search for one"), ".");
}
