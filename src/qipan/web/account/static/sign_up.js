// Solves the puzzle of the sign-up form while it is being filled in: a word so that the SHA-256 of
// seed and word begins with so many zero bits. Written out here because browsers offer hashing only
// over https, and a club's server in a hall may have none.

export {};

const K = new Uint32Array(64);
const H = new Uint32Array(8);

/** Fill in the constants: fractions of the roots of the first primes. */
function prepare() {
  const frac = (/** @type {number} */ x) => ((x - Math.floor(x)) * 2 ** 32) >>> 0;
  let found = 0;
  for (let n = 2; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (found < 8) H[found] = frac(Math.sqrt(n));
    K[found++] = frac(Math.cbrt(n));
  }
}

const W = new Uint32Array(64);

/**
 * Mix one block of sixteen words in.
 * @param {Uint32Array} state
 * @param {DataView} view
 * @param {number} at
 */
function mix(state, view, at) {
  for (let i = 0; i < 16; i++) W[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const x = W[i - 15];
    const y = W[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    W[i] = (W[i - 16] + s0 + W[i - 7] + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + K[i] + W[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  const add = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i++) state[i] += add[i];
}

/** Count the zero bits at the beginning of the hash of a text in ASCII. @param {string} text */
export function zeros(text) {
  const blocks = Math.ceil((text.length + 9) / 64);
  const bytes = new Uint8Array(64 * blocks);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  bytes[text.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(64 * blocks - 4, 8 * text.length);
  const state = Uint32Array.from(H);
  for (let at = 0; at < 64 * blocks; at += 64) mix(state, view, at);
  return state[0] ? Math.clz32(state[0]) : 32 + Math.clz32(state[1]);
}

const form = /** @type {HTMLFormElement|null} */ (document.querySelector("form[data-work]"));

/** @param {HTMLFormElement} asked */
async function solve(asked) {
  prepare();
  const seed = asked.dataset.work ?? "";
  const bits = Number(asked.dataset.bits);
  for (let n = 0; ; n++) {
    if (n % 2000 === 1999) await pause();
    if (zeros(`${seed}:${n}`) >= bits) return String(n);
  }
}

if (form) {
  const told = /** @type {HTMLElement} */ (form.querySelector("[data-working]"));
  const field = /** @type {HTMLInputElement} */ (form.querySelector("[name=work_word]"));
  const password = /** @type {HTMLInputElement} */ (form.querySelector("[name=password]"));
  const withKey = /** @type {HTMLButtonElement|null} */ (form.querySelector("[data-with-passkey]"));
  const solved = solve(form).then((word) => {
    field.value = word;
  });
  if (withKey && window.PublicKeyCredential) withKey.hidden = false;
  form.addEventListener("submit", async (event) => {
    const pressed = /** @type {HTMLButtonElement|null} */ (event.submitter);
    if (field.value) return;
    event.preventDefault();
    told.textContent = told.dataset.words ?? "";
    await solved;
    if (pressed?.value === "passkey") password.required = false;
    form.requestSubmit(pressed ?? undefined);
  });
}

/** Let the page breathe. */
function pause() {
  return new Promise((on) => {
    setTimeout(on);
  });
}
