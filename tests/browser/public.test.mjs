// What everybody sees: without an account, without scripts, and without anybody else learning of it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, window } from "./lib/browser.mjs";
import { pagesOf } from "./lib/pages.mjs";
import { demo, season } from "./lib/service.mjs";

let browser, service, pages;
before(async () => {
  [browser, service] = await Promise.all([launch(), demo()]);
  pages = (await pagesOf(service)).filter((page) => !page.as);
});
after(async () => {
  await Promise.all([browser?.close(), service?.stop()]);
});

test("no page asks anybody else for anything, and none sets a cookie before somebody signs in", async () => {
  const { page, context, wrong } = await window(browser);
  const elsewhere = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(service.url)) elsewhere.push(request.url());
  });
  for (const { path } of pages) await page.goto(`${service.url}/pl${path}`, { waitUntil: "load" });
  assert.deepEqual(elsewhere, []);
  assert.deepEqual(await context.cookies(), []);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("every public table is there without scripts", async () => {
  const tables = async (javaScriptEnabled) => {
    const { page, context } = await window(browser, { javaScriptEnabled });
    const found = {};
    for (const { name, path } of pages) {
      await page.goto(`${service.url}/pl${path}`);
      found[name] = await page.locator("main table tbody tr").count();
    }
    await context.close();
    return found;
  };
  const without = await tables(false);
  assert.ok(without.ranking > 10 && without["tournament-live"] > 10 && without.mp > 3, JSON.stringify(without));
  assert.deepEqual(without, await tables(true));
});

test("whoever types lukasz finds Łukasz, and is led to his place", async (context) => {
  const other = await season((bundle) => {
    Object.assign(bundle.players.find((player) => player.id === bundle.tournaments[0].results[0].player), { first_name: "Łukasz", surname: "Żółciński" });
  });
  context.after(() => other.stop());
  const { page } = await window(browser, { viewport: { width: 320, height: 640 } });
  await page.goto(`${other.url}/pl/seasons/2025/ranking`);
  await page.focus("#q");
  await page.keyboard.type("lukasz");
  await page.keyboard.press("Enter");
  await page.waitForURL(/q=lukasz/);
  const first = page.locator("table.ranking tbody tr th").first();
  assert.match(await first.textContent(), /Łukasz Żółciński/);
  // From what was found to his place among the others, and on to him.
  await first.locator("a.around").focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/around=/);
  const there = page.locator("table.ranking tbody tr:target");
  assert.match(await there.textContent(), /Łukasz Żółciński/);
  assert.ok(await page.locator("table.ranking tbody tr").count() > 1, "others stand around him");
  await there.locator("th a").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/players\//);
  assert.match(await page.locator("h1").textContent(), /Łukasz Żółciński/);
});

test("the wall of the hall turns its pages, and stops for whoever wants to read", async () => {
  const { page, context, wrong } = await window(browser, { viewport: { width: 1920, height: 1080 } });
  await page.clock.install();
  await page.goto(`${service.url}/pl/tournaments/${service.live}/projector`);
  await page.waitForSelector("#wall-pause:not([hidden])");
  const shown = () => page.evaluate(() => [...document.querySelectorAll(".slide")].findIndex((slide) => !slide.hidden));
  assert.ok(await page.locator(".slide").count() > 1);
  assert.equal(await shown(), 0);
  await page.clock.fastForward(13_000);
  assert.equal(await shown(), 1);
  await page.focus("body");
  await page.keyboard.press("Space");
  assert.match(await page.locator("#wall-pause").textContent(), /Wznów|dalej/i);
  await page.clock.fastForward(60_000);
  assert.equal(await shown(), 1, "it stays");
  await page.locator("#wall-next").focus();
  await page.keyboard.press("Enter");
  assert.notEqual(await shown(), 1, "whoever wants turns alone");
  await page.locator("#wall-pause").focus();
  await page.keyboard.press("Enter");
  const before = await shown();
  await page.clock.fastForward(13_000);
  assert.notEqual(await shown(), before);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("whoever types into the ranking without a network keeps the page", async () => {
  const { page, context } = await window(browser);
  const address = `${service.url}/pl/seasons/2025/ranking`;
  await page.goto(address);
  const rows = await page.locator("table.ranking tbody tr").count();
  await context.setOffline(true);
  await Promise.all([page.waitForEvent("requestfailed"), page.locator("#q").pressSequentially("lu")]);
  await page.keyboard.type("k");
  await page.waitForEvent("requestfailed");
  assert.equal(page.url(), address);
  assert.equal(await page.locator("table.ranking tbody tr").count(), rows);
  await context.close();
});
