// Keeps the pages on which sheets are entered, so that they open without a connection. Nothing else is kept, and no answer of the API.

const FILES = [/* FILES */];
// Pages are for whoever was signed in, and forgotten with the session; files are for everybody.
const KEPT_FILES = `kostka-entry-files-${FILES[0] ?? ""}`;
const KEPT_PAGES = `kostka-entry-pages-${FILES[0] ?? ""}`;
const isEntry = (path) => /^\/(pl|en)\/(organise\/[^/]+\/sheets|table)$/.test(path);

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT_FILES).then((store) => store.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("kostka-entry-") && name !== KEPT_FILES && name !== KEPT_PAGES;
  event.waitUntil((async () => {
    // Pages of the version before ask for its files, which are here no more; the next visit keeps them anew.
    await Promise.all((await caches.keys()).filter(old).map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});

async function page(request) {
  const store = await caches.open(KEPT_PAGES);
  try {
    const response = await fetch(request);
    if (response.ok && !response.redirected) await store.put(request, response.clone()).catch(() => { /* The device is full; the page is there all the same. */ });
    // Whoever is not signed in any more finds nothing here later either.
    else if (response.status < 500) await store.delete(request, { ignoreVary: true });
    return response;
  } catch {
    return (await store.match(request, { ignoreVary: true })) ?? Response.error();
  }
}

async function file(request) {
  const store = await caches.open(KEPT_FILES);
  const kept = await store.match(request, { ignoreVary: true });
  if (kept) return kept;
  // Browsers that need room throw away what was kept.
  const response = await fetch(request);
  if (response.ok && !response.redirected) await store.put(request, response.clone()).catch(() => { /* The device is full. */ });
  return response;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  if (FILES.includes(address.pathname)) event.respondWith(file(request));
  // With a token the answer is for one table, and the page keeps it itself.
  else if (isEntry(address.pathname) && !request.headers.has("Authorization")) event.respondWith(page(request));
});

// A page that was open before this worker was there asks to be kept.
self.addEventListener("message", (event) => {
  if (event.data !== "keep" || !event.source?.url) return;
  const address = new URL(event.source.url);
  address.hash = "";
  if (isEntry(address.pathname)) event.waitUntil(page(new Request(address, { credentials: "same-origin" })).catch(() => {}));
});
