// Every page, by the name of its picture: who sees it, and where it is.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { asked, published } from "./hall.mjs";
import { api, token } from "./service.mjs";

/** Pages of the demo. `as` names the account that sees it; nobody needs one where there is none. */
export async function pagesOf(service) {
  const { live, closed, open, application, league, cycle } = service;
  const season = "2025";
  const { items } = await api(service, `/api/v1/seasons/${season}/ranking?limit=2`);
  const [one, other] = items.map((item) => item.player_id);
  const mw = (await api(service, `/api/v1/mw?season=${season}`)).items[0];
  const list = (await api(service, "/api/v1/lists")).items[0];
  const rulebook = (await api(service, "/api/v1/rulebooks")).items[0].id;
  const account = (await api(service, "/api/v1/accounts", await token(service, service.accounts.admin))).items[0].id;
  const online = (await api(service, "/api/v1/online-events")).items[0]?.id;
  await published(service, `ranking:${season}`);
  const pages = [
    ["home", ""],
    ["ranking", `/seasons/${season}/ranking`],
    ["ranking-found", `/seasons/${season}/ranking?q=lucja`],
    ["ranking-nobody", `/seasons/${season}/ranking?q=nikogo-takiego`],
    ["player", `/seasons/${season}/players/${one}`],
    ["player-with", `/seasons/${season}/players/${one}?with=a`],
    ["compare", `/seasons/${season}/ranking/compare?a=${one}&b=${other}`],
    ["mp", `/seasons/${season}/mp`],
    ["mw-all", `/seasons/${season}/mw`],
    ["mw", `/mw/${mw.id}`],
    ["events", `/seasons/${season}/events`],
    ["grand-prix", `/grand-prix/${cycle}`],
    ["league", `/leagues/${league}`],
    ...(online ? [["online-event", `/online-events/${online}`]] : []),
    ["calendar", `/seasons/${season}/calendar`],
    ["lists", "/lists"],
    ["list", `/lists/${encodeURIComponent(list.id ?? list.list)}`],
    ["edition", `/lists/ranking:${season}/editions/1`],
    ["tournament-live", `/tournaments/${live}`],
    ["tournament-closed", `/tournaments/${closed}`],
    ["tournament-open", `/tournaments/${open}`],
    ["tournament-after", `/tournaments/${live}/after/1`],
    ["projector", `/tournaments/${live}/projector`],
    ["rulebooks", "/rulebooks"],
    ["rulebook", `/rulebooks/${rulebook}`],
    ["privacy", "/privacy"],
    ["accessibility", "/accessibility"],
    ["apply", "/apply"],
    ["application", "/application"],
    ["table", "/table"],
    ["sign-in", "/sign-in"],
    ["set-password", "/set-password"],
    ["not-there", "/nothing-here"],
    ["work", "/work", "organiser"],
    ["account", "/account", "organiser"],
    ["organise-live", `/organise/${live}`, "organiser"],
    ["organise-open", `/organise/${open}`, "organiser"],
    ["organise-closed", `/organise/${closed}`, "organiser"],
    ["desk", `/organise/${open}/desk`, "organiser"],
    ["desk-live", `/organise/${live}/desk`, "organiser"],
    ["sheets", `/organise/${live}/sheets`, "organiser"],
    ["officiating", `/organise/${live}/officiating`, "main_referee"],
    ["settings", `/organise/${open}/settings`, "organiser"],
    ["acts", `/organise/${live}/acts`, "organiser"],
    ["print", `/organise/${closed}/print`, "organiser"],
    ["print-sheets", `/organise/${live}/print/sheets/3`, "organiser"],
    ["print-seating-names", `/organise/${live}/print/seating/3/names`, "organiser"],
    ["print-seating-tables", `/organise/${live}/print/seating/3/tables`, "organiser"],
    ["print-standings", `/organise/${live}/print/standings/2`, "organiser"],
    ["print-labels", `/organise/${live}/print/labels/a5`, "organiser"],
    ["print-results", `/organise/${closed}/print/results`, "organiser"],
    ["print-diplomas", `/organise/${closed}/print/diplomas/3`, "organiser"],
    ["admin", "/admin", "admin"],
    ["admin-decisions", "/admin/decisions", "admin"],
    ["admin-applications", "/admin/applications", "admin"],
    ["admin-application", `/admin/applications/${application}`, "admin"],
    ["admin-lists", "/admin/lists", "admin"],
    ["admin-list", `/admin/lists/ranking:${season}`, "admin"],
    ["admin-ledger", "/admin/ledger", "admin"],
    ["admin-ledger-mp", `/admin/ledger/mp/${season}`, "admin"],
    ["admin-ledger-mw", `/admin/ledger/mw/${mw.id}`, "admin"],
    ["admin-accounts", "/admin/accounts", "admin"],
    ["admin-account", `/admin/accounts/${account}`, "admin"],
    ["admin-corrections", "/admin/corrections", "admin"],
    ["admin-correct-player", `/admin/corrections/players/${one}`, "admin"],
    ["admin-correct-tournament", `/admin/corrections/tournaments/${closed}`, "admin"],
    ["admin-correct-sheet", `/admin/corrections/tournaments/${closed}/1/1`, "admin"],
    ["admin-seasons", "/admin/seasons", "admin"],
    ["admin-rulebooks", "/admin/rulebooks", "admin"],
    ["admin-rulebook", `/admin/rulebooks/${rulebook}`, "admin"],
    ["admin-what-if", "/admin/what-if", "admin"],
    ["admin-events", "/admin/events", "admin"],
    ["admin-league", `/admin/events/league/${league}`, "admin"],
    ["admin-grand-prix", `/admin/events/grand-prix/${cycle}`, "admin"],
    ...(online ? [["admin-online-event", `/admin/events/online/${online}`, "admin"]] : []),
    ["admin-mw", `/admin/events/mw/${mw.id}`, "admin"],
    ["audit", "/audit", "auditor"],
    ["audit-event", "/audit/events/5", "auditor"],
    ["audit-moment", "/audit/moment", "auditor"],
    ["audit-diff", "/audit/diff", "auditor"],
    ["audit-diff-between", `/audit/diff?season=${season}&list=mw&from_event=300&to_edition=ranking%3A${season}%401`, "auditor"],
    ["audit-editions", "/audit/editions", "auditor"],
    ["audit-verify", "/audit/verify", "auditor"],
  ];
  return pages.map(([name, path, as]) => ({ name, path, as }));
}

/** Pages of a service in which nothing has happened. */
export const EMPTY = [
  { name: "home", path: "" },
  { name: "lists", path: "/lists" },
  { name: "rulebooks", path: "/rulebooks" },
  { name: "apply", path: "/apply" },
  { name: "work", path: "/work", as: "admin" },
  { name: "account", path: "/account", as: "admin" },
  { name: "admin", path: "/admin", as: "admin" },
  { name: "admin-applications", path: "/admin/applications", as: "admin" },
  { name: "admin-decisions", path: "/admin/decisions", as: "admin" },
  { name: "admin-lists", path: "/admin/lists", as: "admin" },
  { name: "admin-ledger", path: "/admin/ledger", as: "admin" },
  { name: "admin-accounts", path: "/admin/accounts", as: "admin" },
  { name: "admin-corrections", path: "/admin/corrections", as: "admin" },
  { name: "admin-seasons", path: "/admin/seasons", as: "admin" },
  { name: "admin-rulebooks", path: "/admin/rulebooks", as: "admin" },
  { name: "admin-events", path: "/admin/events", as: "admin" },
  { name: "audit", path: "/audit", as: "admin" },
  { name: "audit-moment", path: "/audit/moment", as: "admin" },
  { name: "audit-editions", path: "/audit/editions", as: "admin" },
];

/** Opens in an empty service what can be there with nothing in it, and gives its pages: seasons, events of every kind, somebody without a result. */
export async function vacantPagesOf(service) {
  const act = (method, address, body) => asked(service, service.accounts.admin, method, `/api/v1${address}`, body);
  const opened = async (address, body) => (await act("POST", address, body)).id;
  const [season, bare, rulebook] = ["pusty", "bez-wydarzen", "pl-2024-25"];
  const year = new Date().getUTCFullYear() + 1;
  const days = { first_day: `${year}-01-10`, last_day: `${year}-11-10` };
  await act("PUT", `/rulebooks/${rulebook}`, { base: rulebook });
  await act("POST", "/seasons", { id: season, first_day: `${year - 1}-01-01`, last_day: `${year}-12-30`, rulebook });
  await act("POST", "/seasons", { id: bare, first_day: `${year - 2}-01-01`, last_day: `${year - 2}-12-30`, rulebook });
  const league = await opened("/leagues", { name: "Liga Pusta", voivodeship: "łódzkie", planned_meetings: 6, ...days, rulebook });
  const cycle = await opened("/grand-prix", { name: "Grand Prix Puste", rulebook });
  const online = await opened("/online-events", { kind: "gold", edition: 1, ...days });
  await act("POST", "/mw", { id: "mw-pusty", voivodeship: "łódzkie", ...days, rulebook });
  const tournament = await opened("/applications", {
    name: "Turniej Pusty", venue: "Biblioteka", class: "ordinary", voivodeship: "łódzkie", first_day: `${year}-06-14`, planned_players: 16,
    contact: { name: "Ola Wzorowa", email: "ola@example.org", address: "ul. Wzorcowa 5, Łódź", phone: "+48 42 123 45 67" },
  });
  await act("POST", `/applications/${tournament}/approval`, { rulebook });
  const player = await opened("/players", { first_name: "Ola", surname: "Wzorowa", city: "Łódź", voivodeship: "łódzkie" });
  const other = await opened("/players", { first_name: "Ewa", surname: "Wzorowa", city: "Łódź", voivodeship: "łódzkie" });
  const everybody = [
    ["home", ""],
    ["ranking", `/seasons/${season}/ranking`],
    ["ranking-nobody", `/seasons/${season}/ranking?q=nikogo-takiego`],
    ["player", `/seasons/${season}/players/${player}`],
    ["compare", `/seasons/${season}/ranking/compare?a=${player}&b=${other}`],
    ["mp", `/seasons/${season}/mp`],
    ["mw-all", `/seasons/${season}/mw`],
    ["mw", "/mw/mw-pusty"],
    ["events", `/seasons/${season}/events`],
    ["calendar", `/seasons/${season}/calendar`],
    ...["ranking", "mp", "mw", "events", "calendar"].map((part) => [`${part}-none`, `/seasons/${bare}/${part}`]),
    ["grand-prix", `/grand-prix/${cycle}`],
    ["league", `/leagues/${league}`],
    ["online-event", `/online-events/${online}`],
    ["lists", "/lists"],
    ["list", `/lists/ranking:${season}`],
    ["tournament", `/tournaments/${tournament}`],
    ["projector", `/tournaments/${tournament}/projector`],
  ];
  const admins = [
    ["organise", `/organise/${tournament}`],
    ["desk", `/organise/${tournament}/desk`],
    ["sheets", `/organise/${tournament}/sheets`],
    ["officiating", `/organise/${tournament}/officiating`],
    ["settings", `/organise/${tournament}/settings`],
    ["acts", `/organise/${tournament}/acts`],
    ["print", `/organise/${tournament}/print`],
    ["admin", "/admin"],
    ["admin-list", `/admin/lists/ranking:${season}`],
    ["admin-ledger-mp", `/admin/ledger/mp/${season}`],
    ["admin-ledger-mw", "/admin/ledger/mw/mw-pusty"],
    ["admin-correct-tournament", `/admin/corrections/tournaments/${tournament}`],
    ["admin-what-if", "/admin/what-if"],
    ["admin-league", `/admin/events/league/${league}`],
    ["admin-grand-prix", `/admin/events/grand-prix/${cycle}`],
    ["admin-online-event", `/admin/events/online/${online}`],
    ["admin-mw", "/admin/events/mw/mw-pusty"],
    ["audit-diff", "/audit/diff"],
  ];
  return [...everybody, ...admins.map((page) => [...page, "admin"])].map(([name, path, as]) => ({ name, path, as }));
}

/** What is no page to look at, though it has the address of one. */
const NO_PAGES = ["/feed.atom"];

/** An address as the service names it, with braces for what differs, as an expression. */
const expression = (route) => new RegExp(`^${route.replace(/\{\w+(?::((?:[^{}]|\{[^{}]*\})+))?\}/g, (_, inside) => `(?:${inside ?? "[^/]+"})`)}$`);

/** The addresses of all pages, as the service names them, in the order in which it looks for them. */
export function routes() {
  const text = readFileSync(join(process.env.KOSTKA_ROOT, "crates/pages/src/lib.rs"), "utf8");
  return [...text.matchAll(/page\("\/\{lang:pl\|en\}([^"]*)"\)/g)].map(([, route]) => route).filter((route) => !NO_PAGES.includes(route));
}

/** Those of them at which none of these pages is. */
export function missing(pages) {
  const all = routes().map((route) => [route, expression(route)]);
  const met = new Set(pages.map(({ path }) => all.find(([, fits]) => fits.test(path.split("?")[0]))?.[0]));
  return all.map(([route]) => route).filter((route) => !met.has(route));
}
