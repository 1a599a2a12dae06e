/* The last searches, kept in this browser only: the server does not know them. */

const KEY = "dowse.recent";
const MOST = 30; // searches of all vaults
const SHOWN = 8;

/** The last searches of a vault, the newest first. */
export function recent(vault) {
  return all().filter((each) => each.vault === vault).map((each) => each.q).slice(0, SHOWN);
}

/** Remembers a search. */
export function remember(q, vault) {
  const query = q.trim();
  if (query) write([{ q: query, vault }, ...all().filter((each) => each.q !== query || each.vault !== vault)].slice(0, MOST));
}

/** Forgets the searches of all vaults. */
export function forget() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // A browser that forbids to store anything has nothing to forget.
  }
}

function all() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((each) => typeof each?.q === "string") : [];
  } catch {
    return []; // storing is forbidden, or the text is not ours
  }
}

function write(searches) {
  try {
    localStorage.setItem(KEY, JSON.stringify(searches));
  } catch {
    // As above; the list of recent searches stays empty.
  }
}
