// Entering sheets: a picker of tables, a sheet of one table, and the state of all of them. What is entered goes into the outbox.

import { ask, newKey } from "./ask.js";
import { attentionBox } from "./attention.js";
import { Outbox, tidy } from "./outbox.js";
import { element, say as sayShared } from "./page.js";
import { Racks } from "./racks.js";
import { DEFAULT_RULES } from "./sheet.js";
import { SheetForm } from "./sheet_form.js";
import { inWords, isOffline, needsDecision, signInAgain, whoami } from "./waiting.js";
import { follow } from "./watch.js";

const lang = document.documentElement.lang;
const KEEP_AGAIN_AFTER = 20_000;

let page = null;

/** Takes over the page, once what it is made of is there. */
export function begin() {
  const root = document.getElementById("entry");
  if (!root || page?.root === root) return;
  leave();
  page = new Entry(root);
}

/** Leaves the page, before another takes its place. */
export function leave() {
  page?.end();
  page = null;
}

class Entry {
  constructor(root) {
    this.root = root;
    this.words = JSON.parse(root.dataset.words);
    this.rules = { ...DEFAULT_RULES, ...JSON.parse(root.dataset.rules) };
    this.stage = root.dataset.stage;
    this.account = root.dataset.account;
    this.single = "single" in root.dataset;
    this.over = "over" in root.dataset;
    this.closed = "closed" in root.dataset;
    const scope = this.single ? `${root.dataset.scope}/${this.stage}/${root.querySelector(".sheet").dataset.table}` : root.dataset.scope;
    this.scope = scope;
    tidy(localStorage);
    this.outbox = new Outbox({
      scope, by: this.single ? "table" : this.account, ask, newKey,
      whoami: this.single ? null : whoami,
      storage: localStorage, locks: navigator.locks, changed: () => this.changed(),
    });
    this.sheets = new Map();
    for (const section of root.querySelectorAll(".sheet")) this.sheets.set(Number(section.dataset.table), new SheetForm(this, section));
    this.picker = root.querySelector("[data-picker]");
    this.last = null;
    this.leaving = new AbortController();
    const listen = (target, name, act) => target.addEventListener(name, act, { signal: this.leaving.signal });
    root.querySelector("[data-pick]")?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.open(Number(this.root.querySelector("#table-number").value.trim()));
    });
    listen(window, "hashchange", () => this.follow());
    listen(window, "online", () => { this.outbox.offline = false; this.changed(); this.outbox.wake(); this.refresh(); });
    listen(window, "offline", () => this.changed());
    listen(window, "storage", () => this.changed());
    listen(document, "visibilitychange", () => { if (!document.hidden) this.outbox.wake(); });
    this.racks = new Racks(this, root.querySelector("[data-racks]"));
    this.changed();
    this.outbox.flush();
    if (this.single) this.sheets.values().next().value.show();
    else if (!this.follow()) this.root.querySelector("#table-number")?.focus();
    this.watch();
    this.keep();
  }

  end() {
    this.leaving.abort();
    this.unfollow?.();
    clearTimeout(this.reading);
    clearTimeout(this.keeping);
    this.outbox.stop(this.outbox.pending);
  }

  say(id, values = {}) {
    return (this.words[id] ?? id).replace(/%(\w+)/g, (whole, name) => values[name] ?? whole);
  }

  /** Opens the table that the address names. */
  follow() {
    const named = /^#table-(\d+)$/.exec(location.hash);
    if (!named || this.single) return false;
    history.replaceState(null, "", location.pathname + location.search);
    return this.open(Number(named[1]));
  }

  open(number) {
    const sheet = this.sheets.get(number);
    const note = this.root.querySelector("#table-number-note");
    if (!note) return false;
    note.textContent = sheet ? "" : this.say("no-such-table");
    if (!sheet) {
      this.root.querySelector("#table-number").select();
      return false;
    }
    for (const other of this.sheets.values()) other.section.hidden = true;
    this.picker.hidden = true;
    this.note("");
    sheet.show();
    return true;
  }

  pick() {
    for (const sheet of this.sheets.values()) sheet.section.hidden = true;
    this.picker.hidden = false;
    const field = this.root.querySelector("#table-number");
    field.value = "";
    field.focus();
    this.changed();
  }

  /** What is waiting, what is missing, and in which state every table is. */
  changed() {
    const items = this.outbox.items();
    const open = items.filter((item) => item.state !== "confirmed");
    const bar = this.root.querySelector("[data-bar]");
    const begun = [...this.sheets.values()].filter((sheet) => sheet.isBegun()).map((sheet) => sheet.number);
    const parts = inWords(this.outbox, open, (id, values) => this.say(id, values));
    if (begun.length) parts.push(this.say("bar-begun", { t: begun.join(", ") }));
    if (!parts.length) parts.push(this.say("bar-none"));
    if (isOffline(this.outbox)) parts.push(this.say("bar-offline"));
    const text = parts.join(" ");
    if (bar.dataset.text !== text + this.outbox.signedOut) {
      bar.dataset.text = text + this.outbox.signedOut;
      bar.replaceChildren(text);
      if (this.outbox.signedOut && !this.single) {
        bar.append(` ${this.say("bar-sign-in")} `, signInAgain());
      } else if (this.outbox.signedOut) {
        bar.append(` ${this.say("bar-token")}`);
        document.dispatchEvent(new CustomEvent("kostka:token-ended"));
      }
      bar.className = open.length || begun.length ? "outbox waits" : "outbox";
    }
    for (const sheet of this.sheets.values()) sheet.tell();
    this.tellMissing();
    this.tellLast(items);
    this.tellAttention(open.filter(needsDecision));
  }

  tellMissing() {
    const place = this.root.querySelector("[data-missing]");
    if (!place) return;
    const missing = [...this.sheets.values()].filter((sheet) => sheet.isMissing()).map((sheet) => sheet.number);
    place.textContent = missing.length ? this.say("missing", { t: missing.join(", ") }) : this.say("none-missing");
  }

  /** The last sheet that was entered here, and the way to take it back. */
  tellLast(items) {
    const place = this.root.querySelector("[data-last]");
    const last = items.findLast((item) => item.by === this.outbox.by && item.stage === this.stage);
    this.last = last;
    const shown = last && `${last.key}${last.state}${this.outbox.sending === last.key}`;
    if (!place || place.dataset.shown === String(shown)) return;
    place.dataset.shown = String(shown);
    place.replaceChildren();
    if (!last) return;
    const state = this.say(this.outbox.sending === last.key ? "box-sending" : `box-${last.state}`);
    place.append(`${this.say("last", { n: last.table })} ${state} `);
    if (last.state === "conflict") return;
    const undo = element("button", this.say("undo"), "quiet");
    undo.type = "button";
    undo.addEventListener("click", () => this.undo(last));
    place.append(undo);
  }

  async undo({ key, table }) {
    if (!window.confirm(this.say("undo-question", { n: table }))) return;
    // It may have been sent while somebody thought about it.
    const item = this.outbox.items().find((one) => one.key === key);
    if (!item) return this.note(this.say("undo-none"));
    const sheet = this.sheets.get(item.table);
    if (item.state === "refused" || (item.state === "waiting" && item.attempts === 0)) {
      sheet?.draft(item);
      sheet?.keepDraft();
      this.outbox.drop(item);
      return this.note(this.say("undone", { n: item.table }));
    }
    const acts = await ask("GET", `${this.root.dataset.tournament}/acts?limit=50`);
    const act = acts.body?.items?.find((one) => one.position === item.event && !one.undone);
    if (!act) return this.note(acts.status === 0 ? this.say("bar-offline") : this.say("undo-none"));
    const answer = await ask("POST", `${this.root.dataset.tournament}/acts/${act.number}/undo`, { body: {}, key: newKey() });
    if (!answer.ok) return this.note(answer.body?.detail ?? sayShared("failed"));
    this.outbox.drop(item);
    await this.refresh();
    this.note(this.say("undone", { n: item.table }));
  }

  /** Says what came of something; it stays until another table is opened. */
  note(text) {
    const place = this.root.querySelector("[data-noted]");
    if (place) place.textContent = text;
  }

  /** Sheets that the service has not taken: what it says, and what can be done. */
  tellAttention(items) {
    const place = this.root.querySelector("[data-attention]");
    const shown = items.map((item) => item.key + item.state).join();
    if (place.dataset.shown === shown) return;
    place.dataset.shown = shown;
    place.replaceChildren(...items.map((item) => attentionBox(this, item)));
  }

  /** Opens a sheet that was refused, to be put right. */
  reopen(item) {
    const sheet = this.sheets.get(item.table);
    sheet.draft(item);
    if (this.single) sheet.show(); else this.open(item.table);
    sheet.refusedBy(item.problem);
  }

  who(by) {
    if (by.kind === "account" && by.id === this.account) return this.say("by-you");
    return by.name ?? this.say(by.kind === "table_token" ? "by-table" : "by-staff");
  }

  clock(moment) {
    return new Intl.DateTimeFormat(lang, { timeZone: "Europe/Warsaw", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(new Date(moment));
  }

  /** Reads the sheets again; what is being typed stays. */
  async refresh() {
    const answer = await ask("GET", this.root.dataset.source);
    if (!answer.ok) return;
    const found = answer.body.items ?? [answer.body];
    const same = found.length === this.sheets.size && found.every((sheet) => this.sheets.get(sheet.table)?.sits(sheet));
    if (!same || (answer.body.closed ?? false) !== (this.closed && !this.over) && !this.over && !this.single) this.stale();
    for (const sheet of found) {
      this.sheets.get(sheet.table)?.apply(sheet);
      // The last one stays, so that it can be taken back.
      if (sheet.table !== this.last?.table) this.outbox.forget(this.stage, sheet.table, sheet.etag);
    }
    this.changed();
    this.keepLater();
  }

  /** The stage is not what the page shows. */
  stale() {
    if (this.root.querySelector("[data-stale]")) return;
    const note = element("p", `${this.say("stage-changed")} `, "notice");
    note.dataset.stale = "";
    const link = element("a", sayShared("read-again"));
    link.href = location.pathname;
    note.append(link);
    this.root.querySelector("[data-bar]").before(note);
  }

  /** Follows what happens at the tournament. */
  watch() {
    const soon = () => {
      clearTimeout(this.reading);
      this.reading = setTimeout(() => this.refresh(), 300);
    };
    const told = (data) => {
      let news = {};
      try { news = JSON.parse(data); } catch { return; }
      if (news.what === "sheet" && news.stage !== this.stage) return;
      if (!["sheet", "seating", "stage", "changed"].includes(news.what)) return;
      if ((news.what === "seating" || news.what === "stage") && news.stage && news.stage !== this.stage && !this.closed) this.stale();
      soon();
    };
    this.unfollow = follow(this.root.dataset.live, { told, back: soon, connection: (isThere) => { if (isThere) this.outbox.wake(); } });
  }

  /** Lets the browser keep this page for when there is no network. */
  async keep() {
    if (!("serviceWorker" in navigator)) return;
    try {
      await navigator.serviceWorker.register("/sw.js", { scope: "/" });
      const ready = await navigator.serviceWorker.ready;
      ready.active?.postMessage("keep");
      this.pageKept = true;
    } catch { /* Browsers without it go on without it. */ }
  }

  keepLater() {
    if (!this.pageKept || this.keeping) return;
    this.keeping = setTimeout(() => { this.keeping = null; this.keep(); }, KEEP_AGAIN_AFTER);
  }
}

begin();
document.addEventListener("kostka:read", begin);
