// Forms that send what is entered to the API, and say in words what came of it.
//
// <form data-api="/api/v1/…" data-method="POST">: names of fields are paths into the JSON ("contact.email", "players[]"), `data-as` says
// what a value is (number, numbers, boolean, lines, pairs); a number in a path is a place in a list ("games.0.small[]"). Empty fields are
// left out. Further attributes:
//   data-if-match   the ETag of what was seen
//   data-then       where to go after success; "stay" shows the outcome, "#id" reads that part of the page again, nothing all of it
//   data-done       what to say after success
//   data-rehearse   a button with the value "rehearse" asks what would happen, and the form is sent after that
//   data-confirm    a question that is asked before
//   data-forget     pages that were kept for whoever was signed in are thrown away after success
//   data-least      on a fieldset: something in it must be ticked
//   data-show       fields of the answer that are shown once, with data-show-FIELD before each; data-prefix makes whole addresses of them
// A token in `data-bearer` of the body's dataset goes with every request.

const words = JSON.parse(document.querySelector('meta[name="kostka-words"]')?.content ?? "{}");
export const say = (id, values = {}) =>
  (words[id] ?? id).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

const lang = document.documentElement.lang;

/** Asks the API. Gives {ok, status, body, etag}; a lost connection gives status 0. */
export async function ask(method, address, { body, ifMatch, key, signal } = {}) {
  const headers = { "Accept": "application/json", "Accept-Language": lang };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (ifMatch) headers["If-Match"] = ifMatch;
  if (key) headers["Idempotency-Key"] = key;
  const bearer = document.body.dataset.bearer;
  if (bearer) headers["Authorization"] = `Bearer ${bearer}`;
  try {
    const response = await fetch(address, {
      method, headers, signal, cache: "no-store", credentials: "same-origin",
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    let read = null;
    try { read = text ? JSON.parse(text) : null; } catch { /* A proxy may answer with words of its own. */ }
    return { ok: response.ok, status: response.status, body: read, etag: response.headers.get("ETag") };
  } catch {
    return { ok: false, status: 0, body: null, etag: null };
  }
}

/** The JSON of a form. */
export function read(form) {
  const whole = {};
  for (const field of form.elements) {
    if (!field.name || field.disabled || field.type === "submit" || field.type === "button") continue;
    if ((field.type === "radio") && !field.checked) continue;
    const value = valueOf(field);
    if (value !== undefined) put(whole, field.name, value);
  }
  return dense(whole);
}

/** The same without gaps in lists, which empty rows of a form leave behind. */
function dense(value) {
  if (Array.isArray(value)) return Object.values(value).map(dense);
  if (value && typeof value === "object") return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, dense(inner)]));
  return value;
}

/** Lines like "ranking.best_n = 8" as an object; a value that is no JSON is a text. */
function pairs(text) {
  const whole = {};
  for (const line of text.split("\n").filter((one) => one.includes("="))) {
    const at = line.indexOf("=");
    const written = line.slice(at + 1).trim();
    let value = written;
    try { value = JSON.parse(written); } catch { /* A word. */ }
    whole[line.slice(0, at).trim()] = value;
  }
  return whole;
}

function valueOf(field) {
  const many = field.name.endsWith("[]");
  if (field.type === "checkbox") {
    if (many) return field.checked ? field.value : undefined;
    return field.checked ? (field.dataset.as === "text" ? field.value : true) : (field.dataset.off === "false" ? false : undefined);
  }
  const text = field.value.trim();
  if (text === "") return field.dataset.empty === "null" ? null : undefined;
  switch (field.dataset.as) {
    case "number": return /^[-−]?\d+$/.test(text) ? Number(text.replace("−", "-")) : text;
    case "numbers": return text.split(/[\s,;]+/).filter(Boolean).map((one) => (/^\d+$/.test(one) ? Number(one) : one));
    case "boolean": return text === "true";
    case "lines": return text.split(/[\n,;]/).map((line) => line.trim()).filter(Boolean);
    case "pairs": return pairs(text);
    case "json": return JSON.parse(text);
    case "time": return byWarsaw(text);
    default: return text;
  }
}

/** A time of the clocks of Warsaw, wherever this device is. */
function byWarsaw(text) {
  const read = new Date(`${text}Z`);
  const shown = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Warsaw", dateStyle: "short", timeStyle: "medium" }).format(read);
  return new Date(2 * read - new Date(`${shown.replace(" ", "T")}Z`)).toISOString();
}

/** Pages that this device keeps for when there is no network are for whoever was signed in. */
async function forgetPages() {
  const names = (await globalThis.caches?.keys().catch(() => [])) ?? [];
  await Promise.all(names.filter((name) => name.startsWith("kostka-entry-")).map((name) => caches.delete(name)));
}

function put(whole, name, value) {
  const path = name.replace(/\[\]$/, "").split(".");
  const last = path.pop();
  let at = whole;
  path.forEach((part, index) => { at = at[part] ??= /^\d+$/.test(path[index + 1] ?? last) ? [] : {}; });
  if (name.endsWith("[]")) (at[last] ??= []).push(value);
  else at[last] = value;
}

/** A key for one act; the same one until the act is known to be done or refused. */
export const newKey = () => crypto.randomUUID();

function outcome(form) {
  let place = form.querySelector("[data-outcome]");
  if (!place) {
    place = document.createElement("div");
    place.dataset.outcome = "";
    form.append(place);
  }
  place.tabIndex = -1;
  return place;
}

function clear(form) {
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  for (const text of form.querySelectorAll(".field-error")) text.remove();
  outcome(form).replaceChildren();
}

export function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

/** Shows a refusal: a summary that has the focus, and a sentence at each field. */
export function refuse(form, answer) {
  const place = outcome(form);
  const box = element("div", undefined, "refusal");
  const problem = answer.body ?? {};
  box.append(element("strong", answer.status === 0 ? say("offline") : problem.title ?? say("failed")));
  const list = element("ul");
  for (const error of problem.errors ?? []) {
    const name = (error.pointer ?? "").slice(1).replaceAll("/", ".");
    const field = [...form.elements].find((one) => one.name === name || one.name === `${name}[]`)
      ?? [...form.elements].find((one) => name && one.name && name.startsWith(one.name.replace("[]", "")));
    const item = element("li");
    if (field && field.type !== "hidden") {
      field.id ||= `f-${Math.random().toString(36).slice(2)}`;
      field.setAttribute("aria-invalid", "true");
      const note = element("span", error.detail, "field-error");
      note.id = `${field.id}-error`;
      const described = (field.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== note.id);
      field.setAttribute("aria-describedby", [...described, note.id].join(" "));
      (field.closest(".field") ?? field.parentElement).append(note);
      const link = element("a", `${labelOf(field)}: ${error.detail}`);
      link.href = `#${field.id}`;
      item.append(link);
    } else {
      item.textContent = [error.header ?? error.parameter ?? "", error.detail].filter(Boolean).join(": ");
    }
    list.append(item);
  }
  if (problem.detail) box.append(element("p", problem.detail));
  if (list.children.length) box.append(list);
  if (answer.status === 412) box.append(again(say("changed-meanwhile")));
  if (problem.code === "unauthenticated") {
    const link = element("a", say("sign-in"));
    link.href = `/${lang}/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`;
    box.append(link);
  }
  for (const candidate of problem.candidates ?? []) {
    box.append(element("p", [candidate.name ?? `${candidate.first_name ?? ""} ${candidate.surname ?? ""}`, candidate.city].filter(Boolean).join(", ")));
  }
  place.replaceChildren(box);
  place.focus();
}

function again(text) {
  const paragraph = element("p", `${text} `);
  const link = element("a", say("read-again"));
  link.href = location.href;
  paragraph.append(link);
  return paragraph;
}

const labelOf = (field) => (field.labels?.[0]?.firstChild?.textContent ?? field.getAttribute("aria-label") ?? field.name).trim();

/** Shows what an act would do. */
function rehearsed(form, receipt) {
  const place = outcome(form);
  const box = element("div", undefined, "rehearsal");
  box.append(element("strong", say("would-happen")));
  box.append(...consequences(receipt.consequences));
  const list = element("ul");
  for (const warning of [...(receipt.infos ?? []), ...(receipt.warnings ?? [])]) list.append(element("li", warning.detail ?? warning.text ?? ""));
  if (list.children.length) box.append(list);
  if (box.children.length === 1) box.append(element("p", say("nothing-moves")));
  place.replaceChildren(box);
  place.focus();
}

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

/** Asks for a code of the second factor, and shows it to the service. */
async function stepUp() {
  const dialog = element("dialog");
  dialog.setAttribute("aria-labelledby", "step-up-title");
  const form = element("form");
  const title = element("h2", say("step-up"));
  title.id = "step-up-title";
  const label = element("label", say("code"));
  const input = element("input");
  input.inputMode = "numeric"; input.autocomplete = "one-time-code"; input.id = "step-up-code"; input.required = true;
  label.htmlFor = input.id;
  const line = element("p", undefined, "field");
  line.append(label, input);
  const note = element("p"); note.setAttribute("role", "alert");
  const send = element("button", say("confirm")); send.type = "submit";
  const leave = element("button", say("cancel"), "quiet"); leave.type = "button";
  form.append(title, line, note, send, " ", leave);
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
  input.focus();
  return new Promise((done) => {
    const close = (shown) => { dialog.close(); dialog.remove(); done(shown); };
    leave.addEventListener("click", () => close(false));
    dialog.addEventListener("cancel", () => close(false));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const answer = await ask("POST", "/api/v1/me/step-up", { body: { code: input.value.trim() } });
      if (answer.ok) return close(true);
      note.textContent = answer.body?.detail ?? say("failed");
      input.select();
    });
  });
}

/** Reads the page again without leaving it: what was open, entered and focused stays. With a part, only that; with an address, from there. */
export async function readAgain(part = "main", address = location.href) {
  const response = await fetch(address, { cache: "no-store", headers: bearerHeader() }).catch(() => null);
  if (!response?.ok) return false;
  if (response.redirected && new URL(response.url).pathname.endsWith("/sign-in")) { location.assign(response.url); return true; }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const [old, fresh] = [document.querySelector(part), page.querySelector(part)];
  if (!old || !fresh) return false;
  const focused = document.activeElement;
  const open = [...old.querySelectorAll("details[open][id]")].map((one) => one.id);
  const held = old.contains(focused) || focused === document.body;
  old.replaceChildren(...fresh.childNodes);
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  document.title = page.title;
  // Whoever works in another part of the page is left there.
  if (held) {
    const again = focused.id && document.getElementById(focused.id);
    (again || document.querySelector("main")).focus({ preventScroll: Boolean(again) || part !== "main" });
  }
  document.dispatchEvent(new CustomEvent("kostka:read"));
  return true;
}

function bearerHeader() {
  const bearer = document.body.dataset.bearer;
  return bearer ? { Authorization: `Bearer ${bearer}` } : {};
}

/** Says something to everybody, without taking the focus. */
export function tell(text) {
  let place = document.getElementById("told");
  if (!place) {
    place = element("p", "", "told");
    place.id = "told";
    place.setAttribute("role", "status");
    document.body.append(place);
  }
  place.textContent = text;
}

async function send(form, button) {
  const rehearse = button?.value === "rehearse";
  if (!rehearse && form.dataset.confirm && !window.confirm(form.dataset.confirm)) return;
  clear(form);
  // Nobody named can mean everybody to the API; whoever ticks nobody means nobody.
  const lacking = [...form.querySelectorAll("fieldset[data-least]")].find((group) => !group.querySelector("input:checked"));
  if (lacking) return refuse(form, { status: 422, body: { title: say("choose-one") } });
  const method = form.dataset.method ?? "POST";
  let address = form.dataset.api.replace(/\{([\w.]+)\}/g, (whole, name) => encodeURIComponent(form.elements[name]?.value.trim() ?? whole));
  const body = read(form);
  for (const name of form.dataset.api.matchAll(/\{([\w.]+)\}/g)) delete body[name[1]];
  if (rehearse) address += (address.includes("?") ? "&" : "?") + "dry_run=true";
  const hasBody = method !== "DELETE" || Object.keys(body).length > 0;
  const shape = JSON.stringify([address, body]);
  if (form.shape !== shape) { form.shape = shape; form.key = newKey(); }
  form.setAttribute("aria-busy", "true");
  const options = { body: hasBody ? body : undefined, ifMatch: form.dataset.ifMatch, key: rehearse ? undefined : form.key };
  let answer = await ask(method, address, options);
  if (answer.body?.code === "step-up-needed" && await stepUp()) answer = await ask(method, address, options);
  form.removeAttribute("aria-busy");
  if (!answer.ok) {
    if (answer.status !== 0 && answer.status < 500) form.shape = null;
    return refuse(form, answer);
  }
  form.shape = null;
  if (rehearse) return rehearsed(form, answer.body ?? {});
  const done = new CustomEvent("kostka:done", { bubbles: true, cancelable: true, detail: answer });
  if (!form.dispatchEvent(done)) return;
  if ("forget" in form.dataset) await forgetPages();
  const then = form.dataset.then ?? "again";
  const message = form.dataset.done ?? say("done");
  if (then === "stay") {
    const place = outcome(form);
    const changed = answer.body?.consequences;
    const told = changed ? consequences(changed) : [];
    if (changed && !told.length) told.push(element("p", say("nothing-moves")));
    place.replaceChildren(element("p", message, "success"), ...shown(form, answer.body), ...told);
    place.focus();
  } else if (then === "again" || then.startsWith("#")) {
    form.reset();
    await readAgain(then === "again" ? "main" : then);
    tell(message);
  } else {
    location.assign(then.replace("{id}", encodeURIComponent((answer.body?.location ?? "").split("/").pop())));
  }
}

/** Secrets of a receipt, which are shown once. */
function shown(form, body) {
  const fields = (form.dataset.show ?? "").split(" ").filter(Boolean);
  return fields.filter((field) => body?.[field]).map((field) => {
    const prefix = form.dataset.prefix === undefined ? "" : location.origin + form.dataset.prefix;
    const text = prefix + [body[field]].flat().join("\n");
    const line = element("p", `${form.dataset[`show${field[0].toUpperCase()}${field.slice(1)}`] ?? ""} `);
    const code = element("code", text);
    const copy = element("button", say("copy"), "quiet");
    copy.type = "button";
    copy.addEventListener("click", () => navigator.clipboard.writeText(text).then(() => tell(say("copied")), () => getSelection().selectAllChildren(code)));
    line.append(code, " ", copy);
    return line;
  });
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset.api) return;
  event.preventDefault();
  if (form.getAttribute("aria-busy") === "true") return;
  send(form, event.submitter);
});


// A secret behind the # of the address goes into its field, and out of the address.
const fromFragment = document.querySelector("form[data-fragment]");
if (fromFragment && location.hash.length > 1) {
  fromFragment.elements[fromFragment.dataset.fragment].value = decodeURIComponent(location.hash.slice(1));
  history.replaceState(null, "", location.pathname + location.search);
}
