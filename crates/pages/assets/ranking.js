// The ranking narrows while somebody types. Without this the form does the same when it is sent.

const PAUSE_MS = 250;

const form = document.querySelector("form[data-narrow]");
let waiting;
let asking;

async function narrow(isSent) {
  const asked = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value.trim()) asked.set(name, value.trim());
  const [here, result] = form.getAttribute("action").split("#");
  const address = asked.size ? `${here}?${asked}` : here;
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  try {
    const response = await fetch(address, { signal });
    if (!response.ok) {
      // What cannot be searched for yet (half a city, say) changes nothing; whoever sends the form is told what is wrong with it.
      if (isSent) form.submit();
      return;
    }
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    for (const id of [form.dataset.narrow, `${form.dataset.narrow}-count`]) {
      const fresh = page.getElementById(id);
      if (fresh) document.getElementById(id).replaceChildren(...fresh.childNodes);
    }
    history.replaceState(null, "", address);
    // On a small screen the result lies below what was typed; whoever is still typing stays there.
    if (isSent) document.getElementById(result)?.scrollIntoView();
  } catch (error) {
    // Whoever only types stays on the page; the browser says what is wrong with the connection to whoever sends the form.
    if (isSent && error.name !== "AbortError") form.submit();
  }
}

form?.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => narrow(false), PAUSE_MS);
});
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(waiting);
  narrow(true);
});
