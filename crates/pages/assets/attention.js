// Sheets that the service has not taken: what it says of them, and what can be done.

import { gamesOf } from "./outbox.js";
import { element, say } from "./page.js";
import { signed } from "./sheet.js";

/** A box for an entry of the outbox that waits for a decision. */
export const attentionBox = (entry, item) => (item.state === "conflict" ? conflict(entry, item) : refused(entry, item));

function refused(entry, item) {
  const box = element("section", undefined, "refusal");
  box.append(element("h2", entry.say("refused-title", { n: item.table })), element("p", item.problem.detail ?? item.problem.title ?? say("failed")));
  const list = element("ul");
  for (const error of item.problem.errors ?? []) list.append(element("li", error.detail));
  if (list.children.length) box.append(list);
  const acts = element("p", undefined, "acts");
  if (entry.sheets.has(item.table) && item.stage === entry.stage) acts.append(button(entry.say("open"), () => entry.reopen(item)));
  const discard = () => { if (window.confirm(entry.say("discard-question", { n: item.table }))) entry.outbox.drop(item); };
  acts.append(button(entry.say("discard"), discard, "quiet"));
  box.append(acts);
  return box;
}

/** What stands there and what was entered here, side by side. */
function conflict(entry, item) {
  const { current } = item.problem;
  const box = element("section", undefined, "refusal conflict");
  box.append(element("h2", entry.say("conflict-title", { n: item.table })));
  const who = current.entered_by ? entry.who(current.entered_by) : "";
  const when = current.entered_at ? entry.clock(current.entered_at) : "";
  const table = element("table");
  const head = element("tr");
  const mine = gamesOf(item);
  for (const text of [entry.say("game", { n: "" }).trim(), `${entry.say("conflict-theirs")} ${[who, when].filter(Boolean).join(", ")}`.trim(), entry.say("conflict-mine")]) {
    const cell = element("th", text);
    cell.scope = "col";
    head.append(cell);
  }
  const top = element("thead");
  top.append(head);
  const body = element("tbody");
  for (let game = 0; game < Math.max(current.games?.length ?? 0, mine.length); game += 1) {
    const row = element("tr");
    const name = element("th", String(game + 1));
    name.scope = "row";
    const [one, other] = [gameInWords(entry, current.games?.[game]), gameInWords(entry, mine[game])];
    row.append(name, element("td", one), element("td", other));
    if (one !== other) row.className = "me";
    body.append(row);
  }
  table.append(top, body);
  box.append(table);
  if (!current.games) box.append(element("p", entry.say("conflict-hidden")));
  const acts = element("p", undefined, "acts");
  acts.append(button(entry.say("conflict-keep-theirs"), () => { entry.outbox.drop(item); entry.refresh(); }));
  acts.append(button(entry.say("conflict-send-mine"), () => entry.outbox.insist(item), "quiet"));
  box.append(acts);
  return box;
}

function gameInWords(entry, game) {
  if (!game) return "–";
  const points = (game.small ?? []).map((small, seat) => `${"ABCD"[seat]} ${small === null ? entry.say("gone") : signed(small)}`).join(", ");
  const option = entry.root.querySelector(`[data-ending] option[value="${game.ending}"]`)?.textContent ?? game.ending;
  return game.ending === "rack_emptied" ? points : [points, option].filter(Boolean).join("; ");
}

function button(text, act, className) {
  const made = element("button", text, className);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}
