/* Requests to the server, with messages for errors. */

/** An error response, or no response. */
export class Trouble extends Error {
  constructor(title, detail, status = 0) {
    super(detail || title);
    this.title = title;
    this.detail = detail;
    this.status = status;
  }
}

/** The response to a request. Throws Trouble; an aborted request throws AbortError. */
export async function get(path, parameters, signal) {
  const search = new URLSearchParams(parameters).toString();
  return answer(search ? `${path}?${search}` : path, { signal });
}

/** The response to a request that is too long for an address. */
export async function post(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  return answer(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/** Runs requests one at a time: a new request aborts the previous one, so an old answer never overwrites a new one. */
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
    throw new Trouble("No answer from the server", "Check that `dowse serve` is running, and try again.");
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
  throw new Trouble(said?.title ?? `The server returned ${response.status}`, detail ?? "", response.status);
}
