// Passkeys: asks the server for options, the browser for a key, and sends the answer back.
// A button with data-passkey="register" or "sign-in" starts it; messages go to [data-passkey-told].

const bytes = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

async function post(path, body) {
  const token = document.querySelector('input[name="_csrf_token"]').value;
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

/** Options as JSON to options as the browser wants them. */
function opened(options) {
  options.challenge = bytes(options.challenge);
  if (options.user) options.user.id = bytes(options.user.id);
  for (const name of ["allowCredentials", "excludeCredentials"]) {
    for (const each of options[name] || []) each.id = bytes(each.id);
  }
  return options;
}

/** A key's answer as JSON. */
function written(found) {
  const from = found.response,
    response = { clientDataJSON: text(from.clientDataJSON) };
  for (const name of ["attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (from[name]) response[name] = text(from[name]);
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
  const options = opened(await post("/account/passkeys/begin", {}));
  const credential = written(await navigator.credentials.create({ publicKey: options }));
  const label = document.querySelector("[data-passkey-label]");
  return post("/account/passkeys", { credential, label: label ? label.value : "" });
}

async function signIn() {
  const options = opened(await post("/passkey/begin", {}));
  const credential = written(await navigator.credentials.get({ publicKey: options }));
  return post("/passkey", { credential });
}

for (const button of document.querySelectorAll("[data-passkey]")) {
  if (!window.PublicKeyCredential) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const told = document.querySelector("[data-passkey-told]");
    button.disabled = true;
    told.textContent = "";
    try {
      const found = await (button.dataset.passkey === "register" ? register() : signIn());
      location.assign(found.to);
    } catch (error) {
      told.textContent =
        error.name === "NotAllowedError" ? button.dataset.cancelled : error.message;
      button.disabled = false;
    }
  });
}
