// Shows what this server pushes, also while no page of it is open, and opens the page it is about.
// Told in one's own words by the server; nothing is kept here.

const worker = /** @type {any} */ (self);

worker.addEventListener("push", (/** @type {any} */ event) => {
  /** @type {{title: string, text: string, path: string}} */
  let said;
  try {
    said = event.data.json();
  } catch {
    return; // not ours
  }
  event.waitUntil(
    worker.registration.showNotification(said.title, {
      body: said.text,
      icon: "/static/mark.svg",
      tag: `qipan ${said.path}`,
      renotify: true,
      data: { path: said.path },
    }),
  );
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  const to = new URL(event.notification.data?.path ?? "/", worker.location.origin);
  if (to.origin !== worker.location.origin) return;
  event.waitUntil(
    worker.clients
      .matchAll({ type: "window", includeUncontrolled: true })
      .then((/** @type {any[]} */ pages) => {
        const open = pages.find((each) => new URL(each.url).pathname === to.pathname);
        return open ? open.focus() : worker.clients.openWindow(to.href);
      }),
  );
});
