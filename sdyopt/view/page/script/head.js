// The head of the page.

const tensors = DATA.tensors.map((tensor, index) => {
  const share = DATA.shares[tensor.share];
  return {...share, ...tensor, index, cost: share.tiled_bytes ?? share.bytes};
});
const titled = tensor => tensor.label && tensor.label !== "result" ? `${tensor.name} ${tensor.label}` : tensor.name;
const severalFunctions = new Set(tensors.map(tensor => tensor.function)).size > 1;
const fullName = tensor => severalFunctions && tensor.function ? `@${tensor.function} ${titled(tensor)}` : titled(tensor);
const byCost = [...tensors].sort((a, b) => (b.cost ?? -1) - (a.cost ?? -1));
const largest = tensors.reduce((most, tensor) => Math.max(most, tensor.cost ?? 0), 1);

const baseName = file => file.split("/").at(-1);
const placeText = place => !place ? "" : place.file === DATA.file ? String(place.line) : `${baseName(place.file)}:${place.line}`;
const lineWords = place => place && place.file === DATA.file ? `line ${place.line}` : placeText(place);

function lineLink(line, text = String(line)) {
  if (!isShown(line)) return element("span", {}, text);
  const made = element("a", {href: `#L${line}`}, text);
  made.addEventListener("click", () => decorateAround(line));
  return made;
}
function tensorLink(tensor) {
  const made = element("button", {type: "button", class: "link code"}, fullName(tensor));
  made.addEventListener("click", () => { reveal(tensor); choose(tensor, true); });
  return made;
}

function where(tensor) {
  // Of which devices, and of which tensors, the headline is true.
  const listed = DATA.left_out ? "Of what is listed, on " : "On ";
  if (tensor.only_device !== null) return [`${listed}device ${tensor.only_device} `];
  return [tensor.devices === DATA.devices ? `${listed}each device ` : `${listed}each of ${counted(tensor.devices, "device")} `];
}
function drawHead() {
  byId("file").textContent = DATA.file;
  const meshes = DATA.meshes.map(mesh => {
    const axes = mesh.axes.map(({name, size}) => `"${name}" ${number(size)}`).join(" × ");
    const order = mesh.device_ids ? `, in its own order of devices (${compact(mesh.device_ids.slice(0, 64))}${mesh.device_ids.length > 64 ? ", …" : ""})` : "";
    return `mesh @${mesh.name}: ${axes || counted(mesh.devices, "device")}${axes && DATA.meshes.length > 1 ? ` = ${counted(mesh.devices, "device")}` : ""}${order}`;
  });
  const partitioner = {
    xla: "Collectives: those that XLA's partitioner inserts, by a model",
    shardy: "Partitioner: Shardy's own; XLA's may choose other collectives",
  }[DATA.partitioner] || "No partitioner was run";
  byId("stage").textContent = `Stage: ${DATA.stage}. ${partitioner}.`;
  byId("meshes").textContent = [counted(DATA.devices, "device"), ...meshes].join("; ");
  const entries = new Set(DATA.functions.filter(told => told.public).map(told => told.name));
  const known = byCost.filter(tensor => tensor.cost !== null);
  const ofEntries = known.filter(tensor => entries.has(tensor.function));
  const costly = (ofEntries.length ? ofEntries : known).slice(0, 3);
  const said = [];
  for (const [rank, tensor] of costly.entries()) {
    if (rank === 0) {
      const most = costly.length > 1 && costly[1].cost === tensor.cost ? " takes as much as any: " : " takes most: ";
      said.push(...where(tensor), tensorLink(tensor), most, element("b", {}, unit(tensor.cost)));
      said.push(` (${[tensor.kind, ...(tensor.place ? [lineWords(tensor.place)] : [])].join(", ")}${tensor.why ? `; ${tensor.why}` : ""})`);
    } else {
      said.push(rank === 1 ? "; then come " : " and ", tensorLink(tensor), ` with ${unit(tensor.cost)}`);
    }
  }
  if (costly.length === 2) said[said.findIndex(part => part === "; then come ")] = "; then comes ";
  byId("costs").append(...(said.length ? [...said, "."] : ["No tensor of known size is listed."]), ...sentAndPeak());
  drawFunctions();
}

function sentAndPeak() {
  const {sent, rows, left_out, unknown} = DATA.collectives;
  const said = [];
  if (rows.length) said.push(unknown ? " A device sends at least " : " A device sends ", element("b", {}, unit(sent)), " in ", element("a", {href: "#collectives"}, counted(rows.length + left_out, "collective")));
  if (DATA.memory) {
    const most = DATA.memory.points.reduce((found, [bytes]) => Math.max(found, bytes), 0);
    const about = DATA.memory.is_lower_bound ? "at least" : "about";
    said.push(said.length ? `, and needs ${about} ` : ` A device needs ${about} `, element("b", {}, unit(most)), " of ", element("a", {href: "#memory"}, "memory"), ` at one time (profile ${DATA.memory.profile})`);
  }
  return said.length ? [...said, "."] : [];
}

function drawFunctions() {
  const rows = DATA.functions.flatMap(told => told.sums.map(sums => ({told, sums})));
  const together = ({told, sums}) => sums.donated_bytes ? Math.max(0, sums.bytes - told.shared_bytes) : sums.bytes;
  rows.sort((a, b) => together(b) - together(a));
  const most = rows.reduce((found, row) => Math.max(found, together(row)), 1);
  const names = ["Function", "devices", "arguments", "results", "together, a device", ...(DATA.tiles ? [`in ${DATA.tiles}`] : [])];
  const body = rows.map(({told, sums}) => {
    const remarks = [];
    if (sums.donated_bytes && told.shared_bytes) remarks.push(`${unit(sums.bytes)} before donation`);
    else if (sums.donated_bytes) remarks.push(`${unit(sums.donated_bytes)} donated, but no result has that size`);
    if (sums.undecided_bytes && sums.last_device > sums.first_device) remarks.push(`${unit(sums.undecided_bytes)} have no sharding`);
    if (told.constraints) remarks.push(`not summed: ${counted(told.constraints, "constraint")}`);
    if (told.unknown) remarks.push(`not summed: ${told.unknown} of unknown size`);
    const devices = sums.first_device === sums.last_device ? `${sums.first_device}` : `${sums.first_device}–${sums.last_device}`;
    return element("tr", {},
      element("td", {class: "code", title: `@${told.name}`}, `@${told.name}`), element("td", {"data-label": "devices"}, devices),
      element("td", {"data-label": "arguments"}, `${unit(sums.argument_bytes)} (${number(told.arguments)})`), element("td", {"data-label": "results"}, `${unit(sums.result_bytes)} (${number(told.results)})`),
      element("td", {"data-label": "together"}, element("b", {}, unit(together({told, sums})))), ...(DATA.tiles ? [element("td", {"data-label": "tiled"}, unit(sums.tiled_bytes))] : []),
      element("td", {class: "gauge"}, gauge(Math.min(sums.argument_bytes, together({told, sums})), together({told, sums}), most, "arguments, then results")),
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
