// Making SVG and HTML elements; attributes only, so that a strict content policy holds.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string|number>} [attributes]
 * @param {...(Node|string)} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string|number|boolean|null|undefined>} [attributes] without false and null
 * @param {...(Node|string)} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function html(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined)
      made.setAttribute(key, String(value));
  }
  made.append(...children);
  return made;
}

/**
 * A line through points, as the `points` of a polyline or the `d` of a path.
 * @param {Array<[number, number]>} places
 */
export const joined = (places) => places.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");

/** @param {number} value */
export const round = (value) => Math.round(value * 100) / 100;

/**
 * A regular polygon or star around the origin.
 * @param {number} corners
 * @param {number} outer
 * @param {number} [inner] radius of the notches; none gives a polygon
 * @param {number} [turn] in degrees, 0 has a corner at the top
 */
export function polygon(corners, outer, inner, turn = 0) {
  const steps = inner === undefined ? corners : corners * 2;
  /** @type {Array<[number, number]>} */
  const places = [];
  for (let step = 0; step < steps; step++) {
    const angle = ((step * 360) / steps + turn - 90) * (Math.PI / 180);
    const radius = inner !== undefined && step % 2 ? inner : outer;
    places.push([radius * Math.cos(angle), radius * Math.sin(angle)]);
  }
  return joined(places);
}
