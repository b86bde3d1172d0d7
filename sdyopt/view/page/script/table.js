// The table.

const MOST_ROWS = 300, MORE_ROWS = 1000;
const MOST_SHAPE = 20; // characters on one line

const natural = new Intl.Collator("en", {numeric: true}).compare;
const COLUMNS = [
  {title: "Name", text: true, key: t => `${t.function} ${t.name}`, style: "code name", cell: t => nameCell(t)},
  {title: "Kind", text: true, key: t => t.kind, cell: t => t.kind},
  {title: "Line", first: "ascending", key: t => t.text_line, style: "right", label: "line", cell: t => lineCell(t)},
  {title: "Shape", key: t => elements(t.bounds), style: "code", cell: t => foldable(shapeText(t))},
  {title: "Sharding", text: true, key: t => t.sharding, style: "code", cell: t => t.sharding === null ? UNKNOWN : sharding(shortSharding(t.sharding), t.sharding_number, MOST_OF_SHARDING)},
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
  const button = tensor.button = element("button", {type: "button", class: "link", "aria-pressed": "false"}, tensor.name);
  button.addEventListener("click", event => { event.stopPropagation(); choose(tensor, true); });
  const label = tensor.label && tensor.label !== "result" ? element("span", {class: "faint"}, ` ${tensor.label}`) : "";
  const around = severalFunctions && tensor.function ? element("span", {class: "function", title: `@${tensor.function}`}, `@${tensor.function}`) : "";
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
  fill(byId("table").tBodies[0], shown.map(rowOf));
  const beyond = DATA.left_out ? `; ${number(DATA.left_out)} more are not on this page` : "";
  byId("count").textContent = (matching.length < tensors.length
    ? `${number(matching.length)} of ${counted(tensors.length, "tensor")}` : counted(tensors.length, "tensor")) + beyond;
  byId("more").hidden = shown.length === matching.length;
  const more = matching.length - shown.length;
  byId("more").textContent = more > MORE_ROWS ? `Show ${number(MORE_ROWS)} of ${number(more)} more` : `Show ${number(more)} more`;
}
function rowOf(tensor) {
  if (!tensor.row) {
    const cells = COLUMNS.map(column => element("td", {class: column.style ?? "plain", "data-label": column.label}, column.cell(tensor)));
    tensor.row = element("tr", {}, ...cells);
    tensor.row.addEventListener("click", () => choose(tensor, true));
  }
  return tensor.row;
}
function reveal(tensor) {
  // The rows that are shown stay, if it is among them; else the search finds it.
  if (!tensor.row?.isConnected) {
    byId("search").value = "";
    drawRows();
  }
  if (!tensor.row?.isConnected) {
    byId("search").value = [tensor.function && `@${tensor.function}`, tensor.name].join(" ");
    drawRows();
  }
  rowOf(tensor).scrollIntoView({block: "nearest"});
}
function choose(tensor, byHand) {
  chosen?.row.classList.remove("chosen");
  chosen?.button.setAttribute("aria-pressed", "false");
  chosen = tensor;
  rowOf(tensor).classList.add("chosen");
  tensor.button.setAttribute("aria-pressed", "true");
  drawPicture(tensor);
  if (byHand) {
    const {top} = byId("picture").getBoundingClientRect();
    if (top > innerHeight * 0.8) byId("picture").scrollIntoView({block: "nearest"});
  }
}
