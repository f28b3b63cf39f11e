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

test("what changes is shown at once, and then at most every two seconds", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
  let shown = 0;
  const stop = watch("/live", () => { shown += 1; });
  const source = opened.at(-1);
  source.onmessage({ data: "1" });
  context.mock.timers.tick(0);
  assert.equal(shown, 1);
  for (let at = 0; at < 5; at += 1) source.onmessage({ data: "2" });
  context.mock.timers.tick(1_999);
  assert.equal(shown, 1);
  context.mock.timers.tick(1);
  assert.equal(shown, 2);
  stop();
});
