// The page itself: words for its scripts, elements, what is said to everybody, and reading it again without leaving it.

import { bearer } from "./ask.js";

const words = JSON.parse(document.querySelector('meta[name="kostka-words"]')?.content ?? "{}");
export const say = (id, values = {}) =>
  (words[id] ?? id).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

export function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
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

/** Reads the page again without leaving it: what was open, entered and focused stays. With a part, only that; with an address, from there. */
export async function readAgain(part = "main", address = location.href) {
  const response = await fetch(address, { cache: "no-store", headers: bearer() }).catch(() => null);
  if (!response?.ok) return false;
  if (response.redirected && new URL(response.url).pathname.endsWith("/sign-in")) { location.assign(response.url); return true; }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const [old, fresh] = [document.querySelector(part), page.querySelector(part)];
  if (!old || !fresh) return false;
  const focused = document.activeElement;
  const open = [...old.querySelectorAll("details[open][id]")].map((one) => one.id);
  const held = old.contains(focused);
  old.replaceChildren(...fresh.childNodes);
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  document.title = page.title;
  // Whoever works in another part of the page is left there, and whoever only reads it, too.
  if (held) {
    const again = focused.id && document.getElementById(focused.id);
    (again || document.querySelector("main")).focus({ preventScroll: Boolean(again) || part !== "main" });
  }
  document.dispatchEvent(new CustomEvent("kostka:read"));
  return true;
}
