// An admin submits a list, and another person publishes exactly that.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { launch, pictures, signIn, tabTo, window } from "./lib/browser.mjs";
import { api, demo } from "./lib/service.mjs";

const LIST = "ranking:2025";

let browser, service;
before(async () => {
  [browser, service] = await Promise.all([launch(), demo()]);
});
after(async () => {
  await Promise.all([browser?.close(), service?.stop()]);
});
afterEach(async (context) => {
  if (!context.passed) await pictures(browser, "publish");
});

test("one admin submits the ranking, cannot publish it herself, and another publishes it", async () => {
  const [alicja, albina] = [await window(browser), await window(browser)];
  for (const { page } of [alicja, albina]) page.on("dialog", (dialog) => dialog.accept());
  await signIn(alicja.page, service, service.accounts.admin, `/pl/admin/lists/${LIST}`);
  await tabTo(alicja.page, "form[data-api$='/submission'] button[type=submit]");
  await alicja.page.keyboard.press("Enter");
  await alicja.page.waitForSelector("form[data-api$='/submission'][data-method=DELETE]");
  assert.equal(await alicja.page.locator("form[data-api$='/editions']").count(), 0, "who submitted does not publish");

  await signIn(albina.page, service, service.accounts.admin2, `/pl/admin/lists/${LIST}`);
  const shown = await albina.page.locator("main").textContent();
  assert.match(shown, /[0-9a-f]{64}/, "the digest is there to compare");
  await tabTo(albina.page, "form[data-api$='/editions'] button[type=submit]");
  await albina.page.keyboard.press("Enter");
  await albina.page.waitForFunction(() => document.getElementById("told")?.textContent || document.querySelector(".refusal, .success"));
  const editions = await api(service, `/api/v1/lists/${encodeURIComponent(LIST)}/editions`);
  assert.equal(editions.items.length, 1, JSON.stringify(editions));

  // Everybody sees which one is official.
  await alicja.page.goto(`${service.url}/pl/seasons/2025/ranking`);
  assert.match(await alicja.page.locator("main").textContent(), /wydanie 1/);
  await alicja.page.goto(`${service.url}/pl/lists/${LIST}/editions/1`);
  assert.match(await alicja.page.locator("main").textContent(), /[0-9a-f]{64}/);
  assert.deepEqual([...alicja.wrong, ...albina.wrong], []);
});
