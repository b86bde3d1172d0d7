// Why a tensor has its sharding: the ways of its axes, and what has stopped others.

const MOST_STEPS = 8; // of a way, unless all are wanted
const ARROW = " → ";

function drawWays(tensor) {
  const box = byId("ways");
  box.replaceChildren();
  if (!DATA.ways) {
    if (DATA.partitioner !== "as written") box.append(element("li", {class: "faint"}, "Why is it sharded like this? ", element("code", {}, `sdy-view ${baseName(DATA.file)} --why '${DATA.functions.length > 1 ? `@${tensor.function}:` : ""}${tensor.name}'`), " says it, and so does a page with --all."));
    return;
  }
  const [come, stopped] = DATA.ways.tensors[tensor.index];
  const lines = new Map();
  for (const [dimension, axis, part] of come) {
    const steps = stepsTo(part);
    const key = JSON.stringify([dimension, steps]);
    if (!lines.has(key)) lines.set(key, {dimension, axes: [], steps});
    lines.get(key).axes.push(axis);
  }
  for (const {dimension, axes, steps} of lines.values()) box.append(wayLine(tensor, dimension, axes, steps));
  for (const [dimension, axis, reason] of stopped) {
    box.append(element("li", {class: "stopped"}, element("code", {}, `dim ${dimension}`), " not ", element("code", {}, axis), `: ${reason}`));
  }
  const said = new Set([...come, ...stopped].map(([dimension]) => dimension));
  const empty = [...(tensor.shape ?? []).keys()].filter(dimension => !said.has(dimension));
  if (DATA.ways.traced && empty.length) {
    box.append(element("li", {class: "stopped"}, element("code", {}, `${empty.length > 1 ? "dims" : "dim"} ${empty.join(", ")}`), ": no axis reaches it"));
  }
}

function stepsTo(last) {
  // The places of a way, the origin first; not those that mean nothing to a reader, nor any twice in a row.
  const parts = [];
  for (let part = last; part !== null; part = DATA.ways.parts[part][2]) parts.push(DATA.ways.parts[part]);
  const [origin, ...moves] = parts.reverse();
  const found = [{place: origin[0], dimension: origin[1], written: origin[3]}];
  for (const [place, factor] of moves) {
    if (DATA.ways.places[place][0] && place !== found.at(-1).place) found.push({place, factor});
  }
  return found;
}

function wayLine(tensor, dimension, axes, [origin, ...steps]) {
  const line = element("li", {}, element("code", {}, `dim ${dimension} ${axes.join(", ")}`), ": ", placeLink(origin.place), ` dim ${origin.dimension}`);
  if (!steps.length) {
    line.append(origin.written ? ", as written" : ", chosen by the partitioner");
    return line;
  }
  const shown = ({place, factor}) => [ARROW, placeLink(place), factor ? ` (factor ${factor})` : ""];
  const half = MOST_STEPS / 2;
  if (steps.length > MOST_STEPS) {
    const left = steps.slice(half, -half);
    const rest = element("span", {}, ARROW, element("button", {type: "button", class: "link"}, `… ${counted(left.length, "operation")} …`));
    rest.querySelector("button").addEventListener("click", () => rest.replaceChildren(...left.flatMap(shown)));
    line.append(...steps.slice(0, half).flatMap(shown), rest, ...steps.slice(-half).flatMap(shown));
  } else line.append(...steps.flatMap(shown));
  line.append(ARROW, element("code", {}, tensor.name));
  return line;
}

function placeLink(place) {
  const [text, line] = DATA.ways.places[place];
  return line === null ? text : lineLink(line, text);
}
