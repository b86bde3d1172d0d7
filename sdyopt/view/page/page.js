"use strict";
// What is shown comes from a program that may be hostile: it becomes text, never markup.
(() => {
const DATA = JSON.parse(document.getElementById("data").textContent);
const UNKNOWN = "—";
const MOST_DEVICES = 2 ** 20, MOST_CELLS = 4096, MOST_ROWS = 300, MOST_NAMED = 24, MOST_SHAPE = 20, MOST_LABELLED = 12;
const CHUNK = 100, LONGEST_STRETCH = 4000, STRETCH_ENDS = 1000, LONGEST_UNFOLDED = 30;
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

// Numbers and words.

function number(count) {
  if (count === null) return UNKNOWN;
  return Number.isSafeInteger(count) ? count.toLocaleString("en") : `about ${count.toPrecision(3)}`;
}
function unit(bytes) {
  if (bytes === null) return UNKNOWN;
  const names = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
  let power = 0;
  while (power < names.length - 1 && bytes >= 1024 ** (power + 1)) power++;
  const amount = power ? Math.floor(bytes / 1024 ** power * 10) / 10 : bytes;
  return `${amount.toLocaleString("en")} ${bytes === 1 ? "byte" : names[power]}`;
}
const counted = (count, noun, plural = noun + "s") => `${number(count)} ${count === 1 ? noun : plural}`;
const sizes = shape => shape === null ? UNKNOWN : shape.map(size => size === null ? "?" : size).join("x") || "scalar";
const elements = shape => shape === null || shape.includes(null) ? null : shape.reduce((a, b) => a * b, 1);
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

function sharding(text, which) {
  const whole = !DATA.program.sharding_texts[which].includes("{\"");
  const made = element("span", {class: whole ? "sharding whole" : "sharding"}, text);
  if (!whole) made.style.setProperty("--hue", String(Math.round((which * 137.508 + 205) % 360)));
  return made;
}
function shortSharding(text) {
  const only = DATA.meshes.length === 1 ? `<@${DATA.meshes[0].name}, ` : null;
  return only !== null && text.startsWith(only) ? text.slice(only.length, -1) : text;
}

// The head of the page.

const tensors = DATA.tensors.map((tensor, index) => ({...tensor, index, cost: tensor.tiled_bytes ?? tensor.bytes}));
const titled = tensor => tensor.label && tensor.label !== "result" ? `${tensor.name} ${tensor.label}` : tensor.name;
const severalFunctions = new Set(tensors.map(tensor => tensor.function)).size > 1;
const fullName = tensor => severalFunctions && tensor.function ? `@${tensor.function} ${titled(tensor)}` : titled(tensor);
const byCost = [...tensors].sort((a, b) => (b.cost ?? -1) - (a.cost ?? -1));
const largest = Math.max(1, ...tensors.map(tensor => tensor.cost ?? 0));

function lineLink(line, text = String(line)) {
  const made = element("a", {href: `#L${line}`}, text);
  made.addEventListener("click", () => decorateAround(line));
  return made;
}
function tensorLink(tensor) {
  const made = element("button", {type: "button", class: "link code"}, fullName(tensor));
  made.addEventListener("click", () => { reveal(tensor); choose(tensor, true); });
  return made;
}

function drawHead() {
  byId("file").textContent = DATA.file;
  const meshes = DATA.meshes.map(mesh => {
    const axes = mesh.axes.map(({name, size}) => `"${name}" ${number(size)}`).join(" × ");
    const order = mesh.device_ids ? `, in its own order of devices (${compact(mesh.device_ids.slice(0, 64))}${mesh.device_ids.length > 64 ? ", …" : ""})` : "";
    return `mesh @${mesh.name}: ${axes || counted(mesh.devices, "device")}${axes && DATA.meshes.length > 1 ? ` = ${counted(mesh.devices, "device")}` : ""}${order}`;
  });
  byId("meshes").textContent = [counted(DATA.devices, "device"), ...meshes].join("; ");
  const costly = byCost.filter(tensor => tensor.cost !== null).slice(0, 3);
  const said = [];
  for (const [rank, tensor] of costly.entries()) {
    if (rank === 0) {
      said.push("On each device ", tensorLink(tensor), ` takes most: `, element("b", {}, unit(tensor.cost)));
      said.push(` (${[tensor.kind, ...(tensor.text_line ? [`line ${tensor.text_line}`] : [])].join(", ")}${tensor.why ? `; ${tensor.why}` : ""})`);
    } else {
      said.push(rank === 1 ? "; then come " : " and ", tensorLink(tensor), ` with ${unit(tensor.cost)}`);
    }
  }
  if (costly.length === 2) said[said.findIndex(part => part === "; then come ")] = "; then comes ";
  byId("costs").append(...(said.length ? [...said, "."] : ["No tensor of known size is listed."]));
  drawFunctions();
}

function drawFunctions() {
  const rows = DATA.functions.flatMap(told => told.sums.map(sums => ({told, sums})));
  rows.sort((a, b) => b.sums.bytes - a.sums.bytes);
  const most = Math.max(1, ...rows.map(({sums}) => sums.bytes));
  const names = ["Function", "devices", "arguments", "results", "together, a device", ...(DATA.tiles ? [`in ${DATA.tiles}`] : [])];
  const body = rows.map(({told, sums}) => {
    const remarks = [];
    if (sums.donated_bytes) remarks.push(`${unit(sums.donated_bytes)} of the arguments donated`);
    if (sums.undecided_bytes && sums.last_device > sums.first_device) remarks.push(`${unit(sums.undecided_bytes)} have no sharding`);
    if (told.constraints) remarks.push(`not summed: ${counted(told.constraints, "constraint")}`);
    if (told.unknown) remarks.push(`not summed: ${told.unknown} of unknown size`);
    const devices = sums.first_device === sums.last_device ? `${sums.first_device}` : `${sums.first_device}–${sums.last_device}`;
    return element("tr", {},
      element("td", {class: "code", title: `@${told.name}`}, `@${told.name}`), element("td", {}, devices),
      element("td", {}, `${unit(sums.argument_bytes)} (${number(told.arguments)})`), element("td", {}, `${unit(sums.result_bytes)} (${number(told.results)})`),
      element("td", {}, element("b", {}, unit(sums.bytes))), ...(DATA.tiles ? [element("td", {}, unit(sums.tiled_bytes))] : []),
      element("td", {class: "gauge"}, gauge(sums.argument_bytes, sums.bytes, most, "arguments, then results")),
      element("td", {class: "remark"}, remarks.join("; ")));
  });
  if (!rows.length) return;
  const table = shown => element("table", {},
    element("thead", {}, element("tr", {}, ...names.map(name => element("th", {scope: "col"}, name)))), element("tbody", {}, ...shown));
  byId("functions").append(table(body.slice(0, 5)));
  if (body.length > 5) byId("functions").append(element("details", {}, element("summary", {}, `${body.length - 5} more`), table(body.slice(5))));
}

function gauge(solid, whole, most, title) {
  const [first, all] = [element("i"), element("i", {class: "tiled"})];
  first.style.width = `${100 * solid / most}%`;
  all.style.width = `${100 * whole / most}%`;
  const track = element("span", {class: "track", title}, ...(whole > solid ? [all] : []), ...(solid ? [first] : []));
  track.style.minWidth = "7rem";
  return track;
}

// The table.

const natural = new Intl.Collator("en", {numeric: true}).compare;
const COLUMNS = [
  {title: "Name", text: true, key: t => `${t.function} ${t.name}`, style: "code name", cell: t => nameCell(t)},
  {title: "Kind", text: true, key: t => t.kind, cell: t => t.kind},
  {title: "Line", first: "ascending", key: t => t.text_line, style: "right", label: "line", cell: t => lineCell(t)},
  {title: "Shape", key: t => elements(t.bounds), style: "code", cell: t => foldable(shapeText(t))},
  {title: "Sharding", text: true, key: t => t.sharding, style: "code", cell: t => t.sharding === null ? UNKNOWN : sharding(shortSharding(t.sharding), t.sharding_number)},
  {title: "Local shape", key: t => elements(t.local_shape), style: "code", label: "local", cell: t => foldable(sizes(t.local_shape))},
  {title: "Copies", key: t => t.copies, style: "right", label: "copies", cell: t => number(t.copies)},
  {title: "Bytes a device", name: "bytes", key: t => t.bytes, style: "right amount", cell: t => amount(t.bytes)},
  ...(DATA.tiles ? [{title: `In ${DATA.tiles}`, name: "tiled", key: t => t.tiled_bytes, style: "right amount", label: "tiled", cell: t => amount(t.tiled_bytes)}] : []),
  {title: "Memory", style: "gauge", cell: t => t.cost === null ? "" : gauge(Math.min(t.bytes, t.cost), t.cost, largest, `${(100 * t.cost / largest).toFixed(1)}% of the largest`)},
  {title: "Why", text: true, key: t => t.why, style: "why", cell: t => t.why},
];
const order = {column: COLUMNS.find(column => column.name === (DATA.tiles ? "tiled" : "bytes")), down: true, wanted: MOST_ROWS};
let matching = [], chosen = null;

const shapeText = t => t.shape === null ? t.type : t.type.replace(/^tensor<([^]*)>$/, "$1");
function foldable(shape) {
  // A long shape goes on a second line behind an x.
  const parts = shape.length > MOST_SHAPE ? shape.split(/(?<=\dx)/) : [shape];
  return element("span", {class: parts.length > 1 ? null : "short"}, ...parts.flatMap((part, index) => index ? [element("wbr"), part] : [part]));
}
function nameCell(tensor) {
  const button = element("button", {type: "button", class: "link"}, tensor.name);
  button.addEventListener("click", event => { event.stopPropagation(); choose(tensor, true); });
  const label = tensor.label && tensor.label !== "result" ? element("span", {class: "faint"}, ` ${tensor.label}`) : "";
  const around = severalFunctions && tensor.function ? element("span", {class: "function"}, `@${tensor.function}`) : "";
  return element("span", {}, button, label, around);
}
function lineCell(tensor) {
  const place = tensor.place;
  const elsewhere = place && place.file !== DATA.file;
  const text = elsewhere ? `${place.file.split("/").at(-1)}:${place.line}` : String(place ? place.line : tensor.text_line ?? UNKNOWN);
  if (tensor.text_line === null) return text;
  const link = lineLink(tensor.text_line, DATA.program.is_as_written || elsewhere ? text : String(tensor.text_line));
  if (elsewhere) link.title = `${place.file}:${place.line}`;
  link.addEventListener("click", event => event.stopPropagation());
  return link;
}
function amount(bytes) {
  if (bytes === null) return UNKNOWN;
  return element("span", {}, element("b", {}, unit(bytes)), bytes < 1024 ? "" : element("span", {class: "exact"}, ` ${number(bytes)}`));
}

function drawColumns() {
  const row = byId("table").tHead.rows[0];
  for (const column of COLUMNS) {
    const head = element("th", {scope: "col", class: column.style?.replace("code", "").trim() || null});
    if (column.key) {
      const button = element("button", {type: "button"}, column.title);
      button.addEventListener("click", () => {
        order.down = order.column === column ? !order.down : !column.text && column.first !== "ascending";
        order.column = column;
        drawRows();
      });
      head.append(button);
    } else head.append(column.title);
    column.head = head;
    row.append(head);
  }
}
function compare(a, b) {
  const [x, y] = [order.column.key(a), order.column.key(b)];
  const none = value => value === null || value === undefined || value === "";
  if (none(x) || none(y)) return none(x) - none(y);
  const difference = order.column.text ? natural(x, y) : x - y;
  return order.down ? -difference : difference;
}
for (const tensor of tensors) {
  tensor.searched = [tensor.function && `@${tensor.function}`, tensor.name, tensor.label, tensor.kind, tensor.type, sizes(tensor.local_shape), tensor.sharding, tensor.why].join(" ").toLowerCase();
}
function drawRows() {
  const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  matching = tensors.filter(tensor => words.every(word => tensor.searched.includes(word)));
  matching.sort((a, b) => compare(a, b) || a.index - b.index);
  for (const column of COLUMNS) {
    if (column === order.column) column.head.setAttribute("aria-sort", order.down ? "descending" : "ascending");
    else column.head.removeAttribute("aria-sort");
  }
  const shown = matching.slice(0, order.wanted);
  byId("table").tBodies[0].replaceChildren(...shown.map(rowOf));
  const beyond = DATA.left_out ? `; ${number(DATA.left_out)} more are not on this page` : "";
  byId("count").textContent = (matching.length < tensors.length
    ? `${number(matching.length)} of ${counted(tensors.length, "tensor")}` : counted(tensors.length, "tensor")) + beyond;
  byId("more").hidden = shown.length === matching.length;
  byId("more").textContent = `Show ${number(matching.length - shown.length)} more`;
}
function rowOf(tensor) {
  if (!tensor.row) {
    const cells = COLUMNS.map(column => element("td", {class: column.style ?? "plain", "data-label": column.label}, column.cell(tensor)));
    tensor.row = element("tr", {"aria-selected": "false"}, ...cells);
    tensor.row.addEventListener("click", () => choose(tensor, true));
  }
  return tensor.row;
}
function reveal(tensor) {
  if (!matching.includes(tensor)) byId("search").value = "";
  drawRows();
  if (matching.indexOf(tensor) >= order.wanted) { order.wanted = Infinity; drawRows(); }
  tensor.row.scrollIntoView({block: "nearest"});
}
function choose(tensor, byHand) {
  chosen?.row?.setAttribute("aria-selected", "false");
  chosen = tensor;
  rowOf(tensor).setAttribute("aria-selected", "true");
  drawPicture(tensor);
  if (byHand) {
    const {top} = byId("picture").getBoundingClientRect();
    if (top > innerHeight * 0.8) byId("picture").scrollIntoView({block: "nearest"});
  }
}

// The picture of a tensor's blocks.

class Layout {
  // Which device holds which block: the devices stand at the positions 0, 1, … of the mesh, its last axis fastest.
  constructor({axes, device_ids, dimensions, manual}) {
    this.ids = device_ids;
    this.axes = axes;
    const strides = new Map(), lengths = new Map(axes);
    let stride = 1;
    for (const [name, size] of [...axes].reverse()) { strides.set(name, stride); stride *= size; }
    this.positions = stride;
    const digit = ([name, before, size]) => [strides.get(name) * (lengths.get(name) / (before * size)), size];
    this.dimensions = dimensions.map(parts => parts.map(digit));
    this.manual = manual.map(part => [digit(part)]);
    this.counts = this.dimensions.map(digits => digits.reduce((count, [, size]) => count * size, 1));
    this.texts = dimensions.map(parts => axesText(parts.map(([name, before, size]) =>
      [name, before, size, before === 1 && size === lengths.get(name) ? undefined : `"${name}":(${before})${size}`])));
  }
  static number(digits, position) {
    let found = 0;
    for (const [stride, size] of digits) found = found * size + Math.floor(position / stride) % size;
    return found;
  }
  device(position) { return this.ids ? this.ids[position] : position; }
  block(position) { return this.dimensions.map(digits => Layout.number(digits, position)); }
  place(position) { return this.manual.map(digits => Layout.number(digits, position)); }
}

const picture = {tensor: null, layout: null, rows: null, columns: null, block: [], place: [], all: false};

function drawPicture(tensor) {
  byId("picture-title").replaceChildren("Blocks of ", element("code", {}, fullName(tensor)));
  byId("told").textContent = "";
  byId("slice").replaceChildren();
  byId("drawn").replaceChildren();
  picture.tensor = tensor;
  if (tensor.partition === null) {
    byId("picture-text").textContent = `${tensor.type} is no tensor of known rank: it has no blocks.`;
    return;
  }
  const size = tensor.bytes === null ? "" : ` of ${unit(tensor.bytes)}`;
  const blocks = tensor.shards === 1 ? "one block" : counted(tensor.shards, "block");
  const holders = `${tensor.shards === 1 ? "" : "each "}on ${counted(tensor.devices_per_shard, "device")}`;
  byId("picture-text").replaceChildren(element("code", {}, tensor.type),
    ...(tensor.sharding === null ? [] : [" ", sharding(tensor.sharding, tensor.sharding_number)]),
    `: ${blocks}${size}, ${holders}${tensor.why ? `; ${tensor.why}` : ""}.`);
  if (tensor.devices > MOST_DEVICES) {
    byId("told").textContent = `It is on ${counted(tensor.devices, "device")}: blocks are drawn for at most ${number(MOST_DEVICES)}.`;
    return;
  }
  const layout = picture.layout = new Layout(tensor.partition);
  const dimensions = layout.counts.map((_, dimension) => dimension);
  const drawn = dimensions.sort((a, b) => layout.counts[b] - layout.counts[a] || a - b).slice(0, 2).sort((a, b) => a - b);
  [picture.rows, picture.columns] = [null, null, ...drawn].slice(-2);
  picture.block = layout.counts.map(() => 0);
  picture.place = layout.manual.map(() => 0);
  picture.all = false;
  drawSlice();
  drawBlocks();
}

function drawSlice() {
  const {layout, tensor} = picture;
  const parts = [];
  const dimensionName = dimension => `dimension ${dimension}${layout.counts[dimension] > 1 ? ` over ${layout.texts[dimension]}, ${layout.counts[dimension]} blocks` : ", whole"}`;
  for (const [side, word] of [["rows", "Down"], ["columns", "Across"]]) {
    if (layout.counts.length < 2 || tensor.shards === 1) break;
    const select = element("select", {id: `slice-${side}`});
    for (const dimension of layout.counts.keys()) select.append(new Option(dimensionName(dimension), String(dimension)));
    select.value = String(picture[side]);
    select.addEventListener("change", () => {
      const other = side === "rows" ? "columns" : "rows", before = picture[side];
      picture[side] = Number(select.value);
      if (picture[other] === picture[side]) picture[other] = before;
      picture.block[picture.rows] = picture.block[picture.columns] = 0;
      drawSlice();
      drawBlocks();
      byId(`slice-${side}`).focus();
    });
    parts.push(element("label", {for: select.id}, word), select);
  }
  const choice = (id, text, count, list, index) => {
    const input = element("input", {type: "number", id, min: "0", max: String(count - 1), value: String(list[index])});
    input.addEventListener("input", () => {
      const asked = Number(input.value);
      if (Number.isInteger(asked) && asked >= 0 && asked < count) { list[index] = asked; drawBlocks(); }
    });
    parts.push(element("label", {for: id}, text), input, element("span", {class: "faint"}, `of 0–${count - 1}`));
  };
  for (const [dimension, count] of layout.counts.entries()) {
    if (count > 1 && dimension !== picture.rows && dimension !== picture.columns) {
      choice(`slice-block-${dimension}`, `Dimension ${dimension}: block`, count, picture.block, dimension);
    }
  }
  for (const [index, [name, , size]] of tensor.partition.manual.entries()) {
    if (size > 1) choice(`slice-place-${index}`, `Manual axis "${name}": place`, size, picture.place, index);
  }
  byId("slice").replaceChildren(...parts);
}

function extent(dimension, at) {
  const size = picture.tensor.bounds[dimension];
  if (size === null) return `block ${at}`;
  const step = Math.ceil(size / picture.layout.counts[dimension]);
  const [start, stop] = [Math.min(at * step, size), Math.min((at + 1) * step, size)];
  return start < stop || size === 0 ? `${start}:${stop}` : "padding";
}

function drawBlocks() {
  const {layout, rows, columns} = picture;
  const height = rows === null ? 1 : layout.counts[rows], width = columns === null ? 1 : layout.counts[columns];
  const holders = Array.from({length: height * width}, () => []);
  for (let position = 0; position < layout.positions; position++) {
    const block = layout.block(position);
    const isDrawn = block.every((at, dimension) => dimension === rows || dimension === columns || at === picture.block[dimension])
      && layout.place(position).every((at, index) => at === picture.place[index]);
    if (isDrawn) holders[(rows === null ? 0 : block[rows]) * width + (columns === null ? 0 : block[columns])].push(layout.device(position));
  }
  for (const devices of holders) devices.sort((a, b) => a - b);
  const line = height === 1 || width === 1;
  const most = line ? [Math.min(height, 1024), Math.min(width, 1024)] : [Math.min(height, 64), Math.min(width, Math.max(64, Math.floor(MOST_CELLS / height)))];
  const [shownRows, shownColumns] = picture.all ? [height, width] : most;
  const cell = (row, column) => {
    const made = element(line && height * width > 16 ? "div" : "td", {class: "block", tabindex: row || column ? "-1" : "0"});
    colour(made, row, column, height, width);
    Object.assign(made.dataset, {row, column});
    made.told = () => blockText(row, column, holders[row * width + column]);
    return made;
  };
  const drawn = line && height * width > 16
    ? flow(cell, holders, shownRows, shownColumns, width)
    : grid(cell, holders, shownRows, shownColumns, width);
  follow(drawn);
  const figure = element("figure", {}, element("figcaption", {}, "Blocks, with the devices that hold them"), element("div", {class: "scroll"}, drawn));
  const figures = [figure];
  if (shownRows < height || shownColumns < width) {
    const button = element("button", {type: "button", class: "draw-all"}, "Draw all");
    button.addEventListener("click", () => { picture.all = true; drawBlocks(); });
    figure.append(element("p", {class: "faint"}, `Shown are ${number(shownRows)} of ${counted(height, "row")} and ${number(shownColumns)} of ${counted(width, "column")} of blocks. `, button));
  }
  if (layout.positions > 1 && layout.positions <= MOST_CELLS * 4) figures.push(drawDevices(height, width));
  byId("drawn").replaceChildren(...figures);
}
function colour(made, row, column, height, width) {
  const across = width > 1 ? column / width : row / height, down = width > 1 ? row / height : 0;
  made.style.setProperty("--hue", String(Math.round(210 + 300 * across) % 360));
  made.style.setProperty("--depth", down.toFixed(3));
}
function grid(cell, holders, height, width, stride) {
  const {rows, columns} = picture;
  const body = element("tbody");
  for (let row = 0; row < height; row++) {
    const made = element("tr", {}, element("th", {scope: "row"}, rows === null ? "" : extent(rows, row)));
    for (let column = 0; column < width; column++) {
      const one = cell(row, column);
      one.textContent = compact(holders[row * stride + column], 22);
      made.append(one);
    }
    body.append(made);
  }
  const head = element("tr", {}, element("td"));
  const short = text => width > MOST_LABELLED ? text.replace(/:.*/, ":") : text;
  for (let column = 0; column < width; column++) {
    const text = columns === null ? "" : extent(columns, column);
    head.append(element("th", {scope: "col", title: text}, short(text)));
  }
  return element("table", {class: "blocks"}, element("thead", {}, head), body);
}
function flow(cell, holders, height, width, stride) {
  const dimension = stride > 1 ? picture.columns : picture.rows;
  const made = element("div", {class: "flow"});
  for (let row = 0; row < height; row++) for (let column = 0; column < width; column++) {
    const one = cell(row, column);
    one.append(element("span", {}, extent(dimension, Math.max(row, column))), " ", compact(holders[row * stride + column], 22));
    made.append(one);
  }
  return made;
}
function drawDevices(height, width) {
  // The mesh itself: its last axis runs to the right, all others down; devices with the same block look the same.
  const {layout, rows, columns} = picture;
  const axes = picture.tensor.partition.axes;
  const across = axes.at(-1)?.[1] ?? 1;
  const made = element("div", {class: "devices"});
  made.style.gridTemplateColumns = `repeat(${across}, max-content)`;
  for (let position = 0; position < layout.positions; position++) {
    const block = layout.block(position);
    const [row, column] = [rows === null ? 0 : block[rows], columns === null ? 0 : block[columns]];
    const one = element("div", {class: "block", tabindex: position ? "-1" : "0"}, String(layout.device(position)));
    colour(one, row, column, height, width);
    Object.assign(one.dataset, {row, column, position});
    one.told = () => {
      const place = axes.map(([name, size], index) => {
        const stride = axes.slice(index + 1).reduce((product, [, length]) => product * length, 1);
        return `"${name}" ${Math.floor(position / stride) % size}`;
      });
      const extents = block.map((at, dimension) => extent(dimension, at));
      return `Device ${layout.device(position)}, at ${place.join(", ") || "the only place"}: block [${extents.join(", ")}].`;
    };
    made.append(one);
  }
  follow(made);
  const others = axes.slice(0, -1).map(([name]) => `"${name}"`).join(", ");
  const caption = `Devices by their place in the mesh${others ? `: ${others} down, ` : ": "}${axes.length ? `"${axes.at(-1)[0]}" across` : ""}; one colour is one block`;
  return element("figure", {}, element("figcaption", {}, caption), element("div", {class: "scroll"}, made));
}
function blockText(row, column, devices) {
  const block = [...picture.block];
  if (picture.rows !== null) block[picture.rows] = row;
  if (picture.columns !== null) block[picture.columns] = column;
  const extents = block.map((at, dimension) => extent(dimension, at));
  const list = devices.length > 256 ? compact(devices, 1000) : compact(devices, Infinity);
  return `Block ${block.join(", ") || "0"} [${extents.join(", ")}]: ${devices.length === 1 ? "device" : `${number(devices.length)} devices:`} ${list}.`;
}
function follow(drawn) {
  // Pointing at a block, or moving to it with the arrow keys, tells of it, and outlines it in both pictures.
  const tell = event => {
    const cell = event.target.closest(".block");
    if (!cell) return;
    byId("told").textContent = cell.told();
    for (const old of byId("drawn").querySelectorAll(".same")) old.classList.remove("same");
    for (const same of byId("drawn").querySelectorAll(`[data-row="${cell.dataset.row}"][data-column="${cell.dataset.column}"]`)) same.classList.add("same");
  };
  drawn.addEventListener("pointerover", tell);
  drawn.addEventListener("focusin", tell);
  drawn.addEventListener("keydown", event => {
    const cells = [...drawn.querySelectorAll(".block")];
    const at = cells.indexOf(event.target);
    const top = cells[0]?.offsetTop;
    const perRow = Math.max(1, cells.findIndex(cell => cell.offsetTop !== top));
    const step = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: perRow, ArrowUp: -perRow}[event.key];
    const next = cells[at + step];
    if (at < 0 || !step || !next) return;
    event.preventDefault();
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
}

// The program.

const program = DATA.program;
const texts = program.text.split("\n");
if (texts.length > 1 && texts.at(-1) === "") texts.pop();
const starts = [0];
for (const text of texts) starts.push(starts.at(-1) + text.length + 1);
const definitionNames = [], uses = program.definitions.map(() => []);
for (let at = 0; at < program.values.length; at += 3) {
  const [start, length, value] = program.values.slice(at, at + 3);
  if (start === program.definitions[value]) definitionNames[value] = program.text.slice(start, start + length);
  else uses[value].push(start);
}
const definitionLines = program.definitions.map(start => lineAt(start));
const tensorsByDefinition = new Map();
for (const tensor of tensors) if (tensor.text_line !== null) tensorsByDefinition.set(`${tensor.text_line} ${tensor.name.split("#")[0]}`, tensor);

function below(list, stride, wanted) {
  // How many marks of a flat list begin before a place.
  let [low, high] = [0, list.length / stride];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle * stride] < wanted) low = middle + 1; else high = middle;
  }
  return low;
}
function lineAt(place) { return below(starts, 1, place + 1); }
const chunks = [];
function drawProgram() {
  byId("program-note").textContent = program.is_as_written
    ? `${counted(texts.length, "line")}; a name leads to its definition, a colour stands for a sharding`
    : `as sdy-opt prints it, without locations and after passes, if there were any: ${counted(texts.length, "line")}`;
  const box = byId("lines");
  box.style.setProperty("--digits", String(String(texts.length).length));
  const observer = new IntersectionObserver(entries => {
    for (const entry of entries) if (entry.isIntersecting) decorate(entry.target);
  }, {rootMargin: "1200px 0px"});
  for (let first = 0; first < texts.length; first += CHUNK) {
    const chunk = element("div", {class: "chunk"});
    const last = Math.min(first + CHUNK, texts.length);
    chunk.style.containIntrinsicHeight = `auto ${(last - first) * 20}px`;
    for (let at = first; at < last; at++) {
      const line = element("div", {class: "line", id: `L${at + 1}`, "data-line": String(at + 1)}, texts[at].slice(0, LONGEST_STRETCH));
      if (texts[at].length > LONGEST_UNFOLDED) line.style.setProperty("--hang", `${Math.min(40, texts[at].search(/\S|$/)) + 4}ch`);
      chunk.append(line);
    }
    chunks.push(chunk);
    observer.observe(chunk);
  }
  box.append(...chunks);
  if (chunks.length) decorate(chunks[0]);
  box.addEventListener("click", event => {
    const value = event.target.closest(".value")?.dataset.value;
    if (value !== undefined) { event.preventDefault(); goTo(Number(value)); }
  });
}
function decorate(chunk) {
  if (chunk.decorated) return;
  chunk.decorated = true;
  for (const line of chunk.children) {
    const at = Number(line.dataset.line) - 1;
    line.replaceChildren(...pieces(starts[at], starts[at] + texts[at].length));
  }
}
function decorateAround(line) {
  const chunk = Math.floor((line - 1) / CHUNK);
  for (const near of [chunk - 1, chunk, chunk + 1]) if (chunks[near]) decorate(chunks[near]);
}
function pieces(start, stop) {
  // One line, from `start` to before `stop`, as text, values and shardings. A sharding may run over several lines.
  const marks = [];
  for (let at = below(program.values, 3, start) * 3; at < program.values.length && program.values[at] < stop; at += 3) {
    const [from, length, value] = program.values.slice(at, at + 3);
    marks.push([from, from + length, text => valueMark(text, value, from)]);
  }
  for (let at = Math.max(0, below(program.shardings, 3, start) - 1) * 3; at < program.shardings.length && program.shardings[at] < stop; at += 3) {
    const [from, length, which] = program.shardings.slice(at, at + 3);
    const [first, last] = [Math.max(from, start), Math.min(from + length, stop)];
    if (first < last) marks.push([first, last, text => sharding(text, which)]);
  }
  marks.sort((a, b) => a[0] - b[0]);
  const found = [];
  let done = start;
  for (const [from, to, make] of marks) {
    if (from < done) continue;
    found.push(...plain(program.text.slice(done, from)), make(program.text.slice(from, to)));
    done = to;
  }
  found.push(...plain(program.text.slice(done, stop)));
  return found;
}
function plain(text) {
  if (text.length <= LONGEST_STRETCH) return text ? [text] : [];
  const out = text.length - 2 * STRETCH_ENDS;
  return [text.slice(0, STRETCH_ENDS), element("span", {class: "left-out"}, ` … ${number(out)} characters … `), text.slice(-STRETCH_ENDS)];
}
function valueMark(text, value, place) {
  const isDefinition = place === program.definitions[value];
  const made = element("a", {class: isDefinition ? "value definition" : "value", href: `#L${definitionLines[value]}`}, text);
  made.dataset.value = value;
  return made;
}
function goTo(value) {
  const line = definitionLines[value];
  decorateAround(line);
  byId("highlight").textContent = `.value[data-value="${value}"] { background: var(--mark); }`;
  const shown = [element("span", {}, element("code", {}, definitionNames[value]), " of ", lineLink(line, `line ${line}`))];
  const lines = [...new Set(uses[value].map(lineAt))];
  const links = lines.slice(0, MOST_NAMED).flatMap((used, index) => index ? [", ", lineLink(used)] : [lineLink(used)]);
  shown.push(element("span", {}, uses[value].length ? `${counted(uses[value].length, "use")}, on ${lines.length === 1 ? "line" : "lines"} ` : "no uses", ...links, lines.length > MOST_NAMED ? ", …" : ""));
  const tensor = tensorsByDefinition.get(`${line} ${definitionNames[value]}`);
  if (tensor) {
    const button = element("button", {type: "button", class: "link"}, tensor.cost === null ? "in the table" : `${unit(tensor.cost)} a device`);
    button.addEventListener("click", () => { reveal(tensor); choose(tensor, false); byId("tensors").scrollIntoView(); });
    shown.push(button);
  }
  byId("chosen").replaceChildren(...shown);
  const hash = `#L${line}`;
  if (location.hash !== hash) location.hash = hash;
  const definition = byId(`L${line}`).querySelector(`.definition[data-value="${value}"]`);
  definition?.scrollIntoView({block: "center"});
  definition?.focus({preventScroll: true});
}

drawHead();
drawColumns();
drawRows();
byId("search").addEventListener("input", () => { order.wanted = MOST_ROWS; drawRows(); });
byId("more").addEventListener("click", () => { order.wanted = Infinity; drawRows(); });
drawProgram();
if (byCost.length) choose(byCost[0], false);
else byId("picture").hidden = true;
const asked = /^#L(\d+)$/.exec(location.hash);
if (asked && Number(asked[1]) <= texts.length) { decorateAround(Number(asked[1])); byId(`L${asked[1]}`).scrollIntoView({block: "center"}); }
})();
