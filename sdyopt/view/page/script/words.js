// What parts of the page are made of: elements, numbers, words. What is shown comes from a program that may be hostile:
// it becomes text, never markup.

const DATA = JSON.parse(document.getElementById("data").textContent);
const UNKNOWN = "—";
const GROUPED = new Intl.NumberFormat("en");
const MOST_OF_SHARDING = 200; // characters
const program = DATA.program;
const byId = id => document.getElementById(id);

function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name in made && typeof value !== "string") made[name] = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter(child => child !== null && child !== ""));
  return made;
}

function fill(parent, children) {
  // However many there are: a call takes only so many arguments.
  const held = document.createDocumentFragment();
  for (const child of children) held.append(child);
  parent.replaceChildren(held);
}

// The lines of the program, of which not all may be on the page.

const lineNumbers = program.lines.flatMap(([first, count]) => Array.from({length: count}, (_, at) => first + at));
function below(list, stride, wanted) {
  // How many marks of a flat list begin before a place.
  let [low, high] = [0, list.length / stride];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle * stride] < wanted) low = middle + 1; else high = middle;
  }
  return low;
}
const indexOf = line => below(lineNumbers, 1, line);
const isShown = line => lineNumbers[indexOf(line)] === line;

// Numbers and words.

function number(count) {
  if (count === null) return UNKNOWN;
  return Number.isSafeInteger(count) ? GROUPED.format(count) : `about ${count.toPrecision(3)}`;
}
function unit(bytes) {
  if (bytes === null) return UNKNOWN;
  const names = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
  let power = 0;
  while (power < names.length - 1 && bytes >= 1024 ** (power + 1)) power++;
  const amount = power ? Math.floor(bytes / 1024 ** power * 10) / 10 : bytes;
  return `${GROUPED.format(amount)} ${bytes === 1 ? "byte" : names[power]}`;
}
const counted = (count, noun, plural = noun + "s") => `${number(count)} ${count === 1 ? noun : plural}`;
const sizes = shape => shape === null ? UNKNOWN : shape.map(size => size === null ? "?" : size).join("x") || "scalar";
const elements = shape => shape === null || shape.includes(null) ? null : shape.reduce((a, b) => a * b, 1);
const axesOfKey = key => key.match(/"(?:[^"\\]|\\.)*"|[^,]+/g).map(name => name.startsWith('"') ? name : `"${name}"`).join(", ");
const axesText = parts => `{${parts.map(([name, , , text]) => text ?? `"${name}"`).join(", ")}}`;

function compact(devices, longest = 24) {
  const runs = [];
  for (let start = 0; start < devices.length;) {
    let stop = start + 1;
    while (stop < devices.length && devices[stop] === devices[stop - 1] + 1) stop++;
    if (stop - start >= 3) runs.push(`${devices[start]}–${devices[stop - 1]}`);
    else for (let at = start; at < stop; at++) runs.push(String(devices[at]));
    start = stop;
  }
  const text = runs.join(", ");
  if (text.length <= longest || runs.length < 3) return text;
  let shown = runs[0];
  for (const run of runs.slice(1, -1)) {
    if (`${shown}, ${run}, … ${runs.at(-1)}`.length > longest) break;
    shown += `, ${run}`;
  }
  return `${shown}, … ${runs.at(-1)}`;
}

// Shardings: the same one has the same colour wherever it stands.

function sharding(text, which, longest = Infinity) {
  const whole = !DATA.program.sharding_texts[which].includes("{\"");
  const made = element("span", {class: whole ? "sharding whole" : "sharding"}, text.slice(0, longest));
  if (text.length > longest) {
    made.append("…");
    made.title = text;
  }
  if (!whole) made.style.setProperty("--hue", String(Math.round((which * 137.508 + 205) % 360)));
  return made;
}
function shortSharding(text) {
  const only = DATA.meshes.length === 1 ? `<@${DATA.meshes[0].name}, ` : null;
  return only !== null && text.startsWith(only) ? text.slice(only.length, -1) : text;
}
