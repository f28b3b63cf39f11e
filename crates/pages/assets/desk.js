// The desk by keyboard: type a part of a name, choose with the arrows, and Enter does what comes next for that person.

import { ask, newKey } from "./ask.js";
import { read } from "./fields.js";
import { clear, refuse } from "./forms.js";
import { element, readAgain, say as sayShared, tell } from "./page.js";

const desk = document.getElementById("desk-find");
const word = (id) => desk.dataset[`word${id[0].toUpperCase()}${id.slice(1)}`] ?? "";
const say = (id, values) => word(id).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** A text without case and accents, as the search of the service reads it. */
const folded = (text) => text.toLowerCase().replaceAll("ł", "l").normalize("NFD").replace(/\p{M}/gu, "");

const keys = new Map();
/** Sends an act; the same one has the same key until its outcome is known. */
async function act(address, body) {
  const shape = JSON.stringify([address, body]);
  if (!keys.has(shape)) keys.set(shape, newKey());
  const answer = await ask("POST", address, { body, key: keys.get(shape) });
  if (answer.status !== 0 && answer.status < 500) keys.delete(shape);
  return answer;
}

function start() {
  const field = document.getElementById("desk-q");
  const found = document.getElementById("desk-found");
  const said = document.getElementById("desk-said");
  const refused = document.getElementById("desk-refused");
  const form = document.getElementById("desk-new");
  const base = desk.dataset.tournament;
  const started = desk.dataset.started === "true";
  let options = [];
  let active = 0;
  let search = null;
  let waiting = 0;
  /** The text for which everybody was looked up. */
  let answered = "";

  /** Whether those who are entered are in the hall already. */
  const isPresent = () => document.getElementById("desk-present")?.checked ?? false;

  const onList = () => [...document.querySelectorAll("#desk-now tr[data-player]")].map((row) => ({
    id: row.dataset.player, name: row.dataset.name, city: row.dataset.city ?? "", presence: row.dataset.presence,
  }));

  const close = () => {
    answered = "";
    found.hidden = true;
    found.replaceChildren();
    field.setAttribute("aria-expanded", "false");
    field.removeAttribute("aria-activedescendant");
    options = [];
  };

  function mark(at) {
    active = (at + options.length) % options.length;
    [...found.children].forEach((item, nth) => item.setAttribute("aria-selected", String(nth === active)));
    field.setAttribute("aria-activedescendant", `found-${active}`);
    found.children[active]?.scrollIntoView({ block: "nearest" });
  }

  function offer(list) {
    options = list;
    found.replaceChildren(...list.map((one, nth) => {
      const item = element("li");
      item.id = `found-${nth}`;
      item.setAttribute("role", "option");
      item.append(element("strong", one.label), " ", element("span", one.note, "from"));
      item.addEventListener("click", () => choose(nth));
      return item;
    }));
    found.hidden = list.length === 0;
    field.setAttribute("aria-expanded", String(list.length > 0));
    if (list.length) mark(0);
  }

  /** What comes next for somebody on the list. */
  function listed(one) {
    const label = [one.name, one.city].filter(Boolean).join(", ");
    const waits = one.presence === "registered" || one.presence === "absent";
    if (one.presence === "withdrawn") return known({ id: one.id, name: one.name, city: one.city });
    if (waits && !started && !isPresent()) return { label, note: word("listed"), run: null };
    if (waits && !started) return { label, note: word("checkIn"), run: () => steps(one.name, [["/check-ins", { players: [one.id] }]]) };
    if (waits) return { label, note: word("late"), run: () => steps(one.name, [["/late-arrivals", { player: one.id }]]) };
    return { label, note: one.presence === "checked_in" ? word("there") : word("out"), run: null };
  }

  /** Somebody whom the federation knows and who is not on the list. */
  function known(one) {
    const label = [one.name, one.city, one.voivodeship].filter(Boolean).join(", ");
    const note = started ? word("late") : isPresent() ? word("register") : word("only");
    return { label, note, run: () => steps(one.name, entering(one.id, {})) };
  }

  function entering(player, facts) {
    if (started) return [["/late-arrivals", { player, ...facts }]];
    const entry = ["/registrations", { registrations: [{ player, ...facts, walk_in: isPresent() }] }];
    return isPresent() ? [entry, ["/check-ins", { players: [player] }]] : [entry];
  }

  async function steps(name, list) {
    field.value = "";
    close();
    refused.replaceChildren();
    field.focus();
    for (const [part, body] of list) {
      const answer = await act(base + part, body);
      if (!answer.ok) {
        failed(answer, name);
        await readAgain("#desk-now");
        return false;
      }
    }
    await readAgain("#desk-now");
    tell(say("done", { name }));
    said.textContent = `${say("done", { name })} ${document.querySelector("#desk-now .lead")?.textContent ?? ""}`;
    return true;
  }

  function failed(answer, name) {
    const box = element("form");
    refused.replaceChildren(element("p", name), box);
    refuse(box, answer);
  }

  async function look() {
    const wanted = field.value.trim();
    search?.abort();
    if (!wanted) { said.textContent = ""; return close(); }
    const parts = folded(wanted).split(/\s+/);
    const fits = (one) => parts.every((part) => folded(`${one.name} ${one.city}`).includes(part));
    const here = onList();
    const first = here.filter(fits).slice(0, 8);
    const fresh = { label: word("new"), note: wanted, run: () => begin(wanted) };
    offer(first.map(listed));
    const { signal } = search = new AbortController();
    const answer = await ask("GET", `/api/v1/players?limit=10&q=${encodeURIComponent(wanted)}`, { signal });
    if (signal.aborted || field.value.trim() !== wanted) return;
    if (!answer.ok) { said.textContent = answer.body?.detail ?? sayShared("offline"); return; }
    answered = wanted;
    const names = (one) => ({ id: one.id, name: `${one.surname} ${one.first_name}`, city: one.city, voivodeship: one.voivodeship });
    const others = (answer.body?.items ?? []).filter((one) => !here.some((it) => it.id === one.id)).map((one) => known(names(one)));
    const at = active;
    offer([...first.map(listed), ...others, fresh]);
    if (at > 0 && at < options.length && at < first.length) mark(at);
    said.textContent = first.length + others.length ? say("found", { number: first.length + others.length }) : word("none");
  }

  function choose(nth) {
    const one = options[nth];
    if (!one?.run) { said.textContent = one?.note ?? ""; return; }
    one.run();
  }

  /** A form for somebody new, with what was typed. */
  function begin(text) {
    close();
    const parts = text.split(/\s+/);
    form.hidden = false;
    form.elements.first_name.value = parts[0] ?? "";
    form.elements.surname.value = parts.slice(1).join(" ");
    (parts.length > 1 ? form.elements.city : form.elements.surname).focus();
  }

  function leave() {
    form.reset();
    minors();
    clear(form);
    form.hidden = true;
    field.value = "";
    field.focus();
  }

  const minors = () => {
    for (const line of form.querySelectorAll("[data-for-minors]")) line.hidden = form.elements.age.value === "adult";
  };

  async function add(namesake) {
    const { first_name, surname, city, voivodeship, age, guardian_consent, accompanied } = read(form);
    const name = `${surname} ${first_name}`;
    const facts = { age, ...(guardian_consent && { guardian_consent }), ...(accompanied && { accompanied }) };
    const body = { first_name, surname, city, voivodeship, ...(namesake && { namesake }) };
    const answer = await act("/api/v1/players", body);
    if (answer.body?.code === "possible-duplicate") return duplicates(answer, name, facts);
    if (!answer.ok) return refuse(form, answer);
    const player = answer.body.id;
    leave();
    await steps(name, entering(player, facts));
  }

  /** Somebody of that name is known: the same person, or a namesake? */
  async function duplicates(answer, name, facts) {
    refuse(form, { ...answer, body: { ...answer.body, candidates: [] } });
    const place = form.querySelector("[data-outcome]");
    const acts = element("div", undefined, "acts");
    const button = (text, run) => {
      const made = element("button", text, "quiet");
      made.type = "button";
      made.addEventListener("click", run);
      acts.append(made);
      return made;
    };
    for (const id of answer.body.candidates ?? []) {
      const { ok, body } = await ask("GET", `/api/v1/players/${encodeURIComponent(id)}`);
      const about = ok ? [`${body.first_name} ${body.surname}`, body.city, body.voivodeship].join(", ") : id;
      button(say("same", { name: about }), () => { leave(); steps(name, entering(id, facts)); });
    }
    button(word("namesake"), () => add(true));
    place.append(acts);
    acts.firstElementChild.focus();
  }

  field.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(look, 80); });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { field.value = ""; close(); return; }
    if (event.key === "Enter") {
      event.preventDefault();
      clearTimeout(waiting);
      // Whoever types faster than the service answers must not get somebody else, or a new player of a known name.
      if (answered === field.value.trim()) choose(active);
      else look().then(() => { if (answered && answered === field.value.trim()) choose(active); });
      return;
    }
    if (!options.length || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    mark(active + (event.key === "ArrowDown" ? 1 : -1));
  });
  form.addEventListener("submit", (event) => { event.preventDefault(); add(false); });
  form.elements.age.addEventListener("change", minors);
  form.querySelector("[data-leave]").addEventListener("click", leave);
  form.addEventListener("keydown", (event) => { if (event.key === "Escape") leave(); });
  // Whoever did something in the list goes on with the next name.
  document.addEventListener("kostka:read", () => {
    if (document.activeElement === document.querySelector("main")) field.focus({ preventScroll: true });
  });
  field.focus();
}

if (desk) start();
