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

import { ask, newKey } from "./ask.js";
import { consequences } from "./consequences.js";
import { read } from "./fields.js";
import { element, readAgain, say, tell } from "./page.js";
import { notes, pointerTo, told } from "./refusal.js";
import { stepUp } from "./step_up.js";

const lang = document.documentElement.lang;

/** Pages that this device keeps for when there is no network are for whoever was signed in; the files that they need are for everybody. */
async function forgetPages() {
  const names = (await globalThis.caches?.keys().catch(() => [])) ?? [];
  await Promise.all(names.filter((name) => name.startsWith("kostka-entry-pages-")).map((name) => caches.delete(name)));
}

function outcome(form) {
  let place = form.querySelector("[data-outcome]:not([data-refused])");
  if (!place) {
    place = document.createElement("div");
    place.dataset.outcome = "";
    form.append(place);
  }
  place.tabIndex = -1;
  return place;
}

/** Where a refusal stands: above the fields that it is about. */
function above(form) {
  const place = element("div");
  place.dataset.outcome = "";
  place.dataset.refused = "";
  place.tabIndex = -1;
  form.prepend(place);
  return place;
}

/** Takes away what was said of the last attempt. */
export function clear(form) {
  form.querySelector("[data-refused]")?.remove();
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    describe(field, (ids) => ids.filter((id) => id !== noteId(field)));
  }
  for (const text of form.querySelectorAll(".field-error")) text.remove();
  outcome(form).replaceChildren();
}

/** Shows a refusal: a summary that has the focus, and a sentence at each field. */
export function refuse(form, answer) {
  clear(form);
  const problem = answer.body ?? {};
  const fields = [...form.elements].filter((field) => field.type !== "submit" && field.type !== "button");
  const { title, detail, errors } = told(problem, fields, say);
  const place = errors.some((error) => error.field) ? above(form) : outcome(form);
  const box = element("div", undefined, "refusal");
  box.append(element("strong", answer.status === 0 ? say("offline") : title));
  for (const { field, text } of notes(errors)) mark(field, text);
  const list = element("ul");
  for (const { field, text } of errors) {
    const item = element("li");
    if (field) item.append(linkTo(field, text)); else item.textContent = text;
    list.append(item);
  }
  if (detail) box.append(element("p", detail));
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

const noteId = (field) => `${field.id}-error`;

/** Changes the ids of what describes a field. */
function describe(field, change) {
  const ids = change((field.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean));
  if (ids.length) field.setAttribute("aria-describedby", ids.join(" ")); else field.removeAttribute("aria-describedby");
}

/** Marks a field with everything that is wrong with it. */
function mark(field, text) {
  field.id ||= `f-${Math.random().toString(36).slice(2)}`;
  field.setAttribute("aria-invalid", "true");
  const note = element("span", text, "field-error");
  note.id = noteId(field);
  describe(field, (ids) => [...ids.filter((id) => id !== note.id), note.id]);
  (field.closest(".field") ?? field.parentElement).append(note);
}

/** The link that leads to a field, with what is wrong there. */
function linkTo(field, text) {
  const link = element("a", `${labelOf(field)}: ${text}`);
  link.href = `#${field.id}`;
  return link;
}

function again(text) {
  const paragraph = element("p", `${text} `);
  const link = element("a", say("read-again"));
  link.href = location.href;
  paragraph.append(link);
  return paragraph;
}

/** What a field is called: one of several choices by what they are about, others by their own label. */
function labelOf(field) {
  const isChoice = field.type === "radio" || (field.type === "checkbox" && field.name.endsWith("[]"));
  const named = ((isChoice && field.closest("fieldset")?.querySelector("legend")) || field.labels?.[0])?.cloneNode(true);
  for (const other of named?.querySelectorAll("input, select, textarea, .hint") ?? []) other.remove();
  return (named?.textContent.trim() || field.getAttribute("aria-label") || field.name).replace(/\s+/g, " ");
}

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

async function send(form, button) {
  const rehearse = button?.value === "rehearse";
  if (!rehearse && form.dataset.confirm && !window.confirm(form.dataset.confirm)) return;
  clear(form);
  // Nobody named can mean everybody to the API; whoever ticks nobody means nobody.
  const lacking = [...form.querySelectorAll("fieldset[data-least]")].find((group) => !group.querySelector("input:checked"));
  if (lacking) return refuse(form, { status: 422, body: { title: say("choose-one") } });
  // Browsers let blanks through where something must be filled in, and the API would only miss a field.
  const blank = [...form.elements].filter((field) => field.required && field.name && !field.disabled && !["checkbox", "radio"].includes(field.type) && field.value.trim() === "");
  if (blank.length) return refuse(form, { status: 422, body: { code: "unprocessable", errors: blank.map((field) => ({ pointer: pointerTo(field), code: "missing-field" })) } });
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
  if (answer.body?.code === "step-up-needed" && await stepUp(answer.body.with)) answer = await ask(method, address, options);
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
