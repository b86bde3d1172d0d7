// The memory of a device over the program: a curve with the largest values, the capacity of the device, and the layers;
// and what is alive at the chosen point of it.

const CURVE_HEIGHT = 220, BAND = 16, LEFT = 62, FAR = 0.1; // pixels; of all points
const memory = DATA.memory;

function drawMemory() {
  byId("memory").hidden = !memory;
  if (!memory) return;
  byId("memory-notes").append(...memory.notes.map(note => element("p", {}, note)));
  const points = memory.points, peak = points.reduce((best, point, at) => point[1] > points[best][1] ? at : best, 0);
  let now = peak;
  const at = name => memory.alive.columns.findIndex(column => column.name === name);
  const [times, together] = [at("×"), at("together")];
  const list = new Listing("alive", memory.alive, "value", {order: points[now][4].map(([group]) => group), cells: group => {
    const alive = points[now][4].find(each => each[0] === group), cells = [...memory.alive.rows[group]];
    if (alive) [cells[times], cells[together]] = [alive[1] > 1 ? String(alive[1]) : "", unit(alive[2])];
    return cells;
  }});
  const curve = byId("curve");
  let draw = () => {};
  const go = to => {
    now = Math.max(0, Math.min(points.length - 1, to));
    list.order = points[now][4].map(([group]) => group);
    list.draw();
    status();
    draw();
  };
  const status = () => {
    const [, bytes, where, count, live] = points[now];
    const listed = live.reduce((sum, each) => sum + each[1], 0);
    byId("curve-status").replaceChildren(element("b", {}, unit(bytes)), ` at ${where}${now === peak ? ", the peak" : ""}: ${counted(count, "value")} alive`, listed < count ? `, of which ${number(listed)} are listed. ` : ". ", now === peak ? "" : button("Go to the peak", () => go(peak), {class: "link"}));
    curve.setAttribute("aria-valuenow", String(now));
    curve.setAttribute("aria-valuetext", byId("curve-status").textContent);
  };
  curve.setAttribute("aria-valuemax", String(points.length - 1));
  const pointed = event => {
    const {left, width} = curve.getBoundingClientRect();
    const tick = (event.clientX - left - LEFT) / (width - LEFT) * memory.steps;
    go(points.reduce((best, point, index) => Math.abs(point[0] - tick) < Math.abs(points[best][0] - tick) ? index : best, 0));
  };
  curve.addEventListener("pointerdown", event => { curve.setPointerCapture(event.pointerId); pointed(event); });
  curve.addEventListener("pointermove", event => { if (event.buttons) pointed(event); });
  curve.addEventListener("keydown", event => {
    const far = Math.max(1, Math.round(points.length * FAR));
    const target = {ArrowRight: now + 1, ArrowUp: now + 1, ArrowLeft: now - 1, ArrowDown: now - 1, PageUp: now + far, PageDown: now - far, Home: 0, End: points.length - 1}[event.key];
    if (target === undefined) return;
    event.preventDefault();
    go(target);
  });
  list.onpoint = group => draw(group);
  draw = group => drawCurve(curve, points, now, group ?? null);
  new ResizeObserver(() => draw()).observe(curve);
  drawLegend();
  status();
  draw();
}

function drawLegend() {
  const entries = memory.drawn.map((group, index) => {
    const row = memory.alive.rows[group], type = row[memory.alive.columns.findIndex(column => column.name === "type")];
    return element("li", {}, element("i", {class: `colour-${index}`}), link(`alive-${group}`, row[0]), ` ${type}`);
  });
  byId("legend").append(...entries, element("li", {}, element("i", {class: "colour-rest"}), "all others"));
}

function drawCurve(curve, points, now, lit) {
  const width = Math.max(280, curve.clientWidth), across = width - LEFT, bands = memory.bands.length ? 2 * BAND : 0;
  const peak = points.reduce((most, point) => Math.max(most, point[1]), 1);
  const fits = memory.capacity !== null && memory.capacity <= 3 * peak;
  const most = Math.max(peak, fits ? memory.capacity : 0) * 1.06;
  const x = tick => LEFT + across * tick / memory.steps, y = bytes => CURVE_HEIGHT * (1 - bytes / most);
  const edge = heights => heights.map((bytes, index) => `${index ? "" : `M${x(0).toFixed(1)},${y(bytes).toFixed(1)}`}V${y(bytes).toFixed(1)}H${x(index + 1 < points.length ? points[index + 1][0] : memory.steps).toFixed(1)}`).join("");
  const parts = [], sums = points.map(() => 0);
  const area = (style, tops, bottoms) => parts.push(shape("path", {class: style, d: `${edge(tops)}${backwards(bottoms, x, y, points)}Z`}));
  memory.drawn.forEach((_, index) => {
    const bottoms = [...sums];
    points.forEach((point, at) => { sums[at] += point[5][index]; });
    area(`colour-${index}`, sums, bottoms);
  });
  area("colour-rest", points.map(point => point[1]), sums);
  const step = niceStep(most);
  for (let bytes = 0; bytes < most; bytes += step) {
    parts.unshift(shape("line", {class: "grid", x1: LEFT, x2: width, y1: y(bytes), y2: y(bytes)}));
    if (y(bytes) > 8) parts.push(shape("text", {x: LEFT - 6, y: y(bytes) + 4, "text-anchor": "end"}, unit(bytes)));
  }
  if (fits) parts.push(shape("line", {class: "capacity", x1: LEFT, x2: width, y1: y(memory.capacity), y2: y(memory.capacity)}), shape("text", {class: "capacity-text", x: LEFT + 6, y: y(memory.capacity) + (y(memory.capacity) < 18 ? 14 : -5)}, memory.capacity_text));
  memory.bands.forEach(([first, last, name, phase], index) => {
    const [start, stop] = [x(first), x(last + 1)];
    const title = shape("title", {}, [name, phase].filter(Boolean).join(", ") || "neither a layer nor a function is known");
    parts.push(shape("g", {}, shape("rect", {class: `band ${phase}`, x: start, y: CURVE_HEIGHT + 3, width: stop - start, height: 4}), shape("rect", {class: name ? index % 2 ? "layer odd" : "layer" : "layer none", x: start, y: CURVE_HEIGHT + 8, width: Math.max(0.4, stop - start - 0.6), height: BAND + 2}), title));
    const text = name.replace("layer ", "");
    if (stop - start > 7 * text.length + 3 || (text % 5 === 0 && stop - start > 8 && name.startsWith("layer"))) parts.push(shape("text", {class: "layer-text", x: (start + stop) / 2, y: CURVE_HEIGHT + 21, "text-anchor": "middle"}, text));
  });
  const lives = lit === null ? [] : memory.lives[lit];
  lives.forEach(([first, last], index) => parts.push(shape("line", {class: "life", x1: x(first), x2: x(last + 1), y1: 6 + (CURVE_HEIGHT - 12) * (index + 0.5) / lives.length, y2: 6 + (CURVE_HEIGHT - 12) * (index + 0.5) / lives.length})));
  const cursor = x(points[now][0]) + Math.max(0.5, across / memory.steps / 2);
  parts.push(shape("line", {class: "cursor", x1: cursor, x2: cursor, y1: 0, y2: CURVE_HEIGHT}));
  curve.setAttribute("viewBox", `0 0 ${width} ${CURVE_HEIGHT + bands + 6}`);
  curve.style.height = `${CURVE_HEIGHT + bands + 6}px`;
  curve.replaceChildren(...parts);
}
function backwards(heights, x, y, points) {
  // The lower edge of an area, from its end to its beginning.
  const found = [];
  for (let at = heights.length - 1; at >= 0; at--) found.push(`${found.length ? "" : `L${x(memory.steps).toFixed(1)},${y(heights[at]).toFixed(1)}`}V${y(heights[at]).toFixed(1)}H${x(at ? points[at][0] : 0).toFixed(1)}`);
  return found.join("");
}
function niceStep(most) {
  // A number of bytes that divides an axis into three to six parts.
  const power = 1024 ** Math.floor(Math.log(most / 3) / Math.log(1024)), parts = most / power / 5;
  return power * ([1, 2, 4, 8, 16, 32, 64, 128, 256, 512].find(step => step >= parts) ?? 512);
}
