// A round of real calls with a client whose types are generated from the OpenAPI 3.1 document.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./kostka.js";

type Problem = components["schemas"]["Problem"];
type PlayerPage = components["schemas"]["Page_Player"];

const instance: { url: string; admin: { login: string; password: string } } = JSON.parse(
  process.env["KOSTKA_INSTANCE"] ?? "{}",
);
const everybody = createClient<paths>({ baseUrl: instance.url });

/** The answer, or the problem as an error. */
function answer<T>(reply: { data?: T; error?: Problem; response: Response }): T {
  if (reply.error !== undefined || reply.data === undefined) {
    throw new Error(`${reply.response.status} ${reply.error?.code}: ${reply.error?.detail}`);
  }
  return reply.data;
}

const { login, password } = instance.admin;
const tokens = answer(await everybody.POST("/api/v1/sessions", { body: { login, password } }));
const admin = createClient<paths>({
  baseUrl: instance.url,
  headers: { Authorization: `Bearer ${tokens.access_token}`, "Accept-Language": "en" },
});

const person = {
  first_name: "Żaneta",
  surname: `Typowa-${Date.now()}`,
  city: "Łódź",
  voivodeship: "łódzkie",
  country: "PL",
  namesake: false,
} as const;
const registered = answer(
  await admin.POST("/api/v1/players", { body: person, params: { header: { "Idempotency-Key": crypto.randomUUID() } } }),
);

const { id, position } = registered;
const player = answer(
  await everybody.GET("/api/v1/players/{id}", { params: { path: { id }, query: { wait_for: position } } }),
);
assert.equal(player.surname, person.surname);
assert.equal(player.etag, registered.etag);

// Every page, until there is none.
const seen = new Set<string>();
let cursor: string | undefined;
do {
  // The document has two forms of the list; without `Accept` it is JSON.
  const page = answer(await everybody.GET("/api/v1/players", { params: { query: { limit: 7, cursor } } })) as PlayerPage;
  for (const item of page.items) {
    assert.ok(!seen.has(item.id), "a player is listed twice");
    seen.add(item.id);
  }
  cursor = page.next ?? undefined;
} while (cursor !== undefined);
assert.ok(seen.has(id), "the new player is not in the list");

const refused = await everybody.POST("/api/v1/players", { body: person });
assert.equal(refused.response.status, 401);
assert.equal(refused.error?.code, "unauthenticated");
const { namesake: _, ...known } = person;
const stale = await admin.PUT("/api/v1/players/{id}", {
  params: { path: { id }, header: { "If-Match": '"1"' } },
  body: { ...known, surname: "Inna", reason: "Próba" },
});
assert.equal(stale.response.status, 412);
assert.equal(stale.error?.current_etag, registered.etag);

const event = answer(await admin.GET("/api/v1/log/events/{position}", { params: { path: { position } } }));
assert.equal(event.position, position);
const proof = answer(await everybody.GET("/api/v1/log/events/{position}/proof", { params: { path: { position } } }));
assert.equal(proof.position, position);
assert.ok(proof.size >= position);

console.log(`TypeScript: registered ${id} at ${position}, read her back among ${seen.size}, saw the event and its proof`);
