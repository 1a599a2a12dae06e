/* The state of a page is its address: the parameters of `/search`, and what only the pages know. */

// The parameters of `/search` but `q`, and but `explain` and `pipeline_debug`, which each page sets for itself.
const RANKING = ["profile", "mode", "hybrid", "rerank", "expand_query", "time_boost", "weights", "min_score", "min_similarity", "archived", "all", "time_limit", "limit"];
const TYPES = ["include_types", "exclude_types"]; // each a list with commas
const MANY = ["tag", "path", "type", "kind"];

const OF_PAGES = ["changed", "symbol", "community", "doc", "ref"];
const SINGLE = ["q", "vault", ...RANKING, ...TYPES, ...OF_PAGES];
const CARRIED = ["q", "vault", "profile"]; // to pages that rank nothing, or by a mix
const RANKED = ["/", "/pipeline"]; // pages that search with all parameters

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

/** The part of the state that a link to another page keeps. */
export function carried(state, page = "") {
  if (RANKED.includes(page)) return { ...state, limit: "", community: "", doc: "", ref: "" };
  return Object.fromEntries(CARRIED.map((name) => [name, state[name]]));
}

/** The values of a list with commas. */
export function listed(text) {
  return text.split(",").map((value) => value.trim()).filter(Boolean);
}

/** The parameters of `/search` for this state. The server checks dates. */
export function parameters(state) {
  const given = new URLSearchParams({ q: narrowed(state.q.trim(), state) });
  for (const name of ["vault", ...RANKING, ...TYPES]) if (state[name]) given.set(name, state[name]);
  for (const name of MANY) for (const value of state[name]) given.append(name, value);
  return given;
}

/** Whether the state has a query or a filter. */
export function asksNothing(state) {
  return !state.q.trim() && !filters(state);
}

/** How many filters narrow the search. */
export function filters(state) {
  const several = [...MANY.map((name) => state[name]), ...TYPES.map((name) => listed(state[name]))];
  return several.flat().length + [state.changed, state.symbol].filter(Boolean).length;
}

/** The state without its filters. */
export function unfiltered(state) {
  return { ...state, tag: [], path: [], type: [], kind: [], include_types: "", exclude_types: "", changed: "", symbol: "" };
}

// The filters are first, since an unclosed quotation mark would include them; without ( ) they would be operands of OR.
function narrowed(query, { changed, symbol }) {
  const filters = [changed && `modified:${AGES[changed] ?? `>=${changed}`}`, symbol && `kind:${symbol}`].filter(Boolean);
  if (!filters.length || !query) return [...filters, query].filter(Boolean).join(" ");
  return `${filters.join(" ")} ${/\bOR\b/.test(query) ? `(${query})` : query}`;
}
