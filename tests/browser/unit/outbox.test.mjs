// What was entered is kept until it is confirmed, sent again with the same key, and never overwrites what others wrote.

import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

const { Outbox, tidy } = await load("outbox.js");

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
