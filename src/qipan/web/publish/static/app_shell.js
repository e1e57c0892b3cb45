// Lets the browser keep pages of a competition for when there is no line. Nothing waits for it.

export {};

const KEPT = /^\/(c\/|$)/;

if ("serviceWorker" in navigator && KEPT.test(location.pathname)) {
  addEventListener("load", () => setTimeout(settle, 1500));
}

async function settle() {
  const there = navigator.serviceWorker.controller !== null;
  try {
    await navigator.serviceWorker.register("/service-worker.js");
    const { active } = await navigator.serviceWorker.ready;
    if (!there) active?.postMessage(location.href);
  } catch {
    /* a browser that keeps nothing: the site works without */
  }
}
