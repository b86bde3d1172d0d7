// The memory of a device over the program: a curve, and what is alive at the chosen point of it.

const CURVE_HEIGHT = 100, PAGE_STEP = 0.1; // of all points
const memory = DATA.memory;
const tensorsByName = new Map(tensors.filter(tensor => tensor.kind !== "result").map(tensor => [`${tensor.function} ${tensor.name}`, tensor]));

function svg(tag, properties, ...children) {
  const made = document.createElementNS(byId("curve").namespaceURI, tag);
  for (const [name, value] of Object.entries(properties)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

function drawMemory() {
  if (!memory) {
    byId("memory").hidden = true;
    return;
  }
  const points = memory.points;
  const peak = points.reduce((best, [bytes], at) => bytes > points[best][0] ? at : best, 0);
  const most = points[peak][0];
  const partial = points.length < memory.steps ? ` Of ${number(memory.steps)} points ${number(points.length)} are shown, the highest of each stretch.` : "";
  const button = element("button", {type: "button", class: "link"}, unit(most));
  byId("memory-text").append("At its peak ", element("code", {}, `@${memory.function}`), memory.is_lower_bound ? " needs at least " : " needs ", button, ` (profile ${memory.profile}) on a device, ${whereText(points[peak])}. This is ${memory.statement}.${partial}`);
  const path = points.map(([bytes], at) => {
    const y = (CURVE_HEIGHT * (1 - bytes / Math.max(most, 1))).toFixed(2);
    return `${at ? "" : `M0,${CURVE_HEIGHT}`}V${y}H${at + 1}`;
  }).join("");
  const cursor = svg("rect", {class: "cursor", y: 0, width: 1, height: CURVE_HEIGHT});
  const curve = byId("curve");
  curve.setAttribute("viewBox", `0 0 ${points.length} ${CURVE_HEIGHT}`);
  curve.setAttribute("aria-valuemax", String(points.length - 1));
  curve.append(svg("path", {class: "area", d: `${path}V${CURVE_HEIGHT}Z`}), svg("path", {class: "edge", d: path, "vector-effect": "non-scaling-stroke"}), cursor);
  byId("curve-top").textContent = unit(most);
  byId("curve-middle").textContent = unit(Math.floor(most / 2));
  let now = -1;
  const go = at => {
    at = Math.max(0, Math.min(points.length - 1, at));
    if (at === now) return;
    now = at;
    cursor.setAttribute("x", String(at));
    curve.setAttribute("aria-valuenow", String(at));
    curve.setAttribute("aria-valuetext", `${unit(points[at][0])} ${whereText(points[at])}`);
    drawPoint(points[at], at === peak);
  };
  const pointed = event => {
    const {left, width} = curve.getBoundingClientRect();
    go(Math.floor((event.clientX - left) / width * points.length));
  };
  curve.addEventListener("pointerdown", event => { curve.setPointerCapture(event.pointerId); pointed(event); });
  curve.addEventListener("pointermove", event => { if (event.buttons) pointed(event); });
  curve.addEventListener("keydown", event => {
    const far = Math.max(1, Math.round(points.length * PAGE_STEP));
    const target = {ArrowRight: now + 1, ArrowUp: now + 1, ArrowLeft: now - 1, ArrowDown: now - 1, PageUp: now + far,
      PageDown: now - far, Home: 0, End: points.length - 1}[event.key];
    if (target === undefined) return;
    event.preventDefault();
    go(target);
  });
  button.addEventListener("click", () => go(peak));
  go(peak);
}

function whereText([, fn, operation, source]) {
  const at = operation ? `at ${[operation, source].filter(Boolean).join(" ")}` : "at the beginning";
  return fn && fn !== memory.function ? `${at}, in @${fn}` : at;
}
function drawPoint(point, isPeak) {
  const [bytes, , operation, , line, count, live] = point;
  const parts = [element("b", {}, unit(bytes)), ` ${whereText(point)}${isPeak ? ", the peak" : ""}: `];
  if (line !== null && operation) parts.push(lineLink(line, `line ${line}`), ": ");
  parts.push(counted(count, "value"), " alive");
  byId("curve-status").replaceChildren(...parts, live.length < count ? `, of which the ${number(live.length)} largest are:` : count ? ":" : "");
  const values = live.map(which => memory.values[which]);
  const several = new Set(memory.values.map(([fn]) => fn)).size > 1;
  const rows = values.map(([fn, name, label, size, text_line]) => {
    const tensor = tensorsByName.get(`${fn} ${name}`);
    const shown = tensor ? tensorButton(tensor, name) : text_line === null ? element("span", {}, name) : lineLink(text_line, name);
    return element("tr", {},
      element("td", {class: "code name"}, shown, label ? element("span", {class: "faint"}, ` ${label}`) : "", several ? element("span", {class: "function", title: `@${fn}`}, `@${fn}`) : ""),
      element("td", {class: "right", "data-label": "line"}, text_line === null ? UNKNOWN : lineLink(text_line)),
      element("td", {class: "right amount"}, amount(size)),
      element("td", {class: "gauge"}, gauge(size, size, values[0][3], `${(100 * size / Math.max(bytes, 1)).toFixed(1)}% of all`)));
  });
  const rest = bytes - values.reduce((sum, [, , , size]) => sum + size, 0);
  if (live.length < count) rows.push(element("tr", {}, element("td", {class: "faint"}, `${counted(count - live.length, "other", "others")} together`), element("td"), element("td", {class: "right amount"}, amount(rest)), element("td", {class: "gauge"})));
  fill(byId("live").tBodies[0], rows);
}
function tensorButton(tensor, name) {
  const made = element("button", {type: "button", class: "link"}, name);
  made.addEventListener("click", () => { reveal(tensor); choose(tensor, false); byId("tensors").scrollIntoView(); });
  return made;
}
