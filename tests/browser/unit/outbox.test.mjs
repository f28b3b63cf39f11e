// What was entered is kept until it is confirmed, sent again with the same key, and never overwrites what others wrote.

import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

const { Outbox, countSheets, gamesOf, tidy } = await load("outbox.js");

class Storage {
  #kept = new Map();
  get length() { return this.#kept.size; }
  key(index) { return [...this.#kept.keys()][index] ?? null; }
  getItem(name) { return this.#kept.get(name) ?? null; }
  setItem(name, text) { this.#kept.set(name, text); }
  removeItem(name) { this.#kept.delete(name); }
}

const game = (points) => ({ ending: "rack_emptied", small: [-points, points] });
const confirmed = (etag) => ({ ok: true, status: 200, body: { etag, events: [{ position: 7 }], recorded_at: "2026-03-14T10:15:30Z" } });
const lost = { ok: false, status: 0, body: null };

function outbox({ storage = new Storage(), answers = [], by = "ola" } = {}) {
  let keys = 0;
  const sent = [];
  const timers = [];
  const ask = async (method, address, options) => {
    sent.push({ method, address, ...options });
    const answer = answers.shift() ?? lost;
    return typeof answer === "function" ? answer() : answer;
  };
  const box = new Outbox({ scope: "t", by, ask, storage, newKey: () => `${by}-${(keys += 1)}-${Math.random()}`, timer: (act, wait) => timers.push({ act, wait }), stop: () => {} });
  return { box, sent, timers, answers, storage };
}

const sheet = (points, ifMatch = '"1"') => ({ stage: "1", table: 7, method: "PUT", address: "/sheet", body: { games: [game(points)] }, ifMatch });
const settled = () => new Promise((done) => { setImmediate(done); });

test("what was confirmed is known with its ETag and the event that an undo needs", async () => {
  const { box } = outbox({ answers: [confirmed('"5"')] });
  box.save(sheet(10));
  await settled();
  const [item] = box.items();
  assert.deepEqual([item.state, item.etag, item.event], ["confirmed", '"5"', 7]);
  box.forget("1", 7, '"4"');
  assert.equal(box.items().length, 1);
  box.forget("1", 7, '"5"');
  assert.equal(box.items().length, 0);
});

test("after a lost answer the same is sent with the same key, also by a page that was opened later", async () => {
  const first = outbox();
  first.box.save(sheet(10));
  await settled();
  assert.equal(first.timers.length, 1);
  const second = outbox({ storage: first.storage, answers: [confirmed('"5"')] });
  await second.box.flush();
  assert.equal(second.sent[0].key, first.sent[0].key);
  assert.equal(second.sent[0].ifMatch, '"1"');
  assert.equal(second.box.open().length, 0);
});

test("the waits grow, and the network that is back ends them", async () => {
  const { box, timers, sent } = outbox();
  box.save(sheet(10));
  await settled();
  for (const timer of [0, 1, 2]) { timers[timer].act(); await settled(); }
  assert.deepEqual(timers.map((timer) => timer.wait), [1000, 2000, 4000, 8000]);
  box.wake();
  await settled();
  assert.equal(timers.at(-1).wait, 1000);
  assert.equal(new Set(sent.map((one) => one.key)).size, 1);
});

test("what was perhaps sent comes before what was typed after it, which then rests on its ETag", async () => {
  const { box, sent, answers } = outbox();
  box.save(sheet(10));
  await settled();
  box.save(sheet(20));
  await settled();
  assert.equal(box.items().length, 2);
  answers.push(confirmed('"5"'), confirmed('"6"'));
  await box.flush();
  assert.deepEqual(sent.slice(-2).map((one) => [one.ifMatch, one.body.games[0].small[1]]), [['"1"', 10], ['"5"', 20]]);
  assert.deepEqual(box.items().map((item) => item.etag), ['"6"']);
});

test("a conflict stays until somebody chooses, and mine is sent with the ETag that was shown", async () => {
  const conflict = { ok: false, status: 412, body: { current: { etag: '"9"', games: [game(99)] }, yours: { games: [game(10)] } } };
  const { box, sent, answers } = outbox({ answers: [conflict] });
  box.save(sheet(10));
  await settled();
  const [item] = box.items();
  assert.equal(item.state, "conflict");
  await box.flush();
  assert.equal(sent.length, 1);
  answers.push(confirmed('"10"'));
  box.insist(item);
  await settled();
  assert.equal(sent[1].ifMatch, '"9"');
  assert.notEqual(sent[1].key, sent[0].key);
  assert.equal(box.open().length, 0);
});

test("somebody else who wrote the very same is no conflict", async () => {
  const same = { ok: false, status: 412, body: { current: { etag: '"9"', games: [game(10)] }, yours: { games: [game(10)] } } };
  const { box } = outbox({ answers: [same] });
  box.save(sheet(10));
  await settled();
  assert.deepEqual(box.items().map((item) => [item.state, item.etag]), [["confirmed", '"9"']]);
});

test("a refusal is kept with its words, and a better sheet takes its place", async () => {
  const refusal = { ok: false, status: 422, body: { reason: "unconfirmed-warnings", errors: [] } };
  const { box, answers } = outbox({ answers: [refusal] });
  box.save(sheet(900));
  await settled();
  assert.equal(box.items()[0].state, "refused");
  answers.push(confirmed('"5"'));
  box.save(sheet(90));
  await settled();
  assert.deepEqual(box.items().map((item) => item.state), ["confirmed"]);
});

test("a conflict that passes is tried again with the same key, and one that does not waits for a decision", async () => {
  const busy = { ok: false, status: 409, body: { code: "conflict" }, isBusy: true };
  const { box, sent, timers, answers } = outbox({ answers: [busy] });
  box.save(sheet(10));
  await settled();
  assert.deepEqual([box.items().map((item) => item.state), timers.length], [["waiting"], 1]);
  assert.ok(!box.offline && !box.signedOut);
  answers.push(confirmed('"5"'));
  timers[0].act();
  await settled();
  assert.equal(sent[0].key, sent[1].key);
  assert.deepEqual(box.items().map((item) => item.state), ["confirmed"]);
  answers.push({ ok: false, status: 409, body: { reason: "stage-closed" }, isBusy: false });
  box.save(sheet(20, '"5"'));
  await settled();
  assert.deepEqual([box.open().map((item) => item.state), timers.length], [["refused"], 1]);
});

test("whoever asks the service is told whether it is only busy", async (context) => {
  globalThis.document = { documentElement: { lang: "pl" }, body: { dataset: {} } };
  const { ask } = await load("ask.js");
  const told = [];
  for (const headers of [{ "Retry-After": "1" }, {}]) {
    context.mock.method(globalThis, "fetch", async () => new Response("{}", { status: 409, headers }));
    told.push((await ask("PUT", "/sheet", { body: {} })).isBusy);
  }
  assert.deepEqual(told, [true, false]);
});

test("whoever is signed out keeps everything, and nobody sends in the name of somebody else", async () => {
  const first = outbox({ answers: [{ ok: false, status: 401, body: {} }] });
  first.box.save(sheet(10));
  await settled();
  assert.ok(first.box.signedOut);
  assert.equal(first.box.open().length, 1);
  const other = outbox({ storage: first.storage, by: "ewa" });
  await other.box.flush();
  assert.equal(other.sent.length, 0);
});

test("whoever comes after somebody at the same device sends her own sheet, and takes nothing away", async () => {
  const first = outbox({ answers: [{ ok: false, status: 401, body: {} }] });
  first.box.save(sheet(10));
  await settled();
  const other = outbox({ storage: first.storage, by: "ewa", answers: [confirmed('"5"')] });
  other.box.save(sheet(20));
  await settled();
  assert.deepEqual(other.sent.map((one) => [one.ifMatch, one.body.games[0].small[1]]), [['"1"', 20]]);
  assert.deepEqual(other.box.items().map((item) => [item.by, item.state]), [["ola", "waiting"], ["ewa", "confirmed"]]);
  assert.equal(other.box.of("1", 7).by, "ewa");
});

test("nothing is sent while somebody else is signed in", async () => {
  const { box, sent } = outbox({ answers: [confirmed('"5"')] });
  box.whoami = async () => ({ status: 200, id: "ewa" });
  box.save(sheet(10));
  await settled();
  assert.equal(sent.length, 0);
  assert.ok(box.signedOut);
  box.whoami = async () => ({ status: 200, id: "ola" });
  await box.flush();
  assert.deepEqual(box.items().map((item) => item.state), ["confirmed"]);
});

test("what was typed on while the sheet before was on its way is no conflict with it", async () => {
  const { box, sent, answers } = outbox({ answers: [confirmed('"5"')] });
  box.save(sheet(10));
  await settled();
  answers.push(confirmed('"6"'));
  box.save(sheet(20));
  await settled();
  assert.deepEqual(sent.map((one) => one.ifMatch), ['"1"', '"5"']);
});

test("nor is what was typed on after several of one's own sheets, by a page that has not heard of any", async () => {
  const { box, sent } = outbox({ answers: [confirmed('"5"'), confirmed('"6"'), confirmed('"7"'), confirmed('"8"')] });
  for (const points of [10, 20, 30, 40]) {
    box.save(sheet(points));
    await settled();
  }
  assert.deepEqual(sent.map((one) => one.ifMatch), ['"1"', '"5"', '"6"', '"7"']);
});

test("the same holds for what was typed on while the sheets before were on their way", async () => {
  let answer;
  const { box, sent } = outbox({ answers: [confirmed('"5"'), () => new Promise((done) => { answer = () => done(confirmed('"6"')); }), confirmed('"7"'), confirmed('"8"')] });
  box.save(sheet(10));
  await settled();
  box.save(sheet(20));
  await settled();
  box.save(sheet(30));
  answer();
  await settled();
  await settled();
  box.save(sheet(40));
  await settled();
  assert.deepEqual(sent.map((one) => one.ifMatch), ['"1"', '"5"', '"6"', '"7"']);
});

test("two tabs do not send at the same time", async () => {
  let held = false;
  const locks = {
    async request(name, options, act) {
      if (held) return act(null);
      held = true;
      try { return await act({}); } finally { held = false; }
    },
  };
  let answer;
  const one = outbox({ answers: [() => new Promise((done) => { answer = () => done(confirmed('"5"')); })] });
  const two = outbox({ storage: one.storage, answers: [confirmed('"5"')] });
  one.box.locks = locks;
  two.box.locks = locks;
  one.box.save(sheet(10));
  await settled();
  await two.box.flush();
  assert.equal(two.sent.length, 0);
  answer();
  await settled();
  assert.equal(two.box.open().length, 0);
});

test("a second entry rests on nothing, also after another one of the same table", async () => {
  const { box, sent, answers } = outbox({ answers: [confirmed('"5"')] });
  const second = (points) => ({ ...sheet(points), method: "POST", address: "/sheet/second-entry", ifMatch: undefined, second: true });
  box.save(second(10));
  await settled();
  answers.push(confirmed('"9"'));
  box.save(second(20));
  await settled();
  assert.deepEqual(sent.map((one) => one.ifMatch), [undefined, undefined]);
});

test("whoever corrects the first entry instead of making the second sends the ETag that was shown", async () => {
  const { box, sent, answers } = outbox();
  box.whoami = async () => ({ status: 0 });
  box.save({ ...sheet(10), method: "POST", ifMatch: undefined, second: true });
  await settled();
  box.save(sheet(20, '"7"'));
  await settled();
  box.whoami = null;
  answers.push(confirmed('"8"'));
  await box.flush();
  assert.deepEqual(sent.map((one) => [one.method, one.ifMatch]), [["PUT", '"7"']]);
});

for (const [name, answer] of [
  ["refused", { ok: false, status: 422, body: { reason: "sheet-errors", errors: [] } }],
  ["in conflict", { ok: false, status: 412, body: { current: { etag: '"9"', games: [game(99)] } } }],
]) {
  test(`an entry that is ${name} is gone if another was typed after it, and only that is sent`, async () => {
    const { box, sent, answers } = outbox();
    box.save(sheet(10));
    await settled();
    box.save(sheet(20));
    await settled();
    answers.push(answer, confirmed('"5"'));
    await box.flush();
    assert.deepEqual(sent.slice(-2).map((one) => [one.ifMatch, one.body.games[0].small[1]]), [['"1"', 10], ['"1"', 20]]);
    assert.deepEqual(box.items().map((item) => [item.state, item.body.games[0].small[1]]), [["confirmed", 20]]);
  });
}

test("a request that hangs is given up, and what waits behind it is sent", async () => {
  let giveUp;
  const { box, sent, timers, answers } = outbox();
  box.patience = () => { const waiting = new AbortController(); giveUp = () => waiting.abort(); return waiting.signal; };
  const hangs = () => new Promise((done) => { sent.at(-1).signal.addEventListener("abort", () => done(lost)); });
  answers.push(hangs);
  box.save(sheet(10));
  await settled();
  assert.equal(timers.length, 0, "it waits for an answer");
  giveUp();
  await settled();
  assert.equal(timers.length, 1);
  answers.push(confirmed('"5"'));
  timers[0].act();
  await settled();
  assert.equal(sent[0].key, sent[1].key);
  assert.equal(box.open().length, 0);
});

test("whoever asks who is signed in does not wait for ever either", async () => {
  const { box, timers } = outbox();
  box.patience = () => AbortSignal.abort();
  box.whoami = async (signal) => (signal.aborted ? { status: 0 } : { status: 200, id: "ola" });
  box.save(sheet(10));
  await settled();
  assert.ok(box.offline && !box.signedOut);
  assert.equal(timers.length, 1);
});

test("an answer without a receipt confirms nothing", async () => {
  const portal = { ok: true, status: 200, body: null };
  const { box, timers, answers } = outbox({ answers: [portal] });
  box.save(sheet(10));
  await settled();
  assert.deepEqual(box.items().map((item) => item.state), ["waiting"]);
  assert.ok(box.offline);
  answers.push(confirmed('"5"'));
  timers[0].act();
  await settled();
  assert.deepEqual(box.items().map((item) => item.state), ["confirmed"]);
  box.whoami = async () => ({ status: 200, id: undefined });
  box.save(sheet(20));
  await settled();
  assert.ok(box.offline && !box.signedOut, "a page of the network is no sign that somebody was signed out");
});

test("a token that has ended is not tried again", async () => {
  const { box, timers } = outbox({ answers: [{ ok: false, status: 401, body: {} }] });
  box.save(sheet(10));
  await settled();
  assert.ok(box.signedOut);
  assert.equal(timers.length, 0);
  assert.equal(box.open().length, 1);
});

const final = (...points) => ({ ...sheet(0), stage: "final", body: { games: points.map(game) } });
const sentGames = (sent) => sent.map(({ body, ifMatch }) => [body.games.map((one) => one.small[1]), ifMatch]);

test("games of a final that were entered without a network go out one by one, in their order", async () => {
  const { box, sent, timers, answers } = outbox();
  box.saveByGame(final(10), 0);
  await settled();
  box.saveByGame(final(10, 20), 0);
  box.saveByGame(final(10, 20, 30), 0);
  assert.deepEqual([box.open().length, countSheets(box.open())], [3, 1], "it is one sheet, however many games of it wait");
  sent.length = 0;
  answers.push(confirmed('"5"'), confirmed('"6"'), confirmed('"7"'));
  timers.at(-1).act();
  await settled();
  assert.deepEqual(sentGames(sent), [[[10], '"1"'], [[10, 20], '"5"'], [[10, 20, 30], '"6"']]);
  assert.deepEqual(box.items().map((item) => item.state), ["confirmed"]);
});

test("a game of a final that is put right before it was sent is put right in all that follow", async () => {
  const { box, sent, answers } = outbox({ answers: [] });
  box.whoami = async () => ({ status: 0 });
  box.saveByGame(final(10), 0);
  box.saveByGame(final(10, 20), 0);
  box.saveByGame(final(11, 20), 0);
  await settled();
  box.whoami = null;
  answers.push(confirmed('"5"'), confirmed('"6"'));
  await box.flush();
  assert.deepEqual(sentGames(sent), [[[11], '"1"'], [[11, 20], '"5"']]);
});

test("a game of a final that is refused takes those after it along, with its reason, and all go out when it is put right", async () => {
  const { box, sent, answers } = outbox();
  box.whoami = async () => ({ status: 0 });
  box.saveByGame(final(900, 20, 30), 0);
  await settled();
  box.whoami = null;
  answers.push({ ok: false, status: 422, body: { reason: "unconfirmed-warnings" } });
  await box.flush();
  assert.equal(sent.length, 1);
  const [item, ...others] = box.items();
  assert.deepEqual([item.state, item.problem.reason, item.body.games.length, item.after, others], ["refused", "unconfirmed-warnings", 3, undefined, []]);
  sent.length = 0;
  answers.push(confirmed('"5"'), confirmed('"6"'), confirmed('"7"'));
  box.saveByGame(final(90, 20, 30), 0);
  await settled();
  assert.deepEqual(sentGames(sent), [[[90], '"1"'], [[90, 20], '"5"'], [[90, 20, 30], '"6"']]);
});

test("of a final in which the service has games only what is new goes out, and a correction of them at once", async () => {
  const { box, sent, answers } = outbox({ answers: [confirmed('"5"'), confirmed('"6"')] });
  box.saveByGame(final(10, 20, 30), 2);
  await settled();
  box.saveByGame({ ...final(10, 21, 30), ifMatch: '"5"' }, 3);
  await settled();
  assert.deepEqual(sentGames(sent), [[[10, 20, 30], '"1"'], [[10, 21, 30], '"5"']]);
  assert.equal(answers.length, 0);
});

const games = (...points) => points.map(game);
const stands = (etag, current, yours) => ({ ok: false, status: 412, body: { current: { etag, games: current }, yours: { games: yours } } });

/** The games of a final that wait, in conflict with what somebody else has entered. */
async function inConflict(entries, current, answers = []) {
  const made = outbox({ answers: [] });
  made.box.whoami = async () => ({ status: 0 });
  for (const entry of entries) made.box.saveByGame(entry, 0);
  await settled();
  made.box.whoami = null;
  made.answers.push(stands('"9"', current, games(10)));
  await made.box.flush();
  const [item, ...others] = made.box.items();
  assert.deepEqual([item.state, item.body.games.length, others], ["conflict", entries.at(-1).body.games.length, []]);
  made.sent.length = 0;
  made.answers.push(...answers);
  return { ...made, item };
}

for (const [name, there, goesOut] of [
  ["another first game", games(99), [[[10], '"9"'], [[10, 20], '"20"'], [[10, 20, 30], '"21"']]],
  ["another second game", games(10, 99), [[[10, 20], '"9"'], [[10, 20, 30], '"20"']]],
  ["two games as they are here", games(10, 20), [[[10, 20, 30], '"9"']]],
  ["more games than here", games(10, 20, 31, 40), [[[10, 20, 30], '"9"']]],
  ["no game any more", [], [[[10], '"9"'], [[10, 20], '"20"'], [[10, 20, 30], '"21"']]],
  ["games that are not shown", undefined, [[[10], '"9"'], [[10, 20], '"20"'], [[10, 20, 30], '"21"']]],
]) {
  test(`mine of a final is sent game by game on top of what stands there: ${name}`, async () => {
    const { box, sent, item } = await inConflict([final(10, 20, 30)], there, [confirmed('"20"'), confirmed('"21"'), confirmed('"22"')]);
    box.insist(item);
    await settled();
    assert.deepEqual(sentGames(sent), goesOut);
    let entered = there?.length ?? 0;
    for (const { body } of sent) {
      assert.ok(body.games.length <= entered + 1, "the service takes one game more at a time");
      entered = body.games.length;
    }
    assert.deepEqual(box.items().map((one) => [one.state, one.body.games.length]), [["confirmed", 3]]);
  });
}

test("all games that would be sent are set beside what stands there", async () => {
  const { item } = await inConflict([final(10, 20, 30)], games(99));
  assert.deepEqual(gamesOf(item), games(10, 20, 30));
  const { box } = outbox({ answers: [stands('"9"', games(99), [{ ...game(10), big: [0, 1] }])] });
  box.save(sheet(10));
  await settled();
  assert.deepEqual(gamesOf(box.items()[0]), [{ ...game(10), big: [0, 1] }]);
});

test("mine of a final that is in conflict once more waits for a decision once more", async () => {
  const { box, item, answers } = await inConflict([final(10, 20, 30)], games(99));
  answers.push(stands('"11"', games(98), games(10)));
  box.insist(item);
  await settled();
  assert.deepEqual(box.items().map((one) => [one.state, one.body.games.length, one.problem.current.etag]), [["conflict", 3, '"11"']]);
});

test("what somebody else entered on this device stays hers when it is to be sent though another stands there", async () => {
  const { storage, item } = await inConflict([final(10, 20)], games(99));
  const other = outbox({ storage, by: "ewa" });
  other.box.insist(item);
  await settled();
  assert.equal(other.sent.length, 0);
  assert.deepEqual(other.box.items().map((one) => [one.by, one.state, one.body.games.length]), [["ola", "waiting", 1], ["ola", "waiting", 2]]);
});

const because = (entry, reason) => ({ ...entry, body: { ...entry.body, reason } });
const reasons = (sent) => sent.map(({ body }) => [body.games.length, body.reason]);

test("a reason for one game of a final is not given for those before it, which stay as they wait", async () => {
  const { box, sent, answers } = outbox();
  box.whoami = async () => ({ status: 0 });
  box.saveByGame(final(10), 0);
  box.saveByGame(final(10, 20), 0);
  const before = box.items().map((item) => item.key);
  box.saveByGame(because(final(10, 20, 900), "counted twice"), 0);
  await settled();
  assert.deepEqual(box.items().slice(0, 2).map((item) => item.key), before);
  box.whoami = null;
  answers.push(confirmed('"5"'), confirmed('"6"'), confirmed('"7"'));
  await box.flush();
  assert.deepEqual(reasons(sent), [[1, undefined], [2, undefined], [3, "counted twice"]]);
  assert.deepEqual(sent.map((one) => one.ifMatch), ['"1"', '"5"', '"6"']);
});

test("nor when mine is sent though another stands there", async () => {
  const { box, sent, item } = await inConflict([final(10), final(10, 20), because(final(10, 20, 900), "counted twice")], games(99), [confirmed('"20"'), confirmed('"21"'), confirmed('"22"')]);
  box.insist(item);
  await settled();
  assert.deepEqual(reasons(sent), [[1, undefined], [2, undefined], [3, "counted twice"]]);
});

test("games of a final that are entered at once have their reason in common", async () => {
  const { box, sent } = outbox({ answers: [confirmed('"5"'), confirmed('"6"')] });
  box.saveByGame(because(final(900, 20), "counted twice"), 0);
  await settled();
  assert.deepEqual(reasons(sent), [[1, "counted twice"], [2, "counted twice"]]);
});

test("two open pages do not shorten each other's waits", async () => {
  const { box, timers, sent } = outbox();
  box.save(sheet(10));
  await settled();
  for (const timer of [0, 1]) { timers[timer].act(); await settled(); }
  const name = box.prefix + box.items()[0].key;
  for (let time = 0; time < 5; time += 1) box.heard(name);
  await settled();
  assert.deepEqual([sent.length, timers.map((timer) => timer.wait)], [3, [1000, 2000, 4000]]);
  timers.at(-1).act();
  await settled();
  assert.equal(timers.at(-1).wait, 8000);
});

test("a page that hears of what waits in another tells of it at once and tries it later, should the other be closed", async () => {
  const one = outbox();
  const two = outbox({ storage: one.storage, answers: [confirmed('"5"')] });
  let told = 0;
  two.box.changed = () => { told += 1; };
  one.box.save(sheet(10));
  await settled();
  const [{ key }] = one.box.items();
  two.box.heard("kostka-draft:t:1/7");
  two.box.heard("kostka-outbox:another:1");
  assert.deepEqual([told, two.timers.length], [0, 0]);
  two.box.heard(two.box.prefix + key);
  two.box.heard(two.box.prefix + key);
  assert.deepEqual([told, two.sent.length, two.timers.map((timer) => timer.wait)], [2, 0, [1000]]);
  two.timers[0].act();
  await settled();
  assert.deepEqual(two.box.items().map((item) => item.state), ["confirmed"]);
  two.box.heard(two.box.prefix + key);
  two.box.heard(null);
  assert.equal(two.timers.length, 1, "nothing waits any more");
});

test("what another page has sent meanwhile leaves no long wait behind", async () => {
  const one = outbox();
  const two = outbox({ storage: one.storage });
  one.box.save(sheet(10));
  await settled();
  two.box.heard(one.box.prefix);
  two.timers[0].act();
  await settled();
  assert.deepEqual(two.timers.map((timer) => timer.wait), [1000, 2000]);
  one.answers.push(confirmed('"5"'));
  await one.box.flush();
  two.timers[1].act();
  await settled();
  assert.equal(two.box.wait, 1000);
});

test("after two weeks what was confirmed and what was only begun is thrown away, and what waits never is", () => {
  const storage = new Storage();
  const day = 24 * 60 * 60 * 1000;
  const keep = (name, kept) => storage.setItem(name, JSON.stringify(kept));
  keep("kostka-outbox:t:1", { key: "1", state: "confirmed", savedAt: 0 });
  keep("kostka-outbox:t:2", { key: "2", state: "waiting", savedAt: 0 });
  keep("kostka-outbox:t:3", { key: "3", state: "refused", savedAt: 0 });
  keep("kostka-outbox:t:4", { key: "4", state: "confirmed", savedAt: 2 * day });
  keep("kostka-draft:t:5", { savedAt: 0, rows: [] });
  keep("kostka-draft:t:6", { savedAt: 2 * day, rows: [] });
  keep("another", { state: "confirmed", savedAt: 0 });
  tidy(storage, 15 * day);
  const left = Array.from({ length: storage.length }, (_, at) => storage.key(at));
  assert.deepEqual(left, ["kostka-outbox:t:2", "kostka-outbox:t:3", "kostka-outbox:t:4", "kostka-draft:t:6", "another"]);
});
