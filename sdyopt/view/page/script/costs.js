// Collectives, with their sums; time: operations, their timeline, and the roofline; and what XLA has compiled.

const MOST_PARTS = 6; // of a sum
const TRACKS = ["operations", "collectives"], TRACK = 26, AXIS = 84; // pixels

function drawCollectives() {
  const {notes, sums, rows} = DATA.collectives;
  byId("collective-notes").append(...notes.map(note => element("p", {}, note)));
  byId("sums").append(...sums.map(([name, parts]) => sumTable(name, parts)));
  if (rows.length) new Listing("collectives", DATA.collectives, "collective");
}
function sumTable(name, parts) {
  const most = parts[0][1] || 1;
  const rows = shown => element("table", {"aria-label": `Bytes sent by ${name}`}, element("tbody", {}, ...shown.map(([key, bytes, text]) => element("tr", {},
    element("th", {scope: "row"}, button(key || "—", () => search(key), {class: "link code", title: "Searches for it"})),
    element("td", {class: "right bar", "--share": `${100 * bytes / most}%`}, text)))));
  const made = element("figure", {}, element("figcaption", {}, `Sent by ${name}`), rows(parts.slice(0, MOST_PARTS)));
  if (parts.length > MOST_PARTS) made.append(element("details", {}, element("summary", {}, `${number(parts.length - MOST_PARTS)} more`), rows(parts.slice(MOST_PARTS))));
  return made;
}

function drawTime() {
  const time = DATA.time;
  byId("time").hidden = !time || !time.rows.length;
  if (byId("time").hidden) return;
  byId("time-notes").append(...time.notes.map(note => element("p", {}, note)));
  for (const block of time.timeline) byId("timeline").append(element("h3", {}, block.title), timelineOf(block));
  new Listing("operations", time, "operation");
  if (time.roofline?.points.length) drawRoofline(time.roofline);
  else byId("roofline").hidden = true;
}
function timelineOf(block) {
  const width = 1000, x = seconds => AXIS + (width - AXIS) * seconds / block.end;
  const used = TRACKS.filter((_, track) => block.parts.some(part => part[0] === track));
  const parts = used.map((name, row) => shape("text", {x: 0, y: TRACK * row + 17}, name));
  for (const [track, name, start, seconds, text] of block.parts) {
    const row = used.indexOf(TRACKS[track]);
    parts.push(shape("rect", {class: TRACKS[track], x: x(start).toFixed(2), y: TRACK * row + 2, width: Math.max(0.5, x(start + seconds) - x(start)).toFixed(2), height: TRACK - 4}, shape("title", {}, `${name}: ${text}`)));
  }
  const bottom = TRACK * used.length + 14;
  parts.push(shape("text", {x: AXIS, y: bottom}, "0"), shape("text", {x: width, y: bottom, "text-anchor": "end"}, block.length));
  return element("svg", {class: "timeline", viewBox: `0 0 ${width} ${bottom + 6}`, role: "img", "aria-label": block.title}, ...parts);
}
function drawRoofline(roof) {
  // FLOPs a second of operations against their FLOPs for each byte, both in powers of ten.
  const [width, height, margin] = [640, 300, 46], log = Math.log10;
  const ends = values => [Math.floor(Math.min(...values.map(log))), Math.ceil(Math.max(...values.map(log)))];
  const ridge = roof.peak / roof.bandwidth;
  const [left, right] = ends([ridge * 4, ridge / 100, ...roof.points.map(point => point[1])]);
  const [bottom, top] = ends([roof.peak * 2, roof.peak / 1000, ...roof.points.map(point => point[2])]);
  const x = value => margin + (width - 2 * margin) * (log(value) - left) / (right - left);
  const y = value => height - margin - (height - 2 * margin) * (log(value) - bottom) / (top - bottom);
  const parts = [];
  for (let power = left; power <= right; power++) parts.push(shape("text", {x: x(10 ** power), y: height - 20, "text-anchor": "middle"}, `10^${power}`));
  for (let power = bottom; power <= top; power++) parts.push(shape("text", {x: margin - 6, y: y(10 ** power) + 4, "text-anchor": "end"}, `10^${power}`));
  parts.push(shape("text", {x: width / 2, y: height - 4, "text-anchor": "middle"}, "FLOPs for each byte"), shape("text", {x: 4, y: 14}, "FLOPs a second"));
  parts.push(shape("path", {class: "roof", d: `M${x(10 ** left)},${y(Math.max(10 ** bottom, roof.bandwidth * 10 ** left))}L${x(ridge)},${y(roof.peak)}H${x(10 ** right)}`}));
  const longest = Math.max(...roof.points.map(point => point[3]));
  for (const [name, intensity, rate, seconds] of roof.points) parts.push(shape("circle", {cx: x(intensity), cy: y(rate), r: 3 + 6 * Math.sqrt(seconds / longest)}, shape("title", {}, `${name}: ${intensity.toPrecision(3)} FLOPs a byte`)));
  byId("roof").setAttribute("viewBox", `0 0 ${width} ${height}`);
  byId("roof").append(...parts);
}

function drawBeside() {
  byId("beside").hidden = !DATA.beside;
  if (!DATA.beside) return;
  byId("beside-title").textContent = DATA.beside.title;
  byId("beside-notes").append(...DATA.beside.notes.map(note => element("p", {}, note)));
  byId("beside-sums").append(...DATA.beside.sums.map((table, index) => plainTable(table, `${DATA.beside.title} ${index + 1}`)));
  if (DATA.beside.rows.length) new Listing("beside", DATA.beside, "row of both programs");
}
