/* The header of every page: its links keep the query, and a control selects one of several vaults. */

import { address, asked, carried } from "./address.js";
import { get } from "./ask.js";
import { el, fill } from "./build.js";
import "./shortcut.js";

const BY_KEY = "vault chosen by key";

/** Points the links of the header to the same query. */
export function keepQuery(state = asked()) {
  for (const link of document.querySelectorAll('.pages a:not([href="/docs"]), .brand')) {
    const page = new URL(link.href).pathname;
    link.href = address(page, carried(state, page));
  }
}

/** All vaults together. */
export const TOGETHER = { name: "all" };

/** The vaults; with several vaults a control, which calls `chosen(name)`.
 *
 * With `together` the control offers all vaults together, too.
 */
export async function vaults(name, chosen, { together = false } = {}) {
  const all = await get("/vaults");
  const place = document.querySelector(".top .vault");
  if (all.length > 1) {
    const current = name || all.find((vault) => vault.default)?.name;
    const option = (vault, label = vault.name) => el("option", { value: vault.name, selected: vault.name === current }, label);
    const options = [...all.map((vault) => option(vault)), together && asOne(all) && option(TOGETHER, "All vaults")].filter(Boolean);
    const select = el("select", { id: "vault", onchange: () => changed(select, chosen) }, options);
    fill(place, el("label", { for: "vault" }, "Vault"), select);
    if (wasChosenByKey()) select.focus({ focusVisible: true });
  } else {
    fill(place, el("span", { class: "quiet small", title: all[0].folder }, all[0].name));
  }
  return all;
}

// With keys the next choice begins where this one was made, on the page of that vault.
function changed(select, chosen) {
  try {
    if (select.matches(":focus-visible")) sessionStorage.setItem(BY_KEY, "yes");
  } catch {
    // A browser that forbids to store anything keeps no focus.
  }
  chosen(select.value);
}

function wasChosenByKey() {
  try {
    const found = sessionStorage.getItem(BY_KEY) !== null;
    sessionStorage.removeItem(BY_KEY);
    return found;
  } catch {
    return false; // as above
  }
}

/** The vault of that name, or the default vault; with `together`, also all vaults. */
export function vaultNamed(all, name, { together = false } = {}) {
  if (together && name === TOGETHER.name && asOne(all)) return TOGETHER;
  return all.find((vault) => vault.name === name) ?? all.find((vault) => vault.default) ?? all[0];
}

// Needs several vaults, and no vault with the name of the option.
function asOne(all) {
  return all.length > 1 && !all.some((vault) => vault.name.toLowerCase() === TOGETHER.name);
}
