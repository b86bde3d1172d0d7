// Tensors with their shardings: why a tensor has its sharding, and which devices have which block of it.

const MOST_ACROSS = 32, MOST_DEVICES = 1 << 16;

function drawTensors() {
  const data = DATA.tensors;
  byId("functions").append(plainTable(DATA.functions, "Functions"));
  if (!data.rows.length) return;
  new Listing("tensors", data, "tensor", {open: row => {
    const why = data.why[row] ?? [], share = data.shares[row];
    return [why.length ? element("ul", {class: "why"}, ...why.map(line => element("li", {}, line))) : "", share === null ? "" : blocks(DATA.shares[share])].filter(Boolean);
  }});
}

function devicesByBlock(share) {
  // The devices of each block, by the indices of the block: those of the first place along manual axes.
  const mesh = DATA.meshes[share.mesh], sizes = mesh.axes.map(([, size]) => size);
  const count = sizes.reduce((a, b) => a * b, 1), found = new Map();
  if (count > MOST_DEVICES) return found;
  const index = (place, parts) => parts.reduce((sum, [name, before, size]) => {
    const axis = mesh.axes.findIndex(([each]) => each === name);
    return sum * size + Math.floor(place[axis] / (sizes[axis] / before / size)) % size;
  }, 0);
  for (let at = 0; at < count; at++) {
    let rest = at;
    const place = sizes.map(() => 0);
    for (let axis = sizes.length - 1; axis >= 0; axis--) { place[axis] = rest % sizes[axis]; rest = Math.floor(rest / sizes[axis]); }
    if (index(place, share.manual)) continue;
    const key = share.dimensions.map(parts => index(place, parts)).join();
    const device = mesh.device_ids ? mesh.device_ids[at] : at;
    found.has(key) ? found.get(key).push(device) : found.set(key, [device]);
  }
  for (const devices of found.values()) devices.sort((a, b) => a - b);
  return found;
}
function blocks(share) {
  // A table of blocks along the two dimensions that are cut most; of other dimensions it is the first block.
  const counts = share.dimensions.map(parts => parts.reduce((product, [, , size]) => product * size, 1));
  const cut = [...counts.keys()].sort((a, b) => counts[b] - counts[a]).slice(0, 2).filter(dimension => counts[dimension] > 1).sort((a, b) => a - b);
  const [down, across] = cut.length > 1 ? cut : [null, cut[0] ?? null];
  const devices = devicesByBlock(share), label = (dimension, at) => {
    if (dimension === null) return "";
    const size = share.sizes[dimension], step = size === null ? null : Math.ceil(size / counts[dimension]);
    return step === null ? `block ${at}` : at * step < size ? `${at * step}:${Math.min(size, (at + 1) * step)}` : "padding";
  };
  const rows = down === null ? 1 : Math.min(counts[down], MOST_ACROSS), columns = across === null ? 1 : Math.min(counts[across], MOST_ACROSS);
  const at = (row, column) => devices.get(counts.map((_, dimension) => dimension === down ? row : dimension === across ? column : 0).join()) ?? [];
  const range = length => [...Array(length).keys()];
  const head = element("tr", {}, element("td"), ...range(columns).map(column => element("th", {scope: "col"}, label(across, column))));
  const body = range(rows).map(row => element("tr", {}, element("th", {scope: "row"}, label(down, row)), ...range(columns).map(column => {
    const hue = Math.round(210 + 300 * (column / columns + row / rows / columns)) % 360;
    return element("td", {class: "block", "--hue": String(hue), title: `devices ${compact(at(row, column), 400)}`}, compact(at(row, column)));
  })));
  const all = counts.reduce((a, b) => a * b, 1), drawn = rows * columns;
  const caption = `Devices of the blocks${cut.length ? ` along ${cut.length > 1 ? "dimensions" : "dimension"} ${cut.join(" and ")}` : ""}${drawn < all ? `: ${number(drawn)} of ${counted(all, "block")}` : ""}`;
  return devices.size ? element("div", {class: "wide"}, element("table", {class: "blocks"}, element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, ...body))) : "";
}
