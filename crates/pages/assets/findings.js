// What is wrong or strange on a sheet, in words: a list below it, and a mark at each field.

import { element } from "./page.js";

/** Where a finding is: the game and the seat, from 0, as far as it says so. */
export function placeOf(finding) {
  const [, game, seat] = /^\/games\/(\d+)(?:\/(?:small|racks)\/(\d+))?/.exec(finding.pointer ?? "") ?? [];
  return { game: finding.game ?? (game === undefined ? undefined : Number(game)), seat: finding.seat ?? (seat === undefined ? undefined : Number(seat)) };
}

function inWords({ entry, names }, finding, grade) {
  if (finding.detail) return finding.detail;
  const where = [entry.say("game", { n: finding.game + 1 }), finding.seat === undefined ? "" : entry.say("seat", { s: "ABCD"[finding.seat], t: names[finding.seat] ?? "" })];
  return `${where.filter(Boolean).join(", ")}: ${entry.say(`${grade}-${finding.code}`, { n: finding.expected ?? finding.limit })}`;
}

/** Shows them below a sheet; quietly while somebody types. */
export function showFindings(sheet, errors, warnings, { quietly = false, infos = [] } = {}) {
  for (const field of sheet.fields) field.removeAttribute("aria-invalid");
  const box = sheet.section.querySelector("[data-findings]");
  const parts = [];
  const list = (grade, found, className) => {
    if (!found.length) return;
    const part = element("div", undefined, className);
    part.append(element("strong", sheet.entry.say(`${grade}s`)));
    const items = element("ul");
    for (const finding of found) items.append(element("li", inWords(sheet, finding, grade)));
    part.append(items);
    parts.push(part);
  };
  list("error", errors, "refusal");
  list("warning", warnings, "notice");
  list("info", infos, "notice");
  if (quietly) box.setAttribute("aria-live", "polite"); else box.removeAttribute("aria-live");
  box.replaceChildren(...parts);
  for (const error of errors) {
    const { game, seat } = placeOf(error);
    const row = sheet.rows[game]?.fields ?? [];
    for (const field of seat === undefined ? row : [row[seat]]) field?.setAttribute("aria-invalid", "true");
  }
}
