// The collectives of a program that XLA has compiled, next to those of the program.

function drawCompiled() {
  if (!DATA.xla) return;
  const {file, module, devices, ours, rows, sums, notes} = DATA.xla;
  byId("xla").hidden = false;
  byId("xla-text").append(element("code", {}, file), `: module ${module} for ${counted(devices, "device")}. Each row has a collective of both programs, of the same kind and along the same axes; XLA may combine several into one. `, ...notes.map(note => `${note}. `));
  const sum = (bytes, least) => !least ? unit(bytes) : bytes ? `at least ${unit(bytes)}` : "unknown";
  const change = (a, b) => a === b ? "same" : a && b ? `${(b / a).toFixed(2)}×` : "";
  const head = ["a device", ours, "XLA", "change"].map(name => element("th", {scope: "col"}, name));
  const body = sums.map(([name, a, leastA, b, leastB]) => element("tr", {}, element("th", {scope: "row"}, name), element("td", {}, sum(a, leastA)), element("td", {}, sum(b, leastB)), element("td", {class: a === b ? "faint" : "change"}, leastA || leastB ? "" : change(a, b))));
  byId("xla-sums").tHead.append(element("tr", {}, ...head));
  byId("xla-sums").tBodies[0].append(...body);
  byId("xla-box").hidden = byId("xla-bar").hidden = !rows.length;
  if (!rows.length) return;
  const listed = rows.map((row, index) => ({...row, index, most: Math.max(row.shardy?.sent ?? 0, row.xla?.sent ?? 0),
    searched: [row.kind, row.axis_key, row.only, row.shardy?.source, row.shardy?.operand, row.xla?.source, row.xla?.operand].join(" ").toLowerCase()}));
  const most = listed.reduce((found, row) => Math.max(found, row.most), 1);
  const pairGauge = row => element("span", {}, gauge(row.shardy?.sent ?? 0, row.shardy?.sent ?? 0, most, ours), gauge(0, row.xla?.sent ?? 0, most, "XLA"));
  const axes = key => key === "other" ? UNKNOWN : axesOfKey(key);
  const columns = side => [
    {title: side === "xla" ? "XLA" : ours, text: true, key: row => row[side]?.source, style: "wrapping", label: side === "xla" ? "XLA" : ours, cell: row => row[side] ? sourceCell(row[side]) : UNKNOWN},
    {title: `Sent by ${side === "xla" ? "XLA" : ours}`, key: row => row[side]?.sent, style: "right amount", label: "sent", cell: row => row[side] ? sentCell(row[side]) : ""},
  ];
  new Listing("xla-", [
    {title: "Kind", text: true, key: row => row.kind, style: "code name", cell: row => row.kind},
    {title: "Axes", text: true, key: row => row.axis_key, style: "code", cell: row => axes(row.axis_key)},
    ...columns("shardy"),
    ...columns("xla"),
    {title: "Sent", name: "sent", style: "gauge", key: row => row.most, cell: row => pairGauge(row)},
    {title: "Only one", text: true, key: row => row.only, style: "why", cell: row => row.only},
  ], listed, {by: "sent", noun: "row"});
}

function sentCell({bytes_sent, executions, runs, sent, most}) {
  if (bytes_sent === null) return sentOnce({bytes_sent, most});
  if (executions === null) return `${unit(bytes_sent)} a run`;
  const often = executions > 1 ? element("span", {class: "exact"}, `in ${runs} runs`) : "";
  return element("span", {}, unit(sent), often);
}
