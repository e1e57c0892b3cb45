// Asks the browser for a way to be told by push, and shows of a chat's robot what it asks for.

const form = /** @type {HTMLFormElement|null} */ (document.querySelector("#reach-push"));
const robot = /** @type {HTMLFormElement|null} */ (document.querySelector("#reach-robot"));

/** @param {string} text */
function bytes(text) {
  const plain = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0));
}

/**
 * @param {HTMLFormElement} found
 * @param {"denied"|"failed"} why
 */
function sorry(found, why) {
  const line = /** @type {HTMLElement} */ (found.querySelector("[role=status]"));
  line.textContent = line.dataset[why] ?? "";
  line.hidden = false;
}

/** @param {HTMLFormElement} found */
async function askForPush(found) {
  if ((await Notification.requestPermission()) !== "granted") {
    sorry(found, "denied");
    return;
  }
  try {
    const place = await navigator.serviceWorker.register("/static/push_worker.js");
    const key = bytes(found.dataset.key ?? "");
    const before = await place.pushManager.getSubscription();
    const given =
      before ??
      (await place.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
    const said = given.toJSON();
    const fields = /** @type {Record<string, HTMLInputElement>} */ (
      /** @type {unknown} */ (found.elements)
    );
    fields.endpoint.value = said.endpoint ?? "";
    fields.p256dh.value = said.keys?.p256dh ?? "";
    fields.auth.value = said.keys?.auth ?? "";
    found.submit();
  } catch {
    sorry(found, "failed"); // no push service from here: the other ways remain
  }
}

if (form && window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window) {
  form.hidden = false;
  form.querySelector("button")?.addEventListener("click", () => askForPush(form));
}

function asked() {
  if (!robot) return;
  const chosen = /** @type {HTMLSelectElement} */ (robot.elements.namedItem("way"));
  const option = chosen.selectedOptions[0];
  const needs = (option.dataset.asks ?? "").split(" ");
  const may = (option.dataset.may ?? "").split(" ");
  /** @type {NodeListOf<HTMLElement>} */
  const labels = robot.querySelectorAll("[data-field]");
  for (const label of labels) {
    const name = label.dataset.field ?? "";
    label.hidden = !needs.includes(name) && !may.includes(name);
    const field = /** @type {HTMLInputElement} */ (label.querySelector("input"));
    field.required = needs.includes(name);
    field.disabled = label.hidden;
  }
}

robot?.querySelector("select")?.addEventListener("change", asked);
asked();
