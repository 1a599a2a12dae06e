/* The state of a page is its address: what is asked, of which vault, ranked and filtered how. */

const SINGLE = ["q", "vault", "profile", "mode", "type", "kind", "changed", "limit", "community", "doc"];
const MANY = ["tag", "path"];
const CARRIED = ["q", "vault", "profile"]; // from page to page

const AGES = { "7d": "<7d", "30d": "<30d", "1y": "<365d" };

/** What the address asks for; missing texts are empty. */
export function asked(search = location.search) {
  const given = new URLSearchParams(search);
  const state = Object.fromEntries(SINGLE.map((name) => [name, given.get(name) ?? ""]));
  for (const name of MANY) state[name] = given.getAll(name).filter(Boolean);
  return state;
}

/** The address of a page that asks for this. */
export function address(page, state) {
  const given = new URLSearchParams();
  for (const name of SINGLE) if (state[name]) given.set(name, state[name]);
  for (const name of MANY) for (const value of state[name] ?? []) given.append(name, value);
  const search = given.toString();
  return search ? `${page}?${search}` : page;
}

/** The part of the state that goes along to another page. */
export function carried(state) {
  return Object.fromEntries(CARRIED.map((name) => [name, state[name]]));
}

/** Parameters of `/search` for this state. Whether a date makes sense, the server says. */
export function parameters(state) {
  const given = new URLSearchParams({ q: dated(state.q.trim(), state.changed) });
  for (const name of ["vault", "profile", "mode", "type", "kind", "limit"]) if (state[name]) given.set(name, state[name]);
  for (const name of MANY) for (const value of state[name]) given.append(name, value);
  return given;
}

/** Whether anything is asked for at all. */
export function asksNothing(state) {
  return !state.q.trim() && !filters(state);
}

/** How many filters narrow the search. */
export function filters(state) {
  return state.tag.length + state.path.length + ["type", "kind", "changed"].filter((name) => state[name]).length;
}

/** The state without its filters. */
export function unfiltered(state) {
  return { ...state, tag: [], path: [], type: "", kind: "", changed: "" };
}

// The date goes first, since an open quotation mark would swallow it; OR would take it for one of its own sides.
function dated(query, changed) {
  if (!changed) return query;
  const date = `modified:${AGES[changed] ?? `>=${changed}`}`;
  return query ? `${date} ${/\bOR\b/.test(query) ? `(${query})` : query}` : date;
}
