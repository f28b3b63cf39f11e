// Entering sheets: a picker of tables, a sheet of one table, and the state of all of them. What is entered goes into the outbox.

import { ask, element, newKey, say as sayShared } from "./forms.js";
import { Outbox } from "./outbox.js";
import { DEFAULT_RULES, countRacks, charge, fieldsOf, position, readField, readSheet, readTiles } from "./sheet.js";

const lang = document.documentElement.lang;
const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));
/** Long enough for a slow hand, short enough to be asked before the last Enter. */
const CHECK_AFTER = 250;
const KEEP_AGAIN_AFTER = 20_000;
const ENDING_KEYS = { c: "time_expired", t: "time_expired", p: "pool_exhausted", z: "rack_emptied", n: "not_played" };

let page = null;

/** Takes over the page, once what it is made of is there. */
export function begin() {
  const root = document.getElementById("entry");
  if (!root || page?.root === root) return;
  page?.end();
  page = new Entry(root);
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
    this.outbox = new Outbox({
      scope, by: this.single ? "table" : this.account, ask, newKey,
      whoami: this.single ? null : async () => { const { status, body } = await ask("GET", "/api/v1/me"); return { status, id: body?.id }; },
      storage: localStorage, locks: navigator.locks, changed: () => this.changed(),
    });
    this.sheets = new Map();
    for (const section of root.querySelectorAll(".sheet")) this.sheets.set(Number(section.dataset.table), new Sheet(this, section));
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
    this.live?.close();
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
    const kind = new Intl.PluralRules(lang).select(open.length);
    const parts = open.length ? [this.say(`bar-${kind}`, { n: open.length })] : [this.say("bar-none")];
    if (this.outbox.offline || !navigator.onLine) parts.push(this.say("bar-offline"));
    const attention = open.filter((item) => item.state === "conflict" || item.state === "refused");
    if (attention.length) parts.push(this.say("bar-attention", { t: attention.map((item) => item.table).join(", ") }));
    const foreign = open.filter((item) => item.by !== this.outbox.by);
    if (foreign.length) parts.push(this.say("foreign"));
    const text = parts.join(" ");
    if (bar.dataset.text !== text + this.outbox.signedOut) {
      bar.dataset.text = text + this.outbox.signedOut;
      bar.replaceChildren(text);
      if (this.outbox.signedOut && !this.single) {
        const link = element("a", sayShared("sign-in"));
        link.href = `/${lang}/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`;
        bar.append(` ${this.say("bar-sign-in")} `, link);
      } else if (this.outbox.signedOut) {
        bar.append(` ${this.say("bar-sign-in")}`);
      }
      bar.className = open.length ? "outbox waits" : "outbox";
    }
    for (const sheet of this.sheets.values()) sheet.tell();
    this.tellMissing();
    this.tellLast(items);
    this.tellAttention(attention);
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

  async undo(item) {
    if (!window.confirm(this.say("undo-question", { n: item.table }))) return;
    const sheet = this.sheets.get(item.table);
    if (item.state === "refused" || (item.state === "waiting" && item.attempts === 0)) {
      sheet?.draft(item);
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

  note(text) {
    const place = this.root.querySelector("[data-last]");
    place.dataset.shown = "note";
    place.replaceChildren(element("strong", text));
  }

  /** Sheets that the service has not taken: what it says, and what can be done. */
  tellAttention(items) {
    const place = this.root.querySelector("[data-attention]");
    const shown = items.map((item) => item.key + item.state).join();
    if (place.dataset.shown === shown) return;
    place.dataset.shown = shown;
    place.replaceChildren(...items.map((item) => (item.state === "conflict" ? this.conflict(item) : this.refused(item))));
  }

  refused(item) {
    const box = element("section", undefined, "refusal");
    box.append(element("h2", this.say("refused-title", { n: item.table })), element("p", item.problem.detail ?? item.problem.title ?? sayShared("failed")));
    const list = element("ul");
    for (const error of item.problem.errors ?? []) list.append(element("li", error.detail));
    if (list.children.length) box.append(list);
    const acts = element("p", undefined, "acts");
    if (this.sheets.has(item.table) && item.stage === this.stage) {
      acts.append(this.button(this.say("open"), () => {
        const sheet = this.sheets.get(item.table);
        sheet.draft(item);
        sheet.refusedBy(item.problem);
        if (this.single) sheet.show(); else this.open(item.table);
      }));
    }
    acts.append(this.button(this.say("discard"), () => { if (window.confirm(this.say("discard-question", { n: item.table }))) this.outbox.drop(item); }, "quiet"));
    box.append(acts);
    return box;
  }

  /** What stands there and what was entered here, side by side. */
  conflict(item) {
    const { current, yours } = item.problem;
    const box = element("section", undefined, "refusal conflict");
    box.append(element("h2", this.say("conflict-title", { n: item.table })));
    const who = current.entered_by ? this.who(current.entered_by) : "";
    const when = current.entered_at ? this.clock(current.entered_at) : "";
    const seats = this.sheets.get(item.table)?.names ?? [];
    const table = element("table");
    const head = element("tr");
    const mine = yours?.games ?? item.body.games;
    for (const text of [this.say("game", { n: "" }).trim(), `${this.say("conflict-theirs")} ${[who, when].filter(Boolean).join(", ")}`.trim(), this.say("conflict-mine")]) {
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
      const [one, other] = [this.gameInWords(current.games?.[game], seats), this.gameInWords(mine[game], seats)];
      row.append(name, element("td", one), element("td", other));
      if (one !== other) row.className = "me";
      body.append(row);
    }
    table.append(top, body);
    box.append(table);
    if (!current.games) box.append(element("p", this.say("conflict-hidden")));
    const acts = element("p", undefined, "acts");
    acts.append(this.button(this.say("conflict-keep-theirs"), () => { this.outbox.drop(item); this.refresh(); }));
    acts.append(this.button(this.say("conflict-send-mine"), () => this.outbox.insist(item), "quiet"));
    box.append(acts);
    return box;
  }

  gameInWords(game, seats) {
    if (!game) return "–";
    const points = (game.small ?? []).map((small, seat) => `${"ABCD"[seat]} ${small === null ? this.say("gone") : signed(small)}`).join(", ");
    const option = this.root.querySelector(`[data-ending] option[value="${game.ending}"]`)?.textContent ?? game.ending;
    return game.ending === "rack_emptied" ? points : [points, option].filter(Boolean).join("; ");
  }

  button(text, act, className) {
    const made = element("button", text, className);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
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
    for (const sheet of found) this.sheets.get(sheet.table)?.apply(sheet);
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
    this.live = new EventSource(this.root.dataset.live);
    this.live.addEventListener("message", (event) => {
      let told = {};
      try { told = JSON.parse(event.data); } catch { return; }
      if (told.what === "sheet" && told.stage !== this.stage) return;
      if (!["sheet", "seating", "stage", "changed"].includes(told.what)) return;
      if ((told.what === "seating" || told.what === "stage") && told.stage && told.stage !== this.stage && !this.closed) this.stale();
      clearTimeout(this.reading);
      this.reading = setTimeout(() => this.refresh(), 300);
    });
    this.live.addEventListener("open", () => this.outbox.wake());
  }

  /** Lets the browser keep this page for when there is no network. */
  async keep() {
    if (!("serviceWorker" in navigator)) return;
    try {
      await navigator.serviceWorker.register("/sw.js", { scope: "/" });
      const ready = await navigator.serviceWorker.ready;
      ready.active?.postMessage("keep");
      this.kept = Date.now();
    } catch { /* Browsers without it go on without it. */ }
  }

  keepLater() {
    if (!this.kept || this.keeping) return;
    this.keeping = setTimeout(() => { this.keeping = null; this.keep(); }, KEEP_AGAIN_AFTER);
  }
}

/** The sheet of one table. */
class Sheet {
  constructor(entry, section) {
    this.entry = entry;
    this.section = section;
    this.number = Number(section.dataset.table);
    this.names = [...section.querySelectorAll(".names li")].map((one) => one.lastChild.textContent.trim());
    this.rows = [...section.querySelectorAll("[data-game]")].map((row) => ({
      fields: [...row.querySelectorAll("[data-seat]")],
      outputs: [...row.querySelectorAll(".outcome")],
      ending: row.querySelector("[data-ending]"),
      racks: row.querySelector("[data-racks-open]"),
    }));
    this.fields = this.rows.flatMap((row) => row.fields);
    this.dirty = false;
    this.apply(JSON.parse(section.dataset.sheet));
    // What this page shows is remembered by the browser with it; what came after it is not.
    entry.outbox.forget(entry.stage, this.number, this.known.etag);
    this.restore();
    const form = section.querySelector("[data-form]");
    form.addEventListener("submit", (event) => { event.preventDefault(); this.save(true); });
    form.addEventListener("keydown", (event) => this.key(event));
    form.addEventListener("input", (event) => { if (event.target.matches("[data-seat], [data-ending]")) this.typed(event.target); });
    form.addEventListener("focusin", (event) => { if (event.target.matches("[data-seat]")) event.target.select(); });
    section.querySelector("[data-back]")?.addEventListener("click", () => entry.pick());
    section.querySelector("[data-first]")?.addEventListener("click", () => this.correctFirst());
    for (const [game, row] of this.rows.entries()) row.racks.addEventListener("click", () => entry.racks.open(this, game, 0));
  }

  get draftName() { return `kostka-draft:${this.entry.scope}:${this.entry.account}:${this.entry.stage}:${this.number}`; }

  /** Whether the same people sit there. */
  sits(sheet) { return sheet.seats.map((seat) => seat.player).join() === this.known.seats.map((seat) => seat.player).join(); }

  /** What the service says of it. What is being typed stays, with the ETag of when that began. */
  apply(sheet) {
    if (this.known && position(sheet.etag) < position(this.known.etag)) return;
    const isNew = this.known && position(sheet.etag) > position(this.known.etag);
    this.known = sheet;
    const open = !this.section.hidden;
    if (this.dirty || (open && !this.entry.single && document.activeElement?.closest(".sheet") === this.section)) {
      if (isNew && this.etag && position(sheet.etag) > position(this.etag) && !this.kept()) this.tellNote(this.entry.say("changed-here"));
      return;
    }
    this.reset();
  }

  /** What the outbox has and the service does not show yet. */
  kept() {
    const item = this.entry.outbox.of(this.entry.stage, this.number);
    return item && !(item.state === "confirmed" && position(this.known.etag) >= position(item.etag)) ? item : undefined;
  }

  /** Shows what is known: what waits in the outbox, or what the service has. */
  reset() {
    // What somebody else has entered on this device is not for these eyes.
    const kept = this.entry.outbox.by === this.kept()?.by ? this.kept() : undefined;
    this.etag = this.tagOf(kept);
    const { state, games } = this.known.results ?? { state: "missing" };
    const by = this.known.entry?.entered_by;
    const isMine = this.entry.single ? games !== undefined : by?.id === this.entry.account;
    this.second = kept ? Boolean(kept.second) && kept.state !== "confirmed" : state === "unconfirmed" && !isMine;
    this.section.querySelector("[data-second]").hidden = !this.second;
    this.fill(kept?.body.games ?? (this.second ? [] : games ?? []), Boolean(kept));
    this.dirty = false;
    this.findings([], []);
    this.tellNote("");
  }

  /** On which state the sheet rests: that of what waits here, so that nothing is replaced that nobody has seen. */
  tagOf(kept) {
    if (!kept) return this.known.etag;
    return kept.state === "confirmed" ? kept.etag : kept.ifMatch;
  }

  async correctFirst() {
    const answer = await ask("GET", `${this.section.dataset.address}/sheet`);
    if (!answer.ok) return this.tellNote(answer.body?.detail ?? sayShared("offline"));
    this.second = false;
    this.section.querySelector("[data-second]").hidden = true;
    this.etag = answer.body.etag;
    this.fill(answer.body.results?.games ?? []);
    this.rows[0].fields[0].focus();
  }

  /** Puts games into the fields; games that were handed in have no big points, and their winners are those who lost nothing. */
  fill(games, handedIn = false) {
    for (const [index, row] of this.rows.entries()) {
      let game = games[index];
      if (game && handedIn) game = { ...game, big: (game.small ?? []).map((small) => (small === null ? null : Number(small >= 0))) };
      const { ending, texts } = fieldsOf(game, row.fields.length);
      row.ending.value = ending;
      row.fields.forEach((field, seat) => { field.value = texts[seat] ?? ""; });
    }
    this.compute();
  }

  read() {
    const rows = this.rows.map((row) => ({ ending: row.ending.value, texts: row.fields.map((field) => field.value) }));
    return readSheet(rows, this.entry.rules);
  }

  /** Sums and winners as they follow from what is typed. */
  compute() {
    const read = this.read();
    for (const [index, row] of this.rows.entries()) {
      const game = read.read[index];
      const winners = game.state === "full" && game.small.filter((small) => small !== null && small >= 0).length;
      row.outputs.forEach((output, seat) => {
        const small = game.small[seat];
        const won = game.state === "full" && small !== null && small >= 0 && winners;
        output.textContent = readField(row.fields[seat].value).kind === "gone" ? this.entry.say("gone") : small === null ? "" : signed(small);
        output.classList.toggle("won", Boolean(won));
        if (won) output.append(element("span", ` ${this.entry.say("winner")}`, "unseen"));
        row.fields[seat].disabled = row.ending.value === "not_played";
      });
    }
    this.section.querySelectorAll("[data-sum]").forEach((cell, seat) => {
      const { small, big } = read.sums[seat] ?? {};
      cell.replaceChildren(...(read.state === "empty" ? [] : [signed(small), " ", element("span", this.entry.say("big", { n: big }), "from")]));
    });
    return read;
  }

  typed(target) {
    this.dirty = true;
    this.agreed = null;
    if (target.matches("[data-seat]")) {
      target.value = target.value.replace(/[^\dxX+wW−–-]/g, "");
      target.removeAttribute("aria-invalid");
      if (target.value.toLowerCase() === "x") this.goneFrom(target);
    }
    const read = this.compute();
    this.live(read);
    this.keepDraft();
  }

  /** Whoever is gone stays away from the games that follow. */
  goneFrom(field) {
    const from = this.rows.findIndex((row) => row.fields.includes(field));
    const seat = this.rows[from].fields.indexOf(field);
    for (const row of this.rows.slice(from + 1)) if (row.fields.every((one) => one.value === "" || one.value === "x")) row.fields[seat].value = "x";
  }

  /** What is plainly wrong is said at once; what is only not there yet is not. */
  live(read) {
    const obvious = read.errors.filter((error) => !["missing", "game-missing", "no-winner"].includes(error.code) || error.code === "no-winner" && this.isLeft(error.game));
    this.findings(obvious, read.warnings, { quietly: true });
    clearTimeout(this.checking);
    if (read.state === "full" && !read.errors.length && !this.second) this.checking = setTimeout(() => this.check(read.games), CHECK_AFTER);
  }

  isLeft(game) { return !this.rows[game].fields.includes(document.activeElement); }

  /** Asks the service, as far as there is one. */
  async check(games) {
    const shape = JSON.stringify(games);
    this.asking?.abort();
    this.asking = new AbortController();
    const answer = await ask("POST", `${this.section.dataset.address}/sheet/check`, { body: { games }, signal: this.asking.signal });
    if (!answer.ok || this.section.hidden || JSON.stringify(this.read().games) !== shape) return;
    this.checked = { shape, ...answer.body };
    this.findings(answer.body.errors, answer.body.warnings, { quietly: true, infos: answer.body.infos });
  }

  /** What a finding says, and where it is. */
  place(finding) {
    const [, game, seat] = /^\/games\/(\d+)(?:\/(?:small|racks)\/(\d+))?/.exec(finding.pointer ?? "") ?? [];
    return { game: finding.game ?? (game === undefined ? undefined : Number(game)), seat: finding.seat ?? (seat === undefined ? undefined : Number(seat)) };
  }

  inWords(finding, grade) {
    if (finding.detail) return finding.detail;
    const { entry } = this;
    const where = [entry.say("game", { n: finding.game + 1 }), finding.seat === undefined ? "" : entry.say("seat", { s: "ABCD"[finding.seat], t: this.names[finding.seat] ?? "" })];
    return `${where.filter(Boolean).join(", ")}: ${entry.say(`${grade}-${finding.code}`, { n: finding.expected ?? finding.limit })}`;
  }

  findings(errors, warnings, { quietly = false, infos = [] } = {}) {
    for (const field of this.fields) field.removeAttribute("aria-invalid");
    const box = this.section.querySelector("[data-findings]");
    const parts = [];
    const list = (grade, found, className) => {
      if (!found.length) return;
      const part = element("div", undefined, className);
      part.append(element("strong", this.entry.say(`${grade}s`)));
      const items = element("ul");
      for (const finding of found) items.append(element("li", this.inWords(finding, grade)));
      part.append(items);
      parts.push(part);
    };
    list("error", errors, "refusal");
    list("warning", warnings, "notice");
    list("info", infos, "notice");
    if (quietly) box.setAttribute("aria-live", "polite"); else box.removeAttribute("aria-live");
    box.replaceChildren(...parts);
    for (const error of errors) {
      const { game, seat } = this.place(error);
      if (game !== undefined) (seat === undefined ? this.rows[game]?.fields ?? [] : [this.rows[game]?.fields[seat]]).forEach((field) => field?.setAttribute("aria-invalid", "true"));
    }
    this.warned = warnings.length > 0;
    this.section.querySelector("[data-tick-line]").hidden = !this.warned;
    this.section.querySelector("[data-reason-line]").hidden = !this.warned && !this.entry.closed && !this.needsReason;
    if (!this.warned) this.section.querySelector("[data-tick]").checked = false;
  }

  show() {
    this.section.hidden = false;
    if (!this.dirty) this.reset();
    const isOpen = (field) => !field.disabled;
    const begun = this.entry.stage === "final" && this.rows.find((row) => row.fields.every((field) => field.value === ""));
    const first = (begun ? begun.fields : this.fields).find(isOpen);
    if (!this.entry.single || matchMedia("(pointer: fine)").matches) first?.focus();
    this.tellState();
  }

  /** What was handed in before, to be put right. */
  draft(item) {
    this.fill(item.body.games, true);
    this.dirty = true;
    this.etag = this.tagOf(item);
    this.second = Boolean(item.second);
    this.section.querySelector("[data-second]").hidden = !this.second;
  }

  /** Says in the sheet why the service did not take it. */
  refusedBy(problem) {
    const warned = problem.reason === "unconfirmed-warnings";
    this.needsReason = warned || problem.reason === "correction-reason-missing";
    const found = problem.errors?.length ? problem.errors : [{ detail: problem.detail ?? problem.title }];
    this.stuck = { errors: warned ? [] : found, warnings: warned ? found : [] };
    this.findings(this.stuck.errors, this.stuck.warnings);
  }

  tellNote(text) {
    const place = this.section.querySelector("[data-notes]");
    place.replaceChildren(...(text ? [element("p", text, "notice")] : []));
  }

  isMissing() {
    const kept = this.kept();
    if (kept) return kept.state === "refused" || kept.body.games.length < this.rows.length;
    return ["missing", "incomplete"].includes(this.known.results?.state ?? "missing");
  }

  /** Its state in words, here and in the list of tables. */
  tell() {
    const { entry } = this;
    const state = this.known.results?.state ?? "missing";
    const item = this.kept();
    const shows = Boolean(item);
    const kind = item?.by !== entry.outbox.by ? "foreign" : entry.outbox.sending === item?.key ? "sending" : item?.state;
    this.state = shows ? entry.say(`box-${kind}`) : entry.say(`state-${state}`);
    const by = this.known.entry;
    const parts = by && !shows ? [entry.say("entered", { t: entry.who(by.entered_by), c: by.entered_at ? entry.clock(by.entered_at) : "" })] : [];
    if (by?.confirmed_by && !shows) parts.push(entry.say("confirmed-by", { t: entry.who(by.confirmed_by) }));
    if (by?.second_entry_waived && !shows) parts.push(entry.say("waived"));
    this.whoText = parts.join(" ");
    const row = entry.root.querySelector(`[data-row="${this.number}"]`);
    if (row) {
      set(row.querySelector("[data-state]"), this.state);
      set(row.querySelector("[data-who]"), this.whoText);
      row.className = shows || state !== "complete" ? "" : "done";
    }
    if (!this.section.hidden) this.tellState();
  }

  tellState() { set(this.section.querySelector("[data-state-line]"), [this.state, this.whoText].filter(Boolean).join(" · ")); }

  keepDraft() {
    const rows = this.rows.map((row) => ({ ending: row.ending.value, texts: row.fields.map((field) => field.value) }));
    try { localStorage.setItem(this.draftName, JSON.stringify({ etag: this.etag, second: this.second, rows })); } catch { /* It is only a convenience. */ }
  }

  /** What was typed before the page was closed. */
  restore() {
    let kept = null;
    try { kept = JSON.parse(localStorage.getItem(this.draftName)); } catch { /* None. */ }
    if (!kept || kept.rows.length !== this.rows.length || this.kept()) return;
    this.rows.forEach((row, index) => {
      row.ending.value = kept.rows[index].ending;
      row.fields.forEach((field, seat) => { field.value = kept.rows[index].texts[seat] ?? ""; });
    });
    this.etag = kept.etag;
    this.second = kept.second;
    this.dirty = true;
    this.compute();
  }

  key(event) {
    const { target } = event;
    if (event.key === "Escape" && !this.entry.single) { event.preventDefault(); return this.entry.pick(); }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); return this.save(true); }
    if (event.key === "Enter" && target.matches("[data-tick]")) { event.preventDefault(); target.checked = true; return this.section.querySelector("[data-reason]").focus(); }
    if (event.key === "Enter" && target.matches("[data-ending]")) { event.preventDefault(); return this.onward(this.rows.findIndex((row) => row.ending === target)); }
    if (!target.matches("[data-seat]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.fields.indexOf(target);
    const seats = this.rows[0].fields.length;
    const game = Math.floor(at / seats);
    const moves = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: seats, ArrowUp: -seats };
    if (event.key === "Enter") {
      event.preventDefault();
      this.forward(at);
    } else if (event.key in moves) {
      event.preventDefault();
      this.fields[at + moves[event.key]]?.focus();
    } else if (event.key.length === 1 && /\p{L}/u.test(event.key)) {
      const key = event.key.toLowerCase();
      if (key === "x" || key === "w") return;
      event.preventDefault();
      if (key === "k") return this.entry.racks.open(this, game, at % seats);
      if (!ENDING_KEYS[key]) return;
      this.rows[game].ending.value = ENDING_KEYS[key];
      this.typed(this.rows[game].ending);
      if (key === "n") this.onward(game);
    }
  }

  /** To the field after this one; the last saves. Games of a final are handed in one by one. */
  forward(at) {
    const seats = this.rows[0].fields.length;
    const isLast = at % seats === seats - 1 && this.fields.slice(at + 1).every((field) => field.value === "");
    if (this.entry.stage === "final" && isLast) return this.save(true);
    const next = this.fields.slice(at + 1).find((field) => !field.disabled);
    if (next) next.focus(); else this.save(false);
  }

  onward(game) {
    const next = this.rows.slice(game).flatMap((row) => row.fields).find((field) => !field.disabled);
    (next ?? this.section.querySelector("[type=submit]")).focus();
  }

  save(anyway) {
    clearTimeout(this.checking);
    const { entry } = this;
    const read = this.compute();
    const box = this.section.querySelector("[data-findings]");
    if (read.state === "empty") return this.complain([{ detail: entry.say("empty") }], [], this.fields[0]);
    if (read.errors.length) {
      const { game, seat = 0 } = this.place(read.errors[0]);
      return this.complain(read.errors, read.warnings, this.rows[game]?.fields[seat] ?? box);
    }
    const shape = JSON.stringify(read.games);
    const known = this.checked?.shape === shape ? this.checked : { errors: [], warnings: [] };
    if (known.errors.length) return this.complain(known.errors, known.warnings, box);
    const warnings = known.warnings.length ? known.warnings : read.warnings.length ? read.warnings : this.stuck?.warnings ?? [];
    const tick = this.section.querySelector("[data-tick]");
    const reason = this.section.querySelector("[data-reason]");
    const needsReason = warnings.length > 0 || entry.closed || this.needsReason;
    if (warnings.length && !this.second) {
      if (!tick.checked) { this.complain([], warnings, tick, "tick-needed"); return; }
    }
    if (needsReason && !this.second && !reason.value.trim()) return this.complain([], warnings, reason, "reason-needed");
    if (read.state === "incomplete" && !anyway && this.agreed !== shape) {
      this.agreed = shape;
      return this.complain([], warnings, document.activeElement, "partial", { n: read.played, m: this.rows.length });
    }
    const address = this.section.dataset.address;
    const body = { games: read.games };
    if (needsReason && !this.second) body.reason = reason.value.trim();
    const item = this.second
      ? { method: "POST", address: `${address}/sheet/second-entry`, second: true }
      : { method: "PUT", address: `${address}/${entry.over ? "correction" : "sheet"}`, ifMatch: this.etag };
    try {
      entry.outbox.save({ stage: entry.stage, table: this.number, body, ...item });
    } catch {
      return this.complain([{ detail: entry.say("cannot-keep") }], [], box);
    }
    localStorage.removeItem(this.draftName);
    Object.assign(this, { dirty: false, checked: null, stuck: null, needsReason: false, agreed: null });
    reason.value = "";
    this.findings([], []);
    if (entry.single) { document.activeElement?.blur(); this.tellState(); } else entry.pick();
  }

  complain(errors, warnings, focus, note, values) {
    this.findings(errors, warnings);
    if (note === "reason-needed") this.section.querySelector("[data-reason-line]").hidden = false;
    if (note) this.section.querySelector("[data-findings]").append(element("p", this.entry.say(note, values), "notice"));
    const live = this.section.querySelector("[data-findings]");
    live.setAttribute("role", "alert");
    focus?.focus();
  }
}

/** The calculator of racks, for one game of a sheet. */
class Racks {
  constructor(entry, dialog) {
    Object.assign(this, { entry, dialog });
    this.rows = dialog.querySelector("[data-racks-rows]");
    dialog.addEventListener("input", () => this.count());
    dialog.querySelector("[data-racks-leave]").addEventListener("click", () => dialog.close());
    dialog.querySelector("[data-racks-form]").addEventListener("submit", (event) => { event.preventDefault(); this.take(); });
    dialog.addEventListener("close", () => this.sheet?.rows[this.game].fields[this.seat]?.focus());
    dialog.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !event.target.matches("[data-tiles]")) return;
      event.preventDefault();
      const fields = [...this.rows.querySelectorAll("[data-tiles]")];
      const next = fields[fields.indexOf(event.target) + 1];
      if (next) next.focus(); else this.take();
    });
  }

  open(sheet, game, seat) {
    Object.assign(this, { sheet, game, seat });
    const template = this.dialog.querySelector("[data-rack-row]").content.firstElementChild;
    this.rows.replaceChildren(...sheet.names.map((name, index) => {
      const row = template.cloneNode(true);
      row.querySelector("legend").textContent = `${"ABCD"[index]} ${name}`;
      row.hidden = readField(sheet.rows[game].fields[index].value).kind === "gone";
      return row;
    }));
    this.count();
    this.dialog.showModal();
    this.rows.querySelectorAll("[data-tiles]")[seat]?.focus();
  }

  /** The racks as typed; null where nothing is. */
  read() {
    return [...this.rows.children].filter((row) => !row.hidden).map((row) => {
      const tiles = row.querySelector("[data-tiles]");
      const meld = row.querySelector("[data-meld]").value;
      const read = readTiles(tiles.value);
      tiles.toggleAttribute("aria-invalid", false);
      if (read.wrong) tiles.setAttribute("aria-invalid", "true");
      const isEmpty = tiles.value.trim() === "" && meld === "made";
      return { row, read, rack: read.wrong ? null : { ...read, meld: meld === "spilled" ? "made" : meld, spilled: meld === "spilled" }, isEmpty };
    });
  }

  count() {
    const racks = this.read();
    const ending = this.sheet.rows[this.game].ending.value;
    const note = this.dialog.querySelector("[data-racks-sum]");
    for (const { row, read, rack, isEmpty } of racks) {
      row.querySelector("[data-points]").textContent = read.wrong ? this.entry.say("rack-wrong", { t: read.wrong }) : isEmpty ? "" : signed(-charge(rack, this.entry.rules));
    }
    note.textContent = "";
    this.counted = null;
    if (racks.some(({ read }) => read.wrong)) return;
    // One rack alone is what its player lost, where somebody has finished.
    const typed = racks.filter(({ isEmpty }) => !isEmpty);
    if (ending === "rack_emptied" && typed.length < racks.length - 1) {
      this.counted = { partly: racks.map(({ rack, isEmpty }) => (isEmpty ? null : charge(rack, this.entry.rules))) };
      return;
    }
    const counted = countRacks(racks.map(({ rack }) => rack), ending, this.entry.rules);
    if (counted.error) note.textContent = this.entry.say(`rack-error-${counted.error}`);
    else {
      this.counted = counted;
      note.textContent = counted.small.map((small, index) => `${racks[index].row.querySelector("legend").textContent.slice(0, 1)} ${signed(small)}`).join(", ");
    }
  }

  take() {
    this.count();
    if (!this.counted) return;
    const seats = [...this.rows.children].flatMap((row, index) => (row.hidden ? [] : [index]));
    const fields = this.sheet.rows[this.game].fields;
    const { partly, small, winners } = this.counted;
    seats.forEach((seat, index) => {
      if (partly) { if (partly[index] !== null) fields[seat].value = String(partly[index]); }
      else fields[seat].value = winners.includes(index) ? (winners.length > 1 ? "+" : "") : String(-small[index]);
    });
    this.sheet.typed(fields[this.seat]);
    this.dialog.close();
  }
}

/** Writes only what differs, so that nothing is read out twice. */
function set(place, text) {
  if (place && place.textContent !== text) place.textContent = text;
}

begin();
document.addEventListener("kostka:read", begin);
