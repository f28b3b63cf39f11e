// Prints a page, and puts fresh table tokens on the sheets before: they are shown once, so they go straight onto the paper.

import { tell } from "./page.js";

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

/** A picture from the API as an element; it is drawn, and nothing in it runs. */
function drawn(svg) {
  const picture = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const paths = [...picture.querySelectorAll("path")].map((path) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", "path");
    made.setAttribute("fill", path.getAttribute("fill") ?? "#000");
    made.setAttribute("d", path.getAttribute("d") ?? "");
    return made;
  });
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  made.setAttribute("viewBox", picture.getAttribute("viewBox") ?? "");
  made.setAttribute("class", "qr");
  made.setAttribute("aria-hidden", "true");
  made.setAttribute("shape-rendering", "crispEdges");
  made.append(...paths);
  return made;
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
