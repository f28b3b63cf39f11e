// What is printed, as PDF: every sheet on paper whole, with its names and its code, and lists that go over pages with their headings.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, signIn, window } from "./lib/browser.mjs";
import { published } from "./lib/hall.mjs";
import { HOSTILE, poison } from "./lib/hostile.mjs";
import { api, demo, season } from "./lib/service.mjs";

let browser, service, page, folder;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), "kostka-print-"));
  [browser, service] = await Promise.all([launch(), demo()]);
  ({ page } = await window(browser));
  await signIn(page, service, service.accounts.organiser);
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([browser?.close(), service?.stop()]);
});

/** The text of each page of what a page prints. */
async function printed(address) {
  await page.goto(address);
  const file = join(folder, "printed.pdf");
  writeFileSync(file, await page.pdf({ preferCSSPageSize: true }));
  const text = execFileSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" });
  return text.split("\f").slice(0, -1);
}

const tidy = (text) => text.replace(/\s+/g, " ");

test("every table has its whole sheet on one page, with the names of those who sit there", async () => {
  const pages = await printed(`${service.url}/pl/organise/${service.live}/print/sheets/3`);
  const { tables } = await api(service, `/api/v1/tournaments/${service.live}/seating?stage=3`);
  for (const { table, seats } of tables) {
    const on = pages.filter((text) => tidy(text).includes(`R3-S${String(table).padStart(2, "0")}`));
    assert.equal(on.length, 1, `table ${table}`);
    for (const { surname } of seats) assert.ok(tidy(on[0]).includes(surname), `${surname} at table ${table}`);
  }
  assert.ok(pages.length <= Math.ceil(tables.length / 2), `${pages.length} pages`);
  assert.ok(!pages.some((text) => text.includes("Drukuj")), "buttons stay on the screen");
});

test("lists, labels and diplomas are printed, each label and diploma on a page of its own", async () => {
  const of = (id, part) => printed(`${service.url}/pl/organise/${id}/print/${part}`);
  const { tables } = await api(service, `/api/v1/tournaments/${service.live}/seating?stage=3`);
  assert.equal((await of(service.live, "labels/a4")).length, tables.length);
  const small = await of(service.live, "labels/a5");
  assert.equal(small.length, tables.length);
  tables.forEach(({ table }, at) => assert.match(tidy(small[at]), new RegExp(`\\b${table}\\b`)));
  assert.equal((await of(service.closed, "diplomas/3")).length, 3);
  const { lines } = await api(service, `/api/v1/tournaments/${service.closed}/results`);
  const results = tidy((await of(service.closed, "results")).join(" "));
  for (const { surname } of lines) assert.ok(results.includes(surname), surname);
  const seats = tidy((await of(service.live, "seating/3/names")).join(" "));
  for (const { surname } of tables.flatMap((one) => one.seats)) assert.ok(seats.includes(surname), surname);
});

test("standings and the seating by tables have everybody, and tables keep their people together", async () => {
  const of = (part) => printed(`${service.url}/pl/organise/${service.live}/print/${part}`);
  const standings = await of("standings/2");
  const { lines } = await api(service, `/api/v1/tournaments/${service.live}/standings?after=2`);
  for (const { surname } of lines) assert.ok(tidy(standings.join(" ")).includes(surname), surname);
  const pages = (await of("seating/3/tables")).map(tidy);
  const { tables } = await api(service, `/api/v1/tournaments/${service.live}/seating?stage=3`);
  for (const { table, seats } of tables) {
    assert.ok(pages.some((text) => seats.every(({ surname }) => text.includes(surname))), `table ${table} is on one page`);
  }
});

test("an edition of a list is printed with everybody on it and with its digest", async () => {
  await published(service, "ranking:2025");
  const [edition] = (await api(service, "/api/v1/lists/ranking%3A2025/editions")).items;
  await page.goto(`${service.url}/pl/lists/ranking:2025/editions/1`);
  const rows = await page.locator("main table.ledger tbody tr th a").allTextContents();
  assert.ok(rows.length > 20, `${rows.length} rows`);
  const official = await page.locator(".acts a").first().getAttribute("href");
  for (const address of ["/pl/lists/ranking:2025/editions/1", official]) {
    const text = tidy((await printed(service.url + address)).join(" "));
    // A digest may go over the end of a line.
    assert.ok(text.replaceAll(" ", "").includes(edition.digest), `the digest on ${address}`);
    for (const name of rows) assert.ok(text.includes(tidy(name).trim().split(" ").at(-1)), `${name} on ${address}`);
  }
});

test("names that look like markup are text on paper, too", async (context) => {
  const other = await season(poison);
  context.after(() => other.stop());
  await page.goto(`${other.url}/pl/seasons/2025/ranking`);
  const file = join(folder, "ranking.pdf");
  writeFileSync(file, await page.pdf());
  const text = tidy(execFileSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" }));
  assert.ok(text.includes("<script>") || text.includes("onerror"), "such names are there");
  assert.equal(await page.evaluate(() => window.pwned), undefined);
  // Pictures for sharing are made of the same names, and stay pictures.
  const card = await page.locator('meta[property="og:image"]').getAttribute("content");
  const answer = await fetch(new URL(new URL(card).pathname, other.url));
  const bytes = new Uint8Array(await answer.arrayBuffer());
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("content-type"), "image/png");
  assert.deepEqual([...bytes.slice(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  assert.ok(HOSTILE.length > 10);
});
