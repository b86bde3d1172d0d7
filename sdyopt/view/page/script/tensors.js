// The table of tensors.

const MOST_SHAPE = 20; // characters on one line

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
let chosen = null;

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
  // The line is that of the input or of the source, as everywhere; the link leads to the text on this page.
  const text = placeText(tensor.place) || UNKNOWN;
  if (tensor.text_line === null) return text;
  const link = lineLink(tensor.text_line, text === UNKNOWN ? "below" : text);
  const elsewhere = tensor.place && tensor.place.file !== DATA.file;
  const below = DATA.program.has_lines_of_input && !elsewhere ? "" : `line ${tensor.text_line} of the program below`;
  link.title = [elsewhere ? `${tensor.place.file}:${tensor.place.line}` : "", below].filter(Boolean).join("; ");
  link.addEventListener("click", event => event.stopPropagation());
  return link;
}
for (const tensor of tensors) {
  const {file, line} = tensor.place ?? {};
  tensor.searched = [tensor.function && `@${tensor.function}`, tensor.name, tensor.label, tensor.kind, tensor.type, sizes(tensor.local_shape),
    tensor.sharding, tensor.why, file && `${file}:${line}`].join(" ").toLowerCase();
}
const listing = new Listing("", COLUMNS, tensors, {
  by: DATA.tiles ? "tiled" : "bytes", noun: "tensor", leftOut: DATA.left_out, onChoose: tensor => choose(tensor, true),
});

function reveal(tensor) {
  // The rows that are shown stay, if it is among them; else the search finds it.
  if (!listing.row(tensor).isConnected) listing.search("");
  if (!listing.row(tensor).isConnected) listing.search([tensor.function && `@${tensor.function}`, tensor.name].join(" "));
  listing.row(tensor).scrollIntoView({block: "nearest"});
}
function choose(tensor, byHand) {
  if (chosen) listing.row(chosen).classList.remove("chosen");
  chosen?.button.setAttribute("aria-pressed", "false");
  chosen = tensor;
  listing.row(tensor).classList.add("chosen");
  tensor.button.setAttribute("aria-pressed", "true");
  drawPicture(tensor);
  if (byHand) {
    const {top} = byId("picture").getBoundingClientRect();
    if (top > innerHeight * 0.8) byId("picture").scrollIntoView({block: "nearest"});
  }
}
