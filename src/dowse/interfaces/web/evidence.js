/* The evidence of a hit, as the steps of the search recorded it, in words. */

import { el } from "./build.js";

const LISTS = { keyword: "keywords", semantic: "meaning", graph: "links" };

const WORDS = {
  keyword: (value) => ["Keyword match", `BM25 ${number(value)}`],
  semantic: (value) => ["Semantic similarity", `cosine ${number(value)}`],
  graph: (value) => ["Linked with the best hits", number(value)],
  neighbours: (value) => ["Linked with a top hit", `of score ${number(value)}`],
  confidence: (value) => ["Confidence", percent(value)],
  phrase: (value) => ["Exact phrase", value ? `in ${value === 1 ? "1 section" : `${value} sections`}` : "in the title or tags"],
  proximity: (value) => ["Proximity of the query words", percent(value)],
  pin: () => ["Pinned", "the query names this document"],
  selected: () => ["Selected by the filters", ""],
  keyword_base: (value) => ["Keyword match before the tag boost", `BM25 ${number(value)}`],
  tags_matched: (value, names) => ["Tags in the query", names?.join(", ") ?? String(value)],
  tag_boost: (value) => ["Tag boost", percent(value)],
  time_boost: (value) => ["Recency boost", `× ${number(value)}`],
  code_boost: (value) => ["Source code boost", `× ${number(value)}`],
  path_match: (value) => ["Query words in the path", percent(value)],
  header_boost: (value) => ["Score of its header", `${percent(value)} of the best file`],
  file_aggregate: (value) => ["Matches in the whole file", `${percent(value)} of the best file`],
  stars: (value) => ["Stars boost", `× ${number(value)}`],
  topics: (value) => ["Topic in the query", `× ${number(value)}`],
  rerank: (value) => ["Reranker score", number(value)],
  spread: (value) => ["Score by links", number(value)],
};

/** One piece of evidence: its label, its value and its rank. */
export function told({ source, value, rank, names }) {
  const [fusion, list] = source.split(".");
  const [what, how] = list
    ? [`Score by ${LISTS[list] ?? list}`, `+ ${number(value)} (${fusion}${value === 0 && fusion === "weighted" ? ": the lowest of its list, or of weight 0" : ""})`]
    : (WORDS[source]?.(value, names) ?? [source.replaceAll("_", " "), number(value)]);
  return { what, how, rank: rank ? `rank ${rank}` : "" };
}

/** The evidence as a list of labels and values. */
export function evidence(why) {
  if (!why?.length) return el("p", { class: "quiet small" }, "This hit has no evidence.");
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
