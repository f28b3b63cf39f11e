// The form in which the sheet of one table is typed.

import { ask } from "./ask.js";
import { placeOf, showFindings } from "./findings.js";
import { element } from "./page.js";
import { fieldsOf, position, readField, readSheet, signed } from "./sheet.js";

/** Long enough for a slow hand, short enough to be asked before the last Enter. */
const CHECK_AFTER = 250;
const ENDING_KEYS = { c: "time_expired", t: "time_expired", p: "pool_exhausted", z: "rack_emptied", n: "not_played" };

/** The sheet of one table. */
export class SheetForm {
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
    // What is typed on after one's own sheet rests on that sheet, and nobody else has entered anything.
    if (isNew && this.isOwn(sheet)) {
      this.etag = sheet.etag;
      if (this.dirty) return this.keepDraft();
    }
    const open = !this.section.hidden;
    if (this.dirty || (open && !this.entry.single && document.activeElement?.closest(".sheet") === this.section)) {
      if (isNew && this.etag && position(sheet.etag) > position(this.etag) && !this.unshown()) this.tellNote(this.entry.say("changed-here"));
      return;
    }
    this.reset();
  }

  /** Whether the sheet in the service is the one that was entered here last. */
  isOwn(sheet) {
    const { outbox, stage } = this.entry;
    const item = outbox.of(stage, this.number);
    return item?.by === outbox.by && item.state === "confirmed" && position(item.etag) === position(sheet.etag);
  }

  /** What the outbox has and the service does not show yet. */
  unshown() {
    const item = this.entry.outbox.of(this.entry.stage, this.number);
    return item && !(item.state === "confirmed" && position(this.known.etag) >= position(item.etag)) ? item : undefined;
  }

  /** Shows what is known: what waits in the outbox, or what the service has. */
  reset() {
    // What somebody else has entered on this device is not for these eyes.
    const kept = this.entry.outbox.by === this.unshown()?.by ? this.unshown() : undefined;
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

  /** What is typed here takes the place of the first entry, which is not shown for that either; somebody else enters it again. */
  correctFirst() {
    this.second = false;
    this.section.querySelector("[data-second]").hidden = true;
    this.etag = this.known.etag;
    this.findings([], []);
    this.tellNote(this.entry.say("replaces-first"));
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

  findings(errors, warnings, options) {
    showFindings(this, errors, warnings, options);
    this.warned = warnings.length > 0;
    this.section.querySelector("[data-tick-line]").hidden = !this.warned;
    this.section.querySelector("[data-reason-line]").hidden = !this.warned && !this.entry.closed && !this.needsReason;
    if (!this.warned) this.section.querySelector("[data-tick]").checked = false;
  }

  show() {
    this.section.hidden = false;
    if (!this.dirty) this.reset();
    const isOpen = (field) => !field.disabled;
    const next = this.entry.stage === "final" && this.rows[this.read().read.findIndex((game) => game.state === "empty")];
    const first = (next ? next.fields : this.fields).find(isOpen);
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
    // Whatever is entered, a stage that is over needs it.
    this.needsReason = problem.reason === "correction-reason-missing";
    const found = problem.errors?.length ? problem.errors : [{ detail: problem.detail ?? problem.title }];
    this.stuck = { shape: JSON.stringify(this.read().games), errors: warned ? [] : found, warnings: warned ? found : [] };
    this.findings(this.stuck.errors, this.stuck.warnings);
  }

  tellNote(text) {
    const place = this.section.querySelector("[data-notes]");
    place.replaceChildren(...(text ? [element("p", text, "notice")] : []));
  }

  /** How many games the service has. */
  has() {
    const kept = this.unshown();
    return (kept?.state === "confirmed" ? kept.body.games : this.known.results?.games)?.length ?? 0;
  }

  isMissing() {
    const kept = this.unshown();
    if (kept) return kept.state === "refused" || kept.body.games.length < this.rows.length;
    return ["missing", "incomplete"].includes(this.known.results?.state ?? "missing");
  }

  /** Its state in words, here and in the list of tables. */
  tell() {
    const { entry } = this;
    const state = this.known.results?.state ?? "missing";
    const item = this.unshown();
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

  /** Whether something was typed here that was not saved. */
  isBegun() {
    try { return localStorage.getItem(this.draftName) !== null; } catch { return false; }
  }

  keepDraft() {
    const wasBegun = this.isBegun();
    const rows = this.rows.map((row) => ({ ending: row.ending.value, texts: row.fields.map((field) => field.value) }));
    try { localStorage.setItem(this.draftName, JSON.stringify({ savedAt: Date.now(), etag: this.etag, second: this.second, rows })); } catch { /* It is only a convenience. */ }
    if (!wasBegun) this.entry.changed();
  }

  /** What was typed before the page was closed. */
  restore() {
    let kept = null;
    try { kept = JSON.parse(localStorage.getItem(this.draftName)); } catch { /* None. */ }
    if (!kept || kept.rows.length !== this.rows.length || this.unshown()) return;
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
    const isLast = at % seats === seats - 1 && this.fields.slice(at + 1).every((field) => ["empty", "gone"].includes(readField(field.value).kind));
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
      const { game, seat = 0 } = placeOf(read.errors[0]);
      return this.complain(read.errors, read.warnings, this.rows[game]?.fields[seat] ?? box);
    }
    const shape = JSON.stringify(read.games);
    // What was refused counts until it is put right.
    const stuck = this.stuck?.shape === shape ? this.stuck : null;
    const known = this.checked?.shape === shape ? this.checked : { errors: [], warnings: [] };
    if (known.errors.length) return this.complain(known.errors, known.warnings, box);
    const warnings = known.warnings.length ? known.warnings : read.warnings.length ? read.warnings : stuck?.warnings ?? [];
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
    const whole = { stage: entry.stage, table: this.number, body, ...item };
    try {
      if (entry.stage === "final" && !this.second && !entry.over) entry.outbox.saveByGame(whole, this.has()); else entry.outbox.save(whole);
    } catch {
      return this.complain([{ detail: entry.say("cannot-keep") }], [], box);
    }
    localStorage.removeItem(this.draftName);
    Object.assign(this, { dirty: false, checked: null, stuck: null, needsReason: false, agreed: null });
    reason.value = "";
    this.findings([], []);
    if (entry.single) document.activeElement?.blur();
    // Whoever enters a final stays with it, game by game.
    if (entry.stage === "final" && !this.second && read.state === "incomplete") this.show();
    else if (entry.single) this.tellState();
    else entry.pick();
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

/** Writes only what differs, so that nothing is read out twice. */
function set(place, text) {
  if (place && place.textContent !== text) place.textContent = text;
}
