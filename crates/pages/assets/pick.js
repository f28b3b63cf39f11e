// Choosing a player by name: <input data-pick name="player"> takes an id, and offers those whose name begins as it was typed.
// The name of whoever was chosen stands behind the field.

import { ask } from "./ask.js";
import { element } from "./page.js";

const PAUSE_MS = 200;
const known = new Map();
let last = 0;

function listOf(field) {
  if (field.list) return field.list;
  const list = element("datalist");
  list.id = `pick-${Math.random().toString(36).slice(2)}`;
  field.after(list);
  field.setAttribute("list", list.id);
  return list;
}

function tellName(field) {
  let place = field.parentElement.querySelector(".picked");
  if (!place) {
    place = element("span", "", "picked hint");
    place.setAttribute("role", "status");
    field.parentElement.append(place);
  }
  place.textContent = known.get(field.value.trim()) ?? "";
}

async function offer(field) {
  const typed = field.value.trim();
  tellName(field);
  if (typed.length < 2 || known.has(typed)) return;
  const mine = ++last;
  await new Promise((done) => setTimeout(done, PAUSE_MS));
  if (mine !== last) return;
  const answer = await ask("GET", `/api/v1/players?limit=20&q=${encodeURIComponent(typed)}`);
  if (mine !== last || !answer.ok) return;
  const options = (answer.body.items ?? []).map((player) => {
    const name = [`${player.first_name} ${player.surname}`, player.city].filter(Boolean).join(", ");
    known.set(player.id, name);
    const option = element("option", name);
    option.value = player.id;
    // Browsers offer what fits the text that was typed; the name does, the id does not.
    option.label = name;
    return option;
  });
  listOf(field).replaceChildren(...options);
}

document.addEventListener("input", (event) => {
  if (event.target.matches?.("input[data-pick]")) offer(event.target);
});
