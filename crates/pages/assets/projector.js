// The wall of the hall: one page after the other, until somebody stops it. Without this everything stands below each other.

import { freshen, readPage } from "./live.js";
import { watch } from "./watch.js";

const SECONDS_A_PAGE = 12;

const wall = document.getElementById("wall");
const pause = document.getElementById("wall-pause");
const next = document.getElementById("wall-next");
const slides = () => [...document.querySelectorAll(".slide")];
let shown = 0;
let turning = null;

function show(number) {
  const all = slides();
  shown = all.length ? number % all.length : 0;
  all.forEach((slide, at) => { slide.hidden = at !== shown; });
}

function turn(on) {
  clearInterval(turning);
  turning = on ? setInterval(() => show(shown + 1), SECONDS_A_PAGE * 1000) : null;
  pause.textContent = on ? pause.dataset.pause : pause.dataset.resume;
}

pause.addEventListener("click", () => turn(turning === null));
next.addEventListener("click", () => { show(shown + 1); if (turning !== null) turn(true); });
document.addEventListener("keydown", (event) => {
  // A button or link that has the focus takes the key for itself.
  if (event.key !== " " || event.target.closest("button, a, input")) return;
  event.preventDefault();
  turn(turning === null);
});

pause.hidden = false;
next.hidden = false;
show(0);
// Whoever wants no movement turns the pages alone.
turn(!matchMedia("(prefers-reduced-motion: reduce)").matches);
watch(wall.dataset.live, async () => {
  // Somebody who stopped the wall is reading it.
  if (turning === null) return;
  const page = await readPage();
  if (!page) return;
  freshen(page);
  show(shown);
});
