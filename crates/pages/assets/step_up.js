// Asks for a code where an act needs a second factor.

import { ask } from "./ask.js";
import { element, say } from "./page.js";

/** Asks for a code of the second factor, and shows it to the service. */
export async function stepUp() {
  const dialog = element("dialog");
  dialog.setAttribute("aria-labelledby", "step-up-title");
  const form = element("form");
  const title = element("h2", say("step-up"));
  title.id = "step-up-title";
  const label = element("label", say("code"));
  const input = element("input");
  input.inputMode = "numeric"; input.autocomplete = "one-time-code"; input.id = "step-up-code"; input.required = true;
  label.htmlFor = input.id;
  const line = element("p", undefined, "field");
  line.append(label, input);
  const note = element("p"); note.setAttribute("role", "alert");
  const send = element("button", say("confirm")); send.type = "submit";
  const leave = element("button", say("cancel"), "quiet"); leave.type = "button";
  form.append(title, line, note, send, " ", leave);
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
  input.focus();
  return new Promise((done) => {
    const close = (shown) => { dialog.close(); dialog.remove(); done(shown); };
    leave.addEventListener("click", () => close(false));
    dialog.addEventListener("cancel", () => close(false));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const answer = await ask("POST", "/api/v1/me/step-up", { body: { code: input.value.trim() } });
      if (answer.ok) return close(true);
      note.textContent = answer.body?.detail ?? say("failed");
      input.select();
    });
  });
}
