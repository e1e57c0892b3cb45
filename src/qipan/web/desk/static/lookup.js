// Somebody is looked up on a rating list while they are entered: words of the name in any order, in
// pinyin, or the number. A press on a line fills the form; nothing is stored by that.

export {};

/**
 * @typedef {{id: string, name: string, latin?: string, country?: string, club?: string,
 *   rank?: string, rating?: number|null, birth?: string, title?: string}} Listed
 */

const PAUSE = 150;
const FIELDS = ["name", "latin", "rank", "rating", "birth", "licence", "unit", "federation"];
let asked = 0;
/** @type {ReturnType<typeof setTimeout>|undefined} */
let waiting;

/** @param {Listed} one @returns {Record<string, string>} */
function valuesOf(one) {
  const country = one.country ?? "";
  return {
    name: one.name,
    latin: one.latin ?? "",
    rank: one.rank ?? "",
    rating: one.rating ? String(Math.max(0, one.rating)) : "",
    birth: one.birth ?? "",
    licence: one.id.startsWith("line-") ? "" : one.id,
    unit: one.club || country,
    federation: country.length < 4 ? country : "",
  };
}

/** @param {Element} box @param {Listed} one */
function fill(box, one) {
  const form = box.closest("section")?.querySelector("form");
  if (!form) return;
  const values = valuesOf(one);
  for (const name of FIELDS) {
    const field = form.querySelector(`input[name="${name}"]`);
    if (!(field instanceof HTMLInputElement)) continue;
    if (name === "unit" && field.value) continue;
    field.value = values[name] ?? "";
    const folded = field.closest("details");
    if (field.value && folded) folded.open = true;
  }
  form.querySelector("button")?.focus();
}

/** @param {Element} box @param {Listed[]} found */
function draw(box, found) {
  const list = /** @type {HTMLElement} */ (box.querySelector("[data-lookup-found]"));
  if (!found.length) {
    const line = document.createElement("li");
    line.textContent = list.dataset.nobody ?? "";
    list.replaceChildren(line);
    return;
  }
  list.replaceChildren(
    ...found.slice(0, 8).map((one) => {
      const line = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      const beside = [one.rank, one.rating, one.country, one.club, one.id].filter(Boolean);
      button.textContent = [one.name, one.latin, "·", ...beside].filter(Boolean).join(" ");
      button.addEventListener("click", () => {
        fill(box, one);
        list.replaceChildren();
      });
      line.append(button);
      return line;
    }),
  );
}

/** @param {Element} box */
async function look(box) {
  const words = /** @type {HTMLInputElement} */ (box.querySelector("[data-lookup-words]"));
  const list = /** @type {HTMLSelectElement} */ (box.querySelector("[data-lookup-list]"));
  const text = words.value.trim();
  const mine = ++asked;
  if (text.length < 2 && !/[\u3400-\u9fff]/.test(text)) {
    box.querySelector("[data-lookup-found]")?.replaceChildren();
    return;
  }
  const where = encodeURIComponent(list.value);
  const address = `/api/rating-lists/${where}/find?q=${encodeURIComponent(text)}`;
  try {
    const answer = await fetch(address, { headers: { accept: "application/json" } });
    const found = answer.ok ? await answer.json() : [];
    if (mine === asked) draw(box, found); // an answer that was overtaken is not shown
  } catch {
    // away: the page says so itself, and names can be typed
  }
}

document.addEventListener("input", (event) => {
  const box = /** @type {Element} */ (event.target).closest?.("[data-lookup]");
  if (!box) return;
  clearTimeout(waiting);
  waiting = setTimeout(() => look(box), PAUSE);
});
document.addEventListener("keydown", (event) => {
  const at = /** @type {Element} */ (event.target);
  const box = at.closest?.("[data-lookup]");
  if (!box || event.key !== "Enter" || !at.matches("[data-lookup-words]")) return;
  event.preventDefault();
  const first = box.querySelector("[data-lookup-found] button");
  if (first instanceof HTMLButtonElement) first.click();
});
