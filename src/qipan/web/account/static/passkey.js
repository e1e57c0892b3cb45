// Passkeys: asks the server for options, the browser for a key, and sends the answer back.
// A button with data-passkey="register" or "sign-in" starts it; messages go to [data-passkey-told].

export {};

/** @param {string} text */
const bytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));

/** @param {ArrayBuffer} buffer */
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

/**
 * What the server sends before a key is asked for: the browser's options with text for bytes.
 * @typedef {object} Options
 * @property {string} challenge
 * @property {{id: string}} [user]
 * @property {Array<{id: string}>} [allowCredentials]
 * @property {Array<{id: string}>} [excludeCredentials]
 */

/** @param {string} path @param {object} body */
async function post(path, body) {
  const field = document.querySelector('input[name="_csrf_token"]');
  const token = /** @type {HTMLInputElement} */ (field).value;
  const answer = await fetch(path, {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json", "x-csrftoken": token },
    body: JSON.stringify(body),
  });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.message || String(answer.status));
  return found;
}

/** @param {Array<{id: string}>|undefined} keys */
const opened = (keys) => keys?.map((each) => ({ ...each, id: bytes(each.id) }));

/** Options as JSON to options as the browser wants them. @param {Options} options */
function withBytes(options) {
  return {
    ...options,
    challenge: bytes(options.challenge),
    ...(options.user && { user: { ...options.user, id: bytes(options.user.id) } }),
    ...(options.allowCredentials && { allowCredentials: opened(options.allowCredentials) }),
    ...(options.excludeCredentials && { excludeCredentials: opened(options.excludeCredentials) }),
  };
}

/** A key's answer as JSON. @param {Credential|null} made */
function written(made) {
  const found = /** @type {PublicKeyCredential} */ (made);
  /** @type {Record<string, string>} */ const response = {};
  for (const name of [
    "clientDataJSON",
    "attestationObject",
    "authenticatorData",
    "signature",
    "userHandle",
  ]) {
    const part = /** @type {Record<string, ArrayBuffer|undefined>} */ (
      /** @type {unknown} */ (found.response)
    )[name];
    if (part) response[name] = text(part);
  }
  return {
    id: found.id,
    rawId: text(found.rawId),
    type: found.type,
    response,
    clientExtensionResults: {},
  };
}

async function register() {
  const options = withBytes(await post("/account/passkeys/begin", {}));
  const publicKey = /** @type {PublicKeyCredentialCreationOptions} */ (
    /** @type {unknown} */ (options)
  );
  const credential = written(await navigator.credentials.create({ publicKey }));
  const label = /** @type {HTMLInputElement|null} */ (
    document.querySelector("[data-passkey-label]")
  );
  return post("/account/passkeys", { credential, label: label?.value ?? "" });
}

async function signIn() {
  const options = withBytes(await post("/passkey/begin", {}));
  const publicKey = /** @type {PublicKeyCredentialRequestOptions} */ (
    /** @type {unknown} */ (options)
  );
  const credential = written(await navigator.credentials.get({ publicKey }));
  return post("/passkey", { credential });
}

/** @param {HTMLButtonElement} button */
async function start(button) {
  const told = /** @type {HTMLElement} */ (document.querySelector("[data-passkey-told]"));
  button.disabled = true;
  told.textContent = "";
  try {
    const found = await (button.dataset.passkey === "register" ? register() : signIn());
    location.assign(found.to);
  } catch (error) {
    const wrong = /** @type {Error} */ (error);
    const cancelled = wrong.name === "NotAllowedError" && button.dataset.cancelled;
    told.textContent = cancelled || wrong.message;
    button.disabled = false;
  }
}

/** @type {NodeListOf<HTMLButtonElement>} */
const buttons = document.querySelectorAll("[data-passkey]");
for (const button of window.PublicKeyCredential ? buttons : []) {
  button.hidden = false;
  button.addEventListener("click", () => start(button));
}
