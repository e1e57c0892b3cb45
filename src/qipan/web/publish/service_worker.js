// Keeps the public pages last seen, and shows them when there is no line. It answers for nothing
// else: games, forms, live lines and everything of an account go straight to the server. A page of
// somebody who is signed in has no tag (ETag) and is never kept.

/** @type {any} */
const keeper = self;
const PAGES = "qipan-pages";
const PARTS = "qipan-parts";
const MOST_PAGES = 60;
const SECTION_PARTS = "names|games|teams|tables|pictures|prizes|notices|why|player/[^/]+";
const KEPT_PAGE = new RegExp(`^/(c/[^/]+(/[^/]+(/(${SECTION_PARTS}))?)?)?$`);
/** Pages that were shown from what is kept: their styles and scripts come from there as well. */
const unconnected = new Set();

keeper.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(prepare().then(() => keeper.skipWaiting()));
});

/** Keep the page that is shown where there is none. */
async function prepare() {
  const answer = await fetch("/offline");
  const text = await answer.clone().text();
  await (await caches.open(PAGES)).put("/offline", answer);
  await keepParts(text);
}

keeper.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(keeper.clients.claim());
});

keeper.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== keeper.location.origin || request.method !== "GET") return;
  const renewed = request.headers.get("accept") === "text/html"; // an open page looks again
  if (KEPT_PAGE.test(pathname) && (request.mode === "navigate" || renewed)) {
    event.respondWith(page(event));
  } else if (pathname.startsWith("/static/") && unconnected.has(event.clientId)) {
    event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
  }
});

// The page that brought this worker was there before it; one that changed by parts brings itself.
keeper.addEventListener("message", (/** @type {any} */ event) => {
  const address = String(event.data.address ?? event.data);
  const { origin, pathname } = new URL(address, keeper.location.origin);
  if (origin !== keeper.location.origin || !KEPT_PAGE.test(pathname)) return;
  const request = new Request(address);
  if (event.data.html) {
    event.waitUntil(keepText(request, String(event.data.html)));
    return;
  }
  event.waitUntil(
    fetch(request).then((answer) => (answer.headers.get("etag") ? keep(request, answer) : null)),
  );
});

/** @param {any} event */
async function page(event) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok && answer.headers.get("etag"))
      event.waitUntil(keep(event.request, answer.clone()));
    return answer;
  } catch (error) {
    const kept = await caches.open(PAGES);
    const found = (await kept.match(event.request)) ?? (await kept.match("/offline"));
    if (!found || event.request.mode !== "navigate") throw error;
    unconnected.add(event.resultingClientId);
    return withNote(found);
  }
}

/** @param {Request} request @param {Response} answer */
async function keep(request, answer) {
  const text = await answer.text();
  await keepText(request, text);
  await keepParts(text);
}

/** @param {Request} request @param {string} text */
async function keepText(request, text) {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "x-kept": new Date().toISOString(),
  };
  const kept = await caches.open(PAGES);
  await kept.delete(request);
  await kept.put(request, new Response(text, { headers }));
  const there = (await kept.keys()).filter((each) => !each.url.endsWith("/offline"));
  await Promise.all(there.slice(0, -MOST_PAGES).map((each) => kept.delete(each)));
}

/** Keep the styles and scripts of a page. @param {string} text */
async function keepParts(text) {
  const parts = await caches.open(PARTS);
  const found = [...text.matchAll(/(?:href|src)="(\/static\/[^"]+)"/g)].map(
    ([, address]) => address,
  );
  await Promise.all(found.map((address) => parts.add(address).catch(() => {})));
}

/** Say in the page when it was seen. @param {Response} found */
async function withNote(found) {
  const text = await found.text();
  const when = found.headers.get("x-kept");
  const said = /<meta name="kept" content="([^"]*)"/.exec(text)?.[1] ?? "";
  const time = when ? new Date(when).toLocaleString() : "";
  const note = when ? `<p class="kept-note" role="status">${said.replace("{when}", time)}</p>` : "";
  return new Response(text.replace(/(<main[^>]*>)/, `$1${note}`), {
    headers: { "content-type": "text/html; charset=utf-8" },
  });
}
