// Setting up a second factor: the secret is shown once, then a code confirms it, and the recovery codes are shown once.

import { element } from "./page.js";

const SVG = "http://www.w3.org/2000/svg";

/** A QR code of the API, drawn anew: nothing of it but its size and its paths gets into the page. */
function picture(text) {
  const given = new DOMParser().parseFromString(text ?? "", "image/svg+xml").documentElement;
  const drawn = document.createElementNS(SVG, "svg");
  drawn.setAttribute("viewBox", given.getAttribute("viewBox") ?? "0 0 1 1");
  drawn.setAttribute("class", "qr");
  drawn.setAttribute("aria-hidden", "true");
  drawn.setAttribute("shape-rendering", "crispEdges");
  for (const path of given.getElementsByTagNameNS(SVG, "path")) {
    const line = document.createElementNS(SVG, "path");
    for (const name of ["d", "fill"]) line.setAttribute(name, path.getAttribute(name) ?? "");
    drawn.append(line);
  }
  return drawn;
}

document.addEventListener("kostka:done", (event) => {
  const { body } = event.detail;
  if (event.target.id === "second-factor-start") {
    event.preventDefault();
    const confirm = document.getElementById("second-factor-confirm");
    document.getElementById("second-factor-secret").textContent = body.secret;
    document.getElementById("second-factor-address").href = body.otpauth_uri;
    if (body.qr) document.getElementById("second-factor-qr").replaceChildren(picture(body.qr));
    event.target.hidden = true;
    confirm.hidden = false;
    confirm.querySelector("input").focus();
  } else if (event.target.id === "second-factor-confirm") {
    event.preventDefault();
    const codes = element("ul");
    for (const code of body.recovery_codes ?? []) codes.append(element("li", code));
    const box = element("div", undefined, "success");
    box.append(element("p", event.target.dataset.done), codes);
    event.target.replaceWith(box);
    box.tabIndex = -1;
    box.focus();
  }
});
