// What an act would change, as tables: who moves on which list.

import { element, say } from "./page.js";

/** What would change, list by list: who, before and after, and which published lists would not hold any more. */
export function consequences(found) {
  if (!found) return [];
  const parts = [];
  for (const list of ["ranking", "qualifications", "grand_prix", "mw"].flatMap((kind) => found[kind] ?? [])) {
    if (!list.rows.length) {
      parts.push(element("p", `${list.title}: ${say("other-results")}`));
      continue;
    }
    const table = element("table", undefined, "folded");
    table.append(element("caption", `${list.title} (${list.changed})`));
    const head = table.createTHead().insertRow();
    for (const id of ["who", "before", "after"]) {
      const cell = element("th", say(id));
      cell.scope = "col";
      head.append(cell);
    }
    const body = table.createTBody();
    for (const row of list.rows) {
      const line = body.insertRow();
      const who = element("th", [row.name, row.city].filter(Boolean).join(", ") || say("open-seat"));
      who.scope = "row";
      line.append(who);
      for (const when of ["before", "after"]) {
        const cell = element("td", row[when]?.text ?? "—");
        cell.dataset.label = say(when);
        line.append(cell);
      }
    }
    parts.push(table);
    if (list.changed > list.rows.length) parts.push(element("p", say("more-rows", { number: list.changed - list.rows.length })));
  }
  for (const list of found.drifted ?? []) parts.push(element("p", say("would-drift", { list: list.title, number: list.edition })));
  return parts;
}
