// A stream is open while somebody looks, and only then.

import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

const opened = [];
globalThis.EventSource = class extends EventTarget {
  constructor(address) { super(); this.address = address; this.isOpen = true; opened.push(this); }
  close() { this.isOpen = false; }
};
globalThis.document = Object.assign(new EventTarget(), { hidden: false });

const { follow, watch } = await load("watch.js");
const look = (hidden) => { document.hidden = hidden; document.dispatchEvent(new Event("visibilitychange")); };

test("a hidden page has no stream, and whoever comes back is told that something may be new", () => {
  const told = [];
  let back = 0;
  const stop = follow("/live", { told: (data) => told.push(data), back: () => { back += 1; } });
  const first = opened.at(-1);
  first.onmessage({ data: "1" });
  look(true);
  assert.ok(!first.isOpen);
  look(false);
  assert.notEqual(opened.at(-1), first);
  assert.ok(opened.at(-1).isOpen);
  opened.at(-1).onmessage({ data: "2" });
  assert.deepEqual([told, back], [["1", "2"], 1]);
  stop();
  assert.ok(!opened.at(-1).isOpen);
  const number = opened.length;
  look(true);
  look(false);
  assert.equal(opened.length, number, "whoever has stopped it is left alone");
});

test("a page that is opened in the background begins when somebody looks", () => {
  document.hidden = true;
  const number = opened.length;
  const stop = follow("/live", { told: () => {}, back: () => {} });
  assert.equal(opened.length, number);
  look(false);
  assert.equal(opened.length, number + 1);
  stop();
});

/** A page that watches, its stream, and how often it has shown what is new; of the time within which everybody asks, it takes this part. */
function watching(context, part, changed = () => {}) {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  context.mock.method(Math, "random", () => part);
  const seen = { shown: 0 };
  seen.stop = watch("/live", () => { seen.shown += 1; changed(); });
  seen.source = opened.at(-1);
  seen.told = () => seen.source.onmessage({ data: "1" });
  seen.after = (ms) => { context.mock.timers.tick(ms); return seen.shown; };
  return seen;
}

test("what changes is shown within two seconds, and then at most every two seconds", (context) => {
  const page = watching(context, 0);
  page.told();
  assert.equal(page.after(0), 1);
  for (let at = 0; at < 5; at += 1) page.told();
  assert.equal(page.after(1_999), 1);
  assert.equal(page.after(1), 2);
  page.stop();
});

test("not everybody asks in the same instant", (context) => {
  const page = watching(context, 0.5);
  page.told();
  assert.equal(page.after(749), 0);
  assert.equal(page.after(1), 1);
  page.stop();
  context.mock.timers.reset();
  context.mock.restoreAll();
  const last = watching(context, 0.999);
  last.told();
  assert.equal(last.after(1_400), 0);
  assert.equal(last.after(100), 1);
  last.stop();
});

test("while sheets keep coming it is asked every few seconds, and after the last of them once more", (context) => {
  const page = watching(context, 0.5);
  for (let second = 0; second < 22; second += 1) {
    page.told();
    page.after(1_000);
  }
  assert.ok(page.shown >= 6 && page.shown <= 8, `${page.shown} times in 22 seconds`);
  page.after(10_000);
  const before = page.shown;
  page.told();
  assert.equal(page.after(1_500), before + 1);
  assert.equal(page.after(60_000), before + 1, "nothing else has changed");
  page.stop();
});

test("what came last is shown, also if it comes while the page waits or asks", (context) => {
  let newest = 0;
  let shown = null;
  const page = watching(context, 0.5, () => { shown = newest; });
  for (const wait of [800, 100, 100]) {
    newest += 1;
    page.told();
    page.after(wait);
  }
  assert.equal(shown, 1);
  page.after(3_500);
  assert.equal(shown, 3);
  page.stop();
});

test("whoever looks again does not wait for others", (context) => {
  const page = watching(context, 0.999);
  page.told();
  look(true);
  look(false);
  assert.equal(page.after(0), 1);
  assert.equal(page.after(5_000), 1, "what was waited for is shown already");
  page.stop();
});

for (const [name, loses] of [
  ["a stream that cannot go on where it was", (source) => source.dispatchEvent(new Event("reset"))],
  ["a connection that is back", (source) => { source.onerror(); source.onopen(); }],
]) {
  test(`${name} is lost for everybody at once, and everybody asks at a moment of their own`, (context) => {
    const page = watching(context, 0.5);
    page.source.onopen();
    loses(page.source);
    assert.equal(page.after(749), 0);
    assert.equal(page.after(1), 1);
    page.stop();
  });
}
