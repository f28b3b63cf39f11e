// A phone at a table: its code opens the sheet of that table, works on without a network, and says so when it has ended.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { violations, sideways } from "./lib/axe.mjs";
import { launch, pictures, window } from "./lib/browser.mjs";
import { asked, game } from "./lib/hall.mjs";
import { api, demo } from "./lib/service.mjs";

const GAMES = 4;

let browser, service, tokens;
before(async () => {
  [browser, service] = await Promise.all([launch(), demo()]);
  tokens = await issued();
});
after(async () => {
  await Promise.all([browser?.close(), service?.stop()]);
});
afterEach(async (context) => {
  if (!context.passed) await pictures(browser, "table");
});

const tournament = () => `/api/v1/tournaments/${service.live}`;
const issued = async () => (await asked(service, service.accounts.organiser, "POST", `${tournament()}/stages/3/table-tokens`, {})).tokens;
const ended = (table) => asked(service, service.accounts.organiser, "DELETE", `${tournament()}/table-tokens/${tokens.find((one) => one.table === table).id}`);
const address = (table) => `${service.url}/pl/table#${tokens.find((one) => one.table === table).token}`;
const sheet = async (table) => (await api(service, `${tournament()}/stages/3/tables/${table}/sheet`)).results;
const losses = (one) => one.small.map((points) => (points < 0 ? -points : null));
const phone = () => window(browser, { viewport: { width: 320, height: 640 } });
const confirmed = (page) => page.waitForFunction(() => document.querySelector("[data-bar]") && !document.querySelector("[data-bar]").classList.contains("waits"));

/** Types games from the first field on. */
async function type(page, games) {
  await page.focus("[data-seat]");
  for (const points of games.flat()) {
    await page.keyboard.press("Backspace");
    if (points !== null) await page.keyboard.type(String(points));
    await page.keyboard.press("Enter");
  }
}

async function fits(page, at) {
  assert.deepEqual(await violations(page), [], at);
  assert.equal(await sideways(page), 0, at);
}

test("the code of a table opens its sheet, which is entered, kept without a network, and refused when the code has ended", async () => {
  const { page, context, wrong } = await phone();
  const [table] = (await api(service, `${tournament()}/progress`)).missing;
  await page.goto(address(table));
  await page.waitForSelector("#entry .sheet");
  assert.equal(new URL(page.url()).hash, "", "the secret leaves the address");
  await fits(page, "opened");
  const first = Array.from({ length: GAMES }, (_, at) => game(4, at));
  await type(page, first);
  await confirmed(page);
  assert.deepEqual((await sheet(table)).games.map(losses), first);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await page.waitForFunction(async () => (await caches.match(location.href, { ignoreVary: true })) !== undefined);

  // The network goes, somebody corrects a game, and the phone falls asleep.
  await context.setOffline(true);
  const better = Array.from({ length: GAMES }, (_, at) => game(4, at + 9));
  await type(page, better);
  assert.match(await page.locator("[data-bar]").textContent(), /na tym urządzeniu/);
  await fits(page, "without a network");
  await page.reload();
  await page.waitForSelector("#entry .sheet");
  assert.match(await page.locator("[data-bar]").textContent(), /na tym urządzeniu/);
  assert.deepEqual((await sheet(table)).games.map(losses), first, "nothing has reached the service");
  await context.setOffline(false);
  await confirmed(page);
  assert.deepEqual((await sheet(table)).games.map(losses), better);

  // The round is over, and so is the code.
  await ended(table);
  await page.reload();
  await page.waitForFunction(() => document.querySelector("[data-token-problem]")?.textContent);
  assert.match(await page.locator("[data-token-problem]").textContent(), /już nie działa/);
  assert.deepEqual(await page.evaluate(() => Object.keys(sessionStorage)), []);
  assert.equal(await page.locator("#entry").count(), 0);
  await fits(page, "ended");
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a code that ends while a sheet is typed says so, keeps the sheet, and a new code sends it", async () => {
  const { page, context, wrong } = await phone();
  const [table] = (await api(service, `${tournament()}/progress`)).missing;
  await page.goto(address(table));
  await page.waitForSelector("#entry .sheet");
  await ended(table);
  const games = Array.from({ length: GAMES }, (_, at) => game(4, at + 3));
  await type(page, games);
  await page.waitForFunction(() => /Kod tego stolika już nie działa/.test(document.querySelector("[data-bar]").textContent));
  assert.equal(await page.evaluate(() => sessionStorage.getItem("kostka-table-token")), null);
  assert.equal((await sheet(table)).state, "missing");
  // Whoever looks again still sees what was typed.
  await page.reload();
  await page.waitForSelector("#entry .sheet");
  await page.waitForFunction(() => /Kod tego stolika już nie działa/.test(document.querySelector("[data-bar]").textContent));
  await fits(page, "ended with a sheet that waits");
  tokens = await issued();
  await page.evaluate((hash) => { location.hash = hash; }, new URL(address(table)).hash);
  await confirmed(page);
  assert.equal(new URL(page.url()).hash, "", "a code that is scanned later leaves the address, too");
  assert.deepEqual((await sheet(table)).games.map(losses), games);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a code that was never one is told from a lost connection", async () => {
  const { page, context } = await phone();
  await page.goto(`${service.url}/pl/table#kt_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8`);
  await page.waitForFunction(() => document.querySelector("[data-token-problem]")?.textContent);
  assert.match(await page.locator("[data-token-problem]").textContent(), /już nie działa/);
  await context.setOffline(true);
  await page.evaluate((hash) => { location.hash = hash; }, new URL(address(1)).hash);
  await page.waitForFunction(() => /Nie ma połączenia/.test(document.querySelector("[data-token-problem]").textContent));
  await context.setOffline(false);
  await page.waitForSelector("#entry .sheet");
  await context.close();
});
