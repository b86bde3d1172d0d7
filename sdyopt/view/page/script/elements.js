// What parts of the page are made of. What is shown comes from a program that may be hostile: it becomes text, never
// markup.

const DATA = JSON.parse(document.getElementById("data").textContent);
const GROUPED = new Intl.NumberFormat("en");
const byId = id => document.getElementById(id);
const SVG = byId("curve").namespaceURI;
const number = count => GROUPED.format(count);
const counted = (count, noun) => `${number(count)} ${count === 1 ? noun : `${noun}s`}`;

function element(tag, properties = {}, ...children) {
  const made = tag === "svg" || properties.svg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false || name === "svg") continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name.startsWith("--")) made.style.setProperty(name, value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter(child => child !== null && child !== undefined && child !== ""));
  return made;
}
const shape = (tag, properties, ...children) => element(tag, {...properties, svg: true}, ...children);
const button = (text, onclick, properties = {}) => element("button", {type: "button", ...properties, onclick}, text);
const link = (id, text, properties = {}) => element("a", {href: `#${encodeURIComponent(id)}`, ...properties}, text);

function fill(parent, children) {
  // However many there are: a call takes only so many arguments.
  const held = document.createDocumentFragment();
  for (const child of children) held.append(child);
  parent.replaceChildren(held);
}

// Amounts, as tables write them: the number that orders them, and the length of a bar.

const SCALES = {KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40, PiB: 2 ** 50, EiB: 2 ** 60, ns: 1e-9, "µs": 1e-6, ms: 1e-3,
  kFLOP: 1e3, MFLOP: 1e6, GFLOP: 1e9, TFLOP: 1e12, PFLOP: 1e15};
function amountOf(text) {
  const found = /([\d,.]*\d)\s*([A-Za-zµ]+)?/.exec(text);
  return found ? Number(found[1].replaceAll(",", "")) * (SCALES[found[2]] ?? 1) : null;
}

function unit(bytes) {
  const names = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
  let power = 0;
  while (power < names.length - 1 && bytes >= 1024 ** (power + 1)) power++;
  const tenths = Math.floor(bytes / 1024 ** power * 10);
  return `${power && bytes % 1024 ** power ? `${number(Math.floor(tenths / 10))}.${tenths % 10}` : number(bytes / 1024 ** power)} ${names[power]}`;
}

// Shardings: the same one has the same colour wherever it is.

function sharding(text) {
  const key = text.replace(/^<(@[^,]*|mesh<[^>]*>),|>$|\s/g, "");
  const hash = [...key].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 9973, 7);
  return element("span", {class: key.includes('{"') ? "sharding" : "sharding whole", "--hue": String(hash * 137 % 360)}, text);
}

function compact(devices, longest = 24) {
  // Numbers, with those that follow each other drawn together: 0–3, 8.
  const runs = [];
  for (let start = 0; start < devices.length;) {
    let stop = start + 1;
    while (stop < devices.length && devices[stop] === devices[stop - 1] + 1) stop++;
    if (stop - start >= 3) runs.push(`${devices[start]}–${devices[stop - 1]}`);
    else for (let at = start; at < stop; at++) runs.push(String(devices[at]));
    start = stop;
  }
  const text = runs.join(", ");
  return text.length <= longest || runs.length < 3 ? text : `${runs[0]}, … ${runs.at(-1)}`;
}
