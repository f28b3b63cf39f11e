// Services to walk through: the demo with its fictional season, or an empty one with two admins.

import { spawn, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const BINARY = process.env.KOSTKA_BINARY;
if (!BINARY) throw new Error("KOSTKA_BINARY must name the binary; run `cargo xtask browser`");
const PASSWORD = "siedem zielonych kostek na stole";

/** What the developer has set for another service does not count here. */
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("KOSTKA_")));

const freePort = () =>
  new Promise((found) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => found(port));
    });
  });

/** Starts a program and waits until what it prints fits. */
function started(args, options, stream, fits) {
  const child = spawn(BINARY, args, { ...options, env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  const ready = new Promise((done, failed) => {
    child[stream].on("data", (data) => {
      printed += data;
      if (fits(printed)) done(printed);
    });
    child.on("exit", (code) => failed(new Error(`${args.join(" ")} ended with ${code}: ${printed}`)));
  });
  child[stream === "stdout" ? "stderr" : "stdout"].resume();
  const stop = () =>
    new Promise((done) => {
      if (child.exitCode !== null) return done();
      child.once("exit", done);
      child.kill("SIGTERM");
    });
  return { ready, stop };
}

/** The demo: a season, tournaments in every state, and accounts of every role. */
export async function demo() {
  const port = await freePort();
  const { ready, stop } = started(["--lang", "en", "demo", "--port", String(port)], {}, "stdout", (text) => text.includes("api/docs"));
  const printed = await ready;
  const accounts = {};
  for (const [, login, password, role] of printed.matchAll(/^ {2}(\S+)\s+(\S{16})\s+(\S+)$/gm)) {
    const name = role.split("@")[0];
    accounts[name in accounts ? `${name}2` : name] = { login, password, role };
  }
  const live = printed.match(/tournaments\/(\w+)\/standings/)[1];
  const closed = printed.match(/tournaments\/(\w+)\/results/)[1];
  const open = printed.match(/tournaments\/(\w+)\/players/)[1];
  const application = printed.match(/applications\/(\w+)/)[1];
  const league = printed.match(/leagues\/(\w+)\/table/)[1];
  const cycle = printed.match(/grand-prix\/(\w+)\/standings/)[1];
  return { url: `http://127.0.0.1:${port}`, accounts, live, closed, open, application, league, cycle, stop };
}

/** A service in which nothing has happened yet. */
export const empty = () => own(null);

/** A service with the example season, after `change` has put other names into its bundle. */
export function season(change) {
  const bundle = JSON.parse(readFileSync(join(process.env.KOSTKA_ROOT, "examples/season-2025.bundle.json"), "utf8"));
  change(bundle);
  return own(bundle);
}

async function own(bundle) {
  const folder = mkdtempSync(join(tmpdir(), "kostka-browser-"));
  const run = (...args) => execFileSync(BINARY, args, { cwd: folder, env: environment, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  if (bundle) {
    writeFileSync(join(folder, "season.bundle.json"), JSON.stringify(bundle));
    run("import", "season.bundle.json");
  } else {
    run("migrate");
  }
  const links = ["helena", "jan"].map((login) => run("account", "create", "--role", "admin", "--name", `${login} Stolikowska`, "--login", login).trim());
  const port = await freePort();
  const settings = ["sign_in.admins_need_second_factor=false", `public_url=http://127.0.0.1:${port}`].flatMap((one) => ["--set", one]);
  const args = ["serve", "--listen", `127.0.0.1:${port}`, "--access-log", "false", ...settings];
  const { ready, stop } = started(args, { cwd: folder }, "stderr", (text) => text.includes('"listening"'));
  await ready;
  const url = `http://127.0.0.1:${port}`;
  // It listens before its read models have come to the end of the log.
  while (!(await fetch(`${url}/readyz`)).ok) await new Promise((done) => setTimeout(done, 50));
  for (const link of links) {
    const token = link.split(/\s+/).find((word) => word.length > 40) ?? link;
    const answer = await fetch(`${url}/api/v1/links/redemption`, {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ token, password: PASSWORD }),
    });
    if (!answer.ok) throw new Error(`the password is not set: ${await answer.text()}`);
  }
  const account = (login) => ({ login, password: PASSWORD });
  const end = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, accounts: { admin: account("helena"), admin2: account("jan") }, stop: end };
}

/** Asks the API, as whoever has this token. */
export async function api(service, address, token) {
  const headers = { Accept: "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  const answer = await fetch(service.url + address, { headers });
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** An access token of an account. */
export async function token(service, account) {
  const answer = await fetch(`${service.url}/api/v1/sessions`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ login: account.login, password: account.password }),
  });
  return (await answer.json()).access_token;
}
