// Sheets that wait on this device: the organiser's pages send them for whoever entered them, and say so. The pages for sheets show them themselves.

import { ask, newKey } from "./ask.js";
import { Outbox } from "./outbox.js";
import { element } from "./page.js";
import { inWords, isOffline, signInAgain, whoami } from "./waiting.js";

/** What waits for this tournament, on a page that is about something else. */
class Unsent {
  constructor({ scope, account }) {
    this.waited = new Set();
    this.outbox = new Outbox({ scope, by: account, ask, newKey, whoami, storage: localStorage, locks: navigator.locks, changed: () => this.tell() });
    const wake = () => { this.tell(); this.outbox.wake(); };
    addEventListener("online", () => { this.outbox.offline = false; wake(); });
    addEventListener("offline", () => this.tell());
    addEventListener("storage", (event) => this.outbox.heard(event.key));
    document.addEventListener("visibilitychange", () => { if (!document.hidden) wake(); });
    document.addEventListener("kostka:read", () => this.tell());
    wake();
  }

  tell() {
    const place = document.querySelector("[data-unsent]");
    if (!place) return;
    const words = JSON.parse(place.dataset.words);
    const say = (id, values = {}) => (words[id] ?? id).replace(/%(\w+)/g, (whole, name) => values[name] ?? whole);
    const items = this.outbox.items();
    const open = items.filter((item) => item.state !== "confirmed");
    for (const item of open) this.waited.add(item.key);
    const sent = items.filter((item) => item.state === "confirmed" && this.waited.has(item.key));
    const parts = inWords(this.outbox, open, say);
    if (sent.length) parts.unshift(say("sent", { t: sent.map((item) => item.table).join(", ") }));
    if (open.length && isOffline(this.outbox)) parts.push(say("unsent-offline"));
    if (open.length && this.outbox.signedOut) parts.push(say("bar-sign-in"));
    const text = parts.join(" ");
    if (place.dataset.text === text) return;
    place.dataset.text = text;
    place.className = open.length ? "outbox waits" : "outbox";
    // Empty, it is not seen; it stays where it is, so that what comes into it is read out.
    place.replaceChildren(...(text ? [`${text} `] : []));
    if (open.length && this.outbox.signedOut) return place.append(signInAgain());
    if (!open.length) return;
    const link = element("a", say("to-sheets"));
    link.href = place.dataset.sheets;
    place.append(link);
  }
}

const place = document.querySelector("[data-unsent]");
if (place) new Unsent(place.dataset);
