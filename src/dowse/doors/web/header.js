/* The header of every page: its links keep the query, and where there are several vaults one can be chosen. */

import { address, asked, carried } from "./address.js";
import { get } from "./ask.js";
import { el, fill } from "./build.js";

/** Lets the links of the header lead to the same query. */
export function keepQuery(state = asked()) {
  for (const link of document.querySelectorAll('.pages a:not([href="/docs"]), .brand')) {
    link.href = address(new URL(link.href).pathname, carried(state));
  }
}

/** The vaults; when there are several, a control to choose one, and `chosen(name)` is called with it. */
export async function vaults(name, chosen) {
  const all = await get("/vaults");
  const place = document.querySelector(".top .vault");
  if (all.length > 1) {
    const current = name || all.find((vault) => vault.default)?.name;
    const options = all.map((vault) => el("option", { value: vault.name, selected: vault.name === current }, vault.name));
    const select = el("select", { id: "vault", onchange: () => chosen(select.value) }, options);
    fill(place, el("label", { for: "vault" }, "Vault"), select);
  } else {
    fill(place, el("span", { class: "quiet small", title: all[0].folder }, all[0].name));
  }
  return all;
}

/** The vault of that name, or the default one. */
export function vaultNamed(all, name) {
  return all.find((vault) => vault.name === name) ?? all.find((vault) => vault.default) ?? all[0];
}
