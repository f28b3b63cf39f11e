// What is typed into a sheet is read as the rules read it.

import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

const { DEFAULT_RULES, charge, countRacks, fieldsOf, position, readField, readGame, readSheet, readTiles } = await load("sheet.js");
const codes = (found) => found.map((one) => one.code);
const made = (face, jokers = 0) => ({ face, jokers, meld: "made", spilled: false });

test("the empty field is the winner, and has what the others lost", () => {
  const read = readGame("rack_emptied", ["12", "", "34", "5"]);
  assert.deepEqual(read.game, { ending: "rack_emptied", small: [-12, 51, -34, -5] });
  assert.deepEqual(read.errors, []);
  assert.deepEqual(readGame("rack_emptied", ["-12", "+51", "−34", "5"]).game.small, [-12, 51, -34, -5]);
});

test("a typed sum of the winner is compared", () => {
  const read = readGame("rack_emptied", ["12", "+50", "34", "5"]);
  assert.deepEqual(read.errors, [{ seat: 1, code: "wrong-sum", expected: 51 }]);
});

test("a row that is copied from paper with its signs has the one without a minus as its winner, whose sum is compared", () => {
  assert.deepEqual(readGame("rack_emptied", ["66", "-15", "−20", "-31"]).game.small, [66, -15, -20, -31]);
  assert.deepEqual(readGame("rack_emptied", ["60", "-15", "-20", "-31"]).errors, [{ seat: 0, code: "wrong-sum", expected: 66 }]);
  assert.deepEqual(readGame("rack_emptied", ["35", "-15", "-20", "x"]).game.small, [35, -15, -20, null]);
  assert.deepEqual(codes(readGame("rack_emptied", ["66", "15", "-20", "-31"]).errors), ["no-winner"]);
});

test("a field that was forgotten is not taken for a second winner", () => {
  assert.deepEqual(codes(readGame("rack_emptied", ["12", "", "", "5"]).errors), ["missing", "missing"]);
  assert.deepEqual(codes(readGame("time_expired", ["12", "", "", "5"]).errors), ["missing", "missing"]);
  assert.deepEqual(codes(readGame("rack_emptied", ["12", "3", "4", "5"]).errors), ["no-winner"]);
  assert.deepEqual(codes(readGame("rack_emptied", ["12", "+", "+", "5"]).errors), ["several-winners"]);
  assert.equal(readGame("rack_emptied", ["", "", "", ""]).state, "empty");
});

test("winners of a tie share as the rulebook says", () => {
  const tie = (rules) => readGame("time_expired", ["10", "+", "+", "5"], { ...DEFAULT_RULES, ...rules }).game.small;
  assert.deepEqual(tie({}), [-10, 15, 15, -5]);
  assert.deepEqual(tie({ tie: "split" }), [-10, 8, 7, -5]);
  assert.deepEqual(tie({ tie: "split", rounding: "down" }), [-10, 7, 7, -5]);
  assert.deepEqual(tie({ tie: "none" }), [-10, 0, 0, -5]);
});

test("whoever is gone has no points, and a game that was not played has none at all", () => {
  assert.deepEqual(readGame("rack_emptied", ["12", "x", "", "5"]).game.small, [-12, null, 17, -5]);
  assert.deepEqual(codes(readGame("rack_emptied", ["5", "x", "x", "x"]).errors), ["too-few"]);
  assert.deepEqual(readGame("not_played", ["", "", "", ""]).game, { ending: "not_played" });
  assert.deepEqual(codes(readGame("not_played", ["1", "", "", ""]).errors), ["points-without-game"]);
});

test("slips are errors, and what no tiles could make is a warning", () => {
  assert.equal(readField("12345678").kind, "wrong");
  assert.deepEqual(codes(readGame("rack_emptied", ["0", "", "1", "2"]).errors), ["nothing-lost"]);
  assert.deepEqual(codes(readGame("rack_emptied", ["900", "", "1", "2"]).warnings), ["heavy-rack"]);
  assert.deepEqual(codes(readGame("rack_emptied", ["500", "", "500", "2"]).warnings), ["heavy-table"]);
  assert.deepEqual(readGame("rack_emptied", ["200", "", "200", "200"]).warnings, []);
});

test("games at the end can be missing while the table plays on, and none between others", () => {
  const game = { ending: "rack_emptied", texts: ["1", "2", ""] };
  const none = { ending: "rack_emptied", texts: ["", "", ""] };
  const partly = readSheet([game, game, none]);
  assert.equal(partly.state, "incomplete");
  assert.equal(partly.games.length, 2);
  assert.deepEqual(partly.sums[2], { small: 6, big: 2 });
  assert.deepEqual(partly.warnings, [{ game: 1, code: "repeated-game" }]);
  assert.deepEqual(codes(readSheet([game, none, game]).errors), ["game-missing"]);
  assert.equal(readSheet([none]).state, "empty");
});

test("a sheet of the service is shown as it would be typed, and read back as it was", () => {
  const games = [
    { ending: "rack_emptied", small: [-12, 51, -34, -5], big: [0, 1, 0, 0] },
    { ending: "pool_exhausted", small: [-10, 15, 15, null], big: [0, 1, 1, null] },
    { ending: "not_played", small: [], big: [] },
  ];
  const rows = games.map((game) => fieldsOf(game, 4));
  assert.deepEqual(rows[1].texts, ["10", "+", "+", "x"]);
  const back = readSheet(rows, { ...DEFAULT_RULES, tie: "full_each" });
  assert.deepEqual(back.games[0].small, games[0].small);
  assert.deepEqual(back.games[2], { ending: "not_played" });
});

test("tiles are counted with and without colours", () => {
  assert.deepEqual(readTiles("3 7 13"), { face: 23, jokers: 0 });
  assert.deepEqual(readTiles("3r, 7b 13k J"), { face: 23, jokers: 1 });
  assert.deepEqual(readTiles("JJ"), { face: 0, jokers: 2 });
  assert.deepEqual(readTiles("3 14"), { wrong: "14" });
  assert.deepEqual(readTiles(""), { face: 0, jokers: 0 });
});

test("racks are counted as the calculator of the service counts them", () => {
  assert.equal(charge(made(5, 1)), 55);
  assert.equal(charge({ face: 5, jokers: 0, meld: "had30", spilled: false }), 200);
  assert.equal(charge({ face: 5, jokers: 0, meld: "no30", spilled: false }, { ...DEFAULT_RULES, mode: "additional" }), 105);
  assert.deepEqual(countRacks([made(0), made(23), made(2), made(60)], "rack_emptied").small, [85, -23, -2, -60]);
  assert.deepEqual(countRacks([made(10), made(23), made(12)], "time_expired").small, [15, -13, -2]);
  assert.deepEqual(countRacks([made(10), made(10), made(12)], "time_expired").winners, [0, 1]);
  assert.equal(countRacks([made(1), made(2), made(3)], "rack_emptied").error, "no-empty");
  assert.equal(countRacks([made(0), made(0), made(3)], "pool_exhausted").error, "several-empty");
});

test("ETags are compared by position", () => {
  assert.equal(position('"1042-s0.3"'), 1042);
  assert.equal(position(undefined), 0);
});
