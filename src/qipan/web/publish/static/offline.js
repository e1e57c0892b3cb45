// Lists the pages this device has seen: what its worker keeps.

export {};

const list = /** @type {HTMLElement} */ (document.querySelector("#seen"));
const kept = await caches.open("qipan-pages").catch(() => null);
const requests = kept ? await kept.keys() : [];
for (const request of [...requests].reverse()) {
  const { pathname, search } = new URL(request.url);
  if (pathname === "/offline") continue;
  const page = await kept?.match(request);
  const text = page ? await page.text() : "";
  const link = document.createElement("a");
  link.href = pathname + search;
  link.textContent =
    new DOMParser().parseFromString(text, "text/html").title || decodeURIComponent(pathname);
  const item = document.createElement("li");
  item.append(link);
  list.append(item);
}
/** @type {HTMLElement} */ (document.querySelector("#none")).hidden = list.childElementCount > 0;
