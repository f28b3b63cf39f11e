// An overview that keeps itself up to date: the clock of the round, news of the tournament, links for the tables.

import { element, readAgain, say, tell } from "./page.js";
import { drawn } from "./qr.js";
import { follow } from "./watch.js";

const clock = () => {
  const timer = document.querySelector(".timer[data-until]");
  if (!timer) return;
  const left = Math.ceil((new Date(timer.dataset.until) - Date.now()) / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const text = left > 0
    ? `${timer.dataset.left} ${two(Math.floor(left / 60))}:${two(left % 60)}`
    : timer.dataset.over;
  if (timer.textContent !== text) timer.textContent = text;
  timer.classList.toggle("over", left <= 0);
};
clock();
setInterval(clock, 1000);

/** Whether reading the page again would take away what somebody is doing. */
const isBusy = () => {
  const entered = [...document.querySelectorAll("main input:not([type=hidden]), main textarea")]
    .some((field) => field.value !== field.defaultValue);
  return entered || document.querySelector("main [aria-busy=true], main .tokens, main .rehearsal, main [data-outcome] .refusal, dialog[open]");
};

let waiting = 0;
function news() {
  clearTimeout(waiting);
  waiting = setTimeout(() => (isBusy() ? tell(say("new-data")) : readAgain()), 700);
}

const live = document.querySelector("[data-live]")?.dataset.live;
if (live) follow(live, { told: news, back: news });

document.addEventListener("kostka:read", clock);

document.addEventListener("kostka:done", (event) => {
  const form = event.target;
  if (!form.dataset.tokens) return;
  event.preventDefault();
  const list = element("ul", undefined, "tokens cards");
  for (const { table, token, qr_svg } of event.detail.body?.tokens ?? []) {
    const item = element("li");
    item.append(element("strong", form.dataset.table.replace("{table}", table)));
    if (qr_svg) item.append(drawn(qr_svg));
    const link = element("a", `${location.origin}${form.dataset.tokens}#${token}`);
    link.href = link.textContent;
    item.append(link);
    list.append(item);
  }
  let place = form.querySelector("[data-outcome]:not([data-refused])");
  if (!place) {
    place = element("div");
    place.dataset.outcome = "";
    place.tabIndex = -1;
    form.append(place);
  }
  place.replaceChildren(element("p", form.dataset.done, "success"), list);
  place.focus();
});
