/* Links that open a file on this machine, in Obsidian and in an editor. */

import { el } from "./build.js";

/** A link to the note in Obsidian and a link to the line in an editor; `folder` is that of the vault. */
export function openers(folder, path, line = 1) {
  const whole = `${folder.replaceAll("\\", "/").replace(/\/$/, "")}/${path}`;
  const rooted = whole.startsWith("/") ? whole : `/${whole}`; // C:/notes
  const encoded = rooted.split("/").map(encodeURIComponent).join("/").replace("%3A", ":");
  return [
    el("a", { class: "open", href: `obsidian://open?path=${encodeURIComponent(whole)}` }, "Obsidian"),
    el("a", { class: "open", href: `vscode://file${encoded}:${line}` }, "Editor"),
  ];
}
