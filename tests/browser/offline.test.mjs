// The network goes in the middle of a round: nothing is lost, nothing is sent twice, and the page says where each sheet is.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { sideways, violations } from "./lib/axe.mjs";
import { launch, pictures, signIn, window } from "./lib/browser.mjs";
import { enterSheet, game } from "./lib/hall.mjs";
import { api, demo } from "./lib/service.mjs";

let browser, service, seating, missing;
before(async () => {
  [browser, service] = await Promise.all([launch(), demo()]);
  seating = await api(service, `/api/v1/tournaments/${service.live}/seating`);
  ({ missing } = await api(service, `/api/v1/tournaments/${service.live}/progress`));
});
after(async () => {
  await Promise.all([browser?.close(), service?.stop()]);
});
afterEach(async (context) => {
  if (!context.passed) await pictures(browser, "offline");
});

const seats = (table) => seating.tables.find((one) => one.table === table).seats.length;
const games = (table, from) => [0, 1, 2, 3].map((number) => game(seats(table), from + number));
const sheet = (table) => api(service, `/api/v1/tournaments/${service.live}/stages/3/tables/${table}/sheet`);
const entered = async (table) => (await sheet(table)).results?.games;
const losses = (game) => game.small.map((points) => (points < 0 ? -points : null));
const bar = (page) => page.locator("[data-bar]");

test("sheets that were entered without a network are kept, survive closing the page, and are sent once when it is back", async () => {
  const { page, context, wrong } = await window(browser, { viewport: { width: 1280, height: 900 } });
  await signIn(page, service, service.accounts.organiser, `/pl/organise/${service.live}/sheets`);
  const [first, second] = missing;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  // The worker has to have seen the page before the network goes.
  await page.waitForFunction(async () => {
    for (const name of await caches.keys()) {
      if ((await (await caches.open(name)).keys()).some((request) => request.url.includes("/sheets"))) return true;
    }
    return false;
  });
  const before = (await api(service, "/api/v1/log")).position ?? (await api(service, "/api/v1/log")).size;

  await context.setOffline(true);
  await enterSheet(page, first, games(first, 2));
  assert.match(await bar(page).textContent(), /na tym urządzeniu/);
  // Somebody closes the lid.
  await page.reload();
  await page.waitForFunction(() => document.activeElement?.id === "table-number");
  assert.match(await bar(page).textContent(), /na tym urządzeniu/, "it is still there");
  await enterSheet(page, second, games(second, 3));
  assert.match(await bar(page).textContent(), /^2 /, "two of them wait");
  assert.deepEqual((await entered(first)) ?? [], [], "nothing has reached the service");

  await context.setOffline(false);
  await page.waitForFunction(() => !document.querySelector("[data-bar]").classList.contains("waits"));
  for (const [table, from] of [[first, 2], [second, 3]]) {
    assert.deepEqual((await entered(table)).map(losses), games(table, from), `table ${table}`);
  }
  const after = (await api(service, "/api/v1/log")).position ?? (await api(service, "/api/v1/log")).size;
  assert.equal(after - before, 2, "each sheet was recorded once");
  assert.deepEqual(wrong, []);
  missing = missing.slice(2);
  await context.close();
});

test("an answer that is lost on its way back leads to one sheet, not two", async () => {
  const { page, context } = await window(browser, { viewport: { width: 1280, height: 900 } });
  await signIn(page, service, service.accounts.organiser, `/pl/organise/${service.live}/sheets`);
  const [table] = missing;
  let lost = 0;
  await page.route("**/sheet", async (route) => {
    if (route.request().method() !== "PUT" || lost > 0) return route.continue();
    lost += 1;
    // The service has done it, and nobody learns of it.
    await route.fetch();
    return route.abort("connectionreset");
  });
  const before = await api(service, "/api/v1/log");
  await enterSheet(page, table, games(table, 5));
  await page.waitForFunction(() => !document.querySelector("[data-bar]").classList.contains("waits"));
  assert.equal(lost, 1);
  const after = await api(service, "/api/v1/log");
  assert.equal((after.position ?? after.size) - (before.position ?? before.size), 1);
  missing = missing.slice(1);
  await context.close();
});

test("every one of the organiser's pages sends a sheet that waits, and says so before and after", async () => {
  const { page, context, wrong } = await window(browser, { viewport: { width: 1280, height: 900 } });
  const home = `/pl/organise/${service.live}`;
  const unsent = page.locator("[data-unsent]");
  await signIn(page, service, service.accounts.organiser, home);
  assert.ok(!(await unsent.isVisible()), "nothing waits, and nothing is said");
  let puts = 0;
  await page.route("**/sheet", (route) => {
    if (route.request().method() === "PUT") puts += 1;
    return route.continue();
  });
  let hasNetwork = false;
  await page.route("**/api/v1/me", (route) => (hasNetwork ? route.continue() : route.abort()));
  await page.goto(`${service.url}${home}/sheets`);
  const [table] = missing;
  await enterSheet(page, table, games(table, 7));
  for (const part of ["", "/desk", "/officiating", "/print", "/settings", "/acts"]) {
    await page.goto(`${service.url}${home}${part}`);
    await page.waitForSelector("[data-unsent].waits");
    assert.match(await unsent.textContent(), /^1 tabelka jest zapisana na tym urządzeniu/, part);
    assert.deepEqual(await violations(page), [], part);
  }
  assert.deepEqual((await entered(table)) ?? [], []);
  const before = await api(service, "/api/v1/log");
  hasNetwork = true;
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.waitForSelector("[data-unsent]:not(.waits)");
  assert.match(await unsent.textContent(), new RegExp(`Wysłano to, co czekało na tym urządzeniu: stolik ${table}\\.`));
  assert.deepEqual((await entered(table)).map(losses), games(table, 7));
  const after = await api(service, "/api/v1/log");
  assert.equal((after.position ?? after.size) - (before.position ?? before.size), 1);
  assert.equal(puts, 1);

  // Whoever else signs in on this device sends nothing of it in her own name.
  hasNetwork = false;
  await page.goto(`${service.url}${home}/sheets`);
  await enterSheet(page, table, games(table, 9));
  await context.clearCookies();
  hasNetwork = true;
  await signIn(page, service, service.accounts.main_referee, home);
  await page.waitForSelector("[data-unsent].waits");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  assert.match(await unsent.textContent(), /wpisała inna osoba/);
  // What the page would have sent, and whoever it would have asked before that, come before these.
  for (let trip = 0; trip < 3; trip += 1) assert.equal(await page.evaluate(async () => (await fetch("/api/v1/me")).status), 200);
  assert.equal(puts, 1, "nothing was sent in the name of somebody else");
  assert.deepEqual((await entered(table)).map(losses), games(table, 7));
  assert.deepEqual(wrong, []);
  await context.close();
});

for (const [choice, isMine] of [["keeps what the service has", false], ["sends her own", true]]) {
  test(`whoever was second sees both sheets side by side, and ${choice}`, async () => {
    const one = await window(browser, { viewport: { width: 1280, height: 900 } });
    const other = await window(browser, { viewport: { width: 1280, height: 900 } });
    await signIn(one.page, service, service.accounts.organiser, `/pl/organise/${service.live}/sheets`);
    await signIn(other.page, service, service.accounts.main_referee, `/pl/organise/${service.live}/sheets`);
    const [table] = missing;
    const [hers, his] = isMine ? [10, 11] : [8, 9];
    await one.context.setOffline(true);
    await enterSheet(one.page, table, games(table, hers));
    await enterSheet(other.page, table, games(table, his));
    await other.page.waitForFunction(() => !document.querySelector("[data-bar]").classList.contains("waits"));
    await one.context.setOffline(false);
    const attention = one.page.locator("[data-attention]");
    await attention.locator("table").waitFor();
    const text = await attention.textContent();
    for (const points of [games(table, hers)[0], games(table, his)[0]]) {
      for (const loser of points.filter((it) => it !== null)) assert.ok(text.includes(String(loser)), `${loser} in ${text}`);
    }
    assert.deepEqual((await entered(table)).map(losses), games(table, his), "nothing was overwritten");
    assert.deepEqual(await violations(one.page), []);
    await one.page.setViewportSize({ width: 320, height: 640 });
    assert.equal(await sideways(one.page), 0);
    await attention.getByRole("button", { name: isMine ? "Wyślij to, co wpisane tutaj" : "Zostaw to, co w serwisie" }).click();
    await one.page.waitForFunction(() => !document.querySelector("[data-bar]").classList.contains("waits") && !document.querySelector("[data-attention] table"));
    assert.deepEqual((await entered(table)).map(losses), games(table, isMine ? hers : his));
    await one.context.close();
    await other.context.close();
  });
}

test("whoever signs in, out and in again still opens the page without a network", async () => {
  const { page, context, wrong } = await window(browser, { viewport: { width: 1280, height: 900 } });
  const address = `/pl/organise/${service.live}/sheets`;
  const kept = () => page.waitForFunction(async (path) => (await caches.match(path, { ignoreVary: true })) !== undefined, address);
  await signIn(page, service, service.accounts.organiser, address);
  await kept();
  await page.goto(`${service.url}/pl/account`);
  await page.locator("form[data-forget] button").first().click();
  await page.waitForURL((url) => url.pathname === "/pl");
  assert.equal(await page.evaluate(async (path) => (await caches.match(path, { ignoreVary: true })) !== undefined, address), false, "it is gone with the session");
  await signIn(page, service, service.accounts.organiser, address);
  await kept();
  await context.setOffline(true);
  await page.reload();
  await page.waitForFunction(() => document.activeElement?.id === "table-number");
  assert.match(await bar(page).textContent(), /Nie ma połączenia/);
  assert.deepEqual(wrong, []);
  await context.close();
});
