// Prints a page, and puts fresh table tokens on the sheets before: they are shown once, so they go straight onto the paper.

import { tell } from "./page.js";
import { drawn } from "./qr.js";

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

document.addEventListener("kostka:done", (event) => {
  const form = event.target;
  if (!("tokens" in form.dataset)) return;
  event.preventDefault();
  for (const token of event.detail.body?.tokens ?? []) {
    const sheet = document.getElementById(`table-${token.table}`);
    if (!sheet || !token.qr_svg) continue;
    sheet.querySelector("[data-code]").replaceChildren(drawn(token.qr_svg));
    sheet.querySelector("figcaption").textContent = form.dataset.hint;
  }
  tell(form.dataset.hint);
  window.print();
});
