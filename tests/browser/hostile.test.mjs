// Names that look like markup, formulas or tricks are text wherever they are shown: pages, sheets and pictures.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, signIn, window } from "./lib/browser.mjs";
import { asked, begun } from "./lib/hall.mjs";
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

/** A tournament in its first round, in which everybody has such a name, and so has the tournament. */
async function running() {
  const { admin } = service.accounts;
  const known = (await api(service, "/api/v1/players?limit=100")).items;
  const firsts = [...new Map(known.map((player) => [player.surname, player])).values()];
  const players = [...new Set([...firsts, ...known])].slice(0, 16);
  const id = await begun(service, admin, players, { name: HOSTILE[1], venue: HOSTILE[2], contact: { name: HOSTILE[0], address: HOSTILE[3] } });
  const games = [0, 1, 2].map((at) => ({ ending: "rack_emptied", small: [60 + at, -10 - at, -20, -30] }));
  await asked(service, admin, "PUT", `/api/v1/tournaments/${id}/stages/1/tables/2/sheet`, { games }, "*");
  return { id, players };
}

test("no name does anything while a tournament is run: at the desk, on sheets, live, on the wall and on paper", async () => {
  const { id, players } = await running();
  const { surname } = players.find((one) => one.surname.includes("<img"));
  const { page, context, wrong } = await window(browser);
  page.on("dialog", (dialog) => wrong.push(`dialog: ${dialog.message()}`));
  await signIn(page, service, service.accounts.admin);
  const harmless = async (path) => {
    assert.equal(await page.evaluate(() => window.pwned), undefined, path);
    assert.equal(await page.locator("body script, svg[onload], img[onerror]").count(), 0, path);
  };
  const organise = `/organise/${id}`;
  const shown = [`${organise}/desk`, `${organise}/sheets`, `/tournaments/${id}`, `/tournaments/${id}/projector`, `${organise}/print/sheets/1`, `${organise}/print/seating/1/names`];
  const paths = [...shown, organise, `${organise}/officiating`, `${organise}/settings`, `${organise}/acts`, `${organise}/print/labels/a5`, `/admin/applications/${id}`];
  for (const path of paths) {
    const answer = await page.goto(`${service.url}/pl${path}`);
    assert.equal(answer.status(), 200, path);
    await harmless(path);
    if (shown.includes(path)) assert.ok((await page.locator("body").textContent()).includes(surname), path);
  }
  // Scripts put names into the calculator and into what is found at the desk.
  await page.goto(`${service.url}/pl${organise}/sheets`);
  await page.fill("#table-number", "1");
  await page.keyboard.press("Enter");
  await page.keyboard.press("k");
  await page.waitForSelector("dialog[data-racks][open] legend");
  await harmless("calculator");
  await page.goto(`${service.url}/pl${organise}/desk`);
  await page.fill("#desk-q", "img src");
  await page.waitForSelector("#desk-found li");
  await harmless("found at the desk");
  assert.deepEqual(wrong, []);
  await context.close();
});

test("a name that is a formula is text in a spreadsheet, and points stay numbers", async () => {
  const csv = await (await fetch(`${service.url}/api/v1/seasons/2025/ranking?limit=500&dialect=excel`)).text();
  const cells = csv.split(/\r?\n/).flatMap((line) => line.split(";"));
  assert.deepEqual(cells.filter((cell) => /^"?[=@+]/.test(cell)), []);
  assert.ok(cells.some((cell) => cell.includes("'=HYPERLINK")));
});
