// The page of a table: the token comes behind the # of the address, leaves it at once, and opens the sheet of its table and nothing else.

import { begin } from "./entry.js";

const TOKEN = "kostka-table-token";
const PAGE = "kostka-table-page";

const given = /^#(kt_[\w-]{20,100})$/.exec(location.hash)?.[1];
if (given) {
  if (sessionStorage.getItem(TOKEN) !== given) sessionStorage.removeItem(PAGE);
  sessionStorage.setItem(TOKEN, given);
  history.replaceState(null, "", location.pathname + location.search);
}
const token = sessionStorage.getItem(TOKEN);

/** Shows the page that was made for this token. */
function show(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  if (!fresh.getElementById("entry")) return false;
  document.querySelector("main").replaceChildren(...fresh.querySelector("main").childNodes);
  document.title = fresh.title;
  begin();
  return true;
}

/** Whether a sheet on this device has not reached the service: the page that shows it stays. */
const isWaiting = () => Object.entries(localStorage)
  .some(([name, text]) => name.startsWith("kostka-outbox:") && /"by":"table"/.test(text) && !/"state":"confirmed"/.test(text));

async function open() {
  document.body.dataset.bearer = token;
  const words = document.querySelector("[data-token-words]").dataset;
  const problem = document.querySelector("[data-token-problem]");
  const response = await fetch(location.pathname, { cache: "no-store", headers: { Authorization: `Bearer ${token}` } }).catch(() => null);
  const text = response?.ok ? await response.text() : null;
  if (text && show(text)) {
    sessionStorage.setItem(PAGE, text);
    return;
  }
  const kept = sessionStorage.getItem(PAGE);
  if ([401, 403, 404].includes(response?.status) && !(kept && isWaiting())) {
    // It has ended, or was never one.
    sessionStorage.removeItem(TOKEN);
    sessionStorage.removeItem(PAGE);
    problem.textContent = words.failed;
    return;
  }
  if (kept && show(kept)) return;
  problem.textContent = words.offline;
  addEventListener("online", open, { once: true });
}

if (token) open();
