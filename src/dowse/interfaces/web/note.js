/* The page of one document: its text, the documents that it is linked with, and links that open it elsewhere. */

import { address, asked } from "./address.js";
import { get } from "./ask.js";
import { el, fill } from "./build.js";
import { linkedDocuments, listed, waysTo } from "./document.js";
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
    const go = (ref) => {
      history.pushState(null, "", address("/note", { ...asked(), ref }));
      scrollTo(0, 0);
      passage.open(ref, "", { isFocused: true });
    };
    const passage = passageIn(byId("note"), vault, { go, shown: (found) => describe(found, vault, go) });
    const refresh = () => (asked().ref ? passage.open(asked().ref) : showNothing());
    addEventListener("popstate", refresh);
    refresh();
  } catch (error) {
    fill(byId("note"), trouble(error));
  }
}

async function describe(found, vault, go) {
  const title = found.title || found.path;
  document.title = `${title} · dowse`;
  byId("title").textContent = title;
  fill(byId("ways"), waysTo(found, vault));
  if (byId("beside").dataset.path === found.path) return; // another part of the same document
  byId("beside").dataset.path = found.path;
  fill(byId("beside"), el("p", { class: "quiet small" }, "Loading …"));
  try {
    const given = { ref: `${found.path}:1:1`, vault: vault.name, links: true }; // the text is shown already
    const [linked, passage] = await Promise.all([linkedDocuments(found.path, vault), get("/get", given)]);
    if (byId("beside").dataset.path === found.path) fill(byId("beside"), listed(linked, passage, go));
  } catch (error) {
    fill(byId("beside"), trouble(error));
  }
}

function showNothing() {
  fill(byId("said"), "No note was named. ", el("a", { href: address("/", asked()) }, "Search for one"), ".");
}
