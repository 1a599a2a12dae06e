/* Asks the server, and tells in words what goes wrong. */

/** What the server answered instead, or that it did not. */
export class Trouble extends Error {
  constructor(title, detail, status = 0) {
    super(detail || title);
    this.title = title;
    this.detail = detail;
    this.status = status;
  }
}

/** The answer to a question. Throws Trouble; an aborted question throws AbortError. */
export async function get(path, parameters, signal) {
  const search = new URLSearchParams(parameters).toString();
  return answer(search ? `${path}?${search}` : path, { signal });
}

/** The answer to a question that is too long for an address. */
export async function post(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  return answer(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/** Runs questions so that only the newest is answered: an older one is given up and never overwrites its answer. */
export function newest() {
  let running = null;
  return async (question, then) => {
    running?.abort();
    const own = (running = new AbortController());
    try {
      const found = await question(own.signal);
      if (running === own) then(found, null);
    } catch (error) {
      if (running === own && error.name !== "AbortError") then(null, error);
    }
  };
}

async function answer(address, request) {
  let response;
  try {
    response = await fetch(address, { ...request, headers: { Accept: "application/json", ...request.headers } });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Trouble("The server does not answer", "Is `dowse serve` still running? Start it and try again.");
  }
  let said = null;
  try {
    said = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
  }
  if (response.ok && said !== null) return said;
  const several = (said?.errors ?? []).map((each) => [each.parameter, each.detail].filter(Boolean).join(": "));
  const detail = several.length > 1 ? several.join("; ") : said?.detail;
  throw new Trouble(said?.title ?? `The server answered with ${response.status}`, detail ?? "", response.status);
}
