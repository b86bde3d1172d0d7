// Costs by Python call stack, as flame graphs: a part that is selected fills the width.

const FLAME = 20; // pixels
const LEAST_LABELLED = .025; // of the width

function drawFlames() {
  byId("stacks").hidden = !DATA.flames.length;
  for (const graph of DATA.flames) byId("flames").append(element("h3", {}, graph.title), flameGraph(graph.parts));
}
function flameGraph(parts) {
  const drawn = parts.map(([name, amount, start, share, depth]) => {
    const text = `${name}: ${amount} (${(100 * share).toFixed(1)} %)`;
    const hue = 20 + [...name].reduce((sum, letter) => sum + letter.codePointAt(0), 0) % 36;
    const part = button(name, () => zoom(start, share), {title: text, "aria-label": text, "--hue": String(hue)});
    part.style.top = `${FLAME * depth}px`;
    return {part, start, share};
  });
  const zoom = (from, size) => {
    for (const {part, start, share} of drawn) {
      const left = Math.max(start, from), right = Math.min(start + share, from + size);
      part.hidden = right - left <= 1e-9;
      part.style.left = `${100 * (left - from) / size}%`;
      part.style.width = `${100 * (right - left) / size}%`;
      part.classList.toggle("narrow", right - left < LEAST_LABELLED * size);
    }
  };
  zoom(0, 1);
  const graph = element("div", {class: "flame"}, ...drawn.map(({part}) => part));
  graph.style.height = `${FLAME * (1 + Math.max(...parts.map(part => part[4])))}px`;
  return graph;
}
