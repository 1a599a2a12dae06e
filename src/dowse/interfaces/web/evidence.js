/* Why a hit stands where it does: what the steps recorded, in words. */

import { el } from "./build.js";

const LISTS = { keyword: "words", semantic: "meaning", graph: "links" };

const WORDS = {
  keyword: (value) => ["Its words", `weigh ${number(value)} (BM25)`],
  semantic: (value) => ["Its meaning", `${percent(value)} alike (cosine)`],
  graph: (value) => ["Its links", `${number(value)} from the best hits`],
  neighbours: (value) => ["Linked with a good hit", `which has ${number(value)}`],
  confidence: (value) => ["How sure", `${percent(value)}`],
  phrase: (value) => ["The exact phrase", value ? `stands in ${value === 1 ? "one section" : `${value} sections`}` : "stands in its title or tags"],
  proximity: (value) => ["The words stand together", percent(value)],
  pin: () => ["Called by its name", "goes first"],
  selected: () => ["Selected by the filters", ""],
  tags_matched: (value) => ["Tags named in the query", String(value)],
  tag_boost: (value) => ["Raised for its tags", `to ${number(value)}`],
  time_boost: (value) => ["Changed lately", `× ${number(value)}`],
  stars: (value) => ["Stars", `× ${number(value)}`],
  topics: (value) => ["A topic named in the query", `× ${number(value)}`],
  rerank: (value) => ["Read once more, by the reranker", number(value)],
  spread: (value) => ["Reached over links", number(value)],
};

/** What one piece of evidence says: what it is about, how much, and its rank. */
export function told({ source, value, rank }) {
  const [fusion, list] = source.split(".");
  const [what, how] = list
    ? [`Adds by ${LISTS[list] ?? list}`, `+ ${number(value)} (${fusion})`]
    : (WORDS[source]?.(value) ?? [source.replaceAll("_", " "), number(value)]);
  return { what, how, rank: rank ? `rank ${rank}` : "" };
}

/** The evidence as a list of what and how much. */
export function evidence(why) {
  if (!why?.length) return el("p", { class: "quiet small" }, "Nothing was recorded for this hit.");
  const rows = why.map((each) => {
    const { what, how, rank } = told(each);
    return el("div", {}, el("dt", {}, what), el("dd", {}, [how, rank].filter(Boolean).join(", ")));
  });
  return el("dl", { class: "evidence numbers" }, rows);
}

function number(value) {
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function percent(value) {
  return `${Math.round(value * 100)} %`;
}
