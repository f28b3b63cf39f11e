// Times in forms are those of the clocks of Warsaw.

import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

const { byWarsaw } = await load("fields.js");

test("a time is that of the clocks of Warsaw, in winter and in summer", () => {
  assert.equal(byWarsaw("2026-01-15T12:00"), "2026-01-15T11:00:00.000Z");
  assert.equal(byWarsaw("2026-07-15T12:00:30"), "2026-07-15T10:00:30.000Z");
});

test("the hours around a change of the clocks are not off by one", () => {
  assert.equal(byWarsaw("2026-03-29T01:30"), "2026-03-29T00:30:00.000Z");
  assert.equal(byWarsaw("2026-03-29T03:30"), "2026-03-29T01:30:00.000Z");
  assert.equal(byWarsaw("2026-10-25T00:30"), "2026-10-24T22:30:00.000Z");
  assert.equal(byWarsaw("2026-10-25T03:30"), "2026-10-25T02:30:00.000Z");
});

test("an hour that comes twice is the first of the two, and one that does not come is the one after it", () => {
  assert.equal(byWarsaw("2026-10-25T02:30"), "2026-10-25T00:30:00.000Z");
  assert.equal(byWarsaw("2026-03-29T02:30"), "2026-03-29T01:30:00.000Z");
});
