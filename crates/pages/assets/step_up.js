// Asks once more who it is where an act needs that: for a code, or for the password of whoever has no second factor.

import { ask } from "./ask.js";
import { element, say } from "./page.js";

/** Asks for a code of the second factor or for the password, as the service says, and shows it. */
export async function stepUp(needed = "code") {
  const dialog = element("dialog");
  dialog.setAttribute("aria-labelledby", "step-up-title");
  const form = element("form");
  const title = element("h2", say("step-up"));
  title.id = "step-up-title";
  const label = element("label", say(needed));
  const input = element("input");
  if (needed === "password") Object.assign(input, { type: "password", autocomplete: "current-password" });
  else Object.assign(input, { inputMode: "numeric", autocomplete: "one-time-code" });
  input.id = "step-up-shown"; input.required = true;
  label.htmlFor = input.id;
  const line = element("p", undefined, "field");
  line.append(label, input);
  const note = element("p"); note.setAttribute("role", "alert"); note.id = "step-up-note";
  input.setAttribute("aria-describedby", note.id);
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
      const answer = await ask("POST", "/api/v1/me/step-up", { body: { [needed]: needed === "code" ? input.value.trim() : input.value } });
      if (answer.ok) return close(true);
      note.textContent = answer.body?.detail ?? say("failed");
      input.setAttribute("aria-invalid", "true");
      input.select();
    });
  });
}
