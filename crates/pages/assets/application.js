// Opens a private page with the secret behind the # of its address, which goes to the API and into no log.

import { readAgain } from "./page.js";

async function open() {
  const secret = decodeURIComponent(location.hash.slice(1));
  if (!secret) return refused();
  document.body.dataset.bearer = secret;
  for (const other of document.querySelectorAll("a.language")) other.hash = secret;
  if (!await readAgain()) refused();
}

function refused() {
  const note = document.getElementById("application-refused");
  if (!note) return;
  document.getElementById("application-waits").hidden = true;
  note.hidden = false;
}

addEventListener("hashchange", () => location.reload());
open();
