// The collectives: what they send together, and the table of them.

const MOST_PARTS = 6; // of a sum

const collectives = DATA.collectives.rows.map((row, index) => ({...row, index,
  searched: [row.function && `@${row.function}`, row.kind, row.source, row.axes, row.axis_key, row.operand, row.cause].join(" ").toLowerCase()}));
const mostSent = collectives.reduce((most, row) => Math.max(most, row.sent ?? 0), 1);
const inSeveralFunctions = new Set(collectives.map(row => row.function)).size > 1;
const COLLECTIVE_COLUMNS = [
  {title: "Kind", text: true, key: c => c.kind, style: "code name", cell: c => kindCell(c)},
  {title: "Source", text: true, key: c => c.source, style: "wrapping", cell: c => sourceCell(c)},
  {title: "Axes", text: true, key: c => c.axes, style: "code", label: "axes", cell: c => c.axes || UNKNOWN},
  {title: "Devices", key: c => c.group_size, style: "right", label: "devices", cell: c => element("span", {title: `${counted(c.groups, "group")} of ${counted(c.group_size, "device")}`}, number(c.group_size))},
  {title: "Operand", key: c => c.operand_bytes, style: "code", cell: c => foldable(c.operand)},
  {title: "Sent", name: "once", key: c => c.bytes_sent, style: "right amount", label: "once", cell: c => sentOnce(c)},
  {title: "Runs", key: c => c.executions, style: "right", label: "runs", cell: c => c.runs},
  {title: "Sent in all", name: "sent", key: c => c.sent, style: "right amount", label: "in all", cell: c => amount(c.sent)},
  {title: "Share", style: "gauge", cell: c => c.sent === null ? "" : gauge(c.sent, c.sent, mostSent, `${(100 * c.sent / mostSent).toFixed(1)}% of the largest`)},
  {title: "Why", text: true, key: c => c.cause, style: "why", cell: c => c.cause},
];

function sentOnce(row) {
  if (row.bytes_sent !== null) return unit(row.bytes_sent);
  return row.most === null ? UNKNOWN : `at most ${unit(row.most)}`;
}
function kindCell(row) {
  const around = inSeveralFunctions && row.function ? element("span", {class: "function", title: `@${row.function}`}, `@${row.function}`) : "";
  return element("span", {}, row.kind, around);
}
function sourceCell(row) {
  if (!row.source) return UNKNOWN;
  return row.text_line === null ? row.source : lineLink(row.text_line, row.source);
}

function drawCollectives() {
  const {sent, left_out, sums, unknown_executions, unknown_sizes, reshards, unknown} = DATA.collectives;
  const all = collectives.length + left_out;
  const notes = [];
  if (unknown_executions) notes.push(`${counted(unknown_executions, "collective")} in loops whose number of runs is unknown`);
  if (unknown_sizes) notes.push(`${counted(unknown_sizes, "collective")} of unknown size`);
  if (reshards) notes.push(`${counted(reshards, "reshard")} without collectives`);
  const summed = all ? `In one run of the program each device sends ${unknown ? (sent ? `at least ${unit(sent)}` : "an unknown number of bytes") : unit(sent)} in ${counted(all, "collective")}${unknown ? `, and unknown: ${unknown}` : ""}.` : "The program has no collectives.";
  byId("collectives-text").textContent = [summed, ...notes.map(note => `Not summed: ${note}.`)].join(" ");
  byId("collectives-box").hidden = byId("collectives-bar").hidden = !all;
  if (!all) return;
  byId("sums").append(...sums.filter(([, parts]) => parts.length).map(([name, parts]) => sumTable(name, parts)));
  const list = new Listing("collective-", COLLECTIVE_COLUMNS, collectives, {by: "sent", noun: "collective", leftOut: left_out});
  byId("sums").addEventListener("click", event => {
    const button = event.target.closest("button");
    if (button) list.search(list.part("search").value === button.dataset.words ? "" : button.dataset.words);
  });
}

function sumTable(name, parts) {
  // Pressing one part lists only its collectives; once more, all.
  const most = parts[0][1];
  const row = ([key, bytes]) => {
    const text = name === "axis" ? (key === "other" ? "no axis" : axesOfKey(key)) : key || UNKNOWN;
    const button = element("button", {type: "button", class: "link code", title: "lists its collectives"}, text);
    button.dataset.words = key;
    return element("tr", {}, element("th", {scope: "row"}, button), element("td", {class: "right"}, unit(bytes)), element("td", {class: "gauge"}, gauge(bytes, bytes, most, null)));
  };
  const table = shown => element("table", {"aria-label": `Bytes sent by ${name}`}, element("tbody", {}, ...shown.map(row)));
  const made = element("figure", {}, element("figcaption", {}, `Sent by ${name}`), table(parts.slice(0, MOST_PARTS)));
  if (parts.length > MOST_PARTS) made.append(element("details", {}, element("summary", {}, `${number(parts.length - MOST_PARTS)} more`), table(parts.slice(MOST_PARTS))));
  return made;
}
