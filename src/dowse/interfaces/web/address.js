/* The state of a page is its address: query, vault, profile and filters. */

const SINGLE = ["q", "vault", "profile", "mode", "type", "kind", "changed", "limit", "community", "doc"];
const MANY = ["tag", "path"];
const CARRIED = ["q", "vault", "profile"]; // from page to page

const AGES = { "7d": "<7d", "30d": "<30d", "1y": "<365d" };

/** The state in the address; missing values are empty. */
export function asked(search = location.search) {
  const given = new URLSearchParams(search);
  const state = Object.fromEntries(SINGLE.map((name) => [name, given.get(name) ?? ""]));
  for (const name of MANY) state[name] = given.getAll(name).filter(Boolean);
  return state;
}

/** The address of a page with this state. */
export function address(page, state) {
  const given = new URLSearchParams();
  for (const name of SINGLE) if (state[name]) given.set(name, state[name]);
  for (const name of MANY) for (const value of state[name] ?? []) given.append(name, value);
  const search = given.toString();
  return search ? `${page}?${search}` : page;
}

/** The part of the state that the links to other pages keep. */
export function carried(state) {
  return Object.fromEntries(CARRIED.map((name) => [name, state[name]]));
}

/** The parameters of `/search` for this state. The server checks dates. */
export function parameters(state) {
  const given = new URLSearchParams({ q: dated(state.q.trim(), state.changed) });
  for (const name of ["vault", "profile", "mode", "type", "kind", "limit"]) if (state[name]) given.set(name, state[name]);
  for (const name of MANY) for (const value of state[name]) given.append(name, value);
  return given;
}

/** Whether the state has a query or a filter. */
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

// The date is first, since an unclosed quotation mark would include it; without ( ) it would be an operand of OR.
function dated(query, changed) {
  if (!changed) return query;
  const date = `modified:${AGES[changed] ?? `>=${changed}`}`;
  return query ? `${date} ${/\bOR\b/.test(query) ? `(${query})` : query}` : date;
}
