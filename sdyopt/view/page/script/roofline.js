// The roofline: FLOPs a second of operations against their FLOPs for each byte, both in powers of ten.

const ROOF_WIDTH = 640, ROOF_HEIGHT = 300, ROOF_MARGIN = 46; // pixels

function drawRoofline() {
  const roof = DATA.roofline;
  byId("roofline").hidden = !roof || !roof.points.length;
  if (byId("roofline").hidden) return;
  const ridge = roof.peak / roof.bandwidth;
  const log = Math.log10;
  const [left, right] = span([ridge * 4, ridge / 100, ...roof.points.map(point => point[1])]);
  const [bottom, top] = span([roof.peak * 2, roof.peak / 1000, ...roof.points.map(point => point[2])]);
  const x = value => ROOF_MARGIN + (ROOF_WIDTH - 2 * ROOF_MARGIN) * (log(value) - left) / (right - left);
  const y = value => ROOF_HEIGHT - ROOF_MARGIN - (ROOF_HEIGHT - 2 * ROOF_MARGIN) * (log(value) - bottom) / (top - bottom);
  const picture = byId("roof");
  picture.setAttribute("viewBox", `0 0 ${ROOF_WIDTH} ${ROOF_HEIGHT}`);
  for (let power = left; power <= right; power++) picture.append(svg("text", {x: x(10 ** power), y: ROOF_HEIGHT - 20, "text-anchor": "middle"}, `10^${power}`));
  for (let power = bottom; power <= top; power++) picture.append(svg("text", {x: ROOF_MARGIN - 6, y: y(10 ** power) + 4, "text-anchor": "end"}, `10^${power}`));
  picture.append(svg("text", {x: ROOF_WIDTH / 2, y: ROOF_HEIGHT - 4, "text-anchor": "middle"}, "FLOPs for each byte"), svg("text", {x: 4, y: 14}, "FLOPs a second"));
  const path = `M${x(10 ** left)},${y(Math.max(10 ** bottom, roof.bandwidth * 10 ** left))}L${x(ridge)},${y(roof.peak)}H${x(10 ** right)}`;
  picture.append(svg("path", {class: "roof", d: path}));
  const longest = Math.max(...roof.points.map(point => point[3]));
  for (const [name, intensity, rate, seconds] of roof.points) {
    const point = svg("circle", {cx: x(intensity), cy: y(rate), r: 3 + 6 * Math.sqrt(seconds / longest)});
    point.append(svg("title", {}, `${name}: ${intensity.toPrecision(3)} FLOPs a byte`));
    picture.append(point);
  }
}

function span(values) {
  const powers = values.map(Math.log10);
  return [Math.floor(Math.min(...powers)), Math.ceil(Math.max(...powers))];
}
