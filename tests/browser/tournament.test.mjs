// A whole tournament by two people in two browsers, with nothing but their keyboards.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { launch, pictures, signIn, tabTo, window } from "./lib/browser.mjs";
import { asked, enterSheet, game } from "./lib/hall.mjs";
import { api, demo } from "./lib/service.mjs";

const PLAYERS = 12;

let browser, service;
before(async () => {
  [browser, service] = await Promise.all([launch(), demo()]);
});
after(async () => {
  await Promise.all([browser?.close(), service?.stop()]);
});

afterEach(async (context) => {
  if (!context.passed) await pictures(browser, "tournament");
});

/** Types into fields one after another, from the one that has this selector on; Tab leads to the next. */
async function fill(page, selector, texts) {
  await tabTo(page, selector);
  for (const [at, text] of texts.entries()) {
    if (at > 0) await page.keyboard.press("Tab");
    if (text !== null) await page.keyboard.type(text);
  }
}

/** Chooses with the arrows. */
async function choose(page, selector, text) {
  await tabTo(page, selector);
  for (let pressed = 0; pressed < 40; pressed++) {
    if ((await page.evaluate(() => document.activeElement.selectedOptions[0].textContent)).includes(text)) return;
    await page.keyboard.press("ArrowDown");
  }
  throw new Error(`there is no ${text} in ${selector}`);
}

/** Presses Enter on what the page says is the next step, and waits until the page says something else. */
async function nextStep(page) {
  const told = () => page.locator("main").textContent();
  const before = await told();
  await page.focus("body");
  await tabTo(page, ".next button.big");
  await page.keyboard.press("Enter");
  await page.waitForFunction((text) => document.querySelector("main").textContent !== text, before);
}

/** Once with a network that holds, and once with one that goes for one of the two in the middle of the first round. */
for (const [name, title, isCut] of [
  ["two people run a tournament from the application to the results, by keyboard only", "Turniej dwóch klawiatur", false],
  ["the same tournament comes to its end when one of the two loses the network in the middle of a round", "Turniej bez sieci", true],
]) test(name, async () => {
  const zofia = await window(browser, { viewport: { width: 1280, height: 900 } });
  const jan = await window(browser, { viewport: { width: 1280, height: 900 } });
  for (const { page } of [zofia, jan]) page.on("dialog", (dialog) => dialog.accept());
  const organiser = service.accounts.organiser;
  await signIn(zofia.page, service, organiser, "/pl/apply");

  // Zofia applies.
  const day = new Date(Date.now() + 90 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  await fill(zofia.page, "#name", [title]);
  await tabTo(zofia.page, "#first_day");
  // Which part of a date comes first is a setting of the browser.
  const [year, month, date] = day.split("-");
  for (const order of [[month, date, year], [date, month, year]]) {
    if ((await zofia.page.inputValue("#first_day")) === day) break;
    while (await zofia.page.evaluate(() => document.activeElement.id !== "name")) await zofia.page.keyboard.press("Shift+Tab");
    await tabTo(zofia.page, "#first_day");
    await zofia.page.keyboard.type(order.join(""));
  }
  await zofia.page.waitForFunction(() => document.querySelector("#deadline .success"));
  await tabTo(zofia.page, "#venue");
  await zofia.page.keyboard.type("Biblioteka Zmyślona, ul. Wzorcowa 1");
  await choose(zofia.page, "#voivodeship", "łódzkie");
  await tabTo(zofia.page, "#planned_players");
  await zofia.page.keyboard.type(String(PLAYERS));
  await fill(zofia.page, "#contact-name", ["Zofia Klawiszowa"]);
  await fill(zofia.page, "#contact-email", ["zofia@example.org"]);
  await fill(zofia.page, "#contact-phone", ["123456789"]);
  await fill(zofia.page, "#contact-address", ["ul. Wzorcowa 1, Łódź"]);
  await zofia.page.keyboard.press("Enter");
  await zofia.page.waitForSelector("#applied:not([hidden]), .refusal[tabindex], [data-outcome] .refusal", { state: "visible" });
  assert.equal(await zofia.page.locator("[data-outcome] .refusal").count(), 0, await zofia.page.locator("[data-outcome]").first().textContent());

  // An admin approves; there is another test about that.
  const applications = await asked(service, service.accounts.admin, "GET", "/api/v1/applications?state=submitted");
  const id = applications.items.find((item) => item.name === title).id;
  await asked(service, service.accounts.admin, "POST", `/api/v1/applications/${id}/approval`, {});

  // The format, and Jan as the main referee.
  const organise = `${service.url}/pl/organise/${id}`;
  await zofia.page.goto(`${organise}/settings`);
  await tabTo(zofia.page, "#own-format > summary");
  if (!(await zofia.page.locator("#own-format[open]").count())) await zofia.page.keyboard.press("Enter");
  await tabTo(zofia.page, "#own-rounds");
  await zofia.page.keyboard.press("Control+a");
  await zofia.page.keyboard.type("3 3 3");
  await tabTo(zofia.page, "#own-final");
  await zofia.page.keyboard.press("Control+a");
  await zofia.page.keyboard.type("4");
  await zofia.page.keyboard.press("Enter");
  await zofia.page.waitForFunction(() => document.getElementById("told")?.textContent);
  await tabTo(zofia.page, "#staff-login, [name=login]");
  await zofia.page.keyboard.type(service.accounts.main_referee.login);
  await choose(zofia.page, "select[name=role]", "sędzia główny");
  await zofia.page.keyboard.press("Tab");
  await zofia.page.keyboard.press("Enter");
  await zofia.page.waitForFunction((login) => document.querySelector("main").textContent.includes(login), service.accounts.main_referee.login).catch(() => {});
  const staff = await asked(service, organiser, "GET", `/api/v1/tournaments/${id}/staff`);
  assert.ok(JSON.stringify(staff).includes("main_referee"), JSON.stringify(staff));

  // The desk: a few letters and Enter for whoever is known, a short form for whoever is new.
  const known = (await api(service, "/api/v1/players?limit=60")).items;
  await zofia.page.goto(`${organise}/desk`);
  await tabTo(zofia.page, "[type=checkbox]");
  await zofia.page.keyboard.press("Space");
  await tabTo(zofia.page, "#desk-q");
  for (let at = 0; at < PLAYERS; at++) {
    const player = known[at * 4];
    await zofia.page.waitForFunction(() => document.activeElement?.id === "desk-q");
    await zofia.page.keyboard.type(`${player.first_name} ${player.surname}`);
    await zofia.page.keyboard.press("Enter");
    await zofia.page.waitForFunction((number) => document.querySelectorAll("#desk-now tr[data-presence=checked_in]").length === number, at + 1);
  }

  // The draw, the start, and then rounds until nothing is left.
  await signIn(jan.page, service, service.accounts.main_referee, `/pl/organise/${id}/sheets`);
  const progress = () => api(service, `/api/v1/tournaments/${id}/progress`);
  let played = 0;
  let cut = isCut;
  for (let round = 0; round < 40; round++) {
    const now = await progress();
    if (now.phase === "closed" || now.next === null) break;
    await zofia.page.goto(organise);
    const missing = now.missing?.length ?? 0;
    if (now.next === "enter_sheets" || now.next === "enter-sheets" || (missing > 0 && !(await zofia.page.locator(".next button.big").count()))) {
      const seating = await api(service, `/api/v1/tournaments/${id}/seating`);
      // Sheets of a final are entered by referees.
      const writers = now.stage === "final" ? [jan] : [zofia, jan];
      for (const writer of writers) await writer.page.goto(`${organise}/sheets`);
      const games = now.stage === "final" ? 4 : 3;
      const turns = writers.map((writer, turn) => (async () => {
        const hers = seating.tables.filter((one) => one.table % writers.length === turn);
        for (const [nth, { table, seats }] of hers.entries()) {
          if (cut && writer === jan && nth === hers.length - 1) {
            // What was entered before has gone out.
            await jan.page.waitForSelector("[data-bar]:not(.waits)");
            await jan.context.setOffline(true);
          }
          const all = Array.from({ length: games }, (_, at) => game(seats.length, played + table + at));
          // Games of a final are handed in one by one, by whoever stays with its sheet.
          await enterSheet(writer.page, table, all);
        }
      })());
      await Promise.all(turns);
      if (cut) {
        // The round waits for Jan, who has entered everything and sees that it has not gone out.
        assert.match(await jan.page.locator("[data-bar].waits").textContent(), /na tym urządzeniu/);
        await zofia.page.waitForSelector("[data-bar]:not(.waits)");
        assert.equal((await progress()).missing.length, 1);
        await zofia.page.goto(organise);
        await jan.context.setOffline(false);
        await jan.page.waitForSelector("[data-bar]:not(.waits)");
        cut = false;
      }
      played += 5;
      for (let waited = 0; (await progress()).missing?.length && waited < 100; waited++) await new Promise((done) => setTimeout(done, 100));
      assert.deepEqual((await progress()).missing, [], `sheets of ${now.stage}`);
    } else {
      await nextStep(zofia.page);
    }
  }
  assert.equal((await api(service, `/api/v1/tournaments/${id}`)).phase, "closed");
  const results = await api(service, `/api/v1/tournaments/${id}/results`);
  assert.equal(results.lines.length, PLAYERS);
  assert.deepEqual([...zofia.wrong, ...jan.wrong], []);

  // Everybody sees it.
  await zofia.page.goto(`${service.url}/pl/tournaments/${id}`);
  assert.equal(await zofia.page.locator("#table table tbody tr").count(), PLAYERS);
  await Promise.all([zofia, jan].map(({ context }) => context.close()));
});

for (const [digits, least] of [["two", 11], ["three", 101]]) {
  test(`a sheet of four games takes at most 14 keys a game and 60 in all, with losses of ${digits} digits`, async () => {
    const { page, context, wrong } = await window(browser, { viewport: { width: 1280, height: 900 } });
    await signIn(page, service, service.accounts.organiser, `/pl/organise/${service.live}/sheets`);
    const progress = () => api(service, `/api/v1/tournaments/${service.live}/progress`);
    const { missing } = await progress();
    const seating = await api(service, `/api/v1/tournaments/${service.live}/seating`);
    const { table } = seating.tables.find((one) => missing.includes(one.table) && one.seats.length === 4);
    const { keys, games } = await enterSheet(page, table, [0, 1, 2, 3].map((number) => game(4, number, least)));
    console.log(`keys: ${keys} for a sheet, ${games.join(", ")} for its games`);
    assert.ok(keys <= 60, `${keys} keys`);
    assert.ok(games.every((one) => one <= 14), `${games} keys`);
    await page.waitForSelector("[data-bar]:not(.waits)");
    assert.ok(!(await progress()).missing.includes(table), "the sheet is there");
    assert.deepEqual(wrong, []);
    await context.close();
  });
}
