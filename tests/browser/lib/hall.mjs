// A tournament, run by people at keyboards.

import { signIn, tabTo } from "./browser.mjs";
import { api, token } from "./service.mjs";

/** A keyboard that counts. */
export class Keys {
  constructor(page) {
    this.page = page;
    this.pressed = 0;
  }

  async press(key) {
    this.pressed += 1;
    await this.page.keyboard.press(key);
  }

  async type(text) {
    for (const key of text) await this.press(key);
  }
}

/** The points of losers in one game, by seat; the winner's seat is null. Two digits each if `least` is 11, and never the same game twice. */
export function game(players, number, least = 11) {
  const winner = number % players;
  return Array.from({ length: players }, (_, seat) => (seat === winner ? null : least + ((number * 7 + seat * 13) % 80)));
}

/** Enters the sheet of a table from the picker, and gives how many keys that took. */
export async function enterSheet(page, table, games) {
  const keys = new Keys(page);
  await page.waitForFunction(() => document.activeElement?.id === "table-number");
  await keys.type(String(table));
  await keys.press("Enter");
  await page.waitForFunction((number) => document.activeElement?.closest(`#table-${number}`), table);
  const counted = [];
  for (const points of games) {
    const before = keys.pressed;
    for (const loser of points) {
      if (loser !== null) await keys.type(String(loser));
      else if (await page.evaluate(() => document.activeElement.value)) await keys.press("Backspace");
      await keys.press("Enter");
    }
    counted.push(keys.pressed - before);
  }
  // What the service warns of is looked at before a sheet is saved.
  await page.waitForFunction(() => document.activeElement?.id === "table-number" || document.activeElement?.matches("button[type=submit], [data-tick], [data-findings]"));
  if (await page.evaluate(() => document.activeElement?.id !== "table-number")) await keys.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id === "table-number");
  return { keys: keys.pressed, games: counted };
}

/** Sends a request as somebody with a token, for what a test is not about. */
export async function asked(service, account, method, address, body, etag) {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${await token(service, account)}`, ...(etag ? { "If-Match": etag } : {}) };
  const answer = await fetch(service.url + address, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`);
  return answer.status === 204 ? null : answer.json();
}

/** A tournament of an organiser, begun by an admin over the API: everybody sits in the first round. Gives its id. */
export async function begun(service, organiser, players, { name, venue = "Biblioteka", contact = {}, format = {} }) {
  const act = (method, address, body, etag) => asked(service, service.accounts.admin, method, `/api/v1${address}`, body, etag);
  const application = {
    name, venue, class: "ordinary", voivodeship: "łódzkie", first_day: "2099-03-14", planned_players: players.length,
    contact: { name: "Ola Wzorowa", email: "ola@example.org", address: "ul. Wzorcowa 5, Łódź", phone: "+48 42 123 45 67", ...contact },
  };
  const { id } = await act("POST", "/applications", application);
  const rulebook = (await api(service, "/api/v1/rulebooks")).items[0].id;
  const account = (await asked(service, organiser, "GET", "/api/v1/me")).id;
  await act("POST", `/applications/${id}/approval`, { organiser: account, rulebook });
  await act("PUT", `/tournaments/${id}/format`, { rounds: [3, 3, 3], final_games: 4, round_minutes: 45, ...format }, "*");
  await act("POST", `/tournaments/${id}/registrations`, { registrations: players.map((player) => ({ player: player.id })) });
  for (const [step, body] of [["check-ins", { all: true }], ["draws", {}], ["stages/1/start", {}]]) await act("POST", `/tournaments/${id}/${step}`, body);
  return id;
}

/** Publishes the first edition of a list, which takes two admins, unless there is one. */
export async function published(service, list) {
  const address = `/api/v1/lists/${encodeURIComponent(list)}`;
  if ((await api(service, `${address}/editions`)).items.length) return;
  const { admin, admin2 } = service.accounts;
  const { live_digest: digest } = (await api(service, "/api/v1/lists")).items.find((one) => one.list === list);
  const submitted = await asked(service, admin, "POST", `${address}/submission`, { digest });
  await asked(service, admin2, "POST", `${address}/editions`, { digest, submission: submitted.position });
}

export { api, signIn, tabTo };
