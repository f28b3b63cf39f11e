// A sheet in all its states: with errors and warnings, with the calculator of racks, taken back, refused, and entered a second time.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { violations, sideways } from "./lib/axe.mjs";
import { launch, pictures, signIn, window } from "./lib/browser.mjs";
import { asked, begun, enterSheet, game } from "./lib/hall.mjs";
import { api, demo } from "./lib/service.mjs";

const DESK = { width: 1280, height: 900 };
const VIEWS = [{ ...DESK, colorScheme: "light" }, { width: 320, height: 640, colorScheme: "dark" }];

let browser, service, page, context, wrong, missing;
before(async () => {
  [browser, service] = await Promise.all([launch(), demo()]);
  ({ missing } = await api(service, `${tournament()}/progress`));
  ({ page, context, wrong } = await window(browser, { viewport: DESK }));
  page.on("dialog", (dialog) => dialog.accept());
  await signIn(page, service, service.accounts.organiser, sheets());
});
after(async () => {
  await Promise.all([browser?.close(), service?.stop()]);
});
afterEach(async (result) => {
  if (!result.passed) await pictures(browser, "entry");
  assert.deepEqual(wrong, []);
});

const tournament = () => `/api/v1/tournaments/${service.live}`;
const sheets = () => `/pl/organise/${service.live}/sheets`;
const sheet = async (table) => (await api(service, `${tournament()}/stages/3/tables/${table}/sheet`)).results;
const field = (table, at) => page.locator(`#table-${table} [data-seat]`).nth(at);
const findings = (table) => page.locator(`#table-${table} [data-findings]`);
const losses = (one) => one.small.map((points) => (points < 0 ? -points : null));
const quiet = () => page.waitForFunction(() => !document.querySelector("[data-bar]").classList.contains("waits"));
const games = (from) => [0, 1, 2, 3].map((at) => game(4, from + at));

async function open(table) {
  await page.goto(`${service.url}${sheets()}`);
  await page.fill("#table-number", String(table));
  await page.keyboard.press("Enter");
  await page.waitForSelector(`#table-${table}:not([hidden])`);
}

/** On a desk, and on a phone in a dark hall. */
async function fits(at) {
  for (const { colorScheme, ...viewport } of VIEWS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await violations(page), [], `${at}, ${viewport.width}`);
    assert.ok(await sideways(page) <= 0, `${at}, ${viewport.width}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(DESK);
}

/** Types a sheet into the fields of an open table without saving it. */
async function fill(table, all) {
  for (const [at, points] of all.flat().entries()) await field(table, at).fill(points === null ? "" : String(points));
}

test("an open sheet is accessible, empty, with errors and with warnings", async () => {
  const [table] = missing;
  await open(table);
  await fits("empty");
  await fill(table, [[10, 20, 30, 40]]);
  await field(table, 3).press("Control+Enter");
  assert.match(await findings(table).textContent(), /nikt nie wygrał/);
  assert.equal(await page.locator(`#table-${table} [aria-invalid]`).count(), 4);
  await fits("with errors");
  await fill(table, [[null, 900, 30, 40], ...games(1).slice(1)]);
  await field(table, 3).press("Control+Enter");
  await page.waitForSelector(`#table-${table} [data-tick]:visible`);
  assert.match(await findings(table).textContent(), /Wygląda dziwnie/);
  await fits("with warnings");
});

test("tiles that were left are counted, and the points stand in the fields", async () => {
  const [table] = missing;
  await open(table);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await open(table);
  await fill(table, [[null, null, null, null], [null, null, null, null], [null, null, null, null], [null, null, null, null]]);
  await field(table, 0).focus();
  await page.keyboard.press("k");
  await page.waitForSelector("dialog[data-racks][open]");
  await fits("calculator");
  const tiles = ["", "3 7 13", "J", "1r 2b"];
  for (const [at, text] of tiles.entries()) {
    assert.equal(await page.evaluate(() => [...document.querySelectorAll("[data-tiles]")].indexOf(document.activeElement)), at);
    await page.keyboard.type(text === "J" ? "14" : text);
    if (text === "J") {
      assert.match(await page.locator("[data-points]").nth(at).textContent(), /14.*nie kostka/);
      await fits("calculator with a tile that is none");
      await page.keyboard.press("Control+a");
      await page.keyboard.type(text);
    }
    await page.keyboard.press("Enter");
  }
  await page.waitForSelector("dialog[data-racks]", { state: "hidden" });
  assert.deepEqual(await Promise.all([0, 1, 2, 3].map((at) => field(table, at).inputValue())), ["", "23", "50", "3"]);
  assert.ok(await field(table, 0).evaluate((one) => one === document.activeElement), "the focus is back where it was");
  await page.keyboard.press("Escape");
  await page.evaluate(() => localStorage.clear());
});

test("a sheet that was refused says why, and once it is put right nobody asks for a reason", async () => {
  const [table] = missing;
  await page.route("**/sheet/check", (route) => route.abort());
  // The service warns of what the page does not know of.
  await page.route("**/sheet", (route) => {
    if (route.request().method() !== "PUT" || route.request().postDataJSON().games[0].small[0] !== -11) return route.continue();
    const problem = { title: "Nie przyjęto", reason: "unconfirmed-warnings", errors: [{ pointer: "/games/0", detail: "Gra 1: dziwna.", code: "odd" }] };
    return route.fulfill({ status: 422, contentType: "application/problem+json", body: JSON.stringify(problem) });
  });
  await page.goto(`${service.url}${sheets()}`);
  const all = games(2);
  all[0] = [11, null, 22, 33];
  await enterSheet(page, table, all);
  await page.waitForSelector("[data-attention] .refusal");
  await fits("refused");
  await page.locator("[data-attention] button").first().click();
  await page.waitForSelector(`#table-${table} [data-tick]:visible`);
  assert.match(await findings(table).textContent(), /dziwna/);
  await fits("opened again");
  await field(table, 0).fill("12");
  assert.ok(!(await page.locator(`#table-${table} [data-tick]`).isVisible()));
  await field(table, 0).press("Control+Enter");
  await quiet();
  all[0][0] = 12;
  assert.deepEqual((await sheet(table)).games.map(losses), all);
  await page.unroute("**/sheet");
  await page.unroute("**/sheet/check");
});

test("the last sheet is taken back, that is said, and stays said", async () => {
  const [, table] = missing;
  await page.goto(`${service.url}${sheets()}`);
  await enterSheet(page, table, games(4));
  await quiet();
  // News of the sheet itself come while somebody thinks about it.
  await page.waitForResponse((response) => response.url().endsWith("/stages/3/sheets"));
  await page.locator("[data-last] button").click();
  await page.waitForFunction(() => document.querySelector("[data-noted]").textContent);
  assert.equal((await sheet(table)).state, "missing");
  const other = missing[0];
  await asked(service, service.accounts.main_referee, "PUT", `${tournament()}/stages/3/tables/${other}/sheet`, { games: (await sheet(other)).games.map(({ ending, small }) => ({ ending, small })) }, "*");
  await page.waitForResponse((response) => response.url().endsWith("/stages/3/sheets"));
  assert.match(await page.locator("[data-noted][role=status]").textContent(), new RegExp(`Cofnięto tabelkę stolika ${table}`));
});

test("a sheet that was not sent is taken back as a draft, which survives closing the page", async () => {
  const [, table] = missing;
  await page.route("**/api/v1/me", (route) => route.abort());
  await page.goto(`${service.url}${sheets()}`);
  const all = games(6);
  await enterSheet(page, table, all);
  await page.locator("[data-last] button").click();
  await page.waitForFunction(() => document.querySelector("[data-noted]").textContent);
  await page.unroute("**/api/v1/me");
  await open(table);
  assert.equal(await field(table, 0).inputValue(), String(all[0][0] ?? ""));
  assert.equal(await field(table, 15).inputValue(), String(all[3][3] ?? ""));
  assert.equal((await sheet(table)).state, "missing");
  await page.evaluate(() => localStorage.clear());
});

test("a second entry is made blind, and whoever finds the first one wrong puts her own in its place", async () => {
  const { organiser, admin } = service.accounts;
  const players = (await api(service, "/api/v1/players?limit=8")).items;
  const id = await begun(service, organiser, players, { name: "Turniej podwójnych wpisów", format: { second_entry: true } });
  const address = `/api/v1/tournaments/${id}/stages/1/tables/1/sheet`;
  const first = [0, 1, 2].map((at) => ({ ending: "rack_emptied", small: [-77 - at, 111 + at, -22, -12] }));
  await asked(service, admin, "PUT", address, { games: first }, "*");
  const told = [];
  page.on("response", async (response) => { if (response.url().endsWith("/stages/1/sheets")) told.push(await response.text().catch(() => "")); });
  await page.goto(`${service.url}/pl/organise/${id}/sheets`);
  const mine = [0, 1, 2].map((at) => game(4, at));
  await enterSheet(page, 1, mine);
  await page.waitForSelector("[data-attention] .refusal");
  await page.locator("[data-attention] button").first().click();
  await page.waitForSelector("#table-1 [data-second]:visible");
  await fits("second entry that differs");
  await page.locator("#table-1 [data-first]").click();
  assert.ok(!(await page.locator("#table-1 [data-second]").isVisible()));
  assert.deepEqual(await Promise.all([1, 2, 3].map((at) => field(1, at).inputValue())), mine[0].slice(1).map(String), "what was typed stays");
  await field(1, 0).press("Control+Enter");
  await quiet();
  const now = await asked(service, organiser, "GET", address);
  assert.deepEqual([now.results.state, now.results.games.map(losses)], ["unconfirmed", mine]);
  assert.doesNotMatch((await page.content()) + told.join(), /-77,\s*111/, "the first entry was not told");
});

test("whoever only looks at the overview keeps her place when something new comes in", async () => {
  await page.goto(`${service.url}/pl/organise/${service.live}`);
  await page.evaluate(() => {
    document.activeElement?.blur();
    document.addEventListener("kostka:read", () => { window.isRead = true; });
  });
  const [, , table] = missing;
  const entered = games(3).map((points) => ({ ending: "rack_emptied", small: points.map((lost) => (lost === null ? points.reduce((sum, one) => sum + one, 0) : -lost)) }));
  await asked(service, service.accounts.main_referee, "PUT", `${tournament()}/stages/3/tables/${table}/sheet`, { games: entered }, "*");
  await page.waitForFunction(() => window.isRead);
  assert.ok(await page.evaluate(() => document.activeElement === document.body));
});
