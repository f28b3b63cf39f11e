// A page that keeps itself up to date while a tournament is played.
//
// Parts with `data-fresh` and an id are replaced by what the server shows now; nothing else on the page moves. One sentence says that
// something is new, never more often than people can follow, and a button stops it all.

import { watch } from "./watch.js";

/** The page as it is now. */
export async function readPage() {
  const response = await fetch(location.href, { cache: "no-cache" }).catch(() => null);
  if (!response?.ok) return null;
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** Puts the fresh parts of a page into this one: what was open stays open, what had the focus keeps it. */
export function freshen(page) {
  for (const old of document.querySelectorAll("[data-fresh]")) {
    const fresh = page.getElementById(old.id);
    if (!fresh || fresh.isEqualNode(old)) continue;
    const open = [...old.querySelectorAll("details[open][id]")].map((one) => one.id);
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const href = focused?.getAttribute("href");
    old.replaceChildren(...fresh.childNodes);
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (focused) (href ? [...old.querySelectorAll("a")].find((one) => one.getAttribute("href") === href) : null)?.focus({ preventScroll: true });
  }
}

const live = document.getElementById("live");
const button = document.getElementById("live-pause");
if (live && button) {
  const said = document.getElementById("live-said");
  const say = (text) => { if (said.textContent !== text) said.textContent = text; };
  let stop = null;
  const read = async () => {
    const page = await readPage();
    if (!page || !stop) return;
    freshen(page);
    say(document.getElementById("sheets")?.textContent ?? live.dataset.changed);
  };
  const begin = () => {
    stop = watch(live.dataset.live, read, (connected) => { if (!connected) say(live.dataset.lost); });
    button.textContent = button.dataset.pause;
  };
  button.addEventListener("click", () => {
    if (stop) {
      stop();
      stop = null;
      button.textContent = button.dataset.resume;
      say(live.dataset.paused);
    } else {
      begin();
      read();
    }
  });
  button.hidden = false;
  say(live.dataset.started);
  begin();
}
