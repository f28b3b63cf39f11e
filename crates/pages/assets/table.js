// The page of a table: the token comes behind the # of the address, leaves it at once, and opens the sheet of its table and nothing else.

import { begin, leave } from "./entry.js";

const TOKEN = "kostka-table-token";
const PAGE = "kostka-table-page";

const main = document.querySelector("main");
/** What stands there before a token has opened anything. */
const scan = [...main.childNodes];
const words = document.querySelector("[data-token-words]").dataset;
const problem = document.querySelector("[data-token-problem]");

/** Takes the token out of the address; whether there was one. */
function take() {
  const given = /^#(kt_[\w-]{20,100})$/.exec(location.hash)?.[1];
  if (!given) return false;
  history.replaceState(null, "", location.pathname + location.search);
  if (sessionStorage.getItem(TOKEN) !== given) sessionStorage.removeItem(PAGE);
  sessionStorage.setItem(TOKEN, given);
  return true;
}

/** Shows the page that was made for this token. */
function show(text) {
  const fresh = new DOMParser().parseFromString(text ?? "", "text/html");
  if (!fresh.getElementById("entry")) return false;
  main.replaceChildren(...fresh.querySelector("main").childNodes);
  document.title = fresh.title;
  begin();
  return true;
}

/** Whether a sheet on this device has not reached the service: the page that shows it stays. */
const isWaiting = () => Object.entries(localStorage)
  .some(([name, text]) => name.startsWith("kostka-outbox:") && /"by":"table"/.test(text) && !/"state":"confirmed"/.test(text));

/** It has ended, or was never one. */
function forget() {
  sessionStorage.removeItem(TOKEN);
  if (!isWaiting()) sessionStorage.removeItem(PAGE);
}

function without(text) {
  leave();
  main.replaceChildren(...scan);
  problem.textContent = text;
}

async function open() {
  const token = sessionStorage.getItem(TOKEN);
  if (!token) return;
  document.body.dataset.bearer = token;
  problem.textContent = "";
  const response = await fetch(location.pathname, { cache: "no-store", headers: { Authorization: `Bearer ${token}` } }).catch(() => null);
  const text = response?.ok ? await response.text().catch(() => null) : null;
  // Another code was scanned meanwhile.
  if (sessionStorage.getItem(TOKEN) !== token) return;
  if (text && show(text)) {
    sessionStorage.setItem(PAGE, text);
    return;
  }
  const isOver = [401, 403, 404].includes(response?.status);
  if (isOver) forget();
  // What waits on this device is shown, and its outbox says the rest.
  if (show(sessionStorage.getItem(PAGE))) return;
  without(isOver ? words.failed : words.offline);
  if (!isOver) addEventListener("online", open, { once: true });
}

addEventListener("hashchange", () => { if (take()) open(); });
document.addEventListener("kostka:token-ended", forget);
take();
if (sessionStorage.getItem(TOKEN)) open();
else if (isWaiting()) show(sessionStorage.getItem(PAGE));
