// The picture of a tensor's blocks.

const MOST_DEVICES = 2 ** 20, MOST_CELLS = 4096;
const MOST_LABELLED = 12; // columns with both ends of their range
const MOST_TOLD = 256; // devices that are told one by one

class Layout {
  // Which device holds which block: the devices stand at the positions 0, 1, … of the mesh, its last axis fastest.
  constructor({mesh, dimensions, manual}) {
    const {axes, device_ids} = DATA.layouts[mesh];
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
  drawWays(tensor);
  if (tensor.partition === null) {
    byId("picture-text").textContent = `${tensor.type} is not a tensor of known rank: it has no blocks.`;
    return;
  }
  const size = tensor.bytes === null ? "" : ` of ${unit(tensor.bytes)}`;
  const blocks = tensor.shards === 1 ? "one block" : counted(tensor.shards, "block");
  const holders = `${tensor.shards === 1 ? "" : "each "}on ${counted(tensor.devices_per_shard, "device")}`;
  byId("picture-text").replaceChildren(element("code", {}, tensor.type),
    ...(tensor.sharding === null ? [] : [" ", sharding(tensor.sharding, tensor.sharding_number, MOST_OF_SHARDING)]),
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
    parts.push(element("span", {class: "choice"}, element("label", {for: select.id}, word), select));
  }
  const choice = (id, text, count, list, index) => {
    const input = element("input", {type: "number", id, min: "0", max: String(count - 1), value: String(list[index])});
    input.addEventListener("input", () => {
      const asked = Number(input.value);
      if (Number.isInteger(asked) && asked >= 0 && asked < count) { list[index] = asked; drawBlocks(); }
    });
    const range = element("span", {class: "faint"}, `of 0–${count - 1}`);
    parts.push(element("span", {class: "choice"}, element("label", {for: id}, text), input, range));
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
    if (isDrawn(block, layout.place(position))) holders[(rows === null ? 0 : block[rows]) * width + (columns === null ? 0 : block[columns])].push(layout.device(position));
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
    const missing = [[shownRows, height, "rows"], [shownColumns, width, "columns"]].filter(([few, all]) => few < all);
    const shown = missing.map(([few, all, what]) => `${number(few)} of ${number(all)} ${what}`).join(" and ");
    figure.append(element("p", {class: "faint"}, `Shown are ${shown} of blocks. `, button));
  }
  if (layout.positions > 1 && layout.positions <= MOST_CELLS * 4) figures.push(drawDevices(height, width));
  byId("drawn").replaceChildren(...figures);
}
function isDrawn(block, place) {
  const {rows, columns} = picture;
  return block.every((at, dimension) => dimension === rows || dimension === columns || at === picture.block[dimension])
    && place.every((at, index) => at === picture.place[index]);
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
  const axes = layout.axes;
  const across = axes.at(-1)?.[1] ?? 1;
  const made = element("div", {class: "devices"});
  made.style.gridTemplateColumns = `repeat(${across}, max-content)`;
  made.style.setProperty("--digits", String(String(layout.positions - 1).length));
  let others = 0;
  for (let position = 0; position < layout.positions; position++) {
    const block = layout.block(position);
    const [row, column] = [rows === null ? 0 : block[rows], columns === null ? 0 : block[columns]];
    const one = element("div", {class: "block", tabindex: position ? "-1" : "0"}, String(layout.device(position)));
    colour(one, row, column, height, width);
    if (isDrawn(block, layout.place(position))) Object.assign(one.dataset, {row, column});
    else {
      one.classList.add("other");
      others++;
    }
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
  const down = axes.slice(0, -1).map(([name]) => `"${name}"`).join(", ");
  const caption = `Devices by their place in the mesh: ${down ? `${down} down, ` : ""}"${axes.at(-1)[0]}" across; one colour is one block${others ? ", and pale ones are of other blocks or places" : ""}`;
  return element("figure", {}, element("figcaption", {}, caption), element("div", {class: "scroll"}, made));
}
function blockText(row, column, devices) {
  const block = [...picture.block];
  if (picture.rows !== null) block[picture.rows] = row;
  if (picture.columns !== null) block[picture.columns] = column;
  const extents = block.map((at, dimension) => extent(dimension, at));
  const list = devices.length > MOST_TOLD ? compact(devices, 1000) : compact(devices, Infinity);
  return `Block ${block.join(", ") || "0"} [${extents.join(", ")}]: ${devices.length === 1 ? "device" : `${number(devices.length)} devices:`} ${list}.`;
}
function follow(drawn) {
  // Pointing at a block, or moving to it with the arrow keys, shows its details, and outlines it in both pictures.
  const tell = event => {
    const cell = event.target.closest(".block");
    if (!cell) return;
    byId("told").textContent = cell.told();
    for (const old of byId("drawn").querySelectorAll(".same")) old.classList.remove("same");
    cell.classList.add("same");
    if (cell.dataset.row === undefined) return;
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
