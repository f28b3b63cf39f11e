// Every page, empty, full and with errors, for people with small screens, dark rooms, large letters: no rule of WCAG 2.2 AA is broken,
// and nothing has to be scrolled sideways.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { violations, sideways } from "./lib/axe.mjs";
import { launch, signIn, window } from "./lib/browser.mjs";
import { EMPTY, missing, pagesOf, routes, vacantPagesOf } from "./lib/pages.mjs";
import { demo, empty } from "./lib/service.mjs";

const isFull = process.env.KOSTKA_BROWSER_SIZE === "full";
const [DESK, PHONE] = [{ width: 1280, height: 900 }, { width: 320, height: 640 }];
const VIEWS = {
  "desktop": { viewport: DESK },
  "phone": { viewport: PHONE },
  "phone in the dark": { viewport: PHONE, colorScheme: "dark" },
  "large letters": { viewport: { width: 640, height: 900 }, letters: "200%" },
  "desktop in the dark": { viewport: DESK, colorScheme: "dark" },
};
/** How pages are looked at in each language: in every way, or, where time is short, so that small screens, the dark, large letters and both languages have their turn. */
const LOOKS = isFull
  ? { pl: Object.keys(VIEWS), en: Object.keys(VIEWS) }
  : { pl: ["desktop", "phone in the dark", "large letters"], en: ["phone"] };
const LANGUAGES = Object.keys(LOOKS);
const WORDS = { pl: { missing: /Wypełnij to pole/, wrong: /nie pasują/ }, en: { missing: /Fill in this field/, wrong: /do not fit/ } };
/** How many pages are looked at at a time: checking one keeps a processor busy. */
const LANES = 2;

let browser, full, bare, vacant;
before(async () => {
  [browser, full, bare, vacant] = await Promise.all([launch(), demo(), empty(), empty()]);
});
after(async () => {
  await Promise.all([browser?.close(), full?.stop(), bare?.stop(), vacant?.stop()]);
});

/** What is wrong with a page as it stands, in every way of looking at it. */
async function looked(page, name, lang) {
  const found = [];
  for (const view of LOOKS[lang]) {
    const { viewport, colorScheme = "light", letters = "" } = VIEWS[view];
    const at = `${name} (${lang}, ${view})`;
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await page.evaluate((size) => { document.documentElement.style.fontSize = size; }, letters);
    found.push(...(await violations(page)).map((line) => `${at}: ${line}`));
    const wider = await sideways(page);
    if (wider > 0) found.push(`${at}: ${wider} points too wide`);
  }
  return found;
}

/** Looks at pages that nobody else looks at, until there are none left. */
async function lane(service, left) {
  const found = [];
  const windows = {};
  const of = async (as) => {
    if (!windows[as ?? ""]) {
      windows[as ?? ""] = await window(browser);
      if (as) await signIn(windows[as].page, service, service.accounts[as]);
    }
    return windows[as ?? ""];
  };
  for (let next = left.shift(); next; next = left.shift()) {
    const { name, path, as, lang } = next;
    const { page, wrong } = await of(as);
    const answer = await page.goto(`${service.url}/${lang}${path}`);
    if (answer.status() !== (name === "not-there" ? 404 : 200)) found.push(`${name}: ${answer.status()}`);
    found.push(...(await looked(page, name, lang)));
    found.push(...wrong.splice(0).map((line) => `${name} (${lang}): ${line}`));
  }
  for (const { context } of Object.values(windows)) await context.close();
  return found;
}

async function walk(service, pages) {
  const left = LANGUAGES.flatMap((lang) => pages.map((page) => ({ ...page, lang })));
  return (await Promise.all(Array.from({ length: LANES }, () => lane(service, left)))).flat();
}

/** What is wrong with forms that were sent without anything in them. */
async function refused(lang) {
  const found = [];
  for (const { name, path, as } of (await pagesOf(full)).filter((page) => ["apply", "desk", "settings", "officiating", "admin-accounts", "admin-rulebooks", "admin-seasons", "admin-what-if", "admin-events", "set-password"].includes(page.name))) {
    const { page, context, wrong } = await window(browser, { viewport: PHONE });
    page.on("dialog", (dialog) => dialog.dismiss());
    if (as) await signIn(page, full, full.accounts[as]);
    await page.goto(`${full.url}/${lang}${path}`);
    const sent = await page.evaluate(() => {
      for (const closed of document.querySelectorAll("details:not([open])")) closed.open = true;
      const missing = "input[required]:not([type=hidden], [type=checkbox], [type=radio]), textarea[required]";
      // At the desk the form of somebody new opens when nobody was found.
      const added = document.getElementById("desk-new");
      if (added) added.hidden = false;
      const form = added ?? [...document.querySelectorAll("form.entry[data-api]")].find((one) => one.checkVisibility() && one.querySelector(missing));
      if (!form) return false;
      form.noValidate = true;
      for (const field of form.querySelectorAll("input:not([type=hidden]), textarea")) field.value = "";
      form.requestSubmit(form.querySelector("button[type=submit]:not([value=rehearse])"));
      return true;
    });
    if (!sent) {
      found.push(`${name}: there is no form`);
    } else {
      await page.waitForSelector(".refusal strong");
      const { told, focused, unmarked } = await page.evaluate(() => ({
        told: document.querySelector(".refusal").textContent,
        focused: document.activeElement.querySelector(".refusal") !== null,
        unmarked: [...document.querySelectorAll(".refusal a[href^='#']")].map((link) => document.getElementById(link.hash.slice(1)))
          .filter((field) => !document.getElementById(`${field?.id}-error`) || !field.getAttribute("aria-describedby")?.includes(`${field.id}-error`)).length,
      }));
      // Names of JSON are small letters with lines below.
      if (!WORDS[lang].missing.test(told) || /[a-z]_[a-z]|pola „/.test(told)) found.push(`${name}: ${told}`);
      if (!focused || unmarked) found.push(`${name}: ${unmarked} fields are not described, the focus is ${focused ? "" : "not "}on the summary`);
      found.push(...(await looked(page, name, lang)));
    }
    found.push(...wrong.map((line) => `${name}: ${line}`));
    await context.close();
  }
  return found;
}

const VIEWED = LANGUAGES.map((lang) => `${lang}: ${LOOKS[lang].join(", ")}`).join("; ");
test("every page that there is, is looked at", async () => {
  assert.ok(routes().length > 60, "the addresses of the pages are found");
  assert.deepEqual(missing(await pagesOf(full)), []);
  const lists = missing([{ path: "/lists/ranking:2025" }, { path: "/lists?page=2" }]).filter((route) => route.startsWith("/lists"));
  assert.deepEqual(lists, ["/lists/{list}/editions/{number}"], "a page that is not looked at is missed");
});
test(`every page is accessible (${VIEWED})`, async () => {
  assert.deepEqual(await walk(full, await pagesOf(full)), []);
});
test(`every page of an empty service is accessible (${VIEWED})`, async () => {
  assert.deepEqual(await walk(bare, EMPTY), []);
});
test(`every page of a season in which nothing has happened is accessible (${VIEWED})`, async () => {
  assert.deepEqual(await walk(vacant, await vacantPagesOf(vacant)), []);
});

for (const lang of LANGUAGES) {
  test(`a sign-in that was refused is accessible, and says what is wrong where the focus is (${lang})`, async () => {
    const { page, context } = await window(browser);
    await page.goto(`${full.url}/${lang}/sign-in`);
    await page.fill("#login", "nikt");
    await page.fill("#password", "nic takiego");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".refusal");
    assert.match(await page.evaluate(() => document.activeElement.textContent), WORDS[lang].wrong);
    assert.deepEqual(await looked(page, "sign-in", lang), []);
    await context.close();
  });

  test(`forms that were sent without anything in them are accessible, and every field says what is missing (${lang})`, async () => {
    assert.deepEqual(await refused(lang), []);
  });
}
