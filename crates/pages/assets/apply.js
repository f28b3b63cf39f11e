// Tells until when an application must be sent while its day is typed, and shows the private link once it was sent.

import { readAgain, say, tell } from "./page.js";

const form = document.getElementById("apply");
const day = document.getElementById("first_day");

let asked = "";
let waiting = 0;
day?.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    if (day.value === asked) return;
    asked = day.value;
    readAgain("#deadline", `${location.pathname}?first_day=${encodeURIComponent(day.value)}`);
  }, 250);
});

form?.addEventListener("kostka:done", (event) => {
  const secret = event.detail.body?.secret;
  if (!secret) return;
  event.preventDefault();
  const applied = document.getElementById("applied");
  const link = document.getElementById("private-link");
  link.href = `${link.getAttribute("href")}#${secret}`;
  document.getElementById("private-address").textContent = link.href;
  form.hidden = true;
  applied.hidden = false;
  applied.focus();
});

document.getElementById("copy-link")?.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(document.getElementById("private-address").textContent);
    tell(say("copied"));
  } catch { /* The address stands there, and can be copied by hand. */ }
});
