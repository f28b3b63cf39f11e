// Asks the API, as whoever is signed in or as whoever has the token of this page.

/** Asks the API. Gives {ok, status, body, etag, isBusy}; a lost connection gives status 0, and a service that is only busy says when to come back. */
export async function ask(method, address, { body, ifMatch, key, signal } = {}) {
  const headers = { ...bearer(), "Accept": "application/json", "Accept-Language": document.documentElement.lang };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (ifMatch) headers["If-Match"] = ifMatch;
  if (key) headers["Idempotency-Key"] = key;
  try {
    const response = await fetch(address, {
      method, headers, signal, cache: "no-store", credentials: "same-origin",
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    let read = null;
    try { read = text ? JSON.parse(text) : null; } catch { /* A proxy may answer with words of its own. */ }
    return { ok: response.ok, status: response.status, body: read, etag: response.headers.get("ETag"), isBusy: response.headers.has("Retry-After") };
  } catch {
    return { ok: false, status: 0, body: null, etag: null, isBusy: false };
  }
}

/** The token that goes with every request of this page, if it has one. */
export function bearer() {
  const token = document.body.dataset.bearer;
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** A key for one act; the same one until the act is known to be done or refused. */
export const newKey = () => crypto.randomUUID();
