// Names that look like markup, formulas or tricks are text wherever they are shown: pages, sheets and pictures.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, window } from "./lib/browser.mjs";
import { HOSTILE, poison } from "./lib/hostile.mjs";
import { api, season } from "./lib/service.mjs";

let browser, service;
before(async () => {
  [browser, service] = await Promise.all([launch(), season(poison)]);
});
after(async () => {
  await Promise.all([browser?.close(), service?.stop()]);
});

test("no name does anything on any page", async () => {
  const { page, context, wrong } = await window(browser);
  page.on("dialog", (dialog) => wrong.push(`dialog: ${dialog.message()}`));
  const { items } = await api(service, "/api/v1/seasons/2025/ranking?limit=100");
  const tournaments = (await api(service, "/api/v1/tournaments?season=2025")).items;
  const paths = [
    "", "/seasons/2025/ranking", "/seasons/2025/mp", "/seasons/2025/mw", "/seasons/2025/calendar", "/lists",
    ...items.slice(0, HOSTILE.length).map((item) => `/seasons/2025/players/${item.player_id}`),
    `/seasons/2025/ranking/compare?a=${items[0].player_id}&b=${items[1].player_id}`,
    ...tournaments.slice(0, HOSTILE.length).map((item) => `/tournaments/${item.id}`),
    `/seasons/2025/ranking?q=${encodeURIComponent(HOSTILE[1])}`,
    `/sign-in?next=${encodeURIComponent("javascript:window.pwned=7")}`,
    `/${encodeURIComponent(HOSTILE[0])}`,
  ];
  for (const path of paths) {
    await page.goto(`${service.url}/pl${path}`);
    assert.equal(await page.evaluate(() => window.pwned), undefined, path);
    assert.equal(await page.locator("main script, main svg[onload], main img[onerror]").count(), 0, path);
  }
  assert.match(await page.locator("body").textContent(), /Kostka/);
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a name that is a formula is text in a spreadsheet, and points stay numbers", async () => {
  const csv = await (await fetch(`${service.url}/api/v1/seasons/2025/ranking?limit=500&dialect=excel`)).text();
  const cells = csv.split(/\r?\n/).flatMap((line) => line.split(";"));
  assert.deepEqual(cells.filter((cell) => /^"?[=@+]/.test(cell)), []);
  assert.ok(cells.some((cell) => cell.includes("'=HYPERLINK")));
});
