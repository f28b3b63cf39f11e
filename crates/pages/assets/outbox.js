// Keeps what was entered on this device until the service has confirmed it, and sends it again by itself.
//
// Each entry lies under a key of its own, so that two tabs never overwrite each other's, and has its Idempotency-Key and If-Match from the
// moment it is saved: however often it is sent, it has one effect, and it never replaces what somebody else has written meanwhile.

import { position, sameGames } from "./sheet.js";

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;
/** An answer that has not come by then does not come, and others wait behind it. */
const LONGEST_ANSWER = 15_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A tournament is long over by then. */
const KEPT_DAYS = 14;
/** A refusal that passes by itself. A conflict does where the service says when to try again: others were writing to the same tournament. */
const passes = ({ status, isBusy }) => status === 0 || status === 408 || status === 429 || status >= 500 || (status === 409 && isBusy);

/** Throws away what is of no use to anybody: what was confirmed long ago, and drafts that nobody came back to. */
export function tidy(storage, now = Date.now()) {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const name of names.filter((one) => /^kostka-(outbox|draft):/.test(one))) {
    let kept = null;
    try { kept = JSON.parse(storage.getItem(name)); } catch { /* Not ours. */ }
    const isOld = kept && (kept.savedAt ?? 0) < now - KEPT_DAYS * DAY_MS;
    if (isOld && (name.startsWith("kostka-draft:") || kept.state === "confirmed")) storage.removeItem(name);
  }
}

/** The ETags on which an entry rests, one after the other: that of the page when it was opened, and those of one's own sheets since. */
const basis = ({ bases = [], ifMatch }) => [...bases, ifMatch];

/** What becomes of an entry that the service did not take. */
const refused = ({ status, body }) => ({ state: status === 412 && body?.current ? "conflict" : "refused", status, problem: body ?? {} });

/** How many sheets these entries are: those of one person for one table are the same sheet. */
export const countSheets = (items) => new Set(items.map((item) => `${item.by}/${item.stage}/${item.table}`)).size;

/** The games of an entry as they are set beside others: as the service has read them, or, where it was sent only the first, as they were entered. */
export const gamesOf = ({ byGame, body, problem }) => (byGame ? body.games : problem?.yours?.games ?? body.games);

export class Outbox {
  /**
   * @param scope what belongs together, like the id of a tournament
   * @param by who enters here; what somebody else has entered is not sent in her name
   * @param whoami asks who is signed in and gives {status, id}; nothing where a token says who it is
   * @param ask sends a request and gives {ok, status, body, isBusy}; status 0 is a lost connection, and busy whoever names a time to try again
   * @param patience gives a signal that ends a request of which nothing is heard
   */
  constructor({ scope, by, whoami = null, ask, storage, locks, newKey, changed = () => {}, timer = (act, wait) => setTimeout(act, wait), stop = (pending) => clearTimeout(pending), now = Date.now, patience = () => AbortSignal.timeout(LONGEST_ANSWER) }) {
    Object.assign(this, { scope, by, whoami, ask, storage, locks, newKey, changed, timer, stop, now, patience });
    this.prefix = `kostka-outbox:${scope}:`;
    this.sending = null;
    this.wait = FIRST_WAIT;
    this.signedOut = false;
    this.offline = false;
  }

  /** Everything that is kept, in the order in which it was saved. */
  items() {
    const found = [];
    for (let index = 0; index < this.storage.length; index += 1) {
      const name = this.storage.key(index);
      if (!name?.startsWith(this.prefix)) continue;
      try { found.push(JSON.parse(this.storage.getItem(name))); } catch { /* Not ours. */ }
    }
    return found.filter((item) => item?.key).sort((one, other) => one.order - other.order);
  }

  /** What is not confirmed yet. */
  open() { return this.items().filter((item) => item.state !== "confirmed"); }

  /** The newest entry of a table: one's own, or that of somebody else who used this device. */
  of(stage, table) {
    const here = this.items().filter((item) => item.stage === stage && item.table === table);
    return here.findLast((item) => item.by === this.by) ?? here.at(-1);
  }

  /**
   * Keeps a sheet that the service takes game by game: an entry for each game after those that it has, each behind the one before. Games
   * that wait already stay as they were entered: a reason that is given for a later one is not theirs.
   */
  saveByGame(entry, has) {
    const { games } = entry.body;
    const { by = this.by } = entry;
    const mine = this.items().filter((item) => item.stage === entry.stage && item.table === entry.table && item.by === by);
    const told = Math.max(has, ...mine.filter((item) => this.isUnderway(item)).map((item) => item.body.games.length));
    const upTo = (count) => games.slice(0, count);
    const waits = (count) => mine.some((item) => item.byGame && item.state === "waiting" && sameGames(item.body.games, upTo(count)));
    let count = Math.min(told + 1, games.length);
    while (count < games.length && waits(count)) count += 1;
    for (; count <= games.length; count += 1) {
      const asEntered = count < games.length ? entry.earlier?.find((body) => sameGames(body.games, upTo(count))) : undefined;
      this.save({ ...entry, body: asEntered ?? { ...entry.body, games: upTo(count) }, byGame: true });
    }
  }

  isUnderway(item) { return item.state === "waiting" && (item.attempts > 0 || this.sending === item.key); }

  /** Keeps an entry; throws if the device cannot. Of a table, what was never sent is replaced, and what was sent comes first. */
  save({ stage, table, method, address, body, ifMatch, second, byGame, by = this.by }) {
    const items = this.items();
    const mine = items.filter((item) => item.stage === stage && item.table === table && item.by === by);
    const before = mine.filter((item) => item.state !== "confirmed");
    const key = this.newKey();
    const order = Math.max(this.now(), (items.at(-1)?.order ?? 0) + 1);
    const item = { key, order, by, stage, table, method, address, body, ifMatch, second, byGame, state: "waiting", attempts: 0, savedAt: this.now() };
    // What was typed on while the sheet before was on its way rests on that, and is no conflict with it.
    const rests = (one) => one.state === "confirmed" && !one.second && basis(one).includes(ifMatch);
    // A second entry rests on nothing: it is compared with the first one, whichever that is.
    const done = second || ifMatch === undefined ? undefined : mine.findLast(rests);
    if (done) item.ifMatch = done.etag;
    const underway = before.findLast((one) => this.isUnderway(one));
    const isEarlier = (one) => byGame && one.byGame && one.state === "waiting" && one.body.games.length < body.games.length;
    const stays = (one) => one === underway || isEarlier(one);
    const earlier = before.findLast(isEarlier) ?? underway;
    const unsent = before.find((one) => one.state === "waiting" && one.attempts === 0 && !stays(one));
    if (earlier) item.after = earlier.key;
    else if (unsent) Object.assign(item, { ifMatch: second || unsent.second ? item.ifMatch : unsent.ifMatch, after: unsent.after });
    const last = earlier ?? unsent ?? done;
    if (last && !second) item.bases = [...basis(last), ifMatch];
    this.put(item);
    for (const one of before) if (!stays(one)) this.remove(one);
    this.changed();
    this.flush();
    return item;
  }

  put(item) { this.storage.setItem(this.prefix + item.key, JSON.stringify(item)); }

  remove(item) { this.storage.removeItem(this.prefix + item.key); }

  /** Throws an entry away, at the wish of whoever made it. */
  drop(item) {
    this.remove(item);
    this.rest(item, item.ifMatch);
    this.changed();
  }

  /** Sends mine though somebody else has written something: with the ETag of what was shown. */
  insist(item) {
    const { etag, games } = item.problem.current;
    if (item.byGame) {
      // What stands there is put right first, and then it grows game by game; of what is not shown, nothing is known to stand there.
      const there = games?.length ?? 0;
      const isSame = sameGames(games, item.body.games.slice(0, there));
      return this.saveByGame({ ...item, ifMatch: etag }, isSame ? there : there - 1);
    }
    this.remove(item);
    this.put({ ...item, key: this.newKey(), ifMatch: etag, state: "waiting", attempts: 0, problem: undefined });
    this.changed();
    this.flush();
  }

  /** Forgets what the service has confirmed and already shows. */
  forget(stage, table, etag) {
    for (const item of this.items()) {
      const done = item.state === "confirmed" && item.stage === stage && item.table === table;
      if (done && position(etag) >= position(item.etag)) this.remove(item);
    }
  }

  behind(item) { return this.items().filter((one) => one.after === item.key); }

  /** An entry and those that wait behind it, as one: the last of them, with what was entered before it. */
  asOne(item) {
    const chain = [item];
    for (let [next] = this.behind(item); next; [next] = this.behind(next)) chain.push(next);
    const last = chain.pop();
    for (const one of chain) this.remove(one);
    return { ...last, after: undefined, ifMatch: item.ifMatch, earlier: chain.map((one) => one.body) };
  }

  /** What waits behind an entry goes on from this ETag. */
  rest(item, etag) {
    for (const next of this.behind(item)) this.put({ ...next, after: undefined, ifMatch: next.second ? undefined : etag ?? next.ifMatch });
  }

  /** Sends what waits; one tab at a time. */
  async flush() {
    if (!this.locks) return this.sendAll();
    return this.locks.request(this.prefix, { ifAvailable: true }, async (lock) => {
      if (lock) await this.sendAll();
      // Another tab sends, or this one is just about to stop.
      else if (this.open().some((item) => item.state === "waiting")) this.later();
    });
  }

  async sendAll() {
    if (this.busy) return;
    this.busy = true;
    this.stop(this.pending);
    this.pending = null;
    const next = () => this.items().find((one) => one.state === "waiting" && !one.after && one.by === this.by);
    try {
      // Whatever waited was sent, perhaps by another tab.
      if (!next()) this.wait = FIRST_WAIT;
      if (!next() || !(await this.isMe())) return;
      for (;;) {
        const item = next();
        if (!item || !(await this.sendOne(item))) break;
      }
    } finally {
      this.busy = false;
      this.sending = null;
      this.changed();
    }
  }

  /** Whether whoever is signed in now is the one who entered it: the page may be older than the session. */
  async isMe() {
    if (!this.whoami) return true;
    const { status, id } = await this.whoami(this.patience());
    // A hotel's own page instead of an answer is no connection either.
    this.offline = status === 0 || (status < 300 && !id);
    this.signedOut = !this.offline && !passes({ status }) && id !== this.by;
    if (id === this.by) return true;
    this.later();
    return false;
  }

  /** Whether to go on with the next. */
  async sendOne(item) {
    this.sending = item.key;
    this.put({ ...item, attempts: item.attempts + 1 });
    this.changed();
    const answer = await this.ask(item.method, item.address, { body: item.body, ifMatch: item.ifMatch, key: item.key, signal: this.patience() });
    this.sending = null;
    // Whatever comes without a receipt does not come from the service.
    const unsigned = answer.ok && !answer.body?.etag;
    this.offline = answer.status === 0 || unsigned;
    this.signedOut = answer.status === 401;
    const kept = this.storage.getItem(this.prefix + item.key);
    if (kept === null) return true;
    const sent = JSON.parse(kept);
    if (passes(answer) || unsigned || this.signedOut) {
      // A token that has ended does not come back; whoever was signed out does.
      if (!this.signedOut || this.whoami) this.later();
      return false;
    }
    this.wait = FIRST_WAIT;
    const problem = answer.body ?? {};
    if (answer.ok) {
      this.confirm(sent, problem.etag, { event: problem.events?.[0]?.position, confirmedAt: problem.recorded_at });
    } else if (answer.status === 412 && problem.current && sameGames(problem.current.games, problem.yours?.games ?? item.body.games)) {
      // Somebody else has written the very same.
      this.confirm(sent, problem.current.etag, { confirmedAt: problem.current.entered_at });
    } else if (sent.byGame && this.behind(sent).length) {
      // Games that follow one that was not taken are not taken either.
      this.put({ ...this.asOne(sent), ...refused(answer) });
    } else if (this.behind(sent).length) {
      // Whoever typed on has decided: only what came after it counts.
      this.remove(sent);
      this.rest(sent, sent.ifMatch);
    } else {
      this.put({ ...sent, ...refused(answer) });
    }
    return true;
  }

  confirm(item, etag, more) {
    // Only the last of a table is of use later.
    for (const old of this.items()) {
      if (old.state === "confirmed" && old.stage === item.stage && old.table === item.table) this.remove(old);
    }
    this.put({ ...item, ...more, state: "confirmed", etag });
    this.rest(item, etag);
  }

  /** Tries again after a while, longer each time. */
  later() {
    this.stop(this.pending);
    this.pending = this.timer(() => { this.pending = null; this.flush(); }, this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** Another tab has written under this name. It sends what it keeps by itself; this one only sees to it that somebody does, should it be closed. */
  heard(name) {
    // Without a name everything was thrown away.
    if (name !== null && !name.startsWith(this.prefix)) return;
    this.changed();
    const waits = this.open().some((item) => item.state === "waiting" && item.by === this.by);
    if (waits && !this.pending && !this.busy) this.later();
  }

  /** Tries again now: the network is back, or somebody looks at the page again. */
  wake() {
    this.wait = FIRST_WAIT;
    if (this.open().some((item) => item.state === "waiting")) this.flush();
  }
}
