// The hall screen: one list at a time, all of it on the screen, the next one after a while.
// The number of columns is the one that gives the largest letters; what would be too small to read
// is parted into several screens.

export {};

const STAY = 15_000; // milliseconds a screen stays
const SMALLEST = 0.026; // of the height of the window: letters that can still be read

/** @type {{slide: HTMLElement, first: number, count: number}[]} */
let screens = [];
let at = 0;
let since = Date.now();

/**
 * Say how many columns show so many rows largest, and how large the letters are.
 * @param {number} rows @param {number} width @param {number} height @param {number} letters
 */
function best(rows, width, height, letters) {
  let found = { cols: 1, size: 0 };
  for (let cols = 1; cols <= 4; cols++) {
    const size = Math.min((height / Math.ceil(rows / cols)) * 0.42, width / cols / letters);
    if (size > found.size) found = { cols, size };
  }
  return found;
}

/** @param {HTMLElement} slide */
function rowsOf(slide) {
  return /** @type {HTMLTableRowElement[]} */ ([...slide.querySelectorAll("tbody tr")]);
}

function room() {
  const top = document.querySelector(".slide.now .hall-top, .hall-top");
  const foot = document.querySelector(".hall-foot");
  const used = (top?.clientHeight ?? 0) + (foot?.clientHeight ?? 0) + 16;
  return { width: innerWidth * 0.96, height: innerHeight - used };
}

/** Part every slide into as many screens as can be read. */
function part() {
  screens = [];
  const { width, height } = room();
  /** @type {NodeListOf<HTMLElement>} */
  const slides = document.querySelectorAll(".slide");
  for (const slide of slides) {
    const table = /** @type {HTMLElement|null} */ (slide.querySelector("[data-fit]"));
    const rows = rowsOf(slide).length;
    const letters = Number(table?.dataset.fit ?? 27);
    let parts = 1;
    while (
      parts < rows &&
      best(Math.ceil(rows / parts), width, height, letters).size < (innerHeight * SMALLEST) / 1.25
    )
      parts++;
    const count = Math.max(1, Math.ceil(rows / parts));
    for (let first = 0; first < Math.max(1, rows); first += count)
      screens.push({ slide, first, count });
  }
  at = Math.min(at, Math.max(0, screens.length - 1));
}

/** @param {HTMLElement} slide */
function nameOf(slide) {
  return (slide.querySelector("h1, h2")?.textContent ?? "").replace(/\s+/g, " ").trim();
}

const NARROWEST = 0.7; // of the letters around it: a name that still does not fit
const TWO_LINES = 0.62; // takes two lines of this size

/**
 * Make names smaller that do not fit their place, so that every one is whole.
 * @param {HTMLElement} slide
 */
function squeeze(slide) {
  /** @type {NodeListOf<HTMLElement>} */
  const names = slide.querySelectorAll("tr:not([hidden]) :is(.name b, .small, td.pn:not(:has(b)))");
  for (const each of names) {
    each.style.fontSize = "";
    each.classList.remove("squeezed");
  }
  const wide = [...names].filter((each) => each.scrollWidth > each.clientWidth);
  const shares = wide.map((each) => each.clientWidth / each.scrollWidth);
  wide.forEach((each, number) => {
    const own = parseFloat(getComputedStyle(each).fontSize);
    const share = shares[number] * 0.98;
    each.style.fontSize = `${(own * (share < NARROWEST ? TWO_LINES : share)).toFixed(1)}px`;
    each.classList.toggle("squeezed", share < NARROWEST);
  });
}

function show() {
  const now = screens[at];
  if (!now) return;
  for (const each of document.querySelectorAll(".slide"))
    each.classList.toggle("now", each === now.slide);
  const rows = rowsOf(now.slide);
  rows.forEach((row, number) => {
    row.hidden = number < now.first || number >= now.first + now.count;
  });
  const table = /** @type {HTMLElement|null} */ (now.slide.querySelector("[data-fit]"));
  const body = now.slide.querySelector("tbody");
  if (table && body) {
    const there = Math.min(now.count, rows.length - now.first);
    const { width, height } = room();
    const { cols, size } = best(Math.max(1, there), width, height, Number(table.dataset.fit));
    body.style.setProperty("--cols", String(cols));
    body.style.setProperty("--rows", String(Math.ceil(Math.max(1, there) / cols)));
    body.style.setProperty("--letters", `${Math.min(size, innerHeight * 0.05).toFixed(1)}px`);
  }
  squeeze(now.slide);
  const next = screens[(at + 1) % screens.length];
  const [said, then] = [
    document.querySelector("[data-now]"),
    document.querySelector("[data-next]"),
  ];
  if (said) said.textContent = nameOf(now.slide);
  if (then instanceof HTMLElement)
    then.textContent = screens.length > 1 ? `${then.dataset.words} ${nameOf(next.slide)}` : "";
}

function tick() {
  const clock = document.querySelector("[data-clock]");
  if (clock) clock.textContent = new Date().toTimeString().slice(0, 5);
  if (Date.now() - since >= STAY && screens.length > 1) {
    at = (at + 1) % screens.length;
    since = Date.now();
    show();
  }
}

function again() {
  part();
  show();
}

const small = matchMedia("(max-width: 700px)"); // in a hand one scrolls
if (!small.matches) {
  document.body.classList.add("fits");
  again();
}
tick();
setInterval(tick, 1000);
addEventListener("resize", () => small.matches || again());
addEventListener("qipan:changed", () => small.matches || again());
addEventListener("qipan:next", () => {
  since = 0;
  tick();
});
new MutationObserver((changes) => {
  if (
    changes.some((each) =>
      [...each.addedNodes].some((node) => node instanceof HTMLElement && node.matches(".slide")),
    ) &&
    !small.matches
  )
    again();
}).observe(document.querySelector("main") ?? document.body, { childList: true });
