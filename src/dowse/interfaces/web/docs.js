/* The API page, generated from the OpenAPI description, with a form to try each endpoint. */

import { get } from "./ask.js";
import { el, fill, withCode } from "./build.js";
import "./shortcut.js";
import { trouble } from "./trouble.js";

const SHOWN = 20_000; // characters of an answer

const byId = (id) => document.getElementById(id);

start();

async function start() {
  try {
    const [api, language] = await Promise.all([get("/openapi.json"), get("/query-help")]);
    const all = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    );
    fill(byId("contents"), all.map(({ path, method, operation }) => el("li", {}, el("a", { href: `#${operation.operationId}` }, `${method} ${path}`))));
    fill(byId("endpoints"), all.map(endpoint));
    fill(byId("language-tables"), language.map(table));
    if (location.hash) byId(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  } catch (error) {
    fill(byId("endpoints"), trouble(error));
  }
}

function endpoint({ path, method, operation }) {
  const heading = el("h2", {}, el("span", { class: "method" }, method), ` ${path}`);
  const about = el("p", {}, withCode(operation.description ?? ""));
  const statuses = Object.keys(operation.responses).join(", ");
  const takes = method === "GET" ? questions(path, operation.parameters ?? []) : body(path, operation);
  return el("section", { class: "endpoint panel", id: operation.operationId }, heading, about, takes, el("p", { class: "quiet small" }, `Answers with ${statuses}`));
}

// A field for each parameter; its value goes into the address.
function questions(path, parameters) {
  const fields = parameters.map((parameter) => ({ ...parameter, input: field(parameter) }));
  const address = () => {
    const given = new URLSearchParams();
    for (const { name, input } of fields) if (input.value) given.append(name, input.value);
    return given.size ? `${path}?${given}` : path;
  };
  const link = el("a", { href: path }, el("code", {}, path));
  const answer = el("pre", { hidden: true, tabindex: "0", "aria-label": "Answer" });
  const update = () => fill(link, el("code", {}, (link.href = address()) && address()));
  const ask = (event) => {
    event.preventDefault();
    show(answer, fetch(address()));
  };
  const rows = fields.map(({ name, required, schema, description, input }) =>
    el("tr", {}, el("th", { scope: "row" }, el("code", {}, name), required && " *"), el("td", {}, typeOf(schema)), el("td", {}, withCode(description ?? "")), el("td", {}, input)),
  );
  const head = el("thead", {}, el("tr", {}, ["Parameter", "Type", "", "Value"].map((text) => el("th", { scope: "col" }, text))));
  return el(
    "form",
    { onsubmit: ask, oninput: update },
    rows.length > 0 && el("div", { class: "wide" }, el("table", {}, head, el("tbody", {}, rows))),
    el("div", { class: "asks" }, el("button", { class: "button" }, "Try it"), link),
    answer,
  );
}

function field({ name, schema, example }) {
  const usual = schema.default === undefined || schema.default === null ? example : schema.default;
  return el("input", { type: "text", "aria-label": name, placeholder: [usual ?? ""].flat().join(", ") || false, autocomplete: "off" });
}

function body(path, operation) {
  const { schema } = operation.requestBody.content["application/json"];
  const text = el("textarea", { rows: 8, spellcheck: "false", "aria-label": "Body" }, JSON.stringify({ q: "design", limit: 3, mix: { extends: "rrf" } }, null, 2));
  const answer = el("pre", { hidden: true, tabindex: "0", "aria-label": "Answer" });
  const ask = (event) => {
    event.preventDefault();
    show(answer, fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: text.value }));
  };
  const rows = Object.entries(schema.properties).map(([name, each]) =>
    el("tr", {}, el("th", { scope: "row" }, el("code", {}, name)), el("td", {}, typeOf(each)), el("td", {}, withCode(each.description ?? ""))),
  );
  return el("form", { onsubmit: ask }, el("div", { class: "wide" }, el("table", {}, el("tbody", {}, rows))), text, el("div", { class: "asks" }, el("button", { class: "button" }, "Try it")), answer);
}

// In a word or two: `number 0 to 1`, `hybrid | vector | fulltext`.
function typeOf(schema) {
  const real = schema.anyOf?.find((each) => each.type !== "null") ?? schema;
  if (real.enum) return real.enum.join(" | ");
  if (real.type === "array") return `${typeOf(real.items)}, repeatable`;
  const range = real.minimum !== undefined ? ` ${real.minimum} to ${real.maximum}` : "";
  return `${real.type === "object" ? "table" : real.type}${range}`;
}

async function show(place, asked) {
  place.hidden = false;
  place.textContent = "…";
  try {
    const response = await asked;
    const text = JSON.stringify(await response.json(), null, 2);
    place.textContent = `${response.status}\n${text.length > SHOWN ? `${text.slice(0, SHOWN)}\n…` : text}`;
  } catch (error) {
    place.textContent = String(error);
  }
}

function table({ title, rows }) {
  return el("section", {}, el("h3", {}, title), el("dl", {}, rows.map(({ example, about }) => [el("dt", {}, el("code", {}, example)), el("dd", {}, withCode(about))]).flat()));
}
