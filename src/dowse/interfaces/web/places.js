/* Links that open a file on this machine, in Obsidian and in an editor. */

import { el } from "./build.js";

const OF_OBSIDIAN = /\.(?:md|canvas|pdf)$/i; // the files that Obsidian opens

/** A link to the note in Obsidian, if it can open it, and one to the line in an editor; `folder` is that of the vault. */
export function openers(folder, path, line = 1) {
  const whole = `${folder.replaceAll("\\", "/").replace(/\/$/, "")}/${path}`;
  const rooted = whole.startsWith("/") ? whole : `/${whole}`; // C:/notes
  const encoded = rooted.split("/").map(encodeURIComponent).join("/").replace("%3A", ":");
  return [
    OF_OBSIDIAN.test(path) && el("a", { class: "open", href: `obsidian://open?path=${encodeURIComponent(whole)}` }, "Obsidian"),
    el("a", { class: "open", href: `vscode://file${encoded}:${line}` }, "Editor"),
  ];
}
