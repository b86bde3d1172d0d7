// The source: each line with what it costs beside it. A line opens, and lists the rows that are from it.

const METRICS = ["memory at the peak", "bytes sent", "time"];
const {names: programNames, files: sources} = DATA.sources;
const duplicates = new Set(sources.map(file => file.name).filter((name, index, all) => all.indexOf(name) !== index));
const sourceLines = new Map();

const lineId = (file, line) => `${duplicates.has(sources[file].name) ? sources[file].file : sources[file].name}:${line}`;

function drawSources() {
  byId("source").hidden = !sources.length;
  sources.forEach((file, index) => drawSource(file, index));
}
function drawSource(file, index) {
  const used = METRICS.flatMap((title, metric) => programNames.map((name, at) => ({metric, at, title: name ? `${title.split(" ")[0]} ${name}` : title})))
    .filter(({metric, at}) => Object.values(file.costs).some(costs => costs[at][metric]));
  const body = element("tbody");
  const shown = new Set(file.shown), rows = [];
  let hidden = [];
  const flush = () => {
    if (hidden.length) rows.push(gap(hidden, used.length + 2, each => lineOf(file, index, used, each)));
    hidden = [];
  };
  for (const each of file.texts) {
    if (shown.has(each[0])) { flush(); rows.push(lineOf(file, index, used, each)); }
    else hidden.push(each);
  }
  flush();
  fill(body, rows);
  const heads = [...used.map(({title, metric}) => element("th", {scope: "col", class: `cost cost-${metric}`}, title)), element("th", {scope: "col", class: "right"}, "line"), element("th", {scope: "col"}, file.name)];
  const table = element("table", {class: "source", "aria-label": file.file}, element("thead", {}, element("tr", {}, ...heads)), body);
  byId("files").append(element("div", {class: "wide", tabindex: "0", role: "region", "aria-label": `Source ${file.file}`}, table));
}
function gap(hidden, span, make) {
  const row = element("tr", {class: "gap"}, element("td", {colspan: span}, button(`⋮ ${counted(hidden.length, "line")}`, () => row.replaceWith(...hidden.map(make)))));
  row.lines = hidden.map(([line]) => line);
  return row;
}
function lineOf(file, index, used, [line, text]) {
  const costs = file.costs[line];
  const cells = used.map(({metric, at}) => {
    const cost = costs?.[at][metric];
    return element("td", {class: `cost cost-${metric}`, "--share": cost ? `${100 * cost[0]}%` : "0%"}, cost ? cost[1] : "");
  });
  const toggle = () => open(row, index, line, used.length + 2);
  const place = costs ? button(String(line), toggle, {class: "number", "aria-expanded": "false", "aria-label": `What line ${line} costs`}) : String(line);
  const row = element("tr", {id: lineId(index, line), class: costs ? "opened costly" : null, onclick: event => {
    if (costs && !event.target.closest("button, a") && !String(getSelection())) toggle();
  }}, ...cells, element("td", {class: "right number"}, place), element("td", {class: "code"}, text || (costs && !file.texts.some(([, each]) => each) ? element("span", {class: "faint"}, "(the file cannot be read)") : "")));
  sourceLines.set(row.id, row);
  return row;
}
function open(row, file, line, span) {
  const opener = row.querySelector("button.number"), below = row.nextElementSibling;
  const wasOpen = below?.className === "below";
  opener.setAttribute("aria-expanded", String(!wasOpen));
  if (wasOpen) return below.remove();
  const parts = listings.map(listing => [listing, listing.at(file, line)]).filter(([, rows]) => rows.length).map(([listing, rows]) => {
    const largest = [...rows].sort((a, b) => (amountOf(listing.texts(b)[listing.bars]) ?? 0) - (amountOf(listing.texts(a)[listing.bars]) ?? 0));
    const rest = rows.length > 6 ? element("li", {class: "faint"}, `… ${number(rows.length - 6)} more`) : null;
    return element("div", {}, element("h3", {}, listing.noun === "value" ? "alive at the chosen point" : `${listing.noun}s`), element("ul", {}, ...largest.slice(0, 6).map(each => listing.summary(each)), rest));
  });
  if (sources[file].is_program) parts.push(element("p", {}, link(`L${line}`, `line ${line} of the program`)));
  row.after(element("tr", {class: "below"}, element("td", {colspan: span}, element("div", {class: "rows"}, ...parts))));
}
function sourceLine(id) {
  // The row of a line, unfolded if it is.
  for (const folded of document.querySelectorAll("tr.gap")) {
    const name = id.slice(0, id.lastIndexOf(":")), line = Number(id.slice(id.lastIndexOf(":") + 1));
    if (!sourceLines.has(id) && folded.lines.includes(line) && folded.closest("table").getAttribute("aria-label").endsWith(name)) folded.querySelector("button").click();
  }
  return sourceLines.get(id);
}
