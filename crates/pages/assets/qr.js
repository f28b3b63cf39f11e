// QR codes that the API has drawn, on a page.

/** A picture from the API as an element; it is drawn, and nothing in it runs. */
export function drawn(svg) {
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
